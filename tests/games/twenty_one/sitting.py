"""Sittings of twenty-one for its tests: scripted shoes, moves as text, and everything that was told.

A shuffle is scripted by the cards that come to the top; what is not named follows in the pack's order. Seat 0 banks
unless told, so with four seats the deal goes to 3, 2, 1 and then 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from games import core, offers
from games.banking import all_cards
from games.cards import PACK_104, Cards, cards, without
from games.core import Event
from games.moves import IllegalMove
from games.options import check_options
from games.twenty_one import GAME, Here, Options


@dataclass
class Sitting:
    """A session: its state, the tops of the shuffles still to come, and every event since it began."""

    state: Here
    tops: Iterator[str]
    told: list[Event]

    def play(self, *moves: str) -> "Sitting":
        """Makes moves such as `1 stake 5`, each by the seat that it begins with."""
        for each in moves:
            seat, text = each.split(" ", 1)
            self.state, _ = core.step(GAME, self.state, int(seat), GAME.parse(text), self.shuffle)
            self.told += self.state.events
        return self

    def shuffle(self, items: Cards) -> Cards:
        return topped(items, self.tops)

    def legal(self, seat: int, *, public: bool = False) -> list[str]:
        return list(offers.legal(GAME.offers(core.view(self.state, seat, public=public))))

    def refusal(self, move: str) -> str:
        with pytest.raises(IllegalMove) as caught:
            self.play(move)
        return str(caught.value)

    def events(self, *names: str) -> list[Event]:
        return [event for event in self.told if event.event in names]

    @property
    def waits_for(self) -> tuple[int, ...]:
        return GAME.turn(self.state.table)

    @property
    def phase(self) -> str:
        return self.state.table.phase

    @property
    def payoffs(self) -> tuple[int, ...]:
        return GAME.payoffs(self.state.table)

    @property
    def thrown_in(self) -> Cards:
        return self.state.down[1]


def topped(items: Cards, tops: Iterator[str]) -> Cards:
    """These cards, the next top's first; with no top left, as they are."""
    top = cards(next(tops, ""))
    return top + without(items, top)


def sit_down(*tops: str, seats: int = 4, **options: object) -> Sitting:
    """A session of twenty-one at its first question."""
    checked = check_options(Options, seats, {"dealer": 0, **options})
    scripted = iter(tops)
    state, _ = core.begin(GAME, seats, checked, lambda items: topped(items, scripted))
    return Sitting(state, scripted, list(state.events))


def shoe(*hands: str, then: str = "", cut: str = "2C") -> str:
    """The top of a shoe that deals these hands of two cards, in acting order, the banker's last."""
    dealt = [cards(hand) for hand in hands]
    return " ".join((cut, *(hand[0] for hand in dealt), *(hand[1] for hand in dealt), then))


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
