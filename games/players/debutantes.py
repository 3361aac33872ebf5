"""A careful player of Debutantes: whatever fits goes to its row, and what must wait lies where it stops least.

It follows the old advice (do not lay on a card one that must follow it in the same row) and weighs the places by how
soon the covered card will be wanted. It wins about one deal in four.
"""

from typing import Final

from games.cards import RANKS, SUITS, Card, Cards
from games.core import View
from games.debutantes import LAYERS, AnyMove, Down, Hand, Place, Table, Up

NEVER: Final = 50
"""A wait longer than any: the card has no way to a row before another leaves."""


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
    """How much longer the place's card would have to wait than it wants to, once the other lies on it; 0 where nothing
    lies. Below that it is better to cover than to begin a place."""
    if not place:
        return 0
    return _wait(table, (card,), behind=place[-1]) - _wait(table, place) + 1


def _wait(table: Table, cards: Cards, *, behind: Card | None = None) -> int:
    """How many cards must go to a row before this one (none: for ever); `behind` stands before it in every row of its
    suit that needs it too."""
    return min((wait for card in cards for wait in _ways(table, card, behind)), default=NEVER)


def _ways(table: Table, card: Card, behind: Card | None) -> list[int]:
    found = []
    for row, place in ((table.up, _from_ace), (table.down, _from_king)):
        built = len(row[SUITS.index(card[1])])
        blocked = behind is not None and behind[1] == card[1] and built <= place(behind) < place(card)
        if built <= place(card) and not blocked:
            found.append(place(card) - built)
    return found


def _from_ace(card: Card) -> int:
    return (RANKS.index(card[0]) + 1) % len(RANKS)


def _from_king(card: Card) -> int:
    return len(RANKS) - 1 - _from_ace(card)
