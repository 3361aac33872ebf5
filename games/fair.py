"""Shuffles that can be recomputed: Fisher–Yates over an HMAC-SHA256 stream, without modulo bias.

The n-th shuffle of a session (from 0) is keyed by the session's seed. Its stream is HMAC-SHA256(seed, "n:0"),
HMAC-SHA256(seed, "n:1"), … end to end, read as 32-bit big-endian numbers. For each place i from the last down to 1 a
number below i + 1 is drawn: numbers at or above the largest multiple of i + 1 under 2^32 are passed over, the rest is
taken modulo i + 1; the items at i and at the number drawn change places.
"""

import hmac
from collections.abc import Iterator
from itertools import count
from typing import TypeVar

P = TypeVar("P")


def shuffle(seed: bytes, n: int, items: tuple[P, ...]) -> tuple[P, ...]:
    """The n-th shuffle of the session with that seed, applied to these items."""
    numbers = _numbers(seed, n)
    found = list(items)
    for place in range(len(found) - 1, 0, -1):
        other = _below(place + 1, numbers)
        found[place], found[other] = found[other], found[place]
    return tuple(found)


def _numbers(seed: bytes, n: int) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(seed, f"{n}:{block}".encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < fair) % limit
