"""Computer players against players who press any button: what the wits of one bring, over many games and every seat."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.catalogue import GAMES
from games.core import view
from games.offers import sample
from games.players import Player, player
from games.record import Opening, Session, begin

PLAYED: Final = 500
SHORT: Final[Mapping[str, Mapping[str, Any]]] = {
    "ochko": {"deals": 4},
    "twenty_one": {"deals": 4},
    "eleven_and_half": {"deals": 4},
    "tartar": {"exchange": "optional"},
}
"""Where a game of the usual length has many deals, or nothing to decide."""
SEATS: Final[Mapping[str, int]] = {"english_lottery": 13}
"""Where the smallest table hardly comes to a trade."""


@dataclass(frozen=True, slots=True)
class Wits:
    """What a computer player had after `PLAYED` games, in each of which everybody else played by chance."""

    slug: str
    seats: int
    points: float
    """A game: chips; of titles, how many of the others stand below the own one less how many above; of a patience,
    the share of those that came out."""
    error: float
    """The standard error of that mean."""
    better: int
    """Games that ended above nought."""
    chance: float
    """What a player by chance has in the same place."""

    def line(self) -> str:
        """One line of the table."""
        mean = f"{self.points:+7.2f} ± {self.error:.2f} a game"
        won = f"above nought in {self.better} of {PLAYED}"
        return f"{self.slug:24}{self.seats:2} seats  {mean}, by chance {self.chance:+.2f};  {won}"


def wits(slug: str) -> Wits | None:
    """The figure of that game at a small table; None where only people can play."""
    choose = player(slug)
    if choose is None:
        return None
    seats = SEATS.get(slug, GAMES[slug].seats[0])
    points = [_points(_played(slug, seats, {n % seats: choose}, n), n % seats) for n in range(PLAYED)]
    chance = [_points(_played(slug, seats, {}, n), n % seats) for n in range(PLAYED)]
    mean = sum(points) / PLAYED
    error = (sum((each - mean) ** 2 for each in points) / PLAYED**2) ** 0.5
    return Wits(slug, seats, mean, error, sum(each > 0 for each in points), sum(chance) / PLAYED)


def _played(slug: str, seats: int, sensible: Mapping[int, Player], seed: int) -> Session:
    """A game to its end: those of the seats play sensibly, and all others by chance."""
    game, luck = GAMES[slug], random.Random(seed)
    session = begin(Opening(game, seats, game.options(**SHORT.get(slug, {})), seed=seed.to_bytes(2, "big")))
    while session.outcome is None:
        seat = luck.choice(game.turn(session.state.table))
        seen = view(session.state, seat)
        choose = sensible.get(seat)
        move = str(choose(seen)) if choose else sample(game.offers(seen), luck.randrange)
        session = session.play(seat, str(move))
    return session


def _points(session: Session, seat: int) -> float:
    outcome: dict[str, Any] = {**(session.outcome or {})}
    match outcome:
        case {"titles": [*reigns]}:
            return float(sum(len(reign) - 1 - 2 * reign.index(seat) for reign in reigns))
        case {"won": won}:
            return float(won)
        case _:
            return float(session.opening.game.payoffs(session.state.table)[seat])
