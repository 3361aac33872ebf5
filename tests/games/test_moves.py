"""How moves are written and read, on one move of every shape."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from games.cards import Card, Cards, cards
from games.moves import IllegalMove, Move


@dataclass(frozen=True, slots=True)
class Take(Move):
    verb: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Offer(Move):
    verb: ClassVar[str] = "offer"
    card: Card
    amount: int


@dataclass(frozen=True, slots=True)
class Up(Move):
    verb: ClassVar[str] = "up"
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Lead(Move):
    verb: ClassVar[str] = "lead"
    cards: Cards


@dataclass(frozen=True, slots=True)
class Cover(Move):
    verb: ClassVar[str] = "cover"
    joint: ClassVar[str] = ":"
    attack: Card
    card: Card


@dataclass(frozen=True, slots=True)
class Write(Move):
    verb: ClassVar[str] = "write"
    text: str


WRITTEN: list[tuple[Move, str | None, str]] = [
    (Take(), None, "take"),
    (Offer(Card("7S"), 12), "7S 12", "offer 7S 12"),
    (Up(), None, "up"),
    (Up(3), "3", "up 3"),
    (Lead(cards("7S 7D 9C")), "9C 7D 7S", "lead 7S 7D 9C"),
    (Cover(Card("7S"), Card("8S")), "7S:8S", "cover 7S:8S"),
    (Write("a  b"), "  a  b ", "write a  b"),
]

UNREAD: list[tuple[type[Move], str | None]] = [
    (Take, ""), (Take, "7S"), (Offer, None), (Offer, "7S"), (Offer, "12 7S"), (Offer, "7S 12 1"), (Offer, "7S  12"),
    (Offer, "7S 012"), (Offer, "7S -1"), (Offer, "7S +1"), (Offer, "7S 1.0"), (Offer, "7S ١"),
    (Offer, "7S " + "9" * 1001),
    (Up, ""), (Up, "x"), (Up, "3 4"), (Lead, "7S,7D"), (Lead, "7S 1S"), (Cover, "7S 8S"), (Cover, "7S:"), (Cover, "7S"),
    (Cover, "7S:8S:9S"), (Write, None), (Write, "   "),
]  # fmt: skip


@pytest.mark.parametrize(("move", "rest", "text"), WRITTEN)
def test_move_is_read_in_any_equal_way_and_written_in_one(move: Move, rest: str | None, text: str) -> None:
    assert type(move).parse(rest) == move
    assert str(move) == text
    assert type(move).parse(text.partition(" ")[2] or None) == move


@pytest.mark.parametrize(("kind", "rest"), UNREAD)
def test_anything_else_is_no_move(kind: type[Move], rest: str | None) -> None:
    with pytest.raises(ValueError, match=r"."):
        kind.parse(rest)


def test_words_of_a_text_are_one_word() -> None:
    assert Write("a b").words() == ("write", "a b")
    assert Cover(Card("7S"), Card("8S")).words() == ("cover", "7S:8S")


def test_refusal_keeps_its_reason_apart_from_what_fills_it() -> None:
    refused = IllegalMove("{card} does not beat {card_led}.", card="7S", card_led="9S")
    assert (refused.reason, str(refused)) == ("{card} does not beat {card_led}.", "7S does not beat 9S.")
