"""More time, a turn that is skipped, reminders, and tables at which nothing happens: as people meet them."""

import asyncio
import json
import re
from typing import Any

import pytest

from bot.app import App
from bot.buttons import About
from bot.playground.client import Group, Someone
from bot.store.store import Commit, Committed
from bot.tables.clocks import DAY

BEGIN, SIT, HAND, MORE = "Начать", "Сесть", "Мои карты", "Дайте подумать"
TIME = "2 минуты"


async def opened(host: Someone, group: Group, game: str, *others: Someone, **fields: Any) -> str:
    """The id of a new table in its lobby."""
    await host.write(group, f"/play {game}", **fields)
    lobby = await host.wait_for(group, button=BEGIN, match=lambda seen: not others or "жд" not in (seen.text or ""))
    for other in others:
        await other.press(SIT, on=lobby)
    button = lobby.button(BEGIN)
    assert button
    assert button.callback_data
    return button.callback_data[1:9]


async def playing(app: App, group: Group, *people: Someone) -> tuple[str, Someone, Someone]:
    """A table of durachki: its id, whoever is waited for, and another."""
    table = await opened(people[0], group, "durachki", *people[1:])
    await people[0].press(BEGIN, group)
    stored = await document(app, table)
    (seat,) = [seat for seat, due in enumerate(stored["due"]) if due is not None]
    waited = next(person for person in people if person.id == stored["sitters"][seat]["user"])
    return table, waited, next(person for person in people if person is not waited)


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    read: dict[str, Any] = json.loads(found[1].text)
    return read


async def alter(app: App, table: str, deadline: int | None = None, **fields: Any) -> None:
    """Changes what is stored of a table, as hours that pass would."""
    found = await app.store.table(table)
    assert found
    game, stored = found
    text = json.dumps({**json.loads(stored.text), **fields})
    home = json.loads(stored.text)["home"]
    done = await app.store.commit(Commit(home, table, stored.version, game, text, deadline=deadline))
    assert isinstance(done, Committed), done


async def twin(app: App, table: str) -> str:
    """Another table like that one beside it."""
    found = await app.store.table(table)
    assert found
    game, stored = found
    read = {**json.loads(stored.text), "id": f"{table[0]}bbbbbbb"}
    done = await app.store.commit(Commit(read["home"], read["id"], None, game, json.dumps(read)))
    assert isinstance(done, Committed), done
    return str(read["id"])


# More time


async def test_whoever_is_waited_for_takes_more_time_once(app: App, people: list[Someone], group: Group) -> None:
    """What people met, clocks: "/extend"."""
    anna, boris, vera = people
    await group.set_member(boris, "administrator")
    await group.set_member(anna, "member")
    table, waited, other = await playing(app, group, anna, vera, boris)
    before = max(filter(None, (await document(app, table))["due"]))
    shown = await waited.wait_for(group, button=MORE)
    if waited is boris:
        assert (await waited.press(MORE, on=shown)).text == "Ещё 2\N{NO-BREAK SPACE}минуты на раздумье."
    else:
        await waited.write(group, "/extend")
        await waited.wait_for(group, text=f"{waited.name}: ещё {TIME}.")
    assert max(filter(None, (await document(app, table))["due"])) == before + 120_000
    stranger = other if other is not boris else next(one for one in (anna, vera) if one is not waited)
    assert "ход не ваш" in ((await stranger.press(MORE, on=shown)).text or "")
    if waited is not boris:
        assert "уже добавляли" in ((await waited.press(MORE, on=shown)).text or "")


async def test_a_moderator_gives_everybody_more_time_as_often_as_wanted(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera = people
    table, _, _ = await playing(app, group, boris, vera)
    for _ in range(2):
        before = max(filter(None, (await document(app, table))["due"]))
        sent = await anna.write(group, "/extend")
        await anna.wait_for(
            group,
            text=f"Анна: ещё {TIME} всем, кого ждут.",
            match=lambda seen: seen.reply_to == sent.id,  # noqa: B023  # called before the next round
        )
        assert max(filter(None, (await document(app, table))["due"])) == before + 120_000


async def test_of_several_tables_one_is_chosen(app: App, people: list[Someone], group: Group) -> None:
    """“One direct-message command hitting all of a person's games”: with several tables the bot asks."""
    anna, boris, _ = people
    first, _, _ = await playing(app, group, anna, boris)
    second = await twin(app, first)
    before = [await document(app, table) for table in (first, second)]
    await anna.write(group, "/extend")
    asked = await anna.wait_for(group, text="За каким столом")
    assert [key.callback_data for row in asked.buttons for key in row] == [
        str(About(first, "extend")),
        str(About(second, "extend")),
    ]
    assert [await document(app, table) for table in (first, second)] == before
    await anna.press(data=str(About(second, "extend")), on=asked)
    assert (await document(app, first))["due"] == before[0]["due"]
    assert (await document(app, second))["due"] != before[1]["due"]


async def test_where_nobody_plays_there_is_nothing_to_extend_or_skip(people: list[Someone], group: Group) -> None:
    for command in ("/extend", "/skip"):
        sent = await people[0].write(group, command)
        await people[0].wait_for(group, text="Здесь сейчас не играют", match=lambda seen: seen.reply_to == sent.id)  # noqa: B023  # called before the next round
        sent = await people[0].write("bot", command)
        await people[0].wait_for("bot", text="общество", match=lambda seen: seen.reply_to == sent.id)  # noqa: B023  # called before the next round


# Less time


async def test_however_many_moderators_skip_one_turn_is_skipped(app: App, people: list[Someone], group: Group) -> None:
    """“N simultaneous skips skipping N.”"""
    anna, boris, vera = people
    await group.set_member(boris, "administrator")
    table, _, _ = await playing(app, group, anna, boris, vera)
    count = (await document(app, table))["count"]
    for moderator in (anna, boris):
        sent = await moderator.write(group, "/skip")
        await moderator.wait_for(group, text="Больше не ждать?", since=sent.rev)
    questions = [seen for seen in await anna.sees(group) if "Больше не ждать?" in (seen.text or "")]
    assert len(questions) == 2
    refused = await vera.press("Пропустить ход: Дурачки", on=questions[0])
    assert "модератор" in (refused.text or "")
    assert (await document(app, table))["count"] == count
    answers = await asyncio.gather(
        *(
            moderator.press("Пропустить ход: Дурачки", on=on)
            for moderator, on in zip((anna, boris), questions, strict=True)
        )
    )
    assert sorted(bool(answer.text) for answer in answers) == [False, True]
    assert (await document(app, table))["count"] == count + 1
    await vera.wait_for(group, text="больше не ждёт: ход пропущен.")


async def test_a_member_skips_nobody(app: App, people: list[Someone], group: Group) -> None:
    """What people met, clocks: "skip now for moderators"."""
    await playing(app, group, *people[:2])
    sent = await people[1].write(group, "/skip")
    await people[1].wait_for(group, text="модератор", match=lambda seen: seen.reply_to == sent.id)


async def test_an_anonymous_moderator_skips_and_gives_time_in_the_name_of_the_chat(
    app: App, people: list[Someone], group: Group
) -> None:
    """What people met, clocks: "skip now for moderators"; Telegram: "the command comes from the group, the button press
    from the person"."""
    anna, boris, vera = people
    table, _, _ = await playing(app, group, boris, vera)
    await group.set_member(anna, "creator", anonymous=True)
    await anna.write(group, "/extend")
    await boris.wait_for(group, text=f"Семья: ещё {TIME} всем, кого ждут.")
    await anna.write(group, "/skip")
    asked = await anna.wait_for(group, text="Больше не ждать?")
    count = (await document(app, table))["count"]
    await anna.press("Пропустить ход: Дурачки", on=asked)
    shown = await boris.wait_for(group, text="больше не ждёт")
    assert "Анна" not in (shown.text or "")
    assert (await document(app, table))["count"] == count + 1


@pytest.mark.parametrize("argument", ["", "1", "1:", "x:1", "1:fffffff", "99999999999:1"])
async def test_a_skip_that_somebody_made_up_is_none(
    app: App, people: list[Someone], group: Group, argument: str
) -> None:
    table, _, _ = await playing(app, group, *people[:2])
    before = await document(app, table)
    answer = await people[0].press(HAND, group, forge=str(About(table, "skip", argument)))
    assert "больше не знакома" in (answer.text or "")
    assert await document(app, table) == before


# Reminders


async def test_at_half_time_whoever_is_waited_for_is_reminded_until_they_move(
    app: App, people: list[Someone], group: Group
) -> None:
    table, waited, other = await playing(app, group, *people[:2])
    stored = await document(app, table)
    due = max(filter(None, stored["due"]))
    await alter(app, table, due - 119_000, nudges=[when and due - 119_000 for when in stored["nudges"]])
    reminder = await waited.wait_for("bot", text="Ваш ход за столом «Дурачки» (Семья).")
    assert re.search(r"До \d\d:\d\d UTC\.$", reminder.text or "")
    assert MORE in reminder.button_texts
    await waited.press(MORE, on=reminder)
    longer = await waited.wait_for("bot", text="Ваш ход за столом", since=reminder.rev)
    assert longer.id == reminder.id
    assert MORE not in longer.button_texts
    hand = await waited.wait_for("bot", text="Ваши карты")
    card = next(key for row in hand.buttons for key in row if key.callback_data)
    await waited.press(card.text, on=hand, data=card.callback_data)
    chosen = await waited.wait_for("bot", button=f"Ходить {card.text}")
    await waited.press(f"Ходить {card.text}", on=chosen)
    await waited.wait_for("bot", text="Ваш ход за столом", gone=True)
    assert not [seen for seen in await other.sees("bot") if "Ваш ход за столом" in (seen.text or "")]


# Tables at which nothing happens


async def test_a_lobby_that_nobody_began_says_so_and_may_be_opened_anew(
    app: App, people: list[Someone], group: Group
) -> None:
    """“A lobby nobody started blocks the chat.”"""
    anna, boris, _ = people
    table = await opened(anna, group, "durachki", boris)
    await alter(app, table, 2, touched=1)
    closed = await boris.wait_for(group, text="Целый день никто не начинал, и стол закрыт.")
    assert closed.button_texts == ["Открыть снова"]
    await boris.press("Открыть снова", on=closed)
    await boris.wait_for(group, text="За столом: Борис", button=BEGIN)


async def test_anybody_ends_a_dead_game_and_nobody_a_living_one(app: App, people: list[Someone], group: Group) -> None:
    """“Nobody but the absent host may end a dead game.”"""
    anna, boris, vera = people
    table, _, _ = await playing(app, group, anna, boris)
    sent = await vera.write(group, "/stop")
    await vera.wait_for(group, text="хозяин", match=lambda seen: seen.reply_to == sent.id)
    stored = await document(app, table)
    old = stored["acted"][0] - DAY - 60_000
    await alter(app, table, pace=None, touched=old, acted=[old, old], due=[None, None], nudges=[None, None])
    await vera.write(group, "/stop")
    await anna.wait_for(group, text="Вера закрывает стол")
    assert (await document(app, table))["stage"] == "off"
