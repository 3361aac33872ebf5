"""A bot in this process, with a playground and a Valkey of its own."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from redis.asyncio import Redis

from bot.app import App, Place, running
from bot.inbox.polling import poll
from bot.playground import TOKEN, Server
from bot.playground.client import Group, Playground, Someone
from bot.routers import opening

SLOW = 1_000_000
"""Computer players that do not move while a test runs."""


@pytest.fixture(autouse=True)
def known_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is dealt from one known secret, so that no test depends on the luck of its cards. All else that is
    random stays so: the store tells documents and chats apart by it."""
    monkeypatch.setattr(opening, "secrets", SimpleNamespace(token_bytes=bytes))


@pytest.fixture
async def app(server: Server, redis: Redis, valkey_url: str) -> AsyncIterator[App]:
    async with running(Place(TOKEN, server.url, valkey_url, SLOW, limits=False)) as made:
        polling = asyncio.create_task(poll(made.bot, made.door, wait=1))
        yield made
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)
        await made.reconciler.drain()


@pytest.fixture
def names() -> tuple[str, ...]:
    """Who is there, in the tests of a file that does not say otherwise."""
    return "Анна", "Борис", "Вера"


@pytest.fixture
def kind() -> str:
    """What the group is: a `group` or a `supergroup`."""
    return "group"


@pytest.fixture
async def people(app: App, pg: Playground, names: tuple[str, ...]) -> list[Someone]:
    """Those people, whom the bot has greeted in private."""
    found = [await pg.person(name) for name in names]
    for person in found:
        await person.start()
        await person.wait_for("bot", button="Выбрать игру")
    return found


@pytest.fixture
async def group(pg: Playground, people: list[Someone], kind: str) -> Group:
    """The group of the first of them, where the others are simple members."""
    return await pg.group("Семья", *people, kind=kind)
