"""The rules alone: how many moves a second each game plays, out of sessions that were thought out before."""

import random
import time
from collections.abc import Sequence
from itertools import islice

from games import core, record
from games.catalogue import GAMES
from games.core import Played
from games.record import Opening, Session
from games.simulation import simulate

MOVES = 1500
"""At least so many moves a game, in whole sessions or the beginnings of such."""


def seats(slug: str) -> int:
    """A table of usual size: four, or as near to it as the game allows."""
    fewest, most = GAMES[slug].seats
    return min(max(4, fewest), most)


def sessions(slug: str) -> list[Session]:
    """Sessions of sensible players, with as many moves in all as are wanted."""
    opening = record.opening({"game": slug, "seats": seats(slug)})
    luck, found, moves = random.Random(0), [], 0
    while moves < MOVES:
        *_, last = islice(simulate(opening, luck), MOVES)
        found.append(last)
        moves += sum(isinstance(entry, Played) for entry in last.log)
    return found


def seconds_a_move(played: Sequence[Session]) -> float:
    """Plays them again, through the one door, from the text of each move."""
    moves = 0
    began = time.perf_counter()
    for session in played:
        moves += _replay(session.opening, session)
    return (time.perf_counter() - began) / moves


def _replay(opening: Opening, session: Session) -> int:
    game, shuffle = opening.game, opening.shuffle(0)
    state, _ = core.begin(game, opening.seats, opening.options, shuffle)
    moves = [entry for entry in session.log if isinstance(entry, Played)]
    for move in moves:
        state, _ = core.step(game, state, move.seat, game.parse(move.move), shuffle)
    return len(moves)
