"""Where bots are born that are to be killed: a process that has everything imported, and forks a bot for each order.

An order is a line of JSON, the fields of `Order`. The answers are lines too: `born PID`, `ready PID` when that bot asks
for updates, `dead PID`. A bot writes the names of the steps that it takes into a file, and may be told to kill itself
at one of them: nothing is finished and nothing written, as at a `kill -9` from outside.
"""

import asyncio
import gc
import json
import logging
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

from aiogram.client.session.base import BaseSession
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.app import Place, over_http, running
from bot.inbox.polling import poll
from bot.playground import TOKEN
from bot.routers import opening
from bot.sending.hearing import Hearing
from bot.sending.limits import Ledger
from bot.store.store import Store

IDLE = {"due", "sweep", "adopt", "hold", "retire", "attend", "zrange", "function", "ping", "getMe", "setMyCommands"}
"""What a bot does all the time, or as it begins."""


@dataclass(frozen=True, slots=True)
class Order:
    """A bot to be born."""

    telegram: str
    redis: str
    log: str
    """The file for its log."""
    trace: str
    """The file for the names of its steps."""
    luck: bool = True
    """Whether chance decides; or else every bot deals the same, and calls its tables the same, so that what becomes of
    one wish may be compared."""
    fatal: str | int = ""
    """The step at which it kills itself, or the number of the step; empty: it lives."""
    consumer: str = "bot"


class Steps:
    """Counts the ways out of the process, to Redis and to Telegram, and dies on one of them."""

    def __init__(self, trace: int, fatal: str | int) -> None:
        self._trace, self._fatal = trace, fatal
        self._taken: Counter[str] = Counter()
        self._reached = 0
        os.write(trace, b"born\n")

    async def across(self, name: str, way: Callable[[], Awaitable[Any]]) -> Any:
        """Goes that way, if it does not die before it or after."""
        if not name:
            return await way()
        self._taken[name] += 1
        step = f"{name} {self._taken[name]}"
        self._reach(f"before {step}")
        brought = await way()
        self._reach(f"after {step}")
        return brought

    def arrived(self, name: str) -> None:
        """Something has come in, and it may die of that."""
        self._taken[name] += 1
        self._reach(f"after {name} {self._taken[name]}")

    def _reach(self, step: str) -> None:
        os.write(self._trace, f"{step}\n".encode())
        self._reached += 1
        if self._fatal in (step, self._reached):
            os.kill(os.getpid(), signal.SIGKILL)


def _named(command: Sequence[Any]) -> str:
    """What a command to Redis does, as the store calls it."""
    first, second, *_ = (word.decode() if isinstance(word, bytes) else str(word) for word in (*command[:2], ""))
    return second.rpartition("_")[2] if first == "FCALL" else first.lower()


def _watch_redis(steps: Steps) -> None:
    """Both of redis-py's doors: the store's calls travel in pipelines, but for readers, who wait most of the time."""
    together: Callable[..., Awaitable[Any]] = Pipeline.execute
    alone: Callable[..., Awaitable[Any]] = Redis.execute_command

    async def execute(self: Pipeline, raise_on_error: bool = True) -> Any:
        names = [_named(command) for command, _ in self.command_stack]
        found = await steps.across("+".join(sorted({*names} - IDLE)), partial(together, self, raise_on_error))
        if any(
            name == "due" and isinstance(answer, list) and answer[1] for name, answer in zip(names, found, strict=True)
        ):
            steps.arrived("due")
        return found

    async def execute_command(self: Redis, *words: Any, **options: Any) -> Any:
        name = _named(words)
        if name != "xreadgroup":
            return await steps.across("" if name in IDLE else name, lambda: alone(self, *words, **options))
        if found := await alone(self, *words, **options):
            steps.arrived("read")
        return found

    Pipeline.execute = execute  # type: ignore[method-assign]  # a library's, in a process of its own
    Redis.execute_command = execute_command  # type: ignore[method-assign]


def _watched(steps: Steps) -> Callable[[str, Ledger, Hearing], BaseSession]:
    def connect(address: str, ledger: Ledger, hearing: Hearing) -> BaseSession:
        session = over_http(address, ledger, hearing)
        called = session.make_request

        async def make_request(bot: Any, method: Any, timeout: int | None = None) -> Any:  # noqa: ASYNC109  # aiogram's
            name = method.__api_method__
            return await steps.across("" if name in IDLE else name, lambda: called(bot, method, timeout))

        session.make_request = make_request  # type: ignore[method-assign]
        return session

    return connect


async def _live(order: Order, steps: Steps) -> None:
    place = Place(TOKEN, order.telegram, order.redis, thinking=0, limits=False, consumer=order.consumer)
    async with running(place, _watched(steps)) as app:
        _tell(f"ready {os.getpid()}")
        await poll(app.bot, app.door)


def _bear(order: Order) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if not order.luck:
        names = (f"{number:07}" for number in count())
        opening.secrets = SimpleNamespace(token_bytes=random.Random(0).randbytes)  # type: ignore[assignment,attr-defined]

        def new_table_id(self: Store, home: str) -> str:
            return home[0] + next(names)

        def new_ticket(self: Store) -> str:
            return "A" * 22

        Store.new_table_id = new_table_id  # type: ignore[method-assign]
        Store.new_ticket = new_ticket  # type: ignore[method-assign]
    logging.basicConfig(filename=order.log, format="%(levelname)s %(name)s %(message)s", level=logging.WARNING)
    steps = Steps(os.open(order.trace, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), order.fatal)
    _watch_redis(steps)
    asyncio.run(_live(order, steps))


def _tell(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def _bury(*_: object) -> None:
    while True:
        try:
            child, _status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not child:
            return
        _tell(f"dead {child}")


def main() -> None:
    """Takes orders until there are no more."""
    signal.signal(signal.SIGCHLD, _bury)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        order = Order(**json.loads(line))
        child = os.fork()
        if not child:
            _bear(order)
            os._exit(0)
        _tell(f"born {child}")


if __name__ == "__main__":
    main()
