"""`/forget_me`: afterwards nothing in the store tells of the person."""

import asyncio
import json
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.app import App
from bot.playground.client import Group, Playground, Someone
from bot.store.store import Commit, Entry

BEGIN, SIT, HAND, FORGET = "Начать", "Сесть", "Мои карты", "Забыть меня"
NAME = "Клеопатра"


@pytest.fixture
def names() -> tuple[str, ...]:
    return (NAME, "Борис", "Вера")


@pytest.fixture
def kind() -> str:
    return "supergroup"


async def everything(redis: Redis) -> dict[str, str]:
    """All keys and what lies under each, as text."""
    found = {}
    async for key in redis.scan_iter():
        match await redis.type(key):
            case b"string":
                value: Any = await redis.get(key)
            case b"hash":
                value = await redis.hgetall(key)
            case b"list":
                value = await redis.lrange(key, 0, -1)
            case b"set":
                value = await redis.smembers(key)
            case b"zset":
                value = await redis.zrange(key, 0, -1)
            case b"stream":
                value = await redis.xrange(key)
            case other:
                raise AssertionError(f"what is a {other!r}?")
        found[key.decode()] = _text(value)
    return found


def _text(value: Any) -> str:
    match value:
        case bytes():
            return value.decode()
        case dict():
            return " ".join(f"{_text(key)} {_text(one)}" for key, one in value.items())
        case list() | tuple() | set():
            return " ".join(map(_text, value))
    return str(value)


async def traces(app: App, redis: Redis, person: Someone) -> list[str]:
    """The keys that tell of the person, when nothing is in hand any more."""
    async with asyncio.timeout(10):
        while True:
            await app.reconciler.drain()
            kept = await everything(redis)
            found = [f"{key}: {text}" for key, text in kept.items() if str(person.id) in key + text or NAME in text]
            # What is being drawn, or on its way, is not what is known.
            if not found or not (app.worker.busy or any(":stale" in key for key in kept)):
                return found
            await asyncio.sleep(0.01)


async def forgotten(person: Someone) -> None:
    await person.write("bot", "/forget_me")
    asked = await person.wait_for("bot", button=FORGET)
    await person.press(FORGET, on=asked)
    await person.wait_for("bot", text="Больше я ничего о вас не знаю")


async def opened(host: Someone, group: Group | str, *others: Someone, game: str = "дурачки") -> str:
    await host.write(group, f"/play {game}")
    lobby = await host.wait_for(group, button=BEGIN, match=lambda seen: host.name in (seen.text or ""))
    for other in others:
        await other.press(SIT, on=lobby)
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    read: dict[str, Any] = json.loads(found[1].text)
    return read


async def test_nothing_is_left_of_a_person_who_was_everywhere(
    app: App, redis: Redis, pg: Playground, people: list[Someone], group: Group
) -> None:
    """`/forget_me` deletes a person's data everywhere but in other people's finished results, where the name becomes
    «Гость»: a purse, a title, a chosen language, a seat, a place in a queue, a call, a patience, a game alone, an entry
    that was set aside."""
    anna, boris, vera = people
    home = await app.store.home_of(group.id)
    finished = await opened(anna, group, boris)
    await anna.press(BEGIN, group)
    await anna.wait_for(group, button=HAND)
    await anna.write(group, "/stop")
    await anna.wait_for(group, button=HAND, gone=True)
    titles: dict[str, str | None] = {f"durachki/{anna.id}": "1", f"koroli/{boris.id},{anna.id}": "1"}
    names = {anna.id: NAME, boris.id: "Борис"}
    await app.store.commit(Commit(home, purses={anna.id: 5, boris.id: -5}, purse=100, names=names, titles=titles))

    lobby = await opened(boris, group, vera)
    await anna.write(group, "/play очко")
    asked = await anna.wait_for(group, text="Здесь уже есть столы")
    await anna.press("После стола 1. Дурачки", on=asked)
    await vera.press("Сыграть рядом: Очко", on=asked)
    other = await vera.wait_for(group, text="За столом: Вера", button=BEGIN)
    await anna.press(SIT, on=other)
    await anna.write(group, "/next")
    await anna.wait_for(group, text=f"{NAME}, позову")

    await anna.press("English", "bot")
    await anna.write("bot", "/patience")
    await anna.wait_for("bot", button="I give up")
    await anna.write("bot", "/play durachki")
    await anna.wait_for("bot", button="Begin")
    await anna.press("Begin", "bot")
    broken = Entry("3", "", "update", 77, "", "", json.dumps({"update_id": 77, "from": {"id": anna.id}}))
    (entry,) = await app.store.append(broken, "nobody")
    await app.store.set_aside(entry, "ValueError")
    assert len(await traces(app, redis, anna)) > 8

    await anna.write("bot", "/forget_me")
    page = await anna.wait_for("bot", button="Forget me")
    await anna.press("Forget me", on=page)
    await anna.wait_for("bot", text="I know nothing of you any more")
    assert await traces(app, redis, anna) == []
    assert [sitter["name"] for sitter in (await document(app, finished))["sitters"]] == ["Гость", "Борис"]
    assert [sitter["name"] for sitter in (await document(app, lobby))["sitters"]] == ["Борис", "Вера"]
    await boris.wait_for(group, text="Гость", match=lambda seen: NAME not in (seen.text or ""))
    assert await app.store.purses(home) == {boris.id: 95}
    # Who comes again is a new acquaintance, with a language of the own Telegram.
    await anna.write("bot", "/purse")
    await anna.wait_for("bot", text="Ваш кошелёк: 100")


async def test_who_is_forgotten_in_mid_game_leaves_the_table_which_goes_on(
    app: App, redis: Redis, people: list[Someone], group: Group
) -> None:
    """What people met, leaving: "Someone leaves the group, or the game, in any phase, and it hangs"."""
    anna, boris, vera = people
    table = await opened(anna, group, boris, vera)
    await anna.press(BEGIN, group)
    await anna.wait_for("bot", text="Ваши карты")
    await forgotten(anna)
    assert await traces(app, redis, anna) == []
    read = await document(app, table)
    assert read.get("stage") == "play"
    assert (read["sitters"][0]["name"], read["sitters"][0].get("user")) == ("Гость", None)
    assert read["host"] in (boris.id, vera.id)
    assert any(due is not None for due in read["due"])
    await boris.wait_for(group, text="Гость", button=HAND)


async def test_who_thinks_better_of_it_is_remembered(
    app: App, redis: Redis, people: list[Someone], group: Group
) -> None:
    anna = people[0]
    await opened(anna, group)
    await anna.write("bot", "/forget_me")
    asked = await anna.wait_for("bot", button="Не забывать")
    await anna.press("Не забывать", on=asked)
    await anna.wait_for("bot", text="Помню вас, как и прежде.")
    assert await traces(app, redis, anna)


async def test_nobody_is_forgotten_in_a_group(app: App, people: list[Someone], group: Group) -> None:
    """What people met, Telegram: "the command comes from the group, the button press from the person"."""
    anna, boris, _ = people
    await anna.write(group, "/purse")
    table = await opened(anna, group)
    await anna.write(group, "/forget_me")
    await anna.wait_for(group, text="Это для нас двоих")
    answer = await boris.press(BEGIN, on=await boris.wait_for(group, button=BEGIN), forge="g:forget")
    assert answer.alert
    assert (await document(app, table))["host"] == anna.id
    assert await app.store.traces(anna.id) == (frozenset({await app.store.home_of(group.id)}), frozenset({table}))
