"""Everything that belongs to a game beside its rules is there; where it is not, what is to be written."""

from pathlib import Path

import pytest

from games.catalogue import GAMES
from games.players import player

ROOT = Path(__file__).parents[2]

PARTS = {
    "bot/screens/looks/{slug}.py": "with a LOOK",
    "docs/rules/{slug}.md": "with the rules in words",
    "tests/games/{slug}/test_rules.py": "with a test a rule",
    "tests/games/{slug}/session.txt": 'with one line, {{"new": {{"game": "{slug}", "seats": {low}, "seed": "01"}}}}',
}
"""Where every game has something, and what."""


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("part", PARTS)
def test_a_game_has(part: str, slug: str) -> None:
    path, inside = (text.format(slug=slug, low=GAMES[slug].seats[0]) for text in (part, PARTS[part]))
    assert (ROOT / path).is_file(), f"write {path} {inside}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_that_is_not_for_company_only_has_a_computer_player(slug: str) -> None:
    wanted = f"write games/players/{slug}.py with choose(view), or say that the game is a `parlour` one"
    assert player(slug) or GAMES[slug].parlour, wanted
