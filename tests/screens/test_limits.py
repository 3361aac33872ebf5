"""No screen is more than Telegram takes, at any number of seats and whatever people are called."""

import pytest

from bot.language import LANGUAGES, language
from bot.screens.keys import MOST, WIDEST
from bot.screens.lobby import lobby_screen
from bot.screens.screen import Screen
from bot.tables.model import Sitter
from games.catalogue import GAMES
from tests.screens.sights import Sight, keys, lobby, parsed, sights

MONSTERS = ("<b>&amp;</i>", "W" * 64, "{name}", "\u202eзад", "", "\u3164", "👨‍👩‍👧", "ا" * 64, "a\n\nb", "Z\u0300" * 30)


def holds(screen: Screen) -> None:
    """Within every limit, with sound HTML."""
    text = parsed(screen)
    assert 0 < len(text.encode("utf-16-le")) // 2 <= 4096
    rows = keys(screen)
    assert sum(map(len, rows)) <= MOST
    for row in rows:
        assert 0 < len(row) <= WIDEST
        for key in row:
            assert 0 < len(key["text"]) <= 40, key
            assert ("callback_data" in key) + ("url" in key) + ("disabled" in key) == 1
            assert len(key.get("callback_data", "").encode()) <= 64


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("slug", "seats"), [(slug, count) for slug, game in GAMES.items() for count in game.seats])
def test_every_screen_fits(slug: str, seats: int, code: str) -> None:
    names = tuple(f"{MONSTERS[seat % len(MONSTERS)]}{seat if seat >= len(MONSTERS) else ''}" for seat in range(seats))
    sitters = tuple(Sitter(user=seat + 1, name=name) for seat, name in enumerate(names))
    for number, sight in enumerate(sights(slug, seats, 3, random_from=2)):
        if number % 7 == 0 or sight.session.outcome is not None:
            crowd = Sight(sight.session, sight.table.but(sitters=sitters))
            for screen in crowd.all(language(code)):
                holds(screen)
        if number > 70:
            break


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_lobby_fits(slug: str, code: str) -> None:
    table = lobby(slug, GAMES[slug].seats[1], names=MONSTERS)
    for panel in ("seats", "options"):
        face = table.but(panel=panel, unreached=(0, 2) if len(table.sitters) > 2 else ()).face(None)
        holds(lobby_screen(face, language(code), "parlour_bot"))
