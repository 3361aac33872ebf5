"""The computer player of torgovlya: its habits one by one, and that they win."""

import random
from dataclasses import replace

import pytest

from games.cards import cards
from games.core import view
from games.offers import sample
from games.players.torgovlya import choose
from games.record import Opening, begin
from games.torgovlya import GAME, Hand, Options
from tests.games.torgovlya.sitting import PLAIN, hands, sit_down


@pytest.mark.parametrize("held", ["7S 7C 7D", "4D 5D 6D", "2D 9D KD"])
def test_it_shows_as_soon_as_it_is_asked(held: str) -> None:
    assert str(choose(view(sit_down(hands("2S 7H JD", "3C 8D QH", held)).state, 2))) == "show"
    answering = sit_down(hands("2S 7H JC", held, "6S TC QD")).play("2 barter 6S")
    assert str(choose(view(answering.state, 1))) == "show"


@pytest.mark.parametrize(
    ("held", "spared"),
    [
        ("4D 9D KS", "KS"),  # two of a suit
        ("KD KS 4D", "KS"),  # also against a pair
        ("KD KS 4H", "4H"),  # a pair, where there is nothing better
        ("4D 9H KS", "4D"),  # else the higher cards
    ],
)
def test_it_parts_with_the_card_that_the_others_miss_least(held: str, spared: str) -> None:
    assert str(choose(view(sit_down(hands("2S 7C JD", "3C 8D QH", held)).state, 2))) == f"barter {spared}"
    answering = sit_down(hands("2S 7C JD", held, "6S TC QD")).play("2 barter 6S")
    assert str(choose(view(answering.state, 1))) == f"give {spared}"


def test_cards_that_it_sent_away_complete_nothing() -> None:
    """A pair of sevens is kept, unless one has parted with the other two."""
    seen = view(sit_down(hands("2S 7C JD", "3C 8D QH", "7S 7H KD")).state, 2)
    assert str(choose(seen)) == "barter KD"
    gone = Hand(cards("7S 7H KD"), gone=("pack:7D", "1:7C"))
    assert str(choose(replace(seen, hand=gone))) == "barter 7S"


@pytest.mark.parametrize(("ante", "move"), [(6, "barter 4D"), (7, "buy 4D")])
def test_it_buys_where_everybody_has_seven_chips_in_the_pot(ante: int, move: str) -> None:
    assert str(choose(view(sit_down(hands(*PLAIN), ante=ante).state, 2))) == move


def test_in_the_last_circle_it_pays_for_nothing_that_it_could_not_show_in_turn() -> None:
    assert str(choose(view(sit_down(hands(*PLAIN), ante=10, circles=1).state, 2))) == "barter 4D"


def test_as_the_banker_it_buys_for_nothing() -> None:
    sitting = sit_down(hands(*PLAIN, then="5S 6H")).play("2 buy 4D", "1 buy 3C")
    assert str(choose(view(sitting.state, 0))) == "buy 2S"


@pytest.mark.parametrize("seats", [3, 6])
def test_it_beats_those_who_play_by_chance(seats: int) -> None:
    """Of sixty games, one at each seat in turn, it wins chips in two of three, and three a game on the average."""
    luck, won = random.Random(2), []
    for number in range(60):
        opening = Opening(GAME, seats, Options(), seed=luck.randbytes(32))
        session, sensible = begin(opening), number % seats
        while session.outcome is None:
            seat = luck.choice(GAME.turn(session.state.table))
            seen = view(session.state, seat)
            move = str(choose(seen)) if seat == sensible else sample(GAME.offers(seen), luck.randrange)
            assert move is not None
            session = session.play(seat, move)
        won.append(GAME.payoffs(session.state.table)[sensible])
    assert sum(chips > 0 for chips in won) > 40
    assert sum(won) > 60 * 3
