"""Deadlines, reminders, more time and less: what the clock does at a table, in every phase of every game.

The lines in quotation marks are what people met at tables that bots kept.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.store import keys
from bot.store.store import Entry, Store
from bot.tables import clocks, lobby, playing
from bot.tables.calling import expire
from bot.tables.chats import Chats
from bot.tables.clocks import DAY
from bot.tables.model import Mute, Sitter, Table, table_type
from bot.tables.paces import PACES, paces, quiet_until
from bot.tables.presence import awaited, move_for
from bot.tables.service import Tables
from bot.tables.silence import fall_silent
from bot.tables.steps import Change, Clock, Stale, state_of
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.offers import sample

NOW = Clock(1_000_000)
COMPANY = [slug for slug, game in GAMES.items() if game.seats[1] > 1]
HOUR = 3_600_000

each_game = pytest.mark.parametrize("game", COMPANY)


def opened(game: str = "durachki", people: int = 0, **more: Any) -> Table[Any]:
    """A lobby with users 1, 2, 3 …: as many as the game needs, and one more where it takes that."""
    table = table_type(game)(id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1, **more)
    table = lobby.open_table(table, Sitter(user=1, name="Гость 1"))
    low, high = GAMES[game].seats
    for user in range(2, (people or min(low + 1, high)) + 1):
        table = lobby.sit(table, Sitter(user=user, name=f"Гость {user}"))
    return table


def started(game: str = "durachki", people: int = 0, **more: Any) -> Table[Any]:
    return playing.start(opened(game, people, **more), 1, bytes(32), NOW).table


def at(ms: int) -> Clock:
    """So many milliseconds after the beginning."""
    return replace(NOW, now=NOW.now + ms)


def wandering(game: str, luck: random.Random, steps: int = 40, **more: Any) -> Iterator[Table[Any]]:
    """A table of that game as people move at random, before each move, always at the same time."""
    table = started(game, **more)
    while table.stage == "play" and steps:
        yield table
        steps -= 1
        seat = luck.choice(awaited(table))
        user = table.holders[seat].user
        assert user is not None
        table = playing.play(table, user, any_move(table, seat, luck), table.count, NOW).table


def any_move(table: Table[Any], seat: int, luck: random.Random) -> str:
    move = sample(GAMES[table.game].offers(core.view(state_of(table), seat)), luck.randrange, widest=3)
    assert move is not None
    return move


def only(table: Table[Any], seat: int, due: int) -> Table[Any]:
    """The table with a clock for that seat alone, which runs out then."""
    return table.but(due=tuple(due if other == seat else None for other in range(len(table.due))))


# What the clock does


@each_game
def test_whoever_is_waited_for_has_a_move_that_the_clock_makes(game: str) -> None:
    """“No time-out for the one role that everyone waits for.”"""
    for table in wandering(game, random.Random(1)):
        assert awaited(table)
        for seat in awaited(table):
            assert table.due[seat] == NOW.now + 120_000
            after = clocks.expire(only(table, seat, NOW.now), NOW).table
            assert after.count > table.count or (game, after.stage) == ("questions", "off"), "too few have written"


@each_game
def test_a_move_that_comes_with_the_deadline_wins_or_loses_cleanly(game: str) -> None:
    """“An answer shown as accepted that was never stored”; “simultaneous secret moves refusing each other”: whichever
    is stored first counts, and the other finds that it has been answered."""
    luck = random.Random(2)
    for table in wandering(game, luck, steps=20):
        seat = luck.choice(awaited(table))
        user, move = table.holders[seat].user or 0, any_move(table, seat, luck)
        ending = only(table, seat, NOW.now)
        moved = playing.play(ending, user, move, table.count, NOW).table
        if moved.stage == "play":
            assert clocks.expire(moved, NOW) == Change(moved)
        ran_out = clocks.expire(ending, NOW).table
        assert ran_out != ending
        with pytest.raises(IllegalMove):
            playing.play(ran_out, user, move, table.count, NOW)


@each_game
@pytest.mark.parametrize("absent", ["computer", "moves"])
def test_people_who_all_fall_silent_do_not_pass_for_ever(game: str, absent: str) -> None:
    """“A time-out that passes for ever between two absent seats.”"""
    for table in wandering(game, random.Random(3), steps=8, absent=absent):
        rounds, sleeping = 0, table
        while sleeping.stage == "play":
            when = clocks.deadline(sleeping)
            assert when is not None
            sleeping = clocks.expire(
                clocks.call(sleeping, Clock(when), dict.fromkeys(range(9))).table, Clock(when)
            ).table
            rounds += 1
            assert rounds < 60 * len(table.sitters)


def test_a_wait_of_a_day_is_a_day() -> None:
    """“A wait computed with seconds-within-a-day, wrong after 24 h.”"""
    table = started(pace=PACES["slow"])
    (seat,) = awaited(table)
    assert table.due[seat] == NOW.now + DAY
    assert table.nudges[seat] == NOW.now + DAY // 2
    assert clocks.expire(table, at(DAY - 1)) == Change(table)
    longer = clocks.extend(table, table.holders[seat].user or 0, at(DAY - 1)).table
    longer = clocks.extend(longer, 0, at(DAY), moderator=True).table
    assert longer.due[seat] == NOW.now + 3 * DAY
    assert longer.nudges[seat] == NOW.now + 5 * DAY // 2
    assert clocks.expire(longer, at(3 * DAY - 1)) == Change(longer)
    assert clocks.expire(longer, at(3 * DAY)).table.count == table.count + 1


def test_paces_are_chosen_in_words_and_a_slip_has_longer_than_a_card() -> None:
    """“People who want slow games (a day a move) and people who want fast ones.”"""
    assert paces("durachki") == {"brisk": 45, "usual": 120, "slow": 86_400, "none": None}
    assert paces("questions") == {"brisk": 120, "usual": 300, "slow": 86_400, "none": None}


# Reminders


@each_game
def test_everybody_is_reminded_of_a_question_once(game: str) -> None:
    """“Who has not acted … with a nudge by direct message.”"""
    for table in wandering(game, random.Random(4), steps=12):
        people = {table.holders[seat].user or 0 for seat in awaited(table)}
        assert clocks.to_call(table, at(59_999)) == ()
        half = at(60_000)
        assert {*clocks.to_call(table, half)} == people
        assert not any(clocks.reminded(table, seat) for seat in range(len(table.holders)))
        called = clocks.call(table, half, dict.fromkeys(people, half.now)).table
        assert [seat for seat in range(len(table.holders)) if clocks.reminded(called, seat)] == [*awaited(table)]
        assert clocks.to_call(called, at(119_999)) == ()
        assert clocks.call(called, half, dict.fromkeys(people, half.now)).table == called
        seat = awaited(called)[0]
        move = any_move(called, seat, random.Random(5))
        moved = playing.play(called, called.holders[seat].user or 0, move, called.count, half).table
        assert not clocks.reminded(moved, seat)


def test_where_moves_are_brisk_or_no_clock_runs_nobody_is_reminded() -> None:
    for pace in (45, None):
        table = started(pace=pace)
        assert clocks.to_call(table, at(10 * DAY)) == ()
        assert not any(table.nudges)


def test_whoever_may_not_be_called_yet_is_reminded_later_or_not_at_all() -> None:
    table = started("twenty_one", 4, options={"dealer": 0}, pace=PACES["slow"])
    two, three, four = awaited(table)
    half = at(DAY // 2)
    free = {2: half.now + 3 * HOUR, 3: half.now + 12 * HOUR, 4: None}
    later = clocks.call(table, half, free).table
    assert (later.nudges[two], later.nudges[three], later.nudges[four]) == (free[2], None, None)
    assert not any(clocks.reminded(later, seat) for seat in (two, three, four))
    assert clocks.to_call(later, at(DAY // 2 + 3 * HOUR)) == (2,)
    assert clocks.deadline(later) == free[2]


@each_game
def test_at_a_table_that_is_closed_no_clock_runs(game: str) -> None:
    """A reminder that was still to come would bring the clock there again and again, for ever: it is refused each time,
    and what is refused leaves the deadline as it was."""
    for table in wandering(game, random.Random(6), steps=12):
        closed = playing.call_off(table).table
        assert any(table.nudges)
        assert clocks.deadline(closed) is None
        assert clocks.deadline(table.but(mute=Mute(since=1, again=2), stage="off")) is None


def test_whoever_was_not_asked_about_is_left_for_the_next_time() -> None:
    table = started("twenty_one", 3, options={"dealer": 0})
    half = at(60_000)
    called = clocks.call(table, half, {2: half.now}).table
    assert clocks.to_call(called, half) == (3,)
    assert clocks.deadline(called) == half.now


def test_what_was_stored_before_there_were_reminders_goes_on_without() -> None:
    table = started(pace=300).but(nudges=(), nudged=(), extended=())
    (seat,) = awaited(table)
    assert clocks.deadline(table) == table.due[seat]
    assert clocks.extend(table, 0, NOW, moderator=True).table.due[seat] == NOW.now + 600_000
    assert not clocks.reminded(table, seat)


@pytest.mark.parametrize(
    ("hour", "until"),
    [(21.99, 21.99), (22, 33), (23.5, 33), (24, 33), (32.99, 33), (33, 33), (46, 57), (46 + 7 * 24, 57 + 7 * 24)],
)
def test_quiet_hours_end_whatever_the_day(hour: float, until: float) -> None:
    """“Wrong after 24 h”: from ten in the evening to nine in the morning by a clock three hours ahead of Greenwich."""
    moscow = -3 * 3600
    assert quiet_until((22, 9, 180), hour * 3600 + moscow) == pytest.approx(until * 3600 + moscow)


def test_quiet_hours_within_a_day_and_none() -> None:
    assert quiet_until((13, 15, -90), 15 * 3600) == 16.5 * 3600
    assert quiet_until((13, 15, -90), 14 * 3600) == 14 * 3600
    assert quiet_until(None, 5.5) == 5.5


# More time, and less


def test_a_player_takes_more_time_once_a_turn_and_nobody_elses_clock_moves() -> None:
    table = started("twenty_one", 3, options={"dealer": 0})
    two, three = awaited(table)
    longer = clocks.extend(table, 2, at(100_000)).table
    assert (longer.due[two], longer.due[three]) == (NOW.now + 240_000, NOW.now + 120_000)
    assert not clocks.may_extend(longer, two)
    with pytest.raises(IllegalMove, match="taken more time"):
        clocks.extend(longer, 2, at(100_001))
    assert clocks.may_extend(longer, three)
    moderated = clocks.extend(longer, 0, at(100_001), moderator=True).table
    assert (moderated.due[two], moderated.due[three]) == (NOW.now + 360_000, NOW.now + 240_000)
    again = clocks.extend(moderated, 0, at(100_002), moderator=True).table
    assert again.due[three] == NOW.now + 360_000


def test_time_is_taken_by_whoever_is_waited_for_where_a_clock_runs() -> None:
    table = started("durachki", 3)
    (seat,) = awaited(table)
    idle = next(sitter.user for other, sitter in enumerate(table.sitters) if other != seat) or 0
    for user, reason in ((idle, "not your turn"), (99, "not sitting")):
        with pytest.raises(IllegalMove, match=reason):
            clocks.extend(table, user, NOW)
    with pytest.raises(IllegalMove, match="no clock"):
        clocks.extend(started(pace=None), 1, NOW, moderator=True)
    with pytest.raises(IllegalMove, match="stands still"):
        clocks.extend(fall_silent(table, NOW).table, table.holders[seat].user or 0, NOW)
    with pytest.raises(IllegalMove, match="not begun"):
        clocks.extend(opened(), 1, NOW)
    with pytest.raises(IllegalMove, match="closed"):
        clocks.skip(playing.call_off(table).table, (seat,), 9, NOW)


def test_time_taken_after_the_deadline_has_come_counts_from_then() -> None:
    """A worker may be late: then whoever takes more time first has all of it."""
    table = started("durachki", 3)
    (seat,) = awaited(table)
    assert clocks.extend(table, table.holders[seat].user or 0, at(150_000)).table.due[seat] == NOW.now + 270_000


@each_game
def test_of_many_skips_at_once_one_skips(game: str) -> None:
    """“N simultaneous skips skipping N.”"""
    for pace in (120, None):
        for table in wandering(game, random.Random(6), steps=15, pace=pace):
            if any(move_for(table, seat) is None for seat in awaited(table)):
                with pytest.raises(IllegalMove, match="/stop"):
                    clocks.skip(table, awaited(table), table.count, NOW)
                continue
            skipped = clocks.skip(table, awaited(table), table.count, NOW).table
            assert skipped.count > table.count
            with pytest.raises(IllegalMove):
                clocks.skip(skipped, awaited(table), table.count, NOW)


def test_a_skip_is_what_the_clock_would_have_done() -> None:
    table = started("twenty_one", 4, options={"dealer": 0})
    due = at(120_000)
    assert clocks.skip(table, awaited(table), table.count, due).log == clocks.expire(table, due).log


def test_a_skip_does_not_meet_what_was_asked_after_it_was_wished() -> None:
    table = started("durachki", 3)
    (seat,) = awaited(table)
    move = any_move(table, seat, random.Random(7))
    moved = playing.play(table, table.holders[seat].user or 0, move, table.count, NOW).table
    with pytest.raises(Stale):
        clocks.skip(moved, (seat,), table.count, NOW)


def test_where_the_rules_name_no_move_nothing_is_skipped() -> None:
    table = lobby.open_table(
        table_type("debutantes")(id="0aaaaaaa", home="0-a", chat=1, game="debutantes", host=1, alone=True, pace=None),
        Sitter(user=1, name="Анна"),
    )
    table = playing.start(table, 1, bytes(32), NOW).table
    with pytest.raises(IllegalMove, match="/stop"):
        clocks.skip(table, (0,), table.count, NOW)


# Patiences, which wait


def patience(**more: Any) -> Table[Any]:
    table = table_type("debutantes")(
        id="0aaaaaaa", home="0-a", chat=1, game="debutantes", host=1, alone=True, **{"pace": None, **more}
    )
    return lobby.open_table(table, Sitter(user=1, name="Анна"))


def test_a_patience_has_no_pace_to_choose_and_begins_without_a_clock() -> None:
    assert dict(paces("debutantes")) == {"none": None}
    assert lobby.as_agreed(patience(), patience(pace=45)).pace is None
    begun = playing.start(patience(pace=45), 1, bytes(32), NOW).table
    assert (begun.pace, begun.due, clocks.deadline(begun)) == (None, (None,), None)


def test_a_patience_whose_clock_runs_all_the_same_is_not_called_off() -> None:
    """One was begun once more with a brisk clock, and was called off 45 seconds later."""
    begun = playing.start(patience(), 1, bytes(32), NOW).table
    running = begun.but(pace=45, due=(NOW.now + 45_000,), nudges=(None,))
    after = clocks.expire(running, at(45_000)).table
    assert (after.stage, after.state, after.pace) == ("play", running.state, None)
    assert clocks.deadline(after) is None
    moved = playing.play(running, 1, "place 1", running.count, NOW).table
    assert clocks.expire(moved, at(10 * DAY)).table.stage == "play"


# Stale tables


def test_a_lobby_is_closed_a_day_after_it_was_last_touched() -> None:
    """“A lobby nobody started blocks the chat”; “a sweeper kills active games because it counts from their start”."""
    table = opened(touched=NOW.now)
    assert clocks.deadline(table) == NOW.now + DAY
    assert clocks.expire(table, at(DAY - 1)) == Change(table)
    touched = table.but(touched=NOW.now + 23 * HOUR)
    assert clocks.expire(touched, at(DAY)) == Change(touched)
    closed = clocks.expire(touched, at(23 * HOUR + DAY)).table
    assert (closed.stage, closed.lapsed, clocks.deadline(closed)) == ("off", True, None)


def test_a_table_without_a_clock_is_dead_when_nothing_has_happened_for_a_day() -> None:
    """“Nobody but the absent host may end a dead game.”"""
    table = started(pace=None, touched=NOW.now)
    assert clocks.deadline(table) is None
    assert not clocks.dead(table, at(DAY - 1))
    assert clocks.dead(table, at(DAY))
    assert not clocks.dead(table.but(touched=NOW.now + 1), at(DAY))
    assert not clocks.dead(table.but(acted=(NOW.now + 1, *table.acted[1:])), at(DAY))
    assert not clocks.dead(started(touched=NOW.now), at(10 * DAY)), "a clock runs"
    assert not clocks.dead(playing.call_off(table).table, at(10 * DAY))


# What is stored


class Time:
    def __init__(self) -> None:
        self.ms = NOW.now

    def __call__(self, _shard: str) -> int:
        return self.ms


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def tables(store: Store, time: Time) -> Tables:
    return Tables(store, "parlour_bot", time)


async def due_entry(store: Store, time: Time) -> list[Entry]:
    """What is due at that time, out of the inbox."""
    await store.adopt("0", "anna", 0, 0)
    await store.claim_due("0", time.ms)
    return await store.read("0", "anna", 10, 5)


async def update(store: Store, number: int) -> Entry:
    (entry,) = await store.append(Entry("0", "", "update", number, "0aaaaaaa", "0aaaaaaa", "{}"), "anna")
    return entry


async def test_only_people_touch_a_table(tables: Tables, store: Store, time: Time) -> None:
    await tables.open(Change(opened()))
    time.ms += 5000
    await tables.act("0aaaaaaa", lambda table, _: Change(lobby.add_computer(table, 1)), await update(store, 1))
    assert (await tables.table("0aaaaaaa")).table.touched == NOW.now + 5000
    assert await store.client.zscore(keys.deadlines("0"), "0aaaaaaa") == NOW.now + 5000 + DAY
    time.ms += DAY - 1
    await store.client.zadd(keys.deadlines("0"), {"0aaaaaaa": time.ms})
    (early,) = await due_entry(store, time)
    await expire(tables, Chats(store), early)
    assert (await tables.table("0aaaaaaa")).table.touched == NOW.now + 5000
    assert await store.client.zscore(keys.deadlines("0"), "0aaaaaaa") == NOW.now + 5000 + DAY


async def test_a_lobby_lapses_and_does_not_merely_vanish(tables: Tables, store: Store, time: Time) -> None:
    await tables.open(Change(opened()))
    assert await store.client.ttl(keys.table("0aaaaaaa")) == -1
    time.ms += DAY
    (entry,) = await due_entry(store, time)
    await expire(tables, Chats(store), entry)
    assert (await tables.table("0aaaaaaa")).table.lapsed
    assert await store.live_tables("0-a") == ()


async def test_a_reminder_is_stored_before_it_is_sent_and_once_whichever_worker_is_alive(
    tables: Tables, store: Store, time: Time, valkey_url: str
) -> None:
    elsewhere = Store.from_url(valkey_url)
    others = Tables(elsewhere, "parlour_bot", time)
    await tables.open(Change(started("durachki", 3)))
    (seat,) = awaited((await tables.table("0aaaaaaa")).table)
    user = (await tables.table("0aaaaaaa")).table.holders[seat].user or 0
    await Chats(store).change(user, reachable=True)
    time.ms += 60_000
    assert await store.client.zscore(keys.deadlines("0"), "0aaaaaaa") == time.ms
    (entry,) = await due_entry(store, time)
    twice = replace_entry(entry)
    await asyncio.gather(
        expire(tables, Chats(store), entry), expire(others, Chats(elsewhere), twice), return_exceptions=True
    )
    stored = (await tables.table("0aaaaaaa")).table
    assert clocks.reminded(stored, seat)
    assert await store.client.zscore(keys.deadlines("0"), "0aaaaaaa") == NOW.now + 120_000
    assert await due_entry(store, time) == []
    await elsewhere.close()


def replace_entry(entry: Entry) -> Entry:
    """The same entry as another worker has it."""
    return Entry(entry.shard, entry.id, entry.kind, entry.update_id, entry.table, entry.lane, entry.payload)


@pytest.mark.parametrize(
    ("person", "chat"),
    [
        ({"reachable": True, "ring": False}, {}),
        ({"reachable": False}, {}),
        ({"reachable": True, "quiet": (0, 0)}, {}),
        ({"reachable": True}, {"quiet": (0, 0)}),
    ],
    ids=["does not want to be rung", "cannot be reached", "has quiet hours", "sits in a quiet chat"],
)
async def test_whoever_does_not_want_to_be_called_is_not(
    tables: Tables, store: Store, time: Time, person: dict[str, Any], chat: dict[str, Any]
) -> None:
    await tables.open(Change(started("durachki", 3)))
    (seat,) = awaited((await tables.table("0aaaaaaa")).table)
    await Chats(store).change((await tables.table("0aaaaaaa")).table.holders[seat].user or 0, **person)
    await Chats(store).change(-1, **chat)
    time.ms += 60_000
    (entry,) = await due_entry(store, time)
    await expire(tables, Chats(store), entry)
    stored = (await tables.table("0aaaaaaa")).table
    assert not clocks.reminded(stored, seat)
    assert clocks.deadline(stored) == NOW.now + 120_000


async def test_of_a_move_and_a_deadline_at_once_one_is_stored(
    tables: Tables, store: Store, time: Time, valkey_url: str
) -> None:
    elsewhere = Store.from_url(valkey_url)
    others = Tables(elsewhere, "parlour_bot", time)
    await tables.open(Change(started("durachki", 3)))
    before = (await tables.table("0aaaaaaa")).table
    (seat,) = awaited(before)
    user, move = before.holders[seat].user or 0, any_move(before, seat, random.Random(8))
    moves = len(await store.log("0aaaaaaa"))
    time.ms += 120_000
    (entry,) = await due_entry(store, time)
    await asyncio.gather(
        tables.act("0aaaaaaa", lambda table, clock: playing.play(table, user, move, before.count, clock)),
        expire(others, Chats(elsewhere), entry),
        return_exceptions=True,
    )
    assert len(await store.log("0aaaaaaa")) == moves + 1
    assert await store.client.zcount(keys.deadlines("0"), time.ms + 1, "+inf") == 1
    await elsewhere.close()
