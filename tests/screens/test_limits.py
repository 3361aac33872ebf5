"""No screen is more than Telegram takes, at the most seats a game has, whatever people are called and however much they
hold; and what has to be shortened ends with a whole card or word.

Telegram counts a text in units of UTF-16, after the HTML is parsed: a crown is two of them.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any

import pytest

from bot.language import LANGUAGES, Language, language, shortened
from bot.screens import alerts, pages
from bot.screens.keys import MOST, WIDEST
from bot.screens.lobby import lobby_screen
from bot.screens.results import announcements, result_screen
from bot.screens.screen import Screen
from bot.screens.settings import GROUP, PRIVATE, settings_screen
from bot.tables.lobby import all_options
from bot.tables.model import Chat, Sitter
from bot.tables.steps import remembered
from games import core
from games.catalogue import GAMES
from games.core import AnyGame, view
from games.offers import legal
from games.options import check_options
from games.record import Opening, begin
from tests.screens.sights import Sight, keys, lobby, parsed, sights

TEXT, ALERT, DATA = 4096, 200, 64
"""Telegram's limits: units of UTF-16 of a message and of the answer to a tap, bytes that a button carries."""

COUNT = 999_999_999
"""The highest version of a table that a button can carry."""

CROWN = "\N{CROWN}"
MONSTERS = ("<b>&amp;</i>", "W" * 64, "{name}", "\u202eзад", "", "\u3164", "👨‍👩‍👧", "ا" * 64, "a\n\nb", "Z\u0300" * 30)
CARD = re.compile("(?:10|[2-9JQKAВДКТ])\u2060?(?:♠\ufe0f?|[♣♦♥🍀🔷]|❤\ufe0f)")
"""A card as people read it, in either language and of either pack."""

TASTES = {**{code: language(code) for code in LANGUAGES}, "big": language("ru", four_colours=True)}
"""The last is that of somebody who has chosen a four-colour pack, whose cards are longer, and big cards."""

BACK = "🂠"


def cards_alone(line: str) -> bool:
    """Whether nothing but cards stands in the line."""
    return bool(line) and not CARD.sub("", line).strip(" ·\u00a0")


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def crowned(seat: int) -> str:
    """As long a name as Telegram lets anybody have, of its widest signs; everybody's is another."""
    return f"{seat:02}{CROWN * 62}"


def odd(seat: int) -> str:
    return f"{MONSTERS[seat % len(MONSTERS)]}{seat if seat >= len(MONSTERS) else ''}"


def crowd(sight: Sight, name: Callable[[int], str] = crowned, *, big: bool = False) -> Sight:
    """The same with people who are called so, in a chat of a long title, late in a very long game."""
    sitters = tuple(Sitter(user=seat + 1, name=name(seat), big_cards=big) for seat in sight.seats)
    return Sight(sight.session, sight.table.but(sitters=sitters, chat_title=CROWN * 128, count=COUNT))


def holds(screen: Screen) -> None:
    """Within every limit, with sound HTML."""
    text = parsed(screen)
    assert 0 < units(text) <= TEXT, text
    rows = keys(screen)
    assert sum(map(len, rows)) <= MOST
    for row in rows:
        assert 0 < len(row) <= WIDEST
        for key in row:
            assert 0 < len(key["text"]) <= 40, key
            assert ("callback_data" in key) + ("url" in key) + ("disabled" in key) == 1
            assert len(key.get("callback_data", "").encode()) <= DATA


def whole(text: str) -> None:
    """No sign of a suit without its rank, and at the end no rank without its suit."""
    assert not re.search("[♠♣♦♥🍀🔷❤]", CARD.sub("", text)), text
    assert not re.search(r"(?:^|\s)(?:10?|[2-9JQKAВДКТ])…$", text), text


def chosen(sight: Sight, seat: int, speech: Language, luck: random.Random) -> Iterator[Screen]:
    """The seat's screens on a way through its choices, until nothing more can be chosen."""
    draft = ""
    while True:
        screen = sight.private(seat, speech, draft)
        yield screen
        data = (key.get("callback_data", "") for row in keys(screen) for key in row)
        drafts = [words[11:].partition(":")[2] for words in data if words.startswith("c")]
        onward = [words for words in drafts if len(words.split()) > len(draft.split())]
        if not onward:
            return
        draft = luck.choice(onward)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("slug", "seats"), [(slug, n) for slug, game in GAMES.items() for n in sorted({*game.seats})])
def test_every_screen_fits(slug: str, seats: int, code: str) -> None:
    speech, luck = language(code), random.Random(slug)
    for random_from in (None, 0, 12):
        for number, sight in enumerate(islice(sights(slug, seats, 3, random_from=random_from), 300)):
            table = crowd(sight, odd if number % 3 == 0 else crowned)
            holds(table.group(speech))
            if number % 19 == 0 or sight.session.outcome is not None:
                holds(table.alone(speech))
                for seat in luck.sample(table.seats, min(seats, 7)):
                    for screen in chosen(table, seat, speech, luck):
                        holds(screen)


@pytest.mark.parametrize("slug", GAMES)
def test_every_screen_fits_in_four_colours_and_with_big_cards(slug: str) -> None:
    speech, luck, seats = TASTES["big"], random.Random(slug), GAMES[slug].seats[1]
    for number, sight in enumerate(islice(sights(slug, seats, 3, random_from=12), 200)):
        table = crowd(sight, odd if number % 3 == 0 else crowned, big=True)
        holds(table.group(speech))
        if number % 19 == 0 or sight.session.outcome is not None:
            holds(table.alone(speech))
            for seat in luck.sample(table.seats, min(seats, 5)):
                for screen in chosen(table, seat, speech, luck):
                    holds(screen)


# Much of everything


def opening(slug: str, seats: int, **options: Any) -> Opening:
    return Opening(GAMES[slug], seats, check_options(GAMES[slug].options, seats, options))


def played(opening: Opening, luck: random.Random, *verbs: str, text: str = "", big: bool = False) -> Iterator[Sight]:
    """The table after each move: the first of these verbs that anybody who is waited for may use, else any move.

    Of a stake it is the lowest, so that there is room for all; of any other amount the highest, or 999 where there is
    none; where something is to be written, that text.
    """
    session, game = begin(replace(opening, seed=b"limits")), opening.game
    table = lobby(game.slug, opening.seats).but(options=all_options(opening.options))
    story: tuple[Any, ...] = ()
    while session.outcome is None:
        offered = {seat: [*legal(game.offers(view(session.state, seat)))] for seat in game.turn(session.state.table)}
        moves = [(seat, move) for seat, some in offered.items() for move in some]
        liked = ([(seat, move) for seat, move in moves if move.split()[0] == verb] for verb in verbs)
        seat, move = luck.choice(next(filter(None, liked), moves))
        move = re.sub(r"(\d+)\.\.(\d*)", r"\1" if move.startswith("stake") else _highest, move).replace("…", text)
        session = session.play(seat, move)
        story = remembered(story, session.state.events)
        stage = "play" if session.outcome is None else "over"
        yield crowd(Sight(session, table.but(state=session.state, story=story, stage=stage)), big=big)


def _highest(span: re.Match[str]) -> str:
    return span[2] or "999"


@pytest.mark.parametrize("slug", ["durachki", "english_durachki", "navalka_closed", "navalka_open", "svoi_kozyri"])
@pytest.mark.parametrize("taste", TASTES)
def test_the_largest_hand_is_shown_to_its_last_card(slug: str, taste: str) -> None:
    """What people met, display: "hands too long for one keyboard"."""
    speech, luck, big = TASTES[taste], random.Random(slug), taste == "big"
    largest = 0
    for sight in islice(played(opening(slug, 2), luck, "take", big=big), 400):
        state = sight.session.state
        seat = max(sight.seats, key=lambda seat: len(state.hands[seat]))
        held = state.hands[seat]
        if len(held) <= largest or sight.session.outcome is not None:
            continue
        largest = len(held)
        for screen in chosen(sight, seat, speech, luck):
            holds(screen)
            title = speech.gettext("Your cards: {cards}", cards="").rstrip()
            lines = takewhile(cards_alone, parsed(screen).partition(title)[2].lstrip().splitlines())
            line = "\n".join(lines)
            assert sorted(CARD.findall(line)) == sorted(map(speech.card, held))
            buttons = [key["text"].removeprefix("✓ ") for row in keys(screen) for key in row]
            if {*CARD.findall(line)} & {*buttons}:
                assert [text for text in buttons if CARD.fullmatch(text)] == CARD.findall(line)
        said = alerts.hand(sight.table.face(seat), view(state, seat), speech)
        assert sorted(CARD.findall(said)) == sorted(map(speech.card, held))
        assert units(said) <= ALERT
    assert largest >= 20


@pytest.mark.parametrize("taste", TASTES)
def test_a_lottery_of_twenty_six_fits_when_everybody_offers_for_a_ticket(taste: str) -> None:
    speech, luck, big = TASTES[taste], random.Random(5), taste == "big"
    bids = 0
    for sight in islice(played(opening("english_lottery", 26, tickets_each=1), luck, "offer", big=big), 250):
        holds(sight.group(speech))
        if len(sight.session.state.table.bids) > bids:
            bids = len(sight.session.state.table.bids)
            for seat in luck.sample(sight.seats, 7):
                for screen in chosen(sight, seat, speech, luck):
                    holds(screen)
    assert bids >= 16


@pytest.mark.parametrize(("slug", "cards"), [("twenty_one", 48), ("eleven_and_half", 30), ("ochko", 90)])
@pytest.mark.parametrize("taste", TASTES)
def test_a_bank_of_the_most_fits_when_everybody_stakes_and_buys_to_the_last(slug: str, cards: int, taste: str) -> None:
    speech, luck = TASTES[taste], random.Random(7)
    seats = GAMES[slug].seats[1]
    fullest = 0
    for sight in islice(played(opening(slug, seats), luck, "stake", "buy"), 200):
        holds(sight.group(speech))
        text = sight.group(speech).text
        fullest = max(fullest, len(CARD.findall(text)) + text.count(BACK))
    assert fullest >= cards


@pytest.mark.parametrize("code", LANGUAGES)
def test_slips_of_thirty_fit_when_everybody_writes_as_much_as_may_be(code: str) -> None:
    speech, luck = language(code), random.Random(9)
    read = 0
    for sight in played(opening("questions", 30, max_length=400), luck, "write", text=CROWN * 400):
        holds(sight.group(speech))
        for seat in sight.seats[:3]:
            holds(sight.private(seat, speech))
            assert units(alerts.hand(sight.table.face(seat), view(sight.session.state, seat), speech)) <= ALERT
        for text in announcements(sight.table.face(None), sight.session.state.events, speech):
            holds(Screen(text))
            read += 1
    assert read


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.seats[1] > 1])
def test_every_result_and_every_answer_to_a_tap_fit(slug: str, taste: str) -> None:
    speech, seats = TASTES[taste], GAMES[slug].seats[1]
    for number, sight in enumerate(map(crowd, islice(sights(slug, seats, 8, **shortest(GAMES[slug])), 1500))):
        state = sight.session.state
        for text in announcements(sight.table.face(None), state.events, speech):
            holds(Screen(text))
        if number % 11 == 0:
            for seat in sight.seats:
                said = alerts.hand(sight.table.face(seat), view(state, seat), speech)
                whole(said)
                assert units(said) <= ALERT
    outcome = core.outcome(GAMES[slug], state)
    assert outcome is not None
    purses = {seat + 1: -999_999_999 for seat in sight.seats}
    told = result_screen(sight.table.face(None), outcome, speech, purses)
    holds(told)
    if speech.four_colours:
        assert not re.search("♠(?!\ufe0f)|[♣♦♥]", told.text)


def shortest(game: AnyGame) -> dict[str, int]:
    """The option of a game of many deals that makes it one."""
    return {"deals": 1} if hasattr(game.options, "deals") else {}


# Before the game, and beside it


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", [crowned, odd])
def test_every_lobby_fits(slug: str, code: str, name: Callable[[int], str]) -> None:
    seats = GAMES[slug].seats[1]
    table = lobby(slug, seats, names=tuple(map(name, range(seats))))
    for panel in ("seats", "options"):
        face = table.but(panel=panel, unreached=tuple(range(seats)) if seats > 1 else ()).face(None)
        holds(lobby_screen(face, language(code), "parlour_bot"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_fits(code: str) -> None:
    speech = language(code)
    faces = [lobby(slug, 1).face(None) for slug in GAMES] * 20
    for screen in (
        *(pages.catalogue_screen(speech, {}, private=private) for private in (False, True)),
        *(pages.rules_page(slug, speech) for slug in GAMES),
        *(pages.start_screen(speech, "b" * 32), pages.greeting_screen(speech), pages.help_screen(speech)),
        *(pages.rules_screen(speech), pages.stop_screen(faces, speech), pages.yourself_screen("questions", speech)),
        *(settings_screen(Chat(id="0-x", chat=1, private=True), speech, page) for page in ("", *PRIVATE)),
        *(settings_screen(Chat(id="0-x", chat=-1, favourites=(*GAMES,)), speech, page) for page in ("", *GROUP)),
    ):
        holds(screen)


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_cannot_be_written_to_are_told_as_far_as_there_is_room(code: str) -> None:
    speech = language(code)
    names = [f"{speech.card('TS')}{seat:02}" for seat in range(30)]
    said = alerts.alert(alerts.unreached(names, speech))
    assert ALERT - 10 < units(said) <= ALERT
    assert re.search(r"10♠\d\d…$", said)


@pytest.mark.parametrize(
    ("text", "most", "said"),
    [
        ("7♠ 10♦", 6, "7♠ 10♦"),
        ("7♠ 10♦ Т♣", 9, "7♠ 10♦ Т♣"),
        ("7♠ 10♦ Т♣", 8, "7♠ 10♦…"),
        ("7♠ 10♦ Т♣", 7, "7♠ 10♦…"),
        ("7♠ 10♦ Т♣", 6, "7♠…"),
        ("Анна, Борис", 9, "Анна…"),
        ("А" * 99, 5, "АААА…"),
        ("А " + "Б" * 99, 40, "А " + "Б" * 37 + "…"),
        (CROWN * 9, 18, CROWN * 9),
        (CROWN * 9, 17, CROWN * 8 + "…"),
        (CROWN * 9, 16, CROWN * 7 + "…"),
    ],
)
def test_what_is_too_long_ends_with_a_whole_card_or_word(text: str, most: int, said: str) -> None:
    assert shortened(text, most) == said
    assert units(said) <= most


def test_the_test_of_whole_cards_sees() -> None:
    for cut in ("7♠ 1…", "7♠ 10…", "7♠ Т…", "♦ 7♠"):
        with pytest.raises(AssertionError):
            whole(cut)
