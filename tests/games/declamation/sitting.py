"""What the tests of double declamation share: moves as text, such as `0 recite`, each by the seat it begins with."""

import pytest

from games.core import play, view
from games.declamation import GAME, Here, Options
from games.moves import IllegalMove
from games.offers import legal


def after(state: Here, *moves: str) -> Here:
    for each in moves:
        seat, text = each.split(" ", 1)
        state = play(GAME, state, int(seat), GAME.parse(text))
    return state


def fresh(seats: int = 5, max_lines: int = 12) -> Here:
    return GAME.start(seats, Options(max_lines))


def cast(seats: int = 5, max_lines: int = 12) -> Here:
    """Seat 0 recites, seat 1 lends the hands, and the reciter is to choose."""
    return after(fresh(seats, max_lines), "0 recite", "1 hands")


def begun(seats: int = 5, text: str = "one / two") -> Here:
    """The same with a text of the reciter's own; its first line is to be spoken."""
    return after(cast(seats), f"0 recital {text}")


def may(state: Here, seat: int) -> list[str]:
    return list(legal(GAME.offers(view(state, seat))))


def refused(state: Here, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        after(state, move)
    return str(refusal.value)


def awaited(state: Here) -> tuple[int, ...]:
    return GAME.turn(state.table)
