"""What the games of beating share: which card beats which, pairs, drawing from a talon, whose turn comes next, and a
state with another hand or with more to tell.

Nothing here asks which game it serves. A talon is the pile of face-down cards and, under it, the turned-up trump, which
is drawn last.
"""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import replace
from typing import TypeVar

from games.cards import Card, Cards, in_order, lot, order, rank, suit
from games.core import Event, State

T = TypeVar("T")
H = TypeVar("H", bound=Sized)


def beats(card: Card, other: Card, trump: str) -> bool:
    """Whether `card` beats `other`: a higher card of its suit, or a trump on a plain card. `trump` is a suit."""
    if suit(card) == suit(other):
        return rank(card) > rank(other)
    return suit(card) == trump


def lowest(hand: Iterable[Card], trump: str) -> Card:
    """The lowest plain card, else the lowest trump; of equal ranks the first in the order S C D H."""
    return min(hand, key=lambda card: (suit(card) == trump, order(card)))


def first_in(seat: int, seats: Sequence[int]) -> int:
    """The first of these seats, given ascending, from `seat` on clockwise, `seat` itself included."""
    return next((other for other in seats if other >= seat), seats[0])


def draw(count: int, talon: Cards, turned: Cards) -> tuple[Cards, Cards, Cards]:
    """Up to `count` cards from a talon: those drawn, what is left face down, and the turned-up trump if it is left."""
    down = max(count, 0)
    under = max(count - len(talon), 0)
    return talon[:down] + turned[:under], talon[down:], turned[under:]


def reaches_pairs(chosen: Sequence[Card], rest: Sequence[Card], size: int) -> bool:
    """Whether `chosen` can be filled up out of `rest` to `size` cards of which all, or all but one, make pairs.

    A pair is two of one rank, and four of a rank are two pairs. Fit for `Pick.reaches`.
    """
    missing = size - len(chosen)
    if not 0 <= missing <= len(rest):
        return False
    single: set[str] = set()
    for card in chosen:
        single ^= {card[0]}
    lacking = size // 2 - (len(chosen) - len(single)) // 2
    if not 0 < lacking <= missing:
        return lacking <= 0
    met = fresh = 0
    loose: set[str] = set()
    for card in rest:
        if card[0] in single:
            single.remove(card[0])
            met += 1
        elif card[0] in loose:
            loose.remove(card[0])
            fresh += 1
        else:
            loose.add(card[0])
    # A card that meets its fellow makes a pair by itself, so these come first; any other pair takes two cards.
    return met >= lacking or met + min(fresh, (missing - met) // 2) >= lacking


def held(state: State[T, Cards, Card], seat: int, hand: Cards) -> State[T, Cards, Card]:
    """The state in which that seat holds this hand."""
    return replace(state, hands=(*state.hands[:seat], in_order(hand), *state.hands[seat + 1 :]))


def told(state: State[T, H, Card], *events: Event) -> State[T, H, Card]:
    """The state after which these events are heard too."""
    return replace(state, events=state.events + events)


def dealer_by_lot(pack: Cards, seats: int) -> tuple[int, tuple[Event, ...]]:
    """The dealer whom this pack makes, and how it is told: `lot`, seat and card, for each draw, then `dealer`."""
    dealer, draws = lot(pack, seats)
    return dealer, (*(Event("lot", seat, cards=(card,)) for seat, card in draws), Event("dealer", dealer))
