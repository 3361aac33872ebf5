"""Every refusal that the playground words as Telegram does is of the kind that says what to do about it."""

from collections.abc import Awaitable, Callable

import pytest
from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramBadRequest, TelegramEntityTooLarge, TelegramMigrateToChat
from aiogram.methods import AnswerCallbackQuery, DeleteMessage, SendMessage

from bot.playground.client import Group, Playground, Someone
from bot.sending.errors import FLOOD_PAUSE, TEXTS, Kind, TooSoonError, kind, waiting, wording
from bot.sending.requests import EditText, SendText

Failure = Callable[[object], Awaitable[AiogramError]]
ANY = SendMessage(chat_id=1, text="x")


@pytest.mark.parametrize(("text", "meant"), TEXTS)
def test_a_known_text_is_known_in_any_case_and_hidden_by_no_other(text: str, meant: Kind) -> None:
    """What people met, Telegram: "every 400 treated alike"."""
    assert kind(TelegramBadRequest(ANY, f"Bad Request: {text.upper()}")) is meant
    assert kind(TelegramBadRequest(ANY, f"Bad Request: {text}")) is meant


def test_what_nobody_has_seen_is_unknown() -> None:
    assert kind(TelegramBadRequest(ANY, "Bad Request: the moon is in the wrong house")) is Kind.UNKNOWN


def test_a_file_too_large_is_our_fault_not_the_network() -> None:
    assert kind(TelegramEntityTooLarge(ANY, "Request Entity Too Large")) is Kind.MALFORMED


async def test_a_message_that_is_not_there(failure: Failure, group: Group) -> None:
    """What people met, Telegram: "message to edit not found"."""
    assert kind(await failure(EditText(chat_id=group.id, message_id=77, text="x"))) is Kind.GONE
    assert kind(await failure(DeleteMessage(chat_id=group.id, message_id=77))) is Kind.GONE


async def test_a_message_that_is_not_ours(failure: Failure, group: Group, anna: Someone) -> None:
    written = await anna.write(group, "/play")
    assert kind(await failure(EditText(chat_id=group.id, message_id=written.id, text="x"))) is Kind.GONE


async def test_a_message_that_shows_this_already(bot: Bot, failure: Failure, group: Group) -> None:
    """What people met, Telegram: "not modified shown to users as a failure"."""
    sent = await bot(SendText(chat_id=group.id, text="<b>x</b>"))
    edit = EditText(chat_id=group.id, message_id=sent.message_id, text="<b>x</b>")
    assert kind(await failure(edit)) is Kind.NOT_MODIFIED


@pytest.mark.parametrize(
    ("text", "keyboard"),
    [
        ("x" * 4097, ""),
        ("<b>x", ""),
        ("<table>", ""),
        ("", ""),
        ("x", "nonsense"),
        ("x", '{"inline_keyboard":[[{"text":"A"}]]}'),
        ("x", '{"inline_keyboard":[[{"text":"A","callback_data":"%s"}]]}' % ("Я" * 33)),
        ("x", '{"inline_keyboard":[[{"text":"A","url":"not a link"}]]}'),
        ("x", '{"inline_keyboard":[[{"text":" ","callback_data":"x"}]]}'),
    ],
)
async def test_what_cannot_be_shown(failure: Failure, group: Group, text: str, keyboard: str) -> None:
    assert kind(await failure(SendText(chat_id=group.id, text=text, reply_markup=keyboard))) is Kind.MALFORMED


async def test_an_edit_too_long(bot: Bot, failure: Failure, group: Group) -> None:
    sent = await bot(SendText(chat_id=group.id, text="x"))
    edit = EditText(chat_id=group.id, message_id=sent.message_id, text="x" * 4097)
    assert kind(await failure(edit)) is Kind.MALFORMED


async def test_people_to_whom_the_bot_may_not_write(failure: Failure, pg: Playground, anna: Someone) -> None:
    boris = await pg.person("Борис")
    vera = await pg.person("Вера")
    await pg.group("Друзья", boris)
    await anna.block()
    assert kind(await failure(SendText(chat_id=anna.id, text="x"))) is Kind.FORBIDDEN  # has blocked it
    assert kind(await failure(SendText(chat_id=boris.id, text="x"))) is Kind.FORBIDDEN  # has never started it
    assert kind(await failure(SendText(chat_id=vera.id, text="x"))) is Kind.FORBIDDEN  # has never met it
    await anna.block(blocked=False)
    await pg.request("PATCH", f"people/{anna.id}", {"deactivated": True})
    assert kind(await failure(SendText(chat_id=anna.id, text="x"))) is Kind.FORBIDDEN


@pytest.mark.parametrize("status", ["kicked", "left", "restricted"])
async def test_groups_in_which_the_bot_may_not_write(failure: Failure, group: Group, status: str) -> None:
    await group.set_member("bot", status)
    assert kind(await failure(SendText(chat_id=group.id, text="x"))) is Kind.FORBIDDEN


async def test_topics_that_are_gone(failure: Failure, pg: Playground, group: Group, anna: Someone) -> None:
    assert kind(await failure(SendText(chat_id=group.id, text="x", message_thread_id=5))) is Kind.THREAD_GONE
    forum = await pg.group("Форум", anna, kind="supergroup", forum=True)
    topic = await forum.topic("Карты")
    await pg.request("PATCH", f"chats/{forum.id}/topics/{topic}", {"closed": True})
    assert kind(await failure(SendText(chat_id=forum.id, text="x", message_thread_id=topic))) is Kind.THREAD_GONE


async def test_a_group_with_another_number(failure: Failure, group: Group) -> None:
    heir = await group.migrate()
    error = await failure(SendText(chat_id=group.id, text="x"))
    assert isinstance(error, TelegramMigrateToChat)
    assert (kind(error), error.migrate_to_chat_id) == (Kind.MIGRATED, heir.id)


async def test_a_tap_that_nobody_waits_for(failure: Failure) -> None:
    assert kind(await failure(AnswerCallbackQuery(callback_query_id="1"))) is Kind.OLD_QUERY


async def test_too_many_requests_say_how_long_to_wait(failure: Failure, pg: Playground, group: Group) -> None:
    await pg.fault("retry_after", seconds=3)
    error = await failure(SendText(chat_id=group.id, text="x"))
    assert (kind(error), waiting(error)) == (Kind.FLOOD, 3.0)
    assert waiting(TooSoonError(ANY, 0.25)) == 0.25
    assert waiting(TelegramBadRequest(ANY, "Too Many Requests")) == FLOOD_PAUSE
    slow = TelegramBadRequest(ANY, "Bad Request: SLOWMODE_WAIT_17")
    assert (kind(slow), waiting(slow)) == (Kind.FLOOD, 17.0)


@pytest.mark.parametrize("fault", ["error", "drop_before", "drop_after", "garbage"])
async def test_telegram_is_away(failure: Failure, pg: Playground, group: Group, fault: str) -> None:
    await pg.fault(fault)
    assert kind(await failure(SendText(chat_id=group.id, text="x"))) is Kind.AWAY


async def test_the_log_gets_no_words_of_ours(failure: Failure, group: Group) -> None:
    error = await failure(SendText(chat_id=group.id, text="<семёрка-пик>"))
    assert "parse" in wording(error)
    assert "семёрка" not in wording(error)
