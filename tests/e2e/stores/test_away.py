"""The store away in the middle of play, for ten seconds, by a restart, full, slow: nothing is lost, and nobody waits
without a word."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from bot.playground.client import Answer, Seen
from bot.store.store import Store
from tests.e2e.people import PATIENCE, Company, Player
from tests.e2e.process import BotProcess
from tests.e2e.stores.conftest import Hire
from tests.e2e.words import RUSSIAN
from tests.proxy import Proxy
from tests.valkeys import Valkey, one_server, until

WAIT = "Минутку…"
TITLE = RUSSIAN.games["durachki"]


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Valkey]:
    async with one_server(tmp_path_factory.mktemp("away")) as made:
        yield made


@pytest.fixture(scope="module")
def wire(server: Valkey) -> Iterator[Proxy]:
    with Proxy(server.port) as made:
        yield made


@pytest.fixture(scope="module")
async def bot(wire: Proxy, hire: Hire) -> BotProcess:
    made = hire(f"redis://127.0.0.1:{wire.port}/0")
    await made.start()
    return made


@pytest.fixture
async def table(friends: Company) -> Company:
    """Three in the middle of a game."""
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    for _ in range(2):
        await anext(friends.moves("durachki"))
    return friends


async def asked(company: Company) -> tuple[Player, Seen]:
    """Somebody who is to move, and the screen that says so."""
    while True:
        rev = await company.pg.rev()
        for player in company.players:
            if screen := await player.screen(f"{TITLE} · {company.title}"):
                return player, screen
        assert await company.pg.wait_news(rev, PATIENCE, company.chats) > rev, "nobody is asked"


async def tap(player: Player, screen: Seen) -> Answer:
    """What a move is answered."""
    button = player.choice(screen)
    return await player.who.press(button.text, on=screen, data=button.callback_data, patience=10)


async def documents(server: Valkey) -> list[str]:
    """Those of all tables that are not finished."""
    store = Store.from_url(server.url)
    found = [await store.table(table) for table in sorted(await store.unfinished())]
    await store.close()
    return [one[1].text for one in found if one]


async def goes_on(company: Company) -> None:
    """Somebody's next tap is answered, and not with an excuse."""
    player, screen = await asked(company)
    assert (await tap(player, screen)).text != WAIT
    assert await player.changed(screen) is not None


async def test_ten_seconds_away(table: Company, wire: Proxy, server: Valkey) -> None:
    player, screen = await asked(table)
    before = await documents(server)
    wire.cut()
    away = asyncio.create_task(asyncio.sleep(10))
    assert (await tap(player, screen)).text == WAIT
    assert (await tap(player, screen)).text == WAIT, "also a tap that comes later"
    assert await player.screen(f"{TITLE} · {table.title}") == screen
    await away
    wire.connect()
    assert await player.changed(screen) is not None, "what came of it stands on the screen"
    assert await documents(server) != before
    await goes_on(table)


async def test_nothing_comes_through(table: Company, wire: Proxy) -> None:
    """No connection is refused; what is sent just does not arrive."""
    player, screen = await asked(table)
    wire.block()
    assert (await tap(player, screen)).text == WAIT
    wire.unblock()
    assert await player.changed(screen) is not None
    await goes_on(table)


async def test_a_restart(table: Company, server: Valkey) -> None:
    player, screen = await asked(table)
    before = await documents(server)
    await server.kill()
    assert (await tap(player, screen)).text == WAIT
    await server.start()
    assert await player.changed(screen) is not None
    after = await documents(server)
    assert len(after) == len(before), "every table is there"
    assert after != before
    await goes_on(table)


async def test_full(table: Company, server: Valkey) -> None:
    player, screen = await asked(table)
    before = await documents(server)
    await server.ask("CONFIG", "SET", "maxmemory", 1)
    assert (await tap(player, screen)).text == WAIT
    assert await documents(server) == before
    await server.ask("CONFIG", "SET", "maxmemory", 0)
    assert await player.changed(screen) is not None
    await goes_on(table)


async def test_slow(table: Company, wire: Proxy) -> None:
    """Every answer of the store takes nearly two seconds."""
    player, screen = await asked(table)
    wire.slow_down(0.9)
    try:
        assert (await tap(player, screen)).text == WAIT
        assert await player.changed(screen) is not None
    finally:
        wire.slow_down(0)
    await goes_on(table)


async def test_after_all_that_nothing_is_left_to_be_done(server: Valkey) -> None:
    store = Store.from_url(server.url)

    async def done() -> bool:
        left = await store.pulse()
        return (left.entries, left.stale) == (0, 0)

    await until(done)
    await store.close()
