"""What is whispered in answer to a tap: a message in the group that whoever tapped alone sees (Bot API 10.2)."""

from contextlib import suppress

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, InlineKeyboardMarkup, Message

from bot.screens.screen import Screen
from bot.screens.shown import Place
from bot.sending.whispering import Whispering


class Whispers:
    """How it is whispered on this server."""

    def __init__(self, server: Whispering) -> None:
        self.server = server

    async def whisper(self, bot: Bot, tap: CallbackQuery, screen: Screen) -> Place | None:
        """Shows the screen to whoever tapped and to nobody else; where it stands, or None where that cannot be."""
        message, user = tap.message, tap.from_user.id
        if not isinstance(message, Message) or message.chat.type == "private":
            return None
        try:
            if not await self.server.understood(message.chat.id, user):
                return None
            sent = await bot.send_message(
                message.chat.id,
                screen.text,
                message_thread_id=message.message_thread_id if message.is_topic_message else None,
                parse_mode="HTML",
                reply_markup=_keyboard(screen),
                receiver_user_id=user,
                callback_query_id=tap.id,
            )
        except AiogramError:
            return None  # a chat without such messages
        number = sent.ephemeral_message_id
        return None if number is None else Place(message.chat.id, number, user)

    async def renew(self, bot: Bot, chat: int, user: int, number: int, screen: Screen) -> None:
        """Gives a whisper another screen, where it is not gone by now."""
        with suppress(AiogramError):
            await bot.edit_ephemeral_message_text(
                chat, user, number, text=screen.text, parse_mode="HTML", reply_markup=_keyboard(screen)
            )

    async def withdraw(self, bot: Bot, place: Place) -> None:
        """Takes a whisper away; one that cannot be taken away stays until its receiver's client forgets it."""
        with suppress(AiogramError):
            await bot.delete_ephemeral_message(place.chat, place.receiver, place.message)


def _keyboard(screen: Screen) -> InlineKeyboardMarkup | None:
    return InlineKeyboardMarkup.model_validate_json(screen.keyboard) if screen.keyboard else None
