"""Several tables at once: a list of them, a new one beside others or after them, and a call to the next one."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message, User

from bot import sending
from bot.buttons import About, General, is_table, parse
from bot.language import Language
from bot.routers.answering import answer_with
from bot.routers.desk import Desk, person_of
from bot.routers.opening import barred, open_beside
from bot.screens import alerts, several
from bot.screens.screen import Screen
from bot.screens.several import Spot, Standing
from bot.screens.text import html
from bot.store.store import Entry
from bot.tables import queueing, showing
from bot.tables.model import Queued, Table
from bot.tables.playing import call_off
from bot.tables.purses import paid
from bot.tables.service import Loaded, NoTableError
from games.catalogue import GAMES
from games.moves import IllegalMove

router = Router(name="several")


@router.message(Command("tables", ignore_case=True))
async def tables(message: Message, desk: Desk) -> None:
    """The tables of this group; in private those at which the person sits."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    if message.chat.type == "private" and user is not None:
        found = await desk.tables.seats(user.id, away=True)
        spots = [_own(loaded, user.id) for loaded in found]
        await desk.show(message, several.tables_screen(spots, speech, here=False))
    else:
        found = await desk.tables.live(await desk.tables.store.home_of(message.chat.id))
        spots = [_spot(loaded) for loaded in found]
        await desk.show(message, several.tables_screen(spots, speech, here=True))


def _spot(loaded: Loaded) -> Spot:
    """The table as whoever is in its chat comes to it."""
    return Spot(loaded.table.face(None), showing.address(loaded.document), "post")


def _own(loaded: Loaded, user: int) -> Spot:
    """The table as somebody who sits at it comes to it from the private chat."""
    table, address = loaded.table, showing.address(loaded.document)
    standing: Standing = "called" if queueing.called(table, user) else ""
    if table.alone:
        return Spot(table.face(None), "", "post", standing)
    if table.seat_of(user) is None:
        return Spot(table.face(None), address, standing="away")
    own = table.stage == "play" and GAMES[table.game].private
    return Spot(table.face(None), address, "fetch" if own else "", standing)


@router.callback_query(F.data.regexp(r"^t\w{8}:(post|fetch)$"))
async def jump(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """The table, or one's own screen of it, sent anew."""
    button = parse(query.data or "")
    if not isinstance(button, About):
        return

    async def deed(_: Language) -> str:
        if button.action == "post":
            await _check_here(desk, button.table, query)
            await desk.tables.act(button.table, lambda table, _: queueing.post(table), entry)
        else:
            await desk.tables.act(button.table, lambda table, _: queueing.fetch(table, query.from_user.id), entry)
        return ""

    await answer_with(query, desk, button.table, deed)


async def _check_here(desk: Desk, table_id: str, query: CallbackQuery) -> None:
    """A table is sent anew where it stands, to people of that chat: for others there is none. Raises NoTableError."""
    table, message = (await desk.tables.table(table_id)).table, query.message
    here = message is not None and message.chat.id == table.chat
    if not here or not await desk.belongs(table.chat, query.from_user.id, outside=False):
        raise NoTableError


@dataclass(frozen=True, slots=True)
class _Choice:
    """A tap by which somebody chooses what becomes of a game that others' tables are in the way of."""

    desk: Desk
    message: Message
    user: User
    slug: str
    """The game."""
    table: str
    """The table in the way, where it matters which."""
    entry: Entry

    async def beside(self) -> str | None:
        """Opens a table beside the others. As all of these: returns what is to be said, and raises IllegalMove."""
        return await open_beside(self.desk, self.message, self.user, self.slug, self.entry)

    async def after(self) -> str:
        """Has the person called when that table has ended, if they may sit there."""
        table = await self._table()
        if bar := await barred(self.desk, self.message.chat.id, self.user, await self.desk.speech(self.user)):
            return bar
        queued = Queued(user=self.user.id, name=self.user.full_name, game=self.slug)
        await self.desk.tables.act(table.id, lambda table, _: queueing.queue(table, queued), self.entry)
        return several.queued(table.face(None), await self.desk.speech(self.user))

    async def instead(self) -> str | None:
        """Calls that table off, which is its host's or a moderator's right, and opens the other."""
        desk, message, table = self.desk, self.message, await self._table()
        if table.host != self.user.id and not await desk.moderates(message.chat.id, self.user.id):
            return alerts.only_for_host(await desk.speech(self.user))
        with suppress(IllegalMove):  # it has ended meanwhile
            closed = (await desk.tables.act(table.id, lambda table, _: call_off(table))).table
            here = await desk.speech_in(message.chat, self.user)
            signed = here.somebody(await desk.signature(message.chat, self.user))
            await desk.show(message, Screen(html(alerts.stopped(signed, closed.game, here, paid=paid(closed)))))
        return await self.beside()

    async def _table(self) -> Table[Any]:
        if not is_table(self.table):
            raise NoTableError
        table = (await self.desk.tables.table(self.table)).table
        if table.home != await self.desk.tables.store.home_of(self.message.chat.id):
            raise NoTableError
        return table


_CHOICES = {"beside": _Choice.beside, "after": _Choice.after, "instead": _Choice.instead}


@router.callback_query(F.data.regexp(rf"^g:({'|'.join(_CHOICES)}):"))
async def choose(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """What is to become of a game for which there is no table yet, where others are playing."""
    button, message, user = parse(query.data or ""), query.message, query.from_user
    speech = await desk.speech(user)
    text: str | None = alerts.unknown_button(speech)
    if isinstance(button, General) and isinstance(message, Message):
        slug, _, table = button.argument.partition(":")
        if slug in GAMES:
            try:
                text = await _CHOICES[button.action](_Choice(desk, message, user, slug, table, entry))
            except NoTableError:
                text = alerts.table_gone(speech)
            except IllegalMove as refused:
                text = alerts.alert(speech.refusal(refused, ()))
    await sending.answer(desk.bot, query.id, text or "", alert=bool(text))


@router.message(Command("next", ignore_case=True))
async def next_(message: Message, desk: Desk) -> None:
    """The person is called by a private message when the chat's next table opens."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    if message.chat.type == "private":
        await desk.say(message, alerts.only_in_groups(speech))
        return
    if user is None:
        await desk.say(message, alerts.anonymous(speech))
        return
    store = desk.tables.store
    home = await store.home_of(message.chat.id)
    await store.note_trace(user.id, home)
    await store.await_next(home, user.id, (await desk.speech(user)).code)
    reached = not await desk.unreached({user.id})
    address = f"https://t.me/{desk.username}?start=next"
    await desk.show(message, several.awaiting(speech.somebody(user.full_name), address, speech, reached=reached))


@router.callback_query(F.data == "g:no_call")
async def no_call(query: CallbackQuery, desk: Desk) -> None:
    """Whoever taps is not called."""
    speech, text = await desk.speech(query.from_user), ""
    if isinstance(query.message, Message):
        store = desk.tables.store
        was = await store.await_no_more(await store.home_of(query.message.chat.id), query.from_user.id)
        text = several.awaiting_no_more(speech, was=was)
    await sending.answer(desk.bot, query.id, text)
