"""Calling Telegram: within its limits, again where that is harmless, and with errors sorted by what to do about them.

    bot = Bot(token, session=session(address, Budget(store)))

Errors of a call are aiogram's; `kind` sorts them. Screens are drawn with the calls in `requests`, everything else with
aiogram's own methods.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.session.base import BaseSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import AiogramError
from aiogram.methods import AnswerCallbackQuery

from bot.language import shortened
from bot.sending.counting import Counting
from bot.sending.errors import Kind, TooSoonError, kind, waiting, wording
from bot.sending.hearing import Hearing
from bot.sending.limits import Budget, Ledger, Limits, Unlimited
from bot.sending.retry import Retry, harmless

__all__ = [
    "Budget",
    "Hearing",
    "Kind",
    "Ledger",
    "TooSoonError",
    "Unlimited",
    "answer",
    "careful",
    "harmless",
    "kind",
    "session",
    "waiting",
    "wording",
]

ALERT: Final = 200
"""Most signs in the answer to a tap, counted as Telegram does: a sign outside the basic plane is two."""

TAP_TIMEOUT: Final = 10
"""Seconds for one attempt to answer a tap; a later answer would come too late."""

log = logging.getLogger(__name__)


def session(
    address: str,
    budget: Budget,
    hearing: Hearing | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AiohttpSession:
    """A session with the Bot API server at that address that keeps the limits and tells `hearing` how it fares."""
    made = AiohttpSession(api=TelegramAPIServer.from_base(address))
    careful(made, budget, hearing or Hearing(), sleep)
    return made


def careful(
    made: BaseSession,
    budget: Budget,
    hearing: Hearing,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Makes a session keep the limits, call again where that is harmless, count its calls, and tell `hearing` how it
    fares."""
    made.middleware(Retry(budget, sleep))
    made.middleware(Limits(budget))
    made.middleware(hearing)
    made.middleware(Counting())


async def answer(bot: Bot, query: str, text: str = "", *, alert: bool = False, url: str | None = None) -> bool:
    """Answers the tap with that id; says whether Telegram took it.

    Never raises Telegram's errors: what the tap asked for is done already. A tap too old is no event at all.
    """
    said = shortened(text, ALERT) or None
    call = AnswerCallbackQuery(callback_query_id=query, text=said, show_alert=alert or None, url=url)
    try:
        return await bot(call, request_timeout=TAP_TIMEOUT)
    except AiogramError as error:
        if kind(error) is not Kind.OLD_QUERY:
            log.warning("a tap was not answered: %s (%s)", kind(error).name, wording(error))
        return False
