"""Our own calls arrive as Telegram wants them, and taps get their answers."""

import json

import pytest
from aiogram import Bot

from bot.playground.client import Group, Playground, Someone
from bot.sending import ALERT, answer
from bot.sending.requests import EditKeyboard, EditText, SendText, Withdraw

KEYBOARD = '{"inline_keyboard":[[{"text":"Взять","callback_data":"x"}]]}'


async def test_the_keyboard_travels_as_the_text_it_is(bot: Bot, group: Group, anna: Someone) -> None:
    sent = await bot(SendText(chat_id=group.id, text="<b>Стол</b> &lt;1&gt;", reply_markup=KEYBOARD))
    call = (await group.pg.calls("sendMessage"))[0]
    assert call.params["reply_markup"] == KEYBOARD
    assert json.loads(call.params["link_preview_options"]) == {"is_disabled": True}
    assert sorted(call.params) == ["chat_id", "link_preview_options", "parse_mode", "reply_markup", "text"]
    seen = await anna.wait_for(group, button="Взять")
    assert (seen.id, seen.text, seen.html) == (sent.message_id, "Стол <1>", "<b>Стол</b> &lt;1&gt;")


async def test_an_edit_without_a_keyboard_takes_the_buttons_away(bot: Bot, group: Group, anna: Someone) -> None:
    sent = await bot(SendText(chat_id=group.id, text="раз", reply_markup=KEYBOARD))
    await bot(EditText(chat_id=group.id, message_id=sent.message_id, text="два"))
    assert (await anna.wait_for(group, text="два")).button_texts == []
    await bot(EditKeyboard(chat_id=group.id, message_id=sent.message_id, reply_markup=KEYBOARD))
    assert (await anna.wait_for(group, text="два")).button_texts == ["Взять"]
    await bot(EditKeyboard(chat_id=group.id, message_id=sent.message_id))
    assert (await anna.wait_for(group, text="два")).button_texts == []


async def test_a_message_of_ours_can_be_withdrawn(bot: Bot, group: Group, anna: Someone) -> None:
    sent = await bot(SendText(chat_id=group.id, text="раз"))
    assert await bot(Withdraw(chat_id=group.id, message_id=sent.message_id)) is True
    assert "раз" not in [seen.text for seen in await anna.sees(group)]


@pytest.mark.parametrize("text", ["Принято", "🂡" * 150, "x" * 500])
async def test_a_tap_is_answered_with_as_much_as_fits(bot: Bot, group: Group, anna: Someone, text: str) -> None:
    await bot(SendText(chat_id=group.id, text="раз", reply_markup=KEYBOARD))
    tap = await anna.press("Взять", group, patience=0)
    assert await answer(bot, tap.id, text, alert=True)
    told = await anna.pg.get(f"answers/{tap.id}")
    assert told["alert"]
    assert told["text"] == text if len(text) < 100 else told["text"].endswith("…")
    assert len(told["text"].encode("utf-16-le")) // 2 <= ALERT


async def test_a_tap_too_old_is_no_event(
    bot: Bot, pg: Playground, group: Group, anna: Someone, caplog: pytest.LogCaptureFixture
) -> None:
    """What people met, Telegram: "query is too old"."""
    await bot(SendText(chat_id=group.id, text="раз", reply_markup=KEYBOARD))
    tap = await anna.press("Взять", group, patience=0)
    await pg.advance(600)
    assert not await answer(bot, tap.id, "Принято")
    assert caplog.text == ""


async def test_a_tap_that_cannot_be_answered_raises_nothing(
    bot: Bot, pg: Playground, group: Group, anna: Someone, caplog: pytest.LogCaptureFixture
) -> None:
    await bot(SendText(chat_id=group.id, text="раз", reply_markup=KEYBOARD))
    tap = await anna.press("Взять", group, patience=0)
    await pg.fault("error", times=None)
    assert not await answer(bot, tap.id, "Семёрка пик")
    assert "AWAY" in caplog.text
    assert "Семёрка" not in caplog.text
