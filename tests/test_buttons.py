"""Callback data is what anybody may have made up: it is one of our buttons, or it is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import LIMIT, About, Choose, General, Play, invitation, invited, is_table, parse

ANYTHING = st.text() | st.from_regex(r"[pct][0-9a-z]{8}:.*|g:.*", fullmatch=True)


@given(ANYTHING)
def test_whatever_is_read_as_a_button_is_written_so(data: str) -> None:
    button = parse(data)
    if button is not None:
        assert parse(str(button)) == button
        assert len(data.encode(errors="replace")) <= LIMIT


@pytest.mark.parametrize("data", ["ta1234567:remove:" + "9" * 48, "ta1234567:last:" + "9" * 5000, "g:new:" + "ы" * 30])
def test_what_no_button_has_room_for_is_none(data: str) -> None:
    assert parse(data) is None


@pytest.mark.parametrize(
    "data",
    [
        "p{0}:table:1:take",
        "tA1234567:sit",
        "ga1234567:sit",
        "ta123456:sit",
        "ta1234567\n:sit",
        "tg1234567:sit",
        "t:sit",
    ],
)
def test_what_names_no_table_is_none(data: str) -> None:
    assert parse(data) is None


@pytest.mark.parametrize(
    "text", ["", "zzz", "a123456", "a12345678", "g1234567", "a123456\n", "a1234567\n", "a:table:*"]
)
def test_what_could_be_no_table_is_none(text: str) -> None:
    assert is_table("a1234567")
    assert not is_table(text)


def test_a_link_leads_to_its_table_with_its_ticket() -> None:
    ticket = "zT9_-" + "a" * 17
    payload = invitation("parlour_bot", "a1234567", ticket).partition("?start=")[2]
    assert len(payload) <= 64
    assert invited(payload) == ("a1234567", ticket)


@given(st.text() | st.from_regex(r"t[0-9a-z]{8}[\w-]*", fullmatch=True))
def test_whatever_else_is_no_link(payload: str) -> None:
    found = invited(payload)
    assert found is None or (is_table(found[0]) and f"t{found[0]}{found[1]}" == payload)


@pytest.mark.parametrize(
    "button", [Play("a1234567", 41, "lead 7S"), Choose("a1234567", 0, ""), About("a1234567", "sit")]
)
def test_a_buttons_words_may_hold_anything_but_its_table_may_not(button: Play | Choose | About) -> None:
    assert parse(str(button)) == button
    assert parse(str(General("set", 'x="\u0442"'))) is not None
