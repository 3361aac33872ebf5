"""Buttons and rules agree: whoever presses what is shown comes to every legal move, and to no other."""

import re

import pytest

from bot.buttons import AND, Choose, Play, parse
from bot.screens.keyboard import amounts
from bot.screens.keys import by_length, dim
from bot.screens.look import look
from bot.screens.pages import catalogue_screen, rules_screen
from games.catalogue import GAMES
from games.core import view
from games.offers import Range, admits, ahead, legal
from tests.screens.sights import EN, RU, Sight, keys, pressable, sights

RANGE = re.compile(r"\d+\.\.\d*")


def reached(sight: Sight, seat: int, *, alone: bool = False) -> set[str]:
    """Every move that pressing the buttons of that seat comes to."""
    moves: set[str] = set()
    walked: set[frozenset[str]] = set()
    paths = [""]
    while paths:
        path = paths.pop()
        screen = sight.alone(RU, path) if alone else sight.private(seat, RU, path)
        for button in map(parse, pressable(screen)):
            if isinstance(button, Play):
                moves.add(str(GAMES[sight.table.game].parse(button.words.split(AND)[0])))
            elif isinstance(button, Choose) and frozenset(button.words.split()) not in walked:
                walked.add(frozenset(button.words.split()))
                paths.append(button.words)
    return moves


def small(sight: Sight) -> bool:
    return max(len(hand) for hand in sight.session.state.hands) <= 8


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_pressing_comes_to_the_legal_moves_and_no_others(slug: str, seed: int) -> None:
    low, high = GAMES[slug].seats
    for number, sight in enumerate(sights(slug, min(max(3, low), high), seed)):
        if sight.session.outcome is not None or number > 60:
            break
        for seat in sight.seats:
            offers = tuple(GAMES[slug].offers(view(sight.session.state, seat)))
            lines = {line for line in legal(offers) if "…" not in line}
            found = reached(sight, seat) if small(sight) else set()
            spans = {line for line in lines if RANGE.search(line)}
            counted = {move for move in found for line in spans if move.startswith(line[: RANGE.search(line).start()])}  # type: ignore[union-attr]  # they match
            assert all(admits(offers, tuple(move.split())) for move in found)
            if small(sight):
                assert found - counted == lines - spans
                for line in spans:
                    span = RANGE.search(line)
                    assert span is not None
                    assert line.replace(span[0], span[0].split("..")[0]) in found
                    low, high = map(int, span[0].split(".."))
                    assert line.replace(span[0], str(amounts(Range(low, high))[-1])) in found


def test_the_laid_out_patience_comes_to_every_move_too() -> None:
    for number, sight in enumerate(sights("debutantes", 1, 4)):
        if sight.session.outcome is not None:
            break
        if number % 5 == 0:
            offers = GAMES["debutantes"].offers(view(sight.session.state, 0))
            assert reached(sight, 0, alone=True) == set(legal(offers))


@pytest.mark.parametrize("slug", GAMES)
def test_a_public_button_is_somebodys_public_choice(slug: str) -> None:
    for number, sight in enumerate(sights(slug, min(4, GAMES[slug].seats[1]), 6)):
        state = sight.session.state
        publics = [tuple(GAMES[slug].offers(view(state, seat, public=True))) for seat in range(len(state.hands))]
        found = [button for button in map(parse, pressable(sight.group(RU))) if isinstance(button, Play | Choose)]
        for button in found:
            words = tuple(button.words.split(AND)[0].split())
            assert words[0] in look(slug).public
            if isinstance(button, Play):
                assert any(admits(offers, words) for offers in publics)
            else:
                assert any(ahead(offers, words).amount for offers in publics)
        wanted = {offer.verb for offers in publics for offer in offers} & set(look(slug).public)
        assert {button.words.split(AND)[0].split()[0] for button in found} == (
            wanted if sight.session.outcome is None else set()
        )
        if number > 60:
            break


def test_what_needs_a_second_tap_says_so_before_it() -> None:
    sight = next(sights("debutantes", 1, 1))
    assert "Сдаться?" not in sight.alone(RU).text
    assert "pa1b2c3d4:1:resign" not in pressable(sight.alone(RU))
    asked = sight.alone(RU, "resign")
    assert asked.text.splitlines()[-1] == "Сдаться? Этого назад уже не взять."
    assert "Куда положить" not in asked.text
    assert "pa1b2c3d4:1:resign" in pressable(asked)


def test_collecting_slips_before_all_have_written_is_asked_twice() -> None:
    def early(sight: Sight) -> bool:
        return sight.session.state.table.phase == "questions" and len(sight.session.state.table.waiting) == 1

    sight = next(filter(early, sights("questions", 4, 3)))
    assert not [data for data in pressable(sight.private(0, RU)) if re.match(r"p.*:close", data)]
    warned = sight.private(0, RU, "close")
    assert "Пуст ещё 1 листок. Всё равно собрать?" in warned.text
    assert [data for data in pressable(warned) if re.match(r"p.*:close", data)]


def in_turn(sight: Sight) -> bool:
    return bool(sight.session.state.table.phase == "punters")


def test_a_late_stake_is_made_only_behind_a_warning() -> None:
    sight = next(filter(in_turn, sights("twenty_one", 3, 2)))
    seat = sight.session.state.table.acting
    assert not [data for data in pressable(sight.private(seat, RU)) if re.match(r"p.*:add", data)]
    warned = sight.private(seat, RU, "add")
    assert "не выигрывает" in warned.text
    assert [data for data in pressable(warned) if re.match(r"p.*:add \d", data)]


def test_no_button_of_the_group_raises_a_stake() -> None:
    for sight in sights("twenty_one", 4, 3, deals=2):
        assert not [data for data in pressable(sight.group(RU)) if ":add" in data]


def test_cards_that_may_not_be_played_are_shown_and_do_nothing() -> None:
    def covering(sight: Sight) -> bool:
        table = sight.session.state.table
        return table.phase == "cover" and len(table.bout) == 1

    for sight in filter(covering, sights("durachki", 3, 4)):
        state = sight.session.state
        screen = sight.private(state.table.defender, RU)
        for card in state.hands[state.table.defender]:
            assert f'"text":"{RU.card(card)}"' in screen.keyboard


def test_no_button_of_a_row_has_more_words_than_its_share_of_a_phone() -> None:
    rows = by_length(
        [dim(text) for text in ("✓ по жребию", "Анна", "Борис", "Вера", "Фока", "Взять цену назад", "Пас")]
    )
    assert [[each["text"] for each in row] for row in rows] == [
        ["✓\u00a0по жребию", "Анна"],
        ["Борис", "Вера", "Фока"],
        ["Взять цену назад"],
        ["Пас"],
    ]


def test_no_game_of_the_catalogue_shares_a_row_that_cuts_its_name_short() -> None:
    """Fifteen signs are what half of a telephone 390 pixels wide shows."""
    for speech in (RU, EN):
        for screen in (catalogue_screen(speech, {}), rules_screen(speech)):
            shared = [key["text"] for row in keys(screen) if len(row) > 1 for key in row]
            assert shared
            assert [text for text in shared if len(text) > 15] == []


def test_amounts_hold_both_ends_and_are_few() -> None:
    assert amounts(Range(1, 100)) == (1, 2, 5, 10, 20, 100)
    assert amounts(Range(1, 1000)) == (1, 2, 5, 10, 20, 50)
    assert amounts(Range(10, 500)) == (10, 20, 50, 100, 200, 500)
    assert amounts(Range(100, 1000)) == (100, 200, 500, 1000)
    assert amounts(Range(3, 5)) == (3, 4, 5)
    assert amounts(Range(7, 7)) == (7,)
    assert amounts(Range(1, None)) == (1, 2, 5, 10, 20, 50)


def test_a_choice_that_leads_nowhere_any_more_is_forgotten() -> None:
    sight = next(sights("durachki", 2, 1, dealer=0))
    fresh = sight.private(1, RU)
    assert sight.private(1, RU, "cover 6S:7S") == fresh


def test_a_price_is_chosen_after_its_ticket_under_the_table_itself() -> None:
    trade = next(
        sight
        for sight in sights("english_lottery", 5, 12, tickets_each=2)
        if sight.session.state.table.phase == "trade" and not sight.session.state.table.bids
    )
    card = next(held[0] for held in trade.session.state.table.tickets if held)
    buyer = trade.session.state.table.buyers[0]
    count = trade.table.count
    assert f"ca1b2c3d4:{count}:offer {card}" in pressable(trade.group(RU))
    chosen = Sight(trade.session, trade.table.but(drafts={buyer: f"offer {card}"})).group(RU)
    prices = [data for data in pressable(chosen) if data.startswith("p") and f"offer {card}" in data]
    assert prices == [f"pa1b2c3d4:{count}:offer {card} {n}" for n in (1, 2, 3, 5, 10, 20, 50)]


def test_the_impatient_call_five_by_one_tap() -> None:
    first = next(sights("english_lottery", 2, 1))
    for screen in (first.group(RU), first.alone(RU)):
        words = [data.split(":", 2)[2] for data in pressable(screen) if data.startswith("p")]
        assert words == ["call", "call; call; call; call; call"]


def test_a_sign_is_not_parted_from_the_words_of_its_button() -> None:
    assert [dim(text)["text"] for text in ("+ Компьютер", "✓ по жребию", "🤖 Фока", "« Назад", "7♠", "")] == [
        "+\u00a0Компьютер",
        "✓\u00a0по жребию",
        "🤖\u00a0Фока",
        "« Назад",
        "7♠",
        "",
    ]
