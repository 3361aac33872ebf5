"""What one step makes of a table in play: a move, or the beginning, with everybody's question and time after it.

Whoever wishes or waits (`playing.py`, `clocks.py`) makes its step here. Nothing else happens: from a table to a
`Change`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.screens.look import look
from bot.tables.legacy import left_over
from bot.tables.model import Table
from bot.tables.presence import Seating, computer, held_up, new_deal, redealt
from games import core, fair
from games.catalogue import GAMES
from games.core import AnyGame, Entry, Event, Played, Shuffled, State
from games.moves import IllegalMove, Move
from games.offers import Text
from games.players import waits

AWAY = 60_000
"""Milliseconds without a move after which a person is called to the next turn by a message that rings."""

PATIENCE = 30_000
"""Milliseconds that a computer player gives people to answer it, as when it has made an offer."""

NUDGED = 120
"""Seconds a decision from which on people are reminded of it at half time."""

STORY = 48
"""How many events a table remembers for the tail of its screens, where the last step has not brought more: a settlement
of twenty with the stakes of the next deal."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one step makes of a table, all to be stored together."""

    table: Table[Any]
    log: tuple[str, ...] = ()
    forget: int = 0
    """How many entries are dropped from the end of the log before `log` is added."""
    happened: tuple[Event, ...] = ()
    """The events of this step, each with its audience."""
    purses: Mapping[int, int] = field(default_factory=dict)
    """Chips won and lost by deals that this step settled, by user, nought too; the computer players share the purse 0.
    """
    titles: Mapping[str, str | None] = field(default_factory=dict)
    """Titles that the chat remembers from now on, or no more (None)."""
    missed: tuple[int, ...] = ()
    """Seats whose people turn out to be out of the bot's reach in mid-game."""
    seatings: tuple[Seating, ...] = ()
    """Who came and went."""
    said: tuple[str, ...] = ()
    """Messages beside those that all this makes, as they wait in the store to be sent."""

    def then(self, later: "Change") -> "Change":
        """This and what followed it, as one."""
        purses = dict(self.purses)
        _add(purses, later.purses)
        return Change(
            later.table,
            self.log[: max(0, len(self.log) - later.forget)] + later.log,
            self.forget + max(0, later.forget - len(self.log)),
            self.happened + later.happened,
            purses,
            {**self.titles, **later.titles},
            self.missed + later.missed,
            self.seatings + later.seatings,
            self.said + later.said,
        )


class Stale(IllegalMove):
    """A button that was drawn before its question changed."""

    def __init__(self) -> None:
        super().__init__("The table has moved on; here it is.")


@dataclass(frozen=True, slots=True)
class Clock:
    """The game clock's time, in milliseconds, and how long computer players think."""

    now: int
    thinking: int = 900


def state_of(table: Table[Any]) -> State[Any, Any, Any]:
    """The state of its game. Raises IllegalMove where there is none, or none any more."""
    state: State[Any, Any, Any] | None = table.state
    if state is None:
        raise IllegalMove("The game has not begun yet." if table.stage == "lobby" else "This table is closed.")
    return state


def own_seat(table: Table[Any], user: int) -> int:
    """The seat in which the person sits. Raises IllegalMove where that is none."""
    seat = table.seat_of(user)
    if seat is None and table.stage in ("over", "off"):
        raise IllegalMove("This table is closed.")
    if seat is None and table.kept_for(user) is not None:
        raise IllegalMove("Others play for you here. Press “Sit down” under the table to come back.")
    if seat is None:
        raise IllegalMove("You are not sitting at this table.")
    return seat


def advance(table: Table[Any], seat: int, move: Move, clock: Clock) -> Change:
    """The table after that move of that seat, which its game must offer it."""
    game = GAMES[table.game]
    return after(table, core.step(game, state_of(table), seat, move, shuffles(table)), seat, clock)


def after(table: Table[Any], step: core.Step[Any, Any, Any], moved: int | None, clock: Clock) -> Change:
    """The table after a step of that seat's (None: its first), with everybody's question and time."""
    game, before, (state, log) = GAMES[table.game], table.state, step
    count = table.count + 1
    outcome = game.outcome(state.table)
    over = outcome is not None
    asked_at = tuple(
        count
        if before is None or seat == moved or _question(game, before, seat) != _question(game, state, seat)
        else table.asked_at[seat]
        for seat in range(len(state.hands))
    )
    paid = game.payoffs(before.table) if before else (0,) * len(table.sitters)
    purses: dict[int, int] = {}
    if (won := game.payoffs(state.table)) != paid:
        for sitter, was, now in zip(table.sitters, paid, won, strict=True):
            _add(purses, {sitter.user or 0: now - was})
    if outcome is not None:
        _add(purses, left_over(table, outcome))
    acted = tuple(
        clock.now if before is None or seat == moved else table.acted[seat] for seat in range(len(state.hands))
    )
    awaited = game.turn(state.table)
    called = {seat for seat in awaited if before is not None and seat not in game.turn(before.table)}
    # Who has written looks at the own words, at the end of the chat: what is to be written next must stand there.
    writing = {
        seat
        for seat in awaited
        if before is not None
        and _writes(game, state, seat)
        and _question(game, before, seat) != _question(game, state, seat)
    }
    seatings: tuple[Seating, ...] = ()
    if before is not None and not over and new_deal(table, state):
        table, seatings = redealt(table, state)
    due = () if over else _due(table, state, asked_at, clock)
    # Of a parlour game nothing may be told that only one has heard: who held which slip is remembered nowhere.
    heard = tuple(event for event in state.events if event.audience is None) if game.parlour else state.events
    later = table.but(
        state=replace(state, events=()),
        count=count,
        asked_at=asked_at,
        acted=acted,
        rung=tuple(
            count
            if seat in writing or (seat in called and clock.now - when > AWAY and _rings(table, seat))
            else (table.rung[seat] if table.rung else 0)
            for seat, when in enumerate(acted)
        ),
        due=due,
        nudges=_nudges(table, due, asked_at),
        drafts={seat: draft for seat, draft in table.drafts.items() if asked_at[seat] != count and not over},
        story=remembered(table.story, heard),
        shuffles=table.shuffles + sum(isinstance(entry, Shuffled) for entry in log),
        stage="over" if over else "play",
    )
    kept = burnt(later) if over and game.parlour else later
    return Change(kept, tuple(map(text_of, log)), 0, state.events, purses, seatings=seatings)


def resat(table: Table[Any], clock: Clock, seat: int | None = None) -> Table[Any]:
    """The table in play after its people have changed: drawn anew; the time of that seat, and of all in which the rules
    move, is measured from now on."""
    anew = {other for other, holder in enumerate(table.holders) if holder.user is None and not computer(table, other)}
    due = tuple(None if other in anew or other == seat else until for other, until in enumerate(table.due))
    table = table.but(due=due)
    due = _due(table, state_of(table), table.asked_at, clock)
    acted = tuple(clock.now if other == seat else when for other, when in enumerate(table.acted))
    table = table.but(nudges=_nudges(table, due, table.asked_at), acted=acted)
    return table.but(due=due, count=table.count + 1)


def shuffles(table: Table[Any]) -> core.Shuffle[Any]:
    """The shuffles of this table from where it stands, drawn from its seed."""
    seed, numbers = bytes.fromhex(table.seed), iter(range(table.shuffles, table.shuffles + 1000))
    return lambda items: fair.shuffle(seed, next(numbers), items)


def burnt(table: Table[Any]) -> Table[Any]:
    """What may be kept of a parlour game that has ended: no seed, from which it follows who held which slip."""
    return table.but(seed="")


def _rings(table: Table[Any], seat: int) -> bool:
    """Whether whoever sits there wants to be called by a message."""
    return seat >= len(table.holders) or table.holders[seat].ring


def remembered(story: tuple[Event, ...], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The story of a table after a step that has brought these events."""
    return (*story, *events)[-max(STORY, len(events)) :]


def _due(
    table: Table[Any], state: State[Any, Any, Any], asked_at: tuple[int, ...], clock: Clock
) -> tuple[int | None, ...]:
    """When the clock decides for each seat: a question that stands keeps its time, whoever else has moved. At a table
    that stands still it is no later than when it began to, and `speak_again` adds the time that it stood."""
    awaited, now = GAMES[table.game].turn(state.table), table.but(state=state)
    since = clock.now if table.mute is None else table.mute.since

    def due(seat: int) -> int | None:
        if seat not in awaited:
            return None
        standing = table.due[seat] if _stands(table, seat, asked_at) else None
        if standing is not None:
            return standing
        if table.holders[seat].user is None:
            if held_up(now, seat):
                return None
            seen = core.view(state, seat)
            patient = computer(table, seat) and waits(table.game, seen)
            return since + max(PATIENCE if patient else 0, look(table.game).pause(seen) * clock.thinking)
        return None if table.pace is None else since + table.pace * 1000

    return tuple(due(seat) for seat in range(len(asked_at)))


def _stands(table: Table[Any], seat: int, asked_at: tuple[int, ...]) -> bool:
    """Whether a seat is still asked what it was asked before the step after which it is `asked_at`."""
    return seat < len(table.due) and asked_at[seat] <= table.count


def _nudges(table: Table[Any], due: tuple[int | None, ...], asked_at: tuple[int, ...]) -> tuple[int | None, ...]:
    """When each person is reminded: of every question once."""

    def nudge(seat: int, until: int | None) -> int | None:
        if until is None or table.holders[seat].user is None:
            return None
        if _stands(table, seat, asked_at) and table.due[seat] is not None:
            return table.nudges[seat] if seat < len(table.nudges) else None
        return half_time(table, until)

    return tuple(nudge(seat, until) for seat, until in enumerate(due))


def half_time(table: Table[Any], until: int) -> int | None:
    """When a person who has time until then is reminded; None where the time is too short for that."""
    return None if table.pace is None or table.pace < NUDGED else until - table.pace * 500


def _question(game: AnyGame, state: State[Any, Any, Any], seat: int) -> tuple[object, ...]:
    return core.question(game, core.view(state, seat))


def _writes(game: AnyGame, state: State[Any, Any, Any], seat: int) -> bool:
    return any(isinstance(slot, Text) for offer in game.offers(core.view(state, seat)) for slot in offer.slots)


def _add(purses: dict[int, int], more: Mapping[int, int]) -> None:
    for holder, chips in more.items():
        purses[holder] = purses.get(holder, 0) + chips


PLAYED = '{"play": '
"""How the text of a move in a log begins."""


def text_of(entry: Entry[Any]) -> str:
    """A log's entry as it is stored."""
    if isinstance(entry, Played):
        return json.dumps({"play": [entry.seat, entry.move]}, ensure_ascii=False)
    return json.dumps({"shuffled": entry.items})


def entry_of(text: str) -> Entry[Any]:
    """The entry that is stored so."""
    match json.loads(text):
        case {"play": [seat, move]}:
            return Played(seat, move)
        case {"shuffled": items}:
            return Shuffled(tuple(items))
    raise ValueError("not an entry of a log")
