from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import TelegramMethod

from bot.playground import TOKEN, Server
from bot.playground.client import Group, Playground, Someone
from bot.sending import Budget, Hearing, Unlimited, session


class Sleeper:
    """Sleeps no time at all, and tells how long it was to be."""

    def __init__(self) -> None:
        self.naps: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.naps.append(seconds)


@asynccontextmanager
async def bot_at(url: str, budget: Budget, hearing: Hearing, sleep: Sleeper) -> AsyncIterator[Bot]:
    bot = Bot(TOKEN, session=session(url, budget, hearing, sleep))
    yield bot
    await (await bot.session.create_session()).close()  # type: ignore[attr-defined]  # aiogram's own waits a while


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


@pytest.fixture
def hearing() -> Hearing:
    return Hearing()


@pytest.fixture
async def bot(server: Server, sleeper: Sleeper, hearing: Hearing) -> AsyncIterator[Bot]:
    async with bot_at(server.url, Budget(Unlimited()), hearing, sleeper) as made:
        yield made


@pytest.fixture
async def anna(pg: Playground) -> Someone:
    person = await pg.person("Анна")
    await person.start()
    return person


@pytest.fixture
async def group(pg: Playground, anna: Someone) -> Group:
    return await pg.group("Друзья", anna)


@pytest.fixture
def failure(bot: Bot) -> Callable[[TelegramMethod[Any]], Any]:
    async def fail(call: TelegramMethod[Any]) -> AiogramError:
        """The error with which a call ends."""
        with pytest.raises(AiogramError) as caught:
            await bot(call)
        return caught.value

    return fail
