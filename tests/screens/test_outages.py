"""Screens while Redis is away: what was sent is noted when it is back, and no lease is lost on the way."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Sequence

import pytest
from aiogram import Bot
from redis.asyncio import Redis

from bot.playground import TOKEN, Server
from bot.playground.client import Group, Playground, Someone
from bot.screens.reconciler import Reconciler, Wanted
from bot.screens.screen import Screen
from bot.sending import Budget, session
from bot.sending.limits import Unlimited
from bot.store import keys
from bot.store.store import Commit, Committed, Drawing, Store

TABLE = "a1234567"


class OneScreen:
    """A table whose document is the text of its only screen."""

    def __init__(self, chat: int) -> None:
        self.chat = chat

    def wanted(self, _table_id: str, drawing: Drawing) -> Sequence[Wanted]:
        return [Wanted("table", self.chat, lambda: Screen(json.loads(drawing.document.text)))]

    async def unreachable(self, _table_id: str, wanted: Wanted) -> None:
        raise AssertionError(wanted.key)

    async def broken(self, table_id: str) -> None:
        raise AssertionError(table_id)

    async def written(self, table_id: str) -> None:
        raise AssertionError(table_id)

    async def topic_gone(self, _table_id: str, thread: int) -> None:
        raise AssertionError(thread)

    async def migrated(self, old: int, new: int) -> None:
        raise AssertionError((old, new))


@pytest.fixture
async def anna(pg: Playground) -> Someone:
    return await pg.person("Анна")


@pytest.fixture
async def group(pg: Playground, anna: Someone) -> Group:
    return await pg.group("Друзья", anna)


@pytest.fixture
async def reconciler(server: Server, store: Store, group: Group) -> AsyncIterator[Reconciler]:
    bot = Bot(TOKEN, session=session(server.url, Budget(Unlimited())))
    made = Reconciler(bot, store, OneScreen(group.id), name="one")  # type: ignore[arg-type]  # others add to what it asks
    yield made
    await made.drain()
    await (await bot.session.create_session()).close()  # type: ignore[attr-defined]  # aiogram's own waits a while


async def changed(store: Store, text: str, holder: str, loaded: str | None = None) -> Committed:
    answer = await store.commit(
        Commit("a-home", TABLE, loaded, "durachki", json.dumps(text), stale=True, holder=holder)
    )
    assert isinstance(answer, Committed)
    return answer


async def stale(store: Store) -> bool:
    found = await store.table(TABLE)
    assert found
    return bool(found[1].mark)


async def test_a_message_that_was_sent_while_redis_went_away_is_noted_and_has_no_twin(
    reconciler: Reconciler, store: Store, redis: Redis, anna: Someone, group: Group
) -> None:
    first = await changed(store, "раз", "one/1")
    assert first.drawing
    await redis.config_set("maxmemory", 1)
    try:
        reconciler.draw(TABLE, "one/1", first.drawing)
        await anna.wait_for(group, text="раз")
        assert await stale(store), "the store has not heard of it"
    finally:
        await redis.config_set("maxmemory", 0)
    await reconciler.drain()
    assert not await stale(store)
    second = await changed(store, "два", "one/2", first.version)
    assert second.drawing
    reconciler.draw(TABLE, "one/2", second.drawing)
    await reconciler.drain()
    assert [call.method for call in await anna.pg.calls()] == ["sendMessage", "editMessageText"]


async def test_a_lease_whose_answer_got_lost_is_taken_back(
    reconciler: Reconciler, store: Store, anna: Someone, group: Group
) -> None:
    await changed(store, "раз", "one/lost")
    await reconciler.sweep()
    await reconciler.drain()
    assert await stale(store), "as long as nobody knows, the lease counts"
    running = asyncio.create_task(reconciler.run())
    reconciler.astray()
    await anna.wait_for(group, text="раз")
    running.cancel()
    await asyncio.wait([running])
    await reconciler.drain()
    assert not await stale(store)


async def test_what_is_being_drawn_is_not_taken_back(reconciler: Reconciler, store: Store, pg: Playground) -> None:
    first = await changed(store, "раз", "one/1")
    assert first.drawing
    await pg.fault("latency", seconds=1, times=1)
    reconciler.draw(TABLE, "one/1", first.drawing)
    await reconciler.sweep(first=True)
    assert await store.client.hget(keys.table(TABLE), "drawer") == "one/1"
    await reconciler.drain()
    assert not await stale(store)
    assert [call.method for call in await pg.calls()] == ["sendMessage"]


async def test_an_absence_of_redis_is_no_error(
    reconciler: Reconciler, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await changed(store, "раз", "one/1")
    away = Store.from_url("unix:///nowhere/valkey.sock")
    lost = Reconciler(reconciler._bot, away, reconciler._tables, name="one")
    running = asyncio.create_task(lost.run())
    with caplog.at_level(logging.WARNING):
        async with asyncio.timeout(5):
            while "stale screens are out of reach: ConnectionError" not in caplog.text:  # noqa: ASYNC110  # the log has no events
                await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait([running])
    await away.close()
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]
