"""Sittings of the banking games for their tests: scripted shuffles, moves as text, and everything that was told.

A shuffle is scripted by the cards that come to the top; what is not named follows in the pack's order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from games import core, ochko, offers, twenty_one
from games.cards import Card, Cards, cards, without
from games.core import Event, Game, State
from games.moves import IllegalMove
from games.options import check_options

T = TypeVar("T", twenty_one.Table, ochko.Table)


@dataclass
class Sitting(Generic[T]):
    """A session: its state, the tops of the shuffles still to come, and every event since it began."""

    game: Game[T, Cards, Card, Any]
    state: State[T, Cards, Card]
    tops: Iterator[str]
    told: list[Event]

    def play(self, *moves: str) -> "Sitting[T]":
        """Makes moves such as `1 stake 5`, each by the seat that it begins with."""
        for each in moves:
            seat, text = each.split(" ", 1)
            self.state, _ = core.step(self.game, self.state, int(seat), self.game.parse(text), self.shuffle)
            self.told += self.state.events
        return self

    def shuffle(self, items: Cards) -> Cards:
        return topped(items, self.tops)

    def legal(self, seat: int, *, public: bool = False) -> list[str]:
        return list(offers.legal(self.game.offers(core.view(self.state, seat, public=public))))

    def refusal(self, move: str) -> str:
        with pytest.raises(IllegalMove) as caught:
            self.play(move)
        return str(caught.value)

    def events(self, *names: str) -> list[Event]:
        return [event for event in self.told if event.event in names]

    @property
    def waits_for(self) -> tuple[int, ...]:
        return self.game.turn(self.state.table)

    @property
    def phase(self) -> str:
        return self.state.table.phase

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self.game.payoffs(self.state.table)

    @property
    def thrown_in(self) -> Cards:
        return self.state.down[1]


def topped(items: Cards, tops: Iterator[str]) -> Cards:
    """These cards, the next top's first; with no top left, as they are."""
    top = cards(next(tops, ""))
    return top + without(items, top)


def seated(game: Game[T, Cards, Card, Any], seats: int, tops: tuple[str, ...], **options: object) -> Sitting[T]:
    """A session at its first question. Seat 0 banks unless told."""
    checked = check_options(game.options, seats, {"dealer": 0, **options})
    scripted = iter(tops)
    state, _ = core.begin(game, seats, checked, lambda items: topped(items, scripted))
    return Sitting(game, state, scripted, list(state.events))


def dealt(*hands: str) -> str:
    """The cards of these hands, in acting order, as they are dealt: one to each, and then another."""
    rounds = zip(*(cards(hand) for hand in hands), strict=True)
    return " ".join(card for each in rounds for card in each)
