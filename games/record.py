"""Sessions as text: how one is started from JSON, and records of finished ones.

A record is JSON Lines: `{"new": …}` with everything that chance did, a `{"play": [seat, "move"]}` a move, and last
`{"outcome": …}`. It replays without chance, and holds no move that was taken back. docs/referee.md says it in full.
"""

import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import count
from typing import Any, Final, NoReturn

from games import core, fair
from games.catalogue import GAMES
from games.core import AnyGame, Entry, Json, Played, Shuffled, State
from games.moves import LONGEST, IllegalMove
from games.options import check_options

Item = str | int

_NEW: Final = ("game", "seats", "options", "shuffles", "seed", "rules", "undo")
_HEX: Final = re.compile(r"([0-9a-fA-F]{2})+")


class Malformed(ValueError):  # noqa: N818  # it reads like IllegalMove, beside which it stands
    """Text that is no request and no record. Its message says what is wrong with it."""


# JSON


def loads(text: str | bytes) -> object:
    """The JSON value of one line of UTF-8, without NaN and its like, or a key that stands twice. Raises Malformed."""
    try:
        text = text if isinstance(text, str) else text.decode()
        return json.loads(text, parse_constant=_no_constant, parse_int=_whole, object_pairs_hook=_once)
    except RecursionError:
        raise Malformed("This is nested too deep.") from None
    except ValueError as error:
        raise Malformed(f"This is not JSON: {error}.") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"there is no {name}")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST:
        raise ValueError("a number is too long")
    return int(digits)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def dumps(value: object) -> str:
    """One line of JSON in ASCII with sorted keys, so that equal values are equal bytes."""
    return json.dumps(plain(value), sort_keys=True)


def plain(value: object) -> Json:
    """The value in JSON's own types: a record as its fields, tuples as lists, keys as text."""
    match value:
        case None | bool() | int() | str():
            return value
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case frozenset():
            return sorted((plain(each) for each in value), key=str)
        case Sequence():
            return [plain(each) for each in value]
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    raise TypeError(f"{type(value).__name__} has no place in JSON")


# Sessions


@dataclass(frozen=True, slots=True)
class Opening:
    """What a session starts from. `options` are checked; a shuffle beyond the scripted ones comes from `seed`, and is
    refused where there is none. `undo`: moves were taken back."""

    game: AnyGame
    seats: int
    options: object
    shuffles: tuple[tuple[Item, ...], ...] = ()
    seed: bytes | None = None
    undo: bool = False

    def shuffle(self, done: int) -> core.Shuffle[Item]:
        """The shuffles of this session after the first `done` of them. They raise Malformed where one is lacking."""
        numbers = count(done)

        def shuffle(items: tuple[Item, ...]) -> tuple[Item, ...]:
            n = next(numbers)
            if n < len(self.shuffles):
                return self.shuffles[n]
            if self.seed is None:
                raise Malformed(f"Shuffle {n + 1} is lacking, and so is a seed to make it from.")
            return fair.shuffle(self.seed, n, items)

        return shuffle


@dataclass(frozen=True, slots=True)
class Session:
    """A session at some point of it."""

    opening: Opening
    state: State[Any, Any, Item]
    log: tuple[Entry[Item], ...]

    def play(self, seat: int, text: str) -> "Session":
        """The session after that seat's move, written so. Raises IllegalMove."""
        opening = self.opening
        done = sum(isinstance(entry, Shuffled) for entry in self.log)
        state, log = core.step(opening.game, self.state, seat, opening.game.parse(text), opening.shuffle(done))
        return Session(opening, state, self.log + log)

    @property
    def outcome(self) -> dict[str, Json] | None:
        """None until the session is over."""
        return core.outcome(self.opening.game, self.state)


def begin(opening: Opening) -> Session:
    """The session at its first question. Raises IllegalMove where a scripted shuffle does not fit."""
    game = opening.game
    return Session(opening, *core.begin(game, opening.seats, opening.options, opening.shuffle(0)))


def opening(new: object, *, recorded: bool = False) -> Opening:
    """What a `new` object asks for. In a record the version of the rules must stand, nothing is left to chance, and an
    office may be held from outside the game.

    Raises Malformed, or IllegalMove for options that the game does not allow.
    """
    if not isinstance(new, dict):
        raise Malformed("new must be an object.")
    if unknown := [key for key in new if key not in _NEW]:
        raise Malformed(f"new has no key {unknown[0][:40]!r}.")
    slug = new.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        raise Malformed(f"There is no such game. There are: {', '.join(GAMES)}.")
    game = GAMES[slug]
    seats, (fewest, most) = new.get("seats"), game.seats
    if type(seats) is not int or not fewest <= seats <= most:
        raise Malformed(f"{slug} is for {fewest} to {most} seats, as a whole number.")
    rules = new.get("rules", None if recorded else game.rules)
    if type(rules) is not int or rules != game.rules:
        raise Malformed(f"Here {slug} is played by version {game.rules} of its rules.")
    undo = new.get("undo", False)
    if not isinstance(undo, bool):
        raise Malformed("undo must be true or false.")
    given = new.get("options", {})
    if not isinstance(given, dict):
        raise Malformed("options must be an object.")
    options = check_options(game.options, seats, given, offices=len(game.offices) if recorded else 0)
    seed = None if recorded and "seed" not in new else _seed(new)
    return Opening(game, seats, options, _shuffles(new.get("shuffles", [])), seed, undo)


def _shuffles(given: object) -> tuple[tuple[Item, ...], ...]:
    if not isinstance(given, list) or not all(isinstance(each, list) for each in given):
        raise Malformed("shuffles must be a list of lists.")
    if any(type(item) not in (str, int) for each in given for item in each):
        raise Malformed("A shuffle is a list of cards, or of whole numbers.")
    return tuple(map(tuple, given))


def _seed(new: Mapping[str, object]) -> bytes:
    if "seed" not in new:
        return secrets.token_bytes(32)
    seed = new["seed"]
    if not isinstance(seed, str) or not _HEX.fullmatch(seed):
        raise Malformed("seed must be a text of hexadecimal digits, two a byte.")
    return bytes.fromhex(seed)


def turn_of(value: object) -> tuple[int, str]:
    """The seat and the move of a `play` list. Raises Malformed."""
    match value:
        case [int(seat), str(move)] if type(seat) is int:
            return seat, move
    raise Malformed('play must be a list of a seat and a move: [0, "pass"].')


# Records


@dataclass(frozen=True, slots=True)
class Record:
    """A finished session as its record has it: whether it is true is found out by playing it again. `outcome` is JSON
    in the way of `dumps`."""

    opening: Opening
    moves: tuple[tuple[int, str], ...]
    outcome: str

    def replay(self) -> Iterator[Session]:
        """The session at its start and after each move.

        Raises Malformed where the record does not hold: it names the move that is refused, or what else differs.
        """
        try:
            session = begin(self.opening)
        except IllegalMove as refusal:
            raise Malformed(f"It cannot begin: {refusal}") from refusal
        yield session
        for number, (seat, move) in enumerate(self.moves, 1):
            try:
                session = session.play(seat, move)
            except IllegalMove as refusal:
                raise Malformed(f"Move {number}, {move[:40]!r} by seat {seat}: {refusal}") from refusal
            yield session
        if session.outcome is None:
            raise Malformed("It stops before the game is over.")
        if (found := dumps(session.outcome)) != self.outcome:
            raise Malformed(f"Its outcome is {found}, not {self.outcome}.")
        if len(self.opening.shuffles) > sum(isinstance(entry, Shuffled) for entry in session.log):
            raise Malformed("It has more shuffles than were made.")


def written(
    opening: Opening, log: Sequence[Entry[Item]], outcome: Mapping[str, Json], *, undo: bool = False
) -> Iterator[str]:
    """The lines of the record of a finished session, rewritten first where the game wants it so.

    Every shuffle stands in the log; those of the opening, and its seed, are not looked at.
    """
    game = opening.game
    log = log if game.publish is None else game.publish(log, outcome)
    new = {
        "game": game.slug,
        "rules": game.rules,
        "seats": opening.seats,
        "options": opening.options,
        "shuffles": [entry.items for entry in log if isinstance(entry, Shuffled)],
    }
    yield dumps({"new": {**new, "undo": True} if undo else new})
    yield from (dumps({"play": [entry.seat, entry.move]}) for entry in log if isinstance(entry, Played))
    yield dumps({"outcome": outcome})


def read(lines: Iterable[str | bytes]) -> Record:
    """The record of these lines. Raises Malformed, with the number of the line that is wrong."""
    began: Opening | None = None
    moves: list[tuple[int, str]] = []
    number = 0
    lines = iter(lines)
    for number, line in enumerate(lines, 1):
        try:
            match loads(line):
                case {"new": new, **rest} if began is None and not rest:
                    began = opening(new, recorded=True)
                case {"play": play, **rest} if began is not None and not rest:
                    moves.append(turn_of(play))
                case {"outcome": outcome, **rest} if began is not None and not rest:
                    if next(lines, None) is not None:
                        raise Malformed("Something stands after the outcome.")
                    return Record(began, tuple(moves), json.dumps(outcome, sort_keys=True))
                case _:
                    raise Malformed("A record is one new, its plays, and an outcome.")
        except (Malformed, IllegalMove) as error:
            raise Malformed(f"Line {number}: {error}") from error
        except RecursionError:
            raise Malformed(f"Line {number}: This is nested too deep.") from None
    raise Malformed(f"It ends after line {number}, without an outcome.")
