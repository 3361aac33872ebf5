"""The rules of the bank in twenty-one: how long it holds, to whom it goes, how it is sold, and when all is over.

One test a rule, in the order of docs/rules/twenty_one.md.
"""

import pytest

from games import core
from games.banking import all_cards
from games.cards import PACK_104, cards
from games.core import Event
from games.options import IllegalOption
from games.players.twenty_one import choose
from games.twenty_one import GAME
from tests.games.twenty_one.sitting import Sitting, all_staked, running_out, shoe, sit_down, sit_out

PLAIN = shoe("TS 8S", "TH 8H", "TC 8C", "TD 9D")
"""Four hands of which nobody wants more: the banker's 19 beats three of 18."""


def stand_all(sitting: Sitting) -> Sitting:
    """Everybody stands in turn, to the end of the deal."""
    while sitting.phase in ("punters", "banker"):
        sitting.play(f"{sitting.waits_for[0]} stand")
    return sitting


# The shoe


def test_the_bank_holds_for_deal_after_deal_of_one_shoe() -> None:
    sitting = stand_all(all_staked(sit_down(PLAIN)))
    assert (sitting.phase, sitting.state.table.banker, sitting.state.table.deals) == ("stakes", 0, 1)
    assert [len(pile) for pile in sitting.state.down] == [96, 8]
    assert len(sitting.events("bank")) == 1


def test_a_shoe_that_gives_out_in_the_dealing_is_made_of_the_cards_thrown_in() -> None:
    """Eight cards are owed and three are left: the others come from the new shoe, of which nothing is buried."""
    sitting = all_staked(running_out(sit_down("", "5S 5H 5C 9D 9C"), "TS TH TC"))
    assert sitting.state.hands == (cards("5S 9C"), cards("TC 9D"), cards("TH 5C"), cards("TS 5H"))
    assert sitting.events("reshuffled") == [Event("reshuffled", amount=101)]
    assert len(sitting.state.down[0]) == 96
    assert sitting.thrown_in == ()
    assert sitting.waits_for == (3,)


def test_nobody_looks_at_his_cards_before_all_are_dealt() -> None:
    sitting = all_staked(running_out(sit_down("", "5S 5H 5C 9D 9C"), "TS TH TC"))
    assert [event.event for event in sitting.state.events] == ["deals", "reshuffled", *["dealt"] * 4]


def test_a_shoe_that_gives_out_in_the_buying_is_made_of_the_cards_thrown_in() -> None:
    """Cards that lie before players are not among them."""
    sitting = running_out(all_staked(sit_down(PLAIN, "2D 3D")))
    sitting.play("3 buy")
    assert sitting.state.table.spots[3].open == cards("2D")
    assert sitting.events("reshuffled") == [Event("reshuffled", amount=96)]
    assert sitting.waits_for == (3,)


def test_it_gives_out_for_the_banker_too() -> None:
    sitting = running_out(all_staked(sit_down(PLAIN, "2D")))
    sitting.play("3 stand", "2 stand", "1 stand", "0 buy")
    assert sitting.state.table.spots[0].open == cards("2D")
    assert sitting.waits_for == (0,)


def test_a_hand_that_died_in_this_deal_is_among_the_cards_thrown_in() -> None:
    sitting = running_out(all_staked(sit_down(PLAIN, "TS 8S KH")), "KH")
    sitting.play("3 buy")
    assert sitting.thrown_in[-3:] == cards("TS 8S KH")
    sitting.play("2 buy")
    assert sitting.events("reshuffled") == [Event("reshuffled", amount=98)]
    assert sitting.state.down[0][:2] == cards("8S KH")


def test_a_natural_that_lies_open_is_not() -> None:
    sitting = running_out(all_staked(sit_down(shoe("AS KS", "TH 2H", "TC 8C", "TD 9D"), "3D")))
    sitting.play("2 buy")
    assert sitting.state.table.spots[3].open == cards("AS KS")
    assert sitting.events("reshuffled") == [Event("reshuffled", amount=96)]


def test_the_shoe_is_renewed_as_often_as_needed_in_one_deal() -> None:
    sitting = running_out(all_staked(sit_down(shoe("TS 2S", "TH 8H", "TC 8C", "TD 9D"), "2D", "3D")))
    sitting.play("3 buy")
    running_out(sitting)
    sitting.play("3 buy")
    assert sitting.state.table.spots[3].open == cards("2D 3D")
    assert [event.amount for event in sitting.events("reshuffled")] == [96, 95]


def test_twenty_four_players_soon_use_up_a_shoe_and_play_on() -> None:
    """Forty-eight cards are dealt at a time, so it gives out in the second deal."""
    sitting = sit_down(seats=24)
    while not sitting.events("reshuffled"):
        seat = sitting.waits_for[0]
        sitting.play(f"{seat} {choose(core.view(sitting.state, seat))}")
    lying = [card for seat in range(24) for card in all_cards(sitting.state, seat)]
    shoe, thrown = sitting.state.down
    assert (sitting.phase, sitting.state.table.deals) == ("punters", 2)
    assert sorted((*lying, *shoe, *thrown)) == sorted(PACK_104)


def test_a_deal_in_which_the_shoe_gave_out_is_the_banks_last() -> None:
    """However many cards are left."""
    sitting = stand_all(all_staked(running_out(sit_down(), "TS TH TC")))
    assert len(sitting.state.down[0]) > 90
    assert sitting.phase == "bid"


def test_a_shoe_that_is_empty_after_a_deal_ends_the_bank() -> None:
    sitting = stand_all(all_staked(running_out(sit_down(), "TS TH TC TD 8S 8H 8C 9D")))
    assert not sitting.events("reshuffled")
    assert sitting.events("bank_over") == [Event("bank_over", 0)]


def test_one_card_left_does_not() -> None:
    sitting = stand_all(all_staked(running_out(sit_down(), "TS TH TC TD 8S 8H 8C 9D 2S")))
    assert sitting.phase == "stakes"


def test_every_bank_has_a_full_shoe_shuffled_and_cut_anew() -> None:
    sitting = sit_out(stand_all(all_staked(sit_down("", "2H 7S", bank_sale=False))))
    assert sitting.state.table.banker == 3
    assert (sitting.state.down[0][0], sitting.state.down[0][-1]) == ("7S", "2H")
    assert sorted(sitting.state.down[0]) == sorted(PACK_104)
    assert sitting.thrown_in == ()
    assert sitting.events("cuts") == [Event("cuts", 1), Event("cuts", 0)]


def test_the_last_deal_of_a_bank_leaves_nothing_to_the_next() -> None:
    sitting = stand_all(all_staked(running_out(sit_down(bank_sale=False), "TS TH TC")))
    sitting = stand_all(all_staked(sitting))
    assert (sitting.phase, sitting.state.table.banker) == ("stakes", 3)


# Who banks next


def test_the_right_neighbour_banks_next() -> None:
    sitting = sit_down(bank_sale=False, dealer=1)
    bankers = [sit_out(sitting).state.table.banker for _ in range(3)]
    assert bankers == [0, 3, 2]


def test_the_old_banker_may_bid_up_to_ten_times_the_highest_stake_or_pass() -> None:
    sitting = sit_out(sit_down(max_stake=7))
    assert sitting.waits_for == (0,)
    assert [sitting.legal(seat) for seat in range(4)] == [["bid 1..70", "pass"], [], [], []]
    assert sitting.refusal("0 bid 71") == "Bid from 1 to 70 chips for the next bank, or pass."
    assert sitting.refusal("3 keep") == "It is the turn of 0."


def test_after_a_pass_the_rightful_banker_banks() -> None:
    assert sit_out(sit_down()).play("0 pass").state.table.banker == 3


def test_a_bid_is_answered_by_the_rightful_banker_alone() -> None:
    sitting = sit_out(sit_down()).play("0 bid 12")
    assert sitting.waits_for == (3,)
    assert [sitting.legal(seat) for seat in range(4)] == [[], [], [], ["sell", "keep"]]
    assert sitting.refusal("3 pass") == "The bank is yours: sell it for 12 chips, or keep it."


def test_who_keeps_his_bank_banks_and_there_is_no_second_bid() -> None:
    sitting = sit_out(sit_down()).play("0 bid 12", "3 keep")
    assert (sitting.phase, sitting.state.table.banker) == ("stakes", 3)
    assert sitting.state.table.dues == (0, 0, 0, 0)
    assert sitting.state.table.places == (0, 1, 2, 3)


def test_a_sale_exchanges_the_places_and_the_buyer_banks_in_the_sellers_turn() -> None:
    sitting = sit_out(sit_down()).play("0 bid 12", "3 sell")
    table = sitting.state.table
    assert (table.banker, table.bank, table.places) == (0, 2, (3, 1, 2, 0))
    assert sitting.events("sells") == [Event("sells", 3, to=0, amount=12)]


def test_after_a_sale_neighbours_and_acting_order_go_by_places() -> None:
    """Places clockwise are 3 1 2 0: the left neighbour of 0 is 3, who cuts, and the deal goes to 2, 1, 3, 0."""
    sitting = sit_out(sit_down("", "2C 3S 4S 5S 6S 7S 8S 9S TS")).play("0 bid 12", "3 sell")
    assert sitting.events("cuts")[-1] == Event("cuts", 3)
    all_staked(sitting)
    assert sitting.state.hands == (cards("6S TS"), cards("4S 8S"), cards("3S 7S"), cards("5S 9S"))
    order = [sitting.waits_for[0]]
    for _ in range(3):
        order += sitting.play(f"{sitting.waits_for[0]} stand").waits_for
    assert order == [2, 1, 3, 0]


def test_a_place_keeps_its_turn_when_players_change_places() -> None:
    """Every place banks once; the seller's turn is gone with his place."""
    sitting = sit_out(sit_down()).play("0 bid 12", "3 sell")
    bankers = [sit_out(sitting).play("0 pass").state.table.banker, sit_out(sitting).play("2 pass").state.table.banker]
    assert bankers == [2, 1]
    assert sit_out(sitting).phase == "over"
    assert [event.seat for event in sitting.events("bank")] == [0, 0, 2, 1]


def test_a_bank_bought_may_be_followed_by_another_bid_of_the_same_banker() -> None:
    sitting = sit_out(sit_out(sit_down()).play("0 bid 12", "3 sell")).play("0 bid 5", "2 sell")
    assert sitting.state.table.places == (3, 1, 0, 2)
    assert sitting.state.table.banker == 0


def test_two_players_exchange_places_too() -> None:
    sitting = sit_out(sit_down(seats=2)).play("0 bid 5", "1 sell")
    assert (sitting.state.table.banker, sitting.waits_for) == (0, (1,))
    assert sit_out(sitting).payoffs == (-5, 5)
    assert sitting.phase == "over"


def test_the_price_is_reckoned_with_the_first_deal_of_the_bank() -> None:
    sitting = all_staked(sit_out(sit_down("", PLAIN)).play("0 bid 12", "3 sell"))
    assert (sitting.payoffs, sitting.state.table.dues) == ((0, 0, 0, 0), (-12, 0, 0, 12))
    assert stand_all(sitting).payoffs == (18, -10, -10, 2)


def test_without_a_sale_the_bank_goes_round_unasked() -> None:
    assert sit_out(sit_down(bank_sale=False)).phase == "stakes"


# The end


def test_when_every_place_has_had_its_bank_all_is_over_and_no_sale_is_offered() -> None:
    sitting = sit_out(sit_down())
    for banker in (0, 3, 2):
        sit_out(sitting.play(f"{banker} pass"))
    assert (sitting.phase, sitting.waits_for) == ("over", ())
    assert core.outcome(GAME, sitting.state) == {"payoffs": (0, 0, 0, 0)}
    assert sitting.refusal("1 bid 3") == "The game is over."


def test_a_number_of_deals_ends_it_first_and_no_sale_is_offered() -> None:
    sitting = stand_all(all_staked(sit_down(PLAIN, deals=2)))
    assert core.outcome(GAME, sitting.state) is None
    stand_all(all_staked(running_out(sitting, "TS TH TC TD 8S 8H 8C 9D")))
    assert sitting.phase == "over"
    assert core.outcome(GAME, sitting.state) == {"payoffs": (60, -20, -20, -20)}


def test_deals_are_counted_from_bank_to_bank() -> None:
    sitting = sit_out(stand_all(all_staked(sit_down(PLAIN, PLAIN, deals=2, bank_sale=False))))
    assert stand_all(all_staked(sitting)).phase == "over"
    assert [event.amount for event in sitting.events("deals")] == [1, 2]


def test_more_deals_than_the_banks_hold_do_not_prolong_it() -> None:
    sitting = sit_down(deals=9, seats=2, bank_sale=False)
    assert sit_out(sit_out(sitting)).phase == "over"


# When time runs out


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ((), "2 sit"),
        (("1 stake 1", "2 sit"), "3 sit"),
        (("1 stake 1", "2 sit", "3 sit"), "0 deal"),
        (("1 stake 1", "2 stake 1", "3 stake 1", "0 deal"), "3 stand"),
        (("1 stake 1", "2 stake 1", "3 stake 1", "0 deal", "3 stand", "2 stand", "1 stand"), "0 stand"),
        (("1 sit", "2 sit", "3 sit"), "0 pass"),
        (("1 sit", "2 sit", "3 sit", "0 bid 3"), "3 keep"),
    ],
)
def test_the_move_made_for_an_absent_seat(before: tuple[str, ...], move: str) -> None:
    sitting = sit_down(PLAIN).play(*before)
    seat, text = move.split()
    assert core.time_out(GAME, sitting.state, int(seat)) == (int(seat), GAME.parse(text))
    assert int(seat) in sitting.waits_for


def test_a_punter_who_has_staked_is_not_waited_for_and_has_no_such_move() -> None:
    seen = core.view(sit_down().play("1 stake 1").state, 1)
    assert GAME.time_out(seen) is None


# What is asked anew


def test_stakes_are_a_new_question_after_each_deal_and_each_bank() -> None:
    """Who sat still while others dealt is asked for a stake in the same words, but for another deal."""

    def asked(sitting: Sitting) -> tuple[object, ...]:
        return core.question(GAME, core.view(sitting.state, 1))

    sitting = sit_down(shoe("TS 8S", "AS KS"), shoe("TS 8S", "AS KS"), bank_sale=False)
    questions = [asked(sitting), asked(sitting.play("3 stake 5", "0 deal"))]
    assert questions == [((1, 0), ("stake", "sit")), ((1, 1), ("stake", "sit"))]
    assert asked(sit_out(sitting)) == ((2, 1), ("stake", "sit"))


# The computer's player


@pytest.mark.parametrize(("hand", "move"), [("TS 5S", "buy"), ("TS 7S", "buy"), ("TS 8S", "stand"), ("TS KS", "stand")])
def test_a_computer_player_buys_on_seventeen_and_less(hand: str, move: str) -> None:
    sitting = all_staked(sit_down(shoe(hand, "TH 8H", "TC 8C", "TD 9D")))
    assert str(choose(core.view(sitting.state, 3))) == move


def test_a_computer_player_stakes_deals_passes_and_sells_dear() -> None:
    sitting = sit_down()
    assert str(choose(core.view(sitting.state, 1))) == "stake 5"
    sitting.play("1 stake 5", "2 sit", "3 sit")
    assert str(choose(core.view(sitting.state, 0))) == "deal"
    over = sit_out(sit_down())
    assert str(choose(core.view(over.state, 0))) == "pass"
    assert str(choose(core.view(over.play("0 bid 49").state, 3))) == "keep"
    assert str(choose(core.view(sit_out(sit_down()).play("0 bid 50").state, 3))) == "sell"


def test_after_so_many_banks_as_were_agreed_it_is_over_and_none_is_for_sale() -> None:
    sitting = sit_out(sit_out(sit_down(banks=2)).play("0 pass"))
    assert (sitting.phase, sitting.waits_for) == ("over", ())
    assert [event.seat for event in sitting.events("bank")] == [0, 3]


def test_deals_may_end_it_before_the_banks_do() -> None:
    assert stand_all(all_staked(sit_down(PLAIN, banks=2, deals=1))).phase == "over"


@pytest.mark.parametrize("banks", [-1, 5, True, None])
def test_there_are_no_more_banks_than_places(banks: object) -> None:
    with pytest.raises(IllegalOption):
        sit_down(banks=banks)
