"""What a referee does with requests that are far too large: it answers, and remembers nothing of them."""

import io
import json
from typing import Any

import pytest

from games.moves import LONGEST
from games.referee import LONGEST_LINE, Referee, serve

HIGHEST = int("9" * LONGEST)


def ask(referee: Referee, **request: object) -> dict[str, Any]:
    answer = json.loads(referee.answer(json.dumps(request)))
    assert isinstance(answer, dict)
    return answer


def test_the_highest_amount_offered_may_be_staked_and_is_paid() -> None:
    """Whatever the sums of such numbers come to, they can be written out."""
    referee = Referee()
    options = {"dealer": 0, "deals": 1, "min_stake": HIGHEST, "max_stake": HIGHEST, "bank_sale": False}
    answer = ask(referee, new={"game": "twenty_one", "seats": 3, "options": options, "seed": "01"})
    assert f"stake {HIGHEST}..{HIGHEST}" in answer["legal"]["1"]
    while not answer["over"]:
        seat = str(answer["turn"][0])
        move = next((move for move in answer["legal"][seat] if move.startswith(("stake", "stand"))), None)
        answer = ask(referee, play=[int(seat), (move or answer["legal"][seat][0]).partition("..")[0]])
        assert answer["ok"]
    assert any(abs(chips) >= HIGHEST for chips in answer["outcome"]["payoffs"])


def test_longer_numbers_are_refused() -> None:
    referee = Referee()
    new = {"game": "durachki", "seats": 2, "options": {"stake": HIGHEST + 1}}
    assert ask(referee, new=new) == {"ok": False, "error": "This is not JSON: a number is too long."}


@pytest.mark.parametrize(
    "line",
    [
        b'{"view": 0, "view": 1}',
        b'{"play": [0, "resign"], "play": [0, "resign"]}',
        b'{"new": {"game": "debutantes", "seats": 1, "seats": 1}}',
    ],
)
def test_a_key_that_stands_twice_is_refused(line: bytes) -> None:
    referee = Referee()
    ask(referee, new={"game": "debutantes", "seats": 1})
    before = referee.session
    assert json.loads(referee.answer(line)) == {"ok": False, "error": "This is not JSON: a key stands twice."}
    assert referee.session is before


def test_a_line_without_end_is_answered_once_and_the_next_one_is_read() -> None:
    endless = b'{"play": [0, "write ' + b"a" * 2 * LONGEST_LINE + b'"]}\n'
    exact = b"a" * (LONGEST_LINE - 1) + b"\n"
    answers = io.StringIO()
    serve(io.BytesIO(endless + exact + b'{"new": {"game": "debutantes", "seats": 1}}\n{"view": 0}'), answers)
    assert [json.loads(line)["ok"] for line in answers.getvalue().splitlines()] == [False, False, True, True]
