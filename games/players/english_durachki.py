"""A careful player of English durachki: low pairs first, three pairs whole, trumps late.

It beats as the player of durachki does, but never spares a card where six are to be beaten: they cost a stake.
"""

from collections.abc import Sequence
from typing import Final

from games.beating import lowest
from games.bout import Act as BoutAct
from games.bout import Deal, Lead, Swap, leads, six
from games.cards import Cards, in_order, rank, suit
from games.core import View
from games.english_durachki import FULL, PAIRS, Act, Pass, Table, freely, singly
from games.players.durachki import THIN, answer
from games.players.durachki import pairs as pairs_of

_GOOD: Final = 8
"""The rank, a ten's, above which a pair is too good to be led while there are others and the talon is thick."""


def choose(seen: View[Table, Cards]) -> Act:
    """A move of the seat that is waited for: deals, fetches the turned-up trump, leads, passes, beats or takes."""
    table, hand = seen.table, seen.hand or ()
    if table.phase == "cut":
        return Deal()
    if table.turned and six(table) in hand:
        return Swap()
    talon = seen.down[0] + len(table.turned)
    if table.phase == "cover":
        return _answer(table, hand, talon)
    return _lead(table, hand, leads(seen), talon)


def _answer(table: Table, hand: Cards, talon: int) -> BoutAct:
    begun = any(cover for _, cover in table.bout)
    return answer(table, hand, spare=talon > THIN and not begun and len(table.bout) < PAIRS[-1])


def _lead(table: Table, hand: Cards, most: int, talon: int) -> Act:
    """Three pairs if there are; else small ones, or many of a fat hand or late; the dearer ones one pair at a time.

    Where one card may be led it goes if no pair is small, and after a ring of takes, which pairs would not break.
    """
    pairs = () if singly(table) else pairs_of(hand, table.trump)[: min(most, PAIRS[-1]) // 2]
    light = [pair for pair in pairs if _small(pair, table.trump) or len(hand) > FULL or talon <= THIN]
    whole = len(pairs) == len(PAIRS)
    if singly(table) or (freely(table) and (table.takes >= 2 * table.seats or not (light or whole))):
        return Lead((lowest(hand, table.trump),))
    if not pairs:
        return Pass()
    return _led(pairs if whole else light or pairs[:1])


def _led(pairs: Sequence[Cards]) -> Act:
    return Lead(in_order(card for pair in pairs for card in pair))


def _small(pair: Cards, trump: str) -> bool:
    return all(rank(card) <= _GOOD and suit(card) != trump for card in pair)
