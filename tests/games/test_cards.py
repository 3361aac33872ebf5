"""Packs, order, dealing, and the lot for the first dealer."""

import pytest

from games.cards import PACK_36, PACK_52, PACK_104, card, cards, deal, in_order, lot, rank, suit, without


def test_packs_hold_each_card_as_often_as_they_should() -> None:
    assert (len(PACK_36), len(PACK_52), len(PACK_104)) == (36, 52, 104)
    assert (len(set(PACK_36)), len(set(PACK_52))) == (36, 52)
    assert all(PACK_104.count(each) == 2 for each in PACK_52)
    assert {each[0] for each in PACK_36} == set("6789TJQKA")


def test_card_is_rank_then_suit_and_nothing_else() -> None:
    assert (card("7S"), rank(card("2H")), rank(card("AH")), suit(card("TD"))) == ("7S", 0, 12, "D")
    for text in ("S7", "10S", "7s", "", "7S ", "1S"):
        with pytest.raises(ValueError, match="not a card"):
            card(text)


def test_canonical_order_is_by_rank_then_spades_clubs_diamonds_hearts() -> None:
    assert in_order(cards("7H AS 7S TD 7C 7D 2H")) == cards("2H 7S 7C 7D 7H TD AS")


def test_of_equal_cards_one_is_taken_at_a_time() -> None:
    assert without(cards("7S 8S 7S"), cards("7S")) == cards("8S 7S")
    with pytest.raises(ValueError, match="not in list"):
        without(cards("7S"), cards("7S 7S"))


def test_cards_are_dealt_one_at_a_time_in_the_order_of_seats() -> None:
    hands, rest = deal(cards("2S 3S 4S 5S 6S 7S 8S"), (1, 2, 0), 2)
    assert hands == {1: cards("2S 5S"), 2: cards("3S 6S"), 0: cards("4S 7S")}
    assert rest == cards("8S")


def test_highest_card_of_the_lot_deals_ace_high() -> None:
    assert lot(cards("KS 2S AS 9S"), 3) == (2, ((0, "KS"), (1, "2S"), (2, "AS")))


def test_those_tied_for_the_highest_draw_again_and_only_they() -> None:
    dealer, drawn = lot(cards("KS 2S KC 3S 4S"), 3)
    assert (dealer, drawn[3:]) == (2, ((0, "3S"), (2, "4S")))


def test_tie_upon_tie_is_drawn_again() -> None:
    assert lot(cards("KS KC 9S 9C 2S 3S"), 2)[0] == 1


def test_lowest_of_those_tied_deals_when_the_pack_gives_out() -> None:
    assert lot(cards("2S KS KC 3S"), 3) == (1, ((0, "2S"), (1, "KS"), (2, "KC")))


def test_one_alone_draws_nothing() -> None:
    assert lot(PACK_36, 1) == (0, ())
