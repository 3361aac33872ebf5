"""Sittings of Tartar for its tests: hands in dealing order, moves as text, and everything that was told."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from games import core
from games.cards import Cards, cards, without
from games.core import Event, view
from games.moves import IllegalMove
from games.offers import legal
from games.options import check_options
from games.tartar import GAME, Here, Options


@dataclass
class Sitting:
    """A session: its state, the tops of the shuffles still to come, and every event since it began."""

    state: Here
    tops: Iterator[str]
    told: list[Event]

    def play(self, *moves: str) -> "Sitting":
        """Makes moves such as `1 swap`, each by the seat that it begins with."""
        for each in moves:
            seat, text = each.split(" ", 1)
            self.state, _ = core.step(GAME, self.state, int(seat), GAME.parse(text), self.shuffle)
            self.told += self.state.events
        return self

    def shuffle(self, items: Cards) -> Cards:
        top = cards(next(self.tops))
        return top + without(items, top)

    def may(self, seat: int) -> list[str]:
        return list(legal(GAME.offers(view(self.state, seat))))

    def refusal(self, move: str) -> str:
        with pytest.raises(IllegalMove) as caught:
            self.play(move)
        return str(caught.value)

    def events(self, *names: str) -> list[Event]:
        return [event for event in self.told if event.event in names]

    def standing(self, *at: int, dealer: int = 0) -> "Sitting":
        """The same with the markers so many lines down."""
        self.state = replace(self.state, table=replace(self.state.table, at=at, dealer=dealer))
        return self

    @property
    def waits_for(self) -> tuple[int, ...]:
        return GAME.turn(self.state.table)

    @property
    def at(self) -> tuple[int, ...]:
        return self.state.table.at

    @property
    def opened(self) -> str:
        """The open cards by seat."""
        return " ".join(card for opened in self.state.table.open for card in opened or ("-",))

    @property
    def held(self) -> str:
        """The hidden cards by seat."""
        return " ".join(card for hand in self.state.hands for card in hand.card or ("-",))


def sit_down(*tops: str, seats: int = 4, **options: object) -> Sitting:
    """A session at its first question. Seat 0 deals unless told, so cards go to 1, 2, 3 and then 0."""
    checked = check_options(Options, seats, {"dealer": 0, **options})
    script = iter(tops)
    sitting = Sitting(GAME.start(seats, checked), script, [])
    sitting.state, _ = core.begin(GAME, seats, checked, sitting.shuffle)
    sitting.told = list(sitting.state.events)
    return sitting


def freely(top: str, seats: int = 4, **options: object) -> Sitting:
    """A deal with a free exchange, at its first question."""
    return sit_down(top, seats=seats, exchange="optional", **options).play("0 deal")
