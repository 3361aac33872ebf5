"""A playground for bots on stores of other kinds. A test file says in `bot` which bot is at work, on which store."""

from collections.abc import AsyncIterator, Callable

import pytest

from bot.playground import TOKEN
from bot.playground.client import Playground
from tests.e2e.process import BotProcess, first_line, run_python

Hire = Callable[..., BotProcess]


@pytest.fixture(scope="session")
async def playground_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    log = tmp_path_factory.mktemp("playground") / "playground.log"
    process = await run_python("bot.playground", "--port", "0", log=log, environment={})
    yield await first_line(process)
    process.terminate()
    await process.wait()


@pytest.fixture(scope="module")
async def hire(playground_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hire]:
    """Makes a bot that is not started, on the store with that address, with that name of its worker."""
    folder = tmp_path_factory.mktemp("bots")
    hired: list[BotProcess] = []
    async with Playground.at(playground_url) as pg:

        def made(redis_url: str, name: str = "one", **more: str) -> BotProcess:
            environment = {
                "BOT_TOKEN": TOKEN,
                "TELEGRAM_API_URL": playground_url,
                "REDIS_URL": redis_url,
                "PORT": "0",
                "WORKER_NAME": name,
                "THINKING_MS": "0",
                "TELEGRAM_LIMITS": "false",
                **more,
            }
            hired.append(BotProcess(pg, environment, folder / f"{name}.log"))
            return hired[-1]

        yield made
        for process in hired:
            if process.running:
                await process.end()


@pytest.fixture
async def pg(playground_url: str, bot: BotProcess) -> AsyncIterator[Playground]:
    """The playground, with the bot of the test's file running."""
    said = bot.log.stat().st_size
    async with Playground.at(playground_url) as client:
        yield client
        await client.clear_faults()
    assert bot.errors(since=said) == []
