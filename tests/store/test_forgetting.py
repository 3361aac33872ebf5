"""What the store forgets of a person, and who is called to a chat's next table."""

from typing import Any

from redis.asyncio import Redis

from bot.store import keys
from bot.store.changes import Conflict
from bot.store.store import Commit, Committed, Entry, Store

HOME, ANNA, BORIS = "0-home", 1001, 10010
"""Boris's number begins with Anna's."""


def opening(table: str, *called: int) -> Commit:
    return Commit(home=HOME, table=table, game="durachki", text="{}", called=called)


async def test_who_waits_for_the_next_table_is_called_to_one_and_waits_no_more(store: Store) -> None:
    assert await store.await_next(HOME, ANNA, "ru")
    assert not await store.await_next(HOME, ANNA, "en")
    assert await store.calls(HOME) == {ANNA: "en"}
    assert isinstance(await store.commit(opening("0aaaaaaa", ANNA)), Committed)
    assert await store.calls(HOME) == {}


async def test_of_two_tables_that_open_at_once_one_calls(store: Store) -> None:
    await store.await_next(HOME, ANNA, "ru")
    await store.commit(opening("0aaaaaaa", ANNA))
    assert isinstance(await store.commit(opening("0bbbbbbb", ANNA)), Conflict)
    assert await store.table("0bbbbbbb") is None


async def test_a_chat_forgets_one_person_and_no_other(store: Store, redis: Redis) -> None:
    purses = {ANNA: 5, BORIS: -5}
    titles: dict[str, str | None] = dict.fromkeys(
        (f"durachki/{ANNA}", f"durachki/{BORIS}", f"koroli/{BORIS},{ANNA}", f"koroli/{BORIS},7"), "9"
    )
    names = {ANNA: "Анна", BORIS: "Борис"}
    await store.commit(Commit(home=HOME, purses=purses, purse=100, names=names, titles=titles))
    for user in (ANNA, BORIS):
        await store.await_next(HOME, user, "ru")
    await store.forget_in(HOME, ANNA)
    assert await store.purses(HOME) == {BORIS: 95}
    assert await store.names(HOME) == {BORIS: "Борис"}
    assert await store.titles(HOME) == {f"durachki/{BORIS}": "9", f"koroli/{BORIS},7": "9"}
    assert await store.calls(HOME) == {BORIS: "ru"}


async def test_a_table_that_vanishes_leaves_nothing(store: Store, redis: Redis) -> None:
    change = Commit(home=HOME, table="0aaaaaaa", game="durachki", text="{}", log=("a",), said=("b",), deadline=5)
    await store.commit(change)
    await store.vanish("0aaaaaaa", HOME)
    assert [key async for key in redis.scan_iter() if b"clock" not in key and b"inbox" not in key] == []


async def test_what_knows_a_person_is_found_and_then_forgotten(store: Store, redis: Redis) -> None:
    await store.note_trace(ANNA, HOME, "0aaaaaaa")
    await store.note_trace(ANNA, "1-other")
    await store.note_seat(ANNA, "0bbbbbbb")
    assert await store.traces(ANNA) == (frozenset({HOME, "1-other"}), frozenset({"0aaaaaaa", "0bbbbbbb"}))
    await store.forget_person(ANNA)
    assert await redis.keys("*") == []


async def test_an_entry_set_aside_is_forgotten_with_the_person_it_tells_of(store: Store) -> None:
    for number, user in enumerate((ANNA, BORIS)):
        (entry,) = await store.append(Entry("3", "", "update", number, "", "", f'{{"id": {user}}}'), "worker")
        await store.set_aside(entry, "ValueError")
    await store.forget_person(ANNA)
    kept: Any = await store.client.xrange(keys.broken("3"))
    assert [fields["payload"] for _, fields in kept] == [f'{{"id": {BORIS}}}']
