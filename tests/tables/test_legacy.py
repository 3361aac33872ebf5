"""What a chat remembers from one session to the next."""

from typing import Any

from bot.tables.legacy import inherited, left
from bot.tables.model import OptionValue, Sitter, Table, table_type


def at_table(*users: int | None, options: dict[str, OptionValue] | None = None) -> Table[Any]:
    sitters = tuple(Sitter(user=user, name=f"Гость {user}") for user in users)
    return table_type("durachki")(
        id="0aaaaaaa", home="0-a", chat=-1, game="durachki", host=1, sitters=sitters, options=options or {}
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
