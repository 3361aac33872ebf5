"""Records: what a finished session leaves behind, and that one with any part of it changed does not hold."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.cards import PACK_104
from games.catalogue import GAMES
from games.record import Malformed, Opening, begin, read, written

CHANGED: list[object] = [None, True, False, 0, 1, 2, -1, 0.0, 1.0, 1.5, "", "1", "x", [], [0], {}, {"x": 0}]
"""What stands in the place of a value, in turn: of every type, and equal but for the type."""

UNHEARD = {("max_length", 2), ("max_length", "-"), ("options", "-")}
"""Changes that no replay can tell: a limit that the texts keep all the same, and what is left out as it is by default.
"""

Shuffles = tuple[tuple[Any, ...], ...]


def record(slug: str, seats: int, shuffles: Shuffles, *plays: tuple[int, str], **options: int) -> str:
    game = GAMES[slug]
    session = begin(Opening(game, seats, game.options(**options), shuffles))
    for play in plays:
        session = session.play(*play)
    assert session.outcome is not None
    return "\n".join(written(session.opening, session.log, session.outcome))


ROUND = record(
    "questions",
    3,
    ((1, 2, 0), (2, 0, 1), (1, 0, 2)),
    *((0, "write q1"), (1, "write q2"), (2, "write q0"), (0, "write a2"), (2, "write a1"), (1, "close")),
    *((2, "read"), (2, "read"), (2, "read")),
    president=1,
    secretary=2,
)
PATIENCE = record("debutantes", 1, (PACK_104,), (0, "place 1"), (0, "place 1"), (0, "place 20"), (0, "resign"))


def holds(text: str) -> bool:
    try:
        *_, last = read(text.encode().splitlines()).replay()
    except Malformed:
        return False
    return last.outcome is not None


def parts(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a JSON value, itself first."""
    yield path
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(each, (*path, key))


def corrupted(text: str) -> Iterator[tuple[tuple[Any, ...], object, str]]:
    """The record with one part of one line changed, or left out ("-"): where, to what, and the whole of it."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for *above, last in filter(None, parts(json.loads(line))):
            for value in (*CHANGED, "-"):
                whole = inner = json.loads(line)
                for key in above:
                    inner = inner[key]
                was = json.dumps(inner[last])
                if value == "-":
                    del inner[last]
                else:
                    inner[last] = value
                if was != json.dumps(value):
                    changed = (*lines[:number], json.dumps(whole), *lines[number + 1 :])
                    yield (number, *above, last), value, "\n".join(changed)


@pytest.mark.parametrize("text", [ROUND, PATIENCE], ids=["questions", "debutantes"])
def test_a_record_holds_and_none_of_its_parts_can_be_changed(text: str) -> None:
    assert holds(text)
    unnoticed = {(path[-1], value) for path, value, changed in corrupted(text) if holds(changed)}
    assert unnoticed <= UNHEARD


def test_a_seed_stands_for_the_shuffles_and_without_either_it_is_not_left_to_chance() -> None:
    lines = PATIENCE.splitlines()
    new = json.loads(lines[0])["new"]
    del new["shuffles"]
    assert not holds("\n".join((json.dumps({"new": new}), *lines[1:])))
    assert holds("\n".join((json.dumps({"new": {**new, "seed": "00"}}), *lines[1:])))


def test_a_record_has_no_more_shuffles_than_were_made() -> None:
    new, *rest = ROUND.splitlines()
    more = json.loads(new)
    more["new"]["shuffles"].append([0, 1, 2])
    assert not holds("\n".join((json.dumps(more), *rest)))


@pytest.mark.parametrize(
    "outcome", ["0.5", "[1e400]", "[" * 980 + "]" * 980, "9" * 5000, '{"payoffs": [0], "payoffs": 0}']
)
def test_an_outcome_of_any_kind_is_refused_in_words(outcome: str) -> None:
    *lines, _ = PATIENCE.splitlines()
    with pytest.raises(Malformed):
        list(read([*lines, f'{{"outcome": {outcome}}}']).replay())


def test_replay_says_that_moves_were_taken_back_and_writes_no_control_characters(tmp_path: Path) -> None:
    """A record may come from anybody, and a terminal obeys what it is sent."""
    file = tmp_path / "round.jsonl"
    odd = ROUND.replace('"rules": 1', '"rules": 1, "undo": true').replace("q1", "\\u001b[31m").replace("q0", "\\ud800")
    file.write_text(odd)
    found = subprocess.run(
        (sys.executable, "-m", "games", "replay", str(file)), capture_output=True, check=True, encoding="utf-8"
    )
    assert found.stdout.startswith("questions, 3 seats, with moves taken back\n")
    assert "write \\x1b[31m\n" in found.stdout
    assert "write \\ud800\n" in found.stdout
