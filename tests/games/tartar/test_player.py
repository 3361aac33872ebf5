"""The computer player of Tartar: its habits one by one, and that they win."""

import random
from dataclasses import replace

import pytest

from games.core import view
from games.offers import sample
from games.players.tartar import choose
from games.record import begin, opening
from games.tartar import GAME
from tests.games.tartar.sitting import freely, sit_down


@pytest.mark.parametrize(("card", "move"), [("2H", "swap"), ("AH", "swap"), ("QH", "keep"), ("TH", "keep")])
def test_it_parts_with_aces_and_low_cards(card: str, move: str) -> None:
    assert str(choose(view(freely(f"{card} 6S 7S 8S").state, 1))) == move


def test_it_keeps_a_card_above_the_one_that_it_gave_to_somebody_who_is_done() -> None:
    """Seat 1 has had its turn and holds the two of seat 2, which got a four for it."""
    sitting = freely("4S 2H 7S 8S").play("1 swap")
    assert str(choose(view(sitting.state, 2))) == "keep"
    assert str(choose(view(freely("4S 2H 7S 8S").play("1 keep").state, 2))) == "swap"


def test_it_deals() -> None:
    assert str(choose(view(sit_down().state, 0))) == "deal"


@pytest.mark.parametrize(("seats", "wins"), [(2, 36), (5, 30)])
def test_it_beats_those_who_play_by_chance(seats: int, wins: int) -> None:
    """Where the exchange is free, of sixty games."""
    luck, won = random.Random(4), []
    for number in range(60):
        new = {"game": "tartar", "seats": seats, "options": {"exchange": "optional"}}
        session, sensible = begin(replace(opening(new), seed=luck.randbytes(32))), number % seats
        while session.outcome is None:
            seat = luck.choice(GAME.turn(session.state.table))
            seen = view(session.state, seat)
            move = str(choose(seen)) if seat == sensible else sample(GAME.offers(seen), luck.randrange)
            assert move is not None
            session = session.play(seat, move)
        won.append(GAME.payoffs(session.state.table)[sensible])
    assert sum(chips > 0 for chips in won) > wins
