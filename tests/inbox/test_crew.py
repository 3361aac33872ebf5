"""Processes on one Redis see each other: one asks Telegram, and from one that ends the others take over."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from redis.asyncio import Redis

from bot.inbox.crew import POLL_MS, SILENCE, Crew
from bot.inbox.worker import Worker
from bot.store import keys
from bot.store.store import Entry, Store
from tests.valkeys import until


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def taken() -> list[tuple[str, str]]:
    """Who has taken over from whom."""
    return []


Hire = Callable[[str], Crew]


@pytest.fixture
def hire(store: Store, time: Time, taken: list[tuple[str, str]]) -> Hire:
    def made(name: str) -> Crew:
        async def take_over(gone: str) -> None:
            taken.append((name, gone))

        return Crew(store, name, [take_over], beat=0.01, now=time)

    return made


async def test_who_falls_silent_is_taken_over_from_once(hire: Hire, time: Time, taken: list[tuple[str, str]]) -> None:
    anna, boris, vera = map(hire, ("anna", "boris", "vera"))
    for crew in (anna, boris, vera):
        await crew.look()
    for _ in range(4):  # Boris says nothing more
        time.now += SILENCE / 2
        await anna.look()
        await vera.look()
    assert sorted(taken) == [("anna", "boris"), ("vera", "boris")]
    time.now += 2 * SILENCE
    await anna.look()
    await vera.look()
    assert len(taken) == 2
    await boris.look()
    time.now += SILENCE / 2
    await anna.look()
    await boris.look()
    assert len(taken) == 2, "who comes back is there like all others"


async def test_nobody_is_dead_whom_nobody_has_looked_for(hire: Hire, time: Time, taken: list[tuple[str, str]]) -> None:
    """Redis, or this process, was away for longer than a silence lasts."""
    anna, boris = hire("anna"), hire("boris")
    await boris.look()
    await anna.look()
    time.now += 3 * SILENCE
    await anna.look()
    assert taken == []


async def test_an_absence_of_redis_makes_nobody_dead(
    hire: Hire, store: Store, redis: Redis, time: Time, taken: list[tuple[str, str]]
) -> None:
    anna, boris = hire("anna"), hire("boris")
    await boris.look()
    await anna.look()
    time.now += SILENCE
    await anna.look()
    await redis.config_set("maxmemory", 1)
    before = (await redis.info("errorstats")).get("errorstat_OOM", {}).get("count", 0)
    running = asyncio.create_task(anna.run())
    try:

        async def refused() -> bool:
            return bool((await redis.info("errorstats")).get("errorstat_OOM", {}).get("count", 0) >= before + 2)

        await until(refused)
    finally:
        await redis.config_set("maxmemory", 0)
    time.now += SILENCE
    since = await redis.zscore(keys.CREW_ALIVE, "anna")

    async def looked() -> bool:
        return await redis.zscore(keys.CREW_ALIVE, "anna") != since

    await until(looked)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert taken == []


async def test_who_leaves_is_taken_over_from_at_once(hire: Hire, taken: list[tuple[str, str]]) -> None:
    anna, boris = hire("anna"), hire("boris")
    await boris.look()
    await anna.look()
    await boris.leave()
    await anna.look()
    assert taken == [("anna", "boris")]


async def test_one_at_a_time_asks_telegram(hire: Hire, redis: Redis) -> None:
    asking: list[str] = []
    changed = asyncio.Condition()

    async def ask(name: str) -> None:
        async with changed:
            asking.append(name)
            changed.notify_all()
        try:
            await asyncio.Event().wait()
        finally:
            asking.remove(name)

    crews = {name: hire(name) for name in ("anna", "boris", "vera")}
    running = {name: asyncio.create_task(crew.run()) for name, crew in crews.items()}
    turns = {name: asyncio.create_task(crew.in_turn(lambda name=name: ask(name))) for name, crew in crews.items()}  # type: ignore[misc]
    order = []
    for _ in crews:
        async with asyncio.timeout(5), changed:
            await changed.wait_for(lambda: asking)
        (name,) = asking
        order.append(name)
        assert await redis.get(keys.CREW_POLLER) == name.encode()
        assert 0 < await redis.pttl(keys.CREW_POLLER) <= POLL_MS
        if len(order) < 3:  # one is killed, whose right lapses; the other ends
            for task in (running[name], turns[name]):
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            if len(order) == 1:
                await redis.pexpire(keys.CREW_POLLER, 20)
            else:
                await crews[name].leave()
    assert sorted(order) == ["anna", "boris", "vera"]
    for task in (*running.values(), *turns.values()):
        task.cancel()
    await asyncio.gather(*running.values(), *turns.values(), return_exceptions=True)


async def test_who_has_lost_the_right_asks_no_more(hire: Hire, redis: Redis) -> None:
    asks = asyncio.Event()
    ended = asyncio.Event()

    async def ask() -> None:
        asks.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    anna = hire("anna")
    running, turn = asyncio.create_task(anna.run()), asyncio.create_task(anna.in_turn(ask))
    async with asyncio.timeout(5):
        await asks.wait()
        await redis.set(keys.CREW_POLLER, "boris", px=POLL_MS)
        await ended.wait()
    for task in (running, turn):
        task.cancel()
    await asyncio.gather(running, turn, return_exceptions=True)


async def test_what_asking_raises_is_told(hire: Hire) -> None:
    async def ask() -> None:
        raise ValueError("no such token")

    anna = hire("anna")
    running = asyncio.create_task(anna.run())
    with pytest.raises(ValueError, match="no such token"):
        await anna.in_turn(ask)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_two_of_one_name_are_told_to_the_operator(hire: Hire, caplog: pytest.LogCaptureFixture) -> None:
    one, other = hire("anna"), hire("anna")
    with caplog.at_level(logging.ERROR):
        await one.look()
        await one.look()
        await asyncio.sleep(0.002)  # the server counts in milliseconds
        await other.look()  # so far it may have been started anew
        assert caplog.records == []
        await one.look()
        await other.look()
        await one.look()
    assert {record.getMessage() for record in caplog.records} == {
        "another process goes by the name of anna too: give each a WORKER_NAME of its own"
    }


async def test_a_worker_inherits_all_that_another_was_given(store: Store) -> None:
    handled: list[int] = []

    async def handler(entry: Entry) -> None:
        handled.append(entry.update_id)

    for number in range(40):
        shard = "ab"[number % 2]
        entry = Entry(shard, "", "update", number, f"{shard}1234567", f"{number}", "{}")
        await store.append(entry, "boris" if number < 36 else "vera")
    anna = Worker(store, "anna", handler, claim_after=60)
    await anna.inherit("boris")

    async def idle() -> bool:
        return not anna.busy

    await until(idle)
    assert sorted(handled) == list(range(36))
    await anna.stop(0)
