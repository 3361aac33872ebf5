"""A deadline comes once, whichever worker is alive, and no clock runs while nobody could act."""

import asyncio

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.inbox.clock import Clock
from bot.store import keys
from bot.store.store import GAP_MS, Commit, Entry, Store

HOME = "a-home"


class Time:
    """What time it is on the server, in milliseconds."""

    def __init__(self) -> None:
        self.ms = 1_764_473_000_000

    def __call__(self) -> int:
        return self.ms

    async def passes(self, ms: int, *clocks: Clock) -> None:
        """That much time, in which the clocks claim as they do."""
        end = self.ms + ms
        while self.ms < end:
            self.ms = min(end, self.ms + 1000)
            for clock in clocks:
                await clock.claim()


def clock_of(store: Store, time: Time, **wishes: bool) -> Clock:
    return Clock(store, ms=time, shards=("a",), heard=lambda: wishes.get("heard", True))


async def set_deadline(store: Store, deadline: int, table: str = "a1234567") -> None:
    found = await store.table(table)
    await store.commit(Commit(HOME, table, found and found[1].version, "durachki", "x", deadline=deadline))


async def come(store: Store) -> list[Entry]:
    await store.adopt("a", "anna", 0, 0)
    return await store.read("a", "anna", 1000, 5)


async def test_a_deadline_comes_when_it_is_due_and_not_before(store: Store) -> None:
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    await set_deadline(store, clock.now("a") + 3000)
    await time.passes(2999, clock)
    assert await come(store) == []
    await time.passes(1, clock)
    (entry,) = await come(store)
    assert (entry.kind, entry.table, entry.lane, entry.update_id) == ("due", "a1234567", "a1234567", 0)
    await time.passes(9000, clock)
    assert await come(store) == []


async def test_with_three_workers_each_deadline_comes_once(store: Store, valkey_url: str) -> None:
    stores = [store, Store.from_url(valkey_url), Store.from_url(valkey_url)]
    time = Time()
    await clock_of(store, time).claim()
    for number in range(300):
        await set_deadline(store, time.ms + number * 10, f"a{number:07}")
    time.ms += 3000
    await asyncio.gather(*(clock_of(each, time).claim() for each in stores))
    assert sorted(entry.table for entry in await come(store)) == [f"a{number:07}" for number in range(300)]
    for each in stores[1:]:
        await each.close()


async def test_a_newer_deadline_replaces_the_older(store: Store) -> None:
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    await set_deadline(store, time.ms + 1000)
    await set_deadline(store, time.ms + 5000)
    await time.passes(4000, clock)
    assert await come(store) == []
    await time.passes(1000, clock)
    assert len(await come(store)) == 1


async def test_a_deadline_is_taken_out_and_queued_in_one_step(store: Store, redis: Redis) -> None:
    time = Time()
    await clock_of(store, time).claim()
    await set_deadline(store, time.ms)
    await redis.delete(keys.inbox("a"))
    await redis.set(keys.inbox("a"), "no stream")
    with pytest.raises(ResponseError):
        await clock_of(store, time).claim()
    assert await redis.zcard(keys.deadlines("a")) == 1


async def test_the_clock_stands_while_no_bot_runs(store: Store) -> None:
    """“A clock that keeps running through a restart.”"""
    time = Time()
    before = clock_of(store, time)
    await before.claim()
    now = before.now("a")
    await set_deadline(store, now + 60_000)
    await time.passes(50_000, before)
    time.ms += 3_600_000
    after = clock_of(store, time)
    await after.claim()
    assert after.now("a") == now + 50_000
    await time.passes(9_999, after)
    assert await come(store) == []
    await time.passes(1, after)
    assert len(await come(store)) == 1


async def test_after_an_outage_screens_tell_the_later_time(store: Store) -> None:
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    await set_deadline(store, clock.now("a") + 60_000)
    await clock.claim()
    assert await store.claim_stale("a", "anna") == []
    time.ms += 3_600_000
    await clock.claim()
    assert await store.claim_stale("a", "anna") == ["a1234567"]


async def test_a_short_pause_is_no_outage(store: Store) -> None:
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    now = clock.now("a")
    time.ms += GAP_MS
    await clock.claim()
    assert clock.now("a") == now + GAP_MS


async def test_the_clock_stands_while_telegram_does_not_hear_us(store: Store) -> None:
    """“… or while Telegram refuses the bot’s messages.”"""
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    now = clock.now("a")
    deaf = clock_of(store, time, heard=False)
    await time.passes(3_600_000, deaf)
    await clock.claim()
    assert clock.now("a") == now


async def test_between_claims_the_time_goes_on_but_not_for_ever(store: Store) -> None:
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    now = clock.now("a")
    time.ms += 700
    assert clock.now("a") == now + 700
    time.ms += 3_600_000
    assert clock.now("a") == now + GAP_MS


async def test_more_deadlines_than_one_step_takes_all_come(store: Store) -> None:
    time = Time()
    clock = clock_of(store, time)
    await clock.claim()
    for number in range(250):
        await set_deadline(store, time.ms, f"a{number:07}")
    await clock.claim()
    assert len(await come(store)) == 250


async def test_a_deadline_set_for_at_once_is_not_waited_for(store: Store) -> None:
    clock = Clock(store)
    await clock.claim()
    running = asyncio.create_task(clock.run())
    try:
        await store.adopt("a", "anna", 0, 0)
        for _ in range(3):
            deadline = clock.now("a") + 20
            await set_deadline(store, deadline)
            clock.expect("a", deadline)
            (entry,) = await store.read("a", "anna", 10, 800)
            assert entry.kind == "due"
            assert clock.now("a") - deadline < 500
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_deadline_that_another_worker_set_comes_within_a_second_or_so(store: Store) -> None:
    clock = Clock(store, shards=("a",))
    await clock.claim()
    await set_deadline(store, clock.now("a"))
    running = asyncio.create_task(clock.run())
    try:
        await store.adopt("a", "anna", 0, 0)
        assert len(await store.read("a", "anna", 10, 3000)) == 1
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
