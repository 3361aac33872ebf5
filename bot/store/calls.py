"""The one place from which Redis is called: calls made in the same turn of the event loop travel together."""

import asyncio
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError, ReadOnlyError
from redis.exceptions import TimeoutError as RedisTimeoutError

AWAY = (RedisConnectionError, RedisTimeoutError, ReadOnlyError, OutOfMemoryError)
"""What passes by itself: Redis cannot be reached, is loading, is not the one to write to at the moment, or is full."""

Word = str | bytes | int | float
Waiting = tuple[list[Word], asyncio.Future[Any]]


class Calls:
    """Commands on their way to Redis.

    No call is repeated after a lost connection, since it may have been carried out: whoever asked decides that.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._waiting: list[Waiting] = []
        self._journeys: set[asyncio.Task[None]] = set()

    async def __call__(self, *words: Word) -> Any:
        """The answer to one command; raises what redis-py raises."""
        loop = asyncio.get_running_loop()
        # Encoded here, so that a text that is no UTF-8 fails its own call and not those that travel with it.
        command: list[Word] = [word.encode() if isinstance(word, str) else word for word in words]
        answer: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((command, answer))
        if len(self._waiting) == 1:
            loop.call_soon(self._depart)
        return await answer

    def _depart(self) -> None:
        waiting, self._waiting = self._waiting, []
        journey = asyncio.ensure_future(self._travel(waiting))
        self._journeys.add(journey)
        journey.add_done_callback(self._journeys.discard)

    async def _travel(self, waiting: list[Waiting]) -> None:
        answers: list[Any]
        try:
            pipeline = self._client.pipeline(transaction=False)
            for command, _ in waiting:
                pipeline.execute_command(*command)
            answers = await pipeline.execute(raise_on_error=False)
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait are to be told
            answers = [error] * len(waiting)
        for (_, future), answer in zip(waiting, answers, strict=True):
            if future.done():  # who asked has been cancelled
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
