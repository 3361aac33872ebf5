"""What is told of who comes and goes, and what somebody sees who is away."""

from itertools import islice
from typing import Any, get_args, get_type_hints

import pytest

from bot.language import Language
from bot.screens.alerts import LONGEST as ALERT
from bot.screens.keys import MOST
from bot.screens.seating import away_screen, leave_screen, open_me, remove_screen, told, waits
from bot.screens.table import table_screen
from bot.tables.model import Sitter, Table
from bot.tables.presence import Seating
from games.catalogue import GAMES
from games.core import view
from tests.screens.sights import EN, RU, keys, lobby, parsed, pressable, shown, sights


def begun(slug: str, seats: int = 4) -> Table[Any]:
    """A table in the midst of its game."""
    *_, sight = islice(sights(slug, max(seats, GAMES[slug].seats[0]), 1), 6)
    return sight.table


def away(slug: str, seat: int, *, left: bool, **more: Any) -> Table[Any]:
    """The same without the person in that seat."""
    table = begun(slug)
    gone = {"user": None, "kept": table.sitters[seat].user, "left": left}
    return table.but(**more).seated(seat, table.sitters[seat].model_copy(update=gone))


def group(table: Table[Any], language: Language = RU) -> Any:
    return table_screen(table.face(None), view(table.state, None), [], language)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.seats[1] > 1])
def test_who_is_away_sees_no_card_and_one_button_back(slug: str) -> None:
    table = away(slug, 1, left=False)
    for language in (RU, EN):
        screen = away_screen(table.face(None), 1, language, "https://t.me/c/1/2")
        assert [row[0].get("callback_data") for row in keys(screen)] == ["ta1b2c3d4:sit", None]
        assert not [sign for sign in "♠♣♦♥" if sign in screen.text]
        assert parsed(screen)


def test_the_head_breaks_before_the_name_of_a_group_that_does_not_stand_beside_the_title() -> None:
    table = away("navalka_open", 1, left=False).but(chat_title="Навалка у Нины")
    head = parsed(away_screen(table.face(None), 1, RU)).replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert head[:2] == ["Навалка открытая", "Навалка у Нины"]


def test_it_is_said_how_long_a_seat_is_kept() -> None:
    for slug, left, said in (
        ("ochko", True, "До следующей сдачи место и карты остаются за вами."),
        ("tartar", True, "До следующей сдачи"),
        ("ochko", False, "Пока идёт игра"),
        ("durachki", True, "Пока туда не сел кто-нибудь другой"),
        ("english_lottery", True, "Пока идёт игра"),
    ):
        assert said in away_screen(away(slug, 1, left=left).face(None), 1, RU).text
    assert "За ваше место хожу я." in away_screen(away("ochko", 1, left=True, absent="moves").face(None), 1, RU).text
    assert "За ваше место хожу я." in away_screen(away("questions", 1, left=True).face(None), 1, RU).text


def test_the_group_sees_who_is_away_and_may_sit_down() -> None:
    assert "Сесть" not in shown(group(begun("durachki")))
    asleep = group(away("durachki", 1, left=False))
    assert "🤖\u00a0Борис" in asleep.text
    assert "ta1b2c3d4:sit" in pressable(asleep)
    waiting = away("ochko", 1, left=True, waiting=(Sitter(user=9, name="<Ева>"),))
    assert "Со следующей сдачей за столом: <b>&lt;Ева&gt;</b>." in group(waiting).text


@pytest.mark.parametrize("language", [RU, EN], ids=["ru", "en"])
def test_every_coming_and_going_has_its_words(language: Language) -> None:
    kinds = get_args(get_type_hints(Seating)["what"])
    lines = {
        kind: told([Seating(kind, "Анна", "Фока", "computer")], begun("ochko").face(None), language) for kind in kinds
    }
    assert len({*lines.values()}) == len(kinds) == 8
    assert all(line and "{" not in line for line in lines.values())
    assert told([], begun("ochko").face(None), language) == ""


def test_what_was_settled_is_spoken_of_only_where_chips_are() -> None:
    gone = [Seating("deserted")]
    assert "рассчитано" in told(gone, begun("ochko").face(None), RU)
    assert told(gone, begun("questions").face(None), RU) == "Все разошлись, стол закрыт."


def test_many_people_and_many_tables_fit_under_a_question() -> None:
    tables = [lobby("questions", 30).face(None)] * 5
    assert len(pressable(remove_screen(tables, RU))) == MOST
    assert len(pressable(leave_screen(tables * 30, RU))) == MOST
    assert all(len(data.encode()) <= 64 for data in pressable(remove_screen(tables, RU)))


def test_what_is_answered_fits_an_alert() -> None:
    assert all(len(words(language)) <= ALERT for words in (waits, open_me) for language in (RU, EN))
