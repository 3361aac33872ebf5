"""People who leave a table, are removed from it, come back, and sit down in the middle, as they do it in Telegram."""

import json
import re
from typing import Any

import pytest

from bot.app import App
from bot.buttons import About
from bot.playground.client import Group, Playground, Seen, Someone

BEGIN, SIT, BACK, CARDS = "Начать", "Сесть", "Вернуться за стол", "Мои карты"
GONE = "Борис встаёт из-за стола. Дальше там играет компьютер."


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Анна", "Борис", "Вера", "Глеб")


async def begun(host: Someone, group: Group, *others: Someone, game: str = "durachki", computers: int = 0) -> str:
    """The id of a new table in play."""
    await host.write(group, f"/play {game}")
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    for _ in range(computers):
        await host.press("+ Компьютер", on=lobby)
    await host.press(BEGIN, on=lobby)
    button = lobby.button(BEGIN)
    assert button
    assert button.callback_data
    return button.callback_data[1:9]


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    stored: dict[str, Any] = json.loads(found[1].text)
    return stored


async def hand(person: Someone) -> str:
    """The cards that a person sees in private."""
    seen = await person.wait_for("bot", text="Ваши карты")
    found = re.search("Ваши карты: (.*)", seen.text or "")
    assert found
    return found[1]


async def lines(person: Someone, group: Group, text: str) -> list[Seen]:
    return [seen for seen in await person.sees(group) if text in (seen.text or "")]


@pytest.mark.parametrize("status", ["left", "kicked"])
@pytest.mark.parametrize("administrator", [False, True])
async def test_who_leaves_the_chat_leaves_the_table_and_is_told_once(
    app: App, people: list[Someone], group: Group, status: str, *, administrator: bool
) -> None:
    """What people met, leaving: "leaves the group". Of an administrator's bot Telegram tells twice: by `chat_member`,
    and by the message in the chat."""
    anna, boris, vera, _ = people
    if administrator:
        await group.set_member("bot", "administrator")
    await begun(anna, group, boris, vera)
    await hand(boris)
    await group.set_member(boris, status, by=anna.id if status == "kicked" else boris.id)
    await anna.wait_for(group, text=GONE)
    await anna.wait_for(group, text="🤖 Борис", button=CARDS)
    away = await boris.wait_for("bot", text="За вас играет компьютер.", button=BACK)
    assert "Ваши карты" not in (away.text or "")
    answer = await boris.press(BACK, on=away)
    assert "состоит" in (answer.text or "")
    assert len(await lines(anna, group, GONE)) == 1


async def test_who_is_back_in_the_chat_is_back_at_the_table_by_one_tap(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera, _ = people
    table = await begun(anna, group, boris, vera)
    await hand(boris)
    await group.set_member(boris, "left", by=boris.id)
    away = await boris.wait_for("bot", button=BACK)
    await group.set_member(boris, "member", by=boris.id)
    assert not (await boris.press(BACK, on=away)).alert
    await boris.wait_for("bot", text="Ваши карты")
    await anna.wait_for(group, match=lambda seen: CARDS in seen.button_texts and "🤖" not in (seen.text or ""))
    assert [sitter["user"] for sitter in (await document(app, table))["sitters"]] == [anna.id, boris.id, vera.id]


@pytest.mark.parametrize("private", [False, True])
async def test_leave_and_back_gives_the_same_hand(
    app: App, people: list[Someone], group: Group, *, private: bool
) -> None:
    """What people met, leaving: "leave and rejoin gives a fresh hand"."""
    anna, boris, vera, _ = people
    table = await begun(anna, group, boris, vera)
    shown = await anna.wait_for(group, button=CARDS)
    idle = next(one for one in (boris, vera) if f"{one.name} ходит" not in (shown.text or ""))
    before = await hand(idle)
    await idle.write("bot" if private else group, "/leave")
    await idle.wait_for("bot" if private else group, text="Вы встали из-за стола: «Дурачки».")
    away = await idle.wait_for("bot", button=BACK)
    await idle.press(BACK, on=away)
    assert await hand(idle) == before
    assert [sitter.get("kept") for sitter in (await document(app, table))["sitters"]] == [None] * 3


async def test_who_sits_at_two_tables_is_asked_which_one_to_leave(
    app: App, people: list[Someone], group: Group
) -> None:
    """What people met, repeats: "one direct-message command hitting all of a person's games"."""
    anna, boris, vera, _ = people
    first = await begun(anna, group, boris, vera)
    other = await app.store.home_of(group.id)
    await boris.press(CARDS, group, forge=str(About(first, "rules")))
    second = await begun_beside(anna, group, boris)
    assert len(await app.store.live_tables(other)) == 2
    await boris.write(group, "/leave")
    asked = await boris.wait_for(group, text="Из-за какого стола вы встаёте?")
    await boris.press(on=asked, data=str(About(second, "leave")))
    assert [sitter["user"] for sitter in (await document(app, second))["sitters"]] == [anna.id]
    assert [sitter["user"] for sitter in (await document(app, first))["sitters"]] == [anna.id, boris.id, vera.id]


async def begun_beside(host: Someone, group: Group, *others: Someone) -> str:
    """The id of another table, in its lobby."""
    await host.write(group, "/play ochko")
    beside = await host.wait_for(group, match=lambda seen: any("рядом" in text.lower() for text in seen.button_texts))
    await host.press(next(text for text in beside.button_texts if "рядом" in text.lower()), on=beside)
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    button = lobby.button(BEGIN)
    assert button
    return (button.callback_data or "")[1:9]


async def test_an_anonymous_administrator_leaves_by_a_button(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met, Telegram: "anonymous admins (the command comes from the group, the button press from the
    person)"."""
    anna, boris, vera, _ = people
    table = await begun(anna, group, boris, vera)
    await group.set_member(anna, "creator", anonymous=True)
    await anna.write(group, "/leave")
    asked = await anna.wait_for(group, text="Из-за какого стола вы встаёте?")
    await anna.press(on=asked, data=str(About(table, "leave")))
    stored = await document(app, table)
    assert (stored["sitters"][0].get("user"), stored["sitters"][0]["kept"]) == (None, anna.id)
    assert stored["host"] == boris.id


async def test_a_moderator_or_the_host_removes_somebody_and_nobody_else_does(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera, gleb = people
    table = await begun(boris, group, vera, gleb)
    said = await vera.write(group, "/purse")
    await gleb.write(group, "/remove", reply_to=said.id)
    await gleb.wait_for(group, text="только хозяин стола или модератор")
    await boris.write(group, "/remove", reply_to=said.id)
    await vera.wait_for(group, text="Борис выводит из-за стола: Вера. Дальше там играет компьютер.")
    await vera.wait_for("bot", text="Ваши карты", gone=True)
    button = await vera.press(CARDS, group, forge=str(About(table, "sit")))
    assert "вывели" in (button.text or "")
    await anna.write(group, "/remove")
    asked = await anna.wait_for(group, text="Кто должен встать из-за стола?")
    assert asked.button_texts == ["Борис · Дурачки", "Глеб · Дурачки"]
    assert "хозяин" in ((await gleb.press("Борис · Дурачки", on=asked)).text or "")
    await anna.press("Глеб · Дурачки", on=asked)
    await anna.wait_for(group, text="Анна выводит из-за стола: Глеб.")


async def test_a_newcomer_takes_a_computers_seat_in_the_middle_of_a_beating_game(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera, _ = people
    table = await begun(anna, group, boris, computers=1)
    shown = await vera.wait_for(group, button=SIT, text="Фока")
    await vera.press(SIT, on=shown)
    await vera.wait_for(group, text="Вера садится за стол, Фока встаёт.")
    assert await hand(vera)
    assert [sitter["user"] for sitter in (await document(app, table))["sitters"]] == [anna.id, boris.id, vera.id]
    await anna.wait_for(group, match=lambda seen: CARDS in seen.button_texts and SIT not in seen.button_texts)


async def test_whom_the_bot_cannot_write_to_is_told_so_before_taking_over_a_hand(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    anna, boris, _, _ = people
    await begun(anna, group, boris, computers=1)
    stranger = await pg.person("Дарья")
    await group.set_member(stranger, "member")
    shown = await stranger.wait_for(group, button=SIT, text="Фока")
    assert "нажмите «Старт»" in ((await stranger.press(SIT, on=shown)).text or "")


async def test_in_a_game_of_many_deals_a_newcomer_waits_for_the_next_one(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera, _ = people
    table = await begun(anna, group, boris, game="ochko", computers=1)
    shown = await vera.wait_for(group, button=SIT, text="Фока")
    answer = await vera.press(SIT, on=shown)
    assert answer.text == "Вы сядете за стол со следующей сдачей, если она будет."
    await anna.wait_for(group, text="Со следующей сдачей за столом: Вера.")
    assert [sitter["user"] for sitter in (await document(app, table))["waiting"]] == [vera.id]
    again = await vera.press(CARDS, group, forge=str(About(table, "sit")))
    assert "больше ничего" in (again.text or "")
    await vera.write(group, "/leave")
    await anna.wait_for(group, text="Со следующей сдачей", gone=True)


async def test_who_blocks_the_bot_in_mid_game_keeps_the_seat_and_the_group_is_told(
    app: App, people: list[Someone], group: Group
) -> None:
    """ "People the bot cannot write to (blocked it in mid-game), with nobody told"."""
    anna, boris, vera, _ = people
    table = await begun(anna, group, boris, vera)
    await hand(boris)
    await boris.block()
    await anna.wait_for(group, text="Некому доставить карты: Борис.")
    stored = await document(app, table)
    assert (stored["sitters"][1]["user"], stored["unreached"]) == (boris.id, [1])
    answer = await boris.press(CARDS, group)
    assert answer.text or [seen for seen in await boris.sees(group) if seen.ephemeral_id]


async def test_when_the_host_leaves_the_next_person_keeps_the_table(
    app: App, people: list[Someone], group: Group
) -> None:
    """ "Nobody but the absent host may end a dead game"."""
    anna, boris, vera, _ = people
    await begun(boris, group, vera, anna)
    await boris.write(group, "/leave")
    await anna.wait_for(group, text="Стол теперь ведёт Вера.")
    await vera.write(group, "/stop")
    await anna.wait_for(group, text="Вера закрывает стол")


async def test_when_everybody_has_left_the_table_is_closed(app: App, people: list[Someone], group: Group) -> None:
    anna, boris, _, _ = people
    table = await begun(anna, group, boris)
    for person in (anna, boris):
        await person.write(group, "/leave")
    await anna.wait_for(group, text="Все разошлись, стол закрыт.")
    assert (await document(app, table))["stage"] == "off"


async def test_who_leaves_the_chat_leaves_a_lobby_too(app: App, people: list[Someone], group: Group) -> None:
    """ "A lobby nobody started blocks the chat"."""
    anna, boris, _, _ = people
    await anna.write(group, "/play durachki")
    lobby = await anna.wait_for(group, button=BEGIN)
    await boris.press(SIT, on=lobby)
    await group.set_member(anna, "left", by=anna.id)
    await boris.wait_for(group, match=lambda seen: BEGIN in seen.button_texts and "Анна" not in (seen.text or ""))
    await group.set_member(boris, "left", by=boris.id)
    await people[2].wait_for(group, text="Стол закрыт", match=lambda seen: BEGIN not in seen.button_texts)


async def test_in_private_one_leaves_a_table_with_the_computer_and_no_patience(app: App, people: list[Someone]) -> None:
    anna = people[0]
    await anna.write("bot", "/patience")
    await anna.wait_for("bot", button="Сдаюсь")
    await anna.write("bot", "/leave")
    await anna.wait_for("bot", text="Здесь вы ни за каким столом не сидите.")
    await anna.write("bot", "/play durachki")
    await anna.press(BEGIN, on=await anna.wait_for("bot", button=BEGIN))
    await anna.wait_for("bot", text="Ваши карты")
    await anna.write("bot", "/leave")
    await anna.wait_for("bot", text="Все разошлись, стол закрыт.")
    await anna.wait_for("bot", button="Сдаюсь")
