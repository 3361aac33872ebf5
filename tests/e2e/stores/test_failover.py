"""The master of the store killed in the middle of a game: its replica takes over, and the game goes on."""

from collections.abc import AsyncIterator

import pytest

from bot.store.store import Store
from tests.e2e.people import Company
from tests.e2e.process import BotProcess
from tests.e2e.stores.conftest import Hire
from tests.e2e.words import RUSSIAN
from tests.valkeys import Watched, sentinels


@pytest.fixture(scope="module")
async def watched(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    async with sentinels(tmp_path_factory.mktemp("watched")) as made:
        yield made


@pytest.fixture(scope="module")
async def bot(watched: Watched, hire: Hire) -> BotProcess:
    made = hire(watched.url)
    await made.start()
    return made


async def stored(watched: Watched) -> tuple[str, list[str]]:
    """The only table that is not finished, as the present master has it: its document and its moves."""
    store = Store.from_url(watched.url)
    (table,) = await store.unfinished()
    found, log = await store.table(table), await store.log(table)
    await store.close()
    assert found
    return found[1].text, log


async def test_a_game_goes_on_when_its_store_fails_over(friends: Company, watched: Watched) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    playing = friends.moves("durachki")
    for _ in range(4):
        await anext(playing)
    title = f"{RUSSIAN.games['durachki']} · {friends.title}"
    before, moves = await stored(watched)
    await watched.acknowledged()
    (player, screen), *_ = [(one, seen) for one in friends.players if (seen := await one.screen(title))]
    button = player.choice(screen)
    await watched.master.kill()
    answer = await player.who.press(button.text, on=screen, data=button.callback_data, patience=10)
    assert answer.text == "Минутку…"
    assert await player.changed(screen) is not None
    assert (await watched.replica.info("replication"))["role"] == "master"
    after, more = await stored(watched)
    assert more[: len(moves)] == moves, "nothing that was taken is lost"
    assert after != before, "the tap of the time between is done"
    async for _ in playing:
        pass
    result = await friends.result()
    assert result
    assert all(player.name in (result.text or "") for player in friends.players)
