"""Debutantes (Девушки на выданье, Бал дебютанток): a patience for one with two packs.

Every suit has two rows, one built up from an ace, one built down from a king. Cards are turned one by one; what fits
no row may wait in a reserve of twenty places, two cards deep. From an old Russian book of patiences; it leaves open
what may cover what and when all is lost: docs/rules/debutantes.md says what we took.

Events: `turned` (cards: the new one) · `up`, `down` (cards; amount: the place it came from, none for the turned card) ·
`placed` (cards, amount: the place) · `resigned` · `won` · `lost` (amount: the cards in the rows).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, assert_never

from games.cards import PACK_104, RANKS, SUITS, Card, Cards
from games.core import DEALER, Event, Game, Json, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer

PLACES = 20
LAYERS = 2

Way = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Options:
    """Nothing about this patience can be chosen."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything but the order of the stock. `turned` holds one card or none. Rows stand by suit, S C D H, their first
    card first; in a place the last card is the top one."""

    phase: Literal["shuffle", "play", "won", "lost"] = "shuffle"
    turned: Cards = ()
    up: tuple[Cards, ...] = ((),) * len(SUITS)
    down: tuple[Cards, ...] = ((),) * len(SUITS)
    places: tuple[Cards, ...] = ((),) * PLACES

    def row(self, way: Way, suit: str) -> Cards:
        """That suit's row from the ace (`up`) or from the king, so far as it is built."""
        return (self.up if way == "up" else self.down)[SUITS.index(suit)]

    def wanted(self, way: Way, suit: str) -> Card | None:
        """The card that a row needs next; None once it is complete."""
        row = self.row(way, suit)
        if len(row) == len(RANKS):
            return None
        return Card(built(way)[len(row)] + suit)

    def fits(self, card: Card, way: Way) -> bool:
        """Whether the card is the next one of its suit's row."""
        return card == self.wanted(way, card[1])

    @property
    def placed(self) -> int:
        """How many cards are in the rows."""
        return sum(map(len, self.up + self.down))


def built(way: Way) -> str:
    """The ranks of a row as it is built: ace, 2 … king, or king, queen … ace."""
    up = RANKS[-1] + RANKS[:-1]
    return up if way == "up" else up[::-1]


@dataclass(frozen=True, slots=True)
class Up(Move):
    """The turned card, or the top card of a place, goes to its suit's row from the ace."""

    verb: ClassVar[str] = "up"
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Down(Move):
    """The turned card, or the top card of a place, goes to its suit's row from the king."""

    verb: ClassVar[str] = "down"
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Place(Move):
    """The turned card goes to a place of the reserve, 1 … 20."""

    verb: ClassVar[str] = "place"
    place: int


@dataclass(frozen=True, slots=True)
class Resign(Move):
    """The patience is given up."""

    verb: ClassVar[str] = "resign"


AnyMove = Up | Down | Place | Resign
Hand = tuple[Card, ...]


def start(_seats: int, _options: Options) -> State[Table, Hand, Card]:
    """Both packs together are the stock, to be shuffled once."""
    return State(Table(), hands=((),), down=(PACK_104,))


def shuffled(state: State[Table, Hand, Card], items: Cards) -> State[Table, Hand, Card]:
    """The first card is turned."""
    table = replace(state.table, phase="play", turned=items[:1])
    return State(table, state.hands, (items[1:],), (Event("turned", cards=items[:1]),))


def turn(table: Table) -> tuple[int, ...]:
    """The one seat, until the end."""
    match table.phase:
        case "shuffle":
            return (DEALER,)
        case "play":
            return (0,)
        case "won" | "lost":
            return ()


def offers(seen: View[Table, Hand]) -> Iterator[Offer]:
    """The turned card goes to a row or a place, the top of a place to a row; giving up is always possible."""
    if seen.seat is not None and seen.table.phase == "play":
        yield from _moves(seen.table)
        yield Offer("resign")


def _moves(table: Table) -> Iterator[Offer]:
    ways: tuple[Way, ...] = ("up", "down")
    for way in ways:
        if any(table.fits(card, way) for card in table.turned):
            yield Offer(way)
        if free := _numbers(any(table.fits(card, way) for card in place[-1:]) for place in table.places):
            yield Offer(way, (Choice(free),))
    if table.turned and (room := _numbers(len(place) < LAYERS for place in table.places)):
        yield Offer("place", (Choice(room),))


def _numbers(holds: Iterator[bool]) -> tuple[str, ...]:
    return tuple(str(number) for number, true in enumerate(holds, 1) if true)


def reason(seen: View[Table, Hand], move: AnyMove) -> IllegalMove:
    """What stands against a move that is not offered."""
    table = seen.table
    if table.phase != "play" or isinstance(move, Resign):
        return IllegalMove("This patience is over.")
    if move.place is not None and not 1 <= move.place <= PLACES:
        return IllegalMove("There is no place {n}: the places are 1 to 20.", n=move.place)
    if isinstance(move, Place):
        if table.turned:
            return IllegalMove("Place {n} holds two cards already: choose another.", n=move.place)
        return IllegalMove("No card is turned: take cards from the places to the rows.")
    return _unfit(table, move)


def _unfit(table: Table, move: Up | Down) -> IllegalMove:
    top = _pile(table, move.place)[-1:]
    if not top:
        if move.place is None:
            return IllegalMove("No card is turned: name a place.")
        return IllegalMove("Place {n} is empty.", n=move.place)
    wanted = table.wanted("up" if isinstance(move, Up) else "down", top[0][1])
    if wanted is None:
        return IllegalMove("The row for {card} is complete.", card=top[0])
    return IllegalMove("{card} does not fit: that row needs {card_wanted} first.", card=top[0], card_wanted=wanted)


def _pile(table: Table, place: int | None) -> Cards:
    return table.turned if place is None else table.places[place - 1]


def apply(state: State[Table, Hand, Card], seat: int, move: AnyMove) -> State[Table, Hand, Card]:
    """Plays a move; the next card is turned when the turned one was played, and the end is seen at once."""
    table = state.table
    match move:
        case Up() | Down():
            table, card = _taken(table, move.place)
            way: Way = "up" if isinstance(move, Up) else "down"
            table = _added(table, card, way)
            said = Event(way, seat, cards=(card,), amount=move.place)
        case Place():
            table, card = _taken(table, None)
            table = _put(table, move.place, (*_pile(table, move.place), card))
            said = Event("placed", seat, cards=(card,), amount=move.place)
        case Resign():
            lost = Event("lost", seat, amount=table.placed)
            return replace(state, table=replace(table, phase="lost"), events=(Event("resigned", seat), lost))
        case _:
            assert_never(move)
    return _turned(replace(state, table=table, events=(said,)))


def _taken(table: Table, place: int | None) -> tuple[Table, Card]:
    """The table without the turned card or that place's top, and the card."""
    *below, card = _pile(table, place)
    if place is None:
        return replace(table, turned=()), card
    return _put(table, place, tuple(below)), card


def _put(table: Table, place: int, pile: Cards) -> Table:
    return replace(table, places=(*table.places[: place - 1], pile, *table.places[place:]))


def _added(table: Table, card: Card, way: Way) -> Table:
    rows = list(table.up if way == "up" else table.down)
    rows[SUITS.index(card[1])] += (card,)
    return replace(table, up=tuple(rows)) if way == "up" else replace(table, down=tuple(rows))


def _turned(state: State[Table, Hand, Card]) -> State[Table, Hand, Card]:
    """Turns a card where none lies turned, and ends the game where nothing but giving up is left."""
    table, (stock,), events = state.table, state.down, state.events
    if not table.turned and stock:
        table, stock, events = replace(table, turned=stock[:1]), stock[1:], (*events, Event("turned", cards=stock[:1]))
    if table.placed == len(PACK_104):
        table, events = replace(table, phase="won"), (*events, Event("won", 0))
    elif next(_moves(table), None) is None:
        table, events = replace(table, phase="lost"), (*events, Event("lost", 0, amount=table.placed))
    return State(table, state.hands, (stock,), events)


def moment(seen: View[Table, Hand]) -> tuple[int | str | None, ...]:
    """The same words mean something else once a card has moved."""
    return (*seen.down, *seen.table.turned, seen.table.placed)


def time_out(_seen: View[Table, Hand]) -> None:
    """Patience waits."""


def payoffs(_table: Table) -> tuple[int, ...]:
    """No chips are played for."""
    return (0,)


def outcome(table: Table) -> Mapping[str, Json] | None:
    """Whether it was won, and how many cards are in the rows."""
    if table.phase not in ("won", "lost"):
        return None
    return {"won": table.phase == "won", "placed": table.placed}


GAME: Game[Table, Hand, Card, AnyMove] = Game(
    slug="debutantes",
    seats=(1, 1),
    options=Options,
    moves=(Up, Down, Place, Resign),
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
)
