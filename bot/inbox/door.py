"""The door: an update is written into the inbox of its shard, once, before Telegram is told that it was received.

A tap on a table's button goes to the shard of that table, everything else to that of its chat's home, or of the
person's where there is no chat. What is in the same table, or else the same chat, is handled in order.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from redis.exceptions import RedisError

from bot import buttons
from bot.inbox.worker import LATE
from bot.store import keys
from bot.store.store import Entry, Store
from bot.updates import becomes, is_id

T = TypeVar("T")

Update = Mapping[str, Any]
"""An update as Telegram's JSON has it."""

ALLOWED_UPDATES = ("message", "edited_message", "callback_query", "my_chat_member", "chat_member")
"""What Telegram is asked for."""


class Taker(Protocol):
    """Who handles entries in this process."""

    consumer: str

    @property
    def eager(self) -> bool:
        """Whether what comes in is for it, rather than for whoever reads it first."""

    def take(self, entry: Entry) -> None:
        """Handle this entry, which the inbox has given to `consumer`."""

    def recall(self, shard: str) -> None:
        """The inbox of that shard may have given something to `consumer` of which nobody knows."""


Excuse = Callable[[Update], None]
"""Tells whoever waits for the answer to this update that it takes a moment."""


class Door:
    """Where updates come in. With a taker, they need not wait for being read from the inbox; with an excuse, nobody
    waits without a word whose update cannot get in at once."""

    def __init__(self, store: Store, taker: Taker | None = None, excuse: Excuse | None = None) -> None:
        self._store = store
        self._taker = taker
        self._excuse = excuse

    async def admit(self, updates: Sequence[Update]) -> None:
        """Put updates into their inboxes, in this order. Raises ValueError for what is no update; if it raises
        anything else, some may be in, and all may be admitted again."""
        entries = await asyncio.gather(*(self._excusing(update, self._address(update)) for update in updates))
        # One turn of the loop: they travel together, in order.
        appends = (self._excusing(update, self._append(entry)) for update, entry in zip(updates, entries, strict=True))
        await asyncio.gather(*appends)

    async def _excusing(self, update: Update, deed: Awaitable[T]) -> T:
        if self._excuse is None:
            return await deed
        timer = asyncio.get_running_loop().call_later(LATE, self._excuse, update)
        try:
            return await deed
        except RedisError:
            self._excuse(update)
            raise
        finally:
            timer.cancel()

    async def _append(self, entry: Entry) -> None:
        taker = self._taker
        try:
            given = await self._store.append(entry, taker.consumer if taker and taker.eager else "")
        except (RedisError, asyncio.CancelledError):
            if taker:  # perhaps it was carried out
                taker.recall(entry.shard)
            raise
        for one in given:
            if taker:
                taker.take(one)

    async def _address(self, update: Update) -> Entry:
        update_id = update.get("update_id")
        if not is_id(update_id):
            raise ValueError("an update has no number")
        kind, body = next(((key, value) for key, value in update.items() if isinstance(value, dict)), ("", {}))
        table = table_of(body) if kind == "callback_query" else None
        if table:
            shard = lane = table
        elif chat := await self._chat_of(body):
            shard = lane = await self._store.home_of(chat)
        else:
            shard, lane = keys.SHARDS[0], ""
        # Half of a surrogate pair, which a client may send, can neither be stored nor be read again.
        text = json.dumps(update, ensure_ascii=False, separators=(",", ":")).encode(errors="replace").decode()
        return Entry(keys.shard_of(shard), "", "update", update_id, table or "", lane, text)

    async def _chat_of(self, body: Mapping[str, Any]) -> int | None:
        message = body.get("message")
        if not isinstance(message, dict):
            message = body
        chat = _id(message.get("chat"))
        if chat is None:
            return _id(body.get("from")) or _id(body.get("user"))
        # A group that becomes a supergroup tells it in both; whichever comes first, the home goes with it.
        old, new = message.get("migrate_from_chat_id"), message.get("migrate_to_chat_id")
        if is_id(old) and becomes(old, chat):
            await self._store.move_home(old, chat)
        if is_id(new) and becomes(chat, new):
            await self._store.move_home(chat, new)
        return chat


def table_of(query: Mapping[str, Any]) -> str | None:
    """The table whose button was pressed."""
    button = buttons.parse(str(query.get("data", "")))
    return None if button is None or isinstance(button, buttons.General) else button.table


def _id(who: object) -> int | None:
    found = who.get("id") if isinstance(who, dict) else None
    return found if is_id(found) else None
