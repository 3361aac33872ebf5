"""The computer player of ochko: its habits one by one, and that they win."""

import random
from dataclasses import replace

import pytest

from games.banking import held
from games.cards import cards
from games.core import view
from games.ochko import GAME
from games.offers import sample
from games.players.ochko import choose
from games.record import begin, opening
from tests.games.ochko.sitting import all_staked, sit_down


@pytest.mark.parametrize(
    ("hand", "move"), [("TS 4S", "buy"), ("TS 5S", "stand"), ("AS 3S", "buy"), ("TS 8S KS", "stand")]
)
def test_a_banker_buys_on_fourteen_and_less(hand: str, move: str) -> None:
    state = held(all_staked("TS 8S", "TC 8C").state, 0, cards(hand))
    assert str(choose(view(state, 0))) == move


@pytest.mark.parametrize(
    ("hand", "move"), [("TS 5S", "buy"), ("TS 6S", "stand"), ("AS 4S", "buy"), ("TS 8S KS", "stand")]
)
def test_a_punter_buys_on_fifteen_and_less(hand: str, move: str) -> None:
    state = held(all_staked("TS 8S", "TC 8C").play("0 stand").state, 1, cards(hand))
    assert str(choose(view(state, 1))) == move


def test_it_declares_five_chips_a_punter_within_the_bounds() -> None:
    assert str(choose(view(sit_down().state, 0))) == "bank 15"
    assert str(choose(view(sit_down(max_bank=7).state, 0))) == "bank 7"


def test_it_stakes_its_share_of_what_the_bank_covers_five_at_most() -> None:
    sitting = sit_down().play("0 bank 7")
    assert str(choose(view(sitting.state, 1))) == "stake 3"
    assert str(choose(view(sitting.play("1 stake 3").state, 2))) == "stake 2"
    assert str(choose(view(sit_down().play("0 bank 500").state, 1))) == "stake 5"


@pytest.mark.parametrize("seats", [2, 4])
def test_it_beats_those_who_play_by_chance(seats: int) -> None:
    """Over sixty games of ten deals it wins in more than two of three, and chips in all."""
    luck, won = random.Random(3), []
    for number in range(60):
        new = {"game": "ochko", "seats": seats, "options": {"deals": 10}}
        session, sensible = begin(replace(opening(new), seed=luck.randbytes(32))), number % seats
        while session.outcome is None:
            seat = luck.choice(GAME.turn(session.state.table))
            seen = view(session.state, seat)
            move = str(choose(seen)) if seat == sensible else sample(GAME.offers(seen), luck.randrange)
            assert move is not None
            session = session.play(seat, move)
        won.append(GAME.payoffs(session.state.table)[sensible])
    assert sum(chips > 0 for chips in won) > 40
    assert sum(won) > 60 * 5
