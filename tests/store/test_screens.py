"""One drawer at a time draws a table, always gets to the newest state, and what went wrong is drawn again."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.store import Commit, Committed, Done, Drawing, Lost, Newer, Store

HOME = "a-home"
TABLE = "a1234567"


@pytest.fixture
async def hurried(redis: Redis, valkey_url: str) -> AsyncIterator[Store]:
    """A store whose leases are over as soon as they are given."""
    made = Store.from_url(valkey_url, lease_ms=0)
    yield made
    await made.close()


async def move(store: Store, loaded: str | None, holder: str, text: str = "text", *said: str) -> Committed:
    change = Commit(HOME, TABLE, loaded, "durachki", text, said=said, stale=True, holder=holder)
    answer = await store.commit(change)
    assert isinstance(answer, Committed)
    return answer


async def opened(store: Store, holder: str = "anna", *said: str) -> Drawing:
    drawing = (await move(store, None, holder, "first", *said)).drawing
    assert drawing
    return drawing


async def mark_of(store: Store) -> str:
    found = await store.table(TABLE)
    assert found
    return found[1].mark


async def test_who_commits_first_draws_with_what_the_commit_returned(store: Store) -> None:
    drawing = await opened(store, "anna", "one", "two")
    assert (drawing.game, drawing.document.text, drawing.said) == ("durachki", "first", ("one", "two"))
    assert await store.table(TABLE) == ("durachki", drawing.document)


async def test_while_one_draws_no_other_does(store: Store) -> None:
    drawing = await opened(store)
    assert (await move(store, drawing.document.version, "boris")).drawing is None
    assert await store.claim_stale("a", "vera") == []


async def test_drawn_screens_are_noted_and_free(store: Store) -> None:
    drawing = await opened(store)
    assert await store.shown(TABLE, "anna", drawing.document.mark, "noted") == Done()
    found = await store.table(TABLE)
    assert found
    assert (found[1].shown, found[1].mark) == ("noted", "")
    assert await store.claim_stale("a", "boris") == []
    assert (await move(store, drawing.document.version, "boris")).drawing


async def test_a_burst_of_moves_is_drawn_once_more_and_as_it_is_at_its_end(store: Store) -> None:
    drawing = await opened(store)
    version = drawing.document.version
    for number in range(5):
        version = (await move(store, version, "boris", f"move {number}", f"said {number}")).version
    newer = await store.shown(TABLE, "anna", drawing.document.mark, "noted")
    assert isinstance(newer, Newer)
    assert (newer.document.text, newer.document.shown) == ("move 4", "noted")
    assert newer.said == tuple(f"said {number}" for number in range(5))
    assert await store.shown(TABLE, "anna", newer.document.mark, "again", said_done=5) == Done()
    assert await store.said(TABLE) == []


async def test_texts_are_said_in_order_and_a_text_left_over_keeps_the_drawer_at_work(store: Store) -> None:
    drawing = await opened(store, "anna", "one", "two", "three")
    newer = await store.shown(TABLE, "anna", drawing.document.mark, "noted", said_done=2)
    assert isinstance(newer, Newer)
    assert newer.said == ("three",)
    assert await store.shown(TABLE, "anna", newer.document.mark, "noted", said_done=1) == Done()


async def test_a_mark_that_is_none_only_notes(store: Store) -> None:
    await opened(store)
    newer = await store.shown(TABLE, "anna", "", "half")
    assert isinstance(newer, Newer)
    assert newer.document.shown == "half"


async def test_a_drawer_that_died_is_followed_by_one_that_trusts_no_digest(hurried: Store) -> None:
    """What people met, repeats: "a lock without expiry that shuts a user out for ever"."""
    drawing = await opened(hurried)
    assert await hurried.claim_stale("a", "boris") == [TABLE]
    mark = await mark_of(hurried)
    assert mark.startswith(drawing.document.version + "!")
    found = await hurried.table(TABLE)
    assert found
    assert found[1].doubt
    assert await hurried.shown(TABLE, "boris", mark, "redrawn") == Done()
    assert await mark_of(hurried) == ""


async def test_a_doubt_that_a_note_allows_for_is_none_any_more_and_another_is(hurried: Store) -> None:
    await opened(hurried)
    assert await hurried.claim_stale("a", "boris") == [TABLE]
    version, _, doubt = (await mark_of(hurried)).partition("!")
    newer = await hurried.shown(TABLE, "boris", "", "half", doubt="somebody else's")
    assert isinstance(newer, Newer)
    assert newer.document.mark == f"{version}!{doubt}"
    newer = await hurried.shown(TABLE, "boris", "", "half", doubt=doubt)
    assert isinstance(newer, Newer)
    assert (newer.document.mark, newer.document.shown) == (version, "half")


async def test_a_late_edit_of_who_lost_the_lease_is_drawn_over(hurried: Store) -> None:
    """Anna's edit lands after Boris has drawn and gone: nobody would ever draw again."""
    drawing = await opened(hurried)
    assert await hurried.claim_stale("a", "boris") == [TABLE]
    assert await hurried.shown(TABLE, "boris", await mark_of(hurried), "by boris") == Done()
    assert await hurried.shown(TABLE, "anna", drawing.document.mark, "by anna") == Lost()
    found = await hurried.table(TABLE)
    assert found
    assert (found[1].shown, found[1].doubt) == ("by boris", True)
    assert await hurried.claim_stale("a", "vera") == [TABLE]


async def test_a_late_edit_while_another_draws_makes_that_one_draw_again(hurried: Store) -> None:
    drawing = await opened(hurried)
    assert await hurried.claim_stale("a", "boris") == [TABLE]
    mark = await mark_of(hurried)
    assert await hurried.shown(TABLE, "anna", drawing.document.mark, "by anna") == Lost()
    newer = await hurried.shown(TABLE, "boris", mark, "by boris")
    assert isinstance(newer, Newer)
    assert newer.document.doubt
    assert await hurried.shown(TABLE, "boris", newer.document.mark, "by boris") == Done()


async def test_doubt_outlives_the_next_move(hurried: Store) -> None:
    drawing = await opened(hurried)
    answer = await move(hurried, drawing.document.version, "boris")
    assert answer.drawing
    assert answer.drawing.document.doubt
    version = (await move(hurried, answer.version, "vera")).version
    assert (await mark_of(hurried)).startswith(version + "!")


async def test_a_lease_that_ran_out_is_still_good_if_nobody_wanted_it(hurried: Store) -> None:
    drawing = await opened(hurried)
    assert await hurried.keep(TABLE, "anna")
    assert await hurried.shown(TABLE, "anna", drawing.document.mark, "noted") == Done()
    assert not await hurried.keep(TABLE, "anna")


async def test_of_many_sweepers_one_gets_the_table(store: Store, redis: Redis) -> None:
    assert (await store.commit(Commit(HOME, TABLE, text="x", game="durachki", stale=True))) is not None
    claims = await asyncio.gather(*(store.claim_stale("a", f"sweeper {n}") for n in range(10)))
    assert sorted(claims) == [[]] * 9 + [[TABLE]]


async def test_leases_of_a_dead_process_are_taken_at_once_and_no_others(store: Store) -> None:
    await opened(store, "slot 1:x")
    other = "a7654321"
    await store.commit(Commit(HOME, other, text="x", game="durachki", stale=True, holder="slot 2:y"))
    assert await store.claim_stale("a", "slot 1:z", dead="slot 1:") == [TABLE]
    found = await store.table(TABLE)
    assert found
    assert found[1].doubt


async def test_a_refusal_may_ask_for_fresh_screens(store: Store) -> None:
    drawing = await opened(store)
    await store.shown(TABLE, "anna", drawing.document.mark, "noted")
    answer = await store.commit(Commit(HOME, TABLE, drawing.document.version, stale=True, holder="boris"))
    assert isinstance(answer, Committed)
    assert answer.version == drawing.document.version
    assert answer.drawing
    assert (answer.drawing.document.text, answer.drawing.document.shown) == ("first", "noted")


async def test_screens_that_are_up_to_date_are_compared_anew_when_somebody_wishes_so(store: Store) -> None:
    drawing = await opened(store)
    await store.shown(TABLE, "anna", drawing.document.mark, "noted")
    await store.redraw([TABLE])
    found = await store.table(TABLE)
    assert found
    assert (bool(found[1].mark), found[1].doubt) == (True, False)
    assert await store.claim_stale("a", "boris") == [TABLE]


async def test_what_there_is_no_hurry_with_is_drawn_little_by_little(store: Store, redis: Redis) -> None:
    tables = [f"a{number:07}" for number in range(7)]
    for table in tables:
        await store.commit(Commit(HOME, table, game="durachki", text="first"))
    await store.redraw(tables, apart_ms=60_000)
    assert await store.claim_stale("a", "boris") == tables[:4]
    fifth, sixth, seventh = [int(await redis.zscore(keys.stale("a"), table) or 0) for table in tables[4:]]
    assert (sixth - fifth) // 60_000 == (seventh - sixth) // 60_000 == 1
    await store.redraw([tables[6]])
    assert await store.claim_stale("a", "boris") == [tables[6]], "now something is new there"


async def test_whoever_draws_while_somebody_doubts_draws_once_more_and_trusts_no_digest(store: Store) -> None:
    drawing = await opened(store)
    await store.redraw([TABLE, "a7654321"], doubt="vera")
    answer = await store.shown(TABLE, "anna", drawing.document.mark, "noted")
    assert isinstance(answer, Newer)
    assert answer.document.doubt
    assert await store.shown(TABLE, "anna", answer.document.mark, "noted") == Done()
    assert await store.table("a7654321") is None


async def test_all_tables_that_are_not_finished_are_found(store: Store) -> None:
    await opened(store)
    await store.commit(Commit("b-home", "b7654321", text="x", game="durachki"))
    await store.commit(Commit("b-home", "b1111111", text="x", game="durachki", live=False))
    assert sorted(await store.unfinished()) == [TABLE, "b7654321"]


async def test_a_table_that_expired_while_it_was_drawn_does_not_come_back(store: Store, redis: Redis) -> None:
    drawing = await opened(store)
    await redis.delete(keys.table(TABLE))
    assert await store.shown(TABLE, "anna", drawing.document.mark, "noted") == Lost()
    assert await redis.exists(keys.table(TABLE), keys.stale("a")) == 0


async def test_a_stale_table_that_expired_is_forgotten(store: Store, redis: Redis) -> None:
    await store.commit(Commit(HOME, TABLE, text="x", game="durachki", stale=True))
    await redis.delete(keys.table(TABLE))
    assert await store.claim_stale("a", "anna") == []
    assert await redis.exists(keys.stale("a")) == 0


async def test_a_released_table_waits_for_its_pause_but_a_move_draws_it_at_once(store: Store) -> None:
    drawing = await opened(store)
    assert not await store.release(TABLE, "boris", 60_000)
    assert await store.release(TABLE, "anna", 60_000)
    assert await store.claim_stale("a", "boris") == []
    answer = await move(store, drawing.document.version, "vera", "second")
    assert answer.drawing
    assert not answer.drawing.document.doubt
    assert await store.release(TABLE, "vera", 0)
    assert await store.claim_stale("a", "boris") == [TABLE]
