"""A hand that somebody has asked for in the group, by «Мои карты», is kept up there until the game ends.

What people met: "the hand invisible on some clients"; "buttons of an old game acting on the new one".
"""

import logging
import re

import pytest

from bot.app import App
from bot.playground import Server
from bot.playground.client import Group, Playground, Seen, Someone
from bot.screens.reconciler import Reconciler
from bot.tables import playing, tastes
from bot.tables.model import Asked, Sitter, Table
from bot.tables.presence import without
from bot.tables.service import Tables
from bot.tables.steps import Stale
from tests.screens.sights import sights

BEGIN, MINE, HAND = "Начать", "Мои карты", "Ваши карты"
CARD = re.compile("(?:10|[2-9ВДКТ])[♠♣♦♥]")


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Анна", "Борис")


async def begun(group: Group, people: list[Someone]) -> str:
    """The id of a table of durachki in play."""
    host, other = people
    await host.write(group, "/play дурачки")
    lobby = await host.wait_for(group, button=BEGIN)
    await other.press("Сесть", on=lobby)
    await host.press(BEGIN, on=await host.wait_for(group, text="Борис", button=BEGIN))
    for person in people:
        await person.wait_for("bot", text=HAND)
    return next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)


async def asks(person: Someone, group: Group) -> Seen:
    """The hand for which that person asks in the group."""
    before = {seen.ephemeral_id for seen in await person.sees(group)}
    await person.press(MINE, on=await person.wait_for(group, button=MINE))
    return await person.wait_for(
        group, text=HAND, match=lambda seen: bool(seen.ephemeral_id) and seen.ephemeral_id not in before
    )


async def leader(people: list[Someone]) -> tuple[Someone, Someone]:
    """Whoever leads, and the other."""
    for person, other in (people, people[::-1]):
        if "Ваш ход" in ((await person.wait_for("bot", text=HAND)).text or ""):
            return person, other
    raise AssertionError("nobody leads")


async def leads(person: Someone) -> str:
    """A card that is led from the private hand."""
    hand = await person.wait_for("bot", text=HAND)
    card = hand.button_texts[0]
    await person.press(card, on=hand)
    await person.press(f"Ходить {card}", on=await person.wait_for("bot", button=f"Ходить {card}"))
    return card


def held(seen: Seen) -> list[str]:
    """The cards of the hand in that message."""
    return CARD.findall((seen.text or "").partition(HAND)[2])


async def whispered(person: Someone, group: Group) -> list[Seen]:
    return [seen for seen in await person.sees(group) if seen.ephemeral_id]


async def test_it_follows_the_game_in_its_place_whoever_moves(people: list[Someone], group: Group) -> None:
    await begun(group, people)
    first, second = await leader(people)
    own, others = await asks(first, group), await asks(second, group)
    card = await leads(first)
    mine = await first.wait_for(group, match=lambda seen: seen.ephemeral_id == own.ephemeral_id and seen != own)
    assert card in held(own)
    assert card not in held(mine)
    theirs = await second.wait_for(group, button="Принять", match=lambda seen: bool(seen.ephemeral_id))
    assert theirs.ephemeral_id == others.ephemeral_id
    assert card in (theirs.text or "")
    # It is played from, too.
    await second.press("Принять", on=theirs)
    await first.wait_for(group, text="Ваш ход", match=lambda seen: seen.ephemeral_id == own.ephemeral_id)
    assert [len(await whispered(person, group)) for person in people] == [1, 1]


async def test_who_asks_again_has_one(people: list[Someone], group: Group) -> None:
    await begun(group, people)
    first, _ = await leader(people)
    old, new = await asks(first, group), await asks(first, group)
    await first.wait_for(group, match=lambda seen: seen.ephemeral_id == old.ephemeral_id, gone=True)
    await leads(first)
    await first.wait_for(group, match=lambda seen: seen.ephemeral_id == new.ephemeral_id and seen.text != new.text)
    assert [seen.ephemeral_id for seen in await whispered(first, group)] == [new.ephemeral_id]


@pytest.mark.parametrize("command", ["/stop", "/leave"])
async def test_it_goes_when_the_game_ends_or_its_person_leaves(
    people: list[Someone], group: Group, command: str
) -> None:
    await begun(group, people)
    for person in people:
        await asks(person, group)
    await people[0].write(group, command)
    await people[0].wait_for(group, text=HAND, gone=True)
    if command == "/stop":
        await people[1].wait_for(group, text=HAND, gone=True)
    else:
        assert len(await whispered(people[1], group)) == 1


async def test_what_is_gone_is_tried_once_and_forgotten(
    server: Server, pg: Playground, people: list[Someone], group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    """Telegram lets a client forget such messages, and refuses what is too old."""
    await begun(group, people)
    first, second = await leader(people)
    await asks(first, group)
    (post,) = [post for post in server.world.rooms[group.id].posts if post.receiver == first.id]
    server.world.delete_post(post)
    before = await pg.last_call()
    await leads(first)
    await second.press("Принять", on=await second.wait_for("bot", button="Принять"))
    await first.wait_for("bot", text="Ваш ход")
    await leads(first)
    await second.wait_for("bot", button="Принять")
    calls = [call for call in await pg.calls(since=before) if "phemeral" in call.method]
    assert [(call.method, call.ok) for call in calls] == [("editEphemeralMessageText", False)]
    assert not await whispered(first, group)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_where_telegram_wants_patience_the_newest_is_shown_later(
    pg: Playground, people: list[Someone], group: Group
) -> None:
    """What people met: "`retry_after` ignored and the last, decisive message dropped"."""
    await begun(group, people)
    first, second = await leader(people)
    own = await asks(first, group)
    await pg.fault("retry_after", method="editEphemeralMessageText", seconds=1, times=1)
    await leads(first)
    await second.press("Принять", on=await second.wait_for("bot", button="Принять"))
    now = held(await first.wait_for("bot", text="Ваш ход"))
    await first.wait_for(group, match=lambda seen: seen.ephemeral_id == own.ephemeral_id and held(seen) == now)


async def test_another_process_knows_of_it(app: App, people: list[Someone], group: Group) -> None:
    """What people met, restart: what stood in a process alone was lost."""
    table = await begun(group, people)
    for person in people:
        await asks(person, group)
    tables = Tables(app.store, app.me.username or "", lambda _: 0)
    reconciler = Reconciler(app.bot, app.store, tables)
    tables.on_drawing = reconciler.draw
    await tables.act(table, lambda table, _: playing.call_off(table))
    await reconciler.drain()
    assert [await whispered(person, group) for person in people] == [[], []]


# The document


def test_it_is_of_whoever_sits_there_while_the_game_is_on() -> None:
    hand = Asked(-100, 5, "digest")
    table: Table[object] = next(sights("durachki", 2, 1)).table
    asked = tastes.asked(table, 2, hand)
    assert [sitter.asked for sitter in asked.sitters] == [None, hand]
    assert Sitter.model_validate_json(asked.sitters[1].model_dump_json(exclude_defaults=True)) == asked.sitters[1]
    assert without(asked, 1, left=False).sitters[1].asked is None
    for other, user in ((table.but(stage="over"), 2), (table, 9)):
        with pytest.raises(Stale):
            tastes.asked(other, user, hand)
