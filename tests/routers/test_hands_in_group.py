"""Hands in the group, where the chat has chosen so: each is a message that its holder alone sees."""

import pytest

from bot.app import App
from bot.playground import Server
from bot.playground.client import Group, Playground, Seen, Someone
from bot.tables.chats import Chats

BEGIN, HAND = "Начать", "Ваши карты"


@pytest.fixture
async def people(pg: Playground, app: App) -> list[Someone]:
    """Nobody of them has opened a chat with the bot."""
    return [await pg.person(name) for name in ("Анна", "Борис")]


@pytest.fixture
async def group(app: App, pg: Playground, people: list[Someone]) -> Group:
    made = await pg.group("Семья", *people, kind="supergroup")
    await made.set_member("bot", "administrator")
    await Chats(app.store).change(made.id, hands="group", language="ru")
    return made


async def begun(people: list[Someone], group: Group) -> None:
    anna, boris = people
    await anna.write(group, "/play durachki")
    lobby = await anna.wait_for(group, button=BEGIN)
    await boris.press("Сесть", on=lobby)
    await anna.press(BEGIN, on=await anna.wait_for(group, text="Борис", button=BEGIN))


async def hand_of(who: Someone, group: Group) -> Seen:
    return await who.wait_for(group, text=HAND, match=lambda seen: bool(seen.ephemeral_id))


async def secrets_of(server: Server, group: Group) -> list[tuple[int | None, str]]:
    """The messages with somebody's cards that stand in the group, and who sees each."""
    posts = server.world.rooms[group.id].posts
    return [(post.receiver, post.message.text or "") for post in posts if HAND in (post.message.text or "")]


async def test_everybody_sees_their_own_and_nobody_has_to_open_a_chat(
    server: Server, pg: Playground, people: list[Someone], group: Group
) -> None:
    await begun(people, group)
    for person in people:
        await hand_of(person, group)
        own = [seen for seen in await person.sees(group) if HAND in (seen.text or "")]
        assert len(own) == 1
    shown = await secrets_of(server, group)
    assert {receiver for receiver, _ in shown} == {person.id for person in people}
    assert len({text for _, text in shown}) == 2
    tried = [call.params["chat_id"] for call in await pg.calls("sendMessage")]
    assert {int(chat) for chat in tried} == {group.id}


async def test_a_hand_is_played_from_and_drawn_anew_in_its_place(
    server: Server, people: list[Someone], group: Group
) -> None:
    await begun(people, group)
    leader = None
    for person in people:
        hand = await hand_of(person, group)
        if any(button.callback_data for row in hand.buttons for button in row if "Совет" not in button.text):
            leader, before = person, hand
            break
    assert leader
    card = before.button_texts[0]
    await leader.press(card, on=before)
    chosen = await leader.wait_for(group, button=f"Ходить {card}")
    assert chosen.ephemeral_id == before.ephemeral_id
    await leader.press(f"Ходить {card}", on=chosen)
    await leader.wait_for(
        group, match=lambda seen: seen.ephemeral_id == before.ephemeral_id and card not in seen.button_texts
    )
    assert all(receiver for receiver, _ in await secrets_of(server, group))


async def test_hands_go_when_the_table_is_called_off(people: list[Someone], group: Group) -> None:
    await begun(people, group)
    for person in people:
        await hand_of(person, group)
    await people[0].write(group, "/stop")
    for person in people:
        await person.wait_for(group, text=HAND, gone=True)


async def test_where_the_bot_is_no_administrator_any_more_hands_go_into_private_chats(
    server: Server, pg: Playground, people: list[Someone], group: Group
) -> None:
    """Field notes, Telegram: people the bot cannot write to, with nobody told."""
    anna, boris = people
    await begun(people, group)
    for person in people:
        await hand_of(person, group)
    await group.set_member("bot", "member", by=anna.id)
    lost = {"code": 400, "description": "Bad Request: message to edit not found", "times": None}
    await pg.fault("error", method="editEphemeralMessageText", **lost)
    await anna.start()
    table = await anna.wait_for(group, button="Мои карты")
    for person in people:
        for seen in await person.sees(group):
            moves = [b for row in seen.buttons for b in row if (b.callback_data or "").startswith(("p", "c"))]
            if seen.ephemeral_id and moves:
                await person.press(moves[0].text, on=seen, data=moves[0].callback_data)
    await anna.wait_for("bot", text=HAND)
    await anna.wait_for(group, text="Некому доставить карты: Борис")
    answer = await boris.press("Мои карты", on=table)
    assert answer.answered
    assert all(receiver for receiver, _ in await secrets_of(server, group))


async def test_a_server_that_does_not_know_of_such_messages_is_sent_none(
    server: Server, pg: Playground, people: list[Someone], group: Group
) -> None:
    """A server before Bot API 10.2 ignores the receiver: the hand would stand there for all to see."""
    gone = {"code": 404, "description": "Not Found: method not found", "times": None}
    await pg.fault("error", method="deleteEphemeralMessage", **gone)
    anna = people[0]
    await begun(people, group)
    await anna.wait_for(group, text="Откройте")
    for person in people:
        await person.start()
    await anna.press(BEGIN, on=await anna.wait_for(group, button=BEGIN))
    for person in people:
        await person.wait_for("bot", text=HAND)
    assert not await secrets_of(server, group)


async def test_games_in_which_people_write_are_dealt_in_private(
    pg: Playground, app: App, people: list[Someone], group: Group
) -> None:
    anna, _ = people
    await anna.write(group, "/play questions")
    lobby = await anna.wait_for(group, button=BEGIN)
    vera = await pg.person("Вера")
    await group.set_member(vera, "member")
    for person in (people[1], vera):
        await person.press("Сесть", on=lobby)
        await anna.wait_for(group, text=person.name, button=BEGIN)
    answer = await anna.press(BEGIN, group)
    assert "не всем я могу писать" in (answer.text or "")
