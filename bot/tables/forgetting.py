"""How a person is forgotten: everywhere but in other people's finished tables, where the name becomes «Гость».

Everything of one chat goes in one step, and every step may be made twice: if the process ends in the middle, the wish
is still in its inbox, and is made again. The index of where the person is known goes last.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.language import N_, language
from bot.screens.reconciler import Said
from bot.screens.text import html
from bot.tables import lobby, seats
from bot.tables.asides import OPEN, knows
from bot.tables.chats import Chats
from bot.tables.model import Office, Sitter, Table
from bot.tables.service import NoTableError, Tables
from bot.tables.steps import Change, Clock

GUEST = N_("Guest")


async def forget(tables: Tables, chats: Chats, user: int) -> None:
    """Forgets the person."""
    store = tables.store
    own = await store.home_of(user)
    homes, known = await store.traces(user)
    for table_id in known | frozenset(await store.live_tables(own)):
        try:
            table = (await tables.table(table_id)).table
            if table.home == own:
                await store.vanish(table_id, own)
                tables.drop(table_id)
            elif user in knows(table):
                await tables.act(table_id, lambda table, clock: without(table, user, clock))
        except NoTableError:
            continue
    for home in homes - {own}:
        await store.forget_in(home, user)
    await store.forget_person(user)
    chats.drop(user)


def without(table: Table[Any], user: int, clock: Clock) -> Change:
    """The table without the person, who leaves it if it has not ended, and without what it knew of them."""
    change = Change(table)
    if table.stage in OPEN and seats.here(table, user):
        change = seats.leave(table, user, clock)
    return change.then(Change(_unknown(change.table, user)))


def _unknown(table: Table[Any], user: int) -> Table[Any]:
    """The table as though somebody whom nobody knows had been in that person's place."""

    def hidden(sitter: Sitter) -> Sitter:
        if user not in (sitter.user, sitter.kept):
            return sitter
        others = [other for other in (*table.holders, *table.waiting) if other is not sitter]
        guest = Sitter(user=None, name=language(table.language).gettext(GUEST), left=table.stage == "play")
        return lobby.named(guest, table, others)

    def office(held: Office) -> Office:
        votes = {voter: whom for voter, whom in held.votes.items() if user not in (voter, whom)}
        return held.model_copy(update={"user": None if held.user == user else held.user, "votes": votes})

    return table.but(
        count=table.count + 1,
        mute=table.mute and table.mute.model_copy(update={"unsaid": tuple(_unsaid(table, user))}),
        sitters=tuple(map(hidden, table.sitters)),
        officers=tuple(map(hidden, table.officers)),
        waiting=tuple(sitter for sitter in table.waiting if sitter.user != user),
        offices={name: office(held) for name, held in table.offices.items()},
        barred=tuple(other for other in table.barred if other != user),
        queue=tuple(one for one in table.queue if one.user != user),
        host=0 if table.host == user else table.host,
    )


def _unsaid(table: Table[Any], user: int) -> Iterator[str]:
    """What is still to be said in the chat, with the guest in the person's place, and without what calls the person."""
    people = (*table.holders, *table.waiting)
    names = [html(sitter.name) for sitter in people if user in (sitter.user, sitter.kept)]
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names) or "(?!)")
    for text in table.mute.unsaid if table.mute else ():
        said = Said.parse(text)
        if str(user) not in said.text:
            yield str(replace(said, text=named.sub(language(table.language).gettext(GUEST), said.text)))
