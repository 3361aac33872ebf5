"""Очко (ochko): a banker against every other player, with two fresh packs each deal, and cards bought face down.

The banker declares a bank, and the punters' stakes together may not be above it. Two cards each; 21 in hand is shown
and settled at once, the banker's first. Then everybody buys up to three cards, the banker before all others unless it
is agreed that he is the last, and nobody shows what he has come to until all hands are opened. The deal goes round to
the left.

From an old Russian page of card games, a cousin of twenty-one: it knows no late stakes, no sale of the bank and no
double pay for a bought 21; equal totals give the stake back, and a banker who is over pays twice, but is quits with
punters who are over too.

Hidden are the hands, bought cards included, and the shoe (`down`). A hand over 21 stays in hand like any other, says
`stand` like any other, and is offered the same: nothing here asks what a hand is worth before the settlement.

Events; `seat` is who, `amount` chips unless said otherwise:

- lot: seat drew a card for the first deal · dealer: the lot made seat the first banker
- bank: seat is the banker; amount is the deal's number, from 1 · declares: the banker (seat), amount
- stakes: seat, amount · passes: seat is out of this deal · skipped: all are, and the deal is over
- covered: the stakes are as high as the bank, who has none is out · deals: the banker (seat)
- dealt: cards of seat, heard by it alone
- banker_natural: the banker (seat) shows 21 in hand (cards) and takes every stake
- natural: a punter (seat) shows 21 in hand (cards) and is paid twice
- buys: seat · bought: cards, one, heard by seat alone · stops: seat has bought the third · stands: seat
- shows: all cards of seat at the settlement · wins, loses: a punter (seat), amount · quits: a punter neither wins nor
  loses
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, assert_never

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
    cleared,
    held,
    laid,
    looked_at,
    paid,
    reckoned,
    thrown_in,
    told,
)
from games.cards import PACK_52, PACK_104, Card, Cards, deal, lot
from games.core import DEALER, Event, Game, Json, State, View
from games.moves import IllegalMove, Move
from games.offers import Offer, Range, admits

DEALT: Final = 2
BOUGHT: Final = 3
"""So many cards are dealt to each, and bought at most."""

MEEK_BANK: Final = 10
"""What an absent banker declares, if so much is allowed."""


@dataclass(frozen=True, slots=True)
class Options:
    """`dealer` None: the first banker by lot. `deals` 0: everybody banks once."""

    dealer: int | None = option.seat()
    deals: int = option.number(0, low=0)
    max_bank: int = option.chips(500)
    buy_order: str = option.word("banker_first", "banker_last")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(BankTable):
    """What lies open."""

    options: Options
    phase: Literal["lot", "shuffle", "bank", "stakes", "buying", "over"] = "lot"
    deals: int = 0
    """The deal's number, from 1; one that all pass is a deal too."""
    bank: int = 0
    """What the banker has declared; 0 before he has."""

    @property
    def uncovered(self) -> int:
        """What the stakes leave of the bank."""
        return self.bank - sum(spot.stake for spot in self.spots)

    @property
    def buyers(self) -> tuple[int, ...]:
        """Who buys in this deal, or has bought, in order."""
        found = self.those(1, "in", "stands", "banks")
        return found if self.options.buy_order == "banker_last" else found[-1:] + found[:-1]

    @property
    def done(self) -> tuple[int, ...]:
        """Those of the buyers who buy no more."""
        return self.buyers[: self.buyers.index(self.acting)] if self.acting is not None else ()

    @property
    def last(self) -> bool:
        """Whether this is the last deal."""
        return self.deals == (self.options.deals or len(self.places))


@dataclass(frozen=True, slots=True)
class Bank(Move):
    """Declare the bank."""

    verb: ClassVar = "bank"
    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Stake nothing on this deal."""

    verb: ClassVar = "pass"


Act = Bank | Stake | Pass | Deal | Buy | Stand
Seen = View[Table, Cards]
Here = State[Table, Cards, Card]


def start(seats: int, options: Options) -> Here:
    """A pack waits to be shuffled for the lot, or the shoe if the first banker is named."""
    nothing = (0,) * seats
    table = Table(
        options=options,
        values=TWENTY_ONE,
        places=tuple(range(seats)),
        spots=(Spot(),) * seats,
        won=nothing,
        dues=nothing,
    )
    state: Here = State(table, hands=((),) * seats, down=(PACK_52, ()))
    return state if options.dealer is None else _next_deal(state, options.dealer)


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance; the banker; all who have neither staked nor passed; one seat after the other."""
    match table.phase:
        case "lot" | "shuffle":
            return (DEALER,)
        case "bank":
            return (table.banker,)
        case "stakes":
            return tuple(seat for seat, spot in enumerate(table.spots) if spot.status == "asked")
        case "buying" if table.acting is not None:
            return (table.acting,)
        case _:
            return ()


def offers(seen: Seen) -> Iterator[Offer]:
    """A bank; stakes that it still covers, or a deal to those who have staked; cards. No hand changes any of it."""
    table, seat = seen.table, seen.seat
    if seat is None:
        return
    match table.phase, table.spots[seat].status:
        case "bank", "banks":
            yield Offer("bank", (Range(1, table.options.max_bank),))
        case "stakes", "asked":
            yield Offer("stake", (Range(1, table.uncovered),))
            yield Offer("pass")
        case "stakes", "banks" if table.uncovered < table.bank:
            yield Offer("deal")
        case "buying", _ if seat == table.acting:
            yield Offer("buy")
            yield Offer("stand")


def reason(seen: Seen, move: Act) -> IllegalMove:
    """What the seat may do instead, or for whom it has to wait."""
    table, seat = seen.table, seen.seat
    if seat is None or table.phase == "over":
        return IllegalMove("The game is over.")
    match table.phase:
        case "bank" if seat == table.banker:
            return IllegalMove("Declare a bank of 1 to {n} chips.", n=table.options.max_bank)
        case "bank":
            return IllegalMove("Wait for the bank: {seat} is to declare it.", seat=table.banker)
        case "stakes":
            return _not_at_the_stakes(table, seat, move)
        case _ if table.acting is not None and seat != table.acting:
            return IllegalMove("It is the turn of {seat}.", seat=table.acting)
        case _:
            return IllegalMove("The cards are dealt: buy one more, or say enough.")


def _not_at_the_stakes(table: Table, seat: int, move: Act) -> IllegalMove:
    match table.spots[seat].status:
        case "banks" if isinstance(move, Deal):
            return IllegalMove("Nobody has staked yet: wait for a stake.")
        case "banks":
            return IllegalMove("You hold the bank: deal when there is a stake.")
        case _ if isinstance(move, Deal):
            return IllegalMove("Wait for the deal: {seat} is the dealer.", seat=table.banker)
        case "asked":
            return IllegalMove("Stake from 1 to {n} chips, which the bank still covers, or pass.", n=table.uncovered)
        case "out":
            return IllegalMove("You sit this deal out: wait for the next one.")
        case _:
            return IllegalMove("Your stake is down: wait for the cards.")


def apply(state: Here, seat: int, move: Act) -> Here:
    """The bank is declared, a stake lies before the seat, or the deal goes on."""
    table, spot, state = state.table, state.table.spots[seat], replace(state, events=())
    match move:
        case Bank(amount):
            state = told(state, Event("declares", seat, amount=amount))
            return replace(state, table=replace(table, phase="stakes", bank=amount))
        case Stake(amount):
            state = told(state, Event("stakes", seat, amount=amount))
            return _staked(laid(state, seat, replace(spot, status="in", stake=amount)))
        case Pass():
            return _staked(laid(told(state, Event("passes", seat)), seat, replace(spot, status="out")))
        case Deal():
            return _deal(state)
        case Buy():
            return _bought(state, seat)
        case Stand():
            return _next_buyer(told(state, Event("stands", seat)))
        case _:
            assert_never(move)


def shuffled(state: Here, items: Cards) -> Here:
    """The lot names the first banker; or the shoe is ready, and a bank is asked for."""
    table, state = state.table, replace(state, events=())
    if table.phase == "lot":
        banker, draws = lot(items, len(table.places))
        state = told(state, *(Event("lot", seat, cards=(card,)) for seat, card in draws), Event("dealer", banker))
        return _next_deal(state, banker)
    state = replace(state, table=replace(table, phase="bank"), down=(items, ()))
    return told(state, Event("bank", table.banker, amount=table.deals))


def _staked(state: Here) -> Here:
    """Cards are dealt when the bank is covered, or when everybody has staked or passed; if all pass there are none."""
    table = state.table
    if not table.uncovered:
        return _deal(told(state, Event("covered")))
    if turn(table):
        return state
    return _deal(state) if table.those(1, "in") else _deal_over(told(state, Event("skipped", table.banker)))


def _deal(state: Here) -> Here:
    """A card each and then another, to those who have staked, from the banker's left; the banker is last."""
    table = state.table
    spots = tuple(replace(spot, status="out") if spot.status == "asked" else spot for spot in table.spots)
    table = replace(table, phase="buying", spots=spots)
    hands, shoe = deal(state.down[0], table.those(1, "in", "banks"), DEALT)
    state = told(replace(state, table=table, down=(shoe, ())), Event("deals", table.banker))
    return _dealt(looked_at(replace(state, hands=tuple(hands.get(seat, ()) for seat in range(len(spots))))))


def _dealt(state: Here) -> Here:
    """21 in hand is shown: the banker's takes every stake and ends the deal, else a punter's is paid twice."""
    table = state.table
    if table.values.at_mark(state.hands[table.banker]):
        state = told(state, Event("banker_natural", table.banker, cards=state.hands[table.banker]))
        for seat in table.those(1, "in"):
            state = paid(state, seat, -table.spots[seat].stake)
        return _deal_over(state)
    for seat in table.those(1, "in"):
        hand, spot = state.hands[seat], table.spots[seat]
        if table.values.at_mark(hand):
            state = laid(held(state, seat, ()), seat, replace(spot, status="natural", open=hand))
            state = paid(told(state, Event("natural", seat, cards=hand)), seat, 2 * spot.stake)
    return _next_buyer(state) if state.table.those(1, "in") else _deal_over(state)


def _bought(state: Here, seat: int) -> Here:
    """The card is seen by its buyer alone. The third one ends the turn."""
    shoe, thrown = state.down
    hand = (*state.hands[seat], shoe[0])
    state = held(replace(state, down=(shoe[1:], thrown)), seat, hand)
    state = told(state, Event("buys", seat), Event("bought", seat, cards=shoe[:1], audience=(seat,)))
    return _next_buyer(told(state, Event("stops", seat))) if len(hand) == DEALT + BOUGHT else state


def _next_buyer(state: Here) -> Here:
    """The next one's turn; after the last all hands are opened."""
    table = state.table
    waiting = table.buyers if table.acting is None else table.buyers[len(table.done) + 1 :]
    if table.acting is not None and table.acting != table.banker:
        state = laid(state, table.acting, replace(table.spots[table.acting], status="stands"))
    return replace(state, table=replace(state.table, acting=waiting[0])) if waiting else _settlement(state)


def _settlement(state: Here) -> Here:
    """The banker and every punter who is still to be settled with open their cards."""
    table, banker = state.table, state.hands[state.table.banker]
    state = told(state, Event("shows", table.banker, cards=banker))
    for seat in table.those(1, "stands"):
        hand = state.hands[seat]
        state = told(state, Event("shows", seat, cards=hand))
        amount = winnings(table.values, hand, banker, table.spots[seat].stake)
        state = paid(state, seat, amount) if amount else told(state, Event("quits", seat))
    return _deal_over(state)


def winnings(values: Values, punter: Cards, banker: Cards, stake: int) -> int:
    """What a punter wins; what he loses is negative. A banker who is over pays twice, and is quits with the over."""
    if values.over(banker):
        return 0 if values.over(punter) else 2 * stake
    if values.over(punter):
        return -stake
    ahead = values.total(punter) - values.total(banker)
    return stake if ahead > 0 else -stake if ahead < 0 else 0


def _deal_over(state: Here) -> Here:
    """All cards are thrown in and the dues are paid. The left neighbour banks next, or the game is over."""
    state = reckoned(thrown_in(state, range(len(state.hands))))
    if state.table.last:
        return replace(state, table=replace(cleared(state.table), phase="over", bank=0))
    return _next_deal(state, state.table.order(1)[0])


def _next_deal(state: Here, banker: int) -> Here:
    """That seat is the banker; two full packs wait to be shuffled."""
    table = replace(state.table, phase="shuffle", banker=banker, deals=state.table.deals + 1, bank=0)
    return replace(state, table=cleared(table), down=(PACK_104, ()))


def moment(seen: Seen) -> tuple[int | str | None, ...]:
    """The deal: every question belongs to one."""
    return (seen.table.deals,)


def time_out(seen: Seen) -> Act | None:
    """A banker declares a small bank, and deals; a punter passes; whoever buys stands."""
    found = tuple(offers(seen))
    meek: tuple[Act, ...] = (Bank(min(MEEK_BANK, seen.table.options.max_bank)), Pass(), Deal(), Stand())
    return next((move for move in meek if admits(found, move.words())), None)


def last(table: Table) -> tuple[str, int]:
    """A deal begins with the declaration of its bank."""
    return "deals", table.deals


def payoffs(table: Table) -> tuple[int, ...]:
    """By the deals settled."""
    return table.won


def outcome(table: Table) -> Mapping[str, Json] | None:
    """Nothing beside the payoffs."""
    return {} if table.phase == "over" else None


GAME: Game[Table, Cards, Card, Act] = Game(
    slug="ochko",
    seats=(2, 20),
    options=Options,
    moves=(Bank, Stake, Pass, Deal, Buy, Stand),
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
    last=last,
)
