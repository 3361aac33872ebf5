"""The clock: deadlines that have come are moved into the inbox, and the game clock tells what time it is.

The game clock is the server's, less the time for which nobody claimed deadlines. It therefore stands while no bot
runs; and a bot that Telegram does not listen to does not claim, so it stands then too. Every shard has its own.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from redis.exceptions import RedisError

from bot.store import keys
from bot.store.store import GAP_MS, Store

log = logging.getLogger(__name__)

TICK_MS = 1000
"""How often a shard is asked for what is due, unless something is known to be due sooner."""

APART_MS = 2000
"""How far apart the screens of a shard are drawn of which nothing is new but when time runs out. Eight a second in all
shards leave what Telegram takes to what people do."""


class Clock:
    """`claim` once before asking it for the time."""

    def __init__(
        self,
        store: Store,
        *,
        heard: Callable[[], bool] = lambda: True,
        ms: Callable[[], int] | None = None,
        shards: Sequence[str] = keys.SHARDS,
    ) -> None:
        """`heard`: whether Telegram takes what we send. `ms` replaces the server's clock and our own, for tests."""
        self._store = store
        self._heard = heard
        self._given = ms
        self._ms = ms or (lambda: time.monotonic_ns() // 1_000_000)
        self._shards = shards
        self._claimed: dict[str, tuple[int, int]] = {}
        self._next: dict[str, int] = {}
        self._expected: dict[str, int] = {}
        self._near = asyncio.Event()

    def now(self, shard: str) -> int:
        """Milliseconds of the shard's game clock."""
        game_ms, own_ms = self._claimed[shard]
        return game_ms + min(self._ms() - own_ms, GAP_MS)

    def expect(self, shard: str, deadline: int) -> None:
        """A deadline was set, perhaps for very soon; of a later one the shard will tell in time."""
        if deadline - self.now(shard) < TICK_MS:
            self._expected[shard] = min(deadline, self._expected.get(shard, deadline))
            self._near.set()

    async def claim(self) -> None:
        """Move everything that is due into the inboxes."""
        if self._heard():
            await asyncio.gather(*(self._claim(shard) for shard in self._shards))

    async def run(self) -> None:
        """Claim what is due, when it is due, until cancelled."""
        while True:
            try:
                if self._heard():
                    await asyncio.gather(*(self._claim(shard) for shard in self._shards if self._wait(shard) <= 0))
                    pause = max(1, min(self._wait(shard) for shard in self._shards))
                else:
                    pause = TICK_MS
            except RedisError as error:
                log.warning("deadlines are out of reach: %s", type(error).__name__)
                pause = TICK_MS
            try:
                async with asyncio.timeout(pause / 1000):
                    await self._near.wait()
            except TimeoutError:
                pass
            self._near.clear()

    async def _claim(self, shard: str) -> None:
        more = True
        while more:
            self._expected.pop(shard, None)  # what is expected from here on, the answer may not know of
            claimed = await self._store.claim_due(shard, self._given and self._given())
            self._claimed[shard] = claimed.now, self._ms()
            if claimed.stood:  # screens tell when time runs out, and that is later now
                await self._store.redraw(await self._store.with_deadline(shard), apart_ms=APART_MS)
            self._next.pop(shard, None)
            if claimed.next is not None:
                self._next[shard] = claimed.next
            more = claimed.more

    def _wait(self, shard: str) -> int:
        """Milliseconds until the shard is to be asked again."""
        if shard not in self._claimed:
            return 0
        asked = self._ms() - self._claimed[shard][1]
        deadlines = [known[shard] for known in (self._next, self._expected) if shard in known]
        return min([TICK_MS - asked, *(deadline - self.now(shard) for deadline in deadlines)])
