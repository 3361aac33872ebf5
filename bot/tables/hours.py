"""Quiet hours as they stand in the store: whom a message should not wake now."""

import asyncio
import time
from collections.abc import Collection

from bot.store.store import Store
from bot.tables.chats import stored
from bot.tables.model import Chat
from bot.tables.paces import quiet_until


async def chosen(store: Store, home: str) -> Chat | None:
    """What the chat of that home, or the person, has chosen; None: nothing."""
    found = await stored(store, home)
    return found and found[1]


async def quiet(store: Store, home: str) -> bool:
    """Whether calls make no sound now in that chat, or for that person."""
    chat, now = await chosen(store, home), time.time()
    return chat is not None and (quiet_until(chat.quiet_hours, now) > now or not chat.ring)


async def hushed(store: Store, home: str, users: Collection[int]) -> frozenset[int]:
    """Those of these people for whom a call to a table of that chat makes no sound now."""
    if not users or await quiet(store, home):
        return frozenset(users)
    homes = await asyncio.gather(*map(store.home_of, users))
    found = await asyncio.gather(*(quiet(store, each) for each in homes))
    return frozenset(user for user, silent in zip(users, found, strict=True) if silent)
