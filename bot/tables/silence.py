"""A table in whose chat the bot may not write: it stands still, people are told so in private, and it goes on when the
bot may write there again. After a day it is called off. From a table to a `Change`, and nothing else happens.
"""

from typing import Any, Final

from bot.tables.model import Mute, Table
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


def speak_again(table: Table[Any], clock: Clock) -> Change:
    """Lets the clocks go on; what was due is due so much later. Raises Stale where they never stood."""
    if table.mute is None:
        raise Stale
    stood = clock.now - table.mute.since
    due = tuple(None if when is None else when + stood for when in table.due)
    nudges = tuple(None if when is None else when + stood for when in table.nudges)
    return Change(table.but(mute=None, due=due, nudges=nudges))


def waited(table: Table[Any], mute: Mute, clock: Clock) -> Change:
    """What the clock does at a table that stands still: sees that another attempt is made, or calls it off."""
    if clock.now < mute.again:
        return Change(table)
    if clock.now - mute.since >= LONGEST:
        return call_off(table)
    return Change(table.but(mute=mute.model_copy(update={"again": clock.now + AGAIN})))


def returned(table: Table[Any], clock: Clock) -> Change:
    """The table shown anew in a chat that has taken the bot in again; its clocks go on."""
    if table.mute is not None:
        table = speak_again(table, clock).table
    return post(table)
