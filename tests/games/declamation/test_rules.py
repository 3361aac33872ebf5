"""The rules of double declamation, one test a rule, in the order of docs/rules/declamation.md.

Unless told otherwise seat 0 recites and seat 1 lends the hands.
"""

import pytest

from games.core import Event, outcome, time_out, view
from games.declamation import GAME, GESTURES, Options
from games.options import IllegalOption, check_options
from games.verses import REPERTORY
from tests.games.declamation.sitting import after, awaited, begun, cast, fresh, may, refused

# Options and repertory


def test_three_to_thirty_may_play_for_company() -> None:
    assert GAME.seats == (3, 30)
    assert GAME.parlour


def test_the_length_of_ones_own_text_has_no_upper_bound() -> None:
    assert check_options(Options, 3, {"max_lines": 1000}) == Options(1000)
    assert Options() == Options(12)
    with pytest.raises(IllegalOption):
        check_options(Options, 3, {"max_lines": 0})


def test_there_are_six_verses_of_four_to_twelve_lines_equal_in_both_languages() -> None:
    assert len(REPERTORY) >= 6
    for verse in REPERTORY:
        assert 4 <= len(verse.ru.lines) == len(verse.en.lines) <= 12
        assert all(0 < len(line) <= 120 for poem in (verse.ru, verse.en) for line in (poem.title, *poem.lines))
    assert len({poem.title for verse in REPERTORY for poem in (verse.ru, verse.en)}) == 2 * len(REPERTORY)


# Casting


def test_any_seat_may_take_a_part_in_any_order() -> None:
    state = fresh(4)
    assert awaited(state) == (0, 1, 2, 3)
    assert all(may(state, seat) == ["recite", "hands"] for seat in range(4))
    state = after(state, "3 hands")
    assert awaited(state) == (0, 1, 2)
    assert may(state, 0) == ["recite"]


def test_who_says_it_first_has_the_part_and_a_seat_has_one_at_most() -> None:
    state = after(fresh(4), "2 recite")
    assert refused(state, "0 recite") == "Somebody recites already: 2."
    assert refused(state, "2 hands") == "You have a part already: wait for the other one to be taken."
    assert refused(state, "0 line") == "First somebody must recite, and somebody lend the hands."
    assert refused(after(fresh(4), "1 hands"), "0 hands") == "Somebody lends the hands already: 1."


def test_with_both_parts_taken_the_rest_are_the_audience_and_the_reciter_chooses() -> None:
    state = cast()
    assert (state.table.audience, awaited(state)) == ((2, 3, 4), (0,))
    assert may(state, 0) == ["recital …", f"verse 1..{len(REPERTORY)}"]
    assert not any(may(state, seat) for seat in range(1, 5))
    assert refused(state, "1 verse 1") == "Wait for the verse: 0 is choosing."


# The verse


def test_a_verse_of_the_repertory_is_chosen_by_its_number() -> None:
    state = after(cast(), "0 verse 2")
    assert state.hands[0] == REPERTORY[1].ru.lines
    assert (state.table.verse, state.table.lines) == (2, 6)
    assert refused(cast(), "0 verse 0") == f"Choose a verse from 1 to {len(REPERTORY)}, or recite one of your own."
    assert refused(cast(), f"0 verse {len(REPERTORY) + 1}").startswith("Choose a verse")


def test_the_repertory_is_not_bound_by_the_length_of_ones_own() -> None:
    assert after(cast(max_lines=1), "0 verse 5").table.lines == 12


def test_ones_own_lines_are_divided_by_strokes_and_trimmed() -> None:
    assert begun(text="  one /  two, and/or   / three ").hands[0] == ("one", "two, and/or", "three")


def test_so_many_lines_as_agreed_and_no_more() -> None:
    assert begun(text=" / ".join("abcdefghijkl")).table.lines == 12
    assert refused(cast(), "0 recital " + " / ".join("abcdefghijklm")) == "That is 13 lines: recite at most 12."


def test_a_line_has_one_to_a_hundred_and_twenty_characters() -> None:
    assert begun(text="я" * 120 + "   / b").table.lines == 2
    assert refused(cast(), "0 recital a / " + "я" * 121) == "A line may have at most 120 characters."
    assert refused(cast(), "0 recital a /   / b") == "There is an empty line in it."


@pytest.mark.parametrize("mark", ["\n", "\r\n", "\u2028"])
def test_a_line_break_is_refused(mark: str) -> None:
    assert refused(cast(), f"0 recital one{mark}two") == "Divide the lines by “ / ”, without line breaks."


# The performance


def test_line_and_gesture_take_turns() -> None:
    state = begun()
    assert (awaited(state), may(state, 0), may(state, 1)) == ((0,), ["line", "laugh"], [])
    state = after(state, "0 line")
    assert state.events == (Event("line", 0, amount=1, text="one"),)
    assert (awaited(state), may(state, 0)) == ((1,), ["laugh"])
    assert may(state, 1) == [*(f"gesture {name}" for name in GESTURES), "rest"]
    assert awaited(after(state, "1 gesture bow")) == awaited(after(state, "1 rest")) == (0,)


def test_there_are_twelve_gestures() -> None:
    assert set(GESTURES) == {
        *("cover_eyes", "threaten", "bouquet", "embrace", "conduct", "pat_head"),
        *("tickle_nose", "wring_hands", "point_up", "bow", "shake_fist", "offer_sweets"),
    }
    assert (
        refused(after(begun(), "0 line"), "1 gesture dance") == "You are the hands: make a gesture, or let them rest."
    )


def test_nobody_acts_out_of_turn() -> None:
    assert refused(begun(), "1 rest") == "The hands wait for the next line."
    assert refused(after(begun(), "0 line"), "0 line") == "Wait for the hands: it is the turn of 1."
    assert refused(begun(), "2 line") == "You are the audience: watch whether the reciter laughs."
    assert refused(begun(), "1 laugh") == "The hands wait for the next line."
    assert refused(begun(), "0 gesture bow") == "You recite: speak the next line."
    assert refused(after(begun(), "0 line"), "1 line") == "You are the hands: make a gesture, or let them rest."


def test_it_is_over_when_the_hands_have_answered_the_last_line() -> None:
    state = after(begun(), "0 line", "1 rest", "0 line")
    assert GAME.outcome(state.table) is None
    state = after(state, "1 gesture bouquet")
    assert outcome(GAME, state) == {"payoffs": (0,) * 5, "winner": 0, "lines": 2}
    assert refused(state, "2 laughed") == "The performance is over."


# Laughter


def test_the_reciter_may_own_to_laughter_at_any_time() -> None:
    for moves in ((), ("0 line",)):
        state = after(begun(), *moves, "0 laugh")
        assert outcome(GAME, state) == {"payoffs": (0,) * 5, "winner": 1, "lines": len(moves)}


@pytest.mark.parametrize(
    ("audience", "enough"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (27, 14), (28, 14)]
)
def test_half_of_the_audience_must_have_seen_it_and_two_where_there_are_two(audience: int, enough: int) -> None:
    state = begun(audience + 2)
    for voice in range(enough):
        assert GAME.outcome(state.table) is None
        state = after(state, f"{voice + 2} laughed")
    assert GAME.outcome(state.table) == {"winner": 1, "lines": 0}


def test_each_says_so_once_and_out_of_turn() -> None:
    state = after(begun(6), "2 laughed")
    assert (may(state, 2), may(state, 3), awaited(state)) == ([], ["laughed"], (0,))
    assert refused(state, "2 laughed") == "You have said so already."


def test_before_the_verse_is_chosen_there_is_nothing_to_laugh_at() -> None:
    assert may(cast(), 2) == []
    assert "laugh" not in may(cast(), 0)


# Who sees what


def test_the_coming_lines_are_the_reciters_alone() -> None:
    state = after(begun(), "0 line")
    assert view(state, 0).hand == ("two",)
    assert [view(state, seat).hand for seat in (1, 2)] == [(), ()]
    assert "two" not in repr(view(state, None))
    assert view(state, None).table.spoken == ("one",)


def test_lines_that_were_not_spoken_are_forgotten() -> None:
    assert "two" not in repr(after(begun(), "0 line", "0 laugh"))


# When time runs out


def test_absent_people_get_the_first_free_part_the_first_verse_and_rest() -> None:
    for state, seat, move in (
        (fresh(), 2, "recite"),
        (after(fresh(), "0 recite"), 2, "hands"),
        (cast(), 0, "verse 1"),
        (begun(), 0, "line"),
        (after(begun(), "0 line"), 1, "rest"),
    ):
        made = time_out(GAME, state, seat)
        assert made is not None
        assert (made[0], str(made[1])) == (seat, move)
