"""The processes at work on one Redis: which of them asks Telegram for updates, and who takes over from one that ends.

Telegram lets only one ask. Every process says once a second that it is there, and in the same step takes the right to
ask if nobody has it; who has it keeps it by saying so, also while Redis is away, for then nobody else can take it.

Whoever has not been there for a while, or has left, is dead to the others: together they handle what it was given and
draw what it was drawing. If it only slept, it finds that done: whatever a worker does, it does once.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from redis.exceptions import RedisError

from bot.ending import end
from bot.store.store import Attendance, Store

log = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two signs."""

SILENCE: Final = 5.0
"""Seconds without a sign after which a process is dead to the others, if they were there all the time."""

POLL_MS: Final = 5000
"""For how long the right to ask Telegram lasts without a sign."""

LEAVING: Final = 1.0
"""Seconds to say that this process ends."""

Taking = Callable[[str], Awaitable[None]]
"""Takes over from the worker of that name. May raise redis-py's errors, and is called again then."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """When a worker was last there, by the server's clock; since when nothing newer was seen, by ours; how often we
    have looked since then."""

    beat: int
    since: float
    looks: int = 0


class Crew:
    """What this process knows of the others, and tells them of itself; `name` is its worker's. `takings` take over, one
    after the other, from a worker that is no more."""

    def __init__(
        self,
        store: Store,
        name: str,
        takings: Sequence[Taking],
        *,
        beat: float = BEAT,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._name = name
        self._takings = takings
        self._beat = beat
        self._now = now
        self._asks = False
        self._own = 0
        self._twin = False
        self._signs: dict[str, _Sign] = {}
        self._chosen = asyncio.Event()
        self._dismissed = asyncio.Event()
        self._soon = asyncio.Event()

    @property
    def others(self) -> bool:
        """Whether there are other processes, as far as is known."""
        return bool(self._signs)

    async def run(self) -> None:
        """Says that it is there, and looks for the others, until cancelled."""
        while True:
            try:
                await self.look()
            except RedisError as error:
                log.warning("the other processes are out of sight: %s", type(error).__name__)
                self._signs.clear()  # all were silent while Redis was away
                self._own = 0
            self._soon.clear()
            try:
                async with asyncio.timeout(self._beat):
                    await self._soon.wait()
            except TimeoutError:
                pass

    async def look(self) -> None:
        """One sign of our own, and a look at those of the others. Raises redis-py's errors."""
        seen = await self._store.attend(self._name, POLL_MS if self._asks else 0)
        if self._own and seen.before not in (0, self._own) and not self._twin:
            self._twin = True
            log.error("another process goes by the name of %s too: give each a WORKER_NAME of its own", self._name)
        self._own = seen.alive.get(self._name, 0)
        if seen.poller == self._name:
            self._dismissed.clear()
            self._chosen.set()
        else:
            self._chosen.clear()
            self._dismissed.set()
        for name in self._gone(seen):
            log.warning("%s is there no more: what it had in hand is taken over", name)
            for take_over in self._takings:
                await take_over(name)
            await self._store.dismiss(name)
            self._signs.pop(name, None)

    def _gone(self, seen: Attendance) -> list[str]:
        now = self._now()
        left = [name for name in self._signs if name not in seen.alive]
        silent = []
        for name, beat in seen.alive.items():
            known = self._signs.get(name)
            if name == self._name:
                continue
            if known is None or known.beat != beat:
                self._signs[name] = _Sign(beat, now)
                continue
            known = self._signs[name] = replace(known, looks=known.looks + 1)
            if now - known.since > SILENCE and known.looks >= 2:
                silent.append(name)
        return [*left, *silent]

    async def in_turn(self, ask: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Asks Telegram for updates whenever it is this process's turn to; raises what `ask` raises."""
        self._asks = True
        self._soon.set()
        try:
            while True:
                await self._chosen.wait()
                log.info("this process asks Telegram for updates")
                asking = asyncio.create_task(ask())
                dismissed = asyncio.create_task(self._dismissed.wait())
                try:
                    await asyncio.wait((asking, dismissed), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    await end([task for task in (asking, dismissed) if not task.done()])
                if not asking.cancelled():
                    asking.result()
        finally:
            self._asks = False
            self._soon.set()

    async def leave(self) -> None:
        """Tells the others that this process ends, if Redis hears it."""
        try:
            async with asyncio.timeout(LEAVING):
                await self._store.dismiss(self._name)
        except (RedisError, TimeoutError) as error:
            log.warning("the others are left without a word: %s", type(error).__name__)
