"""What chats and people have chosen, where several processes serve them."""

import time
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest

from bot.store import store as stores
from bot.store.store import OWN_SECONDS, Store
from bot.tables.chats import BELIEVED, Chats

ANNA, FAMILY = 5, -5


@pytest.fixture
async def elsewhere(store: Store, valkey_url: str) -> AsyncIterator[Store]:
    """The store of another process."""
    made = Store.from_url(valkey_url)
    yield made
    await made.close()


async def test_what_another_process_has_changed_is_believed_for_a_moment_at_most(
    store: Store, elsewhere: Store
) -> None:
    now = [100.0]
    here, there = Chats(store, lambda: now[0]), Chats(elsewhere)
    for chat in (ANNA, FAMILY):
        await here.change(chat, language="ru")
        assert (await here.of(chat)).language == "ru"
        await there.change(chat, language="en")
    now[0] += BELIEVED
    for chat in (ANNA, FAMILY):
        assert (await here.of(chat)).language == "en"


async def test_what_is_read_again_and_again_is_asked_for_once(store: Store, elsewhere: Store) -> None:
    now = [100.0]
    here, there = Chats(store, lambda: now[0]), Chats(elsewhere)
    await here.of(FAMILY)
    await there.change(FAMILY, language="en")
    assert (await here.of(FAMILY)).language is None
    assert (await here.newest(FAMILY)).language == "en"
    assert (await here.of(FAMILY)).language == "en"


async def test_whom_another_process_has_forgotten_is_not_written_down_where_nobody_finds_it(
    store: Store, elsewhere: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/forget_me` deletes a person's data everywhere: what is noted of them later is theirs to have forgotten too."""
    now = [100.0]
    monkeypatch.setattr(stores, "time", SimpleNamespace(monotonic=lambda: now[0], time=time.time))
    here = Chats(store)
    await here.change(ANNA, language="en")
    await elsewhere.forget_person(ANNA)
    now[0] += OWN_SECONDS
    await here.change(ANNA, language="ru")
    assert await elsewhere.home_of(ANNA) == await store.home_of(ANNA)
    await elsewhere.forget_person(ANNA)
    assert await store.client.keys("*") == []
