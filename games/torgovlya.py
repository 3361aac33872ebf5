"""Торговля (torgovlya, trading): three cards, which one betters until they belong together.

Everybody stakes on the pot and gets three cards. Then all trade in turn, to the right, the banker last: for money, a
card of theirs for the top one of the pack and a chip to the banker; or by barter, a card of theirs for one of the
right neighbour's choosing. Whoever holds a tricon (three of a rank), a sequence or a poen (three of a suit) may show it
at any time; then all hands are opened, and the best at the table wins the pot. Bank, deal and trade go to the right.

From an old Russian card book, the Commerce of others. What beats what between unlike combinations, the bound of the
circles and what becomes of a pot that nobody wins are ours.

Hidden are the hands, with the card that is offered and what a seat remembers of its own trades, and the pack (`down`).

Events; `seat` is who, `amount` chips unless said otherwise:

- lot: seat drew a card for the first deal · dealer: the lot made seat the first banker
- bank: seat is the banker; amount is the deal's number, from 1 · pot: so much lies in it once all have staked
- dealt: cards of seat, heard by it alone
- buys: seat · bought: cards, the one that went under the pack and the one that came, heard by seat alone
- offers: seat, a card to whom (to) · swaps: seat gave it, and `to` gave one for it
- swapped: cards, the one that seat gave to `to` and the one that it got for it, heard by seat alone
- shows: seat · opens: seat, its cards; text is what they make, if anything
- wins: seat, the pot (amount) · fee: the winner (seat) gives so much of it to the banker (to)
- undecided: nobody has shown; so much (amount) stays in the pot
- shared: it was the last deal, and everybody gets so much of the pot back
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, assert_never

import games.options as option
from games.beating import dealer_by_lot, told
from games.cards import PACK_52, Card, Cards, deal, in_order, order, rank, suit, without
from games.core import DEALER, Event, Game, Json, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer

HELD: Final = 3
"""So many cards everybody holds."""
PRICE: Final = 1
"""What a card of the pack costs, and what the winner gives the banker, in chips."""
UNDER: Final = "pack"
"""Where a card has gone that lies under the pack, in a seat's memory."""

# What three cards make

Kind = Literal["poen", "sequence", "tricon"]
KINDS: Final[tuple[Kind, ...]] = ("poen", "sequence", "tricon")
"""The combinations, the lowest first."""


def kind(cards: Cards) -> Kind | None:
    """The combination that three cards make: of one rank, of one suit in a row (the ace high only), of one suit."""
    low, middle, high = sorted(map(rank, cards))
    if low == high:
        return "tricon"
    if len(set(map(suit, cards))) > 1:
        return None
    return "sequence" if (middle, high) == (low + 1, low + 2) else "poen"


def points(cards: Cards) -> int:
    """The sum of a poen: an ace 11, a king, a queen, a jack ten, other cards their pips."""
    return sum(11 if card[0] == "A" else min(rank(card) + 2, 10) for card in cards)


def strength(cards: Cards) -> tuple[int, ...]:
    """What is compared: the greater the better, empty where the cards make nothing. Suits do not count."""
    ranks = sorted(map(rank, cards), reverse=True)
    match kind(cards):
        case None:
            return ()
        case "poen":
            return (KINDS.index("poen"), points(cards), *ranks)
        case found:
            return (KINDS.index(found), ranks[0])


# The table


@dataclass(frozen=True, slots=True)
class Options:
    """`dealer` None: the first banker by lot. `deals` 0: everybody banks once. A deal has `circles` circles."""

    dealer: int | None = option.seat()
    ante: int = option.chips(1)
    deals: int = option.number(0, low=0)
    circles: int = option.number(10)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards, the one among them that it has offered for barter, and where it has sent others in this deal:
    `2:9C` is the nine of clubs given to seat 2, `pack:9C` put under the pack, in order.

    What is gone is written as a word, since the card itself lies elsewhere."""

    cards: Cards = ()
    offered: Cards = ()
    gone: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.cards + self.offered)

    @property
    def all(self) -> Cards:
        """The three cards: until the barter is answered the offered one is still the seat's."""
        return in_order(self.cards + self.offered)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open."""

    options: Options
    won: tuple[int, ...]
    """Each seat's net change of chips by what is settled: pots won, and cards bought in deals that are over."""
    dues: tuple[int, ...]
    """The same by the cards bought in this deal."""
    phase: Literal["lot", "shuffle", "trade", "answer", "over"] = "lot"
    banker: int = -1
    deals: int = 0
    """The deal's number, from 1."""
    circle: int = 0
    """The circle's number in this deal, from 1."""
    acting: int = -1
    """Who trades now; in the phase `answer` who has offered a card."""
    pot: int = 0
    """What lies on the table: an equal part from everybody."""
    winners: tuple[int | None, ...] = ()
    """Who won each deal that is over."""

    def right(self, seat: int) -> int:
        """The right neighbour."""
        return (seat - 1) % len(self.won)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats as cards are dealt to them and as they act: to the right, the banker last."""
        return tuple((self.banker - step) % len(self.won) for step in range(1, len(self.won) + 1))

    @property
    def part(self) -> int:
        """What each seat has in the pot."""
        return self.pot // len(self.won)

    @property
    def most_deals(self) -> int:
        """How many deals are played."""
        return self.options.deals or len(self.won)


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Put a card under the pack and take the top one: «на деньги»."""

    verb: ClassVar = "buy"
    card: Card


@dataclass(frozen=True, slots=True)
class Barter(Move):
    """Offer a card to the right neighbour: «на мену»."""

    verb: ClassVar = "barter"
    card: Card


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Give a card for the one that is offered."""

    verb: ClassVar = "give"
    card: Card


@dataclass(frozen=True, slots=True)
class Show(Move):
    """Show a combination."""

    verb: ClassVar = "show"


Act = Buy | Barter | Give | Show
Seen = View[Table, Hand]
Here = State[Table, Hand, Card]


def start(seats: int, options: Options) -> Here:
    """The pack waits to be shuffled: for the lot, or for the first deal if the banker is named."""
    nothing = (0,) * seats
    state: Here = State(Table(options, won=nothing, dues=nothing), (Hand(),) * seats, (PACK_52,))
    return state if options.dealer is None else _next_deal(state, options.dealer)


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance; who trades; the right neighbour to whom a card is offered."""
    match table.phase:
        case "lot" | "shuffle":
            return (DEALER,)
        case "trade":
            return (table.acting,)
        case "answer":
            return (table.right(table.acting),)
        case "over":
            return ()


def offers(seen: Seen) -> Iterator[Offer]:
    """To trade or to answer with any card, in turn; to show, at any time. Each of these tells something of a hand, so
    nothing is to be seen in public."""
    table, hand = seen.table, seen.hand
    if not hand:
        return
    if seen.seat in turn(table):
        for verb in ("buy", "barter") if table.phase == "trade" else ("give",):
            yield Offer(verb, (Choice(hand.cards),))
    if kind(hand.all):
        yield Offer("show")


def reason(seen: Seen, move: Act) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    """What is wanting in the hand, for whom the seat has to wait, or what it may do instead."""
    table, seat = seen.table, seen.seat
    if table.phase == "over":
        return IllegalMove("The game is over.")
    if isinstance(move, Show):
        return IllegalMove("You hold no tricon, no sequence and no poen: there is nothing to open.")
    if seat not in turn(table):
        if table.phase == "answer" and seat == table.acting:
            return IllegalMove("Your card is offered: {seat} answers with another.", seat=turn(table)[0])
        return IllegalMove("It is the turn of {seat}.", seat=turn(table)[0])
    if table.phase == "answer" and not isinstance(move, Give):
        return IllegalMove("A card is offered to you: give one of yours for it.")
    if table.phase == "trade" and isinstance(move, Give):
        return IllegalMove("Nobody has offered you a card: trade for money or by barter.")
    return IllegalMove("You do not hold {card}.", card=move.card)


def apply(state: Here, seat: int, move: Act) -> Here:
    """A card is bought, offered or given for another, or the deal ends with a show."""
    state = replace(state, events=())
    match move:
        case Buy(card):
            return _next(_bought(state, seat, card))
        case Barter(card):
            hand, right = state.hands[seat], state.table.right(seat)
            state = _holding(state, seat, replace(hand, cards=without(hand.cards, (card,)), offered=(card,)))
            return told(replace(state, table=replace(state.table, phase="answer")), Event("offers", seat, to=right))
        case Give(card):
            return _next(_swapped(state, state.table.acting, seat, card))
        case Show():
            return _shown(told(state, Event("shows", seat)))
        case _:
            assert_never(move)


def shuffled(state: Here, items: Cards) -> Here:
    """The lot makes the first banker; or everybody stakes and gets three cards, one at a time from the banker's right
    round to the banker, and the right neighbour begins."""
    table, state = state.table, replace(state, events=())
    if table.phase == "lot":
        banker, events = dealer_by_lot(items, len(table.won))
        return _next_deal(told(state, *events), banker)
    hands, pack = deal(items, table.order, HELD)
    pot = table.pot + table.options.ante * len(table.won)
    table = replace(table, phase="trade", circle=1, acting=table.order[0], pot=pot)
    state = State(table, tuple(Hand(in_order(hands[seat])) for seat in range(len(table.won))), (pack,), state.events)
    state = told(state, Event("bank", table.banker, amount=table.deals), Event("pot", amount=pot))
    return told(state, *(Event("dealt", seat, cards=state.hands[seat].cards, audience=(seat,)) for seat in table.order))


def _holding(state: Here, seat: int, hand: Hand) -> Here:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _bought(state: Here, seat: int, card: Card) -> Here:
    """The card goes under the pack before the top one comes. The banker has nobody to pay."""
    table, hand, pack = state.table, state.hands[seat], (*state.down[0], card)
    cards = in_order((*without(hand.cards, (card,)), pack[0]))
    state = _holding(state, seat, replace(hand, cards=cards, gone=(*hand.gone, f"{UNDER}:{card}")))
    table = replace(table, dues=_paid(table.dues, seat, table.banker, PRICE))
    bought = Event("bought", seat, cards=(card, pack[0]), audience=(seat,))
    return told(replace(state, table=table, down=(pack[1:],)), Event("buys", seat), bought)


def _paid(chips: tuple[int, ...], payer: int, receiver: int, amount: int) -> tuple[int, ...]:
    return tuple(had + amount * ((seat == receiver) - (seat == payer)) for seat, had in enumerate(chips))


def _swapped(state: Here, seat: int, other: int, card: Card) -> Here:
    """The card that seat has offered and the other's change hands. The two of them alone hear which."""
    (offered,) = state.hands[seat].offered
    state = told(state, Event("swaps", seat, to=other))
    for giver, taker, given, got in ((seat, other, offered, card), (other, seat, card, offered)):
        hand = state.hands[giver]
        cards = in_order((*without(hand.all, (given,)), got))
        state = _holding(state, giver, Hand(cards, gone=(*hand.gone, f"{taker}:{given}")))
        state = told(state, Event("swapped", giver, to=taker, cards=(given, got), audience=(giver,)))
    return state


def _next(state: Here) -> Here:
    """The next seat trades, and after the banker a new circle begins; after the last circle nobody has won."""
    table = state.table
    if table.acting != table.banker:
        return replace(state, table=replace(table, phase="trade", acting=table.right(table.acting)))
    if table.circle < table.options.circles:
        return replace(state, table=replace(table, phase="trade", acting=table.order[0], circle=table.circle + 1))
    return _deal_over(told(state, Event("undecided", amount=table.pot)), None)


def _shown(state: Here) -> Here:
    """All hands are opened, and the best one wins; of equal ones the banker's, else the first in acting order."""
    table, hands = state.table, [hand.all for hand in state.hands]
    opened = (Event("opens", seat, cards=hands[seat], text=kind(hands[seat])) for seat in table.order)
    winner = max((table.banker, *table.order[:-1]), key=lambda seat: strength(hands[seat]))
    state = told(state, *opened, Event("wins", winner, amount=table.pot))
    chips = tuple(won - table.part + table.pot * (seat == winner) for seat, won in enumerate(table.won))
    if winner != table.banker:
        state = told(state, Event("fee", winner, to=table.banker, amount=PRICE))
        chips = _paid(chips, winner, table.banker, PRICE)
    return _deal_over(replace(state, table=replace(table, won=chips, pot=0)), winner)


def _deal_over(state: Here, winner: int | None) -> Here:
    """Bought cards are paid for. The right neighbour banks next; after the last deal a pot is given back.

    Everybody's part in it is equal, so giving back is sharing equally, and never leaves a remainder.
    """
    table = state.table
    won = tuple(had + due for had, due in zip(table.won, table.dues, strict=True))
    table = replace(table, won=won, dues=(0,) * len(won), winners=(*table.winners, winner))
    state = replace(state, table=table, hands=(Hand(),) * len(won), down=(PACK_52,))
    if table.deals != table.most_deals:
        return _next_deal(state, table.right(table.banker))
    if table.pot:
        state = told(state, Event("shared", amount=table.part))
    return replace(state, table=replace(table, phase="over", acting=-1, pot=0))


def _next_deal(state: Here, banker: int) -> Here:
    """That seat is the banker; the pack waits to be shuffled."""
    return replace(state, table=replace(state.table, phase="shuffle", banker=banker, deals=state.table.deals + 1))


def moment(seen: Seen) -> tuple[int | str | None, ...]:
    """The deal and the hand: another's answer to a barter may put a new hand under the same words."""
    return (seen.table.deals, *(seen.hand.all if seen.hand else ()))


def time_out(seen: Seen) -> Act | None:
    """What is worth showing is shown; else the lowest card, of equal ones the first in the order S C D H, is traded for
    money or given."""
    verbs = [offer.verb for offer in offers(seen)]
    if "show" in verbs:
        return Show()
    if not verbs or not seen.hand:
        return None
    lowest = min(seen.hand.cards, key=order)
    return Buy(lowest) if "buy" in verbs else Give(lowest)


def last(table: Table) -> tuple[str, int]:
    """The deal whose cards are out."""
    return "deals", table.deals


def payoffs(table: Table) -> tuple[int, ...]:
    """By the deals settled. A pot that stays is settled with the deal in which it is won, or never."""
    return table.won


def outcome(table: Table) -> Mapping[str, Json] | None:
    """Who won each deal, a seat or nobody."""
    return {"winners": table.winners} if table.phase == "over" else None


GAME: Game[Table, Hand, Card, Act] = Game(
    slug="torgovlya",
    seats=(3, 10),
    options=Options,
    moves=(Buy, Barter, Give, Show),
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
    last=last,
)
