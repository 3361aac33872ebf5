"""What people write for a table: changed afterwards, or written while two tables wait for it."""

import json
from typing import Any

import pytest

from bot.app import App
from bot.playground.client import Group, Playground, Seen, Someone

BEGIN, SIT = "Начать", "Сесть"
SLIP = "На листке:"


async def began(group: Group, host: Someone, *others: Someone) -> str:
    """The id of a round of questions that has begun there."""
    await host.write(group, "/play questions")
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    button = lobby.button(BEGIN)
    assert button
    assert button.callback_data
    await host.press(BEGIN, on=lobby)
    return button.callback_data[1:9]


@pytest.fixture
async def table(group: Group, people: list[Someone]) -> str:
    made = await began(group, *people)
    for person in people:
        await slip(person)
    return made


async def slip(person: Someone, *parts: str) -> Seen:
    """The person's newest private message of a slip, with these parts in it."""
    return await person.wait_for("bot", text=SLIP, match=lambda seen: all(part in (seen.text or "") for part in parts))


async def reply(person: Someone, to: Seen, after: int = 0) -> str:
    """What the bot replies to that message, in a message later than `after`."""
    found = await person.wait_for("bot", match=lambda seen: seen.reply_to == to.id and seen.id > after)
    return found.text or ""


async def state(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    kept: dict[str, Any] = json.loads(found[1].text)["state"]
    return kept


async def written(app: App, table: str) -> list[str]:
    """What stands on the slips in people's hands: questions, or answers."""
    slips = [hand.get("slip") or {} for hand in (await state(app, table))["hands"]]
    what = "answer" if any(slip.get("answer") for slip in slips) else "question"
    return [slip[what] for slip in slips if slip.get(what)]


async def test_a_slip_is_rewritten_by_changing_its_message(app: App, people: list[Someone], table: str) -> None:
    boris = people[1]
    sent = await boris.write("bot", "Кого вы любите?")
    taken = await boris.wait_for("bot", text="Принято", match=lambda seen: seen.reply_to == sent.id)
    await boris.edit(sent, "Кого вы не любите?")
    assert "Листок исправлен" in await reply(boris, sent, taken.id)
    assert await written(app, table) == ["Кого вы не любите?"]
    await slip(boris, "Кого вы не любите?")


async def test_the_later_update_wins(app: App, people: list[Someone], table: str) -> None:
    boris = people[1]
    first = await boris.write("bot", "Первое?")
    await reply(boris, first)
    second = await boris.write("bot", "Второе?")
    taken = await boris.wait_for("bot", match=lambda seen: seen.reply_to == second.id)
    assert await written(app, table) == ["Второе?"]
    await boris.edit(first, "Третье?")
    await reply(boris, first, taken.id)
    assert await written(app, table) == ["Третье?"]


async def test_a_message_that_was_too_long_may_be_made_shorter(app: App, people: list[Someone], table: str) -> None:
    boris = people[1]
    sent = await boris.write("bot", "о" * 201)
    refused = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    assert "201" in (refused.text or "")
    await boris.edit(sent, "о" * 200)
    assert "Листок исправлен" in await reply(boris, sent, refused.id)
    await boris.edit(sent, "о" * 202)
    longer = await boris.wait_for("bot", text="202", match=lambda seen: seen.reply_to == sent.id)
    assert "Всё осталось как было." in (longer.text or "")
    assert await written(app, table) == ["о" * 200]


async def test_a_changed_question_is_not_taken_for_an_answer(app: App, people: list[Someone], table: str) -> None:
    sent = [await person.write("bot", f"Вопрос {person.name}?") for person in people]
    for person in people:
        await slip(person, "Вопрос:")
    boris = people[1]
    newest = (await boris.sees("bot"))[-1].id
    await boris.edit(sent[1], "Вопрос получше?")
    assert "похоже, старше" in await reply(boris, sent[1], newest)
    hands = (await state(app, table))["hands"]
    assert not any(hand["slip"].get("answer") for hand in hands)


async def test_what_was_written_before_the_game_is_no_slip(app: App, people: list[Someone], group: Group) -> None:
    boris = people[1]
    sent = await boris.write("bot", "Добрый вечер")
    await reply(boris, sent)
    table = await began(group, *people)
    asked = await slip(boris)
    await boris.edit(sent, "Добрый вечер всем")
    assert "похоже, старше" in await reply(boris, sent, asked.id)
    assert await written(app, table) == []


async def test_nothing_is_changed_once_the_slips_are_collected(app: App, people: list[Someone], table: str) -> None:
    for person in people:
        await person.write("bot", f"Вопрос {person.name}?")
    for person in people:
        await slip(person, "Вопрос:")
    sent = [await person.write("bot", f"Ответ {person.name}.") for person in people]
    boris = people[1]
    taken = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent[1].id)
    await people[0].wait_for("bot", button="Прочесть листок")
    await boris.edit(sent[1], "Другой ответ.")
    late = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent[1].id and seen.id > taken.id)
    assert late.text == "Поздно менять: это уже пошло в дело."
    desk = (await state(app, table))["hands"][0]["desk"]
    assert "Другой ответ." not in json.dumps(desk, ensure_ascii=False)


async def test_where_nothing_is_asked_a_changed_message_is_left_alone(
    app: App, people: list[Someone], group: Group, pg: Playground
) -> None:
    boris = people[1]
    sent = await boris.write("bot", "Просто так")
    await reply(boris, sent)
    since = await pg.last_call()
    await boris.edit(sent, "Просто так, и всё")
    marker = await boris.write("bot", "Ещё")
    await reply(boris, marker)
    calls = await pg.calls("sendMessage", since=since)
    assert len(calls) == 1


# Two tables


def at(group: str) -> str:
    """The button of the table in that group."""
    return f"Письменные вопросы и ответы · {group}"


@pytest.fixture
async def two(pg: Playground, people: list[Someone], group: Group, table: str) -> tuple[str, str]:
    """Rounds in two groups, which both wait for a question of everybody's."""
    other = await pg.group("Работа", *people)
    second = await began(other, *people)
    for person in people:
        await person.wait_for("bot", text=SLIP, match=lambda seen: "Работа" in (seen.text or ""))
    return table, second


async def test_the_bot_asks_which_table_it_is_for_and_keeps_the_text_nowhere(
    app: App, people: list[Someone], two: tuple[str, str]
) -> None:
    boris = people[1]
    sent = await boris.write("bot", "Кого вы любите?")
    asked = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    assert sorted(asked.button_texts) == [at("Работа"), at("Семья")]
    assert "любите" not in json.dumps([button.model_dump() for row in asked.buttons for button in row])
    assert [await written(app, table) for table in two] == [[], []]
    dump = "".join([str(await app.store.table(table)) for table in two])
    assert "любите" not in dump
    await boris.press(at("Работа"), on=asked)
    assert [await written(app, table) for table in two] == [[], ["Кого вы любите?"]]
    done = await boris.wait_for("bot", text="Принято", match=lambda seen: seen.id == asked.id)
    assert not done.buttons


async def test_a_reply_says_which_table_it_is_for_also_when_it_is_changed(
    app: App, people: list[Someone], two: tuple[str, str]
) -> None:
    boris = people[1]
    first = await boris.wait_for("bot", text=SLIP, match=lambda seen: "Семья" in (seen.text or ""))
    sent = await boris.write("bot", "Кого вы любите?", reply_to=first.id)
    taken = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    await boris.edit(sent, "А кого нет?")
    await reply(boris, sent, taken.id)
    assert [await written(app, table) for table in two] == [["А кого нет?"], []]


async def test_a_changed_message_that_may_be_for_either_is_asked_about(
    app: App, people: list[Someone], two: tuple[str, str]
) -> None:
    boris = people[1]
    sent = await boris.write("bot", "Кого вы любите?")
    asked = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    await boris.press(at("Семья"), on=asked)
    await boris.edit(sent, "А кого нет?")
    again = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id and seen.id > asked.id)
    assert await written(app, two[0]) == ["Кого вы любите?"]
    await boris.press(at("Семья"), on=again)
    assert [await written(app, table) for table in two] == [["А кого нет?"], []]


async def test_an_answer_that_comes_after_the_question_has_changed_is_not_taken(
    app: App, people: list[Someone], two: tuple[str, str]
) -> None:
    """The question of one phase would be taken for an answer of the next."""
    boris = people[1]
    sent = await boris.write("bot", "Кого вы любите?")
    asked = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    for person in people:
        on = await person.wait_for("bot", text=SLIP, match=lambda seen: "Семья" in (seen.text or ""))
        await person.write("bot", f"Вопрос {person.name}?", reply_to=on.id)
    await boris.wait_for("bot", text="Вопрос:")
    answer = await boris.press(at("Семья"), on=asked)
    assert "ушёл вперёд" in (answer.text or "")
    assert not any(hand["slip"].get("answer") for hand in (await state(app, two[0]))["hands"])


async def test_a_message_that_is_gone_is_to_be_written_once_more(
    app: App, people: list[Someone], two: tuple[str, str]
) -> None:
    boris = people[1]
    sent = await boris.write("bot", "Кого вы любите?")
    asked = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    await boris.delete(sent)
    answer = await boris.press(at("Семья"), on=asked)
    assert answer.text == "Вашего сообщения уже нет: напишите ещё раз."
    assert [await written(app, table) for table in two] == [[], []]


async def test_a_text_is_taken_once_and_for_who_wrote_it(app: App, people: list[Someone], two: tuple[str, str]) -> None:
    anna, boris, _ = people
    sent = await boris.write("bot", "Кого вы любите?")
    asked = await boris.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    button = asked.button(at("Семья"))
    assert button
    assert button.callback_data
    own = await slip(anna)
    answer = await anna.press("Совет", on=own, forge=button.callback_data)
    assert answer.text == "Вашего сообщения уже нет: напишите ещё раз."
    await boris.press(at("Семья"), on=asked)
    await boris.wait_for("bot", match=lambda seen: seen.id == asked.id and not seen.buttons)
    assert [await written(app, table) for table in two] == [["Кого вы любите?"], []]
