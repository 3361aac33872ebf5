"""The computer player of the English lottery: its habits one by one, and that its trade pays."""

import random
from dataclasses import replace

from games.core import view
from games.english_lottery import GAME
from games.offers import sample
from games.players import waits
from games.players.english_lottery import choose
from games.record import begin, opening
from tests.games.english_lottery.sitting import Sitting, sit_down, trading


def choice(sitting: Sitting, seat: int) -> str:
    return str(choose(view(sitting.state, seat)))


def test_it_buys_what_is_left_over_where_nearly_the_whole_pack_is_sold() -> None:
    assert choice(sit_down(5), 1) == "buy"
    assert choice(sit_down(5, tickets_each=2), 1) == "pass"
    assert choice(sit_down(5, tickets_each=2, carry=100), 1) == "buy"


def test_it_bids_more_each_time_up_to_what_a_ticket_is_worth_and_is_done() -> None:
    sitting = trading(carry=97)
    bids = []
    while (move := choice(sitting, 0)) != "done":
        bids.append(move)
        sitting.play(f"0 {move}")
    assert [move.split()[2] for move in bids] == ["2", "4", "6", "8", "10"]


def test_it_would_wait_for_an_answer_to_its_offer() -> None:
    sitting = trading(carry=97)
    assert not waits("english_lottery", view(sitting.state, 0))
    assert waits("english_lottery", view(sitting.play("0 offer 2S 5").state, 0))


def test_it_sells_its_last_ticket_only_dear() -> None:
    assert choice(trading(carry=97).play("0 offer 2S 15"), 1) == "decline 2S 0"
    assert choice(trading(carry=97).play("0 offer 2S 16"), 1) == "accept 2S 0"


def test_it_sells_one_of_several_for_what_it_is_worth() -> None:
    sitting = sit_down(2, "2S 3S 4S 5S", "2S 4S KD KC KH 3S 5S", tickets_each=2, carry=96)
    sitting.play("0 pass", "1 pass").call(42)
    assert choice(sitting.play("0 offer 2S 9"), 1) == "decline 2S 0"
    assert choice(sitting.play("0 offer 2S 10"), 1) == "accept 2S 0"


def test_its_trade_pays_against_those_who_trade_by_chance() -> None:
    """The rest is luck, so only what is bought and sold counts, each ticket for what it is worth on the average."""
    luck, gained = random.Random(5), 0.0
    for number in range(60):
        new = {"game": "english_lottery", "seats": 8, "options": {"tickets_each": 2}}
        session, sensible = begin(replace(opening(new), seed=luck.randbytes(32))), number % 8
        while session.outcome is None:
            seat = luck.choice(GAME.turn(session.state.table))
            seen = view(session.state, seat)
            move = str(choose(seen)) if seat == sensible else sample(GAME.offers(seen), luck.randrange)
            assert move is not None
            session = session.play(seat, move)
            for event in session.state.events:
                if event.event == "sells" and sensible in (event.seat, event.to):
                    assert event.amount is not None
                    above = event.amount - session.state.table.pool / 10
                    gained += above if event.seat == sensible else -above
    assert gained > 60
