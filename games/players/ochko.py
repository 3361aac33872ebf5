"""A player of ochko: it buys on fifteen and less, and on fourteen and less when it banks, for then overbuying costs
double.

It declares a bank of five chips a punter, and stakes its fair share of what the bank still covers, five at most.
"""

from games.banking import Buy, Stake, Stand
from games.ochko import Act, Bank, Seen, Table

STAKE = 5


def choose(seen: Seen) -> Act:
    """The move of a seat that is waited for."""
    table = seen.table
    match table.phase:
        case "bank":
            return Bank(min(STAKE * (len(table.places) - 1), table.options.max_bank))
        case "stakes":
            return Stake(_stake(table))
        case _:
            enough = 15 if seen.seat == table.banker else 16
            return Buy() if table.values.total(seen.hand or ()) < enough else Stand()


def _stake(table: Table) -> int:
    """What is left of the bank, shared among those who have not staked yet."""
    asked = len(table.those(1, "asked"))
    return min(STAKE, -(-table.uncovered // asked))
