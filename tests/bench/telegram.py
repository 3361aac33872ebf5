"""A Telegram without a network, which answers at once.

All that a call costs on our side is paid, its form and the reading of the answer, so that only sockets are missing.
Both bots that are measured call the same one.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.methods import AnswerCallbackQuery, TelegramMethod
from aiogram.methods.base import TelegramType

from bot.sending.limits import chat_of, counts

TOKEN = "42:" + "A" * 35

_ME = {"id": 42, "is_bot": True, "first_name": "Parlour", "username": "parlour_bot"}
_MESSAGE = {
    "message_id": 7,
    "date": 1_760_000_000,
    "chat": {"id": 1, "type": "private", "first_name": "Анна"},
    "from": _ME,
    "text": "Дурачки",
}
_RESULTS = {
    method: json.dumps({"ok": True, "result": result})
    for method, result in (("getMe", _ME), ("sendMessage", _MESSAGE), ("editMessageText", _MESSAGE))
}
_DONE = '{"ok":true,"result":true}'


class Telegram(AiohttpSession):
    """The session of a bot. `on_answer` hears of every tap that is answered, by its number; `on_send` of every message
    that is sent or edited, by its chat."""

    def __init__(
        self,
        on_answer: Callable[[str], None] = lambda _query: None,
        on_send: Callable[[int], None] = lambda _chat: None,
    ) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.sends = 0
        """Messages sent and edited."""
        self._on_answer, self._on_send = on_answer, on_send

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[TelegramType],
        timeout: int | None = None,  # noqa: ARG002, ASYNC109  # aiogram's signature
    ) -> TelegramType:
        name = method.__api_method__
        self.calls[name] += 1
        self.build_form_data(bot, method)
        await asyncio.sleep(0)  # whoever calls gives way to others, as with any network
        response = self.check_response(bot, method, 200, _RESULTS.get(name, _DONE))
        if isinstance(method, AnswerCallbackQuery):
            self._on_answer(method.callback_query_id)
        if counts(name) and (chat := chat_of(method)) is not None:
            self.sends += 1
            self._on_send(chat)
        return cast("TelegramType", response.result)


def tap(number: int, user: int, data: str) -> dict[str, Any]:
    """A tap on a button of a private message, as Telegram's JSON tells it. `number` is the update's and the tap's."""
    person = {"id": user, "is_bot": False, "first_name": "Анна", "username": "anna", "language_code": "ru"}
    message = {
        **_MESSAGE,
        "chat": {"id": user, "type": "private", "first_name": "Анна"},
        "text": "Дурачки · стол «Дача»\n" * 12,
        "reply_markup": {"inline_keyboard": _KEYBOARD},
    }
    query = {"id": str(number), "from": person, "message": message, "chat_instance": "1", "data": data}
    return {"update_id": number, "callback_query": query}


def twelve_buttons(number: int) -> list[list[tuple[str, str]]]:
    """Three rows of four buttons: text and callback data."""
    return [[(f"{row}{place}♠", f"p01234567:{number}:cover {row} {place}") for place in range(4)] for row in range(3)]


_KEYBOARD = [[{"text": text, "callback_data": data} for text, data in row] for row in twelve_buttons(0)]
