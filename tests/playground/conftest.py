"""A playground of its own for each test, a client of its script interface, and aiogram's real client as the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from bot.playground import Server, serve
from bot.playground.client import Group, Playground, Someone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with await serve(0, with_friends=False) as running:
        yield running


@pytest.fixture
async def pg(server: Server) -> AsyncIterator[Playground]:
    async with Playground.at(server.url) as client:
        yield client


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[Bot]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(server.url))
    async with Bot(server.token, session=session) as made:
        yield made


@pytest.fixture
async def anna(pg: Playground) -> Someone:
    return await pg.person("Анна")


@pytest.fixture
async def boris(pg: Playground) -> Someone:
    return await pg.person("Борис")


@pytest.fixture
async def group(pg: Playground, anna: Someone, boris: Someone) -> Group:
    return await pg.group("Друзья", anna, boris)
