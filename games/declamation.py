"""Двойная декламация (double declamation): one recites and may not laugh, another behind lends the hands and makes fun.

From an old Russian book of parlour games, where both are under one shawl and go on at once. Here line and gesture take
turns, and the audience says whether the reciter was seen laughing (docs/rules/declamation.md tells what is ours).

The lines that are still to come are the reciter's hand; a verse of the repertory stands there in Russian, the games'
own language, and whoever shows it in another finds it there by its number. Everything else is public.

Events; `seat` is who:

- recites: seat has taken that part · lends: seat lends the hands
- verse: seat has chosen that of the repertory (amount: its number) · recital: seat recites its own, of amount lines
- line: seat; amount: the line's number; text · gesture: seat; text: its name · rests: seat makes none
- laughed: seat saw the reciter laugh; amount: how many have seen it · laughs: the reciter (seat) did
- over: seat has won; amount: the lines spoken
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, assert_never

import games.options as option
from games.core import Event, Game, Json, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer, Range, Text, admits
from games.verses import REPERTORY

GESTURES: Final = (
    "cover_eyes",
    "threaten",
    "bouquet",
    "embrace",
    "conduct",
    "pat_head",
    "tickle_nose",
    "wring_hands",
    "point_up",
    "bow",
    "shake_fist",
    "offer_sweets",
)

LINE: Final = 120
"""The most characters of a line of one's own."""

BETWEEN: Final = " / "
"""What stands between two lines of one's own text."""

ENDLESS: Final = 1_000_000
"""The most characters of such a text as it is written, white space and all; its lines have limits of their own."""


@dataclass(frozen=True, slots=True)
class Options:
    """How many lines a text of one's own may have; the repertory is not bound by it."""

    max_lines: int = option.number(12)


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody knows. `reciter` and `hands` are -1 so long as nobody has the part."""

    seats: int
    max_lines: int
    phase: Literal["casting", "choosing", "line", "gesture", "over"] = "casting"
    reciter: int = -1
    hands: int = -1
    verse: int = 0
    """The number of the verse in the repertory; 0: the reciter's own, or none yet."""
    lines: int = 0
    """How many lines it has."""
    spoken: tuple[str, ...] = ()
    seen: tuple[int, ...] = ()
    """Who of the audience has seen the reciter laugh, in that order."""
    winner: int = -1

    @property
    def audience(self) -> tuple[int, ...]:
        """All but the two who perform."""
        return tuple(seat for seat in range(self.seats) if seat not in (self.reciter, self.hands))

    @property
    def enough(self) -> int:
        """So many of the audience must have seen the reciter laugh: half of them, and two where there are two."""
        count = len(self.audience)
        return count if count < 2 else max(2, -(-count // 2))


@dataclass(frozen=True, slots=True)
class Recite(Move):
    """Be the reciter."""

    verb: ClassVar = "recite"


@dataclass(frozen=True, slots=True)
class Hands(Move):
    """Lend the hands."""

    verb: ClassVar = "hands"


@dataclass(frozen=True, slots=True)
class ChooseVerse(Move):
    """Recite that verse of the repertory, counted from 1."""

    verb: ClassVar = "verse"
    number: int


@dataclass(frozen=True, slots=True)
class Recital(Move):
    """Recite a text of one's own, its lines divided by ` / `."""

    verb: ClassVar = "recital"
    text: str


@dataclass(frozen=True, slots=True)
class Line(Move):
    """Speak the next line."""

    verb: ClassVar = "line"


@dataclass(frozen=True, slots=True)
class Gesture(Move):
    """Make a gesture."""

    verb: ClassVar = "gesture"
    name: str


@dataclass(frozen=True, slots=True)
class Rest(Move):
    """Make no gesture."""

    verb: ClassVar = "rest"


@dataclass(frozen=True, slots=True)
class Laugh(Move):
    """The reciter laughs, and it is over."""

    verb: ClassVar = "laugh"


@dataclass(frozen=True, slots=True)
class Laughed(Move):
    """One of the audience has seen the reciter laugh."""

    verb: ClassVar = "laughed"


Act = Recite | Hands | ChooseVerse | Recital | Line | Gesture | Rest | Laugh | Laughed
Coming = tuple[str, ...]
Here = State[Table, Coming, str]
Seen = View[Table, Coming]


def start(seats: int, chosen: Options) -> Here:
    """Nobody has a part yet."""
    return State(Table(seats, chosen.max_lines), hands=((),) * seats)


def turn(table: Table) -> tuple[int, ...]:
    """Waited for: everybody without a part; then the reciter and the hands in turn."""
    match table.phase:
        case "casting":
            return table.audience
        case "choosing" | "line":
            return (table.reciter,)
        case "gesture":
            return (table.hands,)
        case "over":
            return ()


def offers(seen: Seen) -> Iterator[Offer]:
    """The parts; a verse; lines and gestures in turn; and to laugh, or to have seen it, at any time."""
    table, seat = seen.table, seen.seat
    match table.phase:
        case "casting" if seat in table.audience:
            if table.reciter < 0:
                yield Offer("recite")
            if table.hands < 0:
                yield Offer("hands")
        case "choosing" if seat == table.reciter:
            yield Offer("recital", (Text(ENDLESS, lambda text: _wrong(text, table.max_lines) is None),))
            yield Offer("verse", (Range(1, len(REPERTORY)),))
        case "line" | "gesture":
            yield from _performing(table, seat)


def _performing(table: Table, seat: int | None) -> Iterator[Offer]:
    if seat == table.reciter:
        if table.phase == "line":
            yield Offer("line")
        yield Offer("laugh")
    elif seat == table.hands:
        if table.phase == "gesture":
            yield Offer("gesture", (Choice(GESTURES),))
            yield Offer("rest")
    elif seat in table.audience and seat not in table.seen:
        yield Offer("laughed")


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.split(BETWEEN))


def _wrong(text: str, most: int) -> IllegalMove | None:
    """What is wrong with a text of the reciter's own."""
    lines = _lines(text)
    if text.splitlines() != [text]:
        return IllegalMove("Divide the lines by “ / ”, without line breaks.")
    if len(lines) > most:
        return IllegalMove("That is {n} lines: recite at most {n_most}.", n=len(lines), n_most=most)
    if not all(lines):
        return IllegalMove("There is an empty line in it.")
    if any(len(line) > LINE for line in lines):
        return IllegalMove("A line may have at most {n} characters.", n=LINE)
    return None


def reason(seen: Seen, move: Act) -> IllegalMove:
    """Which part is taken, whose turn it is, or what is wrong with a text."""
    table, seat = seen.table, seen.seat
    match table.phase:
        case "over":
            return IllegalMove("The performance is over.")
        case "casting":
            return _not_cast(table, seat, move)
        case "choosing" if seat == table.reciter:
            if isinstance(move, Recital) and (wrong := _wrong(move.text, table.max_lines)):
                return wrong
            return IllegalMove("Choose a verse from 1 to {n}, or recite one of your own.", n=len(REPERTORY))
        case "choosing":
            return IllegalMove("Wait for the verse: {seat} is choosing.", seat=table.reciter)
        case _:
            return _not_performed(table, seat, move)


def _not_cast(table: Table, seat: int | None, move: Act) -> IllegalMove:
    if seat not in table.audience:
        return IllegalMove("You have a part already: wait for the other one to be taken.")
    match move:
        case Recite():
            return IllegalMove("Somebody recites already: {seat}.", seat=table.reciter)
        case Hands():
            return IllegalMove("Somebody lends the hands already: {seat}.", seat=table.hands)
        case _:
            return IllegalMove("First somebody must recite, and somebody lend the hands.")


def _not_performed(table: Table, seat: int | None, move: Act) -> IllegalMove:
    if isinstance(move, Laughed) and seat in table.seen:
        return IllegalMove("You have said so already.")
    if seat == table.hands and table.phase == "line":
        return IllegalMove("The hands wait for the next line.")
    if seat == table.reciter and table.phase == "gesture":
        return IllegalMove("Wait for the hands: it is the turn of {seat}.", seat=table.hands)
    if seat in table.audience:
        return IllegalMove("You are the audience: watch whether the reciter laughs.")
    if seat == table.reciter:
        return IllegalMove("You recite: speak the next line.")
    return IllegalMove("You are the hands: make a gesture, or let them rest.")


def apply(state: Here, seat: int, move: Act) -> Here:  # noqa: PLR0911  # one case a verb
    """A part is taken, or the performance goes on, to its end or to a laugh."""
    table = state.table
    match move:
        case Recite():
            return _cast(state, replace(table, reciter=seat), Event("recites", seat))
        case Hands():
            return _cast(state, replace(table, hands=seat), Event("lends", seat))
        case ChooseVerse(number):
            lines = REPERTORY[number - 1].ru.lines
            return _begun(state, replace(table, verse=number), lines, Event("verse", seat, amount=number))
        case Recital(text):
            return _begun(state, table, _lines(text), Event("recital", seat, amount=len(_lines(text))))
        case Line():
            return _spoken(state)
        case Gesture(name):
            return _answered(state, Event("gesture", seat, text=name))
        case Rest():
            return _answered(state, Event("rests", seat))
        case Laugh():
            return _over(state, table.hands, Event("laughs", seat))
        case Laughed():
            table = replace(table, seen=(*table.seen, seat))
            said = Event("laughed", seat, amount=len(table.seen))
            after = replace(state, table=table, events=(said,))
            return _over(after, table.hands, said) if len(table.seen) == table.enough else after
        case _:
            assert_never(move)


def _cast(state: Here, table: Table, taken: Event) -> Here:
    if table.reciter >= 0 and table.hands >= 0:
        table = replace(table, phase="choosing")
    return replace(state, table=table, events=(taken,))


def _begun(state: Here, table: Table, lines: tuple[str, ...], said: Event) -> Here:
    table = replace(table, phase="line", lines=len(lines))
    return State(table, _held(state, table.reciter, lines), events=(said,))


def _held(state: Here, reciter: int, coming: Coming) -> tuple[Coming, ...]:
    return (*state.hands[:reciter], coming, *state.hands[reciter + 1 :])


def _spoken(state: Here) -> Here:
    table, (line, *coming) = state.table, state.hands[state.table.reciter]
    table = replace(table, phase="gesture", spoken=(*table.spoken, line))
    said = Event("line", table.reciter, amount=len(table.spoken), text=line)
    return State(table, _held(state, table.reciter, tuple(coming)), events=(said,))


def _answered(state: Here, said: Event) -> Here:
    """The hands have answered a line; when it was the last one the reciter has won."""
    table = state.table
    if len(table.spoken) == table.lines:
        return _over(state, table.reciter, said)
    return replace(state, table=replace(table, phase="line"), events=(said,))


def _over(state: Here, winner: int, said: Event) -> Here:
    """Nobody holds any lines any more."""
    table = replace(state.table, phase="over", winner=winner)
    return State(table, ((),) * table.seats, events=(said, Event("over", winner, amount=len(table.spoken))))


def moment(seen: Seen) -> tuple[int | str | None, ...]:
    """Lines and gestures come again and again in the same words; the audience is asked one thing throughout."""
    table = seen.table
    return (table.phase, len(table.spoken)) if seen.seat in (table.reciter, table.hands) else ()


def time_out(seen: Seen) -> Act | None:
    """The first free part, the first verse, the next line, no gesture."""
    found = tuple(offers(seen))
    meek: tuple[Act, ...] = (Recite(), Hands(), ChooseVerse(1), Line(), Rest())
    return next((move for move in meek if admits(found, move.words())), None)


def payoffs(table: Table) -> tuple[int, ...]:
    """No chips are played for."""
    return (0,) * table.seats


def outcome(table: Table) -> Mapping[str, Json] | None:
    """The reciter has won if every line was spoken without laughter, else the hands."""
    return {"winner": table.winner, "lines": len(table.spoken)} if table.phase == "over" else None


GAME: Game[Table, Coming, str, Act] = Game(
    slug="declamation",
    seats=(3, 30),
    options=Options,
    moves=(Recite, Hands, ChooseVerse, Recital, Line, Gesture, Rest, Laugh, Laughed),
    table=Table,
    hand=Coming,
    start=start,
    turn=turn,
    offers=offers,
    reason=reason,
    apply=apply,
    shuffled=lambda state, _: state,
    moment=moment,
    time_out=time_out,
    payoffs=payoffs,
    outcome=outcome,
    parlour=True,
)
