"""Leaving a table in play, coming back to it, and taking over a computer's seat. Each function is a wish, or what
silence comes to: from a table to a `Change`, and nothing else happens.

Seats are fixed when a game begins; what changes is who plays there. Whoever goes has their open decision made by the
rules; then others play on in that seat with the same hand, and the person may take it back: after having fallen asleep
so long as the table stands, after having left until the next deal. No table goes on without anybody: where all have
left it is called off, and where somebody may yet wake up the deal that is on is played out at once, as the last one.

Raises IllegalMove with a sentence for whoever wished what cannot be.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from bot.tables import lobby, presence
from bot.tables.model import Sitter, Table
from bot.tables.playing import call_off
from bot.tables.presence import Seating
from bot.tables.steps import STORY, Change, Clock, advance, after, resat, shuffles, state_of
from games import core
from games.catalogue import GAMES
from games.core import Entry, Event, View
from games.moves import IllegalMove
from games.offers import admits

LONGEST: Final = 5_000
"""More moves than any deal has that computers play out; beyond them the table is called off."""


def here(table: Table[Any], user: int) -> bool:
    """Whether the person sits at that table, waits for its next deal, or sleeps in a seat that is kept."""
    kept = table.kept_for(user)
    asleep = kept is not None and not table.holders[kept].left
    return table.seat_of(user) is not None or asleep or any(sitter.user == user for sitter in table.waiting)


def leave(table: Table[Any], user: int, clock: Clock) -> Change:
    """The person leaves the table, before its game or in the middle of it."""
    if not here(table, user):
        raise IllegalMove("You are not sitting at this table.")
    return _gone(table, user, clock)


def remove(table: Table[Any], user: int, by: int | None, signed: str, clock: Clock) -> Change:
    """The person is removed from the table and does not come back: the wish of its host, or of a moderator (`by`
    None), in whose name (`signed`) it is told. Whoever left is kept from coming back."""
    if by is not None:
        lobby.only_host(table, by)
    if not here(table, user) and table.kept_for(user) is None:
        raise IllegalMove("That person does not sit at this table.")
    return _gone(table.but(barred=(*table.barred, user)), user, clock, signed)


def _gone(table: Table[Any], user: int, clock: Clock, by: str = "") -> Change:
    """The table without that person. What of theirs was open is decided by the rules while they still sit there; where
    nobody else stays there is nothing to decide."""
    if table.stage != "play":
        seat = table.seat_of(user)
        name = "" if seat is None else table.holders[seat].name
        return Change(lobby.leave(table, user), seatings=(Seating("removed", name, by),) if by else ())
    host = table.host
    table = presence.hosted(table.but(waiting=tuple(sitter for sitter in table.waiting if sitter.user != user)))
    seat = table.seat_of(user)
    change = Change(table)
    if seat is not None and (presence.asleep(table) or any(other != user for other in presence.people(table))):
        change = _decided(table, seat, clock)
    if change.table.stage != "play":
        return change
    place = table.kept_for(user) if seat is None else seat
    if place is not None:
        table = presence.without(change.table, place, left=True) if place == seat else _left(change.table, place)
        table = resat(presence.vacated(table, place) if by else table, clock, place)
        told = Seating(
            "removed" if by else "left", change.table.holders[place].name, by, presence.instead(table, place)
        )
        change = change.then(Change(table, seatings=(told,)))
    else:  # who only waited
        change = change.then(Change(resat(change.table, clock)))
    return _settled(change, host, clock)


def _left(table: Table[Any], seat: int) -> Table[Any]:
    """Whoever slept there has left for good."""
    return table.seated(seat, table.holders[seat].model_copy(update={"left": True}))


def _decided(table: Table[Any], seat: int, clock: Clock) -> Change:
    """The seat's open decision, as the rules make it for somebody out of time; nothing where it is not waited for."""
    game, state = GAMES[table.game], state_of(table)
    seen = core.view(state, seat)
    move = game.time_out(seen) if seat in game.turn(state.table) else None
    if move is None or not admits(game.offers(seen), move.words()):
        return Change(table)
    return advance(table, seat, move, clock)


def sit(table: Table[Any], sitter: Sitter, clock: Clock) -> Change:
    """The person sits down: in the lobby; in play in the seat that is kept for them, else in a computer's, at once or
    with the next deal."""
    user = sitter.user
    if user is None or user in table.barred:
        raise IllegalMove("You have been removed from this table. Open another one with /play.")
    if table.stage != "play":
        return Change(lobby.sit(table, sitter))
    if table.seat_of(user) is not None:
        raise IllegalMove("You are sitting at this table already.")
    kept = table.kept_for(user)
    if kept is not None:
        return Change(resat(presence.taken(table, kept, sitter), clock, kept))
    if any(other.user == user for other in table.waiting):
        raise IllegalMove("You sit down when the next deal begins: there is nothing more to do.")
    seen = core.view(state_of(table), None)
    seat = presence.free_now(table, seen)
    if seat is not None:
        before, table = table.holders[seat].name, resat(presence.taken(table, seat, sitter), clock, seat)
        return Change(table, seatings=(Seating("sat", table.holders[seat].name, before),))
    _check_next(table, seen)
    waiting = lobby.named(sitter, table, (*table.holders, *table.waiting))
    waits = Seating("waits", waiting.name)
    return Change(resat(table.but(waiting=(*table.waiting, waiting)), clock), seatings=(waits,))


def _check_next(table: Table[Any], seen: View[Any, Any]) -> None:
    """Raises IllegalMove where nobody can sit down with the next deal."""
    game = GAMES[table.game]
    if not any(sitter.user is None for sitter in table.sitters):
        raise IllegalMove("Every seat is taken.")
    if not game.midway and not presence.another_deal(table, seen):
        if game.last is None:
            raise IllegalMove("In this game nobody takes over in the middle. Sit down when it is played once more.")
        raise IllegalMove("This is the last deal. Sit down when the game is played once more.")
    if presence.free_later(table, seen) <= 0:
        raise IllegalMove("No computer’s seat is free here. Open another table with /play.")


def slept(change: Change, seats: Iterable[int], clock: Clock) -> Change:
    """What comes of turns that the clock has just played for the people in those seats: after two in a row the seat is
    kept for them, and others play there."""
    table, told = change.table, list[Seating]()
    if table.stage != "play":
        return change
    for seat in seats:
        sitter = table.holders[seat]
        if sitter.user is None:
            continue
        table = table.seated(seat, sitter.model_copy(update={"missed": sitter.missed + 1}))
        if sitter.missed + 1 >= presence.PATIENCE:
            table = _rung(resat(presence.without(table, seat, left=False), clock, seat), seat)
            told.append(Seating("slept", sitter.name, instead=presence.instead(table, seat)))
    return _settled(change.then(Change(table, seatings=tuple(told))), change.table.host, clock)


def _rung(table: Table[Any], seat: int) -> Table[Any]:
    """The table whose seat is called by a message of its own."""
    return table.but(rung=tuple(table.count if other == seat else at for other, at in enumerate(table.rung)))


def _settled(change: Change, host: int, clock: Clock) -> Change:
    """What becomes of a table in play from which somebody has gone: it has another host than before, or comes to its
    end."""
    table = change.table
    if not presence.people(table):
        if presence.asleep(table):
            return change.then(_played_out(table, clock))
        return change.then(replace(call_off(table), seatings=(Seating("deserted"),)))
    if table.host == host:
        return change
    name = next(sitter.name for sitter in (*table.holders, *table.waiting) if sitter.user == table.host)
    return change.then(Change(table, seatings=(Seating("hosts", name),)))


def _played_out(table: Table[Any], clock: Clock) -> Change:
    """The deal that is on, as the last one, played to its end in one step by whoever plays for the absent."""
    game, state = GAMES[table.game], state_of(table)
    if game.last is not None:
        state = core.lasting(state, *game.last(state.table))
    table = table.but(state=state)
    shuffle, log, events = shuffles(table), list[Entry[Any]](), list[Event]()
    while game.outcome(state.table) is None:
        made = presence.move_for(table.but(state=state, absent="computer"), game.turn(state.table)[0])
        if made is None or len(log) > LONGEST:
            return replace(call_off(table), seatings=(Seating("deserted"),))
        state, more = core.step(game, state, *made, shuffle)
        log += more
        events += state.events
    told = events if game.parlour else events[-STORY:]
    change = after(table, (replace(state, events=tuple(told)), tuple(log)), None, clock)
    return replace(change, seatings=(Seating("asleep"),))
