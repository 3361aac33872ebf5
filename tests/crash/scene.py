"""A local Telegram, a Redis and bots that may die, with a memory: what has been can be begun anew, and compared."""

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from aiogram.types import Message
from redis.asyncio import Redis

from bot.playground import serve
from bot.playground.people import buttons_of, find_button, press, write
from bot.playground.records import Room
from bot.playground.world import World
from bot.store import keys
from tests.crash.nursery import Order

PATIENCE = 20.0
"""Seconds after which whatever is on its way should have arrived."""

TIMES = ("touched", "acted", "due", "nudges")
"""What in a document is by the clock, and so another at every run."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that Telegram and Redis held at some moment."""

    world: str
    keys: tuple[tuple[bytes, int, bytes], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What is true, and what everybody sees, but for what the clock says."""

    stored: dict[str, Any]
    sights: Counter[tuple[int, str, tuple[str, ...]]] = field(default_factory=Counter)
    """The bot's messages by chat, text, and what their buttons say and carry."""
    answers: Counter[tuple[int, str | None, bool]] = field(default_factory=Counter)
    """What taps were answered, by whoever tapped, and whether that had to be closed."""


@dataclass(slots=True)
class Life:
    """A bot that was born."""

    pid: int
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    """That it asks for updates, or has died before it could."""
    dead: asyncio.Event = field(default_factory=asyncio.Event)


class Nursery:
    """The process that bears bots: it takes seconds to come up, and serves several scenes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._lives: defaultdict[int, Life] = defaultdict(lambda: Life(0))
        self._born: asyncio.Queue[int] = asyncio.Queue()

    async def listen(self) -> None:
        """Hears what it tells, until it ends."""
        assert self._process.stdout
        async for line in self._process.stdout:
            what, pid = line.decode().split()
            match what:
                case "born":
                    self._born.put_nowait(int(pid))
                case "ready":
                    self._lives[int(pid)].begun.set()
                case "dead":
                    self._lives[int(pid)].begun.set()
                    self._lives[int(pid)].dead.set()

    async def bear(self, order: Order) -> Life:
        """A bot that asks for updates, or has died before it could."""
        assert self._process.stdin
        self._process.stdin.write(f"{json.dumps(asdict(order))}\n".encode())
        pid = await self._born.get()
        life = self._lives[pid]
        life.pid = pid
        async with asyncio.timeout(PATIENCE):
            await life.begun.wait()
        return life

    async def kill(self, life: Life) -> None:
        """As `kill -9`, if it has not died already."""
        if not life.dead.is_set():
            with suppress(ProcessLookupError):  # dead by its own hand, and not yet told
                os.kill(life.pid, signal.SIGKILL)
            await life.dead.wait()

    async def kill_all(self) -> None:
        """Nobody is alive after it."""
        for life in [life for life in self._lives.values() if life.pid]:
            await self.kill(life)

    @property
    def empty(self) -> bool:
        """Whether nobody is alive."""
        return all(life.dead.is_set() for life in self._lives.values())


@asynccontextmanager
async def nursing() -> AsyncIterator[Nursery]:
    """A nursery; its bots end with it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.nursery", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    nursery = Nursery(process)
    listening = asyncio.create_task(nursery.listen())
    try:
        yield nursery
    finally:
        await nursery.kill_all()
        assert process.stdin
        process.stdin.close()
        await process.wait()
        await listening


class Scene:
    """What the tests of this folder happen in."""

    def __init__(self, world: World, redis: Redis, order: Order, nursery: Nursery) -> None:
        self.world, self.redis = world, redis
        self._order, self._nursery = order, nursery

    async def bear(self, fatal: str | int = "", consumer: str = "bot") -> Life:
        """A bot that asks for updates, if it lives so long; `fatal` is the step at which it will kill itself."""
        return await self._nursery.bear(replace(self._order, fatal=fatal, consumer=consumer))

    async def kill(self, life: Life) -> None:
        """As `kill -9`, if it has not died already."""
        await self._nursery.kill(life)

    def steps(self) -> list[str]:
        """The names of the steps that the newest bot has taken so far."""
        steps = Path(self._order.trace).read_text().splitlines()
        return steps[len(steps) - steps[::-1].index("born") :]

    def complaints(self) -> list[str]:
        """What the bots have written into their log as errors."""
        log = Path(self._order.log)
        lines = log.read_text().splitlines() if log.exists() else []
        return [line for line in lines if line.startswith(("ERROR", "CRITICAL"))]

    # People

    def room(self, name: str) -> Room:
        """The group of this title, or the private chat of whoever is called so."""
        for room in self.world.rooms.values():
            if room.kind != "private" and room.title == name and room.migrated_to is None:
                return room
        return self.world.private_room(self.world.people[self.person(name)])

    def person(self, name: str) -> int:
        return next(number for number, one in self.world.people.items() if one.user.first_name == name)

    async def say(self, name: str, text: str, where: str = "") -> None:
        """Writes in the group of that title, or else to the bot in private."""
        write(self.world, self.person(name), self.room(where or name), text)

    async def tap(self, name: str, text: str, where: str = "") -> None:
        """Presses the newest button that says so in that group, or else in private."""
        room = self.room(where or name)
        found, post, button = find_button(self.world, self.person(name), [room], text=text, data=None)
        assert button.callback_data
        press(self.world, self.person(name), found, post, button.callback_data)

    def reads(self, name: str, where: str = "") -> str:
        """The newest message with buttons there."""
        posts = [*self.world.visible_posts(self.room(where or name), self.person(name))]
        return next((post.message.text or "" for post in reversed(posts) if buttons_of(post.message)), "")

    def offered(self, name: str, where: str = "") -> list[str]:
        """What the newest message with buttons there says on them."""
        posts = [*self.world.visible_posts(self.room(where or name), self.person(name))]
        return next(
            ([one.text for one in found] for post in reversed(posts) if (found := buttons_of(post.message))), []
        )

    # Time

    async def settled(self, life: Life | None = None) -> None:
        """Waits until nothing is on its way (no update, no entry, no deadline that has come, no stale screen), or that
        bot is dead."""
        async with asyncio.timeout(PATIENCE):
            while not (life and life.dead.is_set()) and not await self._is_settled():
                await self.world.wait_news(self.world.rev, 0.02)

    async def _is_settled(self) -> bool:
        if self.world.pending():
            return False
        pipeline = self.redis.pipeline(transaction=False)
        for shard in keys.SHARDS:
            pipeline.xlen(keys.inbox(shard))
            pipeline.zcard(keys.stale(shard))
            pipeline.zrange(keys.deadlines(shard), 0, 0, withscores=True)
            pipeline.hget(keys.clock(shard), "away")
            pipeline.time()
        found = await pipeline.execute()
        for entries, stale, deadlines, away, (seconds, micros) in zip(*(found[at::5] for at in range(5)), strict=True):
            game_ms = seconds * 1000 + micros // 1000 - int(away or 0)
            if entries or stale or (deadlines and deadlines[0][1] <= game_ms):
                return False
        return True

    async def pass_time(self, seconds: int) -> None:
        """The game clocks go forward."""
        for shard in keys.SHARDS:
            await self.redis.hincrby(keys.clock(shard), "away", -seconds * 1000)

    # Memory

    async def remember(self) -> Memory:
        """How everything is now."""
        names = [name async for name in self.redis.scan_iter(count=1000)]
        pipeline = self.redis.pipeline(transaction=False)
        for name in names:
            pipeline.pttl(name)
            pipeline.dump(name)
        found = await pipeline.execute()
        kept = tuple(zip(names, (max(0, ttl) for ttl in found[::2]), found[1::2], strict=True))
        return Memory(self.world.model_dump_json(by_alias=True, exclude_none=True), kept)

    async def recall(self, memory: Memory) -> None:
        """Makes everything as it was, and no time has passed: the game clocks have stood. No bot may be alive."""
        assert self._nursery.empty
        await self.redis.flushall()
        pipeline = self.redis.pipeline(transaction=False)
        for name, ttl, dump in memory.keys:
            pipeline.restore(name, ttl, dump)
        await pipeline.execute()
        seconds, micros = await self.redis.time()
        now = seconds * 1000 + micros // 1000
        for shard in keys.SHARDS:
            if claimed := await self.redis.hget(keys.clock(shard), "claimed"):
                await self.redis.hset(keys.clock(shard), "claimed", now)
                await self.redis.hincrby(keys.clock(shard), "away", now - int(claimed))
        world = World.model_validate_json(memory.world)
        for field_name in World.model_fields:
            if field_name not in ("contents", "calls"):
                setattr(self.world, field_name, getattr(world, field_name))
        self.world.changed()

    async def picture(self) -> Picture:
        """What is stored, and what stands in every chat."""
        stored = {name: found async for name, found in self._stored()}
        sights = Counter(
            (room.id, re.sub(r"\d\d:\d\d", "..:..", post.message.text or ""), _keys(post.message))
            for room in self.world.rooms.values()
            for post in room.posts
            if not post.deleted and post.message.from_user and post.message.from_user.id == self.world.bot_id
        )
        answers = Counter((tap.person, tap.text, tap.alert) for tap in self.world.queries.values() if tap.answered)
        return Picture(stored, sights, answers)

    async def _stored(self) -> AsyncIterator[tuple[str, object]]:
        """What lies under each key, but for what serves the way there, and for indexes, which may name too much."""
        async for key in self.redis.scan_iter(count=1000):
            name = key.decode()
            match name.partition(":")[2].partition(":")[0]:
                case "table":
                    yield name, _timeless(json.loads(await self.redis.hget(name, "document") or b""))
                case "log" | "said":
                    yield name, await self.redis.lrange(name, 0, -1)
                case "purses" | "names" | "titles" | "played" | "next":
                    yield name, await self.redis.hgetall(name)
                case "chat":
                    yield name, await self.redis.hget(name, "document")
                case "live":
                    yield name, await self.redis.zrange(name, 0, -1)
                case "broken":
                    yield name, "there are entries set aside"


def _timeless(document: dict[str, Any]) -> dict[str, Any]:
    """A table's document with whether it has times instead of when they are."""
    times = {name: document[name] for name in TIMES if name in document}
    return document | {name: [*map(bool, time)] if isinstance(time, list) else 0 for name, time in times.items()}


def _keys(message: Message) -> tuple[str, ...]:
    return tuple(f"{button.text} {button.callback_data}" for button in buttons_of(message))


@asynccontextmanager
async def opened(nursery: Nursery, redis_url: str, folder: Path, *, luck: bool) -> AsyncIterator[Scene]:
    """A scene with an empty Redis, and Telegram's friends in it."""
    async with await serve(0) as telegram, Redis.from_url(redis_url) as redis:
        await redis.flushall()
        order = Order(telegram.url, redis_url, str(folder / "bot.log"), str(folder / "steps"), luck)
        try:
            yield Scene(telegram.world, redis, order, nursery)
        finally:
            await nursery.kill_all()
