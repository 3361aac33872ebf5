"""The bot as a process of its own, `python -m bot run`, that tests start, kill and end."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Protocol

from bot.playground.client import Playground

STARTING = 120.0
"""Seconds for aiogram to be imported, on a machine that does other things too."""


async def run_python(*arguments: str, log: Path, environment: Mapping[str, str]) -> Process:
    """`python -m …` with only these settings. Its errors go into the log, what it prints is to be read."""
    inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")}
    with log.open("ab") as output:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", *arguments, env={**inherited, **environment}, stdout=PIPE, stderr=output
        )


async def first_line(process: Process) -> str:
    """What a process prints first, once it has started."""
    assert process.stdout
    async with asyncio.timeout(STARTING):
        return (await process.stdout.readline()).decode().strip()


class Running(Protocol):
    """A process, as asyncio has it."""

    @property
    def returncode(self) -> int | None:
        """None: it runs."""

    def kill(self) -> None:
        """`kill -9`."""

    def terminate(self) -> None:
        """SIGTERM."""

    async def wait(self) -> int:
        """Its exit status, once it has ended."""


Starting = Callable[[Mapping[str, str], Path], Awaitable[Running]]
"""Starts `python -m bot run` with that environment and that log."""


async def anew(environment: Mapping[str, str], log: Path) -> Running:
    """A process that imports everything for itself."""
    return await run_python("bot", "run", log=log, environment=environment)


class BotProcess:
    """The bot, on the given playground and store."""

    def __init__(self, pg: Playground, environment: Mapping[str, str], log: Path, starting: Starting = anew) -> None:
        self.log = log
        self._pg = pg
        self._environment = environment
        self._starting = starting
        self._process: Running | None = None

    async def start(self) -> None:
        """Starts it, and waits until it asks for updates, or to be brought them."""
        asked = "setWebhook" if "WEBHOOK_URL" in self._environment else "deleteWebhook"
        before = max((call.seq for call in await self._pg.calls(asked)), default=0)
        self._process = await self._starting(self._environment, self.log)
        await self._pg.wait_call(asked, lambda call: call.seq > before, patience=STARTING)

    async def kill(self) -> None:
        """`kill -9`."""
        assert self._process
        self._process.kill()
        await self._process.wait()
        self._process = None

    async def end(self, patience: float = 10.0) -> int:
        """SIGTERM, as an operator ends it; its exit status. Raises TimeoutError if it takes longer."""
        assert self._process
        self._process.terminate()
        async with asyncio.timeout(patience):
            status = await self._process.wait()
        self._process = None
        return status

    def errors(self, since: int) -> list[str]:
        """Lines of the log after so many bytes that tell of an error, or are no lines of ours."""
        lines = self.log.read_bytes()[since:].decode().splitlines()
        return [line for line in lines if not re.match(r'\{"at": .*?"level": "(DEBUG|INFO|WARNING)"', line)]

    @property
    def redis_url(self) -> str:
        """Where it keeps everything."""
        return self._environment["REDIS_URL"]

    @property
    def running(self) -> bool:
        """Whether it was started, and neither ended nor died."""
        return self._process is not None and self._process.returncode is None
