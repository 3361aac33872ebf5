"""On a Cluster every call goes to the node that has its slot, wherever that has gone meanwhile."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.crc import key_slot
from redis.exceptions import RedisError

from bot.store import keys
from bot.store.calls import AWAY
from bot.store.store import Commit, Committed, Entry, Store
from tests.valkeys import Nodes, Valkey, cluster, until

SLOT = key_slot(keys.inbox("a").encode())


@pytest.fixture(scope="module")
async def nodes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nodes]:
    async with cluster(tmp_path_factory.mktemp("cluster"), masters=3, replicas=1) as made:
        yield made


@pytest.fixture
async def store(nodes: Nodes) -> AsyncIterator[Store]:
    for node in nodes.masters:
        await node.ask("FLUSHALL")
    made = Store.from_url(nodes.url)
    yield made
    await made.close()


def update(number: int, shard: str) -> Entry:
    table = f"{shard}1234567"
    return Entry(shard, "", "update", number, table, table, "{}")


async def played(store: Store, shard: str, number: int) -> Entry:
    """One update's way through a shard."""
    (entry,) = await store.append(update(number, shard), "anna")
    found = await store.table(entry.table)
    loaded = found and found[1].version
    change = Commit(f"{shard}-home", entry.table, loaded, "durachki", f"{number}", log=(f"{number}",), entries=(entry,))
    assert isinstance(await store.commit(change), Committed)
    return entry


async def test_all_shards_are_served_at_once_and_no_server_is_asked_for_keys(store: Store, nodes: Nodes) -> None:
    for node in nodes.masters:
        await node.ask("FUNCTION", "FLUSH")
    await store.ping()
    homes = await asyncio.gather(*(store.home_of(-number) for number in range(50)))
    assert await asyncio.gather(*(store.home_of(-number) for number in range(50))) == homes
    await asyncio.gather(*(played(store, shard, number) for number, shard in enumerate(keys.SHARDS)))
    texts = [found and found[1].text for found in [await store.table(f"{shard}1234567") for shard in keys.SHARDS]]
    assert texts == [str(number) for number in range(len(keys.SHARDS))]
    assert sorted(await store.unfinished()) == [f"{shard}1234567" for shard in keys.SHARDS]
    assert await store.book(-5, "one") == 0
    for node in nodes.masters:
        told = await node.info("commandstats")
        assert told["cmdstat_fcall"]["calls"] > 0, "each node has shards"
        assert "cmdstat_command|getkeys" not in told


async def test_each_shard_is_read_on_its_own(store: Store) -> None:
    for shard in keys.SHARDS:
        assert await store.read(shard, "anna", 16, 1) == []
    await asyncio.gather(*(store.append(update(7, shard)) for shard in keys.SHARDS))
    read = await asyncio.gather(*(store.read(shard, "anna", 16, 1000) for shard in keys.SHARDS))
    assert [[entry.table for entry in entries] for entries in read] == [[f"{shard}1234567"] for shard in keys.SHARDS]


async def test_calls_follow_a_slot_that_moves_to_another_node(store: Store, nodes: Nodes) -> None:
    old = nodes.owner(SLOT)
    new = next(node for node in nodes.masters if node is not old)
    old_id, new_id = await old.ask("CLUSTER", "MYID"), await new.ask("CLUSTER", "MYID")
    await played(store, "a", 1)
    await new.ask("CLUSTER", "SETSLOT", SLOT, "IMPORTING", old_id)
    await old.ask("CLUSTER", "SETSLOT", SLOT, "MIGRATING", new_id)
    assert (await store.table("a7654321")) is None, "a key that is not at the old node is asked for at the new one"
    assert "cmdstat_asking" in await new.info("commandstats")
    while some := await old.ask("CLUSTER", "GETKEYSINSLOT", SLOT, 100):
        await old.ask("MIGRATE", "127.0.0.1", new.port, "", 0, 5000, "KEYS", *some)
    assert await store.log("a1234567") == ["1"]
    with pytest.raises(AWAY):  # a step, whose keys may be on both, waits until the slot has come to rest
        await played(store, "a", 2)
    for node in (new, old, *nodes.masters):
        await node.ask("CLUSTER", "SETSLOT", SLOT, "NODE", new_id)
    await played(store, "a", 3)
    assert await store.log("a1234567") == ["1", "3"]
    while some := await new.ask("CLUSTER", "GETKEYSINSLOT", SLOT, 100):
        await new.ask("DEL", *some)
    for node in (old, new, *nodes.masters):
        await node.ask("CLUSTER", "SETSLOT", SLOT, "NODE", old_id)


def shards_of(nodes: Nodes, node: Valkey) -> list[str]:
    return [shard for shard in keys.SHARDS if nodes.owner(key_slot(shard.encode())) is node]


async def test_a_node_that_is_away_keeps_only_its_own_shards_waiting(store: Store, nodes: Nodes) -> None:
    gone, *others = nodes.masters[1:]
    here = [shard for node in (nodes.masters[0], *others) for shard in shards_of(nodes, node)]
    await store.ping()
    await gone.kill()
    try:
        away = shards_of(nodes, gone)
        found = await asyncio.gather(
            *(store.table(f"{shard}1234567") for shard in (*here, *away)), return_exceptions=True
        )
        assert found[: len(here)] == [None] * len(here)
        assert all(isinstance(error, AWAY) for error in found[len(here) :])
        with pytest.raises(RedisError):
            await store.ping()
    finally:
        await gone.start()

    async def back() -> bool:
        await asyncio.gather(*(store.table(f"{shard}1234567") for shard in keys.SHARDS))
        await asyncio.gather(*(played(store, shard, 1) for shard in away))
        return True

    await until(back)


async def test_a_replica_takes_over_with_all_that_it_was_given(store: Store, nodes: Nodes) -> None:
    first, replica = nodes.masters[0], nodes.replicas[0]
    shard = shards_of(nodes, first)[0]
    await played(store, shard, 1)

    async def given() -> bool:
        told = await first.info("replication")
        return bool(told["slave0"]["offset"] == told["master_repl_offset"])

    await until(given)
    await first.kill()
    try:

        async def taken_over() -> bool:
            return await store.log(f"{shard}1234567") == ["1"]

        await until(taken_over)
        assert (await replica.info("replication"))["role"] == "master"
        await played(store, shard, 2)
        assert await store.log(f"{shard}1234567") == ["1", "2"]
    finally:
        await first.start()
