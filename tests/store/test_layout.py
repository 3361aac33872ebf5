"""Every key that a step touches is in one slot of a cluster, and Lua stands in one file."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from redis.crc import key_slot

from bot.store import keys

ROOT = Path(__file__).parent.parent.parent

Key = Callable[[str], str]


@pytest.mark.parametrize("shard", keys.SHARDS)
def test_all_keys_of_a_shard_share_a_slot(shard: str) -> None:
    of_shard: list[Key] = [keys.inbox, keys.broken, keys.deadlines, keys.clock, keys.stale, keys.tables]
    of_table: list[Key] = [keys.table, keys.log, keys.said]
    of_home: list[Key] = [keys.chat, keys.purses, keys.names, keys.titles, keys.live, keys.seats]
    of_home += [keys.calls, keys.homes, keys.sat]
    made = [
        *(key(shard) for key in of_shard),
        *(key(f"{shard}1234567") for key in of_table),
        *(key(f"{shard}-home") for key in of_home),
        keys.seen(shard, 5),
        keys.seen(shard, 5, f"{shard}1234567"),
    ]
    assert len(set(made)) == len(made)
    assert {key_slot(key.encode()) for key in made} == {key_slot(shard.encode())}


def test_all_windows_of_sending_share_a_slot() -> None:
    assert len({key_slot(key.encode()) for key in (keys.SEND_ALL, keys.send_chat(-5), keys.send_group(-5))}) == 1


def test_every_function_that_makes_a_key_is_told_in_the_table_of_keys() -> None:
    table = keys.__doc__ or ""
    for key in (keys.home(1), keys.seen("0", 1), keys.send_chat(1), keys.send_group(1), keys.SEND_ALL):
        assert re.sub(r"\b1$", "", key).replace("{0}", "{s}") in table
    for name in ("inbox", "broken", "deadlines", "clock", "stale", "tables"):
        assert f"{{s}}:{name} " in table
    for name in ("table", "log", "said"):
        assert f"{{s}}:{name}:TABLE " in table
    for name in ("chat", "purses", "names", "titles", "live", "seats", "next", "homes", "sat"):
        assert f"{{s}}:{name}:HOME " in table


def test_lua_stands_in_one_file() -> None:
    scripts = [path for path in (ROOT / "bot").rglob("*") if path.suffix == ".lua"]
    assert [path.name for path in scripts] == ["steps.lua"]
    for path in (ROOT / "bot").rglob("*.py"):
        assert not re.search(r"redis\.p?call|register_script|\beval(sha)?\(|\"EVAL", path.read_text()), path


def test_redis_is_called_from_the_store_alone() -> None:
    for path in (ROOT / "bot").rglob("*.py"):
        if path.parent.name != "store":
            assert not re.search(r"^\s*(from|import) redis\b(?!\.exceptions)", path.read_text(), re.MULTILINE), path
