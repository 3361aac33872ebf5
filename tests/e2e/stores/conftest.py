"""A playground for bots on stores of other kinds. A test file says in `bot` which bot is at work, on which store."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest

from bot.playground import TOKEN
from bot.playground.client import Playground
from tests.e2e.process import BotProcess, first_line, run_python

Hire = Callable[..., BotProcess]


@pytest.fixture(scope="session")
async def playground_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    log = tmp_path_factory.mktemp("playground") / "playground.log"
    process = await run_python("bot.playground", "--port", "0", log=log, environment={})
    yield await first_line(process)
    process.terminate()
    await process.wait()


class Forked:
    """A bot that the nursery has forked."""

    def __init__(self, nursery: "Nursery", pid: int) -> None:
        self.pid = pid
        self._nursery = nursery

    @property
    def returncode(self) -> int | None:
        return self._nursery.dead.get(self.pid)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    async def wait(self) -> int:
        return await self._nursery.buried(self.pid)


class Nursery:
    """Where bots are forked."""

    def __init__(self, process: Process) -> None:
        self.dead: dict[int, int] = {}
        self._process = process
        self._born: list[int] = []
        self._ear = asyncio.Lock()

    async def fork(self, environment: Mapping[str, str], log: Path) -> Forked:
        """A bot with that environment and that log."""
        assert self._process.stdin
        async with self._ear:
            self._process.stdin.write(json.dumps([environment, str(log)]).encode() + b"\n")
            while not self._born:
                await self._hear()
            return Forked(self, self._born.pop())

    async def buried(self, pid: int) -> int:
        """How that bot has ended, once it has."""
        while pid not in self.dead:
            async with self._ear:
                if pid not in self.dead:
                    await self._hear()
        return self.dead[pid]

    async def _hear(self) -> None:
        """What the nursery tells next."""
        assert self._process.stdout
        what, pid, *status = (await self._process.stdout.readline()).decode().split()
        if what == "born":
            self._born.append(int(pid))
        else:
            self.dead[int(pid)] = int(status[0])


@pytest.fixture(scope="session")
async def nursery(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nursery]:
    with (tmp_path_factory.mktemp("nursery") / "nursery.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.e2e.stores.nursery"), stdin=PIPE, stdout=PIPE, stderr=log
        )
    yield Nursery(process)
    assert process.stdin
    process.stdin.close()
    await process.wait()


@pytest.fixture(scope="module")
async def hire(nursery: Nursery, playground_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hire]:
    """Makes a bot that is not started, on the store with that address, with that name of its worker."""
    folder = tmp_path_factory.mktemp("bots")
    hired: list[BotProcess] = []
    async with Playground.at(playground_url) as pg:

        def made(redis_url: str, name: str = "one", **more: str) -> BotProcess:
            environment = {
                "BOT_TOKEN": TOKEN,
                "TELEGRAM_API_URL": playground_url,
                "REDIS_URL": redis_url,
                "PORT": "0",
                "WORKER_NAME": name,
                "THINKING_MS": "0",
                "TELEGRAM_LIMITS": "false",
                **more,
            }
            hired.append(BotProcess(pg, environment, folder / f"{name}.log", nursery.fork))
            return hired[-1]

        yield made
        for process in hired:
            if process.running:
                await process.end()


@pytest.fixture
async def pg(playground_url: str, bot: BotProcess) -> AsyncIterator[Playground]:
    """The playground, with the bot of the test's file running."""
    said = bot.log.stat().st_size
    async with Playground.at(playground_url) as client:
        yield client
        await client.clear_faults()
    assert bot.errors(since=said) == []
