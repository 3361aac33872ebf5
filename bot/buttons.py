"""Callback data of every button, in at most 64 bytes, and back.

What a button carries is a wish, never a right: who pressed it decides what it may do, and `count` only tells whether
the question that it answers has changed since it was drawn.

    p7k3j9x2q:41:lead 7S 7D     play this move; `call; call` plays two
    c7k3j9x2q:41:lead 7S        choose these words of a move, and be shown the next ones
    t7k3j9x2q:sit               something about a table that is not a move; `t7k3j9x2q:set:stake=2`
    g:new:durachki              something that belongs to no table
    g:purses_anew:HOME:2:USER   the answer to a question that USER has asked, the third of its kind in that chat
"""

import re
from dataclasses import dataclass

LIMIT = 64
"""Telegram's limit on callback data, in bytes of UTF-8."""

AND = "; "
"""What divides several moves that one button plays."""

TABLE = "[0-9a-f][0-9a-z]{7}"
"""What the id of a table looks like."""

_MOVE = re.compile(rf"([pc])({TABLE}):(\d{{1,9}}):(.*)", re.DOTALL)
_ABOUT = re.compile(rf"t({TABLE}):([a-z_]+)(?::(.*))?", re.DOTALL)
_INVITED = re.compile(rf"t({TABLE})([A-Za-z0-9_-]*)")
_GENERAL = re.compile(r"g:([a-z_]+)(?::(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Play:
    """The move `words` at the table, or several divided by `AND`, drawn when its count was `count`."""

    table: str
    count: int
    words: str

    def __str__(self) -> str:
        return _bounded(f"p{self.table}:{self.count}:{self.words}")


@dataclass(frozen=True, slots=True)
class Choose:
    """The first words of a move; none at all to begin anew."""

    table: str
    count: int
    words: str

    def __str__(self) -> str:
        return _bounded(f"c{self.table}:{self.count}:{self.words}")


@dataclass(frozen=True, slots=True)
class About:
    """An `action` about a table that is not a move in the game."""

    table: str
    action: str
    argument: str = ""

    def __str__(self) -> str:
        return _bounded(f"t{self.table}:{self.action}" + (f":{self.argument}" if self.argument else ""))


@dataclass(frozen=True, slots=True)
class General:
    """An action that belongs to no table."""

    action: str
    argument: str = ""

    def __str__(self) -> str:
        return _bounded(f"g:{self.action}" + (f":{self.argument}" if self.argument else ""))


Button = Play | Choose | About | General


def parse(data: str) -> Button | None:
    """The button with this callback data; None where it is none of ours, such as data that no button has room for."""
    if len(data.encode(errors="replace")) > LIMIT:
        return None
    if found := _MOVE.fullmatch(data):
        kind, table, count, words = found.groups()
        return (Play if kind == "p" else Choose)(table, int(count), words)
    if found := _ABOUT.fullmatch(data):
        return About(found[1], found[2], found[3] or "")
    if found := _GENERAL.fullmatch(data):
        return General(found[1], found[2] or "")
    return None


def is_table(text: str) -> bool:
    """Whether that could be the id of a table."""
    return re.fullmatch(TABLE, text) is not None


def invitation(bot: str, table: str, ticket: str) -> str:
    """The address that leads into the private chat with the bot of that username, and from there to the table: it
    carries the table's ticket too, for an id can be read from every button and is no secret."""
    return f"https://t.me/{bot}?start=t{table}{ticket}"


def invited(payload: str) -> tuple[str, str] | None:
    """The table and the ticket, perhaps none, with which somebody comes; None where it is no such link."""
    found = _INVITED.fullmatch(payload)
    return None if found is None else (found[1], found[2])


def _bounded(data: str) -> str:
    if len(data.encode()) > LIMIT:
        raise ValueError(f"callback data of more than {LIMIT} bytes: {data[:80]!r}")
    return data
