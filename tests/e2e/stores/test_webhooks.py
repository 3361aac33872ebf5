"""Two processes behind one balancer, to which Telegram brings its updates: one is killed, the other gets them all."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest

from bot.store.embedded import embedded_valkey
from tests.e2e.people import Company
from tests.e2e.process import BotProcess
from tests.e2e.stores.conftest import Hire
from tests.proxy import Proxy
from tests.valkeys import free_ports


@dataclass(frozen=True, slots=True)
class Pair:
    balancer: Proxy
    ports: tuple[int, int]
    processes: tuple[BotProcess, BotProcess]


@pytest.fixture(scope="module")
def balancer_and_ports() -> Iterator[tuple[Proxy, tuple[int, int]]]:
    one, two = free_ports(2)
    with Proxy(one, two) as balancer:
        yield balancer, (one, two)


@pytest.fixture(scope="module")
async def pair(
    hire: Hire,
    balancer_and_ports: tuple[Proxy, tuple[int, int]],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Pair]:
    balancer, ports = balancer_and_ports
    hook = {"WEBHOOK_URL": f"http://127.0.0.1:{balancer.port}", "WEBHOOK_SECRET": "secret"}
    with embedded_valkey(tmp_path_factory.mktemp("hooked")) as url:
        one, two = (hire(url, f"port{port}", PORT=str(port), **hook) for port in ports)
        await one.start()
        await two.start()
        yield Pair(balancer, ports, (one, two))
        await two.end()


@pytest.fixture
def bot(pair: Pair) -> BotProcess:
    return pair.processes[1]


async def test_a_game_goes_on_when_one_of_two_is_killed(friends: Company, pair: Pair) -> None:
    await friends.begin(await friends.agree(await friends.sit_down(await friends.open("twenty_one")), "3 сдачи"))
    playing = friends.moves("twenty_one")
    for _ in range(3):
        await anext(playing)
    assert pair.ports[0] in pair.balancer.used
    await pair.processes[0].kill()
    async for _ in playing:
        pass
    result = await friends.result()
    assert result
    assert all(player.name in (result.text or "") for player in friends.players)
    assert pair.ports[1] in pair.balancer.used
