"""The bot in a process of its own, ended by its operator: within ten seconds, whatever is away, and nothing is lost."""

import asyncio
import os
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession
from redis.asyncio import Redis

from bot.playground import Server, serve
from bot.playground.client import Playground
from bot.store.embedded import embedded_valkey
from tests.e2e.people import PATIENCE
from tests.e2e.process import STARTING, run_python

TEN = 10.0
"""Seconds that who ends a process often waits before it is killed."""


@dataclass
class House:
    """A Telegram, a Valkey, and processes of the bot that use both."""

    telegram: Server
    pg: Playground
    redis: Redis
    redis_url: str
    folder: Path

    @asynccontextmanager
    async def bot(self, **environment: str) -> AsyncIterator[tuple[Process, str]]:
        """A bot that serves, and its address."""
        port = _free_port()
        url = f"http://127.0.0.1:{port}"
        if environment.pop("mode", "") == "webhook":
            environment |= {"WEBHOOK_URL": url, "WEBHOOK_SECRET": "correct-horse"}
        environment |= {
            "BOT_TOKEN": self.telegram.token,
            "TELEGRAM_API_URL": self.telegram.url,
            "REDIS_URL": self.redis_url,
            "PORT": str(port),
            "TELEGRAM_LIMITS": "false",
        }
        process = await run_python("bot", "run", log=self.folder / "bot.log", environment=environment)
        try:
            await _until_served(process, url)
            yield process, url
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def _until_served(process: Process, url: str) -> None:
    async with ClientSession() as session, asyncio.timeout(STARTING):
        while True:
            assert process.returncode is None, "the bot has ended"
            try:
                async with session.get(f"{url}/healthz"):
                    return
            except ClientError:
                await asyncio.sleep(0.1)  # nothing tells when it listens


async def _asked(url: str) -> tuple[int, Mapping[str, Any]]:
    async with ClientSession() as session, session.get(f"{url}/healthz") as answer:
        return answer.status, await answer.json()


async def _ends(process: Process) -> None:
    process.terminate()
    async with asyncio.timeout(TEN):
        assert await process.wait() == 0


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    with embedded_valkey(tmp_path) as url:
        async with (
            await serve(0, with_friends=False) as telegram,
            Playground.at(telegram.url) as pg,
            Redis.from_url(url, decode_responses=True) as redis,
        ):
            yield House(telegram, pg, redis, url, tmp_path)


async def test_by_webhook_it_ends_in_time_while_redis_does_not_answer_and_what_came_meanwhile_is_done_later(
    house: House,
) -> None:
    anna = await house.pg.person("Анна")
    store = (await house.redis.info("server"))["process_id"]
    async with house.bot(mode="webhook") as (process, url):
        assert (await _asked(url))[0] == 200
        os.kill(store, signal.SIGSTOP)
        try:
            await anna.start()
            status, told = await _asked(url)
            assert (status, told["redis"]) == (503, {"state": "away", "error": "TimeoutError"})
            await _ends(process)
        finally:
            os.kill(store, signal.SIGCONT)
    async with house.bot(mode="webhook"):
        await anna.wait_for("bot", text="Добрый вечер", patience=PATIENCE)


async def test_by_polling_it_ends_in_time_when_redis_is_gone(house: House) -> None:
    async with house.bot() as (process, url):
        os.kill((await house.redis.info("server"))["process_id"], signal.SIGKILL)
        status, told = await _asked(url)
        assert (status, told["redis"]["state"], told["backlog"]) == (503, "away", {"state": "unknown"})
        await _ends(process)


async def test_it_serves_while_telegram_is_away_and_ends_in_time(house: House) -> None:
    anna = await house.pg.person("Анна")
    async with house.bot() as (process, url):
        await house.pg.fault("error", times=None, code=502, description="Bad Gateway")
        await anna.start()
        await house.pg.wait_call("sendMessage")
        status, told = await _asked(url)
        assert (status, told["telegram"]) == (200, {"state": "away"})
        async with ClientSession() as session, session.get(f"{url}/metrics") as answer:
            measured = await answer.text()
        assert 'parlour_up{what="telegram"} 0.0' in measured
        assert 'parlour_telegram_requests_total{method="sendMessage",outcome="away"}' in measured
        await _ends(process)
