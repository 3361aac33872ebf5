"""`python -m games` from outside: what each command prints, what it exits with, and that it needs nothing installed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.catalogue import GAMES
from games.record import Opening, begin, written
from tests.games.questions.sitting import ANSWERED, ASKED


def games(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run((sys.executable, "-m", "games", *arguments), capture_output=True, text=True, check=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A round of questions, read out to its end."""
    session = begin(Opening(GAMES["questions"], 4, GAMES["questions"].options(), seed=b"1"))
    for play in (*ASKED, *ANSWERED, "0 strike 3", "0 read", "0 read", "0 read"):
        seat, _, move = play.partition(" ")
        session = session.play(int(seat), move)
    assert session.outcome is not None
    file = tmp_path / "round.jsonl"
    file.write_text("\n".join(written(session.opening, session.log, session.outcome)) + "\n")
    return file


def changed(record: Path, number: int, line: dict[str, object] | None) -> Path:
    """The record with that line (from 0, or from the end) replaced, or left out."""
    lines = record.read_text().splitlines()
    lines[number : number + 1 or None] = [] if line is None else [json.dumps(line)]
    record.write_text("\n".join(lines) + "\n")
    return record


def test_list_names_every_game_with_its_seats_and_options() -> None:
    found = games("list")
    assert (found.returncode, found.stderr) == (0, "")
    assert [line.split(":")[0] for line in found.stdout.splitlines() if not line.startswith(" ")] == list(GAMES)
    assert "questions: 3..30 seats, rules 1\n    president = 0 (seat)\n" in found.stdout


def test_nothing_outside_the_standard_library_is_imported() -> None:
    """The games start at once; the bot's libraries take seconds."""
    code = "import sys, games.__main__; print(*{name.partition('.')[0] for name in sys.modules})"
    before = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    found, bare = (
        set(subprocess.run((sys.executable, "-c", text), capture_output=True, text=True, check=True).stdout.split())
        for text in (code, before)
    )
    assert found - bare - sys.stdlib_module_names == {"games"}


def test_record_verifies(record: Path) -> None:
    found = games("verify", str(record))
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("12 moves, and the outcome is as recorded: ")


def test_replay_tells_the_story_move_by_move(record: Path) -> None:
    lines = games("replay", str(record)).stdout.splitlines()
    assert lines[0] == "questions, 4 seats"
    assert lines[1].startswith("1. seat 0: write q")
    assert "    wrote: seat 0, amount 1" in lines
    assert "    struck: seat 0, amount 3" in lines
    assert not any(line.startswith("    handed") for line in lines), "only the seat itself heard that"


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (-1, None, "It ends after line 13, without an outcome.\n"),
        (-1, {"outcome": {"payoffs": [1, 0, 0, 0], "read": []}}, "Its outcome is "),
        (-2, None, "It stops before the game is over.\n"),
        (3, None, "Move 8"),
        (3, {"play": [2, "fold"]}, "Move 3, 'fold' by seat 2: This is not a move of this game.\n"),
        (3, {"play": "fold"}, "Line 4: play must be a list"),
        (3, {"undo": 1}, "Line 4: A record is one new, its plays, and an outcome.\n"),
        (0, {"new": {"game": "chess", "seats": 2}}, "Line 1: There is no such game."),
        (0, {"new": {"game": "questions", "seats": 4, "rules": 2}}, "Line 1: Here questions is played by version 1"),
        (
            0,
            {"new": {"game": "questions", "rules": 1, "seats": 4, "shuffles": [[0, 1]]}},
            "It cannot begin: The shuffle is not",
        ),
    ],
)
def test_record_that_does_not_hold_is_told_from_one_that_does(
    record: Path, number: int, line: dict[str, object] | None, said: str
) -> None:
    found = games("verify", str(changed(record, number, line)))
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith(said)


def test_record_with_something_after_its_outcome_does_not_hold(record: Path) -> None:
    with record.open("a") as file:
        file.write('{"play": [0, "read"]}\n')
    assert games("verify", str(record)).stderr == "Line 14: Something stands after the outcome.\n"


def test_file_that_is_not_there_is_one_sentence() -> None:
    found = games("replay", "nowhere.jsonl")
    assert found.returncode == 1
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("slug", GAMES)
def test_simulation_sums_up_and_equal_seeds_play_equally(slug: str) -> None:
    def told() -> list[str]:
        found = games("simulate", slug, "--seats", str(GAMES[slug].seats[0]), "--games", "2", "--seed", "5")
        assert (found.returncode, found.stderr) == (0, "")
        return [line for line in found.stdout.splitlines() if not line.startswith("moves a second")]

    assert told() == told()
    assert told()[0] == f"{slug}: 2 games at {GAMES[slug].seats[0]} seats, seed 5"


def test_simulation_takes_options_and_refuses_those_out_of_bounds() -> None:
    assert games("simulate", "questions", "--options", '{"max_length": 1}').returncode == 0
    found = games("simulate", "questions", "--options", '{"max_length": 0}')
    assert (found.returncode, found.stderr) == (1, "max_length may not be 0.\n")
