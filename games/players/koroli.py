"""A steady player of koroli: it spends a card where that likely takes a trick, and throws the cheapest one elsewhere.

Every trick counts alike, so each card is weighed by how likely it takes this trick, less what it is worth for a later
one. It remembers nothing: a card that it does not see may be in any hand, or gone.
"""

from math import comb
from typing import Final

from games.beating import beats, lowest
from games.cards import PACK_36, Card, Cards, order, rank, suit
from games.core import View
from games.koroli import Act, Give, Hand, Play, Swap, Table, Take, playable
from games.tricks import of_suit, taker

_SIX: Final = 4
"""The rank of a six."""
_STEP: Final = 0.03
"""What a plain card is worth more than the next lower one, in tricks; a six is worth none."""
_TRUMP: Final = 0.35
"""What a trump is worth beyond a plain card of its rank."""


def choose(seen: View[Table, Hand]) -> Act:
    """A move of the seat on turn: exchanges so as to hold the better cards, or plays."""
    table, hand = seen.table, seen.hand or Hand()
    match table.phase:
        case "give":
            return Give(_poorest(hand.cards, table.trump))
        case "take":
            return Take(max(hand.searched, key=order))
        case "swap":
            return Swap(_poorest(hand.cards, table.trump))
        case _:
            fit = playable(table, hand.cards)
            return Play(max(fit, key=lambda card: (_good(card, seen, hand.cards), -order(card))))


def worth(card: Card, trump: str) -> float:
    """How many tricks the card may be expected to take later."""
    return (rank(card) - _SIX) * _STEP + (_TRUMP if suit(card) == trump else 0)


def _poorest(hand: Cards, trump: str) -> Card:
    """The lowest plain card, of equal ones that of the shortest suit, to be rid of it; else the lowest trump."""
    plain = [card for card in hand if suit(card) != trump]
    return min(
        plain, key=lambda card: (rank(card), len(of_suit(hand, suit(card))), order(card)), default=lowest(hand, trump)
    )


def _good(card: Card, seen: View[Table, Hand], hand: Cards) -> float:
    """What is won on the average by playing this card now."""
    return takes(card, seen, hand) - worth(card, seen.table.trump)


def takes(card: Card, seen: View[Table, Hand], hand: Cards) -> float:
    """How likely the card takes the trick, if each card unseen may be anywhere."""
    table = seen.table
    trick = (*table.trick, card)
    if taker(trick, table.trump) < len(table.trick):
        return 0.0
    led = suit(trick[0])
    unseen = tuple(other for other in PACK_36 if other not in hand and other not in (*table.trick, *table.turned))
    higher = sum(beats(other, card, table.trump) for other in of_suit(unseen, suit(card)))
    follows = len(of_suit(unseen, led))
    trumps = len(of_suit(unseen, table.trump))
    chance = 1.0
    for seat in table.at_trick[len(trick) :]:
        held = min(seen.sizes[seat], len(unseen))
        lacks_led = _none_of(follows, len(unseen), held)
        if suit(card) == led:
            chance *= _none_of(higher, len(unseen), held)
            over = 0 if led == table.trump else trumps
        else:
            over = higher
        chance *= 1 - lacks_led * (1 - _none_of(over, len(unseen), held))
    return chance


def _none_of(some: int, unseen: int, held: int) -> float:
    """How likely none of `some` cards is among `held` out of those unseen."""
    return comb(unseen - some, held) / comb(unseen, held)
