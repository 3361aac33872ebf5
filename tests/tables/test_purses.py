"""Purses over many tables of one chat: no chip is made or lost, and what is told of them and of titles is what is kept.

Two processes serve the chat in these tests, on one store.
"""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from dataclasses import fields as fields_of
from functools import partial
from typing import Any

import pytest

from bot.screens.reconciler import Said
from bot.store.store import Commit, Entry, Store
from bot.tables import clocks, lobby, playing
from bot.tables.chats import Chats
from bot.tables.legacy import LEFT
from bot.tables.model import PURSE, OptionValue, Sitter, Table, table_type
from bot.tables.playing import Memory
from bot.tables.purses import AnsweredError, anew, begin_anew
from bot.tables.service import Tables
from bot.tables.steps import Change, Clock, state_of
from games import core
from games.catalogue import GAMES
from games.offers import legal
from games.players import player

CHAT = -100
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор")

FOR_CHIPS = [slug for slug, game in GAMES.items() if game.seats[1] > 1 and not game.parlour]
OPTIONS = {"deals": 2, "reigns": 1, "takes": 10, "tickets_each": 2, "price": 7}
"""What is agreed where a game has it: short games, and lotteries that leave something."""


@dataclass
class Room:
    """A chat of people 1, 2, 3 …, its store, and the processes that serve it."""

    store: Store
    home: str
    processes: tuple[Tables, ...]
    luck: random.Random
    updates: int = 0

    @property
    def first(self) -> Tables:
        return self.processes[0]

    def entry(self) -> Entry:
        """An update that nobody has handled."""
        self.updates += 1
        return Entry(self.home[0], "", "update", self.updates, "", "", "{}")

    async def open(self, game: str, people: tuple[int, ...], computers: int = 0, **options: OptionValue) -> str:
        """A table in its lobby."""
        sitters = [Sitter(user=user, name=NAMES[user - 1]) for user in people]
        sitters += [Sitter(user=None, name=f"Фока {number}") for number in range(computers)]
        table = table_type(game)(
            id=self.store.new_table_id(self.home),
            home=self.home,
            chat=CHAT,
            game=game,
            host=people[0],
            sitters=tuple(sitters),
            options=options,
            pace=None,
        )
        assert await self.first.open(Change(table))
        return table.id

    async def begin(self, table_id: str, process: Tables | None = None) -> Table[Any]:
        """Deals."""
        seed = self.luck.randbytes(32)

        def wish(table: Table[Any], clock: Clock, memory: Memory) -> Change:
            return playing.start(table, table.host, seed, clock, memory)

        return (await (process or self.first).begin(table_id, wish)).table

    async def began(self, game: str, people: tuple[int, ...], computers: int = 0, **options: OptionValue) -> str:
        """A table in play."""
        table_id = await self.open(game, people, computers, **options)
        await self.begin(table_id)
        return table_id

    async def table(self, table_id: str) -> Table[Any]:
        return (await self.first.table(table_id)).table

    async def anew(self, resets: int | None = None) -> Table[Any] | None:
        """All purses begin anew, or the table is told because of which they do not."""
        chats = Chats(self.store)
        (entry,) = await self.store.append(self.entry(), "anna")
        asked = (await chats.newest(CHAT)).resets if resets is None else resets
        return await begin_anew(self.first, chats, CHAT, partial(anew, resets=asked), entry)

    async def chips(self) -> int:
        """All that there are beside what people have begun with: in purses, and on tables from the last lottery."""
        purses = await self.store.purses(self.home)
        live = [one.table for one in await self.first.live(self.home) if one.table.stage == "play"]
        carried = [table.options.get("carry", 0) for table in live]
        people = [user for user in purses if user > 0]
        return sum(purses.values()) - PURSE * len(people) + sum(n for n in carried if isinstance(n, int))


@pytest.fixture
async def room(store: Store, valkey_url: str) -> AsyncIterator[Room]:
    elsewhere = Store.from_url(valkey_url)
    processes = tuple(Tables(one, "parlour_bot", lambda _shard: 1_000_000) for one in (store, elsewhere))
    await elsewhere.ping()  # or the other would be ahead by a connection, and nothing would happen at once
    yield Room(store, await store.home_of(CHAT), processes, random.Random(1))
    await elsewhere.close()


def moved(table: Table[Any], clock: Clock, luck: random.Random) -> Change:
    """Somebody who is waited for moves: a person as a computer player would, or now and then as the clock does, but not
    twice in a row, for nobody falls asleep here."""
    game, choose = GAMES[table.game], player(table.game)
    seat = luck.choice(game.turn(state_of(table).table))
    user, missed = table.sitters[seat].user, table.sitters[seat].missed
    if user is None or choose is None or (luck.random() < 0.1 and not missed):
        due = tuple(clock.now if other == seat else None for other in range(len(table.sitters)))
        return clocks.expire(table.but(due=due), clock)
    return playing.play(table, user, str(choose(core.view(state_of(table), seat))), table.count, clock)


def some_moves(luck: random.Random, most: int = 10**6) -> Callable[[Table[Any], Clock], Change]:
    """So many moves of one table, or to its end."""

    def wish(table: Table[Any], clock: Clock) -> Change:
        change = Change(table)
        for _ in range(most):
            if change.table.stage != "play":
                break
            change = change.then(moved(change.table, clock, luck))
        return change

    return wish


async def at_once(room: Room, first: str, second: str) -> tuple[Table[Any], Table[Any]]:
    """Two tables that are played to their ends at the same moment, each by a process of its own."""
    for process, table in zip(room.processes, (first, second), strict=True):
        await process.table(table)
    one, other = await asyncio.gather(
        room.processes[0].act(first, some_moves(random.Random(1))),
        room.processes[1].act(second, some_moves(random.Random(2))),
    )
    return one.table, other.table


# Titles


@pytest.mark.parametrize("game", ["svoi_kozyri", "koroli"])
async def test_two_games_that_end_at_once_leave_one_title(room: Room, game: str) -> None:
    """The same four sit at both tables, so whichever ends later takes the titles that the other has given."""
    people, legacy = (1, 2, 3, 4), GAMES[game].legacy
    assert legacy
    for _ in range(3):
        first, second = [await room.began(game, people) for _ in range(2)]
        found: list[Any] = []
        for table in await at_once(room, first, second):
            outcome = core.outcome(GAMES[game], state_of(table))
            assert outcome
            found.append(outcome[legacy.key])
        holders = [[people[seat]] if isinstance(seat, int) else [people[each] for each in seat[-1]] for seat in found]
        (title,) = await room.store.titles(room.home)
        assert title in {f"{game}/{','.join(map(str, users))}" for users in holders}


# What a lottery leaves


async def leaving(room: Room, chips: int) -> None:
    """A lottery has left so much, of what people 1 and 2 had staked."""
    lost = {LEFT: chips, 1: -chips // 2, 2: -chips // 2}
    await room.store.commit(Commit(home=room.home, purses=lost, purse=PURSE))


async def test_two_lotteries_that_begin_at_once_do_not_both_take_what_is_left(room: Room) -> None:
    await leaving(room, 26)
    first, second = [await room.open("english_lottery", (1, 2)) for _ in range(2)]
    tables = await asyncio.gather(room.begin(first, room.processes[0]), room.begin(second, room.processes[1]))
    assert sorted(str(table.options["carry"]) for table in tables) == ["0", "26"]
    assert (await room.store.purses(room.home))[LEFT] == 0


async def test_a_host_cannot_make_chips_for_a_lottery(room: Room) -> None:
    await leaving(room, 26)
    table = await room.table(await room.began("english_lottery", (1, 2), carry=5000))
    assert table.options["carry"] == 26
    assert await room.chips() == 0


# What is told


async def told(room: Room, table: str) -> dict[str, str]:
    """What the result of the table says is in purses, by name."""
    (said,) = await room.store.said(table)
    lines = [line.rpartition(", ") for line in Said.parse(said).text.splitlines()]
    return {line.partition(":")[0]: purse for line, _, purse in lines if ":" in line}


async def test_a_result_tells_the_purses_as_it_leaves_them_though_another_table_ends(room: Room) -> None:
    first, second = [await room.began("durachki", (1, 2, 3), stake=60) for _ in range(2)]
    tables = await at_once(room, first, second)
    paid = [GAMES["durachki"].payoffs(state_of(table).table) for table in tables]
    totals = [tuple(map(sum, zip(*some, strict=True))) for some in (paid[:1], paid[1:], paid)]
    one, other, after = (dict(zip(NAMES, map(in_words, total), strict=False)) for total in totals)
    assert [await told(room, first), await told(room, second)] in ([one, after], [after, other])
    assert [in_words((await room.store.purses(room.home))[user] - PURSE) for user in (1, 2, 3)] == [*after.values()]


def in_words(won: int) -> str:
    """What is said of a purse after so much was won."""
    return f"в кошельке {PURSE + won}" if PURSE + won >= 0 else f"долг {-PURSE - won}"


async def test_who_has_a_purse_is_known_by_name_though_the_table_be_forgotten(room: Room) -> None:
    table = await room.began("svoi_kozyri", (3, 1, 2), computers=1)
    await room.first.act(table, some_moves(room.luck))
    assert await room.store.names(room.home) == {1: "Анна", 2: "Борис", 3: "Вера"}
    assert {*await room.store.purses(room.home)} == {0, 1, 2, 3}, "and so has who neither won nor lost"


async def test_in_private_one_plays_against_the_computers_of_that_chat(room: Room) -> None:
    table = table_type("durachki")(id="0aaaaaaa", home="0-me", chat=1, alone=True, game="durachki", host=1, pace=None)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    assert await room.first.open(Change(table))
    await room.begin(table.id)
    ended = (await room.first.act(table.id, some_moves(room.luck))).table
    won = GAMES["durachki"].payoffs(state_of(ended).table)
    assert won[0]
    assert await room.store.purses("0-me") == {1: PURSE + won[0], 0: won[1]}


# In mid-deal


def to_the_three_pairs(table: Table[Any], clock: Clock) -> Change:
    """As many as may be led, and all of it taken, until somebody has paid for three pairs."""
    change = Change(table)
    while not any(state_of(change.table).table.paid):
        (seat,) = GAMES[table.game].turn(state_of(change.table).table)
        offered = [*legal(GAMES[table.game].offers(core.view(state_of(change.table), seat)))]
        move = next((verb for verb in ("take", "deal", "pass") if verb in offered), max(offered, key=len))
        change = change.then(playing.play(change.table, seat + 1, move, change.table.count, clock))
    return change


async def test_a_table_called_off_in_mid_deal_gives_the_deal_back(room: Room) -> None:
    table = await room.began("english_durachki", (1, 2, 3))
    paid = (await room.first.act(table, to_the_three_pairs)).table
    assert sorted(state_of(paid).table.paid) == [-1, 0, 1]
    assert await room.store.purses(room.home) == {}
    await room.first.act(table, lambda table, _: playing.call_off(table))
    assert await room.store.purses(room.home) == {}


# All anew


def until_paid(table: Table[Any], clock: Clock) -> Change:
    """On to the end of the first deal in which anybody has won."""
    change, luck = Change(table), random.Random(3)
    while not any(change.purses.values()):
        change = change.then(moved(change.table, clock, luck))
    return change


async def test_purses_begin_anew_in_mid_deal_and_the_deal_is_paid_into_them(room: Room) -> None:
    await room.first.act(await room.began("durachki", (1, 2, 3)), some_moves(room.luck))
    table = await room.began("durachki", (1, 2, 3))
    await room.first.act(table, some_moves(room.luck, 5))
    assert await room.anew() is None
    assert await room.store.purses(room.home) == {1: 100, 2: 100, 3: 100}
    ended = (await room.first.act(table, some_moves(room.luck))).table
    paid = GAMES["durachki"].payoffs(state_of(ended).table)
    assert await room.store.purses(room.home) == {user: PURSE + won for user, won in enumerate(paid, 1)}


async def test_purses_do_not_begin_anew_while_a_table_has_paid_some_of_its_deals(room: Room) -> None:
    table = await room.began("twenty_one", (1, 2), computers=1, deals=20)
    await room.first.act(table, until_paid)
    purses = await room.store.purses(room.home)
    hindering = await room.anew()
    assert hindering
    assert hindering.id == table
    assert await room.store.purses(room.home) == purses
    await room.first.act(table, lambda table, _: playing.call_off(table))
    assert await room.anew() is None
    assert await room.store.purses(room.home) == {1: 100, 2: 100}


async def test_purses_do_not_begin_anew_while_what_a_lottery_left_lies_on_a_table(room: Room) -> None:
    await leaving(room, 26)
    table = await room.began("english_lottery", (1, 2))
    assert (await room.anew()) == await room.table(table)
    await room.first.act(table, lambda table, _: playing.call_off(table))
    assert await room.store.purses(room.home) == {1: 87, 2: 87, LEFT: 26}
    assert await room.anew() is None
    assert await room.store.purses(room.home) == {1: 100, 2: 100}


async def test_purses_begin_anew_once_for_each_question(room: Room) -> None:
    await leaving(room, 26)
    assert await room.anew(0) is None
    await leaving(room, 10)
    with pytest.raises(AnsweredError):
        await room.anew(0)
    assert await room.store.purses(room.home) == {1: 95, 2: 95, LEFT: 10}
    assert await room.anew(1) is None


@pytest.mark.parametrize("later", range(10))
async def test_a_deal_that_is_settled_while_purses_begin_anew_counts_before_or_after(room: Room, later: int) -> None:
    table = await room.began("twenty_one", (1, 2, 3), deals=20)
    await room.processes[1].table(table)

    async def settled() -> Change:
        for _ in range(later):
            await room.processes[1].store.ping()
        return await room.processes[1].act(table, until_paid)

    hindering, change = await asyncio.gather(room.anew(), settled())
    won = {user: PURSE + chips for user, chips in change.purses.items()}
    assert await room.store.purses(room.home) == won, "what the table has paid was wiped out"
    assert hindering is None or hindering.id == table


# The sum


@pytest.mark.parametrize("seed", range(3))
async def test_no_chip_is_made_or_lost_whatever_is_played_in_a_chat(room: Room, seed: int) -> None:
    """Every game with chips, by people and computers in any number, several tables at once, some of them called off,
    lottery after lottery, purses begun anew: beside what people begin with there is never anything."""
    luck = room.luck = random.Random(seed)
    games = [*FOR_CHIPS, *luck.choices(FOR_CHIPS, k=6), *["english_lottery"] * 5]
    luck.shuffle(games)
    live, ends, carries, had = list[str](), list[str](), dict[str, int](), set[int]()
    for round_ in itertools.count(1):
        while games and len(live) < 3:
            live.append(table_id := await _random_table(room, games.pop()))
            carry = (await room.table(table_id)).options.get("carry")
            carries[table_id] = carry if isinstance(carry, int) else 0
        if not live:
            break
        if round_ % 9 == 0:
            live.remove(off := max(live, key=carries.__getitem__))
            await room.first.act(off, lambda table, _: playing.call_off(table))
        if round_ % 7 == 0:
            await room.anew()
        await asyncio.gather(
            *(
                luck.choice(room.processes).act(table, the_same_moves(luck.random(), luck.randint(1, 30)))
                for table in live
            )
        )
        assert await room.chips() == 0
        had |= {*(await room.store.purses(room.home)).values()}
        tables = [await room.table(table) for table in live]
        ends += [table.game for table in tables if table.stage == "over"]
        live = [table.id for table in tables if table.stage == "play"]
    assert len({*ends}) > len(FOR_CHIPS) / 2
    assert any(carries.values())
    assert had - {PURSE}, "nobody has won or lost anything"
    assert await room.anew() is None
    assert {*(await room.store.purses(room.home)).values()} == {PURSE}


def the_same_moves(seed: float, most: int) -> Callable[[Table[Any], Clock], Change]:
    """Some moves, the same ones at every try, so that it does not matter which process is faster."""

    def wish(table: Table[Any], clock: Clock) -> Change:
        return some_moves(random.Random(seed), most)(table, clock)

    return wish


async def _random_table(room: Room, game: str) -> str:
    """A table in play, of any number of seats, but seldom of very many."""
    luck, (low, high) = room.luck, GAMES[game].seats
    seats = high if luck.random() < 0.1 else luck.randint(low, min(high, 7))
    people = luck.sample(range(1, len(NAMES) + 1), luck.randint(1, min(seats, len(NAMES))))
    known = {each.name for each in fields_of(GAMES[game].options)}  # type: ignore[arg-type]  # options are dataclasses
    options: dict[str, OptionValue] = {name: value for name, value in OPTIONS.items() if name in known}
    return await room.began(game, tuple(people), seats - len(people), **options)
