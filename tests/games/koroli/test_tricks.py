"""What games of tricks share, on its own."""

import pytest

from games.cards import Card, cards
from games.tricks import following, of_suit, taker


def test_the_suit_led_is_followed() -> None:
    assert following(cards("6S AH 9S KD"), Card("TS")) == cards("6S 9S")


def test_who_has_none_of_it_plays_anything() -> None:
    assert following(cards("AH KD"), Card("TS")) == cards("AH KD")


def test_cards_of_one_suit_are_told_from_the_rest() -> None:
    assert of_suit(cards("6S AH 9S"), "S") == cards("6S 9S")
    assert of_suit(cards("6S AH 9S"), "C") == ()


@pytest.mark.parametrize(
    ("trick", "takes"),
    [
        ("9S", "9S"),
        ("9S KS TS 6S", "KS"),
        ("9S AD AC TS", "TS"),
        ("9S AD AC KD", "9S"),
        ("9S KS 6H AS", "6H"),
        ("9S 6H TH 9H", "TH"),
        ("9H AS TH 8H", "TH"),
        ("6H AS AD AC", "6H"),
    ],
)
def test_the_highest_trump_takes_else_the_highest_of_the_suit_led(trick: str, takes: str) -> None:
    assert cards(trick)[taker(cards(trick), "H")] == takes
