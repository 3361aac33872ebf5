"""“Not so fast”: whoever taps or writes faster than people do is told so, once."""

import asyncio
import logging

from aiogram.exceptions import AiogramError
from redis.exceptions import RedisError

from bot.ending import end
from bot.routers.desk import Desk
from bot.screens.alerts import not_read, not_so_fast
from bot.sending import answer, kind
from bot.store.store import Entry
from bot.updates import update_of

log = logging.getLogger(__name__)


class Slower:
    """One a process."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asking: set[asyncio.Task[None]] = set()

    def ask(self, entry: Entry) -> None:
        """Ask whoever has sent this for patience, in the answer to the tap or to the message."""
        task = asyncio.create_task(self._ask(entry))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, entry: Entry) -> None:
        desk = self._desk
        update = update_of(entry.payload, entry.update_id, desk.bot)
        if update is None:
            return
        message = update.message or update.edited_message
        try:
            if query := update.callback_query:
                await answer(desk.bot, query.id, not_so_fast(await desk.speech(query.from_user)))
            elif message:
                await desk.say(message, not_read(await desk.speech_in(message.chat, message.from_user)))
        except RedisError as error:
            log.warning("somebody was not asked for patience: %s", type(error).__name__)
        except AiogramError as error:
            log.warning("somebody was not asked for patience: %s", kind(error).name)

    async def drain(self) -> None:
        """Nobody is asked any more."""
        await end(self._asking)
