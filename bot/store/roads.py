"""The ways to Redis: to a single server, to the master that Sentinel names, or to the nodes of a Cluster."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.exceptions import AskError, MovedError, RedisClusterException, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

Word = str | bytes | int | float

REDIRECTIONS: Final = 5
"""How often a command follows a slot from node to node."""

PASSING: Final = ("MISCONF", "NOREPLICAS")
"""Codes of refusals that pass by themselves and have no class in redis-py: the server cannot write its file, or has too
few replicas."""


class NotNowError(RedisError):
    """Redis does not do it at the moment, and has done nothing: it is at odds with itself, or lacks something."""


@dataclass(eq=False, slots=True)
class Asked:
    """A command on its way. `key` says which node of a Cluster carries it out."""

    words: Sequence[Word]
    key: str
    answer: asyncio.Future[Any]

    def told(self, answer: object) -> None:
        """The answer, or the exception, reaches whoever asked; a second one is not heard."""
        if self.answer.done():  # also where whoever asked has been cancelled
            return
        match answer:
            case RedisClusterException():  # to redis-py no RedisError
                self.answer.set_exception(NotNowError(str(answer)))
            case ResponseError() if str(answer).startswith(PASSING):
                self.answer.set_exception(NotNowError(str(answer)))
            case Exception():
                self.answer.set_exception(answer)
            case _:
                self.answer.set_result(answer)


class Road(Protocol):
    """A way to Redis, on which several commands travel together."""

    client: Any
    """What redis-py calls it."""

    async def carry(self, waiting: Sequence[Asked]) -> None:
        """Have them carried out, those of one node in order, and tell the answers; who is not told of one gets the
        error that is raised."""

    async def alone(self, asked: Asked) -> None:
        """Have one carried out that waits for something, on a connection of its own."""

    async def everywhere(self, *words: Word) -> None:
        """Have a command without keys carried out by every server that is written to. Raises what redis-py raises."""

    async def close(self) -> None:
        """Let go of all connections."""


class Server:
    """One server, or whichever Sentinel names."""

    def __init__(self, client: Redis) -> None:
        self.client = client

    async def carry(self, waiting: Sequence[Asked]) -> None:
        """See `Road`."""
        pipeline = self.client.pipeline(transaction=False)
        for asked in waiting:
            pipeline.execute_command(*asked.words)
        for asked, answer in zip(waiting, await pipeline.execute(raise_on_error=False), strict=True):
            asked.told(answer)

    async def alone(self, asked: Asked) -> None:
        """See `Road`."""
        asked.told(await self.client.execute_command(*asked.words))  # type: ignore[no-untyped-call]  # redis-py's

    async def everywhere(self, *words: Word) -> None:
        """See `Road`."""
        await self.client.execute_command(*words)  # type: ignore[no-untyped-call]  # as above

    async def close(self) -> None:
        """See `Road`."""
        await self.client.aclose()


class Cluster:
    """The nodes of a Cluster. The node of each command is named here: left to itself, redis-py asks the server for the
    keys of every FCALL, and one node that is away spoils what the others have done."""

    def __init__(self, client: RedisCluster) -> None:
        self.client = client
        # Answers are to come as a single server's pipeline gives them; these two redis-py needs for itself.
        for name in set(client.response_callbacks) - {"CLUSTER SLOTS", "COMMAND"}:
            del client.response_callbacks[name]

    async def carry(self, waiting: Sequence[Asked]) -> None:
        """See `Road`. What a node has not done, because the slot is elsewhere, is carried there."""
        await self.client.initialize()
        left = list(waiting)
        for _ in range(REDIRECTIONS):
            some: dict[ClusterNode, list[Asked]] = defaultdict(list)
            for asked in left:
                some[self._node_of(asked)].append(asked)
            visits = await asyncio.gather(*(self._visit(node, there) for node, there in some.items()))
            left = [asked for moved in visits for asked in moved]
            if not left:
                return
        raise NotNowError("the slots do not come to rest")

    async def alone(self, asked: Asked) -> None:
        """See `Road`."""
        await self.carry([asked])

    async def everywhere(self, *words: Word) -> None:
        """See `Road`."""
        await self.client.initialize()
        for node in self.client.get_primaries():
            (answer,) = await self._executed(node, [words])
            if isinstance(answer, Exception):
                raise answer

    async def close(self) -> None:
        """See `Road`."""
        await self.client.aclose()

    def _node_of(self, asked: Asked) -> ClusterNode:
        return self.client.nodes_manager.get_node_from_slot(self.client.keyslot(asked.key))

    async def _visit(self, node: ClusterNode, waiting: Sequence[Asked]) -> list[Asked]:
        """Those whose slot is not there any more; the others are told."""
        moved, lost = [], False
        answers = await self._executed(node, [asked.words for asked in waiting])
        for asked, answer in zip(waiting, answers, strict=True):
            match answer:
                case MovedError():
                    await self.client.nodes_manager.move_slot(answer)
                    moved.append(asked)
                case AskError():
                    asked.told(await self._ask(asked, answer))
                case _:
                    lost = lost or isinstance(answer, RedisConnectionError | RedisTimeoutError)
                    asked.told(answer)
        if lost:
            await self._look_around(node)
        return moved

    async def _ask(self, asked: Asked, error: AskError) -> object:
        """The answer of the node to which the slot is moving at the moment."""
        node = self.client.get_node(error.host, error.port)
        if node is None:
            await self.client.nodes_manager.initialize()
            node = self.client.get_node(error.host, error.port)
        if node is None:
            return NotNowError("a slot moves to a node that nobody knows")
        return (await self._executed(node, [("ASKING",), asked.words]))[1]

    async def _executed(self, node: ClusterNode, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """What each command has brought, on one connection: an answer or an exception."""
        pipeline = self.client.pipeline()
        for name, *words in commands:
            # A name in bytes it does not know.
            pipeline.execute_command(name.decode() if isinstance(name, bytes) else name, *words, target_nodes=node)
        try:
            return await pipeline.execute(raise_on_error=False, allow_redirections=False)
        except (RedisError, RedisClusterException) as error:
            return [error] * len(commands)

    async def _look_around(self, lost: ClusterNode) -> None:
        """Learn who has which slots now. A node that is gone is a master still until the others have agreed."""
        lost.update_active_connections_for_reconnect()
        await lost.disconnect_free_connections()
        with suppress(RedisError, RedisClusterException):
            await self.client.nodes_manager.initialize(last_failed_node_name=lost.name)
