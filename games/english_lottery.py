"""Английская лотерея (English lottery): one pack makes the tickets, an equal one is drawn from, five tickets win.

The tickets are dealt and paid for, and lie open. Five cards of the other pack are laid aside, face down: the prizes.
A director calls the rest card by card, and the equal ticket is out. When five are left to be called, whoever has no
ticket any more may buy another's. At last the prizes are opened. What nobody wins waits for the chat's next lottery.
From an old Russian parlour book; the bounds of the trade and what is carried over are ours.

Hidden from everybody are the piles of `down`: the prizes, the director's cards, and the tickets left over. Nobody has a
hand. The director need not play: then it is the seat after the players', without a ticket, and dealing begins with 0.

Events; `seat` is who:

- director: seat · dealt: the tickets of seat (cards) · left: amount tickets are left over, to be bought one each
- buys: seat, cards (one) · passes: seat · pool: amount, to be divided into five prizes
- called: cards (one); seat had the equal ticket, which is out, or nobody had
- trade: the trade begins · offers: seat, to whom, for which ticket (cards), amount · withdraws: seat
- sells: seat, to whom, cards, amount · declines: seat, an offer of `to` for cards · done: seat · closed: seat
- prize: cards (one); the prize's amount, and seat, who has the equal ticket and wins it, or nobody has
- carried: amount, that nobody has won
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, assert_never

import games.options as option
from games.beating import told
from games.cards import PACK_52, Card, Cards, deal, in_order, without
from games.core import DEALER, Event, Game, Json, Legacy, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer, Range, admits

PARTS: Final = (1, 2, 3, 4, 5)
"""Of the pool's fifteen parts those of each prize."""

LAST: Final = 5
"""So many cards are left to be called when the trade begins."""

HIGHEST: Final = 999
"""The highest offer for a ticket."""

OFFERS: Final = 20
"""So many offers a seat may make in one trade."""


@dataclass(frozen=True, slots=True)
class Options:
    """`tickets_each` 0: as many as go round evenly. `carry` lies in the directorate from the last lottery."""

    director: int = option.seat(0)
    price: int = option.chips(1)
    tickets_each: int = option.number(0, low=0, high=lambda seats: len(PACK_52) // seats)
    carry: int = option.number(0, low=0)


@dataclass(frozen=True, slots=True)
class Bid:
    """An open offer of that seat to whoever holds the ticket: `7S 5`, five chips for the seven of spades.

    It is written as words, since the ticket itself lies with its holder."""

    seat: int
    words: str

    @property
    def card(self) -> Card:
        """The ticket."""
        return Card(self.words.split(" ")[0])

    @property
    def amount(self) -> int:
        """Chips."""
        return int(self.words.split(" ")[1])


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open."""

    options: Options
    phase: Literal["tickets", "draw", "buying", "calls", "trade", "last", "prizes", "over"]
    tickets: tuple[Cards, ...]
    """The live tickets of each seat, in canonical order."""
    chips: tuple[int, ...]
    """What each seat has won, less what it has paid."""
    pool: int
    """What was paid for tickets, with what was left by the last lottery."""
    out: Cards = ()
    """The tickets that were called."""
    called: Cards = ()
    opened: Cards = ()
    """The prizes that were opened, the lowest first."""
    asked: tuple[int, ...] = ()
    """Who may still buy a ticket that was left over; in the trade, who has not said that it is done."""
    bids: tuple[Bid, ...] = ()
    """The open offers, by seat."""
    offered: tuple[int, ...] = ()
    """How many offers each seat has made in this trade."""
    left: int = 0
    """What nobody has won so far."""

    @property
    def prizes(self) -> tuple[int, ...]:
        """The five prizes in chips: parts of the pool as equal as whole chips allow, the larger ones in the highest."""
        part, larger = divmod(self.pool, sum(PARTS))
        above = [sum(PARTS[place + 1 :]) for place in range(len(PARTS))]
        return tuple(parts * part + min(parts, max(0, larger - more)) for parts, more in zip(PARTS, above, strict=True))

    def holder(self, card: Card) -> int | None:
        """Who has that ticket, if it is live."""
        return next((seat for seat, tickets in enumerate(self.tickets) if card in tickets), None)

    def held(self, seat: int) -> Cards:
        """The live tickets of that seat; a director who does not play has none."""
        return self.tickets[seat] if seat < len(self.tickets) else ()

    def bids_to(self, seat: int) -> tuple[Bid, ...]:
        """The open offers that the seat may accept."""
        return tuple(bid for bid in self.bids if bid.card in self.held(seat))

    @property
    def buyers(self) -> tuple[int, ...]:
        """In the trade: who has no ticket and is not done."""
        return tuple(seat for seat in self.asked if not self.tickets[seat])


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy the next of the tickets that were left over."""

    verb: ClassVar = "buy"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Buy none of them."""

    verb: ClassVar = "pass"


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Turn the next of the director's cards."""

    verb: ClassVar = "call"


@dataclass(frozen=True, slots=True)
class MakeOffer(Move):
    """Offer so many chips for a ticket, in place of what was offered before."""

    verb: ClassVar = "offer"
    card: Card
    amount: int


@dataclass(frozen=True, slots=True)
class Withdraw(Move):
    """Take one's offer back."""

    verb: ClassVar = "withdraw"


@dataclass(frozen=True, slots=True)
class Accept(Move):
    """Sell the ticket to the seat that has made an offer for it."""

    verb: ClassVar = "accept"
    card: Card
    seat: int


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Decline that seat's offer for the ticket."""

    verb: ClassVar = "decline"
    card: Card
    seat: int


@dataclass(frozen=True, slots=True)
class Done(Move):
    """Buy nothing any more."""

    verb: ClassVar = "done"


@dataclass(frozen=True, slots=True)
class Close(Move):
    """The director ends the trade."""

    verb: ClassVar = "close"


@dataclass(frozen=True, slots=True)
class Open(Move):
    """Open the next prize."""

    verb: ClassVar = "open"


Act = Buy | Pass | Call | MakeOffer | Withdraw | Accept | Decline | Done | Close | Open
Hand = tuple[Card, ...]
Seen = View[Table, Hand]
Here = State[Table, Hand, Card]


def start(seats: int, options: Options) -> Here:
    """The ticket pack waits to be shuffled, and then the pack to be drawn from. The director may be a seat beyond the
    last."""
    table = Table(options, "tickets", tickets=((),) * seats, chips=(0,) * seats, pool=options.carry)
    return State(table, ((),) * max(seats, options.director + 1), (PACK_52,))


def shuffled(state: Here, items: Cards) -> Here:
    """Tickets are dealt from the director's left round to the director; of the other pack five cards are prizes."""
    table, state = state.table, replace(state, events=())
    if table.phase == "draw":
        state = replace(state, down=(items[: len(PARTS)], items[len(PARTS) :], *state.down[1:]))
        return _buying(replace(state, table=replace(table, phase="buying")))
    seats, director = range(len(table.tickets)), table.options.director
    each = table.options.tickets_each or len(items) // len(seats)
    order = [*seats[director + 1 :], *seats[: director + 1]]
    dealt, rest = deal(items, order, each)
    table = replace(table, phase="draw", asked=tuple(seats))
    state = told(State(table, state.hands, (PACK_52, rest)), Event("director", director))
    for seat in order if each else ():
        state = told(_given(state, seat, dealt[seat]), Event("dealt", seat, cards=in_order(dealt[seat])))
    return state


def _given(state: Here, seat: int, cards: Cards) -> Here:
    """Tickets go to the seat and are paid for."""
    table, cost = state.table, len(cards) * state.table.options.price
    table = replace(table, pool=table.pool + cost, chips=_moved(table.chips, {seat: -cost}))
    return replace(state, table=_holding(table, seat, table.tickets[seat] + cards))


def _moved(chips: tuple[int, ...], change: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(had + change.get(seat, 0) for seat, had in enumerate(chips))


def _holding(table: Table, seat: int, tickets: Cards) -> Table:
    held = (*table.tickets[:seat], in_order(tickets), *table.tickets[seat + 1 :])
    return replace(table, tickets=held)


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: all who may still buy what was left over; the director; in the trade the buyers, and whoever has an
    offer to answer."""
    match table.phase:
        case "tickets" | "draw":
            return (DEALER,)
        case "buying":
            return table.asked
        case "trade":
            return tuple(seat for seat in range(len(table.tickets)) if seat in table.buyers or table.bids_to(seat))
        case "over":
            return ()
        case _:
            return (table.options.director,)


def offers(seen: Seen) -> Iterator[Offer]:
    """Everything depends on the table alone."""
    table, seat = seen.table, seen.seat
    match table.phase:
        case "buying" if seat in table.asked:
            yield Offer("buy")
            yield Offer("pass")
        case "calls" | "last" if seat == table.options.director:
            yield Offer("call")
        case "trade" if seat is not None:
            yield from _trade(table, seat)
        case "prizes" if seat == table.options.director:
            yield Offer("open")


def _trade(table: Table, seat: int) -> Iterator[Offer]:
    if seat in table.buyers:
        if table.offered[seat] < OFFERS:
            yield Offer("offer", (Choice(_live(table)), Range(1, HIGHEST)))
        if any(bid.seat == seat for bid in table.bids):
            yield Offer("withdraw")
        yield Offer("done")
    for card in table.held(seat):
        if bidders := tuple(str(bid.seat) for bid in table.bids if bid.card == card):
            yield Offer("accept", (Choice((card,)), Choice(bidders)))
            yield Offer("decline", (Choice((card,)), Choice(bidders)))
    if seat == table.options.director:
        yield Offer("close")


def _live(table: Table) -> Cards:
    return in_order(card for tickets in table.tickets for card in tickets)


def reason(seen: Seen, move: Act) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    """What goes on at the table, or what stands against this move in particular."""
    table, seat = seen.table, seen.seat
    match table.phase:
        case "over":
            return IllegalMove("The lottery is over.")
        case "buying":
            if seat in table.asked:
                return IllegalMove("Buy one of the tickets that are left, or pass.")
            if seat not in range(len(table.tickets)):
                return IllegalMove("The players may still buy tickets: wait for them.")
            return IllegalMove("You have bought or passed: wait for the others.")
        case "trade" if seat is not None:
            return _not_traded(table, seat, move)
        case _ if seat != table.options.director:
            return IllegalMove("Wait for the director: {seat}.", seat=table.options.director)
        case "prizes":
            return IllegalMove("All has been called: open the prizes.")
        case _:
            return IllegalMove("Call the next card.")


def _not_traded(table: Table, seat: int, move: Act) -> IllegalMove:
    match move:
        case Accept(card, _) | Decline(card, _):
            if card not in table.held(seat):
                return IllegalMove("You do not have the ticket {card}.", card=card)
            return IllegalMove("There is no such offer for {card} any more.", card=card)
        case MakeOffer() | Withdraw() | Done():
            return _not_bought(table, seat, move)
        case Close():
            return IllegalMove("Only the director closes the trade: {seat}.", seat=table.options.director)
        case _ if seat == table.options.director:
            return IllegalMove("Tickets are being bought and sold: wait until that is over, or close the trade.")
        case _:
            return IllegalMove("Tickets are being bought and sold: wait until that is over.")


def _not_bought(table: Table, seat: int, move: MakeOffer | Withdraw | Done) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    if seat >= len(table.tickets):
        return IllegalMove("You direct and do not play: only players buy and sell.")
    if table.tickets[seat]:
        return IllegalMove(
            "You have a ticket of your own, {card}: only those without one buy. You may sell it if somebody offers.",
            card=table.tickets[seat][0],
        )
    if seat not in table.asked:
        return IllegalMove("You have said that you buy no more.")
    match move:
        case MakeOffer() if table.offered[seat] == OFFERS:
            return IllegalMove("You have made {n} offers, and may make no more.", n=OFFERS)
        case MakeOffer(card, _) if table.holder(card) is None:
            return IllegalMove("Nobody has the ticket {card}.", card=card)
        case MakeOffer():
            return IllegalMove("Offer from 1 to {n} chips.", n=HIGHEST)
        case _:
            return IllegalMove("You have no open offer.")


def apply(state: Here, seat: int, move: Act) -> Here:  # noqa: C901, PLR0911  # one case a verb
    """The sale, the calls, the trade or the prizes go on."""
    table, state = state.table, replace(state, events=())
    match move:
        case Buy():
            prizes, pack, rest = state.down
            state = told(_given(state, seat, rest[:1]), Event("buys", seat, cards=rest[:1]))
            return _buying(_unasked(replace(state, down=(prizes, pack, rest[1:])), seat))
        case Pass():
            return _buying(_unasked(told(state, Event("passes", seat)), seat))
        case Call():
            return _called(state)
        case MakeOffer(card, amount):
            offered = tuple(count + (other == seat) for other, count in enumerate(table.offered))
            bids = (*_others(table, seat), Bid(seat, f"{card} {amount}"))
            table = replace(table, offered=offered, bids=tuple(sorted(bids, key=lambda bid: bid.seat)))
            made = Event("offers", seat, to=table.holder(card), cards=(card,), amount=amount)
            return told(replace(state, table=table), made)
        case Withdraw():
            return told(_answered(state, seat), Event("withdraws", seat))
        case Accept(card, buyer):
            return _traded(_sold(state, seat, buyer, card))
        case Decline(card, bidder):
            return told(_answered(state, bidder), Event("declines", seat, to=bidder, cards=(card,)))
        case Done():
            return _traded(_unasked(told(_answered(state, seat), Event("done", seat)), seat))
        case Close():
            closed = replace(table, asked=())
            return _traded(told(replace(state, table=closed), Event("closed", seat)))
        case Open():
            return _prize(state)
        case _:
            assert_never(move)


def _unasked(state: Here, seat: int) -> Here:
    asked = tuple(other for other in state.table.asked if other != seat)
    return replace(state, table=replace(state.table, asked=asked))


def _buying(state: Here) -> Here:
    """The sale goes on while tickets are left over and somebody may yet buy one; then the pool stands."""
    table, rest = state.table, state.down[2]
    if rest and table.asked:
        asked = len(table.asked) == len(table.tickets)
        return told(state, Event("left", amount=len(rest))) if asked else state
    state = replace(state, table=replace(table, phase="calls", asked=()))
    return told(state, Event("pool", amount=table.pool))


def _called(state: Here) -> Here:
    """The next card is turned, and the equal ticket is out. With five left the trade begins; after the last, prizes."""
    prizes, (card, *more), rest = state.down
    table, holder = state.table, state.table.holder(card)
    table = replace(table, called=(*table.called, card))
    if holder is not None:
        table = replace(_holding(table, holder, without(table.tickets[holder], (card,))), out=(*table.out, card))
    state = told(replace(state, table=table, down=(prizes, tuple(more), rest)), Event("called", holder, cards=(card,)))
    if len(more) == LAST:
        return _trading(state)
    return replace(state, table=replace(table, phase="prizes")) if not more else state


def _trading(state: Here) -> Here:
    """Whoever has no live ticket may buy one, if there is any."""
    table, seats = state.table, range(len(state.table.tickets))
    table = replace(table, phase="trade", asked=tuple(seats), offered=(0,) * len(seats))
    state = replace(state, table=table)
    if table.buyers and _live(table):
        return told(state, Event("trade"))
    return _traded(replace(state, table=replace(table, asked=())))


def _traded(state: Here) -> Here:
    """The trade goes on while somebody without a ticket is not done. Offers that are open then lapse."""
    table = state.table
    if table.buyers:
        return state
    return replace(state, table=replace(table, phase="last", asked=(), bids=(), offered=()))


def _others(table: Table, seat: int) -> tuple[Bid, ...]:
    return tuple(bid for bid in table.bids if bid.seat != seat)


def _answered(state: Here, bidder: int) -> Here:
    """That seat's offer is open no more."""
    return replace(state, table=replace(state.table, bids=_others(state.table, bidder)))


def _sold(state: Here, seller: int, buyer: int, card: Card) -> Here:
    """Ticket and chips change hands. Offers of others for the ticket go to its new holder."""
    table = state.table
    amount = next(bid.amount for bid in table.bids if bid.seat == buyer)
    table = _holding(table, seller, without(table.tickets[seller], (card,)))
    table = _holding(table, buyer, (card,))
    table = replace(table, bids=_others(table, buyer), chips=_moved(table.chips, {seller: amount, buyer: -amount}))
    return told(replace(state, table=table), Event("sells", seller, to=buyer, cards=(card,), amount=amount))


def _prize(state: Here) -> Here:
    """The next prize is opened: whoever has the equal ticket wins it. What nobody wins is left to the next lottery."""
    table, ((card, *more), *others) = state.table, state.down
    amount, winner = table.prizes[len(table.opened)], table.holder(card)
    if winner is None:
        table = replace(table, left=table.left + amount)
    else:
        table = replace(table, chips=_moved(table.chips, {winner: amount}))
    table = replace(table, opened=(*table.opened, card))
    state = told(
        replace(state, table=table, down=(tuple(more), *others)), Event("prize", winner, cards=(card,), amount=amount)
    )
    if more:
        return state
    state = replace(state, table=replace(table, phase="over"))
    return told(state, Event("carried", amount=table.left)) if table.left else state


def moment(seen: Seen) -> tuple[int | str | None, ...]:
    """What is offered for the seat's tickets: the same words may mean another price."""
    table, seat = seen.table, seen.seat
    bids = table.bids_to(seat) if seat is not None else ()
    return (table.phase, *(word for bid in bids for word in (bid.seat, bid.card, bid.amount)))


def time_out(seen: Seen) -> Act | None:
    """A buyer passes or is done; a holder declines the lowest seat's offer; the director calls and opens."""
    table, seat = seen.table, seen.seat
    if table.phase == "trade" and seat is not None and (bids := table.bids_to(seat)):
        return Decline(bids[0].card, bids[0].seat)
    found = tuple(offers(seen))
    meek: tuple[Act, ...] = (Pass(), Call(), Open(), Done())
    return next((move for move in meek if admits(found, move.words())), None)


def payoffs(table: Table) -> tuple[int, ...]:
    """Prizes and sales, less tickets, all reckoned at the end."""
    return table.chips if table.phase == "over" else (0,) * len(table.chips)


def outcome(table: Table) -> Mapping[str, Json] | None:
    """What is left to the chat's next lottery."""
    return {"carry": table.left} if table.phase == "over" else None


GAME: Game[Table, Hand, Card, Act] = Game(
    slug="english_lottery",
    seats=(2, 26),
    options=Options,
    moves=(Buy, Pass, Call, MakeOffer, Withdraw, Accept, Decline, Done, Close, Open),
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
    private=False,
    offices=("director",),
    legacy=Legacy("carry", "carry"),
)
