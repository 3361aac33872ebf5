"""The whole bot under taps: tables of a real game, played by legal moves that were thought out before the clock runs.

Taps come as polling brings them, in batches through the door; a tap is done when it is answered, and a round when the
screens show its end.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Self

from bot import sending
from bot.app import App, Place, running
from bot.buttons import Play
from bot.sending import Ledger
from bot.sending.hearing import Hearing
from bot.store import keys
from bot.store.budget import Manner
from bot.store.store import Commit, Committed, Conflict, Gone
from bot.tables import playing
from bot.tables.model import Sitter, Table
from bot.tables.service import Tables
from bot.tables.steps import Change, Clock, state_of
from games import core
from games.catalogue import GAMES
from games.players import player
from tests.bench.telegram import TOKEN, Telegram, tap

GAME = "durachki"
NAMES = ("Анна", "Борис", "Вера", "Фока")

_numbers = count(1)
"""Of updates: one comes once, whichever bot is there."""


class Overruled:
    """A ledger that asks the real one, and takes every answer for a yes."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def book(self, chat: int, token: str, manner: Manner, /) -> int:
        """0, at the price of asking."""
        await self._ledger.book(chat, token, manner)
        return 0

    async def rebook(self, chat: int, token: str, /) -> None:
        """As the real one."""
        await self._ledger.rebook(chat, token)

    async def hush(self, chat: int, wait_ms: int, /) -> None:
        """As the real one."""
        await self._ledger.hush(chat, wait_ms)


@dataclass(frozen=True, slots=True)
class Tap:
    """A person's press of a button."""

    user: int
    button: Play


class Whole:
    """The bot, and the people who play at its tables."""

    app: App

    def __init__(self) -> None:
        self.telegram = Telegram(self._answered, self._sent)
        self.waits: list[float] = []
        """Seconds for which each tap waited for its answer."""
        self.stored: list[float] = []
        """Seconds from each tap of `press` until it was stored."""
        self.drawn: list[float] = []
        """Seconds from each tap of `press` until the message in its group was edited."""
        self._unanswered: dict[str, float] = {}
        self._unstored: dict[int, float] = {}
        self._undrawn: dict[int, float] = {}
        self._heard = asyncio.Event()
        self._opened = 0

    @asynccontextmanager
    async def at_work(self, redis_url: str, *, limits: bool = False) -> AsyncIterator[Self]:
        """The bot runs in this process, within Telegram's limits or not."""

        def connect(_address: str, ledger: Ledger, hearing: Hearing) -> Telegram:
            sending.careful(self.telegram, sending.Budget(ledger if limits else Overruled(ledger)), hearing)
            return self.telegram

        async with running(Place(TOKEN, "", redis_url), connect) as self.app:
            commit = self.app.store.commit

            async def watched(change: Commit) -> Committed | Conflict | Gone:
                result = await commit(change)
                for entry in change.entries:
                    if isinstance(result, Committed) and entry.update_id in self._unstored:
                        self.stored.append(time.perf_counter() - self._unstored.pop(entry.update_id))
                return result

            self.app.store.commit = watched  # type: ignore[method-assign]  # to look at the clock
            yield self

    async def open(self, count: int) -> list[list[Tap]]:
        """So many tables, dealt and drawn, and for each the taps of its whole game but the last one."""
        store = self.app.store
        tables = Tables(store, "", lambda _shard: time.time_ns() // 1_000_000)
        games = []
        for _ in range(count):
            self._opened += 1
            chat = -1_000_000_000_000 - self._opened
            home = await store.home_of(chat)
            people = tuple(Sitter(user=10 * self._opened + seat, name=name) for seat, name in enumerate(NAMES))
            host = people[0].user or 0
            table: Table[Any] = Table(
                id=store.new_table_id(home),
                home=home,
                chat=chat,
                chat_title="Дача",
                game=GAME,
                host=host,
                sitters=people,
                pace=86_400,
            )
            clock = tables.clock(table.id)
            opened = playing.start(table, host, self._opened.to_bytes(32, "big"), clock)
            await tables.open(opened)
            games.append(list(_rehearsed(opened, clock)))
        while any([await store.client.zcard(keys.stale(shard)) for shard in keys.SHARDS]):  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # until sweepers have drawn them, of which there is no event
        return games

    async def play(self, taps: Sequence[Tap], at_once: int) -> None:
        """Makes these taps, in order, so many at once, and waits until they are answered and drawn."""
        left = iter(taps)
        while True:
            batch = [self._update(each) for each in islice(left, at_once - len(self._unanswered))]
            self._heard.clear()
            if batch:
                await self.app.door.admit(batch)
            elif self._unanswered:
                await self._heard.wait()
            else:
                break
        await self.app.reconciler.drain()

    async def press(self, each: Tap, group: int) -> None:
        """Makes this tap at a table of that group, and does not wait for it."""
        update = self._update(each)
        self._unstored[update["update_id"]] = self._undrawn[group] = time.perf_counter()
        await self.app.door.admit([update])

    async def quiet(self) -> None:
        """Waits until all that was pressed is answered and drawn. Raises TimeoutError where that does not come."""
        async with asyncio.timeout(60):
            while self._unanswered or self._unstored or self._undrawn:
                self._heard.clear()
                await self._heard.wait()
        await self.app.reconciler.drain()

    async def check(self, taps: Sequence[Tap]) -> None:
        """Raises RuntimeError unless all of these taps, in order, became moves that are stored."""
        for table, last in {each.button.table: each.button for each in taps}.items():
            found = await self.app.store.table(table)
            count = found and json.loads(found[1].text)["count"]
            if count != last.count + 1:
                raise RuntimeError(f"table {table} stands at {count}, not after the move made at {last.count}")

    def _update(self, each: Tap) -> dict[str, Any]:
        number = next(_numbers)
        self._unanswered[str(number)] = time.perf_counter()
        return tap(number, each.user, str(each.button))

    def _sent(self, chat: int) -> None:
        if chat in self._undrawn:
            self.drawn.append(time.perf_counter() - self._undrawn.pop(chat))
            self._heard.set()

    def _answered(self, query: str) -> None:
        self.waits.append(time.perf_counter() - self._unanswered.pop(query))
        self._heard.set()


def _rehearsed(change: Change, clock: Clock) -> Iterator[Tap]:
    choose = player(GAME)
    while choose:
        table = change.table
        state = state_of(table)
        (seat,) = GAMES[GAME].turn(state.table)
        user = table.sitters[seat].user or 0
        button = Play(table.id, table.count, str(choose(core.view(state, seat))))
        change = playing.play(table, user, button.words, button.count, clock)
        if change.table.stage != "play":
            return
        yield Tap(user, button)
