"""The settings: everybody may look, moderators choose for their chat, and a person in private for themselves."""

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
from bot.screens.screen import Screen
from bot.screens.settings import CHOICE, PAGE, changed, page_of, settings_screen
from bot.screens.text import html
from bot.tables import lobby
from bot.tables.choices import NoChoiceError, chosen
from bot.tables.model import Chat
from bot.tables.steps import Change

router = Router(name="settings")


@router.message(Command("settings", ignore_case=True))
async def settings(message: Message, desk: Desk) -> None:
    """What is chosen here, and what may be."""
    speech = await desk.speech_in(message.chat, person_of(message))
    await desk.show(message, settings_screen(await desk.chats.newest(message.chat.id), speech))


@router.callback_query(F.data.startswith(f"g:{PAGE}"))
async def turn(query: CallbackQuery, desk: Desk) -> None:
    """Another page."""
    button, message = parse(query.data or ""), query.message
    if not isinstance(button, General) or not isinstance(message, Message):
        await sending.answer(desk.bot, query.id, alerts.unknown_button(await desk.speech(query.from_user)), alert=True)
        return
    await show(desk, message, query.from_user, button.argument)
    await sending.answer(desk.bot, query.id)


@router.callback_query(F.data.startswith(f"g:{CHOICE}:"))
async def choose(query: CallbackQuery, desk: Desk) -> None:
    """Something is chosen, by somebody who may."""
    button, message, user = parse(query.data or ""), query.message, query.from_user
    if not isinstance(button, General) or not isinstance(message, Message):
        text = alerts.unknown_button(await desk.speech(user))
    else:
        text = await _chosen(desk, message, user, button.argument)
    await sending.answer(desk.bot, query.id, text, alert=bool(text))


@router.callback_query(F.data.startswith("g:language:"))
async def language_(query: CallbackQuery, desk: Desk) -> None:
    """The chat, or the person in private, chooses a language; its tables speak it from now on."""
    button, message, user = parse(query.data or ""), query.message, query.from_user
    code = button.argument if isinstance(button, General) else ""
    if code not in LANGUAGES or not isinstance(message, Message):
        text = alerts.unknown_button(await desk.speech(user))
    elif not await desk.moderates(message.chat.id, user.id):
        text = alerts.only_moderators(await desk.speech(user))
    else:
        text = alerts.language_chosen(language(code))
        await _speak(desk, message, user, code)
    await sending.answer(desk.bot, query.id, text, alert=bool(text))


async def _speak(desk: Desk, message: Message, user: User, code: str) -> None:
    before, after = await desk.chats.alter(message.chat.id, lambda found: found.model_copy(update={"language": code}))
    if after.private:
        tables = await desk.tables.seats(user.id)
    else:
        tables = await desk.tables.live(after.id)
    for loaded in tables:
        await desk.tables.act(loaded.table.id, lambda table, _: Change(lobby.speak(table, message.chat.id, code)))
    if before != after:
        await _tell(desk, message, user, after, "language")
    if has_button(message, str(General("catalogue"))):
        await desk.turn(message, start_screen(language(code), desk.username))
    else:
        await show(desk, message, user, "language")


async def _chosen(desk: Desk, message: Message, user: User, words: str) -> str:
    """Makes the choice, and tells it. Returns what is to be said where it cannot be made."""
    chat, speech = message.chat, await desk.speech(user)
    if not await desk.moderates(chat.id, user.id):
        return alerts.only_moderators(speech)
    try:
        field, wanted = chosen(await desk.chats.newest(chat.id), words)
        if not wanted.private and _needs_rights(field, wanted) and not await desk.rights.administers(chat.id):
            return alerts.no_administrator(speech)
        before, after = await desk.chats.alter(chat.id, lambda found: chosen(found, words)[1])
    except NoChoiceError:
        return alerts.unknown_button(speech)
    if before != after:
        await _follow(desk, message, user, after, field)
    await show(desk, message, user, page_of(after, field))
    return ""


def _needs_rights(field: str, wanted: Chat) -> bool:
    """Whether that can be done by administrators only."""
    return (field == "hands" and wanted.hands == "group") or (field == "fool_tag" and wanted.fool_tag)


async def _follow(desk: Desk, message: Message, user: User, after: Chat, field: str) -> None:
    """Tells a group what was chosen for it, and a person's tables how that person wishes to be called."""
    await _tell(desk, message, user, after, field)
    if field == "fool_tag":
        await desk.tags.follow(message.chat.id)
    if after.private:
        for loaded in await desk.tables.seats(user.id):
            await desk.tables.act(
                loaded.table.id,
                lambda table, _: Change(lobby.call(table, user.id, ring=after.ring, quiet=after.quiet_hours)),
            )


async def _tell(desk: Desk, message: Message, user: User, after: Chat, field: str) -> None:
    if not after.private:
        here = await desk.speech_in(message.chat, user)
        name = here.name(await desk.signature(message.chat, user), 0)
        screen = Screen(html(changed(after, field, name, here)))
        await desk.send(message.chat.id, thread_of(message), screen, quietly=True)


async def show(desk: Desk, message: Message, user: User, page: str) -> None:
    """Turns that message to a page of the settings."""
    speech = await desk.speech_in(message.chat, user)
    await desk.turn(message, settings_screen(await desk.chats.newest(message.chat.id), speech, page))
