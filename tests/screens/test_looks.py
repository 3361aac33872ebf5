"""Every game has a look, and the look speaks of the game as it is."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.language import LANGUAGES, language
from bot.screens.alerts import LONGEST as LONGEST_ALERT
from bot.screens.alerts import advice
from bot.screens.lobby import lobby_screen, value_of
from bot.screens.look import look
from bot.screens.pages import catalogue_screen, help_screen, rules_page, rules_screen, start_screen
from games.catalogue import GAMES
from games.core import Event, view
from games.options import check_options
from tests.screens.sights import EN, RU, keys, lobby, parsed, sights

every_game = pytest.mark.parametrize("slug", GAMES)


@every_game
def test_public_verbs_are_verbs_of_the_game(slug: str) -> None:
    verbs = {move.verb for move in GAMES[slug].moves}
    assert set(look(slug).public) <= verbs


@every_game
def test_the_lobby_offers_only_what_the_rules_allow(slug: str) -> None:
    game = GAMES[slug]
    known = {each.name for each in fields(game.options)}  # type: ignore[arg-type]  # options are dataclasses
    for option in look(slug).options:
        assert option.name in known
        assert option.presets or option.seat
        for value in option.presets:
            check_options(game.options, game.seats[1], {option.name: value})


@every_game
def test_what_is_agreed_by_default_stands_among_the_presets(slug: str) -> None:
    table = lobby(slug, GAMES[slug].seats[0])
    for option in look(slug).options:
        assert value_of(table.face(None), option.name) in (*option.presets, *(range(3) if option.seat else ()))


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_rules_fit_one_message_and_tell_the_books_rules_from_ours(slug: str, code: str) -> None:
    rules = look(slug).rules
    assert rules.source
    assert rules.ours
    text = parsed(rules_page(slug, language(code)))
    assert len(text) < 4000
    assert language(code).gettext("By the old book") in text
    assert language(code).gettext("Our additions") in text


@every_game
def test_where_nothing_happened_nothing_is_told(slug: str) -> None:
    """So it is when somebody has only chosen a word of a move."""
    for sight in sights(slug, GAMES[slug].seats[0], 1, random_from=0):
        names = RU.names(sight.table.face(None))
        assert [*look(slug).told((), view(sight.session.state, 0), names, RU)] == []


@every_game
def test_advice_fits_an_alert_at_every_moment(slug: str) -> None:
    for sight in sights(slug, GAMES[slug].seats[0], 5, random_from=0):
        for seat in sight.seats:
            for speech in (RU, EN):
                said = advice(sight.table.face(seat), view(sight.session.state, seat), speech)
                assert 0 < len(said) <= LONGEST_ALERT
                assert not said.endswith("…")


BEATING = ("durachki", "english_durachki", "svoi_kozyri", "navalka_closed", "navalka_open")


@pytest.mark.parametrize("slug", BEATING)
def test_counsel_for_a_move_is_given_to_whoever_may_make_one(slug: str) -> None:
    game, counsel = GAMES[slug], {True: set[str](), False: set[str]()}
    for seed in (3, 4):
        for sight in sights(slug, min(4, game.seats[1]), seed):
            for seat in sight.seats if sight.session.outcome is None else ():
                seen = view(sight.session.state, seat)
                asked = any(True for _ in game.offers(seen))
                counsel[asked].add(advice(sight.table.face(seat), seen, EN))
    assert len(counsel[True]) > 1
    assert len(counsel[False]) > 1
    assert not counsel[True] & counsel[False]


def test_who_is_out_is_counselled_to_look_on() -> None:
    for slug in (*BEATING[:2], *BEATING[3:]):
        for sight in sights(slug, 4, 3):
            table = sight.session.state.table
            if table.phase not in ("lead", "cover", "beat", "pile"):
                continue
            for seat in sight.seats:
                said = advice(sight.table.face(seat), view(sight.session.state, seat), EN)
                assert (said == "The game goes on without you: look on in peace.") == (seat not in table.seats_in)


BANKS = ("twenty_one", "eleven_and_half", "ochko")


@pytest.mark.parametrize("slug", BANKS)
def test_whoever_banks_is_not_counselled_to_stake_nor_who_is_done_to_buy(slug: str) -> None:
    stakes = re.compile("^Stake ")
    buys = re.compile("one buys|still buys|say enough|stands on|worth buying")
    done = 0
    for sight in sights(slug, 4, 3, deals=3):
        table = sight.session.state.table
        for seat in sight.seats if sight.session.outcome is None else ():
            said = advice(sight.table.face(seat), view(sight.session.state, seat), EN)
            if table.phase == "stakes" and table.spots[seat].status in ("banks", "out"):
                assert not stakes.search(said)
            if table.spots[seat].status in ("stands", "dead", "natural", "out"):
                done += 1
                assert not stakes.search(said)
                assert not buys.search(said)
    assert done


def test_the_secretary_reads_the_president_strikes_and_the_rest_listen() -> None:
    reading = [
        sight for sight in sights("questions", 6, 12, secretary=1) if sight.session.state.table.phase == "reading"
    ]
    assert reading
    for sight in reading:
        said = [advice(sight.table.face(seat), view(sight.session.state, seat), EN) for seat in sight.seats]
        assert said[0].startswith("Pass over what could hurt")
        assert said[1] == "Read briefly and merrily."
        assert {*said[2:]} == {"Keep your countenance, whatever is read: who blushes has written it."}


@every_game
def test_readme_names_the_game(slug: str) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    title = RU.gettext(look(slug).title).lower()
    assert re.search(rf"[|,] {title}[ ,]", readme), f"«{title}» is not in README's table of games"


def test_the_catalogue_lists_every_game_once() -> None:
    buttons = [key["callback_data"] for row in keys(catalogue_screen(RU, {})) for key in row]
    assert sorted(buttons) == sorted(f"g:new:{slug}" for slug in GAMES)


def test_a_game_is_presented_by_its_old_name_and_played_by_a_short_one() -> None:
    sight = next(sights("durachki", 2, 1))
    before = lobby_screen(lobby("durachki", 2).face(None), EN, "bot")
    presented = (catalogue_screen(EN, {}), rules_page("durachki", EN), before)
    assert all("Дурачки — Little fools" in parsed(screen).replace("\u00a0", " ") for screen in presented)
    assert parsed(sight.group(EN)).startswith("Little\u00a0fools ·\u00a0trump")
    assert "Дурачки — " not in parsed(rules_page("durachki", RU)).replace("\u00a0", " ")


def test_rules_are_listed_as_the_catalogue_is() -> None:
    catalogue, rules = (
        [key["text"] for row in keys(screen) for key in row] for screen in (catalogue_screen(RU, {}), rules_screen(RU))
    )
    assert rules == catalogue


def test_what_a_chat_plays_most_comes_first() -> None:
    played = {"ochko": 2, "questions": 9, "durachki": 5, "tartar": 1, "of_another_release": 99}
    screen = catalogue_screen(RU, played)
    assert "Чаще всего здесь: Письменные вопросы и ответы, Дурачки и Очко." in parsed(screen)
    buttons = [key["callback_data"] for row in keys(screen) for key in row]
    assert buttons[:3] == ["g:new:questions", "g:new:durachki", "g:new:ochko"]
    assert sorted(buttons) == sorted(f"g:new:{slug}" for slug in GAMES)
    alone = [key["callback_data"] for row in keys(catalogue_screen(RU, played, private=True)) for key in row]
    assert alone[:3] == ["g:new:durachki", "g:new:ochko", "g:new:tartar"]


def test_parlour_games_are_not_offered_to_one_person_alone() -> None:
    offered = {key["callback_data"] for row in keys(catalogue_screen(RU, {}, private=True)) for key in row}
    assert offered == {f"g:new:{slug}" for slug, game in GAMES.items() if not game.parlour}


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_are_sound(code: str) -> None:
    speech = language(code)
    pages = (catalogue_screen(speech, {}), help_screen(speech), start_screen(speech, "bot"), rules_screen(speech))
    for screen in pages:
        assert len(parsed(screen)) < 4096


@pytest.mark.parametrize(
    ("slug", "event", "russian", "english"),
    [
        ("durachki", Event("endless", amount=36), "Приёмов: 36, а конца не видно", "36 takes and no end in sight"),
        ("durachki", Event("level"), "Карт ни у кого не осталось", "Nobody is left with cards"),
        ("svoi_kozyri", Event("wins", 1), "Борис побеждает!", "Борис wins!"),
        ("svoi_kozyri", Event("endless", amount=50), "Приёмов: 50, а конца не видно", "50 takes and no end in sight"),
        ("navalka_closed", Event("level"), "Карт ни у кого не осталось", "Nobody is left with cards"),
    ],
)
def test_each_way_a_game_of_beating_can_end_is_told(slug: str, event: Event, russian: str, english: str) -> None:
    kin = {"durachki": ("durachki", "english_durachki"), "navalka_closed": ("navalka_closed", "navalka_open")}
    for game in kin.get(slug, (slug,)):
        sight = next(sights(game, 2, 1, dealer=0))
        seen = view(sight.session.state, 0)
        assert [*look(game).told((event,), seen, ("Анна", "Борис"), RU)] == [russian]
        assert [*look(game).told((event,), seen, ("Анна", "Борис"), EN)] == [english]


WHOSE = (
    ("durachki", "by lot", "ours"),
    ("durachki", "From two to seven", "source"),
    ("english_durachki", "by lot", "ours"),
    ("english_durachki", "is one stake", "ours"),
    ("svoi_kozyri", "Four play at most", "source"),
    ("svoi_kozyri", "by lot", "ours"),
    ("svoi_kozyri", "although one could beat", "ours"),
    ("svoi_kozyri", "the next one leads", "ours"),
    ("svoi_kozyri", "The loser deals", "source"),
    ("navalka_closed", "From two to six", "source"),
    ("navalka_closed", "although one could beat", "ours"),
    ("navalka_open", "From two to six", "source"),
    ("navalka_open", "although one could beat", "ours"),
    ("koroli", "cannot follow plays anything", "ours"),
    ("english_lottery", "into fifteen parts", "source"),
    ("english_lottery", "The larger parts", "ours"),
    ("tartar", "exchanges with the first", "ours"),
    ("torgovlya", "The bank goes to the right", "ours"),
    ("ochko", "all stakes together", "ours"),
    ("twenty_one", "deal is the bank’s last", "source"),
    ("twenty_one", "left neighbour cuts", "source"),
    ("twenty_one", "the top card that is cut", "ours"),
    ("twenty_one", "deals or banks", "ours"),
    ("twenty_one", "change places for good", "ours"),
    ("eleven_and_half", "half a point", "ours"),
)
"""What stands under the book's rules and what under ours: the words that tell it, as docs/rules have it."""


@pytest.mark.parametrize(("slug", "words", "whose"), WHOSE)
def test_a_rule_stands_under_whose_it_is(slug: str, words: str, whose: str) -> None:
    rules = look(slug).rules
    found = {"source": " ".join(rules.source), "ours": " ".join(rules.ours)}
    assert [name for name, text in found.items() if words in text] == [whose]


@every_game
def test_rules_take_nobody_for_a_man(slug: str) -> None:
    rules = look(slug).rules
    assert not re.search(r"\b(he|him|his|himself)\b", " ".join((*rules.source, *rules.ours)), re.IGNORECASE)
