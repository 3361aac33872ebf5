"""What the suites over every game share: each game at each number of seats, with any options, and sessions that wander.

A new game comes under all of them by its line in the catalogue.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from games.cards import PACK_52
from games.catalogue import GAMES
from games.core import AnyGame, Played, Shuffled, State, view
from games.moves import IllegalMove
from games.offers import legal, sample
from games.options import Bound, IllegalOption, bound
from games.record import Opening, Session, dumps
from games.simulation import simulate

AnyState = State[Any, Any, str | int]

TABLES: Final = [
    pytest.param(game, seats, id=f"{slug}-{seats}")
    for slug, game in GAMES.items()
    for seats in range(game.seats[0], game.seats[1] + 1)
]
"""Every game at every number of seats."""

WALKS: Final = 16
"""Walks through a game, over all its numbers of seats."""

LEAST: Final = 4
"""Walks at a number of seats; the first one that hypothesis makes is always the simplest there is."""

_CARDS: Final = frozenset(PACK_52)
_RANGE: Final = re.compile(r"(\d+)\.\.(\d*)")


def bounded(game: AnyGame) -> settings:
    """So few examples that a game with many numbers of seats takes no longer than one with few."""
    low, high = game.seats
    return settings(
        max_examples=max(LEAST, WALKS // (high - low + 1)),
        deadline=None,
        database=None,  # an example names all that it draws; none need be remembered
        phases=(Phase.generate, Phase.shrink),  # to explain as well takes minutes
        suppress_health_check=list(HealthCheck),  # a walk draws much and takes long, as it should
    )


# Openings


@st.composite
def openings(draw: st.DrawFn, game: AnyGame, seats: int) -> Opening:
    """A session's start, with whatever options the game allows; an office may be held from outside the game."""
    known = {each.name: bound(each) for each in fields(game.options)}  # type: ignore[arg-type]  # a dataclass
    outside = {name: len(game.offices) for name in game.offices}
    given = {
        name: draw(_values(each, seats, outside.get(name, 0))) for name, each in known.items() if draw(st.booleans())
    }
    try:
        options = game.options(**given)
    except IllegalOption:
        options = game.options()
    return Opening(game, seats, options, seed=draw(st.binary(min_size=1, max_size=4)))


def _values(option: Bound, seats: int, outside: int) -> st.SearchStrategy[object]:
    top = option.top(seats)
    values: dict[str, st.SearchStrategy[Any]] = {
        "number": st.integers(option.low, option.low + 3 if top is None else min(top, option.low + 3)),
        "seat": st.integers(0, seats + outside - 1),
        "flag": st.booleans(),
        "word": st.sampled_from(option.words or ("",)),
        "seats": st.permutations(range(seats)).map(tuple),
    }
    found = values[option.kind]
    return found | st.none() if option.null else found


# Walks


def wander(session: Session, below: Callable[[int], int]) -> Iterator[Session]:
    """The session after each of some random moves, by whoever may move, waited for or not."""
    game = session.opening.game
    while session.outcome is None:
        views = [view(session.state, seat) for seat in range(len(session.state.hands))]
        may = [seat for seat, seen in enumerate(views) if any(True for _ in game.offers(seen))]
        seat = may[below(len(may))]
        text = sample(game.offers(views[seat]), below)
        assert text is not None, f"what is offered to seat {seat} is no move"
        session = session.play(seat, text)
        yield session


@dataclass(frozen=True)
class Walk:
    """A session at some point of sensible play, and after each of some random moves from there."""

    sessions: tuple[Session, ...]

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: bool) -> None:
        """Shows what a referee must be asked to come to the same point."""
        opening, log = self.sessions[0].opening, self.sessions[-1].log
        shuffles = [entry.items for entry in log if isinstance(entry, Shuffled)]
        new = {"game": opening.game.slug, "seats": opening.seats, "options": opening.options, "shuffles": shuffles}
        moves = [{"play": (entry.seat, entry.move)} for entry in log if isinstance(entry, Played)]
        printer.text("\n".join(map(dumps, ({"new": new}, *moves))))


@st.composite
def walks(draw: st.DrawFn, game: AnyGame, seats: int, most: int = 20) -> Walk:
    """A walk from the beginning or from further on."""
    sensible = simulate(draw(openings(game, seats)), random.Random(draw(st.integers(0, 999))))
    *_, session = islice(sensible, draw(st.sampled_from((1, 5, 20, 60, 150))))
    way = wander(session, lambda n: draw(st.integers(0, n - 1)))
    return Walk((session, *islice(way, draw(st.integers(0, most)))))


# What is legal, read off the list that people are shown


def listed(session: Session, seat: int, *, public: bool = False) -> list[str]:
    """The seat's legal moves as a referee lists them."""
    return sorted(legal(session.opening.game.offers(view(session.state, seat, public=public))))


def allows(lines: Iterable[str], text: str) -> bool:
    """Whether a move stands in such a list: a range holds its amounts, `…` any letter."""
    return any(_holds(line.split(" "), text.split(" ")) for line in lines)


def _holds(line: list[str], words: list[str]) -> bool:
    if line[-1] == "…":
        return line[:-1] == words[:-1] and len(words[-1]) == 1
    return len(line) == len(words) and all(map(_stands_for, line, words))


def _stands_for(shown: str, word: str) -> bool:
    if found := _RANGE.fullmatch(shown):
        return word.isdecimal() and int(found[1]) <= int(word) <= int(found[2] or word)
    return shown == word


def spelt(line: str) -> list[str]:
    """Moves that such a line stands for: of a range both ends, of a text one."""
    if found := _RANGE.search(line):
        ends = {found[1], found[2] or str(int(found[1]) + 1000)}
        return [line[: found.start()] + end + line[found.end() :] for end in sorted(ends)]
    return [line.replace("…", "a")]


def around(line: str) -> list[str]:
    """Moves beside those: an amount outside the range, a card or a number too many, a word too few, another card."""
    words = spelt(line)[0].split(" ")
    if line.endswith("…"):
        return words[:-1]
    found = [" ".join(words[:-1]), *(" ".join((*words, more)) for more in ("7S", "1"))]
    found += [" ".join((*words[:-1], other)) for other in ("7S", "AD", "0", "7S:8S")]
    if span := _RANGE.search(line):
        ends = {int(span[1]) - 1, int(span[2] or span[1]) + 1}
        found += [line[: span.start()] + str(end) + line[span.end() :] for end in ends]
    return [text for text in found if text and text != words[0] + " "]


def refusal(session: Session, seat: int, text: str) -> str | None:
    """What is said against that move; None where it is accepted."""
    try:
        session.play(seat, text)
    except IllegalMove as refused:
        return str(refused)
    return None


# What lies where


def leaves(value: object, *, copies: bool = True) -> Iterator[object]:
    """The texts and numbers inside a state, or inside a part of one. `copies`: with those of fields marked `copy`, in
    which a seat is shown what lies elsewhere."""
    if is_dataclass(value):
        for each in fields(value):
            if copies or not each.metadata.get("copy"):
                yield from leaves(getattr(value, each.name), copies=copies)
    elif isinstance(value, dict):
        yield from leaves(tuple(value.items()), copies=copies)
    elif isinstance(value, tuple):
        for inner in value:
            yield from leaves(inner, copies=copies)
    else:
        yield value


def cards_in(*values: object, copies: bool = True) -> list[str]:
    """Every card that lies anywhere in them, or is only shown there, sorted."""
    return sorted(leaf for leaf in leaves(values, copies=copies) if isinstance(leaf, str) and leaf in _CARDS)
