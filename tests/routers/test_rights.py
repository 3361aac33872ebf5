"""Who may do what, whatever a button carries and wherever it is pressed; and what is said where nobody may be told."""

import asyncio
import json
import logging

import pytest

from bot.app import App
from bot.buttons import About
from bot.playground import Server
from bot.playground.client import Group, Playground, Someone
from bot.store import keys

BEGIN, SIT, CHOOSE = "Начать", "Сесть", "Выбрать игру"


async def opened(host: Someone, group: Group, game: str, *others: Someone) -> str:
    """The id of a new table in its lobby."""
    await host.write(group, f"/play {game}")
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    button = lobby.button(BEGIN)
    assert button
    assert button.callback_data
    return button.callback_data[1:9]


async def stage(app: App, table: str) -> str:
    found = await app.store.table(table)
    assert found
    stored: str = json.loads(found[1].text).get("stage", "lobby")
    return stored


async def test_nobody_stops_a_groups_table_from_a_chat_of_their_own(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    table = await opened(anna, group, "durachki", boris)
    answer = await boris.press(CHOOSE, "bot", forge=str(About(table, "stop")))
    assert "хозяин" in (answer.text or "")
    assert await stage(app, table) == "lobby"
    await anna.press(CHOOSE, "bot", forge=str(About(table, "stop")))
    assert await stage(app, table) == "off"


async def test_a_parlour_game_is_begun_once_more_by_a_moderator_too(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, vera = people
    table = await opened(anna, group, "questions", boris, vera)
    await anna.press(CHOOSE, "bot", forge=str(About(table, "stop")))
    lobby = await opened(anna, group, "durachki")
    on = await boris.wait_for(group, button=BEGIN)
    answer = await boris.press(BEGIN, on=on, forge=str(About(table, "again")))
    assert "модератор" in (answer.text or "")
    home = await app.store.home_of(group.id)
    assert await app.store.live_tables(home) == (lobby,)
    await anna.press(BEGIN, on=on, forge=str(About(table, "again")))
    assert len(await app.store.live_tables(home)) == 2


async def test_a_table_is_not_opened_once_more_in_another_chat(app: App, people: list[Someone], group: Group) -> None:
    anna, boris, _ = people
    table = await opened(anna, group, "durachki", boris)
    await anna.press(CHOOSE, "bot", forge=str(About(table, "stop")))
    answer = await boris.press(CHOOSE, "bot", forge=str(About(table, "again")))
    assert "больше нет" in (answer.text or "")
    assert await app.store.live_tables(await app.store.home_of(boris.id)) == ()


async def test_who_deletes_a_question_is_answered_all_the_same(pg: Playground, people: list[Someone]) -> None:
    anna = people[0]
    await pg.fault("latency", seconds=0.5, method="sendMessage")
    await anna.delete(await anna.write("bot", "/nonsense"))
    await anna.wait_for("bot", text="Такой команды я не знаю")


async def test_where_nobody_may_be_told_nothing_is_tried_again(
    app: App, pg: Playground, people: list[Someone], group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    await pg.fault("error", method="sendMessage", code=403, description="Forbidden: bot was kicked", times=None)
    with caplog.at_level(logging.WARNING):
        await people[0].write(group, "/help")
        async with asyncio.timeout(10):
            # Nothing tells when a worker has nothing in hand.
            while "FORBIDDEN" not in caplog.text or app.worker.busy:  # noqa: ASYNC110  # nothing tells when
                await asyncio.sleep(0.01)
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]
    shard = (await app.store.home_of(group.id))[0]
    assert await app.store.client.xlen(keys.broken(shard)) == 0


@pytest.mark.parametrize("old", [False, True])
async def test_a_hand_is_shown_in_the_group_only_where_the_server_knows_to_whom(
    app: App, pg: Playground, people: list[Someone], group: Group, *, old: bool
) -> None:
    """A server before Bot API 10.2 ignores the receiver: the hand would stand there for all to see."""
    anna, boris, _ = people
    if old:
        gone = {"code": 404, "description": "Not Found: method not found", "times": None}
        await pg.fault("error", method="deleteEphemeralMessage", **gone)
    await opened(anna, group, "durachki", boris)
    await anna.press(BEGIN, group)
    table = await boris.wait_for(group, button="Мои карты")
    answer = await boris.press("Мои карты", on=table)
    whispered = [call for call in await pg.calls("sendMessage") if call.params.get("receiver_user_id")]
    assert (len(whispered), bool(answer.text)) == ((0, True) if old else (1, False))


async def test_a_hand_that_is_asked_for_again_takes_the_place_of_the_one_before(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    await opened(anna, group, "durachki", boris)
    await anna.press(BEGIN, group)
    table = await boris.wait_for(group, button="Мои карты")
    for _ in range(3):
        await boris.press("Мои карты", on=table)
    assert len([seen for seen in await boris.sees(group) if seen.ephemeral_id]) == 1


async def test_a_hand_in_the_group_is_played_from_and_shows_what_became_of_it(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    await opened(anna, group, "durachki", boris)
    await anna.press(BEGIN, group)
    table = await boris.wait_for(group, button="Мои карты")
    leader = anna if "Анна ходит" in (table.text or "") else boris
    await leader.press("Мои карты", on=table)
    hand = await leader.wait_for(group, text="Ваши карты")
    card = hand.button_texts[0]
    await leader.press(card, on=hand)
    chosen = await leader.wait_for(group, text=f"Выбрано: {card}", button=f"Ходить {card}")
    assert chosen.ephemeral_id == hand.ephemeral_id
    await leader.press(f"Ходить {card}", on=chosen)
    await leader.wait_for(group, text="Ваши карты", match=lambda seen: card not in seen.button_texts)
    other = boris if leader is anna else anna
    assert not [seen for seen in await other.sees(group) if seen.ephemeral_id]


async def test_who_presses_a_button_that_should_be_gone_is_shown_the_table_anew(
    server: Server, people: list[Someone]
) -> None:
    """Telegram, or a playground that was killed, may have lost what the bot has noted as shown."""
    anna = people[0]
    await anna.write("bot", "/patience")
    before = await anna.wait_for("bot", button="Сдаюсь")
    room = server.world.rooms[anna.id]
    at, kept = next((at, post) for at, post in enumerate(room.posts) if post.message.message_id == before.id)
    kept = kept.model_copy(deep=True)
    move = next(key for row in before.buttons for key in row if (key.callback_data or "").startswith("p"))
    await anna.press(move.text, on=before, data=move.callback_data)
    after = await anna.wait_for("bot", button="Сдаюсь", match=lambda seen: seen.rev > before.rev)
    room.posts[at] = kept.model_copy(update={"rev": server.world.changed()})
    answer = await anna.press(move.text, on=before, data=move.callback_data)
    assert answer.text == "Стол уже ушёл вперёд, вот он."
    await anna.wait_for("bot", match=lambda seen: seen.id == before.id and seen.text == after.text)
