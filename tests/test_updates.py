"""What Telegram would never send is told from what it sends, and neither quoted in the log nor tried again."""

import json
import logging

import pytest
from aiogram import Bot
from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import Play
from bot.routers.moves import pressed
from bot.store.store import Entry
from bot.updates import MOST, becomes, is_id, raw, update_of

TABLE = "a1234567"
ANNA = {"id": 7, "is_bot": False, "first_name": "Анна"}
MESSAGE = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}, "from": ANNA, "text": "семёрка"}
DATA = str(Play(TABLE, 1, "take"))
QUERY = {"id": "1", "from": ANNA, "chat_instance": "1", "data": DATA}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just(DATA),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("id", "from", "message", "chat", "data", "reply_markup", "inline_keyboard", "callback_data")
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@pytest.fixture
def bot() -> Bot:
    return Bot("42:token")


def tap(**fields: object) -> Entry:
    text = json.dumps({"update_id": 1, "callback_query": {**QUERY, **fields}})
    return Entry("a", "1-1", "update", 1, TABLE, TABLE, text)


@pytest.mark.parametrize("value", [True, False, None, "7", 7.0, MOST, -MOST, 10**30])
def test_a_number_of_telegrams_has_at_most_52_bits_and_is_a_number(value: object) -> None:
    assert is_id(7)
    assert is_id(1 - MOST)
    assert not is_id(value)


@pytest.mark.parametrize(
    ("group", "supergroup"),
    [(7, -(10**12) - 5), (-5, 7), (-5, -6), (-(10**12) - 5, -(10**12) - 6), (-(10**12) - 5, -5), (-5, -MOST)],
)
def test_only_a_group_becomes_a_supergroup(group: int, supergroup: int) -> None:
    assert becomes(-5, -(10**12) - 5)
    assert not becomes(group, supergroup)


@pytest.mark.parametrize("text", ["[" * 100_000, "NaN", "-Infinity", "9" * 17, "9" * 5000, "{"])
def test_what_json_of_telegrams_is_not_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"deep|JSON|no |long|Expecting"):
        raw(text)


def test_an_update_is_read(bot: Bot) -> None:
    found = update_of(json.dumps({"update_id": 1, "message": MESSAGE}), 1, bot)
    assert found
    assert found.message
    assert found.message.text == "семёрка"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"text": ["семёрка"]}, "an update is none: string_type at message.text"),
        ({"date": "семёрка"}, "an update is none: datetime_from_date_parsing at message.date"),
        ({"chat": {"id": 10**17}}, "an update is none: ValueError"),
    ],
)
def test_of_what_is_no_update_the_log_tells_where_it_is_wrong_and_not_what_it_says(
    bot: Bot, caplog: pytest.LogCaptureFixture, fields: dict[str, object], told: str
) -> None:
    assert update_of(json.dumps({"update_id": 5, "message": {**MESSAGE, **fields}}, ensure_ascii=False), 5, bot) is None
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.WARNING, told)
    assert record.__dict__["update"] == 5


@given(JSON)
def test_a_tap_is_read_from_any_json_without_an_error(value: object) -> None:
    for field in ("from", "message", "data", "id"):
        pressed(tap(**{field: value}))


@pytest.mark.parametrize("rows", [[1], ["x"], [None], [[1]], [[None, "x"]], [{}], [[]]])
def test_a_keyboard_that_is_none_has_no_button(rows: object) -> None:
    found = pressed(tap(message={"message_id": 1, "chat": {"id": 7}, "reply_markup": {"inline_keyboard": rows}}))
    assert found
    assert (found.tapped.chat, found.tapped.message) == (None, None)


def test_a_tap_on_its_message_is_read_with_where_it_is() -> None:
    keyboard = {"inline_keyboard": [[{"text": "x", "callback_data": DATA}]]}
    found = pressed(tap(message={"message_id": 5, "chat": {"id": 7}, "reply_markup": keyboard}))
    assert found
    assert (found.tapped.user, found.tapped.chat, found.tapped.message) == (7, 7, 5)


@pytest.mark.parametrize("user", [True, "7", 7.0, 10**16, None])
def test_a_tap_of_nobody_is_none(user: object) -> None:
    assert pressed(tap(**{"from": {**ANNA, "id": user}})) is None
