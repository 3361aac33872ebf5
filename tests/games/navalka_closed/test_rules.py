"""The rules of the closed navalka, one test a rule, in the order of docs/rules/navalka_closed.md.

What beats what, and who is told what, is tested with svoi kozyri; here stands what differs, and that the rest holds.
"""

from typing import Any

import pytest

from games.cards import PACK_36, cards, without
from games.core import Event, view
from games.navalka_closed import GAME, Options
from games.options import IllegalOption, check_options
from tests.games.heaps import Heap, dealt, leading, opened


def sitting(*hands: str, talon: str = "", **table: Any) -> Heap:
    """Seat 0 leads; hearts are trumps for all."""
    players = tuple(range(len(hands)))
    turned = cards(table.pop("turned", ""))
    return leading(GAME, "H" * len(hands), *hands, talon=talon, players=players, turned=turned, **table)


# Options and set-up


def test_options_have_their_bounds() -> None:
    assert check_options(Options, 2, {"takes": 1000}).takes == 1000
    for bad in ({"takes": 9}, {"takes": 1001}, {"stake": 0}, {"dealer": 2}):
        with pytest.raises(IllegalOption):
            check_options(Options, 2, bad)


def test_the_lot_makes_the_first_dealer() -> None:
    first = cards("7S AS 8S")
    state = opened(GAME, 3, {}, (*first, *without(PACK_36, first)), PACK_36)
    assert (state.state.table.dealer, state.shuffles, state.turn) == (1, 2, (2,))


def test_five_cards_each_and_the_last_card_of_the_pack_shows_trump_and_stays_last() -> None:
    pack = dealt(3, 2, "6S 7S 8S 9S TS", "6C 7C 8C 9C TC", "6D 7D 8D 9D TD", last="QH")
    state = opened(GAME, 3, {"dealer": 2}, pack)
    assert state.hands == ("6S 7S 8S 9S TS", "6C 7C 8C 9C TC", "6D 7D 8D 9D TD")
    assert (state.state.table.turned, state.state.table.trumps) == (("QH",), ("H", "H", "H"))
    assert len(state.state.down[0]) == 36 - 15 - 1
    assert (state.told("trump"), state.turn) == ([Event("trump", cards=cards("QH"))], (0,))


def test_with_six_seats_five_cards_and_the_trump_are_left() -> None:
    state = opened(GAME, 6, {"dealer": 0}, PACK_36)
    assert (view(state.state, None).down, state.turn) == ((5, 0), (1,))


def test_there_is_no_swap() -> None:
    with pytest.raises(Exception, match="This is not a move of this game"):
        GAME.parse("swap")


# Play and drawing


def test_one_beats_the_top_card_and_piles_another() -> None:
    state = sitting("9S KD", "TS 6H 8D", "9D QC").play((0, "lead 9S"))
    assert state.may(1) == {"beat TS", "beat 6H", "take"}
    state = state.play((1, "beat 6H"))
    assert state.may(1) == {"pile TS", "pile 8D"}
    state = state.play((1, "pile 8D"))
    assert (state.heap, state.may(2)) == ("9S 6H 8D", {"beat 9D", "take"})


def test_one_card_is_drawn_after_a_lead_and_two_after_piling_whatever_one_holds() -> None:
    hand = "9S 6S 7S 8S KD QD JD"
    state = sitting(hand, "TS 8D 9D TD 7D 6D", talon="6C 7C 8C 9C", turned="AH").play((0, "lead 9S"))
    assert state.hands[0] == "6S 6C 7S 8S JD QD KD"
    state = state.play((1, "beat TS"))
    assert not state.told("draws")
    state = state.play((1, "pile 8D"))
    assert state.hands[1] == "6D 7C 7D 8C 9D TD"
    assert [(each.seat, each.amount) for each in state.told("draws")] == [(1, 2)]


def test_the_trump_card_is_drawn_last_and_fewer_where_the_talon_ends() -> None:
    state = sitting("9S KD", "TS 8D 9D", turned="AH").play((0, "lead 9S"))
    assert (state.hands[0], state.state.table.turned) == ("KD AH", ())
    assert state.told("draws_trump") == [Event("draws_trump", 0, cards=cards("AH"))]
    state = sitting("9S KD", "TS 8D 9D", talon="6C", turned="AH")
    state = state.play((0, "lead 9S"), (1, "beat TS"), (1, "pile 8D"))
    assert state.hands == ("6C KD", "9D AH")


def test_what_is_drawn_its_drawer_alone_hears() -> None:
    state = sitting("9S KD", "TS 8D", talon="6C", turned="AH").play((0, "lead 9S")).state
    assert [each.cards for each in view(state, 0).events if each.event == "drew"] == [cards("6C")]
    assert not [each for seat in (1, None) for each in view(state, seat).events if each.event == "drew"]


def test_the_whole_heap_is_taken_nothing_drawn_and_the_seat_after_the_taker_leads() -> None:
    state = sitting("9S KD", "TS 8D", "6S 7S", talon="6C 7C 8C 9C", turned="AH")
    state = state.play((0, "lead 9S"), (1, "beat TS"), (1, "pile 8D"), (2, "take"))
    assert state.hands[2] == "6S 7S 8D 9S TS"
    assert (state.told("draws"), state.turn, state.heap) == ([], (0,), "")


# Going out


def test_a_heap_beaten_with_a_last_card_is_thrown_out_and_the_next_seat_in_leads() -> None:
    state = sitting("9S KD", "TS", "6S 7S").play((0, "lead 9S"), (1, "beat TS"))
    assert (state.heap, state.state.down[1], state.turn) == ("", cards("9S TS"), (2,))
    assert [each.event for each in state.state.events] == ["beats", "out", "thrown_out"]
    assert state.state.table.seats_in == (0, 2)


@pytest.mark.parametrize("hands", [("9S", "TS 8D", "6S 7S"), ("9S", "", "TS 8D 7D")])
def test_a_last_card_led_must_be_faced_by_the_next_seat_in(hands: tuple[str, ...]) -> None:
    state = sitting(*hands).play((0, "lead 9S"))
    (facing,) = state.turn
    assert (facing, state.outcome) == (next(seat for seat in (1, 2) if hands[seat]), None)
    assert "beat TS" in state.may(facing)


def test_a_last_card_piled_must_be_faced_though_its_owner_is_out() -> None:
    state = sitting("9S KD", "TS 8D", "6S 7S").play((0, "lead 9S"), (1, "beat TS"), (1, "pile 8D"))
    assert (state.turn, state.told("out"), state.outcome) == ((2,), [Event("out", 1)], None)
    assert state.play((2, "take")).turn == (0,)


def test_seats_that_are_out_are_passed_over() -> None:
    state = sitting("9S KD", "", "TS 8D 7C", "", "9D 6C").play((0, "lead 9S"), (2, "beat TS"), (2, "pile 8D"))
    assert state.turn == (4,)
    assert state.play((4, "take")).turn == (0,)


# End and payoffs


def test_who_has_beaten_and_alone_has_cards_piles_nothing_and_has_lost() -> None:
    state = sitting("9S", "TS 8D", "", stake=3).play((0, "lead 9S"), (1, "beat TS"))
    assert state.outcome == {"payoffs": (3, -6, 3), "loser": 1}
    assert (state.turn, state.may(1)) == ((), set())
    assert state.refused(1, "pile 8D") == "The game is over."


def test_who_takes_and_alone_has_cards_has_lost() -> None:
    state = sitting("9S", "8S 8D").play((0, "lead 9S"), (1, "take"))
    assert state.outcome == {"payoffs": (1, -1), "loser": 1}


def test_when_a_last_card_is_beaten_by_a_last_card_nobody_has_lost() -> None:
    state = sitting("9S", "TS").play((0, "lead 9S"), (1, "beat TS"))
    assert state.outcome == {"payoffs": (0, 0), "loser": None}
    assert state.told("level") == [Event("level")]


def test_who_beats_with_a_last_card_and_leaves_one_with_cards_ends_the_game() -> None:
    state = sitting("9S KD", "TS").play((0, "lead 9S"), (1, "beat TS"))
    assert state.outcome == {"payoffs": (-1, 1), "loser": 0}


def test_so_many_takes_in_all_end_the_game_and_nobody_has_lost() -> None:
    state = sitting("9S KD", "8S 8D", "6S 7S", most_takes=10, takes=8).play((0, "lead 9S"), (1, "take"))
    assert state.outcome is None
    state = state.play((2, "lead 7S"), (0, "take"))
    assert state.outcome == {"payoffs": (0, 0, 0), "loser": None}


def test_a_heap_thrown_out_takes_nothing_from_the_count_of_takes() -> None:
    state = sitting("9S KD", "TS", "6S 7S", takes=8).play((0, "lead 9S"), (1, "beat TS"))
    assert state.state.table.takes == 8


def test_the_last_take_allowed_that_leaves_one_with_cards_is_lost_all_the_same() -> None:
    state = sitting("9S", "8S 8D", most_takes=10, takes=9).play((0, "lead 9S"), (1, "take"))
    assert state.outcome == {"payoffs": (1, -1), "loser": 1}


# Who sees what, and when time runs out


def test_to_take_is_the_only_public_choice() -> None:
    state = sitting("9S KD", "TS 8D")
    assert state.may(0, public=True) == set()
    assert state.play((0, "lead 9S")).may(1, public=True) == {"take"}
    assert state.play((0, "lead 9S"), (1, "beat TS")).may(1, public=True) == set()


@pytest.mark.parametrize(("hand", "laid"), [("6H 9S 9C", "9S"), ("8H 7H", "7H")])
def test_an_absent_seat_lays_its_lowest_plain_card_or_trump_and_takes(hand: str, laid: str) -> None:
    assert sitting(hand, "TS 8D").timed_out == f"lead {laid}"
    piling = sitting("6D KD", f"7D {hand}").play((0, "lead 6D"), (1, "beat 7D"))
    assert piling.timed_out == f"pile {laid}"
    assert sitting("9S KD", "TS 8D").play((0, "lead 9S")).timed_out == "take"
