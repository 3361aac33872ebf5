"""Three processes share the work of one bot: whichever is killed, the others go on with all that it had."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count

import pytest
from redis.asyncio import Redis

from bot.playground.client import Playground
from bot.store import keys
from bot.store.embedded import embedded_valkey
from bot.store.store import Entry, Store
from tests.e2e.people import Company, Player
from tests.e2e.process import BotProcess
from tests.e2e.stores.conftest import Hire
from tests.e2e.words import RUSSIAN
from tests.valkeys import until

NAMES = ("one", "two", "three")

NOTHING = '{"update_id":%d}'
"""An update that is handled by doing nothing."""


class Crew:
    """The three, and the store they share."""

    def __init__(self, url: str, processes: dict[str, BotProcess]) -> None:
        self.url = url
        self.redis = Redis.from_url(url, decode_responses=True)
        self.processes = processes
        self.numbers = count(10**9)

    async def complete(self) -> bool:
        """Whether all three have said that they are there."""
        return await self.redis.zcard(keys.CREW_ALIVE) == len(NAMES)

    async def poller(self) -> str:
        """Who asks for updates, as soon as somebody does."""
        await until(lambda: self.redis.exists(keys.CREW_POLLER))
        return str(await self.redis.get(keys.CREW_POLLER))

    async def kill(self, name: str) -> None:
        """`kill -9`, with something in hand that it cannot have finished."""
        store = Store.from_url(self.url)
        for shard in keys.SHARDS:
            number = next(self.numbers)
            await store.append(Entry(shard, "", "update", number, "", f"{number}", NOTHING % number), name)
        await store.close()
        await self.processes[name].kill()

    async def idle(self) -> bool:
        """Whether nothing is left in the inboxes and on stale screens."""
        entries = [await self.redis.xlen(keys.inbox(shard)) for shard in keys.SHARDS]
        stale = [await self.redis.zcard(keys.stale(shard)) for shard in keys.SHARDS]
        return not sum(entries) + sum(stale)


@pytest.fixture(scope="module")
async def crew(hire: Hire, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crew]:
    with embedded_valkey(tmp_path_factory.mktemp("shared")) as url:
        made = Crew(url, {name: hire(url, name) for name in NAMES})
        await asyncio.gather(*(process.start() for process in made.processes.values()))
        await until(made.complete)
        yield made
        for process in made.processes.values():
            if process.running:
                await process.end()
        await made.redis.aclose()


@pytest.fixture
def bot(crew: Crew) -> BotProcess:
    return next(iter(crew.processes.values()))


async def played(moves: AsyncIterator[Player], most: int) -> None:
    """So many moves, or fewer to the end."""
    for _ in range(most):
        if await anext(moves, None) is None:
            return


async def test_whichever_is_killed_every_table_comes_to_its_end(pg: Playground, crew: Crew, rng: random.Random) -> None:
    companies = [await Company.gather(pg, rng, RUSSIAN, 3) for _ in range(2)]
    for company in companies:
        company.players = tuple(replace(player, heard=False) for player in company.players)
        lobby = await company.sit_down(await company.open("twenty_one"))
        await company.begin(await company.agree(lobby, "3 сдачи"))
    playing = [company.moves("twenty_one") for company in companies]

    async def on(count: int) -> None:
        await asyncio.gather(*(played(moves, count) for moves in playing))

    await on(3)
    first = await crew.poller()
    await asyncio.gather(crew.kill(first), on(4))
    second = await crew.poller()
    (third,) = set(NAMES) - {first, second}
    await asyncio.gather(crew.kill(third), on(4))
    await on(10_000)
    for company in companies:
        result = await company.result()
        assert result
        assert all(player.name in (result.text or "") for player in company.players)
    await until(crew.idle)
    for process in crew.processes.values():
        assert process.errors(since=0) == []
