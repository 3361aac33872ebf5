"""“One moment”: whoever tapped is told so where the answer takes long, or Redis is away. What came of the tap stands on
the screen then, for a tap is answered once only.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from aiogram import Bot

from bot.ending import end
from bot.language import language
from bot.screens.alerts import one_moment
from bot.sending import answer
from bot.store.store import Entry

REMEMBERED: Final = 4096
"""So many taps are known to have had their excuse."""


class Excuses:
    """One a process."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._made: OrderedDict[str, None] = OrderedDict()
        self._telling: set[asyncio.Task[bool]] = set()

    def late(self, entry: Entry) -> None:
        """Tell whoever waits for what this entry of the inbox brings."""
        if entry.payload:
            self.excuse(json.loads(entry.payload))

    def excuse(self, update: Mapping[str, Any]) -> None:
        """Tell whoever waits for the answer to this update, in Telegram's own JSON, if it is a tap: once."""
        match update:
            case {"callback_query": {"id": str(query), "from": {**person}}} if query not in self._made:
                code = person.get("language_code")
            case _:
                return
        self._made[query] = None
        while len(self._made) > REMEMBERED:
            self._made.popitem(last=False)
        words = one_moment(language(code if isinstance(code, str) else None))
        task = asyncio.create_task(answer(self._bot, query, words))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def drain(self) -> None:
        """Nothing is told any more."""
        await end(self._telling)
