"""A table in play. Each function is a wish, or the clock's doing: from a table to a `Change`, and nothing else happens.

Raises IllegalMove with a sentence for whoever wished what cannot be.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.buttons import AND
from bot.language import language
from bot.screens.look import look
from bot.tables import lobby
from bot.tables.legacy import carried, inherited, left_over
from bot.tables.model import Table
from games import core, fair
from games.catalogue import GAMES
from games.core import DEALER, AnyGame, Entry, Event, Played, Shuffled, State
from games.moves import IllegalMove, Move
from games.offers import Range, Text, admits, ahead
from games.options import check_options
from games.players import player, waits

AWAY = 60_000
"""Milliseconds without a move after which a person is called to the next turn by a message that rings."""

PATIENCE = 30_000
"""Milliseconds that a computer player gives people to answer it, as when it has made an offer."""

STORY = 48
"""How many events a table remembers for the tail of its screens, where the last step has not brought more: a settlement
of twenty with the stakes of the next deal."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one step makes of a table, all to be stored together."""

    table: Table[Any]
    log: tuple[str, ...] = ()
    forget: int = 0
    """How many entries are dropped from the end of the log before `log` is added."""
    happened: tuple[Event, ...] = ()
    """The events of this step, each with its audience."""
    purses: Mapping[int, int] = field(default_factory=dict)
    """Chips won and lost by deals that this step settled, by user, nought too; the computer players share the purse 0.
    """
    titles: Mapping[str, str | None] = field(default_factory=dict)
    """Titles that the chat remembers from now on, or no more (None)."""
    missed: tuple[int, ...] = ()
    """Seats whose people turn out to be out of the bot's reach in mid-game."""

    def then(self, later: "Change") -> "Change":
        """This and what followed it, as one."""
        purses = dict(self.purses)
        _add(purses, later.purses)
        return Change(
            later.table,
            self.log[: max(0, len(self.log) - later.forget)] + later.log,
            self.forget + max(0, later.forget - len(self.log)),
            self.happened + later.happened,
            purses,
            {**self.titles, **later.titles},
            self.missed + later.missed,
        )


class Stale(IllegalMove):
    """A button that was drawn before its question changed."""

    def __init__(self) -> None:
        super().__init__("The table has moved on; here it is.")


@dataclass(frozen=True, slots=True)
class Clock:
    """The game clock's time, in milliseconds, and how long computer players think."""

    now: int
    thinking: int = 900


@dataclass(frozen=True, slots=True)
class Memory:
    """What a chat remembers of former tables: `titles` and `purses` as the store has them."""

    titles: Mapping[str, str] = field(default_factory=dict)
    purses: Mapping[int, int] = field(default_factory=dict)


NOTHING = Memory()


def start(table: Table[Any], user: int, seed: bytes, clock: Clock, memory: Memory = NOTHING) -> Change:
    """Deals: from the lobby into play, on the terms agreed and as the chat remembers its former tables.

    Chips that were left by the last one lie on this table from now on."""
    table = table.but(options={**table.options, **inherited(table, memory.titles, memory.purses)})
    game, options = lobby.ready(table, user)
    agreed = lobby.all_options(options)
    table = table.but(seed=seed.hex(), options=agreed, stage="play", panel="seats", unreached=())
    opened = json.dumps({"new": {"game": game.slug, "seats": len(table.sitters), "options": agreed}})
    change = _after(table, core.begin(game, len(table.sitters), options, _shuffles(table)), None, clock)
    taken = {holder: -chips for holder, chips in carried(table).items()}
    return Change(table, (opened,), purses=taken).then(change)


def play(table: Table[Any], user: int, text: str, count: int, clock: Clock) -> Change:
    """Makes the move `text` for a person, whose button was drawn at `count`; or several, divided by `AND`, so far as
    each is offered after the one before."""
    seat, game = _asked(table, user, count), GAMES[table.game]
    first, *more = text.split(AND)
    change = _step(table, seat, game.parse(first), clock)
    for move in map(game.parse, more):
        offered = game.offers(core.view(state_of(change.table), seat))
        if change.table.stage != "play" or not admits(offered, move.words()):
            break
        change = change.then(_step(change.table, seat, move, clock))
    return change


def choose(table: Table[Any], user: int, path: str, count: int) -> Change:
    """Notes the words of a move that a person has chosen so far; none: to begin anew."""
    seat = _asked(table, user, count)
    game = GAMES[table.game]
    offers = tuple(game.offers(core.view(state_of(table), seat)))
    words = tuple(path.split())
    step = ahead(offers, words)
    if words and not (step.words or step.amount or step.text or step.done):
        raise Stale if game.private else IllegalMove("It is for others to choose this now.")
    if len(words) > 1 and ahead(offers, words[:-1]).text:
        raise Stale  # a text is written, not chosen: no keyboard has room for it
    drafts = {other: draft for other, draft in table.drafts.items() if other != seat}
    return Change(table.but(drafts={**drafts, seat: path} if words else drafts))


def say(table: Table[Any], user: int, text: str, clock: Clock, *, public: bool = False) -> Change:
    """Makes the move that a person has written: free text where the game asks for it, else the amount of a move.

    What is written for all to see (`public`) is never taken for free text, for that may be a secret.
    """
    seat = _seat(table, user)
    wanted = awaits(table, seat)
    if wanted is None and _chooses_first(table, seat):
        raise IllegalMove("First press what the amount is for, then write it.")
    if wanted is None:
        raise IllegalMove("Nobody is asked for a word here now.")
    if public and wanted[1] is None:
        raise IllegalMove("Here everybody reads it: write it to me in private.")
    verb, amount = wanted
    if amount is None:
        return _step(table, seat, GAMES[table.game].parse(f"{verb} {look(table.game).written(text)}"), clock)
    written = text.strip()
    if not (written.isascii() and written.isdecimal()) or len(written) > 9:
        raise IllegalMove("Please write a whole number: {low} to {high}.", low=amount.low, high=amount.high or "…")
    return _step(table, seat, GAMES[table.game].parse(f"{verb} {int(written)}"), clock)


def send(table: Table[Any], user: int, kind: str, clock: Clock) -> Change:
    """Makes the move for which a message of that kind stands, such as a voice message for a line that is spoken."""
    seat = _seat(table, user)
    if table.stage == "play":
        game = GAMES[table.game]
        offers = tuple(game.offers(core.view(state_of(table), seat)))
        for text in look(game.slug).sent.get(kind, ()):
            move = game.parse(text)
            if admits(offers, move.words()):
                return _step(table, seat, move, clock)
    raise IllegalMove("Nobody is asked for such a message here now.")


def awaits(table: Table[Any], seat: int) -> tuple[str, Range | None] | None:
    """The first words of the move that a seat may complete by writing: with the range of an amount, or free text.

    An amount is waited for where the seat has chosen the verb, or where it is the seat's turn to name one and nothing
    has to be said before.
    """
    if table.stage != "play":
        return None
    game, state = GAMES[table.game], state_of(table)
    view = core.view(state, seat)
    offers = tuple(game.offers(view))
    draft = tuple(table.drafts.get(seat, "").split())
    step = ahead(offers, draft) if draft else None
    if step and step.amount:
        return " ".join(draft), step.amount
    for offer in offers:
        match offer.slots:
            case (Text(),):
                return offer.verb, None
            case (Range() as amount,) if seat in game.turn(state.table):
                if not look(game.slug).warning((offer.verb,), view, language(table.language)):
                    return offer.verb, amount
    return None


def _chooses_first(table: Table[Any], seat: int) -> bool:
    """Whether the seat may name an amount, but something else before."""
    offers = GAMES[table.game].offers(core.view(state_of(table), seat)) if table.stage == "play" else ()
    return any(isinstance(slot, Range) for offer in offers for slot in offer.slots[1:])


def expire(table: Table[Any], clock: Clock) -> Change:
    """What the clock does for every seat whose time is up: computer players move, absent people get the move that the
    rules name; where there is none the table is called off. Where nobody's time is up the table stays as it is."""
    if table.stage != "play":
        raise IllegalMove("This table is closed.")
    game, done = GAMES[table.game], Change(table)
    for seat in [seat for seat, due in enumerate(table.due) if due is not None and due <= clock.now]:
        table = done.table
        due = table.due[seat] if seat < len(table.due) else None
        if due is None or due > clock.now:
            continue  # what the clock did for a seat before has answered for this one
        made = _made(game, table, seat)
        if made is None:
            return done.then(call_off(table))
        done = done.then(_step(table, *made, clock))
    return done


def _made(game: AnyGame, table: Table[Any], seat: int) -> tuple[int, Move] | None:
    """The seat and the move by which the clock goes on in that seat's place; None where there is no such move."""
    if table.sitters[seat].user is None:
        choose = player(game.slug)
        return None if choose is None else (seat, choose(core.view(state_of(table), seat)))
    return core.time_out(game, state_of(table), seat)


def reached(table: Table[Any], user: int) -> Change:
    """Notes that the bot may write to the person again, or for the first time."""
    seat = _seat(table, user)
    return Change(table.but(unreached=tuple(other for other in table.unreached if other != seat)))


def missed(table: Table[Any], user: int) -> Change:
    """Notes that the bot may not write to the person, which is told once."""
    seat = _seat(table, user)
    if seat in table.unreached:
        return Change(table)
    return Change(table.but(unreached=(*table.unreached, seat)), missed=(seat,))


def call_off(table: Table[Any]) -> Change:
    """The table closed before its end; deals that were settled stand, and what the last table left is left again."""
    if table.stage in ("over", "off"):
        raise IllegalMove("This table is closed.")
    purses = carried(table) if table.stage == "play" else {}
    table = table.but(stage="off", due=(), drafts={})
    return Change(_burnt(table).but(state=None) if GAMES[table.game].parlour else table, purses=purses)


def _burnt(table: Table[Any]) -> Table[Any]:
    """What may be kept of a parlour game that has ended: who held which slip is nowhere any more."""
    return table.but(seed="", story=tuple(event for event in table.story if event.audience is None))


def last_deal(table: Table[Any], user: int, deals: int) -> Change:
    """Makes the deal that is on the last one, of so many, or takes that back, where it is as many as were agreed; the
    host's right. Done once more it changes nothing."""
    state, game = state_of(table), GAMES[table.game]
    lobby.only_host(table, user)
    if game.last is None or table.stage != "play":
        raise Stale
    option, shortest = game.last(state.table)
    if deals not in (shortest, table.options[option]):
        raise Stale
    if getattr(state.table.options, option) == deals:
        return Change(table)
    return Change(table.but(state=core.lasting(state, option, deals), count=table.count + 1))


def undo(table: Table[Any], user: int, log: Sequence[str]) -> Change:
    """Takes the last move back: of a patience, for there nobody else has seen a card meanwhile."""
    seat = _seat(table, user)
    if table.stage != "play":
        raise IllegalMove("This table is closed.")
    game = GAMES[table.game]
    entries = [entry_of(text) for text in log[1:]]
    last = max((place for place, entry in enumerate(entries) if isinstance(entry, Played)), default=None)
    if len(table.sitters) != 1 or last is None:
        raise IllegalMove("There is no move to take back.")
    kept = entries[:last]
    state = game.start(1, check_options(game.options, 1, table.options))
    for entry in kept:
        state = core.play(
            game,
            state,
            DEALER if isinstance(entry, Shuffled) else entry.seat,
            entry if isinstance(entry, Shuffled) else game.parse(entry.move),
        )
    table = table.but(
        state=replace(state, events=()),
        count=table.count + 1,
        asked_at=(table.count + 1,),
        drafts={},
        story=(),
        undone=True,
        shuffles=sum(isinstance(entry, Shuffled) for entry in kept),
    )
    return Change(table, forget=len(entries) - last, happened=(Event("undone", seat),))


def amended(table: Table[Any]) -> bool:
    """Whether its game is to be of another length than was agreed in the lobby."""
    last, state = GAMES[table.game].last, table.state
    if last is None or state is None:
        return False
    option, _ = last(state.table)
    return bool(getattr(state.table.options, option) != table.options[option])


def published(table: Table[Any], log: Sequence[str]) -> Sequence[str]:
    """The log of a game that has ended as its record may have it: opened as though it had been agreed from the first
    how long it was to be; of a parlour game called off, only how it was opened."""
    game = GAMES[table.game]
    if game.publish is None:
        played = lobby.all_options(state_of(table).table.options)
        return [json.dumps({"new": {**json.loads(log[0])["new"], "options": played}}), *log[1:]]
    outcome = core.outcome(game, state_of(table)) if table.state is not None else None
    if outcome is None:
        return log[:1]
    rewritten = game.publish([entry_of(text) for text in log[1:]], outcome)
    return [log[0], *map(text_of, rewritten)]


def text_of(entry: Entry[Any]) -> str:
    """A log's entry as it is stored."""
    if isinstance(entry, Played):
        return json.dumps({"play": [entry.seat, entry.move]}, ensure_ascii=False)
    return json.dumps({"shuffled": entry.items})


def entry_of(text: str) -> Entry[Any]:
    """The entry that is stored so."""
    match json.loads(text):
        case {"play": [seat, move]}:
            return Played(seat, move)
        case {"shuffled": items}:
            return Shuffled(tuple(items))
    raise ValueError("not an entry of a log")


def _seat(table: Table[Any], user: int) -> int:
    seat = table.seat_of(user)
    if seat is None:
        raise IllegalMove("You are not sitting at this table.")
    return seat


def _asked(table: Table[Any], user: int, count: int) -> int:
    """The person's seat, if its question is still the one that the button answers."""
    seat = _seat(table, user)
    if table.stage != "play":
        raise IllegalMove("The game has not begun yet." if table.stage == "lobby" else "This table is closed.")
    if table.asked_at[seat] > count:
        raise Stale
    return seat


def state_of(table: Table[Any]) -> State[Any, Any, Any]:
    """The state of its game. Raises IllegalMove where there is none, or none any more."""
    state: State[Any, Any, Any] | None = table.state
    if state is None:
        raise IllegalMove("The game has not begun yet." if table.stage == "lobby" else "This table is closed.")
    return state


def _step(table: Table[Any], seat: int, move: Move, clock: Clock) -> Change:
    game = GAMES[table.game]
    return _after(table, core.step(game, state_of(table), seat, move, _shuffles(table)), seat, clock)


def _shuffles(table: Table[Any]) -> core.Shuffle[Any]:
    """The shuffles of this table from where it stands, drawn from its seed."""
    seed, numbers = bytes.fromhex(table.seed), iter(range(table.shuffles, table.shuffles + 1000))
    return lambda items: fair.shuffle(seed, next(numbers), items)


def _after(table: Table[Any], step: core.Step[Any, Any, Any], moved: int | None, clock: Clock) -> Change:
    """The table after a step of that seat's (None: its first), with everybody's question and time."""
    game, before, (state, log) = GAMES[table.game], table.state, step
    count = table.count + 1
    outcome = game.outcome(state.table)
    over = outcome is not None
    asked_at = tuple(
        count
        if before is None or seat == moved or _question(game, before, seat) != _question(game, state, seat)
        else table.asked_at[seat]
        for seat in range(len(state.hands))
    )
    paid = game.payoffs(before.table) if before else (0,) * len(table.sitters)
    purses: dict[int, int] = {}
    if (won := game.payoffs(state.table)) != paid:
        for sitter, was, now in zip(table.sitters, paid, won, strict=True):
            _add(purses, {sitter.user or 0: now - was})
    if outcome is not None:
        _add(purses, left_over(table, outcome))
    acted = tuple(
        clock.now if before is None or seat == moved else table.acted[seat] for seat in range(len(state.hands))
    )
    awaited = game.turn(state.table)
    called = {seat for seat in awaited if before is not None and seat not in game.turn(before.table)}
    # Who has written looks at the own words, at the end of the chat: what is to be written next must stand there.
    writing = {
        seat
        for seat in awaited
        if before is not None
        and _writes(game, state, seat)
        and _question(game, before, seat) != _question(game, state, seat)
    }
    after = table.but(
        state=replace(state, events=()),
        count=count,
        asked_at=asked_at,
        acted=acted,
        rung=tuple(
            count
            if seat in writing or (seat in called and clock.now - when > AWAY)
            else (table.rung[seat] if table.rung else 0)
            for seat, when in enumerate(acted)
        ),
        due=() if over else _due(table, state, asked_at, clock),
        drafts={seat: draft for seat, draft in table.drafts.items() if asked_at[seat] != count and not over},
        story=remembered(table.story, state.events),
        shuffles=table.shuffles + sum(isinstance(entry, Shuffled) for entry in log),
        stage="over" if over else "play",
    )
    kept = _burnt(after) if over and game.parlour else after
    return Change(kept, tuple(map(text_of, log)), 0, state.events, purses)


def remembered(story: tuple[Event, ...], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The story of a table after a step that has brought these events."""
    return (*story, *events)[-max(STORY, len(events)) :]


def _add(purses: dict[int, int], more: Mapping[int, int]) -> None:
    for holder, chips in more.items():
        purses[holder] = purses.get(holder, 0) + chips


def _question(game: AnyGame, state: State[Any, Any, Any], seat: int) -> tuple[object, ...]:
    return core.question(game, core.view(state, seat))


def _writes(game: AnyGame, state: State[Any, Any, Any], seat: int) -> bool:
    return any(isinstance(slot, Text) for offer in game.offers(core.view(state, seat)) for slot in offer.slots)


def _due(
    table: Table[Any], state: State[Any, Any, Any], asked_at: tuple[int, ...], clock: Clock
) -> tuple[int | None, ...]:
    """When the clock decides for each seat: a question that stands keeps its time, whoever else has moved."""
    awaited = GAMES[table.game].turn(state.table)

    def due(seat: int) -> int | None:
        if seat not in awaited or seat >= len(table.sitters):
            return None
        standing = table.due[seat] if seat < len(table.due) else None
        if standing is not None and asked_at[seat] <= table.count:
            return standing
        if table.sitters[seat].user is None:
            patient = waits(table.game, core.view(state, seat))
            return clock.now + (max(PATIENCE, clock.thinking) if patient else clock.thinking)
        return None if table.pace is None else clock.now + table.pace * 1000

    return tuple(due(seat) for seat in range(len(asked_at)))
