"""Written questions, rule by rule, in the order of docs/rules/questions.md."""

import pytest

from games import core
from games.core import DEALER, Event, view
from games.options import IllegalOption, check_options
from games.questions import GAME, Hand, Options, Slip
from tests.games.questions.sitting import ANSWERED, ASKED, Sitting, reading, sit

# Options


def test_president_and_secretary_are_the_host_unless_told_and_texts_have_two_hundred_characters() -> None:
    assert Options() == Options(president=0, secretary=0, max_length=200)


def test_three_to_thirty_play_and_nobody_for_chips() -> None:
    assert GAME.seats == (3, 30)
    assert GAME.parlour
    thirty = sit(30).after(*(f"{seat} write q" for seat in range(30)))
    assert thirty.turn == tuple(range(30))


def test_offices_are_held_by_seats_or_by_as_many_from_outside_as_the_table_allows() -> None:
    assert check_options(Options, 4, {"president": 3}) == Options(president=3)
    with pytest.raises(IllegalOption):
        check_options(Options, 4, {"president": 4})
    outside = len(GAME.offices)
    assert check_options(Options, 4, {"president": 4, "secretary": 5}, offices=outside) == Options(4, 5)
    with pytest.raises(IllegalOption):
        check_options(Options, 4, {"president": 6}, offices=outside)


@pytest.mark.parametrize(
    ("president", "secretary", "hands"), [(0, 3, 4), (4, 0, 5), (0, 4, 5), (4, 4, 5), (4, 5, 6), (5, 4, 6)]
)
def test_each_office_from_outside_has_a_hand_of_its_own_and_no_slip(president: int, secretary: int, hands: int) -> None:
    sitting = sit(president=president, secretary=secretary)
    assert len(sitting.state.hands) == hands
    assert sitting.turn == (0, 1, 2, 3)
    assert all(len(sitting.hand(seat)) == (seat < 4) for seat in range(hands))
    assert GAME.payoffs(sitting.state.table) == (0, 0, 0, 0)


def test_offices_from_outside_do_their_work() -> None:
    sitting = sit(3, president=3, secretary=4).after("0 write q0", "1 write q1", "2 write q2")
    assert sitting.refused("3 write Me too?") == "You hold no slip in this game."
    sitting = sitting.after("3 close")
    assert (sitting.turn, sitting.moves(3), sitting.moves(4)) == ((4,), ["strike 1", "strike 2", "strike 3"], ["read"])
    assert sitting.hand(3).desk
    assert not sitting.hand(4).desk
    sitting = sitting.after("4 read", "3 strike 2", "4 read")
    assert GAME.outcome(sitting.state.table) is not None


# Set-up


def test_slips_headed_with_every_name_are_shuffled_first() -> None:
    state = GAME.start(4, Options())
    assert (GAME.turn(state.table), state.down) == ((DEALER,), ((0, 1, 2, 3),))


def test_seat_gets_the_slip_of_its_item_even_its_own() -> None:
    sitting = sit(4, (2, 1, 3, 0))
    assert [sitting.hand(seat).slip for seat in range(4)] == [Slip(2), Slip(1), Slip(3), Slip(0)]
    assert Event("handed", 1, 1, audience=(1,)) in sitting.state.events


# Questions


def test_everybody_may_write_in_any_order_and_who_has_not_is_waited_for() -> None:
    sitting = sit()
    assert (sitting.turn, sitting.moves(2)) == ((0, 1, 2, 3), ["write …"])
    assert sitting.after("2 write q2", "0 write q0").turn == (1, 3)


def test_question_may_be_rewritten_until_the_phase_ends() -> None:
    sitting = sit().after("2 write q2", "2 write better")
    assert (sitting.turn, sitting.moves(2)) == ((0, 1, 3), ["write …"])
    assert sitting.hand(2).slip == Slip(2, "better")
    assert sitting.state.events == (Event("rewrote", 2, audience=(2,)),)


def test_questions_end_when_all_have_written_and_nothing_can_be_changed_then() -> None:
    sitting = sit().after(*ASKED)
    assert sitting.phase == "answers"
    answered = sitting.after(*ANSWERED)
    assert answered.refused("2 write q") == "The slips have been collected: nothing more can be written."


def test_president_closes_once_three_have_written() -> None:
    sitting = sit(president=1).after("0 write q0", "3 write q3")
    assert sitting.moves(1) == ["write …"]
    assert sitting.refused("1 close") == "Three must have written before you close: 2 have so far."
    sitting = sitting.after("2 write q2")
    assert sitting.moves(1) == ["close", "write …"]
    assert sitting.refused("0 close") == "Only the president closes: 1."
    assert sitting.after("1 close").phase == "answers"


def test_who_has_not_written_is_out_and_that_slip_is_thrown_away() -> None:
    """Boris held the slip of Anna: nobody answers in her name."""
    sitting = sit(4, (1, 0, 3, 2)).after("0 write q", "2 write q", "3 write q", "0 close")
    assert sitting.turn == (0, 2, 3)
    assert sitting.hand(1) == Hand()
    assert [event.seat for event in sitting.state.events if event.event == "out"] == [1]
    assert sitting.refused("1 write a") == "You have not written in time and are out of this round."
    assert [sitting.hand(seat).slip for seat in (0, 2, 3)] == [Slip(1, "q"), Slip(2, "q"), Slip(3, "q")]


# Answers


def test_slips_of_the_second_shuffle_go_to_those_who_wrote_by_seat() -> None:
    sitting = sit(4, (1, 0, 3, 2), (3, 1, 2)).after("0 write to 1", "2 write to 3", "3 write to 2", "0 close")
    assert sitting.hand(0).slip == Slip(3, "to 3")
    assert sitting.hand(2).slip == Slip(1, "to 1")
    assert sitting.hand(3).slip == Slip(2, "to 2")
    assert Event("handed", 2, 1, text="to 1", audience=(2,)) in sitting.state.events


def test_pile_of_the_second_shuffle_is_the_names_rising() -> None:
    sitting = sit(3, (2, 0, 1)).after("0 write q", "1 write q")
    state = GAME.apply(sitting.state, 2, GAME.parse("write q"))
    assert state.down[0] == (0, 1, 2)


def test_own_name_and_own_question_are_answered_like_any_other() -> None:
    sitting = sit(3, (0, 1, 2), (0, 1, 2)).after("0 write Who am I?", "1 write q", "2 write q")
    assert sitting.hand(0).slip == Slip(0, "Who am I?")
    assert sitting.after("0 write Myself.").turn == (1, 2)


def test_answer_may_be_rewritten_until_all_have_answered() -> None:
    sitting = sit().after(*ASKED, *ANSWERED[:2], "0 write better")
    assert sitting.hand(0).slip == Slip(0, "q0", "better")
    assert sitting.after("2 write a", "3 write a").phase == "reading"


def test_president_closes_the_answers_at_any_time_even_if_out() -> None:
    sitting = sit(president=3).after(*ASKED[:3], "3 close")
    assert sitting.moves(3) == ["close"]
    sitting = sitting.after("3 close")
    assert (sitting.phase, sitting.state.table.slips) == ("reading", 3)
    assert sitting.events == ["closed", "collected", "mixed"]


def test_missing_answer_reads_as_silence() -> None:
    sitting = sit().after(*ASKED, *ANSWERED[:3], "0 close", "0 read", "0 read", "0 read", "0 read")
    assert sitting.state.table.read[3] == Slip(3, "q3", None)
    assert sitting.events == ["read", "silent", "over"]


# Reading


def test_secretary_is_waited_for_and_reads_slip_after_slip_in_shuffled_order() -> None:
    sitting = reading(2, 0, 3, 1, secretary=1)
    assert (sitting.turn, sitting.moves(1)) == ((1,), ["read"])
    assert sitting.refused("0 read") == "Only the secretary reads: 1."
    sitting = sitting.after("1 read")
    assert sitting.state.events == (
        Event("read", 1, 2, amount=1, text="q2"),
        Event("answered", to=2, text="a2"),
    )
    assert [slip.to for slip in sitting.after("1 read", "1 read", "1 read").state.table.read] == [2, 0, 3, 1]


def test_pile_of_the_third_shuffle_is_the_names_rising() -> None:
    sitting = sit(3, (2, 0, 1), (1, 2, 0)).after("0 write q", "1 write q", "2 write q", "0 write a", "1 write a")
    assert GAME.apply(sitting.state, 2, GAME.parse("write a")).down[0] == (0, 1, 2)


def test_president_strikes_a_slip_by_its_place_which_keeps_its_number() -> None:
    sitting = reading(2, 0, 3, 1, president=3)
    assert sitting.moves(3) == ["strike 1", "strike 2", "strike 3", "strike 4"]
    sitting = sitting.after("3 strike 2", "0 read")
    assert sitting.moves(3) == ["strike 3", "strike 4"]
    for move in ("3 strike 1", "3 strike 2"):
        assert sitting.refused(move) == f"Slip {move[-1]} has been read or struck already."
    assert sitting.refused("3 strike 5") == "There is no slip 5: there are 4."
    assert sitting.refused("3 strike 0") == "There is no slip 0: there are 4."
    assert sitting.refused("0 strike 3") == "Only the president strikes slips: 3."
    assert [slip.to for slip in sitting.after("0 read", "0 read").state.table.read] == [2, 3, 1]


def test_over_after_the_last_slip_whether_read_or_struck() -> None:
    read = reading(president=3).after("3 strike 4", "0 read", "0 read", "0 read")
    struck = reading(president=3).after("0 read", "0 read", "0 read", "3 strike 4")
    for sitting in (read, struck):
        assert (sitting.phase, sitting.turn, sitting.moves(0), sitting.moves(3)) == ("over", (), [], [])
        assert sitting.refused("0 read") == "This round is over."


def test_all_slips_may_be_struck() -> None:
    sitting = reading().after("0 strike 1", "0 strike 2", "0 strike 3", "0 strike 4")
    assert core.outcome(GAME, sitting.state) == {"payoffs": (0, 0, 0, 0), "read": []}


def test_nothing_is_read_struck_or_closed_out_of_its_phase() -> None:
    early = "The slips are still being written: wait until they are collected."
    assert sit().refused("0 read") == sit().refused("0 strike 1") == early
    assert reading().refused("0 close") == "The slips are being read: there is nothing to close."


def test_outcome_is_what_was_read_in_that_order() -> None:
    sitting = sit(3, (0, 1, 2), (0, 1, 2), (2, 1, 0)).after("0 write q0", "1 write q1", "2 write q2", "1 write a1")
    sitting = sitting.after("0 close", "0 read", "0 strike 3", "0 read")
    assert core.outcome(GAME, sitting.state) == {
        "payoffs": (0, 0, 0),
        "read": [{"to": 2, "question": "q2", "answer": None}, {"to": 1, "question": "q1", "answer": "a1"}],
    }


# Texts


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_line_break_becomes_one_space(end: str) -> None:
    assert str(GAME.parse(f"write a{end}b")) == "write a b"


def test_line_breaks_become_spaces_one_by_one_and_before_trimming() -> None:
    assert str(GAME.parse("write \n a\n\nb\r\n\r c \n")) == "write a  b   c"


def test_text_is_at_most_so_long_once_trimmed_in_characters() -> None:
    sitting = sit(max_length=5)
    assert sitting.after("0 write   Ёжик!  ").turn == (1, 2, 3)
    assert sitting.after("0 write 🦔🦔🦔🦔🦔").turn == (1, 2, 3)
    assert sitting.refused("0 write Ёжики!") == "That is 6 characters: write at most 5."


@pytest.mark.parametrize("text", ["write", "write ", "write   ", "write \n\u2028"])
def test_empty_text_is_refused(text: str) -> None:
    assert sit().refused(f"0 {text}") == "This is not a move of this game."


# Time


def test_when_time_runs_out_the_president_closes_if_three_have_written() -> None:
    sitting = sit(president=1).after(*ASKED[2:])
    assert core.time_out(GAME, sitting.state, 0) is None
    sitting = sitting.after(ASKED[1])
    assert str(core.time_out(GAME, sitting.state, 0)) == str((1, GAME.parse("close")))
    answering = sitting.after("1 close")
    assert core.time_out(GAME, answering.state, 2) == (1, GAME.parse("close"))


def test_when_time_runs_out_the_secretary_reads() -> None:
    sitting = reading(president=1, secretary=2)
    assert core.time_out(GAME, sitting.state, 2) == (2, GAME.parse("read"))


# Buttons


def test_same_words_in_another_phase_are_another_question() -> None:
    def asked(sitting: Sitting, seat: int) -> tuple[object, ...]:
        return core.question(GAME, view(sitting.state, seat))

    sitting = sit(president=1, secretary=2)
    assert asked(sitting, 3) == asked(sitting.after(ASKED[0]), 3) != asked(sitting.after(*ASKED), 3)
    reads = reading(president=1, secretary=2)
    assert asked(reads, 2) != asked(reads.after("1 strike 1"), 2), "the next slip is another one"
    assert asked(reads, 2) == asked(reads.after("1 strike 3"), 2)
    assert asked(reads, 1) == asked(reads.after("2 read"), 1), "a place keeps its meaning"
