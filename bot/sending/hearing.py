"""Whether Telegram takes our calls at all: while it does not, the clocks of the tables must not run against players."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.exceptions import AiogramError

from bot.sending.errors import Kind, kind

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType

BELIEVED: Final = 60.0
"""Seconds for which a failure is believed when nothing is tried after it."""


class Hearing(BaseRequestMiddleware):
    """Notes of each attempt whether Telegram answered; a refusal is an answer too."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failed_at: float | None = None

    def heard(self) -> bool:
        """False while calls fail, because of the network or of Telegram itself."""
        return self._failed_at is None or self._now() - self._failed_at > BELIEVED

    async def __call__(
        self,
        make_request: "NextRequestMiddlewareType[TelegramType]",
        bot: "Bot",
        method: "TelegramMethod[TelegramType]",
    ) -> "Response[TelegramType]":
        """The answer to the call."""
        try:
            response = await make_request(bot, method)
        except AiogramError as error:
            self._failed_at = self._now() if kind(error) is Kind.AWAY else None
            raise
        self._failed_at = None
        return response
