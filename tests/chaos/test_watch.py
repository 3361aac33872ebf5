"""The watch of the script of chaos finds what it is there to find: here is told, lost and doubled what must not be."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import AnswerCallbackQuery, SendPhoto
from redis.asyncio import Redis

from bot.buttons import Play
from bot.language import language
from bot.playground import people
from bot.screens.reconciler import Wanted
from bot.screens.screen import Screen
from bot.sending.requests import EditText, EditWhisper, SendText
from bot.tables import presence, showing
from bot.tables.model import Sitter, Table
from bot.tables.steps import Change, state_of
from tests.chaos.telegram import town
from tests.chaos.test_tables import evening_of
from tests.chaos.watch import Watch
from tests.e2e.told import Told, keys_of
from tests.tables.test_seats import begun

RU = language("ru")


@pytest.fixture
def table() -> Table[Any]:
    """Durachki in play: users 1, 2 and 3 in seats 0, 1 and 2."""
    return begun("durachki", random.Random(1))


def watching(table: Table[Any]) -> Watch:
    watch = Watch()
    watch.stored(table)
    watch.names = {1: "Анна", 2: "Борис", 3: "Вера"}
    return watch


def hand_of(table: Table[Any], seat: int) -> Screen:
    return showing.seat_screen_of(table, seat, RU)


@pytest.mark.parametrize("to", [-1, 1, 2, 3, 4])
def test_a_hand_is_for_whoever_sits_there_now(table: Table[Any], to: int) -> None:
    for seat in range(3):
        hand = hand_of(table, seat)
        for told in (
            Told(0, to, hand.text, keys_of({"reply_markup": hand.keyboard})),
            Told(0, to, hand.text),
            Told(0, to, "", ((RU.card(state_of(table).hands[seat][0]), ""),)),
            Told(0, to, "", (("Ходить", str(Play(table.id, 1, f"lead {state_of(table).hands[seat][0]}"))),)),
        ):
            watch = watching(table)
            watch.told(told)
            assert bool(watch.leaks) == (to != seat + 1), told


@pytest.mark.parametrize("left", [True, False])
def test_who_is_away_and_a_computer_know_no_more_than_a_bystander(table: Table[Any], *, left: bool) -> None:
    hand = hand_of(table, 1).text
    watch = watching(presence.without(table, 1, left=left))
    watch.told(Told(0, 2, hand))
    assert watch.leaks


def test_what_was_known_before_it_was_quiet_is_no_excuse(table: Table[Any]) -> None:
    hand = Told(0, 2, hand_of(table, 1).text)
    watch = watching(table)
    watch.stored(presence.without(table, 1, left=True))
    watch.told(hand)
    assert not watch.leaks, "it may have been on its way"
    watch.quiet()
    watch.told(hand)
    assert watch.leaks


def test_what_one_may_know_of_one_table_is_not_told_of_another(table: Table[Any]) -> None:
    watch = watching(table)
    other = begun("durachki", random.Random(2)).but(id="0bbbbbbb")
    watch.stored(other)
    hand = hand_of(table, 0)
    watch.told(Told(0, 1, hand.text), other.id)
    assert watch.leaks


def test_an_answer_may_name_what_was_asked(table: Table[Any]) -> None:
    watch = watching(table)
    card = state_of(table).hands[1][0]
    watch.told(Told(0, 1, RU.card(card)), table.id, f"p{table.id}:1:lead {card}")
    assert not watch.leaks
    watch.told(Told(0, 1, RU.card(card)), table.id)
    assert watch.leaks


@pytest.mark.parametrize(
    ("to", "text", "leaks"),
    [
        (1, "Вопрос: «слово1»", False),
        (2, "Вопрос: «слово1»", True),
        (-1, "Вопрос: «слово1»", True),
        (3, "На листке: Борис. Вопрос: «слово1»", False),
        (3, "Анна пишет: «слово1»", True),
        (3, "Анна пишет.\nВопрос: «слово1»", False),
    ],
)
def test_a_text_is_for_its_writer_and_whoever_holds_the_slip_and_betrays_nobody(
    to: int, text: str, leaks: bool
) -> None:
    """Anna has asked Boris, and Vera is to answer."""
    table = begun("questions", random.Random(1))
    state = state_of(table)
    slips = [replace(hand, slip=replace(hand.slip, to=1, question="слово1")) for hand in state.hands[2:3]]
    watch = watching(table.but(state=replace(state, hands=(*state.hands[:2], *slips, *state.hands[3:]))))
    watch.authors["слово1"] = 1
    watch.told(Told(0, to, text))
    assert bool(watch.leaks) is leaks


def test_lost_cards_and_doubled_people_are_found(table: Table[Any]) -> None:
    table, state = table.but(count=4), state_of(table)
    twin = table.sitters[0].model_copy(update={"name": "Егор"})
    wrong = (
        table.but(state=replace(state, hands=(state.hands[0][1:], *state.hands[1:]))),
        table.but(state=replace(state, hands=(state.hands[1], *state.hands[1:]))),
        table.but(sitters=(*table.sitters[:2], twin)),
        table.but(waiting=(twin,)),
        table.but(sitters=(*table.sitters[:2], Sitter(user=9, name=table.sitters[0].name))),
    )
    for each in wrong:
        assert watching(each).amiss
    assert not watching(table).amiss


# What is wrong with the bot is found by the whole script


def everything(table: Table[Any], _seat: int | None) -> Table[Any]:
    return table.but(state=None, seed="")


def for_all(table: Table[Any], _user: int, wanted: Wanted) -> Wanted:
    return replace(wanted, chat=table.chat)


def to_the_next(table: Table[Any], seat: int, speech: Any) -> str:
    return RU.cards(next(hand for hand in state_of(table).hands if isinstance(hand, tuple) and hand))


def all_events(change: Change, _user: int, _speech: Any) -> str:
    return RU.cards(card for event in change.happened for card in event.cards)


@pytest.mark.parametrize(
    ("where", "name", "wrong"),
    [
        (Table, "face", everything),
        (showing, "_alone_with", for_all),
        (showing, "hand", to_the_next),
        (showing, "toast", all_events),
    ],
)
def test_a_leak_that_is_planted_comes_to_light(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, wrong: Callable[..., Any]
) -> None:
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(AssertionError, match=r"(?s)evening 0, after .*\] to -?\d"):
        evening_of(0)


async def test_whatever_is_sent_is_seen(
    table: Table[Any], redis: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new message and a changed one, one for a single person's eyes, a picture's words and a tap's answer."""
    async with town(valkey_url, monkeypatch) as here:
        anna = people.add_person(here.world, "Анна").user.id
        people.start(here.world, anna)
        group = people.add_room(here.world, "supergroup", "Чат", [anna], bot="administrator")
        await here.settle()
        here.watch.stored(table.but(chat=group.id))
        secret = hand_of(table, 1).text
        tap = people.press(here.world, anna, group, group.posts[-1], "g:rules")
        here.wire.pressed[tap.id] = "g:rules"

        async def found(call: Any) -> bool:
            here.watch.leaks.clear()
            await _made(here.app.bot, call)
            return bool(here.watch.leaks)

        number = group.posts[-1].message.message_id
        assert await found(SendText(chat_id=group.id, text=secret))
        assert await found(SendText(chat_id=group.id, text=secret, receiver_user_id=anna))
        assert await found(EditText(chat_id=group.id, message_id=number, text=secret))
        assert await found(EditWhisper(chat_id=group.id, receiver_user_id=anna, ephemeral_message_id=1, text=secret))
        assert await found(SendPhoto(chat_id=group.id, photo="a", caption=secret))
        assert await found(AnswerCallbackQuery(callback_query_id=tap.id, text=secret[-40:]))
        assert not await found(SendText(chat_id=anna, text="Добрый вечер"))


async def _made(bot: Bot, call: Any) -> None:
    """Makes the call, which Telegram may refuse."""
    with suppress(AiogramError):
        await bot(call)
