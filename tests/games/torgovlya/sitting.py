"""Sittings of torgovlya for its tests: hands by seat, moves as text, and everything that was told."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from games import core
from games.cards import Cards
from games.core import Event, view
from games.moves import IllegalMove
from games.offers import legal
from games.options import check_options
from games.torgovlya import GAME, Here, Options
from tests.games.banking import dealt, topped

PLAIN = ("2S 7C JD", "3C 8D QH", "4D 9H KS")
"""Hands of seats 0, 1 and 2 that make nothing, and nothing when cards of theirs are bartered."""


@dataclass
class Sitting:
    """A session: its state, the tops of the shuffles still to come, and every event since it began."""

    state: Here
    tops: Iterator[str]
    told: list[Event]

    def play(self, *moves: str) -> "Sitting":
        """Makes moves such as `2 buy 7S`, each by the seat that it begins with."""
        for each in moves:
            seat, text = each.split(" ", 1)
            self.state, _ = core.step(GAME, self.state, int(seat), GAME.parse(text), self.shuffle)
            self.told += self.state.events
        return self

    def shuffle(self, items: Cards) -> Cards:
        return topped(items, self.tops)

    def circle(self) -> "Sitting":
        """Everybody in turn puts his first card under the pack and buys another."""
        for _ in self.state.hands:
            seat = self.waits_for[0]
            self.play(f"{seat} buy {self.state.hands[seat].cards[0]}")
        return self

    def may(self, seat: int, *, public: bool = False) -> list[str]:
        return list(legal(GAME.offers(view(self.state, seat, public=public))))

    def refusal(self, move: str) -> str:
        before = self.state
        with pytest.raises(IllegalMove) as caught:
            self.play(move)
        assert self.state is before
        return str(caught.value)

    def events(self, *names: str) -> list[Event]:
        return [event for event in self.told if event.event in names]

    def held(self, seat: int) -> str:
        return " ".join(self.state.hands[seat].all)

    @property
    def waits_for(self) -> tuple[int, ...]:
        return GAME.turn(self.state.table)

    @property
    def pot(self) -> int:
        return self.state.table.pot

    @property
    def payoffs(self) -> tuple[int, ...]:
        return GAME.payoffs(self.state.table)

    @property
    def winners(self) -> tuple[int | None, ...]:
        return self.state.table.winners


def hands(*by_seat: str, banker: int = 0, then: str = "") -> str:
    """The top of a shuffle that deals these hands to seats 0, 1, 2 …; `then` come the first cards of the pack."""
    acting = [by_seat[(banker - step) % len(by_seat)] for step in range(1, len(by_seat) + 1)]
    return f"{dealt(*acting)} {then}"


def sit_down(*tops: str, seats: int = 3, **options: object) -> Sitting:
    """A session at its first question. Seat 0 banks unless told, so that 2, 1 and 0 act in this order."""
    checked = check_options(Options, seats, {"dealer": 0, **options})
    sitting = Sitting(GAME.start(seats, checked), iter(tops), [])
    sitting.state, _ = core.begin(GAME, seats, checked, sitting.shuffle)
    sitting.told = list(sitting.state.events)
    return sitting


def shown(*by_seat: str, show: int, banker: int = 0, **options: object) -> Sitting:
    """One deal of these hands, which that seat ends with a show before anybody has traded."""
    top = hands(*by_seat, banker=banker)
    return sit_down(top, seats=len(by_seat), dealer=banker, deals=1, **options).play(f"{show} show")
