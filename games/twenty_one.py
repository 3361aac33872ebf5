"""Двадцать один (twenty-one): a banker against every other player, with a shoe of 104 cards.

Punters stake, get two cards each, and buy more to come near 21 and not over; the banker plays last and takes equal
totals. The bank holds for a whole shoe, then goes to the right; the old banker may first bid for the next bank, and if
it is sold the two change places at the table. The game is over when every place has had its bank.

From an old Russian parlour book, and older than blackjack: a bought 21 is paid twice, the banker's takes twice, his
natural three times, and a late stake, added on seeing one's cards, can be lost but never wins. Eleven and a half is
this game with other `Values` and one card dealt instead of two: the number 21 stands nowhere in the rules below.

Hidden are the dealt cards (`hands`), the shoe and the cards thrown in (the two piles of `down`). Bought cards lie open
(`Spot.open`), and so do a punter's who has shown his natural.

Events; `seat` is who, `amount` chips unless said otherwise:

- drawn: cards turned up for seats 0, 1, 2, … in turn; the last, an ace, made seat the first banker
- bank: seat holds it; amount is its number, from 1 · cuts: seat; the top card went to the bottom
- stakes, adds: seat, amount · sits: seat is out of this deal · deals: the banker (seat); amount is the deal's number
- dealt: cards of seat, heard by it alone
- reshuffled: the shoe was empty and amount thrown-in cards became it; this deal is the bank's last
- banker_natural: the banker (seat) shows it (cards); everybody pays three times · natural: a punter's (seat, cards)
- buys: seat, cards (one) · adds_late: seat, amount · stands: seat · dead: seat is over the mark and shows all its cards
- shows: all cards of seat at the settlement · wins, loses: a punter (seat), amount
- bank_over: seat has held it · bids: the old banker (seat), amount · passes: he does not
- sells: seat, to whom, amount · keeps: seat
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal, assert_never

import games.options as option
from games.banking import (
    TWENTY_ONE,
    BankTable,
    Buy,
    Deal,
    Spot,
    Stake,
    Stand,
    Values,
    all_cards,
    cleared,
    held,
    laid,
    looked_at,
    owing,
    paid,
    reckoned,
    thrown_in,
    told,
)
from games.cards import PACK_104, Card, Cards
from games.core import DEALER, Event, Game, Json, State, View
from games.moves import IllegalMove, Move
from games.offers import Offer, Range, admits


@dataclass(frozen=True, slots=True)
class Options:
    """`dealer` None: the first banker is drawn. `deals` 0: as long as there are banks. `banks` 0: one for each
    place."""

    dealer: int | None = option.seat()
    deals: int = option.number(0, low=0)
    banks: int = option.number(0, low=0, high=lambda seats: seats)
    min_stake: int = option.chips(1)
    max_stake: int = option.chips(100)
    bank_sale: bool = option.flag(True)

    def __post_init__(self) -> None:
        if self.min_stake > self.max_stake:
            raise option.IllegalOption("The lowest stake may not be above the highest.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(BankTable):
    """What lies open. Of `dues` the price of a bank is a part in its first deal; a sale exchanges two `places`."""

    options: Options
    each: int
    """How many cards each is dealt."""
    phase: Literal["draw", "shuffle", "stakes", "deal", "punters", "banker", "bid", "sale", "over"] = "draw"
    owed: tuple[int, ...] = ()
    """The seats to which a card is owed, in order: between two moves nobody, unless the shoe has run out."""
    bank: int = 0
    """The bank's number, from 1."""
    deals: int = 0
    """How many deals there were, the one whose cards are out included."""
    last: bool = False
    """Whether the shoe has run out in this deal, which makes it the bank's last."""
    price: int = 0
    """What the old banker bids for the next bank."""

    @property
    def banks(self) -> int:
        """How many banks there are, if deals do not come to an end before."""
        return self.options.banks or len(self.places)


@dataclass(frozen=True, slots=True)
class Add(Move):
    """Stake more; when the cards are dealt this is a late stake, which can only be lost."""

    verb: ClassVar = "add"
    amount: int


@dataclass(frozen=True, slots=True)
class Sit(Move):
    """Sit this deal out."""

    verb: ClassVar = "sit"


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Offer the next banker a price for his bank."""

    verb: ClassVar = "bid"
    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Offer nothing for the next bank."""

    verb: ClassVar = "pass"


@dataclass(frozen=True, slots=True)
class Sell(Move):
    """Take the price and change places with the old banker, who banks in one's turn."""

    verb: ClassVar = "sell"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Hold the bank oneself."""

    verb: ClassVar = "keep"


Act = Stake | Add | Sit | Deal | Buy | Stand | Bid | Pass | Sell | Keep
Seen = View[Table, Cards]
Here = State[Table, Cards, Card]


def start(seats: int, options: Options, *, values: Values, each: int) -> Here:
    """The shoe waits to be shuffled: for the draw, unless the first banker is named."""
    nothing = (0,) * seats
    table = Table(
        options=options,
        values=values,
        each=each,
        places=tuple(range(seats)),
        spots=(Spot(),) * seats,
        won=nothing,
        dues=nothing,
    )
    state: Here = State(table, hands=((),) * seats, down=(PACK_104, ()))
    return state if options.dealer is None else _bank(state, options.dealer)


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance; all who have neither staked nor sat out, then the banker; later on one seat at a time."""
    if table.owed or table.phase in ("draw", "shuffle"):
        return (DEALER,)
    if table.phase == "stakes":
        asked = tuple(seat for seat, spot in enumerate(table.spots) if spot.status == "asked")
        return asked or (table.banker,)
    return () if table.acting is None else (table.acting,)


def offers(seen: Seen) -> Iterator[Offer]:
    """Stakes up to the highest; in one's turn cards and late stakes; a punter exactly at the mark may only stand.

    That rule alone depends on a hand. A public view offers a punter in his turn `buy`, `stand` and `add` whatever he
    holds, so that no public button tells who is at the mark: he alone hears that the others are refused.
    """
    table, seat = seen.table, seen.seat
    if seat is None or table.owed:
        return
    if table.phase == "stakes":
        yield from _stakes(table, table.spots[seat])
    elif seat == table.acting:
        yield from _in_turn(table, table.spots[seat], seen.hand)


def _stakes(table: Table, spot: Spot) -> Iterator[Offer]:
    match spot.status:
        case "asked":
            yield Offer("stake", (Range(table.options.min_stake, table.options.max_stake),))
            yield Offer("sit")
        case "in" if room := _room(table, spot):
            yield Offer("add", (Range(1, room),))
        case "banks" if any(each.stake for each in table.spots):
            yield Offer("deal")


def _in_turn(table: Table, spot: Spot, hand: Cards | None) -> Iterator[Offer]:
    match table.phase:
        case "punters" if _at_mark(table, spot, hand):
            yield Offer("stand")
        case "punters" | "banker":
            yield Offer("buy")
            yield Offer("stand")
            if table.phase == "punters" and (room := _room(table, spot)):
                yield Offer("add", (Range(1, room),))
        case "bid":
            yield Offer("bid", (Range(1, highest_bid(table)),))
            yield Offer("pass")
        case "sale":
            yield Offer("sell")
            yield Offer("keep")


def _room(table: Table, spot: Spot) -> int:
    """How much may still be added: a late stake, too, counts towards the highest."""
    return table.options.max_stake - spot.stake - spot.late


def _at_mark(table: Table, spot: Spot, hand: Cards | None) -> bool:
    return hand is not None and table.values.at_mark(hand + spot.open)


def highest_bid(table: Table) -> int:
    """The most that may be bid for a bank."""
    return 10 * table.options.max_stake


def reason(seen: Seen, move: Act) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    """What the seat may do instead, or for whom it has to wait."""
    table, seat = seen.table, seen.seat
    if seat is None or table.phase == "over":
        return IllegalMove("The game is over.")
    spot = table.spots[seat]
    match table.phase:
        case "stakes":
            return _not_at_the_stakes(table, spot, move)
        case _ if table.acting is not None and seat != table.acting:
            return IllegalMove("It is the turn of {seat}.", seat=table.acting)
        case "punters" if _at_mark(table, spot, seen.hand):
            return IllegalMove("You are exactly at the mark and may only say enough.")
        case "punters" if isinstance(move, Add):
            return _no_room(table, spot)
        case "bid":
            return IllegalMove("Bid from 1 to {n} chips for the next bank, or pass.", n=highest_bid(table))
        case "sale":
            return IllegalMove("The bank is yours: sell it for {n} chips, or keep it.", n=table.price)
        case _:
            return IllegalMove("The cards are dealt: buy one more, or say enough.")


def _not_at_the_stakes(  # noqa: PLR0911  # one return a reason
    table: Table, spot: Spot, move: Act
) -> IllegalMove:
    match spot.status:
        case "banks" if isinstance(move, Deal):
            return IllegalMove("Nobody has staked yet: wait for a stake.")
        case "banks":
            return IllegalMove("You hold the bank: deal when there is a stake.")
        case _ if isinstance(move, Deal):
            return IllegalMove("Wait for the deal: {seat} is the dealer.", seat=table.banker)
        case "asked":
            n_low, n_high = table.options.min_stake, table.options.max_stake
            return IllegalMove(
                "Stake from {n_low} to {n_high} chips, or sit this deal out.", n_low=n_low, n_high=n_high
            )
        case "out":
            return IllegalMove("You sit this deal out: wait for the next one.")
        case _ if isinstance(move, Sit):
            return IllegalMove("You have staked: whoever has staked stays in.")
        case _ if isinstance(move, Stake) and _room(table, spot):
            return IllegalMove(
                "You have staked. Under “My cards” you may raise it by 1 to {n} chips.", n=_room(table, spot)
            )
        case _:
            return _no_room(table, spot)


def _no_room(table: Table, spot: Spot) -> IllegalMove:
    if room := _room(table, spot):
        return IllegalMove("You may add from 1 to {n} chips to your stake.", n=room)
    return IllegalMove("Your stake is the highest there may be.")


def apply(state: Here, seat: int, move: Act) -> Here:  # noqa: C901, PLR0911, PLR0912  # one case a verb
    """Stakes and cards lie before the seat, or the deal, the bank or the game goes on."""
    table, spot, state = state.table, state.table.spots[seat], replace(state, events=())
    match move:
        case Stake(amount):
            state = told(state, Event("stakes", seat, amount=amount))
            return laid(state, seat, replace(spot, status="in", stake=amount))
        case Add(amount) if table.phase == "stakes":
            state = told(state, Event("adds", seat, amount=amount))
            return laid(state, seat, replace(spot, stake=spot.stake + amount))
        case Add(amount):
            state = told(state, Event("adds_late", seat, amount=amount))
            return laid(state, seat, replace(spot, late=spot.late + amount))
        case Sit():
            state = laid(told(state, Event("sits", seat)), seat, replace(spot, status="out"))
            anybody = any(each.status in ("asked", "in") for each in state.table.spots)
            return state if anybody else _bank_over(reckoned(state))
        case Deal():
            return _deal(state)
        case Buy():
            return _hand_out(replace(state, table=replace(table, owed=(seat,))))
        case Stand():
            state = told(state, Event("stands", seat))
            if spot.status == "banks":
                return _settlement(state)
            return _next_punter(laid(state, seat, replace(spot, status="stands")))
        case Bid(amount):
            sale = replace(table, phase="sale", price=amount, acting=_heir(table))
            return told(replace(state, table=sale), Event("bids", seat, amount=amount))
        case Pass():
            return _bank(told(state, Event("passes", seat)), _heir(table))
        case Sell():
            return _sold(state, seat)
        case Keep():
            return _bank(told(state, Event("keeps", seat)), seat)
        case _:
            assert_never(move)


def shuffled(state: Here, items: Cards) -> Here:
    """The first ace makes the first banker; a bank's shoe is cut; or the cards thrown in become the shoe in a deal."""
    table, state = state.table, replace(state, events=())
    match table.phase:
        case "draw":
            ace = next(place for place, card in enumerate(items) if card[0] == "A")
            banker = ace % len(table.places)
            return _bank(told(state, Event("drawn", banker, cards=items[: ace + 1])), banker)
        case "shuffle":
            state = replace(state, table=replace(table, phase="stakes"), down=(items[1:] + items[:1], ()))
            cutter = table.order(1)[0]
            return told(state, Event("bank", table.banker, amount=table.bank), Event("cuts", cutter))
        case _:
            return _hand_out(told(replace(state, down=(items, ())), Event("reshuffled", amount=len(items))))


def _deal(state: Here) -> Here:
    """A card each and then another, to those who have staked, from the banker's right; the banker is last."""
    table = state.table
    spots = tuple(replace(spot, status="out") if spot.status == "asked" else spot for spot in table.spots)
    order = tuple(seat for seat in table.order(-1) if spots[seat].status != "out")
    table = replace(table, phase="deal", deals=table.deals + 1, spots=spots, owed=order * table.each)
    return _hand_out(told(replace(state, table=table), Event("deals", table.banker, amount=table.deals)))


def _hand_out(state: Here) -> Here:
    """Cards for those to whom they are owed. Where the shoe gives out, the cards thrown in wait to be shuffled.

    There always are some: hands that are not over the mark, one a seat, are far from holding all 104 cards.
    """
    table, (shoe, thrown) = state.table, state.down
    if not table.owed:
        return _dealt(state)
    if not shoe:
        return replace(state, table=replace(table, last=True), down=(thrown, ()))
    seat, *owed = table.owed
    state = replace(state, table=replace(table, owed=tuple(owed)), down=(shoe[1:], thrown))
    if table.phase == "deal":
        return _hand_out(held(state, seat, (*state.hands[seat], shoe[0])))
    return _bought(state, seat, shoe[0])


def _dealt(state: Here) -> Here:
    """Everybody looks. A natural of the banker's is shown at once, takes three times every stake, and ends the deal."""
    banker, values = state.table.banker, state.table.values
    state = looked_at(state)
    if not values.at_mark(state.hands[banker]):
        return _next_punter(state)
    state = told(state, Event("banker_natural", banker, cards=state.hands[banker]))
    for seat in state.table.those(-1, "in"):
        state = paid(state, seat, -3 * state.table.spots[seat].stake)
    return _deal_over(state)


def _next_punter(state: Here) -> Here:
    """The next punter's turn; a natural is opened in its turn and paid once. After them the banker's, if he has anybody
    left to settle with."""
    for seat in state.table.those(-1, "in"):
        hand, spot = state.hands[seat], state.table.spots[seat]
        if not state.table.values.at_mark(hand):
            return replace(state, table=replace(state.table, phase="punters", acting=seat))
        state = laid(held(state, seat, ()), seat, replace(spot, status="natural", open=hand))
        state = paid(told(state, Event("natural", seat, cards=hand)), seat, spot.stake)
    if state.table.those(-1, "stands"):
        return replace(state, table=replace(state.table, phase="banker", acting=state.table.banker))
    return _deal_over(state)


def _bought(state: Here, seat: int, card: Card) -> Here:
    """The card lies open. A hand over the mark is dead and shown: a punter pays at once, his cards are thrown in."""
    spot = state.table.spots[seat]
    state = laid(state, seat, replace(spot, open=(*spot.open, card)))
    state = told(state, Event("buys", seat, cards=(card,)))
    cards = all_cards(state, seat)
    if not state.table.values.over(cards):
        return state
    state = told(state, Event("dead", seat, cards=cards))
    if spot.status == "banks":
        return _settlement(state)
    state = paid(thrown_in(state, (seat,)), seat, -spot.stake - spot.late)
    return _next_punter(laid(state, seat, replace(spot, status="dead", open=())))


def _settlement(state: Here) -> Here:
    """The banker and every punter still in open their cards and settle."""
    table, values = state.table, state.table.values
    banker = all_cards(state, table.banker)
    if not values.over(banker):
        state = told(state, Event("shows", table.banker, cards=banker))
    for seat in state.table.those(-1, "stands"):
        cards, spot = all_cards(state, seat), table.spots[seat]
        state = told(state, Event("shows", seat, cards=cards))
        state = paid(state, seat, winnings(values, cards, banker, spot))
    return _deal_over(state)


def winnings(values: Values, punter: Cards, banker: Cards, spot: Spot) -> int:
    """What a punter who is not dead wins; what he loses is negative.

    The banker's mark takes twice, a punter's is paid twice, equal totals are the banker's; a late stake never wins.
    """
    if values.at_mark(banker):
        return -2 * spot.stake - spot.late
    if values.over(banker) or values.total(punter) > values.total(banker):
        return 2 * spot.stake if values.at_mark(punter) else spot.stake
    return -spot.stake - spot.late


def _deal_over(state: Here) -> Here:
    """All cards are thrown in and the dues are paid. The next deal follows, or the next bank, or nothing."""
    state = reckoned(thrown_in(state, range(len(state.hands))))
    table = state.table
    if table.deals == table.options.deals:
        return replace(state, table=replace(cleared(table), phase="over"))
    if table.last or not state.down[0]:
        return _bank_over(state)
    return replace(state, table=cleared(replace(table, phase="stakes")))


def _bank_over(state: Here) -> Here:
    """The game is over with the last bank; else the old banker may bid before the next one begins."""
    state = told(state, Event("bank_over", state.table.banker))
    table = cleared(state.table)
    if table.bank == table.banks:
        return replace(state, table=replace(table, phase="over"))
    if table.options.bank_sale:
        return replace(state, table=replace(table, phase="bid", acting=table.banker))
    return _bank(state, _heir(table))


def _heir(table: Table) -> int:
    """The rightful next banker: the old one's right neighbour."""
    return table.order(-1)[0]


def _sold(state: Here, seller: int) -> Here:
    """The buyer pays, the two change places, and the buyer banks in the seller's turn."""
    table, buyer = state.table, state.table.banker
    swap = {seller: buyer, buyer: seller}
    state = replace(state, table=replace(table, places=tuple(swap.get(seat, seat) for seat in table.places)))
    state = told(state, Event("sells", seller, to=buyer, amount=table.price))
    return _bank(owing(state, buyer, seller, table.price), buyer)


def _bank(state: Here, banker: int) -> Here:
    """That seat holds the bank; a full shoe waits to be shuffled for it."""
    table = state.table
    table = replace(table, phase="shuffle", banker=banker, bank=table.bank + 1, last=False, price=0)
    return replace(state, table=cleared(table), down=(PACK_104, ()))


def moment(seen: Seen) -> tuple[int | str | None, ...]:
    """Bank and deal: who has not staked in one is asked in the same words for the next."""
    return seen.table.bank, seen.table.deals


def time_out(seen: Seen) -> Act | None:
    """A punter sits out or stands; a banker deals, stands, passes, keeps his bank."""
    found = tuple(offers(seen))
    meek: tuple[Act, ...] = (Sit(), Deal(), Stand(), Pass(), Keep())
    return next((move for move in meek if admits(found, move.words())), None)


def last(table: Table) -> tuple[str, int]:
    """The deal whose cards are out, or else the next one."""
    return "deals", table.deals + (table.phase not in ("deal", "punters", "banker"))


def payoffs(table: Table) -> tuple[int, ...]:
    """By the deals settled; the price of a bank is reckoned with its first deal, or with its end if it has none."""
    return table.won


def outcome(table: Table) -> Mapping[str, Json] | None:
    """Nothing beside the payoffs."""
    return {} if table.phase == "over" else None


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="twenty_one",
    seats=(2, 24),
    options=Options,
    moves=(Stake, Add, Sit, Deal, Buy, Stand, Bid, Pass, Sell, Keep),
    table=Table,
    hand=Cards,
    start=partial(start, values=TWENTY_ONE, each=2),
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
