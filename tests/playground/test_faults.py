"""Each fault strikes the calls it names, as often as it says, and the journal keeps what became of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramBadRequest,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)

if TYPE_CHECKING:
    from aiogram import Bot

    from bot.playground.client import Group, Playground, Someone


async def texts(anna: Someone, group: Group) -> list[str]:
    return [seen.text for seen in await anna.sees(group) if seen.text]


async def test_retry_after_strikes_as_often_as_it_says(bot: Bot, pg: Playground, group: Group) -> None:
    await pg.fault("retry_after", method="sendMessage", seconds=7, times=2)
    for _ in range(2):
        with pytest.raises(TelegramRetryAfter) as refused:
            await bot.send_message(group.id, "x")
        assert refused.value.retry_after == 7
    await bot.send_message(group.id, "x")
    assert [(call.ok, call.code) for call in await pg.calls("sendMessage")] == [(False, 429), (False, 429), (True, 200)]


async def test_a_fault_keeps_to_its_method_and_chat(bot: Bot, pg: Playground, group: Group, anna: Someone) -> None:
    await anna.start()
    await pg.fault("error", chat=group.id, code=502, description="Bad Gateway", times=None)
    await bot.send_message(anna.id, "x")
    await bot.get_updates()
    for _ in range(3):
        with pytest.raises(TelegramServerError, match="Bad Gateway"):
            await bot.send_message(group.id, "x")
    await pg.clear_faults()
    await bot.send_message(group.id, "x")


async def test_any_refusal_can_be_made(bot: Bot, pg: Playground, group: Group) -> None:
    await pg.fault("error", code=400, description="Bad Request: CHAT_WRITE_FORBIDDEN")
    with pytest.raises(TelegramBadRequest, match="CHAT_WRITE_FORBIDDEN"):
        await bot.send_message(group.id, "x")


async def test_a_connection_breaks_before_or_after_the_deed(
    bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    await pg.fault("drop_before", method="sendMessage")
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(group.id, "не дошло")
    assert await texts(anna, group) == []
    await pg.fault("drop_after", method="sendMessage")
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(group.id, "дошло")
    assert await texts(anna, group) == ["дошло"]


async def test_a_connection_breaks_in_the_middle_of_the_answer_to_a_deed_that_was_done(
    bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    await pg.fault("drop_within", method="sendMessage")
    with pytest.raises(TelegramNetworkError, match="ClientPayloadError"):
        await bot.send_message(group.id, "дошло")
    assert await texts(anna, group) == ["дошло"]


async def test_an_answer_that_is_no_json_hides_a_deed_that_was_done(
    bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    await pg.fault("garbage")
    with pytest.raises(ClientDecodeError):
        await bot.send_message(group.id, "сделано")
    assert await texts(anna, group) == ["сделано"]


async def test_latency_delays_an_answer(bot: Bot, pg: Playground, group: Group) -> None:
    await pg.fault("latency", seconds=0.3)
    began = time.monotonic()
    await bot.send_message(group.id, "x")
    assert time.monotonic() - began >= 0.3


async def test_a_misspelt_wish_is_refused(pg: Playground, anna: Someone) -> None:
    with pytest.raises(Exception, match="Extra inputs are not permitted"):
        await pg.post(f"people/{anna.id}/write", chat="bot", text="x", replyto=1)
    with pytest.raises(Exception, match="Input should be"):
        await pg.fault("earthquake")
