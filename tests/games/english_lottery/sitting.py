"""Sittings of the English lottery for its tests: tickets and draws by their tops, moves as text, everything told."""

from dataclasses import dataclass

import pytest

from games import core
from games.cards import Cards, cards, without
from games.core import Event, view
from games.english_lottery import GAME, Here, Options
from games.moves import IllegalMove
from games.offers import legal
from games.options import check_options


@dataclass
class Sitting:
    """A session: its state, and every event since it began."""

    state: Here
    told: list[Event]

    def play(self, *moves: str) -> "Sitting":
        """Makes moves such as `1 buy`, each by the seat that it begins with."""
        for each in moves:
            seat, text = each.split(" ", 1)
            self.state, _ = core.step(GAME, self.state, int(seat), GAME.parse(text), lambda items: items)
            self.told += self.state.events
        return self

    def call(self, times: int, director: int = 0) -> "Sitting":
        """The director calls so many cards."""
        return self.play(*[f"{director} call"] * times)

    def may(self, seat: int) -> list[str]:
        return list(legal(GAME.offers(view(self.state, seat))))

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
    def tickets(self) -> tuple[str, ...]:
        return tuple(" ".join(held) for held in self.state.table.tickets)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return GAME.payoffs(self.state.table)


def sit_down(seats: int = 3, tickets: str = "", draw: str = "", last: str = "", **options: object) -> Sitting:
    """A session at its first question. `tickets` and `draw` come to the tops of the two packs, `last` under the second.

    The first five cards of `draw` are the prizes. Seat 0 is the director unless told, so tickets go to 1, 2, …, 0; one
    who does not play is `director=seats`.
    """
    tops = iter(((tickets, ""), (draw, last)))

    def shuffle(items: Cards) -> Cards:
        top, bottom = map(cards, next(tops))
        return top + without(items, top + bottom) + bottom

    checked = check_options(Options, seats, options, offices=len(GAME.offices))
    state, _ = core.begin(GAME, seats, checked, shuffle)
    return Sitting(state, list(state.events))


def trading(price: int = 1, carry: int = 0) -> Sitting:
    """Three seats with a ticket each and none bought: 1 has the 2S, 2 the 3S, 0 the 4S, and 0, the director, loses his.

    The trade has just begun. The prizes are 3S, KD, 2S, KC, KH.
    """
    sitting = sit_down(3, "2S 3S 4S", "3S KD 2S KC KH 4S", tickets_each=1, price=price, carry=carry)
    return sitting.play("0 pass", "1 pass", "2 pass").call(42)
