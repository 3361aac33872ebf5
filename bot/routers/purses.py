"""Purses: what is in them, and all of them anew at a moderator's wish, which is asked twice."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from aiogram import F, Router
from aiogram.exceptions import AiogramError
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message, User

from bot import sending
from bot.buttons import General, parse
from bot.routers.desk import Desk, person_of, thread_of
from bot.screens import alerts
from bot.screens.purses import ANEW, begun_anew, left_alone, own_purse_screen, purses_screen, reset_screen
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.store.store import Entry
from bot.tables.model import Chat
from bot.tables.notices import noted
from bot.tables.purses import AnsweredError, anew, begin_anew, reckoned

router = Router(name="purses")


@router.message(Command("purse", ignore_case=True))
async def purse(message: Message, desk: Desk) -> None:
    """What everybody has in this group, or the person in the private chat."""
    await desk.announce(message.chat.id)
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    store = desk.tables.store
    home = await store.home_of(message.chat.id)
    purses, begun = await store.purses(home), await desk.tables.begun(home)
    if message.chat.type == "private":
        screen = own_purse_screen(purses, message.chat.id, begun, speech)
    else:
        names = await store.names(home)
        if user:
            purses.setdefault(user.id, begun)
            names[user.id] = user.full_name
        screen = purses_screen(purses, names, user.id if user else None, begun, speech)
    await desk.show(message, screen)


@router.message(Command("reset_purses", ignore_case=True))
async def reset_purses(message: Message, desk: Desk) -> None:
    """Asks the moderator who wishes it whether all purses are to begin anew."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    if not await desk.moderated(message):
        await desk.say(message, alerts.only_moderators(speech))
        return
    chat = await desk.chats.newest(message.chat.id)
    if table := await reckoned(desk.tables, chat.id):
        await desk.say(message, alerts.reckoned(table.face(None), speech))
    else:
        await desk.show(message, reset_screen(chat.id, chat.resets, user.id if user else 0, chat.purse, speech))


@dataclass(frozen=True, slots=True)
class _Answer:
    """A button under the question."""

    anew: bool
    home: str
    resets: int
    asker: int
    """0: somebody who spoke in the chat's name."""

    @classmethod
    def parse(cls, data: str) -> Self | None:
        """None where it is none of ours."""
        button = parse(data)
        match button.argument.split(":") if isinstance(button, General) else []:
            case [home, resets, asker] if all(n.isascii() and n.isdecimal() and len(n) < 16 for n in (resets, asker)):
                return cls(data.startswith(f"g:{ANEW}:"), home, int(resets), int(asker))
        return None


@router.callback_query(F.data.startswith("g:purses_"))
async def answer(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """The answer to the question: of whoever asked, or of any moderator where that one spoke in the chat's name."""
    pressed, message, user = _Answer.parse(query.data or ""), query.message, query.from_user
    speech = await desk.speech(user)
    if pressed is None or not isinstance(message, Message):
        text = alerts.unknown_button(speech)
    elif pressed.asker not in (0, user.id):
        text = alerts.only_for_asker(speech)
    elif not await desk.moderates(message.chat.id, user.id):
        text = alerts.only_moderators(speech)
    else:
        text = await _answered(pressed, message, user, desk, entry)
    await sending.answer(desk.bot, query.id, text, alert=bool(text))


async def _answered(pressed: _Answer, message: Message, user: User, desk: Desk, entry: Entry) -> str:
    """Does it, once and in the chat where it was asked. Returns what is to be said where it cannot be done."""
    speech, here = await desk.speech(user), await desk.speech_in(message.chat, user)
    chat = await desk.chats.newest(message.chat.id)
    if chat.id != pressed.home:
        return alerts.unknown_button(speech)
    try:
        if chat.resets != pressed.resets:
            raise AnsweredError
        if not pressed.anew:
            await desk.turn(message, Screen(html(left_alone(here))))
        else:
            told = html(begun_anew(chat.purse, here))

            def wish(found: Chat) -> Chat:
                return noted(anew(found, pressed.resets), entry.update_id, told, thread_of(message))

            if table := await begin_anew(desk.tables, desk.chats, message.chat.id, wish, entry):
                return alerts.alert(alerts.reckoned(table.face(None), speech))
            await desk.turn(message, Screen(told))
            await desk.told(message.chat.id, entry.update_id)
    except AnsweredError:
        with suppress(AiogramError):
            await message.edit_reply_markup()
        return alerts.answered(speech)
    return ""
