"""Long polling: updates are asked for, let through the door, and only then is Telegram told that they were received."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramRetryAfter, TelegramUnauthorizedError
from aiogram.methods import TelegramMethod
from redis.exceptions import RedisError

from bot.ending import told_to_end
from bot.inbox.door import ALLOWED_UPDATES, Door

log = logging.getLogger(__name__)

LONGEST_PAUSE = 15.0
"""Seconds between two attempts while Telegram is away."""

SHORT_PAUSE = 1.0
"""Seconds between two attempts while Redis is: whoever taps meanwhile is told to wait, so it must be heard."""


class RawUpdates(TelegramMethod[list[dict[str, Any]]]):
    """`getUpdates`, answered by the updates' own JSON: validating them is the handler's business."""

    __returning__ = list[dict[str, Any]]
    __api_method__ = "getUpdates"

    offset: int
    timeout: int
    allowed_updates: list[str]


async def poll(
    bot: Bot, door: Door, *, allowed: Sequence[str] = ALLOWED_UPDATES, wait: int = 25, first_pause: float = 0.5
) -> None:
    """Ask for updates until cancelled; `wait` in seconds is how long Telegram may wait for one.

    Raises TelegramUnauthorizedError where the token is none.
    """
    offset, pause = 0, first_pause
    while not told_to_end():
        try:
            question = RawUpdates(offset=offset, timeout=wait, allowed_updates=list(allowed))
            updates = await bot(question, request_timeout=wait + 10)
            await door.admit(updates)
            offset = max((update["update_id"] + 1 for update in updates), default=offset)
            pause = first_pause
        except TelegramUnauthorizedError:
            raise
        except TelegramRetryAfter as error:
            await asyncio.sleep(error.retry_after)
        except RedisError as error:
            log.warning("updates wait for Redis: %s", type(error).__name__)
            await asyncio.sleep(min(pause, SHORT_PAUSE))
        except AiogramError as error:
            log.warning("no updates, next attempt in %.1f s: %s", pause, type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
    raise asyncio.CancelledError
