"""What is whispered in answer to a tap: a message in the group that whoever tapped alone sees (Bot API 10.2)."""

from contextlib import suppress

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, InlineKeyboardMarkup, Message

from bot.screens.screen import Screen
from bot.sending.whispering import Whispering

REMEMBERED = 4096
"""Of so many people the last whisper is known, to be taken away by the next."""


class Whispers:
    """What this process has whispered."""

    def __init__(self, server: Whispering) -> None:
        self.server = server
        self._last: dict[tuple[int, int], int] = {}

    async def whisper(self, bot: Bot, tap: CallbackQuery, screen: Screen) -> bool:
        """Shows the screen to whoever tapped and to nobody else, in place of what was whispered there before; False
        where that cannot be."""
        message = tap.message
        if not isinstance(message, Message) or message.chat.type == "private":
            return False
        try:
            if not await self.server.understood(message.chat.id, tap.from_user.id):
                return False
            sent = await bot.send_message(
                message.chat.id,
                screen.text,
                message_thread_id=message.message_thread_id if message.is_topic_message else None,
                parse_mode="HTML",
                reply_markup=_keyboard(screen),
                receiver_user_id=tap.from_user.id,
                callback_query_id=tap.id,
            )
        except AiogramError:
            return False  # a chat without such messages
        await self._replace(bot, message.chat.id, tap.from_user.id, sent.ephemeral_message_id)
        return True

    async def renew(self, bot: Bot, chat: int, user: int, number: int, screen: Screen) -> None:
        """Gives a whisper another screen, where it is not gone by now."""
        with suppress(AiogramError):
            await bot.edit_ephemeral_message_text(
                chat, user, number, text=screen.text, parse_mode="HTML", reply_markup=_keyboard(screen)
            )

    async def _replace(self, bot: Bot, chat: int, user: int, number: int | None) -> None:
        """An old hand misleads; one that cannot be taken away stays until its receiver's client forgets it."""
        before = self._last.pop((chat, user), None)
        if number is not None:
            self._last[chat, user] = number
            if len(self._last) > REMEMBERED:
                del self._last[next(iter(self._last))]
        if before is not None:
            with suppress(AiogramError):
                await bot.delete_ephemeral_message(chat, user, before)


def _keyboard(screen: Screen) -> InlineKeyboardMarkup | None:
    return InlineKeyboardMarkup.model_validate_json(screen.keyboard) if screen.keyboard else None
