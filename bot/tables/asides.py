"""What is said because something has become of a table, beside its game: in the step in which it did, so that it is
said once. Each is a text that waits in the store to be sent."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bot.language import language
from bot.screens import calls
from bot.screens.reconciler import Said
from bot.tables.model import Table
from bot.tables.paces import rings

OPEN = ("lobby", "play")


def asides(before: Table[Any] | None, table: Table[Any], at: float, *, hushed: bool = False) -> Iterator[str]:
    """What is said when `before` has become this table, at that time of the Unix clock; `hushed`: whether nothing that
    calls people makes a sound in its chat then."""
    if before is None:
        return
    ended = before.stage in OPEN and table.stage not in OPEN
    if ended and table.waiting:
        people = [(table.speech.somebody(one.name), one.user) for one in table.waiting if one.user is not None]
        yield str(Said(calls.not_seated(people, table.speech), after=True, quiet=hushed, fleeting=True))
    if ended and table.queue:
        screen = calls.table_is_free(table.queue, table.speech)
        yield str(Said(screen.text, screen.keyboard, after=True, quiet=hushed, fleeting=True))
    told = calls.waited_in_vain if before.mute and ended else None
    if table.mute and not before.mute:
        told = calls.standing_still
    if told:
        for holder in before.holders:
            if holder.user is not None:
                text = told(table.face(None), holder.speech)
                yield str(Said(text, chat=holder.user, after=True, quiet=not rings(holder, at)))


class Called(NamedTuple):
    """How somebody is called who has asked for it."""

    language: str
    quiet: bool
    """Whether the call makes no sound."""


def summons(table: Table[Any], waiting: Mapping[int, Called]) -> Iterator[str]:
    """What is said to those who waited for this table, by user; not to whoever has opened it."""
    for user, called in waiting.items():
        if user != table.host:
            speech = language(called.language)
            text = calls.next_table(table.face(None), speech)
            yield str(Said(text, chat=user, after=True, link=speech.gettext("To the table"), quiet=called.quiet))


def knows(table: Table[Any]) -> frozenset[int]:
    """Everybody whom the table's document tells of, by user."""
    named = {one for sitter in (*table.holders, *table.waiting) for one in (sitter.user, sitter.kept)}
    for office in table.offices.values():
        named |= {office.user, *office.votes, *office.votes.values()}
    named |= {table.host, *table.barred, *(one.user for one in table.queue)}
    return frozenset(filter(None, named))
