"""Opening tables, from a command or a button."""

import secrets
from typing import Any

from aiogram.types import Message, User

from bot.language import Language
from bot.routers.desk import Desk, stands_at, thread_of
from bot.screens import alerts, several
from bot.screens.seating import for_members
from bot.store.store import Entry
from bot.tables import lobby, playing, seats, showing
from bot.tables.asides import OPEN
from bot.tables.model import Table, table_type
from bot.tables.paces import paces
from bot.tables.playing import NOTHING, Memory
from bot.tables.service import MOST, FullError, NoTableError
from bot.tables.steps import Change, Clock
from games.catalogue import GAMES
from games.moves import IllegalMove


async def open_table(desk: Desk, message: Message, user: User, slug: str, entry: Entry) -> str | None:
    """Opens a table of that game in the chat of the message, with the person as its host. Where others are open there,
    in the same topic, it asks first what is to be.

    Returns what is to be said instead, where it cannot be.
    """
    live = await desk.tables.live(await desk.tables.store.home_of(message.chat.id))
    here = [one for one in live if stands_at(one.table.thread, message)]
    if not here or message.chat.type == "private":
        return await open_beside(desk, message, user, slug, entry)
    if refusal := await _refusal(desk, message, user, slug):
        return refusal
    spots = [several.Spot(one.table.face(None), showing.address(one.document)) for one in here]
    await desk.show(message, several.beside_screen(slug, spots, await desk.speech_in(message.chat, user)))
    return None


async def open_beside(desk: Desk, message: Message, user: User, slug: str, entry: Entry) -> str | None:
    """Opens a table whatever others there are. Returns what is to be said instead, where it cannot be."""
    if refusal := await _refusal(desk, message, user, slug):
        return refusal
    table = await new_table(desk, message, user, slug)
    try:
        await desk.tables.open(begin(desk, table, user) if GAMES[slug].seats[1] == 1 else Change(table), entry)
    except FullError:  # others have opened theirs meanwhile
        return several.full(MOST, await desk.speech_in(message.chat, user))
    return None


async def _refusal(desk: Desk, message: Message, user: User, slug: str) -> str | None:
    """Why the person may not open a table of that game there."""
    chat, game = message.chat, GAMES[slug]
    alone = chat.type == "private"
    speech = await desk.speech_in(chat, user)
    if alone and game.parlour:
        return alerts.only_in_groups(speech)
    if not alone and game.seats[1] == 1:
        return alerts.only_in_private(speech)
    if refusal := await barred(desk, chat.id, user, speech) or await _forbidden(desk, chat.id, user, slug, speech):
        return refusal
    live = await desk.tables.live(await desk.tables.store.home_of(chat.id))
    return several.full(MOST, speech) if len(live) >= MOST else None


async def barred(desk: Desk, chat: int, user: User, speech: Language, *, outside: bool = False) -> str:
    """Why that person may not sit at the tables of that chat, where somebody may not; `outside` is whoever presses or
    writes anywhere else."""
    if user.is_bot:
        return alerts.no_robots(speech)
    return "" if await desk.belongs(chat, user.id, outside=outside) else for_members(speech)


async def _forbidden(desk: Desk, chat: int, user: User, slug: str, speech: Language) -> str:
    """Why that person may not open a table of that game in that chat, where somebody may not."""
    chosen, parlour = await desk.chats.newest(chat), GAMES[slug].parlour
    if (chosen.parlour if parlour else chosen.tables) == "all" or await desk.moderates(chat, user.id):
        return ""
    return alerts.only_for_moderators(speech) if parlour else alerts.tables_for_moderators(speech)


def begin(desk: Desk, table: Table[Any], user: User, memory: Memory = NOTHING) -> Change:
    """Deals, with a secret of its own."""
    return playing.start(table, user.id, secrets.token_bytes(32), desk.tables.clock(table.id), memory)


async def new_table(desk: Desk, message: Message, user: User, slug: str, table_id: str = "") -> Table[Any]:
    """A table in its lobby, not stored yet."""
    chat = message.chat
    home = await desk.tables.store.home_of(chat.id)
    alone = chat.type == "private"
    chosen = await desk.chats.newest(chat.id)
    if chosen.untold:  # nobody should play by what they have not heard of
        await desk.announce(chat.id)
    table = table_type(slug)(
        id=table_id or desk.tables.store.new_table_id(home),
        home=home,
        chat=chat.id,
        thread=thread_of(message),
        chat_title="" if alone else chat.title or "",
        alone=alone,
        language=(await desk.speech_in(chat, user)).code,
        four_colours=chosen.four_colours,
        game=slug,
        ticket=desk.tables.store.new_ticket(),
        host=user.id,
        pace=None if alone else paces(slug).get(chosen.pace),
        absent=chosen.absent,
        # What is written must be written in private.
        hands="private" if alone or GAMES[slug].parlour else chosen.hands,
        highest=chosen.highest,
    )
    return lobby.open_table(table, await desk.sitter(user))


async def once_more(desk: Desk, message: Message, user: User, table_id: str, entry: Entry) -> str:
    """The same game once more: whoever asks first, and may, opens the table, with the computer players of the old one;
    the others sit down at it.

    Returns what is to be said, if anything. Raises IllegalMove, NoTableError where the chat never had that table.
    """
    if (await desk.tables.table(table_id)).table.home != await desk.tables.store.home_of(message.chat.id):
        raise NoTableError
    if bar := await barred(desk, message.chat.id, user, await desk.speech(user)):
        return bar
    old = await _followed(desk, table_id)
    sitter = await desk.sitter(user)
    if await desk.tables.store.table(old.next) is None:
        if refusal := await _refusal(desk, message, user, old.game):
            return alerts.alert(refusal)
        table = lobby.as_agreed(await new_table(desk, message, user, old.game, old.next), old)
        alone = GAMES[old.game].seats[1] == 1
        change = begin(desk, table, user) if alone else Change(lobby.with_computers(table, old))
        try:
            if await desk.tables.open(change, entry):
                return ""
        except FullError:  # others have opened theirs meanwhile
            return alerts.alert(several.full(MOST, await desk.speech_in(message.chat, user)))
    await desk.tables.act(old.next, lambda table, clock: seats.sit(table, sitter, clock), entry)
    return ""


async def _followed(desk: Desk, table_id: str) -> Table[Any]:
    """The table, or the last of those that were opened once more after it and have ended too; it names the next."""
    following = desk.tables.store.new_table_id(table_id)

    def follow(table: Table[Any], _clock: Clock) -> Change:
        if table.stage in OPEN:
            raise IllegalMove("This table is not over yet.")
        return Change(table if table.next else table.but(next=following))

    while True:
        table = (await desk.tables.act(table_id, follow)).table
        found = await desk.tables.store.table(table.next)
        if found is None or (await desk.tables.table(table.next)).table.stage in OPEN:
            return table
        table_id = table.next
