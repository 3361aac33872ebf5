"""A sensible player of the closed navalka: as at every heap that is taken whole."""

from games.navalka_closed import Act, Seen
from games.players import heaps


def choose(seen: Seen) -> Act:
    """A move of the seat on turn."""
    return heaps.choose(seen, whole=True)
