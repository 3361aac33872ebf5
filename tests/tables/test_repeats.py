"""Taps that come twice, late, at once, or from a game that is past; and what a removal leaves as it was: in every phase
of every game.

"Leaving", "Restart" and "Repeats and races" are headings of what users of such bots met; each test says which line it
holds off. The positions are those of `test_seats.py`.
"""

import random
from typing import Any

import pytest

from bot.tables import clocks, lobby, playing, presence, seats
from bot.tables.model import Sitter, Table, table_type
from bot.tables.steps import Stale, advance, state_of
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove
from tests.tables.test_seats import (
    NOW,
    Chat,
    begun,
    every_game,
    late,
    moved,
    on,
    phase,
    positions,
    sound,
    walked,
    words_of,
)


@every_game
def test_a_removal_moves_no_turn_and_no_card(slug: str) -> None:
    """Leaving: "the next turn goes to the wrong seat after a removal"; "the leaver's cards are counted twice": the game
    is the one that it was, but for the leaver's own decision, which the rules make."""
    game = GAMES[slug]
    for table, seat in positions(slug):
        before = state_of(table)
        move = game.time_out(core.view(before, seat)) if seat in game.turn(before.table) else None
        decided = table if move is None else advance(table, seat, move, NOW).table
        for change in (seats.leave(table, seat + 1, NOW), seats.remove(table, seat + 1, None, "Семья", NOW)):
            if change.table.stage != "play":
                continue
            assert state_of(change.table) == state_of(decided), f"{slug} goes another way in {phase(table)}"
            sound(change.table)


@every_game
def test_a_double_tap_counts_once(slug: str) -> None:
    """Repeats: "a double tap played twice, or announced as cheating"."""
    for table, seat in positions(slug):
        if seat not in presence.awaited(table):
            continue
        text = words_of(table, seat, random.Random(seat))
        after = playing.play(table, seat + 1, text, table.count, NOW).table
        with pytest.raises(IllegalMove) as refused:
            playing.play(after, seat + 1, text, table.count, NOW)
        blameless = isinstance(refused.value, Stale) or after.stage != "play"
        assert blameless, f"{slug}, {phase(table)}: {refused.value.reason}"


@every_game
def test_moves_made_at_one_moment_do_not_refuse_each_other(slug: str) -> None:
    """Repeats: "simultaneous secret moves refusing each other as stale": whoever's question is still the same is heard,
    whatever others have done since the screen was drawn."""
    game, met = GAMES[slug], set()
    for table in walked(slug):
        awaited = presence.awaited(table)
        if len(awaited) < 2 or (kind := (phase(table), awaited)) in met:
            continue
        met.add(kind)
        first, *others = awaited
        luck = random.Random(first)
        later = {seat: words_of(table, seat, luck) for seat in others}
        after = moved(table, first, luck).table
        for seat in others:
            if after.stage != "play" or seat not in presence.awaited(after):
                continue
            if game.offers(core.view(state_of(after), seat)) == game.offers(core.view(state_of(table), seat)):
                assert playing.play(after, seat + 1, later[seat], table.count, NOW).log
    together = {"twenty_one", "eleven_and_half", "ochko", "english_lottery", "questions", "declamation", "svoi_kozyri"}
    assert bool(met) is (slug in together)


@every_game
def test_a_button_of_a_question_that_was_answered_does_nothing(slug: str) -> None:
    """Repeats: "buttons of an old game acting on the new one": nor those of an old deal, trick or attack."""
    luck = random.Random(f"old buttons {slug}")
    table = begun(slug, luck, exchange="optional") if slug == "tartar" else begun(slug, luck)
    chat = Chat(table)
    drawn: dict[int, tuple[int, str]] = {}
    tried = 0
    for _ in range(150):
        if table.stage != "play":
            break
        for seat in presence.awaited(table):
            if seat in drawn:
                count, text = drawn[seat]
                with pytest.raises(Stale):
                    playing.play(table, seat + 1, text, count, NOW)
                with pytest.raises(Stale):
                    playing.choose(table, seat + 1, text.split()[0], count)
                tried += 1
        seat = luck.choice(presence.awaited(table))
        drawn[seat] = table.count, words_of(table, seat, luck)
        table = chat.step(moved(table, seat, luck))
    assert tried > (0 if slug in ("questions", "declamation") else 5)


@every_game
def test_a_table_in_any_phase_is_stored_and_goes_on_as_it_was(slug: str) -> None:
    """Restart: "games lost; submitted texts thrown away": what a process knew of a table is in the store, whole."""
    for table, seat in positions(slug):
        back = table_type(slug).model_validate_json(table.model_dump_json(exclude_defaults=True))
        assert back == table
        if seat in presence.awaited(table):
            text = words_of(table, seat, random.Random(seat))
            played = [playing.play(each, seat + 1, text, table.count, NOW) for each in (back, table)]
            assert played[0] == played[1]


@every_game
def test_one_missed_turn_is_nobodys_end(slug: str) -> None:
    """Absence: "“too many rounds idle” after one": whoever was late once plays on, and is in the same seat."""
    for table, seat in positions(slug):
        if presence.awaited(table) != (seat,) or presence.move_for(table, seat) is None:
            continue
        once = late(table, seat).table
        if once.stage == "play":
            assert (once.holders[seat].user, once.holders[seat].missed) == (seat + 1, 1)
            assert once.names == table.names


@every_game
def test_who_joins_twice_sits_once(slug: str) -> None:
    """Repeats: "two joins from one person": in the lobby, in a seat that was kept, and while a deal is waited for."""
    table = table_type(slug)(id="0aaaaaaa", home="0-a", chat=-1, game=slug, host=1)
    table = lobby.sit(lobby.open_table(table, Sitter(user=1, name="Анна")), Sitter(user=2, name="Борис"))
    for stage in (table, seats.sit(table, Sitter(user=3, name="Вера"), NOW).table):
        with pytest.raises(IllegalMove, match="already"):
            seats.sit(stage, Sitter(user=2, name="Борис"), NOW)
    playing_on = seats.leave(begun(slug, random.Random(3)), 2, NOW).table
    back = seats.sit(playing_on, Sitter(user=2, name="Борис"), NOW).table
    with pytest.raises(IllegalMove, match="already"):
        seats.sit(back, Sitter(user=2, name="Борис"), NOW)
    assert [holder.user for holder in back.holders].count(2) == 1


def dealt_natural(slug: str, event: str) -> tuple[Table[Any], Table[Any]]:
    """The table before and after the step in which somebody was found to hold one as the cards were dealt."""
    for number in range(400):
        luck = random.Random(f"{event} {number}")
        table = begun(slug, luck)
        for _ in range(12):
            if table.stage != "play":
                break
            people = presence.awaited(table)
            change = moved(table, luck.choice(people), luck) if people else clocks.expire(table, NOW)
            if event in [told.event for told in change.happened]:
                return table, change.table
            table = change.table
    raise AssertionError(f"{slug}: no {event} in 400 games")


@pytest.mark.parametrize("event", ["natural", "banker_natural"])
@pytest.mark.parametrize("slug", ["twenty_one", "ochko"])
def test_a_natural_at_the_deal_stops_nothing(slug: str, event: str) -> None:
    """Leaving: "a natural at the deal leaves a table that can neither stop nor start"."""
    before, after = dealt_natural(slug, event)
    sound(after)
    assert after.stage == "play"
    assert presence.awaited(after), "nobody is asked anything"
    assert on(after, Chat(after), random.Random(1)).stage == "over"
    assert playing.call_off(after).table.stage == "off"
    for user in range(1, len(after.sitters) + 1):
        for table in (before, after):
            left = seats.leave(table, user, NOW).table
            sound(left)
            assert on(left, Chat(left), random.Random(user)).stage == "over"
    gone = after
    for user in range(1, len(after.sitters) + 1):
        gone = seats.leave(gone, user, NOW).table
    assert gone.stage == "off"
