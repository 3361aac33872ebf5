"""How all purses of a chat begin anew: at once, and only where nothing is reckoned on the old ones.

A table that is being played goes on to pay what it will, chip for chip, into the new purses. But what it has paid
already would be wiped out while its result still tells of it, and what lies on it from the last lottery would come back
into the chat on top of full purses: such a table is played to its end, or called off, before.
"""

from collections.abc import Callable
from typing import Any

from bot.store.store import ChatChange, Commit, Committed, Entry, Gone
from bot.tables.chats import Chats
from bot.tables.legacy import carried
from bot.tables.model import Chat, Table
from bot.tables.service import TRIES, HandledError, Tables, within
from bot.tables.steps import state_of
from games.catalogue import GAMES


class AnsweredError(Exception):
    """The purses have begun anew since it was asked whether they should."""


def paid(table: Table[Any]) -> bool:
    """Whether purses have changed by the deals that were settled there."""
    return table.state is not None and any(GAMES[table.game].payoffs(state_of(table).table))


def reckoning(table: Table[Any]) -> bool:
    """Whether purses have changed by what is being played there, or its chips are those of a former table."""
    return table.stage == "play" and (paid(table) or bool(carried(table)))


async def reckoned(tables: Tables, home: str) -> Table[Any] | None:
    """A table of the chat for whose sake its purses may not begin anew now."""
    return next((one.table for one in await tables.live(home) if reckoning(one.table)), None)


def anew(chat: Chat, resets: int) -> Chat:
    """The chat whose purses begin anew, which had been done so often when it was asked for. Raises AnsweredError."""
    if chat.resets != resets:
        raise AnsweredError
    return chat.model_copy(update={"resets": resets + 1})


async def begin_anew(
    tables: Tables, chats: Chats, chat: int, wish: Callable[[Chat], Chat], entry: Entry
) -> Table[Any] | None:
    """Everybody has what one begins with; the house and the next lottery have nothing.

    `wish` is what becomes of the chat's own document. Returns the table for whose sake nothing was done. Raises what
    the wish raises, and HandledError.
    """
    for _ in range(TRIES):
        version, found = await chats.read(chat)
        changed = wish(found).model_dump_json(exclude_defaults=True)
        unfinished = await tables.live(found.id)
        for one in unfinished:
            if reckoning(one.table):
                return one.table
        result = await tables.store.commit(
            Commit(
                home=found.id,
                chat=ChatChange(version, changed),
                reset=True,
                purse=found.purse,
                unfinished={one.table.id: one.document.version for one in unfinished},
                entries=within((entry,), found.id),
            )
        )
        if isinstance(result, Gone):
            raise HandledError
        if isinstance(result, Committed):
            return None
    raise TimeoutError(f"a table of chat {found.id} changed {TRIES} times in the middle of a reset")
