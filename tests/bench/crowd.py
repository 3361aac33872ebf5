"""Many tables, at which taps arrive by the clock, whether or not those before have been served.

The tables are laid out in Redis as the bot would have stored and drawn them, by people who have played for a while.
Taps then come at tables by chance: as many a second as Telegram lets the bot send and edit messages for, and ten times
as many where it does not care.
"""

import asyncio
import random
import resource
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from redis.asyncio import Redis

from bot.buttons import Play
from bot.screens.shown import Note, Shown
from bot.store import keys
from bot.store.store import Document
from bot.tables import playing
from bot.tables.model import Sitter, Table
from bot.tables.showing import Unix, wanted
from bot.tables.steps import Clock, state_of
from games import core
from games.catalogue import GAMES
from games.players import player
from tests.bench.whole import GAME, Tap, Whole

TABLES = 10_000
LARGEST = 6 * 1024
"""Bytes that a table of seven is to take at most."""

NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна")
SEATS = len(NAMES)
EVENINGS = 60
"""So many games are played; each table stands somewhere in one of them."""

SECONDS = 30
SENDS = 30
"""What Telegram takes in a second: messages and edits."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table in the middle of a game, its log, and the moves that follow, each with its seat."""

    table: Table[Any]
    log: tuple[str, ...]
    moves: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Standing:
    """One of the many tables, and what its people are going to do."""

    table: Table[Any]
    moves: Iterator[tuple[int, str]]
    made: Iterator[int]

    def tap(self) -> Tap | None:
        """The next one; None when that game is at its end."""
        move = next(self.moves, None)
        if move is None:
            return None
        seat, words = move
        return Tap(self.table.sitters[seat].user or 0, Play(self.table.id, next(self.made), words))


async def lay_out(redis: Redis, tables: int = TABLES) -> list[Standing]:
    """So many tables in progress, in an empty Redis."""
    luck, now = random.Random("crowd"), time.time()
    positions = [position for seed in range(EVENINGS) for position in _evening(seed, int(now * 1000))]
    found: list[Standing] = []
    for start in range(0, tables, 500):
        pipeline = redis.pipeline(transaction=False)
        for number in range(start, min(start + 500, tables)):
            position = luck.choice(positions)
            table = _elsewhere(position.table, number)
            document = Document(table.model_dump_json(exclude_defaults=True), f"{number:012x}")
            shown = str(_shown(table, document, Unix(0.0, now)))
            fields: dict[Any, Any] = {
                "game": GAME,
                "document": document.text,
                "version": document.version,
                "shown": shown,
            }
            pipeline.hset(keys.table(table.id), mapping=fields)
            pipeline.rpush(keys.log(table.id), *position.log)
            pipeline.set(keys.home(table.chat), table.home)
            pipeline.zadd(keys.live(table.home), {table.id: now})
            pipeline.zadd(keys.tables(table.id[0]), {table.id: now * 1000})
            pipeline.zadd(keys.deadlines(table.id[0]), {table.id: min(due for due in table.due if due is not None)})
            found.append(Standing(table, iter(position.moves), count(table.count)))
        await pipeline.execute()
    return found


def _evening(seed: int, now: int) -> Iterator[Position]:
    """A game of seven, and where it stood at some moments."""
    people = tuple(Sitter(user=seat + 1, name=name) for seat, name in enumerate(NAMES))
    table: Table[Any] = Table(
        id="0", home="0", chat=-1, chat_title="Дача", game=GAME, host=1, sitters=people, pace=86_400
    )
    clock = Clock(now)
    change = playing.start(table, 1, seed.to_bytes(32, "big"), clock)
    steps, moves = [change], list[tuple[int, str]]()
    while choose := player(GAME):
        table = steps[-1].table
        (seat,) = GAMES[GAME].turn(state_of(table).table)
        words = str(choose(core.view(state_of(table), seat)))
        change = playing.play(table, seat + 1, words, table.count, clock)
        if change.table.stage != "play":
            break
        steps.append(change)
        moves.append((seat, words))
    log: tuple[str, ...] = ()
    for made, step in enumerate(steps):
        log += step.log
        if made % 7 == 3:
            yield Position(step.table, log, tuple(moves[made:]))


def _elsewhere(table: Table[Any], number: int) -> Table[Any]:
    """The same table in a chat of its own, with people of its own."""
    people = 100_000_000 + 10 * number
    return table.but(
        id=f"{number % 16:x}{number:07}",
        home=f"{number % 16:x}-{number:012}",
        chat=-1_001_000_000_000 - number,
        host=people,
        sitters=tuple(sitter.model_copy(update={"user": people + seat}) for seat, sitter in enumerate(table.sitters)),
    )


def _shown(table: Table[Any], document: Document, unix: Unix) -> Shown:
    """That all its screens are there and as they should be."""
    shown = Shown("")
    shown.notes["table"] = Note(table.chat, 7)  # it has an address, which hands link to
    told = Document(document.text, document.version, str(shown))
    for screen in wanted(table, told, "", unix):
        shown.notes[screen.key] = Note(
            screen.chat, 7, screen.render().digest, screen.posting, screen.depends, screen.receiver
        )
    return shown


@dataclass(frozen=True, slots=True)
class Served:
    """Taps of one rate: milliseconds until half of them, and all but a hundredth, were stored, answered, drawn."""

    rate: float
    sends: float
    """Messages sent and edited in a second."""
    stored: tuple[float, float]
    answered: tuple[float, float]
    drawn: tuple[float, float]

    def line(self, name: str) -> str:
        """One line under `HEAD`."""
        spans = "".join(f"{half:9.1f}{most:8.1f}" for half, most in (self.stored, self.answered, self.drawn))
        return f"{name:32}{self.rate:8.1f}{self.sends:8.1f}{spans}"


HEAD = (
    f"{'':32}  taps/s sends/s   stored    99 % answered   99 %    drawn    99 %\n"
    f"{'':32}                  (milliseconds from the tap: half of them, and all but a hundredth)"
)


async def served(whole: Whole, standing: list[Standing], rate: float, seconds: float = SECONDS) -> Served:
    """Taps come for so long, so many a second, each at a table by chance."""
    luck = random.Random(f"taps {rate}")
    for each in (whole.stored, whole.waits, whole.drawn):
        each.clear()
    start, sent = time.perf_counter(), whole.telegram.sends
    for number in range(int(rate * seconds)):
        tap = None
        while tap is None:
            chosen = luck.choice(standing)
            tap = chosen.tap()
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        await whole.press(tap, chosen.table.chat)
    await whole.quiet()
    sends = (whole.telegram.sends - sent) / (time.perf_counter() - start)
    return Served(rate, sends, _spans(whole.stored), _spans(whole.waits), _spans(whole.drawn))


def _spans(seconds: list[float]) -> tuple[float, float]:
    return 1000 * statistics.median(seconds), 1000 * statistics.quantiles(seconds, n=100)[-1]


async def bytes_of(redis: Redis, standing: list[Standing]) -> float:
    """What a table takes in Redis, with its log: the mean of some."""
    sizes = [
        sum([await redis.memory_usage(key(one.table.id), samples=0) or 0 for key in (keys.table, keys.log)])
        for one in standing[:: max(1, len(standing) // 200)]
    ]
    return statistics.mean(sizes)


def own_megabytes() -> float:
    """The most that this process has ever taken: the bot, and this bench beside it."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
