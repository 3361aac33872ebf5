"""Messages in a group that one person alone sees (Bot API 10.2).

A server older than they are does not refuse such a message: it ignores whom it is meant for and shows it to everybody.
So it is asked first for a method that came with them.
"""

from contextlib import suppress

from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramBadRequest, TelegramNotFound
from aiogram.types import CallbackQuery, InlineKeyboardMarkup, Message

from bot.screens.screen import Screen

NONE_SUCH = 2**31 - 1
"""The number of an ephemeral message that there never is."""


REMEMBERED = 4096
"""Of so many people the last whisper is known, to be taken away by the next."""


class Whispers:
    """What this process knows of its server, and has whispered."""

    def __init__(self) -> None:
        self._understood: bool | None = None
        self._last: dict[tuple[int, int], int] = {}

    async def whisper(self, bot: Bot, tap: CallbackQuery, screen: Screen) -> bool:
        """Shows the screen to whoever tapped and to nobody else, in place of what was whispered there before; False
        where that cannot be."""
        message = tap.message
        if not isinstance(message, Message) or message.chat.type == "private":
            return False
        try:
            if not await self._safe(bot, message.chat.id, tap.from_user.id):
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

    async def _safe(self, bot: Bot, chat: int, user: int) -> bool:
        if self._understood is None:
            try:
                await bot.delete_ephemeral_message(chat, user, NONE_SUCH)
            except TelegramNotFound:
                self._understood = False
            except TelegramBadRequest:
                self._understood = True
        return bool(self._understood)


def _keyboard(screen: Screen) -> InlineKeyboardMarkup | None:
    return InlineKeyboardMarkup.model_validate_json(screen.keyboard) if screen.keyboard else None
