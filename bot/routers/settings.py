"""The settings: everybody may look, moderators choose for their chat, and a person in private for themselves."""

from collections.abc import Callable
from dataclasses import dataclass

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message, User

from bot import sending
from bot.buttons import General, parse
from bot.language import LANGUAGES, language
from bot.routers.answering import has_button
from bot.routers.desk import Desk, person_of, thread_of
from bot.screens import alerts
from bot.screens.pages import start_screen
from bot.screens.settings import CHOICE, PAGE, changed, page_of, settings_screen
from bot.screens.text import html
from bot.store.store import Entry
from bot.tables import tastes
from bot.tables.choices import NoChoiceError, chosen
from bot.tables.model import Chat
from bot.tables.notices import noted
from bot.tables.service import Loaded
from bot.tables.steps import Change

router = Router(name="settings")


@router.message(Command("settings", ignore_case=True))
async def settings(message: Message, desk: Desk) -> None:
    """What is chosen here, and what may be."""
    await desk.announce(message.chat.id)
    speech = await desk.speech_in(message.chat, person_of(message))
    await desk.show(message, settings_screen(await desk.chats.newest(message.chat.id), speech))


@router.callback_query(F.data.startswith(f"g:{PAGE}"))
async def turn(query: CallbackQuery, desk: Desk) -> None:
    """Another page, in place of one that has such a button: who makes it up turns no table to a page."""
    button, message = parse(query.data or ""), query.message
    if not isinstance(button, General) or not isinstance(message, Message) or not has_button(message, query.data):
        await sending.answer(desk.bot, query.id, alerts.unknown_button(await desk.speech(query.from_user)), alert=True)
        return
    await show(desk, message, query.from_user, button.argument)
    await sending.answer(desk.bot, query.id)


@router.callback_query(F.data.startswith(f"g:{CHOICE}:"))
async def choose(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """Something is chosen, by somebody who may."""
    button, message, user = parse(query.data or ""), query.message, query.from_user
    if not isinstance(button, General) or not isinstance(message, Message):
        text = alerts.unknown_button(await desk.speech(user))
    else:
        text = await _chosen(Choosing(desk, message, user, entry), button.argument)
    await sending.answer(desk.bot, query.id, text, alert=bool(text))


@router.callback_query(F.data.startswith("g:language:"))
async def language_(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """The chat, or the person in private, chooses a language; its tables speak it from now on."""
    button, message, user = parse(query.data or ""), query.message, query.from_user
    code = button.argument if isinstance(button, General) else ""
    if code not in LANGUAGES or not isinstance(message, Message):
        text = alerts.unknown_button(await desk.speech(user))
    elif not await desk.moderates(message.chat.id, user.id):
        text = alerts.only_moderators(await desk.speech(user))
    else:
        text = alerts.language_chosen(language(code))
        await _speak(Choosing(desk, message, user, entry), code)
    await sending.answer(desk.bot, query.id, text, alert=bool(text))


@dataclass(frozen=True, slots=True)
class Choosing:
    """Somebody chooses something, by a tap under that message."""

    desk: Desk
    message: Message
    user: User
    entry: Entry

    async def make(self, field: str, wish: Callable[[Chat], Chat]) -> Chat:
        """The chat with that field chosen. What a group is to be told of it is stored in the same step; then it is
        told, and what may be seen at once is brought to the tables that are open. Where this update had stored it
        before, the rest is made up for."""
        desk, message = self.desk, self.message
        signed = await desk.signature(message.chat, self.user)
        _, after = await desk.chats.alter(message.chat.id, lambda found: self._noted(found, wish(found), field, signed))
        await desk.announce(message.chat.id, self.entry.update_id)
        await _follow(desk, message, self.user, after, field)
        return after

    def _noted(self, before: Chat, after: Chat, field: str, signed: str) -> Chat:
        if after.private or after == before:
            return after
        here = language(after.language or self.user.language_code)
        text = html(changed(after, field, here.name(signed, 0), here))
        return noted(after, self.entry.update_id, text, thread_of(self.message))


async def _speak(choosing: Choosing, code: str) -> None:
    desk, message, user = choosing.desk, choosing.message, choosing.user
    await choosing.make("language", lambda found: found.model_copy(update={"language": code}))
    if has_button(message, str(General("catalogue"))):
        await desk.turn(message, start_screen(language(code), desk.username))
    else:
        await show(desk, message, user, "language")


async def _chosen(choosing: Choosing, words: str) -> str:
    """Makes the choice, and tells it. Returns what is to be said where it cannot be made."""
    desk, message, user = choosing.desk, choosing.message, choosing.user
    chat, speech = message.chat, await desk.speech(user)
    if not await desk.moderates(chat.id, user.id):
        return alerts.only_moderators(speech)
    try:
        field, wanted = chosen(await desk.chats.newest(chat.id), words)
        if not wanted.private and _needs_rights(field, wanted) and not await desk.rights.administers(chat.id):
            return alerts.no_administrator(speech)
        after = await choosing.make(field, lambda found: chosen(found, words)[1])
    except NoChoiceError:
        return alerts.unknown_button(speech)
    await show(desk, message, user, page_of(after, field))
    return ""


def _needs_rights(field: str, wanted: Chat) -> bool:
    """Whether that can be done by administrators only."""
    return (field == "hands" and wanted.hands == "group") or (field == "fool_tag" and wanted.fool_tag)


async def _follow(desk: Desk, message: Message, user: User, after: Chat, field: str) -> None:
    """Brings what may be seen at once to the tables that are open."""
    if field == "fool_tag":
        await desk.tags.follow(message.chat.id)
    tables = list[Loaded]()
    if after.private:
        tables = await desk.tables.seats(user.id, away=True)
    elif field in ("language", "four_colours"):
        tables = await desk.tables.live(after.id)
    for loaded in tables:
        await desk.tables.act(loaded.table.id, lambda table, _: Change(tastes.follow(table, after)))


async def show(desk: Desk, message: Message, user: User, page: str) -> None:
    """Turns that message to a page of the settings."""
    speech = await desk.speech_in(message.chat, user)
    await desk.turn(message, settings_screen(await desk.chats.newest(message.chat.id), speech, page))
