"""A wire to a server, on the loopback, that can be cut, blocked and made slow; in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from typing import Any, TypeVar

T = TypeVar("T")


class Proxy:
    """Listens on `port` and carries what comes to one of `targets` and back: each connection to the next that takes
    it."""

    def __init__(self, *targets: int) -> None:
        self.port = 0
        self.used: set[int] = set()
        """Those that a connection has led to."""
        self._targets = cycle(targets)
        self._tries = len(targets)
        self._delay = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._open = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()

    def connect(self) -> None:
        """Connections are taken, at the same port each time."""
        self._run(self._listen())

    def cut(self) -> None:
        """All connections are reset, and new ones refused."""
        self._run(self._cut())

    def block(self) -> None:
        """Nothing arrives any more, on connections that stay and new ones."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def unblock(self) -> None:
        """All that was held back arrives."""
        self._loop.call_soon_threadsafe(self._open.set)

    def slow_down(self, seconds: float) -> None:
        """From now on everything takes so long, each way."""
        self._delay = seconds

    def __enter__(self) -> "Proxy":
        self._thread.start()
        self._loop.call_soon_threadsafe(self._open.set)
        self.connect()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._run(self._ended())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, deed: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(deed, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        if self._server:
            self._server.close()
            self._server = None
        for writer in self._writers:
            writer.transport.abort()

    async def _ended(self) -> None:
        self._open.set()
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
        await asyncio.sleep(0)  # what was closed last is closed

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError), self._known(writer):
            there, back = await self._reach()
            with self._known(back):
                await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for target in islice(self._targets, self._tries):
            try:
                found = await asyncio.open_connection("127.0.0.1", target)
            except OSError:
                continue
            self.used.add(target)
            return found
        raise ConnectionRefusedError

    @contextmanager
    def _known(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            if self._delay:
                await asyncio.sleep(self._delay)
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        writer.close()
