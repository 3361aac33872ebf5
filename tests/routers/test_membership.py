"""Who may sit, open and moderate: members, administrators in their own name or the chat's, and nobody from outside."""

import json
import re
from functools import partial
from random import Random

import pytest

from bot.app import App
from bot.buttons import About, General
from bot.playground.client import Group, Playground, Seen, Someone
from bot.routers.rights import Rights, Standing
from tests.fuzz.kinds import tap

BEGIN, SIT, CHOOSE, OPEN = "Начать", "Сесть", "Выбрать игру", "Открыть стол"


@pytest.fixture
async def group(pg: Playground, people: list[Someone]) -> Group:
    """Anna's, where Boris is a simple member; Vera is a stranger."""
    made = await pg.group("Семья", *people[:2])
    await people[0].wait_for(made, button=CHOOSE)
    return made


async def opened(host: Someone, group: Group, game: str = "durachki") -> str:
    """The id of a new table in its lobby."""
    await host.write(group, f"/play {game}")
    button = (await host.wait_for(group, button=BEGIN)).button(BEGIN)
    assert button
    assert button.callback_data
    return button.callback_data[1:9]


async def ticketed(app: App, table: str) -> str:
    """What the link of that table carries."""
    found = await app.store.table(table)
    assert found
    return f"t{table}{json.loads(found[1].text)['ticket']}"


# A table's link


async def test_a_member_who_comes_by_a_tables_link_is_asked_to_sit_down(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    table = await opened(anna, group)
    await boris.start(await ticketed(app, table))
    invitation = await boris.wait_for("bot", text="садитесь", button=SIT)
    assert "«Дурачки» в чате «Семья»" in (invitation.text or "").replace("\u00a0", " ")
    await boris.press(SIT, on=invitation)
    await anna.wait_for(group, text="Борис", button=BEGIN)


async def test_a_member_who_comes_by_the_link_in_the_middle_of_a_game_takes_a_computers_seat(
    app: App, people: list[Someone], group: Group
) -> None:
    """Field notes, leaving: who has left finds no way back. The link leads to a table until it ends."""
    anna, boris, _ = people
    table = await opened(anna, group)
    lobby = await anna.wait_for(group, button=BEGIN)
    await anna.press("+ Компьютер", on=lobby)
    await anna.press(BEGIN, on=lobby)
    link = await ticketed(app, table)
    await boris.start(link)
    await boris.press(SIT, on=await boris.wait_for("bot", text="садитесь", button=SIT))
    await boris.wait_for("bot", text="Ваши карты")
    await anna.write(group, "/stop")
    await anna.wait_for(group, text="закрыва")
    await boris.start(link)
    await boris.wait_for("bot", text="Этого стола больше нет")


@pytest.mark.parametrize("status", [None, "left", "kicked"])
async def test_a_tables_link_is_nothing_to_a_stranger(
    app: App, people: list[Someone], group: Group, status: str | None
) -> None:
    """Field notes, Telegram: banned people joining by a shared start link."""
    anna, _, vera = people
    if status:
        await group.set_member(vera, "member")
        await group.set_member(vera, status)
    table = await opened(anna, group)
    await vera.start(await ticketed(app, table))
    await vera.wait_for("bot", text="За столы чата садятся только те, кто в нём состоит")
    answer = await vera.press(CHOOSE, "bot", forge=str(About(table, "sit")))
    assert "только те, кто в нём состоит" in (answer.text or "")
    assert "Вера" not in ((await anna.wait_for(group, button=BEGIN)).text or "")


@pytest.mark.parametrize("payload", ["tffffffff", "t0", "нет", "t" + "0" * 63])
async def test_a_link_to_no_table_leads_nowhere(people: list[Someone], group: Group, payload: str) -> None:
    boris = people[1]
    if payload == "нет":
        await boris.write("bot", "/start нет")
    else:
        await boris.start(payload)
    sent = await boris.write("bot", "/help")
    await boris.wait_for("bot", text="Что я умею", match=lambda seen: seen.seq > sent.seq)
    assert not [seen for seen in await boris.sees("bot") if SIT in seen.button_texts]


async def test_whoever_knows_a_table_but_not_its_ticket_is_told_nothing_of_it(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    anna, boris, vera = people
    table = await opened(anna, group)
    link = await ticketed(app, table)
    ticket = link.removeprefix(f"t{table}")
    assert re.fullmatch("[A-Za-z0-9_-]{22}", ticket), "128 bits"
    other = await ticketed(app, await opened(anna, await pg.group("Дача", anna, vera)))
    guesses = (f"t{table}{other[9:]}", f"t{table}{ticket[:-1]}{'-_'[ticket[-1] == '-']}", other[:9] + ticket)
    gone = "Этого стола больше нет."
    for guess in (*guesses, f"t{table}", "tfffffffff" + "A" * 21):
        for person in (boris, vera):
            sent = await person.start(guess)
            await person.wait_for("bot", text=gone, match=partial(_after, sent))
    assert not [seen for seen in await boris.sees("bot") if SIT in seen.button_texts]


def _after(sent: Seen, seen: Seen) -> bool:
    return seen.seq > sent.seq


async def test_whoever_sits_there_is_greeted_by_the_link(app: App, people: list[Someone], group: Group) -> None:
    table = await opened(people[0], group)
    await people[0].start(await ticketed(app, table))
    await people[0].wait_for("bot", text="Карты игры «Дурачки» придут сюда")


async def test_a_stranger_has_no_table_sent_anew_and_calls_none_off(
    app: App, people: list[Someone], group: Group
) -> None:
    """Also a dead one, which anybody in its chat may call off."""
    anna, boris, vera = people
    table = await opened(anna, group)
    before = await app.store.table(table)
    for action in ("post", "fetch", "stop", "again", "extend", "hand", "sit"):
        answer = await vera.press(CHOOSE, "bot", forge=str(About(table, action)))
        assert answer.text, action
    assert before
    assert (await app.store.table(table) or before)[1].text == before[1].text
    shown = await boris.wait_for(group, button=BEGIN)
    await boris.press(BEGIN, on=shown, forge=str(About(table, "post")))
    await boris.wait_for(group, button=BEGIN, match=lambda seen: seen.id > shown.id)


async def test_a_stranger_who_sees_the_group_is_not_called_to_its_next_table(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """A public group is seen by people who are not in it, and Telegram lets them press its buttons."""
    anna, _, vera = people
    await pg.post(f"chats/{group.id}/members", person="bot", status="administrator")
    table = await opened(anna, group)
    before = await app.store.table(table)
    person = {"id": vera.id, "is_bot": False, "first_name": "Вера"}
    chat = {"id": group.id, "type": "group", "title": "Семья"}
    wishes = (General("after", f"ochko:{table}"), General("beside", "ochko"), General("new", "ochko"))
    taps = [tap(Random(number), person, chat, str(wish)) for number, wish in enumerate(wishes)]
    await app.door.admit([{"update_id": number, "callback_query": each} for number, each in enumerate(taps, 1)])
    sent = await anna.write(group, "/help")
    await anna.wait_for(group, text="Что я умею", match=partial(_after, sent))
    assert before
    assert (await app.store.table(table) or before)[1].text == before[1].text
    assert len(await app.store.live_tables(await app.store.home_of(group.id))) == 1


async def test_robots_do_not_sit_down(pg: Playground, people: list[Someone], group: Group) -> None:
    """Field notes, Telegram: robots joining by a shared start link."""
    anna = people[0]
    robot = await pg.person("R2", is_bot=True)
    await group.set_member(robot, "member")
    await opened(anna, group)
    lobby = await anna.wait_for(group, button=BEGIN)
    answer = await robot.press(SIT, on=lobby)
    assert answer.text
    assert "R2" not in ((await anna.wait_for(group, button=BEGIN)).text or "")


@pytest.mark.parametrize("status", ["left", "kicked"])
async def test_whoever_is_not_in_the_chat_any_more_opens_nothing_there(
    app: App, people: list[Someone], group: Group, status: str
) -> None:
    """Field notes, Telegram: banned people."""
    anna, boris, _ = people
    table = await opened(anna, group)
    await boris.press(SIT, group)
    await anna.wait_for(group, text="Борис", button=BEGIN)
    await group.set_member(boris, status, by=anna.id)
    await anna.wait_for(group, button=BEGIN, match=lambda seen: "Борис" not in (seen.text or ""))
    for action in ("sit", "again"):
        await boris.press(CHOOSE, "bot", forge=str(About(table, action)))
    assert await app.store.live_tables(await app.store.home_of(group.id)) == (table,)
    assert "Борис" not in ((await anna.wait_for(group, button=BEGIN)).text or "")


# In whose name


async def test_an_anonymous_administrator_opens_a_table_by_a_button_under_their_own_name(
    people: list[Someone], group: Group
) -> None:
    """Field notes, Telegram: anonymous admins (the command comes from the group, the button press from the person)."""
    anna, boris, _ = people
    await group.set_member(boris, "administrator", anonymous=True)
    await boris.write(group, "/play questions")
    asked = await anna.wait_for(group, text="от имени чата", button=OPEN)
    await boris.press(OPEN, on=asked)
    lobby = await anna.wait_for(group, button=BEGIN)
    assert "За столом: Борис" in (lobby.text or "").replace("\u00a0", " ")


async def test_whoever_presses_that_button_needs_the_right_themselves(people: list[Someone], group: Group) -> None:
    anna, boris, _ = people
    await group.set_member(anna, "creator", anonymous=True)
    await anna.write(group, "/play questions")
    asked = await boris.wait_for(group, button=OPEN)
    answer = await boris.press(OPEN, on=asked)
    assert "модератор" in (answer.text or "")
    assert not [seen for seen in await boris.sees(group) if BEGIN in seen.button_texts]


async def test_an_anonymous_administrator_calls_a_table_off_in_the_chats_name(
    people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    await opened(anna, group)
    await group.set_member(boris, "administrator", anonymous=True)
    await boris.write(group, "/stop")
    told = await anna.wait_for(group, text="закрыва")
    assert "Борис" not in (told.text or "")


@pytest.mark.parametrize("command", ["/play durachki", "/play questions"])
async def test_a_channel_cannot_sit(app: App, people: list[Someone], group: Group, command: str) -> None:
    """Field notes, Telegram: channel identities."""
    anna = people[0]
    await anna.write(group, command, as_channel="Вести")
    await anna.wait_for(group, text="Мне не видно, кто вы")
    assert await app.store.live_tables(await app.store.home_of(group.id)) == ()


@pytest.mark.parametrize("command", ["/stop", "/reset_purses", "/settings"])
async def test_a_channel_moderates_nothing(app: App, people: list[Someone], group: Group, command: str) -> None:
    """Field notes, Telegram: channel identities."""
    anna = people[0]
    table = await opened(anna, group)
    await anna.write(group, command, as_channel="Вести")
    sent = await anna.write(group, "/help")
    await anna.wait_for(group, text="Что я умею", match=lambda seen: seen.seq > sent.seq)
    assert await app.store.live_tables(await app.store.home_of(group.id)) == (table,)


# What is remembered


async def test_an_administrator_is_one_as_soon_as_telegram_says_so(people: list[Someone], group: Group) -> None:
    anna, boris, _ = people
    for administers in (False, True):
        await group.set_member("bot", "administrator" if administers else "member", by=anna.id)
        for status, may in (("administrator", True), ("member", False), ("administrator", True), ("member", False)):
            await group.set_member(boris, status, by=anna.id)
            await boris.write(group, "/settings")
            menu = await boris.wait_for(group, button="Время на ход")
            button = General("choose", 'pace="usual"')
            answer = await boris.press("Время на ход", on=menu, forge=str(button))
            assert bool(answer.text) is not may


async def test_where_the_bot_hears_of_changes_it_asks_but_once_a_minute(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    boris, now = people[1], [0.0]
    rights = Rights(app.bot, lambda: now[0])

    async def asked() -> int:
        before = await pg.last_call()
        for _ in range(3):
            assert await rights.standing(group.id, boris.id) == Standing(inside=True)
        found = await pg.calls("getChatMember", since=before)
        return sum(int(call.params["user_id"]) == boris.id for call in found)

    now[0] = 100
    assert await asked() == 3
    await group.set_member("bot", "administrator")
    now[0] = 200
    assert await asked() == 1
    assert await asked() == 0
    now[0] = 300
    assert await asked() == 1


async def test_where_telegram_tells_nothing_members_sit_and_nobody_moderates(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """Telegram promises an answer about others to administrators only."""
    anna, boris, vera = people
    table = await opened(anna, group)
    hidden = {"code": 400, "description": "Bad Request: member list is inaccessible", "times": None}
    await pg.fault("error", method="getChatMember", **hidden)
    await boris.press(SIT, group)
    await anna.wait_for(group, text="Борис", button=BEGIN)
    await boris.write(group, "/settings")
    menu = await boris.wait_for(group, button="Время на ход")
    answer = await boris.press("Время на ход", on=menu, forge=str(General("choose", 'pace="slow"')))
    assert "модератор" in (answer.text or "")
    outside = await vera.press(CHOOSE, "bot", forge=str(About(table, "sit")))
    assert "состоит" in (outside.text or "")
