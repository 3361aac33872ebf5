"""What a chat, or a person in private, may choose in the settings: every choice with its values. Pure: a Chat with
something else chosen is a new one."""

import json
from typing import Final

from bot.tables.model import PURSE, Chat
from games.catalogue import GAMES

Value = str | int | bool | tuple[int, int] | None

AHEAD: Final = tuple(range(-12 * 60, 14 * 60 + 1, 30))
"""Minutes by which a clock may be ahead of UTC."""

FOR_GROUPS: Final[dict[str, tuple[Value, ...]]] = {
    "pace": ("brisk", "usual", "slow", "none"),
    "tables": ("all", "moderators"),
    "parlour": ("all", "moderators"),
    "hands": ("private", "group"),
    "absent": ("computer", "moves"),
    "purse": (20, 50, PURSE, 200, 500, 1000),
    "highest": (1, 5, 10, 20, 50, 100, None),
    "four_colours": (True, False),
    "fool_tag": (True, False),
    "quiet": (None, (22, 7), (23, 8), (0, 9)),
    "utc": AHEAD,
}
"""What moderators choose for their chat, by the field of its document; beside it the language and the favourites."""

FOR_PEOPLE: Final[dict[str, tuple[Value, ...]]] = {
    "four_colours": (True, False),
    "big_cards": (True, False),
    "ring": (True, False),
    "quiet": FOR_GROUPS["quiet"],
    "utc": AHEAD,
}
"""What a person chooses in private, beside the language."""

MOST_FAVOURITES: Final = 6


class NoChoiceError(ValueError):
    """There is no such choice, or it has no such value."""


def written(name: str, value: Value) -> str:
    """A choice as a button carries it: `pace="brisk"`."""
    return f"{name}={json.dumps(value, separators=(',', ':'))}"


def chosen(chat: Chat, words: str) -> tuple[str, Chat]:
    """The field that these words name, and the chat with it chosen. Raises NoChoiceError."""
    name, _, text = words.partition("=")
    try:
        value = json.loads(text)
    except ValueError:
        raise NoChoiceError from None
    if name in ("favourite", "no_favourite") and not chat.private:
        return "favourites", chat.model_copy(update={"favourites": _favourites(chat, value, add=name == "favourite")})
    value = tuple(value) if isinstance(value, list) else value
    values = (FOR_PEOPLE if chat.private else FOR_GROUPS).get(name, ())
    # True is 1 to Python, but not to whoever reads a document.
    if not any(value == known and type(value) is type(known) for known in values):
        raise NoChoiceError
    return name, chat.model_copy(update={name: value})


def _favourites(chat: Chat, slug: object, *, add: bool) -> tuple[str, ...]:
    """Those that there still are, with or without that game."""
    if not isinstance(slug, str) or slug not in GAMES:
        raise NoChoiceError
    others = tuple(each for each in chat.favourites if each in GAMES and each != slug)
    return (*others, slug)[-MOST_FAVOURITES:] if add else others
