"""The heap: what svoi kozyri and the two navalkas share. One beats its top card and piles another on it for the next.

A game adds how cards are dealt, what a take takes, and when it is over; its table may say more than `Table`. Nothing
here asks which game it serves: where one suit is trump for all, it is the trump suit of every seat.

Events, in the order in which a game brings them, beside those that a game adds:

- lot: seat drew a card for the deal · dealer: the lot made seat the dealer
- deals: seat gave so many cards to the first seat (amount) · dealt: cards of seat, heard by it alone
- leads, beats, piles: seat lays the card; it is to be faced by the seat `to` after a lead and a pile
- takes: seat, and the cards it takes into hand
- lost: seat has lost and pays amount · endless: so many takes (amount) and no end
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar

from games.beating import beats, dealer_by_lot, first_in, held, lowest, told
from games.cards import PACK_36, Card, Cards, in_order, suit, without
from games.core import DEALER, Event, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open. `dealer` and `player`, who is on turn, are -1 so long as nobody is."""

    seats: int
    stake: int
    most_takes: int
    """So many takes, counted as the game counts them, end it."""
    phase: Literal["lot", "trump", "deal", "lead", "beat", "pile", "over"]
    dealer: int = -1
    trumps: tuple[str, ...] = ()
    """Each seat's trump suit, empty so long as it has none."""
    seats_in: tuple[int, ...] = ()
    """Who has cards, ascending."""
    player: int = -1
    heap: Cards = ()
    """The heap, its top card last."""
    takes: int = 0
    loser: int | None = None


@dataclass(frozen=True, slots=True)
class Lead(Move):
    """Begin a heap with a card."""

    verb: ClassVar = "lead"
    card: Card


@dataclass(frozen=True, slots=True)
class Beat(Move):
    """Beat the top card of the heap."""

    verb: ClassVar = "beat"
    card: Card


@dataclass(frozen=True, slots=True)
class Pile(Move):
    """Lay a further card on the heap, which the next seat must beat."""

    verb: ClassVar = "pile"
    card: Card


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Give up beating, and take."""

    verb: ClassVar = "take"


Act = Lead | Beat | Pile | Take

T = TypeVar("T", bound=Table)
Seen = View[T, Cards]
Here = State[T, Cards, Card]


def start(table: T, dealer: int | None, after_lot: Literal["trump", "deal"]) -> Here[T]:
    """The dealer that was named, else the lot's: `shuffled_for_lot` goes on to `after_lot`."""
    if dealer is not None:
        table = replace(table, phase=after_lot, dealer=dealer)
    return State(table, hands=((),) * table.seats, down=(PACK_36,))


def shuffled_for_lot(state: Here[T], pack: Cards, after_lot: Literal["trump", "deal"]) -> Here[T]:
    """The lot names the dealer."""
    dealer, draws = dealer_by_lot(pack, state.table.seats)
    return told(replace(state, table=replace(state.table, phase=after_lot, dealer=dealer), events=()), *draws)


def dealt(table: T, pack: Cards, each: int | None = None) -> Here[T]:
    """So many cards to each seat, one at a time from the dealer's left, or all there are; the rest is the talon.

    Two piles lie face down then: the talon, and what is out of the game.
    """
    order = tuple((table.dealer + 1 + place) % table.seats for place in range(table.seats))
    count = len(pack) if each is None else each * table.seats
    hands = {seat: in_order(pack[place : count : table.seats]) for place, seat in enumerate(order)}
    state = State(table, tuple(hands[seat] for seat in range(table.seats)), (pack[count:], ()))
    return told(
        state,
        Event("deals", table.dealer, amount=len(state.hands[order[0]])),
        *(Event("dealt", seat, cards=hand, audience=(seat,)) for seat, hand in enumerate(state.hands)),
    )


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance; whoever has no trump suit yet, of those who choose one; the seat on turn."""
    match table.phase:
        case "lot" | "deal":
            return (DEALER,)
        case "trump":
            return tuple(seat for seat, trump in enumerate(table.trumps) if not trump)
        case "lead" | "beat" | "pile":
            return (table.player,)
        case "over":
            return ()


def offers(seen: Seen[T]) -> Iterator[Offer]:
    """A card is led or piled whatever it be; it beats if it is higher in its suit, or one of the beater's trumps.

    To take needs no hand, so it alone is offered in a public view.
    """
    table, hand = seen.table, seen.hand
    if seen.seat != table.player or table.phase not in ("lead", "beat", "pile"):
        return
    fit = hand or ()
    if table.phase == "beat":
        fit = tuple(card for card in fit if beats(card, table.heap[-1], table.trumps[table.player]))
    if fit:
        yield Offer(table.phase, (Choice(fit),))
    if table.phase == "beat":
        yield Offer("take")


def reason(seen: Seen[T], move: Move) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    """Why not: the game stands elsewhere, it is another's turn, or this card does not do it."""
    table = seen.table
    if table.phase == "over":
        return IllegalMove("The game is over.")
    if (seen.seat,) != turn(table):
        return IllegalMove("It is the turn of {seat}.", seat=turn(table)[0])
    match table.phase, move:
        case ("lead", Lead(card)) | ("pile", Pile(card)):
            return IllegalMove("You do not hold {card}.", card=card)
        case "lead", _:
            return IllegalMove("It is for you to lead a card.")
        case "pile", _:
            return IllegalMove("You have beaten: now pile a card for the next to beat.")
        case _, Beat(card):
            return _no_beat(table, card, seen.hand or ())
        case _:
            return IllegalMove("It is for you to beat the top card, or to take.")


def _no_beat(table: Table, card: Card, hand: Cards) -> IllegalMove:
    top = table.heap[-1]
    if card not in hand:
        return IllegalMove("You do not hold {card}.", card=card)
    if suit(top) == table.trumps[table.player]:
        return IllegalMove("{card} does not beat {card_led}: it takes a higher trump.", card=card, card_led=top)
    return IllegalMove(
        "{card} does not beat {card_led}: it takes a higher card of its suit, or a trump.", card=card, card_led=top
    )


def laid(state: Here[T], seat: int, move: Lead | Beat | Pile) -> Here[T]:
    """The card lies on top of the heap. Whoever beat is to pile; after a lead or a pile the next seat in is to beat.

    A seat without cards is in no longer, but what it led or piled must be faced.
    """
    state = held(replace(state, events=()), seat, without(state.hands[seat], (move.card,)))
    table = replace(state.table, heap=(*state.table.heap, move.card), seats_in=_with_cards(state))
    if isinstance(move, Beat):
        return told(replace(state, table=replace(table, phase="pile")), Event("beats", seat, cards=(move.card,)))
    table = replace(table, phase="beat", player=first_in(seat + 1, table.seats_in) if table.seats_in else -1)
    name = "leads" if isinstance(move, Lead) else "piles"
    return told(replace(state, table=table), Event(name, seat, to=table.player, cards=(move.card,)))


def taken(state: Here[T], seat: int, cards: Cards) -> Here[T]:
    """The seat takes these cards, and the heap is no more."""
    state = held(replace(state, events=()), seat, state.hands[seat] + cards)
    table = replace(state.table, heap=(), takes=state.table.takes + 1, seats_in=_with_cards(state))
    return told(replace(state, table=table), Event("takes", seat, cards=in_order(cards)))


def led_by(state: Here[T], seat: int) -> Here[T]:
    """That seat, or the next one in, leads."""
    table = state.table
    return replace(state, table=replace(table, phase="lead", player=first_in(seat % table.seats, table.seats_in)))


def over(state: Here[T], *events: Event) -> Here[T]:
    """The game is over, as these events tell."""
    return told(replace(state, table=replace(state.table, phase="over", player=-1)), *events)


def endless(state: Here[T]) -> Here[T]:
    """The game is over after too many takes, and nobody has lost."""
    return over(state, Event("endless", amount=state.table.takes))


def _with_cards(state: Here[T]) -> tuple[int, ...]:
    return tuple(seat for seat, hand in enumerate(state.hands) if hand)


def moment(_seen: Seen[T]) -> tuple[int | str | None, ...]:
    """The verbs say it all: no single move brings a seat the verbs it had again with another meaning."""
    return ()


def time_out(seen: Seen[T]) -> Act | None:
    """The lowest card that is no trump of one's own is led or piled, else the lowest trump; the heap is taken."""
    table = seen.table
    if seen.seat != table.player or not seen.hand:
        return None
    match table.phase:
        case "lead":
            return Lead(lowest(seen.hand, table.trumps[table.player]))
        case "pile":
            return Pile(lowest(seen.hand, table.trumps[table.player]))
        case "beat":
            return Take()
        case _:
            return None
