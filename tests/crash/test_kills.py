"""Busy tables whose bot is killed two hundred times at random moments: every move that was accepted is made once, every
table is what its log says, chips are won from somebody, and every screen shows what is true.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.buttons import AND, Play, parse
from bot.language import LANGUAGES, language
from bot.playground import people
from bot.playground.people import buttons_of
from bot.playground.records import Post, Room
from bot.screens.alerts import moved_on, one_moment, table_gone
from bot.store.store import Store
from bot.tables.legacy import carried
from bot.tables.model import PURSE, Table, table_type
from bot.tables.steps import entry_of
from games import core
from games.catalogue import GAMES
from games.core import DEALER, Shuffled
from games.options import check_options
from tests.crash.scene import Nursery, Scene, opened

KILLS = 200
AT_REST = 10
"""After so many kills in the middle of something a bot is killed that has nothing to do, for what has ended so many
processes in a row is set aside."""

FEWEST, MOST = 1, 100
"""At which of its steps a bot dies."""

GAMES_PLAYED = ("durachki", "twenty_one", "svoi_kozyri", "torgovlya", "tartar", "questions")
NAMES = ("Анна", "Борис", "Вера")

IDLE = ("Встать", "Правила", "Условия", "Совет", "+ Компьютер", "Мои карты", "Дайте подумать", "Прислать стол сюда")
"""Buttons that bring no game further."""

LATELY = 4
"""Of so many messages of a chat people see the buttons."""

WRITTEN = ("ask", "answer", "write")
"""Moves that nobody presses."""

NOT_DONE = {text(language(code)) for text in (moved_on, one_moment, table_gone) for code in LANGUAGES}


Made = tuple[str, int, tuple[str, ...]]
"""A move at a table, of a seat."""


class Crowd:
    """Three people in each of several groups, who press whatever is there."""

    def __init__(self, scene: Scene, luck: random.Random) -> None:
        self._world, self._luck = scene.world, luck
        self.pressed: dict[str, Play] = {}
        """The moves that people have wished, by the number of the tap."""
        self.groups: dict[int, list[int]] = {}
        self._slips = 0
        for number, _ in enumerate(GAMES_PLAYED):
            persons = [people.add_person(self._world, f"{name} {number}").user.id for name in NAMES]
            for person in persons:
                people.start(self._world, person)
            self.groups[people.add_room(self._world, "group", f"Чат {number}", persons).id] = persons

    async def begin(self, scene: Scene) -> None:
        """The games begin, each in its group."""
        life = await scene.bear()
        for (group, persons), slug in zip(self.groups.items(), GAMES_PLAYED, strict=True):
            people.write(self._world, persons[0], self._world.rooms[group], f"/play {slug}")
        await scene.settled()
        for name in NAMES[1:]:
            for number, group in enumerate(self.groups):
                await scene.tap(f"{name} {number}", "Сесть", self._world.rooms[group].title)
            await scene.settled()
        for key in ("Условия", "без часов", "« Назад", "Начать"):  # all moves are to be people's
            for number, group in enumerate(self.groups):
                await scene.tap(f"{NAMES[0]} {number}", key, self._world.rooms[group].title)
            await scene.settled()
        await scene.kill(life)

    def act(self) -> None:
        """Somebody does something in some group: nearly always what goes on with the game."""
        group = self._luck.choice([*self.groups])
        person = self._luck.choice(self.groups[group])
        room, own = self._world.rooms[group], self._world.private_room(self._world.people[person])
        if self._luck.random() < 0.05:
            self._slips += 1
            people.write(self._world, person, own, f"слово{self._slips}")
            return
        found = [*self._keys(own), *self._keys(own), *self._keys(room)]
        if not found:
            return
        where, post, data = self._luck.choice(found)
        for _ in range(1 + (self._luck.random() < 0.1)):  # now and then twice
            tap = people.press(self._world, person, where, post, data)
            if isinstance(button := parse(data), Play):
                self.pressed[tap.id] = button
        if self._luck.random() < 0.1:
            self._world.push_again(None)

    def _keys(self, room: Room) -> Iterator[tuple[Room, Post, str]]:
        for post in [post for post in room.posts[-LATELY:] if not post.deleted]:
            for key in buttons_of(post.message):
                if key.callback_data and key.text.replace("\u00a0", " ") not in IDLE and key.callback_data[0] != "g":
                    yield room, post, key.callback_data


@pytest.mark.timeout(600)
async def test_two_hundred_kills_lose_nothing_and_repeat_nothing(
    nursery: Nursery, valkey_url: str, tmp_path: Path
) -> None:
    luck = random.Random("two hundred kills")
    async with opened(nursery, valkey_url, tmp_path, luck=True) as scene:
        crowd = Crowd(scene, luck)
        await crowd.begin(scene)
        for number in range(KILLS):
            if number % AT_REST == 0:
                life = await scene.bear()
                await scene.settled()
                await scene.kill(life)
            life = await scene.bear(luck.randint(FEWEST, MOST))
            while not life.dead.is_set():
                for _ in range(luck.randint(1, 6)):
                    crowd.act()
                await scene.settled(life)
        await scene.bear()
        await scene.settled()
        store = Store.from_url(valkey_url)
        try:
            tables = [table async for table in _tables(scene)]
            logs = {table.id: await store.log(table.id) for table in tables}
            for table in tables:
                _is_what_its_log_says(table, logs[table.id])
            _every_move_is_made_once(scene, crowd, tables, logs)
            await _chips_are_won_from_somebody(store, tables)
            before = await scene.picture()
            await store.redraw([table.id for table in tables], doubt="the test")
            await scene.settled()
            assert (await scene.picture()).sights == before.sights, "a screen showed something else than is true"
        finally:
            await store.close()
        assert scene.complaints() == []
        assert not any(name.endswith(":broken") for name in before.stored)
        assert sum(table.count for table in tables) > KILLS / 2


async def _tables(scene: Scene) -> Any:
    async for key in scene.redis.scan_iter(match="*:table:*", count=1000):
        game, document = await scene.redis.hmget(key.decode(), "game", "document")
        if isinstance(game, bytes) and isinstance(document, bytes):
            yield table_type(game.decode()).model_validate_json(document)


def _is_what_its_log_says(table: Table[Any], log: list[str]) -> None:
    if table.state is None or (GAMES[table.game].publish and table.stage != "play"):
        return  # of what has been written another log remains
    game, seats = GAMES[table.game], len(table.sitters)
    agreed = check_options(game.options, seats, table.options)
    # The host may have agreed in the middle that a deal is to be the last.
    state = game.start(seats, getattr(table.state.table, "options", agreed))
    for entry in map(entry_of, log[1:]):
        if isinstance(entry, Shuffled):
            state = core.play(game, state, DEALER, entry)
        else:
            state = core.play(game, state, entry.seat, game.parse(entry.move))
    assert (state.table, state.hands, state.down) == (table.state.table, table.state.hands, table.state.down)


def _every_move_is_made_once(scene: Scene, crowd: Crowd, tables: list[Table[Any]], logs: dict[str, list[str]]) -> None:
    """What people were told is done, is in the log, and nothing is in it that nobody has wished so often."""
    accepted, wished = Counter[Made](), Counter[Made]()
    seats = {table.id: table for table in tables}
    for query, button in crowd.pressed.items():
        tap = scene.world.queries[query]
        seat = seats[button.table].seat_of(tap.person) if button.table in seats else None
        if seat is None:
            continue
        first, *more = map(_move, button.words.split(AND))
        for move in (first, *more):
            wished[button.table, seat, move] += 1
        if tap.text and not tap.alert and tap.text not in NOT_DONE:
            accepted[button.table, seat, first] += 1
    made = Counter(
        (table_id, entry.seat, _move(entry.move))
        for table_id, log in logs.items()
        for entry in map(entry_of, log[1:])
        if not isinstance(entry, Shuffled)
    )
    pressed = Counter({key: times for key, times in made.items() if key[2][0] not in WRITTEN})
    lost, doubled = accepted - made, pressed - wished
    assert not lost, f"moves that were accepted are lost: {lost}"
    assert not doubled, f"moves were made more often than somebody wished: {doubled}"


def _move(words: str) -> tuple[str, ...]:
    """A move, in whatever order its cards were chosen."""
    verb, *more = words.split()
    return verb, *sorted(more)


async def _chips_are_won_from_somebody(store: Store, tables: list[Table[Any]]) -> None:
    for home in {table.home for table in tables}:
        purses = await store.purses(home)
        lying = sum(sum(carried(table).values()) for table in tables if table.home == home and table.stage == "play")
        assert sum(purses.values()) + lying == PURSE * sum(user > 0 for user in purses)
