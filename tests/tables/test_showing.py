"""Which private messages were sent after somebody was asked what is asked now."""

import json

import pytest

from bot.store.store import Document
from bot.tables import lobby, playing, showing
from bot.tables.model import Sitter, Table, table_type
from bot.tables.steps import Clock

NOW = Clock(1_000_000)


def writing(*users: int) -> Table[object]:
    """A round of three in which these people have written, in this order."""
    table = table_type("questions")(id="0aaaaaaa", home="0-a", chat=-1, game="questions", host=1)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    for user, name in ((2, "Борис"), (3, "Вера")):
        table = lobby.sit(table, Sitter(user=user, name=name))
    table = playing.start(table, 1, bytes(32), NOW).table
    for user in users:
        table = playing.say(table, user, f"Слово от {user}", NOW).table
    return table


def asked(table: Table[object], *, chat: int = 2, message: int = 10, posting: str | None = None) -> Document:
    """The table's document, as it says in which message person 2 was asked."""
    posted = str(table.rung[1]) if posting is None else posting
    return Document("", "", json.dumps({"1": [chat, message, "", posted, ""]}))


def test_a_later_message_answers_the_question_that_stands() -> None:
    for table in (writing(), writing(2), writing(1, 2, 3), writing(1, 2, 3, 2)):
        assert showing.asked_before(table, asked(table), 2, 11)
        assert not showing.asked_before(table, asked(table), 2, 9)


def test_while_a_new_question_is_not_shown_yet_no_message_answers_it() -> None:
    answers = writing(1, 2, 3)
    assert not showing.asked_before(answers, asked(answers, posting="0"), 2, 11)


@pytest.mark.parametrize(
    "shown", ["{}", json.dumps({"1": [-1, 10, "", "0", ""]}), json.dumps({"1": [2, 0, "", "0", ""]})]
)
def test_where_somebody_was_not_asked_in_private_it_is_not_known(shown: str) -> None:
    assert not showing.asked_before(writing(), Document("", "", shown), 2, 11)
