"""A deadline that has come: what the clock does, and whom it reminds, for that depends on what they and their chat have
chosen."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.store.store import Entry
from bot.tables import clocks
from bot.tables.chats import Chats
from bot.tables.model import Table
from bot.tables.paces import quiet_until
from bot.tables.service import Tables
from bot.tables.steps import Clock


async def expire(tables: Tables, chats: Chats, entry: Entry) -> None:
    """Makes come true what the clock wishes of the entry's table. Who is to be reminded is noted before anybody is:
    then it happens once, whatever fails, and whoever's deadline it was.

    Raises IllegalMove, HandledError.
    """
    table = (await tables.act(entry.table, clocks.expire, entry)).table
    clock = tables.clock(entry.table)
    if people := clocks.to_call(table, clock):
        free = await _free(chats, table, people, clock)
        await tables.act(entry.table, partial(clocks.call, free=free))


async def _free(chats: Chats, table: Table[Any], people: Sequence[int], clock: Clock) -> Mapping[int, int | None]:
    """From when each of these people may be called, by the game clock; None: not at all."""
    group, *own = await asyncio.gather(chats.newest(table.chat), *map(chats.newest, people))
    unix = time.time()

    def free(quiet_until_then: float) -> int:
        return clock.now + round((quiet_until_then - unix) * 1000)

    return {
        user: free(max(quiet_until(chat.quiet_hours, unix) for chat in (group, person)))
        if person.ring and (person.reachable or table.hands == "group")
        else None
        for user, person in zip(people, own, strict=True)
    }
