"""A sensible player of svoi kozyri: any trump suit, for no card is seen yet; then as where the heap is taken whole."""

from games.players import heaps
from games.svoi_kozyri import Act, Seen, Trump, free


def choose(seen: Seen) -> Act:
    """A move of a seat that is waited for: a free suit, or a move at the heap."""
    return Trump(free(seen.table)[0]) if seen.table.phase == "trump" else heaps.choose(seen, whole=True)
