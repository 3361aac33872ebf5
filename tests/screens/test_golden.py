"""Screens as people see them, in plain files to be read.

`make test ARGS="tests/screens/test_golden.py -k 'pages or <game>' --renew"` writes anew the pages, on which every game
stands, and the tables of that game.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.language import LANGUAGES, Language, language
from bot.screens.lobby import lobby_screen
from bot.screens.pages import catalogue_screen, help_screen, rules_page, start_screen
from bot.screens.results import announcements, result_screen
from bot.screens.settings import GROUP, PRIVATE, settings_screen
from bot.tables.model import Chat
from games import core
from games.catalogue import GAMES
from tests.screens.sights import Sight, lobby, shown, sights

GOLDEN = Path(__file__).parent / "golden"

USUAL = {
    "svoi_kozyri": 3,
    "eleven_and_half": 3,
    "twenty_one": 6,
    "ochko": 5,
    "english_lottery": 5,
    "questions": 6,
    "declamation": 5,
}
"""Where a usual table has other than four seats, or as many of them as the game has."""

OPTIONS: dict[str, dict[str, Any]] = {
    "twenty_one": {"deals": 2},
    "eleven_and_half": {"deals": 2},
    "ochko": {"deals": 2},
    "english_lottery": {"tickets_each": 2, "price": 5},
    "koroli": {"reigns": 2},
    "tartar": {"lines": 3, "exchange": "optional"},
    "torgovlya": {"deals": 2, "ante": 2},
}
"""Where the game's own defaults make a session too long, or one in which not everything happens."""

EVERY = 11
"""So many moves lie between two looks at the table."""

OFTENER_OR_SELDOMER = {
    "navalka_closed": 19,
    "koroli": 23,
    "svoi_kozyri": 25,
    "english_durachki": 13,
    "twenty_one": 17,
    "eleven_and_half": 7,
    "ochko": 7,
    "english_lottery": 9,
    "questions": 7,
    "declamation": 3,
    "tartar": 5,
    "torgovlya": 4,
    "debutantes": 30,
}
"""Where so many moves show more, or say as much in less."""


def tables() -> Iterator[tuple[str, int]]:
    """Every game at its lowest, usual and highest number of seats."""
    for slug, game in GAMES.items():
        low, high = game.seats
        yield from ((slug, seats) for seats in sorted({low, USUAL.get(slug, max(low, min(4, high))), high}))


def played(slug: str, seats: int, speech: Language) -> Iterator[str]:
    """A whole session: the table now and then, whoever is asked, what is read aloud, the result."""
    table = lobby(slug, seats, speech.code)
    yield "# lobby\n" + shown(lobby_screen(table.face(None), speech, "parlour_bot"))
    yield "# terms\n" + shown(lobby_screen(table.but(panel="options").face(None), speech, "parlour_bot"))
    for number, sight in enumerate(sights(slug, seats, 12, **OPTIONS.get(slug, {}))):
        state = sight.session.state
        yield from (f"# announced\n{text}" for text in announcements(sight.table.face(None), state.events, speech))
        if number % OFTENER_OR_SELDOMER.get(slug, EVERY) == 0 and sight.session.outcome is None:
            yield from looked_at(sight, number, speech)
        if sight.session.outcome is not None:
            outcome = core.outcome(GAMES[slug], state)
            assert outcome is not None
            yield f"# the end, after {number} moves\n" + shown(sight.group(speech))
            yield "# result\n" + shown(result_screen(sight.table.face(None), outcome, speech))


def looked_at(sight: Sight, number: int, speech: Language) -> Iterator[str]:
    if GAMES[sight.table.game].seats[1] == 1:
        yield f"# alone, after {number} moves\n" + shown(sight.alone(speech))
        return
    yield f"# group, after {number} moves\n" + shown(sight.group(speech))
    asked = GAMES[sight.table.game].turn(sight.session.state.table)[0]
    for seat in (asked, next(seat for seat in sight.seats if seat != asked)):
        yield f"# seat {seat}\n" + shown(sight.private(seat, speech))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("slug", "seats"), list(tables()))
def test_a_session_looks_so(slug: str, seats: int, code: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"{slug}-{seats}-{code}.txt", "\n\n".join(played(slug, seats, language(code))) + "\n")


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_look_so(code: str, golden: Callable[[Path, str], None]) -> None:
    speech = language(code)
    screens = (start_screen(speech, "parlour_bot"), help_screen(speech), catalogue_screen(speech, {}))
    pages = [shown(screen) for screen in (*screens, *(rules_page(slug, speech) for slug in GAMES))]
    golden(GOLDEN / f"pages-{code}.txt", "\n\n".join(pages) + "\n")


@pytest.mark.parametrize("code", LANGUAGES)
def test_settings_look_so(code: str, golden: Callable[[Path, str], None]) -> None:
    speech = language(code)
    group = Chat(id="0-me", chat=-1, favourites=("ochko", "durachki"), highest=20, quiet=(23, 8), utc=330)
    person = Chat(id="0-me", chat=1, private=True)
    pages = [(group, page) for page in ("", *GROUP)] + [(person, page) for page in ("", *PRIVATE)]
    text = "\n\n".join(shown(settings_screen(chat, speech, page)) for chat, page in pages)
    golden(GOLDEN / f"settings-{code}.txt", text + "\n")
