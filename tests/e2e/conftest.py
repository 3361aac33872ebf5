"""One playground, one Valkey and one bot for all end-to-end tests, each a process of its own; new people in each."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import TOKEN
from bot.playground.client import Playground
from bot.store.embedded import embedded_valkey
from tests.e2e.people import Company
from tests.e2e.process import BotProcess, first_line, run_python
from tests.e2e.words import ENGLISH, RUSSIAN


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A whole game takes its time where other work is done beside it."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("e2e")


@pytest.fixture(scope="session")
async def playground_url(folder: Path) -> AsyncIterator[str]:
    process = await run_python("bot.playground", "--port", "0", log=folder / "playground.log", environment={})
    yield await first_line(process)
    process.terminate()
    await process.wait()


@pytest.fixture(scope="session")
async def bot(playground_url: str, folder: Path) -> AsyncIterator[BotProcess]:
    with embedded_valkey(folder / "store") as redis_url:
        environment = {
            "BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": playground_url,
            "REDIS_URL": redis_url,
            "PORT": "0",
            "THINKING_MS": "0",
            "TELEGRAM_LIMITS": "false",
        }
        async with Playground.at(playground_url) as pg:
            process = BotProcess(pg, environment, folder / "bot.log")
            await process.start()
            yield process
            if process.running:
                await process.end()


@pytest.fixture
async def pg(playground_url: str, bot: BotProcess) -> AsyncIterator[Playground]:
    """The playground, with the bot running."""
    if not bot.running:
        await bot.start()
    said = bot.log.stat().st_size
    async with Playground.at(playground_url) as client:
        yield client
        await client.clear_faults()
    assert bot.errors(since=said) == []


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Chance that is the same at every run, and another in every test."""
    return random.Random(request.node.nodeid)


@pytest.fixture
async def friends(pg: Playground, rng: random.Random) -> Company:
    """Three who speak Russian, in a group with the bot; all have opened it."""
    return await Company.gather(pg, rng, RUSSIAN, 3)


@pytest.fixture
async def english(pg: Playground, rng: random.Random) -> Company:
    """Three who speak English, in a group with the bot; all have opened it."""
    return await Company.gather(pg, rng, ENGLISH, 3)
