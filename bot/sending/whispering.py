"""Whether the server knows of messages in a group that one person alone sees (Bot API 10.2).

A server older than they are does not refuse such a message: it ignores whom it is meant for and shows it to everybody.
So it is asked first for a method that came with them.
"""

from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest, TelegramNotFound

NONE_SUCH = 2**31 - 1
"""The number of an ephemeral message that there never is."""


class Whispering:
    """What this process knows of its server."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._understood: bool | None = None

    async def understood(self, chat: int, user: int) -> bool:
        """Whether a message meant for that user alone in that group is seen by nobody else. Raises aiogram's errors
        where that could not be found out."""
        if self._understood is None:
            try:
                await self._bot.delete_ephemeral_message(chat, user, NONE_SUCH)
            except TelegramNotFound:
                self._understood = False
            except TelegramBadRequest:
                self._understood = True
        return bool(self._understood)
