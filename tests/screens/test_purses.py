"""The page of purses, however many people a chat has and whatever they call themselves."""

import pytest

from bot.buttons import LIMIT
from bot.language import Language
from bot.screens.purses import MOST, own_purse_screen, purses_screen, reset_screen
from bot.screens.text import LONGEST
from bot.tables.legacy import LEFT
from tests.screens.sights import EN, RU, keys, parsed

FOOT = "Сначала у каждого 100\N{NO-BREAK SPACE}жетонов. Они только для игры; бывает и долг."


def test_the_richest_stand_first_and_what_is_nobodys_own_last() -> None:
    purses = {LEFT: 26, 0: -14, 1: 100, 2: -12, 3: 100, 4: 0, 5: 114}
    names = {1: "Вера", 2: "Фёкла", 3: "Анна", 4: "Глеб", 5: "Борис"}
    assert parsed(purses_screen(purses, names, 4, 100, RU)).splitlines() == [
        "Кошельки",
        "Борис: 114",
        "Анна: 100",
        "Вера: 100",
        "Глеб: 0",
        "Фёкла: долг 12",
        "Кошелёк компьютеров: долг 14",
        "В дирекции до следующей лотереи: 26\N{NO-BREAK SPACE}жетонов.",
        FOOT,
    ]


def test_the_asker_finds_the_own_line_at_once() -> None:
    text = purses_screen({1: 100, 2: 90}, {1: "Анна", 2: "Борис"}, 2, 100, RU).text
    assert "<b>Борис: 90</b>" in text
    assert "<b>Анна" not in text


@pytest.mark.parametrize(
    ("asker", "tail"),
    [
        (1, ["Гость 40: 961", "… и ещё 560 человек"]),
        (40, ["Гость 40: 961", "… и ещё 560 человек"]),
        (41, ["Гость 40: 961", "… и ещё 559 человек", "Гость 41: 960"]),
        (600, ["Гость 40: 961", "… и ещё 559 человек", "Гость 600: 401"]),
        (None, ["Гость 40: 961", "… и ещё 560 человек"]),
    ],
)
def test_of_very_many_the_richest_are_named_and_whoever_asks(asker: int | None, tail: list[str]) -> None:
    people = range(1, 601)
    purses = {user: 1001 - user for user in people}
    screen = purses_screen(purses, {user: f"Гость {user}" for user in people}, asker, 100, RU)
    assert parsed(screen).splitlines()[MOST:] == [*tail, FOOT]


def test_one_beyond_the_named_is_the_asker_and_nobody_is_left_out() -> None:
    people = range(1, MOST + 2)
    screen = purses_screen({user: 1000 - user for user in people}, dict.fromkeys(people, "Анна"), MOST + 1, 100, RU)
    assert "ещё" not in screen.text
    assert len(parsed(screen).splitlines()) == MOST + 3


@pytest.mark.parametrize("speech", [RU, EN], ids=["ru", "en"])
def test_a_message_holds_the_longest_names_and_purses(speech: Language) -> None:
    people = range(1, 1001)
    names = {user: f"\N{ARABIC LETTER ALEF}{chr(0x4E00 + user)}" + "👑" * 200 for user in people}
    purses = {0: -(10**15) + 1, LEFT: 10**15 - 1} | dict.fromkeys(people, -(10**15) + 1)
    text = parsed(purses_screen(purses, names, 1000, 100, speech))
    assert len(text.encode("utf-16-le")) // 2 <= LONGEST
    assert text.count("👑") > MOST * 20


def test_names_are_shown_as_names_are() -> None:
    screen = purses_screen({1: 100, 2: 99, 3: 98}, {1: "<b>Анна</b>\n\n", 2: "\u202e \u200b"}, None, 100, RU)
    assert parsed(screen).splitlines()[1:4] == ["<b>Анна</b>: 100", "Игрок 2: 99", "Игрок 3: 98"]


def test_in_private_there_are_ones_own_and_the_computers() -> None:
    assert parsed(own_purse_screen({}, 7, 100, RU)) == f"Ваш кошелёк: 100\n{FOOT}"
    assert parsed(own_purse_screen({7: -3, 0: 3}, 7, 100, RU)) == (
        f"Ваш кошелёк: долг 3\nКошелёк компьютеров: 3\n{FOOT}"
    )


def test_the_question_fits_its_buttons_whoever_asks() -> None:
    screen = reset_screen("f-0123456789ab", 10**9, 10**13, 100, RU)
    assert [each["text"] for row in keys(screen) for each in row] == ["Начать заново", "Оставить как есть"]
    assert all(len(each["callback_data"].encode()) <= LIMIT for row in keys(screen) for each in row)
    assert parsed(screen) == (
        "Начать счёт заново? У каждого снова будет 100\N{NO-BREAK SPACE}жетонов, а долги, кошелёк компьютеров и "
        "остаток лотереи забудутся."
    )
