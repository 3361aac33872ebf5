"""How cards, numbers, names and refusals are said."""

import pytest

from bot.language import LONGEST_NAME, Language, language, plain, sorted_hand, strong, visible
from bot.screens.text import html
from bot.tables.model import Sitter
from games.cards import cards
from games.moves import IllegalMove
from tests.screens.sights import EN, RU, lobby


def test_cards_have_the_ranks_of_the_language() -> None:
    assert RU.cards(cards("7S TD JC QH KS AH")) == "7♠ 10♦ В♣ Д♥ К♠ Т♥"
    assert EN.cards(cards("7S TD JC QH KS AH")) == "7♠ 10♦ J♣ Q♥ K♠ A♥"


def test_backs_stand_close_together() -> None:
    assert RU.cards((None, None, *cards("9D"))) == "🂠🂠 9♦"


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "1 жетон"), (2, "2 жетона"), (5, "5 жетонов"), (11, "11 жетонов"), (21, "21 жетон"), (-1, "-1 жетон")],
)
def test_chips_have_their_plural_and_a_hard_space(n: int, said: str) -> None:
    assert RU.chips(n) == said.replace(" ", "\u00a0")


def test_a_balance_has_its_sign() -> None:
    assert [RU.balance(n) for n in (3, 0, -2)] == ["+3", "0", "−2"]


def test_a_duration_is_said_in_its_largest_unit() -> None:
    said = [RU.duration(seconds).replace("\u00a0", " ") for seconds in (30, 60, 120, 90, 3600, 86400)]
    assert said == ["30 секунд", "1 минута", "2 минуты", "90 секунд", "1 час", "1 день"]


@pytest.mark.parametrize(
    ("code", "found"),
    [("ru", "ru"), ("en-GB", "en"), ("de", "en"), ("uk", "ru"), ("", "ru"), (None, "ru"), ("EN_us", "en")],
)
def test_a_language_is_found_by_any_code(code: str | None, found: str) -> None:
    assert language(code) == Language(found)


@pytest.mark.parametrize("name", ["", "   ", "\u3164", "\u200b\u200d", "\u2800\u2800", "\u202e", "\u0301"])
def test_a_name_that_shows_nothing_is_a_number(name: str) -> None:
    assert RU.name(name, 2) == "Игрок 3"


def test_a_name_is_one_line_of_bounded_length() -> None:
    assert RU.name("Анна\n\nМария", 0) == "Анна Мария"
    assert len(RU.name("Ш" * 64, 0)) == LONGEST_NAME
    assert len(visible("Z" + "\u0322\u0333" * 40)) <= 3


def test_a_name_does_not_turn_what_stands_beside_it() -> None:
    assert RU.name("\u202eанна", 0) == "анна"
    assert RU.name("שלום", 0) == "\u2068שלום\u2069"


def test_an_emoji_of_several_stays_one() -> None:
    assert RU.name("👨‍👩‍👧", 0) == "👨‍👩‍👧"


def test_a_name_cannot_mark_itself_or_break_the_message() -> None:
    name = RU.name("<b>\x02&", 0)
    assert html(strong(name)) == "<b>&lt;b&gt;&amp;</b>"
    assert plain(strong("Анна")) == "Анна"


def test_after_the_players_stand_those_who_hold_an_office_without_playing_and_the_bot() -> None:
    officers = (Sitter(user=9, name="Клим"), Sitter(user=None, name=""))
    table = lobby("questions", 3).but(officers=officers)
    assert RU.names(table.face(None)) == ("Анна", "Борис", "Вера", "Клим", "бот")


def test_a_sentence_that_the_bot_begins_has_a_capital_letter() -> None:
    assert RU.sentence("бот читает") == "Бот читает"
    assert plain(EN.sentence(f"{strong('the bot')} reads")) == "The bot reads"
    assert RU.sentence("ботаник читает") == "ботаник читает"


def test_a_refusal_says_cards_seats_and_suits_as_people_do() -> None:
    names = ("Анна", "Борис")
    assert RU.refusal(IllegalMove("It is the turn of {seat}.", seat=1), names) == "Сейчас ходит Борис."
    assert RU.refusal(IllegalMove("You do not hold {card}.", card="TH"), names) == "Карты 10♥ на руках нет."
    assert EN.refusal(IllegalMove("{cards} {suit} {n}", cards=("TH", "AS"), suit="D", n=3), names) == "10♥ A♠ ♦ 3"


def test_a_hand_is_sorted_with_its_trumps_last() -> None:
    held = sorted_hand(cards("AH KC 7S 9C 6H 6C 7D"), "H")
    assert held == (cards("6C 7S 7D 9C KC"), cards("6H AH"))
    assert sorted_hand(cards("6H"), "H") == (cards("6H"),)


def test_people_are_listed_with_an_and() -> None:
    assert RU.listed(["Анна"]) == "Анна"
    assert RU.listed(["Анна", "Борис", "Вера"]) == "Анна, Борис и Вера"


def test_a_range_is_not_broken_at_its_dash() -> None:
    assert RU.ngettext("{low}–{n} player", "{low}–{n} players", 24, low=2) == "2–\u206024 игрока"
    assert EN.gettext("10–20 minutes") == "10–\u206020 minutes"
    assert EN.gettext("{name} leads.", name="1–2") == "1–2 leads.", "what people write is left as it is"
