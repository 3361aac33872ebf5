"""`/forget_me`: everything that is known of a person goes, if they wish it twice."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot import sending
from bot.routers.desk import Desk, person_of
from bot.screens import alerts
from bot.screens.forgetting import FORGET, REMEMBER, forgotten, question_screen, remembered
from bot.tables.forgetting import forget

router = Router(name="forgetting")


@router.message(Command("forget_me", ignore_case=True))
async def forget_me(message: Message, desk: Desk) -> None:
    """Asks whether it is meant."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    if message.chat.type != "private":
        await desk.say(message, alerts.only_in_private(speech))
    else:
        await desk.show(message, question_screen(speech))


@router.callback_query(F.data.in_({f"g:{FORGET}", f"g:{REMEMBER}"}))
async def answer(query: CallbackQuery, desk: Desk) -> None:
    """The answer, of whoever's private chat it is. What is said afterwards asks the store for nothing, for that would
    make the person known again."""
    speech, message = await desk.speech(query.from_user), query.message
    if not isinstance(message, Message) or message.chat.id != query.from_user.id:
        await sending.answer(desk.bot, query.id, alerts.unknown_button(speech), alert=True)
        return
    if query.data == f"g:{FORGET}":
        await desk.tags.forget(query.from_user.id)
        await forget(desk.tables, desk.chats, query.from_user.id)
        await desk.turn(message, forgotten(speech))
    else:
        await desk.turn(message, remembered(speech))
    await sending.answer(desk.bot, query.id)
