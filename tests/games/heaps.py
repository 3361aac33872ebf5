"""What the tests of the games with a heap share: a position with its game, moves as text, and what became of them."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from games import core
from games.cards import PACK_36, Cards, cards, in_order
from games.core import AnyGame, Event, Shuffled, State, begin, time_out, view
from games.moves import IllegalMove
from games.offers import legal
from games.options import check_options
from tests.games.walks import AnyState


@dataclass(frozen=True)
class Heap:
    """A game at some point of it."""

    game: AnyGame
    state: AnyState
    shuffles: int = 0

    def play(self, *moves: tuple[int, str]) -> "Heap":
        state = self.state
        for seat, move in moves:
            state = core.play(self.game, state, seat, self.game.parse(move))
        return replace(self, state=state)

    def shuffled(self, pack: Cards) -> "Heap":
        return replace(self, state=core.play(self.game, self.state, core.DEALER, Shuffled(pack)))

    def may(self, seat: int, *, public: bool = False) -> set[str]:
        return set(legal(self.game.offers(view(self.state, seat, public=public))))

    def refused(self, seat: int, move: str) -> str:
        with pytest.raises(IllegalMove) as refusal:
            self.play((seat, move))
        return str(refusal.value)

    def told(self, *names: str) -> list[Event]:
        return [event for event in self.state.events if event.event in names]

    @property
    def turn(self) -> tuple[int, ...]:
        return self.game.turn(self.state.table)

    @property
    def hands(self) -> tuple[str, ...]:
        return tuple(" ".join(hand) for hand in self.state.hands)

    @property
    def heap(self) -> str:
        return " ".join(self.state.table.heap)

    @property
    def outcome(self) -> object:
        return core.outcome(self.game, self.state)

    @property
    def timed_out(self) -> str:
        (seat, *_) = self.turn
        found = time_out(self.game, self.state, seat)
        assert found is not None
        assert found[0] == seat
        return str(found[1])


def opened(game: AnyGame, seats: int, options: dict[str, object], *shuffles: Cards) -> Heap:
    """A session's beginning, its shuffles scripted, and how many of them it took."""
    script = list(shuffles)
    state, log = begin(game, seats, check_options(game.options, seats, options), lambda _: script.pop(0))
    return Heap(game, state, sum(isinstance(entry, Shuffled) for entry in log))


def leading(game: AnyGame, trumps: str, *hands: str, talon: str = "", **table: Any) -> Heap:
    """Seat 0 is to lead; `trumps` are the seats' suits. Who has no cards is out."""
    held = tuple(in_order(cards(hand)) for hand in hands)
    known = {"stake": 1, "most_takes": 100, "phase": "lead", "dealer": len(hands) - 1, "player": 0}
    seats_in = tuple(seat for seat, hand in enumerate(held) if hand)
    made = game.table(**{**known, "seats": len(hands), "trumps": tuple(trumps), "seats_in": seats_in, **table})
    return Heap(game, State(made, held, (cards(talon), ())))


def dealt(seats: int, dealer: int, *hands: str, last: str = "") -> Cards:
    """The pack that deals the seats these hands, as far as they go, one card at a time from the dealer's left."""
    order = [(dealer + 1 + place) % seats for place in range(seats)]
    rows = [cards(hands[seat]) for seat in order]
    top = [card for row in zip(*rows, strict=True) for card in row]
    named = {*top, *cards(last)}
    return (*top, *(card for card in PACK_36 if card not in named), *cards(last))
