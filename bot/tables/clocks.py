"""What the clock does where nobody moves. From a table to a `Change`, and nothing else happens."""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeVar

from bot.tables.model import Table
from bot.tables.paces import clocked
from bot.tables.playing import call_off, check_heard
from bot.tables.presence import awaited, move_for
from bot.tables.seats import slept
from bot.tables.silence import waited
from bot.tables.steps import Change, Clock, Stale, advance, half_time, own_seat
from games.moves import IllegalMove

T = TypeVar("T")

DAY: Final = 86_400_000
"""Milliseconds for which a lobby waits after it was touched, and after which a table without a clock is dead."""


def deadline(table: Table[Any]) -> int | None:
    """When the clock has to look at the table next; None where it need not."""
    if table.stage == "lobby":
        return table.touched + DAY if table.touched else None
    if table.stage != "play":
        return None
    if table.mute is not None:
        return table.mute.again
    nudges = [when for _, _, when in _nudges(table)]
    return min((when for when in (*table.due, *nudges) if when is not None), default=None)


def _nudges(table: Table[Any]) -> list[tuple[int, int, int]]:
    """People who are still to be reminded: seat, user, and when."""
    return [
        (seat, sitter.user, when)
        for seat, (sitter, when) in enumerate(zip(table.holders, table.nudges, strict=False))
        if sitter.user is not None and when is not None
    ]


def expire(table: Table[Any], clock: Clock) -> Change:
    """What the clock does for every seat whose time is up: computer players move, absent people get the move that the
    rules name; where there is none the table is called off, but for a patience, which waits without a clock. So is a
    lobby that nobody has touched for a day. Where nobody's time is up the table stays as it is."""
    if table.stage == "lobby":
        when = deadline(table)
        return Change(table if when is None or when > clock.now else table.but(stage="off", lapsed=True))
    if table.stage != "play":
        raise IllegalMove("This table is closed.")
    if table.mute is not None:
        return waited(table, table.mute, clock)
    if not clocked(table.game):
        return Change(table.but(pace=None, due=(None,) * len(table.due), nudges=()))
    done = Change(table)
    for seat in [seat for seat, due in enumerate(table.due) if due is not None and due <= clock.now]:
        table = done.table
        due = table.due[seat] if seat < len(table.due) else None
        if due is None or due > clock.now:
            continue  # what the clock did for a seat before has answered for this one
        answer = move_for(table, seat)
        if answer is None:
            return done.then(call_off(table))
        late = _late(table, clock) if answer[0] != seat else (seat,)
        done = slept(done.then(advance(table, *answer, clock)), late, clock)
        if done.table.stage != "play":
            return done
    return done


def _late(table: Table[Any], clock: Clock) -> tuple[int, ...]:
    """The seats of people whose time is up."""
    return tuple(seat for seat in awaited(table) if (due := table.due[seat]) is not None and due <= clock.now)


def to_call(table: Table[Any], clock: Clock) -> tuple[int, ...]:
    """People who are to be reminded now, if they may be called."""
    if table.stage != "play" or table.mute is not None:
        return ()
    return tuple(user for _, user, when in _nudges(table) if when <= clock.now)


def call(table: Table[Any], clock: Clock, free: Mapping[int, int | None]) -> Change:
    """Reminds the people whose time for it has come, each once a question: at once, or from when they are `free` to be
    called, or never (None). Whoever is not named there is left for the next time."""
    nudges, nudged = _padded(table.nudges, table, None), _padded(table.nudged, table, 0)
    for seat, user, when in _nudges(table) if table.stage == "play" else ():
        if when > clock.now or user not in free:
            continue
        at, until = free[user], table.due[seat]
        nudges[seat] = None
        if at is not None and at <= clock.now:
            nudged[seat] = table.asked_at[seat]
        elif at is not None and until is not None and at < until:
            nudges[seat] = at
    return Change(table.but(nudges=tuple(nudges), nudged=tuple(nudged)))


def _padded(by_seat: tuple[T, ...], table: Table[Any], nothing: T) -> list[T]:
    """What is noted by seat, where nothing may have been noted yet."""
    return [*by_seat, *[nothing] * (len(table.asked_at) - len(by_seat))]


def reminded(table: Table[Any], seat: int) -> bool:
    """Whether the question that stands there is one of which its person has been reminded."""
    return (
        table.stage == "play"
        and table.holders[seat].user is not None
        and seat < len(table.nudged)
        and table.nudged[seat] == table.asked_at[seat]
        and table.due[seat] is not None
    )


def may_extend(table: Table[Any], seat: int) -> bool:
    """Whether its person may take more time for the question that stands there."""
    return (
        table.stage == "play"
        and table.pace is not None
        and seat in awaited(table)
        and _padded(table.extended, table, 0)[seat] != table.asked_at[seat]
    )


def extend(table: Table[Any], user: int, clock: Clock, *, moderator: bool = False) -> Change:
    """Adds the time of a decision once more: to a person's own, once a question, or at a moderator's wish to those of
    all people who are waited for."""
    people = _waited_for(table)
    if table.pace is None:
        raise IllegalMove("There is no clock at this table: take your time.")
    if moderator:
        return Change(_later(table, people, clock))
    seat = own_seat(table, user)
    if seat not in people:
        raise IllegalMove("It is not your turn: whoever is waited for may take more time.")
    if not may_extend(table, seat):
        raise IllegalMove("You have taken more time for this already. A moderator may give you still more: /extend.")
    extended = _padded(table.extended, table, 0)
    extended[seat] = table.asked_at[seat]
    return Change(_later(table, (seat,), clock).but(extended=tuple(extended)))


def _later(table: Table[Any], seats: tuple[int, ...], clock: Clock) -> Table[Any]:
    """The table with so much more time for those seats; whoever was to be reminded yet is reminded later."""
    due, nudges = list(table.due), _padded(table.nudges, table, None)
    for seat in seats:
        until = max(due[seat] or 0, clock.now) + (table.pace or 0) * 1000
        due[seat] = until
        if nudges[seat] is not None:
            nudges[seat] = half_time(table, until)
    return table.but(due=tuple(due), nudges=tuple(nudges))


def skip(table: Table[Any], seats: Collection[int], count: int, clock: Clock) -> Change:
    """What the clock would do if the time of the people in those seats were up: a moderator's right, who has seen them
    waited for at `count`. Raises Stale where none of them is waited for any more with the same question."""
    seats = [seat for seat in _waited_for(table) if seat in seats and table.asked_at[seat] <= count]
    if not seats:
        raise Stale
    if any(move_for(table, seat) is None for seat in seats):
        raise IllegalMove("The rules know no move in place of whoever is waited for. /stop calls the table off.")
    due = tuple(clock.now if seat in seats else until for seat, until in enumerate(table.due))
    return expire(table.but(due=due), clock)


def _waited_for(table: Table[Any]) -> tuple[int, ...]:
    if table.stage != "play":
        raise IllegalMove("The game has not begun yet." if table.stage == "lobby" else "This table is closed.")
    check_heard(table)
    people = awaited(table)
    if not people:
        raise IllegalMove("Only the computer is waited for, and it will answer by itself.")
    return people


def dead(table: Table[Any], clock: Clock) -> bool:
    """Whether nobody has done anything for a day, and no clock will: then anybody may call the table off."""
    last = max((table.touched, *table.acted))
    return table.stage in ("lobby", "play") and deadline(table) is None and clock.now - last >= DAY
