"""Telegram's limits are kept before Telegram has to, nobody jumps the line, and only the first of a line asks."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramRetryAfter
from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteMessage,
    GetMe,
    Response,
    SendChatAction,
    SendMessage,
    TelegramMethod,
)
from redis.exceptions import ConnectionError as AwayError

from bot.playground import TOKEN, Server
from bot.playground.client import Group, Playground, Someone
from bot.sending import Budget, Hearing, Kind, TooSoonError, kind
from bot.sending.limits import KNOWN_WAITS, Limits, manner_of
from bot.sending.requests import EditKeyboard, EditText, EditWhisper, SendText, Sent
from bot.store.budget import Manner
from bot.store.store import Store
from tests.sending.conftest import Sleeper, bot_at


class Hours:
    """A clock that only sleeping moves, and the store's ledger read by it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1000.0
        self.asked: list[int] = []
        self.hushed: list[tuple[int, int]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def book(self, chat: int, token: str, manner: Manner, /) -> int:
        self.asked.append(chat)
        return await self.store.book(chat, token, manner, round(self.now * 1000))

    async def rebook(self, chat: int, token: str, /) -> None:
        await self.store.rebook(chat, token, round(self.now * 1000))

    async def hush(self, chat: int, wait_ms: int, /) -> None:
        self.hushed.append((chat, wait_ms))


@pytest.fixture
def hours(store: Store) -> Hours:
    return Hours(store)


@pytest.fixture
def budget(hours: Hours) -> Budget:
    return Budget(hours, hours, hours.sleep)


async def test_a_second_message_in_a_second_is_told_how_long_to_wait(hours: Hours, budget: Budget) -> None:
    assert await budget.take(5, "a") == 0
    hours.now += 0.25
    assert await budget.take(5, "b") == pytest.approx(0.85)
    assert await budget.take(6, "c") == 0


async def test_a_wait_that_is_known_is_not_asked_for_again(hours: Hours, budget: Budget) -> None:
    for number in range(10):
        await budget.take(5, str(number))
    assert hours.asked == [5, 5]
    assert budget.wait(5) == pytest.approx(1.1)
    hours.now += 1.1
    assert budget.wait(5) == 0
    assert await budget.take(5, "later") == 0


async def test_a_line_is_served_in_order_and_only_its_first_asks(hours: Hours, budget: Budget) -> None:
    served: list[tuple[int, float]] = []

    async def stand(number: int) -> None:
        await budget.turn(-7, str(number))
        served.append((number, hours.now))

    await asyncio.gather(*(stand(number) for number in range(5)))
    assert [number for number, _ in served] == [0, 1, 2, 3, 4]
    assert [now for _, now in served] == pytest.approx([1000, 1001.1, 1002.2, 1003.3, 1004.4])
    assert len(hours.asked) == 9  # each but the first was refused once


async def test_a_group_gets_twenty_a_minute_and_a_person_more(hours: Hours, budget: Budget) -> None:
    for number in range(21):
        await budget.turn(-7, str(number))
    assert hours.now == pytest.approx(1060.1)
    start = hours.now
    for number in range(21):
        await budget.turn(7, str(number))
    assert hours.now == pytest.approx(start + 22)


async def test_what_telegram_said_holds_a_chat_back_and_no_other(hours: Hours, budget: Budget) -> None:
    await budget.hold(5, 30)
    await budget.hold(5, 3)
    assert [await budget.take(5, "a", manner) for manner in Manner] == pytest.approx([30, 30, 30])
    assert await budget.take(6, "b") == 0
    await budget.turn(5, "c")
    assert hours.now == pytest.approx(1030)
    assert hours.hushed == [(5, 30_000), (5, 3000)]


async def test_what_telegram_told_one_worker_the_others_know(store: Store, server: Server, pg: Playground) -> None:
    anna = await pg.person("Анна")
    await anna.start()
    await pg.fault("retry_after", seconds=30)
    async with bot_at(server.url, Budget(store), Hearing(), Sleeper()) as one:
        with pytest.raises(TelegramRetryAfter):
            await one(SendText(chat_id=anna.id, text="раз"))
    async with bot_at(server.url, Budget(store), Hearing(), Sleeper()) as other:
        with pytest.raises(TooSoonError) as caught:
            await other(SendText(chat_id=anna.id, text="два"))
    assert 29 < caught.value.wait <= 30
    assert len(await pg.calls()) == 1


@pytest.mark.parametrize(("seconds", "wait"), [(0.05, 1.05), (0.9, 1.1)])
async def test_a_call_that_was_long_under_way_counts_from_its_answer(
    seconds: float, wait: float, hours: Hours, budget: Budget
) -> None:
    """It may have arrived only then, and the next one must not arrive within a second of it."""

    async def passed_on(bot: Bot, method: TelegramMethod[Sent]) -> Response[Sent]:
        hours.now += seconds
        return Response(ok=True, result=Sent(message_id=1))

    limits, bot = Limits(budget), Bot(TOKEN)
    await limits(passed_on, bot, SendText(chat_id=5, text="раз"))
    assert await budget.take(5, "next") == pytest.approx(wait)


async def test_an_answer_is_not_lost_where_the_ledger_is_out_of_reach(hours: Hours, budget: Budget) -> None:
    async def passed_on(bot: Bot, method: TelegramMethod[Sent]) -> Response[Sent]:
        hours.now += 1
        return Response(ok=True, result=Sent(message_id=1))

    async def away(*_: object) -> None:
        raise AwayError

    hours.rebook = away  # type: ignore[method-assign]
    answer = await Limits(budget)(passed_on, Bot(TOKEN), SendText(chat_id=5, text="раз"))
    assert answer.result == Sent(message_id=1)


@pytest.mark.parametrize(
    ("call", "manner"),
    [
        (SendText(chat_id=-7, text=""), Manner.SENT),
        (SendMessage(chat_id=-7, text=""), Manner.SENT),
        (EditText(chat_id=-7, message_id=1, text=""), Manner.EDITED),
        (EditKeyboard(chat_id=-7, message_id=1), Manner.SENT),
        (SendText(chat_id=-7, text="", receiver_user_id=5), Manner.WHISPERED),
        (EditWhisper(chat_id=-7, receiver_user_id=5, ephemeral_message_id=1, text=""), Manner.WHISPERED),
    ],
)
def test_how_urgent_calls_are(call: TelegramMethod[Any], manner: Manner) -> None:
    assert manner_of(call) is manner


async def test_waits_that_are_over_are_forgotten(hours: Hours, budget: Budget) -> None:
    for chat in range(KNOWN_WAITS):
        await budget.hold(chat, 1)
    assert len(budget._closed_until) >= KNOWN_WAITS
    hours.now += 2
    await budget.hold(KNOWN_WAITS, 1)
    assert len(budget._closed_until) == len(Manner)


@pytest.fixture
async def limited(
    server: Server, pg: Playground, budget: Budget, hearing: Hearing, sleeper: Sleeper
) -> AsyncIterator[Bot]:
    async with bot_at(server.url, budget, hearing, sleeper) as made:
        yield made


async def test_a_screen_is_refused_at_once_and_a_message_waits(limited: Bot, hours: Hours, group: Group) -> None:
    sent = await limited(SendText(chat_id=group.id, text="раз"))
    with pytest.raises(TooSoonError) as caught:
        await limited(EditText(chat_id=group.id, message_id=sent.message_id, text="два"))
    assert kind(caught.value) is Kind.FLOOD
    assert caught.value.wait == pytest.approx(1.1)
    await limited(SendMessage(chat_id=group.id, text="три"))
    assert hours.now == pytest.approx(1001.1)
    assert [call.method for call in await group.pg.calls()] == ["sendMessage", "sendMessage"]


async def test_answers_deletions_and_questions_are_free(
    limited: Bot, hours: Hours, group: Group, anna: Someone
) -> None:
    keyboard = '{"inline_keyboard":[[{"text":"Сесть","callback_data":"x"}]]}'
    sent = await limited(SendText(chat_id=group.id, text="раз", reply_markup=keyboard))
    tap = await anna.press("Сесть", group, patience=0)
    await limited(AnswerCallbackQuery(callback_query_id=tap.id))
    await limited(SendChatAction(chat_id=group.id, action="typing"))
    await limited(GetMe())
    await limited(DeleteMessage(chat_id=group.id, message_id=sent.message_id))
    assert (hours.asked, hours.now) == ([group.id], 1000)
