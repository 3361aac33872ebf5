"""What an operator reads off the store: what waits in it and for how long, and when screens have caught up."""

import time

from redis.asyncio import Redis

from bot.store import keys
from bot.store.store import Commit, Committed, Done, Entry, Newer, Pulse, Store

HOME = "a-home"


async def opened(store: Store, table: str, *, live: bool = True, loaded: str | None = None, holder: str = "") -> str:
    change = Commit(HOME, table, loaded, "durachki", "x", live=live, stale=True, holder=holder)
    answer = await store.commit(change)
    assert isinstance(answer, Committed)
    return answer.version


async def test_an_empty_store_has_nothing_to_do(store: Store) -> None:
    assert await store.pulse() == Pulse(entries=0, oldest=0.0, stale=0, tables=0, active=0)


async def test_all_that_waits_is_counted_whichever_shard_it_is_in(store: Store, redis: Redis) -> None:
    for number, shard in enumerate("a0f"):
        await store.append(Entry(shard, "", "update", number, "", shard, "{}"))
    await opened(store, "a1234567")
    found = await store.pulse()
    assert (found.entries, found.stale, found.tables, found.active) == (3, 1, 1, 1)
    assert 0 <= found.oldest < 10


async def test_the_oldest_entry_tells_how_long_it_has_waited(store: Store, redis: Redis) -> None:
    await store.adopt("b", "anna", 0, 0)
    long_ago = round(time.time() * 1000) - 90_000
    await redis.xadd(keys.inbox("b"), {"kind": "due"}, id=f"{long_ago}-0")
    await store.append(Entry("a", "", "update", 1, "", "a", "{}"))
    assert 89 < (await store.pulse()).oldest < 100, "by two clocks, which may differ a little"


async def test_a_finished_or_vanished_table_counts_no_more(store: Store) -> None:
    version = await opened(store, "a1234567")
    await opened(store, "a7654321")
    await opened(store, "a1234567", live=False, loaded=version)
    assert (await store.pulse()).tables == 1
    await store.vanish("a7654321", HOME)
    assert (await store.pulse()).tables == 0


async def test_a_table_that_nobody_touches_is_live_and_not_active(store: Store, redis: Redis) -> None:
    await opened(store, "a1234567")
    await redis.zincrby(keys.tables("a"), -3_600_000, "a1234567")
    found = await store.pulse()
    assert (found.tables, found.active) == (1, 0)


async def test_screens_tell_how_long_they_were_behind(store: Store, redis: Redis) -> None:
    version = await opened(store, "a1234567", holder="anna")
    await redis.hincrby(keys.table("a1234567"), "since", -2000)
    assert await opened(store, "a1234567", loaded=version, holder="boris")
    newer = await store.shown("a1234567", "anna", f"{version}", "noted")
    assert isinstance(newer, Newer)
    assert newer.lag is not None
    assert 2000 <= newer.lag < 10_000
    done = await store.shown("a1234567", "anna", newer.document.mark, "noted")
    assert isinstance(done, Done)
    assert done.lag is not None
    assert 0 <= done.lag < 2000
    assert await redis.hmget(keys.table("a1234567"), "since", "changed") == [None, None]


async def test_screens_that_could_not_be_drawn_yet_are_behind_since_the_first_change(
    store: Store, redis: Redis
) -> None:
    version = await opened(store, "a1234567", holder="anna")
    await redis.hincrby(keys.table("a1234567"), "since", -2000)
    waiting = await store.shown("a1234567", "anna", "", "noted")
    assert isinstance(waiting, Newer)
    assert waiting.lag is None
    await store.redraw(["a1234567"])
    done = await store.shown("a1234567", "anna", version, "noted")
    assert isinstance(done, Done)
    assert (done.lag or 0) >= 2000


async def test_what_a_consumer_leaves_may_be_adopted_at_once_and_nobody_elses(store: Store) -> None:
    for number, consumer in enumerate(("anna", "anna", "boris")):
        await store.append(Entry("a", "", "update", number, "", "a", "{}"), consumer)
    assert await store.adopt("a", "vera", 60_000, 10) == []
    await store.leave("anna", 60_000, 10)
    assert [(entry.update_id, entry.begun) for entry in await store.adopt("a", "vera", 60_000, 10)] == [(0, 1), (1, 1)]
    assert [entry.update_id for entry in await store.adopt("a", "boris", 0, 10, of="boris")] == [2]
