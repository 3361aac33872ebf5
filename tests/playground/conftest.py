"""People in the playground of each test, and aiogram's real client as the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.playground import Server
    from bot.playground.client import Group, Playground, Someone


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
