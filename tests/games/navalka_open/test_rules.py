"""The rules of the open navalka where they differ from the closed one's, in the order of docs/rules/navalka_open.md."""

from typing import Any

import pytest

from games.cards import PACK_36, cards
from games.core import Event, view
from games.navalka_open import GAME, Options
from games.options import IllegalOption, check_options
from tests.games.heaps import Heap, dealt, leading, opened

ALONE = dealt(
    2,
    1,
    "6S 7S 8S 9S TS JS QS KS AS 6C 7C 8C 9C TC JC QC KC AC",
    "6D 7D 8D 9D TD JD QD KD AD 6H 7H 8H 9H TH JH QH KH AH",
)
"""Hearts are trumps, and seat 0 of two has none."""

WITHOUT = dealt(
    3,
    2,
    "6S 7S 8S 9S TS JS QS KS AS 6C 7C 8C",
    "9C TC JC QC KC AC 6D 7D 8D 9D 6H 7H",
    "TD JD QD KD AD 8H 9H TH JH QH KH AH",
)
"""Hearts are trumps, and seat 0 of three has none."""


def sitting(*hands: str, players: tuple[int, ...] | None = None, **table: Any) -> Heap:
    """Seat 0 leads; hearts are trumps for all."""
    played = tuple(range(len(hands))) if players is None else players
    known = {"most_takes": 36, "players": played, **table}
    return leading(GAME, "H" * len(hands), *hands, **known)


# Options and set-up


def test_there_is_no_option_of_takes() -> None:
    assert check_options(Options, 2, {"stake": 2, "dealer": 1}) == Options(dealer=1, stake=2)
    with pytest.raises(IllegalOption):
        check_options(Options, 2, {"takes": 100})


def test_all_are_dealt_and_the_last_card_makes_trump_and_is_its_owners() -> None:
    state = opened(GAME, 5, {"dealer": 4}, PACK_36)
    assert [len(hand) for hand in state.state.hands] == [8, 7, 7, 7, 7]
    assert state.told("trump") == [Event("trump", 0, cards=cards("AH"))]
    assert "AH" in state.hands[0]
    assert (state.state.table.trumps, view(state.state, None).down) == (("H",) * 5, (0, 0))
    assert state.turn == (0,)


def test_who_was_dealt_no_trump_sits_out_with_the_cards_face_down_and_no_hand() -> None:
    state = opened(GAME, 3, {"dealer": 2}, WITHOUT)
    assert (state.hands[0], state.told("sits_out")) == ("", [Event("sits_out", 0)])
    assert view(state.state, 1).down == (0, 12)
    assert "6S" not in str(view(state.state, 0).table)
    assert not state.may(0)


def test_if_the_dealers_left_neighbour_sits_out_the_next_seat_in_leads() -> None:
    state = opened(GAME, 3, {"dealer": 2}, WITHOUT)
    assert (state.turn, state.state.table.players) == ((1,), (1, 2))


def test_if_fewer_than_two_are_left_the_same_dealer_deals_anew_with_a_new_trump() -> None:
    state = opened(GAME, 2, {"dealer": 1}, ALONE, (*PACK_36[:-2], PACK_36[-1], PACK_36[-2]))
    assert (state.shuffles, state.state.table.dealer, state.state.table.players) == (2, 1, (0, 1))
    told = [(each.event, each.seat) for each in state.told("sits_out", "thrown_in")]
    assert told == [("sits_out", 0), ("thrown_in", 1)]
    assert [each.cards for each in state.told("trump")] == [cards("AH"), cards("AD")]
    assert state.state.table.trumps == ("D", "D")


# Play


def test_nobody_draws() -> None:
    state = sitting("9S KD", "TS 8D 7D").play((0, "lead 9S"), (1, "beat TS"), (1, "pile 8D"))
    assert (state.hands, state.told("draws")) == (("KD", "7D"), [])


def test_a_take_takes_the_top_card_alone_and_the_rest_is_out_of_the_game() -> None:
    state = sitting("9S KD", "TS 8D 7D", "6S 7S")
    state = state.play((0, "lead 9S"), (1, "beat TS"), (1, "pile 8D"), (2, "take"))
    assert (state.hands, state.state.down[1], state.heap) == (("KD", "7D", "6S 7S 8D"), cards("9S TS"), "")
    assert (state.told("takes"), state.turn) == ([Event("takes", 2, cards=cards("8D"))], (0,))


def test_the_seat_after_the_taker_leads() -> None:
    assert sitting("9S KD", "8S 8D", "6S 7S").play((0, "lead 9S"), (1, "take")).turn == (2,)


def test_a_heap_beaten_with_a_last_card_is_thrown_out() -> None:
    state = sitting("9S KD", "TS", "6S 7S", takes=20).play((0, "lead 9S"), (1, "beat TS"))
    assert (state.heap, state.state.down[1], state.turn) == ("", cards("9S TS"), (2,))
    assert state.state.table.takes == 0


# End and payoffs


def test_the_last_with_cards_pays_each_other_that_played_and_none_that_sat_out() -> None:
    state = sitting("9S", "TS 8D", "", "", players=(0, 1, 2), stake=3).play((0, "lead 9S"), (1, "beat TS"))
    assert state.outcome == {"payoffs": (3, -6, 3, 0), "loser": 1}


def test_who_takes_and_alone_has_cards_has_lost() -> None:
    state = sitting("9S", "8S 8D").play((0, "lead 9S"), (1, "take"))
    assert state.outcome == {"payoffs": (1, -1), "loser": 1}


def test_when_a_last_card_is_beaten_by_a_last_card_nobody_has_lost() -> None:
    assert sitting("9S", "TS").play((0, "lead 9S"), (1, "beat TS")).outcome == {"payoffs": (0, 0), "loser": None}


def test_thirty_six_takes_in_a_row_with_which_no_card_left_the_game_end_it() -> None:
    state = sitting("9S KD", "8S 8D", takes=34).play((0, "lead 9S"), (1, "take"))
    assert state.outcome is None
    state = sitting("9S KD", "8S 8D", takes=35).play((0, "lead 9S"), (1, "take"))
    assert state.outcome == {"payoffs": (0, 0), "loser": None}


def test_a_take_with_which_cards_leave_the_game_begins_a_new_count() -> None:
    state = sitting("9S KD", "TS 8D 7D", "6S 7S", takes=35)
    state = state.play((0, "lead 9S"), (1, "beat TS"), (1, "pile 8D"), (2, "take"))
    assert (state.state.table.takes, state.outcome) == (0, None)


# When time runs out


def test_an_absent_seat_lays_its_lowest_plain_card_and_takes() -> None:
    assert sitting("6H 9S 9C", "TS 8D").timed_out == "lead 9S"
    assert sitting("9S KD", "TS 8D").play((0, "lead 9S")).timed_out == "take"
