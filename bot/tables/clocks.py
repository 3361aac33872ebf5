"""What the clock does where nobody moves. From a table to a `Change`, and nothing else happens."""

from typing import Any

from bot.tables.model import Table
from bot.tables.playing import call_off
from bot.tables.steps import Change, Clock, advance, state_of
from games import core
from games.catalogue import GAMES
from games.core import AnyGame
from games.moves import IllegalMove, Move
from games.players import player


def expire(table: Table[Any], clock: Clock) -> Change:
    """What the clock does for every seat whose time is up: computer players move, absent people get the move that the
    rules name; where there is none the table is called off. Where nobody's time is up the table stays as it is."""
    if table.stage != "play":
        raise IllegalMove("This table is closed.")
    game, done = GAMES[table.game], Change(table)
    for seat in [seat for seat, due in enumerate(table.due) if due is not None and due <= clock.now]:
        table = done.table
        due = table.due[seat] if seat < len(table.due) else None
        if due is None or due > clock.now:
            continue  # what the clock did for a seat before has answered for this one
        answer = made(game, table, seat)
        if answer is None:
            return done.then(call_off(table))
        done = done.then(advance(table, *answer, clock))
    return done


def made(game: AnyGame, table: Table[Any], seat: int) -> tuple[int, Move] | None:
    """The seat and the move by which the clock goes on in that seat's place; None where there is no such move."""
    if table.sitters[seat].user is None:
        choose = player(game.slug)
        return None if choose is None else (seat, choose(core.view(state_of(table), seat)))
    return core.time_out(game, state_of(table), seat)
