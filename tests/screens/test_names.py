"""People, and chats, of every name there may be: shown safely and told apart on every screen of every game.

What people met: "names with `<&_*[`, right-to-left marks, only emoji, empty, 64 characters, two players of one name;
mentions that do not notify; Cyrillic in callback data over 64 bytes".
"""

import random
import re
import unicodedata
from collections.abc import Iterator
from itertools import cycle, islice

import pytest

from bot.buttons import LIMIT, About, Choose, General, Play, parse
from bot.language import LANGUAGES, Language, language, mention, plain, safe_name, shown_name, strong, unlike
from bot.screens import alerts, calls, several
from bot.screens.lobby import lobby_screen
from bot.screens.results import announcements, result_screen
from bot.screens.screen import Screen
from bot.screens.several import Spot
from bot.screens.text import html
from bot.tables import lobby
from bot.tables.model import Queued, Sitter
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove
from tests.screens.sights import Sight, keys, parsed, sights
from tests.screens.sights import lobby as opened

NAMES = (
    *("Анна", "Анна", "Ан\u200bна", "\u202eАнна", "A\u043d\u043da", "Анна 2"),
    *("", "\u3164", "\u2800\u200d", "Игрок 1", "Player 2", "бот", "the bot"),
    *("<&_*[", "<b>&amp;</i>", "{name}", "%s", "[x](tg://user?id=1)", "\x06700\x07Борис\x08", "`*_~||"),
    *("Ш" * 64, "Ш" * 63 + "!", "👨\u200d👩\u200d👧" * 12, "🂡🂱", "Z\u0300\u0316" * 21),
    *("שלום", "עולם\u202dabc", "ا" * 64, "a\n\nb", "  Вера  "),
)
TITLES = ("", "\u3164", "<b>Семья</b>", "\u202eяьмеС", "Ш" * 128, "👑" * 128, "משפחה")
TURNING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u061c"
"""Signs that turn the direction of what follows; a name is kept to itself by others, which are allowed."""

every_game = pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.seats[1] > 1])
MOST = 24
"""Positions of a game, from its beginning and from where anything may have happened."""


def crowded(sight: Sight, names: Iterator[str], title: str) -> Sight:
    """The same with people who are called so, seated as a table seats them."""
    table = sight.table.but(sitters=(), chat_title=title)
    for seat in sight.seats:
        sitter = Sitter(user=700 + seat, name=next(names))
        table = table.but(sitters=(*table.sitters, lobby.named(sitter, table, table.sitters)))
    return Sight(sight.session, table)


def safe(text: str) -> None:
    """No sign turns what stands beside a name, and what keeps a name's direction ends with it."""
    assert not set(text) & {*TURNING}, text
    for line in text.splitlines():
        assert line.count("\N{FIRST STRONG ISOLATE}") == line.count("\N{POP DIRECTIONAL ISOLATE}"), line
    assert not [sign for sign in text if unicodedata.category(sign) == "Cc" and sign != "\n"], text


def sound(screen: Screen) -> None:
    safe(parsed(screen))
    for row in keys(screen):
        for key in row:
            safe(key["text"])
            data = key.get("callback_data", "")
            assert len(data.encode()) <= LIMIT
            assert not data or parse(data) is not None


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_screen_shows_every_name_safely_and_no_two_alike(slug: str, code: str) -> None:
    """What people met: "names with `<&_*[`, right-to-left marks, only emoji, empty, 64 characters, two players of one
    name"."""
    speech, luck = language(code), random.Random(slug)
    names, seats = cycle(NAMES), min(GAMES[slug].seats[1], 8)
    walk = [*islice(sights(slug, seats, 3), MOST), *islice(sights(slug, seats, 4, random_from=5), MOST)]
    for number, bare in enumerate(walk):
        sight = crowded(bare, names, TITLES[number % len(TITLES)])
        face, state = sight.table.face(None), sight.session.state
        shown = speech.names(face)
        assert len({*shown[:seats]}) == seats
        sound(sight.group(speech))
        for seat in luck.sample(range(seats), 2):
            sound(sight.private(seat, speech))
            said = alerts.refusal(IllegalMove("It is the turn of {seat}.", seat=seat), face, speech)
            assert shown[seat] in said
            assert len(said) <= alerts.LONGEST
            safe(said)
            safe(alerts.hand(face, core.view(state, seat), speech).removesuffix("…"))
        for text in announcements(face, state.events, speech):
            safe(parsed(Screen(text)))
        if sight.session.outcome is not None:
            sound(result_screen(face, sight.session.outcome, speech))
        sound(several.tables_screen([Spot(face, way="post")], speech, here=True))
        sound(several.beside_screen(slug, [Spot(face)], speech))
        for told in (calls.next_table, calls.standing_still, calls.waited_in_vain):
            sound(Screen(told(face, speech)))


@every_game
def test_every_lobby_shows_every_name_safely(slug: str) -> None:
    names = cycle(NAMES)
    for _ in range(len(NAMES)):
        table = opened(slug, 0)
        for user in range(min(GAMES[slug].seats[1], 8)):
            table = lobby.sit(table, Sitter(user=user + 1, name=next(names)))
        for panel in ("seats", "options"):
            face = table.but(panel=panel, unreached=(0, 1)).face(None)
            for code in LANGUAGES:
                sound(lobby_screen(face, language(code), "parlour_bot"))
                assert len({*language(code).names(face)}) == len(face.sitters)


def test_of_all_these_names_no_two_are_shown_alike() -> None:
    told: list[str] = []
    for name in NAMES:
        told.append(unlike(shown_name(name) or "Игрок", told))
    assert len({*map(safe_name, told)}) == len(NAMES)
    assert all(name and len(name) <= 24 and "\n" not in name for name in told)
    for name in told:
        assert shown_name(name) == name


def test_a_name_that_shows_nothing_cannot_be_told_from_others() -> None:
    with pytest.raises(ValueError, match="shows nothing"):
        unlike("\u3164", ())


@pytest.mark.parametrize("title", TITLES)
def test_a_chat_is_never_called_by_the_name_of_a_seat(title: str) -> None:
    """A group whose title shows nothing has none: it is not «Игрок 1»."""
    (sight,) = islice(sights("durachki", 2, 1), 1)
    text = parsed(Sight(sight.session, sight.table.but(chat_title=title)).private(0, language("ru")))
    assert "Игрок" not in text
    assert text.startswith("Дурачки")


@pytest.mark.parametrize("name", NAMES)
def test_a_call_by_name_notifies_whoever_is_called_and_nobody_else(name: str) -> None:
    """What people met: "mentions that do not notify"; a name cannot make up a mention of its own."""
    speech = language("ru")
    for screen in (
        calls.table_is_free([Queued(user=700, name=name, game="ochko")], speech),
        calls.unreachable([(speech.somebody(name), 700)], "https://t.me/parlour_bot", speech),
    ):
        assert re.findall(r'<a href="([^"]*)">', screen.text) == ["tg://user?id=700"]
        assert screen.text.count("</a>") == 1
        safe(parsed(screen))


def test_what_calls_somebody_is_a_plain_name_where_there_are_no_links() -> None:
    assert plain(strong(mention("Анна", 7))) == "Анна"
    assert html(mention("<Анна>", 7)) == '<a href="tg://user?id=7">&lt;Анна&gt;</a>'


@pytest.mark.parametrize(
    "made",
    [
        lambda word: General("new", word),
        lambda word: About("0aaaaaaa", "set", f"name={word}"),
        lambda word: Play("0aaaaaaa", 999_999_999, f"write {word}"),
        lambda word: Choose("0aaaaaaa", 999_999_999, word),
    ],
)
def test_a_button_is_measured_in_bytes_and_not_in_letters(made) -> None:  # type: ignore[no-untyped-def]
    """What people met: "Cyrillic in callback data over 64 bytes"."""
    room = LIMIT - len(str(made("я")).encode()) + 2
    assert len(str(made("я" * (room // 2))).encode()) in (LIMIT, LIMIT - 1)
    with pytest.raises(ValueError, match="64 bytes"):
        str(made("я" * (room // 2 + 1)))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_button_of_a_game_carries_words_of_a_language(slug: str, code: str) -> None:
    """What people met: "Cyrillic in callback data over 64 bytes": what a button carries is the notation's, in ASCII."""
    seats = GAMES[slug].seats[1]
    for sight in islice(sights(slug, min(seats, 8), 6), MOST):
        for screen in sight.all(language(code)):
            assert all(key.get("callback_data", "").isascii() for row in keys(screen) for key in row)


def test_a_language_tells_somebody_without_a_name_from_the_players() -> None:
    assert (Language("ru").somebody("\u200b"), Language("en").somebody(" ")) == ("Некто", "Somebody")
