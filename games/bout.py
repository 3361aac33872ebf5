"""The bout of the durachki family, and what surrounds it: the trap of the cut, the deal, the talon, the fool.

A game adds what may be led, and how many cards a hand is filled up to (`full`); its table may say more than `Table`.
Nothing here asks which game it serves. Once dealt, two piles lie face down (`down`): the talon without its turned-up
trump, and the cards out of the game.

Events, in the order in which a game brings them:

- lot: seat drew a card for the deal · dealer: the lot made seat the dealer
- cuts: seat fell into the trap, and is fool and dealer in place of `to`
- deals: seat gave each so many cards (amount) · dealt: cards of seat, heard by it alone
- trump: cards, one, turned up; where all were dealt it belongs to seat
- leads: seat, to whom, cards · covers: seat; the card beaten and the card that beats it
- swaps: seat; the six of trumps laid down and the trump fetched for it
- beats: seat has beaten all; these cards are out of the game · takes: seat has taken all these cards
- draws: seat, amount · drew: these cards, heard by seat alone · draws_trump: the turned-up trump was the last of them
- out: seat has no cards and nothing to draw
- fool: seat, pays amount to each other seat · level: all went out · endless: takes in succession (amount)
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar, assert_never

import games.options as option
from games.beating import beats, dealer_by_lot, draw, first_in, held, told
from games.cards import PACK_36, Card, Cards, deal, in_order, suit, without
from games.core import DEALER, Event, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer

TAKES = 36
"""So many takes in succession, no bout beaten between them, end the game."""


@dataclass(frozen=True, slots=True)
class Options:
    """`fool` is the seat that is it from the last game: it deals, whatever `dealer` says, and the cut is a trap."""

    dealer: int | None = option.seat()
    stake: int = option.chips(1)
    fool: int | None = option.seat()


Bout = tuple[tuple[Card, Card | None], ...]
"""The cards led, in canonical order, each with the card that covers it or None."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open. `dealer`, `attacker` and `defender` are -1 so long as nobody is; `fool` is that of this game."""

    seats: int
    stake: int
    phase: Literal["lot", "cut", "deal", "lead", "cover", "over"]
    dealer: int = -1
    cutters: tuple[int, ...] = ()
    """Who has fallen into the trap of the cut."""
    trump: str = ""
    """A suit, empty before the deal."""
    turned: Cards = ()
    """The turned-up trump, one card so long as it lies under the talon."""
    seats_in: tuple[int, ...] = ()
    attacker: int = -1
    defender: int = -1
    bout: Bout = ()
    takes: int = 0
    """How many takes have followed one another."""
    fool: int | None = None


@dataclass(frozen=True, slots=True)
class Cut(Move):
    """Cut the pack of a fool who deals, and be the fool instead."""

    verb: ClassVar = "cut"


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """Deal the cards."""

    verb: ClassVar = "deal"


@dataclass(frozen=True, slots=True)
class Lead(Move):
    """Lead cards to the next seat."""

    verb: ClassVar = "lead"
    cards: Cards


@dataclass(frozen=True, slots=True)
class Cover(Move):
    """Beat a card of the bout with a card of one's own."""

    verb: ClassVar = "cover"
    joint: ClassVar = ":"
    attack: Card
    card: Card


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take all the cards of the bout."""

    verb: ClassVar = "take"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Exchange the six of trumps for the turned-up trump."""

    verb: ClassVar = "swap"


Act = Cut | Deal | Lead | Cover | Take | Swap

T = TypeVar("T", bound=Table)
Seen = View[T, Cards]
Here = State[T, Cards, Card]


def start(table: T, options: Options) -> Here[T]:
    """The fool of the last game deals, and may be cut into the trap; else the dealer that was named, else the lot's."""
    if options.fool is not None:
        table = replace(table, phase="cut", dealer=options.fool)
    elif options.dealer is not None:
        table = replace(table, phase="deal", dealer=options.dealer)
    return State(table, hands=((),) * table.seats, down=(PACK_36,))


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance, the dealer, the attacker, the defender. Nobody waits for a cut."""
    match table.phase:
        case "lot" | "deal":
            return (DEALER,)
        case "cut":
            return (table.dealer,)
        case "lead":
            return (table.attacker,)
        case "cover":
            return (table.defender,)
        case "over":
            return ()


def leads(seen: Seen[T]) -> int:
    """How many cards the view's seat may lead at most: as many as the defender holds, none if it may not lead."""
    table, hand = seen.table, seen.hand
    if table.phase != "lead" or seen.seat != table.attacker or hand is None:
        return 0
    return min(len(hand), seen.sizes[table.defender])


def offers(seen: Seen[T]) -> Iterator[Offer]:
    """All but leading. To cut, to deal and to take need no hand, so these alone are offered in a public view."""
    table, seat, hand = seen.table, seen.seat, seen.hand
    match table.phase:
        case "cut" if seat == table.dealer:
            yield Offer("deal")
        case "cut" if seat is not None and seat not in table.cutters:
            yield Offer("cut")
        case "lead" if seat == table.attacker and hand is not None:
            yield from _swaps(table, hand)
        case "cover" if seat == table.defender:
            if hand is not None:
                yield from _covers(table, hand)
                yield from _swaps(table, hand)
            yield Offer("take")


def _covers(table: Table, hand: Cards) -> Iterator[Offer]:
    covers = tuple(
        f"{attack}:{card}" for attack in uncovered(table) for card in hand if beats(card, attack, table.trump)
    )
    if covers:
        yield Offer("cover", (Choice(covers),))


def _swaps(table: Table, hand: Cards) -> Iterator[Offer]:
    if table.turned and six(table) in hand:
        yield Offer("swap")


def six(table: Table) -> Card:
    """The six of trumps."""
    return Card("6" + table.trump)


def uncovered(table: Table) -> Cards:
    """The cards of the bout that are still to be beaten."""
    return tuple(attack for attack, cover in table.bout if cover is None)


def reason(seen: Seen[T], move: Move) -> IllegalMove | None:  # noqa: PLR0911  # one return a reason
    """Why not: the game stands elsewhere, it is another's turn, or these cards do not do it.

    None where it is the view's seat that is to lead: what it may lead only the game knows.
    """
    table, hand = seen.table, seen.hand or ()
    match table.phase, move:
        case "over", _:
            return IllegalMove("The game is over.")
        case "cut", _:
            return _not_before_the_deal(seen, move)
        case _ if (seen.seat,) != turn(table):
            return IllegalMove("It is the turn of {seat}.", seat=turn(table)[0])
        case _, Swap():
            return _no_swap(table)
        case "lead", _:
            return None
        case _, Cover(attack, card):
            return _no_cover(table, attack, card, hand)
        case _:
            return IllegalMove("It is for you to beat the cards led, or to take them.")


def _not_before_the_deal(seen: Seen[T], move: Move) -> IllegalMove:
    if not isinstance(move, Cut):
        return IllegalMove("Wait for the deal: {seat} is the dealer.", seat=seen.table.dealer)
    if seen.seat == seen.table.dealer:
        return IllegalMove("You are the dealer: deal, or wait for somebody to cut.")
    return IllegalMove("You have cut already: once is enough.")


def _no_swap(table: Table) -> IllegalMove:
    if not table.turned:
        return IllegalMove("The turned-up trump is no longer there to be fetched.")
    return IllegalMove("To fetch the turned-up trump you need {card}.", card=six(table))


def not_to_be_led(seen: Seen[T], cards: Cards) -> IllegalMove | None:
    """Why whoever is to lead may not lead these cards in any game: not in hand, or more than the defender holds."""
    hand, most = seen.hand or (), seen.sizes[seen.table.defender]
    for card in cards:
        if card not in hand:
            return IllegalMove("You do not hold {card}.", card=card)
    if len(cards) > most:
        return IllegalMove("Lead fewer cards: {seat} holds only {n}.", seat=seen.table.defender, n=most)
    return None


def _no_cover(table: Table, attack: Card, card: Card, hand: Cards) -> IllegalMove:
    if attack not in uncovered(table):
        return IllegalMove("There is no {card} to be beaten.", card=attack)
    if card not in hand:
        return IllegalMove("You do not hold {card}.", card=card)
    if suit(attack) == table.trump:
        return IllegalMove("{card} does not beat {card_led}: it takes a higher trump.", card=card, card_led=attack)
    return IllegalMove(
        "{card} does not beat {card_led}: it takes a higher card of its suit, or a trump.", card=card, card_led=attack
    )


def apply(state: Here[T], seat: int, move: Act, full: int) -> Here[T]:
    """The bout grows by one card covered, or the deal, the bout or the game goes on."""
    table, state = state.table, replace(state, events=())
    match move:
        case Cut():
            cut = replace(table, dealer=seat, cutters=(*table.cutters, seat))
            return told(replace(state, table=cut), Event("cuts", seat, to=table.dealer))
        case Deal():
            return replace(state, table=replace(table, phase="deal"))
        case Lead(cards):
            led = replace(table, phase="cover", bout=tuple((card, None) for card in cards))
            state = held(replace(state, table=led), seat, without(state.hands[seat], cards))
            return told(state, Event("leads", seat, to=table.defender, cards=cards))
        case Cover(attack, card):
            bout = tuple((led, card if led == attack else cover) for led, cover in table.bout)
            state = held(replace(state, table=replace(table, bout=bout)), seat, without(state.hands[seat], (card,)))
            state = told(state, Event("covers", seat, cards=(attack, card)))
            return state if uncovered(state.table) else _beaten(state, full)
        case Take():
            return taken(state, full)
        case Swap():
            return _swapped(state, seat)
        case _:
            assert_never(move)


def _beaten(state: Here[T], full: int) -> Here[T]:
    """The bout's cards leave the game, both draw, the attacker first, and the defender leads next."""
    table, (talon, gone), laid = state.table, state.down, _laid(state.table.bout)
    state = told(replace(state, down=(talon, gone + laid)), Event("beats", table.defender, cards=laid))
    state = _drawn(_drawn(state, table.attacker, full), table.defender, full)
    return _next_bout(state, table.defender, takes=0)


def taken(state: Here[T], full: int) -> Here[T]:
    """The defender takes the bout's cards, covers too; only the attacker draws; the seat after the taker leads next."""
    table, laid = state.table, _laid(state.table.bout)
    state = held(state, table.defender, state.hands[table.defender] + laid)
    state = told(state, Event("takes", table.defender, cards=laid))
    return _next_bout(_drawn(state, table.attacker, full), table.defender + 1, takes=table.takes + 1)


def _next_bout(state: Here[T], leader: int, takes: int) -> Here[T]:
    """Seats go out between bouts only; if the leader is out the next seat in leads, and if all but one are, it is over.

    A seat has no cards here only where the talon is gone: else it would have drawn.
    """
    table = state.table
    seats_in = tuple(seat for seat in table.seats_in if state.hands[seat])
    state = told(state, *(Event("out", seat) for seat in table.seats_in if seat not in seats_in))
    table = replace(table, bout=(), takes=takes, seats_in=seats_in)
    if len(seats_in) > 1 and takes < TAKES:
        attacker = first_in(leader, seats_in)
        table = replace(table, phase="lead", attacker=attacker, defender=first_in(attacker + 1, seats_in))
        return replace(state, table=table)
    return _over(replace(state, table=replace(table, phase="over", attacker=-1, defender=-1)))


def _over(state: Here[T]) -> Here[T]:
    """Who alone has two cards or more is the fool. Nobody is where all went out, or where the takes found no end."""
    table = state.table
    if len(table.seats_in) > 1:
        return told(state, Event("endless", amount=table.takes))
    for seat in table.seats_in:
        if len(state.hands[seat]) > 1:
            return told(replace(state, table=replace(table, fool=seat)), Event("fool", seat, amount=table.stake))
    return told(state, Event("level"))


def _swapped(state: Here[T], seat: int) -> Here[T]:
    """The six of trumps goes under the talon, the turned-up trump into the hand. It is not a turn."""
    table = state.table
    state = held(state, seat, without(state.hands[seat], (six(table),)) + table.turned)
    state = replace(state, table=replace(table, turned=(six(table),)))
    return told(state, Event("swaps", seat, cards=(six(table), *table.turned)))


def _drawn(state: Here[T], seat: int, full: int) -> Here[T]:
    """That seat fills its hand up. Everybody has seen the turned-up trump, so everybody hears who drew it."""
    turned, (talon, gone) = state.table.turned, state.down
    drawn, talon, left = draw(full - len(state.hands[seat]), talon, turned)
    if not drawn:
        return state
    state = replace(state, table=replace(state.table, turned=left), down=(talon, gone))
    return told(
        held(state, seat, state.hands[seat] + drawn),
        Event("draws", seat, amount=len(drawn)),
        Event("drew", seat, cards=in_order(drawn), audience=(seat,)),
        *(Event("draws_trump", seat, cards=(card,)) for card in turned if card not in left),
    )


def shuffled(state: Here[T], pack: Cards, full: int) -> Here[T]:
    """The lot names the dealer; else so many cards each from his left, and the next card turned up under the rest.

    Where no card is left for that the last one dealt shows trump, and stays its owner's.
    """
    table, state = state.table, replace(state, events=())
    if table.phase == "lot":
        dealer, draws = dealer_by_lot(pack, table.seats)
        return told(replace(state, table=replace(table, phase="deal", dealer=dealer)), *draws)
    leader = (table.dealer + 1) % table.seats
    hands, rest = deal(pack, tuple((leader + place) % table.seats for place in range(table.seats)), full)
    turned, talon = rest[:1], rest[1:]
    shown = turned or pack[-1:]
    table = replace(
        table,
        phase="lead",
        trump=suit(shown[0]),
        turned=turned,
        seats_in=tuple(range(table.seats)),
        attacker=leader,
        defender=(leader + 1) % table.seats,
    )
    state = State(table, tuple(in_order(hands[seat]) for seat in table.seats_in), (talon, ()))
    return told(
        state,
        Event("deals", table.dealer, amount=full),
        *(Event("dealt", seat, cards=hand, audience=(seat,)) for seat, hand in enumerate(state.hands)),
        Event("trump", None if turned else table.dealer, cards=shown),
    )


def _laid(bout: Bout) -> Cards:
    return in_order(card for pair in bout for card in pair if card is not None)


def payoffs(table: Table) -> tuple[int, ...]:
    """The fool pays the stake to each other seat."""
    if table.fool is None:
        return (0,) * table.seats
    lost = table.stake * (table.seats - 1)
    return tuple(-lost if seat == table.fool else table.stake for seat in range(table.seats))
