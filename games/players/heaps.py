"""How a sensible player plays at a heap, whichever game it is: cheap cards beat, and dear ones stop whoever comes next.

It remembers nothing: of the cards it does not see each may be anywhere. What it lays for the next seat to face is
weighed by how likely it stops that seat, how much that seat must then take, and how dear the card is to itself.
"""

from typing import Final

from games.beating import beats, first_in
from games.cards import PACK_36, Card, Cards, order, rank, suit
from games.core import View
from games.heap import Act, Beat, Lead, Pile, T, Take

_SIX: Final = 4
"""The rank of a six."""
_TRUMP: Final = 9
"""So much more a trump is worth than a plain card of its rank: the lowest is dearer than a plain ace."""


def choose(seen: View[T, Cards], *, whole: bool) -> Act:
    """A move of the seat on turn: leads, beats, piles, or takes what it cannot beat.

    `whole`: it is the whole heap that is taken, and not its top card alone.
    """
    table, hand = seen.table, seen.hand or ()
    trump = table.trumps[table.player]
    if table.phase == "beat":
        fit = [card for card in hand if beats(card, table.heap[-1], trump)]
        return Beat(min(fit, key=lambda card: (price(card, trump), order(card)))) if fit else Take()
    best = max(hand, key=lambda card: (_good(card, seen, whole=whole), -order(card)))
    return Lead(best) if table.phase == "lead" else Pile(best)


def price(card: Card, trump: str) -> int:
    """0 for a plain six, 8 for a plain ace, more for a trump."""
    return rank(card) - _SIX + (_TRUMP if suit(card) == trump else 0)


def _good(card: Card, seen: View[T, Cards], *, whole: bool) -> float:
    """What is won on the average by laying this card: a card that the next must take is worth one of price 1."""
    table = seen.table
    given = len(table.heap) + 1 if whole else 1
    return stops(card, seen) * given - price(card, table.trumps[table.player])


def stops(card: Card, seen: View[T, Cards]) -> float:
    """How likely it is that the next seat cannot beat this card, if each card unseen may be anywhere."""
    table, hand = seen.table, seen.hand or ()
    facing = first_in((table.player + 1) % table.seats, [seat for seat in table.seats_in if seat != table.player])
    unseen = [other for other in PACK_36 if other not in hand and other not in table.heap]
    against = sum(beats(other, card, table.trumps[facing]) for other in unseen)
    chance = 1.0
    for drawn in range(min(seen.sizes[facing], len(unseen))):
        chance *= max(len(unseen) - drawn - against, 0) / (len(unseen) - drawn)
    return chance
