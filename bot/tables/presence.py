"""Who is there: the people at a table, those who are away from it, and who plays for them meanwhile.

A seat without a person is a computer's. While it is `kept` for somebody who is away it plays under that person's name;
chips are won and lost by who sits there when a deal is settled, so a computer's are the house's. An office without a
person is the bot's own, which does there what the rules do for somebody out of time.
"""

from typing import Any

from bot.tables.model import Table
from games import core
from games.catalogue import GAMES
from games.core import State
from games.moves import Move
from games.players import player


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
