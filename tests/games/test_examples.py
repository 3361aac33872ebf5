"""Worked sessions with shuffles of known order, played on the referee and compared answer by answer.

The files `examples.jsonl` in each game's folder hold one session a line: its `new`, and `steps` with what must hold at
the start and after each `play`. They were worked out on paper, from the rules alone; a list of moves is left out where
it is long. A game without such a file lacks nothing: what the game itself would answer is in its play-through.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from games.referee import Referee

EXAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for file in sorted(Path(__file__).parent.glob("*/examples.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['new']['game']}: {example['name']}")
def test_example_goes_as_worked_out(example: dict[str, Any]) -> None:
    referee = Referee()
    for step in example["steps"]:
        request = {"new": example["new"]} if step["play"] is None else {"play": step["play"]}
        answer = json.loads(referee.answer(json.dumps(request)))
        assert answer.pop("ok"), answer
        assert {"play": step["play"], **{key: answer[key] for key in step if key != "play"}} == step
