"""A patience in a private chat: taking back, giving up, and finding it again."""

import random

import pytest

from bot.playground.client import Playground, Seen
from tests.e2e.people import PATIENCE, Player, newcomer
from tests.e2e.words import RUSSIAN

TITLE = "Девушки на выданье"


@pytest.fixture
async def anna(pg: Playground, rng: random.Random) -> Player:
    who = await newcomer(pg, "Анна")
    await who.start()
    return Player(who, rng, RUSSIAN)


async def opened(player: Player) -> Seen:
    await player.who.write("bot", "/patience")
    return await player.who.wait_for("bot", button=player.words.resign, patience=PATIENCE)


async def test_taking_back_restores_what_lay_there(anna: Player) -> None:
    first = await opened(anna)
    assert await anna.turn(TITLE)
    second = await anna.who.wait_for("bot", button=RUSSIAN.resign)
    assert (second.text, second.button_texts) != (first.text, first.button_texts)
    await anna.who.press(RUSSIAN.undo, on=second)
    third = await anna.changed(second)
    assert third
    assert third.button_texts == first.button_texts
    assert (third.text or "").split("\n")[:2] == (first.text or "").split("\n")[:2]


async def test_before_the_first_move_there_is_nothing_to_take_back(anna: Player) -> None:
    screen = await opened(anna)
    assert RUSSIAN.undo not in screen.button_texts
    hint = next(key for row in screen.buttons for key in row if key.text == "Подсказка")
    answer = await anna.who.press(hint.text, on=screen, forge=(hint.callback_data or "").replace("advice", "undo"))
    assert answer.text
    assert answer.alert
    assert (await anna.who.wait_for("bot", button=RUSSIAN.resign)).rev == screen.rev


async def test_giving_up_is_asked_twice(anna: Player) -> None:
    screen = await opened(anna)
    await anna.who.press(RUSSIAN.resign, on=screen)
    asked = await anna.changed(screen)
    assert asked
    assert "Сдаться?" in (asked.text or "")
    await anna.who.press(RUSSIAN.back, on=asked)
    back = await anna.changed(asked)
    assert back
    assert back.button_texts == screen.button_texts
    await anna.who.press(RUSSIAN.resign, on=back)
    asked = await anna.changed(back)
    assert asked
    await anna.who.press(RUSSIAN.resign, on=asked)
    result = await anna.who.wait_for("bot", button=RUSSIAN.again)
    assert "из 104" in (result.text or "")


async def test_the_next_patience_is_dealt_at_once(anna: Player) -> None:
    screen = await opened(anna)
    await anna.who.press(RUSSIAN.resign, on=screen)
    await anna.who.press(RUSSIAN.resign, on=await anna.who.wait_for("bot", button=RUSSIAN.back))
    result = await anna.who.wait_for("bot", button=RUSSIAN.again)
    await anna.who.press(RUSSIAN.again, on=result)
    dealt = await anna.who.wait_for("bot", button=RUSSIAN.resign, match=lambda seen: seen.id > result.id)
    assert "в рядах 0 из 104" in (dealt.text or "").replace("\u00a0", " ")
    answer = await anna.who.press(RUSSIAN.again, on=result)
    assert answer.text == "Вы уже сидите за этим столом."


async def test_patience_is_found_again_where_it_was_left(anna: Player) -> None:
    await opened(anna)
    for _ in range(3):
        await anna.turn(TITLE)
    left = await anna.who.wait_for("bot", button=RUSSIAN.resign)
    await anna.who.write("bot", "Отложу до завтра")
    await anna.who.write("bot", "/patience")
    found = await anna.who.wait_for("bot", button=RUSSIAN.resign, match=lambda seen: seen.id > left.id)
    assert (found.text, found.button_texts) == (left.text, left.button_texts)
    await anna.who.wait_for("bot", match=lambda seen: seen.id == left.id, gone=True)
