"""What a person writes after /play and /rules."""

import pytest

from bot.routers.commands import game_named


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("ochko", "ochko"),
        ("Дурачки", "durachki"),
        ("  письменные   ВОПРОСЫ и ответы ", "questions"),
        ("вопросы", "questions"),
        ("Тартар", "tartar"),
        ("одиннадцать", "eleven_and_half"),
        ("свои", "svoi_kozyri"),
        ("english lit", "english_durachki"),
        ("svoi kozyri", "svoi_kozyri"),
        ("Own trumps", "svoi_kozyri"),
        ("kozyri", "svoi_kozyri"),
        ("navalka_open", "navalka_open"),
    ],
)
def test_a_game_is_known_by_its_name_or_by_a_word_that_is_in_no_other(words: str, slug: str) -> None:
    assert game_named(words) == slug


@pytest.mark.parametrize("words", ["", " ", "навалка", "вист", "урачки", "и", "<b>", "a" * 4000])
def test_what_names_several_games_or_none_names_none(words: str) -> None:
    assert game_named(words) is None
