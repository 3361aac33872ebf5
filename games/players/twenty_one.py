"""A player of twenty-one by the book's advice: buy on 17 and less, never on 18 and more, and stake no late chips.

It counts from the mark, so it plays eleven and a half as well. As banker it stops one sooner, since equal totals are
its own. It stakes a little, never bids, and sells a bank only dear.
"""

from games.banking import Values
from games.cards import Cards
from games.twenty_one import Act, Buy, Deal, Keep, Pass, Seen, Sell, Stake, Stand, Table


def choose(seen: Seen) -> Act:
    """The move of a seat that is waited for."""
    table = seen.table
    match table.phase:
        case "stakes":
            return Deal() if seen.seat == table.banker else Stake(_stake(table))
        case "bid":
            return Pass()
        case "sale":
            return Sell() if table.price >= _worth(table) else Keep()
        case _:
            banks = seen.seat == table.banker
            return Buy() if _wants_more(table.values, _cards(seen), banks=banks) else Stand()


def _stake(table: Table) -> int:
    """Five times the lowest stake, if that may be staked."""
    return min(5 * table.options.min_stake, table.options.max_stake)


def _wants_more(values: Values, cards: Cards, *, banks: bool) -> bool:
    """Advice: on 15 to 17 and less one buys; on two tens, or ten and nine, only an ace or a two would help."""
    short = values.mark - values.total(cards)
    return short >= (5 if banks else 4) * values.point


def _cards(seen: Seen) -> Cards:
    assert seen.seat is not None  # noqa: S101  # a player plays a seat
    return (seen.hand or ()) + seen.table.spots[seen.seat].open


def _worth(table: Table) -> int:
    """What a bank brings, about: a stake or two of every punter's."""
    return 2 * _stake(table) * (len(table.places) - 1)
