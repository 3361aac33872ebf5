"""A table in whose chat the bot may not write: it stands still, people are told so in private, and it goes on when the
bot may write there again. After a day it is called off. From a table to a `Change`, and nothing else happens.
"""

from collections.abc import Iterator
from typing import Any, Final

from bot.screens import calls
from bot.screens.reconciler import Said
from bot.tables.model import Mute, Table
from bot.tables.paces import rings
from bot.tables.playing import call_off, check_heard
from bot.tables.queueing import post
from bot.tables.steps import Change, Clock, Stale
from games.moves import IllegalMove

AGAIN: Final = 600_000
"""Milliseconds between two attempts to write in the chat."""

LONGEST: Final = 86_400_000
"""Milliseconds after which nobody waits for that any more."""


def fall_silent(table: Table[Any], clock: Clock) -> Change:
    """Stops the clocks. Raises IllegalMove where they stand already, or there are none."""
    if table.stage != "play" or table.alone:
        raise IllegalMove("This table is closed.")
    check_heard(table)
    return Change(table.but(mute=Mute(since=clock.now, again=clock.now + AGAIN)))


def unsaid(table: Table[Any], clock: Clock, text: str, at: float) -> Change:
    """Keeps what could not be said in the chat, as it waited in the store: a table in play stands still until it can
    be said; of one that is over its people are told in private, at that time of the Unix clock. Raises IllegalMove
    where it is kept already, or there is nobody whom it concerns."""
    if table.stage == "over":
        return Change(table, said=tuple(_privately(table, Said.parse(text), at)))
    table = table if table.mute else fall_silent(table, clock).table
    if table.mute is None or text in table.mute.unsaid:
        raise Stale
    return Change(table.but(mute=table.mute.model_copy(update={"unsaid": (*table.mute.unsaid, text)})))


def _privately(table: Table[Any], said: Said, at: float) -> Iterator[str]:
    """What was to be said in the chat, for everybody who has played to the end, those who slept included."""
    for holder in table.holders:
        user = holder.user or (None if holder.left else holder.kept)
        if user is not None:
            for words in (calls.told_here(table.face(None), holder.speech), said.text):
                yield str(Said(words, chat=user, after=True, quiet=not rings(holder, at)))


def speak_again(table: Table[Any], clock: Clock) -> Change:
    """Lets the clocks go on; what was due is due so much later, and what could not be said is said. Raises Stale where
    they never stood."""
    if table.mute is None:
        raise Stale
    stood = clock.now - table.mute.since
    due = tuple(None if when is None else when + stood for when in table.due)
    nudges = tuple(None if when is None else when + stood for when in table.nudges)
    return Change(table.but(mute=None, due=due, nudges=nudges), said=table.mute.unsaid)


def waited(table: Table[Any], mute: Mute, clock: Clock) -> Change:
    """What the clock does at a table that stands still: sees that another attempt is made, or calls it off."""
    if clock.now < mute.again:
        return Change(table)
    if clock.now - mute.since >= LONGEST:
        return call_off(table)
    return Change(table.but(mute=mute.model_copy(update={"again": clock.now + AGAIN})))


def returned(table: Table[Any], clock: Clock) -> Change:
    """The table shown anew in a chat that has taken the bot in again; its clocks go on."""
    change = Change(table) if table.mute is None else speak_again(table, clock)
    return change.then(post(change.table))
