"""While Redis is away or slow nobody waits without a word, and what an answer that got lost has brought is found."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.inbox import door as door_module
from bot.inbox import worker as worker_module
from bot.inbox.door import Door
from bot.inbox.worker import FEW, Worker
from bot.store.store import Entry, Store
from tests.valkeys import until

TABLE = "a1234567"
SOON, NEVER = 0.05, 600.0


def tap(number: int, table: str = TABLE) -> dict[str, Any]:
    return {"update_id": number, "callback_query": {"id": f"q{number}", "data": f"t{table}:sit", "from": {"id": 7}}}


async def nothing(_entry: Entry) -> None:
    """Handles everything by letting it be settled."""


@pytest.fixture
async def away() -> AsyncIterator[Store]:
    made = Store.from_url("unix:///nowhere/valkey.sock")
    yield made
    await made.close()


@pytest.fixture(autouse=True)
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Says from when on something is late; until then nothing is, however busy the machine."""

    def choose(seconds: float) -> None:
        monkeypatch.setattr(door_module, "LATE", seconds)
        monkeypatch.setattr(worker_module, "LATE", seconds)

    choose(NEVER)
    return choose


async def test_whoever_brings_what_cannot_be_written_down_is_told(away: Store) -> None:
    excused: list[Mapping[str, Any]] = []
    worker = Worker(away, "anna", nothing)
    with pytest.raises(RedisError):
        await Door(away, worker, excused.append).admit([tap(1), tap(2)])
    assert excused == [tap(1), tap(2)]


async def test_only_whoever_has_to_wait_is_told(store: Store, redis: Redis, late: Callable[[float], None]) -> None:
    excused: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
    door = Door(store, None, excused.put_nowait)
    await door.admit([tap(1)])
    late(SOON)
    await redis.client_pause(20_000, all=False)
    waiting = asyncio.create_task(door.admit([tap(2)]))
    async with asyncio.timeout(5):
        assert await excused.get() == tap(2)
    assert not waiting.done(), "it is told while it waits"
    await redis.client_unpause()
    await waiting
    assert excused.empty()


async def test_a_handling_that_takes_long_is_told_and_a_short_one_is_not(
    store: Store, late: Callable[[float], None]
) -> None:
    told: list[int] = []
    heard = asyncio.Event()

    def on_late(entry: Entry) -> None:
        told.append(entry.update_id)
        heard.set()

    async def handler(entry: Entry) -> None:
        if entry.update_id == 2:
            await heard.wait()

    worker = Worker(store, "anna", handler)
    worker.on_late = on_late
    for number, seconds in ((1, NEVER), (2, SOON), (3, NEVER)):
        entry = Entry("a", "", "update", number, TABLE, f"{number}", "{}")
        for given in await store.append(entry, "anna"):
            late(seconds)
            worker.take(given)
    async with asyncio.timeout(5):
        await heard.wait()
    await worker.stop(5)
    assert told == [2]


async def test_an_entry_that_waits_for_redis_is_told_at_once(
    store: Store, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    told = asyncio.Event()
    worker = Worker(store, "anna", nothing, pause=0.01)
    worker.on_late = lambda _entry: told.set()
    (entry,) = await store.append(Entry("a", "", "update", 1, TABLE, TABLE, "{}"), "anna")
    await redis.config_set("maxmemory", 1)
    try:
        with caplog.at_level(logging.WARNING):
            worker.take(entry)
            async with asyncio.timeout(5):
                await told.wait()
    finally:
        await redis.config_set("maxmemory", 0)
    await worker.stop(5)
    assert "an entry waits for Redis: OutOfMemoryError" in caplog.text
    assert not await store.pending(entry)


async def test_what_an_answer_that_got_lost_has_given_is_handled(store: Store, away: Store) -> None:
    """The step was carried out, and nobody knows: so it is asked for again, and known already."""
    handled: asyncio.Queue[int] = asyncio.Queue()

    async def handler(entry: Entry) -> None:
        handled.put_nowait(entry.update_id)

    worker = Worker(store, "anna", handler)
    worker.start()
    try:
        await store.append(Entry("b", "", "update", 0, "b1234567", "b", "{}"))
        async with asyncio.timeout(5):
            assert await handled.get() == 0, "it reads"
        await store.append(Entry("a", "", "update", 1, TABLE, TABLE, "{}"), "anna")
        with pytest.raises(RedisError):
            await Door(away, worker).admit([tap(1)])
        await Door(store, worker).admit([tap(1)])
        await store.append(Entry("a", "", "update", 2, TABLE, TABLE, "{}"))  # whatever comes next, or two seconds
        async with asyncio.timeout(5):
            assert sorted([await handled.get(), await handled.get()]) == [1, 2]
    finally:
        await worker.stop(1)


async def test_what_nobody_waited_for_any_more_is_looked_for(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Worker(store, "anna", nothing)
    recalled: list[str] = []
    monkeypatch.setattr(worker, "recall", recalled.append)
    await redis.client_pause(20_000, all=False)
    admitting = asyncio.create_task(Door(store, worker).admit([tap(1)]))
    await until(lambda: _paused(redis))
    admitting.cancel()
    await asyncio.wait([admitting])
    assert recalled == ["a"]
    await redis.client_unpause()


async def _paused(redis: Redis) -> bool:
    """Whether somebody waits for the server to go on."""
    return bool((await redis.info("clients"))["blocked_clients"])


async def test_among_others_a_worker_leaves_what_is_more_than_a_few_to_them(store: Store) -> None:
    let = asyncio.Event()

    async def handler(_entry: Entry) -> None:
        await let.wait()

    for company, mine in ((False, 3 * FEW), (True, FEW)):
        worker = Worker(store, f"anna {company}", handler)
        worker.in_company = lambda company=company: company  # type: ignore[misc]
        door = Door(store, worker)
        for number in range(3 * FEW):
            await door.admit([tap(1000 * company + number)])
        assert worker.busy == mine
        let.set()
        await worker.stop(5)
        let.clear()
    left = await store.read("a", "boris", 100, 100)
    assert [entry.update_id for entry in left] == list(range(1000 + FEW, 1000 + 3 * FEW))
