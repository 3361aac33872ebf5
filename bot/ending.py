"""The end of tasks, so that a process that is told to stop does stop."""

import asyncio
from collections.abc import Collection
from typing import Any


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel until they end: in Python 3.11 `asyncio.wait_for`, of which redis-py makes use, swallows a cancellation
    that comes in the moment when what it waits for is done."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.05)


def told_to_end() -> bool:
    """Whether the task that asks was cancelled, also if what it waited for then has swallowed that."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
