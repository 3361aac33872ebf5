"""The whole bot in this process, in a Telegram without a network, by a clock that is moved by hand.

The Telegram is the playground's, as strict as it is over HTTP; Redis is a real one. Everything that the bot says is
shown to a `Watch` before it is sent, and every table as soon as it is stored.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.methods import Response, TelegramMethod
from aiogram.methods.base import TelegramType

from bot import app as wiring
from bot import sending
from bot.app import App, Place, running
from bot.inbox.clock import Clock
from bot.inbox.door import ALLOWED_UPDATES
from bot.playground import TOKEN
from bot.playground.api import BotApi
from bot.playground.errors import ApiError
from bot.playground.world import World, new_world
from bot.sending import Budget, Hearing, Ledger
from bot.store import keys
from bot.store.store import GAP_MS, Commit, Committed, Conflict, Gone, Store
from bot.tables.model import table_type
from tests.chaos.watch import Watch, table_of
from tests.e2e.told import Told, keys_of

START = 10_000_000
PATIENCE = 1_000
"""Rounds after which whatever was done should be done; computers play whole games meanwhile, a move in each."""


class Wire(BaseSession):
    """A session with that world's Telegram."""

    def __init__(self, world: World, watch: Watch) -> None:
        super().__init__()
        self.pressed: dict[str, str] = {}
        """What each tap carried, by its number."""
        self._api = BotApi(world)
        self._held: dict[str, object] = {}
        self._watch = watch

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[TelegramType],
        timeout: int | None = None,  # noqa: ARG002, ASYNC109  # aiogram's signature
    ) -> TelegramType:
        if method.__api_method__ not in self._held:  # or pydantic makes the type of the answer anew at every call
            self._held[method.__api_method__] = Response.__class_getitem__(method.__returning__)
        given = method.model_dump(warnings=False).items()
        params = {name: self.prepare_value(value, bot=bot, files={}) for name, value in given}
        params = {name: value for name, value in params.items() if value}  # as aiogram's form leaves out what is empty
        self._hear(params)
        status, body = 200, dict[str, Any]()
        try:
            body = {"ok": True, "result": await self._api.answer(method.__api_method__, params, {})}
        except ApiError as refused:
            status, body = refused.code, {"ok": False, "error_code": refused.code, "description": refused.description}
            if refused.parameters:
                body["parameters"] = refused.parameters.model_dump(exclude_none=True)
        await asyncio.sleep(0)  # whoever calls gives way to others, as with any network
        return cast("TelegramType", self.check_response(bot, method, status, json.dumps(body)).result)

    def _hear(self, params: dict[str, Any]) -> None:
        if query := params.get("callback_query_id"):
            tap = self._api.world.queries.get(query)
            if tap and "text" in params and "chat_id" not in params:
                asked = self.pressed[query]
                self._watch.told(Told(tap.at, tap.person, params["text"]), table_of(asked), asked)
        if "chat_id" in params:
            to = int(params.get("receiver_user_id", params["chat_id"]))
            self._watch.told(Told(0, to, params.get("text") or params.get("caption", ""), keys_of(params)))

    async def close(self) -> None:
        """There is nothing to close."""

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:
        """No file is read."""
        yield b""


class Watched(Store):
    """A store that shows each table to a watch as it is stored."""

    watch: Watch

    async def commit(self, change: Commit) -> Committed | Conflict | Gone:
        """As of any store."""
        # Before, for whoever draws the table may be answered sooner than whoever has changed it.
        table = change.text and table_type(change.game).model_validate_json(change.text)
        coming = self.watch.stored(table) if table else None
        done = await super().commit(change)
        if isinstance(done, Committed):
            self.watch.paid(change.home, change.purses, change.purse, anew=change.reset)
        elif coming:
            self.watch.dropped(coming)
        return done


class Hand(Clock):
    """A clock that goes on by hand."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.ms = START
        super().__init__(*args, **more, ms=lambda: self.ms)


@dataclass
class Town:
    """The bot and everybody who meets it."""

    app: App
    world: World
    watch: Watch
    wire: Wire
    clock: Hand
    others: list[App] = field(default_factory=list)
    """Further processes of the same bot, as far as one process can be several."""

    @property
    def apps(self) -> list[App]:
        """All that are at work."""
        return [self.app, *self.others]

    async def settle(self) -> None:
        """Waits until the bot has done, drawn and said all that there is to do."""
        for _ in range(PATIENCE):
            batch = [pending.update for pending in self.world.updates]
            self.world.updates.clear()
            if batch:
                await self.app.door.admit(batch)
            while self._busy():  # noqa: ASYNC110  # there is no event of it
                await asyncio.sleep(0.001)
            for app in self.apps:
                await app.reconciler.drain()
            if not await self._waiting() and not self.world.updates and not self._busy():
                self.watch.quiet()
                return
        busiest = max(self.watch.versions.values(), key=len)
        raise AssertionError(f"the bot does not come to rest, {len(busiest)} changes of {busiest[-1].table}")

    def _busy(self) -> bool:
        return any(app.worker.busy for app in self.apps)

    async def _waiting(self) -> bool:
        """Whether something is left to be done or drawn; what is due is claimed."""
        client = self.app.store.client
        pipeline = client.pipeline(transaction=False)
        for shard in keys.SHARDS:
            pipeline.xlen(keys.inbox(shard))
            pipeline.zcount(keys.deadlines(shard), "-inf", self.clock.ms)
            pipeline.zcard(keys.stale(shard))
        found = await pipeline.execute()
        if any(found[1::3]):
            await self.clock.claim()
        if any(found[2::3]):
            await self.app.reconciler.sweep()
        return any(found)

    @asynccontextmanager
    async def another(self, redis_url: str, consumer: str, *, throttled: bool = False) -> AsyncIterator[App]:
        """One more process of the bot. It shares the first one's wire, but not its clock, which must not go on."""
        place = Place(TOKEN, "", redis_url, 0, limits=False, throttled=throttled, consumer=consumer)
        async with running(place, lambda *_: self.wire) as app:
            self.others.append(app)
            yield app
            self.others.remove(app)

    async def pass_time(self) -> None:
        """The clock goes on by a few seconds: by no more than a bot may be away without stopping it."""
        self.clock.ms += GAP_MS
        await self.clock.claim()


@asynccontextmanager
async def town(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, wired: type[Wire] = Wire, *, throttled: bool = False
) -> AsyncIterator[Town]:
    """A bot at work, in a Telegram where nobody is yet."""
    watch, made = Watch(), list[Hand]()
    world = new_world(TOKEN)
    world.allowed = [*ALLOWED_UPDATES]
    wire = wired(world, watch)

    def connect(_address: str, ledger: Ledger, hearing: Hearing) -> BaseSession:
        sending.careful(wire, Budget(ledger), hearing)
        return wire

    def by_hand(*args: Any, **more: Any) -> Hand:
        made.append(Hand(*args, **more))
        return made[0]

    monkeypatch.setattr(Watched, "watch", watch, raising=False)
    monkeypatch.setattr(wiring, "Store", Watched)
    monkeypatch.setattr(wiring, "Clock", by_hand)
    async with running(Place(TOKEN, "", redis_url, 0, limits=False, throttled=throttled), connect) as app:
        yield Town(app, world, watch, wire, made[0])
