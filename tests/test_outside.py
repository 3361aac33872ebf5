"""Health says which part does not work and whether another process would do better; metrics are there all the same."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families
from redis.asyncio import Redis

from bot import outside
from bot.inbox.door import Door
from bot.inbox.webhook import SECRET_HEADER
from bot.outside import HOOK_PATH, LATE, health, serving, site
from bot.store import keys
from bot.store.store import Store

Client = TestClient[web.Request, web.Application]


@dataclass
class Process:
    """A bot at work, as far as anybody outside can tell."""

    store: Store
    in_hand: int = 3
    heard: bool = True
    going: bool = True

    @property
    def door(self) -> Door:
        return Door(self.store)


@pytest.fixture
def process(store: Store) -> Process:
    return Process(store)


@pytest.fixture
async def lost() -> AsyncIterator[Process]:
    """A bot whose Redis is away."""
    store = Store.from_url("unix:///nowhere/valkey.sock")
    yield Process(store)
    await store.close()


def client_of(process: Process, secret: str | None = None) -> Client:
    return TestClient(TestServer(site(process, secret), host="127.0.0.1"))


async def waiting_since(redis: Redis, seconds: float) -> None:
    await redis.xadd(keys.inbox("b"), {"kind": "due"}, id=f"{round((time.time() - seconds) * 1000)}-0")


async def told(process: Process) -> tuple[int, dict[str, Any]]:
    async with client_of(process) as client:
        answer = await client.get("/healthz")
        return answer.status, await answer.json()


async def measured(process: Process) -> dict[str, float]:
    """All samples without a label but that of `parlour_up`."""
    async with client_of(process) as client:
        answer = await client.get("/metrics")
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/plain")
        families = text_string_to_metric_families(await answer.text())
    samples = [sample for family in families for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


async def test_a_bot_at_work_is_well(process: Process) -> None:
    assert await told(process) == (
        200,
        {
            "redis": {"state": "ok"},
            "backlog": {"state": "ok", "entries": 0, "oldest_seconds": 0.0},
            "process": {"state": "ok", "in_hand": 3},
            "telegram": {"state": "ok"},
        },
    )


async def test_without_redis_it_does_not_serve(lost: Process) -> None:
    status, parts = await told(lost)
    assert status == 503
    assert parts["redis"] == {"state": "away", "error": "ConnectionError"}
    assert parts["backlog"] == {"state": "unknown"}


async def test_a_redis_that_does_not_answer_is_away(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(process.store, "pulse", never)
    monkeypatch.setattr(outside, "PATIENCE", 0.0)
    serves, parts = await health(process)
    assert not serves
    assert parts["redis"] == {"state": "away", "error": "TimeoutError"}


async def test_what_waits_too_long_is_a_reason_to_look(process: Process, redis: Redis) -> None:
    await waiting_since(redis, LATE - 20)
    status, parts = await told(process)
    assert (status, parts["backlog"]["state"], parts["backlog"]["entries"]) == (200, "ok", 1)
    await redis.delete(keys.inbox("b"))
    await waiting_since(redis, LATE + 1)
    status, parts = await told(process)
    assert (status, parts["backlog"]["state"]) == (503, "late")
    assert LATE < parts["backlog"]["oldest_seconds"] < LATE + 30


async def test_that_telegram_is_away_is_told_and_no_reason_to_begin_anew(process: Process) -> None:
    process.heard = False
    status, parts = await told(process)
    assert (status, parts["telegram"]) == (200, {"state": "away"})


async def test_a_process_of_which_a_part_has_ended_does_not_serve(process: Process) -> None:
    process.going = False
    status, parts = await told(process)
    assert (status, parts["process"]["state"]) == (503, "stopped")


async def test_metrics_tell_what_is_in_the_store(process: Process, redis: Redis) -> None:
    await waiting_since(redis, 30)
    found = await measured(process)
    assert (found["parlour_up redis"], found["parlour_up telegram"]) == (1, 1)
    assert (found["parlour_in_hand"], found["parlour_inbox_entries"]) == (3, 1)
    assert 30 <= found["parlour_inbox_oldest_seconds"] < 60
    assert (found["parlour_stale_tables"], found["parlour_tables_live"], found["parlour_tables_active"]) == (0, 0, 0)
    assert found["process_resident_memory_bytes"] > 1e6


async def test_metrics_claim_nothing_of_a_store_that_is_away(lost: Process) -> None:
    lost.heard = False
    found = await measured(lost)
    assert (found["parlour_up redis"], found["parlour_up telegram"]) == (0, 0)
    assert math.isnan(found["parlour_inbox_entries"])
    assert math.isnan(found["parlour_tables_live"])


async def test_there_is_a_webhook_only_where_there_is_a_secret(process: Process) -> None:
    update = {"update_id": 1, "message": {"chat": {"id": 5}}}
    async with client_of(process) as client:
        assert (await client.post(HOOK_PATH, json=update)).status == 404
    async with client_of(process, "correct-horse") as client:
        assert (await client.post(HOOK_PATH, json=update)).status == 401
        assert (await client.post(HOOK_PATH, json=update, headers={SECRET_HEADER: "correct-horse"})).status == 200


async def test_a_port_that_is_taken_is_told(process: Process, unused_tcp_port: int) -> None:
    async with serving(process, unused_tcp_port, None):
        with pytest.raises(OSError, match=str(unused_tcp_port)):
            async with serving(process, unused_tcp_port, None):
                raise AssertionError("both serve")
