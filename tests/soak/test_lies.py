"""A hundred thousand updates that nobody has meant, in twenty-five towns."""

import pytest
from redis.asyncio import Redis

from tests.fuzz.house import lied_to

UPDATES = 4_000
TOWNS = 25


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(1000, 1000 + TOWNS))
async def test_no_update_does_harm(seed: int, redis: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = await lied_to(seed, UPDATES, redis, valkey_url, monkeypatch)
    assert sum(answered.values()) >= UPDATES
    assert answered[200] > UPDATES / 2
