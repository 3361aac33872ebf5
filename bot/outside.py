"""What is seen of a process from outside, over HTTP: `/healthz`, `/metrics`, and the webhook where there is one.

Health is for whoever restarts or leaves out what does not serve. So 503 is answered where another process, or a later
one, may do better: Redis cannot be reached, what came in waits too long, or a loop of this process has ended. That
Telegram cannot be reached is told, and is 200: a restart would not bring it back, and clocks stand meanwhile.
"""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.exceptions import RedisError

from bot import metrics
from bot.inbox.door import Door
from bot.inbox.webhook import receiver
from bot.store.store import Pulse, Store

HOOK_PATH: Final = "/telegram"
LONGEST_UPDATE: Final = 1 << 20

LATE: Final = 120.0
"""Seconds that an entry of the inbox may wait. What a killed worker had is another's after 60 to 80."""

PATIENCE: Final = 2.0
"""Seconds within which Redis answers, or is away: who asks for our health does not wait long."""

CLOSING: Final = 1.0
"""Seconds that a request may still take when the process ends; what is not admitted, Telegram brings again."""


class Process(Protocol):
    """What is asked of a bot at work (`bot.app.App`)."""

    @property
    def store(self) -> Store:
        """The database."""
        ...

    @property
    def door(self) -> Door:
        """Where updates come in."""
        ...

    @property
    def in_hand(self) -> int:
        """How many entries of the inbox it is at."""
        ...

    @property
    def heard(self) -> bool:
        """Whether Telegram takes its calls."""
        ...

    @property
    def going(self) -> bool:
        """Whether all that should go on does."""
        ...


async def pulse(process: Process) -> Pulse | str:
    """What waits in the store, or which error keeps us from knowing; the gauges show it from now on."""
    found: Pulse | str
    try:
        async with asyncio.timeout(PATIENCE):
            found = await process.store.pulse()
    except (RedisError, TimeoutError, OSError) as error:
        found = type(error).__name__
    seen = found if isinstance(found, Pulse) else None
    metrics.UP.labels("redis").set(seen is not None)
    metrics.UP.labels("telegram").set(process.heard)
    metrics.IN_HAND.set(process.in_hand)
    metrics.BACKLOG.set(seen.entries if seen else math.nan)
    metrics.OLDEST.set(seen.oldest if seen else math.nan)
    metrics.STALE.set(seen.stale if seen else math.nan)
    metrics.TABLES.set(seen.tables if seen else math.nan)
    metrics.ACTIVE.set(seen.active if seen else math.nan)
    return found


async def health(process: Process) -> tuple[bool, dict[str, dict[str, Any]]]:
    """Whether the process serves, and how each part is."""
    found = await pulse(process)
    told: dict[str, dict[str, Any]]
    if isinstance(found, Pulse):
        state = "late" if found.oldest > LATE else "ok"
        told = {
            "redis": {"state": "ok"},
            "backlog": {"state": state, "entries": found.entries, "oldest_seconds": round(found.oldest, 1)},
        }
    else:
        told = {"redis": {"state": "away", "error": found}, "backlog": {"state": "unknown"}}
    told["process"] = {"state": "ok" if process.going else "stopped", "in_hand": process.in_hand}
    serves = all(part["state"] == "ok" for part in told.values())
    told["telegram"] = {"state": "ok" if process.heard else "away"}
    return serves, told


def site(process: Process, secret: str | None) -> web.Application:
    """What is served; the webhook only with a secret."""
    made = web.Application(client_max_size=LONGEST_UPDATE)

    async def healthz(_: web.Request) -> web.Response:
        serves, told = await health(process)
        return web.json_response(told, status=200 if serves else 503)

    async def measured(_: web.Request) -> web.Response:
        await pulse(process)
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    made.router.add_get("/healthz", healthz)
    made.router.add_get("/metrics", measured)
    if secret is not None:
        made.router.add_post(HOOK_PATH, receiver(process.door, secret))
    return made


@asynccontextmanager
async def serving(process: Process, port: int, secret: str | None) -> AsyncIterator[None]:
    """Serves on that port meanwhile. Raises OSError where it is taken."""
    runner = web.AppRunner(site(process, secret), access_log=None, shutdown_timeout=CLOSING)
    await runner.setup()
    try:
        await web.TCPSite(runner, port=port).start()
        yield
    finally:
        await runner.cleanup()
