"""What all tests share: hypothesis profiles, fresh catalogues, a watch for forgotten tasks, and a real Valkey."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from redis.asyncio import Redis
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from bot.playground import Server, serve
from bot.playground.client import Playground
from bot.store.embedded import embedded_valkey
from bot.store.store import Store
from hatch_build import compile_catalogues

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CI runs, everything that a test may need is installed: a skip there is a failure."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
    return report


class _OneBot(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Tests go to any process, but all that share the end-to-end bot to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        return "e2e" if nodeid.startswith("tests/e2e/") else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> _OneBot:
    return _OneBot(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write play-throughs and screens anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with the file that holds it, or writes the file where `--renew` is given."""
    renew = f'make test ARGS="{request.node.nodeid} --renew"'

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--renew"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path.name} is missing: write it, and read it: {renew}"
        assert text == path.read_text(encoding="utf-8"), (
            f"{path.name} differs: if it should, write it anew, and read the difference: {renew}"
        )

    return compare


@pytest.fixture(scope="session", autouse=True)
def fresh_catalogues() -> None:
    """Texts as the `.po` files have them now, for this process and for the bots it starts."""
    compile_catalogues()


@pytest.fixture(autouse=True)
async def no_forgotten_tasks() -> AsyncIterator[None]:
    """A test fails when a task that it started is still running at its end."""
    before = asyncio.all_tasks()
    yield
    await asyncio.sleep(0)  # what was cancelled last may end
    forgotten = asyncio.all_tasks() - before - {asyncio.current_task()}
    for task in forgotten:
        task.cancel()
    assert not forgotten, f"left running: {sorted(str(task.get_coro()) for task in forgotten)}"


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded_valkey(tmp_path_factory.mktemp("store")) as url:
        yield url


@pytest.fixture
async def redis(valkey_url: str) -> AsyncIterator[Redis]:
    """A client of an empty Valkey, shared by all tests and emptied before each."""
    async with Redis.from_url(valkey_url) as client:
        await client.flushall()
        yield client


@pytest.fixture
async def store(redis: Redis, valkey_url: str) -> AsyncIterator[Store]:
    """A store on that empty Valkey."""
    made = Store.from_url(valkey_url)
    yield made
    await made.close()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A local Telegram in this process, in which nobody is yet."""
    async with await serve(0, with_friends=False) as made:
        yield made


@pytest.fixture
async def pg(server: Server) -> AsyncIterator[Playground]:
    """What scripts do there."""
    async with Playground.at(server.url) as client:
        yield client
