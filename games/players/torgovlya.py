"""A player of torgovlya: it shows as soon as it is asked anything, keeps the two cards that most others would complete,
and pays for a card only where the pot is worth it.
"""

from typing import Final

from games.cards import PACK_52, Card, rank
from games.torgovlya import PRICE, Act, Barter, Buy, Give, Hand, Seen, Show, Table, kind

DEAR: Final = 7
"""So many times its price everybody must have in the pot for a card to be bought: a neighbour's is free, and nearly as
good."""


def choose(seen: Seen) -> Act:
    """The move of a seat that is waited for."""
    table, hand = seen.table, seen.hand
    assert hand is not None  # noqa: S101  # a player plays a seat
    if kind(hand.all):
        return Show()
    card = spare(hand)
    if table.phase == "answer":
        return Give(card)
    return Buy(card) if seen.seat == table.banker or _pays(table) else Barter(card)


def spare(hand: Hand) -> Card:
    """The card that the others miss least."""
    known = {*hand.all, *(Card(word.split(":")[1]) for word in hand.gone)}
    unseen = [card for card in PACK_52 if card not in known]

    def left(card: Card) -> tuple[int, ...]:
        kept = tuple(other for other in hand.cards if other != card)
        completing = sum(kind((*kept, other)) is not None for other in unseen)
        return completing, sum(map(rank, kept))

    return max(hand.cards, key=left)


def _pays(table: Table) -> bool:
    """Whether the pot is worth the price, and what is bought may still be shown in turn."""
    return table.part >= DEAR * PRICE and table.circle < table.options.circles
