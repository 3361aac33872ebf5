"""All workers together stay within Telegram's limits, in every second and in every minute."""

import asyncio
import random
from bisect import bisect_left
from collections import defaultdict

from redis.asyncio import Redis

from bot.store import keys
from bot.store.store import Store


def most_within(times: list[int], window: int) -> int:
    return max(bisect_left(times, start + window) - bisect_left(times, start) for start in times)


async def test_no_window_is_ever_exceeded(store: Store) -> None:
    """Three minutes of two askers a step, over 4 groups and 60 people, in simulated time."""
    chance, now = random.Random(5), 1_000_000
    sent: dict[int, list[int]] = defaultdict(list)
    while now < 1_180_000:
        chats = [chance.choice((-4, -3, -2, -1, *range(1, 61))) for _ in range(8)]
        waits = await asyncio.gather(*(store.book(chat, chat < 0, now) for chat in chats))
        for chat, wait in zip(chats, waits, strict=True):
            if not wait:
                sent[chat].append(now)
        now += chance.randrange(40, 200)
    in_all = sorted(time for times in sent.values() for time in times)
    assert most_within(in_all, 1000) == 30
    assert max(most_within(times, 1000) for times in sent.values()) == 1
    groups = [times for chat, times in sent.items() if chat < 0]
    assert max(most_within(times, 60_000) for times in groups) == 20
    people = [most_within(times, 60_000) for chat, times in sent.items() if chat > 0]
    assert max(people) > 20


async def test_the_wait_that_is_told_is_enough_and_not_too_long(store: Store) -> None:
    for now in range(1_000_000, 1_019_000, 1000):
        assert await store.book(-1, True, now) == 0
        assert await store.book(-1, True, now + 400) == 600
    assert await store.book(-1, True, 1_019_000) == 0
    assert await store.book(-1, True, 1_019_400) == 40_600
    assert await store.book(-1, True, 1_059_999) == 1
    assert await store.book(-1, True, 1_060_000) == 0


async def test_what_one_window_refuses_is_counted_in_none(store: Store, redis: Redis) -> None:
    assert await store.book(-1, True, 1000) == 0
    for _ in range(50):
        assert await store.book(-1, True, 1000) == 1000
    assert [await redis.zcard(key) for key in (keys.SEND_ALL, keys.send_chat(-1), keys.send_group(-1))] == [1, 1, 1]


async def test_of_a_hundred_askers_at_once_thirty_go(store: Store) -> None:
    waits = await asyncio.gather(*(store.book(chat, False) for chat in range(1, 101)))
    assert sum(wait == 0 for wait in waits) == 30
    assert all(0 <= wait <= 1000 for wait in waits)


async def test_windows_vanish_when_they_are_over(store: Store, redis: Redis) -> None:
    await store.book(-1, True)
    assert 0 < await redis.pttl(keys.send_chat(-1)) <= 1000
    assert 1000 < await redis.pttl(keys.send_group(-1)) <= 60_000
