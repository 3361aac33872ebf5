"""Calling again where that helps and cannot do harm.

- "Retry after" is heard: the chat is held back, and the call repeated if the wait is bearable.
- When Telegram is away, whatever may be done twice without a difference is tried again (edits, answers, deletions,
  questions). A *message* is not: it may have been sent, and nobody wants it twice. It is repeated only if the
  connection was never made.
- Calls that draw screens (`AtOnce`) are never repeated here: they would be outdated. Nor is polling, which has its own
  pace.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.exceptions import AiogramError
from aiohttp import ClientConnectorError

from bot import metrics
from bot.sending.errors import Kind, kind, waiting
from bot.sending.limits import Budget, chat_of, counts
from bot.sending.requests import AtOnce

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType

PAUSES: Final = (0.5, 2.0)
"""Seconds before the second and the third attempt when Telegram is away."""

PATIENCE: Final = 60.0
"""Seconds that a call waits in all because Telegram said so."""


class Retry(BaseRequestMiddleware):
    """Repeats calls as the module says; raises the last error. It goes around `Limits`: each attempt counts."""

    def __init__(self, budget: Budget, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._budget = budget
        self._sleep = sleep

    async def __call__(
        self,
        make_request: "NextRequestMiddlewareType[TelegramType]",
        bot: "Bot",
        method: "TelegramMethod[TelegramType]",
    ) -> "Response[TelegramType]":
        """The answer to the first call that gets one."""
        pauses = iter(PAUSES)
        patience = PATIENCE
        while True:
            try:
                return await make_request(bot, method)
            except AiogramError as error:
                chat = chat_of(method)
                meant = kind(error)
                pause = None
                if meant is Kind.FLOOD:
                    pause = waiting(error)
                    patience -= pause
                    if chat is not None and counts(method.__api_method__):
                        await self._budget.hold(chat, pause)
                elif meant is Kind.AWAY and harmless(method, error):
                    pause = next(pauses, None)
                if pause is None or patience < 0 or isinstance(method, AtOnce) or method.__api_method__ == "getUpdates":
                    raise
                metrics.retries(meant.name.lower()).inc()
            await self._sleep(pause)


def harmless(method: "TelegramMethod[TelegramType]", error: AiogramError) -> bool:
    """Whether a call of unknown fate may be made again."""
    sends = method.__api_method__.startswith(("send", "copy", "forward"))
    return not sends or isinstance(error.__cause__, ClientConnectorError)
