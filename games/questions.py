"""Written questions and answers (Письменные вопросы и ответы): a parlour game with slips of paper.

Each slip is headed with somebody's name. Whoever gets one writes a question to that person; the slips are mixed and
handed out again, and whoever gets one answers in that person's name; mixed once more, they are read aloud. From an old
Russian book of parlour games; the president's `close` and `strike` are ours (docs/rules/questions.md).

Who wrote what is never shown: while a phase runs only the writer's own hand has the text, and when it ends the state
forgets whose it was. The log, which cannot, is rewritten by `publish`.

Events: `handed` (seat; to: the name on the slip; text: the question to be answered, none when one is to be asked; heard
by that seat) · `wrote` (seat; amount: how many have) · `rewrote` (seat; heard by it) · `closed` (seat) · `out` (seat,
who has not written) · `collected` (amount: the slips; text: the phase that ended) · `mixed` (amount: the slips to be
read) · `read` (seat; to; text: the question; amount: the slip's place) · `answered` (to, text) or `silent` (to) ·
`struck` (seat; amount: the slip's place) · `over`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, assert_never, cast

from games import options
from games.core import DEALER, Entry, Event, Game, Json, Played, Shuffled, State, View
from games.moves import IllegalMove, Move
from games.offers import Choice, Offer, Text

ENOUGH: Final = 3
"""Two writers would know each other's questions."""

UNREAD: Final = "…"
"""What stands in a record for a text that was never read aloud."""

Item = int | str


@dataclass(frozen=True, slots=True)
class Options:
    """Who presides and who reads, and how long a text may be, in characters."""

    president: int = options.seat(0)
    secretary: int = options.seat(0)
    max_length: int = options.number(200)


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of paper: whom it names, and what stands on it so far."""

    to: int
    question: str | None = None
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """The slip that a seat holds, with what it wrote in this phase; and the president's desk: all slips in reading
    order, while they are read."""

    slip: Slip | None = None
    desk: tuple[Slip, ...] = ()

    def __len__(self) -> int:
        return (self.slip is not None) + len(self.desk)


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody knows. In `heading`, `handing` and `mixing` the slips are shuffled; `writers` may write in this
    phase, `waiting` have not yet; of the `slips` to be read, by place from 1, some are `gone`: read or struck."""

    seats: int
    president: int
    secretary: int
    max_length: int
    phase: Literal["heading", "questions", "handing", "answers", "mixing", "reading", "over"] = "heading"
    writers: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    slips: int = 0
    gone: tuple[int, ...] = ()
    read: tuple[Slip, ...] = ()

    @property
    def left(self) -> tuple[int, ...]:
        """The places of the slips that are still to be read."""
        return tuple(place for place in range(1, self.slips + 1) if place not in self.gone)


@dataclass(frozen=True, slots=True)
class Write(Move):
    """A question, or an answer, in place of what the seat wrote before. A line break is a space."""

    verb: ClassVar[str] = "write"
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.splitlines()).strip())


@dataclass(frozen=True, slots=True)
class Close(Move):
    """The president ends the phase without those who have not written."""

    verb: ClassVar[str] = "close"


@dataclass(frozen=True, slots=True)
class Read(Move):
    """The secretary reads the next slip aloud."""

    verb: ClassVar[str] = "read"


@dataclass(frozen=True, slots=True)
class Strike(Move):
    """The president passes over a slip, named by its place in reading order."""

    verb: ClassVar[str] = "strike"
    place: int


AnyMove = Write | Close | Read | Strike
Round = State[Table, Hand, Item]


def start(seats: int, chosen: Options) -> Round:
    """One slip a seat, headed with its name; they are mixed first. An office may be held by a seat beyond the last."""
    president, secretary = chosen.president, chosen.secretary
    hands = max(seats, president + 1, secretary + 1)
    table = Table(seats, president, secretary, chosen.max_length)
    return State(table, hands=(Hand(),) * hands, down=(tuple(range(seats)),))


def shuffled(state: Round, items: tuple[Item, ...]) -> Round:
    """Hands out the slips, or lays them in order before the president to be read."""
    table, order = state.table, cast("tuple[int, ...]", items)
    slips = {slip.to: slip for slip in _slips(state.down)}
    match table.phase:
        case "heading":
            return _handed(replace(table, phase="questions", writers=tuple(range(table.seats))), state, order, slips)
        case "handing":
            return _handed(replace(table, phase="answers"), state, order, slips)
        case _:
            hands = list(_emptied(state))
            hands[table.president] = Hand(desk=tuple(slips[to] for to in order))
            table = replace(table, phase="reading", slips=len(order))
            return State(table, tuple(hands), events=(Event("mixed", amount=len(order)),))


def _slips(down: tuple[tuple[Item, ...], ...]) -> Iterator[Slip]:
    """The slips that lie face down: their headings, their questions, their answers, empty for silence."""
    for written in zip(*down, strict=True):
        to, question, answer = (*written, None, None)[:3]
        yield Slip(cast("int", to), cast("str | None", question), cast("str | None", answer) or None)


def _handed(table: Table, state: Round, order: tuple[int, ...], slips: Mapping[int, Slip]) -> Round:
    hands, events = list(_emptied(state)), []
    for writer, to in zip(table.writers, order, strict=True):
        hands[writer] = Hand(slips[to])
        events.append(Event("handed", writer, to, text=slips[to].question, audience=(writer,)))
    return State(replace(table, waiting=table.writers), tuple(hands), events=tuple(events))


def _emptied(state: Round) -> tuple[Hand, ...]:
    return (Hand(),) * len(state.hands)


def turn(table: Table) -> tuple[int, ...]:
    """Who has not written; then the secretary."""
    match table.phase:
        case "heading" | "handing" | "mixing":
            return (DEALER,)
        case "questions" | "answers":
            return table.waiting
        case "reading":
            return (table.secretary,)
        case "over":
            return ()


def offers(seen: View[Table, Hand]) -> Iterator[Offer]:
    """Who holds a slip may write and rewrite; the president may end a phase, and strike slips while they are read."""
    table, seat = seen.table, seen.seat
    if table.phase in ("questions", "answers"):
        if seat in table.writers:
            yield Offer("write", (Text(table.max_length),))
        if seat == table.president and (table.phase == "answers" or _written(table) >= ENOUGH):
            yield Offer("close")
    elif table.phase == "reading":
        if seat == table.secretary:
            yield Offer("read")
        if seat == table.president:
            yield Offer("strike", (Choice(tuple(map(str, table.left))),))


def _written(table: Table) -> int:
    return len(table.writers) - len(table.waiting)


def reason(seen: View[Table, Hand], move: AnyMove) -> IllegalMove:
    """What stands against a move that is not offered."""
    table, seat = seen.table, seen.seat
    if table.phase == "over":
        return IllegalMove("This round is over.")
    match move:
        case Write(text):
            return _unwritten(table, seat, text)
        case Close():
            return _unclosed(table, seat)
        case Read() | Strike():
            return _unread(table, seat, move)
        case _:
            assert_never(move)


def _unwritten(table: Table, seat: int | None, text: str) -> IllegalMove:
    if table.phase == "reading":
        return IllegalMove("The slips have been collected: nothing more can be written.")
    if seat not in range(table.seats):
        return IllegalMove("You hold no slip in this game.")
    if seat not in table.writers:
        return IllegalMove("You have not written in time and are out of this round.")
    if len(text) > table.max_length:
        return IllegalMove("That is {n} characters: write at most {n_most}.", n=len(text), n_most=table.max_length)
    return IllegalMove("Write something.")


def _unclosed(table: Table, seat: int | None) -> IllegalMove:
    if seat != table.president:
        return IllegalMove("Only the president closes: {seat}.", seat=table.president)
    if table.phase == "reading":
        return IllegalMove("The slips are being read: there is nothing to close.")
    return IllegalMove("Three must have written before you close: {n} have so far.", n=_written(table))


def _unread(table: Table, seat: int | None, move: Read | Strike) -> IllegalMove:
    if isinstance(move, Read) and seat != table.secretary:
        return IllegalMove("Only the secretary reads: {seat}.", seat=table.secretary)
    if isinstance(move, Strike) and seat != table.president:
        return IllegalMove("Only the president strikes slips: {seat}.", seat=table.president)
    if isinstance(move, Read) or table.phase != "reading":
        return IllegalMove("The slips are still being written: wait until they are collected.")
    if not 1 <= move.place <= table.slips:
        return IllegalMove("There is no slip {n}: there are {n_slips}.", n=move.place, n_slips=table.slips)
    return IllegalMove("Slip {n} has been read or struck already.", n=move.place)


def apply(state: Round, seat: int, move: AnyMove) -> Round:
    """Plays an offered move; a phase ends as soon as nobody is waited for any more."""
    table = state.table
    match move:
        case Write(text):
            return _wrote(state, seat, text)
        case Close():
            out = (Event("out", each) for each in table.waiting if table.phase == "questions")
            return _collected(state, (Event("closed", seat), *out))
        case Read():
            place = table.left[0]
            slip = state.hands[table.president].desk[place - 1]
            said = Event("answered", to=slip.to, text=slip.answer) if slip.answer else Event("silent", to=slip.to)
            events = (Event("read", seat, slip.to, amount=place, text=slip.question), said)
            return _passed(state, replace(table, gone=(*table.gone, place), read=(*table.read, slip)), events)
        case Strike(place):
            struck = Event("struck", seat, amount=place)
            return _passed(state, replace(table, gone=(*table.gone, place)), (struck,))
        case _:
            assert_never(move)


def _wrote(state: Round, seat: int, text: str) -> Round:
    table, slip = state.table, cast("Slip", state.hands[seat].slip)
    slip = replace(slip, question=text) if table.phase == "questions" else replace(slip, answer=text)
    hands = (*state.hands[:seat], Hand(slip), *state.hands[seat + 1 :])
    if seat not in table.waiting:
        return State(table, hands, events=(Event("rewrote", seat, audience=(seat,)),))
    table = replace(table, waiting=tuple(other for other in table.waiting if other != seat))
    state, events = State(table, hands), (Event("wrote", seat, amount=_written(table)),)
    return replace(state, events=events) if table.waiting else _collected(state, events)


def _collected(state: Round, events: tuple[Event, ...]) -> Round:
    """Takes the slips up face down, by the names on them: from here on nobody can tell who wrote what. The slip of one
    who asked nothing is thrown away; one without an answer stays, and is silent."""
    table = state.table
    held = sorted((hand.slip for hand in state.hands if hand.slip and hand.slip.question), key=lambda slip: slip.to)
    headings: tuple[Item, ...] = tuple(slip.to for slip in held)
    questions: tuple[Item, ...] = tuple(slip.question or "" for slip in held)
    answers: tuple[Item, ...] = tuple(slip.answer or "" for slip in held)
    events = (*events, Event("collected", amount=len(held), text=table.phase))
    if table.phase == "questions":
        writers = tuple(seat for seat in table.writers if seat not in table.waiting)
        table = replace(table, phase="handing", writers=writers, waiting=())
        return State(table, _emptied(state), (headings, questions), events)
    table = replace(table, phase="mixing", writers=(), waiting=())
    return State(table, _emptied(state), (headings, questions, answers), events)


def _passed(state: Round, table: Table, events: tuple[Event, ...]) -> Round:
    """After the last slip the rest is destroyed: what was not read aloud is nowhere any more."""
    if table.left:
        return State(table, state.hands, events=events)
    return State(replace(table, phase="over"), _emptied(state), events=(*events, Event("over")))


def moment(seen: View[Table, Hand]) -> tuple[int | str | None, ...]:
    """`write` and `close` mean another thing in another phase, `read` another slip."""
    table = seen.table
    return (table.phase, *(table.left[:1] if seen.seat == table.secretary else ()))


def time_out(seen: View[Table, Hand]) -> AnyMove | None:
    """The president closes, if enough have written; the secretary reads. Nobody else's silence ends anything."""
    table = seen.table
    if table.phase == "reading":
        return Read() if seen.seat == table.secretary else None
    if seen.seat == table.president and (table.phase == "answers" or _written(table) >= ENOUGH):
        return Close()
    return None


def payoffs(table: Table) -> tuple[int, ...]:
    """No chips are played for."""
    return (0,) * table.seats


def outcome(table: Table) -> Mapping[str, Json] | None:
    """What was read aloud, in that order; an answer of null is silence."""
    if table.phase != "over":
        return None
    return {"read": [{"to": slip.to, "question": slip.question, "answer": slip.answer} for slip in table.read]}


def publish(log: Sequence[Entry[Item]], outcome: Mapping[str, Json]) -> Sequence[Entry[Item]]:
    """The log of a finished round as if everybody had held the slip with their own name on it: it names no author, and
    replays to the same outcome. A text that was not read aloud is left out of it."""
    first, second, third = (place for place, entry in enumerate(log) if isinstance(entry, Shuffled))
    asked, answered = log[first + 1 : second], log[second + 1 : third]
    held = dict(zip(_authors(asked), cast("Shuffled[Item]", log[second]).items, strict=True))
    slips = {slip["to"]: slip for slip in cast("list[dict[str, Item]]", outcome["read"])}
    unread = {"question": UNREAD, "answer": UNREAD}

    def rewritten(part: Sequence[Entry[Item]], headings: list[Item], what: str) -> Iterator[Entry[Item]]:
        for to in headings:
            yield Played(cast("int", to), f"write {slips.get(to, unread)[what]}")
        yield from (entry for entry in part if isinstance(entry, Played) and entry.move == "close")

    seats = cast("Shuffled[Item]", log[first]).items
    return (
        Shuffled(tuple(sorted(seats))),
        *rewritten(asked, sorted(held.values()), "question"),
        Shuffled(tuple(sorted(held.values()))),
        *rewritten(answered, sorted(held[author] for author in _authors(answered)), "answer"),
        *log[third:],
    )


def _authors(part: Sequence[Entry[Item]]) -> list[int]:
    return sorted({entry.seat for entry in part if isinstance(entry, Played) and entry.move != "close"})


GAME: Game[Table, Hand, Item, AnyMove] = Game(
    slug="questions",
    seats=(3, 30),
    options=Options,
    moves=(Write, Close, Read, Strike),
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
    parlour=True,
    offices=("president", "secretary"),
    publish=publish,
)
