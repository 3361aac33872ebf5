"""All workers together stay within Telegram's limits, in every second and in every minute."""

import asyncio
import random
from bisect import bisect_left
from collections import defaultdict
from itertools import count, pairwise

from redis.asyncio import Redis

from bot.store import keys
from bot.store.budget import Manner
from bot.store.store import Store


def most_within(times: list[int], window: int) -> int:
    return max(bisect_left(times, start + window) - bisect_left(times, start) for start in times)


async def test_no_window_is_ever_exceeded(store: Store) -> None:
    """Three minutes of two askers a step, over 4 groups and 60 people, in simulated time."""
    chance, now, token = random.Random(5), 1_000_000, count()
    sent: dict[int, list[int]] = defaultdict(list)
    while now < 1_180_000:
        chats = [chance.choice((-4, -3, -2, -1, *range(1, 61))) for _ in range(8)]
        waits = await asyncio.gather(*(store.book(chat, str(next(token)), Manner.SENT, now) for chat in chats))
        for chat, wait in zip(chats, waits, strict=True):
            if not wait:
                sent[chat].append(now)
        now += chance.randrange(40, 200)
    in_all = sorted(time for times in sent.values() for time in times)
    assert most_within(in_all, 1100) == 30
    assert max(most_within(times, 1100) for times in sent.values()) == 1
    groups = [times for chat, times in sent.items() if chat < 0]
    assert max(most_within(times, 60_100) for times in groups) == 20
    people = [most_within(times, 60_000) for chat, times in sent.items() if chat > 0]
    assert max(people) > 20


async def test_the_wait_that_is_told_is_enough_and_not_too_long(store: Store) -> None:
    async def book(now: int) -> int:
        return await store.book(-1, str(now), now_ms=now)

    for now in range(1_000_000, 1_022_000, 1100):
        assert await book(now) == 0
        assert await book(now + 400) == (700 if now < 1_020_900 else 38_800)
    assert await book(1_060_099) == 1
    assert await book(1_060_100) == 0


async def test_what_one_window_refuses_is_counted_in_none(store: Store, redis: Redis) -> None:
    assert await store.book(-1, "first", now_ms=1000) == 0
    for number in range(50):
        assert await store.book(-1, str(number), now_ms=1000) == 1100
    assert [await redis.zcard(key) for key in (keys.SEND_ALL, keys.send_chat(-1), keys.send_group(-1))] == [1, 1, 1]


async def test_of_a_hundred_askers_at_once_thirty_go(store: Store) -> None:
    waits = await asyncio.gather(*(store.book(chat, str(chat)) for chat in range(1, 101)))
    assert sum(wait == 0 for wait in waits) == 30
    assert all(0 <= wait <= 1100 for wait in waits)


async def test_windows_vanish_when_they_are_over(store: Store, redis: Redis) -> None:
    await store.book(-1, "one")
    assert 0 < await redis.pttl(keys.send_chat(-1)) <= 1100
    assert 1100 < await redis.pttl(keys.send_group(-1)) <= 60_100


async def test_what_was_long_under_way_counts_from_when_it_may_have_arrived(store: Store, redis: Redis) -> None:
    assert await store.book(-1, "slow", now_ms=1000) == 0
    await store.rebook(-1, "slow", 1900)
    assert await store.book(-1, "next", now_ms=2100) == 900
    assert await redis.zcard(keys.send_group(-1)) == 1
    await store.rebook(-1, "slow", 9000)  # it is forgotten in the second's windows, and counts there anew
    assert await store.book(-1, "next", now_ms=9500) == 600
    assert await redis.zcard(keys.send_group(-1)) == 1


async def test_what_telegram_told_one_worker_holds_them_all_and_the_longer_wait_counts(store: Store) -> None:
    await store.hush(-1, 30_000)
    await store.hush(-1, 1000)
    assert 29_000 < await store.book(-1, "one") <= 30_000
    assert await store.book(-2, "two") == 0


async def told(store: Store, now: int, manner: Manner) -> int:
    """The wait of one more message to the group, counted if there is none."""
    return await store.book(-1, f"{manner.name}{now}", manner, now)


async def test_six_edits_of_a_group_go_as_they_come_then_pauses_make_the_minute_last(store: Store) -> None:
    now, sent = 1_000_000, []
    while now < 1_060_000:
        if wait := await told(store, now, Manner.EDITED):
            now += wait
        else:
            sent.append(now)
    gaps = [later - earlier for earlier, later in pairwise(sent)]
    assert gaps == [1100] * 5 + [2300] * 14
    assert await told(store, now, Manner.SENT) == 0  # the first is just over


async def test_what_is_sent_does_not_pause_and_what_is_whispered_leaves_half_the_minute(store: Store) -> None:
    for number in range(10):
        assert await told(store, 1_000_000 + 1100 * number, Manner.SENT) == 0
    now = 1_011_000
    assert await told(store, now, Manner.EDITED) == 1200
    assert await told(store, now, Manner.WHISPERED) == 49_100
    assert await told(store, now, Manner.SENT) == 0
    assert await told(store, now + 2300, Manner.EDITED) == 0
    assert await told(store, 1_062_299, Manner.WHISPERED) == 1  # of twelve the third is over too
    assert await told(store, 1_062_300, Manner.WHISPERED) == 0


async def test_a_person_is_not_made_to_pause(store: Store) -> None:
    for number in range(60):
        assert await store.book(5, str(number), Manner.EDITED, 1_000_000 + 1100 * number) == 0
