"""Дурачки: thirty-six cards, and whoever is left with some of them is the *durachok*, the fool.

From an old Russian parlour book; the ancestor of durak. One leads to the next neighbour a card, a *three* (two of which
are a pair) or a *five* (four of which are two pairs); he beats them one by one, or takes them all. It differs from the
durak of today in that nobody throws cards in, and that who takes does not draw.

The events are those of `games.bout`.
"""

from collections.abc import Iterator

import games.bout as bouts
from games.beating import lowest, reaches_pairs
from games.bout import Act, Cover, Cut, Deal, Lead, Options, Swap, Table, Take, turn
from games.cards import Card, Cards
from games.core import Game, Json, Legacy, State, View
from games.moves import IllegalMove
from games.offers import Offer, Pick

FULL = 5
"""A hand is filled up to so many cards."""
SIZES = (1, 3, 5)
"""So many cards may be led."""

Seen = View[Table, Cards]
Here = State[Table, Cards, Card]


def start(seats: int, options: Options) -> Here:
    """The fool of the last game deals, else the dealer that was named, else the lot's."""
    return bouts.start(Table(seats, options.stake, "lot"), options)


def offers(seen: Seen) -> Iterator[Offer]:
    """One card, a three or a five is led; the rest is as in every bout."""
    if most := bouts.leads(seen):
        yield Offer("lead", (Pick(seen.hand or (), tuple(size for size in SIZES if size <= most), reaches_pairs),))
    yield from bouts.offers(seen)


def reason(seen: Seen, move: Act) -> IllegalMove:
    """Why not: beside what holds for every bout, what is led is no lead."""
    return bouts.reason(seen, move) or _no_lead(seen, move)


def _no_lead(seen: Seen, move: Act) -> IllegalMove:
    if not isinstance(move, Lead):
        return IllegalMove("It is for you to lead: one card, a three or a five.")
    if refused := bouts.not_to_be_led(seen, move.cards):
        return refused
    if len(move.cards) not in SIZES or len(set(move.cards)) < len(move.cards):
        return IllegalMove("Lead one card, or three, or five.")
    return IllegalMove("Of three cards two must be of one rank, and of five cards four must make two pairs.")


def apply(state: Here, seat: int, move: Act) -> Here:
    """The bout grows by one card covered, or the deal, the bout or the game goes on."""
    return bouts.apply(state, seat, move, FULL)


def shuffled(state: Here, pack: Cards) -> Here:
    """The lot names the dealer; else five cards each from his left, and the next card turned up under the rest."""
    return bouts.shuffled(state, pack, FULL)


def moment(_seen: Seen) -> tuple[int | str | None, ...]:
    """The verbs say it all: no single move brings a seat the verbs it had again with another meaning."""
    return ()


def time_out(seen: Seen) -> Act | None:
    """The lowest plain card is led, else the lowest trump; the bout is taken; the cards are dealt."""
    table = seen.table
    if (seen.seat,) != turn(table):
        return None
    match table.phase:
        case "cut":
            return Deal()
        case "cover":
            return Take()
        case _:
            return Lead((lowest(seen.hand, table.trump),)) if seen.hand else None


def outcome(table: Table) -> dict[str, Json] | None:
    """Who is the fool, a seat or nobody."""
    return {"fool": table.fool} if table.phase == "over" else None


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="durachki",
    seats=(2, 7),
    options=Options,
    moves=(Cut, Deal, Lead, Cover, Take, Swap),
    table=Table,
    hand=Cards,
    start=start,
    turn=turn,
    offers=offers,
    reason=reason,
    apply=apply,
    shuffled=shuffled,
    moment=moment,
    time_out=time_out,
    payoffs=bouts.payoffs,
    outcome=outcome,
    midway=True,
    legacy=Legacy("fool", "fool"),
)
