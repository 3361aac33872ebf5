"""The referee's protocol as docs/referee.md has it, and that no line whatever makes it fall silent or forget."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import PACK_104, cards, without
from games.catalogue import GAMES
from games.referee import Referee

TOP = cards("AS 2S QH AS")
STOCK = [*TOP, *without(PACK_104, TOP)]
PATIENCE = {"game": "debutantes", "seats": 1, "shuffles": [STOCK]}
ROUND = {"game": "questions", "seats": 3, "shuffles": [[1, 2, 0], [2, 0, 1], [0, 1, 2]]}
PLACES = [f"place {number}" for number in range(1, 21)]


class Asked:
    """A referee that is asked in Python's values."""

    def __init__(self) -> None:
        self.referee = Referee()

    def __call__(self, **request: object) -> dict[str, Any]:
        answer = json.loads(self.referee.answer(json.dumps(request)))
        assert isinstance(answer, dict)
        return answer

    def refused(self, **request: object) -> str:
        """What is said against it; the session must not change."""
        before = self.referee.session
        answer = self(**request)
        assert answer.keys() == {"ok", "error"}
        assert answer["ok"] is False
        assert self.referee.session is before
        return str(answer["error"])


@pytest.fixture
def ask() -> Asked:
    return Asked()


# Answers


def test_answer_says_who_is_waited_for_what_is_legal_and_what_happened(ask: Asked) -> None:
    assert ask(new=PATIENCE) == {
        "ok": True,
        "over": False,
        "turn": [0],
        "legal": {"0": sorted([*PLACES, "resign", "up"])},
        "events": [{"event": "turned", "cards": ["AS"]}],
        "outcome": None,
    }
    assert ask(play=[0, "up"])["events"] == [
        {"event": "up", "seat": 0, "cards": ["AS"]},
        {"event": "turned", "cards": ["2S"]},
    ]


def test_outcome_comes_with_the_end_and_nobody_may_move_then(ask: Asked) -> None:
    ask(new=PATIENCE)
    answer = ask(play=[0, "resign"])
    assert (answer["over"], answer["turn"], answer["legal"]) == (True, [], {})
    assert answer["outcome"] == {"payoffs": [0], "won": False, "placed": 0}
    assert ask.refused(play=[0, "resign"]) == "This patience is over."


def test_lists_are_in_the_order_of_plain_strings(ask: Asked) -> None:
    legal = ask(new=PATIENCE)["legal"]["0"]
    assert legal[:3] == ["place 1", "place 10", "place 11"]


def test_free_text_is_listed_as_an_ellipsis_and_trimmed(ask: Asked) -> None:
    assert ask(new=ROUND)["legal"] == {"0": ["write …"], "1": ["write …"], "2": ["write …"]}
    ask(play=[1, "write  What, Boris?  "])
    assert ask(view=1)["view"]["hand"]["slip"]["question"] == "What, Boris?"
    assert ask.refused(play=[1, "write    "]) == "This is not a move of this game."


def test_seats_that_may_not_move_are_absent_and_events_of_one_seat_are_not_told(ask: Asked) -> None:
    assert ask(new=ROUND)["events"] == []
    for seat in range(3):
        answer = ask(play=[seat, f"write q{seat}"])
    answer = ask(play=[1, "write a"])
    assert answer["legal"].keys() == {"0", "1", "2"}
    answer = ask(play=[0, "close"])
    assert answer["turn"] == [0]
    assert answer["legal"] == {"0": ["read", "strike 1", "strike 2", "strike 3"]}


def test_a_view_is_what_that_seat_or_a_bystander_sees(ask: Asked) -> None:
    ask(new=ROUND)
    own, bystander = ask(view=2)["view"], ask(view=None)["view"]
    assert own["hand"] == {"slip": {"to": 0, "question": None, "answer": None}, "desk": []}
    assert own["events"] == [{"event": "handed", "seat": 2, "to": 0}]
    assert (bystander["hand"], bystander["events"], bystander["seat"]) == (None, [], None)
    assert bystander["table"] == own["table"]
    assert ask.refused(view=3) == ask.refused(view=-1) == ask.refused(view=True) == "There is no such seat."


# Shuffles and options


def test_scripted_shuffles_come_first_and_the_seed_goes_on_with_their_count(ask: Asked) -> None:
    def slips(**more: object) -> list[int]:
        ask(new={"game": "questions", "seats": 3, **more})
        return [ask(view=seat)["view"]["hand"]["slip"]["to"] for seat in range(3)]

    assert slips(shuffles=[[2, 0, 1]], seed="00") == [2, 0, 1]
    for seat in range(3):
        ask(play=[seat, f"write q{seat}"])
    second = [ask(view=seat)["view"]["hand"]["slip"]["to"] for seat in range(3)]
    slips(seed="00")
    for seat in range(3):
        ask(play=[seat, f"write q{seat}"])
    assert [ask(view=seat)["view"]["hand"]["slip"]["to"] for seat in range(3)] == second


def test_equal_seeds_shuffle_equally_and_no_seed_never_twice(ask: Asked) -> None:
    def first_cards(**more: object) -> list[object]:
        ask(new={"game": "debutantes", "seats": 1, **more})
        return [ask(play=[0, "place 1"])["events"], ask(play=[0, "place 2"])["events"]] + [
            ask(play=[0, f"place {place}"])["events"] for place in range(3, 8)
        ]

    assert first_cards(seed="00ff") == first_cards(seed="00FF")
    assert first_cards(seed="00ff") != first_cards(seed="ff")
    assert first_cards() != first_cards()


def test_a_scripted_shuffle_that_does_not_fit_names_what_is_wrong(ask: Asked) -> None:
    fault = "The shuffle is not an arrangement of what is to be shuffled: it "
    assert ask.refused(new={**PATIENCE, "shuffles": [["2S", *STOCK[1:]]]}) == f"{fault}lacks AS and adds 2S."
    assert ask.refused(new={**PATIENCE, "shuffles": [STOCK[1:]]}) == f"{fault}lacks AS."
    assert ask.refused(new={**ROUND, "shuffles": [["0", "1", "2"]]}).startswith(fault)


def test_a_shuffle_that_does_not_fit_in_mid_session_refuses_the_move_that_calls_for_it(ask: Asked) -> None:
    ask(new={**ROUND, "shuffles": [[1, 2, 0], [0, 1]]})
    ask(play=[0, "write q0"])
    ask(play=[1, "write q1"])
    assert ask.refused(play=[2, "write q2"]).endswith("it lacks 2.")
    assert ask(play=[1, "write q1 again"])["turn"] == [2]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colour": 1}, "There is no option colour."),
        ({"president": 3}, "president may not be 3."),
        ({"president": -1}, "president may not be -1."),
        ({"president": None}, "president may not be None."),
        ({"max_length": 0}, "max_length may not be 0."),
        ({"max_length": True}, "max_length may not be True."),
        ({"max_length": 1.0}, "max_length may not be 1.0."),
        ({"max_length": "1"}, "max_length may not be '1'."),
    ],
)
def test_options_out_of_bounds_are_refused(ask: Asked, options: object, said: str) -> None:
    assert ask.refused(new={**ROUND, "options": options}) == said


# Lines that are no requests

BROKEN = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"new"',
    b"{}",
    b'{"new": {"game": "debutantes", "seats": NaN}}',
    b'{"new": {"game": "debutantes", "seats": 1e400}}',
    b'{"new": {"game": "debutantes", "seats": Infinity}}',
    b'{"new": {"game": "debutantes", "seats": 1.0}}',
    b'{"new": {"game": "debutantes", "seats": true}}',
    b'{"new": {"game": "debutantes", "seats": 2}}',
    b'{"new": {"game": "debutantes"}}',
    b'{"new": {"game": ["debutantes"], "seats": 1}}',
    b'{"new": {"game": "\\ud800", "seats": 1}}',
    b'{"new": {"game": "debutantes", "seats": 1, "colour": "red"}}',
    b'{"new": {"game": "debutantes", "seats": 1, "options": []}}',
    b'{"new": {"game": "debutantes", "seats": 1, "options": {"\\ud800": 1}}}',
    b'{"new": {"game": "debutantes", "seats": 1, "shuffles": {}}}',
    b'{"new": {"game": "debutantes", "seats": 1, "shuffles": ["AS"]}}',
    b'{"new": {"game": "debutantes", "seats": 1, "shuffles": [[["AS"]]]}}',
    b'{"new": {"game": "debutantes", "seats": 1, "shuffles": [[{}]]}}',
    b'{"new": {"game": "debutantes", "seats": 1, "shuffles": [["\\udfff"]]}}',
    b'{"new": {"game": "questions", "seats": 3, "shuffles": [[true, 0, 2]]}}',
    b'{"new": {"game": "debutantes", "seats": 1, "seed": "0"}}',
    b'{"new": {"game": "debutantes", "seats": 1, "seed": "0 0"}}',
    b'{"new": {"game": "debutantes", "seats": 1, "seed": ""}}',
    b'{"new": {"game": "debutantes", "seats": 1, "seed": 255}}',
    b'{"new": {"game": "debutantes", "seats": 1, "rules": 99}}',
    b'{"new": {"game": "debutantes", "seats": 1, "rules": true}}',
    b'{"new": {"game": "debutantes", "seats": 1, "undo": 1}}',
    b'{"new": {"game": "debutantes", "seats": 1}, "view": 0}',
    b'{"play": [0, "resign"], "more": 1}',
    b'{"play": "resign"}',
    b'{"play": [0]}',
    b'{"play": [0, "resign", 1]}',
    b'{"play": [false, "resign"]}',
    b'{"play": [0.0, "resign"]}',
    b'{"play": ["0", "resign"]}',
    b'{"play": [1, "resign"]}',
    b'{"play": [-1, "resign"]}',
    b'{"play": [99999999999999999999, "resign"]}',
    b'{"play": [0, null]}',
    b'{"play": [0, ""]}',
    b'{"play": [0, " resign"]}',
    b'{"play": [0, "resign "]}',
    b'{"play": [0, "RESIGN"]}',
    b'{"play": [0, "place  1"]}',
    b'{"play": [0, "place 01"]}',
    b'{"play": [0, "place +1"]}',
    b'{"play": [0, "place \xd9\xa1"]}',
    b'{"play": [0, "place 21"]}',
    b'{"play": [0, "place 1\\n"]}',
    b'{"play": [0, "up \\ud83d"]}',
    b'{"view": "0"}',
    b'{"view": [0]}',
    b'{"view": 0.0}',
    b'{"undo": 1}',
    b"\xff\xfe{}",
    b'\xef\xbb\xbf{"view": 0}',
    b'{"view": ' + b"9" * 5000 + b"}",
    b'{"play": [0, "place ' + b"9" * 5000 + b'"]}',
    b"[" * 100_000,
    b'{"new": ' * 10_000,
    b'{"new": {"game": "debutantes", "seats": 1, "options": {"x": ' + b"[" * 900 + b"]" * 900 + b"}}}",
]


def test_broken_lines_are_answered_and_change_nothing(ask: Asked) -> None:
    ask(new=PATIENCE)
    before = ask(view=0)
    for line in BROKEN:
        text = ask.referee.answer(line)
        answer = json.loads(text)
        assert text.isascii()
        assert answer["ok"] is False, line[:100]
        assert answer["error"]
        assert ask(view=0) == before
    assert ask(play=[0, "up"])["ok"]


def test_before_the_first_session_there_is_nothing_to_play_or_see(ask: Asked) -> None:
    assert ask.refused(play=[0, "resign"]) == ask.refused(view=None) == "Start a session first, with new."


_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_new = st.fixed_dictionaries(
    {"game": st.sampled_from(sorted(GAMES)) | _values, "seats": st.integers(0, 31) | _values},
    optional={"options": _values, "shuffles": _values, "seed": _values, "rules": _values, "undo": _values},
)
_moves = (
    st.sampled_from(("write \ud800", "write a\u2028b", "close", "resign", "place 1", "lead 7S 7S", "stake 1"))
    | st.text()
)
_requests = st.one_of(
    st.fixed_dictionaries({"new": _new}),
    st.fixed_dictionaries({"play": st.tuples(st.integers(-1, 4), _moves)}),
    st.fixed_dictionaries({"view": st.integers(-1, 4) | _values}),
    st.dictionaries(st.sampled_from(("new", "play", "view", "undo")), _values),
    _values,
)


@settings(max_examples=300, deadline=None)
@given(lines=st.lists(_requests.map(lambda value: json.dumps(value).encode()) | st.binary(), max_size=6))
def test_any_line_gets_an_answer_and_an_error_changes_nothing(lines: list[bytes]) -> None:
    referee = Referee()
    for start in (b'{"new": {"game": "questions", "seats": 4, "seed": "01"}}', *lines):
        before = referee.session
        text = referee.answer(start)
        assert text.isascii()
        assert "\n" not in text
        answer = json.loads(text)
        assert answer["ok"] is True or referee.session is before


def test_the_process_answers_every_line_until_they_end() -> None:
    good = json.dumps({"new": PATIENCE}).encode()
    lines = [*BROKEN, good, b'{"play": [0, "up"]}', b"\x00", b'{"view": null}']
    found = subprocess.run(
        (sys.executable, "-m", "games", "referee"), input=b"\n".join(lines) + b"\n", capture_output=True, check=True
    )
    answers = [json.loads(line)["ok"] for line in found.stdout.splitlines()]
    assert answers == [False] * len(BROKEN) + [True, True, False, True]
    assert found.stderr == b""
