"""Inline keyboards as plain rows of buttons, made into JSON once: what is sent is what is compared."""

import json
from collections.abc import Iterable, Sequence
from typing import Literal, NotRequired, TypedDict

from bot.buttons import Button
from bot.language import width

WIDEST = 8
"""Telegram shows no more buttons in a row."""

MOST = 100
"""Telegram takes no more buttons under a message."""


class Key(TypedDict):
    """A button as Telegram wants it."""

    text: str
    callback_data: NotRequired[str]
    url: NotRequired[str]
    disabled: NotRequired[dict[str, str]]
    style: NotRequired[str]


Row = list[Key]


SIGNS = "+✓🤖"
"""Signs that stand before the words of a button."""


def _held(text: str) -> str:
    """The words, not parted from the sign before them by the end of a line."""
    return f"{text[0]}\N{NO-BREAK SPACE}{text[2:]}" if text[1:2] == " " and text[0] in SIGNS else text


def key(text: str, button: Button, style: Literal["", "primary", "danger"] = "") -> Key:
    """A button that is pressed."""
    made: Key = {"text": _held(text), "callback_data": str(button)}
    if style:
        made["style"] = style
    return made


def link(text: str, url: str) -> Key:
    """A button that opens an address."""
    return {"text": text, "url": url}


def dim(text: str) -> Key:
    """A button that does nothing: a card that may not be played now, or the heading of a row."""
    return {"text": _held(text), "disabled": {}}


def in_rows(keys: Sequence[Key], widest: int = WIDEST) -> list[Row]:
    """The buttons in rows of nearly equal length, no wider than told."""
    if not keys:
        return []
    count = -(-len(keys) // min(widest, WIDEST))
    width = -(-len(keys) // count)
    return [list(keys[start : start + width]) for start in range(0, len(keys), width)]


def by_length(keys: Sequence[Key], room: int = 37) -> list[Row]:
    """The buttons in order, as many in a row as a phone shows without cutting their words short."""
    rows: list[Row] = []
    widest = 0
    for each in keys:
        need = width(each["text"]) + 3
        # The buttons of a row are equally wide, so the longest words count for all of them.
        if not rows or max(widest, need) * (len(rows[-1]) + 1) > room or len(rows[-1]) == WIDEST:
            rows.append([])
            widest = 0
        rows[-1].append(each)
        widest = max(widest, need)
    return rows


def keyboard(rows: Iterable[Row]) -> str:
    """The JSON of an inline keyboard, empty where there are no buttons."""
    filled = [row for row in rows if row]
    return json.dumps({"inline_keyboard": filled}, ensure_ascii=False, separators=(",", ":")) if filled else ""
