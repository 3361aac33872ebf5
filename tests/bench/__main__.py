"""`make bench`: how fast the bot is, each figure beside a baseline of the same run; and how well computer players play.

Machines differ and have other things to do, so only the ratios mean something; rounds of the bot and of its baseline
follow each other in turn, and the median of several counts.
"""

import argparse
import asyncio
import cProfile
import pstats
import statistics
import tempfile
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from redis.asyncio import Redis

from bot.store.embedded import embedded_valkey
from games.catalogue import GAMES
from tests.bench import crowd, rules
from tests.bench.bare import Bare
from tests.bench.whole import Tap, Whole
from tests.bench.wits import PLAYED, wits

ROUNDS = 7

HEAD = (
    "                         ratio  (rounds)    in CPU  least  aim   taps/s bare/s    ms  99 %  steps  trips  edits\n"
    "                                                                                (of Redis and of edits: a tap)"
)


@dataclass(frozen=True, slots=True)
class Load:
    """So many people tapping at once, at so many tables; what was promised of the ratio to the baseline, and hoped."""

    at_once: int
    tables: int
    least: float
    aim: float
    taps: int
    """In one round."""

    def __str__(self) -> str:
        return f"{self.at_once} at once, {self.tables} table{'s'[: self.tables > 1]}"

    def verdict(self, ratio: float) -> list[str]:
        """What there is to say of that ratio: nothing where it is as good as was hoped."""
        if ratio < self.least:
            return [f"MISSED: {self}: {ratio:.2f} is less than {self.least}."]
        return [f"Short of the aim: {self}: {ratio:.2f}, not {self.aim}."] if ratio < self.aim else []


LOADS = (
    Load(1, 1, least=0.45, aim=0.8, taps=150),
    Load(8, 100, least=0.7, aim=1.3, taps=300),
    Load(32, 1, least=1.5, aim=4.0, taps=450),
)


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of the clock, and those in which this process ran."""

    seconds: float
    own: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What the rounds of one load have brought: medians, but for counts."""

    ratio: float
    spread: tuple[float, float]
    cpu: float
    """The same ratio counted in this process's own time, which other programs on the machine disturb less."""
    bare: float
    """Taps a second."""
    whole: float
    wait: float
    """Milliseconds until a tap is answered: half of them wait no longer, and all but a hundredth not longer than:"""
    longest: float
    steps: float
    """Calls of Redis functions a tap."""
    trips: float
    """Times that Redis read from a socket, a tap."""
    edits: float

    def line(self, load: Load) -> str:
        """One line of the table under `HEAD`."""
        rounds = "({:.2f}–{:.2f})".format(*self.spread)
        return (
            f"{load!s:24}{self.ratio:6.2f}  {rounds:12}{self.cpu:5.2f}{load.least:7.2f}{load.aim:5.1f}"
            f"{self.whole:9.0f}{self.bare:7.0f}{self.wait:6.1f}{self.longest:6.1f}"
            f"{self.steps:7.1f}{self.trips:7.1f}{self.edits:7.1f}"
        )


async def main() -> None:
    """Measures everything and prints it."""
    arguments = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    arguments.add_argument("--profile", action="store_true", help="tell where the time of taps goes; no figure counts")
    arguments.add_argument("--load", type=int, choices=range(len(LOADS)), help="only this of the loads")
    args = arguments.parse_args()
    loads = LOADS if args.load is None else LOADS[args.load : args.load + 1]
    with tempfile.TemporaryDirectory() as folder, embedded_valkey(Path(folder)) as url:
        async with Redis.from_url(url, decode_responses=True) as redis, Whole().at_work(url) as whole:
            bare = Bare(redis)
            await bare.begin()
            if args.profile:
                await _profile(whole, loads)
                return
            print("Taps through the whole bot, beside a bare aiogram handler\n")
            print(HEAD)
            verdicts, bare_tap = [], 0.0
            for load in loads:
                found = await _measured(load, bare, whole)
                print(found.line(load), flush=True)
                verdicts += load.verdict(found.ratio)
                bare_tap = 1 / found.bare
            print(
                "\n".join(
                    ("", *verdicts, "", "The rules alone; `x bare` in moves for each tap of the bare handler", "")
                )
            )
            for slug in GAMES:
                played = rules.sessions(slug)
                cost = statistics.median(rules.seconds_a_move(played) for _ in range(3))
                seats = rules.seats(slug)
                print(f"{slug:24}{seats} seats {1 / cost:10.0f} moves/s {bare_tap / cost:8.1f} x bare")
            await redis.flushall()
    print(f"\n{crowd.TABLES} tables in progress, in one process\n\n{crowd.HEAD}")
    await _crowded()
    print(f"\nComputer players among players by chance, {PLAYED} games in every seat by turns\n")
    for played_well in filter(None, map(wits, GAMES)):
        print(played_well.line(), flush=True)


async def _crowded() -> None:
    """Taps at very many tables, by the clock."""
    with tempfile.TemporaryDirectory() as folder, embedded_valkey(Path(folder)) as url:
        async with Redis.from_url(url, decode_responses=True) as redis:
            standing = await crowd.lay_out(redis)
            size, empty = await crowd.bytes_of(redis, standing), crowd.own_megabytes()
            async with Whole().at_work(url) as whole:
                warm = await crowd.served(whole, standing, rate=10, seconds=10)
                each = warm.sends / warm.rate
                tenfold = await crowd.served(whole, standing, rate=10 * crowd.SENDS / each)
            async with Whole().at_work(url, limits=True) as whole:
                # A little less, for where as much comes in as goes out a line never gets shorter.
                own = await crowd.served(whole, standing, rate=0.9 * crowd.SENDS / each)
    print(own.line("at nine tenths of Telegram's limit"))
    print(tenfold.line("at ten times Telegram's limit"))
    print(
        f"\n{each:.1f} messages or edits a tap; a table of {crowd.SEATS} takes {size:.0f} bytes in Redis, with its log"
    )
    print(
        f"(aim: under {crowd.LARGEST}); the process {crowd.own_megabytes():.0f} MB, {empty:.0f} before the bot began."
    )


async def _measured(load: Load, bare: Bare, whole: Whole) -> Measured:
    taps = await _taps(load, whole, (ROUNDS + 1) * load.taps)
    rounds = [taps[start : start + load.taps] for start in range(0, len(taps), load.taps)]
    spent: list[tuple[Spent, Spent]] = []
    steps = trips = edits = 0
    for number, each in enumerate(rounds):
        if number == 1:  # the first was to get warm
            whole.waits.clear()
            spent.clear()
        bared = await _timed(bare.play(load.taps, load.at_once))
        before, edited = await _counted(bare.redis), whole.telegram.calls["editMessageText"]
        spent.append((bared, await _timed(whole.play(each, load.at_once))))
        after = await _counted(bare.redis)
        if number:
            steps, trips = steps + after[0] - before[0], trips + after[1] - before[1]
            edits += whole.telegram.calls["editMessageText"] - edited
    await whole.check(taps)
    ratios = [bared.seconds / taken.seconds for bared, taken in spent]
    made = ROUNDS * load.taps
    return Measured(
        ratio=statistics.median(ratios),
        spread=(min(ratios), max(ratios)),
        cpu=statistics.median(bared.own / taken.own for bared, taken in spent),
        bare=load.taps / statistics.median(bared.seconds for bared, _ in spent),
        whole=load.taps / statistics.median(taken.seconds for _, taken in spent),
        wait=1000 * statistics.median(whole.waits),
        longest=1000 * statistics.quantiles(whole.waits, n=100)[-1],
        steps=steps / made,
        trips=trips / made,
        edits=edits / made,
    )


async def _timed(deed: Awaitable[None]) -> Spent:
    began, own = time.perf_counter(), time.process_time()
    await deed
    return Spent(time.perf_counter() - began, time.process_time() - own)


async def _taps(load: Load, whole: Whole, count: int) -> list[Tap]:
    """Taps for such a load: at one table after the other, or at all of them by turns."""
    if load.tables > 1:
        games = await whole.open(load.tables)
        return list(chain.from_iterable(zip(*games, strict=False)))[:count]
    taps: list[Tap] = []
    while len(taps) < count:
        taps += chain.from_iterable(await whole.open(20))
    return taps[:count]


async def _counted(redis: Redis) -> tuple[int, int]:
    """Redis functions called so far, and times that Redis has read from a socket."""
    stats = await redis.info("everything")
    return stats.get("cmdstat_fcall", {"calls": 0})["calls"], stats["total_reads_processed"]


async def _profile(whole: Whole, loads: Sequence[Load]) -> None:
    for load in loads:
        taps = await _taps(load, whole, 4 * load.taps)
        await whole.play(taps[: load.taps], load.at_once)
        with cProfile.Profile() as profile:
            await whole.play(taps[load.taps :], load.at_once)
        print(f"{load}, {3 * load.taps} taps")
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        pstats.Stats(profile).sort_stats("cumulative").print_stats("bot/|games/", 60)


if __name__ == "__main__":
    asyncio.run(main())
