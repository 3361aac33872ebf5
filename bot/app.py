"""One process of the bot: everything wired together once, started in order, and drained in reverse."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass

from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.types import User as Me

from bot import menus, metrics
from bot.ending import end
from bot.inbox.clock import Clock
from bot.inbox.crew import Crew
from bot.inbox.door import ALLOWED_UPDATES, Door
from bot.inbox.throttle import Throttle
from bot.inbox.worker import Worker
from bot.language import language
from bot.routers import dispatcher
from bot.routers.desk import Desk
from bot.routers.excuses import Excuses
from bot.routers.moves import move, moves, pressed
from bot.routers.rights import Rights
from bot.routers.slower import Slower
from bot.routers.tags import Tags
from bot.routers.whispers import Whispers
from bot.screens.alerts import out_of_order
from bot.screens.reconciler import Reconciler
from bot.sending import Budget, Ledger, Unlimited, answer, session
from bot.sending.hearing import Hearing
from bot.store.calls import AWAY
from bot.store.store import Entry, Store
from bot.tables.calling import expire
from bot.tables.chats import Chats
from bot.tables.service import HandledError, Tables
from bot.updates import update_of
from games.moves import IllegalMove

log = logging.getLogger(__name__)

DRAINING = 3.0
"""Seconds at the end for what is in hand, and as many for what is being drawn: what ends a process often waits no more
than ten. The rest is in the store, for whoever starts next."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a process runs: whose bot it is, and against which servers."""

    token: str
    telegram_url: str
    redis_url: str
    thinking: int = 900
    """Milliseconds that computer players think."""
    limits: bool = True
    """Whether the server has Telegram's limits on how much is sent."""
    throttled: bool = False
    """Whether whoever sends more than people do is put off: where programs play, nobody is."""
    consumer: str = "worker"
    """The worker's name: one of its own for each process that runs at the same time, the old one after a restart."""


@dataclass(frozen=True, slots=True)
class App:
    """A bot at work."""

    bot: Bot
    me: Me
    store: Store
    door: Door
    worker: Worker
    reconciler: Reconciler
    hearing: Hearing
    crew: Crew
    loops: Sequence[asyncio.Task[None]]
    """What goes on until the end, beside the worker; one that has ended before will not come back."""

    @property
    def in_hand(self) -> int:
        """How many entries of the inbox it is at."""
        return self.worker.busy

    @property
    def heard(self) -> bool:
        """Whether Telegram takes its calls."""
        return self.hearing.heard()

    @property
    def going(self) -> bool:
        """Whether all that should go on does."""
        return self.worker.reading and not any(loop.done() for loop in self.loops)


def over_http(address: str, ledger: Ledger, hearing: Hearing) -> BaseSession:
    """A session within the limits that all processes on this ledger count together."""
    return session(address, Budget(ledger), hearing)


@asynccontextmanager
async def running(
    place: Place, connect: Callable[[str, Ledger, Hearing], BaseSession] = over_http
) -> AsyncIterator[App]:
    """Handles what comes through the door, lets clocks decide, draws screens; drains on leaving.

    `connect` makes the session with the Telegram at that address.

    Raises aiogram's errors where Telegram does not know the token, redis-py's where there is no Redis.
    """
    store = Store.from_url(place.redis_url)
    hearing = Hearing()
    bot = Bot(place.token, session=connect(place.telegram_url, store if place.limits else Unlimited(), hearing))
    tasks: list[asyncio.Task[None]] = []
    try:
        await store.ping()
        me = await bot.me()
        clock = Clock(store, heard=hearing.heard)
        await clock.claim()
        tables = Tables(store, me.username or "", clock.now, place.thinking, place.consumer)
        reconciler = Reconciler(bot, store, tables, name=place.consumer)
        tables.on_drawing, tables.on_deadline = reconciler.draw, clock.expect
        chats, rights = Chats(store), Rights(bot)
        tags = Tags(bot, chats, rights)
        tables.on_title = tags.passed
        desk = Desk(bot, me.username or "", tables, chats, rights, tags, Whispers(reconciler.whispering))
        handling, excuses = _Handling(desk, reconciler.astray), Excuses(bot)
        worker = Worker(store, place.consumer, handling)
        worker.together, worker.on_late = handling.together, excuses.late
        slower = Slower(desk)
        if place.throttled:
            worker.too_much = Throttle(slower.ask).too_much
        crew = Crew(store, place.consumer, [worker.inherit, reconciler.inherit])
        worker.in_company = lambda: crew.others
        await reconciler.sweep(first=True)
        worker.start()
        loops = [asyncio.create_task(each) for each in (clock.run(), reconciler.run(), crew.run())]
        tasks += [*loops, asyncio.create_task(menus.offer(bot))]
        gc.collect()
        gc.freeze()  # a full collection would walk all of aiogram and hold a tap up for a quarter of a second
        try:
            yield App(bot, me, store, Door(store, worker, excuses.excuse), worker, reconciler, hearing, crew, loops)
        finally:
            await worker.stop(DRAINING)
            await reconciler.drain(DRAINING)
            await tags.drain()
            await excuses.drain()
            await slower.drain()
            await end(loops)
            await crew.leave()
    finally:
        await end(tasks)
        await bot.session.close()
        await store.close()


class _Handling:
    """What a worker does with entries: a deadline goes to its table, a move there too, other updates to aiogram."""

    def __init__(self, desk: Desk, on_away: Callable[[], None]) -> None:
        self._desk = desk
        self._on_away = on_away
        self._dispatcher = dispatcher()

    async def __call__(self, entry: Entry) -> None:
        with self._watching():
            await self._handle(entry)

    async def _handle(self, entry: Entry) -> None:
        if entry.kind == "due":
            with suppress(IllegalMove, HandledError):
                await expire(self._desk.tables, self._desk.chats, entry)
        elif tap := pressed(entry):
            async with self._apologizing(tap.tapped.query, tap.tapped.language):
                await move(self._desk, tap)
        else:
            update = update_of(entry.payload, entry.update_id, self._desk.bot)
            if update is None:
                return
            if update.message:
                self._desk.heard(update.message)
            if changed := update.chat_member or update.my_chat_member:
                self._desk.rights.heard(changed)
            if not any(getattr(update, kind) for kind in ALLOWED_UPDATES):
                return  # it was not asked for, and aiogram would write all of it into the log
            query = update.callback_query
            whose = (query.id, query.from_user.language_code) if query else ("", None)
            async with self._apologizing(*whose):
                if update.message:
                    await self._desk.greeted(update.message)
                with suppress(HandledError):
                    await self._dispatcher.feed_update(self._desk.bot, update, desk=self._desk, entry=entry)

    async def together(self, entries: Sequence[Entry]) -> None:
        """Moves that wait for one table."""
        with self._watching():
            await moves(self._desk, entries)

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Tells where Redis is away in the middle of it."""
        try:
            yield
        except AWAY:
            self._on_away()
            raise

    @asynccontextmanager
    async def _apologizing(self, query: str, code: str | None) -> AsyncIterator[None]:
        """Whoever tapped is told where an error keeps the tap from being handled."""
        try:
            yield
        except AWAY:
            raise  # it will be handled, and the worker tells
        except Exception:
            if query:
                metrics.taps("failed").inc()
                await answer(self._desk.bot, query, out_of_order(language(code)), alert=True)
            raise
