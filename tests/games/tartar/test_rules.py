"""The rules of Tartar, one test a rule, in the order of docs/rules/tartar.md.

Unless told otherwise seat 0 deals, so the cards of a deal are written in the order of seats 1, 2, 3, 0.
"""

import pytest

from games.cards import PACK_52, cards
from games.core import time_out, view
from games.options import IllegalOption, check_options
from games.tartar import GAME, Hand, Options
from tests.games.tartar.sitting import freely, sit_down

# Options and set-up


def test_two_to_twenty_may_play() -> None:
    assert GAME.seats == (2, 20)


def test_options_and_their_bounds() -> None:
    assert Options() == Options(dealer=None, stake=1, lines=5, exchange="obligatory")
    assert check_options(Options, 3, {"lines": 9, "stake": 100, "exchange": "optional"}).lines == 9
    for bad in ({"lines": 2}, {"lines": 10}, {"stake": 0}, {"exchange": "free"}, {"dealer": 3}, {"lines": 5.0}):
        with pytest.raises(IllegalOption):
            check_options(Options, 3, bad)


def test_the_lot_makes_the_first_dealer_and_ties_draw_again() -> None:
    sitting = sit_down("KS 2S KH 3C 4C", seats=3, dealer=None)
    assert [(event.seat, event.cards) for event in sitting.events("lot")] == [
        (0, ("KS",)),
        (1, ("2S",)),
        (2, ("KH",)),
        (0, ("3C",)),
        (2, ("4C",)),
    ]
    assert sitting.waits_for == (2,)


def test_a_named_dealer_draws_no_lot() -> None:
    assert sit_down(dealer=2).waits_for == (2,)


def test_all_markers_stand_on_the_first_line() -> None:
    assert sit_down().at == (0, 0, 0, 0)


def test_one_card_each_from_the_dealers_left_round_to_the_dealer() -> None:
    sitting = freely("5S 6S 7S 8S")
    assert sitting.held == "8S 5S 6S 7S"
    assert len(sitting.state.down[0]) == 48
    heard = sitting.events("dealt")
    assert [(event.seat, event.cards, event.audience) for event in heard[:1]] == [(1, ("5S",), (1,))]


def test_who_is_out_gets_no_card() -> None:
    sitting = sit_down("5S 6S", lines=3, seats=3).standing(0, 3, 1).play("0 deal")
    assert sitting.opened == "6S - 5S"


# The exchange


def test_the_exchange_runs_by_itself_where_it_is_a_duty() -> None:
    """The five goes round to the dealer, who passes it to the first: 1 has it again and 2 has 1's neighbour's card."""
    sitting = sit_down("5S 6S 7S 8S").play("0 deal")
    assert [(event.seat, event.to) for event in sitting.events("swaps")] == [(1, 2), (2, 3), (3, 0), (0, 1)]
    assert sitting.opened == "6S 5S 7S 8S"


def test_a_king_neither_gives_nor_takes() -> None:
    """Two kings side by side are passed over: 1 exchanges with 4."""
    sitting = sit_down("7S KS KC 9S 3S", seats=5, lines=3).play("0 deal")
    assert [(event.seat, event.to) for event in sitting.events("swaps")] == [(1, 4), (4, 0), (0, 1)]
    assert sitting.opened == "9S 7S KS KC 3S"
    assert [(event.seat, event.cards) for event in sitting.events("king")] == [(2, ("KS",)), (3, ("KC",))]


def test_a_king_is_announced_when_the_exchange_passes_it_and_not_before() -> None:
    sitting = freely("5S KS 7S 8S")
    assert sitting.opened == "- - - -"
    sitting.play("1 keep")
    assert sitting.opened == "- - KS -"
    assert freely("5S KS 7S 8S").play("1 swap").opened == "- - KS -"


def test_a_king_that_is_reached_is_announced() -> None:
    sitting = freely("KS 5S 7S 8S")
    assert (sitting.opened, sitting.waits_for) == ("- KS - -", (2,))


def test_the_last_in_order_exchanges_with_the_first_of_those_without_a_king() -> None:
    sitting = freely("KS 5S 7S 8S").play("2 keep", "3 keep", "0 swap")
    assert sitting.opened == "5S KS 8S 7S"


def test_alone_among_kings_one_keeps_the_card_and_is_not_asked() -> None:
    sitting = sit_down("KS 9D KH", seats=3, exchange="optional").play("0 deal")
    assert sitting.events("keeps")[0].seat == 2
    assert sitting.opened == "KH KS 9D"
    assert sitting.at == (0, 0, 1)


def test_free_exchange_asks_one_after_another_in_dealing_order() -> None:
    sitting = freely("5S 6S 7S 8S")
    for seat in (1, 2, 3, 0):
        assert sitting.waits_for == (seat,)
        assert sitting.may(seat) == ["swap", "keep"]
        assert not any(sitting.may(other) for other in range(4) if other != seat)
        sitting.play(f"{seat} keep")
    assert sitting.opened == "8S 5S 6S 7S"


def test_the_other_side_cannot_refuse() -> None:
    assert freely("5S 6S 7S 8S").play("1 swap").held == "8S 6S 5S 7S"


# The steps


def test_the_lowest_goes_one_line_down() -> None:
    assert freely("5S 6S 7S 8S").play("1 keep", "2 keep", "3 keep", "0 keep").at == (0, 1, 0, 0)


def test_equal_lowest_cards_go_down_together() -> None:
    assert freely("5S 6S 5H 8S").play("1 keep", "2 keep", "3 keep", "0 keep").at == (0, 1, 0, 1)


def test_an_ace_goes_two_lines_down_and_does_not_count_as_the_lowest() -> None:
    sitting = freely("AS 6S 5H AC").play("1 keep", "2 keep", "3 keep", "0 keep")
    assert sitting.at == (2, 2, 0, 1)
    assert [(event.seat, event.amount) for event in sitting.events("steps")] == [(1, 2), (3, 1), (0, 2)]


def test_among_kings_and_aces_the_kings_are_the_lowest() -> None:
    assert sit_down("KS AS KH", seats=3).play("0 deal").at == (1, 1, 2)


def test_if_all_hold_aces_all_go_two_lines_down() -> None:
    assert sit_down("AS AH AC", seats=3).play("0 deal").at == (2, 2, 2)


def test_a_two_is_the_lowest_and_a_king_the_highest() -> None:
    assert freely("2S 3S KS QS").play("1 keep", "2 keep", "0 keep").at == (0, 1, 0, 0)


def test_a_marker_that_comes_to_the_last_line_or_beyond_is_out() -> None:
    sitting = freely("AS 6S 7S 8S", lines=3).standing(0, 2, 0, 0).play("1 keep", "2 keep", "3 keep", "0 keep")
    assert sitting.events("out")[0].seat == 1
    assert (sitting.at[1], sitting.state.table.seats_in) == (4, (0, 2, 3))
    assert sitting.refusal("1 deal") == "You are in the circle, and out of this game."


# Who deals


def test_the_next_seat_still_in_deals() -> None:
    sitting = sit_down("2S 6S 7S 2H", "5S 6S 7S", lines=3).standing(0, 2, 0, 0).play("0 deal")
    assert sitting.opened == "6S 2S 7S 2H"
    assert sitting.at == (0, 3, 0, 1)
    assert sitting.waits_for == (2,)


# End and payoffs


def test_the_last_above_the_circle_takes_all_the_stakes() -> None:
    sitting = sit_down("2S 7S 9S", seats=3, lines=3, stake=5).standing(0, 3, 2).play("0 deal")
    assert sitting.opened == "7S - 2S"
    assert GAME.outcome(sitting.state.table) == {"winner": 0}
    assert GAME.payoffs(sitting.state.table) == (10, -5, -5)
    assert sitting.waits_for == ()
    assert sitting.refusal("0 deal") == "The game is over."


def test_no_stake_is_paid_before_the_end() -> None:
    sitting = sit_down("2S 7S 9S", seats=3, lines=3).standing(0, 2, 2)
    sitting.play("0 deal")
    assert GAME.payoffs(sitting.state.table) == (0, 0, 0)
    assert GAME.outcome(sitting.state.table) is None


def test_a_round_that_would_end_everybody_is_taken_back_and_dealt_anew() -> None:
    sitting = sit_down("2S 2C", "3S 4S", seats=2, lines=3).standing(2, 2).play("0 deal")
    assert (sitting.at, sitting.waits_for) == ((2, 2), (0,))
    assert [event.event for event in sitting.told][-1] == "void"
    sitting.play("0 deal")
    assert sitting.at == (2, 3)


def test_a_new_deal_takes_a_whole_new_pack() -> None:
    sitting = sit_down("2S 3S 4S 5S", "6S 7S 8S 9S").play("0 deal", "1 deal")
    assert sorted(sitting.state.down[0] + cards("6S 7S 8S 9S")) == sorted(PACK_52)


# Who sees what


def test_a_seat_sees_its_card_and_remembers_what_it_gave_away() -> None:
    state = freely("5S 6S 7S 8S").play("1 swap", "2 swap").state
    assert view(state, 1).hand == Hand(cards("6S"), ("2:5S",))
    assert view(state, 2).hand == Hand(cards("7S"), ("1:6S", "3:5S"))
    assert view(state, 3).hand == Hand(cards("5S"), ("2:7S",))
    assert view(state, None).hand is None


def test_what_was_given_away_is_remembered_until_the_next_deal_and_by_its_giver_alone() -> None:
    """Where the exchange is a duty all of it is over at once, and the cards lie open before anybody is asked again."""
    sitting = sit_down("5S KS 7S 8S", "9S TS JS KH").play("0 deal")
    gave = {seat: view(sitting.state, seat).hand for seat in range(4)}
    assert gave == {
        0: Hand((), ("3:8S", "1:5S")),
        1: Hand((), ("3:5S", "0:7S")),
        2: Hand(),
        3: Hand((), ("1:7S", "0:5S")),
    }
    assert view(sitting.state, None).hand is None
    sitting.play("1 deal")
    assert {len(note) for hand in sitting.state.hands for note in hand.gave} == {4}
    assert not {"5S", "7S", "8S"} & {note[2:] for hand in sitting.state.hands for note in hand.gave}


def test_only_the_two_hear_what_was_exchanged() -> None:
    got = freely("5S 6S 7S 8S").play("1 swap").events("got")
    assert [(event.seat, event.cards, event.audience) for event in got] == [(1, ("6S",), (1,)), (2, ("5S",), (2,))]


# When time runs out


def test_a_dealer_deals_and_others_keep_their_card() -> None:
    sitting = sit_down("5S 6S 7S 8S", exchange="optional")
    for seat, move in ((0, "deal"), (1, "keep")):
        made = time_out(GAME, sitting.state, seat)
        assert made is not None
        assert (made[0], str(made[1])) == (seat, move)
        sitting.play(f"{seat} {move}")


# Refusals


def test_whoever_is_not_asked_is_told_whom_to_wait_for() -> None:
    sitting = sit_down("5S 6S 7S 8S", exchange="optional")
    assert sitting.refusal("1 deal") == "Wait for the deal: 0 is the dealer."
    assert sitting.refusal("0 swap") == "You are the dealer: deal first."
    sitting.play("0 deal")
    assert sitting.refusal("2 swap") == "It is the turn of 1."
    assert sitting.refusal("1 deal") == "The cards are dealt: exchange yours, or keep it."
