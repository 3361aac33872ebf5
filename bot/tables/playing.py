"""A table in play. Each function is a wish: from a table to a `Change`, and nothing else happens.

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
from bot.tables.legacy import carried, inherited
from bot.tables.model import Table
from bot.tables.paces import clocked
from bot.tables.presence import awake
from bot.tables.steps import (
    Change,
    Clock,
    Stale,
    advance,
    after,
    burnt,
    entry_of,
    own_seat,
    shuffles,
    state_of,
    text_of,
)
from games import core
from games.catalogue import GAMES
from games.core import DEALER, Event, Played, Shuffled
from games.moves import IllegalMove
from games.offers import Offer, Range, Text, admits, ahead
from games.options import check_options


@dataclass(frozen=True, slots=True)
class Memory:
    """What a chat remembers of former tables: `titles` and `purses` as the store has them."""

    titles: Mapping[str, str] = field(default_factory=dict)
    purses: Mapping[int, int] = field(default_factory=dict)


NOTHING = Memory()


def start(table: Table[Any], user: int, seed: bytes, clock: Clock, memory: Memory = NOTHING) -> Change:
    """Deals: from the lobby into play, on the terms agreed and as the chat remembers its former tables.

    Chips that were left by the last one lie on this table from now on."""
    heritage = inherited(table, memory.titles, memory.purses)
    table = table.but(options={**table.options, **heritage}, inherited=tuple(heritage))
    table, options = lobby.ready(table, user)
    game = GAMES[table.game]
    agreed = lobby.all_options(options)
    table = table.but(seed=seed.hex(), options=agreed, stage="play", panel="seats", unreached=())
    table = table if clocked(game.slug) else table.but(pace=None)
    opened = json.dumps({"new": {"game": game.slug, "seats": len(table.sitters), "options": agreed}})
    change = after(table, core.begin(game, len(table.sitters), options, shuffles(table)), None, clock)
    taken = {holder: -chips for holder, chips in carried(table).items()}
    return Change(table, (opened,), purses=taken).then(change)


def play(table: Table[Any], user: int, text: str, count: int, clock: Clock) -> Change:
    """Makes the move `text` for a person, whose button was drawn at `count`; or several, divided by `AND`, so far as
    each is offered after the one before."""
    seat, game = asked(table, user, count), GAMES[table.game]
    first, *more = text.split(AND)
    change = advance(awake(table, seat), seat, game.parse(_as_shown(table, seat, first)), clock)
    for move in map(game.parse, more):
        offered = game.offers(core.view(state_of(change.table), seat))
        if change.table.stage != "play" or not admits(offered, move.words()):
            break
        change = change.then(advance(change.table, seat, move, clock))
    return change


def _as_shown(table: Table[Any], seat: int, text: str) -> str:
    """The move of a button that somebody has made up, for none of ours carries what is to be written: as it would be
    taken from a message."""
    verb, _, words = text.partition(" ")
    offers = GAMES[table.game].offers(core.view(state_of(table), seat)) if GAMES[table.game].parlour else ()
    written = any(offer.verb == verb and Text in map(type, offer.slots) for offer in offers)
    return f"{verb} {look(table.game).written(words)}" if written else text


def choose(table: Table[Any], user: int, path: str, count: int) -> Change:
    """Notes the words of a move that a person has chosen so far; none: to begin anew."""
    seat = asked(table, user, count)
    game = GAMES[table.game]
    offers = tuple(game.offers(core.view(state_of(table), seat)))
    words = tuple(path.split())
    step = ahead(offers, words)
    if words and not (step.words or step.amount or step.text or step.done):
        raise _not_chosen(table, seat, words)
    if len(words) > 1 and ahead(offers, words[:-1]).text:
        raise Stale  # a text is written, not chosen: no keyboard has room for it
    drafts = {other: draft for other, draft in table.drafts.items() if other != seat}
    return Change(table.but(drafts={**drafts, seat: path} if words else drafts))


def _not_chosen(table: Table[Any], seat: int, words: Sequence[str]) -> Exception:
    """Why this seat may not begin a move so: what the rules say of a whole one that somebody else may begin so, for all
    to see. Where nobody may, the button is an old one."""
    game, state = GAMES[table.game], state_of(table)
    for other in range(len(state.hands)):
        if whole := _finished(tuple(game.offers(core.view(state, other, public=True))), tuple(words)):
            return game.reason(core.view(state, seat), game.parse(" ".join(whole)))
    return Stale()


def _finished(offers: Sequence[Offer], words: tuple[str, ...]) -> tuple[str, ...]:
    """The first move on offer that begins with these words; none where there is none."""
    step = ahead(offers, words)
    while not step.done:
        if not step.words and step.amount is None:
            return ()
        words = (*words, step.words[0] if step.words else str(step.amount.low if step.amount else ""))
        step = ahead(offers, words)
    return words


def say(table: Table[Any], user: int, text: str, clock: Clock, *, public: bool = False) -> Change:
    """Makes the move that a person has written: free text where the game asks for it, else the amount of a move.

    What is written for all to see (`public`) is never taken for free text, for that may be a secret.
    """
    seat = own_seat(table, user)
    check_heard(table)
    table = awake(table, seat)
    wanted = awaits(table, seat)
    if wanted is None and names_amount(table, seat, after=1):
        raise IllegalMove("First press what the amount is for, then write it.")
    if wanted is None and names_amount(table, seat):
        # A number alone would not tell whether it is what is added or what that comes to.
        if not public:
            raise IllegalMove("Such an amount is pressed, not written: its buttons stand under your cards.")
        raise IllegalMove("Such an amount is pressed, not written: its buttons stand under “My cards”.")
    if wanted is None:
        raise IllegalMove("Nobody is asked for a word here now.")
    if public and wanted[1] is None:
        raise IllegalMove("Here everybody reads it: write it to me in private.")
    verb, amount = wanted
    if amount is None:
        words = look(table.game).written(text)
        if not words:
            raise IllegalMove("Nothing of that can be seen. Write it in words.")
        return advance(table, seat, GAMES[table.game].parse(f"{verb} {words}"), clock)
    written = text.strip()
    if not (written.isascii() and written.isdecimal()) or len(written) > 9:
        raise IllegalMove("Please write a whole number: {low} to {high}.", low=amount.low, high=amount.high or "…")
    return advance(table, seat, GAMES[table.game].parse(f"{verb} {int(written)}"), clock)


def send(table: Table[Any], user: int, kind: str, clock: Clock) -> Change:
    """Makes the move for which a message of that kind stands, such as a voice message for a line that is spoken."""
    seat = own_seat(table, user)
    check_heard(table)
    if table.stage == "play":
        game = GAMES[table.game]
        offers = tuple(game.offers(core.view(state_of(table), seat)))
        for text in look(game.slug).sent.get(kind, ()):
            move = game.parse(text)
            if admits(offers, move.words()):
                return advance(awake(table, seat), seat, move, clock)
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


def names_amount(table: Table[Any], seat: int, after: int = 0) -> bool:
    """Whether the seat may name an amount, written or by a button, with so many words before it or more."""
    offers = GAMES[table.game].offers(core.view(state_of(table), seat)) if table.stage == "play" else ()
    return any(isinstance(slot, Range) for offer in offers for slot in offer.slots[after:])


def reached(table: Table[Any], user: int) -> Change:
    """Notes that the bot may write to the person again, or for the first time; also to one who is away."""
    kept = table.kept_for(user)
    seat = own_seat(table, user) if kept is None else kept
    return Change(table.but(unreached=tuple(other for other in table.unreached if other != seat)))


def in_private(table: Table[Any], _clock: Clock) -> Change:
    """Shows hands in private chats from now on, since the bot may not show them in the group. Raises Stale where it
    does already."""
    if table.hands == "private":
        raise Stale
    return Change(table.but(hands="private"))


def missed(table: Table[Any], user: int) -> Change:
    """Notes that the bot may not write to the person, which is told once; of somebody who is away it is told nobody.
    Raises Stale where it is known already."""
    kept = table.kept_for(user)
    seat = own_seat(table, user) if kept is None else kept
    if seat in table.unreached:
        raise Stale
    # Where there is no hand, only reminders are lost; who plays alone keeps nobody waiting.
    told = (seat,) if GAMES[table.game].private and kept is None and not table.alone else ()
    return Change(table.but(unreached=(*table.unreached, seat)), missed=told)


def call_off(table: Table[Any]) -> Change:
    """The table closed before its end; deals that were settled stand, and what the last table left is left again."""
    if table.stage in ("over", "off"):
        raise IllegalMove("This table is closed.")
    purses = carried(table) if table.stage == "play" else {}
    table = table.but(stage="off", due=(), drafts={})
    return Change(burnt(table).but(state=None) if GAMES[table.game].parlour else table, purses=purses)


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
    seat = own_seat(table, user)
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


def check_heard(table: Table[Any]) -> None:
    """Raises IllegalMove at a table that stands still because the bot may not write in its chat."""
    if table.mute is not None:
        raise IllegalMove(
            "I may not write in the group, so the table stands still. Ask a moderator to let me: it goes on by itself."
        )


def asked(table: Table[Any], user: int, count: int) -> int:
    """The person's seat, if its question is still the one that was answered at `count`. Raises Stale."""
    seat = own_seat(table, user)
    if table.stage != "play":
        raise IllegalMove("The game has not begun yet." if table.stage == "lobby" else "This table is closed.")
    check_heard(table)
    if table.asked_at[seat] > count:
        raise Stale
    return seat
