"""Who sees what in a round of written questions: who wrote what is seen by nobody, in the record neither."""

from collections.abc import Iterable, Sequence
from itertools import permutations

import pytest

from games import core
from games.core import Entry, Event, Played, Shuffled, view
from games.questions import GAME, UNREAD, Hand, Item, Slip
from tests.games.questions.sitting import ANSWERED, ASKED, Sitting, reading, sit


def test_seat_sees_the_slip_that_it_holds_and_no_other() -> None:
    sitting = sit(4, (1, 0, 3, 2)).after(*ASKED[:2])
    assert view(sitting.state, 0).hand == Hand(Slip(1, "q0"))
    for seat in (1, 2, 3, None):
        assert "q0" not in repr(view(sitting.state, seat))
    assert "q0" not in repr(view(sitting.state, 0, public=True))


def test_everybody_sees_who_has_written() -> None:
    sitting = sit().after("2 write q2")
    assert view(sitting.state, None).events == (Event("wrote", 2, amount=1),)


def test_president_sees_the_texts_from_the_reading_on() -> None:
    sitting = sit(4, (1, 2, 3, 0), (3, 2, 1, 0), (1, 0, 3, 2), president=3, secretary=2).after(*ASKED)
    assert view(sitting.state, 3).hand == Hand(Slip(0, "q3"))
    sitting = sitting.after(*ANSWERED)
    hand = view(sitting.state, 3).hand
    assert hand is not None
    assert [slip.to for slip in hand.desk] == [1, 0, 3, 2]
    assert hand.desk[0] == Slip(1, "q0", "a2")
    for seat in (0, 1, 2, None):
        assert "q0" not in repr(view(sitting.state, seat))


def everything(sitting: Sitting) -> str:
    return repr((sitting.state.table, sitting.state.hands, sitting.state.down))


def test_state_forgets_who_asked_when_the_questions_end() -> None:
    """Whoever wrote what on the same slips, the state that follows is one and the same."""
    found = set()
    for order in permutations(range(4)):
        asked = (f"{seat} write to {to}" for seat, to in enumerate(order))
        found.add(everything(sit(4, order, (3, 1, 2, 0)).after(*asked)))
    assert len(found) == 1


def test_state_forgets_who_answered_when_the_answers_end() -> None:
    found = set()
    for order in permutations(range(4)):
        answered = (f"{seat} write for {to}" for seat, to in enumerate(order))
        found.add(everything(sit(4, (1, 2, 3, 0), order, (2, 3, 1, 0)).after(*ASKED, *answered)))
    assert len(found) == 1


def test_texts_lie_with_their_slips_while_these_are_mixed() -> None:
    sitting = sit(4, (1, 2, 3, 0)).after(*ASKED[:3])
    state = GAME.apply(sitting.state, 3, GAME.parse("write q3"))
    assert (state.hands, state.down) == ((Hand(),) * 4, ((0, 1, 2, 3), ("q3", "q0", "q1", "q2")))


def test_what_was_not_read_is_nowhere_when_it_is_over() -> None:
    sitting = reading(president=3).after("3 strike 2", "0 read", "0 read", "0 read")
    assert "q1" not in everything(sitting)
    assert "a1" not in everything(sitting)


# The record


def replayed(log: Sequence[Entry[Item]], **options: int) -> Sitting:
    """The round of a log: its shuffles as scripted, its moves as played."""
    shuffles = [entry.items for entry in log if isinstance(entry, Shuffled)]
    played = [f"{entry.seat} {entry.move}" for entry in log if isinstance(entry, Played)]
    seats = len(shuffles[0])
    return sit(seats, *(tuple(int(item) for item in items) for items in shuffles), **options).after(*played)


def published(sitting: Sitting) -> tuple[Entry[Item], ...]:
    outcome = core.outcome(GAME, sitting.state)
    assert GAME.publish is not None
    assert outcome is not None
    return tuple(GAME.publish(sitting.log, outcome))


def test_record_names_no_author_and_replays_to_the_same_outcome() -> None:
    sitting = sit(4, (1, 2, 3, 0), (2, 0, 3, 1), (3, 1, 0, 2)).after(*ASKED[::-1], "0 write hm", "0 write a0")
    sitting = sitting.after(*ANSWERED[:0:-1], "0 read", "0 read", "0 read", "0 read")
    log = published(sitting)
    assert log == (
        Shuffled((0, 1, 2, 3)),
        Played(0, "write q3"),
        Played(1, "write q0"),
        Played(2, "write q1"),
        Played(3, "write q2"),
        Shuffled((0, 1, 2, 3)),
        Played(0, "write a1"),
        Played(1, "write a3"),
        Played(2, "write a0"),
        Played(3, "write a2"),
        Shuffled((3, 1, 0, 2)),
        *(Played(0, "read"),) * 4,
    )
    assert core.outcome(GAME, replayed(log).state) == core.outcome(GAME, sitting.state)


def test_record_of_the_same_slips_is_the_same_whoever_wrote_them() -> None:
    found = set()
    for order in permutations(range(3)):
        asked = (f"{seat} write to {to}" for seat, to in enumerate(order))
        answered = (f"{seat} write for {to}" for seat, to in reversed(list(enumerate(order))))
        sitting = sit(3, order, order, (2, 0, 1)).after(*asked, *answered, "0 read", "0 read", "0 read")
        found.add(published(sitting))
    assert len(found) == 1


def test_text_that_was_never_read_is_left_out_of_the_record() -> None:
    sitting = reading(president=3).after("3 strike 2", "0 read", "0 read", "0 read")
    log = published(sitting)
    assert [entry.move for entry in log if isinstance(entry, Played) and entry.seat == 1] == [f"write {UNREAD}"] * 2
    assert core.outcome(GAME, replayed(log, president=3).state) == core.outcome(GAME, sitting.state)


@pytest.mark.parametrize("answers", [(), ("0 write a0",), ("3 write a3", "0 write a0")])
def test_record_of_phases_that_were_closed_replays_with_president_out(answers: Iterable[str]) -> None:
    """Boris presides, asks nothing, and closes both phases; the slip that he held is thrown away."""
    sitting = sit(4, (1, 0, 3, 2), (2, 3, 1), (3, 2, 1), president=1).after("3 write q3", "0 write q0", "2 write q2")
    sitting = sitting.after("1 close", *answers, "1 close", "0 read", "1 strike 2", "0 read")
    log = published(sitting)
    assert [entry for entry in log if isinstance(entry, Played) and entry.move == "close"] == [Played(1, "close")] * 2
    assert log[0] == Shuffled((0, 1, 2, 3))
    assert log[5] == Shuffled((1, 2, 3))
    assert core.outcome(GAME, replayed(log, president=1).state) == core.outcome(GAME, sitting.state)


def test_record_holds_no_answer_where_there_was_none() -> None:
    sitting = reading_closed().after("0 strike 1", "0 read", "0 read")
    writes = [entry for entry in published(sitting) if isinstance(entry, Played) and entry.move.startswith("write")]
    assert len(writes) == 4


def reading_closed() -> Sitting:
    """Three slips; only the one headed with Boris was answered."""
    return sit(3, (0, 1, 2), (0, 1, 2), (0, 1, 2)).after(
        "0 write q0", "1 write q1", "2 write q2", "1 write a1", "0 close"
    )
