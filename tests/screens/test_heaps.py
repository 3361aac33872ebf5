"""What is said at a game with a heap: the drawn trump once to each, and counsel about the neighbour."""

import pytest

from bot.screens.look import look
from games.cards import cards
from games.catalogue import GAMES
from games.core import Event, view
from tests.games.heaps import leading
from tests.screens.sights import EN

DRAWN = (
    Event("draws", 0, amount=2),
    Event("drew", 0, cards=cards("7C QD"), audience=(0,)),
    Event("draws_trump", 0, cards=cards("QD")),
    Event("out", 1),
)
"""Anna has drawn the last two cards, of which the second one was the trump shown."""


@pytest.mark.parametrize("slug", ["durachki", "english_durachki", "navalka_closed"])
def test_who_has_drawn_the_trump_is_told_so_once_and_the_others_hear_who(slug: str) -> None:
    told, seen = look(slug).told, view(leading(GAMES["navalka_closed"], "SS", "6C", "7C").state, None)
    heard = [event for event in DRAWN if event.audience is None]
    own = list(told(DRAWN, seen, ("Anna", "Boris"), EN))
    assert own == ["From the stock to you: 7♣ Q♦", "Boris is out of cards"]
    assert list(told(heard, seen, ("Anna", "Boris"), EN)) == ["Anna draws the trump Q♦", "Boris is out of cards"]


@pytest.mark.parametrize(
    ("hands", "nearly"),
    [
        (("6C 7C 8C", "9C", "TC JC QC"), True),
        (("6C 7C 8C", "TC JC QC", "9C"), False),
        (("6C 7C 8C", "", "9C"), True),
    ],
)
def test_counsel_is_about_the_neighbour_who_has_to_beat(hands: tuple[str, ...], nearly: bool) -> None:
    sitting = leading(GAMES["navalka_closed"], "SSS", *hands)
    said = look("navalka_closed").advice(view(sitting.state, 0), EN)
    assert said.startswith("Your neighbour is nearly out") == nearly
