"""What is known of screens: who was asked in which, whose comes first, and what of them a tap is answered."""

import json
from typing import Literal

import pytest

from bot.language import language
from bot.store.store import Document
from bot.tables import lobby, playing, showing
from bot.tables.model import Sitter, Table, table_type
from bot.tables.steps import Clock, state_of

NOW = Clock(1_000_000)
RU = language("ru")


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


def banking(seed: int) -> Table[object]:
    """A table of three at twenty-one before anybody has staked."""
    table = table_type("twenty_one")(id="0aaaaaaa", home="0-a", chat=-1, game="twenty_one", host=1)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    for user, name in ((2, "Борис"), (3, "Вера")):
        table = lobby.sit(table, Sitter(user=user, name=name))
    return playing.start(table, 1, bytes([seed] * 32), NOW).table


@pytest.mark.parametrize("hands", ["private", "group"])
def test_who_is_waited_for_is_shown_the_own_hand_before_others(hands: Literal["private", "group"]) -> None:
    table = next(table for table in map(banking, range(20)) if state_of(table).table.banker == 0).but(hands=hands)
    shown = showing.wanted(table, Document("", ""), "bot", showing.Unix(0, 0))
    assert [each.key for each in shown] == ["table", "1", "2", "0"]


def test_a_tap_is_answered_with_what_is_ones_own_where_nothing_is_told_of_the_move() -> None:
    table = next(table for table in map(banking, range(20)) if state_of(table).table.banker == 0)
    change = playing.play(table, 2, "stake 5", table.count, NOW)
    assert showing.toast(change, 2, RU) == ""
    assert "ставка 5" in showing.brought(change, 2, RU)
    assert "Вера" in showing.brought(change, 2, RU)  # it is her turn
    change = playing.play(change.table, 3, "stake 7", change.table.count, NOW)
    change = playing.play(change.table, 1, "deal", change.table.count, NOW)
    state = state_of(change.table)
    for user, seat in ((1, 0), (2, 1), (3, 2)):
        told = showing.brought(change, user, RU)
        own = {RU.cards([card]) for card in state.hands[seat]}
        others = {RU.cards([card]) for other in {0, 1, 2} - {seat} for card in state.hands[other]}
        assert all(card in told for card in own)
        assert not any(card in told for card in others - own)
