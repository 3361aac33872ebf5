"""How long a decision may take, in the words that a chat chooses from, and in which hours nobody is called."""

from collections.abc import Mapping
from typing import Final, Literal

from bot.tables.model import Chat
from games.catalogue import GAMES

Pace = Literal["brisk", "usual", "slow", "none"]

DAY: Final = 86_400
"""Seconds."""

PACES: Final[Mapping[Pace, int | None]] = {"brisk": 45, "usual": 120, "slow": DAY, "none": None}
"""Seconds a decision; None: no clock."""

PARLOUR_PACES: Final[Mapping[Pace, int | None]] = {**PACES, "brisk": 120, "usual": 300}
"""The same in games for the company: a card is played faster than a question is thought of."""


def paces(game: str) -> Mapping[Pace, int | None]:
    """What each pace means in that game, in seconds a decision; None: no clock."""
    return PARLOUR_PACES if GAMES[game].parlour else PACES


def quiet_until(chat: Chat, unix: float) -> float:
    """When that chat, or that person, may be called by a message: `unix` itself, or the end of the quiet hours that
    are on. All in seconds of the Unix clock."""
    if chat.quiet is None:
        return unix
    start, end = (hour % 24 * 3600 for hour in chat.quiet)
    since_start, length = (unix + chat.utc * 60 - start) % DAY, (end - start) % DAY
    return unix + length - since_start if since_start < length else unix


def is_quiet(chat: Chat, unix: float) -> bool:
    """Whether it is an hour in which that chat, or that person, wants no calls."""
    return quiet_until(chat, unix) > unix
