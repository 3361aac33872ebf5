"""A game on a Cluster of three masters."""

from collections.abc import AsyncIterator

import pytest

from tests.e2e.people import Company
from tests.e2e.process import BotProcess
from tests.e2e.stores.conftest import Hire
from tests.valkeys import Nodes, cluster


@pytest.fixture(scope="module")
async def nodes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nodes]:
    async with cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.fixture(scope="module")
async def bot(nodes: Nodes, hire: Hire) -> BotProcess:
    made = hire(nodes.url)
    await made.start()
    return made


async def test_a_game_is_played_on_a_cluster_of_three(friends: Company, nodes: Nodes) -> None:
    await friends.begin(await friends.agree(await friends.sit_down(await friends.open("twenty_one")), "3 сдачи"))
    result = await friends.play("twenty_one")
    assert all(player.name in (result.text or "") for player in friends.players)
    for node in nodes.masters:
        told = await node.info("commandstats")
        assert told["cmdstat_fcall"]["calls"] > 0, "each has work"
        assert "cmdstat_command|getkeys" not in told, "nobody asks where keys are"
