"""Telegram delivers what people do once, twice and three times, late and in any order, to whichever of several
processes: each counts once.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.app import App
from bot.buttons import Play, parse
from bot.language import LANGUAGES, language
from bot.playground import people
from bot.playground.people import buttons_of
from bot.routers import opening
from bot.screens.alerts import moved_on, one_moment
from bot.store import keys
from bot.store.store import Commit, Committed, Conflict, Gone
from bot.tables import presence
from bot.tables.steps import entry_of
from games.core import Played
from tests.chaos.crowd import TOGETHER, Crowd
from tests.chaos.telegram import Town, Watched, Wire, town
from tests.fuzz.house import Errors, House

GROUPS, WAVES, DEEDS = 3, 25, 25
LATE = {one_moment(language(code)) for code in LANGUAGES}
Update = dict[str, Any]


class Ear(Wire):
    """Keeps what taps are answered and what is sent, in order."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.answers: list[tuple[str, str]] = []
        self.sent: list[tuple[int, str]] = []

    def _hear(self, params: dict[str, Any]) -> None:
        super()._hear(params)
        query = params.get("callback_query_id")
        if query and "chat_id" not in params:  # else it is a message that comes of the tap, for whoever tapped alone
            self.answers.append((query, params.get("text", "")))
        elif "chat_id" in params and "text" in params and "message_id" not in params:
            self.sent.append((int(params["chat_id"]), params["text"]))


class Counted(Watched):
    """A store that counts in how many commits each update was settled."""

    changes: Counter[int]

    async def commit(self, change: Commit) -> Committed | Conflict | Gone:
        """As of any store."""
        done = await super().commit(change)
        if isinstance(done, Committed):
            self.changes.update(entry.update_id for entry in change.entries if entry.update_id)
        return done


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """In how many commits each update was settled."""
    made = Counter[int]()
    monkeypatch.setattr(Counted, "changes", made, raising=False)
    monkeypatch.setattr("tests.chaos.telegram.Watched", Counted)
    return made


@pytest.fixture
async def here(
    redis: Redis, valkey_url: str, changes: Counter[int], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Town]:
    """Two processes of one bot, in a Telegram where nobody is yet."""
    monkeypatch.setattr(opening, "secrets", SimpleNamespace(token_bytes=random.Random(1).randbytes))
    async with town(valkey_url, monkeypatch, Ear) as made, made.another(valkey_url, "boris"):
        yield made


def ear(here: Town) -> Ear:
    assert isinstance(here.wire, Ear)
    return here.wire


def told(here: Town) -> list[Update]:
    """What Telegram has to tell, taken from it."""
    found = [pending.update for pending in here.world.updates]
    here.world.updates.clear()
    return found


async def bring(apps: Sequence[App], updates: Sequence[Update], luck: random.Random) -> None:
    """Brings these to the doors, each by chance to any of them, a few at a time and all at once."""
    parts: list[tuple[App, list[Update]]] = []
    for update in updates:
        if not parts or luck.random() < 0.3:
            parts.append((luck.choice(apps), []))
        parts[-1][1].append(update)
    await asyncio.gather(*(app.door.admit(part) for app, part in parts))


@pytest.mark.timeout(120)
async def test_whatever_is_delivered_up_to_three_times_in_any_order_to_two_processes_counts_once(
    here: Town, changes: Counter[int], caplog: pytest.LogCaptureFixture
) -> None:
    luck, errors = random.Random("deliveries"), Errors()
    logging.getLogger().addHandler(errors)
    try:
        crowd = Crowd(here, luck, GROUPS)
        await here.settle()
        house, all_told = House(here, luck, crowd, [], errors), list[Update]()
        to_open = [(group, slug) for group in range(GROUPS) for slug in luck.sample(TOGETHER, 4)]
        luck.shuffle(to_open)
        for _ in range(WAVES):
            if to_open:
                crowd.open(*to_open.pop())
            for _ in range(DEEDS):
                crowd.act()
            fresh = told(here)
            all_told += fresh
            again = luck.sample(all_told, min(10, len(all_told)))  # of what was handled long ago
            batch = [each for each in fresh for _ in range(luck.randint(1, 3))] + again
            luck.shuffle(batch)
            await bring(here.apps, batch, luck)
            await here.settle()
        await house.check()
        assert not here.watch.leaks
    finally:
        logging.getLogger().removeHandler(errors)
    assert max(changes.values()) == 1, "an update has changed something twice"
    assert changes.total() > 100
    answered = Counter(query for query, text in ear(here).answers if text not in LATE)
    assert {*answered} == {*here.world.queries}
    assert max(answered.values()) == 1, "a tap was answered twice"
    assert all([not await here.app.store.client.xlen(keys.inbox(shard)) for shard in keys.SHARDS])


async def begun(here: Town) -> tuple[int, str]:
    """A game of two in the group of these two: the group, and the table's id."""
    anna, boris = (people.add_person(here.world, name).user.id for name in ("Анна", "Борис"))
    for person in (anna, boris):
        people.start(here.world, person)
    group = people.add_room(here.world, "group", "Семья", [anna, boris]).id
    people.write(here.world, anna, here.world.rooms[group], "/play свои козыри")
    await here.settle()
    for person, words in ((boris, "Сесть"), (anna, "Начать")):
        press(here, person, group, words)
        await here.settle()
    (table,) = [table for table in here.watch.tables if table.stage == "play"]
    return group, table.id


def press(here: Town, person: int, group: int, text: str, times: int = 1) -> list[str]:
    """Presses the newest button that says so, in the group; the numbers of the taps."""
    room = here.world.rooms[group]
    found, post, button = people.find_button(here.world, person, [room], text=text, data=None)
    taps = [people.press(here.world, person, found, post, button.callback_data or "").id for _ in range(times)]
    here.wire.pressed.update(dict.fromkeys(taps, button.callback_data or ""))
    return taps


def a_move(here: Town, table: str, times: int) -> list[str]:
    """Whoever is to move presses one and the same move so often; the numbers of the taps."""
    now = here.watch.now(table)
    person = now.holders[presence.awaited(now)[0]].user or 0
    room = here.world.private_room(here.world.people[person])
    for post in reversed(room.posts):
        for key in buttons_of(post.message):
            if isinstance(button := parse(key.callback_data or ""), Play):
                taps = [people.press(here.world, person, room, post, str(button)).id for _ in range(times)]
                here.wire.pressed.update(dict.fromkeys(taps, str(button)))
                return taps
    raise AssertionError("whoever is to move has no button for it")


async def moves(here: Town, table: str) -> int:
    """How many have been made there."""
    return sum(isinstance(entry_of(text), Played) for text in (await here.app.store.log(table))[1:])


async def test_ten_taps_on_one_move_in_the_same_millisecond_make_one_move(here: Town, changes: Counter[int]) -> None:
    """Ten updates, each of them brought to both processes twice."""
    luck = random.Random("ten taps")
    _, table = await begun(here)
    for _ in range(8):
        before, answers = await moves(here, table), ear(here).answers
        changes.clear()
        answers.clear()
        taps = a_move(here, table, 10)
        batch = told(here) * 4
        luck.shuffle(batch)
        await bring(here.apps, batch, luck)
        await here.settle()
        assert await moves(here, table) == before + 1
        assert {*changes.values()} == {1}
        assert sorted(query for query, text in answers if text not in LATE) == sorted(taps)
        late = [text for _, text in answers if text in {moved_on(language(code)) for code in LANGUAGES}]
        assert len(late) == 9


async def test_ten_copies_of_one_update_at_once_are_one(here: Town, changes: Counter[int]) -> None:
    luck = random.Random("ten copies")
    group, table = await begun(here)
    anna = min(here.world.people)
    for _ in range(8):
        before = await moves(here, table)
        changes.clear()
        ear(here).answers.clear()
        ear(here).sent.clear()
        (tap,) = a_move(here, table, 1)
        people.write(here.world, anna, here.world.rooms[group], "/purse")
        await bring(here.apps, told(here) * 10, luck)
        await here.settle()
        assert await moves(here, table) == before + 1
        assert Counter(changes.values()) == {1: 1}
        assert [query for query, text in ear(here).answers if text not in LATE] == [tap]
        assert len([text for chat, text in ear(here).sent if chat == group]) == 1, "the command is answered once"


async def test_what_is_delivered_again_after_a_restart_is_known(
    here: Town, valkey_url: str, changes: Counter[int]
) -> None:
    """A process that ends had not told Telegram what it had: the next gets it again, with all of it drawn."""
    _, table = await begun(here)
    a_move(here, table, 1)
    moved = [*here.world.updates]
    await here.settle()
    log = await here.app.store.log(table)
    changes.clear()
    async with here.another(valkey_url, "vera") as vera:
        await vera.door.admit([pending.update for pending in moved])
        await here.settle()
    assert await here.app.store.log(table) == log
    assert not changes
