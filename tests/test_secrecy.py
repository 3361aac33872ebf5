"""No secret stands in a line of the log or in what is printed at the end, whoever has quoted it."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from aiogram import Bot
from aiogram.exceptions import AiogramError
from redis import Redis as PlainRedis
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot import __main__ as command_line
from bot import secrecy
from bot.logs import AsJson, Told
from bot.secrecy import hidden, keep
from bot.sending import Budget, Unlimited, kind, session, wording
from bot.settings import Settings
from bot.store.store import Store

TOKEN = "654321:AAH-not_a-Token_of-anybody-0123456789"  # noqa: S105  # of nobody
PASSWORD = "pass word:й/@%"  # noqa: S105
WRITTEN = "pass%20word%3A%D0%B9%2F%40%25"
SECRET = "the-hooks_own_Secret"  # noqa: S105
SECRETS = (TOKEN, TOKEN.partition(":")[2], PASSWORD, WRITTEN, SECRET)


@pytest.fixture(autouse=True)
def nothing_kept_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrecy, "_kept", set())


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the process would have written, at LOG_LEVEL=DEBUG."""
    written: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    handler, root = Lines(), logging.getLogger()
    handler.addFilter(Told())
    handler.setFormatter(AsJson())
    level = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def clean(*texts: str) -> None:
    for text in texts:
        for secret in SECRETS:
            assert secret not in text, text
            assert json.dumps(secret)[1:-1] not in text, text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"url='https://api.telegram.org/bot{TOKEN}/getMe'", "url='https://api.telegram.org/bot…/getMe'"),
        (f"redis://somebody:{WRITTEN}@one:6379/0", "redis://…@one:6379/0"),
        (f"redis+sentinel://one/m?sentinel_password={WRITTEN}&db=1", "redis+sentinel://one/m?sentinel_password=…&db=1"),
        ("redis+cluster://:x@one:1,two:2", "redis+cluster://…@one:1,two:2"),
        ("a table a1234567 at 12:30, https://t.me/parlour_bot?start=x", None),
    ],
)
def test_what_looks_like_a_secret_is_hidden_though_nobody_has_named_it(text: str, shown: str | None) -> None:
    assert hidden(text) == (shown or text)


@pytest.mark.parametrize("secret", [TOKEN, SECRET, PASSWORD])
@pytest.mark.parametrize("written", [str, repr, json.dumps, lambda text: repr(text.encode()), lambda text: f"x{text}y"])
def test_what_was_kept_is_hidden_however_it_is_written(secret: str, written) -> None:  # type: ignore[no-untyped-def]
    keep(secret)
    clean(hidden(written(secret)))


def test_of_an_address_the_passwords_are_kept() -> None:
    keep(f"redis+sentinel://user:{WRITTEN}@one:1,two:2/master?sentinel_password={SECRET}", None, "")
    clean(hidden(f"AUTH user {PASSWORD} failed, then {SECRET}, {WRITTEN}"))
    assert hidden("one:1, the master") == "one:1, the master"


@asynccontextmanager
async def telegram(answer: bytes) -> AsyncIterator[str]:
    """A server that answers everything with these bytes, and hangs up."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


LONG = b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000 + b"\r\n\r\n"
ANSWERS = (
    *(b"", b"no HTTP at all\r\n\r\n", b"HTTP/1.1 200 OK\r\n", LONG, b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx"),
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nxyz",
    b"HTTP/1.1 302 Found\r\nLocation: ftp://nowhere\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnone",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b'HTTP/1.1 404 X\r\nContent-Length: 56\r\n\r\n{"ok":false,"error_code":404,"description":"Not Found\\n"}',
)


@pytest.mark.parametrize("answer", ANSWERS)
async def test_no_error_of_telegrams_tells_the_token(lines: list[str], answer: bytes) -> None:
    async with telegram(answer) as address, Bot(TOKEN, session=session(address, Budget(Unlimited()))) as bot:
        try:
            await bot.get_me(request_timeout=5)
            raise AssertionError("it was answered")
        except AiogramError as error:
            logging.getLogger("bot").exception("not asked: %s (%s) %s", kind(error), wording(error), error)
            logging.getLogger("asyncio").error("never retrieved\nfuture: %r", error.__cause__)
    assert len(lines) >= 2
    clean(*lines)


async def test_no_error_of_redis_tells_the_password(lines: list[str], valkey_url: str, redis: Redis) -> None:
    path = valkey_url.removeprefix("unix://")
    for url in (
        f"unix://user:{WRITTEN}@{path}",
        f"redis://:{WRITTEN}@127.0.0.1:1",
        f"unix://:{WRITTEN}@/nowhere/x.sock",
    ):
        store = Store.from_url(url)
        try:
            await store.ping()
            raise AssertionError("it was answered")
        except RedisError as error:
            logging.getLogger("bot").exception("no redis: %s %r", error, error.__cause__)
        await store.close()
    clean(*lines)


async def test_what_nobody_awaits_is_told_by_its_kind(lines: list[str]) -> None:
    loop = asyncio.get_running_loop()
    error = ValueError("семёрка пик")
    loop.call_exception_handler({"message": "Task exception was never retrieved", "exception": error, "future": error})
    (line,) = [json.loads(line) for line in lines if "never retrieved" in line]
    assert line["says"] == "Task exception was never retrieved"
    assert line["error"] == "ValueError"


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError(f"https://x/bot{TOKEN}/getMe"),
        OSError(f"bot{TOKEN}"),
        OSError(98, f"in use {SECRET}"),
        KeyError(SECRET),
    ],
)
def test_an_end_that_nobody_expected_is_told_without_words(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def ends(_: Settings) -> None:
        raise error

    monkeypatch.setenv("WEBHOOK_SECRET", SECRET)
    monkeypatch.setattr(command_line, "play", ends)
    assert command_line.main(["play"]) == 1
    told = capsys.readouterr()
    clean(told.err, told.out)
    assert "Traceback" not in told.err
    assert told.err.strip()


UNANSWERED = "no updates, next attempt"


def test_a_process_at_debug_that_loses_telegram_and_redis_tells_no_secret(valkey_url: str) -> None:
    """From its start to its end, all that it writes."""
    path = valkey_url.removeprefix("unix://")
    with PlainRedis.from_url(valkey_url) as admin:
        admin.execute_command("ACL", "SETUSER", "parlour", "on", f">{PASSWORD}", "~*", "&*", "+@all")
        try:
            told = _run(f"unix://parlour:{WRITTEN}@{path}")
        finally:
            admin.execute_command("ACL", "DELUSER", "parlour")
    assert UNANSWERED in told
    clean(told)


ME = b'{"ok":true,"result":{"id":654321,"is_bot":true,"first_name":"B","username":"parlour_bot"}}'
DONE = b'{"ok":true,"result":true}'


def _run(redis_url: str) -> str:
    """All that `python -m bot run` writes until it has failed to ask Telegram twice and is told to stop."""

    class Telegram(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.path.endswith("getUpdates"):
                self.wfile.write(LONG)
                return
            body = ME if self.path.endswith("getMe") else DONE
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """It keeps silent."""

    with HTTPServer(("127.0.0.1", 0), Telegram) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = {
            **os.environ,
            "BOT_TOKEN": TOKEN,
            "REDIS_URL": redis_url,
            "WEBHOOK_SECRET": SECRET,
            "TELEGRAM_API_URL": f"http://127.0.0.1:{server.server_port}",
            "LOG_LEVEL": "DEBUG",
            "PORT": "0",
        }
        command = [sys.executable, "-X", "dev", "-W", "ignore", "-m", "bot", "run"]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as bot:
            assert bot.stdout
            told = ""
            while told.count(UNANSWERED) < 2 and (line := bot.stdout.readline()):
                told += line
            bot.send_signal(signal.SIGTERM)
            told += bot.stdout.read()
        server.shutdown()
    return told
