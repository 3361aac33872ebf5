"""The computer player of koroli: what it spends a card on, what it gives away, and that it beats chance."""

import random

import pytest

from games import core, fair
from games.cards import Cards, cards
from games.core import view
from games.koroli import GAME, Options
from games.offers import sample
from games.players.koroli import choose, worth
from tests.games.koroli.sitting import Sitting, playing, reigned
from tests.games.koroli.test_rules import DIAMONDS, SPADES

CLUBS_AND_HEARTS = "6C 7C 8C 9C TC 6H 7H 8H 9H"


def chosen(sitting: Sitting) -> str:
    (seat,) = sitting.turn
    return str(choose(view(sitting.state, seat)))


def test_the_last_one_takes_the_trick_with_the_lowest_card_that_does() -> None:
    sitting = playing("9S 6D", "TS 7D", "8S 8D", "JS QS AS 9D").trick("9S TS 8S")
    assert chosen(sitting) == "play JS"


def test_the_last_one_trumps_with_the_lowest_trump() -> None:
    assert chosen(playing("AS 6D", "TS 7D", "8S 8D", "6H KH 9D").trick("AS TS 8S")) == "play 6H"


def test_what_cannot_take_the_trick_is_the_lowest_card() -> None:
    assert chosen(playing("AS 6D", "KS QS 7S", "8S 8D", "9S 9D").trick("AS")) == "play 7S"
    assert chosen(playing("AH 6D", "TS 9D KD", "8S 8D", "9S 7D").trick("AH")) == "play 9D"


def test_it_leads_an_ace_before_small_cards() -> None:
    hand = "AS 7S 9D TC"
    assert chosen(playing(hand, "KS 8S QC 8D", "QS JS KD KC", "TS 9S QD JC")) == "play AS"


def test_it_gives_the_peasant_the_lowest_plain_card_of_its_shortest_suit() -> None:
    sitting = reigned(
        "6S 7S 8S 6C AC TH JH QH 7H",
        "9S TS JS 7C 8C 9C TC JC 6H",
        "QS KS AS QC KC 6D 7D 8D 9D",
        "TD JD QD KD AD 8H AH KH 9H",
    )
    assert chosen(sitting) == "give 6C"


def test_it_takes_the_highest_card_of_a_hand_without_trumps() -> None:
    sitting = reigned(
        "6S 7S 8S AS 6H 7H TH JH QH",
        "9S TS JS 6C 7C 8C 9C 8H KH",
        "QS KS TC JC QC KC 6D 7D AH",
        "8D 9D TD JD QD KD AC AD 9H",
    ).play("0 give 6S")
    assert chosen(sitting) == "take AD"


def test_the_peasant_has_the_trump_turned_up_for_its_poorest_card() -> None:
    assert chosen(reigned(SPADES, CLUBS_AND_HEARTS, DIAMONDS, then="TH", titles=(0,))) == "swap 6D"
    hand = "7H 8H 9H TH JH QH KH AH AC"
    assert chosen(reigned(SPADES, DIAMONDS, hand, then="6H", titles=(0,))) == "swap AC"


def test_a_trump_is_worth_more_than_a_plain_ace() -> None:
    assert worth(cards("6H")[0], "H") > worth(cards("AS")[0], "H") > worth(cards("6S")[0], "H")


@pytest.mark.parametrize("seat", [0, 3])
def test_it_beats_players_by_chance(seat: int) -> None:
    """King one time in four would be chance."""
    luck = random.Random(seat)
    assert sum(_king(luck, seat) == seat for _ in range(40)) >= 18


def _king(luck: random.Random, sensible: int) -> int:
    """Who is king after one reign in which that seat alone plays sensibly."""
    secret, numbers = luck.randbytes(32), iter(range(1000))

    def shuffle(items: Cards) -> Cards:
        return fair.shuffle(secret, next(numbers), items)

    state, _ = core.begin(GAME, 4, Options(reigns=1), shuffle)
    while turn := GAME.turn(state.table):
        (seat,) = turn
        seen = view(state, seat)
        text = str(choose(seen)) if seat == sensible else sample(GAME.offers(seen), luck.randrange)
        assert text is not None
        state, _ = core.step(GAME, state, seat, GAME.parse(text), shuffle)
    return state.table.past[0][0]
