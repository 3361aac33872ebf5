"""What the door, the worker and the dispatcher make of updates that nobody has meant. `make soak` throws many more."""

import pytest
from redis.asyncio import Redis

from tests.fuzz.house import lied_to

UPDATES = 1_500


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(2))
async def test_no_update_does_harm(seed: int, redis: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = await lied_to(seed, UPDATES, redis, valkey_url, monkeypatch)
    assert answered[200] > UPDATES / 2
    assert answered[400]
