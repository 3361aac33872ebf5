"""Sittings of twenty-one, and of what is played on top of it.

Seat 0 banks unless told, so with four seats the deal goes to 3, 2, 1 and then 0.
"""

from dataclasses import replace

from games.banking import all_cards
from games.cards import PACK_104, Card, Cards, cards, without
from games.core import Game
from games.twenty_one import GAME, Act, Table
from tests.games import banking

Sitting = banking.Sitting[Table]


def sit_down(*tops: str, seats: int = 4, game: Game[Table, Cards, Card, Act] = GAME, **options: object) -> Sitting:
    """A session of twenty-one at its first question."""
    return banking.seated(game, seats, tops, **options)


def shoe(*hands: str, then: str = "", cut: str = "2C") -> str:
    """The top of a shoe that deals these hands, in acting order, the banker's last."""
    return f"{cut} {banking.dealt(*hands)} {then}"


def running_out(sitting: Sitting, left: str = "") -> Sitting:
    """The same sitting with only these cards left in the shoe; all that nobody holds have been thrown in."""
    state = sitting.state
    held = (card for seat in range(len(state.hands)) for card in all_cards(state, seat))
    shoe = cards(left)
    sitting.state = replace(state, down=(shoe, without(PACK_104, (*shoe, *held))))
    return sitting


def all_staked(sitting: Sitting, amount: int = 10) -> Sitting:
    """Every punter stakes so much, and the banker deals."""
    seats = range(len(sitting.state.hands))
    banker = sitting.state.table.banker
    return sitting.play(*(f"{seat} stake {amount}" for seat in seats if seat != banker), f"{banker} deal")


def sit_out(sitting: Sitting) -> Sitting:
    """Every punter of this bank sits out, which ends it."""
    banker = sitting.state.table.banker
    return sitting.play(*(f"{seat} sit" for seat in sitting.waits_for if seat != banker))
