"""More time for whoever is waited for, and no more of it where a moderator says so."""

from typing import Any

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.buttons import About, parse
from bot.language import Language
from bot.routers.answering import answer_with
from bot.routers.desk import Desk, person_of, stands_at
from bot.screens import alerts
from bot.screens import clocks as words
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.store.store import Entry
from bot.tables import clocks
from bot.tables.model import Table
from bot.tables.presence import awaited
from bot.tables.service import Wish
from games.moves import IllegalMove

router = Router(name="clocks")


@router.message(Command("extend", ignore_case=True))
async def extend(message: Message, desk: Desk, entry: Entry) -> None:
    """More time for the person, or at a moderator's wish for everybody who is waited for; with several tables, a
    choice."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    tables = await _played(message, desk)
    if message.chat.type == "private":
        await desk.say(message, alerts.only_in_groups(speech))
    elif not tables:
        await desk.say(message, words.no_table(speech))
    elif len(tables) > 1:
        await desk.show(message, words.extend_screen([table.face(None) for table in tables], speech))
    else:
        moderates = await desk.moderated(message)
        if user is None and not moderates:
            await desk.say(message, alerts.anonymous(speech))
            return
        wish = _more(user.id if user else 0, everybody=moderates)
        try:
            pace = (await desk.tables.act(tables[0].id, wish, entry)).table.pace or 0
        except IllegalMove as refused:
            text = alerts.refusal(refused, tables[0].face(None), speech)
        else:
            name = speech.somebody(user.full_name if user else message.chat.title or "")
            text = words.extended(name, pace, speech, everybody=moderates)
        await desk.say(message, text)


@router.message(Command("skip", ignore_case=True))
async def skip(message: Message, desk: Desk) -> None:
    """Asks a moderator at which table not to wait any longer. What the button skips is what is asked there now: however
    many ask and press, one turn is skipped once."""
    speech = await desk.speech_in(message.chat, person_of(message))
    tables = await _played(message, desk)
    if message.chat.type == "private":
        await desk.say(message, alerts.only_in_groups(speech))
    elif not await desk.moderated(message):
        await desk.say(message, alerts.only_moderators(speech))
    elif not tables:
        await desk.say(message, words.no_table(speech))
    else:
        waited = [(table.face(None), awaited(table)) for table in tables]
        await desk.show(message, words.skip_screen(waited, speech))


@router.callback_query(F.data.func(lambda data: _about(data) is not None))
async def pressed(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """More time, by the button under the table or of a reminder; or a turn to be skipped."""
    button = _about(query.data)
    if button is None:
        return

    async def deed(speech: Language) -> str:
        table, user = (await desk.tables.table(button.table)).table, query.from_user.id
        if button.action == "skip":
            if not await desk.moderates(table.chat, user):
                return alerts.only_moderators(speech)
            return await _skipped(query, desk, entry, button, speech)
        seat = table.seat_of(user)
        own = seat is not None and clocks.may_extend(table, seat)
        everybody = not own and await desk.moderates(table.chat, user)
        change = await desk.tables.act(table.id, _more(user, everybody=everybody), entry)
        return words.added(change.table.pace or 0, speech)

    await answer_with(query, desk, button.table, deed)


def _about(data: str | None) -> About | None:
    button = parse(data or "")
    return button if isinstance(button, About) and button.action in ("extend", "skip") else None


async def _played(message: Message, desk: Desk) -> list[Table[Any]]:
    """The games that are on in the chat, or the topic, of that message."""
    live = await desk.tables.live(await desk.tables.store.home_of(message.chat.id))
    return [one.table for one in live if one.table.stage == "play" and stands_at(one.table.thread, message)]


def _more(user: int, *, everybody: bool) -> Wish:
    """More time for that person, or for everybody who is waited for."""
    return lambda table, clock: clocks.extend(table, user, clock, moderator=everybody)


async def _skipped(query: CallbackQuery, desk: Desk, entry: Entry, button: About, speech: Language) -> str:
    """Skips, once, and says so in place of the question. Raises IllegalMove."""
    argued = words.skip_argued(button.argument)
    if argued is None:
        return alerts.unknown_button(speech)
    count, seats = argued
    await desk.tables.act(button.table, lambda table, clock: clocks.skip(table, seats, count, clock), entry)
    if isinstance(query.message, Message):
        here = await desk.speech_in(query.message.chat, query.from_user)
        name = here.somebody(await desk.signature(query.message.chat, query.from_user))
        await desk.turn(query.message, Screen(html(words.skipped(name, here))))
    return ""
