"""What is counselled in svoi kozyri, and how a screen asks."""

from dataclasses import replace

import pytest

from bot.screens.look import look
from bot.tables.lobby import all_options
from games.cards import Cards, cards, in_order
from games.catalogue import GAMES
from games.core import State, view
from games.options import check_options
from games.record import Opening, begin
from games.svoi_kozyri import Table
from tests.screens.sights import RU, Sight, lobby, shown

GAME = GAMES["svoi_kozyri"]
REPEL = "самое время для отвала"


def piling(held: str, heap: str, *, waits: str = "7H") -> Sight:
    """Anna, seat 0, has this hand and is to pile; the trumps of the three are spades, clubs and diamonds."""
    table = Table(3, 1, 100, "pile", 2, ("S", "C", "D"), (0, 1, 2), 0, cards(heap))
    hands: tuple[Cards, ...] = (in_order(cards(held)), cards("6H"), cards(waits))
    session = begin(Opening(GAME, 3, check_options(GAME.options, 3, {"dealer": 2})))
    face = lobby("svoi_kozyri", 3).but(stage="play", options=all_options(session.opening.options))
    return Sight(replace(session, state=State(table, hands, ((), ()))), face)


def counsel(sight: Sight, seat: int) -> str:
    return look("svoi_kozyri").advice(view(sight.session.state, seat), RU)


LARGE = "7D 8D 9D TD JD"


@pytest.mark.parametrize("held", ["AC 8S", "AC KC", "QH AC"])
def test_an_ace_of_the_next_ones_trumps_is_for_a_large_heap(held: str) -> None:
    assert REPEL in counsel(piling(held, LARGE), 0)
    assert REPEL not in counsel(piling(held, "7D 8D"), 0)


def test_so_is_a_king_which_no_ace_can_beat_any_more() -> None:
    assert REPEL in counsel(piling("KC 8S", f"AC {LARGE}"), 0)
    assert REPEL not in counsel(piling("KC 8S", LARGE), 0)


def test_nor_are_ones_own_trumps_or_those_of_the_one_after_next() -> None:
    assert REPEL not in counsel(piling("AS AD", LARGE), 0)


def test_who_waits_is_not_told_to_pile() -> None:
    assert REPEL not in counsel(piling("8S", LARGE, waits="AC"), 2)


def test_it_is_said_who_will_have_to_beat() -> None:
    assert "Побито. Теперь навалите карту. Бить будет Борис." in shown(piling("8S", "7D 8D").private(0, RU))
