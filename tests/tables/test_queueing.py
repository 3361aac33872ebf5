"""Several tables of one chat: who waits for one, and who looks for one."""

from typing import Any

import pytest

from bot.tables import lobby, playing
from bot.tables.asides import asides
from bot.tables.model import Queued, Sitter, Table, table_type
from bot.tables.queueing import MOST, called, fetch, post, queue
from bot.tables.steps import Clock
from games.catalogue import GAMES
from games.moves import IllegalMove

NOW = Clock(1_000_000)


def started(game: str = "durachki") -> Table[Any]:
    table = table_type(game)(id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    for user in range(2, GAMES[game].seats[0] + 1):
        table = lobby.sit(table, Sitter(user=user, name=f"Гость {user}"))
    return playing.start(table, 1, bytes(32), NOW).table


def waiting(user: int, game: str = "ochko") -> Queued:
    return Queued(user=user, name=f"Гость {user}", game=game)


def test_each_person_waits_for_one_game_and_is_called_as_the_table_ends_and_not_again() -> None:
    table = queue(queue(started(), waiting(7)).table, waiting(8)).table
    table = queue(table, waiting(7, "koroli")).table
    assert [(one.user, one.game) for one in table.queue] == [(8, "ochko"), (7, "koroli")]
    assert [*asides(started(), table, 0.0)] == []
    off = playing.call_off(table).table
    (said,) = asides(table, off, 0.0)
    assert said.index("tg://user?id=8") < said.index("tg://user?id=7")
    assert [*asides(off, off.but(posts=1), 0.0)] == []
    with pytest.raises(IllegalMove, match="has ended"):
        queue(off, waiting(9))


def test_a_queue_has_an_end() -> None:
    table = started()
    for user in range(100, 100 + MOST):
        table = queue(table, waiting(user)).table
    with pytest.raises(IllegalMove, match="Very many"):
        queue(table, waiting(5))
    assert queue(table, waiting(100, "koroli")).table.queue[-1].game == "koroli"


def test_ones_own_screen_is_sent_anew_and_nobody_elses() -> None:
    table = started()
    fresh = fetch(table, 2).table
    assert (fresh.rung[0], fresh.rung[1]) == (table.rung[0], table.count + 1)
    assert fresh.asked_at == table.asked_at
    assert fetch(fresh, 2).table.rung[1] > fresh.rung[1]


@pytest.mark.parametrize("game", [slug for slug, game in GAMES.items() if game.seats[1] > 1 and not game.private])
def test_where_nobody_has_a_screen_of_their_own_it_says_where_to_look(game: str) -> None:
    with pytest.raises(IllegalMove, match="nothing of your own"):
        fetch(started(game), 1)


def test_only_whoever_sits_there_fetches_a_screen_and_only_an_open_table_is_shown() -> None:
    with pytest.raises(IllegalMove, match="not sitting"):
        fetch(started(), 99)
    with pytest.raises(IllegalMove, match="not begun"):
        fetch(started().but(stage="lobby", state=None), 1)
    with pytest.raises(IllegalMove, match="closed"):
        post(started().but(stage="off"))


def test_whose_turn_it_is_is_told_in_the_list() -> None:
    table = started()
    assert [called(table, user) for user in (1, 2, 99)].count(True) == 1
    assert not called(table.but(stage="off"), 1)
