"""Навалка закрытая: a heap as in svoi kozyri, one trump suit for all, and a talon; the last with cards has lost.

From an old Russian parlour book. Five cards each; one draws one card after leading and two after piling, while the
talon lasts and whatever one holds. Who does not beat takes the whole heap. Who beats with a last card throws the heap
out. What does not ask how cards are dealt and taken serves the open navalka too.

The events are those of `games.heap`, and

- trump: the card shown (cards), the last of the pack
- draws: seat, amount · drew: these cards, heard by seat alone · draws_trump: the card shown was the last of them
- out: seat has no cards and nothing to draw · thrown_out: the heap, which seat beat with its last card
- lost: seat alone has cards, and pays amount to each other that played · level: the last cards beat each other
"""

from dataclasses import dataclass, replace
from typing import assert_never

import games.heap as heaps
import games.options as option
from games.beating import draw, held, told
from games.cards import Card, Cards, in_order, suit
from games.core import Event, Game, Json, State, View
from games.heap import Beat, Lead, Pile, Take, moment, offers, reason, time_out, turn

HAND = 5


@dataclass(frozen=True, slots=True)
class Options:
    """`takes` is how often the heap may be taken before the game ends and nobody has lost."""

    dealer: int | None = option.seat()
    stake: int = option.chips(1)
    takes: int = option.number(100, low=10, high=1000)


@dataclass(frozen=True, slots=True)
class Table(heaps.Table):
    """What lies open; `takes` counts all of them."""

    turned: Cards = ()
    """The last card of the pack, shown, so long as it lies under the talon."""
    players: tuple[int, ...] = ()
    """Who plays this game, ascending."""


Act = heaps.Act
Seen = View[Table, Cards]
Here = State[Table, Cards, Card]


def start(seats: int, options: Options) -> Here:
    """The dealer that was named, else the lot's."""
    return heaps.start(Table(seats, options.stake, options.takes, "lot"), options.dealer, "deal")


def apply(state: Here, seat: int, move: Act) -> Here:
    """A card is laid, and one draws; or the whole heap is taken, and the seat after the taker leads."""
    match move:
        case Lead():
            return drawn(heaps.laid(state, seat, move), seat, 1)
        case Beat():
            return beaten(heaps.laid(state, seat, move), seat)
        case Pile():
            return drawn(heaps.laid(state, seat, move), seat, 2)
        case Take():
            return after_take(heaps.taken(state, seat, state.table.heap), seat)
        case _:
            assert_never(move)


def drawn(state: Here, seat: int, count: int) -> Here:
    """So many cards are drawn while the talon lasts; who has none then is out, but what it laid must be faced."""
    turned, (talon, gone) = state.table.turned, state.down
    found, talon, left = draw(count, talon, turned)
    if found:
        state = replace(state, table=replace(state.table, turned=left), down=(talon, gone))
        state = told(
            held(state, seat, state.hands[seat] + found),
            Event("draws", seat, amount=len(found)),
            Event("drew", seat, cards=in_order(found), audience=(seat,)),
            *(Event("draws_trump", seat, cards=(card,)) for card in turned if card not in left),
        )
    return state if state.hands[seat] else told(state, Event("out", seat))


def beaten(state: Here, seat: int) -> Here:
    """Who beat with a last card piles nothing: the heap is thrown out, and the next seat in leads.

    Who beat and alone has cards piles nothing either, and has lost.
    """
    table, (talon, gone) = state.table, state.down
    if state.hands[seat]:
        return state if len(table.seats_in) > 1 else _over(state)
    state = told(
        replace(state, table=replace(table, heap=()), down=(talon, gone + table.heap)),
        Event("out", seat),
        Event("thrown_out", seat, cards=in_order(table.heap)),
    )
    return heaps.led_by(state, seat + 1) if len(table.seats_in) > 1 else _over(state)


def after_take(state: Here, seat: int) -> Here:
    """Who took and alone has cards has lost; too many takes end the game; else the seat after the taker leads."""
    if len(state.table.seats_in) < 2:
        return _over(state)
    if state.table.takes == state.table.most_takes:
        return heaps.endless(state)
    return heaps.led_by(state, seat + 1)


def _over(state: Here) -> Here:
    """Who alone has cards has lost; nobody has, where the last two went out together."""
    table = state.table
    for seat in table.seats_in:
        lost = Event("lost", seat, amount=table.stake)
        return heaps.over(replace(state, table=replace(table, loser=seat)), lost)
    return heaps.over(state, Event("level"))


def shuffled(state: Here, pack: Cards) -> Here:
    """The lot names the dealer; else five cards each, and the last card of the pack, under the talon, shows trump."""
    if state.table.phase == "lot":
        return heaps.shuffled_for_lot(state, pack, "deal")
    shown, seats = pack[-1], tuple(range(state.table.seats))
    trumps = (suit(shown),) * state.table.seats
    table = replace(state.table, trumps=trumps, turned=(shown,), seats_in=seats, players=seats)
    state = told(heaps.dealt(table, pack[:-1], HAND), Event("trump", cards=(shown,)))
    return heaps.led_by(state, table.dealer + 1)


def payoffs(table: Table) -> tuple[int, ...]:
    """Who has lost pays the stake to each other seat that played."""
    if table.loser is None:
        return (0,) * table.seats
    change = dict.fromkeys(table.players, table.stake)
    change[table.loser] = -table.stake * (len(table.players) - 1)
    return tuple(change.get(seat, 0) for seat in range(table.seats))


def outcome(table: Table) -> dict[str, Json] | None:
    """Who has lost, a seat or nobody."""
    return {"loser": table.loser} if table.phase == "over" else None


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="navalka_closed",
    seats=(2, 6),
    options=Options,
    moves=(Lead, Beat, Pile, Take),
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
)
