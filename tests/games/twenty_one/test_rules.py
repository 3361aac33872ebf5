"""The rules of one deal of twenty-one, one test a rule, in the order of docs/rules/twenty_one.md."""

from itertools import product

import pytest

from games import core
from games.banking import Spot, Values, held, laid
from games.cards import Card, cards
from games.core import Event
from games.offers import legal
from games.options import IllegalOption, check_options
from games.twenty_one import GAME, Options, winnings
from tests.games.twenty_one.sitting import all_staked, shoe, sit_down, sit_out

TWENTY_ONE = Values(mark=21, figure=10)


# Values


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("2S 9H", 11),
        ("TS KS", 20),
        ("QD JC", 20),
        ("AS KS", 21),
        ("AS 5S", 16),
        ("AS 5S KD", 16),
        ("AS AS", 12),
        ("AS AH 9C", 21),
        ("AS AH AC 9C", 12),
        ("TS 9S 3S", 22),
        ("KS QS AS AD", 22),
    ],
)
def test_an_ace_is_eleven_or_one_and_figures_are_ten(hand: str, total: int) -> None:
    assert TWENTY_ONE.total(cards(hand)) == total


@pytest.mark.parametrize(("hand", "halves"), [("KS", 1), ("AS", 22), ("AS KS", 23), ("TS 3H", 26), ("AS KS 3C", 9)])
def test_another_game_of_the_family_may_count_in_halves(hand: str, halves: int) -> None:
    """Eleven and a half: the mark is 23 halves, a figure one half."""
    assert Values(mark=23, figure=1, point=2).total(cards(hand)) == halves


# Options


@pytest.mark.parametrize(
    "given",
    [
        {"dealer": 4},
        {"deals": -1},
        {"min_stake": 0},
        {"max_stake": 0},
        {"min_stake": 11, "max_stake": 10},
        {"bank_sale": 1},
        {"stake": 5},
        {"deals": None},
        {"max_stake": None},
        {"max_stake": True},
    ],
)
def test_options_out_of_bounds_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(IllegalOption):
        check_options(Options, 4, given)


@pytest.mark.parametrize("given", [{"dealer": 3}, {"dealer": None}, {"deals": 0}, {"deals": 1}, {"max_stake": 10**9}])
def test_options_within_bounds_are_taken(given: dict[str, object]) -> None:
    assert check_options(Options, 4, given) == Options(**given)  # type: ignore[arg-type]  # they are checked


def test_the_lowest_stake_may_be_the_highest_too() -> None:
    assert sit_down(min_stake=5, max_stake=5).legal(1) == ["stake 5..5", "sit"]


# Set-up


@pytest.mark.parametrize(
    ("turned", "banker"), [("AS", 0), ("KS AD", 1), ("KS 2S 3S 4S AD AC", 0), ("KS 2S 3S 4S 5S AD", 1)]
)
def test_the_first_banker_is_he_to_whom_an_ace_is_turned_up(turned: str, banker: int) -> None:
    """Cards are turned up for seats 0, 1, 2, … in turn until an ace appears."""
    sitting = sit_down(turned, dealer=None)
    assert sitting.state.table.banker == banker
    assert sitting.told[0] == Event("drawn", banker, cards=cards(turned.removesuffix(" AC")))


def test_after_the_draw_the_full_shoe_is_shuffled_again() -> None:
    sitting = sit_down("KS AD", "7S 8S", dealer=None)
    assert sitting.state.down[0][0] == "8S"
    assert len(sitting.state.down[0]) == 104


def test_a_named_dealer_banks_first_and_nothing_is_drawn() -> None:
    sitting = sit_down("7S 8S", dealer=2)
    assert sitting.state.table.banker == 2
    assert not sitting.events("drawn")


def test_the_top_card_is_cut_to_the_bottom_by_the_bankers_left_neighbour() -> None:
    """It goes there unseen."""
    sitting = sit_down("7S 8S", dealer=3)
    assert (sitting.state.down[0][0], sitting.state.down[0][-1]) == ("8S", "7S")
    assert sitting.events("cuts") == [Event("cuts", 0)]


# Stakes


def test_punters_stake_in_any_order_or_sit_out_and_may_add_to_a_stake() -> None:
    sitting = sit_down(min_stake=2, max_stake=10)
    assert [sitting.legal(seat) for seat in range(4)] == [[], *[["stake 2..10", "sit"]] * 3]
    sitting.play("2 stake 4", "1 sit")
    assert [sitting.legal(seat) for seat in range(3)] == [["deal"], [], ["add 1..6"]]
    sitting.play("2 add 5")
    assert sitting.legal(2) == ["add 1..1"]
    sitting.play("2 add 1")
    assert sitting.legal(2) == []
    assert sitting.state.table.spots[2] == Spot("in", stake=10)


@pytest.mark.parametrize(
    "move", ["3 stake 1", "3 stake 11", "3 add 2", "2 add 7", "2 stake 1", "2 sit", "0 sit", "0 stake 2"]
)
def test_stakes_are_refused_beyond_the_bounds_twice_and_from_the_banker(move: str) -> None:
    sitting = sit_down(min_stake=2, max_stake=10).play("2 stake 4")
    before = sitting.state
    assert sitting.refusal(move)
    assert sitting.state is before


def test_the_banker_deals_once_somebody_has_staked_and_the_rest_sit_out() -> None:
    sitting = sit_down()
    assert sitting.refusal("0 deal") == "Nobody has staked yet: wait for a stake."
    sitting.play("2 stake 4", "0 deal")
    assert [spot.status for spot in sitting.state.table.spots] == ["banks", "out", "in", "out"]
    assert [len(hand) for hand in sitting.state.hands] == [2, 0, 2, 0]


def test_the_game_waits_for_punters_who_have_not_decided_and_then_for_the_banker() -> None:
    sitting = sit_down()
    assert sitting.waits_for == (1, 2, 3)
    assert [sitting.play(move).waits_for for move in ("2 stake 1", "1 sit", "3 stake 1")] == [(1, 3), (3,), (0,)]


def test_if_all_sit_out_the_bank_is_over_and_no_deal_is_counted() -> None:
    sitting = sit_out(sit_down(deals=1, bank_sale=False))
    assert sitting.state.table.banker == 3
    assert sitting.state.table.deals == 0
    assert sitting.phase == "stakes"


# Deal


def test_cards_go_one_at_a_time_to_the_right_and_to_the_banker_last() -> None:
    sitting = all_staked(sit_down("2C 3S 4S 5S 6S 7S 8S 9S TS", dealer=2))
    assert sitting.state.hands == (cards("4S 8S"), cards("3S 7S"), cards("6S TS"), cards("5S 9S"))


def test_who_sits_out_gets_no_cards() -> None:
    sitting = sit_down("2C 3S 4S 5S 6S 7S 8S").play("1 stake 1", "3 stake 1", "2 sit", "0 deal")
    assert sitting.state.hands == (cards("5S 8S"), cards("4S 7S"), (), cards("3S 6S"))


def test_dealt_cards_are_seen_by_their_owner_alone() -> None:
    sitting = all_staked(sit_down("2C 3S 4S 5S 6S 7S 8S 9S TS"))
    assert core.view(sitting.state, 3).hand == cards("3S 7S")
    assert [each.cards for each in core.view(sitting.state, 3).events if each.cards] == [cards("3S 7S")]
    assert not any(each.cards for each in core.view(sitting.state, None).events)
    assert core.view(sitting.state, None).sizes == (2, 2, 2, 2)


# The banker's natural


@pytest.mark.parametrize("natural", ["AS KS", "QS AS", "JS AS", "AS TS"])
def test_a_bankers_natural_takes_three_times_every_stake_and_ends_the_deal(natural: str) -> None:
    """A punter's natural does not save him."""
    sitting = sit_down(shoe("AD KD", "TS 9S", "AH 5H", natural), deals=1)
    sitting.play("1 stake 5", "2 stake 3", "3 stake 7", "2 add 1", "0 deal")
    assert sitting.payoffs == (48, -15, -12, -21)
    assert sitting.phase == "over"


def test_at_a_bankers_natural_only_his_own_cards_are_seen() -> None:
    sitting = all_staked(sit_down(shoe("AD KD", "TS 9S", "AH 5H", "AS KS")))
    shown = [event.cards for event in core.view(sitting.state, None).events if event.cards]
    assert shown == [cards("AS KS")]
    assert len(sitting.thrown_in) == 8


def test_ace_and_nine_are_no_natural() -> None:
    assert all_staked(sit_down(shoe("AD 9D", "TS 9S", "AH 5H", "AS 9C"))).waits_for == (3,)


# Punters in turn


def test_a_punters_natural_is_opened_in_its_turn_and_paid_once() -> None:
    sitting = all_staked(sit_down(shoe("TS 9S", "AD KD", "TH 9H", "TC 9C")))
    assert not sitting.events("natural")
    sitting.play("3 stand")
    assert sitting.events("natural") == [Event("natural", 2, cards=cards("AD KD"))]
    assert sitting.state.table.dues == (-10, 0, 10, 0)
    assert sitting.waits_for == (1,)


def test_an_opened_natural_lies_open_until_the_deal_is_over() -> None:
    sitting = all_staked(sit_down(shoe("AD KD", "TS 9S", "TH 9H", "TC 9C")))
    assert sitting.state.table.spots[3].open == cards("AD KD")
    assert sitting.thrown_in == ()
    sitting.play("2 stand", "1 stand", "0 stand")
    assert sitting.state.table.spots[3].open == ()
    assert len(sitting.thrown_in) == 8


def test_a_natural_already_paid_is_not_touched_by_the_bankers_later_twenty_one() -> None:
    sitting = all_staked(sit_down(shoe("AD KD", "TS 9S", "TH 9H", "TC 5C", then="6C"), deals=1))
    sitting.play("2 stand", "1 stand", "0 buy", "0 stand")
    assert sitting.payoffs == (30, -20, -20, 10)


def test_a_bought_card_lies_open_before_everybody() -> None:
    sitting = all_staked(sit_down(shoe("2S 3S", "TS 9S", "TH 9H", "TC 9C", then="4S 5S"))).play("3 buy", "3 buy")
    assert core.view(sitting.state, None).table.spots[3].open == cards("4S 5S")
    assert sitting.events("buys") == [Event("buys", 3, cards=cards("4S")), Event("buys", 3, cards=cards("5S"))]
    assert sitting.waits_for == (3,)


def test_who_stands_is_followed_by_his_right_neighbour() -> None:
    sitting = all_staked(sit_down(shoe("TS 8S", "TS 9S", "TH 9H", "TC 9C")))
    order = [sitting.play(f"{seat} stand").waits_for for seat in (3, 2, 1)]
    assert order == [(2,), (1,), (0,)]


def test_over_twenty_one_a_punter_is_dead_and_loses_stake_and_late_stake_at_once() -> None:
    sitting = all_staked(sit_down(shoe("TS 6S", "TS 9S", "TH 9H", "TC 9C", then="6D"), max_stake=15))
    sitting.play("3 add 5", "3 buy")
    assert sitting.state.table.dues == (15, 0, 0, -15)
    assert sitting.waits_for == (2,)


def test_a_dead_hand_is_shown_and_thrown_in() -> None:
    sitting = all_staked(sit_down(shoe("TS 6S", "TS 9S", "TH 9H", "TC 9C", then="6D"))).play("3 buy")
    assert sitting.events("dead") == [Event("dead", 3, cards=cards("TS 6S 6D"))]
    assert sitting.thrown_in == cards("TS 6S 6D")
    assert sitting.state.hands[3] == ()
    assert sitting.state.table.spots[3] == Spot("dead", stake=10)


def test_an_ace_falls_to_one_rather_than_kill() -> None:
    sitting = all_staked(sit_down(shoe("AS 6S", "TS 9S", "TH 9H", "TC 9C", then="KD"))).play("3 buy")
    assert sitting.legal(3) == ["buy", "stand", "add 1..90"]


@pytest.mark.parametrize(("hand", "bought"), [("TS 5S", "6S"), ("AS 5S", "5D"), ("TS 9S", "2S"), ("AS AD", "9S")])
def test_exactly_at_twenty_one_a_punter_may_only_stand(hand: str, bought: str) -> None:
    sitting = all_staked(sit_down(shoe(hand, "TS 9S", "TH 9H", "TC 9C", then=bought))).play("3 buy")
    assert sitting.legal(3) == ["stand"]
    assert (
        sitting.refusal("3 buy") == sitting.refusal("3 add 1") == "You are exactly at the mark and may only say enough."
    )
    assert sitting.play("3 stand").waits_for == (2,)


def test_at_every_hand_of_two_and_one_bought_only_twenty_one_keeps_a_punter_from_buying() -> None:
    """Said once more without the game's own counting: some worth of the aces makes the three cards 21."""
    state = all_staked(sit_down(shoe("TS 8S", "TS 9S", "TH 9H", "TC 9C"))).state
    worths = {"A": (1, 11), "T": (10,), "J": (10,), "Q": (10,), "K": (10,)}
    for ranks in product("23456789TJQKA", repeat=3):
        *dealt, bought = (Card(rank + "S") for rank in ranks)
        seen = core.view(laid(held(state, 3, tuple(dealt)), 3, Spot("in", 10, open=(bought,))), 3)
        reaches = 21 in map(sum, product(*(worths.get(rank) or (int(rank),) for rank in ranks)))
        assert list(legal(GAME.offers(seen))) == (["stand"] if reaches else ["buy", "stand", "add 1..90"]), ranks


@pytest.mark.parametrize("sixth", ["6S", "5S"])
def test_public_buttons_do_not_tell_who_is_at_twenty_one(sixth: str) -> None:
    """The offers of a public view are the same whatever is in the hand."""
    sitting = all_staked(sit_down(shoe(f"TS {sixth}", "TS 9S", "TH 9H", "TC 9C", then="5D"))).play("3 buy")
    assert sitting.legal(3, public=True) == ["buy", "stand", "add 1..90"]


def test_a_late_stake_is_added_in_ones_own_turn_up_to_the_highest_stake_in_all() -> None:
    sitting = all_staked(sit_down(shoe("TS 8S", "TS 9S", "TH 9H", "TC 9C"), max_stake=15))
    assert [sitting.legal(seat) for seat in range(4)] == [[], [], [], ["buy", "stand", "add 1..5"]]
    sitting.play("3 add 2")
    assert sitting.legal(3) == ["buy", "stand", "add 1..3"]
    sitting.play("3 add 3")
    assert sitting.legal(3) == ["buy", "stand"]
    assert sitting.state.table.spots[3] == Spot("in", stake=10, late=5)
    assert sitting.refusal("2 add 1") == "It is the turn of 3."
    assert sitting.refusal("3 add 1") == "Your stake is the highest there may be."


# The banker


def test_the_banker_acts_last_and_may_buy_at_twenty_one_too() -> None:
    sitting = all_staked(sit_down(shoe("TS 8S", "TS 9S", "TH 9H", "TC 5C", then="6C 2H"), deals=1))
    sitting.play("3 stand", "2 stand", "1 stand", "0 buy")
    assert sitting.legal(0) == ["buy", "stand"]
    assert sitting.refusal("0 add 1")
    assert sitting.play("0 buy").payoffs == (-30, 10, 10, 10)


def test_with_no_punter_left_to_settle_with_the_banker_does_not_act_nor_show() -> None:
    sitting = sit_down(shoe("TS 6S", "AS KS", "TC 5C", then="KD")).play("3 stake 10", "2 stake 10", "0 deal", "3 buy")
    assert sitting.phase == "stakes"
    assert sitting.payoffs == (0, 0, 10, -10)
    assert not sitting.events("shows")


# Settlement


@pytest.mark.parametrize(
    ("punter", "banker", "wins"),
    [
        ("TS 9S", "TC 6C 6D", 10),
        ("TS 5S 6S", "TC 6C 6D", 20),
        ("TS 9S", "TC 6C 5D", -23),
        ("TS 5S 6S", "TC 6C 5D", -23),
        ("TS 9S", "TC 8C", 10),
        ("TS 5S 6S", "TC TD", 20),
        ("TS 9S", "TC 9C", -13),
        ("TS 8S", "TC 9C", -13),
    ],
    ids=[
        "banker dead",
        "banker dead, bought 21",
        "banker's 21 takes twice",
        "banker's 21 takes twice from a 21",
        "higher",
        "bought 21",
        "equal totals are the bank's",
        "lower",
    ],
)
def test_settlement(punter: str, banker: str, wins: int) -> None:
    """A stake of 10 and a late stake of 3, which never wins and is lost once."""
    assert winnings(TWENTY_ONE, cards(punter), cards(banker), Spot("stands", stake=10, late=3)) == wins


def test_the_settlement_opens_the_banker_and_all_who_are_still_in_and_nobody_else() -> None:
    sitting = all_staked(sit_down(shoe("TS 8S", "TS 6S", "TH 9H", "TC 5C", then="6D 4C")))
    sitting.play("3 stand", "2 buy", "1 stand", "0 buy", "0 stand")
    assert [(event.seat, event.cards) for event in sitting.events("shows")] == [
        (0, cards("TC 5C 4C")),
        (3, cards("TS 8S")),
        (1, cards("TH 9H")),
    ]
    assert sitting.payoffs == (30, -10, -10, -10)


def test_a_dead_banker_has_shown_his_cards_already() -> None:
    sitting = all_staked(sit_down(shoe("TS 8S", "TD 8D", "TH 9H", "TC 6C", then="6D")))
    sitting.play("3 stand", "2 stand", "1 stand", "0 buy")
    assert sitting.events("dead") == [Event("dead", 0, cards=cards("TC 6C 6D"))]
    assert [event.seat for event in sitting.events("shows")] == [3, 2, 1]


def test_payoffs_move_when_the_deal_is_settled_and_not_before() -> None:
    sitting = all_staked(sit_down(shoe("TS 6S", "AS KS", "TH 9H", "TC 9C", then="KD")))
    sitting.play("3 buy", "1 stand")
    assert sitting.state.table.dues == (0, 0, 10, -10)
    assert sitting.payoffs == (0, 0, 0, 0)
    sitting.play("0 stand")
    assert sitting.payoffs == (10, -10, 10, -10)
    assert sitting.state.table.dues == (0, 0, 0, 0)


# What is said to whoever has staked


def test_whoever_has_staked_stays_in() -> None:
    sitting = sit_down().play("1 stake 20")
    assert sitting.refusal("1 sit") == "You have staked: whoever has staked stays in."


def test_whoever_stakes_once_more_is_told_where_a_stake_is_raised() -> None:
    sitting = sit_down(max_stake=100).play("1 stake 20")
    assert sitting.refusal("1 stake 100") == "You have staked. Under “My cards” you may raise it by 1 to 80 chips."
    assert sitting.play("1 add 80").refusal("1 stake 100") == "Your stake is the highest there may be."
