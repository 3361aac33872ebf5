"""Several Valkeys on the loopback: a server with a port, a Cluster, and a master with its replica under Sentinels."""

import asyncio
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store.embedded import SHELL, binary

SLOTS = 16384
PATIENCE = 20.0
"""Seconds for servers to agree, on a machine that does other things too."""

OPTIONS = (
    *("--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "everysec"),
    *("--logfile", "valkey.log", "--repl-diskless-sync-delay", "0", "--repl-timeout", "5"),
)

CLUSTERED = (
    *("--cluster-enabled", "yes", "--cluster-node-timeout", "1000"),
    *("--cluster-replica-validity-factor", "0"),  # a replica may take over however long it has heard nothing
)


@dataclass(eq=False, slots=True)
class Valkey:
    """A server, started and killed as often as a test likes; it keeps its data in its folder."""

    folder: Path
    port: int
    options: tuple[str, ...] = ()
    process: Process | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The address of this server alone."""
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        """Starts it, and waits until it answers."""
        self.folder.mkdir(exist_ok=True)
        self.process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", SHELL, "sh", str(binary()), *self.options, "--port", str(self.port)),
            cwd=self.folder,
            stdin=PIPE,  # it ends when this closes, also where the tests are killed
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,
        )

        async def answers() -> bool:
            return bool(await self.ask("PING"))

        await until(answers)

    async def kill(self) -> None:
        """`kill -9`."""
        assert self.process
        self.process.kill()
        await self.process.wait()
        self._let_go()

    async def stop(self) -> None:
        """Ends it if it runs."""
        if self.process and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()
            self._let_go()

    def _let_go(self) -> None:
        assert self.process
        assert self.process.stdin
        self.process.stdin.close()

    async def ask(self, *words: str | int) -> Any:
        """The answer of this very server."""
        async with Redis(port=self.port, decode_responses=True, protocol=2) as client:
            return await client.execute_command(*words)  # type: ignore[no-untyped-call]  # redis-py's

    async def info(self, section: str) -> dict[str, Any]:
        """What INFO says."""
        async with Redis(port=self.port, decode_responses=True) as client:
            found: dict[str, Any] = await client.info(section)
            return found


async def until(true: Callable[[], Any]) -> None:
    """Waits until it is true of servers, which have no events for us."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                if await true():
                    return
            except (RedisError, OSError):
                pass
            await asyncio.sleep(0.02)


def free_ports(count: int) -> list[int]:
    """Ports that nobody uses, all found before any of them is given away."""
    found = [socket.socket() for _ in range(count)]
    for one in found:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in found]
    for one in found:
        one.close()
    return ports


@asynccontextmanager
async def one_server(folder: Path, *options: str) -> AsyncIterator[Valkey]:
    """A single server with a port, which keeps it when it is started again."""
    (port,) = free_ports(1)
    server = Valkey(folder / "one", port, (*OPTIONS, *options))
    await server.start()
    yield server
    await server.stop()


@dataclass(frozen=True, slots=True)
class Nodes:
    """A Cluster: masters that share the slots, and replicas, each of the master of the same number."""

    masters: tuple[Valkey, ...]
    replicas: tuple[Valkey, ...]

    @property
    def url(self) -> str:
        """As REDIS_URL has it."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.masters)

    def owner(self, slot: int) -> Valkey:
        """The master of this slot, as it was made."""
        return self.masters[slot * len(self.masters) // SLOTS]


@asynccontextmanager
async def cluster(folder: Path, masters: int = 3, replicas: int = 0) -> AsyncIterator[Nodes]:
    """A Cluster that serves."""
    count = masters + replicas
    ports = free_ports(2 * count)
    nodes = [
        Valkey(
            folder / f"node{number}",
            ports[number],
            (*OPTIONS, "--cluster-port", str(ports[count + number]), *CLUSTERED),
        )
        for number in range(count)
    ]
    async with AsyncExitStack() as stack:
        for node in nodes:
            stack.push_async_callback(node.stop)
        await asyncio.gather(*(node.start() for node in nodes))
        for number, node in enumerate(nodes):
            await node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            await nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", ports[number], ports[count + number])
            if number < masters:
                mine = [slot for slot in range(SLOTS) if slot * masters // SLOTS == number]
                await node.ask("CLUSTER", "ADDSLOTSRANGE", mine[0], mine[-1])

        async def met() -> bool:
            infos = [await node.ask("CLUSTER", "INFO") for node in nodes]
            return all(f"cluster_known_nodes:{count}\r" in info and "cluster_state:ok" in info for info in infos)

        await until(met)
        for number, replica in enumerate(nodes[masters:]):
            await replica.ask("CLUSTER", "REPLICATE", await nodes[number].ask("CLUSTER", "MYID"))
            await in_step(replica)
        if replicas:  # nobody is elected before all know whose replica that is

            async def known() -> bool:
                lists = [await node.ask("CLUSTER", "NODES") for node in nodes]
                return all(text.count("slave") == replicas for text in lists)

            await until(known)
        yield Nodes(tuple(nodes[:masters]), tuple(nodes[masters:]))


async def in_step(replica: Valkey) -> None:
    """Waits until a replica follows its master."""

    async def follows() -> bool:
        return (await replica.info("replication")).get("master_link_status") == "up"

    await until(follows)


@dataclass(frozen=True, slots=True)
class Watched:
    """A master and its replica, and those who watch them."""

    master: Valkey
    replica: Valkey
    sentinels: tuple[Valkey, ...]

    @property
    def url(self) -> str:
        """As REDIS_URL has it."""
        return "redis+sentinel://" + ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels) + "/parlour/0"

    async def acknowledged(self) -> None:
        """Waits until the replica has all that the master has taken: what is lost in a failover, it did not have."""

        async def same() -> bool:
            told = await self.master.info("replication")
            return bool(told["slave0"]["offset"] == told["master_repl_offset"])

        await until(same)


@asynccontextmanager
async def sentinels(folder: Path, count: int = 3) -> AsyncIterator[Watched]:
    """A master named `parlour`, its replica, and Sentinels that know of each other."""
    ports = free_ports(2 + count)
    master = Valkey(folder / "master", ports[0], OPTIONS)
    replica = Valkey(folder / "replica", ports[1], (*OPTIONS, "--replicaof", f"127.0.0.1 {ports[0]}"))
    watching = []
    for number, port in enumerate(ports[2:]):
        home = folder / f"sentinel{number}"
        home.mkdir()
        written = home / "sentinel.conf"
        written.write_text(
            f"bind 127.0.0.1\nlogfile sentinel.log\nsentinel monitor parlour 127.0.0.1 {ports[0]} {count // 2 + 1}\n"
            "sentinel down-after-milliseconds parlour 1000\nsentinel failover-timeout parlour 6000\n"
        )
        watching.append(Valkey(home, port, (str(written), "--sentinel")))
    async with AsyncExitStack() as stack:
        for server in (*watching, replica, master):
            stack.push_async_callback(server.stop)
        await master.start()
        await replica.start()
        await in_step(replica)
        await asyncio.gather(*(one.start() for one in watching))

        async def acquainted() -> bool:
            told = [await one.ask("SENTINEL", "MASTER", "parlour") for one in watching]
            states = [dict(zip(row[::2], row[1::2], strict=True)) for row in told]
            return all(
                state["num-other-sentinels"] == str(count - 1) and state["num-slaves"] == "1" for state in states
            )

        await until(acquainted)
        yield Watched(master, replica, tuple(watching))
