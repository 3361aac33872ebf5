"""What chats and people have chosen, read and changed in one place."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from bot.store.documents import BrokenDocumentError, read
from bot.store.store import ChatChange, Commit, Conflict, Store
from bot.tables.model import Chat

log = logging.getLogger(__name__)

CACHED = 4096

BELIEVED = 5.0
"""Seconds for which a chat is believed to be as it was read: another process may have changed it, or forgotten whose it
is."""


async def stored(store: Store, home: str) -> tuple[str, Chat] | None:
    """What the chat of that home has chosen, and its version; None: nothing, or what nobody can read and is put aside.

    Raises NewerDocumentError.
    """
    document = await store.chat(home)
    if document is None:
        return None
    try:
        return document.version, read(Chat, document.text)
    except BrokenDocumentError as error:
        if await store.shelve_chat(home, document.version):
            log.critical("chat %s cannot be read and is put aside: %s", home, error)
        return None


class Chats:
    """The documents of chats. A person's is that of the private chat, whose number is the person's."""

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is in seconds and only goes forward."""
        self.store = store
        self._now = now
        self._cache: OrderedDict[int, tuple[float, Chat]] = OrderedDict()

    async def of(self, chat: int) -> Chat:
        """The chat as it was a moment ago: good enough for a language."""
        since, known = self._cache.get(chat, (0.0, None))
        return known if known and self._now() - since < BELIEVED else await self.newest(chat)

    async def newest(self, chat: int) -> Chat:
        """The chat as it is stored now."""
        return (await self.read(chat))[1]

    async def change(self, chat: int, /, **changes: Any) -> Chat:
        """The chat with these fields changed."""
        return (await self.alter(chat, lambda found: found.model_copy(update=changes)))[1]

    async def alter(self, chat: int, wish: Callable[[Chat], Chat]) -> tuple[Chat, Chat]:
        """The chat as it was stored, and as the wish has made it. What the wish raises is raised."""
        while True:
            version, found = await self.read(chat)
            changed = wish(found)
            if changed == found:
                return found, found
            text = changed.model_dump_json(exclude_defaults=True)
            result = await self.store.commit(Commit(home=found.id, chat=ChatChange(version, text)))
            if not isinstance(result, Conflict):
                self._cache.pop(chat, None)
                return found, changed

    def drop(self, chat: int) -> None:
        """The chat is not to be known any more."""
        self._cache.pop(chat, None)

    async def read(self, chat: int) -> tuple[str | None, Chat]:
        """The chat as it is stored now, and its version; None: nothing is."""
        home = await self.store.home_of(chat)
        found = await stored(self.store, home) or (None, Chat(id=home, chat=chat, private=chat > 0))
        self._cache[chat] = self._now(), found[1]
        self._cache.move_to_end(chat)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return found
