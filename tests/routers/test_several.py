"""Several tables of one chat, and people at several tables: as they meet them."""

import asyncio
import json
import re
from typing import Any

import pytest

from bot.app import App
from bot.buttons import About, General
from bot.playground.client import Group, Playground, Seen, Someone
from bot.store import keys
from bot.tables.service import MOST

BEGIN, SIT, COMPUTER = "Начать", "Сесть", "+ Компьютер"
BESIDE = "Сыграть рядом: Очко"


@pytest.fixture
def kind() -> str:
    return "supergroup"


def words(seen: Seen) -> str:
    """The text with plain spaces."""
    return (seen.text or "").replace("\u00a0", " ")


def table_of(seen: Seen) -> str:
    return next((key.callback_data or "")[1:9] for row in seen.buttons for key in row if key.callback_data)


async def opened(host: Someone, group: Group, *others: Someone, game: str = "дурачки", **fields: Any) -> Seen:
    """A new table's message in its lobby, where there was none."""
    await host.write(group, f"/play {game}", **fields)
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    return lobby


async def live(app: App, group: Group) -> int:
    return len(await app.store.live_tables(await app.store.home_of(group.id)))


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    read: dict[str, Any] = json.loads(found[1].text)
    return read


# A new table beside others


async def test_a_lobby_nobody_started_does_not_block_the_chat(app: App, people: list[Someone], group: Group) -> None:
    """What people met, stale tables: "A lobby nobody started blocks the chat"."""
    anna, boris, _ = people
    await opened(anna, group)
    await boris.write(group, "/play очко")
    asked = await boris.wait_for(group, button=BESIDE)
    assert "1. Дурачки · Анна · ещё не начали" in words(asked)
    assert asked.button_texts == [BESIDE, "К столу 1. Дурачки", "После стола 1. Дурачки", "Закрыть стол 1. Дурачки"]
    assert await live(app, group) == 1
    await boris.press(BESIDE, on=asked)
    lobby = await boris.wait_for(group, text="За столом: Борис", button=BEGIN)
    assert "Очко" in (lobby.text or "")
    assert await live(app, group) == 2


async def test_in_another_topic_nobody_is_in_the_way(app: App, pg: Playground, people: list[Someone]) -> None:
    anna, boris, _ = people
    forum = await pg.group("Клуб", *people, kind="supergroup", forum=True)
    await opened(anna, forum)
    await boris.write(forum, "/play очко", thread=await forum.topic("Карты"))
    await boris.wait_for(forum, text="Очко", button=BEGIN)
    assert await live(app, forum) == 2


async def test_who_would_rather_wait_is_called_when_the_table_has_ended_and_notified(
    app: App, people: list[Someone], group: Group
) -> None:
    """What people met, Telegram: "mentions that do not notify"."""
    anna, boris, vera = people
    await opened(anna, group)
    await boris.write(group, "/play очко")
    asked = await boris.wait_for(group, button=BESIDE)
    for person in (boris, vera, vera):
        answer = await person.press("После стола 1. Дурачки", on=asked)
        assert answer.text == "Позову вас здесь, когда доиграют «Дурачки»."
    await anna.write(group, "/stop")
    called = await boris.wait_for(group, text="Стол освободился")
    assert called.text == "Стол освободился, открывайте свой:\nБорис: Очко\nВера: Очко"
    mentioned = [entity["user"]["id"] for entity in called.entities if entity["type"] == "text_mention"]
    assert mentioned == [boris.id, vera.id]
    await vera.press("Очко", on=called)
    await vera.wait_for(group, text="За столом: Вера", button=BEGIN)


async def test_the_other_table_is_called_off_by_its_host_or_a_moderator_alone(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera = people
    lobby = await opened(boris, group)
    await vera.write(group, "/play очко")
    asked = await vera.wait_for(group, button=BESIDE)
    answer = await vera.press("Закрыть стол 1. Дурачки", on=asked)
    assert "хозяин" in (answer.text or "")
    assert await live(app, group) == 1
    await anna.press("Закрыть стол 1. Дурачки", on=asked)
    await anna.wait_for(group, text="За столом: Анна", button=BEGIN)
    assert (await document(app, table_of(lobby)))["stage"] == "off"
    assert await live(app, group) == 1
    # Pressed once more it is too late for that table, and nothing is in the way of another.
    await boris.press("Закрыть стол 1. Дурачки", on=asked)
    await boris.wait_for(group, text="За столом: Борис", button=BEGIN)


async def test_a_table_of_another_chat_is_neither_waited_for_nor_called_off(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met, repeats and races: "buttons of an old game acting on the new one"; here a button is made up."""
    anna, boris, _ = people
    elsewhere = await pg.group("Клуб", boris, anna)
    table = table_of(await opened(anna, group))
    await opened(boris, elsewhere)
    await boris.write(elsewhere, "/play очко")
    asked = await boris.wait_for(elsewhere, button=BESIDE)
    for action in ("after", "instead"):
        answer = await boris.press(BESIDE, on=asked, forge=str(General(action, f"ochko:{table}")))
        assert "больше нет" in (answer.text or "")
    assert (await document(app, table)).get("stage", "lobby") == "lobby"
    assert "queue" not in await document(app, table)


async def test_there_are_not_more_tables_than_a_chat_can_follow(app: App, people: list[Someone], group: Group) -> None:
    """What people met: a chat is never blocked; but one person does not fill it with tables either."""
    anna, boris, _ = people
    lobby = await opened(anna, group)
    for _ in range(MOST - 1):
        await anna.press(BEGIN, on=lobby, forge=str(General("beside", "ochko")))
    assert await live(app, group) == MOST
    answer = await anna.press(BEGIN, on=lobby, forge=str(General("beside", "ochko")))
    assert answer.text == (
        "Здесь открыто уже 20 столов: доиграйте какой-нибудь или закройте командой /stop, тогда откроется другой."
    )
    await boris.write(group, "/play очко")
    await boris.wait_for(group, text="Здесь открыто уже 20 столов")
    assert await live(app, group) == MOST


# Once more


async def ended(app: App, host: Someone, group: Group, *others: Someone, computers: int = 0) -> str:
    """A table that was played, and called off."""
    lobby = await opened(host, group, *others)
    for _ in range(computers):
        await host.press(COMPUTER, on=lobby)
    await host.press(BEGIN, group)
    await host.wait_for(group, button="Мои карты")
    await host.write(group, "/stop")
    await host.wait_for(group, button="Мои карты", gone=True)
    return table_of(lobby)


async def test_once_more_seats_the_same_people_in_one_tap_each_and_computers_come_along(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    old = await ended(app, anna, group, boris, computers=2)
    await anna.write(group, "/play")
    catalogue = await anna.wait_for(group, button="Очко")
    await boris.press("Очко", on=catalogue, forge=str(About(old, "again")))
    await boris.wait_for(group, text="За столом: Борис, 🤖 Фока, 🤖 Демьян", button=BEGIN)
    await anna.press("Очко", on=catalogue, forge=str(About(old, "again")))
    await anna.wait_for(group, text=re.compile("Борис.*Фока.*Демьян.*Анна"), button=BEGIN)


async def test_once_more_is_not_shut_by_a_lobby_that_was_called_off(
    app: App, people: list[Someone], group: Group
) -> None:
    """What people met, stale tables: a lobby nobody started blocks what comes after it."""
    anna, boris, _ = people
    old = await ended(app, anna, group, boris)
    await anna.write(group, "/play")
    catalogue = await anna.wait_for(group, button="Очко")
    await anna.press("Очко", on=catalogue, forge=str(About(old, "again")))
    second = (await document(app, old))["next"]
    await anna.press("Встать", group)
    assert (await document(app, second))["stage"] == "off"
    await boris.press("Очко", on=catalogue, forge=str(About(old, "again")))
    lobby = await boris.wait_for(group, text="За столом: Борис", button=BEGIN)
    assert table_of(lobby) == (await document(app, second))["next"]


# The next table


async def test_who_asks_is_called_to_the_next_table_once(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    anna, boris, vera = people
    for person in (boris, boris, anna):
        await person.write(group, "/next")
    await anna.wait_for(group, text="Анна, позову вас личным сообщением, когда откроется следующий стол.")
    lobby = await opened(anna, group)
    called = await boris.wait_for("bot", text="Вы просили позвать")
    assert words(called).startswith("Дурачки · Семья\n")
    (row,) = called.buttons
    assert [(key.text, key.url) for key in row] == [("К столу", f"https://t.me/c/{str(group.id)[4:]}/{lobby.id}")]
    assert await app.store.calls(await app.store.home_of(group.id)) == {}
    await vera.press(BEGIN, on=lobby, forge=str(General("beside", "ochko")))
    await vera.wait_for(group, text="За столом: Вера", button=BEGIN)
    for person in people:  # neither the host, nor anybody for a second time
        assert sum("Вы просили" in (seen.text or "") for seen in await person.sees("bot")) == (person is boris)


async def test_who_does_not_want_to_be_called_any_more_says_so(app: App, people: list[Someone], group: Group) -> None:
    anna, boris, _ = people
    await boris.write(group, "/next")
    asked = await boris.wait_for(group, button="Не звать меня")
    assert (await anna.press("Не звать меня", on=asked)).text == "Вас и так не позовут."
    assert (await boris.press("Не звать меня", on=asked)).text == "Не стану звать."
    assert await app.store.calls(await app.store.home_of(group.id)) == {}


async def test_who_cannot_be_called_is_told_how_to_be_reached(app: App, pg: Playground, group: Group) -> None:
    """What people met, Telegram: "people the bot cannot write to (never started it, …), with nobody told"."""
    guest = await pg.person("Глеб")
    await group.set_member(guest, "member")
    await guest.write(group, "/next")
    told = await guest.wait_for(group, text="Но писать вам мне пока нельзя")
    assert told.button_texts == ["Открыть переписку со мной", "Не звать меня"]
    await guest.press("Открыть переписку со мной", on=told)
    await opened(guest, group)
    boris = await pg.person("Борис")
    await guest.write(group, "/next")
    await boris.press(BEGIN, group, forge=str(General("beside", "ochko")))
    await guest.wait_for("bot", text="Вы просили позвать")


async def test_nobody_is_called_to_tables_of_a_private_chat(app: App, people: list[Someone]) -> None:
    anna = people[0]
    await anna.write("bot", "/next")
    await anna.wait_for("bot", text="нужно общество")
    await anna.write("bot", "/play очко")
    await anna.wait_for("bot", button=BEGIN)


# Where to


async def test_tables_are_listed_and_lead_to_where_they_stand(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met: people who sit at three tables."""
    anna, boris, vera = people
    lobby = await opened(anna, group, boris)
    small = await pg.group("Кухня", boris, anna)
    await boris.write(small, "/play очко")
    other = await boris.wait_for(small, button=BEGIN)
    await anna.press(SIT, on=other)
    await boris.press(BEGIN, on=other)
    await boris.write("bot", "/play дурачки")
    await boris.wait_for("bot", text="За столом: Борис, 🤖", button=BEGIN)

    await boris.write("bot", "/tables")
    listed = await boris.wait_for("bot", text="Ваши столы")
    lines = sorted(line.split(". ", 1)[1] for line in words(listed).splitlines()[1:])
    assert lines[0] == "Дурачки · Семья · ещё не начали"
    assert lines[1] == "Дурачки · ещё не начали"
    assert re.fullmatch("Очко · Кухня( · ваш ход)?", lines[2])
    ways = {key.url or key.callback_data for row in listed.buttons for key in row}
    assert f"https://t.me/c/{str(group.id)[4:]}/{lobby.id}" in ways
    assert {f"t{table_of(other)}:fetch"} < ways
    assert len(ways) == 3

    def own(seen: Seen) -> bool:
        return words(seen).startswith("Очко · Кухня")

    hand = await boris.wait_for("bot", match=own)
    await boris.press(data=f"t{table_of(other)}:fetch", on=listed)
    fresh = await boris.wait_for("bot", match=lambda seen: own(seen) and seen.id != hand.id)
    assert fresh.seq > listed.seq
    await boris.wait_for("bot", match=lambda seen: seen.id == hand.id, gone=True)

    await anna.write(group, "/tables")
    here = await anna.wait_for(group, text="Столы здесь")
    assert words(here).splitlines()[1:] == ["1. Дурачки · Анна, Борис", "ещё не начали"]
    await vera.write("bot", "/tables")
    await vera.wait_for("bot", text="Вы не сидите ни за одним столом")


async def test_whose_seat_is_kept_finds_the_table_too(app: App, people: list[Someone], group: Group) -> None:
    """What people met, leaving: who has left, or slept, finds no way back."""
    anna, boris, _ = people
    lobby = await opened(anna, group, boris)
    await anna.press(BEGIN, on=lobby)
    await boris.wait_for("bot", text="Ваши карты")
    await boris.write(group, "/leave")
    async with asyncio.timeout(10):
        while (await document(app, table_of(lobby)))["sitters"][1].get("kept") is None:  # noqa: ASYNC110  # nothing tells when
            await asyncio.sleep(0.01)
    await boris.write("bot", "/tables")
    listed = await boris.wait_for("bot", text="Ваши столы")
    assert words(listed).splitlines()[1:] == ["1. Дурачки · Семья · место за вами"]
    (row,) = listed.buttons
    assert [(key.url or "").rpartition("/")[0] for key in row] == [f"https://t.me/c/{str(group.id)[4:]}"]


async def test_in_a_group_without_addresses_a_table_is_shown_anew(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    anna, boris, _ = people
    small = await pg.group("Кухня", anna, boris)
    lobby = await opened(anna, small)
    await boris.write(small, "/tables")
    listed = await boris.wait_for(small, text="Столы здесь")
    await boris.press("1. Дурачки", on=listed)
    again = await boris.wait_for(small, button=BEGIN, match=lambda seen: seen.id != lobby.id)
    assert again.seq > listed.seq


async def test_a_call_is_said_once_though_the_opening_is_delivered_twice(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met, repeats: "The same update handled twice"."""
    anna, boris, _ = people
    await boris.write(group, "/next")
    await boris.wait_for(group, text="Борис, позову")
    await opened(anna, group)
    await boris.wait_for("bot", text="Вы просили позвать")
    opening = next(one for one in await pg.updates() if one.get("message", {}).get("text") == "/play дурачки")
    await pg.deliver_again(opening["update_id"])
    await anna.write(group, "/tables")
    await anna.wait_for(group, text="Столы здесь")
    async with asyncio.timeout(10):
        while app.worker.busy:  # noqa: ASYNC110  # nothing tells when a worker has nothing in hand
            await asyncio.sleep(0.01)
    assert await live(app, group) == 1
    assert sum("Вы просили" in (seen.text or "") for seen in await boris.sees("bot")) == 1
    assert await app.store.client.exists(keys.calls(await app.store.home_of(group.id))) == 0
