"""A commit changes all or nothing, and only what was loaded."""

import asyncio
from dataclasses import replace

import pytest
from redis.asyncio import Redis
from redis.exceptions import OutOfMemoryError, ResponseError

from bot.store import keys
from bot.store.store import ChatChange, Commit, Committed, Conflict, Entry, Gone, Remembered, Store

HOME = "a-home"
TABLE = "a1234567"


def update(number: int, table: str = TABLE) -> Entry:
    return Entry(table[0], "", "update", number, table, table, '{"text": "Привет"}')


async def put_in(store: Store, number: int, consumer: str = "anna") -> Entry:
    (entry,) = await store.append(update(number), consumer)
    return entry


def opening(**changes: object) -> Commit:
    first = Commit(HOME, TABLE, game="durachki", text="first", log=("deal",))
    return replace(first, **changes)  # type: ignore[arg-type]  # the fields are checked by the class itself


async def committed(store: Store, change: Commit) -> str:
    answer = await store.commit(change)
    assert isinstance(answer, Committed)
    return answer.version


async def everything(redis: Redis) -> dict[str, bytes | None]:
    found = [key async for key in redis.scan_iter()]
    return {str(key): await redis.dump(key) for key in found}


async def test_all_of_a_change_is_stored(store: Store) -> None:
    entry = await put_in(store, 1)
    version = await committed(
        store,
        opening(
            deadline=1_764_473_000_123,
            said=("раз", "два"),
            stale=True,
            purses={5_000_000_001: -3, 6: 3},
            purse=100,
            names={6: "Анна"},
            titles={"durachki": "6"},
            played="durachki",
            chat=ChatChange(None, "chat"),
            entries=(entry,),
        ),
    )
    found = await store.table(TABLE)
    assert found
    game, document = found
    assert (game, document.text, document.version) == ("durachki", "first", version)
    assert document.mark
    assert not document.doubt
    chat = await store.chat(HOME)
    assert chat
    assert (chat.text, chat.version) == ("chat", version)
    assert await store.log(TABLE) == ["deal"]
    assert await store.said(TABLE) == ["раз", "два"]
    assert await store.purses(HOME) == {5_000_000_001: 97, 6: 103}
    assert await store.names(HOME) == {6: "Анна"}
    assert await store.titles(HOME) == {"durachki": "6"}
    assert await store.played(HOME) == {"durachki": 1}
    assert await store.live_tables(HOME) == (TABLE,)
    assert await store.client.zscore(keys.deadlines("a"), TABLE) == 1_764_473_000_123
    assert entry.settled
    assert not await store.pending(entry)


async def test_what_was_handled_leaves_neither_stream_nor_pending_list(store: Store) -> None:
    await committed(store, opening(entries=(await put_in(store, 1), await put_in(store, 2))))
    assert await store.client.xlen(keys.inbox("a")) == 0
    assert (await store.client.xpending(keys.inbox("a"), "workers"))["pending"] == 0


async def test_a_version_is_a_random_token_so_two_histories_never_share_one(store: Store, redis: Redis) -> None:
    before = await committed(store, opening())
    await redis.delete(keys.table(TABLE))
    assert await committed(store, opening()) != before


async def test_a_change_of_what_has_changed_meanwhile_does_nothing_and_brings_the_newer(store: Store) -> None:
    loaded = await committed(store, opening(chat=ChatChange(None, "chat")))
    newer = await committed(store, opening(loaded=loaded, text="second", chat=ChatChange(loaded, "newer chat")))
    entry = await put_in(store, 1)
    late = opening(loaded=loaded, text="late", purses={1: 1}, chat=ChatChange(newer), entries=(entry,))
    answer = await store.commit(late)
    assert isinstance(answer, Conflict)
    assert answer.table
    assert answer.chat
    assert (answer.game, answer.table.text, answer.table.version) == ("durachki", "second", newer)
    assert (answer.chat.text, answer.chat.version) == ("newer chat", newer)
    assert await store.purses(HOME) == {}
    assert await store.pending(entry)


async def test_a_change_of_a_chat_that_has_changed_meanwhile_does_nothing(store: Store) -> None:
    loaded = await committed(store, Commit(HOME, chat=ChatChange(None, "chat")))
    await committed(store, Commit(HOME, chat=ChatChange(loaded, "newer")))
    answer = await store.commit(opening(chat=ChatChange(loaded, "late")))
    assert isinstance(answer, Conflict)
    assert answer.table is None
    assert answer.chat
    assert answer.chat.text == "newer"
    assert await store.table(TABLE) is None


async def test_a_table_is_not_opened_twice(store: Store) -> None:
    await committed(store, opening())
    assert isinstance(await store.commit(opening(text="again")), Conflict)


async def test_a_table_that_is_no_more_is_a_conflict_without_a_document(store: Store) -> None:
    assert await store.commit(opening(loaded="once")) == Conflict("", None, None)


async def test_what_was_handled_is_not_handled_again_and_is_named(store: Store) -> None:
    first, second = await put_in(store, 1), await put_in(store, 2)
    loaded = await committed(store, opening(entries=(first,)))
    answer = await store.commit(opening(loaded=loaded, text="again", entries=(first, second)))
    assert answer == Gone((first,))
    assert await store.log(TABLE) == ["deal"]
    assert await store.pending(second)
    assert not second.settled


async def test_an_entry_that_is_gone_is_said_before_a_conflict(store: Store) -> None:
    """Whoever repeats a commit whose answer was lost learns that it was made, and not that it should be judged anew."""
    entry = await put_in(store, 1)
    change = opening(entries=(entry,))
    await committed(store, change)
    assert isinstance(await store.commit(change), Gone)


async def test_a_refusal_judged_from_an_old_document_is_none(store: Store) -> None:
    loaded = await committed(store, opening())
    newer = await committed(store, opening(loaded=loaded, text="second"))
    entry = await put_in(store, 1)
    assert isinstance(await store.commit(Commit(HOME, TABLE, loaded, entries=(entry,))), Conflict)
    assert await committed(store, Commit(HOME, TABLE, newer, entries=(entry,))) == newer
    assert isinstance(await store.commit(Commit(HOME, TABLE, newer, entries=(entry,))), Gone)
    found = await store.table(TABLE)
    assert found
    assert found[1].text == "second"


async def test_of_many_changes_at_once_one_is_made(store: Store) -> None:
    loaded = await committed(store, opening())
    answers = await asyncio.gather(*(store.commit(opening(loaded=loaded, text=str(n))) for n in range(20)))
    assert sum(isinstance(answer, Committed) for answer in answers) == 1
    assert await store.log(TABLE) == ["deal", "deal"]


async def test_taking_back_shortens_the_log(store: Store) -> None:
    loaded = await committed(store, opening(log=("deal", "lead 6S", "beat 7S")))
    await committed(store, opening(loaded=loaded, drop=2, log=("lead 8S",)))
    assert await store.log(TABLE) == ["deal", "lead 8S"]


async def test_a_finished_table_expires_as_a_whole_and_one_that_goes_on_does_not(store: Store, redis: Redis) -> None:
    loaded = await committed(store, opening(said=("end",), deadline=5, live=False, expire=1000))
    assert [await redis.ttl(key(TABLE)) for key in (keys.table, keys.log, keys.said)] == [1000, 1000, 1000]
    assert await store.live_tables(HOME) == ()
    await committed(store, opening(loaded=loaded))
    assert [await redis.ttl(key(TABLE)) for key in (keys.table, keys.log, keys.said)] == [-1, -1, -1]
    assert await store.live_tables(HOME) == (TABLE,)


async def test_a_table_that_expired_unfinished_is_forgotten_by_its_chat(store: Store, redis: Redis) -> None:
    await committed(store, opening(expire=1000))
    await committed(store, replace(opening(), table="a7654321"))
    await redis.delete(keys.table(TABLE))  # as if the time had passed
    assert await store.live_tables(HOME) == ("a7654321",)
    assert await redis.zcard(keys.live(HOME)) == 1


async def test_a_document_without_a_deadline_clears_it_and_a_mere_answer_leaves_it(store: Store, redis: Redis) -> None:
    loaded = await committed(store, opening(deadline=5))
    await committed(store, Commit(HOME, TABLE, loaded))
    assert await redis.zscore(keys.deadlines("a"), TABLE) == 5
    await committed(store, Commit(HOME, TABLE, loaded, deadline=7))
    assert await redis.zscore(keys.deadlines("a"), TABLE) == 7
    await committed(store, opening(loaded=loaded))
    assert await redis.zscore(keys.deadlines("a"), TABLE) is None


async def test_a_title_may_be_laid_down(store: Store) -> None:
    await committed(store, Commit(HOME, titles={"durachki": "6", "koroli": "1 2 3 4"}))
    await committed(store, Commit(HOME, titles={"durachki": None}))
    assert await store.titles(HOME) == {"koroli": "1 2 3 4"}


async def test_one_change_cannot_reach_into_two_shards(store: Store) -> None:
    with pytest.raises(ValueError, match="another shard"):
        await store.commit(Commit("b-home", TABLE, text="x"))
    with pytest.raises(ValueError, match="another shard"):
        await store.commit(opening(entries=(update(1, "b1234567"),)))


@pytest.mark.parametrize(
    "key",
    [
        keys.table(TABLE),
        keys.log(TABLE),
        keys.said(TABLE),
        keys.deadlines("a"),
        keys.stale("a"),
        keys.live(HOME),
        keys.purses(HOME),
        keys.names(HOME),
        keys.titles(HOME),
        keys.played(HOME),
        keys.chat(HOME),
        keys.inbox("a"),
    ],
)
async def test_a_key_of_the_wrong_kind_leaves_nothing_half_written(store: Store, redis: Redis, key: str) -> None:
    entries = () if key == keys.inbox("a") else (await put_in(store, 1),)
    await redis.set(key, "a secret")
    before = await everything(redis)
    change = opening(
        deadline=1,
        said=("x",),
        stale=True,
        holder="h",
        purses={1: 1},
        names={1: "x"},
        titles={"a": "b"},
        played="durachki",
        chat=ChatChange(None, "c"),
        entries=entries,
    )
    with pytest.raises(ResponseError) as told:
        await store.commit(change)
    assert key in str(told.value)
    assert "secret" not in str(told.value)
    assert await everything(redis) == before


async def test_a_purse_that_is_no_number_leaves_nothing_half_written(store: Store, redis: Redis) -> None:
    await redis.hset(keys.purses(HOME), "1", "many")
    before = await everything(redis)
    with pytest.raises(ResponseError, match="no number"):
        await store.commit(opening(purses={1: 1, 2: -1}))
    assert await everything(redis) == before


async def test_a_full_redis_refuses_a_change_whole(store: Store, redis: Redis) -> None:
    loaded = await committed(store, opening())
    entry = await put_in(store, 1)
    before = await everything(redis)
    await redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(OutOfMemoryError):
            await store.commit(opening(loaded=loaded, text="x" * 5000, entries=(entry,)))
    finally:
        await redis.config_set("maxmemory", 0)
    assert await everything(redis) == before


async def test_a_text_that_cannot_be_stored_harms_nobody_who_travels_with_it(store: Store) -> None:
    bad, good = await asyncio.gather(
        store.commit(opening(text="half a pair: \ud800")),
        store.commit(Commit(HOME, "a7654321", text="good")),
        return_exceptions=True,
    )
    assert isinstance(bad, UnicodeEncodeError)
    assert isinstance(good, Committed)


async def test_a_server_that_does_not_know_our_functions_is_taught_them(store: Store, redis: Redis) -> None:
    await redis.function_flush()
    answers = await asyncio.gather(*(store.append(update(n), "anna") for n in range(5)))
    assert [len(given) for given in answers] == [1] * 5


async def test_a_person_finds_the_tables_again(store: Store) -> None:
    for table in (TABLE, "b1234567", TABLE):
        await store.note_seat(1, table)
    await store.drop_seat(1, "b1234567")
    await store.drop_seat(1, "b1234567")
    assert await store.seats_of(1) == {TABLE}
    assert await store.seats_of(2) == frozenset()


@pytest.mark.parametrize("won", [10**18, -(10**40)])
async def test_what_no_purse_can_hold_changes_nothing(store: Store, redis: Redis, won: int) -> None:
    await committed(store, opening())
    before = await everything(redis)
    loaded = await store.table(TABLE)
    assert loaded
    with pytest.raises(ResponseError, match="nobody wins"):
        await store.commit(Commit(HOME, TABLE, loaded[1].version, "durachki", "second", purses={5: won}))
    assert await everything(redis) == before


async def test_what_is_set_aside_is_not_kept_for_ever(store: Store, redis: Redis) -> None:
    assert await store.set_aside(await put_in(store, 1), "RuntimeError")
    assert 0 < await redis.ttl(keys.broken("a")) <= 7 * 24 * 3600


async def test_an_entry_that_could_not_be_set_aside_is_not_settled(store: Store, redis: Redis) -> None:
    entry = await put_in(store, 1)
    await redis.set(keys.broken("a"), "of another type")
    with pytest.raises(ResponseError):
        await store.set_aside(entry, "RuntimeError")
    assert not entry.settled


async def test_a_deadline_that_could_not_be_handled_comes_again(store: Store) -> None:
    await committed(store, opening(deadline=1_000))
    assert (await store.claim_due("a")).next is None
    (entry,) = await store.adopt("a", "anna", 0, 1) or await store.read("a", "anna", 1, 100)
    assert (entry.kind, entry.table) == ("due", TABLE)
    assert await store.set_aside(entry, "RuntimeError")
    assert (await store.claim_due("a")).next is not None


async def test_people_begin_with_chips_and_the_house_with_none(store: Store) -> None:
    await committed(store, opening(purses={7: -3, 0: 3, -1: 2}, purse=100))
    assert await store.purses(HOME) == {7: 97, 0: 3, -1: 2}


@pytest.mark.parametrize(
    "judged_by",
    [
        Remembered(titles={}),
        Remembered(titles={"durachki/6": "1", "svoi_kozyri/7": "2"}),
        Remembered(titles={"durachki/6": "2"}),
        Remembered(titles={"durachki/7": "1"}),
        Remembered(purses={6: None}),
        Remembered(purses={6: 102, 7: 97}),
        Remembered(purses={6: 103, 8: 100}),
        Remembered({"durachki/6": "1"}, {-1: None, 6: 100}),
    ],
)
async def test_what_was_judged_by_another_memory_of_the_chat_changes_nothing(
    store: Store, redis: Redis, judged_by: Remembered
) -> None:
    loaded = await committed(store, opening(purses={6: 3, 7: -3}, purse=100, titles={"durachki/6": "1"}))
    entry, before = await put_in(store, 1), await everything(redis)
    answer = await store.commit(
        opening(loaded=loaded, purses={6: 1}, titles={"a": "b"}, entries=(entry,), remembered=judged_by)
    )
    assert isinstance(answer, Conflict)
    assert answer.table
    assert answer.table.version == loaded
    assert await everything(redis) == before


async def test_what_was_judged_by_the_chats_memory_as_it_is_counts(store: Store) -> None:
    judged_by = Remembered({}, {6: None, -1: None})
    loaded = await committed(store, opening(purses={6: 3}, purse=100, titles={"a/6": "1"}, remembered=judged_by))
    await committed(store, opening(loaded=loaded, remembered=Remembered({"a/6": "1"}, {6: 103, -1: None})))
    await committed(store, Commit(HOME, titles={"a/6": None}, remembered=Remembered({"a/6": "1"})))
    assert await store.titles(HOME) == {}


async def test_all_purses_begin_anew(store: Store) -> None:
    await committed(store, opening(purses={7: -30, 8: 12, 0: 7, -1: 11}, purse=100, names={7: "Анна"}))
    await committed(store, Commit(HOME, reset=True, purse=100))
    assert await store.purses(HOME) == {7: 100, 8: 100}
    assert await store.names(HOME) == {7: "Анна"}


async def test_purses_begin_anew_only_while_the_chats_tables_are_as_they_were(store: Store) -> None:
    version = await committed(store, opening(purses={7: -30, 8: 30}, purse=100))
    for unfinished in ({}, {TABLE: "once"}, {TABLE: version, "a7654321": version}, {"a7654321": version}):
        anew = Commit(HOME, reset=True, purse=100, unfinished=unfinished)
        assert await store.commit(anew) == Conflict("", None, None)
    assert await store.purses(HOME) == {7: 70, 8: 130}
    await committed(store, Commit(HOME, reset=True, purse=100, unfinished={TABLE: version}))
    assert await store.purses(HOME) == {7: 100, 8: 100}
    with pytest.raises(ValueError, match="another shard"):
        await store.commit(Commit(HOME, reset=True, unfinished={"b1234567": version}))
