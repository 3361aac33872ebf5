"""Opening tables, from a command or a button."""

import secrets
from typing import Any

from aiogram.types import Message, User

from bot.routers.desk import Desk, thread_of
from bot.screens import alerts
from bot.store.store import Entry
from bot.tables import lobby, playing
from bot.tables.model import Table, table_type
from bot.tables.paces import paces
from bot.tables.playing import NOTHING, Memory
from bot.tables.service import NoTableError
from bot.tables.steps import Change, Clock
from games.catalogue import GAMES
from games.moves import IllegalMove


async def open_table(desk: Desk, message: Message, user: User, slug: str, entry: Entry) -> str | None:
    """Opens a table of that game in the chat of the message, with the person as its host.

    Returns what is to be said instead, where it cannot be.
    """
    chat = message.chat
    alone = chat.type == "private"
    speech = await desk.speech_in(chat, user)
    game = GAMES[slug]
    if alone and game.parlour:
        return alerts.only_in_groups(speech)
    if not alone and game.seats[1] == 1:
        return alerts.only_in_private(speech)
    if game.parlour and not await desk.moderates(chat.id, user.id):
        return alerts.only_for_moderators(speech)
    table = await new_table(desk, message, user, slug)
    if game.seats[1] == 1:
        await desk.tables.open(begin(desk, table, user), entry)
    else:
        await desk.tables.open(Change(table), entry)
    return None


def begin(desk: Desk, table: Table[Any], user: User, memory: Memory = NOTHING) -> Change:
    """Deals, with a secret of its own."""
    return playing.start(table, user.id, secrets.token_bytes(32), desk.tables.clock(table.id), memory)


async def new_table(desk: Desk, message: Message, user: User, slug: str, table_id: str = "") -> Table[Any]:
    """A table in its lobby, not stored yet."""
    chat = message.chat
    home = await desk.tables.store.home_of(chat.id)
    alone = chat.type == "private"
    chosen = await desk.chats.newest(chat.id)
    table = table_type(slug)(
        id=table_id or desk.tables.store.new_table_id(home),
        home=home,
        chat=chat.id,
        thread=thread_of(message),
        chat_title="" if alone else chat.title or "",
        alone=alone,
        language=(await desk.speech_in(chat, user)).code,
        game=slug,
        host=user.id,
        pace=None if alone else paces(slug)[chosen.pace],
    )
    return lobby.open_table(table, await desk.sitter(user))


async def once_more(desk: Desk, message: Message, user: User, table_id: str, entry: Entry) -> str:
    """The same game once more: whoever asks first, and may, opens the table, the others sit down at it.

    Returns what is to be said, if anything. Raises IllegalMove, NoTableError where the chat never had that table.
    """
    if (await desk.tables.table(table_id)).table.home != await desk.tables.store.home_of(message.chat.id):
        raise NoTableError
    following = desk.tables.store.new_table_id(table_id)

    def follow(table: Table[Any], _clock: Clock) -> Change:
        if table.stage not in ("over", "off"):
            raise IllegalMove("This table is not over yet.")
        return Change(table if table.next else table.but(next=following))

    old = (await desk.tables.act(table_id, follow)).table
    sitter = await desk.sitter(user)
    if await desk.tables.store.table(old.next) is None:
        if GAMES[old.game].parlour and not await desk.moderates(message.chat.id, user.id):
            return alerts.only_for_moderators(await desk.speech(user))
        table = await new_table(desk, message, user, old.game, old.next)
        if await desk.tables.open(Change(lobby.as_agreed(table, old)), entry):
            return ""
    await desk.tables.act(old.next, lambda table, _: Change(lobby.sit(table, sitter)), entry)
    return ""
