"""Telegram is told that updates were received once they are written down, and polling outlives every absence."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramUnauthorizedError
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.inbox.door import ALLOWED_UPDATES, Door
from bot.inbox.polling import poll
from bot.store import keys
from bot.store.store import Store


class Telegram:
    """A Bot API that answers `getUpdates` from a script, one answer a question, and then waits."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, Any]]] = []
        self.questions: list[dict[str, Any]] = []
        self.asked_all = asyncio.Event()

    async def answer(self, request: web.Request) -> web.Response:
        self.questions.append(dict(await request.post()))
        if not self.answers:
            self.asked_all.set()
            await asyncio.Event().wait()
        status, body = self.answers.pop(0)
        return web.json_response(body, status=status)

    def brings(self, *numbers: int) -> None:
        updates = [
            {"update_id": n, "callback_query": {"data": "ta1234567:sit", "unknown": {"новое": n}}} for n in numbers
        ]
        self.answers.append((200, {"ok": True, "result": updates}))

    def fails(self, status: int, description: str, **parameters: int) -> None:
        body = {"ok": False, "error_code": status, "description": description, "parameters": parameters}
        self.answers.append((status, body))

    @property
    def offsets(self) -> list[int]:
        return [int(question["offset"]) for question in self.questions]


@pytest.fixture
async def telegram() -> Telegram:
    return Telegram()


@pytest.fixture
async def bot(telegram: Telegram) -> AsyncIterator[Bot]:
    app = web.Application()
    app.router.add_post("/bot42:TOKEN/getUpdates", telegram.answer)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    session = AiohttpSession(api=TelegramAPIServer.from_base(str(server.make_url(""))))
    yield Bot("42:TOKEN", session=session)
    await session.close()
    await server.close()


async def polled(bot: Bot, door: Door, telegram: Telegram) -> None:
    polling = asyncio.create_task(poll(bot, door, wait=1, first_pause=0.001))
    async with asyncio.timeout(10):
        await telegram.asked_all.wait()
    polling.cancel()
    await asyncio.gather(polling, return_exceptions=True)


async def entries(store: Store) -> list[dict[str, str]]:
    found: Any = await store.client.xrange(keys.inbox("a"))  # declared for both protocols and all encodings
    return [fields for _, fields in found]


async def written(store: Store) -> list[int]:
    return [int(entry["update_id"]) for entry in await entries(store)]


async def test_updates_are_written_down_in_order_and_then_confirmed(store: Store, bot: Bot, telegram: Telegram) -> None:
    telegram.brings(5, 6, 9)
    telegram.brings()
    telegram.brings(10)
    await polled(bot, Door(store), telegram)
    assert telegram.offsets == [0, 10, 10, 11]
    assert await written(store) == [5, 6, 9, 10]
    first, *_ = await entries(store)
    assert '"unknown":{"новое":5}' in first["payload"]
    assert all(name in telegram.questions[0]["allowed_updates"] for name in ALLOWED_UPDATES)


async def test_what_could_not_be_written_down_is_not_confirmed(
    store: Store, valkey_url: str, bot: Bot, telegram: Telegram
) -> None:
    away = Store.from_url("unix:///nowhere/valkey.sock")

    class Recovering(Door):
        tries = 0

        async def admit(self, updates: Any) -> None:
            self.tries += 1
            await (Door(away) if self.tries < 3 else Door(store)).admit(updates)

    for _ in range(3):
        telegram.brings(1, 2)
    await polled(bot, Recovering(store), telegram)
    assert telegram.offsets == [0, 0, 0, 3]
    assert await written(store) == [1, 2]
    await away.close()


async def test_polling_gets_over_what_telegram_answers(store: Store, bot: Bot, telegram: Telegram) -> None:
    telegram.fails(502, "Bad Gateway")
    telegram.fails(409, "Conflict: terminated by other getUpdates request")
    telegram.fails(429, "Too Many Requests", retry_after=0)
    telegram.answers.append((200, {"nonsense": True}))
    telegram.brings(1)
    await polled(bot, Door(store), telegram)
    assert await written(store) == [1]
    assert telegram.offsets == [0, 0, 0, 0, 0, 2]


async def test_a_token_that_is_none_is_told(store: Store, bot: Bot, telegram: Telegram) -> None:
    telegram.fails(401, "Unauthorized")
    with pytest.raises(TelegramUnauthorizedError):
        await poll(bot, Door(store), wait=1)
