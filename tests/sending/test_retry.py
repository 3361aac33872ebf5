"""A call is made again where that helps and cannot do harm, and never otherwise."""

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest, TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.methods import EditMessageText, GetMe, SendMessage

from bot.playground.client import Group, Playground
from bot.sending import Budget, Hearing, Unlimited
from bot.sending.requests import EditText, SendText
from bot.sending.retry import PATIENCE, PAUSES
from tests.sending.conftest import Sleeper, bot_at


async def texts(group: Group) -> list[str]:
    return [call.params["text"] for call in await group.pg.calls() if call.ok and "text" in call.params]


async def test_a_message_is_sent_when_the_time_is_over_that_telegram_named(
    bot: Bot, pg: Playground, group: Group, sleeper: Sleeper
) -> None:
    """What people met, Telegram: "retry_after ignored"."""
    await pg.fault("retry_after", seconds=7)
    await bot(SendMessage(chat_id=group.id, text="раз"))
    assert sleeper.naps == [7.0]
    assert await texts(group) == ["раз"]


async def test_there_is_an_end_to_patience(bot: Bot, pg: Playground, group: Group, sleeper: Sleeper) -> None:
    await pg.fault("retry_after", seconds=PATIENCE + 1)
    with pytest.raises(TelegramRetryAfter):
        await bot(SendMessage(chat_id=group.id, text="раз"))
    await pg.fault("retry_after", seconds=20, times=None)
    with pytest.raises(TelegramRetryAfter):
        await bot(GetMe())
    assert sleeper.naps == [20.0, 20.0, 20.0]


@pytest.mark.parametrize("fault", ["error", "drop_before"])
async def test_an_edit_is_tried_again_when_telegram_is_away(
    bot: Bot, pg: Playground, group: Group, sleeper: Sleeper, fault: str
) -> None:
    sent = await bot(SendText(chat_id=group.id, text="раз"))
    await pg.fault(fault, times=1)
    await bot(EditMessageText(chat_id=group.id, message_id=sent.message_id, text="два"))
    assert sleeper.naps == [PAUSES[0]]
    assert await texts(group) == ["раз", "два"]


async def test_an_edit_whose_answer_was_nonsense_turns_out_to_be_done(
    bot: Bot, pg: Playground, group: Group, sleeper: Sleeper
) -> None:
    sent = await bot(SendText(chat_id=group.id, text="раз"))
    await pg.fault("garbage")
    with pytest.raises(TelegramBadRequest, match="not modified"):
        await bot(EditMessageText(chat_id=group.id, message_id=sent.message_id, text="два"))
    assert sleeper.naps == [PAUSES[0]]


async def test_a_question_is_asked_three_times_and_then_given_up(bot: Bot, pg: Playground, sleeper: Sleeper) -> None:
    await pg.fault("error", times=None)
    with pytest.raises(TelegramServerError):
        await bot(GetMe())
    assert sleeper.naps == list(PAUSES)


@pytest.mark.parametrize("fault", ["error", "drop_before", "drop_after", "garbage"])
async def test_a_message_of_unknown_fate_is_not_sent_again(
    bot: Bot, pg: Playground, group: Group, sleeper: Sleeper, fault: str
) -> None:
    await pg.fault(fault)
    with pytest.raises(Exception):  # noqa: B017, PT011  # which one is the subject of other tests
        await bot(SendMessage(chat_id=group.id, text="раз"))
    assert sleeper.naps == []
    assert len(await texts(group)) == (1 if fault in ("drop_after", "garbage") else 0)


async def test_a_message_that_never_left_is_sent_again(sleeper: Sleeper) -> None:
    nowhere = "http://127.0.0.1:1"
    async with bot_at(nowhere, Budget(Unlimited()), Hearing(), sleeper) as bot:
        with pytest.raises(TelegramNetworkError):
            await bot(SendMessage(chat_id=1, text="раз"))
    assert sleeper.naps == list(PAUSES)


@pytest.mark.parametrize("fault", ["retry_after", "error", "drop_before", "garbage"])
async def test_what_draws_a_screen_is_never_repeated(
    bot: Bot, pg: Playground, group: Group, sleeper: Sleeper, fault: str
) -> None:
    sent = await bot(SendText(chat_id=group.id, text="раз"))
    await pg.fault(fault)
    with pytest.raises(Exception):  # noqa: B017, PT011  # which one is the subject of other tests
        await bot(EditText(chat_id=group.id, message_id=sent.message_id, text="два"))
    assert sleeper.naps == []


async def test_clocks_may_run_only_while_telegram_answers(
    bot: Bot, pg: Playground, group: Group, hearing: Hearing
) -> None:
    assert hearing.heard()
    await pg.fault("error")
    with pytest.raises(TelegramServerError):
        await bot(SendMessage(chat_id=group.id, text="раз"))
    assert not hearing.heard()
    with pytest.raises(Exception):  # noqa: B017, PT011  # a refusal is an answer
        await bot(EditText(chat_id=group.id, message_id=99, text="два"))
    assert hearing.heard()


async def test_a_failure_is_not_believed_for_ever(pg: Playground, group: Group, sleeper: Sleeper) -> None:
    now = 0.0
    hearing = Hearing(lambda: now)
    async with bot_at(pg.url, Budget(Unlimited()), hearing, sleeper) as bot:
        await pg.fault("error")
        with pytest.raises(TelegramServerError):
            await bot(SendMessage(chat_id=group.id, text="раз"))
    assert not hearing.heard()
    now = 61.0
    assert hearing.heard()
