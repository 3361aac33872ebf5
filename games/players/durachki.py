"""A careful player of durachki: small cards first, trumps late, and nothing spared once the talon is thin.

It follows the old advice and remembers nothing that has gone. Covers are chosen together, the cheapest that beat the
whole bout, so a bout once begun is finished.
"""

from typing import Final

from games.beating import beats, lowest
from games.bout import Act, Cover, Deal, Lead, Swap, Table, Take, six, uncovered
from games.cards import Card, Cards, in_order, order, rank, suit, without
from games.core import View
from games.durachki import FULL

THIN: Final = 5
"""With so few cards left to be drawn, one gets rid of one's own at any price."""
_DEAR: Final = 10
"""The price above which a card is too dear to beat with while the talon is thick: an ace of a pair, a trump eight."""
_GOOD: Final = 8
"""The rank, a ten's, above which a card is too good to be led in a three."""

Plan = tuple[int, tuple[tuple[Card, Card], ...]]
"""What covers cost together, and the covers: the card beaten and the card that beats it."""


def choose(seen: View[Table, Cards]) -> Act:
    """A move of the seat that is waited for: deals, fetches the turned-up trump, leads, beats or takes."""
    table, hand = seen.table, seen.hand or ()
    if table.phase == "cut":
        return Deal()
    if table.turned and six(table) in hand:
        return Swap()
    talon = seen.down[0] + len(table.turned)
    if table.phase == "cover":
        begun = any(cover for _, cover in table.bout)
        return answer(table, hand, spare=talon > THIN and not begun)
    return _lead(table, hand, min(len(hand), seen.sizes[table.defender]), talon)


def _lead(table: Table, hand: Cards, most: int, talon: int) -> Act:
    """Many small cards, or good ones when it is late; when two are left, as many as may be with the best one added.

    Fives that nobody beats would go round for ever: after some takes in succession a single card breaks the ring.
    """
    duel = not talon and len(table.seats_in) == 2
    stuck = table.takes >= 2 * table.seats
    for size in () if stuck else (5, 3):
        cards = _lightest(hand, size, table.trump, best=duel) if size <= most else ()
        plain = all(suit(card) != table.trump for card in cards)
        small = all(rank(card) <= _GOOD for card in cards)
        if cards and (duel or (plain and (small or talon <= THIN or len(hand) > FULL))):
            return Lead(cards)
    return Lead((lowest(hand, table.trump),))


def _lightest(hand: Cards, size: int, trump: str, *, best: bool) -> Cards:
    """A three or a five of the lowest pairs, trumps last, and the lowest other card, or the best; () without pairs."""
    rising = in_price(hand, trump)
    chosen = [card for pair in pairs(hand, trump)[: size // 2] for card in pair]
    if len(chosen) < size - 1:
        return ()
    others = without(rising, chosen)
    return in_order((*chosen, others[-1 if best else 0]))


def in_price(hand: Cards, trump: str) -> Cards:
    """The plain cards rising, then the trumps."""
    return tuple(sorted(hand, key=lambda card: (suit(card) == trump, order(card))))


def pairs(hand: Cards, trump: str) -> list[Cards]:
    """The pairs that can be led together, the lowest first, those with a trump last."""
    rising = in_price(hand, trump)
    ranks: dict[int, list[Card]] = {}
    for card in rising:
        ranks.setdefault(rank(card), []).append(card)
    found = [tuple(same[at : at + 2]) for same in ranks.values() for at in (0, 2) if len(same) >= at + 2]
    return sorted(found, key=lambda pair: rising.index(pair[1]))


def answer(table: Table, hand: Cards, *, spare: bool) -> Act:
    """Beats where all can be beaten; `spare`: only without dear cards."""
    price = {card: _price(card, hand, table.trump) for card in hand}
    plan = _plan(uncovered(table), hand, table.trump, price)
    if plan is None or (spare and any(price[card] > _DEAR for _, card in plan[1])):
        return Take()
    return Cover(*plan[1][0])


def _price(card: Card, hand: Cards, trump: str) -> int:
    """0 for a plain six that is single; a pair is worth keeping, and the lowest trump is dearer than a plain ace."""
    fellows = sum(rank(other) == rank(card) for other in hand) - 1
    return rank(card) - 4 + (9 if suit(card) == trump else 0) + (3 if fellows else 0)


def _plan(attacks: Cards, hand: Cards, trump: str, price: dict[Card, int]) -> Plan | None:
    """The cheapest covers of all these; None where they cannot all be beaten.

    Of the cards that beat the first only as many as there are attacks need be tried: the others use fewer.
    """
    if not attacks:
        return 0, ()
    first, *others = attacks
    fit = sorted((card for card in hand if beats(card, first, trump)), key=lambda card: (price[card], order(card)))
    tried = ((card, _plan(tuple(others), without(hand, (card,)), trump, price)) for card in fit[: len(attacks)])
    return min(((price[card] + rest[0], ((first, card), *rest[1])) for card, rest in tried if rest), default=None)
