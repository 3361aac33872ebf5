"""Telegram is told 200 when its update is written down, and only then."""

import hmac
import json
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.inbox.door import Door
from bot.inbox.webhook import SECRET_HEADER, receiver
from bot.store import keys
from bot.store.store import Store

UPDATE = json.dumps({"update_id": 1, "callback_query": {"data": "ta1234567:sit", "from": {"id": 7}}})
SECRET = {SECRET_HEADER: "correct-horse"}

Client = TestClient[web.Request, web.Application]


@pytest.fixture
async def telegram(store: Store) -> AsyncIterator[Client]:
    async with client_of(store) as client:
        yield client


def client_of(store: Store) -> Client:
    app = web.Application(client_max_size=2000)
    app.router.add_post("/hook", receiver(Door(store), SECRET[SECRET_HEADER]))
    return TestClient(TestServer(app, host="127.0.0.1"))


async def written(store: Store) -> int:
    return await store.client.xlen(keys.inbox("a"))


async def test_an_update_is_written_down_once(store: Store, telegram: Client) -> None:
    for _ in range(2):
        assert (await telegram.post("/hook", data=UPDATE, headers=SECRET)).status == 200
    assert await written(store) == 1


@pytest.mark.parametrize("secret", [None, "", "wrong", "correct-horse-", "пароль"])
async def test_without_the_secret_nothing_gets_in(store: Store, telegram: Client, secret: str | None) -> None:
    headers = {} if secret is None else {SECRET_HEADER: secret}
    assert (await telegram.post("/hook", data=UPDATE, headers=headers)).status == 401
    assert await written(store) == 0


@pytest.mark.parametrize("secret", ["", "c", "correct-hors", "correct-horse", "correct-horsf", "пароль"])
async def test_a_secret_takes_as_long_to_compare_whatever_is_wrong_with_it(
    store: Store, telegram: Client, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(given: bytes, expected: bytes) -> bool:
        compared.append((given, expected))
        return False

    monkeypatch.setattr(hmac, "compare_digest", compare)
    answer = await telegram.post("/hook", data=UPDATE, headers={SECRET_HEADER: secret})
    assert answer.status == 401, "nothing else lets anybody in"
    assert compared == [(secret.encode(), b"correct-horse")]


def test_there_is_no_webhook_without_a_secret(store: Store) -> None:
    with pytest.raises(ValueError, match="without a secret"):
        receiver(Door(store), "")


@pytest.mark.parametrize("body", ["", "{", "[]", "5", "{}", '{"update_id": "1"}', "[" * 1500])
async def test_what_is_no_update_is_refused(store: Store, telegram: Client, body: str) -> None:
    assert (await telegram.post("/hook", data=body, headers=SECRET)).status == 400


async def test_what_is_no_text_is_refused(store: Store, telegram: Client) -> None:
    assert (await telegram.post("/hook", data=b'{"update_id": 1, "a": "\xff"}', headers=SECRET)).status == 400


async def test_what_is_too_long_is_refused(store: Store, telegram: Client) -> None:
    assert (await telegram.post("/hook", data=UPDATE + " " * 2000, headers=SECRET)).status == 413
    assert await written(store) == 0


async def test_while_redis_is_away_telegram_is_asked_to_come_again() -> None:
    store = Store.from_url("unix:///nowhere/valkey.sock")
    async with client_of(store) as telegram:
        assert (await telegram.post("/hook", data=UPDATE, headers=SECRET)).status == 503
    await store.close()
