"""Английские дурачки: durachki in which one leads pairs, and passes who has none.

From an old Russian parlour book. It differs from durachki (`games.durachki`) in this: six cards each; one, two or three
pairs are led; who has no pair that he could lead says pass, and the next may lead. After a full circle of passes, and
after a take, a single card may be led. Three pairs at once that are not beaten are paid for there and then.

The events are those of `games.bout`, and

- passes: seat has no pair to lead
- pays: seat, who takes three pairs, to whom, amount
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import games.bout as bouts
from games.beating import first_in, lowest, reaches_pairs, told
from games.bout import Cover, Cut, Deal, Lead, Options, Swap, Take, turn
from games.cards import Card, Cards, suit
from games.core import Event, Game, Json, Legacy, State, View
from games.moves import IllegalMove, Move
from games.offers import Offer, Pick

FULL = 6
"""A hand is filled up to so many cards."""
PAIRS = (2, 4, 6)
"""So many cards make pairs that may be led at once; the last number is paid for if it is not beaten."""


@dataclass(frozen=True, slots=True)
class Table(bouts.Table):
    """What lies open, with what has been paid for three pairs: of no account if the deal is not played to its end."""

    passes: int = 0
    """How many passes have followed one another since the last lead."""
    paid: tuple[int, ...] = ()
    """Each seat's net change by three pairs that were not beaten."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Leave the lead to the next seat, having no pair for it."""

    verb: ClassVar = "pass"


Act = bouts.Act | Pass
Seen = View[Table, Cards]
Here = State[Table, Cards, Card]


def start(seats: int, options: Options) -> Here:
    """The fool of the last game deals, else the dealer that was named, else the lot's."""
    return bouts.start(Table(seats, options.stake, "lot", paid=(0,) * seats), options)


def singly(table: Table) -> bool:
    """Whether all have passed in succession, so that one card must be led, and no pair."""
    return table.passes == len(table.seats_in)


def freely(table: Table) -> bool:
    """Whether one card may be led beside pairs, and nobody passes: after a take."""
    return table.takes > 0


def offers(seen: Seen) -> Iterator[Offer]:
    """Pairs, one card where that is allowed, or a pass where neither can be led; the rest is as in every bout."""
    if most := bouts.leads(seen):
        if sizes := _sizes(seen, most):
            yield Offer("lead", (Pick(seen.hand or (), sizes, reaches_pairs),))
        else:
            yield Offer("pass")
    yield from bouts.offers(seen)


def _sizes(seen: Seen, most: int) -> tuple[int, ...]:
    """How many cards the leader may lead at once, of those in hand."""
    if singly(seen.table):
        return (1,)
    pairs = tuple(size for size in PAIRS if size <= most and reaches_pairs((), seen.hand or (), size))
    return (1, *pairs) if freely(seen.table) else pairs


def reason(seen: Seen, move: Act) -> IllegalMove:
    """Why not: beside what holds for every bout, what is led is no lead, or there is a pair to be led."""
    return bouts.reason(seen, move) or _no_lead(seen, move)


def _no_lead(seen: Seen, move: Act) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    sizes = _sizes(seen, bouts.leads(seen))
    if not sizes:
        return IllegalMove("You have no pair that you could lead: pass.")
    if isinstance(move, Pass) and sizes[0] == 1:
        return IllegalMove("You need not pass: lead one card.")
    if isinstance(move, Pass):
        return IllegalMove("You have a pair to lead: who has one does not pass.")
    if not isinstance(move, Lead):
        return IllegalMove("It is for you to lead.")
    if singly(seen.table):
        return IllegalMove("All have passed: lead one card.")
    if refused := bouts.not_to_be_led(seen, move.cards):
        return refused
    if freely(seen.table):
        return IllegalMove("Lead one card, or one, two or three pairs.")
    return IllegalMove("Lead one, two or three pairs: two cards of a rank each.")


def apply(state: Here, seat: int, move: Act) -> Here:
    """The lead goes round, or the bout goes on as every bout does."""
    match move:
        case Pass():
            return _passed(replace(state, events=()), seat)
        case Take():
            return bouts.taken(_paid(replace(state, events=())), FULL)
        case Lead():
            state = replace(state, table=replace(state.table, passes=0))
            return bouts.apply(state, seat, move, FULL)
        case _:
            return bouts.apply(state, seat, move, FULL)


def _passed(state: Here, seat: int) -> Here:
    """The next seat in may lead, to the seat after it as always."""
    table = state.table
    attacker = first_in(seat + 1, table.seats_in)
    defender = first_in(attacker + 1, table.seats_in)
    table = replace(table, passes=table.passes + 1, attacker=attacker, defender=defender)
    return told(replace(state, table=table), Event("passes", seat))


def _paid(state: Here) -> Here:
    """Who takes three pairs led at once, though some be covered, pays the attacker a stake; play goes on."""
    table = state.table
    if len(table.bout) < PAIRS[-1]:
        return state
    change = {table.attacker: table.stake, table.defender: -table.stake}
    paid = tuple(before + change.get(seat, 0) for seat, before in enumerate(table.paid))
    state = replace(state, table=replace(table, paid=paid))
    return told(state, Event("pays", table.defender, to=table.attacker, amount=table.stake))


def shuffled(state: Here, pack: Cards) -> Here:
    """The lot names the dealer; else six cards each. With six seats the last card dealt, the dealer's, shows trump."""
    return bouts.shuffled(state, pack, FULL)


def moment(_seen: Seen) -> tuple[int | str | None, ...]:
    """The verbs say it all: no single move brings a seat the verbs it had again with another meaning."""
    return ()


def time_out(seen: Seen) -> Act | None:
    """The lowest plain pair is led, the lowest pair, the lowest plain card or the lowest trump; else a pass.

    A pair is plain where no trump is in it. The bout is taken; the cards are dealt.
    """
    table = seen.table
    if (seen.seat,) != turn(table):
        return None
    match table.phase:
        case "cut":
            return Deal()
        case "cover":
            return Take()
        case _:
            return _least(seen) if seen.hand else None


def _least(seen: Seen) -> Act:
    hand, trump = seen.hand or (), seen.table.trump
    sizes = _sizes(seen, bouts.leads(seen))
    if pair := lowest_pair(hand, trump) if PAIRS[0] in sizes else ():
        return Lead(pair)
    return Lead((lowest(hand, trump),)) if sizes else Pass()


def lowest_pair(hand: Cards, trump: str) -> Cards:
    """The lowest pair without a trump, else the lowest there is; () where there is none. `hand` is in order."""
    pairs = [(one, other) for place, one in enumerate(hand) for other in hand[place + 1 :] if one[0] == other[0]]
    return min(pairs, key=lambda pair: any(suit(card) == trump for card in pair), default=())


def payoffs(table: Table) -> tuple[int, ...]:
    """What was paid for three pairs, and what the fool pays, reckoned together when the deal is over."""
    if table.phase != "over":
        return (0,) * table.seats
    return tuple(paid + last for paid, last in zip(table.paid, bouts.payoffs(table), strict=True))


def outcome(table: Table) -> dict[str, Json] | None:
    """Who is the fool, a seat or nobody."""
    return {"fool": table.fool} if table.phase == "over" else None


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="english_durachki",
    seats=(2, 6),
    options=Options,
    moves=(Cut, Deal, Lead, Pass, Cover, Take, Swap),
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
    legacy=Legacy("fool", "fool"),
)
