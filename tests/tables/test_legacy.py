"""What a chat remembers from one session to the next."""

import random
from typing import Any

import pytest

from bot.tables import clocks, playing
from bot.tables.legacy import LEFT, inherited, left
from bot.tables.model import OptionValue, Sitter, Table, table_type
from bot.tables.playing import Memory
from bot.tables.steps import Change, Clock, state_of
from games.catalogue import GAMES

NOW = Clock(1_000_000)


def at_table(*users: int | None, game: str = "durachki", options: dict[str, OptionValue] | None = None) -> Table[Any]:
    sitters = tuple(Sitter(user=user, name=f"Гость {user}") for user in users)
    return table_type(game)(
        id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1, sitters=sitters, options=options or {}
    )


def fool(seat: int | None) -> dict[str, Any]:
    return {"payoffs": [], "fool": seat}


def test_the_fool_is_remembered_by_person() -> None:
    assert left(at_table(7, 8), fool(1), (), 5) == {"durachki/8": "5"}


def test_the_fool_deals_wherever_the_person_sits_now() -> None:
    assert inherited(at_table(1, 2, 8), {"durachki/8": "5"}, {}) == {"fool": 2}


def test_a_title_waits_while_its_holder_is_away() -> None:
    assert inherited(at_table(1, 2), {"durachki/8": "5"}, {}) == {}
    assert left(at_table(1, 2), fool(0), ("durachki/8",), 6) == {"durachki/1": "6"}


def test_of_two_fools_at_one_table_the_later_deals() -> None:
    assert inherited(at_table(1, 8), {"durachki/8": "5", "durachki/1": "6"}, {}) == {"fool": 0}


def test_the_fool_is_free_once_a_game_with_him_ends_otherwise() -> None:
    assert left(at_table(8, 2), fool(None), ("durachki/8",), 6) == {"durachki/8": None}
    assert left(at_table(8, 2), fool(1), ("durachki/8",), 6) == {"durachki/8": None, "durachki/2": "6"}
    assert left(at_table(8, 2), fool(0), ("durachki/8",), 6) == {"durachki/8": "6"}


def test_a_computer_is_no_fool_to_be_remembered() -> None:
    assert left(at_table(8, None), fool(1), (), 6) == {}


def test_the_titles_of_other_games_are_left_alone() -> None:
    assert inherited(at_table(8), {"svoi_kozyri/8": "5"}, {}) == {}
    assert left(at_table(8, 2), fool(None), ("svoi_kozyri/8",), 6) == {}


def test_what_the_host_has_set_counts() -> None:
    assert inherited(at_table(1, 8, options={"fool": 0}), {"durachki/8": "5"}, {}) == {}


def test_where_the_host_has_named_a_dealer_only_a_fool_is_remembered() -> None:
    held = {"durachki/8": "5", "koroli/4,3,2,1": "5", "svoi_kozyri/8": "5"}
    assert inherited(at_table(1, 2, 3, 4, game="koroli"), held, {}) == {"titles": (3, 2, 1, 0)}
    assert inherited(at_table(1, 2, 3, 4, game="koroli", options={"dealer": 0}), held, {}) == {}
    assert inherited(at_table(1, 8, options={"dealer": 0}), held, {}) == {"fool": 1}
    assert inherited(at_table(1, 8, game="svoi_kozyri", options={"dealer": 0}), held, {}) == {}


# Chips that a lottery leaves


def lottery(*people: int, computers: int = 0) -> Table[Any]:
    """A lottery in its lobby."""
    sitters = [Sitter(user=user, name=f"Гость {user}") for user in people]
    sitters += [Sitter(user=None, name=f"Фока {number}") for number in range(computers)]
    return table_type("english_lottery")(
        id="0aaaaaaa", home="0-a", chat=-1, game="english_lottery", host=1, sitters=tuple(sitters)
    )


def changed(purses: dict[int, int], change: Change) -> Table[Any]:
    """The table after the change, which the purses follow."""
    for holder, chips in change.purses.items():
        purses[holder] = purses.get(holder, 0) + chips
    return change.table


def all_chips(purses: dict[int, int], table: Table[Any]) -> int:
    """What is in the purses, the chat's own with them, and what lies on the table from the last lottery."""
    carried = table.options["carry"] if table.stage == "play" else 0
    assert isinstance(carried, int)
    return sum(purses.values()) + carried


def test_what_is_left_lies_on_the_next_table_and_comes_back_when_it_is_called_off() -> None:
    purses = {LEFT: 26, 1: 100}
    table = changed(purses, playing.start(lottery(1, 2), 1, bytes(32), NOW, Memory(purses=purses)))
    assert (purses, table.options["carry"]) == ({LEFT: 0, 1: 100}, 26)
    table = changed(purses, playing.call_off(table))
    assert (table.stage, purses) == ("off", {LEFT: 26, 1: 100})


def test_a_lottery_that_was_not_begun_gives_nothing_back() -> None:
    assert playing.call_off(lottery(1, 2)).purses == {}


def test_other_games_take_no_chips_from_the_table_before() -> None:
    assert playing.start(at_table(1, 2), 1, bytes(32), NOW, Memory(purses={LEFT: 26})).purses == {}


@pytest.mark.parametrize("seed", range(4))
def test_lottery_after_lottery_no_chip_is_lost_or_made(seed: int) -> None:
    """Five of them by people and computers, the second one called off; what is left goes from one to the next."""
    luck, purses, carries = random.Random(seed), {LEFT: 11, 1: 100, 2: 100}, list[object]()
    for number in range(5):
        wish = lottery(1, 2, computers=3).but(options={"tickets_each": 2, "price": 7})
        table = changed(purses, playing.start(wish, 1, luck.randbytes(32), NOW, Memory(purses=dict(purses))))
        carries.append(table.options["carry"])
        while table.stage == "play":
            seat = luck.choice(GAMES[table.game].turn(state_of(table).table))
            table = changed(purses, clocks.expire(table.but(due=_due_now(table, seat)), NOW))
            assert all_chips(purses, table) == 211
            if number == 1 and luck.random() < 0.1:
                table = changed(purses, playing.call_off(table))
        assert purses[LEFT] >= 0
        assert all_chips(purses, table) == 211
    assert carries[0] == 11
    assert carries[1] == carries[2]
    assert len({*carries}) > 2


def _due_now(table: Table[Any], seat: int) -> tuple[int | None, ...]:
    return tuple(NOW.now if other == seat else None for other in range(len(table.sitters)))


# Titles of four


def four(*users: int | None, options: dict[str, OptionValue] | None = None) -> Table[Any]:
    sitters = tuple(Sitter(user=user, name=f"Гость {user}") for user in users)
    return table_type("koroli")(
        id="0aaaaaaa", home="0-a", chat=-1, game="koroli", host=1, sitters=sitters, options=options or {}
    )


def reigns(*titles: tuple[int, ...]) -> dict[str, Any]:
    return {"payoffs": [], "titles": titles}


def test_the_titles_of_the_last_reign_are_remembered_by_person() -> None:
    assert left(four(5, 6, 7, 8), reigns((0, 1, 2, 3), (2, 0, 3, 1)), (), 9) == {"koroli/7,5,8,6": "9"}


def test_the_same_four_start_from_their_titles_wherever_they_sit_now() -> None:
    assert inherited(four(8, 7, 6, 5), {"koroli/7,5,8,6": "9"}, {}) == {"titles": (1, 3, 0, 2)}


def test_the_titles_of_four_wait_while_one_of_them_is_away() -> None:
    held = {"koroli/7,5,8,6": "9"}
    for others in (four(5, 6, 7, 1), four(5, 6, 7, None)):
        assert inherited(others, held, {}) == {}
        assert left(others, reigns((0, 1, 2, 3)), held, 10).get("koroli/7,5,8,6", "still held") == "still held"


def test_new_titles_of_the_same_four_end_the_old_ones() -> None:
    held = {"koroli/7,5,8,6": "9"}
    assert left(four(5, 6, 7, 8), reigns((0, 1, 2, 3)), held, 10) == {"koroli/7,5,8,6": None, "koroli/5,6,7,8": "10"}


def test_titles_with_a_computer_among_them_are_not_remembered() -> None:
    assert left(four(5, 6, 7, None), reigns((0, 1, 2, 3)), (), 9) == {}


def test_a_game_that_starts_from_titles_is_played_by_them() -> None:
    memory = Memory(titles={"koroli/7,5,8,6": "9"})
    table = playing.start(four(5, 6, 7, 8, options={"reigns": 1}), 1, bytes(32), NOW, memory).table
    state = state_of(table)
    assert (state.table.ranks, state.table.phase, state.table.player) == ((2, 0, 3, 1), "give", 2)


def test_a_table_knows_what_is_so_for_the_sake_of_a_former_one_and_not_by_its_hosts_wish() -> None:
    memory = Memory(titles={"svoi_kozyri/2": "9"})
    wished: dict[str, OptionValue] = {"dealer": 0}
    for options, dealer, kept in ((None, 1, ("dealer",)), (wished, 0, ())):
        table = playing.start(at_table(1, 2, game="svoi_kozyri", options=options), 1, bytes(32), NOW, memory).table
        assert (table.options["dealer"], table.inherited) == (dealer, kept)
    assert playing.start(at_table(1, 2, game="svoi_kozyri"), 1, bytes(32), NOW).table.inherited == ()
