"""Where Redis is: what REDIS_URL names, and how one gets there.

    redis://[user:password@]host:port/db                          a server; also rediss:// (TLS) and unix:///path
    redis+sentinel://[user:password@]host:port,host:port/name/db  the master of that name, as these Sentinels say
    redis+cluster://[user:password@]host:port,host:port           a Cluster, of which these are some nodes

`rediss+sentinel` and `rediss+cluster` go by TLS. After a question mark redis-py's own options may follow, such as
`ssl_ca_certs`; and `sentinel_username` and `sentinel_password`, where the Sentinels want to be told who asks.
"""

import re
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig

from bot.store.roads import Cluster, Road, Server

ANSWER_SECONDS: Final = 5.0
"""How long an answer may take, longer than a reader waits for an entry."""

CONNECT_SECONDS: Final = 3.0

SENTINEL_SECONDS: Final = 1.0
"""How long a Sentinel may take, before the next one is asked."""

CONNECTIONS: Final = 1000
"""Most connections to a node: each turn of the event loop takes one of those that are free."""

_SEVERAL = re.compile(
    r"(?P<tls>rediss?)\+(?P<kind>sentinel|cluster)://(?P<who>[^@/?#]*@)?(?P<hosts>[^@/?#]+)(?P<path>/[^?#]*)?(?P<options>\?[^#]*)?"
)
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^\[\]:,\s]+)(?::(?P<port>\d{1,5}))?")
_SENTINEL_PATH = re.compile(r"/(?P<name>[^/]+)(?:/(?P<db>\d+))?")


def checked(url: str) -> str:
    """The address, if it is one. Raises ValueError, which quotes nothing of it, for it may hold a password."""
    if "+" in url.partition("://")[0]:
        _parts(url)
    elif not re.fullmatch(r"(rediss?|unix)://\S+", url):
        raise ValueError("no address")
    else:
        parse_url(url)
    return url


def road_to(url: str) -> Road:
    """The way to what the address names; nothing is connected before the first call."""
    if "+" not in url.partition("://")[0]:
        return Server(Redis.from_url(url, **_options({})))
    kind, hosts, name, options = _parts(url)
    if kind == "cluster":
        nodes = [ClusterNode(*host) for host in hosts]
        return Cluster(RedisCluster(startup_nodes=nodes, max_connections=CONNECTIONS, **_options(options)))
    return _Mastered(hosts, name, options)


class _Mastered(Server):
    """The server that is the master now, as Sentinel says whenever a connection is made."""

    def __init__(self, hosts: list[tuple[str, int]], name: str, options: dict[str, Any]) -> None:
        own = {key: options.pop(f"sentinel_{key}", None) for key in ("username", "password")}
        own |= {key: value for key, value in options.items() if key.startswith("ssl")}
        own |= {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS, "retry": _never()}
        self._sentinel = Sentinel(hosts, sentinel_kwargs=own)  # type: ignore[no-untyped-call]  # redis-py's
        super().__init__(self._sentinel.master_for(name, **_options(options)))

    async def close(self) -> None:
        """See `Road`."""
        await super().close()
        await self._sentinel.aclose()


def _options(chosen: dict[str, Any]) -> dict[str, Any]:
    return {
        "decode_responses": True,
        "socket_timeout": ANSWER_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "retry": _never(),
        # Where these are on, redis-py does not look whether an idle connection was closed before it uses it again.
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
        **chosen,
    }


def _never() -> Retry:
    return Retry(NoBackoff(), 0)


def _parts(url: str) -> tuple[str, list[tuple[str, int]], str, dict[str, Any]]:
    """Kind, hosts, the name of a Sentinel's master, and options for redis-py."""
    found = _SEVERAL.fullmatch(url)
    if found is None:
        raise ValueError("no address")
    sentinel = found["kind"] == "sentinel"
    hosts = [_host(text, 26379 if sentinel else 6379) for text in found["hosts"].split(",")]
    path, name, db = found["path"] or "", "", ""
    if sentinel:
        master = _SENTINEL_PATH.fullmatch(path)
        if master is None:
            raise ValueError("the master has no name")
        name, db = master["name"], master["db"] or ""
    elif path.strip("/") not in ("", "0"):
        raise ValueError("a Cluster has one database only")
    # redis-py reads who asks, and the options, as it reads them in an address of one server.
    options = dict(parse_url(f"redis://{found['who'] or ''}one/{db}{found['options'] or ''}"))
    del options["host"]
    if found["tls"] == "rediss":
        options["ssl"] = True
    return found["kind"], hosts, name, options


def _host(text: str, port: int) -> tuple[str, int]:
    found = _HOST.fullmatch(text)
    if found is None or not 0 < (number := int(found["port"] or port)) < 65536:
        raise ValueError("no host and port")
    return found["name"].strip("[]"), number
