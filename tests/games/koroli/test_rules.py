"""The rules of koroli, one test a rule, in the order of docs/rules/koroli.md."""

from dataclasses import replace
from typing import Any

import pytest

from games import core
from games.cards import PACK_36, cards, without
from games.core import DEALER, Event, view
from games.koroli import GAME, Options
from games.options import IllegalOption, check_options
from tests.games.koroli.sitting import Sitting, opened, pack, playing, reigned

SPADES, CLUBS, DIAMONDS, HEARTS = (f"6{s} 7{s} 8{s} 9{s} T{s} J{s} Q{s} K{s} A{s}" for s in "SCDH")


Given = dict[str, Any]
"""Fields of a table, or options."""


# Options and set-up


def test_four_play() -> None:
    assert GAME.seats == (4, 4)


def test_options_and_their_bounds() -> None:
    assert check_options(Options, 4, {}) == Options(dealer=None, reigns=3, titles=None)
    assert check_options(Options, 4, {"titles": [2, 0, 3, 1]}).titles == (2, 0, 3, 1)
    wrong: list[Given] = [{"reigns": 0}, {"dealer": 4}, *({"titles": some} for some in ([0, 1, 2], [0, 1, 2, 2], []))]
    for bad in wrong:
        with pytest.raises(IllegalOption):
            check_options(Options, 4, bad)


def test_the_lot_makes_the_first_dealer() -> None:
    first = cards("7S KS AS 6S")
    sitting, shuffles = opened({}, (*first, *without(PACK_36, first)), PACK_36)
    assert (shuffles, sitting.state.table.dealer, sitting.turn) == (2, 2, (3,))
    assert [(event.seat, *event.cards) for event in sitting.told("lot")] == [(0, "7S"), (1, "KS"), (2, "AS"), (3, "6S")]
    assert sitting.told("dealer") == [Event("dealer", 2)]


def test_nobody_draws_where_a_dealer_is_named_or_titles_are() -> None:
    assert opened({"dealer": 2}, PACK_36)[1] == 1
    sitting, shuffles = opened({"dealer": 2, "titles": [3, 1, 0, 2]}, PACK_36)
    assert (shuffles, sitting.state.table.dealer, sitting.turn, sitting.phase) == (1, 2, (3,), "give")


def test_nine_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    sitting, _ = opened({"dealer": 2}, PACK_36)
    assert sitting.hands == (CLUBS, DIAMONDS, HEARTS, SPADES)


def test_the_last_card_is_the_dealers_own_and_shows_trump() -> None:
    sitting, _ = opened({"dealer": 2}, PACK_36)
    assert (sitting.state.table.trump, sitting.state.table.turned) == ("H", ())
    assert sitting.told("trump") == [Event("trump", 2, cards=cards("AH"))]
    assert "AH" in sitting.state.hands[2].cards


def test_the_next_seat_after_the_dealer_leads() -> None:
    for dealer in range(4):
        sitting, _ = opened({"dealer": dealer}, PACK_36)
        assert sitting.turn == ((dealer + 1) % 4,)


# Tricks


def test_the_suit_led_is_followed_by_whoever_can() -> None:
    sitting = playing("9S AD", "6S KS 6H", "AC 6D", "AS 7D").play("0 play 9S")
    assert sitting.may(1) == ["play 6S", "play KS"]
    assert sitting.refused("1 play 6H") == "You have S: follow the suit that was led."


def test_who_cannot_follow_plays_anything_and_need_not_trump() -> None:
    sitting = playing("9S AD", "8S 7S", "AC 6H", "AS 7D").play("0 play 9S", "1 play 8S")
    assert sitting.may(2) == ["play 6H", "play AC"]
    assert sitting.play("2 play AC", "3 play AS").told("takes") == [
        Event("takes", 3, cards=cards("9S 8S AC AS"), amount=1)
    ]


def test_a_trump_takes_a_plain_trick() -> None:
    sitting = playing("9S AD", "AS 7S", "6H AC", "KS 7D").trick("9S AS 6H KS")
    assert (sitting.tricks, sitting.turn) == ((0, 0, 1, 0), (2,))


def test_the_first_two_leads_must_be_trumps() -> None:
    sitting = playing("6H 7H AS", "8H AC KC", "9H KS QS", "AD KD QD", leads=0)
    assert sitting.may(0) == ["play 6H", "play 7H"]
    assert sitting.refused("0 play AS") == "The first two leads of a deal are trumps: lead H."
    sitting = sitting.trick("6H 8H 9H QD")
    assert sitting.turn == (2,)
    assert sitting.may(2) == ["play KS", "play QS"][::-1], "there is none left, so anything is led"


def test_the_second_lead_is_whoevers_it_is_and_the_third_is_free() -> None:
    sitting = playing("6H 7S AS", "8H TH KC", "9S KS QS", "AD KD QD", leads=0).trick("6H 8H 9S QD")
    assert (sitting.turn, sitting.may(1)) == ((1,), ["play TH"])
    sitting = playing("6H 7H AS", "8H TH KC", "9H AH QS", "AD KD QD", leads=2)
    assert sitting.may(0) == ["play 6H", "play 7H", "play AS"]


def test_a_lead_without_a_trump_counts_as_one_of_the_two() -> None:
    sitting = playing("AS KS QS", "6S 7H 8H", "7S AC KC", "8S AD KD", leads=0).trick("AS 6S 7S 8S KS 7H AC AD")
    assert (sitting.turn, sitting.may(1)) == ((1,), ["play 8H"])
    sitting = playing("AS KS QS 6H", "6S 7H 8H 9C", "7S AC KC TC", "8S AD KD TD", leads=1)
    assert sitting.trick("6H 7H TC TD").may(1) == ["play 6S", "play 8H", "play 9C"]


def test_the_first_two_leads_of_every_deal_must_be_trumps() -> None:
    sitting = playing("9S", "8S", "7S", "6S", dealer=3).trick("9S 8S 7S 6S")
    assert sitting.turn == (DEALER,)
    again = sitting.shuffled(
        pack("6S 7S 8S 9S TS JS QS 6H 7H", "6C 7C 8C 9C TC JC QC 8H 9H", DIAMONDS, "KS AS KC AC TH JH QH KH AH")
    )
    assert (again.turn, again.may(1)) == ((1,), ["play 6H", "play 7H"])


def test_in_a_later_reign_the_first_two_leads_must_be_trumps_too() -> None:
    sitting = reigned(
        "6S 7S 8S 9S TS JS QS 6H 7H", "6C 7C 8C 9C TC JC QC 8H 9H", DIAMONDS, "KS AS KC AC TH JH QH KH AH"
    )
    sitting = sitting.play("0 give 6S", "1 give 6C")
    assert sitting.may(0) == ["play 6H", "play 7H", "play AH"]
    sitting = sitting.trick("AH 8H 6D TH")
    assert sitting.may(0) == ["play 6H", "play 7H"]
    assert "play 7S" in sitting.trick("7H 9H 7D JH").may(0)


def test_tricks_add_up_over_deals() -> None:
    sitting = playing("9S", "8S", "7S", "6S", tricks=(3, 2, 2, 1)).trick("9S 8S 7S 6S")
    assert (sitting.turn, sitting.tricks) == ((DEALER,), (4, 2, 2, 1))
    assert sitting.shuffled(PACK_36).tricks == (4, 2, 2, 1)


def test_the_deal_passes_left_among_those_still_in() -> None:
    sitting = playing("9S", "8S", "7S", "6S", dealer=3).trick("9S 8S 7S 6S").shuffled(PACK_36)
    assert (sitting.state.table.dealer, sitting.turn) == (0, (1,))
    sitting = playing("9S", "", "7S", "6S", dealer=0, titles=(1,)).trick("9S 7S 6S").shuffled(PACK_36)
    assert (sitting.state.table.dealer, sitting.turn) == (2, (3,))
    gone = playing("9S", "8S", "7S", "6S", dealer=0, tricks=(9, 0, 0, 0)).trick("9S 8S 7S 6S").shuffled(PACK_36)
    assert (gone.titles, gone.state.table.dealer, gone.turn) == ((0,), 1, (2,))


def test_nine_cards_each_however_many_are_in_and_the_rest_is_unseen() -> None:
    sitting = playing("9S", "", "7S", "6S", dealer=2, titles=(1,)).trick("9S 7S 6S").shuffled(PACK_36)
    assert [len(hand) for hand in sitting.state.hands] == [9, 0, 9, 9]
    assert [len(pile) for pile in sitting.state.down] == [9, 0]
    assert sitting.told("trump") == [Event("trump", 3, cards=cards("QD"))]


# The first reign


def test_then_whoever_took_the_trick_leads() -> None:
    sitting = playing("9S 6D", "AS 7D", "7S 8D", "6S 9D").trick("9S AS 7S 6S")
    assert sitting.turn == (1,)


def test_ten_tricks_make_the_king_who_lays_the_cards_aside() -> None:
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(8, 0, 0, 0)).trick("AS KS QS JS")
    assert sitting.titles == ()
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(9, 0, 0, 0)).trick("AS KS QS JS")
    assert sitting.told("title") == [Event("title", 0, amount=0)]
    assert (sitting.titles, sitting.hands) == ((0,), ("", "7D", "8D", "9D"))
    assert "6D" in sitting.state.down[1]


def test_where_the_taker_has_just_gone_out_the_next_seat_in_leads() -> None:
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(9, 0, 0, 0)).trick("AS KS QS JS")
    assert sitting.turn == (1,)
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(9, 9, 0, 0)).trick("AS KS QS JS")
    assert (sitting.titles, sitting.turn) == ((0, 1), (2,))


def test_nine_of_the_other_three_make_the_prince() -> None:
    sitting = playing("", "AS 7D", "QS 8D", "JS 9D", leader=1, titles=(0,), tricks=(10, 7, 0, 0)).trick("AS QS JS")
    assert (sitting.titles, sitting.turn) == ((0,), (1,))
    sitting = playing("", "AS 7D", "QS 8D", "JS 9D", leader=1, titles=(0,), tricks=(10, 8, 0, 0)).trick("AS QS JS")
    assert (sitting.titles, sitting.turn) == ((0, 1), (2,))


def test_eight_of_the_two_left_make_the_soldier_and_the_last_is_the_peasant() -> None:
    sitting = playing("", "", "AS 8D", "JS 9D", leader=2, titles=(0, 1), tricks=(10, 9, 6, 0)).trick("AS JS")
    assert sitting.titles == (0, 1)
    sitting = playing("", "", "AS 8D", "JS 9D", leader=2, titles=(0, 1), tricks=(10, 9, 7, 0)).trick("AS JS")
    assert [(event.seat, event.amount) for event in sitting.told("title")] == [(2, 2), (3, 3)]
    assert sitting.state.table.past == ((0, 1, 2, 3),)


# Titles at the same moment


def test_when_a_title_is_won_whoever_has_enough_takes_the_next_at_once() -> None:
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(9, 9, 2, 2)).trick("AS KS QS JS")
    assert [(event.seat, event.amount) for event in sitting.told("title")] == [(0, 0), (1, 1)]
    assert (sitting.titles, sitting.turn) == ((0, 1), (2,))


def test_all_four_titles_may_fall_by_one_trick() -> None:
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(9, 8, 7, 9)).trick("AS KS QS JS")
    assert [(event.seat, event.amount) for event in sitting.told("title")] == [(0, 0), (3, 1), (1, 2), (2, 3)]
    assert sitting.told("reign") == [Event("reign", amount=1)]


def test_equal_ones_wait_for_the_first_of_them_to_take_another_trick() -> None:
    sitting = playing("AS 6D 6C", "KS AD 7C", "QS 8D 8C", "JS 9D 9C", tricks=(9, 9, 9, 0)).trick("AS KS QS JS")
    assert [event.seat for event in sitting.told("tied")] == [1, 2]
    assert (sitting.titles, sitting.state.table.tied, sitting.turn) == ((0,), (1, 2), (1,))
    sitting = sitting.trick("7C 8C 9C")
    assert (sitting.titles, sitting.state.table.tied) == ((0,), (1, 2)), "a third one takes it, and nothing is decided"
    sitting = sitting.trick("9D AD 8D")
    assert sitting.told("title")[0] == Event("title", 1, amount=1)


def test_a_third_one_does_not_join_the_tie_however_many_tricks_it_takes_but_may_be_next() -> None:
    """Seat 3 takes more than the tied ones meanwhile, and is soldier when the prince is found."""
    sitting = playing(
        "", "6S 6C KC", "7S 7C QC", "AS AC 6D", leader=3, titles=(0,), tied=(1, 2), tricks=(10, 9, 9, 8)
    ).trick("AS 6S 7S")
    assert (sitting.titles, sitting.tricks) == ((0,), (10, 9, 9, 9)), "as many as they, yet no third of the tie"
    sitting = sitting.trick("AC 6C 7C")
    assert (sitting.titles, sitting.tricks) == ((0,), (10, 9, 9, 10)), "more than they, yet no prince"
    sitting = sitting.trick("6D KC QC")
    assert sitting.state.table.tied == (1, 2)
    assert sitting.turn == (DEALER,), "the deal is over, and the tie is not"
    sitting = sitting.shuffled(pack("6S 7H 8H 9H TH JH QH KH AH", CLUBS, "7S 8S 9S TS JS QS KS AS 6H"))
    assert (sitting.state.table.tied, sitting.turn) == ((1, 2), (2,))
    assert sitting.trick("AH 6C 6H").state.table.past == ((0, 2, 3, 1),)


def test_of_several_with_enough_the_one_with_most_has_the_next_title() -> None:
    table: Given = {"ranks": (0, 1, 2, 3), "titles": (0,), "tied": (1, 2), "leader": 1}
    sitting = playing("", "AS 6C", "7S 7C", "6S AC", tricks=(9, 9, 9, 11), **table).trick("AS 7S 6S")
    assert sitting.state.table.past == ((0, 1, 3, 2),), "eleven before nine"


def test_the_next_count_is_looked_at_when_the_tie_is_decided() -> None:
    sitting = playing("", "AS 6C", "7S 7C", "6S AC", leader=1, titles=(0,), tied=(1, 2), tricks=(10, 9, 9, 11)).trick(
        "AS 7S 6S"
    )
    assert [(event.seat, event.amount) for event in sitting.told("title")] == [(1, 1), (3, 2), (2, 3)]
    assert sitting.state.table.past == ((0, 1, 3, 2),)


def test_a_tie_of_the_last_two_is_decided_in_the_same_way() -> None:
    sitting = playing("", "AS 6C", "KS 7C", "6S AC", leader=1, titles=(0,), tricks=(10, 8, 8, 8)).trick("AS KS 6S")
    assert (sitting.titles, sitting.state.table.tied) == ((0, 1), (2, 3))
    assert sitting.turn == (2,)
    assert sitting.trick("7C AC").state.table.past == ((0, 1, 3, 2),)


# Later reigns


LATER = (
    "6S 7S 8S AS AC AD TH JH QH",
    "9S TS JS 6C 7C 8C 9C TC 6H",
    "QS KS JC QC KC 6D 7D 8D 9D",
    "TD JD QD KD 7H 8H AH KH 9H",
)
"""The peasant holds five trumps, of which the lowest but two is turned up."""


def later() -> Sitting:
    return reigned(*LATER)


def test_titles_of_an_earlier_reign_make_the_first_one_a_later_one() -> None:
    sitting, _ = opened({"titles": [2, 0, 3, 1], "reigns": 1}, pack(*LATER))
    assert sitting.told("trump") == [Event("trump", 1, cards=cards("9H"))]
    assert (sitting.turn, sitting.phase, len(sitting.state.hands[1])) == ((2,), "give", 8)
    assert sitting.state.hands[0].cards == cards("6C 6H 7C 8C 9S 9C TS TC JS")
    sitting = sitting.play("2 give 6S", "0 give 6C")
    assert sitting.turn == (2,)
    assert sitting.play("2 play QH").turn == (0,), "they sit by title"


def test_all_of_a_reign_goes_by_the_titles_of_the_last() -> None:
    done = playing("", "", "AS 8D", "JS 9D", leader=2, titles=(1, 0), tricks=(9, 10, 7, 0)).trick("AS JS")
    assert (done.turn, done.state.table.ranks, done.titles, done.tricks) == ((DEALER,), (1, 0, 2, 3), (), (0, 0, 0, 0))
    sitting = done.shuffled(pack(SPADES, CLUBS, DIAMONDS, HEARTS))
    assert sitting.told("deals", "trump") == [Event("deals", 3, amount=9), Event("trump", 3, cards=cards("AH"))]
    assert sitting.told("exchanges") == [Event("exchanges", 1, to=3)]
    sitting = sitting.play("1 give 6S", "0 give 6C")
    assert sitting.hands == (
        f"{CLUBS.replace('6C ', '').replace(' KC AC', ' KC KH AC')}",
        "7S 8S 9S TS JS QS KS AS AH",
        DIAMONDS,
        "6S 6C 6H 7H 8H 9H TH JH QH",
    )
    assert sitting.turn == (1,)


def test_cards_go_to_the_king_first_and_the_peasants_last_card_is_turned_up() -> None:
    sitting = later()
    assert sitting.told("deals", "trump") == [Event("deals", 3, amount=9), Event("trump", 3, cards=cards("9H"))]
    assert sitting.state.table.turned == ()


def test_the_king_takes_the_peasants_highest_trump_and_gives_another_card_for_it() -> None:
    sitting = later()
    assert (sitting.turn, sitting.phase) == ((0,), "give")
    assert sitting.told("took") == [Event("took", 0, to=3, cards=cards("AH"), audience=(0, 3))]
    assert sitting.may(0) == [f"give {card}" for card in cards("6S 7S 8S TH JH QH AS AC AD")]
    sitting = sitting.play("0 give 6S")
    assert sitting.told("gave") == [Event("gave", 0, to=3, cards=cards("6S"), audience=(0, 3))]
    assert sitting.hands[0] == "7S 8S TH JH QH AS AC AD AH"


def test_nobody_gives_back_the_card_it_took() -> None:
    sitting = later()
    assert sitting.refused("0 give AH") == "AH is what you have taken: give another card for it."
    assert sitting.refused("0 give KD") == "You do not hold KD."
    sitting = sitting.play("0 give 6S")
    assert sitting.refused("1 give KH") == "KH is what you have taken: give another card for it."


def test_then_the_prince_takes_the_highest_trump_that_is_left() -> None:
    sitting = later().play("0 give 6S")
    assert (sitting.turn, sitting.told("exchanges")) == ((1,), [Event("exchanges", 1, to=3)])
    assert sitting.told("took") == [Event("took", 1, to=3, cards=cards("KH"), audience=(1, 3))]
    sitting = sitting.play("1 give 6H")
    assert sitting.hands[3] == "6S 6H 7H 8H 9H TD JD QD KD"
    assert (sitting.turn, sitting.phase) == ((0,), "play")


def test_a_trump_that_the_king_gives_may_be_what_the_prince_takes() -> None:
    """The peasant has the one trump, so what the king gives for it is his highest now."""
    sitting = one_trump().play("0 give 6H")
    assert sitting.told("took") == [Event("took", 1, to=3, cards=cards("6H"), audience=(1, 3))]


def one_trump() -> Sitting:
    """The peasant has no trump but the 9H that is turned up."""
    return reigned(
        "6S 7S 8S AS 6H 7H TH JH QH",
        "9S TS JS 6C 7C 8C 9C 8H KH",
        "QS KS TC JC QC KC 6D 7D AH",
        "8D 9D TD JD QD KD AC AD 9H",
    )


def test_where_no_trump_is_left_the_prince_chooses_any_card_the_kings_gift_among_them() -> None:
    sitting = one_trump().play("0 give 6S")
    assert (sitting.turn, sitting.phase) == ((1,), "take")
    assert sitting.told("searches") == [Event("searches", 1, to=3)]
    assert sitting.may(1) == [f"take {card}" for card in cards("6S 8D 9D TD JD QD KD AC AD")]
    assert sitting.refused("1 take AS") == "The peasant does not hold AS."
    assert sitting.refused("1 give 6C") == "First take a card of the peasant’s."
    sitting = sitting.play("1 take 6S")
    assert sitting.told("took") == [Event("took", 1, to=3, cards=cards("6S"), audience=(1, 3))]
    assert sitting.phase == "give"
    assert "give 6S" not in sitting.may(1)
    assert sitting.refused("1 take 8D") == "First give the peasant a card in return."
    sitting = sitting.play("1 give KH")
    assert (sitting.turn, sitting.phase) == ((0,), "play")
    assert sitting.hands[3] == "8D 9D TD JD QD KD KH AC AD"


def test_no_exchange_with_a_title_that_is_out() -> None:
    sitting = reigned(SPADES, DIAMONDS, HEARTS, titles=(1,)).play("0 give 6S")
    assert (sitting.turn, sitting.phase, sitting.told("exchanges", "searches")) == ((0,), "play", [])
    assert sitting.hands[0].endswith("AS AH")


def test_the_prince_exchanges_with_the_soldier_out() -> None:
    sitting = reigned(SPADES, CLUBS, HEARTS, titles=(2,)).play("0 give 6S")
    assert (sitting.turn, sitting.phase) == ((1,), "give")


def test_no_exchange_when_the_peasant_is_out() -> None:
    sitting = reigned(SPADES, CLUBS, DIAMONDS, titles=(3,))
    assert (sitting.turn, sitting.phase, sitting.hands) == ((0,), "play", (SPADES, CLUBS, DIAMONDS, ""))
    assert sitting.told("deals", "trump") == [Event("deals", 2, amount=9), Event("trump", 2, cards=cards("AD"))]


def test_the_king_and_the_peasant_alone_exchange_too() -> None:
    sitting = reigned(SPADES, HEARTS, titles=(1, 2))
    assert (sitting.turn, sitting.phase, len(sitting.state.down[0])) == ((0,), "give", 18)


def test_all_leads_are_the_highest_titles_whoever_takes_the_trick() -> None:
    sitting = playing("6S 6D", "AS 7D", "7S 8D", "9S 9D", ranks=(0, 1, 2, 3)).trick("6S AS 7S 9S")
    assert (sitting.tricks, sitting.turn) == ((0, 1, 0, 0), (0,))
    sitting = playing("6S 6D", "AS 7D", "7S 8D", "9S 9D", ranks=(2, 0, 3, 1), leader=2)
    order: list[int] = []
    for card in cards("7S 6S 9S AS"):
        order += sitting.turn
        sitting = sitting.trick(card)
    assert (order, sitting.turn) == ([2, 0, 3, 1], (2,))


def test_when_the_king_goes_out_in_the_middle_of_a_deal_the_prince_leads() -> None:
    sitting = playing("AS 6D", "KS 7D", "7S 8D", "9S 9D", ranks=(0, 1, 2, 3), tricks=(8, 0, 0, 0)).trick("AS KS 7S 9S")
    assert (sitting.titles, sitting.turn) == ((0,), (1,))
    sitting = playing("KS 6D", "AS 7D", "7S 8D", "9S 9D", ranks=(0, 1, 2, 3), tricks=(0, 8, 0, 0)).trick("KS AS 7S 9S")
    assert (sitting.titles, sitting.turn) == ((1,), (0,))


def test_every_count_is_nine() -> None:
    table: Given = {"ranks": (0, 1, 2, 3)}
    assert playing("AS 6D", "KS 7D", "7S 8D", "9S 9D", tricks=(7, 0, 0, 0), **table).trick("AS KS 7S 9S").titles == ()
    sitting = playing("", "", "AS 8D", "9S 9D", leader=2, titles=(0, 1), tricks=(9, 9, 7, 0), **table).trick("AS 9S")
    assert sitting.titles == (0, 1), "eight are too few for the soldier"
    sitting = playing("", "", "AS 8D", "9S 9D", leader=2, titles=(0, 1), tricks=(9, 9, 8, 0), **table).trick("AS 9S")
    assert sitting.state.table.past == ((0, 1, 2, 3),)


# The king out


def test_with_the_king_out_the_card_after_the_deal_is_turned_up_and_nobody_takes_from_the_peasant() -> None:
    sitting = reigned(SPADES, CLUBS, DIAMONDS, then="7H", titles=(0,))
    assert sitting.told("trump", "exchanges", "searches") == [Event("trump", cards=cards("7H"))]
    assert (sitting.state.table.turned, len(sitting.state.down[0])) == (cards("7H"), 8)
    assert (sitting.hands, sitting.turn) == (("", SPADES, CLUBS, DIAMONDS), (3,))
    assert sitting.may(3) == [*(f"swap {card}" for card in DIAMONDS.split()), "keep"]


def test_the_peasant_may_have_it_for_any_card_which_goes_to_those_not_dealt() -> None:
    sitting = reigned(SPADES, CLUBS, DIAMONDS, then="7H", titles=(0,))
    assert sitting.refused("3 swap 6S") == "You do not hold 6S."
    assert sitting.refused("3 play 6D") == "First exchange the card turned up for one of yours, or leave it."
    sitting = sitting.play("3 swap 6D")
    assert sitting.hands[3] == "7D 7H 8D 9D TD JD QD KD AD"
    assert (sitting.state.table.turned, sitting.state.down[0][-1]) == ((), "6D")
    assert sitting.state.events == (
        Event("swaps", 3, cards=cards("7H")),
        Event("swapped", 3, cards=cards("6D"), audience=(3,)),
    )
    assert (sitting.turn, sitting.phase) == ((1,), "play"), "the prince leads in the king's place"


def test_or_keep_and_leave_it_on_the_table() -> None:
    sitting = reigned(SPADES, CLUBS, DIAMONDS, then="7H", titles=(0,)).play("3 keep")
    assert (sitting.state.table.turned, sitting.hands[3], sitting.turn) == (cards("7H"), DIAMONDS, (1,))
    assert sitting.state.events == (Event("keeps", 3),)


def test_to_keep_is_a_public_choice_since_it_shows_no_card() -> None:
    sitting = reigned(SPADES, CLUBS, DIAMONDS, then="7H", titles=(0,))
    assert sitting.may(3, public=True) == ["keep"]
    assert later().may(0, public=True) == []


def test_with_the_peasant_out_too_it_stays_on_the_table() -> None:
    sitting = reigned(SPADES, CLUBS, then="7H", titles=(0, 3))
    assert (sitting.state.table.turned, sitting.turn, sitting.phase) == (cards("7H"), (1,), "play")
    assert sitting.may(1) == [f"play {card}" for card in SPADES.split()]


def test_a_king_who_goes_out_during_a_deal_changes_only_the_next_one() -> None:
    sitting = playing("AS 6D", "KS 7D", "7S 8D", "9S 9D", ranks=(0, 1, 2, 3), tricks=(8, 0, 0, 0)).trick("AS KS 7S 9S")
    assert (sitting.phase, sitting.state.table.turned) == ("play", ())
    sitting = sitting.trick("7D 8D 9D").shuffled(pack(SPADES, CLUBS, DIAMONDS, then="7H"))
    assert (sitting.phase, sitting.turn) == ("swap", (3,))


# The end


def test_it_ends_after_so_many_reigns_and_is_played_for_the_titles_alone() -> None:
    ending: Given = {"leader": 2, "titles": (0, 1), "tricks": (10, 9, 7, 0)}
    sitting = playing("", "", "AS 8D", "JS 9D", reigns=2, **ending).trick("AS JS")
    assert core.outcome(GAME, sitting.state) is None
    sitting = playing("", "", "AS 8D", "JS 9D", reigns=2, past=((3, 2, 1, 0),), **ending).trick("AS JS")
    assert (sitting.turn, sitting.phase) == ((), "over")
    assert core.outcome(GAME, sitting.state) == {"payoffs": (0, 0, 0, 0), "titles": ((3, 2, 1, 0), (0, 1, 2, 3))}
    assert sitting.refused("2 play 8D") == "The game is over."


def test_the_reign_that_is_on_may_be_made_the_last() -> None:
    assert GAME.last is not None
    assert GAME.last(playing("AS", "KS", "7S", "9S", past=((3, 2, 1, 0),)).state.table) == ("reigns", 2)


# Who sees what


def test_the_exchange_is_seen_and_its_cards_are_not() -> None:
    sitting = later()
    for seat, names in ((0, {"exchanges", "took"}), (3, {"exchanges", "took"}), (1, {"exchanges"}), (2, {"exchanges"})):
        told = {event.event for event in view(sitting.state, seat).events}
        assert told & {"exchanges", "took"} == names
    given = sitting.play("0 give 6S")
    assert [event.event for event in view(given.state, 3).events] == ["gave", "exchanges", "took"]
    assert [event.event for event in view(given.state, 1).events] == ["exchanges", "took"]
    assert [event.event for event in view(given.state, 2).events] == ["exchanges"]


def test_a_hand_searched_is_seen_by_the_searcher_alone_and_lies_in_its_owners_hand() -> None:
    sitting = one_trump().play("0 give 6S")
    assert sitting.state.hands[1].searched == cards("6S 8D 9D TD JD QD KD AC AD")
    assert sitting.hands[3] == "6S 8D 9D TD JD QD KD AC AD"
    for seat in (None, 0, 2):
        seen = view(sitting.state, seat)
        assert [event.event for event in seen.events if event.event != "gave"] == ["searches"]
        assert "8D" not in repr(seen)
    assert sitting.play("1 take AC").state.hands[1].searched == ()


def test_the_number_of_cards_shows_no_more_than_the_exchange() -> None:
    assert view(later().state, None).sizes == (10, 9, 9, 8)


def test_the_card_swapped_is_known_to_the_peasant_alone() -> None:
    sitting = reigned(SPADES, CLUBS, DIAMONDS, then="7H", titles=(0,)).play("3 swap 6D")
    assert "6D" in repr(view(sitting.state, 3).events)
    assert "6D" not in repr(view(sitting.state, 1))


def test_cards_laid_aside_are_seen_by_nobody() -> None:
    sitting = playing("AS 6D", "KS 7D", "QS 8D", "JS 9D", tricks=(9, 0, 0, 0)).trick("AS KS QS JS")
    for seat in (None, 0, 1):
        assert "6D" not in repr(view(sitting.state, seat))


def test_another_may_not_move_and_is_told_whose_turn_it_is() -> None:
    assert later().refused("1 give 6C") == "It is the turn of 0."
    assert later().refused("0 play 6S") == "First give the peasant a card in return."
    assert playing("AS 6D", "KS 7D", "QS 8D", "JS 9D").refused("0 keep") == "It is for you to play a card."
    assert playing("AS 6D", "KS 7D", "QS 8D", "JS 9D").refused("0 play KS") == "You do not hold KS."


# When time runs out


@pytest.mark.parametrize(
    ("hand", "leads", "move"),
    [
        ("6H 7S 9D", 2, "play 7S"),
        ("6H 7D 7S", 2, "play 7S"),
        ("8H 7H 6S", 0, "play 7H"),
        ("8H 7H", 2, "play 7H"),
    ],
)
def test_the_lowest_legal_plain_card_is_played_else_the_lowest_trump(hand: str, leads: int, move: str) -> None:
    assert playing(hand, "KS", "QS", "JS", leads=leads).timed_out == move


def test_a_suit_is_followed_then_too() -> None:
    sitting = playing("9S AD", "TS 8S 6D", "AC 6H", "AS 7D").play("0 play 9S")
    assert sitting.timed_out == "play 8S"
    assert sitting.play("1 play 8S").timed_out == "play AC"


def test_the_lowest_plain_card_that_may_be_given_is_given() -> None:
    sitting = later()
    assert sitting.timed_out == "give 6S"
    taken = one_trump().play("0 give 6S", "1 take 6S")
    assert taken.timed_out == "give 6C", "not the 6S, which it took"
    hand = replace(taken.state.hands[1], cards=cards("8H KH"))
    assert (
        Sitting(replace(taken.state, hands=(taken.state.hands[0], hand, *taken.state.hands[2:]))).timed_out == "give 8H"
    )


def test_the_highest_card_is_taken() -> None:
    assert one_trump().play("0 give 6S").timed_out == "take AD"
    assert one_trump().play("0 give AS").timed_out == "take AD", "of equal ones the last of S C D H"


def test_the_peasant_keeps() -> None:
    assert reigned(SPADES, CLUBS, DIAMONDS, then="7H", titles=(0,)).timed_out == "keep"
