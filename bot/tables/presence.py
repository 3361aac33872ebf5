"""Who is there: the people at a table, those who are away from it, and who plays for them meanwhile.

A seat without a person is a computer's. While it is `kept` for somebody who is away it plays under that person's name;
chips are won and lost by who sits there when a deal is settled, so a computer's are the house's. An office without a
person is the bot's own, which does there what the rules do for somebody out of time.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.tables import lobby
from bot.tables.model import Sitter, Table
from games import core
from games.catalogue import GAMES
from games.core import State, View
from games.moves import Move
from games.players import player

PATIENCE: Final = 2
"""After so many turns in a row that the clock has played for somebody, the seat is kept and played by others."""


@dataclass(frozen=True, slots=True)
class Seating:
    """What has become of a seat, or of all: told to everybody. `name` is a person's as the table shows it."""

    what: Literal["left", "slept", "removed", "sat", "waits", "hosts", "deserted", "asleep"]
    name: str = ""
    other: str = ""
    """Who played there before, or who has removed that person."""
    instead: Literal["", "computer", "rules", "bot"] = ""
    """Who sees to the seat now; `bot`: to the office."""


# Who moves


def computer(table: Table[Any], seat: int) -> bool:
    """Whether a computer player moves there: not in a game that only people can play, nor for somebody who is away
    where the rules are to move instead, nor in an office from outside the game."""
    if seat >= len(table.sitters):
        return False
    sitter = table.sitters[seat]
    kept = sitter.kept is not None and table.absent == "moves"
    return sitter.user is None and not kept and player(table.game) is not None


def move_for(table: Table[Any], seat: int) -> tuple[int, Move] | None:
    """The seat and the move by which a table in play goes on in that seat's place; None where the rules name none."""
    game, state = GAMES[table.game], _state(table)
    choose = player(game.slug)
    if choose is not None and computer(table, seat):
        return seat, choose(core.view(state, seat))
    return core.time_out(game, state, seat)


def held_up(table: Table[Any], seat: int) -> bool:
    """Whether nothing is to be done for a seat without a person yet: another's move would go on in its place, such as
    the president's, and people are waited for whom that would cut short."""
    if computer(table, seat):
        return False
    made = core.time_out(GAMES[table.game], _state(table), seat)
    return made is not None and made[0] != seat and bool(awaited(table))


def awaited(table: Table[Any]) -> tuple[int, ...]:
    """The seats of people who are waited for."""
    seats = GAMES[table.game].turn(_state(table).table)
    return tuple(seat for seat in seats if table.holders[seat].user is not None)


def _state(table: Table[Any]) -> State[Any, Any, Any]:
    state: State[Any, Any, Any] | None = table.state
    if state is None:
        raise ValueError("only a table in play has a state")
    return state


# Who is there


def people(table: Table[Any]) -> tuple[int, ...]:
    """The people who play, from the host's place on, and those who wait to. An office alone makes nobody a player."""
    host = next((seat for seat, sitter in enumerate(table.sitters) if table.host in (sitter.user, sitter.kept)), 0)
    there = (*table.sitters[host:], *table.sitters[:host], *table.waiting)
    return tuple(sitter.user for sitter in there if sitter.user is not None)


def asleep(table: Table[Any]) -> bool:
    """Whether somebody may wake up and take a seat back that they have not left."""
    return any(sitter.kept is not None and not sitter.left for sitter in table.sitters)


def without(table: Table[Any], seat: int, *, left: bool) -> Table[Any]:
    """The table when the person has left that seat, or has fallen asleep in it; it is kept."""
    sitter = table.holders[seat]
    empty = sitter.model_copy(update={"user": None, "kept": sitter.user, "left": left, "missed": 0, "asked": None})
    drafts = {other: draft for other, draft in table.drafts.items() if other != seat}
    return hosted(table.seated(seat, empty).but(drafts=drafts))


def vacated(table: Table[Any], seat: int) -> Table[Any]:
    """The table when that seat, which is kept for nobody any more, is a computer's for good."""
    sitter = table.holders[seat].model_copy(update={"user": None, "kept": None, "left": False, "missed": 0})
    if seat < len(table.sitters) and player(table.game) is not None:
        others = (*table.sitters[:seat], *table.sitters[seat + 1 :])
        sitter = lobby.computer(table, others)
    return hosted(_new(table, seat, sitter))


def taken(table: Table[Any], seat: int, sitter: Sitter) -> Table[Any]:
    """The table when that person has taken a seat that was a computer's: back, or as a newcomer, under a name unlike
    the others'."""
    before = table.holders[seat]
    others = (*table.holders[:seat], *table.holders[seat + 1 :])
    name = before.name if before.kept == sitter.user else lobby.named(sitter, table, others).name
    waiting = tuple(other for other in table.waiting if other.user != sitter.user)
    return hosted(_new(table.but(waiting=waiting), seat, sitter.model_copy(update={"name": name})))


def _new(table: Table[Any], seat: int, sitter: Sitter) -> Table[Any]:
    """The table with somebody else in that seat, of whom nothing is known yet."""
    return table.seated(seat, sitter).but(unreached=tuple(other for other in table.unreached if other != seat))


def hosted(table: Table[Any]) -> Table[Any]:
    """The table in the hands of its host, who may hold an office without playing, or else of the next person there."""
    there = people(table)
    stays = table.host in there or any(officer.user == table.host for officer in table.officers)
    return table if stays or not there else table.but(host=there[0])


def instead(table: Table[Any], seat: int) -> Literal["computer", "rules", "bot"]:
    """Who sees to a seat, or an office, without a person."""
    if seat >= len(table.sitters):
        return "bot"
    return "computer" if computer(table, seat) else "rules"


def awake(table: Table[Any], seat: int) -> Table[Any]:
    """The table when the person in that seat has done something."""
    sitter = table.holders[seat]
    return table.seated(seat, sitter.model_copy(update={"missed": 0})) if sitter.missed else table


# Newcomers


def another_deal(table: Table[Any], seen: View[Any, Any]) -> bool:
    """Whether more deals may follow the one that is on."""
    game = GAMES[table.game]
    if game.last is None:
        return game.deal is not None
    option, shortest = game.last(seen.table)
    return bool(getattr(seen.table.options, option) != shortest)


def free_now(table: Table[Any], seen: View[Any, Any]) -> int | None:
    """The seat that a newcomer may take at once: a computer's own, or else one that somebody has left. `seen` is for
    everybody."""
    if not GAMES[table.game].midway:
        return None
    playing = _playing(seen.sizes)
    left = (seat for seat, sitter in enumerate(table.sitters) if sitter.left and seat in playing)
    return next((seat for seat in _own(table) if seat in playing), next(left, None))


def free_later(table: Table[Any], seen: View[Any, Any]) -> int:
    """For how many more people the next deal has seats, so far as can be known now."""
    if not another_deal(table, seen):
        return 0
    left = [seat for seat, sitter in enumerate(table.sitters) if sitter.left]
    return len(_playing(seen.sizes) & {*_own(table), *left}) - len(table.waiting)


def _own(table: Table[Any]) -> tuple[int, ...]:
    """The seats of computers that are kept for nobody."""
    return tuple(seat for seat, sitter in enumerate(table.sitters) if sitter.user is None and sitter.kept is None)


def _playing(sizes: tuple[int, ...]) -> set[int]:
    """Who still plays: whoever holds cards is in; where nobody does, they are still to be dealt."""
    return {seat for seat, size in enumerate(sizes) if size or not any(sizes)}


def new_deal(before: Table[Any], after: State[Any, Any, Any]) -> bool:
    """Whether the game of `before`, whose deals are many, has come to another one with this state."""
    return _number(before, _state(before)) != _number(before, after)


def _number(table: Table[Any], state: State[Any, Any, Any]) -> int:
    game = GAMES[table.game]
    if game.last is not None:
        return game.last(state.table)[1]
    return 0 if game.deal is None else game.deal(state.table)


def redealt(table: Table[Any], state: State[Any, Any, Any]) -> tuple[Table[Any], tuple[Seating, ...]]:
    """The table as its next deal begins with that state: whoever has left gives the seat up for good, and people who
    wait take seats of computers."""
    for seat, sitter in enumerate(table.sitters):
        if sitter.left:
            table = vacated(table, seat)
    told = []
    seats = [seat for seat in _own(table) if seat in _playing(tuple(map(len, state.hands)))]
    for newcomer, seat in zip(table.waiting, seats, strict=False):
        before, table = table.names[seat], taken(table, seat, newcomer)
        told.append(Seating("sat", table.names[seat], before))
    return table, tuple(told)
