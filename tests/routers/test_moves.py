"""Which entries are moves, told from Telegram's JSON alone."""

import json
from typing import Any

import pytest

from bot.buttons import About, Choose, General, Play
from bot.routers.moves import pressed
from bot.store.store import Entry

TABLE = "0aaaaaaa"


def entry(update: dict[str, Any], table: str = TABLE) -> Entry:
    return Entry("0", "1-0", "update", 1, table, table, json.dumps(update))


def tap(data: object, **more: Any) -> dict[str, Any]:
    person = {"id": 7, "is_bot": False, "first_name": "Анна", "language_code": "ru"}
    return {"update_id": 1, "callback_query": {"id": "99", "from": person, "data": data, **more}}


@pytest.mark.parametrize("button", [Play(TABLE, 41, "lead 7S 7D"), Choose(TABLE, 41, "lead 7S"), Choose(TABLE, 41, "")])
def test_a_tap_on_a_move_is_told_with_who_tapped_and_where(button: Play | Choose) -> None:
    keys = {"inline_keyboard": [[{"text": "Ход", "callback_data": str(button)}]]}
    found = pressed(entry(tap(str(button), message={"message_id": 5, "chat": {"id": -3}, "reply_markup": keys})))
    assert found is not None
    assert found.button == button
    tapped = found.tapped
    assert (tapped.query, tapped.user, tapped.language, tapped.chat, tapped.message) == ("99", 7, "ru", -3, 5)


def test_a_message_without_such_a_button_is_left_out() -> None:
    keys = {"inline_keyboard": [[{"text": "Ход", "callback_data": str(Play(TABLE, 1, "take"))}]]}
    message = {"message_id": 5, "chat": {"id": -3}, "reply_markup": keys}
    found = pressed(entry(tap(str(Play(TABLE, 1, "lead 7S")), message=message)))
    assert found is not None
    assert (found.tapped.chat, found.tapped.message) == (None, None)


def test_a_tap_need_not_say_on_which_message_or_in_which_language() -> None:
    found = pressed(entry({"callback_query": {"id": "99", "from": {"id": 7}, "data": str(Play(TABLE, 1, "take"))}}))
    assert found is not None
    assert (found.tapped.language, found.tapped.chat, found.tapped.message) == (None, None, None)


@pytest.mark.parametrize(
    "update",
    [
        tap(str(About(TABLE, "hand"))),
        tap(str(General("catalogue"))),
        tap("p0aaaaaaa"),
        tap(None),
        {"update_id": 1, "message": {"text": str(Play(TABLE, 1, "take")), "from": {"id": 7}}},
        {"update_id": 1, "callback_query": {"id": 99}},
    ],
)
def test_everything_else_is_left_to_the_routers(update: dict[str, Any]) -> None:
    assert pressed(entry(update)) is None


def test_a_deadline_is_no_move() -> None:
    assert pressed(Entry("0", "1-0", "due", 0, TABLE, TABLE, "")) is None
