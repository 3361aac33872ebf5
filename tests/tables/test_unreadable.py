"""A table or a chat that cannot be read is put aside with all that it has, and told to the operator; one of a later
release is left alone. Neither keeps others from anything."""

import logging

import pytest
from redis.asyncio import Redis

from bot.inbox.worker import Worker
from bot.store import keys
from bot.store.documents import NewerDocumentError
from bot.store.store import Entry, Store
from bot.tables import lobby
from bot.tables.chats import Chats
from bot.tables.model import Sitter, Table
from bot.tables.service import NoTableError, Tables
from bot.tables.steps import Change
from tests.valkeys import until

HOME = "0-home"
ANNA = Sitter(user=1, name="Анна")


def opened(table_id: str) -> Change:
    return Change(Table(id=table_id, home=HOME, chat=-100, game="durachki", host=1, sitters=(ANNA,)))


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store, "bot", lambda _shard: 1_000_000)


@pytest.fixture
async def broken(tables: Tables, redis: Redis) -> str:
    """One of two tables of a chat, whose document has lost its end."""
    for table_id in ("0aaaaaaa", "0bbbbbbb"):
        assert await tables.open(opened(table_id))
    await redis.rpush(keys.log("0aaaaaaa"), "deal")
    key = keys.table("0aaaaaaa")
    text = await redis.hget(key, "document")
    assert text
    await redis.hset(key, mapping={"document": text[:-5], "version": "damaged"})
    tables.drop("0aaaaaaa")
    await redis.zadd(keys.deadlines("0"), {"0aaaaaaa": 5})
    return "0aaaaaaa"


async def test_a_broken_table_is_put_aside_whole(
    broken: str, tables: Tables, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    before = await redis.hgetall(keys.table(broken))
    with caplog.at_level(logging.CRITICAL), pytest.raises(NoTableError):
        await tables.act(broken, lambda table, _: Change(lobby.add_computer(table, 1)))
    assert await redis.hgetall(keys.aside(keys.table(broken), "damaged")) == before
    assert await redis.ttl(keys.aside(keys.table(broken), "damaged")) == -1
    assert await redis.lrange(keys.log(broken), -1, -1) == [b"deal"]
    assert await redis.ttl(keys.log(broken)) == -1
    assert await redis.zscore(keys.deadlines("0"), broken) is None
    assert await redis.zscore(keys.stale("0"), broken) is None
    (record,) = caplog.records
    assert record.getMessage() == f"table {broken} cannot be read and is put aside: it is no document"
    assert "Анна" not in caplog.text


async def test_the_other_tables_of_the_chat_go_on(broken: str, tables: Tables) -> None:
    assert [one.table.id for one in await tables.live(HOME)] == ["0bbbbbbb"]
    assert await tables.store.live_tables(HOME) == ("0bbbbbbb",)


async def test_an_operator_mends_a_table_and_puts_it_back(broken: str, tables: Tables, redis: Redis) -> None:
    await tables.live(HOME)
    aside = keys.aside(keys.table(broken), "damaged")
    text = opened(broken).table.model_dump_json(exclude_defaults=True)
    await redis.hset(aside, "document", text)
    await redis.rename(aside, keys.table(broken))
    assert (await tables.table(broken)).table.sitters == (ANNA,)


async def test_a_table_that_was_mended_meanwhile_is_let_be(broken: str, tables: Tables, redis: Redis) -> None:
    assert not await tables.store.shelve_table(broken, "another")
    assert await redis.exists(keys.table(broken))


async def test_a_broken_table_that_is_to_be_drawn_is_put_aside(broken: str, tables: Tables, redis: Redis) -> None:
    await tables.broken(broken)
    assert not await redis.exists(keys.table(broken))


async def newer(redis: Redis, tables: Tables) -> str:
    assert await tables.open(opened("0ccccccc"))
    text = opened("0ccccccc").table.model_copy(update={"schema_version": 2}).model_dump_json(exclude_defaults=True)
    await redis.hset(keys.table("0ccccccc"), mapping={"document": text, "version": "later"})
    tables.drop("0ccccccc")
    return "0ccccccc"


async def test_a_table_of_a_later_release_is_refused_by_name_and_let_be(
    tables: Tables, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    table = await newer(redis, tables)
    before = await redis.dump(keys.table(table))
    with caplog.at_level(logging.CRITICAL), pytest.raises(NewerDocumentError):
        await tables.act(table, lambda table, _: Change(lobby.add_computer(table, 1)))
    assert caplog.messages == [
        f"table {table} is left to a later release: it is of version 2, and this release knows 1"
    ]
    assert await redis.dump(keys.table(table)) == before


async def test_a_table_of_a_game_that_came_later_is_let_be(tables: Tables, redis: Redis) -> None:
    table = await newer(redis, tables)
    await redis.hset(keys.table(table), "game", "whist")
    with pytest.raises(NewerDocumentError, match="its game is not known"):
        await tables.table(table)
    assert await redis.exists(keys.table(table))


async def test_what_is_wished_of_a_later_table_is_set_aside_and_told(
    tables: Tables, redis: Redis, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    table = await newer(redis, tables)

    async def handler(entry: Entry) -> None:
        await tables.act(entry.table, lambda table, _: Change(lobby.add_computer(table, 1)), entry)

    await store.append(Entry("0", "", "update", 1, table, table, "{}"))
    worker = Worker(store, "anna", handler)
    worker.start()
    await until(lambda: redis.xlen(keys.broken("0")))
    await worker.stop(1)
    assert "an entry was set aside: NewerDocumentError" in caplog.text


async def test_a_broken_chat_begins_anew_and_is_kept_aside(
    store: Store, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    chats = Chats(store)
    home = (await chats.change(-100, language="en")).id
    await redis.hset(keys.chat(home), mapping={"document": '{"id":"Анна"', "version": "damaged"})
    with caplog.at_level(logging.CRITICAL):
        assert (await chats.newest(-100)).language is None
    assert caplog.messages == [f"chat {home} cannot be read and is put aside: it is no document"]
    assert await redis.hget(keys.aside(keys.chat(home), "damaged"), "document") == '{"id":"Анна"'.encode()
    await chats.change(-100, language="ru")
    assert (await chats.newest(-100)).language == "ru"
