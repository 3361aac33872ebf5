"""What each request to Telegram came to, and how long that took: counted for whoever watches the bot."""

import time
from typing import TYPE_CHECKING

from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.exceptions import AiogramError

from bot import metrics
from bot.sending.errors import kind

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType


class Counting(BaseRequestMiddleware):
    """Counts attempts: it goes inside of whatever waits, holds back or repeats."""

    async def __call__(
        self,
        make_request: "NextRequestMiddlewareType[TelegramType]",
        bot: "Bot",
        method: "TelegramMethod[TelegramType]",
    ) -> "Response[TelegramType]":
        """The answer to the call."""
        name, began = method.__api_method__, time.perf_counter()
        try:
            response = await make_request(bot, method)
        except AiogramError as error:
            metrics.requests(name, kind(error).name.lower()).inc()
            raise
        else:
            metrics.requests(name, "ok").inc()
            return response
        finally:
            metrics.request_seconds(name).observe(time.perf_counter() - began)
