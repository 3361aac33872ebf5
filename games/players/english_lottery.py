"""A player of the English lottery: it reckons what a live ticket brings on the average, bids from little up to that for
one, and sells a ticket of its own for no less, its last one only dear.
"""

from typing import Final

from games.cards import PACK_52
from games.core import View
from games.english_lottery import (
    LAST,
    PARTS,
    Accept,
    Act,
    Bid,
    Buy,
    Call,
    Decline,
    Done,
    Hand,
    MakeOffer,
    Open,
    Pass,
    Table,
)

BIDS: Final = 5
"""So many offers it makes, the last one for the whole worth of a ticket."""


def choose(seen: View[Table, Hand]) -> Act:
    """The move of a seat that is waited for."""
    table, seat = seen.table, seen.seat
    assert seat is not None  # noqa: S101  # a player plays a seat
    match table.phase:
        case "buying":
            return Buy() if _pays(table, left=seen.down[2]) else Pass()
        case "prizes":
            return Open()
        case "trade" if bids := table.bids_to(seat):
            return _answer(table, seat, max(bids, key=lambda bid: bid.amount))
        case "trade":
            return _bid(table, seat)
        case _:
            return Call()


def _pays(table: Table, left: int) -> bool:
    """Whether a ticket is worth its price if all who may buy one do: a fifty-second part of the pool, about."""
    price = table.options.price
    return table.pool + price * min(left, len(table.asked)) >= price * len(PACK_52)


def _worth(table: Table) -> int:
    """What a live ticket brings, on the average of all the cards that may still be called or be prizes."""
    return table.pool // (LAST + len(PARTS))


def _answer(table: Table, seat: int, bid: Bid) -> Act:
    worth = _worth(table)
    fair = worth if len(table.tickets[seat]) > 1 else worth + worth // 2 + 1
    return Accept(bid.card, bid.seat) if bid.amount >= fair else Decline(bid.card, bid.seat)


def _bid(table: Table, seat: int) -> Act:
    """An offer for the next ticket, higher each time, whether the last one was declined or found no answer."""
    made, live = table.offered[seat], [card for tickets in table.tickets for card in tickets]
    if made == BIDS:
        return Done()
    return MakeOffer(live[(seat + made) % len(live)], max(1, _worth(table) * (made + 1) // BIDS))


def waits(seen: View[Table, Hand]) -> bool:
    """Whether an offer of the seat's waits for its answer."""
    return any(bid.seat == seen.seat for bid in seen.table.bids)
