"""Telegram's limits, kept before Telegram has to: 1 message a second to a chat, 20 a minute to a group, 30 a second in
all, over all workers. Sending and editing count; answers to taps, deletions and questions do not.

Where the windows are counted is somebody else's (`Ledger`, one step in Redis). Here it is decided who asks and who
waits: calls that draw a screen are refused with the time to wait, and drawn later as the screen is then; others stand
in line for their chat, first come first served, and only the first of a line asks.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary

from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType

from bot import metrics
from bot.sending.errors import TooSoonError
from bot.sending.requests import AtOnce

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType

KNOWN_WAITS: Final = 1000
"""How many chats with a wait are remembered before those whose wait is over are forgotten."""


class Ledger(Protocol):
    """Where all workers together count what was sent."""

    async def book(self, chat: int, group: bool, /) -> int:
        """Counts one message to the chat, or counts nothing and says for how many milliseconds not to; 0: counted."""
        ...


class Unlimited:
    """The ledger of a server that has no limits, such as the playground."""

    async def book(self, _chat: int, _group: bool, /) -> int:
        """Everything may be sent."""
        return 0


class Budget:
    """What may still be sent, as this worker knows it. `now` is in seconds and only goes forward."""

    def __init__(
        self,
        ledger: Ledger,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ledger = ledger
        self._now = now
        self._sleep = sleep
        self._closed_until: dict[int, float] = {}
        self._lines: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def wait(self, chat: int) -> float:
        """For how many seconds it is known that nothing may be sent to the chat. Asks nobody."""
        return max(0.0, self._closed_until.get(chat, 0.0) - self._now())

    def hold(self, chat: int, seconds: float) -> None:
        """Nothing is to be sent to the chat for so long: Telegram has said so."""
        if len(self._closed_until) >= KNOWN_WAITS:
            now = self._now()
            self._closed_until = {known: until for known, until in self._closed_until.items() if until > now}
        self._closed_until[chat] = max(self._closed_until.get(chat, 0.0), self._now() + seconds)

    async def take(self, chat: int) -> float:
        """0, and one message to the chat is counted; or for how many seconds none may be sent."""
        if wait := self.wait(chat):
            return wait
        wait = await self._ledger.book(chat, chat < 0) / 1000
        if wait:
            self.hold(chat, wait)
        return wait

    async def turn(self, chat: int) -> None:
        """Waits until one message to the chat is counted, behind those who came before."""
        line = self._lines.setdefault(chat, asyncio.Lock())
        async with line:
            while wait := await self.take(chat):
                await self._sleep(wait)


def counts(method: str) -> bool:
    """Whether Telegram counts calls of this method."""
    return method.startswith(("send", "edit", "copy", "forward")) and method != "sendChatAction"


def chat_of(method: "TelegramMethod[Any]") -> int | None:
    """The chat that a call goes to, where it goes to one by number."""
    chat = getattr(method, "chat_id", None)
    return chat if isinstance(chat, int) else None


class Limits(BaseRequestMiddleware):
    """Lets a call pass once it is counted. `AtOnce` calls do not wait: they raise `TooSoonError`."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    async def __call__(
        self,
        make_request: "NextRequestMiddlewareType[TelegramType]",
        bot: "Bot",
        method: "TelegramMethod[TelegramType]",
    ) -> "Response[TelegramType]":
        """The answer to the call."""
        chat = chat_of(method)
        if chat is not None and counts(method.__api_method__):
            if not isinstance(method, AtOnce):
                await self._budget.turn(chat)
            elif wait := await self._budget.take(chat):
                metrics.HELD_BACK.inc()
                raise TooSoonError(method, wait)
        return await make_request(bot, method)
