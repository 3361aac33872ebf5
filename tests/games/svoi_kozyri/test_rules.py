"""The rules of svoi kozyri, one test a rule, in the order of docs/rules/svoi_kozyri.md."""

from typing import Any

import pytest

from games.cards import PACK_36, Card, cards, without
from games.core import DEALER, Event, view
from games.options import IllegalOption, check_options
from games.svoi_kozyri import GAME, Options
from tests.games.heaps import Heap, leading, opened


def sitting(trumps: str, *hands: str, **table: Any) -> Heap:
    return leading(GAME, trumps, *hands, **table)


# Options and set-up


def test_two_to_four_may_play_since_there_are_four_suits() -> None:
    assert GAME.seats == (2, 4)


def test_takes_are_ten_to_a_thousand() -> None:
    assert check_options(Options, 2, {"takes": 10}).takes == 10
    assert check_options(Options, 2, {}) == Options(dealer=None, stake=1, takes=100)
    for bad in ({"takes": 9}, {"takes": 1001}, {"stake": 0}, {"dealer": 2}):
        with pytest.raises(IllegalOption):
            check_options(Options, 2, bad)


def test_the_lot_makes_the_first_dealer_before_suits_are_chosen() -> None:
    first = cards("7S AS")
    state = opened(GAME, 2, {}, (*first, *without(PACK_36, first)))
    assert (state.state.table.dealer, state.shuffles, state.turn) == (1, 1, (0, 1))
    assert opened(GAME, 2, {"dealer": 0}).shuffles == 0


def test_each_chooses_a_suit_not_yet_taken_in_any_order() -> None:
    state = opened(GAME, 3, {"dealer": 0})
    assert state.turn == (0, 1, 2)
    assert [state.may(seat) for seat in range(3)] == [{"trump S", "trump C", "trump D", "trump H"}] * 3
    state = state.play((2, "trump H"))
    assert (state.turn, state.may(0), state.may(2)) == ((0, 1), {"trump S", "trump C", "trump D"}, set())
    assert state.state.events == (Event("chooses", 2, text="H"),)


def test_who_chooses_wrongly_is_told_why() -> None:
    state = opened(GAME, 3, {"dealer": 0}).play((2, "trump H"))
    assert state.refused(0, "trump H") == "H is taken: choose another suit."
    assert state.refused(2, "trump S") == "You have chosen already: your trumps are H."
    assert state.refused(0, "trump X") == "Choose one of the four suits: S, C, D or H."
    assert state.refused(0, "lead 6S") == "First everybody chooses a trump suit."


def test_suits_are_chosen_in_public() -> None:
    state = opened(GAME, 2, {"dealer": 0}).play((0, "trump H"))
    assert state.may(1, public=True) == {"trump S", "trump C", "trump D"}


def test_when_all_have_chosen_chance_deals() -> None:
    state = opened(GAME, 2, {"dealer": 1}).play((1, "trump C"))
    assert state.turn == (0,)
    assert state.play((0, "trump S")).turn == (DEALER,)


@pytest.mark.parametrize(("seats", "each"), [(2, 18), (3, 12), (4, 9)])
def test_all_thirty_six_are_dealt(seats: int, each: int) -> None:
    state = after_the_deal(seats, dealer=0)
    assert [len(hand) for hand in state.state.hands] == [each] * seats


def test_cards_go_one_at_a_time_from_the_dealers_left_who_leads() -> None:
    state = after_the_deal(3, dealer=0)
    assert (state.turn, "6S" in state.hands[1], "6C" in state.hands[2], "6D" in state.hands[0]) == (
        (1,),
        True,
        True,
        True,
    )


def after_the_deal(seats: int, dealer: int) -> Heap:
    state = opened(GAME, seats, {"dealer": dealer})
    state = state.play(*((seat, f"trump {'SCDH'[seat]}") for seat in range(seats)))
    return state.shuffled(PACK_36)


# Play


def test_any_card_is_led_and_the_next_seat_must_face_it() -> None:
    state = sitting("SH", "6S 9D AS", "7S 8D")
    assert state.may(0) == {"lead 6S", "lead 9D", "lead AS"}
    assert not state.may(1)
    state = state.play((0, "lead 9D"))
    assert (state.heap, state.turn) == ("9D", (1,))
    assert state.state.events == (Event("leads", 0, to=1, cards=cards("9D")),)


def test_a_card_is_beaten_by_a_higher_one_of_its_suit_or_by_ones_own_trumps() -> None:
    state = sitting("SH", "9D AS", "8D TD 6H AH AC").play((0, "lead 9D"))
    assert state.may(1) == {"beat TD", "beat 6H", "beat AH", "take"}


def test_the_trumps_of_another_are_plain_to_the_beater() -> None:
    state = sitting("SH", "6S 9S", "8S 6H").play((0, "lead 6S"))
    assert state.may(1) == {"beat 8S", "beat 6H", "take"}  # 6S is seat 0's trump, and seat 1's lowest trump beats it


def test_a_card_of_the_beaters_own_trumps_is_beaten_by_a_higher_one_alone() -> None:
    state = sitting("SH", "9H AS", "8H TH AD AC").play((0, "lead 9H"))
    assert state.may(1) == {"beat TH", "take"}
    assert state.refused(1, "beat AD") == "AD does not beat 9H: it takes a higher trump."
    assert state.refused(1, "beat 8H") == "8H does not beat 9H: it takes a higher trump."


def test_who_beats_wrongly_is_told_why() -> None:
    state = sitting("SH", "9D AS", "8D TD").play((0, "lead 9D"))
    assert state.refused(1, "beat 8D") == "8D does not beat 9D: it takes a higher card of its suit, or a trump."
    assert state.refused(1, "beat AD") == "You do not hold AD."
    assert state.refused(1, "pile TD") == "It is for you to beat the top card, or to take."
    assert state.refused(0, "take") == "It is the turn of 1."


def test_who_has_beaten_piles_any_card_for_the_next_seat() -> None:
    state = sitting("SHD", "9D AS", "TD 6C 7C", "8C 9S").play((0, "lead 9D"), (1, "beat TD"))
    assert (state.may(1), state.turn) == ({"pile 6C", "pile 7C"}, (1,))
    assert state.refused(1, "take") == "You have beaten: now pile a card for the next to beat."
    assert state.refused(1, "pile 8C") == "You do not hold 8C."
    state = state.play((1, "pile 7C"))
    assert (state.heap, state.turn) == ("9D TD 7C", (2,))
    assert state.may(2) == {"beat 8C", "take"}


def test_the_top_card_alone_must_be_beaten() -> None:
    state = sitting("SH", "9D AS KC", "TD 6C 7C").play((0, "lead 9D"), (1, "beat TD"), (1, "pile 6C"))
    assert state.may(0) == {"beat KC", "beat AS", "take"}


def test_one_may_take_although_one_could_beat_and_takes_the_whole_heap() -> None:
    state = sitting("SHD", "9D AS", "TD 6C 7C", "8C 9S").play(
        (0, "lead 9D"), (1, "beat TD"), (1, "pile 7C"), (2, "take")
    )
    assert state.hands == ("AS", "6C", "7C 8C 9S 9D TD")
    assert (state.heap, state.told("takes")) == ("", [Event("takes", 2, cards=cards("7C 9D TD"))])


def test_the_seat_after_the_taker_leads() -> None:
    state = sitting("SHD", "9D AS", "8D 6C", "8C 9S").play((0, "lead 9D"), (1, "take"))
    assert (state.turn, state.may(2)) == ((2,), {"lead 8C", "lead 9S"})
    two = sitting("SH", "9D AS", "8D 6C").play((0, "lead 9D"), (1, "take"))
    assert two.turn == (0,)


def test_what_is_to_be_led_is_said() -> None:
    assert sitting("SH", "9D AS", "8D").refused(0, "beat 9D") == "It is for you to lead a card."
    assert sitting("SH", "9D AS", "8D").refused(0, "lead 8D") == "You do not hold 8D."


# End and payoffs


@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        (("9D", "7C 8C"), [(0, "lead 9D")]),
        (("9D 7C", "TD"), [(0, "lead 9D"), (1, "beat TD")]),
        (("9D 7C", "TD 6C"), [(0, "lead 9D"), (1, "beat TD"), (1, "pile 6C")]),
    ],
    ids=["led", "beaten with", "piled"],
)
def test_who_lays_a_last_card_has_won_at_once(hands: tuple[str, str], moves: list[tuple[int, str]]) -> None:
    state = sitting("SH", *hands).play(*moves)
    winner = moves[-1][0]
    assert state.outcome == {
        "payoffs": tuple(1 if seat == winner else -1 for seat in (0, 1)), "winner": winner, "loser": 1 - winner,
    }  # fmt: skip
    assert state.turn == ()
    assert state.refused(0, "take") == "The game is over."


def test_who_holds_most_cards_has_lost_and_pays_the_winner_alone() -> None:
    state = sitting("SHDC", "9D", "7C 8C", "6S 7S 8S", "6H", stake=4).play((0, "lead 9D"))
    assert state.outcome == {"payoffs": (4, 0, -4, 0), "winner": 0, "loser": 2}
    assert [(each.event, each.seat) for each in state.told("wins", "lost")] == [("wins", 0), ("lost", 2)]


def test_of_several_with_most_the_first_clockwise_after_the_winner_has_lost() -> None:
    state = sitting("SHDC", "7C 8C", "9D", "6S", "6H 7H", player=1).play((1, "lead 9D"))
    assert state.outcome == {"payoffs": (0, 1, 0, -1), "winner": 1, "loser": 3}


def test_the_heap_counts_for_nobody() -> None:
    state = sitting("SHD", "9D 8D", "TD 6C", "7C 8C JC").play((0, "lead 9D"), (1, "beat TD"), (1, "pile 6C"))
    assert state.outcome == {"payoffs": (0, 1, -1), "winner": 1, "loser": 2}


def test_so_many_takes_in_all_end_the_game_undecided() -> None:
    state = sitting("SH", "9D AS 6D", "8D 6C JD", most_takes=10, takes=8).play((0, "lead 9D"), (1, "take"))
    assert (state.outcome, state.turn) == (None, (0,))
    state = state.play((0, "lead 6D"), (1, "beat 8D"), (1, "pile 6C"), (0, "take"))
    assert state.outcome == {"payoffs": (0, 0), "winner": None, "loser": None}
    assert state.told("endless") == [Event("endless", amount=10)]


# Who sees what


def test_everybody_sees_the_heap_the_suits_and_sizes_of_hands() -> None:
    seen = view(sitting("SH", "9D AS", "TD 6C 7C").play((0, "lead 9D")).state, None)
    assert (seen.table.heap, seen.table.trumps, seen.sizes, seen.hand) == ((Card("9D"),), ("S", "H"), (1, 3), None)


def test_to_take_is_a_public_choice_and_a_card_is_not() -> None:
    state = sitting("SH", "9D AS", "TD 6C 7C")
    assert state.may(0, public=True) == set()
    assert state.play((0, "lead 9D")).may(1, public=True) == {"take"}


# When time runs out


def test_an_absent_seat_gets_the_first_free_suit() -> None:
    state = opened(GAME, 3, {"dealer": 0})
    assert state.timed_out == "trump S"
    assert state.play((1, "trump S"), (2, "trump C")).timed_out == "trump D"


@pytest.mark.parametrize(("hand", "laid"), [("6S 9D 9C", "9C"), ("8S 7S", "7S"), ("6S AH", "AH")])
def test_an_absent_leader_lays_the_lowest_card_not_of_its_own_trumps(hand: str, laid: str) -> None:
    assert sitting("SH", hand, "6D 7D").timed_out == f"lead {laid}"
    piling = sitting("HS", "6D KC", f"TD {hand}").play((0, "lead 6D"), (1, "beat TD"))
    assert piling.timed_out == f"pile {laid}"


def test_an_absent_beater_takes() -> None:
    assert sitting("SH", "9D AS", "TD 6C").play((0, "lead 9D")).timed_out == "take"
