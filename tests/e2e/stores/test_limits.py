"""Telegram's limits, measured at the server: two processes share them at busy tables, and nobody waits without need."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from bot.playground.client import Playground
from bot.store.embedded import embedded_valkey
from bot.store.store import Store
from tests.e2e.process import BotProcess
from tests.e2e.stores.conftest import Hire
from tests.e2e.stores.evening import Evening, idle, judged
from tests.valkeys import until

GAME = "twenty_one"


class Crew:
    """The two, and the store they share."""

    def __init__(self, store: Store, processes: list[BotProcess]) -> None:
        self.store = store
        self.processes = processes


@pytest.fixture(scope="module")
async def crew(hire: Hire, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crew]:
    with embedded_valkey(tmp_path_factory.mktemp("limited")) as url:
        made = Crew(Store.from_url(url), [hire(url, name, TELEGRAM_LIMITS="true") for name in ("one", "two")])
        await asyncio.gather(*(process.start() for process in made.processes))
        yield made
        for process in made.processes:
            await process.end()
        await made.store.close()


@pytest.fixture
def bot(crew: Crew) -> BotProcess:
    return crew.processes[0]


@pytest.fixture
async def limited(pg: Playground) -> AsyncIterator[Playground]:
    """The playground, keeping Telegram's limits too."""
    await pg.settings(limits=True)
    yield pg
    await pg.settings(limits=False)


async def test_no_limit_is_exceeded_and_no_screen_late_while_there_is_budget(
    limited: Playground, crew: Crew, rng: random.Random
) -> None:
    evening = await Evening.begin(limited, crew.store, rng, (12, 12, 4), GAME)
    await evening.play(GAME, 7)
    await until(lambda: idle(crew.store))
    documents = [await evening.document(table) for table in evening.tables]
    figures = judged(await evening.journal(), evening.tables, documents)
    assert figures.moves > 30
