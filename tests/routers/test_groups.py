"""Groups as they really are: topics, groups that grow, that remove the bot, that let it not write."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.app import App
from bot.buttons import Play
from bot.playground import Server
from bot.playground.client import Group, Playground, Seen, Someone
from bot.store.store import Commit
from bot.tables.chats import Chats
from bot.tables.model import Mute
from bot.tables.silence import AGAIN, LONGEST

BEGIN, SIT, HAND = "Начать", "Сесть", "Мои карты"
MUTE = "Мне там больше нельзя писать"


def words(seen: Seen) -> str:
    """The text with plain spaces."""
    return (seen.text or "").replace("\u00a0", " ")


async def opened(host: Someone, group: Group, *others: Someone, game: str = "дурачки", **fields: Any) -> str:
    """The id of a new table in its lobby."""
    await host.write(group, f"/play {game}", **fields)
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def begun(host: Someone, group: Group, *others: Someone, **fields: Any) -> str:
    """The id of a table of durachki in play."""
    table = await opened(host, group, *others, **fields)
    await host.press(BEGIN, group)
    await host.wait_for(group, button=HAND)
    for person in (host, *others):
        await person.wait_for("bot", text="Ваши карты")
    return table


async def beside(host: Someone, group: Group) -> str:
    """The id of a lobby beside the group's other table."""
    await host.press(HAND, on=await host.wait_for(group, button=HAND), forge="g:beside:ochko")
    lobby = await host.wait_for(group, button=BEGIN, text="Очко")
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    read: dict[str, Any] = json.loads(found[1].text)
    return read


async def until(app: App, table: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The table's document, as soon as it is so and its screens are drawn."""
    async with asyncio.timeout(10):
        while True:
            found = await app.store.table(table)
            assert found
            read: dict[str, Any] = json.loads(found[1].text)
            if fits(read) and not found[1].mark:
                return read
            await asyncio.sleep(0.01)


async def rewritten(app: App, table: str, **changes: Any) -> None:
    """Stores the table with these fields changed, with its deadline."""
    found = await app.store.table(table)
    assert found
    text = json.dumps({**json.loads(found[1].text), **changes}, ensure_ascii=False)
    home = json.loads(text)["home"]
    await app.store.commit(Commit(home, table, found[1].version, found[0], text, deadline=1))


async def mover(app: App, table: str, people: list[Someone]) -> Someone:
    """Whoever leads: the one seat that is waited for."""
    read = await document(app, table)
    (seat,) = [seat for seat, due in enumerate(read["due"]) if due is not None]
    return next(person for person in people if person.id == read["sitters"][seat]["user"])


async def moves(app: App, table: str, people: list[Someone]) -> None:
    """Whoever is waited for leads the first card that may be led."""
    before = (await document(app, table))["count"]
    person = await mover(app, table, people)
    hand = await person.wait_for("bot", text="Ваши карты")
    await person.press(hand.button_texts[0], on=hand)
    chosen = await person.wait_for("bot", button=f"Ходить {hand.button_texts[0]}")
    await person.press(f"Ходить {hand.button_texts[0]}", on=chosen)
    assert (await document(app, table))["count"] > before


# Topics


@pytest.fixture
async def forum(pg: Playground, people: list[Someone]) -> Group:
    return await pg.group("Клуб", *people, kind="supergroup", forum=True)


async def test_a_table_lives_in_its_topic_and_general_has_no_thread_id(
    app: App, pg: Playground, people: list[Someone], forum: Group
) -> None:
    """What people met: "forum topics answered in General (General itself must be omitted)"."""
    anna, boris, _ = people
    thread = await forum.topic("Карты")
    await begun(anna, forum, boris, thread=thread)
    sent = [call.params for call in await pg.calls("sendMessage") if call.params["chat_id"] == str(forum.id)]
    assert {int(call.get("message_thread_id", 0)) for call in sent if "Дурачки" in call["text"]} == {thread}
    since = await pg.last_call()
    await opened(anna, forum)
    sent = [call.params for call in await pg.calls("sendMessage", since=since)]
    assert [call.get("message_thread_id") for call in sent if "Начать" in call.get("reply_markup", "")] == [None]


async def test_a_reply_has_a_thread_id_that_is_no_topic(app: App, pg: Playground, people: list[Someone]) -> None:
    """What people met: "a reply's thread id that is no topic"."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    said = await boris.write(group, "во что?")
    table = await opened(anna, group, game="очко", reply_to=said.id)
    assert "thread" not in await document(app, table)
    sent = [call.params for call in await pg.calls("sendMessage") if call.params["chat_id"] == str(group.id)]
    assert not [call for call in sent if "message_thread_id" in call]


@pytest.mark.parametrize("fate", ["switched off", "closed", "deleted"])
async def test_where_the_topic_is_gone_in_mid_game_the_table_goes_on_in_general(
    app: App, pg: Playground, people: list[Someone], forum: Group, fate: str
) -> None:
    """What people met: "topics switched off" in the middle of a game."""
    anna, boris, _ = people
    thread = await forum.topic("Карты")
    table = await begun(anna, forum, boris, thread=thread)
    if fate == "switched off":
        await pg.request("PATCH", f"chats/{forum.id}", {"forum": False})
    else:
        body = {"closed": True} if fate == "closed" else {"deleted": True}
        await pg.request("PATCH", f"chats/{forum.id}/topics/{thread}", body)
    for seen in await anna.sees(forum):
        if HAND in seen.button_texts:
            await anna.delete(seen)
    await moves(app, table, people)
    shown = await anna.wait_for(forum, button=HAND)
    assert shown.thread is None
    assert "thread" not in await until(app, table, lambda read: "thread" not in read)
    # And there it can be called off.
    await anna.write(forum, "/stop")
    await until(app, table, lambda read: read["stage"] == "off")


async def test_a_table_of_a_topic_is_found_where_there_are_no_topics_any_more(
    app: App, pg: Playground, people: list[Someone], forum: Group
) -> None:
    """What people met: "topics switched off": no command finds the table, and it blocks the chat."""
    anna, boris, _ = people
    table = await begun(anna, forum, boris, thread=await forum.topic("Карты"))
    await pg.request("PATCH", f"chats/{forum.id}", {"forum": False})
    await anna.write(forum, "/stop")
    await until(app, table, lambda read: read["stage"] == "off")


# A group that becomes a supergroup


@pytest.mark.parametrize("told", ["as an update", "as an error"])
async def test_a_group_that_becomes_a_supergroup_takes_everything_along(
    app: App, server: Server, pg: Playground, people: list[Someone], told: str
) -> None:
    """What people met: "supergroup migration (as an update and as an error on sending) losing settings and games"."""
    anna, boris, vera = people
    group = await pg.group("Семья", *people)
    table = await begun(anna, group, boris)
    await vera.write(group, "/next")
    await vera.wait_for(group, text="Вера, позову")
    home = await app.store.home_of(group.id)
    await Chats(app.store).change(group.id, pace="brisk")
    await app.store.commit(
        Commit(home=home, purses={anna.id: 5}, purse=100, names={anna.id: "Анна"}, titles={f"durachki/{boris.id}": "1"})
    )
    if told == "as an error":  # the updates about it are lost
        allowed, server.world.allowed = server.world.allowed, ["callback_query"]
        heir = await group.migrate()
        server.world.allowed = allowed
    else:
        heir = await group.migrate()
        await until(app, table, lambda read: read["chat"] == heir.id)
    await moves(app, table, people)
    await until(app, table, lambda read: read["chat"] == heir.id)
    shown = [seen for seen in await anna.sees(heir) if HAND in seen.button_texts and seen.chat == heir.id]
    assert len(shown) == 1
    assert await app.store.home_of(heir.id) == home
    assert await app.store.purses(home) == {anna.id: 105}
    assert await app.store.titles(home) == {f"durachki/{boris.id}": "1"}
    assert await app.store.calls(home) == {vera.id: "ru"}
    await anna.write(heir, "/purse")
    await anna.wait_for(heir, text="Анна: 105")
    await anna.write(heir, "/stop")
    await until(app, table, lambda read: read["stage"] == "off")
    assert (await Chats(app.store).newest(heir.id)).pace == "brisk"
    await anna.write(heir, "/play очко")
    await vera.wait_for("bot", text="Вы просили позвать")


# A group that removes the bot, or lets it not write


async def test_a_bot_that_is_removed_and_invited_again_goes_on(app: App, pg: Playground, people: list[Someone]) -> None:
    """What people met: bot removed and invited again; "a clock that keeps running … while Telegram refuses the bot's
    messages"."""
    anna, boris, vera = people
    group = await pg.group("Семья", *people, kind="supergroup")
    table = await begun(anna, group, boris)
    (due,) = [due for due in (await document(app, table))["due"] if due is not None]
    first = await anna.wait_for(group, button=HAND)
    await group.set_member("bot", "kicked")
    for person in (anna, boris):
        told = await person.wait_for("bot", text=MUTE)
        assert words(told).startswith("Дурачки · Семья\n")
        await person.wait_for("bot", text="Стол стоит: мне нельзя писать в группе.")
    read = await until(app, table, lambda read: "mute" in read)
    since = read["mute"]["since"]
    await group.set_member("bot", "member")
    await anna.wait_for(group, text="Вот и я снова. Ждал 1 стол, игра идёт дальше: Дурачки.")
    read = await until(app, table, lambda read: "mute" not in read)
    (later,) = [due for due in read["due"] if due is not None]
    assert due <= later <= due + (await app.store.claim_due(table[0])).now - since
    second = await anna.wait_for(group, button=HAND, match=lambda seen: seen.id != first.id)
    assert second.id > first.id
    await moves(app, table, people)
    for person in (anna, boris):
        assert sum(MUTE in (seen.text or "") for seen in await person.sees("bot")) == 1
    assert not [seen for seen in await vera.sees("bot") if MUTE in (seen.text or "")]


async def test_who_left_the_group_while_the_bot_was_away_is_not_waited_for_when_it_is_back(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    """What people met, leaving: "someone leaves the group … and it hangs": here nobody told the bot of it."""
    anna, boris, vera = people
    group = await pg.group("Семья", *people, kind="supergroup")
    await group.set_member("bot", "administrator")
    table = await begun(anna, group, boris, vera)
    lobby = await beside(boris, group)
    await group.set_member("bot", "left")
    await until(app, table, lambda read: "mute" in read)
    await group.set_member(boris, "left")
    await group.set_member("bot", "administrator")
    read = await until(app, table, lambda read: read["sitters"][1]["user"] is None)
    assert (read["sitters"][1]["kept"], read["sitters"][1]["left"]) == (boris.id, True)
    assert [sitter["user"] for sitter in read["sitters"]] == [anna.id, None, vera.id]
    await until(app, lobby, lambda read: read.get("stage") == "off" and not read.get("sitters"))


async def test_where_the_bot_may_not_write_the_table_stands_still_and_goes_on_by_itself(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    """What people met: "people the bot cannot write to …, with nobody told"; a chat where it may not write."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    table = await begun(anna, group, boris)
    waited = await mover(app, table, people)
    hand = await waited.wait_for("bot", text="Ваши карты")
    await group.set_member("bot", "restricted")
    count = (await until(app, table, lambda read: "mute" in read))["count"]
    answer = await waited.press(on=hand, forge=str(Play(table, count, "take")))
    assert answer.text == (
        "Мне нельзя писать в группе, и стол стоит. Попросите модератора разрешить — игра пойдёт дальше сама."
    )
    assert (await document(app, table))["count"] == count
    await group.set_member("bot", "member")
    await until(app, table, lambda read: "mute" not in read)
    await anna.wait_for(group, button=HAND)
    await moves(app, table, people)


NO_RIGHTS = (
    "Bad Request: not enough rights to send text messages to the chat",
    "Bad Request: CHAT_WRITE_FORBIDDEN",
    "Forbidden: bot was kicked from the supergroup chat",
    "Bad Request: chat not found",
)


@pytest.mark.parametrize("refusal", NO_RIGHTS)
async def test_what_telegram_says_of_a_chat_without_rights_stops_the_clock_once(
    app: App, pg: Playground, people: list[Someone], refusal: str
) -> None:
    """What people met: "every 400 treated alike"; a clock that keeps running while Telegram refuses messages."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    table = await begun(anna, group, boris)
    code = 403 if refusal.startswith("Forbidden") else 400
    for method in ("sendMessage", "editMessageText"):
        await pg.fault("error", method=method, chat=group.id, code=code, description=refusal, times=None)
    await moves(app, table, people)
    for person in (anna, boris):
        await person.wait_for("bot", text=MUTE)
    read = await until(app, table, lambda read: "mute" in read)
    # The next attempt is in vain too: nobody is told again, and the table waits on.
    await rewritten(app, table, mute=Mute(since=read["mute"]["since"], again=1).model_dump())
    await until(app, table, lambda read: read["mute"]["again"] > 1)
    assert sum(MUTE in (seen.text or "") for seen in await anna.sees("bot")) == 1
    # The one after that is not: nobody has to press anything.
    await pg.clear_faults()
    await rewritten(app, table, mute=Mute(since=read["mute"]["since"], again=1).model_dump())
    await until(app, table, lambda read: "mute" not in read)
    shown = await anna.wait_for(group, button=HAND)
    assert "ходит" not in (shown.text or "")


async def test_a_table_that_may_not_be_written_to_for_a_day_is_called_off_and_told(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    """What people met, stale tables: "nobody but the absent host may end a dead game"."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    table = await begun(anna, group, boris)
    await group.set_member("bot", "left")
    read = await until(app, table, lambda read: "mute" in read)
    await rewritten(app, table, mute=Mute(since=read["mute"]["since"] - LONGEST - AGAIN, again=1).model_dump())
    for person in (anna, boris):
        await person.wait_for("bot", text="Сутки мне нельзя было там писать, стол закрыт.")
    await until(app, table, lambda read: read["stage"] == "off")


async def test_a_lobby_is_shown_anew_to_a_chat_that_takes_the_bot_in_again(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    """What people met, stale tables: "A lobby nobody started blocks the chat": it is seen again."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    table = await opened(anna, group)
    before = await anna.wait_for(group, button=BEGIN)
    await group.set_member("bot", "left")
    await group.set_member("bot", "member")
    await anna.wait_for(group, text="Вот и я снова")
    after = await anna.wait_for(group, button=BEGIN, match=lambda seen: seen.id != before.id)
    await boris.press(SIT, on=after)
    assert len((await document(app, table))["sitters"]) == 2


async def test_slow_mode_makes_a_screen_wait_and_stops_nothing(app: App, pg: Playground, people: list[Someone]) -> None:
    """What people met: "every 400 treated alike"; slow mode says for how long to wait."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    table = await begun(anna, group, boris)
    slow = {"code": 400, "description": "Bad Request: SLOWMODE_WAIT_1"}
    await pg.fault("error", method="editMessageText", chat=group.id, **slow)
    before = await anna.wait_for(group, button=HAND)
    await moves(app, table, people)
    await anna.wait_for(group, button=HAND, match=lambda seen: seen.text != before.text)
    assert "mute" not in await document(app, table)


async def test_in_a_chat_with_protected_content_everything_works(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    """What such a chat forbids, to forward, to copy and to save, the bot never does."""
    anna, boris, _ = people
    group = await pg.group("Семья", *people, kind="supergroup")
    chat = {"id": group.id, "type": "supergroup", "title": "Семья", "has_protected_content": True}
    sender = {"id": anna.id, "is_bot": False, "first_name": "Анна", "language_code": "ru"}
    message = {"message_id": 900, "date": 1, "chat": chat, "from": sender, "has_protected_content": True}
    command = {"text": "/play дурачки", "entities": [{"type": "bot_command", "offset": 0, "length": 5}]}
    await pg.post("updates", message={**message, **command})
    lobby = await anna.wait_for(group, button=BEGIN)
    await boris.press(SIT, on=lobby)
    await anna.press(BEGIN, on=lobby)
    await anna.wait_for(group, button=HAND)
    made = {call.method for call in await pg.calls()}
    assert not [method for method in made if method.startswith(("forward", "copy"))]
