"""Навалка открытая: the navalka without a talon, in which a take takes the top card alone.

From an old Russian parlour book. It differs from the closed navalka (`games.navalka_closed`) in this: all cards are
dealt, and the last of the pack, shown, makes trump and is its owner's; who was dealt no trump sits the game out; who
does not beat takes only the heap's top card, and the rest of the heap is out of the game.

The events are those of the closed navalka, but

- trump: the card shown (cards), which belongs to seat
- sits_out: seat was dealt no trump · thrown_in: fewer than two are left, and all is dealt anew
"""

from dataclasses import dataclass, replace

import games.heap as heaps
import games.navalka_closed as closed
import games.options as option
from games.beating import told
from games.cards import PACK_36, Card, Cards, in_order, suit
from games.core import Event, Game
from games.heap import Beat, Lead, Pile, Take, moment, offers, reason, time_out, turn
from games.navalka_closed import Act, Here, Table, outcome, payoffs

TAKES = 36
"""So many takes in a row with which no card left the game end it."""


@dataclass(frozen=True, slots=True)
class Options:
    """Nothing but who deals and what is paid."""

    dealer: int | None = option.seat()
    stake: int = option.chips(1)


def start(seats: int, options: Options) -> Here:
    """The dealer that was named, else the lot's."""
    return heaps.start(Table(seats, options.stake, TAKES, "lot"), options.dealer, "deal")


def apply(state: Here, seat: int, move: Act) -> Here:
    """As at the closed navalka, but for the take."""
    match move:
        case Take():
            return closed.after_take(_taken(state, seat), seat)
        case Beat():
            state = closed.apply(state, seat, move)
            return state if state.table.heap else _counted(state, 0)
        case _:
            return closed.apply(state, seat, move)


def _taken(state: Here, seat: int) -> Here:
    """The top card goes into hand, and the rest of the heap out of the game. Takes are counted while nothing does."""
    *rest, top = state.table.heap
    (talon, gone), takes = state.down, 0 if rest else state.table.takes + 1
    state = _counted(heaps.taken(state, seat, (top,)), takes)
    if not rest:
        return state
    state = replace(state, down=(talon, (*gone, *rest)))
    return told(state, Event("thrown_out", seat, cards=in_order(rest)))


def _counted(state: Here, takes: int) -> Here:
    return replace(state, table=replace(state.table, takes=takes))


def shuffled(state: Here, pack: Cards) -> Here:
    """The lot names the dealer; else all is dealt, and who has no trump sits out, the cards face down out of play.

    Where fewer than two are left all is thrown in, and the same dealer deals anew.
    """
    if state.table.phase == "lot":
        return heaps.shuffled_for_lot(state, pack, "deal")
    before, trump = state.table, suit(pack[-1])
    state = heaps.dealt(before, pack)
    owner = next(seat for seat, hand in enumerate(state.hands) if pack[-1] in hand)
    players = tuple(seat for seat, hand in enumerate(state.hands) if any(suit(card) == trump for card in hand))
    out = tuple(seat for seat in range(before.seats) if seat not in players)
    state = told(state, Event("trump", owner, cards=pack[-1:]), *(Event("sits_out", seat) for seat in out))
    if len(players) < 2:
        hands: tuple[Cards, ...] = ((),) * before.seats
        return told(replace(state, hands=hands, down=(PACK_36,)), Event("thrown_in", before.dealer))
    table = replace(before, trumps=(trump,) * before.seats, seats_in=players, players=players)
    hands = tuple(() if seat in out else hand for seat, hand in enumerate(state.hands))
    gone = tuple(card for seat in out for card in state.hands[seat])
    return heaps.led_by(replace(state, table=table, hands=hands, down=((), gone)), table.dealer + 1)


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="navalka_open",
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
