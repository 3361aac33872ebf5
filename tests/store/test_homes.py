"""A chat has one home, whoever asks first, and keeps it when its number changes."""

import asyncio

import pytest

from bot.buttons import About, parse
from bot.store import keys
from bot.store.store import Store


async def test_all_who_ask_at_once_are_told_one_home(store: Store, valkey_url: str) -> None:
    other = Store.from_url(valkey_url)
    homes = await asyncio.gather(*(each.home_of(-100) for each in (store, other) * 5))
    await other.close()
    assert len(set(homes)) == 1


async def test_homes_are_spread_over_the_shards(store: Store) -> None:
    homes = await asyncio.gather(*(store.home_of(chat) for chat in range(500)))
    assert {keys.shard_of(home) for home in homes} == set(keys.SHARDS)


async def test_a_group_that_migrates_keeps_its_home(store: Store, valkey_url: str) -> None:
    home = await store.home_of(-100)
    assert await store.home_of(-1_000_000_000_100) != home
    await store.move_home(-100, -1_000_000_000_100)
    await store.move_home(-100, -1_000_000_000_100)
    fresh = Store.from_url(valkey_url)
    assert {await each.home_of(chat) for each in (store, fresh) for chat in (-100, -1_000_000_000_100)} == {home}
    await fresh.close()


def test_a_table_lies_in_the_shard_of_its_home_and_fits_a_button(store: Store) -> None:
    table = store.new_table_id("c-123")
    assert keys.shard_of(table) == "c"
    assert parse(f"t{table}:sit") == About(table, "sit")


def test_a_name_of_no_shard_makes_no_key() -> None:
    for name in ("", "x1234567", "{0}"):
        with pytest.raises(ValueError, match="neither a table nor a home"):
            keys.table(name)
