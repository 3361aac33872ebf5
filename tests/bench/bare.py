"""The baseline: what the barest aiogram bot does for a tap.

One GET, a document of 4 KB validated and dumped, one SET, the tap answered, a message of twelve buttons edited. It has
no games, no inbox, no locks: taps of one table would lose each other's changes.
"""

import asyncio

from aiogram import Bot, Dispatcher, F
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup
from pydantic import BaseModel
from redis.asyncio import Redis

from tests.bench.telegram import TOKEN, Telegram, tap, twelve_buttons

KEY = "bare"


class Happened(BaseModel):
    """Something that happened at the table."""

    event: str
    seat: int
    cards: tuple[str, ...]
    audience: tuple[int, ...] | None = None


class Seat(BaseModel):
    """Who sits there, and with what."""

    user: int
    name: str
    hand: tuple[str, ...]


class Stored(BaseModel):
    """A document of the size that a table may have."""

    count: int = 0
    seats: tuple[Seat, ...]
    talon: tuple[str, ...]
    story: tuple[Happened, ...]


def document() -> Stored:
    """Some 4 KB of it."""
    pack = tuple(rank + suit for rank in "6789TJQKA" for suit in "SCDH")
    return Stored(
        seats=tuple(Seat(user=1000 + seat, name="Анна", hand=pack[seat::4]) for seat in range(4)),
        talon=pack,
        story=tuple(Happened(event="covers", seat=n % 4, cards=pack[n % 30 : n % 30 + 5]) for n in range(43)),
    )


class Bare:
    """The bare bot on that Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.bot = Bot(TOKEN, session=Telegram())
        self._dispatcher = Dispatcher(disable_fsm=True)
        self._dispatcher.callback_query(F.data.startswith("p"))(self._tapped)
        self._number = 0

    async def begin(self) -> None:
        """Stores the document. Raises ValueError unless it is of the size that was promised."""
        text = document().model_dump_json()
        if not 3900 < len(text.encode()) < 4300:
            raise ValueError(f"the document has {len(text.encode())} bytes, not 4 KB")
        await self.redis.set(KEY, text)

    async def play(self, taps: int, at_once: int) -> None:
        """So many taps, so many at once."""
        left = iter(range(taps))

        async def person() -> None:
            for _ in left:
                await self._tap()

        await asyncio.gather(*(person() for _ in range(at_once)))

    async def _tap(self) -> None:
        """One tap, from its JSON to the last answer of Telegram."""
        self._number += 1
        update = tap(self._number, 1000, "p01234567:1:cover 6S:7S")
        await self._dispatcher.feed_raw_update(self.bot, update)

    async def _tapped(self, query: CallbackQuery) -> None:
        stored = Stored.model_validate_json(await self.redis.get(KEY) or "")
        stored.count += 1
        await self.redis.set(KEY, stored.model_dump_json())
        await query.answer()
        rows = [
            [InlineKeyboardButton(text=text, callback_data=data) for text, data in row]
            for row in twelve_buttons(stored.count)
        ]
        await self.bot.edit_message_text(
            f"Ход {stored.count}\n" + "Дурачки · стол «Дача»\n" * 12,
            chat_id=1000,
            message_id=7,
            reply_markup=InlineKeyboardMarkup(inline_keyboard=rows),
        )
