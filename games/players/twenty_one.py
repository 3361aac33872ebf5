"""A player of twenty-one by the book's advice: it buys on 17 and less, banking or not, and never on 18 and more.

It counts from the mark, so it plays eleven and a half as well. It stakes a little and nothing late, never bids for a
bank, and sells its own only dear.
"""

from games.banking import Buy, Deal, Stake, Stand, Values
from games.cards import Cards
from games.twenty_one import Act, Keep, Pass, Seen, Sell, Table


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
            return Buy() if _wants_more(table.values, _cards(seen)) else Stand()


def _stake(table: Table) -> int:
    """Five times the lowest stake, if that may be staked."""
    return min(5 * table.options.min_stake, table.options.max_stake)


def _wants_more(values: Values, cards: Cards) -> bool:
    """Advice: on 15 to 17 and less one buys; on two tens, or ten and nine, only an ace or a two would help."""
    return values.mark - values.total(cards) >= 4 * values.point


def _cards(seen: Seen) -> Cards:
    assert seen.seat is not None  # noqa: S101  # a player plays a seat
    return (seen.hand or ()) + seen.table.spots[seen.seat].open


def _worth(table: Table) -> int:
    """What a shoe brings its banker, about: ten stakes, however many play."""
    return 10 * _stake(table)
