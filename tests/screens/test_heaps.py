"""What is said at a game with a heap: the drawn trump once to each, and counsel about the neighbour."""

import pytest

from bot.screens.look import lately, look
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


@pytest.mark.parametrize("slug", ["navalka_closed", "navalka_open", "svoi_kozyri"])
def test_counsel_to_whoever_can_but_take_is_to_take(slug: str) -> None:
    sitting = leading(GAMES[slug], "SSS", "AC 6D", "7C 8H 9H", "9D").play((0, "lead AC"))
    assert look(slug).advice(view(sitting.state, 1), EN) == "Nothing of yours beats it: take."


@pytest.mark.parametrize("slug", ["navalka_closed", "navalka_open"])
@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("QC 6S 7S 8S", "Beat in suit"),
        ("QC 8H 9H", "Beat in suit"),
        ("6S 7S 8S", "You have trumps enough"),
        ("6S 8H 9H", "Beat with trumps only when"),
    ],
)
def test_counsel_to_whoever_beats_looks_at_what_beats(slug: str, hand: str, said: str) -> None:
    sitting = leading(GAMES[slug], "SSS", "TC 6D", hand, "9D").play((0, "lead TC"))
    assert look(slug).advice(view(sitting.state, 1), EN).startswith(said)


@pytest.mark.parametrize("slug", ["navalka_open", "english_durachki"])
def test_whoever_is_dealt_the_trump_is_told_for_as_long_as_who_deals(slug: str) -> None:
    """Three lines after it, of who sits out or of bouts, do not push the trump out."""
    seen = view(leading(GAMES["navalka_closed"], "SS", "6C", "7C").state, None)
    kind = "sits_out" if slug == "navalka_open" else "beats"
    others = [Event(kind, seat) for seat in (2, 3, 4)]
    story = [Event("dealer", 0), Event("trump", 1, cards=cards("QD")), *others]
    names = ("Anna", "Boris", "Vera", "Foka", "Nina")
    assert "Boris is dealt the trump Q♦" in lately([*look(slug).told(story, seen, names, EN)])
