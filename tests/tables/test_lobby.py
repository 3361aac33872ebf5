"""Before the game: who sits, what is agreed, who may start."""

from typing import Any

import pytest

from bot.language import LONGEST_NAME, language
from bot.tables import lobby
from bot.tables.model import Sitter, Table
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.players import player

ANNA, BORIS, VERA = (Sitter(user=user, name=name) for user, name in ((1, "Анна"), (2, "Борис"), (3, "Вера")))


def opened(game: str = "durachki", **more: Any) -> Table[Any]:
    return lobby.open_table(Table[None](id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1, **more), ANNA)


def test_the_host_sits_in_the_first_seat() -> None:
    assert opened().names == ("Анна",)


def test_nobody_sits_twice() -> None:
    with pytest.raises(IllegalMove, match="already"):
        lobby.sit(opened(), ANNA)


def test_people_of_one_name_are_told_apart() -> None:
    twin = Sitter(user=9, name="Анна")
    assert lobby.sit(opened(), twin).names == ("Анна", "Анна 2")


LONG = "Ш" * 64


@pytest.mark.parametrize(
    ("name", "other", "told"),
    [
        ("Анна", "Ан\u200bна", ("Анна", "Анна 2")),
        ("Анна", "\u202eАнна\u2069", ("Анна", "Анна 2")),
        ("Анна", "  Анна\n", ("Анна", "Анна 2")),
        ("Анна", "A\u043d\u043da", ("Анна", "A\u043d\u043da 2")),  # with letters of the Latin alphabet
        ("Йод", "И\u0306од", ("Йод", "Йод 2")),
        (LONG, LONG + "!", ("Ш" * 23 + "…", "Ш" * 21 + "… 2")),
        ("", "\u3164", ("Игрок 1", "Игрок 2")),
        ("Игрок 2", "", ("Игрок 2", "Игрок 2 2")),
        ("\u2800", "Игрок 1", ("Игрок 1", "Игрок 1 2")),
        ("бот", "Бот", ("бот 2", "Бот")),
        ("👨‍👩‍👧", "👨‍👩‍👧", ("👨‍👩‍👧", "👨‍👩‍👧 2")),
        ("שלום", "שלום", ("שלום", "שלום 2")),
        ("<&_*[", "<&_*[", ("<&_*[", "<&_*[ 2")),
    ],
)
def test_names_that_look_the_same_are_told_apart(name: str, other: str, told: tuple[str, str]) -> None:
    """What people met: names with `<&_*[`, right-to-left marks, only emoji, empty, 64 characters, two players of one
    name."""
    table = lobby.open_table(
        Table[None](id="0aaaaaaa", home="0-a", chat=-1, game="durachki", host=1), Sitter(user=1, name=name)
    )
    assert lobby.sit(table, Sitter(user=9, name=other)).names == told


def test_of_many_people_of_one_name_no_two_are_shown_alike() -> None:
    """What people met: two players of one name, 64 characters long."""
    table = opened("english_lottery")
    for user in range(2, GAMES["english_lottery"].seats[1] + 1):
        table = lobby.sit(table, Sitter(user=user, name=LONG + "\u200b" * user))
    for code in ("ru", "en"):
        shown = language(code).names(table.face(None))[: len(table.sitters)]
        assert len({*shown}) == len(table.sitters) > 20
        assert max(map(len, shown)) <= LONGEST_NAME


def test_a_person_takes_a_computers_seat_where_all_are_taken() -> None:
    table = opened()
    while len(table.sitters) < GAMES["durachki"].seats[1]:
        table = lobby.add_computer(table, 1)
    with pytest.raises(IllegalMove, match="taken"):
        lobby.add_computer(table, 1)
    table = lobby.sit(table, BORIS)
    assert len(table.sitters) == GAMES["durachki"].seats[1]
    assert table.seat_of(2) is not None


def test_when_the_host_leaves_the_next_person_is_host_and_sits_first() -> None:
    table = lobby.leave(lobby.sit(lobby.add_computer(opened(), 1), BORIS), 1)
    assert (table.host, table.sitters[0].user) == (2, 2)


def test_with_the_last_person_the_table_is_called_off() -> None:
    assert lobby.leave(lobby.add_computer(opened(), 1), 1).stage == "off"


def test_what_is_agreed_of_a_seat_goes_with_who_sits_in_it_and_is_void_when_they_leave() -> None:
    table = lobby.sit(lobby.sit(opened(), BORIS), VERA)
    table = lobby.set_option(table, 1, "dealer", 2)
    assert lobby.leave(table, 2).options == {"dealer": 1}
    assert lobby.leave(table, 1).options == {"dealer": 1}
    assert lobby.leave(table, 3).options == {}


def test_the_next_table_has_the_same_terms_but_for_seats() -> None:
    before = lobby.set_option(lobby.set_option(opened(), 1, "stake", 5), 1, "dealer", 0)
    assert lobby.as_agreed(opened(), lobby.set_pace(before, 1, 60)).model_copy(update={"pace": 120}) == opened(
        options={"stake": 5}
    )


def test_who_does_not_sit_cannot_leave() -> None:
    with pytest.raises(IllegalMove, match="not sitting"):
        lobby.leave(opened(), 2)


def test_only_the_host_sets_options_and_they_are_checked() -> None:
    table = lobby.sit(opened(), BORIS)
    assert lobby.set_option(table, 1, "stake", 5).options == {"stake": 5}
    with pytest.raises(IllegalMove, match="host"):
        lobby.set_option(table, 2, "stake", 5)
    for value in (0, 10**6 + 1, 10**40):
        with pytest.raises(IllegalMove, match="may not be"):
            lobby.set_option(table, 1, "stake", value)


def test_it_takes_as_many_as_the_game_wants_to_start() -> None:
    with pytest.raises(IllegalMove, match="1 more"):
        lobby.ready(opened(), 1)
    with pytest.raises(IllegalMove, match="host"):
        lobby.ready(lobby.sit(opened(), BORIS), 2)
    table, options = lobby.ready(lobby.sit(opened(), BORIS), 1)
    assert (table.game, lobby.all_options(options)["stake"]) == ("durachki", 1)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if player(slug) is None])
def test_no_computer_sits_down_where_only_people_can_play(slug: str) -> None:
    with pytest.raises(IllegalMove, match="for people"):
        lobby.add_computer(opened(slug), 1)


def test_alone_in_a_private_chat_the_computer_sits_down_by_itself() -> None:
    assert [sitter.user for sitter in opened(alone=True).sitters] == [1, None]
    assert [sitter.user for sitter in opened("debutantes", alone=True).sitters] == [1]
