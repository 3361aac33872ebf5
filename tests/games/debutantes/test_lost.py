"""Whether a patience can still be won: said only where it is certain, and of what lies open alone."""

import random
from collections.abc import Iterator
from functools import partial

import pytest

from games import fair
from games.cards import Card
from games.core import State, begin, outcome, play, view
from games.debutantes import GAME, Hand, Options, Table
from games.debutantes_lost import Stuck, stuck
from games.offers import legal
from games.players.debutantes import choose
from tests.games.debutantes.test_rules import lying

CIRCLE = {1: "5S 6S", 2: "5S 6S", 3: "7S 4S", 4: "7S 3S"}
"""Both fives lie under sixes. A six goes down after a seven only, and both sevens lie under what must go down later."""


def test_at_first_everything_can_be_won() -> None:
    assert not stuck(lying("2S").table)


def test_a_six_on_the_last_seven_blocks_the_row_downwards() -> None:
    table = lying("2C", up="AS 2S 3S 4S 5S 6S 7S", down="KS QS JS TS 9S 8S", places={9: "7S 6S"}).table
    assert stuck(table) == (Stuck("down", Card("7S")),)


def test_a_six_on_a_seven_blocks_nothing_while_it_may_go_upwards() -> None:
    assert not stuck(lying("2C", up="AS 2S 3S 4S 5S", down="KS QS JS TS 9S 8S", places={9: "7S 6S"}).table)


def test_both_copies_that_are_blocked_lose() -> None:
    assert stuck(lying("2C", up="AS 2S 3S 4S", places=CIRCLE).table) == (
        Stuck("up", Card("5S")),
        Stuck("down", Card("7S")),
    )


@pytest.mark.parametrize("place", [3, 4])
def test_a_copy_that_is_not_seen_yet_may_come(place: int) -> None:
    assert not stuck(lying("2C", up="AS 2S 3S 4S", places={**CIRCLE, place: ""}).table)


def test_a_copy_that_is_turned_is_at_hand() -> None:
    assert not stuck(lying("7S", up="AS 2S 3S 4S", places={**CIRCLE, 3: "4S"}).table)


def test_a_card_on_top_goes_when_its_row_has_come_to_it() -> None:
    places = {1: "2S TH", 2: "2S TH"}
    assert not stuck(lying("2C", up="AS", places=places).table)


def test_a_card_that_no_row_wants_any_more_holds_what_is_under_it() -> None:
    """The second ace waits for the two, which lies beneath it."""
    table = lying("2C", up="AS 2S 3S", down="KS QS JS TS 9S 8S 7S 6S 5S 4S 3S", places={1: "2S AS"}).table
    assert stuck(table) == (Stuck("down", Card("2S")),)


def test_the_order_of_the_stock_is_not_looked_at() -> None:
    one, other = (lying("2C", places=CIRCLE, stock=stock).table for stock in ("3C 4C", "4C 3C"))
    assert stuck(one) == stuck(other)


def games(luck: random.Random) -> Iterator[tuple[list[Table], bool]]:
    """Patiences, played by the computer player with some moves at random, and whether each was won."""
    while True:
        seed, straying = luck.randbytes(32), luck.choice((0.0, 0.0, 0.1))
        state: State[Table, Hand, Card] = begin(GAME, 1, Options(), partial(fair.shuffle, seed, 0))[0]
        tables = [state.table]
        while outcome(GAME, state) is None:
            move = choose(view(state, 0))
            if luck.random() < straying:
                others = [words for words in legal(GAME.offers(view(state, 0))) if words != "resign"]
                move = GAME.parse(luck.choice(others))
            state = play(GAME, state, 0, move)
            tables.append(state.table)
        yield tables, state.table.phase == "won"


def test_no_patience_that_is_won_was_ever_said_to_be_lost() -> None:
    won = proved = 0
    for tables, was_won in games(random.Random(11)):
        if was_won:
            won += 1
            assert not any(map(stuck, tables))
        else:
            proved += bool(stuck(tables[-2]))
        if won == 15:
            break
    assert proved, "some that were lost were known to be before their last card"
