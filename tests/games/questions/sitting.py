"""A round of written questions that is played move by move. Anna is seat 0, Boris 1, Vera 2, Foka 3."""

from dataclasses import dataclass, replace

import pytest

from games import core
from games.core import Entry, Shuffled, State, step, view
from games.moves import IllegalMove
from games.offers import legal
from games.questions import GAME, Hand, Item, Options, Table

Round = State[Table, Hand, Item]


@dataclass(frozen=True)
class Sitting:
    """A round in play, and its log. Shuffles come in the order given, and leave things as they lie after that."""

    state: Round
    log: tuple[Entry[Item], ...]
    shuffles: tuple[tuple[int, ...], ...]

    def after(self, *moves: str) -> "Sitting":
        """The round after moves such as `2 write Who?`."""
        sitting = self
        for each in moves:
            seat, _, move = each.partition(" ")
            parsed = GAME.parse(move)
            state, log = step(GAME, sitting.state, int(seat), parsed, sitting.shuffle)
            sitting = replace(sitting, state=state, log=sitting.log + log)
        return sitting

    def shuffle(self, pile: tuple[Item, ...]) -> tuple[Item, ...]:
        done = sum(isinstance(entry, Shuffled) for entry in self.log)
        return self.shuffles[done] if done < len(self.shuffles) else pile

    def refused(self, move: str) -> str:
        with pytest.raises(IllegalMove) as found:
            self.after(move)
        return str(found.value)

    def moves(self, seat: int) -> list[str]:
        return sorted(legal(GAME.offers(view(self.state, seat))))

    def hand(self, seat: int) -> Hand:
        return self.state.hands[seat]

    @property
    def turn(self) -> tuple[int, ...]:
        return GAME.turn(self.state.table)

    @property
    def phase(self) -> str:
        return self.state.table.phase

    @property
    def events(self) -> list[str]:
        return [event.event for event in self.state.events]


def sit(seats: int = 4, *shuffles: tuple[int, ...], **options: int) -> Sitting:
    start = Sitting(State(Table(0, 0, 0, 0), ()), (), shuffles)
    state, log = core.begin(GAME, seats, Options(**options), start.shuffle)
    return replace(start, state=state, log=log)


ASKED = ("0 write q0", "1 write q1", "2 write q2", "3 write q3")
ANSWERED = ("0 write a0", "1 write a1", "2 write a2", "3 write a3")


def reading(*order: int, **options: int) -> Sitting:
    return sit(4, (0, 1, 2, 3), (0, 1, 2, 3), order or (0, 1, 2, 3), **options).after(*ASKED, *ANSWERED)
