"""When a patience of Debutantes is certainly lost, long before no card can move any more.

The proof is a relaxation: what could be at best, whatever the stock brings. Every card not seen yet counts as being at
hand, no card is used up by going to a row, and whatever lies in the reserve lets go of the card beneath it as soon as
a row has come so far as to want it. A row that cannot be finished even so is never finished.
"""

from typing import Final, NamedTuple

from games.cards import PACK_104, SUITS, Card, without
from games.debutantes import Table, Way, built

WAYS: Final[tuple[Way, ...]] = ("up", "down")


class Stuck(NamedTuple):
    """A row that will never be finished, and the first card that it will never get."""

    way: Way
    card: Card


def stuck(table: Table) -> tuple[Stuck, ...]:
    """The rows that cannot be finished whatever comes; none where the patience may still be won for all that is known,
    which does not mean that it can."""
    lengths = {(way, suit): len(table.row(way, suit)) for way in WAYS for suit in SUITS}
    seen = (*table.turned, *(card for row in table.up + table.down for card in row), *_reserve(table))
    at_hand = {*without(PACK_104, seen), *table.turned}
    reached = dict(lengths)
    while True:
        free = at_hand | _let_go(table, lengths, reached)
        before, reached = reached, {row: _on(*row, length, free) for row, length in reached.items()}
        if reached == before:
            break
    return tuple(
        Stuck(way, Card(built(way)[length] + suit))
        for (way, suit), length in reached.items()
        if length < len(built(way))
    )


def _reserve(table: Table) -> tuple[Card, ...]:
    return tuple(card for place in table.places for card in place)


def _let_go(table: Table, lengths: dict[tuple[Way, str], int], reached: dict[tuple[Way, str], int]) -> set[Card]:
    """The cards of the reserve that can lie free once the rows have come so far: those on top, and those under cards
    that some row has wanted between then and now."""
    free: set[Card] = set()
    for place in table.places:
        for card in reversed(place):
            free.add(card)
            rows = [(way, card[1], built(way).index(card[0])) for way in WAYS]
            if not any(lengths[way, suit] <= turn <= reached[way, suit] for way, suit, turn in rows):
                break
    return free


def _on(way: Way, suit: str, length: int, free: set[Card]) -> int:
    """How long the row becomes with these cards."""
    ranks = built(way)
    while length < len(ranks) and Card(ranks[length] + suit) in free:
        length += 1
    return length
