"""What a patience says beside its cards: a hint in the names of its buttons, and that it cannot be won any more."""

from typing import Any

import pytest

from bot.language import LINE
from bot.screens.alerts import LONGEST, advice
from bot.screens.lobby import lobby_screen
from bot.screens.pages import rules_page
from bot.screens.table import alone_screen
from games.cards import Card
from games.core import State, view
from games.debutantes import Hand, Table
from tests.games.debutantes.test_rules import lying
from tests.screens.sights import EN, RU, lobby, parsed, shown, sights

BLOCKED = lying("2C", up="AS 2S 3S 4S 5S 6S 7S", down="KS QS JS TS 9S 8S", places={9: "7S 6S"})


def hint(state: State[Any, Any, Any]) -> str:
    return advice(lobby("debutantes", 1).but(alone=True, stage="play").face(0), view(state, 0), EN)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (lying("AS"), "I would move A♠: “To the row ↑”."),
        (lying("9C", places={7: "2C KS"}), "I would move K♠: “K♠ ↓”."),
        (lying("9C"), "I would lay 9♣ on an empty place: “·”."),
        (lying("2D", places={7: "8H"}), "I would lay 2♦ on 8♥, which lies in row 2 of the reserve, place 2."),
        (BLOCKED, "This cannot be won any more: 7♠ will never come free to go down. Take moves back, or give it up."),
    ],
)
def test_a_hint_says_what_the_computer_player_would_do(state: State[Table, Hand, Card], said: str) -> None:
    assert hint(state) == said


def test_a_hint_looks_at_nothing_that_is_face_down() -> None:
    assert hint(lying("2D", stock="AS KS")) == hint(lying("2D", stock="3D AD"))


def test_that_it_cannot_be_won_stands_beside_the_ways_out() -> None:
    face = lobby("debutantes", 1).but(alone=True, stage="play").face(0)
    blocked = alone_screen(face, view(BLOCKED, 0), RU)
    assert "Выиграть уже нельзя: 7♠ не освободится для ряда вниз." in blocked.text.splitlines()
    assert shown(blocked).splitlines()[-2:] == ["[Взять ход назад] [Подсказка]", "[Сдаюсь]"]
    assert "Выиграть уже нельзя" not in alone_screen(face, view(lying("2C"), 0), RU).text


def test_a_move_is_taken_back_only_where_there_is_one() -> None:
    face = lobby("debutantes", 1).but(alone=True, stage="play").face(0)
    first = next(sights("debutantes", 1, 3))
    assert shown(first.alone(RU)).splitlines()[-1] == "[Подсказка] [Сдаюсь]"
    for state in (lying("2C", up="AS"), lying("2C", places={20: "KS"})):
        assert "[Взять ход назад]" in shown(alone_screen(face, view(state, 0), RU))


def test_a_hint_is_a_hint_on_every_screen() -> None:
    assert "[Подсказка]" in shown(next(sights("debutantes", 1, 3)).alone(RU, "resign"))


def test_a_row_is_told_to_end_when_its_mate_has_begun() -> None:
    assert "Второй туз масти замыкает её ряд от короля вниз" in rules_page("debutantes", RU).text


def test_the_lobby_of_a_patience_has_no_empty_line() -> None:
    assert "\n\n" not in lobby_screen(lobby("debutantes", 1).but(alone=True).face(None), RU, "parlour_bot").text


def test_no_line_of_a_patience_is_longer_than_a_telephones() -> None:
    for sight in sights("debutantes", 1, 3):
        for speech in (RU, EN):
            for line in parsed(sight.alone(speech)).splitlines():
                assert " ·\u00a0" not in line or len(line) <= LINE


def test_every_hint_fits_an_alert() -> None:
    for sight in sights("debutantes", 1, 3):
        if sight.session.outcome is None:
            face, seen = sight.table.but(alone=True).face(0), view(sight.session.state, 0)
            for speech in (RU, EN):
                said = advice(face, seen, speech)
                assert len(said) < LONGEST
                assert not said.endswith("…")
