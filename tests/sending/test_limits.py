"""Telegram's limits are kept before Telegram has to, nobody jumps the line, and only the first of a line asks."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiogram.methods import AnswerCallbackQuery, DeleteMessage, GetMe, SendChatAction, SendMessage

from bot.playground import Server
from bot.playground.client import Group, Playground, Someone
from bot.sending import Budget, Hearing, Kind, TooSoonError, kind
from bot.sending.limits import KNOWN_WAITS
from bot.sending.requests import EditText, SendText
from bot.store.store import Store
from tests.sending.conftest import Sleeper, bot_at


class Hours:
    """A clock that only sleeping moves, and the store's ledger read by it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1000.0
        self.asked: list[int] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def book(self, chat: int, group: bool, /) -> int:
        self.asked.append(chat)
        return await self.store.book(chat, group, round(self.now * 1000))


@pytest.fixture
def hours(store: Store) -> Hours:
    return Hours(store)


@pytest.fixture
def budget(hours: Hours) -> Budget:
    return Budget(hours, hours, hours.sleep)


async def test_a_second_message_in_a_second_is_told_how_long_to_wait(hours: Hours, budget: Budget) -> None:
    assert await budget.take(5) == 0
    hours.now += 0.25
    assert await budget.take(5) == pytest.approx(0.75)
    assert await budget.take(6) == 0


async def test_a_wait_that_is_known_is_not_asked_for_again(hours: Hours, budget: Budget) -> None:
    for _ in range(10):
        await budget.take(5)
    assert hours.asked == [5, 5]
    assert budget.wait(5) == pytest.approx(1.0)
    hours.now += 1
    assert budget.wait(5) == 0
    assert await budget.take(5) == 0


async def test_a_line_is_served_in_order_and_only_its_first_asks(hours: Hours, budget: Budget) -> None:
    served: list[tuple[int, float]] = []

    async def stand(number: int) -> None:
        await budget.turn(-7)
        served.append((number, hours.now))

    await asyncio.gather(*(stand(number) for number in range(5)))
    assert [number for number, _ in served] == [0, 1, 2, 3, 4]
    assert [now for _, now in served] == pytest.approx([1000, 1001, 1002, 1003, 1004])
    assert len(hours.asked) == 9  # each but the first was refused once


async def test_a_group_gets_twenty_a_minute_and_a_person_more(hours: Hours, budget: Budget) -> None:
    for _ in range(21):
        await budget.turn(-7)
    assert hours.now == pytest.approx(1060)
    start = hours.now
    for _ in range(21):
        await budget.turn(7)
    assert hours.now == pytest.approx(start + 20)


async def test_what_telegram_said_holds_a_chat_back_and_no_other(hours: Hours, budget: Budget) -> None:
    budget.hold(5, 30)
    budget.hold(5, 3)
    assert await budget.take(5) == pytest.approx(30)
    assert await budget.take(6) == 0
    await budget.turn(5)
    assert hours.now == pytest.approx(1030)


async def test_waits_that_are_over_are_forgotten(hours: Hours, budget: Budget) -> None:
    for chat in range(1, KNOWN_WAITS + 1):
        budget.hold(chat, 1)
    hours.now += 2
    budget.hold(KNOWN_WAITS + 1, 1)
    assert len(budget._closed_until) == 1


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
    assert caught.value.wait == pytest.approx(1.0)
    await limited(SendMessage(chat_id=group.id, text="три"))
    assert hours.now == pytest.approx(1001)
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
