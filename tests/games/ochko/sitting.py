"""Sittings of ochko. Seat 0 banks first unless told, so with four seats cards go to 1, 2, 3 and then 0."""

from games.ochko import GAME, Table
from tests.games import banking

Sitting = banking.Sitting[Table]


def sit_down(*tops: str, seats: int = 4, **options: object) -> Sitting:
    """A session of ochko at its first question."""
    return banking.seated(GAME, seats, tops, **options)


def all_staked(*hands: str, then: str = "", stake: int = 10, bank: int = 100, **options: object) -> Sitting:
    """One deal of these hands, in acting order, the banker's last; `then` come the cards to be bought."""
    punters = range(1, len(hands))
    sitting = sit_down(f"{banking.dealt(*hands)} {then}", seats=len(hands), **{"deals": 1, **options})
    return sitting.play(f"0 bank {bank}", *(f"{seat} stake {stake}" for seat in punters))


def stand_all(sitting: Sitting) -> Sitting:
    """Everybody stands in turn, to the end of the deal."""
    while sitting.phase == "buying":
        sitting.play(f"{sitting.waits_for[0]} stand")
    return sitting
