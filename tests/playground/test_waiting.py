"""Scripts wait for what they care about: news of some chats alone, and the answer to a tap, however many others tap."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.playground import people
from bot.playground.client import RefusedError
from bot.playground.world import KEPT_QUERIES, LONGEST_WAIT

if TYPE_CHECKING:
    from aiogram import Bot

    from bot.playground import Server
    from bot.playground.client import Group, Playground, Someone

KEYBOARD = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="Взять", callback_data="take")]])


async def test_who_waits_for_a_chat_hears_nothing_of_another(
    pg: Playground, bot: Bot, group: Group, anna: Someone, boris: Someone
) -> None:
    sent = await bot.send_message(group.id, "раз")
    rev = await pg.rev()
    waiting = asyncio.create_task(pg.wait_news(rev, chats=[group.id]))
    await anna.start()
    await boris.write("bot", "/help")
    assert await pg.rev() > rev
    assert await pg.wait_news(rev, 0, chats=[boris.id]) > rev
    assert not waiting.done()
    before = await pg.rev()
    await bot.edit_message_text("два", chat_id=group.id, message_id=sent.message_id)
    assert await waiting > before


@pytest.mark.parametrize("what", ["new", "changed", "gone", "whispered"])
async def test_whatever_happens_to_a_message_is_news(
    pg: Playground, bot: Bot, group: Group, anna: Someone, what: str
) -> None:
    await group.set_member("bot", "administrator")
    sent = await bot.send_message(group.id, "раз")
    rev = await pg.rev()
    match what:
        case "new":
            await bot.send_message(group.id, "два")
        case "changed":
            await bot.edit_message_text("два", chat_id=group.id, message_id=sent.message_id)
        case "gone":
            await bot.delete_message(group.id, sent.message_id)
        case _:
            await bot.send_message(group.id, "тебе", receiver_user_id=anna.id)
    assert await pg.wait_news(rev, 0, chats=[anna.id, group.id]) > rev
    assert await pg.wait_news(await pg.rev(), 0, chats=[group.id]) == await pg.rev()


async def test_a_supergroup_has_the_news_of_what_it_was_before(
    pg: Playground, bot: Bot, group: Group, anna: Someone
) -> None:
    said = await anna.write(group, "раз")
    heir = await group.migrate()
    rev = await pg.rev()
    await anna.edit(said, "два")
    assert await pg.wait_news(rev, 0, chats=[heir.id]) > rev


async def test_a_tap_is_remembered_while_its_answer_may_be_waited_for(
    pg: Playground, server: Server, bot: Bot, group: Group, anna: Someone
) -> None:
    await bot.send_message(group.id, "раз", reply_markup=KEYBOARD)
    tap = await anna.press("Взять", group, patience=0)
    room = server.world.rooms[group.id]
    for _ in range(2 * KEPT_QUERIES):
        people.press(server.world, anna.id, room, room.posts[-1], "take")
    waiting = asyncio.create_task(pg.get(f"answers/{tap.id}", timeout=10))
    assert await bot.answer_callback_query(tap.id, text="Взято")
    assert (await waiting)["text"] == "Взято"
    await pg.advance(LONGEST_WAIT + 1)
    people.press(server.world, anna.id, room, room.posts[-1], "take")
    assert len(server.world.queries) == KEPT_QUERIES + 1
    with pytest.raises(RefusedError, match="no such tap; the last 1001 are remembered"):
        await pg.get(f"answers/{tap.id}")


async def test_a_tap_that_is_lost_is_no_button_that_went_away(
    server: Server, bot: Bot, group: Group, anna: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.send_message(group.id, "раз", reply_markup=KEYBOARD)
    monkeypatch.setattr(server.world, "queries", Forgetful())
    with pytest.raises(AssertionError, match="the tap on 'Взять' is lost: no such tap"):
        await anna.press("Взять", group)


class Forgetful(dict[str, object]):
    """Keeps nothing."""

    def __setitem__(self, _key: str, _value: object) -> None:
        pass
