"""How Telegram's limits are counted: the windows that the requests of all workers go through, and who leaves room."""

from enum import Enum, auto

from bot.store import keys

SLACK_MS = 100
"""By so much the windows are longer than Telegram's: a request is under way for a while, and may arrive right after one
that was under way for longer. Whoever has one under way for more time than that books it anew."""

IN_ALL = 30
"""Requests within a second."""

IN_A_MINUTE = 20
"""Requests to one group."""

BRISK = 6
"""So many of a group's minute go as they come. After them pauses make the rest last, so that the newest state of a busy
table does not wait for the better part of a minute."""

PAUSE_MS = 2300
"""That pause. Three seconds would make them last for the whole minute, but no screen should be that late."""


class Manner(Enum):
    """How a request goes to a group, where not everything is as urgent."""

    SENT = auto()
    """As soon as it may: somebody waits for it, or it stays."""
    EDITED = auto()
    """What everybody sees of a table, as it changes: if it waits it will show what came meanwhile too."""
    WHISPERED = auto()
    """What one person alone sees of it: half of the minute is left to what all see."""


def windows(chat: int, manner: Manner = Manner.SENT) -> list[tuple[str, tuple[int, int, int, int]]]:
    """Where a request to this chat is counted: the key; within how many milliseconds there may be how many; after how
    many of those each waits how long after the one before."""
    second = 1000 + SLACK_MS
    found = [(keys.SEND_ALL, (second, IN_ALL, IN_ALL, 0)), (keys.send_chat(chat), (second, 1, 1, 0))]
    if chat < 0:
        most = IN_A_MINUTE // 2 if manner is Manner.WHISPERED else IN_A_MINUTE
        brisk, pause = (most, 0) if manner is Manner.SENT else (BRISK, PAUSE_MS)
        found.append((keys.send_group(chat), (60_000 + SLACK_MS, most, brisk, pause)))
    return found
