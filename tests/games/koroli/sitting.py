"""Sittings of koroli for its tests: hands and packs as text, moves as text, and what became of them."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from games import core
from games.cards import PACK_36, Cards, cards, in_order, without
from games.core import Event, Shuffled, State, time_out, view
from games.koroli import GAME, Hand, Here, Options, Table
from games.moves import IllegalMove
from games.offers import legal
from games.options import check_options


@dataclass(frozen=True)
class Sitting:
    """A session at some point of it."""

    state: Here

    def play(self, *moves: str) -> "Sitting":
        """Makes moves such as `1 play 6C`, each by the seat that it begins with. Chance is not played."""
        state = self.state
        for each in moves:
            seat, text = each.split(" ", 1)
            state = core.play(GAME, state, int(seat), GAME.parse(text))
        return Sitting(state)

    def trick(self, played: str) -> "Sitting":
        """Whoever is on turn plays the next of these cards."""
        sitting = self
        for card in played.split():
            sitting = sitting.play(f"{sitting.turn[0]} play {card}")
        return sitting

    def shuffled(self, pack: Cards) -> "Sitting":
        return Sitting(core.play(GAME, self.state, core.DEALER, Shuffled(pack)))

    def may(self, seat: int, *, public: bool = False) -> list[str]:
        return list(legal(GAME.offers(view(self.state, seat, public=public))))

    def refused(self, move: str) -> str:
        with pytest.raises(IllegalMove) as refusal:
            self.play(move)
        return str(refusal.value)

    def told(self, *names: str) -> list[Event]:
        return [event for event in self.state.events if event.event in names]

    @property
    def turn(self) -> tuple[int, ...]:
        return GAME.turn(self.state.table)

    @property
    def phase(self) -> str:
        return self.state.table.phase

    @property
    def hands(self) -> tuple[str, ...]:
        """The cards of every seat, a card just taken last."""
        return tuple(" ".join((*hand.cards, *hand.taken)) for hand in self.state.hands)

    @property
    def titles(self) -> tuple[int, ...]:
        return self.state.table.titles

    @property
    def tricks(self) -> tuple[int, ...]:
        return self.state.table.tricks

    @property
    def timed_out(self) -> str:
        (seat,) = self.turn
        found = time_out(GAME, self.state, seat)
        assert found is not None
        assert found[0] == seat
        return str(found[1])


def opened(options: dict[str, object], *shuffles: Cards) -> tuple[Sitting, int]:
    """A session's beginning, its shuffles scripted, and how many of them it took."""
    script = list(shuffles)
    state, log = core.begin(GAME, 4, check_options(Options, 4, options), lambda _: script.pop(0))
    return Sitting(state), len(log)


def pack(*hands: str, then: str = "") -> Cards:
    """The pack that deals these hands, nine cards each, in dealing order, and after them these cards."""
    rows = [cards(hand) for hand in hands]
    assert all(len(row) == 9 for row in rows)
    top = tuple(card for row in zip(*rows, strict=True) for card in row) + cards(then)
    return (*top, *without(PACK_36, top))


def playing(*hands: str, trump: str = "H", leader: int = 0, reigns: int = 3, **table: Any) -> Sitting:
    """These hands, and `leader` to lead; two tricks of the deal are over, so any card may be led.

    All other cards are gone.
    """
    held = tuple(in_order(cards(hand)) for hand in hands)
    gone = without(PACK_36, (card for hand in held for card in hand))
    known = {"phase": "play", "dealer": 3, "trump": trump, "turned_rank": "6", "leads": 2, "player": leader}
    made = Table(Options(reigns=reigns), **{**known, "leader": leader, **table})
    return Sitting(State(made, tuple(map(Hand, held)), ((), gone)))


def reigned(*hands: str, then: str = "", **table: Any) -> Sitting:
    """A deal of a later reign, in which the seats are king, prince, soldier, peasant in their order.

    The hands are those of the seats still in; the last card of the last of them is turned up, or with the king out the
    first of `then`.
    """
    made = Table(Options(), "deal", ranks=(0, 1, 2, 3))
    state: Here = State(replace(made, **table), (Hand(),) * 4, (PACK_36,))
    return Sitting(state).shuffled(pack(*hands, then=then))
