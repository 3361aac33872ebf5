"""What is said of clocks, and what is not: who is slow over something that nobody else may see."""

import re
from typing import Any

import pytest

from bot.buttons import LIMIT, About
from bot.language import Language
from bot.screens.clocks import added, extend_screen, extended, nudge_screen, skip_argued, skip_argument, skip_screen
from bot.screens.lobby import lobby_screen
from bot.screens.table import table_screen
from games.core import view
from tests.screens.sights import EN, PEOPLE, RU, Sight, keys, lobby, shown, sights

URL = "https://t.me/c/1/2"
NOON = 1_800_010_800


def start(slug: str, **options: Any) -> Sight:
    return next(sights(slug, 3, 1, **options))


def test_a_reminder_says_where_and_until_when_and_leads_there() -> None:
    face = lobby("durachki", 3).but(stage="play").face(0)
    screen = nudge_screen(face, NOON, RU, URL, extensible=True)
    time = f'<tg-time unix="{NOON}" format="t">11:00 UTC</tg-time>'
    assert screen.text == f"Ваш ход за столом «Дурачки» (Семья). До {time}."
    assert keys(screen) == [
        [{"text": "К столу", "url": URL}, {"text": "Дайте подумать", "callback_data": str(About(face.id, "extend"))}]
    ]


def test_a_reminder_in_a_chat_without_a_title_or_an_address() -> None:
    face = lobby("durachki", 3).but(stage="play", chat_title="", pace=86_400).face(0)
    screen = nudge_screen(face, NOON, EN, "", extensible=False)
    time = f'<tg-time unix="{NOON}" format="dt">15.01, 11:00 UTC</tg-time>'
    assert screen.text == f"Your turn at the table “Little fools”. Until {time}."
    assert screen.keyboard == ""


@pytest.mark.parametrize("pace", [45, 120, 300, 86_400])
def test_times_are_worded_as_telegram_takes_them(pace: int) -> None:
    face = lobby("durachki", 3).but(stage="play", pace=pace).face(0)
    (form,) = re.findall('format="(.*?)"', nudge_screen(face, NOON, RU, "", extensible=False).text)
    assert re.fullmatch("r|w?[dD]?[tT]?", form)


def test_more_time_is_offered_where_a_clock_runs() -> None:
    sight = start("durachki", dealer=0)
    face, seen = sight.table.face(None), view(sight.session.state, None)
    for until, offered in ((NOON, True), (None, False)):
        screen = table_screen(face, seen, [], RU, until=until)
        assert (str(About(face.id, "extend")) in screen.keyboard) == offered


def test_it_is_told_how_much_time_is_added() -> None:
    assert added(120, RU) == "Ещё 2\N{NO-BREAK SPACE}минуты на раздумье."
    assert extended("Анна", 86_400, EN, everybody=False) == "Анна: 1\N{NO-BREAK SPACE}day more."


@pytest.mark.parametrize("seats", [(), (0,), (0, 2), (19, 21), tuple(range(22))])
def test_a_skip_carries_who_was_waited_for(seats: tuple[int, ...]) -> None:
    assert skip_argued(skip_argument(999_999_999, seats)) == (999_999_999, seats)
    assert len(str(About("a1b2c3d4", "skip", skip_argument(999_999_999, seats)))) <= LIMIT


@pytest.mark.parametrize("language", [RU, EN], ids=["ru", "en"])
def test_no_name_of_the_slow_is_told_by_skips_and_more_time(language: Language) -> None:
    """“Who has not acted shown as a count (names leak tempo).”"""
    faces = [lobby("questions", 3).but(stage="play", count=4).face(None)]
    for screen in (skip_screen([(faces[0], (1, 2))], language), extend_screen(faces, language)):
        assert not [name for name in PEOPLE if name in shown(screen)]


def after(sight: Sight, *moves: tuple[int, str]) -> Sight:
    session = sight.session
    for seat, move in moves:
        session = session.play(seat, move)
    return Sight(session, sight.table.but(state=session.state, count=1 + len(moves)))


def test_the_group_does_not_see_who_has_written() -> None:
    """“Who has not acted shown as a count (names leak tempo).”"""
    sight = start("questions")
    seen = {shown(after(sight, (seat, "write a")).group(RU)) for seat in sight.seats}
    assert len(seen) == 1
    assert shown(sight.group(RU)) not in seen


def test_a_lobby_in_which_nobody_began_says_so_and_opens_another() -> None:
    face = lobby("durachki", 2).but(stage="off", lapsed=True).face(None)
    assert shown(lobby_screen(face, EN, "bot")) == (
        "Little fools\nNobody has begun for a day, so the table is closed.\n[Open it anew]"
    )
    called_off = lobby_screen(face.but(lapsed=False), EN, "bot")
    assert shown(called_off) == "Little fools\nThe table was called off."
