"""People to whom the bot cannot write in mid-game: the group is told once, with a way back, and the game goes on.

What people met: "people the bot cannot write to (never started it, blocked it, blocked it in mid-game), with nobody
told"; "the hand invisible on some clients".
"""

import asyncio
import json
from typing import Any

import pytest

from bot.app import App
from bot.buttons import invitation
from bot.playground.client import Group, Playground, Seen, Someone
from bot.store.store import Commit
from bot.tables.model import table_type
from bot.tables.service import Loaded, Tables

BEGIN, SIT, HAND, CHOOSE, OPEN = "Начать", "Сесть", "Мои карты", "Выбрать игру", "Открыть переписку со мной"
BACK = "Вернуться за стол"
TOLD = "Некому доставить карты"


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Анна", "Борис")


@pytest.fixture
def kind() -> str:
    return "supergroup"


async def document(app: App, table: str) -> dict[str, Any]:
    found = await app.store.table(table)
    assert found
    read: dict[str, Any] = json.loads(found[1].text)
    return read


async def begun(app: App, group: Group, host: Someone, *others: Someone) -> str:
    """The id of a table of durachki in play, each hand in its private chat."""
    await host.write(group, "/play дурачки")
    lobby = await host.wait_for(group, button=BEGIN)
    for other in others:
        await other.press(SIT, on=lobby)
    await host.press(BEGIN, on=lobby)
    for person in (host, *others):
        await person.wait_for("bot", text="Ваши карты")
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def whose(app: App, table: str, people: list[Someone]) -> tuple[Someone, Someone]:
    """Whoever is waited for, and the other."""
    read = await document(app, table)
    (seat,) = [seat for seat, due in enumerate(read["due"]) if due is not None]
    waited = next(person for person in people if person.id == read["sitters"][seat]["user"])
    return waited, next(person for person in people if person is not waited)


async def leads(person: Someone, hand: Seen) -> None:
    """The first card that may be led, from that hand, wherever it is shown."""
    card = hand.button_texts[0]
    await person.press(card, on=hand)
    chosen = await person.wait_for(hand.chat, button=f"Ходить {card}")
    await person.press(f"Ходить {card}", on=chosen)


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_a_403_in_mid_game_is_told_once_with_a_link_and_the_game_goes_on(
    app: App, pg: Playground, people: list[Someone], group: Group, *, ephemeral: bool
) -> None:
    """What people met: "blocked it in mid-game …, with nobody told"; "the hand invisible on some clients"."""
    table = await begun(app, group, *people)
    waited, other = await whose(app, table, people)
    gone = {"code": 403, "description": "Forbidden: bot was blocked by the user", "times": None}
    for method in ("sendMessage", "editMessageText"):
        await pg.fault("error", method=method, chat=other.id, **gone)
    if not ephemeral:
        lost = {"code": 404, "description": "Not Found: method not found", "times": None}
        await pg.fault("error", method="deleteEphemeralMessage", **lost)
    hand = await waited.wait_for("bot", text="Ваши карты")
    await leads(waited, hand)
    told = await waited.wait_for(group, text=TOLD, button=OPEN)
    assert [entity["user"]["id"] for entity in told.entities if entity["type"] == "text_mention"] == [other.id]
    (link,) = [key for row in told.buttons for key in row]
    assert link.url == invitation(app.me.username or "", table, (await document(app, table))["ticket"])

    # The hand is shown in the group, to its holder alone, and is played from there.
    shown = await other.wait_for(group, button=HAND)
    answer = await other.press(HAND, on=shown)
    count = (await document(app, table))["count"]
    if ephemeral:
        own = await other.wait_for(group, text="Ваши карты")
        assert own.ephemeral_id
        assert not [seen for seen in await waited.sees(group) if seen.ephemeral_id]
        await other.press("Принять", on=own)
    else:
        assert any(suit in (answer.text or "") for suit in "♠♣♦♥")
        await other.press("Принять", on=shown)
    assert (await document(app, table))["count"] > count
    assert sum(TOLD in (seen.text or "") for seen in await waited.sees(group)) == 1

    # Whoever opens the bot again has the hand there.
    await pg.clear_faults()
    await other.press(OPEN, on=told)
    await other.wait_for("bot", text="Ваши карты")
    assert "unreached" not in await document(app, table)


async def test_who_unblocks_the_bot_without_a_word_is_written_to_again(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met: "blocked it in mid-game": to unblock it is enough, Telegram tells."""
    table = await begun(app, group, *people)
    _, other = await whose(app, table, people)
    found = await app.store.table(table)
    assert found
    seat = next(at for at, sitter in enumerate((await document(app, table))["sitters"]) if sitter["user"] == other.id)
    text = json.dumps({**json.loads(found[1].text), "unreached": [seat]})
    await app.store.commit(Commit(json.loads(text)["home"], table, found[1].version, found[0], text))
    update = {
        "chat": {"id": other.id, "type": "private", "first_name": other.name},
        "from": {"id": other.id, "is_bot": False, "first_name": other.name},
        "date": 1,
        "old_chat_member": {"status": "kicked", "until_date": 0, "user": app.me.model_dump(exclude_none=True)},
        "new_chat_member": {"status": "member", "user": app.me.model_dump(exclude_none=True)},
    }
    await pg.post("updates", my_chat_member=update)
    async with asyncio.timeout(10):
        while "unreached" in await document(app, table):  # noqa: ASYNC110  # nothing tells when it is noted
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("blocked", [False, True])
async def test_who_cannot_be_written_to_is_named_before_the_deal(
    app: App, pg: Playground, people: list[Someone], group: Group, *, blocked: bool
) -> None:
    """What people met: "people the bot cannot write to (never started it, blocked it …)"."""
    anna, _ = people
    guest = await pg.person("Глеб")
    if blocked:
        await guest.start()
        await guest.wait_for("bot", button=CHOOSE)
        await guest.block()
    await group.set_member(guest, "member")
    await anna.write(group, "/play дурачки")
    lobby = await anna.wait_for(group, button=BEGIN)
    await guest.press(SIT, on=lobby)
    answer = await anna.press(BEGIN, on=lobby)
    assert "Глеб" in (answer.text or "")
    shown = await anna.wait_for(group, button=OPEN)
    await guest.press(OPEN, on=shown)
    await anna.wait_for(group, button=OPEN, gone=True)
    await anna.press(BEGIN, on=lobby)
    await guest.wait_for("bot", text="Ваши карты")


async def test_who_plays_alone_and_blocks_the_bot_is_not_written_to_for_ever(
    app: App, pg: Playground, people: list[Someone]
) -> None:
    """What people met: "blocked it in mid-game": here in a game with the computer, which nobody else sees."""
    anna, _ = people
    await anna.write("bot", "/play дурачки")
    lobby = await anna.wait_for("bot", button=BEGIN)
    table = next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)
    await anna.press(BEGIN, on=lobby)
    await anna.wait_for("bot", text="Ваши карты")
    before = await pg.last_call()
    await anna.block()
    await app.store.redraw([table], doubt="somebody")
    async with asyncio.timeout(10):
        while "unreached" not in await document(app, table):  # noqa: ASYNC110  # nothing tells when it is noted
            await asyncio.sleep(0.01)
    for _ in range(3):
        await app.store.redraw([table], doubt="somebody")
        await app.reconciler.sweep()
        await app.reconciler.drain()
    noted = await app.store.table(table)
    assert noted
    attempts = [call for call in await pg.calls(since=before) if not call.ok]
    assert len(attempts) <= 5, "more than the first, one for what it has noted, and those that were asked for"
    await app.reconciler.drain()
    again = await app.store.table(table)
    assert again
    assert again[1].version == noted[1].version, "what is known is not noted anew"
    await anna.start()
    async with asyncio.timeout(10):
        while "unreached" in await document(app, table):  # noqa: ASYNC110  # nothing tells when
            await asyncio.sleep(0.01)


async def test_a_page_is_not_turned_for_who_has_blocked_the_bot_and_nothing_is_wrong(
    pg: Playground, people: list[Someone], caplog: pytest.LogCaptureFixture
) -> None:
    """What people met: "every 400 treated alike": here a 403, at an old page's button."""
    anna, _ = people
    await anna.write("bot", "/rules")
    page = await anna.wait_for("bot", button="Дурачки")
    await anna.block()
    answer = await anna.press("Дурачки", on=page)
    assert answer.text is None
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


async def test_who_opens_the_bot_just_as_they_get_up_is_greeted(
    app: App, people: list[Someone], group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What people met, repeats and races: the table at which they were not reached was read before they got up."""
    anna, boris = people
    table = await begun(app, group, anna, boris)
    found = await app.store.table(table)
    assert found
    outdated = table_type(found[0]).model_validate_json(found[1].text).but(unreached=(1,))
    await boris.write(group, "/leave")
    await boris.wait_for("bot", text="За вас играет компьютер")

    async def seats(_tables: Tables, _user: int, **_: object) -> list[Loaded]:
        return [Loaded(outdated, found[1])]

    monkeypatch.setattr(Tables, "seats", seats)
    sent = await boris.start()
    await boris.wait_for("bot", button=CHOOSE, match=lambda seen: seen.id > sent.id)


async def refused(pg: Playground, person: Someone) -> None:
    """From now on Telegram refuses what is sent to that person, without telling why."""
    gone = {"code": 403, "description": "Forbidden: bot was blocked by the user", "times": None}
    for method in ("sendMessage", "editMessageText"):
        await pg.fault("error", method=method, chat=person.id, **gone)


async def test_who_is_away_and_opens_the_bot_again_sees_the_way_back_there(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met: "blocked it in mid-game", and leaving: who has left finds no way back."""
    anna, boris = people
    table = await begun(app, group, anna, boris)
    await boris.write(group, "/leave")
    shown = await boris.wait_for("bot", text="За вас играет компьютер", button=BACK)
    await refused(pg, boris)
    await anna.press("Сыграть рядом: Очко", on=await anna.wait_for(group, button=HAND), forge=f"t{table}:post")
    await app.store.redraw([table], doubt="somebody")
    async with asyncio.timeout(10):
        while "unreached" not in await document(app, table):  # noqa: ASYNC110  # nothing tells when it is noted
            await asyncio.sleep(0.01)
    await pg.clear_faults()
    await boris.start()
    again = await boris.wait_for("bot", button=BACK, match=lambda seen: seen.id != shown.id)
    await boris.press(BACK, on=again)
    await boris.wait_for("bot", text="Ваши карты", match=lambda seen: seen.id > shown.id)


async def test_whoever_writes_to_the_bot_is_written_to_again(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met: "blocked it in mid-game": whatever they write in private tells that they are back."""
    anna, boris = people
    table = await begun(app, group, anna, boris)
    before = await boris.wait_for("bot", text="Ваши карты")
    await refused(pg, boris)
    await app.store.redraw([table], doubt="somebody")
    async with asyncio.timeout(10):
        while "unreached" not in await document(app, table):  # noqa: ASYNC110  # nothing tells when it is noted
            await asyncio.sleep(0.01)
    await pg.clear_faults()
    await boris.write("bot", "я снова тут")
    await boris.wait_for("bot", text="Ваши карты", match=lambda seen: seen.id != before.id)
    assert "unreached" not in await document(app, table)
