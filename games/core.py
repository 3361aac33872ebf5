"""What every game is made of, and the one door through which it is played.

A game is a value: a frozen record of functions and data (`Game`). Its `State` has three places: `table` (face up),
`hands` (one a seat, and one an office held from outside the game) and `down` (piles that nobody sees), and the last
move's `events`. Nobody but `apply` and `shuffled` sees a State; what a seat may know is a `View`, made by `view` alone,
so no game can show more. What a seat may do is a list of `Offer`, made from a View, and everything that asks what is
legal (`check`, `legal`, `ahead`, `sample`) derives from it.

Chance is a player: while `turn` is `(DEALER,)` the first pile of `down` waits to be shuffled, and `Shuffled` with an
arrangement of that pile is the move that goes on. `begin` and `step` play such moves in the same step as the move that
called for them, so the log alone replays a session.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from games.cards import Card
from games.moves import IllegalMove, Move
from games.offers import Offer, admits

DEALER: Final = -1
"""The seat of chance in `turn`."""

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]


T = TypeVar("T")
H = TypeVar("H", bound=Sized)
P = TypeVar("P", bound=str | int)
M = TypeVar("M", bound=Move)


@dataclass(frozen=True, slots=True)
class Shuffled(Generic[P]):
    """The move of chance: the first pile of `down`, in its new order."""

    items: tuple[P, ...]


# What may be seen


@dataclass(frozen=True, slots=True)
class Event:
    """A fact: who (`seat`), what (`event`), to whom, which cards, how many.

    `audience` None: everybody hears it, and a card that it names counts as shown to all from then on.
    """

    event: str
    seat: int | None = None
    to: int | None = None
    cards: tuple[Card, ...] = ()
    amount: int | None = None
    text: str | None = None
    audience: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class State(Generic[T, H, P]):
    """Everything that is true at a table. Immutable; `events` are those of the last step only.

    A hand is whatever its seat alone knows: a tuple of cards, or a record with a length. That length is public.

    Every card of the pack lies in exactly one of the three places at every moment: one that is out of play stays face
    up somewhere in `table`, or face down in a pile of `down`. A field that shows cards which lie elsewhere is marked
    `copy` in its metadata.
    """

    table: T
    hands: tuple[H, ...]
    down: tuple[tuple[P, ...], ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class View(Generic[T, H]):
    """What `seat` may know (None: a bystander): the table, its own hand, the sizes of the rest, the events it may hear.

    `hand` is None for a bystander and in a public view, which holds what everybody may see of this seat's choices.
    """

    seat: int | None
    table: T
    hand: H | None
    sizes: tuple[int, ...]
    down: tuple[int, ...]
    events: tuple[Event, ...]


def view(state: State[T, H, P], seat: int | None, *, public: bool = False) -> View[T, H]:
    """What that seat may know; `public=True` leaves out its hand and what only it heard."""
    alone = None if public else seat
    return View(
        seat=seat,
        table=state.table,
        hand=None if alone is None else state.hands[alone],
        sizes=tuple(len(hand) for hand in state.hands),
        down=tuple(len(pile) for pile in state.down),
        events=tuple(each for each in state.events if each.audience is None or alone in each.audience),
    )


# Games


@dataclass(frozen=True, slots=True)
class Legacy:
    """What a session leaves to the next one of its chat: an option of the next is found in the outcome of the last."""

    option: str
    key: str
    """Of the outcome: a seat, the seats in order (of several rounds the last), or chips, as the option's kind says."""


@dataclass(frozen=True, slots=True)
class Game(Generic[T, H, P, M]):
    """A game: data and functions, none of which does any input or output.

    The functions in the order in which they are asked. Those that take a View are never shown a State; those that take
    only the table depend on nothing hidden.
    """

    slug: str
    seats: tuple[int, int]
    """The fewest and the most players."""
    options: type[object]
    moves: tuple[type[M], ...]
    table: type[T]
    hand: object
    """The type of one hand, for whoever stores it."""

    start: Callable[[int, Any], State[T, H, P]]
    """The first state, for a number of seats and checked options. It waits for a seat or for `DEALER`."""
    turn: Callable[[T], tuple[int, ...]]
    """The seats waited for, ascending; `(DEALER,)` for a shuffle; nobody when it is over."""
    offers: Callable[[View[T, H]], Iterable[Offer]]
    """What the view's seat may do, waited for or not. Of a public view: the same whatever its hand may be. A move that
    only some hands refuse may stand there: the seat alone hears of the refusal, and a button gone would tell all."""
    reason: Callable[[View[T, H], M], IllegalMove]
    """Why this move of the view's seat is refused; it is asked only about a move that is not offered."""
    apply: Callable[[State[T, H, P], int, M], State[T, H, P]]
    """The state after an offered move. The events in it are this move's."""
    shuffled: Callable[[State[T, H, P], tuple[P, ...]], State[T, H, P]]
    """The state after chance has arranged the first pile of `down` so. The events in it are those of this move."""
    moment: Callable[[View[T, H]], tuple[int | str | None, ...]]
    """Names what the seat is asked, so far as one move could bring the same verbs again with another meaning."""
    time_out: Callable[[View[T, H]], M | None]
    """The move made for an absent seat, None where the rules name none."""
    payoffs: Callable[[T], tuple[int, ...]]
    """Each seat's net change of chips by the deals that are settled: it changes when a deal is, and not before."""
    outcome: Callable[[T], Mapping[str, Json] | None]
    """None until the game is over; then what is to be said beside the payoffs."""

    rules: int = 1
    """The version of these rules. It stands in records."""
    private: bool = True
    """Whether seats have hands of their own that others may not see."""
    midway: bool = False
    """Whether a newcomer may take over a hand in the middle of a deal; else with the next one, if there is one."""
    parlour: bool = False
    """Whether it is played for company only: no chips, no commitment, started by a moderator."""
    last: Callable[[T], tuple[str, int]] | None = None
    """The option, and its value, by which the deal that is on, or else the next one, is the session's last; None where
    there is one deal, or as many as it takes. The table holds its options as `options`, and what has been played so
    far does not depend on that one."""
    deal: Callable[[T], int] | None = None
    """The number of the deal that is on, in a session of as many as it takes."""
    offices: tuple[str, ...] = ()
    """The options that name the holder of an office; one from outside the game has a seat number after the players'."""
    legacy: Legacy | None = None
    """What a chat remembers of a session for the next one; None: nothing."""
    publish: Callable[[Sequence["Entry[P]"], Mapping[str, Json]], Sequence["Entry[P]"]] | None = None
    """Rewrites the log of a finished session for publication; None: it may be published as it stands."""

    def parse(self, text: str) -> M:
        """The move written so. Raises IllegalMove where it is none of this game's."""
        verb, _, rest = text.partition(" ")
        for kind in self.moves:
            if kind.verb == verb:
                try:
                    return kind.parse(rest if _ else None)
                except ValueError:
                    break
        raise IllegalMove("This is not a move of this game.")


AnyGame = Game[Any, Any, Any, Any]
"""Some game, where nothing depends on which: what a list of different games must be called in Python's types."""


def check(game: Game[T, H, P, M], seen: View[T, H], move: M) -> None:
    """Raises IllegalMove unless the view's seat may make this move."""
    if not admits(game.offers(seen), move.words()):
        raise game.reason(seen, move)


def play(game: Game[T, H, P, M], state: State[T, H, P], seat: int, move: M | Shuffled[P]) -> State[T, H, P]:
    """The state after this move: the one door. Raises IllegalMove; the state given stays as it was."""
    if isinstance(move, Shuffled):
        if game.turn(state.table) != (DEALER,) or seat != DEALER:
            raise IllegalMove("Nothing is to be shuffled now.")
        _check_arrangement(state.down[0], move.items)
        return game.shuffled(state, move.items)
    if not 0 <= seat < len(state.hands):
        raise IllegalMove("There is no such seat.")
    check(game, view(state, seat), move)
    return game.apply(state, seat, move)


def _check_arrangement(pile: tuple[P, ...], items: tuple[P, ...]) -> None:
    extra, missing = Counter(items) - Counter(pile), Counter(pile) - Counter(items)
    if extra or missing:
        said = [f"{what} {' '.join(map(str, some.elements()))}" for what, some in (("lacks", missing), ("adds", extra))]
        said = [text for text, some in zip(said, (missing, extra), strict=True) if some]
        raise IllegalMove(
            "The shuffle is not an arrangement of what is to be shuffled: it {faults}.", faults=" and ".join(said)
        )


# Sessions


@dataclass(frozen=True, slots=True)
class Played:
    """A log's entry: that seat made this move."""

    seat: int
    move: str


Entry = Played | Shuffled[P]
Shuffle = Callable[[tuple[P, ...]], tuple[P, ...]]
Step = tuple[State[T, H, P], tuple[Entry[P], ...]]
"""The state after a step, its events being those of the whole step, and what is added to the log."""


def begin(game: Game[T, H, P, M], seats: int, options: object, shuffle: Shuffle[P]) -> Step[T, H, P]:
    """Starts a session: the first state that waits for a player."""
    return _by_chance(game, game.start(seats, options), (), shuffle)


def step(game: Game[T, H, P, M], state: State[T, H, P], seat: int, move: M, shuffle: Shuffle[P]) -> Step[T, H, P]:
    """Plays a move, and what chance must do before a player is asked again. Raises IllegalMove."""
    return _by_chance(game, play(game, state, seat, move), (Played(seat, str(move)),), shuffle)


def _by_chance(
    game: Game[T, H, P, M], state: State[T, H, P], log: tuple[Entry[P], ...], shuffle: Shuffle[P]
) -> Step[T, H, P]:
    while game.turn(state.table) == (DEALER,):
        move = Shuffled(shuffle(state.down[0]))
        after = play(game, state, DEALER, move)
        state = replace(after, events=state.events + after.events)
        log = (*log, move)
    return state, log


def outcome(game: Game[T, H, P, M], state: State[T, H, P]) -> dict[str, Json] | None:
    """None until the game is over; then `payoffs` and what the game adds to them."""
    more = game.outcome(state.table)
    return None if more is None else {"payoffs": game.payoffs(state.table), **more}


def lasting(state: State[T, H, P], option: str, value: int) -> State[T, H, P]:
    """The state had the session begun with that value of the option that `Game.last` names."""
    table: Any = state.table
    return replace(state, table=replace(table, options=replace(table.options, **{option: value})))


def question(game: Game[T, H, P, M], seen: View[T, H]) -> tuple[object, ...]:
    """What the view's seat is asked, to be compared with what it was asked before."""
    return (game.moment(seen), tuple(dict.fromkeys(offer.verb for offer in game.offers(seen))))


def time_out(game: Game[T, H, P, M], state: State[T, H, P], seat: int) -> tuple[int, M] | None:
    """Who makes which move when the time of that awaited seat has run out: itself, else another, such as a president.

    None where the rules name no move: the table waits, or is called off.
    """
    for other in (seat, *(other for other in range(len(state.hands)) if other != seat)):
        seen = view(state, other)
        move = game.time_out(seen)
        if move is not None and admits(game.offers(seen), move.words()):
            return other, move
    return None
