"""Whole sessions as readable transcripts: what was played, what was heard, what changed, what could be done next.

A game's transcripts are the files `session*.txt` in its folder here. The first line says what is played: a `new` as a
referee gets it, with a seed, and the `plays` where people play. What follows that line is written, to be read, by

    make test ARGS="tests/games/test_play_throughs.py -k <game> --renew"
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from games.core import Event, Played, Shuffled
from games.record import Session, begin, dumps, loads, opening, turn_of
from games.referee import Referee, position, told
from games.simulation import simulate
from tests.games.walks import listed

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/session*.txt"))

SHOWN = 12
"""So many legal moves are written out; of longer lists the first ones and how many there are."""


every_play_through = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")


@every_play_through
def test_play_through_reads_as_before(file: Path, golden: Callable[[Path, str], None]) -> None:
    first = file.read_text(encoding="utf-8").splitlines()[0]
    golden(file, "\n".join((first, *transcript(first))) + "\n")


@every_play_through
def test_referee_with_the_same_shuffles_tells_the_same_session(file: Path) -> None:
    sessions = list(_played(file.read_text(encoding="utf-8").splitlines()[0]))
    opening, log = sessions[-1].opening, sessions[-1].log
    shuffles = [entry.items for entry in log if isinstance(entry, Shuffled)]
    new = {"game": opening.game.slug, "seats": opening.seats, "options": opening.options, "shuffles": shuffles}
    plays = [{"play": (entry.seat, entry.move)} for entry in log if isinstance(entry, Played)]
    referee = Referee()
    for request, session in zip(({"new": new}, *plays), sessions, strict=True):
        assert referee.answer(dumps(request)) == dumps({"ok": True, **position(session)})


def transcript(first: str) -> Iterator[str]:
    """The lines that follow the first one."""
    before: dict[str, str] = {}
    log = 0
    for number, session in enumerate(_played(first)):
        yield ""
        for entry in session.log[log:]:
            match entry:
                case Played(seat, move):
                    yield f"{number}. seat {seat}: {move}"
                case Shuffled(items):
                    yield f"   shuffled: {' '.join(map(str, items))}"
        log = len(session.log)
        yield from (f"   · {_heard(event)}" for event in session.state.events)
        now = dict(_facts(session))
        yield from (f"   {name} = {value}" for name, value in now.items() if before.get(name) != value)
        before = now
        yield from _next(session)


def _played(first: str) -> Iterator[Session]:
    """A `new` as a referee gets it, and `plays` where people play: where there are none the computer players do."""
    match loads(first):
        case {"new": new, "plays": [*plays]}:
            session = begin(opening(new))
            yield session
            for play in plays:
                session = session.play(*turn_of(play))
                yield session
        case {"new": new}:
            yield from simulate(opening(new), random.Random(first))
        case _:
            raise AssertionError(f"not what is to be played: {first}")


def _heard(event: Event) -> str:
    said = [f"{name} {_said(value)}" for name, value in told(event).items() if name != "event"]
    only = "" if event.audience is None else f" [{' '.join(map(str, event.audience))} only]"
    return f"{event.event}: {', '.join(said)}{only}" if said else f"{event.event}{only}"


def _facts(session: Session) -> Iterator[tuple[str, str]]:
    state = session.state
    for each in fields(state.table):
        yield each.name, _said(getattr(state.table, each.name))
    for seat, hand in enumerate(state.hands):
        yield f"hand {seat}", _said(hand)
    yield "down", " ".join(str(len(pile)) for pile in state.down) or "-"


def _said(value: object) -> str:
    """Cards and numbers as words, piles apart, records by what they hold."""
    if value in (None, ()):
        return "-"
    if isinstance(value, tuple):
        return (" | " if any(isinstance(each, tuple) for each in value) else " ").join(map(_said, value))
    if is_dataclass(value):
        held = {each.name: getattr(value, each.name) for each in fields(value)}
        return f"({', '.join(f'{name} {_said(part)}' for name, part in held.items() if part not in (None, ()))})"
    return value if isinstance(value, str) else dumps(value)


def _next(session: Session) -> Iterator[str]:
    if session.outcome is not None:
        yield f"   over: {dumps(session.outcome)}"
        return
    yield f"   turn {' '.join(map(str, session.opening.game.turn(session.state.table)))}"
    for seat in range(len(session.state.hands)):
        if lines := listed(session, seat):
            more = f" … {len(lines)} in all" if len(lines) > SHOWN else ""
            yield f"   {seat} may {' | '.join(lines[:SHOWN])}{more}"
