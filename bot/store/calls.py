"""The one place from which Redis is called: calls made in the same turn of the event loop travel together."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from redis.exceptions import (
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.store.roads import Asked, NotNowError, Road, Word

__all__ = ["AWAY", "Calls", "Word"]

AWAY = (
    *(RedisConnectionError, RedisTimeoutError, ReadOnlyError, OutOfMemoryError),
    *(ClusterDownError, TryAgainError, NotNowError),
)
"""What passes by itself: Redis cannot be reached, is loading, is not the one to write to at the moment, or is full; a
Cluster is choosing a master, or moving a slot."""


class Calls:
    """Commands on their way to Redis. In a Cluster those to one node travel together.

    No call is repeated after a lost connection, since it may have been carried out: whoever asked decides that.
    """

    def __init__(self, road: Road) -> None:
        self._road = road
        self._waiting: list[Asked] = []
        self._journeys: set[asyncio.Task[None]] = set()

    async def __call__(self, *words: Word, at: str = "") -> Any:
        """The answer to one command; raises what redis-py raises.

        `at`: a key by which it finds its place in a Cluster. Empty: the second word of the command, or of FCALL the
        first of its keys.
        """
        asked = _asked(words, at)
        self._waiting.append(asked)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._depart)
        return await asked.answer

    async def alone(self, *words: Word, at: str) -> Any:
        """The same for a command that waits for something, on a connection of its own. It ends with whoever asked, lest
        it be given what nobody takes."""
        asked = _asked(words, at)
        await _travel([asked], self._road.alone(asked))
        return await asked.answer

    async def ping(self) -> None:
        """Raises where one of the servers does not answer that are written to."""
        try:
            await self._road.everywhere("PING")
        except RedisClusterException as error:  # to redis-py no RedisError
            raise NotNowError(str(error)) from error

    def _depart(self) -> None:
        waiting, self._waiting = self._waiting, []
        journey = asyncio.ensure_future(_travel(waiting, self._road.carry(waiting)))
        self._journeys.add(journey)
        journey.add_done_callback(self._journeys.discard)


async def _travel(waiting: Sequence[Asked], carrying: Coroutine[Any, Any, None]) -> None:
    try:
        await carrying
    except Exception as error:  # noqa: BLE001  # whatever it is, those who wait are to be told
        for asked in waiting:
            asked.told(error)


def _asked(words: Sequence[Word], at: str) -> Asked:
    # Encoded here, so that a text that is no UTF-8 fails its own call and not those that travel with it.
    command = [word.encode() if isinstance(word, str) else word for word in words]
    key = at or str(words[3 if words[0] == "FCALL" else 1])
    return Asked(command, key, asyncio.get_running_loop().create_future())
