"""Wishes and what is stored of them: several at once are one step, and each entry counts once."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from bot.store import keys
from bot.store.store import Entry, Store
from bot.tables import clocks, lobby, playing
from bot.tables.model import Sitter, Table, table_type
from bot.tables.service import MOST, FullError, HandledError, Tables, Wish
from bot.tables.steps import Change, Clock, state_of
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.players import player

TABLE = "0aaaaaaa"


@pytest.fixture
async def tables(store: Store) -> Tables:
    """Holding one table of durachki, at which the users 1, 2 and 3 sit and 2 leads."""
    made = Tables(store, "parlour_bot", lambda _shard: 1_000_000)
    table = table_type("durachki")(id=TABLE, home="0-a", chat=-1, game="durachki", host=1, options={"dealer": 0})
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    for user, name in ((2, "Борис"), (3, "Вера")):
        table = lobby.sit(table, Sitter(user=user, name=name))
    assert await made.open(playing.start(table, 1, bytes(32), Clock(1_000_000)))
    return made


async def entries(store: Store, count: int) -> list[Entry]:
    """So many entries about the table, in its inbox."""
    found = []
    for number in range(count):
        found += await store.append(Entry("0", "", "update", number, TABLE, TABLE, "{}"), "anna")
    return found


def leading(table: Table[Any], clock: Clock) -> Change:
    """User 2 leads a card, if it is theirs to lead."""
    return playing.play(table, 2, f"lead {state_of(table).hands[1][0]}", table.count, clock)


def by(user: int, verb: str) -> Wish:
    return lambda table, clock: playing.play(table, user, verb, table.count, clock)


async def test_wishes_are_made_in_order_and_stored_in_one_step(tables: Tables, store: Store) -> None:
    found, before = await entries(store, 3), await store.log(TABLE)
    outcomes = await tables.act_together(TABLE, [leading, by(1, "take"), by(3, "take")], found)
    assert isinstance(outcomes[0], Change)
    assert isinstance(outcomes[1], IllegalMove)
    assert isinstance(outcomes[2], Change)
    assert [each.happened[0].event for each in outcomes if isinstance(each, Change)] == ["leads", "takes"]
    log = [json.loads(line)["play"] for line in (await store.log(TABLE))[len(before) :]]
    assert [(seat, move.split()[0]) for seat, move in log] == [(1, "lead"), (2, "take")]
    assert (await tables.table(TABLE)).table == outcomes[2].table
    assert await store.client.xlen(keys.inbox("0")) == 0
    assert all(entry.settled for entry in found)


async def test_when_one_entry_was_handled_before_nothing_is_done_for_the_others(tables: Tables, store: Store) -> None:
    found, before = await entries(store, 2), (await tables.table(TABLE)).document
    await store.settle(found[1])
    with pytest.raises(HandledError):
        await tables.act_together(TABLE, [leading, by(3, "take")], found)
    assert (await tables.table(TABLE)).document == before
    assert await store.client.xlen(keys.inbox("0")) == 1


async def test_wishes_are_judged_anew_where_another_process_was_faster(
    tables: Tables, store: Store, valkey_url: str
) -> None:
    elsewhere = Store.from_url(valkey_url)
    await tables.table(TABLE)
    await Tables(elsewhere, "parlour_bot", lambda _shard: 1_000_000).act(TABLE, leading)
    await elsewhere.close()
    outcomes = await tables.act_together(TABLE, [leading, by(3, "take")], await entries(store, 2))
    assert isinstance(outcomes[0], IllegalMove)
    assert isinstance(outcomes[1], Change)


async def test_refusals_alone_leave_the_table_as_it_is(tables: Tables, store: Store) -> None:
    before = (await tables.table(TABLE)).document
    outcomes = await tables.act_together(TABLE, [by(1, "take"), by(3, "take")], await entries(store, 2))
    assert all(isinstance(outcome, IllegalMove) for outcome in outcomes)
    assert (await tables.table(TABLE)).document == before
    assert await store.client.xlen(keys.inbox("0")) == 0


def test_changes_one_after_the_other_are_one_change() -> None:
    table = Table[None](id=TABLE, home="0-a", chat=-1, game="durachki", host=1)
    first, later = Change(table, ("a", "b"), 1, purses={1: 5}, missed=(0,)), Change(table, ("c",), 3, purses={1: -2})
    both = first.then(later)
    assert (both.log, both.forget, both.purses, both.missed) == (("c",), 2, {1: 3}, (0,))


async def test_a_result_is_told_once_whatever_is_changed_of_the_table_later(tables: Tables, store: Store) -> None:
    def over(table: Table[Any], clock: Clock) -> Change:
        while table.stage == "play":
            clock = Clock(clock.now + 1_000_000)
            awake = tuple(sitter.model_copy(update={"missed": 0}) for sitter in table.sitters)
            change = clocks.expire(table.but(sitters=awake), clock)
            table = change.table
        return change

    await tables.act(TABLE, over)
    told = await store.said(TABLE)
    assert len(told) == 1
    await tables.act(TABLE, lambda table, _: Change(table.but(next="0bbbbbbb")))
    assert await store.said(TABLE) == told


async def test_the_log_of_a_parlour_game_called_off_is_destroyed(tables: Tables, store: Store) -> None:
    table = table_type("questions")(id="0bbbbbbb", home="0-a", chat=-1, game="questions", host=1)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    for user, name in ((2, "Борис"), (3, "Вера")):
        table = lobby.sit(table, Sitter(user=user, name=name))
    await tables.open(playing.start(table, 1, bytes(32), Clock(1_000_000)))
    await tables.act("0bbbbbbb", lambda table, clock: playing.say(table, 2, "тайна", clock))
    assert "тайна" in "".join(await store.log("0bbbbbbb"))
    await tables.act("0bbbbbbb", lambda table, _: playing.call_off(table))
    assert [*json.loads("".join(await store.log("0bbbbbbb")))] == ["new"]
    stored = await store.table("0bbbbbbb")
    assert stored
    assert "тайна" not in stored[1].text


def as_computers_do(table: Table[Any], clock: Clock) -> Change:
    """Whoever is waited for moves as a computer player would."""
    choose = player(table.game)
    assert choose is not None
    (seat,) = GAMES[table.game].turn(state_of(table).table)
    move = choose(core.view(state_of(table), seat))
    return playing.play(table, table.sitters[seat].user or 0, str(move), table.count, clock)


async def test_what_a_chat_plays_to_the_end_is_counted_once(tables: Tables, store: Store) -> None:
    while (await tables.table(TABLE)).table.stage == "play":
        assert await store.played("0-a") == {}
        await tables.act(TABLE, as_computers_do)
    await tables.act(TABLE, lambda table, _: Change(table.but(next="0bbbbbbb")))
    assert await store.played("0-a") == {"durachki": 1}


async def test_a_table_that_is_called_off_is_no_game_played(tables: Tables, store: Store) -> None:
    await tables.act(TABLE, lambda table, _: playing.call_off(table))
    assert await store.played("0-a") == {}


async def test_the_fool_of_a_game_pays_and_deals_the_next_one(tables: Tables, store: Store) -> None:
    while (table := (await tables.table(TABLE)).table).stage == "play":
        await tables.act(TABLE, as_computers_do)
    fool = state_of(table).table.fool
    user = table.sitters[fool].user
    assert list(await store.titles("0-a")) == [f"durachki/{user}"]
    assert await store.purses("0-a") == {other: 98 if other == user else 101 for other in (1, 2, 3)}
    again = table_type("durachki")(id="0bbbbbbb", home="0-a", chat=-1, game="durachki", host=1, sitters=table.sitters)
    begun = playing.start(again, 1, bytes(32), Clock(1_000_000), await tables.memory("0-a")).table
    assert (begun.options["fool"], state_of(begun).table.dealer) == (fool, fool)


async def test_a_table_stays_in_the_index_of_whoever_may_be_sitting_down_until_it_ends(
    tables: Tables, store: Store
) -> None:
    """The index is written before the table is: whoever reads it in between must not mend it."""
    await store.note_seat(9, TABLE)
    assert await tables.seats(9) == []
    assert await store.seats_of(9) == {TABLE}
    await tables.act(TABLE, lambda table, _: playing.call_off(table))
    assert await tables.seats(9) == []
    assert await store.seats_of(9) == frozenset()


async def test_however_many_open_a_table_at_once_there_are_not_more_than_a_chat_can_follow(
    tables: Tables, store: Store, valkey_url: str
) -> None:
    """What people met: a chat is never blocked; two processes open tables for it at the same time."""
    elsewhere = Store.from_url(valkey_url)
    processes = tables, Tables(elsewhere, "parlour_bot", lambda _shard: 1_000_000)

    async def opened(number: int) -> str:
        table = table_type("ochko")(id=f"0bbbbb{number:02}", home="0-a", chat=-1, game="ochko", host=1)
        try:
            return str(await processes[number % 2].open(Change(lobby.open_table(table, Sitter(user=1, name="Анна")))))
        except FullError:
            return "full"

    outcomes = Counter(await asyncio.gather(*map(opened, range(MOST + 5))))
    assert outcomes == {"True": MOST - 1, "full": 6}
    assert len(await store.live_tables("0-a")) == MOST
    await tables.act(TABLE, lambda table, _: playing.call_off(table))
    assert await opened(99) == "True"
    assert await opened(98) == "full"
    await elsewhere.close()


async def test_an_entry_of_another_shard_is_left_to_the_worker(tables: Tables, store: Store) -> None:
    """Such as one that came before its chat was known to be a supergroup now, and to be at home elsewhere."""
    (other,) = await store.append(Entry("b", "", "update", 1, "", "b-elsewhere", "{}"), "anna")
    table = table_type("ochko")(id="0bbbbbbb", home="0-a", chat=-1, game="ochko", host=1)
    assert await tables.open(Change(lobby.open_table(table, Sitter(user=1, name="Анна"))), other)
    assert isinstance(await tables.act(TABLE, leading, other), Change)
    with pytest.raises(IllegalMove):
        await tables.act(TABLE, leading, other)
    assert not other.settled
    assert await store.pending(other)
