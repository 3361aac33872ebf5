"""Minutes of busy tables within Telegram's limits, so that a group's minute is used up, and comes back."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.client import Playground
from bot.store.embedded import embedded_valkey
from bot.store.store import Store
from tests.e2e.stores.conftest import Hire, hire, nursery, playground_url
from tests.e2e.stores.evening import Evening, idle, judged

GAME = "twenty_one"
SECONDS = 120
SIZES = (12, 12, 12, 4, 4)

__all__ = ["hire", "nursery", "playground_url"]


@pytest.fixture
async def evening(hire: Hire, playground_url: str, tmp_path: Path) -> AsyncIterator[Evening]:
    """Three processes, and everybody at their tables."""
    with embedded_valkey(tmp_path) as url:
        processes = [hire(url, name, TELEGRAM_LIMITS="true") for name in ("one", "two", "three")]
        await asyncio.gather(*(process.start() for process in processes))
        store = Store.from_url(url)
        async with Playground.at(playground_url) as pg:
            await pg.settings(limits=True)
            yield await Evening.begin(pg, store, random.Random(12), SIZES, GAME)
        for process in processes:
            await process.end()
            assert process.errors(since=0) == []
        await store.close()


@pytest.mark.timeout(600)
async def test_no_limit_is_exceeded_and_no_screen_late_while_there_is_budget(evening: Evening) -> None:
    await evening.play(GAME, SECONDS)
    async with asyncio.timeout(90):
        while not await idle(evening.store):
            await evening.pg.wait_news(await evening.pg.rev(), 0.5)
    documents = [await evening.document(table) for table in evening.tables]
    figures = judged(await evening.journal(), evening.tables, documents)
    logging.getLogger(__name__).warning("%s", figures)
    assert figures.in_a_minute == 20
