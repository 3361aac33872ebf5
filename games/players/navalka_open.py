"""A sensible player of the open navalka: as at every heap of which the top card alone is taken."""

from games.navalka_closed import Act, Seen
from games.players import heaps


def choose(seen: Seen) -> Act:
    """A move of the seat on turn."""
    return heaps.choose(seen, whole=False)
