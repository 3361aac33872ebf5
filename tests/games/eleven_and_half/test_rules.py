"""Where eleven and a half differs from twenty-one, one test a rule, in the order of docs/rules/eleven_and_half.md.

What it does not change is held by the tests of twenty-one.
"""

import random
from dataclasses import fields
from itertools import product

import pytest

from games import core, twenty_one
from games.banking import Spot, held, laid
from games.cards import Card, cards
from games.core import Event
from games.eleven_and_half import GAME
from games.offers import legal
from games.players.eleven_and_half import choose
from games.record import Opening
from games.simulation import simulate
from tests.games.twenty_one import sitting
from tests.games.twenty_one.sitting import Sitting, all_staked, shoe

VALUES = sitting.sit_down(game=GAME).state.table.values


def sit_down(*tops: str, seats: int = 4, **options: object) -> Sitting:
    """With four seats the deal goes to 3, 2, 1 and then to the banker, 0."""
    return sitting.sit_down(*tops, seats=seats, game=GAME, **options)


# Values


@pytest.mark.parametrize(
    ("hand", "halves"),
    [
        ("KS", 1),
        ("QD", 1),
        ("JH", 1),
        ("TS", 20),
        ("2C", 4),
        ("9D", 18),
        ("AS", 22),
        ("AS KS", 23),
        ("AS KS QS", 4),
        ("AS AD", 4),
        ("AS AD AC", 6),
        ("TS KS QS JS", 23),
        ("TS 2S", 24),
        ("KS QS JS KD", 4),
    ],
)
def test_figures_are_half_a_point_and_an_ace_is_eleven_or_one(hand: str, halves: int) -> None:
    """Counted in halves. Two aces are two, for twelve would be over."""
    assert VALUES.total(cards(hand)) == halves


@pytest.mark.parametrize(
    ("hand", "at", "over"),
    [
        ("AS KS", True, False),
        ("9S 2S JS", True, False),
        ("TS 2S", False, True),
        ("AS", False, False),
        ("9S 3S", False, True),
    ],
)
def test_the_mark_is_eleven_and_a_half(hand: str, at: bool, over: bool) -> None:
    assert (VALUES.at_mark(cards(hand)), VALUES.over(cards(hand))) == (at, over)


# One card


def test_one_card_is_dealt_to_each_and_the_banker_is_last() -> None:
    dealt = all_staked(sit_down("2C 3S 4S 5S 6S"))
    assert dealt.state.hands == (cards("6S"), cards("5S"), cards("4S"), cards("3S"))
    assert len(dealt.state.down[0]) == 100


def test_it_is_seen_by_its_owner_alone() -> None:
    dealt = all_staked(sit_down("2C 3S 4S 5S 6S"))
    assert dealt.events("dealt") == [
        Event("dealt", seat, cards=hand, audience=(seat,)) for seat, hand in enumerate(dealt.state.hands)
    ]
    assert core.view(dealt.state, None).sizes == (1, 1, 1, 1)


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_no_card_makes_a_natural_whoever_gets_it(rank: str) -> None:
    """The first punter is asked to buy, be he dealt an ace, and so is the banker in his turn."""
    dealt = all_staked(sit_down(shoe(f"{rank}S", f"{rank}D", f"{rank}C", f"{rank}H")))
    assert dealt.waits_for == (3,)
    for seat in (3, 2, 1):
        assert dealt.legal(seat) == ["buy", "stand", "add 1..90"]
        dealt.play(f"{seat} stand")
    assert dealt.waits_for == (0,)
    assert not dealt.events("natural", "banker_natural")


# Play


def test_over_eleven_and_a_half_a_punter_is_dead() -> None:
    dealt = all_staked(sit_down(shoe("TS", "9S", "8S", "7S", then="2D"))).play("3 buy")
    assert dealt.events("dead") == [Event("dead", 3, cards=cards("TS 2D"))]
    assert dealt.state.table.dues == (10, 0, 0, -10)


@pytest.mark.parametrize(("hand", "bought"), [("AS", "KD"), ("TS", "AD QD"), ("8S", "3D JD"), ("JS", "AD")])
def test_exactly_at_it_a_punter_may_only_stand(hand: str, bought: str) -> None:
    dealt = all_staked(sit_down(shoe(hand, "9S", "8S", "7S", then=bought)))
    dealt.play(*["3 buy"] * len(bought.split()))
    assert dealt.legal(3) == ["stand"]
    assert dealt.legal(3, public=True) == ["buy", "stand", "add 1..90"]


def test_at_eleven_he_may_buy_on() -> None:
    """An ace alone is eleven; with another card it may fall to one."""
    dealt = all_staked(sit_down(shoe("AS", "9S", "8S", "7S", then="4D")))
    assert dealt.play("3 buy").legal(3) == ["buy", "stand", "add 1..90"]
    assert VALUES.total(cards("AS 4D")) == 10


def test_the_banker_may_buy_on_at_it() -> None:
    dealt = all_staked(sit_down(shoe("9S", "9D", "9C", "AS", then="KS 3S")), 1)
    dealt.play("3 stand", "2 stand", "1 stand", "0 buy")
    assert dealt.legal(0) == ["buy", "stand"]
    assert dealt.play("0 buy").legal(0) == ["buy", "stand"]
    assert dealt.play("0 stand").payoffs == (-3, 1, 1, 1)


def test_at_every_card_with_two_bought_only_the_mark_keeps_a_punter_from_buying() -> None:
    """Said once more without the game's own counting, in halves: some worth of the aces makes the three cards 23."""
    state = all_staked(sit_down(shoe("TS", "9S", "8S", "7S"))).state
    worths = {"A": (2, 22), "J": (1,), "Q": (1,), "K": (1,), "T": (20,)}
    for ranks in product("23456789TJQKA", repeat=3):
        dealt, *bought = (Card(rank + "S") for rank in ranks)
        seen = core.view(laid(held(state, 3, (dealt,)), 3, Spot("in", 10, open=tuple(bought))), 3)
        reaches = 23 in map(sum, product(*(worths.get(rank) or (2 * int(rank),) for rank in ranks)))
        assert list(legal(GAME.offers(seen))) == (["stand"] if reaches else ["buy", "stand", "add 1..90"]), ranks


# Settlement


@pytest.mark.parametrize(
    ("punter", "banker", "wins"),
    [
        ("9S", "TC 2D", 10),
        ("AS JS", "TC 2D", 20),
        ("9S", "AC KC", -23),
        ("AS JS", "AC KC", -23),
        ("8S KS", "8C", 10),
        ("AS JS", "TC", 20),
        ("8S KS", "8C QC", -13),
        ("8S", "8C QC", -13),
    ],
    ids=[
        "banker dead",
        "banker dead, bought mark",
        "the banker's mark takes twice",
        "the banker's mark takes twice from the mark too",
        "half a point higher",
        "bought mark",
        "equal totals are the bank's",
        "half a point lower",
    ],
)
def test_settlement(punter: str, banker: str, wins: int) -> None:
    """A stake of 10 and a late stake of 3, which never wins and is lost once."""
    assert twenty_one.winnings(VALUES, cards(punter), cards(banker), Spot("stands", stake=10, late=3)) == wins


def test_a_whole_deal_is_settled_by_these_values() -> None:
    """7½ against 7 wins, 11½ wins twice, a ten with a two dies."""
    dealt = all_staked(sit_down(shoe("7S", "AS", "TS", "7C", then="KS QS 2S"), deals=1))
    dealt.play("3 buy", "3 stand", "2 buy", "2 stand", "1 buy", "0 stand")
    assert dealt.payoffs == (-20, -10, 20, 10)
    assert dealt.phase == "over"


# The rest is twenty-one's


def test_only_the_name_and_the_start_are_its_own() -> None:
    differing = {each.name for each in fields(GAME) if getattr(GAME, each.name) != getattr(twenty_one.GAME, each.name)}
    assert differing == {"slug", "start"}


def test_the_bank_is_sold_as_in_twenty_one() -> None:
    sold = sitting.sit_out(sit_down()).play("0 bid 12", "3 sell")
    assert (sold.state.table.banker, sold.state.table.places) == (0, (3, 1, 2, 0))


# The player


@pytest.mark.parametrize(
    ("hand", "open_cards", "move"),
    [("7S", "KS", "buy"), ("8S", "", "stand"), ("AS", "", "stand"), ("7S", "", "buy"), ("7S", "KS QS", "stand")],
)
def test_it_buys_on_seven_and_a_half_and_less(hand: str, open_cards: str, move: str) -> None:
    state = all_staked(sit_down(shoe("TS", "9S", "8S", "7S"))).state
    seen = core.view(laid(held(state, 3, cards(hand)), 3, Spot("in", 10, open=cards(open_cards))), 3)
    assert str(choose(seen)) == move


def test_sensible_players_end_a_full_round() -> None:
    *_, last = simulate(Opening(GAME, 3, twenty_one.Options()), random.Random(1))
    assert last.outcome is not None
    assert last.state.table.bank == 3
