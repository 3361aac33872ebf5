"""Тартар, or the infernal circle (Преисподний круг): a lot for a company, with one card each and a walk downwards.

Everybody's marker, with the stake on it, stands on a line of chalk. In each round everybody gets a card and exchanges
it unseen with the next; the lowest card goes a line down, an ace two. Whose marker comes to the circle at the end is
out, and the last one above it takes all the stakes. From an old Russian parlour book, in which the exchange is a duty.

Hidden are the cards dealt (`hands`, with what a seat remembers of those it gave away) and the rest of the pack
(`down`). Kings come to light in the exchange, the other cards after it (`open`); they lie there until the next deal.

Events; `seat` is who:

- lot: seat drew a card for the deal · dealer: the lot made seat the dealer
- deals: the dealer (seat); amount is the deal's number · dealt: the card of seat, heard by it alone
- king: seat has one (cards), and neither gives nor takes · swaps: seat, with whom (to)
- got: seat has this card (cards) from `to` now, heard by seat alone
- keeps: seat exchanges with nobody · opens: seat, cards
- steps: seat, so many lines (amount) · void: all would have come to the circle, so nobody steps
- out: seat is in the circle · wins: seat, amount: all the stakes, its own with them
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, assert_never

import games.options as option
from games.beating import dealer_by_lot, first_in, told
from games.cards import PACK_52, Card, Cards, deal, rank
from games.core import DEALER, Event, Game, Json, State, View
from games.moves import IllegalMove, Move
from games.offers import Offer, admits


@dataclass(frozen=True, slots=True)
class Options:
    """`dealer` None: by lot. A marker that has gone down `lines` lines is in the circle."""

    dealer: int | None = option.seat()
    stake: int = option.chips(1)
    lines: int = option.number(5, low=3, high=9)
    exchange: str = option.word("obligatory", "optional")


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's card, and those that it gave away in this round, in order: `2:9C` is the nine of clubs given to seat 2.

    What was given is written as a word, since the card itself lies elsewhere. It is remembered until the next deal."""

    card: Cards = ()
    gave: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.card)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open. `order` are the seats still in as the cards were dealt, the dealer last; `asked` is the one who
    exchanges or keeps now, -1 when nobody does."""

    options: Options
    at: tuple[int, ...]
    """How many lines down each seat's marker stands."""
    phase: Literal["lot", "deal", "shuffle", "exchange", "over"] = "lot"
    dealer: int = -1
    deals: int = 0
    order: tuple[int, ...] = ()
    asked: int = -1
    open: tuple[Cards, ...] = ()
    """The open card of each seat: its king; after the round everybody's."""

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats whose markers stand above the circle, ascending."""
        return tuple(seat for seat, lines in enumerate(self.at) if lines < self.options.lines)


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """Deal a card to everybody still in."""

    verb: ClassVar = "deal"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Exchange one's card with the next seat that holds no king."""

    verb: ClassVar = "swap"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Exchange with nobody."""

    verb: ClassVar = "keep"


Act = Deal | Swap | Keep
Seen = View[Table, Hand]
Here = State[Table, Hand, Card]


def start(seats: int, options: Options) -> Here:
    """All markers stand on the highest line. Unless a dealer is named, the pack waits to be shuffled for the lot."""
    table = Table(options, at=(0,) * seats, open=((),) * seats)
    if options.dealer is not None:
        table = replace(table, phase="deal", dealer=options.dealer)
    return State(table, (Hand(),) * seats, (PACK_52,))


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance, the dealer, or whoever may exchange now."""
    match table.phase:
        case "lot" | "shuffle":
            return (DEALER,)
        case "deal":
            return (table.dealer,)
        case "exchange":
            return (table.asked,)
        case "over":
            return ()


def offers(seen: Seen) -> Iterator[Offer]:
    """The dealer deals; where the exchange is free, one seat after another is asked. It depends on no hand."""
    table = seen.table
    if table.phase == "deal" and seen.seat == table.dealer:
        yield Offer("deal")
    if table.phase == "exchange" and seen.seat == table.asked:
        yield Offer("swap")
        yield Offer("keep")


def reason(seen: Seen, _move: Act) -> IllegalMove:
    """For whom the seat has to wait, or what it may do instead."""
    table, seat = seen.table, seen.seat
    if table.phase == "over":
        return IllegalMove("The game is over.")
    if seat not in table.seats_in:
        return IllegalMove("You are in the circle, and out of this game.")
    if table.phase == "exchange":
        if seat == table.asked:
            return IllegalMove("The cards are dealt: exchange yours, or keep it.")
        return IllegalMove("It is the turn of {seat}.", seat=table.asked)
    if seat == table.dealer:
        return IllegalMove("You are the dealer: deal first.")
    return IllegalMove("Wait for the deal: {seat} is the dealer.", seat=table.dealer)


def apply(state: Here, seat: int, move: Act) -> Here:
    """The pack waits to be shuffled, or the exchange goes on with the next seat."""
    table, state = state.table, replace(state, events=())
    match move:
        case Deal():
            seats = len(table.at)
            table = replace(table, phase="shuffle", open=((),) * seats)
            return State(table, (Hand(),) * seats, (PACK_52,))
        case Swap():
            return _after(_swapped(state, seat), seat)
        case Keep():
            return _after(told(state, Event("keeps", seat)), seat)
        case _:
            assert_never(move)


def shuffled(state: Here, items: Cards) -> Here:
    """The lot makes the first dealer; or a card each, from the dealer's left round to the dealer."""
    table, state = state.table, replace(state, events=())
    if table.phase == "lot":
        dealer, events = dealer_by_lot(items, len(table.at))
        return told(replace(state, table=replace(table, phase="deal", dealer=dealer)), *events)
    left = first_in(table.dealer + 1, table.seats_in)
    order = tuple(seat for seat in table.seats_in if seat >= left) + tuple(
        seat for seat in table.seats_in if seat < left
    )
    dealt, rest = deal(items, order, 1)
    table = replace(table, phase="exchange", deals=table.deals + 1, order=order)
    hands = tuple(Hand(dealt.get(seat, ())) for seat in range(len(table.at)))
    state = told(State(table, hands, (rest,)), Event("deals", table.dealer, amount=table.deals))
    state = told(state, *(Event("dealt", seat, cards=dealt[seat], audience=(seat,)) for seat in order))
    return _at(state, 0)


def _after(state: Here, seat: int) -> Here:
    return _at(state, state.table.order.index(seat) + 1)


def _at(state: Here, place: int) -> Here:
    """The exchange comes to the seat at this place of the order: a king is announced and passed over, another exchanges
    as it must, or is asked where it may choose. After the last all cards are opened."""
    order = state.table.order
    if place == len(order):
        return _opened(state)
    seat = order[place]
    if _king(state, seat):
        king = Event("king", seat, cards=state.hands[seat].card)
        return _at(told(_laid_open(state, seat), king), place + 1)
    if all(_king(state, other) for other in order if other != seat):
        return _at(told(state, Event("keeps", seat)), place + 1)
    if state.table.options.exchange == "optional":
        return replace(state, table=replace(state.table, asked=seat))
    return _at(_swapped(state, seat), place + 1)


def _king(state: Here, seat: int) -> bool:
    """Whether the seat has a king, announced or not."""
    return any(card[0] == "K" for card in state.hands[seat].card + state.table.open[seat])


def _others(state: Here, seat: int) -> tuple[int, ...]:
    """The other seats in the order in which the exchange meets them from that seat on."""
    order = state.table.order
    place = order.index(seat)
    return order[place + 1 :] + order[:place]


def _laid_open(state: Here, seat: int) -> Here:
    hand, opened = state.hands[seat], list(state.table.open)
    opened[seat] += hand.card
    return _holding(replace(state, table=replace(state.table, open=tuple(opened))), seat, replace(hand, card=()))


def _holding(state: Here, seat: int, hand: Hand) -> Here:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _swapped(state: Here, seat: int) -> Here:
    """The seat and the next one without a king exchange cards; kings between them are announced next."""
    other = next(other for other in _others(state, seat) if not _king(state, other))
    state = told(state, Event("swaps", seat, to=other))
    hand, theirs = state.hands[seat], state.hands[other]
    for giver, taker, given, got in ((seat, other, hand, theirs), (other, seat, theirs, hand)):
        note = f"{taker}:{given.card[0]}"
        state = _holding(state, giver, Hand(got.card, (*given.gave, note)))
        state = told(state, Event("got", giver, to=taker, cards=got.card, audience=(giver,)))
    return state


def _opened(state: Here) -> Here:
    """All cards lie open. The lowest go one line down, aces two, unless that would bring everybody to the circle."""
    order = state.table.order
    for seat in order:
        if card := state.hands[seat].card:
            state = told(_laid_open(state, seat), Event("opens", seat, cards=card))
    table = replace(state.table, phase="deal", asked=-1)
    steps = _steps({seat: table.open[seat][0] for seat in order})
    at = tuple(lines + steps.get(seat, 0) for seat, lines in enumerate(table.at))
    moved = replace(table, at=at)
    if not moved.seats_in:
        return told(replace(state, table=table), Event("void"))
    state = told(state, *(Event("steps", seat, amount=steps[seat]) for seat in order if seat in steps))
    state = told(state, *(Event("out", seat) for seat in order if seat not in moved.seats_in))
    if len(moved.seats_in) > 1:
        return replace(state, table=replace(moved, dealer=first_in(table.dealer + 1, moved.seats_in)))
    pool = table.options.stake * len(at)
    return told(replace(state, table=replace(moved, phase="over")), Event("wins", moved.seats_in[0], amount=pool))


def _steps(cards: Mapping[int, Card]) -> dict[int, int]:
    """How many lines down each seat goes: the lowest rank one, and all who share it; aces, which stand apart, two."""
    lowest = min(map(rank, cards.values()))  # an ace's only where all hold aces
    steps = {seat: 2 if card[0] == "A" else int(rank(card) == lowest) for seat, card in cards.items()}
    return {seat: lines for seat, lines in steps.items() if lines}


def moment(seen: Seen) -> tuple[int | str | None, ...]:
    """The deal: whoever deals or exchanges does it in the same words in the next one."""
    return (seen.table.deals,)


def gave_away(seen: Seen) -> Mapping[int, Card]:
    """What the seat that is asked gave in this round, and to whom. They hold it still: who exchanged with this seat has
    had the own turn, and nobody else who is yet to be asked comes to them."""
    notes = (note.partition(":") for note in (seen.hand.gave if seen.hand else ()))
    return {int(seat): Card(card) for seat, _, card in notes}


def coming(seen: Seen) -> Card | None:
    """The card that an exchange would bring the seat that is asked, where it knows it: it gave that card itself."""
    shown = seen.table.open
    order = seen.table.order
    place = order.index(seen.table.asked)
    facing = next((seat for seat in order[place + 1 :] + order[:place] if not shown[seat]), None)
    return None if facing is None else gave_away(seen).get(facing)


def time_out(seen: Seen) -> Act | None:
    """The dealer deals; whoever may exchange keeps the card."""
    found = tuple(offers(seen))
    meek: tuple[Act, ...] = (Deal(), Keep())
    return next((move for move in meek if admits(found, move.words())), None)


def payoffs(table: Table) -> tuple[int, ...]:
    """The stakes are won all at once, when one marker is left."""
    if table.phase != "over":
        return (0,) * len(table.at)
    pool = table.options.stake * len(table.at)
    return tuple((pool if seat in table.seats_in else 0) - table.options.stake for seat in range(len(table.at)))


def outcome(table: Table) -> Mapping[str, Json] | None:
    """Who is the last above the circle."""
    return {"winner": table.seats_in[0]} if table.phase == "over" else None


GAME: Game[Table, Hand, Card, Act] = Game(
    slug="tartar",
    seats=(2, 20),
    options=Options,
    moves=(Deal, Swap, Keep),
    table=Table,
    hand=Hand,
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
    deal=lambda table: table.deals,
)
