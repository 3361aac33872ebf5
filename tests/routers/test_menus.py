"""The commands that Telegram offers beside the text field."""

from collections.abc import Iterator

import pytest
from aiogram.filters import Command

from bot.app import App
from bot.language import Language
from bot.menus import SCOPES, WORDS
from bot.playground.client import Group, Playground, Someone
from bot.routers import dispatcher
from bot.screens.pages import help_screen


async def offered(pg: Playground, person: Someone, chat: int) -> dict[str, str]:
    """The menu as that person has it in that chat, once the bot has told all of them."""
    rev = await pg.rev()
    while len(await pg.calls("setMyCommands")) < 2 * len(SCOPES):
        rev = await pg.wait_news(rev)
    (room,) = [room for room in (await person.view()).chats if room["id"] == chat]
    return {command["command"]: command["description"] for command in room["commands"]}


@pytest.fixture
async def anna(pg: Playground, app: App) -> Someone:
    person = await pg.person("Анна", language="ru")
    await person.start()
    return person


@pytest.fixture
async def john(pg: Playground, anna: Someone) -> Someone:
    return await pg.person("John", language="de")


@pytest.fixture
async def group(pg: Playground, anna: Someone, john: Someone) -> Group:
    return await pg.group("Семья", anna, john)


async def test_everybody_is_offered_what_is_theirs_in_their_language(
    pg: Playground, anna: Someone, john: Someone, group: Group
) -> None:
    assert await offered(pg, anna, anna.id) == {
        "play": "Выбрать игру и открыть стол",
        "patience": "Разложить пасьянс",
        "rules": "Правила всех игр",
        "tables": "Какие столы открыты",
        "purse": "У кого сколько жетонов",
        "leave": "Встать из-за стола",
        "stop": "Закрыть стол",
        "reset_purses": "Начать счёт жетонов заново",
        "settings": "Язык, время на ход, жетоны и прочее",
        "forget_me": "Забыть обо мне всё",
        "help": "Что я умею",
    }
    assert [*await offered(pg, anna, group.id)] == [
        *("play", "rules", "tables", "next", "purse", "extend", "skip", "leave", "remove"),
        *("stop", "reset_purses", "settings", "help"),
    ]
    assert await offered(pg, john, group.id) == {
        "play": "Choose a game and open a table",
        "rules": "The rules of every game",
        "tables": "The tables that are open",
        "next": "Be called to the next table",
        "purse": "Who has how many chips",
        "extend": "More time for a turn",
        "leave": "Get up from a table",
        "stop": "Call a table off",
        "settings": "Language, pace, chips and more",
        "help": "What I can do",
    }


@pytest.fixture
async def refusing(pg: Playground) -> None:
    """Telegram takes no menus."""
    await pg.fault("error", method="setMyCommands", code=400, description="Bad Request: no", times=None)


async def test_a_bot_without_menus_serves_all_the_same(refusing: None, pg: Playground, anna: Someone) -> None:
    await anna.write("bot", "/help")
    await anna.wait_for("bot", text="Что я умею")
    assert [call.ok for call in await pg.calls("setMyCommands")] == [False]


def commands() -> Iterator[str]:
    """Every command that has a handler."""
    for router in dispatcher().sub_routers:
        for handler in router.message.handlers:
            for each in handler.filters or ():
                if isinstance(each.callback, Command):
                    yield from map(str, each.callback.commands)


def test_every_command_is_offered_and_explained() -> None:
    known = set(commands()) - {"start"}
    assert known == {*WORDS}
    assert {command for _, some in SCOPES for command in some} == known
    for code in ("ru", "en"):
        for command in known - {"help"}:
            assert f"/{command}" in help_screen(Language(code)).text
