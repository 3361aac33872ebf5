"""A person who is forgotten at a table: in every game, in the lobby, in the middle, and when it has ended."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.language import language
from bot.screens.reconciler import Said
from bot.tables import lobby, playing, presence, seats
from bot.tables.asides import knows
from bot.tables.forgetting import without
from bot.tables.model import Office, Queued, Sitter, Table, table_type
from bot.tables.silence import unsaid
from bot.tables.steps import Clock, advance, state_of
from games import core
from games.catalogue import GAMES
from games.offers import sample

ANNA, NAME = 700_001, "Клеопатра"
NOW = Clock(1_000_000)
TOGETHER = [slug for slug, game in GAMES.items() if game.seats[1] > 1]
STEPS = 40


def opened(game: str) -> Table[Any]:
    """A lobby with Cleopatra as its host, others, and a computer where one can play."""
    table = table_type(game)(id="0aaaaaaa", home="0-a", chat=-1, game=game, host=ANNA)
    table = lobby.open_table(table, Sitter(user=ANNA, name=NAME))
    low, high = GAMES[game].seats
    for user in range(ANNA + 1, ANNA + min(low + 1, high)):
        table = lobby.sit(table, Sitter(user=user, name=f"Гость {user % 10}"))
    return table


def wandering(game: str, luck: random.Random) -> Iterator[Table[Any]]:
    """A table in play before each move, as people move at random."""
    table = playing.start(opened(game), ANNA, luck.randbytes(32), NOW).table
    for _ in range(STEPS):
        if table.stage != "play":
            return
        yield table
        seat = luck.choice(GAMES[game].turn(state_of(table).table))
        text = sample(GAMES[game].offers(core.view(state_of(table), seat)), luck.randrange)
        assert text is not None
        table = advance(table, seat, GAMES[game].parse(text), NOW).table


def nothing_tells_of_her(table: Table[Any]) -> None:
    text = table.model_dump_json(exclude_defaults=True)
    assert str(ANNA) not in text
    assert NAME not in text
    assert ANNA not in knows(table)


@pytest.mark.parametrize("game", TOGETHER)
def test_in_mid_game_the_person_leaves_and_nothing_tells_of_them(game: str) -> None:
    """What people met, leaving: "Someone leaves …, in any phase, and it hangs: also when it is the one awaited"."""
    luck = random.Random(game)
    for table in wandering(game, luck):
        after = without(table, ANNA, NOW).table
        nothing_tells_of_her(after)
        assert after.names[0] == "Гость"
        assert len({*after.names}) == len(after.names)
        assert after.stage in ("play", "over", "off")
        if after.stage == "play":
            assert presence.awaited(after) or any(due is not None for due in after.due)
            assert after.host in presence.people(after)


@pytest.mark.parametrize("game", TOGETHER)
@pytest.mark.parametrize("stage", ["over", "off"])
def test_in_a_finished_table_of_others_the_name_becomes_guest(game: str, stage: str) -> None:
    table = playing.start(opened(game), ANNA, bytes(32), NOW).table.but(stage=stage, due=())
    after = without(table, ANNA, NOW).table
    nothing_tells_of_her(after)
    assert after.stage == stage
    assert (after.names, after.sitters[1:]) == (("Гость", *table.names[1:]), table.sitters[1:])
    again = without(after, ANNA + 1, NOW).table
    assert again.names[:2] == ("Гость", "Гость 2")


@pytest.mark.parametrize("game", TOGETHER)
def test_in_the_lobby_the_person_gets_up(game: str) -> None:
    table = opened(game)
    after = without(table, ANNA, NOW).table
    nothing_tells_of_her(after)
    assert (after.names, after.host) == (table.names[1:], ANNA + 1)


def test_alone_in_a_lobby_it_is_called_off() -> None:
    table = lobby.open_table(
        table_type("durachki")(id="0aaaaaaa", home="0-a", chat=-1, game="durachki", host=ANNA),
        Sitter(user=ANNA, name=NAME),
    )
    after = without(table, ANNA, NOW).table
    nothing_tells_of_her(after)
    assert after.stage == "off"


def test_who_has_left_before_is_forgotten_too() -> None:
    table = seats.leave(playing.start(opened("durachki"), ANNA, bytes(32), NOW).table, ANNA, NOW).table
    assert ANNA in knows(table)
    nothing_tells_of_her(without(table, ANNA, NOW).table)


def test_every_place_where_a_table_names_a_person_is_known() -> None:
    other = Sitter(user=5, name="Борис")
    ways = {
        "sitters": (other, Sitter(user=None, name=NAME, kept=ANNA)),
        "officers": (Sitter(user=ANNA, name=NAME),),
        "waiting": (Sitter(user=ANNA, name=NAME),),
        "barred": (ANNA,),
        "queue": (Queued(user=ANNA, name=NAME, game="ochko"),),
        "offices": {"president": Office(way="vote", votes={ANNA: 5, 5: ANNA, 6: 5}, user=ANNA)},
        "host": ANNA,
    }
    for place, value in ways.items():
        table = Table[None](id="0aaaaaaa", home="0-a", chat=-1, game="questions", host=5, sitters=(other,), stage="off")
        table = table.but(**{place: value})
        assert ANNA in knows(table), place
        after = without(table, ANNA, NOW).table
        nothing_tells_of_her(after)
        assert 5 in knows(after)


def test_a_guest_is_called_so_in_the_tables_language() -> None:
    table = opened("durachki").but(language="en")
    after = without(playing.start(table, ANNA, bytes(32), NOW).table, ANNA, NOW).table
    assert language("en").names(after.face(None))[0] == "Guest"


def test_what_is_still_to_be_said_names_a_guest() -> None:
    table = playing.start(opened("questions"), ANNA, bytes(32), NOW).table
    calls = f'<a href="tg://user?id={ANNA}">{NAME}</a>, пора'
    for text in (f"{NAME} читает листки", f"{NAME}ми не названа", calls):
        table = unsaid(table, NOW, str(Said(text, after=True)), 0.0).table
    after = without(table, ANNA, NOW).table
    assert after.mute
    assert [Said.parse(text).text for text in after.mute.unsaid] == ["Гость читает листки", f"{NAME}ми не названа"]
