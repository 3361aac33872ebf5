"""What is whispered in answer to a tap: a message in the group that whoever tapped alone sees (Bot API 10.2)."""

from contextlib import suppress

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, Message

from bot.screens.screen import Screen
from bot.screens.shown import Place
from bot.sending.requests import EditWhisper, SendText
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
            call = SendText(
                chat_id=message.chat.id,
                message_thread_id=message.message_thread_id if message.is_topic_message else None,
                text=screen.text,
                receiver_user_id=user,
                callback_query_id=tap.id,
                reply_markup=screen.keyboard,
            )
            sent = await bot(call)
        except AiogramError:
            return None  # a chat without such messages, or too much is sent there just now
        number = sent.ephemeral_message_id
        return None if number is None else Place(message.chat.id, number, user)

    async def renew(self, bot: Bot, chat: int, user: int, number: int, screen: Screen) -> None:
        """Gives a whisper another screen, where it is not gone by now, and may be given one without a wait."""
        call = EditWhisper(
            chat_id=chat,
            receiver_user_id=user,
            ephemeral_message_id=number,
            text=screen.text,
            reply_markup=screen.keyboard,
        )
        with suppress(AiogramError):
            await bot(call)

    async def withdraw(self, bot: Bot, place: Place) -> None:
        """Takes a whisper away; one that cannot be taken away stays until its receiver's client forgets it."""
        with suppress(AiogramError):
            await bot.delete_ephemeral_message(place.chat, place.receiver, place.message)
