"""After Redis was away, the first call that follows its return is carried out."""

import asyncio
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from bot.store.calls import AWAY
from bot.store.roads import NotNowError
from bot.store.store import Entry, Store
from tests.proxy import Proxy
from tests.valkeys import one_server


async def test_no_connection_of_before_an_absence_is_used_again(tmp_path: Path) -> None:
    async with one_server(tmp_path) as server:
        with Proxy(server.port) as wire:
            store = Store.from_url(f"redis://127.0.0.1:{wire.port}/0")
            await asyncio.gather(*(store.client.ping() for _ in range(20)))
            wire.cut()
            with pytest.raises(AWAY):
                await store.table("a1234567")
            wire.connect()
            assert await asyncio.gather(*(store.client.ping() for _ in range(20))) == [True] * 20
            await store.close()


async def test_a_server_with_too_few_replicas_is_away_and_has_done_nothing(tmp_path: Path) -> None:
    async with one_server(tmp_path) as server:
        store = Store.from_url(server.url)
        await server.ask("CONFIG", "SET", "min-replicas-to-write", 1)
        entry = Entry("a", "", "update", 1, "a1234567", "a1234567", "{}")
        with pytest.raises(NotNowError) as refused:
            await store.append(entry)
        assert isinstance(refused.value, RedisError)
        assert isinstance(refused.value, AWAY)
        await server.ask("CONFIG", "SET", "min-replicas-to-write", 0)
        (given,) = await store.append(entry, "anna")
        assert given.update_id == 1
        await store.close()
