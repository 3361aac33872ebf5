"""The embedded Valkey under what happens to it on a person's machine: kills, Ctrl+C, a second start, odd folders."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.embedded import EmbeddedError, embedded_valkey

# A shell lets what it starts in the background ignore Ctrl+C, and that is inherited: so the owner listens anew.
OWNER = """
import signal
import sys
from pathlib import Path
from bot.store.embedded import embedded_valkey

signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with embedded_valkey(Path(sys.argv[1])) as url:
        print(url, flush=True)
        sys.stdin.read()
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.stdin.read()
"""


@contextmanager
def owner(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process of its own, in a process group of its own, that keeps the server until its input closes."""
    command = [sys.executable, "-c", OWNER, str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0
    ) as process:
        assert process.stdout
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def server_pid(url: str) -> int:
    with Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])


def put(url: str, key: str) -> None:
    with Redis.from_url(url) as client:
        assert client.set(key, "kept")


def has(url: str, key: str) -> bool:
    with Redis.from_url(url) as client:
        return bool(client.get(key) == b"kept")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(url: str) -> None:
    """Until nothing answers; the test's time limit is the deadline."""
    with Redis.from_url(url) as client, suppress(RedisConnectionError):
        while client.ping():
            time.sleep(0.01)


def test_what_was_acknowledged_survives_a_kill_of_the_server(tmp_path: Path) -> None:
    with embedded_valkey(tmp_path) as url:
        put(url, "move")
        os.kill(server_pid(url), signal.SIGKILL)
    with embedded_valkey(tmp_path) as url:
        assert has(url, "move")


def test_the_server_ends_with_a_killed_owner_and_the_next_start_has_everything(tmp_path: Path) -> None:
    with owner(tmp_path) as (process, url):
        put(url, "move")
        pid = server_pid(url)
        process.kill()
        wait_until_gone(url)
        with embedded_valkey(tmp_path) as next_url:
            assert server_pid(next_url) != pid
            assert has(next_url, "move")


def test_a_start_right_after_a_kill_does_not_attach_to_the_dying_server(tmp_path: Path) -> None:
    with owner(tmp_path) as (process, url):
        pid = server_pid(url)
        process.kill()
        process.wait()
        with embedded_valkey(tmp_path) as next_url:
            assert server_pid(next_url) != pid


def test_many_kills_of_the_owner_lose_no_key(tmp_path: Path) -> None:
    for turn in range(5):
        with owner(tmp_path) as (process, url):
            assert all(has(url, f"move {earlier}") for earlier in range(turn))
            put(url, f"move {turn}")
            process.kill()


def test_a_server_stopped_in_order_is_gone_and_keeps_everything(tmp_path: Path) -> None:
    with embedded_valkey(tmp_path) as url:
        put(url, "move")
        pid = server_pid(url)
    assert not alive(pid)
    with embedded_valkey(tmp_path) as url:
        assert has(url, "move")


def test_a_second_start_attaches_and_leaves_the_server_to_the_first(tmp_path: Path) -> None:
    with owner(tmp_path) as (_, url):
        pid = server_pid(url)
        with embedded_valkey(tmp_path) as second:
            assert second == url
            assert server_pid(second) == pid
        assert server_pid(url) == pid


def test_a_server_that_somebody_else_started_on_the_folder_is_used_and_left_running(tmp_path: Path) -> None:
    with owner(tmp_path) as (_, url):
        pid = server_pid(url)
        for lock in (tmp_path / "valkey").glob("*.lock"):
            lock.unlink()
        with embedded_valkey(tmp_path) as second:
            assert server_pid(second) == pid
        assert server_pid(url) == pid


def test_ctrl_c_reaches_the_owner_but_not_the_server(tmp_path: Path) -> None:
    with owner(tmp_path) as (process, url):
        pid = server_pid(url)
        assert os.getsid(pid) != os.getsid(process.pid)
        assert os.getpgid(pid) != process.pid
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout
        assert process.stdout.readline().strip() == "interrupted"
        assert not alive(pid), "the owner stops its server on the way out, having it until then"


@pytest.mark.parametrize("name", ["with a space", "длинное-имя-" * 10, "per%cent?and#hash", "Анна"])
def test_any_folder_will_do(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    for _ in range(2):
        with embedded_valkey(folder) as url:
            put(url, "move")
            socket = Path(str(Redis.from_url(url).connection_pool.connection_kwargs["path"]))
            assert len(os.fsencode(socket)) <= 100
            assert socket.parent.stat().st_mode & 0o777 == 0o700
    assert (folder / "valkey" / "appendonlydir").is_dir()
    if socket.parent != folder / "valkey":
        socket.parent.rmdir()  # it is outside what pytest clears away


def test_nobody_else_may_enter_and_no_port_is_opened(tmp_path: Path) -> None:
    (tmp_path / "valkey").mkdir(mode=0o755)
    with embedded_valkey(tmp_path) as url, Redis.from_url(url) as client:
        assert (tmp_path / "valkey").stat().st_mode & 0o777 == 0o700
        assert (tmp_path / "valkey" / "valkey.sock").stat().st_mode & 0o777 == 0o600
        put(url, "move")
        for path in (tmp_path / "valkey").rglob("*"):
            assert path.name.endswith(".lock") or path.stat().st_mode & 0o077 == 0, f"others may open {path}"
        settings = client.config_get("port", "appendonly", "appendfsync")
        assert settings == {"port": "0", "appendonly": "yes", "appendfsync": "everysec"}


def test_a_folder_of_somebody_elses_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one that waits in /tmp for whoever comes."""
    (tmp_path / "valkey").mkdir()
    somebody = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    with pytest.raises(EmbeddedError, match="belongs to somebody else"), embedded_valkey(tmp_path):
        pass


def test_a_machine_without_a_wheel_is_told_of_redis_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.system", lambda: "Windows")
    with pytest.raises(EmbeddedError, match="REDIS_URL"), embedded_valkey(tmp_path):
        pass


def test_a_server_that_cannot_start_names_its_log(tmp_path: Path) -> None:
    with embedded_valkey(tmp_path) as url:
        put(url, "move")
    manifest = tmp_path / "valkey" / "appendonlydir" / "appendonly.aof.manifest"
    manifest.write_text("nonsense")
    with pytest.raises(EmbeddedError, match=r"valkey\.log"), embedded_valkey(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match="DATA_DIR"), embedded_valkey(tmp_path / "file"):
        pass
