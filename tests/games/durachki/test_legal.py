"""What may be led and what beats, beside a second statement of the rule, tried on every set of cards there is."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from games.beating import beats, reaches_pairs
from games.bout import Lead, Table
from games.cards import PACK_36, RANKS, Card, Cards, cards, in_order
from games.core import State, check, view
from games.durachki import GAME, Here
from games.moves import IllegalMove
from games.offers import Pick, ahead, legal

HANDS = (
    "6S",
    "6S 7C 8D 9H TS JC QD KH",
    "6S 6C 7D 7H TS JC QD KH",
    "6S 6C 6D 9H 9S JC QD KH",
    "6S 6C 6D 6H 9S JC KD KH",
    "6S 6C 6D 7H 7S 7C 8D 8H 8S",
    "JS JC JD JH AS AC AD AH QH",
)


def leading(hand: Cards, held: int) -> Here:
    table = Table(2, 1, "lead", dealer=1, trump="H", seats_in=(0, 1), attacker=0, defender=1)
    return State(table, (hand, PACK_36[:held]), ((), ()))


def may_be_led(chosen: Cards, held: int) -> bool:
    """One card; or an odd three or five of which, one laid aside, the rest lie two by two of a rank."""
    if len(chosen) > held or len(chosen) not in (1, 3, 5):
        return False
    for aside in chosen:
        ranks = sorted(card[0] for card in chosen if card != aside)
        if all(one == other for one, other in zip(ranks[::2], ranks[1::2], strict=True)):
            return True
    return False


def every_set(hand: Cards) -> Iterator[Cards]:
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


@pytest.mark.parametrize("text", HANDS)
@pytest.mark.parametrize("held", [1, 2, 3, 4, 5, 8])
def test_every_lead_there_is_and_no_other_is_listed_and_accepted(text: str, held: int) -> None:
    hand = in_order(cards(text))
    seen = view(leading(hand, held), 0)
    right = {chosen for chosen in every_set(hand) if may_be_led(chosen, held)}
    listed = list(legal(GAME.offers(seen)))
    assert sorted(listed) == sorted(str(Lead(chosen)) for chosen in right)
    for chosen in every_set(hand):
        if chosen in right:
            check(GAME, seen, Lead(chosen))
        else:
            with pytest.raises(IllegalMove):
                check(GAME, seen, Lead(chosen))


@pytest.mark.parametrize("text", HANDS)
@pytest.mark.parametrize("held", [2, 3, 5])
def test_the_keyboard_offers_each_card_that_leads_on_to_a_lead_and_no_other(text: str, held: int) -> None:
    hand = in_order(cards(text))
    offers = list(GAME.offers(view(leading(hand, held), 0)))
    right = [set(chosen) for chosen in every_set(hand) if may_be_led(chosen, held)]
    for picked in (path for size in range(5) for path in permutations(hand[:5], size)):
        beyond = [chosen for chosen in right if chosen >= set(picked)]
        step = ahead(offers, ("lead", *picked))
        assert set(step.words) == {card for chosen in beyond for card in chosen} - set(picked)
        assert step.done is (set(picked) in right)


def test_of_thirty_cards_every_lead_is_found_by_a_few_questions_each() -> None:
    asked = 0

    def counted(chosen: Cards, rest: Cards, size: int) -> bool:
        nonlocal asked
        asked += 1
        return reaches_pairs(chosen, rest, size)

    hand = in_order(PACK_36[:30])
    listed = sum(1 for _ in Pick(hand, (1, 3, 5), counted).sets())
    assert listed == sum(may_be_led(chosen, 5) for size in (1, 3, 5) for chosen in combinations(hand, size))
    assert asked < 4 * listed


def test_a_card_beats_just_what_is_lower_in_its_suit_and_a_trump_every_plain_card() -> None:
    for card in PACK_36:
        lower = {Card(RANKS[at] + card[1]) for at in range(RANKS.index(card[0]))}
        plain = {other for other in PACK_36 if other[1] != "H"} if card[1] == "H" else set()
        assert {other for other in PACK_36 if beats(card, other, "H")} == (lower | plain) & set(PACK_36)


def test_every_cover_there_is_and_no_other_is_listed() -> None:
    hand = in_order(cards("6H 8S 9S 9H TD JC AC"))
    bout = tuple((card, None) for card in cards("7S 7H TC TH AS"))
    state = leading(hand, 1)
    table = replace(state.table, phase="cover", attacker=1, defender=0, bout=bout)
    listed = set(legal(GAME.offers(view(replace(state, table=table), 0))))
    assert listed == {
        "take",
        "cover 7S:8S", "cover 7S:9S", "cover 7S:6H", "cover 7S:9H",
        "cover 7H:9H",
        "cover TC:JC", "cover TC:AC", "cover TC:6H", "cover TC:9H",
        "cover AS:6H", "cover AS:9H",
    }  # fmt: skip


def test_who_can_beat_nothing_is_offered_to_take_and_no_word_more() -> None:
    state = leading(cards("6S 7S"), 1)
    table = replace(state.table, phase="cover", attacker=1, defender=0, bout=((Card("AC"), None),))
    assert ahead(GAME.offers(view(replace(state, table=table), 0))).words == ("take",)
