"""Everything that is asked about offers, held against moves written out by hand and sets tried one by one."""

from collections.abc import Iterator
from itertools import combinations
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import PACK_36, Card, Cards, cards, in_order
from games.offers import Ahead, Choice, Offer, Pick, Range, Text, admits, ahead, legal, sample


def even(chosen: Cards, rest: Cards, size: int) -> bool:
    """Sets in which every rank comes in pairs: can be filled up to `size` out of the rest."""
    single = {card[0] for card in chosen if sum(card[0] == other[0] for other in chosen) % 2}
    left = list(rest)
    for rank in single:
        twin = next((card for card in left if card[0] == rank), None)
        if twin is None:
            return False
        left.remove(twin)
    pairs = sum(sum(card[0] == rank for card in left) // 2 for rank in {card[0] for card in left})
    wanting = size - len(chosen) - len(single)
    return wanting >= 0 and wanting % 2 == 0 and wanting // 2 <= pairs


HAND = cards("6S 6D 7C 7D 8H")
OFFERS = (
    Offer("pass"),
    Offer("stake", (Range(2, 5),)),
    Offer("offer", (Choice(("7S", "8S")), Range(1, None))),
    Offer("strike", (Choice(("1", "3")),)),
    Offer("write", (Text(5),)),
    Offer("lead", (Pick(HAND, (2, 4), even),)),
)


@pytest.mark.parametrize(
    "words",
    [
        "pass",
        "stake 2",
        "stake 5",
        "offer 7S 1",
        "offer 8S 99999",
        "strike 3",
        "lead 6S 6D",
        "lead 6D 6S",
        "lead 7C 6S 7D 6D",
    ],
)
def test_offered(words: str) -> None:
    assert admits(OFFERS, tuple(words.split()))


@pytest.mark.parametrize(
    "words",
    ["", "fold", "pass 1", "stake", "stake 1", "stake 6", "stake 2 2", "stake x", "stake -2", "offer 7S", "offer 9S 1",
     "offer 7S 0", "offer 1 7S", "strike 2", "lead", "lead 6S", "lead 6S 7C", "lead 6S 6S", "lead 6S 6D 8H",
     "lead 6S 6H", "lead 6S 6D 7C 7D 8H", "write"],
)  # fmt: skip
def test_not_offered(words: str) -> None:
    assert not admits(OFFERS, tuple(words.split()))


def test_free_text_is_one_word_of_so_many_characters() -> None:
    for text, fits in (("a b", True), ("five!", True), ("Ёж 🦔", True), ("six is", False), ("", False)):
        assert admits(OFFERS, ("write", text)) is fits
    rhyme = Offer("write", (Text(20, lambda text: text.endswith("!")),))
    assert admits((rhyme,), ("write", "so!"))
    assert not admits((rhyme,), ("write", "so"))


def test_every_move_is_listed_once_amounts_as_ranges_text_as_an_ellipsis() -> None:
    assert list(legal(OFFERS)) == [
        "pass", "stake 2..5", "offer 7S 1..", "offer 8S 1..", "strike 1", "strike 3", "write …",
        "lead 6S 6D", "lead 7C 7D", "lead 6S 6D 7C 7D",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "next_words"),
    [
        ("", Ahead(("pass", "stake", "offer", "strike", "write", "lead"))),
        ("pass", Ahead(done=True)),
        ("stake", Ahead(amount=Range(2, 5))),
        ("stake 3", Ahead(done=True)),
        ("stake 9", Ahead()),
        ("offer", Ahead(("7S", "8S"))),
        ("offer 8S", Ahead(amount=Range(1, None))),
        ("strike", Ahead(("1", "3"))),
        ("lead", Ahead(cards("6S 6D 7C 7D"), wanting=2)),
        ("lead 7D", Ahead(cards("6S 6D 7C"), wanting=1)),
        ("lead 7D 7C", Ahead(cards("6S 6D"), done=True)),
        ("lead 7D 6S", Ahead(cards("6D 7C"), wanting=2)),
        ("lead 7D 6S 7C", Ahead(cards("6D"), wanting=1)),
        ("lead 6S 6D 7C 7D", Ahead(done=True)),
        ("fold", Ahead()),
    ],
)
def test_what_may_follow_a_path(path: str, next_words: Ahead) -> None:
    assert ahead(OFFERS, tuple(path.split())) == next_words


def test_text_may_follow_its_verb_within_its_limit() -> None:
    assert ahead(OFFERS, ("write",)).text == Text(5)


def test_offers_of_one_verb_are_joined() -> None:
    offers = (Offer("up"), Offer("up", (Choice(("3",)),)))
    assert ahead(offers, ("up",)) == Ahead(("3",), done=True)
    assert list(legal(offers)) == ["up", "up 3"]
    assert admits(offers, ("up",))
    assert admits(offers, ("up", "3"))


hands = st.lists(st.sampled_from(PACK_36), min_size=1, max_size=7, unique=True).map(in_order)


@settings(max_examples=60, deadline=None)
@given(hands)
def test_sets_are_those_that_a_trial_of_all_subsets_finds(hand: Cards) -> None:
    pick = Pick(hand, (2, 4), even)
    tried = {chosen for size in (2, 4) for chosen in combinations(hand, size) if _all_paired(chosen)}
    listed = list(pick.sets())
    assert len(listed) == len(set(listed))
    assert set(listed) == tried
    for size in range(len(hand) + 1):
        for chosen in combinations(hand, size):
            assert pick.admits(chosen) is (chosen in tried)
            onward = {card for found in tried if set(chosen) < set(found) for card in set(found) - set(chosen)}
            assert set(pick.after(chosen)) == onward


def _all_paired(chosen: Cards) -> bool:
    return all(sum(card[0] == other[0] for other in chosen) in (2, 4) for card in chosen)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_sample_is_always_offered_and_misses_nothing(data: st.DataObject) -> None:
    found = sample(OFFERS, lambda n: data.draw(st.integers(0, n - 1)))
    assert found is not None
    verb, _, rest = found.partition(" ")
    assert admits(OFFERS, (verb, rest) if verb == "write" else tuple(found.split()))


def test_sample_of_nothing_is_none() -> None:
    assert sample((), lambda n: n - 1) is None


def test_keyboard_of_a_hand_of_thirty_cards_is_quick_and_its_list_lazy() -> None:
    """The next words of any path come within a tenth of a second, however many sets there are."""
    hand: Cards = PACK_36[:30]
    offers = (Offer("lead", (Pick(hand, (1, 3, 5), lambda *_: True),)),)
    began = perf_counter()
    assert len(ahead(offers, ("lead", *hand[:3])).words) == 27
    assert next(_third(legal(offers))) == f"lead {Card('6D')}"
    assert perf_counter() - began < 0.1


def _third(lines: Iterator[str]) -> Iterator[str]:
    next(lines)
    next(lines)
    return lines
