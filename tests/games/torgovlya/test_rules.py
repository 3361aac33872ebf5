"""The rules of torgovlya, one test a rule, in the order of docs/rules/torgovlya.md.

Hands are written by seat. Unless told otherwise three play and seat 0 banks, so seats 2, 1 and 0 act in this order.
"""

from itertools import pairwise, permutations

import pytest

from games import core
from games.cards import PACK_52, Cards, cards
from games.core import Event, time_out, view
from games.options import IllegalOption, check_options
from games.torgovlya import GAME, Hand, Options, kind, points, strength
from tests.games.torgovlya.sitting import PLAIN, hands, shown, sit_down

# Combinations


@pytest.mark.parametrize(
    ("held", "named"),
    [
        ("7S 7C 7H", "tricon"),
        ("AS AC AD", "tricon"),
        ("7S 8S 9S", "sequence"),
        ("9S 7S 8S", "sequence"),
        ("TD JD QD", "sequence"),
        ("QH KH AH", "sequence"),
        ("2C 3C 4C", "sequence"),
        ("2S 3S 7S", "poen"),
        ("7S 8S 9C", None),
        ("7S 7C 8S", None),
        ("2S 9C KD", None),
    ],
)
def test_three_of_a_rank_three_of_a_suit_in_a_row_three_of_a_suit(held: str, named: str | None) -> None:
    assert kind(cards(held)) == named


@pytest.mark.parametrize("held", ["AS 2S 3S", "KS AS 2S"])
def test_the_ace_is_high_only(held: str) -> None:
    assert kind(cards(held)) == "poen"


def test_the_sum_of_a_poen_counts_an_ace_eleven_and_figures_ten() -> None:
    assert [points(cards(held)) for held in ("AS KS JS", "QH JH TH", "2D 3D 9D", "AC 2C 3C")] == [31, 30, 14, 16]


RISING = (
    "2S 9C KD",  # nothing
    "2S 3S 5S",  # the lowest poen
    "2S 3S 8S",
    "AH KH JH",  # the highest
    "2D 3D 4D",  # any sequence beats any poen
    "9C TC JC",
    "QS KS AS",
    "2S 2C 2D",  # any tricon beats any sequence
    "KS KC KD",
    "AS AC AD",
)


def test_tricon_beats_sequence_beats_poen_and_the_higher_wins_between_two_alike() -> None:
    assert all(strength(cards(low)) < strength(cards(high)) for low, high in pairwise(RISING))


@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("7S 8S TS", "AC 2C 3C"),  # 25 against 16: an ace alone does not decide
        ("2S 3S 8S", "2C 5C 6C"),  # both 13: eight against six
        ("KS 5S 2S", "QC 5C 2C"),  # both 17: king against queen, though each counts ten
        ("JS TS 2S", "JC 9C 3C"),  # both 22, a jack each: ten against nine
        ("AS KS 4S", "AC QC 4C"),  # both 25: the second card
        ("KS QS 3S", "KC TC 3C"),
        ("AS KS JS", "AC KC TC"),  # both 31: the third
        ("AS QS JS", "AC QC TC"),
    ],
)
def test_equal_sums_of_poens_are_compared_card_by_card_from_the_highest(high: str, low: str) -> None:
    assert strength(cards(high)) > strength(cards(low))


@pytest.mark.parametrize(("one", "other"), [("7S 8S 9S", "7H 8H 9H"), ("2S 9S KS", "2D 9D KD")])
def test_suits_do_not_count(one: str, other: str) -> None:
    assert strength(cards(one)) == strength(cards(other))


def test_the_order_in_which_cards_are_held_does_not_count() -> None:
    assert len({strength(held) for held in permutations(cards("2S 9S KS"))}) == 1


# Options and set-up


def test_three_to_ten_may_play() -> None:
    assert GAME.seats == (3, 10)


def test_options_and_their_bounds() -> None:
    assert Options() == Options(dealer=None, ante=1, deals=0, circles=10)
    assert check_options(Options, 3, {"dealer": 2, "ante": 1000, "deals": 7, "circles": 1}).circles == 1
    for bad in ({"dealer": 3}, {"ante": 0}, {"deals": -1}, {"circles": 0}, {"ante": True}, {"deals": None}, {"x": 1}):
        with pytest.raises(IllegalOption):
            check_options(Options, 3, bad)


def test_the_lot_makes_the_first_banker_and_ties_draw_again() -> None:
    sitting = sit_down("KS 2S KH 3C 4C", dealer=None)
    drawn = [(0, "KS"), (1, "2S"), (2, "KH"), (0, "3C"), (2, "4C")]
    assert [(event.seat, *event.cards) for event in sitting.events("lot")] == drawn
    assert sitting.events("dealer") == [Event("dealer", 2)]
    assert sitting.state.table.banker == 2


def test_a_named_dealer_banks_first_and_no_lot_is_drawn() -> None:
    sitting = sit_down(dealer=1)
    assert sitting.state.table.banker == 1
    assert not sitting.events("lot", "dealer")


def test_one_shuffle_for_the_lot_and_one_a_deal_each_of_52() -> None:
    piles: list[int] = []

    def shuffle(pile: Cards) -> Cards:
        piles.append(len(pile))
        return pile

    state, _ = core.begin(GAME, 3, Options(), shuffle)
    assert piles == [52, 52]
    assert sorted((*(card for hand in state.hands for card in hand.cards), *state.down[0])) == sorted(PACK_52)


def test_three_cards_each_one_at_a_time_from_the_bankers_right_round_to_the_banker() -> None:
    sitting = sit_down("2S 3S 4S 5S 6C 7C 8C 9C TD JD QD KD", seats=4, dealer=1)
    assert [sitting.held(seat) for seat in (0, 3, 2, 1)] == ["2S 6C TD", "3S 7C JD", "4S 8C QD", "5S 9C KD"]
    heard = [(event.seat, event.cards, event.audience) for event in sitting.events("dealt")]
    assert heard[0] == (0, cards("2S 6C TD"), (0,))
    assert [seat for seat, _, _ in heard] == [0, 3, 2, 1]


def test_everybody_stakes_on_the_pot() -> None:
    assert sit_down(ante=5).pot == 15
    assert sit_down(seats=10).pot == 10


# Trading


def test_seats_act_to_the_right_the_banker_last_circle_after_circle() -> None:
    sitting = sit_down(hands(*PLAIN, "5S 6H TC", banker=1), seats=4, dealer=1)
    acted = []
    for _ in range(8):
        (seat,) = sitting.waits_for
        acted.append(seat)
        sitting.play(f"{seat} buy {sitting.state.hands[seat].cards[0]}")
    assert acted == [0, 3, 2, 1, 0, 3, 2, 1]
    assert sitting.state.table.circle == 3


def test_one_must_trade_and_may_trade_any_card() -> None:
    sitting = sit_down(hands(*PLAIN))
    assert sitting.waits_for == (2,)
    assert sitting.may(2) == ["buy 4D", "buy 9H", "buy KS", "barter 4D", "barter 9H", "barter KS"]
    assert sitting.may(0) == sitting.may(1) == []


def test_bought_card_comes_from_the_top_and_the_other_goes_under_the_pack() -> None:
    sitting = sit_down(hands(*PLAIN, then="5H 6S")).play("2 buy 9H")
    assert sitting.held(2) == "4D 5H KS"
    pack = sitting.state.down[0]
    assert (pack[0], pack[-1], len(pack)) == ("6S", "9H", 43)


def test_a_bought_card_costs_one_chip_to_the_banker_when_the_deal_is_over() -> None:
    sitting = sit_down(hands(*PLAIN), circles=1, deals=1, ante=7).play("2 buy 9H", "1 buy 3C")
    assert sitting.state.table.dues == (2, -1, -1)
    assert sitting.payoffs == (0, 0, 0)
    assert sitting.play("0 buy 2S").payoffs == (2, -1, -1)


def test_the_banker_pays_nothing_for_a_card() -> None:
    sitting = sit_down(hands(*PLAIN, then="5S 6H"), circles=1, deals=1)
    sitting.play("2 barter 9H", "1 give QH", "1 barter 3C", "0 give 2S", "0 buy 7C")
    assert sitting.payoffs == (0, 0, 0)


def test_a_barter_goes_to_the_right_neighbour_who_must_give_a_card() -> None:
    sitting = sit_down(hands(*PLAIN)).play("2 barter 9H")
    assert sitting.waits_for == (1,)
    assert sitting.may(1) == ["give 3C", "give 8D", "give QH"]
    assert sitting.may(2) == sitting.may(0) == []
    sitting.play("1 give 3C")
    assert (sitting.held(2), sitting.held(1)) == ("3C 4D KS", "8D 9H QH")


def test_the_right_neighbour_of_seat_nought_is_the_last_seat() -> None:
    sitting = sit_down(hands(*PLAIN, banker=1), dealer=1).play("0 barter 2S")
    assert sitting.waits_for == (2,)


def test_who_has_answered_a_barter_acts_next_and_may_pass_the_card_on() -> None:
    sitting = sit_down(hands(*PLAIN)).play("2 barter 9H", "1 give 3C", "1 barter 9H", "0 give 2S", "0 barter 9H")
    assert sitting.waits_for == (2,)
    sitting.play("2 give 4D")
    assert [sitting.held(seat) for seat in range(3)] == ["4D 7C JD", "2S 8D QH", "3C 9H KS"]
    assert (sitting.waits_for, sitting.state.table.circle) == ((2,), 2)


def test_a_barter_is_answered_even_against_a_combination() -> None:
    """Seat 1 holds a poen and must break it up, if it does not show it."""
    sitting = sit_down(hands("2S 7C JD", "3C 8C QC", "4D 9H KS")).play("2 barter 9H")
    assert sitting.may(1) == ["give 3C", "give 8C", "give QC", "show"]
    sitting.play("1 give 8C")
    assert sitting.may(1) == ["buy 3C", "buy 9H", "buy QC", "barter 3C", "barter 9H", "barter QC"]


# The show


def test_whoever_holds_a_combination_may_show_it_from_the_deal_on_and_out_of_turn() -> None:
    sitting = sit_down(hands("7S 7C 7D", "3C 8D QH", "4D 9D KD"))
    assert (sitting.waits_for, sitting.may(0), sitting.may(1)) == ((2,), ["show"], [])
    assert sitting.may(2)[-1] == "show"
    sitting.play("0 show")
    assert sitting.events("shows") == [Event("shows", 0)]
    assert sitting.winners == (0,)


def test_nobody_has_to_show() -> None:
    sitting = sit_down(hands("2S 7C JD", "3C 8D QH", "4D 9D KD"), circles=1, deals=1)
    sitting.play("2 buy 4D", "1 buy 3C", "0 buy 2S")
    assert sitting.winners == (None,)


def test_at_a_show_all_hands_are_opened_and_it_is_told_what_they_make() -> None:
    opened = shown("2S 7C JD", "3C 8C QC", "4D 5D 6D", show=2).events("opens")
    assert opened == [
        Event("opens", 2, cards=cards("4D 5D 6D"), text="sequence"),
        Event("opens", 1, cards=cards("3C 8C QC"), text="poen"),
        Event("opens", 0, cards=cards("2S 7C JD")),
    ]


def test_who_shows_need_not_win() -> None:
    sitting = shown("2S 8S JS", "KS KC KD", "4D 9H QS", show=0)
    assert (sitting.winners, sitting.payoffs) == ((1,), (0, 1, -1))


def test_a_card_that_comes_by_barter_may_be_shown_out_of_turn() -> None:
    sitting = sit_down(hands("2S 7C JD", "3C 8D QH", "4D 9D KS")).play("2 barter KS", "1 give 8D", "1 buy 3C")
    assert sitting.waits_for == (0,)
    assert sitting.may(2) == ["show"]


def test_while_a_barter_waits_anybody_may_show_who_does_not_answer() -> None:
    sitting = sit_down(hands("7S 7C 7D", "3C 8D QH", "4D 9H KS")).play("2 barter 9H")
    assert (sitting.waits_for, sitting.may(0)) == ((1,), ["show"])
    sitting.play("0 show")
    assert sitting.winners == (0,)


def test_an_offered_card_stays_its_owners_until_the_answer_and_counts_for_his_own_show() -> None:
    sitting = sit_down(hands("2S 7C JD", "3C 8D QH", "4D 5D 6D"), deals=1).play("2 barter 6D")
    assert sitting.may(2) == ["show"]
    sitting.play("2 show")
    assert sitting.winners == (2,)


def test_a_show_cancels_the_barter_and_the_offered_card_is_opened_in_its_owners_hand() -> None:
    """Seat 1 shows a poen instead of answering; the card that seat 2 has offered makes a tricon of its three."""
    sitting = sit_down(hands("2S 7C JD", "3C 8C QC", "5D 5H 5S"), deals=1).play("2 barter 5H", "1 show")
    assert Event("opens", 2, cards=cards("5S 5D 5H"), text="tricon") in sitting.events("opens")
    assert not sitting.events("swaps")
    assert (sitting.winners, sitting.payoffs) == ((2,), (0, -1, 1))


def test_after_the_answer_the_card_is_the_others() -> None:
    sitting = sit_down(hands("2S 7C JD", "3C 8D QH", "5D 5H 5S"), deals=1).play("2 barter 5H", "1 give 3C")
    assert sitting.may(2) == []


# Who wins


def test_of_equal_combinations_the_bankers_wins() -> None:
    """Seat 2 acts first and shows."""
    assert shown("2H 4H 9H", "3C 8D QH", "2S 4S 9S", show=2).winners == (0,)
    assert shown("7H 8H 9H", "7S 8S 9S", "7C 8C 9C", show=1).winners == (0,)


def test_else_the_first_in_acting_order_wins() -> None:
    """Seat 2 is before 1 where 0 banks, 0 before 2 where 1 does, and 1 before 0 where 2 does."""
    sequences = {0: "7H 8H 9H", 1: "7S 8S 9S", 2: "7C 8C 9C"}
    for banker, first in ((0, 2), (1, 0), (2, 1)):
        dealt = [sequences[seat] if seat != banker else "2D 6D TS" for seat in range(3)]
        for show in range(3):
            if show != banker:
                assert shown(*dealt, show=show, banker=banker).winners == (first,)


def test_a_better_combination_beats_the_bankers() -> None:
    assert shown("2H 4H 9H", "3C 8D QH", "2S 4S TS", show=0).winners == (2,)


def test_the_winner_takes_the_pot_and_gives_the_banker_one_chip_of_it() -> None:
    sitting = shown("2S 7C JD", "3C 8D QH", "4D 9D KD", show=2, ante=5)
    assert sitting.events("wins", "fee") == [Event("wins", 2, amount=15), Event("fee", 2, to=0, amount=1)]
    assert sitting.payoffs == (-4, -5, 9)


def test_a_banker_who_wins_gives_nobody_anything() -> None:
    sitting = shown("2S 7S JS", "3C 8D QH", "4D 9H KD", show=0, ante=5)
    assert sitting.payoffs == (10, -5, -5)
    assert not sitting.events("fee")


def test_cards_bought_before_the_show_are_paid_for() -> None:
    sitting = sit_down(hands("2S 7C JD", "3C 8C QH", "4D 9H KS", then="5S TC"), deals=1)
    sitting.play("2 buy 4D", "1 buy QH", "1 show")
    assert sitting.payoffs == (-1 + 2 + 1, -1 - 1 + 3 - 1, -1 - 1)


# The end of a hand that nobody shows


def test_after_ten_circles_without_a_show_nobody_has_won() -> None:
    sitting = sit_down(hands(*PLAIN), deals=2)
    for _ in range(9):
        sitting.circle()
    assert (sitting.state.table.circle, sitting.state.table.deals) == (10, 1)
    sitting.play(*(f"{seat} buy {sitting.state.hands[seat].cards[0]}" for seat in (2, 1)))
    assert sitting.state.table.deals == 1
    sitting.play(f"0 buy {sitting.state.hands[0].cards[0]}")
    assert (sitting.winners, sitting.state.table.deals) == ((None,), 2)
    assert sitting.events("undecided") == [Event("undecided", amount=3)]
    assert not sitting.events("opens")


def test_what_the_last_purchase_brings_is_too_late() -> None:
    sitting = sit_down(hands("2D 9D JC", "3C 8D QH", "4D 9H KS", then="5S 6H 7D"), circles=1, deals=1)
    sitting.play("2 buy 4D", "1 buy 3C", "0 buy JC")
    assert sitting.winners == (None,)
    assert GAME.outcome(sitting.state.table) == {"winners": (None,)}


def test_the_last_barter_is_complete_with_its_answer_and_brings_nothing_either() -> None:
    sitting = sit_down(hands("2D 9D JC", "3C 8D QH", "4D 9H KS"), circles=1, deals=1)
    sitting.play("2 barter KS", "1 give QH", "1 barter 3C", "0 give 2D", "0 barter 3C")
    assert GAME.outcome(sitting.state.table) is None
    sitting.play("2 give 9H")
    assert sitting.winners == (None,)


def test_while_the_last_barter_waits_one_may_still_show() -> None:
    sitting = sit_down(hands("2D 9D JC", "3H 8H QC", "4D 9C KS", then="6S 5H"), circles=1, deals=1)
    sitting.play("2 buy KS", "1 buy QC", "0 barter JC")
    assert (sitting.waits_for, sitting.may(1)) == ((2,), ["show"])
    sitting.play("1 show")
    assert sitting.winners == (1,)


def test_a_pot_that_nobody_wins_stays_for_the_next_deal_and_nothing_is_paid_of_it_before_it_is_won() -> None:
    """The pot of two deals: six chips, of which 1, who banks in neither, wins five."""
    second = hands("2S 7C JD", "3C 8C QC", "4D 9H KS", banker=2)
    sitting = sit_down(hands(*PLAIN), second, circles=1, deals=2).circle()
    assert (sitting.pot, sitting.payoffs) == (6, (2, -1, -1))
    sitting.play("1 show")
    assert sitting.winners == (None, 1)
    assert sitting.payoffs == (2 - 2, -1 - 2 + 6 - 1, -1 - 2 + 1)


def test_a_pot_that_is_won_leaves_nothing_for_the_next_deal() -> None:
    sitting = sit_down(hands("2S 7C JD", "3C 8C QC", "4D 9H KS"), hands(*PLAIN, banker=2)).play("1 show")
    assert sitting.pot == 3


def test_after_the_last_deal_the_pot_is_shared_equally() -> None:
    sitting = sit_down(hands(*PLAIN), hands(*PLAIN, banker=2), circles=1, deals=2, ante=5).circle().circle()
    assert sitting.events("shared") == [Event("shared", amount=10)]
    assert sitting.winners == (None, None)
    assert sitting.payoffs == (2 - 1, -1 - 1, -1 + 2)
    assert sitting.pot == 0


@pytest.mark.parametrize("seats", range(3, 11))
def test_sharing_never_leaves_a_remainder_for_all_have_staked_alike(seats: int) -> None:
    sitting = sit_down(seats=seats, circles=1, deals=3, ante=7).circle().circle().circle()
    assert sitting.events("shared") == [Event("shared", amount=21)]
    assert sum(sitting.payoffs) == 0
    assert all(abs(chips) <= seats - 1 for chips in sitting.payoffs)


# Bank and end


def test_the_bank_moves_one_seat_to_the_right() -> None:
    sitting = sit_down(seats=4, dealer=1, circles=1, deals=5)
    bankers = []
    while not GAME.outcome(sitting.state.table):
        bankers.append(sitting.state.table.banker)
        sitting.circle()
    assert bankers == [1, 0, 3, 2, 1]


def test_after_a_show_too_the_right_neighbour_banks_and_a_whole_pack_is_dealt() -> None:
    second = hands(*PLAIN, banker=2, then="TH")
    sitting = sit_down(hands("2S 7C JD", "3C 8C QC", "4D 9H KS"), second).play("1 show")
    assert (sitting.state.table.banker, sitting.waits_for) == (2, (1,))
    assert [sitting.held(seat) for seat in range(3)] == list(PLAIN)
    assert len(sitting.state.down[0]) == 43
    assert sitting.events("bank")[-1] == Event("bank", 2, amount=2)


def test_unless_agreed_everybody_banks_once() -> None:
    sitting = sit_down(circles=1).circle().circle()
    assert GAME.outcome(sitting.state.table) is None
    sitting.circle()
    assert GAME.outcome(sitting.state.table) == {"winners": (None, None, None)}
    assert sitting.waits_for == ()


def test_the_outcome_names_the_winner_of_each_deal_or_nobody() -> None:
    second = hands("2S 7C JD", "3C 8C QC", "4D 9H KS", banker=2)
    third = hands("2S 7S JS", "3C 8D QH", "4D 9H KD", banker=1)
    sitting = sit_down(hands(*PLAIN), second, third, circles=1).circle().play("1 show", "0 show")
    assert core.outcome(GAME, sitting.state) == {"payoffs": sitting.payoffs, "winners": (None, 1, 0)}
    assert sum(sitting.payoffs) == 0


def test_the_deal_that_is_on_may_be_made_the_last() -> None:
    sitting = sit_down(circles=1).circle()
    assert GAME.last is not None
    assert GAME.last(sitting.state.table) == ("deals", 2)


# Who sees what


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    state = sit_down(hands(*PLAIN)).state
    assert view(state, 1).hand == Hand(cards("3C 8D QH"))
    assert view(state, None).hand is None
    assert view(state, 1).sizes == (3, 3, 3)
    assert not any(str(card) in repr(view(state, None)) for card in PACK_52)


def test_a_seat_remembers_its_own_barters_and_what_it_sent_under_the_pack() -> None:
    sitting = sit_down(hands(*PLAIN, then="5H")).play("2 barter 9H", "1 give 3C", "1 buy 9H")
    assert view(sitting.state, 2).hand == Hand(cards("3C 4D KS"), gone=("1:9H",))
    assert view(sitting.state, 1).hand == Hand(cards("5H 8D QH"), gone=("2:3C", "pack:9H"))


def test_memories_end_with_the_deal() -> None:
    sitting = sit_down(hands(*PLAIN), hands(*PLAIN, banker=2), circles=1).circle()
    assert [hand.gone for hand in sitting.state.hands] == [(), (), ()]


def test_an_offered_card_is_known_to_its_owner_alone_until_it_changes_hands() -> None:
    sitting = sit_down(hands(*PLAIN)).play("2 barter 9H")
    assert sitting.events("offers") == [Event("offers", 2, to=1)]
    assert view(sitting.state, 2).hand == Hand(cards("4D KS"), offered=cards("9H"))
    for other in (0, 1, None):
        assert "9H" not in repr(view(sitting.state, other))
    assert view(sitting.state, 0).sizes == (3, 3, 3)


def test_only_the_two_hear_which_cards_changed_hands() -> None:
    sitting = sit_down(hands(*PLAIN)).play("2 barter 9H", "1 give 3C")
    assert sitting.events("swaps", "swapped") == [
        Event("swaps", 2, to=1),
        Event("swapped", 2, to=1, cards=cards("9H 3C"), audience=(2,)),
        Event("swapped", 1, to=2, cards=cards("3C 9H"), audience=(1,)),
    ]


def test_only_the_buyer_hears_which_card_went_and_which_came() -> None:
    sitting = sit_down(hands(*PLAIN, then="5H")).play("2 buy 9H")
    assert sitting.events("buys", "bought") == [
        Event("buys", 2),
        Event("bought", 2, cards=cards("9H 5H"), audience=(2,)),
    ]


def test_what_may_be_shown_is_offered_to_its_holder_alone_and_never_in_public() -> None:
    sitting = sit_down(hands("7S 7C 7D", "3C 8D QH", "4D 9D KD"))
    assert "show" in sitting.may(0)
    assert "show" in sitting.may(2)
    assert [sitting.may(seat, public=True) for seat in range(3)] == [[], [], []]


def test_another_hand_under_the_same_words_is_another_question() -> None:
    """Seat 2 holds a poen before and after the answer to its barter, but not the same one."""
    sitting = sit_down(hands("2S 7C JD", "3C 5D QH", "4D 9D KD")).play("2 barter KD")
    asked = core.question(GAME, view(sitting.state, 2))
    assert sitting.may(2) == ["show"]
    sitting.play("1 give 5D")
    assert sitting.may(2) == ["show"]
    assert core.question(GAME, view(sitting.state, 2)) != asked


def test_who_trades_elsewhere_changes_nobody_elses_question() -> None:
    sitting = sit_down(hands("7S 7C 7D", "3C 8D QH", "4D 9H KS"))
    asked = core.question(GAME, view(sitting.state, 0))
    sitting.play("2 barter 9H", "1 give 3C")
    assert core.question(GAME, view(sitting.state, 0)) == asked


# When time runs out


def absent(sitting_moves: tuple[str, ...], *by_seat: str) -> tuple[int, str]:
    sitting = sit_down(hands(*by_seat)).play(*sitting_moves)
    made = time_out(GAME, sitting.state, sitting.waits_for[0])
    assert made is not None
    return made[0], str(made[1])


def test_the_lowest_card_is_traded_for_money() -> None:
    assert absent((), "2S 7C JD", "3C 8D QH", "KS 9H 4D") == (2, "buy 4D")


@pytest.mark.parametrize(
    ("held", "card"), [("4H 4C KS", "4C"), ("4D 4H KS", "4D"), ("4S 4H KC", "4S"), ("AS KD 9H", "9H")]
)
def test_of_equal_ranks_the_first_in_the_order_spades_clubs_diamonds_hearts(held: str, card: str) -> None:
    assert absent((), "2S 7C JD", "3C 8D QH", held) == (2, f"buy {card}")
    assert absent(("2 barter 6S",), "2S 7C JD", held, "6S TC QD") == (1, f"give {card}")


def test_what_can_be_shown_is_shown_first_of_all() -> None:
    assert absent((), "2S 7C JD", "3C 8D QH", "4D 9D KD") == (2, "show")
    assert absent(("2 barter KD",), "2S 7C JD", "3C 8C QC", "4D 9H KD") == (1, "show")


def test_somebody_elses_combination_is_not_shown_in_an_absent_seats_place() -> None:
    assert absent((), "7S 7C 7D", "3C 8D QH", "4D 9H KS") == (2, "buy 4D")


# Refusals


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("1 buy 3C", "It is the turn of 2."),
        ("0 give 2S", "It is the turn of 2."),
        ("2 give 4D", "Nobody has offered you a card: trade for money or by barter."),
        ("2 buy 3C", "You do not hold 3C."),
        ("2 barter 3C", "You do not hold 3C."),
        ("2 show", "You hold no tricon, no sequence and no poen: there is nothing to open."),
        ("1 show", "You hold no tricon, no sequence and no poen: there is nothing to open."),
        ("2 buy", "This is not a move of this game."),
    ],
)
def test_refusals_in_trading(move: str, said: str) -> None:
    assert sit_down(hands(*PLAIN)).refusal(move) == said


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("1 buy 3C", "A card is offered to you: give one of yours for it."),
        ("1 barter 3C", "A card is offered to you: give one of yours for it."),
        ("1 give 9H", "You do not hold 9H."),
        ("2 barter 4D", "Your card is offered: 1 answers with another."),
        ("2 give 4D", "Your card is offered: 1 answers with another."),
        ("0 buy 2S", "It is the turn of 1."),
    ],
)
def test_refusals_while_a_barter_waits(move: str, said: str) -> None:
    assert sit_down(hands(*PLAIN)).play("2 barter 9H").refusal(move) == said


def test_refusals_when_it_is_over() -> None:
    sitting = shown("7S 7C 7D", "3C 8D QH", "4D 9D KD", show=0)
    assert sitting.refusal("2 show") == sitting.refusal("1 buy 3C") == "The game is over."
