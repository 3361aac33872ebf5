"""Somebody taps and taps: only those wait who are at the same table."""

import asyncio

from bot.inbox.worker import Worker
from bot.store.store import Entry, Store

TAPPED, OTHER = "a1234567", "a7654321"
FLOOD = 300


def tap(number: int, table: str) -> Entry:
    return Entry(table[0], "", "update", number, table, table, "{}")


async def test_one_users_taps_keep_nobody_else_waiting(store: Store) -> None:
    """What people met, Telegram: "one user's taps flooding the bot for all". Here the first of hundreds of taps is not
    even done with when somebody else's, which came after all of them, is."""
    gate, done = asyncio.Event(), asyncio.Event()
    handled: list[str] = []

    async def handler(entry: Entry) -> None:
        if entry.lane == TAPPED:
            await gate.wait()
        handled.append(entry.lane)
        if entry.lane == OTHER:
            done.set()

    for number in range(FLOOD):
        await store.append(tap(number, TAPPED))
    await store.append(tap(FLOOD, OTHER))
    worker = Worker(store, "anna", handler)
    worker.start()
    try:
        async with asyncio.timeout(5):
            await done.wait()
        assert handled == [OTHER]
    finally:
        gate.set()
        await worker.stop(5)
    assert handled.count(OTHER) == 1
