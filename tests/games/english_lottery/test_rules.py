"""The rules of the English lottery, one test a rule, in the order of docs/rules/english_lottery.md.

Unless told otherwise seat 0 is the director, so tickets are dealt to seats 1, 2, 0.
"""

import random
from dataclasses import replace

import pytest

from games import record
from games.cards import PACK_52
from games.core import outcome, time_out, view
from games.english_lottery import GAME, OFFERS, Options, Table
from games.options import IllegalOption, check_options
from games.record import Opening
from games.simulation import simulate
from tests.games.english_lottery.sitting import Sitting, sit_down, trading

# Options and set-up


def test_two_to_twenty_six_may_play() -> None:
    assert GAME.seats == (2, 26)


def test_options_and_their_bounds() -> None:
    assert Options() == Options(director=0, price=1, tickets_each=0, carry=0)
    assert check_options(Options, 5, {"tickets_each": 10, "carry": 1000}).tickets_each == 10
    for bad in ({"tickets_each": 11}, {"price": 0}, {"director": 5}, {"director": None}, {"carry": -1}):
        with pytest.raises(IllegalOption):
            check_options(Options, 5, bad)


def test_the_director_may_be_one_who_does_not_play() -> None:
    assert check_options(Options, 5, {"director": 5}, offices=len(GAME.offices)).director == 5
    with pytest.raises(IllegalOption):
        check_options(Options, 5, {"director": 6}, offices=len(GAME.offices))
    sitting = sit_down(3, "2S 3S 4S 5S", director=3, tickets_each=1)
    assert sitting.tickets == ("2S", "3S", "4S")
    assert (len(sitting.state.hands), sitting.payoffs, sitting.state.table.chips) == (4, (0, 0, 0), (-1, -1, -1))
    assert (sitting.waits_for, sitting.may(3)) == ((0, 1, 2), [])
    assert sitting.refusal("3 buy") == "The players may still buy tickets: wait for them."


def test_tickets_are_dealt_one_at_a_time_from_the_directors_left_round_to_him() -> None:
    assert sit_down(4, "2S 3S 4S 5S 6S", director=1, tickets_each=1).tickets == ("4S", "5S", "2S", "3S")
    assert sit_down(4, "2S 3S 4S 5S 6S 7S 8S 9S", tickets_each=2).tickets == ("5S 9S", "2S 6S", "3S 7S", "4S 8S")


@pytest.mark.parametrize(("seats", "each", "left"), [(2, 26, 0), (3, 17, 1), (5, 10, 2), (26, 2, 0)])
def test_as_many_tickets_as_go_evenly_are_dealt(seats: int, each: int, left: int) -> None:
    sitting = sit_down(seats)
    assert {len(held) for held in sitting.state.table.tickets} == {each}
    assert len(sitting.state.down[2]) == left


def test_the_first_five_cards_of_the_draw_are_prizes_the_others_the_directors() -> None:
    sitting = sit_down(draw="7S 8S 9S TS JS QS")
    prizes, pack, _ = sitting.state.down
    assert (prizes, pack[0], len(pack)) == (("7S", "8S", "9S", "TS", "JS"), "QS", 47)


def test_both_packs_are_shuffled_before_the_first_move() -> None:
    assert sorted(sit_down().state.down[0] + sit_down().state.down[1]) == sorted(PACK_52)


# Tickets left over


def test_each_may_buy_one_ticket_or_pass_in_any_order() -> None:
    sitting = sit_down(3, "2S 3S 4S 5S 6S", tickets_each=1)
    assert sitting.waits_for == (0, 1, 2)
    assert [sitting.may(seat) for seat in range(3)] == [["buy", "pass"]] * 3
    sitting = sitting.play("2 buy", "0 pass")
    assert sitting.waits_for == (1,)
    assert sitting.tickets[2] == "3S 5S"
    assert sitting.refusal("2 buy") == "You have bought or passed: wait for the others."
    assert sitting.play("1 buy").phase == "calls"
    assert sitting.tickets == ("4S", "2S 6S", "3S 5S")


def test_the_sale_ends_when_the_tickets_are_gone() -> None:
    assert sit_down(3).waits_for == (0, 1, 2)
    assert sit_down(3).play("1 buy").phase == "calls"
    assert sit_down(2).phase == "calls"


def test_every_ticket_is_paid_for_into_the_pool_and_what_was_left_lies_there() -> None:
    sitting = sit_down(3, tickets_each=2, price=10, carry=7).play("1 buy", "0 pass", "2 pass")
    assert sitting.state.table.pool == 77
    assert sitting.state.table.chips == (-20, -30, -20)


# The pool


@pytest.mark.parametrize(
    ("pool", "prizes"),
    [
        (52, (3, 6, 9, 14, 20)),
        (15, (1, 2, 3, 4, 5)),
        (0, (0, 0, 0, 0, 0)),
        (3, (0, 0, 0, 0, 3)),
        (5, (0, 0, 0, 0, 5)),
        (6, (0, 0, 0, 1, 5)),
        (14, (0, 2, 3, 4, 5)),
        (29, (1, 4, 6, 8, 10)),
    ],
)
def test_the_pool_has_fifteen_parts_and_the_larger_ones_go_to_the_highest_prizes(
    pool: int, prizes: tuple[int, ...]
) -> None:
    table: Table = replace(sit_down().state.table, pool=pool)
    assert table.prizes == prizes
    assert sum(table.prizes) == pool


# Calls


def test_a_call_turns_a_card_and_the_equal_ticket_is_out() -> None:
    sitting = sit_down(2, "2S 3S", "KS KC KD KH QS 3S 2S 9C").call(1)
    assert "3S" not in sitting.tickets[0]
    assert [(event.seat, event.cards) for event in sitting.events("called")] == [(0, ("3S",))]
    assert (sitting.state.table.called, sitting.state.table.out) == (("3S",), ("3S",))


def test_a_card_whose_ticket_nobody_has_changes_nothing() -> None:
    sitting = sit_down(3, "2S 3S 4S", "KS KC KD KH QS 9C", tickets_each=1)
    sitting.play("0 pass", "1 pass", "2 pass").call(1)
    assert (sitting.tickets, sitting.events("called")[0].seat) == (("4S", "2S", "3S"), None)


def test_only_the_director_calls() -> None:
    sitting = sit_down(2, director=1)
    assert (sitting.waits_for, sitting.may(0), sitting.may(1)) == ((1,), [], ["call"])
    assert sitting.refusal("0 call") == "Wait for the director: 1."


# The trade


def test_the_trade_begins_when_the_director_has_five_cards_left() -> None:
    sitting = trading()
    assert (sitting.phase, len(sitting.state.down[1])) == ("trade", 5)
    assert sitting.tickets == ("", "2S", "3S")


def test_without_anybody_empty_there_is_no_trade() -> None:
    assert sit_down(2, last="2S 3S 4S 5S 6S").call(42).phase == "last"


def test_without_a_live_ticket_there_is_no_trade() -> None:
    sitting = sit_down(2, "2S 3S", "KS KC KD KH QS 2S 3S", tickets_each=1).play("0 pass", "1 pass")
    assert sitting.call(42).phase == "last"


def test_an_empty_seat_may_offer_for_any_live_ticket() -> None:
    sitting = sit_down(4, "2S 3S 4S 5S", "3S KD 2S KC KH 4S 5S", tickets_each=1)
    sitting.play("0 pass", "1 pass", "2 pass", "3 pass").call(42)
    assert sitting.waits_for == (0, 3)
    assert sitting.may(3) == ["offer 2S 1..999", "offer 3S 1..999", "done"]
    assert sitting.may(0) == ["offer 2S 1..999", "offer 3S 1..999", "done", "close"]
    assert (sitting.may(1), sitting.may(2)) == ([], [])
    assert sitting.refusal("1 offer 3S 5") == (
        "You have a ticket of your own, 2S: only those without one buy. You may sell it if somebody offers."
    )
    assert sitting.refusal("3 offer 4S 5") == "Nobody has the ticket 4S."
    assert sitting.refusal("3 offer 2S 1000") == "Offer from 1 to 999 chips."


def test_a_new_offer_takes_the_place_of_the_one_before() -> None:
    sitting = trading().play("0 offer 2S 5", "0 offer 3S 6")
    assert [(bid.card, bid.amount) for bid in sitting.state.table.bids] == [("3S", 6)]
    assert (sitting.may(1), sitting.may(2)) == ([], ["accept 3S 0", "decline 3S 0"])


def test_an_offer_may_be_withdrawn() -> None:
    sitting = trading()
    assert sitting.refusal("0 withdraw") == "You have no open offer."
    sitting.play("0 offer 2S 5", "0 withdraw")
    assert (sitting.state.table.bids, sitting.may(1)) == ((), [])


def test_the_holder_of_the_ticket_is_waited_for_and_may_decline() -> None:
    sitting = trading().play("0 offer 2S 5")
    assert sitting.waits_for == (0, 1)
    assert sitting.refusal("2 accept 2S 0") == "You do not have the ticket 2S."
    assert sitting.refusal("1 accept 2S 2") == "There is no such offer for 2S any more."
    sitting = sitting.play("1 decline 2S 0")
    assert sitting.waits_for == (0,)
    assert not sitting.state.table.bids


def test_a_sale_changes_ticket_and_chips_and_the_seller_may_be_empty() -> None:
    sitting = trading(price=2).play("0 offer 2S 50", "1 accept 2S 0")
    assert sitting.tickets == ("2S", "", "3S")
    assert sitting.state.table.chips == (-52, 48, -2)
    assert sitting.waits_for == (1,)
    assert sitting.may(1) == ["offer 2S 1..999", "offer 3S 1..999", "done"]


def test_an_offer_stays_open_when_the_ticket_is_sold_and_the_new_holder_answers_it() -> None:
    sitting = sit_down(4, "2S 3S 4S 5S", "3S KD 2S KC KH 4S 5S", tickets_each=1)
    sitting.play("0 pass", "1 pass", "2 pass", "3 pass").call(42)
    sitting.play("0 offer 2S 3", "3 offer 2S 4", "1 accept 2S 0")
    assert (sitting.may(1)[-1], sitting.may(0)) == ("done", ["accept 2S 3", "decline 2S 3", "close"])
    sitting.play("0 accept 2S 3")
    assert (sitting.tickets[3], sitting.state.table.chips) == ("2S", (0, 2, -1, -5))


def test_twenty_offers_a_seat_and_no_more() -> None:
    sitting = trading().play(*(f"0 offer 2S {n}" for n in range(1, OFFERS + 1)))
    assert sitting.may(0) == ["withdraw", "done", "close"]
    assert sitting.refusal("0 offer 2S 5") == "You have made 20 offers, and may make no more."
    assert sitting.play("1 accept 2S 0").state.table.chips[1] == 19


def test_the_trade_ends_when_every_empty_seat_is_done() -> None:
    sitting = sit_down(4, "2S 3S 4S 5S", "3S KD 2S KC KH 4S 5S", tickets_each=1)
    sitting.play("0 pass", "1 pass", "2 pass", "3 pass").call(42)
    sitting.play("3 offer 2S 5", "3 done")
    assert (sitting.waits_for, sitting.may(1), sitting.may(3)) == ((0,), [], [])
    assert sitting.refusal("3 offer 2S 5") == "You have said that you buy no more."
    assert sitting.play("0 done").phase == "last"


def test_the_trade_ends_when_nobody_is_empty() -> None:
    sitting = sit_down(2, "2S 3S 4S 5S", "2S 4S KD KC KH 3S 5S", tickets_each=2).play("0 pass", "1 pass").call(42)
    assert sitting.tickets == ("", "2S 4S")
    assert sitting.play("0 offer 2S 1", "1 accept 2S 0").phase == "last"


def test_the_director_may_close_and_offers_lapse() -> None:
    sitting = trading().play("0 offer 2S 5", "0 close")
    assert (sitting.phase, sitting.state.table.bids, sitting.may(1)) == ("last", (), [])
    assert trading().refusal("1 close") == "Only the director closes the trade: 0."
    assert trading().refusal("0 call") == (
        "Tickets are being bought and sold: wait until that is over, or close the trade."
    )
    assert trading().refusal("1 call") == "Tickets are being bought and sold: wait until that is over."


# The last five and the prizes


def test_five_more_are_called_and_then_five_prizes_opened() -> None:
    sitting = trading().play("0 done").call(5)
    assert (sitting.phase, sitting.may(0)) == ("prizes", ["open"])
    assert sitting.refusal("0 call") == "All has been called: open the prizes."
    sitting.play(*["0 open"] * 5)
    assert sitting.phase == "over"
    assert sitting.refusal("0 open") == "The lottery is over."


def ended() -> Sitting:
    """A pool of 52 of which seat 2 has the first prize, 3, and seat 1 the third, 9."""
    return trading(carry=49).play("0 done").call(5).play(*["0 open"] * 5)


def test_the_holder_of_the_equal_ticket_takes_the_prize() -> None:
    sitting = ended()
    assert [(event.seat, event.cards, event.amount) for event in sitting.events("prize")] == [
        (2, ("3S",), 3),
        (None, ("KD",), 6),
        (1, ("2S",), 9),
        (None, ("KC",), 14),
        (None, ("KH",), 20),
    ]
    assert sitting.payoffs == (-1, 8, 2)


def test_prizes_that_nobody_holds_stay_for_the_next_lottery() -> None:
    sitting = ended()
    assert outcome(GAME, sitting.state) == {"payoffs": (-1, 8, 2), "carry": 40}
    assert sum(sitting.payoffs) == 49 - 40


def test_with_every_ticket_sold_nothing_is_left() -> None:
    sitting = sit_down(2).call(42)
    sitting.play(*["0 done"] * ("done" in sitting.may(0)), *["1 done"] * ("done" in sitting.may(1)))
    sitting.call(5).play(*["0 open"] * 5)
    assert GAME.outcome(sitting.state.table) == {"carry": 0}
    assert sum(sitting.payoffs) == 0
    assert not sitting.events("carried")


def test_nothing_is_paid_before_the_end() -> None:
    sitting = trading().play("0 offer 2S 5", "1 accept 2S 0")
    assert sitting.payoffs == (0, 0, 0)


# Who sees what


def test_nobody_sees_prizes_and_pack_the_director_neither() -> None:
    seen = view(sit_down(3, tickets_each=1).state, 0)
    assert (seen.hand, seen.down) == ((), (5, 47, 49))


# When time runs out


def timed_out(sitting: Sitting, seat: int) -> str:
    made = time_out(GAME, sitting.state, seat)
    assert made is not None
    assert made[0] == seat
    return str(made[1])


def test_tickets_are_passed_the_director_calls_and_opens() -> None:
    assert timed_out(sit_down(3), 1) == "pass"
    assert timed_out(sit_down(2), 0) == "call"
    assert timed_out(trading().play("0 done").call(5), 0) == "open"


def test_an_empty_seat_is_done_and_a_holder_declines_the_lowest_seats_offer_first() -> None:
    sitting = sit_down(4, "2S 3S 4S 5S", "3S KD 2S KC KH 4S 5S", tickets_each=1)
    sitting.play("0 pass", "1 pass", "2 pass", "3 pass").call(42).play("3 offer 2S 5", "0 offer 2S 4")
    assert timed_out(sitting, 0) == "done"
    assert timed_out(sitting, 1) == "decline 2S 0"
    assert timed_out(sitting.play("1 decline 2S 0"), 1) == "decline 2S 3"


# A director who does not play


def outside() -> Sitting:
    """Three seats with a ticket each, 0 the 2S, 1 the 3S, 2 the 4S, and seat 3 directs; 2 has lost his. The trade."""
    sitting = sit_down(3, "2S 3S 4S", "3S KD 2S KC KH 4S", tickets_each=1, carry=49, director=3)
    return sitting.play("0 pass", "1 pass", "2 pass").call(42, director=3)


def test_one_who_does_not_play_calls_closes_and_opens() -> None:
    sitting = sit_down(2, "2S 3S", "KS KC KD KH QS", tickets_each=1, director=2).play("0 pass", "1 pass")
    assert (sitting.waits_for, sitting.may(0), sitting.may(2)) == ((2,), [], ["call"])
    assert sitting.refusal("0 call") == "Wait for the director: 2."
    sitting = outside()
    assert (sitting.phase, sitting.waits_for, sitting.may(3)) == ("trade", (2,), ["close"])
    sitting = sitting.play("2 offer 2S 5", "3 close").call(5, director=3).play(*["3 open"] * 5)
    assert (sitting.payoffs, sitting.state.table.left) == ((8, 2, -1), 40)


def test_one_who_does_not_play_neither_buys_nor_sells() -> None:
    said = "You direct and do not play: only players buy and sell."
    assert [outside().refusal(f"3 {move}") for move in ("offer 2S 5", "withdraw", "done")] == [said] * 3
    assert outside().refusal("3 accept 2S 2") == "You do not have the ticket 2S."


def test_the_time_of_one_who_does_not_play_runs_out_too() -> None:
    sitting = outside().play("2 done")
    assert timed_out(sitting, 3) == "call"
    assert timed_out(sitting.call(5, director=3), 3) == "open"


def test_such_a_director_stands_in_records_and_a_referee_seats_none() -> None:
    *_, last = simulate(Opening(GAME, 3, Options(director=3)), random.Random(1))
    assert last.outcome is not None
    lines = list(record.written(last.opening, last.log, last.outcome))
    *_, again = record.read(lines).replay()
    assert again.outcome == last.outcome
    with pytest.raises(IllegalOption):
        record.opening({"game": "english_lottery", "seats": 3, "options": {"director": 3}})


# A new price is a new question


def test_an_old_answer_does_not_count_for_a_new_price() -> None:
    before = GAME.moment(view(trading().play("0 offer 2S 5").state, 1))
    after = GAME.moment(view(trading().play("0 offer 2S 5", "0 offer 2S 1").state, 1))
    assert before != after
