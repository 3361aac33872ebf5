"""Свои козыри: everybody has a trump suit of his own, and whoever is first without cards has won.

From an old Russian parlour book. All thirty-six cards are dealt. One leads a card; each next seat beats the top of the
heap, with a higher card of its suit or with a trump of its own, and piles another; or takes the whole heap. No card
ever leaves the game: the winner's lie in the others' hands, and whoever holds most of them has lost.

The events are those of `games.heap`, and

- chooses: seat; its trump suit (text, one of the letters S C D H)
- wins: seat laid its last card
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, assert_never

import games.heap as heaps
import games.options as option
from games.beating import told
from games.cards import SUITS, Card, Cards
from games.core import Event, Game, Json, Legacy, State, View
from games.heap import Beat, Lead, Pile, Take, moment, turn
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer


@dataclass(frozen=True, slots=True)
class Options:
    """`takes` is how often the heap may be taken before the game ends undecided."""

    dealer: int | None = option.seat()
    stake: int = option.chips(1)
    takes: int = option.number(100, low=10, high=1000)


@dataclass(frozen=True, slots=True)
class Table(heaps.Table):
    """What lies open; `takes` counts all of them."""

    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Trump(Move):
    """Choose a trump suit of one's own: one of the letters S C D H."""

    verb: ClassVar = "trump"
    suit: str


Act = heaps.Act | Trump
Seen = View[Table, Cards]
Here = State[Table, Cards, Card]


def start(seats: int, options: Options) -> Here:
    """The dealer that was named, else the lot's; then everybody chooses a suit."""
    table = Table(seats, options.stake, options.takes, "lot", trumps=("",) * seats)
    return heaps.start(table, options.dealer, "trump")


def offers(seen: Seen) -> Iterator[Offer]:
    """A suit that is still free, in any order of seats; everybody sees which, so it is a public choice."""
    table, seat = seen.table, seen.seat
    if table.phase == "trump" and seat is not None and not table.trumps[seat]:
        yield Offer("trump", (Choice(free(table)),))
    yield from heaps.offers(seen)


def free(table: Table) -> tuple[str, ...]:
    """The suits that nobody has chosen."""
    return tuple(suit for suit in SUITS if suit not in table.trumps)


def reason(seen: Seen, move: Act) -> IllegalMove:
    """Why not: suits are being chosen, or what the heap forbids."""
    table = seen.table
    if table.phase != "trump":
        return heaps.reason(seen, move)
    if not isinstance(move, Trump):
        return IllegalMove("First everybody chooses a trump suit.")
    if seen.seat is not None and table.trumps[seen.seat]:
        return IllegalMove("You have chosen already: your trumps are {suit}.", suit=table.trumps[seen.seat])
    if move.suit in SUITS:
        return IllegalMove("{suit} is taken: choose another suit.", suit=move.suit)
    return IllegalMove("Choose one of the four suits: S, C, D or H.")


def apply(state: Here, seat: int, move: Act) -> Here:
    """A suit is chosen; or a card is laid, with one's last of which one has won; or the heap is taken."""
    match move:
        case Trump(suit):
            return _chosen(replace(state, events=()), seat, suit)
        case Lead() | Beat() | Pile():
            state = heaps.laid(state, seat, move)
            return state if state.hands[seat] else _won(state, seat)
        case Take():
            state = heaps.taken(state, seat, state.table.heap)
            if state.table.takes == state.table.most_takes:
                return heaps.endless(state)
            return heaps.led_by(state, seat + 1)
        case _:
            assert_never(move)


def _chosen(state: Here, seat: int, suit: str) -> Here:
    trumps = (*state.table.trumps[:seat], suit, *state.table.trumps[seat + 1 :])
    table = replace(state.table, trumps=trumps, phase="trump" if "" in trumps else "deal")
    return told(replace(state, table=table), Event("chooses", seat, text=suit))


def _won(state: Here, seat: int) -> Here:
    """Who holds most cards has lost, of several the first clockwise after the winner; the heap counts for nobody."""
    table = state.table
    others = ((seat + step) % table.seats for step in range(1, table.seats))
    loser = max(others, key=lambda other: len(state.hands[other]))
    state = replace(state, table=replace(table, winner=seat, loser=loser))
    return heaps.over(state, Event("wins", seat), Event("lost", loser, to=seat, amount=table.stake))


def shuffled(state: Here, pack: Cards) -> Here:
    """The lot names the dealer; else all cards are dealt, and his left neighbour leads."""
    if state.table.phase == "lot":
        return heaps.shuffled_for_lot(state, pack, "trump")
    table = replace(state.table, seats_in=tuple(range(state.table.seats)))
    return heaps.led_by(heaps.dealt(table, pack), table.dealer + 1)


def time_out(seen: Seen) -> Act | None:
    """The first free suit; else as at every heap."""
    table, seat = seen.table, seen.seat
    if table.phase == "trump" and seat is not None and not table.trumps[seat]:
        return Trump(free(table)[0])
    return heaps.time_out(seen)


def payoffs(table: Table) -> tuple[int, ...]:
    """Who has lost pays the stake to the winner."""
    change = {} if table.loser is None else {table.winner: table.stake, table.loser: -table.stake}
    return tuple(change.get(seat, 0) for seat in range(table.seats))


def outcome(table: Table) -> dict[str, Json] | None:
    """Who has won and who has lost, seats or nobody."""
    return {"winner": table.winner, "loser": table.loser} if table.phase == "over" else None


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="svoi_kozyri",
    seats=(2, 4),
    options=Options,
    moves=(Trump, Lead, Beat, Pile, Take),
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
    payoffs=payoffs,
    outcome=outcome,
    midway=True,
    legacy=Legacy("dealer", "loser"),
)
