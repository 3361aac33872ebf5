"""REDIS_URL names a server, the master that Sentinels know, or a Cluster."""

import pytest
from redis.asyncio.connection import SSLConnection
from redis.asyncio.sentinel import SentinelConnectionPool

from bot.store.address import checked, road_to
from bot.store.roads import Cluster, Server


@pytest.mark.parametrize(
    "url",
    [
        "redis://127.0.0.1:6379/0",
        "rediss://:password@store.example",
        "unix:///run/valkey.sock",
        "redis+sentinel://one:26379,two:26380,[::1]:26381/parlour/2",
        "rediss+sentinel://user:pass%40word@one/parlour?sentinel_password=other",
        "redis+cluster://one,two:7001",
        "rediss+cluster://:password@one:7000/0?ssl_ca_certs=/etc/ca.pem",
    ],
)
def test_an_address_is_taken(url: str) -> None:
    assert checked(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://store.example",
        "localhost:6379",
        "redis://",
        "redis+sentinel://first:26379",
        "redis+sentinel://first:26379/",
        "redis+sentinel://first:26379/parlour/two",
        "redis+sentinel:///parlour",
        "redis+sentinel://first:0/parlour",
        "redis+sentinel://first:65536/parlour",
        "redis+cluster://first:7000/3",
        "redis+cluster://first:7000,",
        "redis+cluster://",
        "redis+something://first",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        checked(url)
    assert not {"first", "store", "localhost"} & {*str(refused.value).replace(":", " ").split()}, "nothing is quoted"


async def test_sentinels_are_asked_for_the_master_that_is_named() -> None:
    road = road_to("rediss+sentinel://user:pass%40word@one:26380,two/parlour/2?sentinel_password=other")
    assert isinstance(road, Server)
    pool = road.client.connection_pool
    assert isinstance(pool, SentinelConnectionPool)
    assert pool.service_name == "parlour"
    chosen = pool.connection_kwargs
    assert (chosen["username"], chosen["password"], chosen["db"]) == ("user", "pass@word", 2)
    assert issubclass(pool.connection_class, SSLConnection)
    asked = [one.connection_pool.connection_kwargs for one in pool.sentinel_manager.sentinels]
    assert [(one["host"], one["port"], one["password"]) for one in asked] == [
        ("one", 26380, "other"),
        ("two", 26379, "other"),
    ]
    await road.close()


async def test_some_nodes_lead_to_a_cluster() -> None:
    road = road_to("redis+cluster://:secret@127.0.0.1:7000,127.0.0.2")
    assert isinstance(road, Cluster)
    assert [(node.host, node.port) for node in road.client.startup_nodes] == [("127.0.0.1", 7000), ("127.0.0.2", 6379)]
    assert road.client.connection_kwargs["password"] == "secret"  # noqa: S105  # of nobody
    await road.close()
