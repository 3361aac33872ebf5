"""How long a decision may take, in the words that a chat chooses from, and in which hours nobody is called."""

from collections.abc import Mapping
from typing import Final, Literal

from bot.tables.model import Quiet, Sitter
from games.catalogue import GAMES

Pace = Literal["brisk", "usual", "slow", "none"]

DAY: Final = 86_400
"""Seconds."""

PACES: Final[Mapping[Pace, int | None]] = {"brisk": 45, "usual": 120, "slow": DAY, "none": None}
"""Seconds a decision; None: no clock."""

PARLOUR_PACES: Final[Mapping[Pace, int | None]] = {**PACES, "brisk": 120, "usual": 300}
"""The same in games for the company: a card is played faster than a question is thought of."""


WAITING: Final[Mapping[Pace, int | None]] = {"none": None}
"""The same in a patience, whose rules know no move in place of its one player: it waits."""


def clocked(game: str) -> bool:
    """Whether a decision may have a time in that game: where nobody is kept waiting there is none."""
    return GAMES[game].seats[1] > 1


def paces(game: str) -> Mapping[Pace, int | None]:
    """What each pace that may be chosen means in that game, in seconds a decision; None: no clock."""
    if not clocked(game):
        return WAITING
    return PARLOUR_PACES if GAMES[game].parlour else PACES


def quiet_until(quiet: Quiet | None, at: float) -> float:
    """From when a message may make a sound: `at`, or the end of the quiet hours in which that is. In seconds of the
    Unix clock."""
    if quiet is None:
        return at
    first, last, ahead = quiet
    since = (at + ahead * 60 - first * 3600) % DAY
    length = (last - first) * 3600 % DAY or DAY
    return at + length - since if since < length else at


def rings(person: Sitter, at: float) -> bool:
    """Whether a message to that person makes a sound at that time, in seconds of the Unix clock."""
    return person.ring and quiet_until(person.quiet, at) <= at
