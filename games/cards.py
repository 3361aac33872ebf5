"""Cards and packs, and what many games do with them before the first move.

A card is two letters, rank then suit (`7S`, `TD`, `AH`): the notation of moves, records and views. Two equal cards of a
double pack are the same card. Packs and piles are tuples whose first card is the top one.
"""

from collections.abc import Iterable, Sequence
from typing import NewType

Card = NewType("Card", str)
Cards = tuple[Card, ...]

RANKS = "23456789TJQKA"
SUITS = "SCDH"

PACK_52: Cards = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
PACK_36: Cards = tuple(card for card in PACK_52 if card[0] in RANKS[4:])
PACK_104: Cards = PACK_52 + PACK_52

_ORDER = {card: place for place, card in enumerate(PACK_52)}
_RANK = {card: RANKS.index(card[0]) for card in PACK_52}


def card(text: str) -> Card:
    """The card written so. Raises ValueError for anything else."""
    if text not in _ORDER:
        raise ValueError(f"not a card: {text!r}")
    return Card(text)


def rank(card: Card) -> int:
    """0 for a two … 12 for an ace."""
    return _RANK[card]


def suit(card: Card) -> str:
    """One of the letters S C D H."""
    return card[1]


def order(card: Card) -> int:
    """The card's place in canonical order: by rank rising, then by suit S C D H."""
    return _ORDER[card]


def in_order(cards: Iterable[Card]) -> Cards:
    """The same cards in canonical order."""
    return tuple(sorted(cards, key=order))


def cards(text: str) -> Cards:
    """The cards of a line such as `7S TD AH`."""
    return tuple(card(word) for word in text.split())


def without(held: Sequence[Card], gone: Iterable[Card]) -> Cards:
    """What is left of `held` when each card of `gone` is taken once. Raises ValueError where one is missing."""
    left = list(held)
    for each in gone:
        left.remove(each)
    return tuple(left)


def deal(pack: Cards, to: Sequence[int], each: int) -> tuple[dict[int, Cards], Cards]:
    """Deals `each` cards to the seats of `to`, one at a time in that order: their cards, and the rest of the pack."""
    count = len(to) * each
    return {seat: pack[place : count : len(to)] for place, seat in enumerate(to)}, pack[count:]


def lot(pack: Cards, seats: int) -> tuple[int, tuple[tuple[int, Card], ...]]:
    """The first dealer by lot: each seat draws one card, the highest rank deals, those tied for it draw again from the
    cards that follow. Should the pack give out, the lowest seat of those still tied deals.

    Returns the dealer and what was drawn, in order, as (seat, card).
    """
    drawn: list[tuple[int, Card]] = []
    tied = list(range(seats))
    top = 0
    while len(tied) > 1 and top + len(tied) <= len(pack):
        draw = list(zip(tied, pack[top : top + len(tied)], strict=True))
        top += len(tied)
        drawn += draw
        best = max(rank(card) for _, card in draw)
        tied = [seat for seat, card in draw if rank(card) == best]
    return tied[0], tuple(drawn)
