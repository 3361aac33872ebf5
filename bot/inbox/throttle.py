"""Whoever taps or writes faster than people do: told once, politely, and let wait, while nobody else is.

What is too much is settled in the inbox, in order, and nothing else becomes of it. Each process counts for itself: to
count together would cost every tap another call to Redis, and so many processes let pass so many times as much, which
they can bear. When something came the inbox tells, so that it counts the same however long it has waited there.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bot import metrics
from bot.store.store import Entry
from bot.updates import is_id, raw


class Bucket(NamedTuple):
    """So much at once, and from then on so much a second. Whoever finds it empty finds it so until they pause."""

    what: str
    size: int
    rate: float


TAPS: Final = Bucket("taps", 8, 3.0)
"""A person's taps on buttons, wherever."""

WORDS: Final = Bucket("words", 5, 0.5)
"""What a person sends to the bot: anything in private; in a group commands, and replies to a bot."""

SAME: Final = Bucket("same", 1, 0.5)
"""The same command of the same person in the same chat, whose answer stands there already."""

REMEMBERED: Final = 8192
"""So many buckets are known. Those that were used longest ago are full again, or somebody has so many names."""

SHOWN: Final = 64
"""So much of a command tells it from others."""

_TAP = re.compile(r'\{"update_id":\d+,"callback_query":\{"id":"\w+","from":\{"id":(\d{1,15}),')
"""How nearly all taps begin. To read the whole of each would cost more than everything else here."""


class _Level:
    """What is in a bucket."""

    __slots__ = ("left", "since", "told")

    def __init__(self, left: float, since: float) -> None:
        self.left = left
        self.since = since
        self.told = False


class Throttle:
    """One a process. `tell` is given the first entry of a person that is too much, and none after it until they have
    been quiet for a while."""

    def __init__(self, tell: Callable[[Entry], None]) -> None:
        self._tell = tell
        self._levels: OrderedDict[tuple[object, ...], _Level] = OrderedDict()

    @property
    def remembered(self) -> int:
        """Of how many buckets it knows what is in them."""
        return len(self._levels)

    def too_much(self, entry: Entry) -> bool:
        """Counts the entry, once. Whatever is in it, nothing is raised."""
        if entry.kind != "update":
            return False
        if tap := _TAP.match(entry.payload):
            exceeds = self._exceeds(entry, TAPS, int(tap[1]))
        else:
            try:
                exceeds = self._reads(entry, raw(entry.payload))
            except ValueError:
                return False
        if exceeds:
            metrics.THROTTLED.inc()
        return exceeds

    def _reads(self, entry: Entry, update: object) -> bool:
        match update:
            case {"callback_query": {"from": {"id": user}}} if is_id(user):
                return self._exceeds(entry, TAPS, user)
            case {"message": {"chat": {"id": chat, "type": kind}, **message}} if is_id(chat):
                pass
            case {"edited_message": {"chat": {"id": chat, "type": "private" as kind}, **message}} if is_id(chat):
                pass
            case _:
                return False
        who = chat if kind == "private" else _speaker(message)
        if who is None or entry.table:  # what one shard passes on to another has been counted there
            return False
        if self._exceeds(entry, WORDS, who, aloud=kind == "private"):
            return True
        text = message.get("text")
        return _is_command(text) and self._exceeds(entry, SAME, who, chat, str(text)[:SHOWN], aloud=False)

    def _exceeds(self, entry: Entry, bucket: Bucket, *whose: object, aloud: bool = True) -> bool:
        now, key = entry.came, (bucket.what, *whose)
        level = self._levels.get(key)
        if level is None:
            level = self._levels[key] = _Level(bucket.size, now)
            if len(self._levels) > REMEMBERED:
                self._levels.popitem(last=False)
        self._levels.move_to_end(key)
        # Clocks of several servers may differ a little, and what comes may have been overtaken.
        left = level.left + bucket.rate * max(0.0, now - level.since)
        level.since = now
        if left >= bucket.size:
            level.told = False
        level.left = min(left, bucket.size) - 1 if left >= 1 else 0.0
        if left >= 1:
            return False
        if aloud and not level.told:
            level.told = True
            self._tell(entry)
        return True


def _speaker(message: Mapping[Any, Any]) -> int | None:
    """Who wants something of the bot in a group, or in whose name; None where nobody does."""
    match message:
        case {"reply_to_message": {"from": {"is_bot": True}}}:
            pass
        case {"text": str(text)} if _is_command(text):
            pass
        case _:
            return None
    match message:
        case {"sender_chat": {"id": who}} | {"from": {"id": who}} if is_id(who):
            return who
    return None


def _is_command(text: object) -> bool:
    return isinstance(text, str) and text.startswith("/")
