"""Where Telegram takes a message and does not say so, it is sent again: the older twin does no harm, and loses its
buttons when somebody presses one."""

import pytest

from bot.app import App
from bot.playground.client import Group, Playground, Seen, Someone


@pytest.fixture
def names() -> tuple[str, ...]:
    return "Анна", "Борис"


@pytest.fixture
async def twins(app: App, pg: Playground, people: list[Someone], group: Group) -> tuple[Seen, Seen]:
    """Two messages of one lobby, the older first."""
    await people[0].wait_for(group, text="Добрый вечер")
    await pg.fault("drop_after", method="sendMessage", chat=group.id)
    await people[0].write(group, "/play дурачки")
    first = await people[0].wait_for(group, button="Сесть")
    second = await people[0].wait_for(group, button="Сесть", match=lambda seen: seen.id > first.id)
    await app.reconciler.drain()
    return first, second


async def buttons(person: Someone, group: Group, seen: Seen) -> list[str]:
    return next(one.button_texts for one in await person.sees(group) if one.id == seen.id)


async def test_a_tap_on_the_older_counts_once_and_takes_its_buttons_away(
    app: App, people: list[Someone], group: Group, twins: tuple[Seen, Seen]
) -> None:
    older, younger = twins
    anna, boris = people
    await boris.press("Сесть", on=older)
    await boris.wait_for(group, text="За столом: Анна, Борис", match=lambda seen: seen.id == younger.id)
    assert (await boris.wait_for(group, match=lambda seen: seen.id == older.id and not seen.buttons)).text == older.text
    assert "Начать" in await buttons(anna, group, younger)


async def test_a_refused_tap_on_the_older_does_so_too(
    people: list[Someone], group: Group, twins: tuple[Seen, Seen]
) -> None:
    older, younger = twins
    answer = await people[1].press("Начать", on=older)
    assert answer.alert
    await people[1].wait_for(group, match=lambda seen: seen.id == older.id and not seen.buttons)
    assert "Сесть" in await buttons(people[1], group, younger)


async def test_the_younger_keeps_its_buttons_whatever_is_pressed_there(
    app: App, people: list[Someone], group: Group, twins: tuple[Seen, Seen]
) -> None:
    _, younger = twins
    await people[1].press("Начать", on=younger)
    await people[1].press("Сесть", on=younger)
    await app.reconciler.drain()
    assert "Сесть" in await buttons(people[1], group, younger)


async def test_a_move_from_the_older_hand_is_made_once_and_then_its_buttons_go(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    anna = people[0]
    await pg.fault("drop_within", method="sendMessage", chat=anna.id)
    await anna.write("bot", "/patience")
    first = await anna.wait_for("bot", button="Сдаюсь")
    second = await anna.wait_for("bot", button="Сдаюсь", match=lambda seen: seen.id > first.id)
    await app.reconciler.drain()
    move = next(key for row in first.buttons for key in row if (key.callback_data or "").startswith("p"))
    await anna.press(move.text, on=first, data=move.callback_data)
    await anna.wait_for("bot", text="в рядах", match=lambda seen: seen.id == second.id and seen.text != second.text)
    again = await anna.press(move.text, on=first, data=move.callback_data)
    assert "ушёл вперёд" in (again.text or "")
    await anna.wait_for("bot", match=lambda seen: seen.id == first.id and not seen.buttons)


async def test_an_answer_that_may_have_been_given_is_not_given_again(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    anna = people[0]
    await pg.fault("drop_after", method="sendMessage", chat=anna.id)
    await anna.write("bot", "/rules дурачки")
    await anna.write("bot", "/tables")
    await anna.wait_for("bot", text="Вы не сидите")
    assert len([seen for seen in await anna.sees("bot") if (seen.text or "").startswith("Дурачки")]) == 1
