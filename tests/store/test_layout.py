"""Every key that a step touches is in one slot of a cluster, and Lua stands in one file."""

import inspect
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from bot.store import keys

ROOT = Path(__file__).parent.parent.parent

BELONGS_TO_NO_SHARD = {"home"}
"""Keys by which a shard is found: nothing else changes with them in one step."""


def makers() -> dict[str, Callable[..., str]]:
    """All that makes a key."""
    found = dict(inspect.getmembers(keys, inspect.isfunction))
    return {name: make for name, make in found.items() if not name.startswith("_") and name != "shard_of"}


def made(shard: str) -> list[str]:
    """Every key there can be of a shard, of a table and of a home in it."""
    given: dict[str, Any] = {"shard": shard, "table_id": f"{shard}1234567", "home_id": f"{shard}-home", "update_id": 5}
    given |= {"key": keys.table(f"{shard}1234567"), "version": "3f"}
    found = [keys.seen(shard, 5)]
    for name, make in makers().items():
        wanted = inspect.signature(make).parameters
        if wanted.keys() <= given.keys():
            found.append(make(**{name: given[name] for name in wanted}))
        else:
            assert name in BELONGS_TO_NO_SHARD or name.startswith("send_"), f"what is {name} a key of?"
    return found


@pytest.mark.parametrize("shard", keys.SHARDS)
def test_all_keys_of_a_shard_and_of_its_tables_and_homes_share_a_slot(shard: str) -> None:
    found = made(shard)
    assert len(set(found)) == len(found) > 20
    assert {key_slot(key.encode()) for key in found} == {key_slot(shard.encode())}


def test_the_shards_are_spread_over_the_slots() -> None:
    """Each of three masters has at least three of the sixteen."""
    owners = Counter(key_slot(shard.encode()) * 3 // 16384 for shard in keys.SHARDS)
    assert min(owners[master] for master in range(3)) >= 3


def test_all_windows_of_sending_share_a_slot() -> None:
    assert len({key_slot(key.encode()) for key in (keys.SEND_ALL, keys.send_chat(-5), keys.send_group(-5))}) == 1


def test_every_key_is_told_in_the_table_of_keys() -> None:
    table = keys.__doc__ or ""
    some = [*made("0"), keys.home(1), keys.send_chat(1), keys.send_group(1), keys.SEND_ALL]
    for key in some:
        told = key.replace("{0}", "{s}").replace("01234567", "TABLE").replace("0-home", "HOME")
        told = told.replace("aside:3f", "aside:VERSION")
        told = re.sub(r":5\b", ":UPDATE", re.sub(r":1$", ":CHAT", told))
        assert f"    {told} " in table, f"{told} is not told of"


def test_lua_stands_in_one_file() -> None:
    scripts = [path for path in (ROOT / "bot").rglob("*") if path.suffix == ".lua"]
    assert [path.name for path in scripts] == ["steps.lua"]
    for path in (ROOT / "bot").rglob("*.py"):
        assert not re.search(r"redis\.p?call|register_script|\beval(sha)?\(|\"EVAL", path.read_text()), path


def test_redis_is_called_from_the_store_alone() -> None:
    for path in (ROOT / "bot").rglob("*.py"):
        if path.parent.name != "store":
            assert not re.search(r"^\s*(from|import) redis\b(?!\.exceptions)", path.read_text(), re.MULTILINE), path


@pytest.mark.parametrize(
    "name", ["", "g1234567", "a:table:b1234567", "a*", "a}1", "a b", "a\n", "a1234567\n", "aБорис", "A1", "a" * 33]
)
def test_nothing_that_people_write_makes_a_key(name: str) -> None:
    """A name, a text or made-up callback data in the place of an id."""
    for make in (keys.table, keys.log, keys.chat, keys.purses, keys.shard_of):
        with pytest.raises(ValueError, match="neither a table nor a home"):
            make(name)
