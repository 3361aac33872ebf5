"""The worker: takes entries from the inboxes and hands them to a handler, those of one lane in order, others at once.

What an entry does happens in the step that also deletes it, so handling one twice does nothing twice. That lets the
worker be simple: it begins with what it was given before, takes over what others were given long ago, and tries again
when a handler fails.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext
from itertools import islice, takewhile
from typing import Any

from redis.exceptions import RedisError

from bot import faults, metrics
from bot.ending import end
from bot.logs import about
from bot.store import keys
from bot.store.calls import AWAY
from bot.store.store import Entry, Store

log = logging.getLogger(__name__)

Handler = Callable[[Entry], Awaitable[None]]
Together = Callable[[Sequence[Entry]], Awaitable[None]]
"""Handles the first of these entries, as many as it likes, and settles them; the others will be handled one by one."""

AT_ONCE = 64
"""How many entries are handled at the same time."""

LATE = 1.5
"""Seconds after which whoever waits for an answer is told that it takes a moment."""

IN_HAND = 512
"""How many entries are taken, those included that wait for their lane."""

FEW = 8
"""How many entries are in the hand of a worker that shares what comes in with others."""

MOST_TOGETHER = 32
"""How many entries of a lane are handled in one go."""

LONGEST_PAUSE = 1.0
"""Seconds between two attempts to read while Redis is away."""

ATTEMPTS = 4
"""How often a handler may fail at one entry."""

BEGINNINGS = 20
"""How often the handling of an entry may be begun and never end: it may be the entry that ends the process."""

SUSPECTED = 3
"""After so many such beginnings an entry is handled while no other such entry is: the one that ends the process brings
no suspicion on others then."""

EXCESS = "excess"
"""The lane, of no table and no chat, of what is too much: nobody else waits for it."""

LEAVING = 1.0
"""Seconds that a worker takes at its end to say that it does not come back to what is left."""

FORGOTTEN_MS = 3_600_000
"""After so long, a consumer that does nothing is forgotten."""


class Worker:
    """Handles entries between `start` and `stop`. Two workers that run at once must not have one name; a worker that
    is started again should have its old one, for then it goes on at once with what it had."""

    def __init__(
        self,
        store: Store,
        consumer: str,
        handler: Handler,
        *,
        claim_after: float = 60.0,
        pause: float = 0.2,
    ) -> None:
        """`claim_after`: seconds after which what somebody was given, and does not hold, is anybody's.
        `pause`: seconds before a second attempt."""
        self.consumer = consumer
        self.together: Together | None = None
        """Asked first where several entries of one lane wait."""
        self.too_much: Callable[[Entry], bool] = lambda _entry: False
        """Whether an entry is more than its sender may send: then it is settled without being handled."""
        self.in_company: Callable[[], bool] = lambda: False
        """Whether there are other workers."""
        self.on_late: Callable[[Entry], None] | None = None
        """Told of entries whose handling takes long, or waits for Redis; perhaps more than once of each."""
        self._store = store
        self._handler = handler
        self._places = asyncio.Semaphore(AT_ONCE)
        self._suspicion = asyncio.Lock()
        self._claim_after = claim_after
        self._pause = pause
        self._lanes: dict[str, deque[Entry]] = {}
        self._in_hand: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._recalled: set[str] = set()
        self._roomy = asyncio.Event()
        self._roomy.set()
        self._walking: set[asyncio.Task[None]] = set()
        self._reading: list[asyncio.Task[None]] = []

    @property
    def room(self) -> bool:
        """Whether it can take one more."""
        return len(self._in_hand) < IN_HAND

    @property
    def eager(self) -> bool:
        """Whether what comes in through this process is its own to handle. Where there are others it has a few at hand,
        and leaves the rest to whoever reads first, which may be itself."""
        return len(self._in_hand) < (FEW if self.in_company() else IN_HAND)

    @property
    def reading(self) -> bool:
        """Whether all that reads the inboxes does."""
        return bool(self._reading) and not any(task.done() for task in self._reading)

    @property
    def busy(self) -> int:
        """How many entries it has taken and not finished."""
        return len(self._in_hand)

    def start(self) -> None:
        """Begin to read."""
        readers: list[Coroutine[Any, Any, None]] = [self._read(shard) for shard in keys.SHARDS]
        self._reading = [asyncio.create_task(reading) for reading in (*readers, self._take_over())]

    async def stop(self, seconds: float = 10.0) -> None:
        """Take nothing more, and finish what is in hand within so long; the rest stays in the inbox, for whoever looks
        there next."""
        await end(self._reading)
        if self._walking:
            await asyncio.wait(self._walking, timeout=seconds)
        await end(self._walking)
        try:
            async with asyncio.timeout(LEAVING):
                await self._store.leave(self.consumer, round(self._claim_after * 1000), IN_HAND)
        except (RedisError, TimeoutError) as error:
            log.warning("what is left waits until it is taken for abandoned: %s", type(error).__name__)

    def take(self, entry: Entry) -> None:
        """Handle an entry that the inbox has given to this consumer. Nothing happens if it is in hand already."""
        if (entry.shard, entry.id) in self._in_hand:
            return
        self._in_hand[entry.shard, entry.id] = asyncio.get_running_loop().call_later(LATE, self._late, entry)
        if not self.room:
            self._roomy.clear()
        entry.excess = self.too_much(entry)
        name = EXCESS if entry.excess else entry.lane
        if lane := self._lanes.get(name):
            lane.append(entry)
            return
        self._lanes[name] = deque([entry])
        walk = asyncio.create_task(self._walk(name))
        self._walking.add(walk)
        walk.add_done_callback(self._walking.discard)

    def recall(self, shard: str) -> None:
        """An answer was lost that may have given this consumer something: it is looked for soon."""
        self._recalled.add(shard)

    def _late(self, entry: Entry) -> None:
        if self.on_late and not (entry.settled or entry.excess):
            self.on_late(entry)

    async def inherit(self, consumer: str) -> None:
        """Take over what was given to a consumer that is no more, as far as there is room. Raises redis-py's errors."""
        for shard in keys.SHARDS:
            while self.room and (left := await self._store.adopt(shard, self.consumer, 0, 16, of=consumer)):
                for entry in left:
                    self.take(entry)

    async def _walk(self, name: str) -> None:
        lane = self._lanes[name]
        try:
            while lane:
                async with self._places:
                    if len(lane) > 1:
                        await self._try_together(tuple(lane))
                    entry = lane[0]
                    with about(**self._about(entry), update=entry.update_id):
                        await self._finish(entry)
                self._drop(lane.popleft())
        finally:
            for entry in lane:
                self._drop(entry)
            del self._lanes[name]

    def _drop(self, entry: Entry) -> None:
        self._in_hand.pop((entry.shard, entry.id)).cancel()
        if self.room:
            self._roomy.set()

    async def _try_together(self, entries: Sequence[Entry]) -> None:
        """Where something goes wrong with several entries, those that are not settled will be handled by themselves."""
        fresh = list(islice(takewhile(lambda entry: not (entry.begun or entry.settled), entries), MOST_TOGETHER))
        together = self._pass_over if entries[0].excess else self.together
        if together and len(fresh) > 1:
            with about(**self._about(fresh[0]), together=len(fresh)):
                try:
                    await together(fresh)
                except Exception as error:  # noqa: BLE001  # as with one entry
                    log.warning("handling several failed: %s", faults.told(error))

    async def _pass_over(self, entries: Sequence[Entry]) -> None:
        await asyncio.gather(*map(self._store.settle, entries))

    def _about(self, entry: Entry) -> dict[str, str]:
        return {"consumer": self.consumer, "kind": entry.kind, "table": entry.table}

    async def _finish(self, entry: Entry) -> None:
        failures, pause = 0, self._pause
        while True:
            try:
                if entry.excess and not entry.settled:
                    await self._store.settle(entry)
                if entry.settled:
                    return
                async with self._suspicion if entry.begun >= SUSPECTED else nullcontext():
                    await self._handle(entry)
                return
            except AWAY as error:
                metrics.retries("redis").inc()
                log.warning("an entry waits for Redis: %s", type(error).__name__)
                self._late(entry)
            except Exception as error:  # noqa: BLE001  # whatever goes wrong must not stop the lane
                failures += 1
                log.error("handling failed: %s", faults.told(error))
                if await self._given_up(entry, failures, error):
                    return
                metrics.retries("error").inc()
            await asyncio.sleep(pause)
            pause = min(3 * pause, 2.0)

    async def _handle(self, entry: Entry) -> None:
        if entry.begun >= BEGINNINGS:
            await self._set_aside(entry, "NeverEnds")
        elif not entry.begun or await self._store.begin(entry, self.consumer):
            await self._handler(entry)
        if not entry.settled:
            await self._store.settle(entry)

    async def _given_up(self, entry: Entry, failures: int, error: Exception) -> bool:
        """Whether there is no reason to try again: it was handled after all, cannot be read, or failed too often."""
        try:
            if entry.settled or not await self._store.pending(entry):
                return True
            if failures >= ATTEMPTS or isinstance(error, ValueError):
                await self._set_aside(entry, type(error).__name__)
                return True
        except RedisError:
            pass
        return False

    async def _set_aside(self, entry: Entry, error: str) -> None:
        if await self._store.set_aside(entry, error):
            metrics.SET_ASIDE.inc()
            log.critical("an entry was set aside: %s", error)

    async def _read(self, shard: str) -> None:
        pause = self._pause
        while True:
            try:
                self._recalled.discard(shard)
                for entry in await self._store.adopt(shard, self.consumer, 0, IN_HAND, of=self.consumer):
                    self.take(entry)
                while shard not in self._recalled:
                    await self._roomy.wait()
                    for entry in await self._store.read(shard, self.consumer, 16, 2000):
                        self.take(entry)
                    pause = self._pause
            except RedisError as error:
                # What is given to us by an answer that gets lost, is looked for when Redis is back.
                if pause == self._pause:
                    log.warning("the inbox of shard %s is out of reach: %s", shard, type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _take_over(self) -> None:
        """Hold what is in hand, adopt what others left lying, and forget those who left."""
        while True:
            await asyncio.sleep(self._claim_after / 3)
            for shard in keys.SHARDS:
                try:
                    if held := [number for where, number in self._in_hand if where == shard]:
                        await self._store.hold(shard, self.consumer, held)
                    if not self.room:
                        continue
                    for entry in await self._store.adopt(shard, self.consumer, int(self._claim_after * 1000), 16):
                        self.take(entry)
                    await self._store.retire(shard, FORGOTTEN_MS)
                except RedisError:  # told by the readers
                    break
