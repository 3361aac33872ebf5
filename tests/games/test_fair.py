"""Shuffles that anybody can recompute: worked out here once more from the description, and even."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from games.cards import PACK_36, PACK_104
from games.fair import shuffle


def recomputed(seed: bytes, n: int, items: list[str]) -> list[str]:
    """Fisher–Yates from the last place down, by 32-bit numbers of HMAC-SHA256(seed, "n:block")."""
    numbers: list[int] = []
    block = 0
    for place in range(len(items) - 1, 0, -1):
        while True:
            if not numbers:
                digest = hmac.new(seed, f"{n}:{block}".encode(), hashlib.sha256).digest()
                numbers = [int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4)]
                block += 1
            number = numbers.pop(0)
            if number < (1 << 32) // (place + 1) * (place + 1):
                break
        other = number % (place + 1)
        items[place], items[other] = items[other], items[place]
    return items


def test_shuffle_is_the_one_described() -> None:
    for seed, n in ((b"\0", 0), (b"\0", 1), (bytes(range(32)), 7)):
        assert list(shuffle(seed, n, PACK_104)) == recomputed(seed, n, list(PACK_104))


def test_shuffle_keeps_every_item_and_depends_on_seed_and_number() -> None:
    found = {shuffle(seed, n, PACK_36) for seed in (b"a", b"b") for n in (0, 1, 2)}
    assert len(found) == 6
    assert all(sorted(pack) == sorted(PACK_36) for pack in found)


def test_nothing_and_one_thing_stay_as_they_are() -> None:
    assert (shuffle(b"a", 0, ()), shuffle(b"a", 0, ("7S",))) == ((), ("7S",))


def test_every_order_comes_equally_often() -> None:
    """Chi-squared over the 24 orders of four items: 41.6 would be surpassed by chance once in a hundred times."""
    draws = 4800
    found = Counter(shuffle(number.to_bytes(2, "big"), 0, (0, 1, 2, 3)) for number in range(draws))
    expected = draws / 24
    assert set(found) == set(permutations(range(4)))
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 41.6
