"""The worker hands out every entry, in order within its lane, and gets over failures, deaths and absences."""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.ending import end
from bot.inbox import worker as worker_module
from bot.inbox.worker import BEGINNINGS, Handler, Worker
from bot.logs import Told
from bot.store import keys
from bot.store.store import Commit, Committed, Conflict, Entry, Store

HOME = "a-home"
TABLE = "a1234567"
OTHER = "a7654321"


def update(number: int, table: str = TABLE) -> Entry:
    return Entry(table[0], "", "update", number, table, table, "a secret")


async def put_in(store: Store, *numbers: int, table: str = TABLE) -> None:
    await asyncio.gather(*(store.append(update(number, table)) for number in numbers))


@asynccontextmanager
async def working(
    store: Store, handler: Handler, consumer: str = "anna", *, claim_after: float = 60
) -> AsyncIterator[Worker]:
    worker = Worker(store, consumer, handler, claim_after=claim_after, pause=0.01)
    worker.start()
    try:
        yield worker
    finally:
        await worker.stop(0)


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(10):
        while not await true():  # noqa: ASYNC110  # it becomes true in Redis, which has no events for us
            await asyncio.sleep(0.005)


async def set_aside(redis: Redis) -> list[dict[bytes, bytes]]:
    entries: Any = await redis.xrange(keys.broken("a"))  # declared for both protocols and all encodings
    return [fields for _, fields in entries]


async def emptied(store: Store, shard: str = "a") -> None:
    async def empty() -> bool:
        return await store.client.xlen(keys.inbox(shard)) == 0

    await until(empty)


async def test_entries_of_a_lane_are_handled_in_order_and_one_at_a_time(store: Store) -> None:
    running: Counter[str] = Counter()
    seen: dict[str, list[int]] = {TABLE: [], OTHER: []}
    together = 0

    async def handler(entry: Entry) -> None:
        nonlocal together
        running[entry.lane] += 1
        assert running[entry.lane] == 1
        together = max(together, running.total())
        await store.ping()
        seen[entry.lane].append(entry.update_id)
        running[entry.lane] -= 1

    for number in range(40):
        await put_in(store, number, table=(TABLE, OTHER)[number % 2])
    async with working(store, handler):
        await emptied(store)
    assert seen == {TABLE: list(range(0, 40, 2)), OTHER: list(range(1, 40, 2))}
    assert together == 2


async def test_entries_that_wait_in_one_lane_are_offered_together_and_the_rest_is_handled_one_by_one(
    store: Store,
) -> None:
    alone: list[int] = []
    groups: list[list[int]] = []

    async def handler(entry: Entry) -> None:
        alone.append(entry.update_id)

    async def together(entries: Sequence[Entry]) -> None:
        groups.append([entry.update_id for entry in entries])
        for entry in entries[:3]:
            await store.settle(entry)

    await put_in(store, 1, 2, 3, 4, 5)
    await put_in(store, 6, table=OTHER)
    async with working(store, handler) as worker:
        worker.together = together
        await emptied(store)
    assert groups == [[1, 2, 3, 4, 5], [4, 5]]
    assert alone == [6]


async def test_what_goes_wrong_together_is_handled_one_by_one(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    alone: list[int] = []

    async def handler(entry: Entry) -> None:
        alone.append(entry.update_id)

    async def together(entries: Sequence[Entry]) -> None:
        await store.settle(entries[0])
        raise ValueError("a secret")

    await put_in(store, 1, 2, 3)
    with caplog.at_level(logging.WARNING):
        async with working(store, handler) as worker:
            worker.together = together
            await emptied(store)
    assert alone == [3]
    assert "ValueError" in caplog.text
    assert "a secret" not in caplog.text


async def test_what_a_handler_did_not_settle_is_settled(store: Store) -> None:
    async def handler(entry: Entry) -> None:
        pass

    await put_in(store, 1, 2, 3)
    async with working(store, handler):
        await emptied(store)
    assert (await store.client.xpending(keys.inbox("a"), "workers"))["pending"] == 0


async def test_two_consumers_share_the_entries(store: Store, valkey_url: str) -> None:
    handled: Counter[int] = Counter()
    by: Counter[str] = Counter()

    def handler(name: str) -> Handler:
        async def handle(entry: Entry) -> None:
            handled[entry.update_id] += 1
            by[name] += 1
            await store.ping()

        return handle

    other = Store.from_url(valkey_url)
    async with working(store, handler("anna")), working(other, handler("boris"), "boris"):
        for number in range(0, 200, 4):
            await put_in(store, *range(number, number + 4), table=f"a{number:07}")
        await emptied(store)
    await other.close()
    assert handled == Counter(range(200))
    assert len(by) == 2


async def test_a_worker_begins_with_what_it_was_given_before(store: Store) -> None:
    await put_in(store, 1)
    await store.adopt("a", "anna", 0, 0)
    assert len(await store.read("a", "anna", 10, 10)) == 1
    await put_in(store, 2)
    seen = []

    async def handler(entry: Entry) -> None:
        seen.append(entry.update_id)

    async with working(store, handler):
        await emptied(store)
    assert seen == [1, 2]


async def test_what_a_dead_consumer_was_given_is_taken_over(store: Store) -> None:
    """What people met, repeats: "a lock without expiry that shuts a user out for ever"."""
    await put_in(store, 1)
    await store.adopt("a", "dead", 0, 0)
    assert len(await store.read("a", "dead", 10, 10)) == 1
    seen = []

    async def handler(entry: Entry) -> None:
        seen.append((entry.update_id, entry.begun))

    async with working(store, handler, claim_after=0.02):
        await emptied(store)
    assert seen == [(1, 1)]


async def test_what_somebody_has_just_been_given_is_not_taken_over(store: Store) -> None:
    await put_in(store, 1)
    await store.adopt("a", "boris", 0, 0)
    await store.read("a", "boris", 10, 10)
    assert await store.adopt("a", "anna", 60_000, 10) == []
    assert await store.adopt("a", "anna", 0, 10, of="anna") == []


LONG = 10_000_000


async def aged(redis: Redis, consumer: str) -> None:
    """As though that consumer had been given its entries hours ago."""
    for given in await redis.xpending_range(keys.inbox("a"), "workers", "-", "+", 10, consumer):
        await redis.xclaim(
            keys.inbox("a"), "workers", consumer, 0, [given["message_id"]], idle=LONG, retrycount=1, justid=True
        )


async def test_what_somebody_is_still_at_is_not_taken_over(store: Store, redis: Redis) -> None:
    await put_in(store, 1, 2)
    await store.adopt("a", "boris", 0, 0)
    one, other = await store.read("a", "boris", 10, 10)
    await aged(redis, "boris")
    await store.hold("a", "boris", [one.id])
    await store.hold("a", "vera", [other.id])
    assert [(entry.id, entry.begun) for entry in await store.adopt("a", "anna", LONG, 10)] == [(other.id, 1)]


async def test_a_worker_holds_what_waits_in_its_lanes(store: Store, redis: Redis) -> None:
    await put_in(store, 1, 2)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def handler(_: Entry) -> None:
        begun.set()
        await go_on.wait()

    async def held() -> bool:
        given = await redis.xpending_range(keys.inbox("a"), "workers", "-", "+", 10, "anna")
        return len(given) == 2 and all(int(each["time_since_delivered"]) < LONG for each in given)

    async with working(store, handler, claim_after=0.03) as worker:
        await begun.wait()
        await until(held)
        await aged(redis, "anna")
        await until(held)
        assert worker.busy == 2
        go_on.set()
        await emptied(store)


async def test_consumers_that_owe_nothing_are_forgotten_and_others_are_not(store: Store, redis: Redis) -> None:
    await put_in(store, 1, 2)
    await store.adopt("a", "anna", 0, 0)
    await store.read("a", "anna", 1, 10)
    (entry,) = await store.read("a", "boris", 1, 10)
    await store.settle(entry)
    await asyncio.sleep(0.01)  # Redis counts idle time by its own clock
    await store.retire("a", 60_000)
    assert len(await redis.xinfo_consumers(keys.inbox("a"), "workers")) == 2
    await store.retire("a", 1)
    assert [row["name"] for row in await redis.xinfo_consumers(keys.inbox("a"), "workers")] == [b"anna"]


async def test_a_handler_that_fails_is_tried_again(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    tries = 0

    async def handler(entry: Entry) -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise LookupError(entry.payload)

    await put_in(store, 1)
    async with working(store, handler):
        await emptied(store)
    assert tries == 3
    assert "LookupError" in caplog.text
    assert "secret" not in caplog.text


async def test_what_always_fails_is_set_aside_with_its_error_and_the_lane_goes_on(
    store: Store, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    seen = []

    async def handler(entry: Entry) -> None:
        if entry.update_id == 1:
            raise LookupError(entry.payload)
        seen.append(entry.update_id)

    caplog.handler.addFilter(Told())
    await put_in(store, 1, 2)
    async with working(store, handler):
        await emptied(store)
    (aside,) = await set_aside(redis)
    assert (aside[b"error"], aside[b"update_id"], aside[b"payload"]) == (b"LookupError", b"1", b"a secret")
    assert seen == [2]
    told = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    about = {"consumer": "anna", "kind": "update", "table": TABLE, "update": 1}
    assert [(record.getMessage(), record.__dict__["about"]) for record in told] == [
        ("an entry was set aside: LookupError", about)
    ]
    assert "secret" not in caplog.text


async def test_a_failure_after_the_commit_is_not_tried_again(store: Store, redis: Redis) -> None:
    tries = 0

    async def handler(entry: Entry) -> None:
        nonlocal tries
        tries += 1
        await store.commit(Commit(HOME, TABLE, text="x", game="durachki", entries=(entry,)))
        raise LookupError("could not be answered")

    await put_in(store, 1)
    async with working(store, handler) as worker:
        await emptied(store)
        await until(lambda: _true(worker.busy == 0))
    assert tries == 1
    assert await redis.exists(keys.broken("a")) == 0


async def _true(fact: bool) -> bool:
    return fact


async def test_what_kills_whoever_takes_it_is_set_aside_untried(store: Store, redis: Redis) -> None:
    await put_in(store, 1)
    await store.adopt("a", "anna", 0, 0)
    await store.read("a", "anna", 10, 10)
    for _ in range(BEGINNINGS - 1):
        for _ in range(3):  # to be given it is not to begin
            (entry,) = await store.adopt("a", "anna", 0, 10)
        assert await store.begin(entry, "anna")
    seen = []

    async def handler(entry: Entry) -> None:
        seen.append(entry)

    async with working(store, handler):
        await emptied(store)
    assert seen == []
    (aside,) = await set_aside(redis)
    assert aside[b"error"] == b"NeverEnds"


async def test_what_is_in_hand_beside_what_kills_is_not_set_aside_with_it(store: Store, redis: Redis) -> None:
    deadly, others = 1, range(2, 8)
    seen = set[int]()

    async def live_and_die() -> None:
        dead = asyncio.Event()

        async def handler(entry: Entry) -> None:
            if entry.update_id == deadly:
                dead.set()
                await asyncio.Event().wait()
            for _ in range(20):
                await store.ping()
            seen.add(entry.update_id)

        worker = Worker(store, "anna", handler)
        worker.start()
        waiting = [asyncio.create_task(emptied(store)), asyncio.create_task(dead.wait())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        await end([*worker._reading, *worker._walking, *waiting])

    for number in (deadly, *others):
        await put_in(store, number, table=f"a{number:07}")
    lives = 0
    while await store.client.xlen(keys.inbox("a")):
        await live_and_die()
        lives += 1
    assert BEGINNINGS <= lives <= BEGINNINGS + 3
    assert seen == {*others}
    (aside,) = await set_aside(redis)
    assert aside[b"update_id"] == b"1"


async def test_while_redis_is_away_a_handler_is_tried_for_as_long_as_it_takes(store: Store, redis: Redis) -> None:
    tries = 0

    async def handler(entry: Entry) -> None:
        nonlocal tries
        tries += 1
        if tries < 8:
            raise RedisConnectionError

    await put_in(store, 1)
    async with working(store, handler) as worker:
        worker._pause = 0.0
        await emptied(store)
    assert tries == 8
    assert await redis.exists(keys.broken("a")) == 0


async def test_readers_come_back_when_their_connections_are_cut(store: Store, redis: Redis) -> None:
    seen = []

    async def handler(entry: Entry) -> None:
        seen.append(entry.update_id)

    async with working(store, handler):
        for number in range(5):
            await redis.client_kill_filter(_type="normal", skipme=True)
            await until(partial(_put, store, number))
            await emptied(store)
    assert sorted(set(seen)) == list(range(5))


async def _put(store: Store, number: int) -> bool:
    try:
        await put_in(store, number)
    except RedisConnectionError:
        return False
    return True


async def test_an_emptied_redis_gets_its_groups_back(store: Store, redis: Redis) -> None:
    seen = []

    async def handler(entry: Entry) -> None:
        seen.append(entry.update_id)

    async with working(store, handler):
        await put_in(store, 1)
        await emptied(store)
        await redis.flushall()
        await put_in(store, 1)
        await emptied(store)
    assert seen == [1, 1]


async def test_a_worker_that_stops_finishes_what_it_has_begun(store: Store) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()
    seen = []

    async def handler(entry: Entry) -> None:
        begun.set()
        await may_end.wait()
        seen.append(entry.update_id)

    await put_in(store, 1)
    async with working(store, handler) as worker:
        await begun.wait()
        stopping = asyncio.create_task(worker.stop(10))
        await asyncio.wait(worker._reading)
        await put_in(store, 2, table=OTHER)
        may_end.set()
        await stopping
    assert seen == [1]
    assert await store.client.xlen(keys.inbox("a")) == 1


async def test_a_handler_that_does_not_end_is_cut_off_and_its_entry_stays(store: Store) -> None:
    begun = asyncio.Event()

    async def handler(entry: Entry) -> None:
        begun.set()
        await asyncio.Event().wait()

    await put_in(store, 1)
    async with working(store, handler) as worker:
        await begun.wait()
        await worker.stop(0.01)
        assert worker.busy == 0
    assert [entry.update_id for entry in await store.adopt("a", "anna", 0, 10, of="anna")] == [1]


async def test_a_worker_takes_no_more_than_it_may(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "IN_HAND", 4)
    most, may_end = 0, asyncio.Event()

    async def handler(entry: Entry) -> None:
        nonlocal most
        most = max(most, worker.busy)
        await may_end.wait()

    await put_in(store, *range(60))
    async with working(store, handler) as worker:
        await until(lambda: _true(not worker.room))
        await store.ping()
        may_end.set()
        await emptied(store)
    assert 4 <= most <= 4 + 16  # what was read at once with the last


async def test_no_update_is_lost_or_counted_twice_when_workers_die_at_any_moment(store: Store) -> None:
    """Three workers that are cut off at random moments and come back under their names. Every tenth update comes twice;
    a conflict is judged again."""
    chance = random.Random(7)
    await store.commit(Commit(HOME, TABLE, text="0", game="durachki"))

    async def handler(entry: Entry) -> None:
        while True:
            found = await store.table(TABLE)
            assert found
            document = found[1]
            change = Commit(
                HOME,
                TABLE,
                document.version,
                "durachki",
                str(int(document.text) + 1),
                log=(str(entry.update_id),),
                purses={1: 1, 2: -1},
                entries=(entry,),
            )
            answer = await store.commit(change)
            if not isinstance(answer, Conflict):
                return

    async def lives(name: str) -> None:
        for _ in range(25):
            async with working(store, handler, name, claim_after=0.05):
                await asyncio.sleep(chance.uniform(0, 0.03))

    async def updates() -> None:
        for number in range(1, 301):
            await put_in(store, number)
            if number % 10 == 0:
                await put_in(store, number)

    await asyncio.gather(updates(), *(lives(name) for name in ("anna", "boris", "vera")))
    async with working(store, handler, "foka", claim_after=0.02):
        await emptied(store)
    found = await store.table(TABLE)
    assert found
    assert found[1].text == "300"
    assert sorted(map(int, await store.log(TABLE))) == list(range(1, 301))
    assert await store.purses(HOME) == {1: 300, 2: -300}
    assert (await store.client.xpending(keys.inbox("a"), "workers"))["pending"] == 0


async def test_a_commit_is_what_the_first_of_two_workers_makes_it(store: Store) -> None:
    """One entry, given to two after a hasty take-over: one effect."""
    (entry,) = await store.append(update(1), "anna")
    (twin,) = await store.adopt("a", "boris", 0, 10)
    changes = [Commit(HOME, TABLE, text="x", game="durachki", log=("deal",), entries=(each,)) for each in (entry, twin)]
    answers = [await store.commit(change) for change in changes]
    assert [isinstance(answer, Committed) for answer in answers] == [True, False]
    assert await store.log(TABLE) == ["deal"]


async def test_what_is_left_at_the_end_is_for_whoever_looks_next(store: Store) -> None:
    """Another worker need not wait until it is taken for abandoned."""
    never = asyncio.Event()

    async def stuck(_: Entry) -> None:
        await never.wait()

    async with working(store, stuck) as worker:
        for given in await store.append(update(1), "anna"):
            worker.take(given)
        assert await store.adopt("a", "boris", 60_000, 10) == []
    assert [entry.update_id for entry in await store.adopt("a", "boris", 60_000, 10)] == [1]


async def test_a_worker_ends_although_redis_is_away(caplog: pytest.LogCaptureFixture) -> None:
    nowhere = Store.from_url("unix:///nowhere/valkey.sock")
    async with working(nowhere, no_handler) as worker:
        before = worker.reading
    assert (before, worker.reading) == (True, False)
    assert "what is left waits until it is taken for abandoned: ConnectionError" in caplog.text
    await nowhere.close()


async def no_handler(_: Entry) -> None:
    """Nothing comes."""
