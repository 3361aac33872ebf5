"""Moves: how they are made of words, printed, parsed, and refused."""

from dataclasses import fields
from typing import ClassVar, Final, Self, get_type_hints

from games.cards import Card, card, in_order

LONGEST: Final = 1000
"""The most digits that a number may have: beyond any stake, and sums of such stay within what Python writes out."""


class IllegalMove(Exception):  # noqa: N818  # the field's word for it
    """A player's doing that the rules refuse. `reason` is a message id, `arguments` fill its braces.

    The bot translates both. Arguments are named for what they are: `card…` a card, `cards…` several, `suit…` a suit's
    letter, `seat…` a seat, `n…` a number; the bot prints them so.
    """

    def __init__(self, reason: str, **args: str | int | tuple[str, ...]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.arguments = args

    def __str__(self) -> str:
        return self.reason.format(**self.arguments)


class Move:
    """A move is a frozen dataclass, one a verb; its fields, in order, are the words after the verb.

    A field is an `int` (a number or a seat), a `Card`, `Cards` (the rest of the words, a set, kept in canonical order),
    a `str` (free text, the rest of the line, trimmed) or `int | None` (a number that may be absent). Where `joint` is
    set the fields are joined by it into one word, as in `cover 7S:8S`.
    """

    __slots__ = ()
    verb: ClassVar[str]
    joint: ClassVar[str] = ""

    def words(self) -> tuple[str, ...]:
        """The verb, then one word a value; free text is one word, whatever it holds."""
        found: list[str] = []
        for name in _kinds(type(self)):
            value = getattr(self, name)
            if isinstance(value, tuple):
                found += value
            elif value is not None:
                found.append(str(value))
        return (self.verb, *((self.joint.join(found),) if self.joint else found))

    def __str__(self) -> str:
        return " ".join(self.words())

    @classmethod
    def parse(cls, rest: str | None) -> Self:
        """The move whose verb is followed by `rest` (None: by nothing). Raises ValueError where it is not one."""
        kinds = _kinds(cls)
        if kinds and list(kinds.values()) == [str]:
            text = (rest or "").strip()
            if not text:
                raise ValueError("empty text")
            return cls(text)  # type: ignore[call-arg]  # every subclass is a dataclass with these fields
        words = [] if rest is None else rest.split(cls.joint or " ")
        values: list[object] = []
        for kind in kinds.values():
            if kind == tuple[Card, ...]:
                values.append(in_order(card(word) for word in words))
                words = []
            elif words:
                values.append(card(words.pop(0)) if kind is Card else _number(words.pop(0)))
            elif kind == int | None:
                values.append(None)
            else:
                raise ValueError("a word is missing")
        if words:
            raise ValueError("too many words")
        return cls(*values)


_KINDS: dict[type[Move], dict[str, object]] = {}


def _kinds(move: type[Move]) -> dict[str, object]:
    if move not in _KINDS:
        hints = get_type_hints(move)
        _KINDS[move] = {each.name: hints[each.name] for each in fields(move)}  # type: ignore[arg-type]  # a dataclass
    return _KINDS[move]


def _number(word: str) -> int:
    """A number as moves are written: decimal digits, no sign, no leading zeros."""
    if not (word.isascii() and word.isdecimal()) or (word[0] == "0" and word != "0") or len(word) > LONGEST:
        raise ValueError(f"not a number: {word!r}")
    return int(word)
