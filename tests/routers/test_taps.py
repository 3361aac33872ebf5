"""Taps as Telegram delivers them: on messages that are no more, and while nothing can be stored."""

import asyncio
import json
import logging
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.app import App
from bot.buttons import About, General, Play
from bot.playground.client import Group, Playground, Someone
from bot.store.store import Commit, Store

BEGIN, SIT, HAND, CHOOSE = "Начать", "Сесть", "Мои карты", "Выбрать игру"


async def begun(group: Group, host: Someone, *others: Someone) -> str:
    """The id of a table of durachki in play."""
    await host.write(group, "/play дурачки")
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    await host.press(BEGIN, on=lobby)
    for person in (host, *others):
        await person.wait_for("bot", text="Ваши карты")
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    read: dict[str, Any] = json.loads(found[1].text)
    return read


GENERAL = ("new:ochko", "rules:ochko", "catalogue", "settings:pace", 'choose:pace="slow"', "language:en", "no_call")


async def test_a_tap_on_a_message_that_is_inaccessible_is_answered(
    app: App, people: list[Someone], group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    """What people met, Telegram: "messages that are inaccessible": of such a one nothing is known but its number."""
    anna, boris, _ = people
    table = await begun(group, anna, boris)
    count = (await document(app, table))["count"]
    welcome = await anna.wait_for(group, button=CHOOSE)
    await anna.delete(welcome)
    moves = [Play(table, count, "lead 6S"), *(About(table, action) for action in ("hand", "sit", "leave", "stop"))]
    with caplog.at_level(logging.WARNING):
        for wish in [*(General(*words.split(":", 1)) for words in GENERAL), *moves]:
            await anna.press(CHOOSE, on=welcome, forge=str(wish))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert (await document(app, table))["stage"] == "off", "what names its table is done all the same"


async def test_nobody_is_told_of_a_move_that_was_not_stored(
    app: App, pg: Playground, people: list[Someone], group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What people met, restart: "an answer shown as accepted that was never stored, because the message was edited
    first": while the store is away no screen changes and no tap is answered."""
    anna, boris, _ = people
    table = await begun(group, anna, boris)
    await app.reconciler.drain()
    before, called = await document(app, table), await pg.last_call()
    (seat,) = [seat for seat, due in enumerate(before["due"]) if due is not None]
    waited = (anna, boris)[[anna.id, boris.id].index(before["sitters"][seat]["user"])]
    hand = await waited.wait_for("bot", text="Ваши карты")
    commit, tried = Store.commit, asyncio.Event()

    async def away(_store: Store, _change: Commit) -> object:
        tried.set()
        raise RedisConnectionError

    monkeypatch.setattr(Store, "commit", away)
    await waited.press(hand.button_texts[0], on=hand, patience=0)
    async with asyncio.timeout(5):
        await tried.wait()
    assert not [call for call in await pg.calls(since=called) if call.method.startswith(("edit", "send", "answer"))]
    assert await document(app, table) == before
    monkeypatch.setattr(Store, "commit", commit)
    await waited.wait_for("bot", text="Выбрано: ")
    assert (await document(app, table))["drafts"]
