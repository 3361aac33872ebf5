"""What the banking games share (twenty-one, eleven and a half, ochko): how hands count, who acts when, who pays whom.

In all of them a banker plays against every other player, the punters, each separately. Events here: dealt: cards of
seat, heard by it alone · wins, loses: a punter (seat) is paid by the banker, pays him (amount).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar

from games.cards import Card, Cards
from games.core import Event, State
from games.moves import Move


@dataclass(frozen=True, slots=True)
class Values:
    """How hands count: the mark that they should reach and not pass, and what each of K, Q, J is worth.

    An ace is 11 points or 1, whichever serves its holder, and other cards are worth their pips. `point` is what one
    point counts: 1, or 2 in a game of half points, whose mark, figures and totals are numbers of halves.
    """

    mark: int
    figure: int
    point: int = 1

    def total(self, cards: Iterable[Card]) -> int:
        """The highest total that is not over the mark if there is one, else the lowest."""
        ranks = [card[0] for card in cards]
        low = sum(self.figure if rank in "JQK" else self.point * ("A23456789T".index(rank) + 1) for rank in ranks)
        high = low + 10 * self.point
        return high if "A" in ranks and high <= self.mark else low

    def at_mark(self, cards: Iterable[Card]) -> bool:
        """Whether the hand is exactly at the mark."""
        return self.total(cards) == self.mark

    def over(self, cards: Iterable[Card]) -> bool:
        """Whether the hand is over the mark, however its aces count."""
        return self.total(cards) > self.mark


TWENTY_ONE = Values(mark=21, figure=10)

Status = Literal["asked", "out", "in", "stands", "natural", "dead", "banks"]
"""Of a seat in this deal: asked for a stake, sitting it out, playing, standing on its cards, done, or the banker."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What lies before a seat in this deal: its stake, what it added on seeing its cards, and its open cards."""

    status: Status = "asked"
    stake: int = 0
    late: int = 0
    open: Cards = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTable:
    """What lies face up in any of these games."""

    values: Values
    places: tuple[int, ...]
    """The seats as they sit round the table, clockwise."""
    spots: tuple[Spot, ...]
    """By seat."""
    banker: int = -1
    """-1 until there is one."""
    acting: int | None = None
    """Whose turn it is, where one seat acts at a time."""
    won: tuple[int, ...]
    """Each seat's net change of chips by the deals that are settled."""
    dues: tuple[int, ...]
    """What will be added to `won` when this deal is settled."""

    def order(self, step: int) -> tuple[int, ...]:
        """The seats as they act, the banker last: `step` 1 where the turn goes to the left (clockwise), else -1."""
        start, count = self.places.index(self.banker), len(self.places)
        return tuple(self.places[(start + step * steps) % count] for steps in range(1, count + 1))

    def those(self, step: int, *statuses: Status) -> tuple[int, ...]:
        """The seats of these statuses in that order."""
        return tuple(seat for seat in self.order(step) if self.spots[seat].status in statuses)


@dataclass(frozen=True, slots=True)
class Stake(Move):
    """Stake on this deal."""

    verb: ClassVar = "stake"
    amount: int


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """Deal to those who have staked; the others are out of this deal."""

    verb: ClassVar = "deal"


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy a card."""

    verb: ClassVar = "buy"


@dataclass(frozen=True, slots=True)
class Stand(Move):
    """Buy no more."""

    verb: ClassVar = "stand"


B = TypeVar("B", bound=BankTable)


def told(state: State[B, Cards, Card], *events: Event) -> State[B, Cards, Card]:
    """With these events after those of the move so far."""
    return replace(state, events=state.events + events)


def cleared(table: B) -> B:
    """With nothing before anybody, and everybody but the banker to be asked for a stake."""
    spots = tuple(Spot("banks" if seat == table.banker else "asked") for seat in range(len(table.spots)))
    return replace(table, spots=spots, acting=None)


def laid(state: State[B, Cards, Card], seat: int, spot: Spot) -> State[B, Cards, Card]:
    """With this before the seat."""
    spots = state.table.spots
    return replace(state, table=replace(state.table, spots=(*spots[:seat], spot, *spots[seat + 1 :])))


def held(state: State[B, Cards, Card], seat: int, hand: Cards) -> State[B, Cards, Card]:
    """With this in the seat's hand."""
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def looked_at(state: State[B, Cards, Card]) -> State[B, Cards, Card]:
    """Everybody looks at the cards dealt to him."""
    dealt = (Event("dealt", seat, cards=hand, audience=(seat,)) for seat, hand in enumerate(state.hands) if hand)
    return told(state, *dealt)


def all_cards(state: State[B, Cards, Card], seat: int) -> Cards:
    """The seat's cards, hidden and open."""
    return state.hands[seat] + state.table.spots[seat].open


def paid(state: State[B, Cards, Card], seat: int, amount: int) -> State[B, Cards, Card]:
    """The banker pays the punter, who pays him where the amount is negative."""
    state = told(state, Event("wins" if amount > 0 else "loses", seat, amount=abs(amount)))
    return owing(state, state.table.banker, seat, amount)


def owing(state: State[B, Cards, Card], payer: int, receiver: int, amount: int) -> State[B, Cards, Card]:
    """With a payment among this deal's dues."""
    dues = list(state.table.dues)
    dues[payer] -= amount
    dues[receiver] += amount
    return replace(state, table=replace(state.table, dues=tuple(dues)))


def reckoned(state: State[B, Cards, Card]) -> State[B, Cards, Card]:
    """The deal's dues are paid."""
    table = state.table
    won = tuple(had + due for had, due in zip(table.won, table.dues, strict=True))
    return replace(state, table=replace(table, won=won, dues=(0,) * len(won)))


def thrown_in(state: State[B, Cards, Card], seats: Collection[int]) -> State[B, Cards, Card]:
    """All cards of these seats go to the last pile of `down`, which holds the cards thrown in."""
    gone = tuple(card for seat in seats for card in all_cards(state, seat))
    for seat in seats:
        state = held(laid(state, seat, replace(state.table.spots[seat], open=())), seat, ())
    return replace(state, down=(*state.down[:-1], state.down[-1] + gone))
