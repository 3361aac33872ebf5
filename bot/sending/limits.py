"""Telegram's limits, kept before Telegram has to: 1 message a second to a chat, 20 a minute to a group, 30 a second in
all, over all workers. Sending and editing count; answers to taps, deletions and questions do not.

Where the windows are counted is somebody else's (`Ledger`, one step in Redis), and there it is known too where Telegram
has asked any of the workers to wait. Here it is decided who asks and who waits: calls that draw a screen are refused
with the time to wait, and drawn later as the screen is then; others stand in line for their chat, first come first
served, and only the first of a line asks.
"""

import asyncio
import math
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary

from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType

from bot import metrics
from bot.sending.errors import TooSoonError
from bot.sending.requests import AtOnce, EditText, EditWhisper, SendText
from bot.store.budget import SLACK_MS, Manner
from bot.store.calls import AWAY

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType

KNOWN_WAITS: Final = 1000
"""How many chats with a wait are remembered before those whose wait is over are forgotten."""


class Ledger(Protocol):
    """Where all workers together count what was sent."""

    async def book(self, chat: int, token: str, manner: Manner, /) -> int:
        """Counts one message to the chat, or counts nothing and says for how many milliseconds not to; 0: counted."""
        ...

    async def rebook(self, chat: int, token: str, /) -> None:
        """The message that was counted under this token counts from now on: it may have gone only now."""
        ...

    async def hush(self, chat: int, wait_ms: int, /) -> None:
        """Nobody is to send anything to the chat for so long."""
        ...


class Unlimited:
    """The ledger of a server that has no limits, such as the playground."""

    async def book(self, _chat: int, _token: str, _manner: Manner, /) -> int:
        """Everything may be sent."""
        return 0

    async def rebook(self, _chat: int, _token: str, /) -> None:
        """Nothing is counted."""

    async def hush(self, _chat: int, _wait_ms: int, /) -> None:
        """Whoever was told to wait does so, and nobody else."""


class Budget:
    """What may still be sent, as this worker knows it. `now` is in seconds and only goes forward."""

    def __init__(
        self,
        ledger: Ledger,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ledger = ledger
        self.now = now
        self._sleep = sleep
        self._closed_until: dict[tuple[int, Manner], float] = {}
        self._lines: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def wait(self, chat: int, manner: Manner = Manner.SENT) -> float:
        """For how many seconds it is known that nothing may be sent to the chat in that manner. Asks nobody."""
        return max(0.0, self._closed_until.get((chat, manner), 0.0) - self.now())

    async def hold(self, chat: int, seconds: float) -> None:
        """Nothing is to be sent to the chat for so long, by any worker: Telegram has said so."""
        for manner in Manner:
            self._close(chat, manner, seconds)
        with suppress(*AWAY):
            await self._ledger.hush(chat, math.ceil(seconds * 1000))

    def _close(self, chat: int, manner: Manner, seconds: float) -> None:
        now = self.now()
        if len(self._closed_until) >= KNOWN_WAITS:
            self._closed_until = {known: until for known, until in self._closed_until.items() if until > now}
        self._closed_until[chat, manner] = max(self._closed_until.get((chat, manner), 0.0), now + seconds)

    async def take(self, chat: int, token: str, manner: Manner = Manner.SENT) -> float:
        """0, and one message to the chat is counted under the token; or for how many seconds none may be sent."""
        if wait := self.wait(chat, manner):
            return wait
        wait = await self._ledger.book(chat, token, manner) / 1000
        if wait:
            self._close(chat, manner, wait)
        return wait

    async def turn(self, chat: int, token: str) -> float:
        """Waits until one message to the chat is counted under the token, behind those who came before; when that was
        asked for."""
        line = self._lines.setdefault(chat, asyncio.Lock())
        async with line:
            while True:
                asked = self.now()
                if not (wait := await self.take(chat, token)):
                    return asked
                await self._sleep(wait)

    async def arrived(self, chat: int, token: str, since: float) -> None:
        """What was counted under the token after that time has been answered, or never will be. Where that took long,
        nobody knows when it arrived: it counts as though it had at the last moment."""
        if self.now() - since > SLACK_MS / 1000:
            with suppress(*AWAY):  # the answer to the call is worth more
                await self._ledger.rebook(chat, token)


def counts(method: str) -> bool:
    """Whether Telegram counts calls of this method."""
    return method.startswith(("send", "edit", "copy", "forward")) and method != "sendChatAction"


def chat_of(method: "TelegramMethod[Any]") -> int | None:
    """The chat that a call goes to, where it goes to one by number."""
    chat = getattr(method, "chat_id", None)
    return chat if isinstance(chat, int) else None


def manner_of(method: "TelegramMethod[Any]") -> Manner:
    """How that call goes to a group."""
    if isinstance(method, EditWhisper) or (isinstance(method, SendText) and method.receiver_user_id):
        return Manner.WHISPERED
    return Manner.EDITED if isinstance(method, EditText) else Manner.SENT


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
        if chat is None or not counts(method.__api_method__):
            return await make_request(bot, method)
        token, asked = secrets.token_hex(6), self._budget.now()
        if not isinstance(method, AtOnce):
            asked = await self._budget.turn(chat, token)
        elif wait := await self._budget.take(chat, token, manner_of(method)):
            metrics.HELD_BACK.inc()
            raise TooSoonError(method, wait)
        try:
            return await make_request(bot, method)
        finally:
            await self._budget.arrived(chat, token, asked)
