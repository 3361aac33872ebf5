"""The rules of ochko, one test a rule, in the order of docs/rules/ochko.md."""

import pytest

from games import core
from games.banking import TWENTY_ONE, Spot, held
from games.cards import PACK_104, Cards, cards
from games.core import Event
from games.ochko import GAME, Options, winnings
from games.options import IllegalOption, check_options
from tests.games.ochko.sitting import all_staked, sit_down, stand_all

# Values


def test_values_are_those_of_twenty_one() -> None:
    assert sit_down().state.table.values == TWENTY_ONE


# Options


@pytest.mark.parametrize(
    "given",
    [
        {"dealer": 4},
        {"dealer": -1},
        {"deals": -1},
        {"deals": None},
        {"max_bank": 0},
        {"max_bank": True},
        {"buy_order": "banker"},
        {"buy_order": None},
        {"min_stake": 1},
    ],
)
def test_options_out_of_bounds_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(IllegalOption):
        check_options(Options, 4, given)


@pytest.mark.parametrize("given", [{"dealer": 3}, {"deals": 0}, {"max_bank": 1}, {"buy_order": "banker_last"}])
def test_options_within_bounds_are_taken(given: dict[str, object]) -> None:
    assert check_options(Options, 4, given) == Options(**given)  # type: ignore[arg-type]  # they are checked


def test_unless_agreed_everybody_banks_once_up_to_500_and_the_banker_buys_first() -> None:
    assert Options() == Options(dealer=None, deals=0, max_bank=500, buy_order="banker_first")


# Set-up


@pytest.mark.parametrize(
    ("drawn", "banker"), [("2S 3S 4S AD", 3), ("KS 2S KD 3S QS AD", 2), ("KS KD KC KH 2S 3S 2D 2C", 1)]
)
def test_the_lot_falls_to_the_highest_rank_and_those_tied_draw_again(drawn: str, banker: int) -> None:
    """One pack of 52 is enough for it."""
    sitting = sit_down(drawn, dealer=None)
    assert sitting.state.table.banker == banker
    assert sitting.events("dealer") == [Event("dealer", banker)]
    assert [event.cards[0] for event in sitting.events("lot")] == list(cards(drawn))


def test_the_lot_is_drawn_from_a_pack_of_52_and_the_deal_is_of_104() -> None:
    piles: list[int] = []

    def shuffle(pile: Cards) -> Cards:
        piles.append(len(pile))
        return pile

    core.begin(GAME, 4, Options(), shuffle)
    assert piles == [52, 104]


def test_a_named_dealer_banks_first_and_no_lot_is_drawn() -> None:
    sitting = sit_down(dealer=2)
    assert sitting.state.table.banker == 2
    assert not sitting.events("lot", "dealer")


def test_the_shoe_of_104_is_shuffled_before_the_bank_is_declared() -> None:
    sitting = sit_down("7S 8S")
    assert (sitting.phase, sitting.state.down[0][:2]) == ("bank", cards("7S 8S"))
    assert sorted(sitting.state.down[0]) == sorted(PACK_104)


# The bank


def test_the_banker_declares_a_bank_up_to_the_highest() -> None:
    sitting = sit_down(max_bank=30)
    assert sitting.waits_for == (0,)
    assert [sitting.legal(seat) for seat in range(4)] == [["bank 1..30"], [], [], []]
    assert sitting.refusal("0 bank 31") == sitting.refusal("0 deal") == "Declare a bank of 1 to 30 chips."
    assert sitting.refusal("1 stake 5") == "Wait for the bank: 0 is to declare it."
    sitting.play("0 bank 30")
    assert sitting.state.table.bank == 30
    assert sitting.events("declares") == [Event("declares", 0, amount=30)]


# Stakes


def test_punters_stake_in_any_order_what_the_bank_still_covers_or_pass() -> None:
    sitting = sit_down().play("0 bank 50")
    assert [sitting.legal(seat) for seat in range(4)] == [[], *[["stake 1..50", "pass"]] * 3]
    sitting.play("2 stake 7")
    assert [sitting.legal(seat) for seat in range(4)] == [
        ["deal"],
        ["stake 1..43", "pass"],
        [],
        ["stake 1..43", "pass"],
    ]
    sitting.play("1 pass")
    assert [sitting.legal(seat) for seat in range(4)] == [["deal"], [], [], ["stake 1..43", "pass"]]


def test_the_game_waits_for_punters_who_have_not_decided_and_not_for_the_banker() -> None:
    sitting = sit_down().play("0 bank 50")
    assert sitting.waits_for == (1, 2, 3)
    assert [sitting.play(move).waits_for for move in ("2 stake 1", "1 pass")] == [(1, 3), (3,)]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("1 stake 41", "Stake from 1 to 40 chips, which the bank still covers, or pass."),
        ("1 stake 0", "Stake from 1 to 40 chips, which the bank still covers, or pass."),
        ("2 stake 1", "Your stake is down: wait for the cards."),
        ("2 pass", "Your stake is down: wait for the cards."),
        ("3 stake 1", "You sit this deal out: wait for the next one."),
        ("1 deal", "Wait for the deal: 0 is the dealer."),
        ("0 stake 1", "You hold the bank: deal when there is a stake."),
        ("0 pass", "You hold the bank: deal when there is a stake."),
    ],
)
def test_stakes_are_refused_beyond_the_bank_twice_and_from_the_banker(move: str, said: str) -> None:
    sitting = sit_down().play("0 bank 50", "2 stake 10", "3 pass")
    before = sitting.state
    assert sitting.refusal(move) == said
    assert sitting.state is before


def test_with_every_stake_down_the_cards_are_dealt_by_themselves() -> None:
    sitting = sit_down().play("0 bank 50", "1 stake 5", "3 pass")
    assert sitting.phase == "stakes"
    sitting.play("2 stake 5")
    assert sitting.phase == "buying"
    assert [len(hand) for hand in sitting.state.hands] == [2, 2, 2, 0]


def test_the_banker_may_deal_as_soon_as_one_stake_is_down_and_the_rest_are_out() -> None:
    sitting = sit_down().play("0 bank 50")
    assert sitting.refusal("0 deal") == "Nobody has staked yet: wait for a stake."
    sitting.play("2 stake 5", "0 deal")
    assert [spot.status for spot in sitting.state.table.spots] == ["banks", "out", "in", "out"]
    assert [len(hand) for hand in sitting.state.hands] == [2, 0, 2, 0]


def test_a_bank_covered_in_full_leaves_the_others_out_and_is_dealt_at_once() -> None:
    sitting = sit_down().play("0 bank 12", "3 stake 5", "1 stake 7")
    assert [event.event for event in sitting.state.events[:3]] == ["stakes", "covered", "deals"]
    assert [spot.status for spot in sitting.state.table.spots] == ["banks", "in", "out", "in"]
    assert sitting.waits_for == (0,)


def test_one_may_cover_the_bank_alone() -> None:
    sitting = sit_down().play("0 bank 500", "2 stake 500")
    assert [spot.stake for spot in sitting.state.table.spots] == [0, 0, 500, 0]
    assert sitting.phase == "buying"


def test_if_all_pass_the_deal_is_skipped_and_counts_and_the_next_seat_banks() -> None:
    """Its shuffle has been made: the next deal's is another."""
    sitting = sit_down("2S", "3S", deals=2).play("0 bank 50", "1 pass", "2 pass", "3 pass")
    assert sitting.events("skipped") == [Event("skipped", 0)]
    assert (sitting.state.table.deals, sitting.state.table.banker, sitting.phase) == (2, 1, "bank")
    assert sitting.state.down[0][0] == "3S"
    sitting.play("1 bank 50", "0 pass", "2 pass", "3 pass")
    assert (sitting.phase, sitting.payoffs) == ("over", (0, 0, 0, 0))


# Deal


def test_cards_go_one_at_a_time_to_the_left_and_to_the_banker_last() -> None:
    sitting = sit_down("3S 4S 5S 6S 7S 8S 9S 2D", dealer=2).play("2 bank 50", "0 stake 1", "1 stake 1", "3 stake 1")
    assert sitting.state.hands == (cards("4S 8S"), cards("5S 9S"), cards("6S 2D"), cards("3S 7S"))


def test_who_passed_gets_no_cards() -> None:
    sitting = sit_down("3S 4S 5S 6S 7S 8S").play("0 bank 50", "1 stake 1", "2 pass", "3 stake 1")
    assert sitting.state.hands == (cards("5S 8S"), cards("3S 6S"), (), cards("4S 7S"))


def test_dealt_cards_are_seen_by_their_owner_alone() -> None:
    sitting = all_staked("3S 7S", "4S 8S", "5S 9S", "6S TS")
    assert core.view(sitting.state, 1).hand == cards("3S 7S")
    assert [each.cards for each in core.view(sitting.state, 1).events if each.cards] == [cards("3S 7S")]
    assert not any(each.cards for each in core.view(sitting.state, None).events)
    assert core.view(sitting.state, None).sizes == (2, 2, 2, 2)


# 21 in hand


@pytest.mark.parametrize("hand", ["AS KS", "QS AS", "JS AS", "AS TS"])
def test_a_bankers_21_in_hand_takes_every_stake_once_and_ends_the_deal(hand: str) -> None:
    """A punter's does not save him."""
    sitting = all_staked("AD KD", "TS 9S", "2S 3S", hand)
    assert sitting.payoffs == (30, -10, -10, -10)
    assert sitting.phase == "over"


def test_at_a_bankers_21_in_hand_nobody_elses_cards_are_seen() -> None:
    sitting = all_staked("AD KD", "TS 9S", "2S 3S", "AS KS")
    shown = [event.cards for event in core.view(sitting.state, None).events if event.cards]
    assert shown == [cards("AS KS")]
    assert not sitting.events("natural", "shows")


@pytest.mark.parametrize("hand", ["AS 9S", "TS KS", "AS AD"])
def test_nothing_else_is_21_in_hand(hand: str) -> None:
    assert all_staked("TD 9D", "TS 9S", hand).waits_for == (0,)


def test_punters_21_in_hand_are_shown_at_once_and_paid_twice() -> None:
    sitting = all_staked("AD KD", "TS 9S", "JS AS", "TC 9C")
    assert sitting.events("natural") == [
        Event("natural", 1, cards=cards("AD KD")),
        Event("natural", 3, cards=cards("JS AS")),
    ]
    assert sitting.state.table.dues == (-40, 20, 0, 20)
    assert sitting.payoffs == (0, 0, 0, 0)


def test_who_has_shown_21_is_done_and_his_cards_lie_open_until_the_deal_is_over() -> None:
    sitting = all_staked("AD KD", "TS 9S", "TC 9C", deals=2)
    assert sitting.state.table.spots[1] == Spot("natural", 10, open=cards("AD KD"))
    sitting.play("0 stand")
    assert sitting.waits_for == (2,)
    sitting.play("2 stand")
    assert [event.seat for event in sitting.events("shows")] == [0, 2]
    assert sitting.state.table.spots[1] == Spot("banks")


def test_21_in_hand_keeps_its_win_whatever_the_banker_comes_to() -> None:
    sitting = all_staked("AD KD", "TS 9S", "TC 9C", then="2D").play("0 buy", "0 stand", "2 stand")
    assert sitting.payoffs == (-10, 20, -10)


def test_if_every_punter_has_21_in_hand_nobody_buys_and_the_bankers_cards_stay_unseen() -> None:
    sitting = all_staked("AD KD", "TS AS", "TC 5C")
    assert (sitting.phase, sitting.payoffs) == ("over", (-40, 20, 20))
    assert not sitting.events("shows", "buys")


def test_a_banker_with_21_in_hand_comes_before_punters_who_have_it() -> None:
    assert not all_staked("AD KD", "TS AS", "AC KC").events("natural", "wins")


# Buying


def test_the_banker_buys_first_and_then_it_goes_round_to_the_left() -> None:
    sitting = all_staked("TS 8S", "TD 8D", "TC 8C", "TH 8H")
    order = [sitting.waits_for, *(sitting.play(f"{seat} stand").waits_for for seat in (0, 1, 2))]
    assert order == [(0,), (1,), (2,), (3,)]
    assert sitting.play("3 stand").phase == "over"


def test_it_may_be_agreed_that_he_buys_last() -> None:
    sitting = all_staked("TS 8S", "TD 8D", "TC 8C", "TH 8H", buy_order="banker_last")
    order = [sitting.waits_for, *(sitting.play(f"{seat} stand").waits_for for seat in (1, 2, 3))]
    assert order == [(1,), (2,), (3,), (0,)]
    assert sitting.play("0 stand").phase == "over"


def test_bought_cards_are_seen_by_their_buyer_alone_and_their_number_by_all() -> None:
    sitting = all_staked("TS 8S", "TD 8D", "2C 3C", then="4S 5S").play("0 buy", "0 buy")
    assert sitting.state.hands[0] == cards("2C 3C 4S 5S")
    assert [core.view(sitting.state, seat).sizes for seat in (None, 1)] == [(4, 2, 2)] * 2
    assert sitting.state.events == (
        Event("buys", 0),
        Event("bought", 0, cards=cards("5S"), audience=(0,)),
    )
    assert core.view(sitting.state, 1).events == (Event("buys", 0),)


def test_a_turn_is_one_and_all_purchases_are_made_in_it() -> None:
    sitting = all_staked("TS 8S", "TD 8D", "2C 3C").play("0 buy")
    assert sitting.waits_for == (0,)
    assert sitting.refusal("1 buy") == "It is the turn of 0."
    sitting.play("0 stand", "1 stand")
    assert sitting.refusal("0 buy") == "It is the turn of 2."


def test_the_third_bought_card_ends_the_turn() -> None:
    sitting = all_staked("TS 8S", "TD 8D", "2C 3C", then="2S 2D 2H").play("0 buy", "0 buy", "0 buy")
    assert sitting.events("stops") == [Event("stops", 0)]
    assert sitting.waits_for == (1,)


def test_the_third_card_of_the_last_one_opens_the_hands() -> None:
    sitting = all_staked("2S 3S", "TC 8C", then="4S 4D 4H").play("0 stand", "1 buy", "1 buy", "1 buy")
    assert (sitting.phase, sitting.payoffs) == ("over", (10, -10))


@pytest.mark.parametrize("bought", ["3S 2S 2D", "KS 2S 2D", "3S KS KD"])
def test_at_21_and_over_one_may_buy_on_and_is_asked_like_any_other(bought: str) -> None:
    """Whatever the cards are, what is offered, waited for and heard by others is the same."""
    sitting = all_staked("TS 8S", "TD 8D", "TC 8C", then=bought).play("0 buy")
    assert sitting.legal(0) == sitting.legal(0, public=True) == ["buy", "stand"]
    other = held(sitting.state, 0, (*sitting.state.hands[0][:-1], *cards("2H")))
    assert core.view(sitting.state, None) == core.view(other, None)
    sitting.play("0 buy")
    assert sitting.legal(0) == ["buy", "stand"]
    assert core.view(sitting.state, 1).events == (Event("buys", 0),)


def test_a_hand_that_is_over_stays_in_hand_until_the_settlement() -> None:
    """Nothing is thrown in, nothing is paid, and the banker is not settled with before all have bought."""
    sitting = all_staked("TS 8S", "TD 8D", "TC 8C", then="KS KD KH").play("0 buy", "0 stand", "1 buy", "1 stand")
    table = sitting.state.table
    assert (table.dues, table.won, sitting.thrown_in) == ((0, 0, 0), (0, 0, 0), ())
    assert [spot.status for spot in table.spots] == ["banks", "stands", "in"]
    assert [len(hand) for hand in sitting.state.hands] == [3, 3, 2]


def test_the_question_stays_the_same_for_all_while_somebody_goes_over() -> None:
    """Neither a moment nor the verbs betray it."""
    asked = []
    for bought in ("2S", "KS"):
        sitting = all_staked("TS 8S", "TD 8D", "TC 8C", then=bought).play("0 buy")
        asked.append([core.question(GAME, core.view(sitting.state, seat)) for seat in range(3)])
    assert asked[0] == asked[1]


def test_whoever_has_bought_is_done() -> None:
    sitting = all_staked("TS 8S", "TD 8D", "TC 8C")
    found = [sitting.state.table.done, *(sitting.play(f"{seat} stand").state.table.done for seat in (0, 1))]
    assert found == [(), (0,), (0, 1)]


# Settlement


@pytest.mark.parametrize(
    ("punter", "banker", "wins"),
    [
        ("TS 8S KS", "TC 8C KC", 0),
        ("TS 8S", "TC 8C KC", 20),
        ("TS 5S 6S", "TC 8C KC", 20),
        ("TS 8S KS", "TC 8C", -10),
        ("TS 8S KS", "TC 5C 6C", -10),
        ("TS 9S", "TC 8C", 10),
        ("TS 5S 6S", "TC TD", 10),
        ("TS 8S", "TC 9C", -10),
        ("TS 8S", "TC 5C 6C", -10),
        ("TS 8S", "9C 9D", 0),
        ("TS 5S 6S", "TC 5C 6C", 0),
    ],
    ids=[
        "both over: quits",
        "banker over pays twice",
        "banker over pays a bought 21 no more",
        "punter over loses",
        "punter over loses once to a 21",
        "higher wins",
        "a bought 21 wins once",
        "lower loses",
        "lower loses once to a 21",
        "equal",
        "equal at 21",
    ],
)
def test_settlement(punter: str, banker: str, wins: int) -> None:
    assert winnings(TWENTY_ONE, cards(punter), cards(banker), 10) == wins


def test_an_ace_of_the_bankers_may_count_eleven_like_a_punters() -> None:
    assert winnings(TWENTY_ONE, cards("TS 9S"), cards("AC 9C"), 10) == -10


def test_each_punter_is_settled_with_by_himself_and_all_hands_are_opened() -> None:
    sitting = all_staked("TS 8S", "TD 5D", "TH 9H", "TC 7C", then="KS KD")
    sitting.play("0 buy", "0 stand", "1 stand", "2 buy", "2 stand", "3 stand")
    assert [(event.event, event.seat, event.amount) for event in sitting.events("shows", "wins", "loses", "quits")] == [
        ("shows", 0, None),
        ("shows", 1, None),
        ("wins", 1, 20),
        ("shows", 2, None),
        ("quits", 2, None),
        ("shows", 3, None),
        ("wins", 3, 20),
    ]
    assert [event.cards for event in sitting.events("shows")] == [
        cards("TC 7C KS"),
        cards("TS 8S"),
        cards("TD 5D KD"),
        cards("TH 9H"),
    ]
    assert sitting.payoffs == (-40, 20, 0, 20)


def test_the_banker_owes_what_he_owes_even_beyond_his_bank() -> None:
    sitting = all_staked("TS 8S", "TC 8C", then="KC", stake=100, bank=100).play("0 buy", "0 stand", "1 stand")
    assert sitting.payoffs == (-200, 200)


def test_payoffs_move_when_the_deal_is_settled_and_not_before() -> None:
    sitting = all_staked("AD KD", "TS 9S", "TC 9C", deals=2).play("0 stand")
    assert (sitting.payoffs, sitting.state.table.dues) == ((0, 0, 0), (-20, 20, 0))
    sitting.play("2 stand")
    assert (sitting.payoffs, sitting.state.table.dues) == ((-20, 20, 0), (0, 0, 0))


# The round of deals


def test_the_next_deal_is_the_left_neighbours_with_two_fresh_packs() -> None:
    sitting = stand_all(all_staked("TS 8S", "TD 8D", "TC 8C", deals=0))
    assert (sitting.state.table.banker, sitting.state.table.deals, sitting.phase) == (1, 2, "bank")
    assert [len(pile) for pile in sitting.state.down] == [104, 0]
    assert sitting.state.hands == ((), (), ())
    assert sitting.state.table.bank == 0


@pytest.mark.parametrize(("deals", "bankers"), [(0, [2, 3, 0, 1]), (1, [2]), (6, [2, 3, 0, 1, 2, 3])])
def test_it_goes_round_once_or_so_many_times_as_agreed(deals: int, bankers: list[int]) -> None:
    sitting = sit_down(deals=deals, dealer=2)
    found = []
    while sitting.phase == "bank":
        banker = sitting.state.table.banker
        found.append(banker)
        sitting.play(f"{banker} bank 10", *(f"{seat} pass" for seat in range(4) if seat != banker))
    assert found == bankers
    assert GAME.outcome(sitting.state.table) == {}


def test_when_it_is_over_nobody_may_move() -> None:
    sitting = stand_all(all_staked("TS 8S", "TC 9C"))
    assert sitting.waits_for == ()
    assert sitting.refusal("0 bank 5") == "The game is over."


def test_twenty_who_all_buy_three_cards_find_enough_in_the_shoe() -> None:
    sitting = sit_down(seats=20, deals=1).play("0 bank 500", *(f"{seat} stake 1" for seat in range(1, 20)))
    while sitting.phase == "buying":
        sitting.play(f"{sitting.waits_for[0]} buy")
    assert sitting.phase == "over"
    assert sum(sitting.payoffs) == 0


# When time runs out


def test_an_absent_banker_declares_ten_or_as_much_as_is_allowed() -> None:
    assert core.time_out(GAME, sit_down().state, 0) == (0, GAME.parse("bank 10"))
    assert core.time_out(GAME, sit_down(max_bank=4).state, 0) == (0, GAME.parse("bank 4"))


def test_an_absent_punter_passes() -> None:
    assert core.time_out(GAME, sit_down().play("0 bank 5").state, 2) == (2, GAME.parse("pass"))


def test_an_absent_banker_with_stakes_down_deals() -> None:
    sitting = sit_down().play("0 bank 5", "1 stake 1")
    assert GAME.time_out(core.view(sitting.state, 0)) == GAME.parse("deal")


@pytest.mark.parametrize("bought", ["2S", "KS"])
def test_an_absent_buyer_stands_whatever_he_holds(bought: str) -> None:
    sitting = all_staked("TS 8S", "TC 8C", then=bought).play("0 buy")
    assert core.time_out(GAME, sitting.state, 0) == (0, GAME.parse("stand"))
