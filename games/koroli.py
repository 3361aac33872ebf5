"""Короли: nine cards each, tricks, and a ladder of four titles: king, prince, soldier, peasant.

From an old Russian parlour book. Tricks add up from deal to deal until they earn a title, whose holder then stands
aside. When all four are given a new reign begins, in which everything goes by the titles of the last: the peasant
gives his highest trumps for whatever he is given, and the highest title still in leads to every trick.

Titles are told as places in `TITLES`. Events, in the order in which the game brings them:

- lot: seat drew a card for the deal · dealer: the lot made seat the dealer
- deals: seat gave so many cards to each (amount) · dealt: cards of seat, heard by it alone
- trump: the card turned up (cards), in the hand of seat, or on the table (no seat)
- exchanges: seat takes the highest trump of `to` and is to give a card for it · searches: there is none, and seat
  chooses of all the cards of `to` · took, gave: the card, heard by the two of them
- swaps: seat has the card turned up (cards) for one of its own · swapped: that one, heard by seat alone
- keeps: seat leaves it on the table
- plays: seat lays a card · takes: seat takes the trick (cards) and has so many of them (amount)
- title: seat wins a title (amount) · tied: seat and those told beside it have equally many tricks for it
- reign: all titles are given, for the so-manieth time (amount)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Literal, assert_never

import games.options as option
from games.beating import dealer_by_lot, first_in, lowest, told
from games.cards import PACK_36, Card, Cards, deal, in_order, order, rank, suit, without
from games.core import DEALER, Event, Game, Json, Legacy, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer
from games.tricks import following, of_suit, taker

TITLES: Final = ("king", "prince", "soldier", "peasant")
SEATS: Final = (0, 1, 2, 3)
HAND: Final = 9
TRUMP_LEADS: Final = 2
"""So many leads of every deal must be trumps."""
FIRST_REIGN: Final = (10, 9, 8)
LATER_REIGN: Final = (9, 9, 9)
"""Tricks that earn king, prince, soldier; the last title is left over."""


@dataclass(frozen=True, slots=True)
class Options:
    """`titles` are those of an earlier reign, king first: then the first reign is played as a later one."""

    dealer: int | None = option.seat()
    reigns: int = option.number(3)
    titles: tuple[int, ...] | None = option.seats_in_order()


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat alone knows."""

    cards: Cards = ()
    taken: Cards = ()
    """The card it has from the peasant so long as it has given none for it; this one it may not give."""
    searched: Cards = field(default=(), metadata={"copy": True})
    """The peasant's cards while it may choose one of them: shown here, they lie in the peasant's own hand."""

    def __len__(self) -> int:
        return len(self.cards) + len(self.taken)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open. `dealer`, `leader` and `player`, who is on turn, are -1 so long as nobody is."""

    options: Options
    phase: Literal["lot", "deal", "give", "take", "swap", "play", "over"]
    ranks: tuple[int, ...] = ()
    """The titles of the last reign, king first; empty in the first reign."""
    titles: tuple[int, ...] = ()
    """Who has won a title in this reign, king first, and is out of it."""
    tricks: tuple[int, ...] = (0, 0, 0, 0)
    """By seat, in this reign."""
    tied: tuple[int, ...] = ()
    """The seats of which the first to take a trick wins the next title."""
    past: tuple[tuple[int, ...], ...] = ()
    """The titles of the reigns that are over."""
    dealer: int = -1
    trump: str = ""
    """A suit, empty before the deal."""
    turned_rank: str = ""
    """Of the card that was turned up; its suit is trump."""
    turned: Cards = ()
    """That card, so long as it lies on the table and in nobody's hand."""
    leads: int = 0
    """So many tricks have been led to in this deal."""
    leader: int = -1
    player: int = -1
    trick: Cards = ()
    """In the order played."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats as they sit: in later reigns by title."""
        return self.ranks or SEATS

    @property
    def seats_in(self) -> tuple[int, ...]:
        """Those without a title yet, as they sit."""
        return tuple(seat for seat in self.order if seat not in self.titles)

    @property
    def at_trick(self) -> tuple[int, ...]:
        """Those in, from the leader on."""
        return _from(self.leader, self.seats_in)

    @property
    def needed(self) -> int:
        """So many tricks earn the next title, but for the last one, which is left over."""
        return (LATER_REIGN if self.ranks else FIRST_REIGN)[len(self.titles)]

    @property
    def king_out(self) -> bool:
        """Whether the king of the last reign has a new title already."""
        return bool(self.ranks) and self.ranks[0] in self.titles


def _from(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The same round of seats, begun with that one."""
    place = seats.index(seat)
    return seats[place:] + seats[:place]


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Give the peasant a card for the one taken."""

    verb: ClassVar = "give"
    card: Card


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take any card of the peasant, who has no trump."""

    verb: ClassVar = "take"
    card: Card


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Have the card turned up for one of one's own."""

    verb: ClassVar = "swap"
    card: Card


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Leave the card turned up on the table."""

    verb: ClassVar = "keep"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Play a card to the trick."""

    verb: ClassVar = "play"
    card: Card


Act = Give | Take | Swap | Keep | Play
Seen = View[Table, Hand]
Here = State[Table, Hand, Card]


def start(_seats: int, options: Options) -> Here:
    """The titles of an earlier reign, the dealer that was named, or the lot's."""
    table = Table(options, "lot")
    if options.titles is not None:
        table = replace(table, phase="deal", ranks=options.titles)
    elif options.dealer is not None:
        table = replace(table, phase="deal", dealer=options.dealer)
    return _gathered(table)


def _gathered(table: Table, events: tuple[Event, ...] = ()) -> Here:
    """All cards are in the pack, and none is turned up."""
    table = replace(table, player=-1, leader=-1, trick=(), leads=0, trump="", turned_rank="", turned=())
    return State(table, (Hand(),) * len(SEATS), (PACK_36,), events)


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: chance, or the seat on turn."""
    match table.phase:
        case "lot" | "deal":
            return (DEALER,)
        case "give" | "take" | "swap" | "play":
            return (table.player,)
        case "over":
            return ()


# The deal


def shuffled(state: Here, pack: Cards) -> Here:
    """The lot names the dealer; else nine cards each to those in, and a card turned up for trump."""
    if state.table.phase == "lot":
        dealer, draws = dealer_by_lot(pack, len(SEATS))
        return told(replace(state, table=replace(state.table, phase="deal", dealer=dealer), events=()), *draws)
    return _dealt(state.table, pack)


def _dealt(table: Table, pack: Cards) -> Here:
    """In the first reign from the dealer's left, later from the king on.

    The last card dealt is turned up and stays in its hand; with the king out it is the one after it, on the table.
    """
    seats = table.seats_in
    if not table.ranks:
        seats = _from(first_in((table.dealer + 1) % len(SEATS), seats), seats)
    hands, rest = deal(pack, seats, HAND)
    card, turned = hands[seats[-1]][-1], rest[:0]
    if table.king_out:
        (card, *_), turned, rest = rest, rest[:1], rest[1:]
    table = replace(table, dealer=seats[-1], trump=suit(card), turned_rank=card[0], turned=turned)
    state: Here = State(table, tuple(Hand(in_order(hands.get(seat, ()))) for seat in SEATS), (rest, ()))
    state = told(
        state,
        Event("deals", table.dealer, amount=HAND),
        *(Event("dealt", seat, cards=state.hands[seat].cards, audience=(seat,)) for seat in sorted(seats)),
        Event("trump", None if turned else table.dealer, cards=(card,)),
    )
    if not table.ranks or table.ranks[-1] in table.titles:
        return _led(state, seats[0])
    if table.king_out:
        return _asked(state, "swap", table.ranks[-1])
    return _exchanging(state, table.ranks[0])


def _asked(state: Here, phase: Literal["give", "take", "swap"], seat: int) -> Here:
    return replace(state, table=replace(state.table, phase=phase, player=seat))


def _holding(state: Here, seat: int, hand: Hand) -> Here:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


# The exchange with the peasant


def _exchanging(state: Here, seat: int) -> Here:
    """The seat takes the peasant's highest trump; where he has none it is shown his hand to choose from."""
    table, peasant = state.table, state.table.ranks[-1]
    his = state.hands[peasant].cards
    if trumps := of_suit(his, table.trump):
        return _taken(told(state, Event("exchanges", seat, to=peasant)), seat, max(trumps, key=rank))
    state = _holding(state, seat, replace(state.hands[seat], searched=his))
    return _asked(told(state, Event("searches", seat, to=peasant)), "take", seat)


def _taken(state: Here, seat: int, card: Card) -> Here:
    """The card is the seat's, which is to give another for it."""
    peasant = state.table.ranks[-1]
    state = _holding(state, peasant, Hand(without(state.hands[peasant].cards, (card,))))
    state = _holding(state, seat, Hand(state.hands[seat].cards, taken=(card,)))
    state = told(state, Event("took", seat, to=peasant, cards=(card,), audience=(seat, peasant)))
    return _asked(state, "give", seat)


def _given(state: Here, seat: int, card: Card) -> Here:
    """The peasant has a card for his own; after the king it is the prince's turn to exchange, if he is in."""
    table = state.table
    king, prince, _, peasant = table.ranks
    hand = state.hands[seat]
    state = _holding(state, seat, Hand(in_order(without(hand.cards, (card,)) + hand.taken)))
    state = _holding(state, peasant, Hand(in_order((*state.hands[peasant].cards, card))))
    state = told(state, Event("gave", seat, to=peasant, cards=(card,), audience=(seat, peasant)))
    if seat == king and prince in table.seats_in:
        return _exchanging(state, prince)
    return _led(state, seat)


def _swapped(state: Here, seat: int, card: Card) -> Here:
    """The card turned up is the peasant's; his own goes face down to the cards not dealt."""
    (fetched,), (rest, gone) = state.table.turned, state.down
    state = _holding(state, seat, Hand(in_order((*without(state.hands[seat].cards, (card,)), fetched))))
    state = replace(state, table=replace(state.table, turned=()), down=((*rest, card), gone))
    return told(state, Event("swaps", seat, cards=(fetched,)), Event("swapped", seat, cards=(card,), audience=(seat,)))


# What may be done


def offers(seen: Seen) -> Iterator[Offer]:
    """A card is played, given, taken or swapped; to keep needs no card, so it alone is offered in a public view."""
    table, hand = seen.table, seen.hand
    if (seen.seat,) != turn(table):
        return
    match table.phase:
        case "play" if hand:
            yield Offer("play", (Choice(playable(table, hand.cards)),))
        case "give" if hand:
            yield Offer("give", (Choice(hand.cards),))
        case "take" if hand:
            yield Offer("take", (Choice(hand.searched),))
        case "swap":
            if hand:
                yield Offer("swap", (Choice(hand.cards),))
            yield Offer("keep")


def playable(table: Table, hand: Cards) -> Cards:
    """The suit led is followed. The first two leads of a deal are trumps; whoever has none of what is due is free."""
    if table.trick:
        return following(hand, table.trick[0])
    return (of_suit(hand, table.trump) if table.leads < TRUMP_LEADS else ()) or hand


def reason(seen: Seen, move: Act) -> IllegalMove:  # noqa: PLR0911  # one return a reason
    """Why not: the game stands elsewhere, it is another's turn, or this card will not do."""
    table = seen.table
    if table.phase == "over":
        return IllegalMove("The game is over.")
    if (seen.seat,) != turn(table):
        return IllegalMove("It is the turn of {seat}.", seat=turn(table)[0])
    match table.phase, move:
        case "play", Play(card):
            return _not_playable(table, card, seen.hand.cards if seen.hand else ())
        case "give", Give(card) if seen.hand and card in seen.hand.taken:
            return IllegalMove("{card} is what you have taken: give another card for it.", card=card)
        case ("give", Give(card)) | ("swap", Swap(card)):
            return IllegalMove("You do not hold {card}.", card=card)
        case "take", Take(card):
            return IllegalMove("The peasant does not hold {card}.", card=card)
        case "play", _:
            return IllegalMove("It is for you to play a card.")
        case "give", _:
            return IllegalMove("First give the peasant a card in return.")
        case "take", _:
            return IllegalMove("First take a card of the peasant’s.")
        case _:
            return IllegalMove("First exchange the card turned up for one of yours, or leave it.")


def _not_playable(table: Table, card: Card, hand: Cards) -> IllegalMove:
    if card not in hand:
        return IllegalMove("You do not hold {card}.", card=card)
    if table.trick:
        return IllegalMove("You have {suit}: follow the suit that was led.", suit=suit(table.trick[0]))
    return IllegalMove("The first two leads of a deal are trumps: lead {suit}.", suit=table.trump)


def apply(state: Here, seat: int, move: Act) -> Here:
    """The exchange goes on; or a card is played, and with the last of a trick the trick is somebody's."""
    state = replace(state, events=())
    match move:
        case Give(card):
            return _given(state, seat, card)
        case Take(card):
            return _taken(state, seat, card)
        case Swap(card):
            return _led(_swapped(state, seat, card), seat)
        case Keep():
            return _led(told(state, Event("keeps", seat)), seat)
        case Play(card):
            return _played(state, seat, card)
        case _:
            assert_never(move)


# Tricks


def _led(state: Here, seat: int) -> Here:
    """That seat leads, or the next one in; in later reigns it is always the highest title still in."""
    table = state.table
    leader = table.seats_in[0] if table.ranks else first_in(seat, table.seats_in)
    return replace(state, table=replace(table, phase="play", leader=leader, player=leader))


def _played(state: Here, seat: int, card: Card) -> Here:
    table = state.table
    state = _holding(state, seat, Hand(without(state.hands[seat].cards, (card,))))
    table = replace(table, trick=(*table.trick, card), leads=table.leads + (not table.trick))
    state = told(replace(state, table=table), Event("plays", seat, cards=(card,)))
    if len(table.trick) < len(table.at_trick):
        return replace(state, table=replace(table, player=table.at_trick[len(table.trick)]))
    return _won(state, table.at_trick[taker(table.trick, table.trump)])


def _won(state: Here, seat: int) -> Here:
    """The seat has the trick. Then the next trick, the next deal, or the next reign."""
    table, (rest, gone) = state.table, state.down
    tricks = tuple(count + (other == seat) for other, count in enumerate(table.tricks))
    state = replace(state, table=replace(table, tricks=tricks, trick=()), down=(rest, gone + table.trick))
    state = told(state, Event("takes", seat, cards=table.trick, amount=tricks[seat]))
    state = _entitled(state, seat)
    table = state.table
    if len(table.titles) == len(TITLES):
        return _reigned(state)
    if state.hands[table.seats_in[0]]:
        return _led(state, seat)
    dealer = table.dealer if table.ranks else first_in((table.dealer + 1) % len(SEATS), table.seats_in)
    return _gathered(replace(table, phase="deal", dealer=dealer), state.events)


# Titles


def _entitled(state: Here, seat: int) -> Here:
    """The titles that fall by this trick of the seat's: the next one, and then whichever are due at once.

    Where the seats with most tricks are equal, the first of them to take another trick decides; till then none falls.
    """
    if state.table.tied:
        if seat not in state.table.tied:
            return state
        state = _titled(state, seat)
    while due := _due(state.table):
        if len(due) > 1:
            state = replace(state, table=replace(state.table, tied=due))
            return told(state, *(Event("tied", other) for other in due))
        state = _titled(state, *due)
    return state


def _due(table: Table) -> tuple[int, ...]:
    """Who has the next title: the last one left, else who has enough tricks, and most of all; several where equal."""
    if len(table.seats_in) < 2:
        return table.seats_in
    enough = [seat for seat in table.seats_in if table.tricks[seat] >= table.needed]
    most = max((table.tricks[seat] for seat in enough), default=0)
    return tuple(seat for seat in enough if table.tricks[seat] == most)


def _titled(state: Here, seat: int) -> Here:
    """The next title is the seat's, which lays its cards aside."""
    table, (rest, gone) = state.table, state.down
    aside = replace(state, down=(rest, gone + state.hands[seat].cards))
    state = _holding(aside, seat, Hand())
    state = replace(state, table=replace(table, titles=(*table.titles, seat), tied=()))
    return told(state, Event("title", seat, amount=len(table.titles)))


def _reigned(state: Here) -> Here:
    """All titles are given: the end, or a reign that goes by them."""
    table = state.table
    past = (*table.past, table.titles)
    events = (*state.events, Event("reign", amount=len(past)))
    table = replace(table, past=past, ranks=table.titles, titles=(), tricks=(0,) * len(SEATS))
    return _gathered(replace(table, phase="over" if len(past) >= table.options.reigns else "deal"), events)


def moment(_seen: Seen) -> tuple[int | str | None, ...]:
    """The verbs say it all: no other seat's move brings a seat the verbs it had again."""
    return ()


def time_out(seen: Seen) -> Act | None:
    """The lowest plain card that may be played or given, else the lowest trump; the highest is taken; keep."""
    table, hand = seen.table, seen.hand
    if hand is None or (seen.seat,) != turn(table):
        return None
    match table.phase:
        case "play":
            return Play(lowest(playable(table, hand.cards), table.trump))
        case "give":
            return Give(lowest(hand.cards, table.trump))
        case "take":
            return Take(max(hand.searched, key=order))
        case "swap":
            return Keep()
        case _:
            return None


def last(table: Table) -> tuple[str, int]:
    """The reign that is on may be the last."""
    return "reigns", len(table.past) + 1


def payoffs(_table: Table) -> tuple[int, ...]:
    """It is played for the titles alone."""
    return (0,) * len(SEATS)


def outcome(table: Table) -> dict[str, Json] | None:
    """The titles of every reign, the four seats in order from the king."""
    return {"titles": table.past} if table.phase == "over" else None


GAME: Game[Table, Hand, Card, Act] = Game(
    slug="koroli",
    seats=(4, 4),
    options=Options,
    moves=(Give, Take, Swap, Keep, Play),
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
    legacy=Legacy("titles", "titles"),
)
