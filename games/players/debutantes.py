"""A careful player of Debutantes: whatever fits goes to its row, and what must wait lies where it stops least.

It follows the old advice (do not lay on a card one that must follow it in the same row) and weighs the places by how
soon the covered card will be wanted. It wins about one deal in four.
"""

from collections.abc import Iterator
from typing import Final

from games.cards import RANKS, SUITS, Card, Cards
from games.core import View
from games.debutantes import LAYERS, AnyMove, Down, Hand, Place, Table, Up

UPWARDS: Final = RANKS[-1] + RANKS[:-1]

NEVER: Final = 50
"""A wait longer than any."""


def choose(seen: View[Table, Hand]) -> AnyMove:
    """The next move of a patience that is not over; it never gives up."""
    table = seen.table
    places = list(enumerate(table.places, 1))
    # Of two tops that fit, the one under which something is wanted sooner.
    for number, place in sorted(places, key=lambda each: _wait(table, each[1][-2:-1])):
        for card in place[-1:]:
            if table.fits(card, "up"):
                return Up(number)
            if table.fits(card, "down"):
                return Down(number)
    (card,) = table.turned
    if table.fits(card, "up"):
        return Up()
    if table.fits(card, "down"):
        return Down()
    room = [(_harm(table, card, place), number) for number, place in places if len(place) < LAYERS]
    return Place(min(room)[1])


def _harm(table: Table, card: Card, place: Cards) -> int:
    """How much longer than it wants to the place's card would wait under this one; 0 where nothing lies. Below that it
    is better to cover a card than to begin a place."""
    if not place:
        return 0
    if place[-1] in _before(table, card):
        return NEVER
    return _wait(table, (card,)) - _wait(table, place) + 1


def _wait(table: Table, cards: Cards) -> int:
    """How many cards must go to a row before the first of these can."""
    return min((len(way) for card in cards for way in _ways(table, card)), default=NEVER)


def _before(table: Table, card: Card) -> Cards:
    """The cards that must go before this one in either row of its suit."""
    return tuple(other for way in _ways(table, card) for other in way)


def _ways(table: Table, card: Card) -> Iterator[Cards]:
    """For each row that has not passed this card: the cards which it needs before it."""
    for rows, ranks in ((table.up, UPWARDS), (table.down, UPWARDS[::-1])):
        built, place = len(rows[SUITS.index(card[1])]), ranks.index(card[0])
        if built <= place:
            yield tuple(Card(rank + card[1]) for rank in ranks[built:place])
