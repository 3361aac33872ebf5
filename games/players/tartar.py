"""A player of Tartar where the exchange is free: it parts with aces, and with cards too likely to be the lowest of all,
and it remembers to whom it gave a lower one.
"""

import math
from typing import Final

from games.cards import Card, rank
from games.core import View
from games.tartar import Act, Deal, Hand, Keep, Swap, Table, gave_away

KING: Final = 11
"""The rank of a king: how many ranks lie below it."""


def choose(seen: View[Table, Hand]) -> Act:
    """The move of a seat that is waited for."""
    if seen.table.phase == "deal" or seen.hand is None:
        return Deal()
    (card,) = seen.hand.card
    return Swap() if card[0] == "A" or (_risk(seen, card) > _cost(seen)) else Keep()


def _risk(seen: View[Table, Hand], card: Card) -> float:
    """How likely nobody holds a lower card: not at all where one was given to somebody who has had his turn."""
    if any(rank(given) < rank(card) and given[0] != "A" for given in gave_away(seen).values()):
        return 0.0
    higher = (KING + 1 - rank(card)) / (KING + 1)
    return math.pow(higher, _unknown(seen))


def _unknown(seen: View[Table, Hand]) -> int:
    return len(seen.table.order) - 1 - sum(map(bool, seen.table.open))


def _cost(seen: View[Table, Hand]) -> float:
    """What an unseen card costs, in lines: its holder is the lowest once in so many, and pays twice for an ace."""
    return 1 / len(seen.table.order) + 2 / (KING + 2)
