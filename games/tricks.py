"""What games of tricks share: the suit led is followed, and who takes the trick.

Nothing here asks which game it serves. A trick is its cards in the order in which they were played; `trump` is a suit.
"""

from collections.abc import Iterable, Sequence

from games.beating import beats
from games.cards import Card, Cards, suit


def of_suit(cards: Iterable[Card], wanted: str) -> Cards:
    """Those of the cards that are of that suit."""
    return tuple(card for card in cards if suit(card) == wanted)


def following(hand: Cards, led: Card) -> Cards:
    """What may be played on the card led: its suit, else anything."""
    return of_suit(hand, suit(led)) or hand


def taker(trick: Sequence[Card], trump: str) -> int:
    """The place in the trick of the card that takes it: the highest trump, else the highest of the suit led."""
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = place
    return best
