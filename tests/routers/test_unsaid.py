"""What was to be said in a group in which the bot may not write just then: it is told later, or elsewhere.

What people met: "the last, decisive message dropped"; "people the bot cannot write to, with nobody told".
"""

import asyncio
import json
from typing import Any

import pytest

from bot.app import App
from bot.playground.client import Group, Playground, Someone
from bot.screens.reconciler import Said
from bot.store.store import Commit
from bot.tables.chats import Chats
from bot.tables.model import Mute, Sitter, Table
from bot.tables.service import Tables
from bot.tables.steps import Change, Clock
from tests.tables.test_service import as_computers_do

BEGIN, SIT, HAND = "Начать", "Сесть", "Мои карты"
FORBIDDEN = {"code": 403, "description": "Forbidden: bot was kicked from the supergroup chat", "times": None}


@pytest.fixture
def kind() -> str:
    return "supergroup"


@pytest.fixture
def elsewhere(app: App) -> Tables:
    """Another process's, which draws nothing."""
    return Tables(app.store, app.me.username or "", lambda _shard: 1_000_000)


async def begun(group: Group, host: Someone, *others: Someone, game: str = "дурачки") -> str:
    """The id of a table in play."""
    await host.write(group, f"/play {game}")
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    await host.press(BEGIN, on=lobby)
    await host.wait_for(group, button=HAND)
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def shut(pg: Playground, group: Group) -> None:
    """From now on the bot may not write in the group."""
    for method in ("sendMessage", "editMessageText"):
        await pg.fault("error", method=method, chat=group.id, **FORBIDDEN)


async def drawn(app: App, table: str) -> dict[str, Any]:
    """The table's document, when there is nothing more to be drawn or said."""
    async with asyncio.timeout(10):
        while True:
            found = await app.store.table(table)
            assert found
            if not found[1].mark and not await app.store.said(table):
                read: dict[str, Any] = json.loads(found[1].text)
                return read
            await asyncio.sleep(0.01)


async def test_a_result_that_cannot_be_told_in_the_group_is_told_to_its_people(
    app: App, pg: Playground, people: list[Someone], group: Group, elsewhere: Tables
) -> None:
    """What people met: "the last, decisive message dropped"."""
    anna, boris, _ = people
    table = await begun(group, anna, boris)
    await drawn(app, table)
    await shut(pg, group)

    def to_the_end(table: Table[Any], clock: Clock) -> Change:
        change = as_computers_do(table, clock)
        while change.table.stage == "play":
            change = change.then(as_computers_do(change.table, clock))
        return change

    await elsewhere.act(table, to_the_end)
    await drawn(app, table)
    for person in (anna, boris):
        told = [seen.text or "" for seen in await person.sees("bot") if "дурачк" in (seen.text or "").lower()]
        assert sum("скажу здесь" in text for text in told) == 1
        assert sum("в кошельке" in text for text in told) == 1
    assert not [seen for seen in await anna.sees(group) if "в кошельке" in (seen.text or "")]


async def test_what_was_to_be_said_in_mid_game_is_said_once_when_the_bot_may_write_again(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met: "people the bot cannot write to, with nobody told": here slips that are read aloud, say."""
    table = await begun(group, *people[:2])
    await drawn(app, table)
    await shut(pg, group)
    found = await app.store.table(table)
    assert found
    words = tuple(str(Said(text, after=True)) for text in ("первое", "второе"))
    home = json.loads(found[1].text)["home"]
    await app.store.commit(Commit(home, table, found[1].version, said=words, stale=True))
    read = await drawn(app, table)
    assert read["mute"]["unsaid"] == [*words]
    await pg.clear_faults()
    found = await app.store.table(table)
    assert found
    soon = {**read, "mute": Mute(**{**read["mute"], "again": 1}).model_dump()}
    await app.store.commit(
        Commit(home, table, found[1].version, found[0], json.dumps(soon, ensure_ascii=False), deadline=1)
    )
    for text in ("первое", "второе"):
        await people[0].wait_for(group, text=text)
    assert "mute" not in await drawn(app, table)
    heard = [seen.text for seen in await people[0].sees(group) if seen.text in ("первое", "второе")]
    assert sorted(heard) == ["второе", "первое"]


async def test_whoever_waits_for_a_deal_that_does_not_come_is_told(
    app: App, people: list[Someone], group: Group, elsewhere: Tables
) -> None:
    """What people met, leaving: whoever was to sit down stays without a seat. A bank that is broken ends a game of
    which nobody knew how long it was to be."""
    anna, boris, vera = people
    table = await begun(group, anna, boris)
    guest = Sitter(user=vera.id, name=vera.name)
    await elsewhere.act(table, lambda table, _: Change(table.but(waiting=(guest,), stage="off", due=())))
    told = await vera.wait_for(group, text="следующей сдачи не было")
    assert [entity["user"]["id"] for entity in told.entities if entity["type"] == "text_mention"] == [vera.id]


@pytest.mark.parametrize("whose", ["group", "own", "nobody"])
async def test_a_call_to_the_next_table_makes_no_sound_in_quiet_hours(
    app: App, pg: Playground, people: list[Someone], group: Group, whose: str
) -> None:
    """What people met: people who sleep. A call cannot wait, for the table would not."""
    anna, boris, _ = people
    chat = {"group": group.id, "own": boris.id}.get(whose)
    if chat is not None:
        await Chats(app.store).change(chat, quiet=(0, 0))
    await boris.write(group, "/next")
    await boris.wait_for(group, text="позову")
    await anna.write(group, "/play дурачки")
    await boris.wait_for("bot", text="Вы просили позвать")
    (call,) = [call for call in await pg.calls("sendMessage") if "Вы просили позвать" in call.params["text"]]
    assert (call.params.get("disable_notification") == "true") is (whose != "nobody")


async def test_that_purses_began_anew_is_told_though_the_bot_ended_in_between(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met, restart: what was stored and never told."""
    anna, boris, _ = people
    home = await app.store.home_of(group.id)
    await app.store.commit(Commit(home, purses={anna.id: -40, boris.id: 40}, purse=100))
    await anna.write(group, "/reset_purses")
    asked = await anna.wait_for(group, button="Начать заново")
    await pg.fault("error", method="editMessageText", chat=group.id, code=502, description="Bad Gateway", times=None)
    await anna.press("Начать заново", on=asked)
    assert await app.store.purses(home) == {anna.id: 100, boris.id: 100}
    await boris.write(group, "/purse")
    await boris.wait_for(group, text="Счёт начат заново")
    await boris.wait_for(group, text="Борис: 100")
    assert (await Chats(app.store).newest(group.id)).untold == ()
