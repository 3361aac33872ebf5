"""An update gets in once, into the inbox where its table or chat lives, in the order in which it came."""

import asyncio
import json
from typing import Any

import pytest
from aiogram.types import Update as AnyUpdate
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.inbox.door import Door, Update
from bot.store import keys
from bot.store.store import Entry, Store

TABLE = "a1234567"
GROUP = {"id": -100, "type": "supergroup"}
ANNA = {"id": 7, "is_bot": False, "first_name": "Анна"}


class Anna:
    """Takes everything that she is given, as long as she is eager."""

    def __init__(self) -> None:
        self.consumer = "anna"
        self.eager = True
        self.taken: list[Entry] = []
        self.recalled: list[str] = []

    def recall(self, shard: str) -> None:
        self.recalled.append(shard)

    def take(self, entry: Entry) -> None:
        self.taken.append(entry)


def message(number: int, chat: int = -100, **fields: Any) -> Update:
    body = {"message_id": 1, "date": 1, "chat": {**GROUP, "id": chat}, "from": ANNA, **fields}
    return {"update_id": number, "message": body}


def tap(number: int, data: str) -> Update:
    query = {"id": "1", "from": ANNA, "chat_instance": "1", "data": data, "message": {"message_id": 5, "chat": GROUP}}
    return {"update_id": number, "callback_query": query}


async def admitted(store: Store, *updates: Update) -> list[Entry]:
    anna = Anna()
    await Door(store, anna).admit(updates)
    return anna.taken


async def test_what_comes_twice_gets_in_once(store: Store) -> None:
    """What people met, repeats: "the same update handled twice"."""
    anna = Anna()
    door = Door(store, anna)
    await door.admit([message(1), message(2)])
    await door.admit([message(2), message(3)])
    await Door(store).admit([message(1)])
    assert [entry.update_id for entry in anna.taken] == [1, 2, 3]


async def test_a_repetition_after_the_first_was_handled_does_not_get_in(store: Store) -> None:
    (entry,) = await admitted(store, message(1))
    await store.settle(entry)
    assert await admitted(store, message(1)) == []
    assert await store.client.xlen(keys.inbox(entry.shard)) == 0


async def test_an_older_update_that_comes_late_gets_in(store: Store) -> None:
    """What people met, repeats: "last update id as a high-water mark dropping real ones"."""
    assert [entry.update_id for entry in await admitted(store, message(5), message(3))] == [5, 3]


async def test_the_mark_is_kept_for_two_days(store: Store, redis: Redis) -> None:
    (entry,) = await admitted(store, message(1))
    assert await redis.ttl(keys.seen(entry.shard, 1)) == 48 * 3600


async def test_mark_and_entry_are_made_in_one_step(store: Store, redis: Redis) -> None:
    """Where the entry cannot be written the mark is not left behind, for then the update would be lost."""
    home = await store.home_of(-100)
    await redis.set(keys.inbox(home[0]), "not a stream")
    with pytest.raises(ResponseError):
        await Door(store).admit([message(1)])
    await redis.delete(keys.inbox(home[0]))
    assert len(await admitted(store, message(1))) == 1


@pytest.mark.parametrize("data", [f"p{TABLE}:41:lead 7S", f"c{TABLE}:41:", f"t{TABLE}:sit"])
async def test_a_tap_on_a_tables_button_goes_to_the_table(store: Store, data: str) -> None:
    (entry,) = await admitted(store, tap(1, data))
    assert (entry.shard, entry.table, entry.lane) == ("a", TABLE, TABLE)
    assert json.loads(entry.payload) == tap(1, data)


@pytest.mark.parametrize(
    "update",
    [
        message(1),
        tap(1, "g:new:durachki"),
        tap(1, "no button of ours"),
        {"update_id": 1, "my_chat_member": {"chat": GROUP, "from": ANNA}},
        {"update_id": 1, "edited_message": {"chat": GROUP}},
    ],
)
async def test_all_else_goes_to_the_home_of_its_chat(store: Store, update: Update) -> None:
    (entry,) = await admitted(store, update)
    home = await store.home_of(-100)
    assert (entry.shard, entry.table, entry.lane) == (home[0], "", home)


@pytest.mark.parametrize(
    "update", [{"update_id": 1, "inline_query": {"from": ANNA}}, {"update_id": 1, "poll_answer": {"user": ANNA}}]
)
async def test_what_has_no_chat_goes_to_the_home_of_the_person(store: Store, update: Update) -> None:
    (entry,) = await admitted(store, update)
    assert entry.lane == await store.home_of(7)


@pytest.mark.parametrize("rest", [{"poll": {"id": "1"}}, {}, {"new": 5}])
async def test_what_belongs_to_nobody_gets_in_all_the_same(store: Store, rest: Update) -> None:
    (entry,) = await admitted(store, {"update_id": 1, **rest})
    assert (entry.shard, entry.lane) == ("0", "")


async def test_what_is_no_update_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="no number"):
        await Door(store).admit([{"message": {}}])


@pytest.mark.parametrize("number", [True, "1", 1.0, None, 2**63, -(2**52)])
async def test_what_has_no_number_of_telegrams_is_refused(store: Store, number: object) -> None:
    with pytest.raises(ValueError, match="no number"):
        await Door(store).admit([{"update_id": number, "message": {}}])


@pytest.mark.parametrize("chat", [True, "-100", -(2**60), 1.5, [], {"id": 1}])
async def test_what_is_no_number_of_a_chat_makes_no_home(store: Store, redis: Redis, chat: Any) -> None:
    (entry,) = await admitted(store, {"update_id": 1, "message": {"chat": {"id": chat}}})
    assert (entry.shard, entry.lane) == ("0", "")
    assert not await redis.keys("home:*")


async def test_nobody_takes_a_home_by_becoming_what_a_chat_cannot_become(store: Store) -> None:
    homes = {chat: await store.home_of(chat) for chat in (7, -100, -200, -1_000_000_000_100)}
    for old, new in ((7, -100), (-100, 7), (-100, -200), (-1_000_000_000_100, -100), (True, -1_000_000_000_100)):
        await Door(store).admit([message(old + new, new, migrate_from_chat_id=old)])
        await Door(store).admit([message(old - new, old, migrate_to_chat_id=new)])
    await store.close()
    assert {chat: await store.home_of(chat) for chat in homes} == homes


async def test_half_a_surrogate_pair_gets_in_and_can_be_read_again(store: Store) -> None:
    (entry,) = await admitted(store, message(1, text="привет \ud83d"))
    sent = AnyUpdate.model_validate_json(entry.payload).message
    assert sent
    assert sent.text == "привет ?"


@pytest.mark.parametrize("inner", [5, "text", ["list"], True])
async def test_a_message_that_is_none_gets_in_for_the_worker_to_refuse(store: Store, inner: object) -> None:
    (entry,) = await admitted(store, {"update_id": 1, "callback_query": {"id": "1", "from": ANNA, "message": inner}})
    assert entry.lane == await store.home_of(7)


async def test_updates_of_a_chat_keep_their_order(store: Store) -> None:
    await Door(store).admit([message(number) for number in range(50)])
    home = await store.home_of(-100)
    await store.adopt(home[0], "anna", 0, 0)
    assert [entry.update_id for entry in await store.read(home[0], "anna", 100, 10)] == list(range(50))


@pytest.mark.parametrize("new_group_first", [True, False])
async def test_what_is_said_in_a_migrated_group_goes_to_its_old_home(store: Store, *, new_group_first: bool) -> None:
    home = await store.home_of(-100)
    told_in_new = message(1, -1_000_000_000_100, migrate_from_chat_id=-100)
    told_in_old = message(2, -100, migrate_to_chat_id=-1_000_000_000_100)
    both = [told_in_new, told_in_old] if new_group_first else [told_in_old, told_in_new]
    entries = await admitted(store, *both, message(3, -1_000_000_000_100))
    assert {entry.lane for entry in await admitted(store, message(4, -1_000_000_000_100))} == {home}
    assert all(entry.lane == home for entry in entries if entry.update_id < 3)


async def test_who_is_not_eager_is_given_nothing_and_the_update_waits_in_the_inbox(store: Store) -> None:
    anna = Anna()
    anna.eager = False
    await Door(store, anna).admit([message(1)])
    assert anna.taken == []
    home = await store.home_of(-100)
    assert [entry.update_id for entry in await store.read(home[0], "boris", 10, 10)] == [1]


async def test_an_older_entry_is_handed_out_first(store: Store) -> None:
    await Door(store).admit([message(1)])
    assert [entry.update_id for entry in await admitted(store, message(2))] == [1]


# Passing an update on to a table of another shard.


async def test_an_update_is_passed_on_once_although_the_step_between_was_repeated(store: Store) -> None:
    (entry,) = await admitted(store, message(1))
    # Killed after the first half: it is there already, but not settled here, and is therefore passed on again.
    there = Entry("a", "", "update", 1, TABLE, TABLE, entry.payload)
    await store._append(keys.seen("a", 1, TABLE), there, "")
    await store.forward(entry, TABLE)
    await store.forward(entry, TABLE)
    await store.adopt("a", "anna", 0, 0)
    (passed,) = await store.read("a", "anna", 10, 10)
    assert (passed.update_id, passed.table, passed.lane, passed.payload) == (1, TABLE, TABLE, entry.payload)
    assert entry.settled
    assert not await store.pending(entry)


async def test_an_update_may_be_passed_on_to_several_tables_of_a_shard(store: Store) -> None:
    (entry,) = await admitted(store, message(1))
    await asyncio.gather(store.forward(entry, TABLE), store.forward(entry, "a7654321"))
    await store.adopt("a", "anna", 0, 0)
    assert {passed.table for passed in await store.read("a", "anna", 10, 10)} == {TABLE, "a7654321"}


async def test_an_update_may_be_passed_on_within_its_own_shard(store: Store) -> None:
    (entry,) = await admitted(store, tap(1, f"t{TABLE}:sit"))
    await store.forward(entry, TABLE)
    assert [passed.update_id for passed in await store.read("a", "anna", 10, 10)] == [1]


async def test_deadlines_are_not_passed_on(store: Store) -> None:
    with pytest.raises(ValueError, match="only updates"):
        await store.forward(Entry("a", "1-1", "due", 0, TABLE, TABLE, ""), "b1234567")
