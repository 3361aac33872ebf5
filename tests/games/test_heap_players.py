"""The computer players of the games with a heap: cheap cards beat, dear ones stop the next, and chance is beaten."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games import fair, navalka_closed, navalka_open, svoi_kozyri
from games.cards import Cards, cards
from games.core import AnyGame, View, begin, step, view
from games.moves import Move
from games.offers import sample
from games.players import player
from tests.games.heaps import Heap, leading

GAMES = [svoi_kozyri.GAME, navalka_closed.GAME, navalka_open.GAME]
TABLES = [(game, seats) for game in GAMES for seats in (2, 3, 4)]

Choose = Callable[[View[Any, Any]], Move]


def of(game: AnyGame) -> Choose:
    found = player(game.slug)
    assert found is not None
    return found


def chosen(position: Heap) -> str:
    (seat,) = position.turn
    return str(of(position.game)(view(position.state, seat)))


@pytest.mark.parametrize("game", GAMES)
def test_it_beats_with_the_cheapest_card_and_with_a_trump_only_where_it_must(game: AnyGame) -> None:
    assert chosen(leading(game, "HH", "9S KD", "TS AS 6H 8D").play((0, "lead 9S"))) == "beat TS"
    assert chosen(leading(game, "HH", "9S KD", "6H 8H 8D").play((0, "lead 9S"))) == "beat 6H"
    assert chosen(leading(game, "HH", "9S KD", "8S 8D").play((0, "lead 9S"))) == "take"


@pytest.mark.parametrize("game", GAMES)
def test_it_begins_with_a_low_card_and_keeps_its_trumps(game: AnyGame) -> None:
    assert chosen(leading(game, "HH", "6D KD AH 6H", "TS 8D 9C JC QC")) == "lead 6D"


def test_on_a_large_heap_it_piles_an_ace_of_the_next_ones_trumps() -> None:
    laid = cards("6S 7S 6D 7D 6C 7C 8C 9C TC JC QC KC 8S 9S TS JS QS KS")
    state = leading(svoi_kozyri.GAME, "HS", "AS 9D 8D", "6H 7H 8H", phase="pile", heap=laid)
    assert chosen(state) == "pile AS"


def test_at_the_open_navalka_it_does_not_waste_an_ace_on_a_large_heap() -> None:
    laid = cards("6S 7S 6D 7D 6C 7C 8C 9C TC JC QC KC 8S 9S TS JS QS KS")
    state = leading(navalka_open.GAME, "HH", "AS 9D 8D", "TD JD QD", phase="pile", heap=laid, players=(0, 1))
    assert chosen(state) == "pile 8D"


def of_chance(game: AnyGame) -> Choose:
    def choose(seen: View[Any, Any]) -> Move:
        luck = random.Random(str(seen))  # equal views get equal moves
        move: Move = game.parse(sample(game.offers(seen), luck.randrange) or "")
        return move

    return choose


def last(game: AnyGame, players: list[Choose], number: int) -> tuple[tuple[int, ...], set[str]]:
    """What the game of that number pays, and the events it ends with."""
    shuffles = iter(range(number * 100, number * 100 + 100))

    def shuffle(pack: Cards) -> Cards:
        return fair.shuffle(b"heap", next(shuffles), pack)

    state, _ = begin(game, len(players), game.options(dealer=number % len(players)), shuffle)  # type: ignore[call-arg]  # they all have a dealer
    while seats := game.turn(state.table):
        state, _ = step(game, state, seats[0], players[seats[0]](view(state, seats[0])), shuffle)
    return game.payoffs(state.table), {event.event for event in state.events}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_a_player_of_chance_from_both_seats(game: AnyGame, seat: int) -> None:
    players = [of_chance(game), of_chance(game)]
    players[seat] = of(game)
    won = sum(last(game, players, number)[0][seat] > 0 for number in range(50))
    assert won >= 45


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_among_themselves_they_come_to_an_end(game: AnyGame, seats: int) -> None:
    ends = [last(game, [of(game)] * seats, number)[1] for number in range(20)]
    assert sum("endless" in end for end in ends) <= 1
