"""Sessions that nobody sits at: computer players, and random moves for the games that only people can play."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.core import view
from games.offers import sample
from games.players import player
from games.record import Opening, Session, begin

TOO_LONG: Final = 100_000
"""More moves than any session of sensible players has."""


def simulate(opening: Opening, luck: random.Random) -> Iterator[Session]:
    """The session at its start and after each move, to its end. Equal luck plays equally.

    Raises RuntimeError where it does not end, or where nobody who is waited for can move.
    """
    return onward(begin(replace(opening, seed=luck.randbytes(32))), luck)


def onward(session: Session, luck: random.Random) -> Iterator[Session]:
    """This session, as it stands and after each move, to its end. Raises RuntimeError as `simulate` does."""
    game = session.opening.game
    choose = player(game.slug)
    yield session
    for _ in range(TOO_LONG):
        if session.outcome is not None:
            return
        seat = luck.choice(game.turn(session.state.table))
        seen = view(session.state, seat)
        move = str(choose(seen)) if choose else sample(game.offers(seen), luck.randrange)
        if move is None:
            raise RuntimeError(f"{game.slug}: seat {seat} is waited for and cannot move")
        session = session.play(seat, move)
        yield session
    raise RuntimeError(f"{game.slug}: no end after {TOO_LONG} moves")
