"""One person who taps and writes fifty times a second: nobody else feels it, the game is as it was, and Telegram is not
asked to say fifty things.
"""

from collections import Counter
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from bot.__main__ import _place
from bot.buttons import About
from bot.inbox.throttle import TAPS, WORDS
from bot.language import language
from bot.playground import people
from bot.playground.people import Manner
from bot.screens.alerts import not_read, not_so_fast
from bot.settings import Settings
from bot.store import keys
from bot.store.store import Entry
from tests.chaos.telegram import Town, Watched, town
from tests.chaos.test_deliveries import Ear, ear

FLOOD = 300
RUSSIAN = language("ru")
NAMES = "Анна", "Борис", "Вера"


class Street:
    """Three people in a group, at one table."""

    def __init__(self, town: Town) -> None:
        self.town, self.world, self.ear = town, town.world, ear(town)
        self.anna, self.boris, self.vera = (people.add_person(self.world, name).user.id for name in NAMES)
        for person in (self.anna, self.boris, self.vera):
            people.start(self.world, person)
        self.group = people.add_room(self.world, "group", "Семья", [self.anna, self.boris, self.vera])
        self.table = ""
        self.rested = 0.0
        """Seconds that everybody has rested."""

    async def rest(self) -> None:
        """Nobody does anything for a minute, and what was said before is forgotten."""
        await self.town.settle()
        self.rested += 60
        self.ear.answers.clear()
        self.ear.sent.clear()

    async def begin(self, game: str = "дурачки") -> None:
        """All three play."""
        self.write(self.anna, f"/play {game}")
        await self.town.settle()
        for person, words in ((self.boris, "Сесть"), (self.vera, "Сесть"), (self.anna, "Начать")):
            _, post, button = people.find_button(self.world, person, [self.group], text=words, data=None)
            tap = people.press(self.world, person, self.group, post, button.callback_data or "")
            self.town.wire.pressed[tap.id] = button.callback_data or ""
            await self.town.settle()
        (self.table,) = [table.id for table in self.town.watch.tables if table.stage == "play"]
        await self.rest()

    def tap(self, person: int, action: str, times: int = 1) -> list[str]:
        """Taps so often on one button of the table; the numbers of the taps."""
        data = str(About(self.table, action))
        post = next(post for post in reversed(self.group.posts) if post.message.reply_markup)
        taps = [people.press(self.world, person, self.group, post, data).id for _ in range(times)]
        self.town.wire.pressed.update(dict.fromkeys(taps, data))
        return taps

    def write(self, person: int, text: str, *, alone: bool = False) -> None:
        room = self.world.private_room(self.world.people[person]) if alone else self.group
        people.write(self.world, person, room, text, Manner())

    def sent(self, chat: int) -> list[str]:
        """What the bot has sent there."""
        return [text for to, text in self.ear.sent if to == chat]

    async def stored(self) -> str:
        found = await self.town.app.store.table(self.table)
        assert found
        return found[1].text


@pytest.fixture
async def street(redis: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Street]:
    async with town(valkey_url, monkeypatch, Ear, throttled=True) as made:
        street = Street(made)
        came = property(lambda entry: int(entry.id.partition("-")[0]) / 1000 + street.rested)
        monkeypatch.setattr(Entry, "came", came)
        await street.rest()
        yield street
        for shard in keys.SHARDS:
            assert not await made.app.store.client.xlen(keys.broken(shard))
        assert not made.watch.amiss


async def test_others_at_the_table_are_answered_after_a_few_taps_of_the_flood(street: Street) -> None:
    """Three hundred taps came before that of Boris; he waits for eight of them and a word."""
    await street.begin()
    before = await street.stored()
    flood, (other,) = street.tap(street.anna, "advice", FLOOD), street.tap(street.boris, "advice")
    await street.town.settle()
    answered = [query for query, _ in street.ear.answers]
    assert answered.index(other) <= TAPS.size + 1
    assert sorted(answered) == sorted([*flood[: TAPS.size + 1], other]), "of the rest nothing becomes"
    word = not_so_fast(RUSSIAN)
    assert [query for query, text in street.ear.answers if text == word] == [flood[TAPS.size]]
    assert await street.stored() == before
    assert not street.ear.sent


async def test_a_flood_that_came_first_is_no_work_to_the_store(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much is settled, and asks for nothing else."""
    await street.begin()
    asked = Counter[str]()
    settle, table = Watched.settle, Watched.table

    async def settled(store: Watched, entry: Entry) -> None:
        asked["excess settled" if entry.excess else "settled"] += 1
        await settle(store, entry)

    async def read(store: Watched, table_id: str) -> object:
        asked["table"] += 1
        return await table(store, table_id)

    monkeypatch.setattr(Watched, "settle", settled)
    monkeypatch.setattr(Watched, "table", read)
    street.tap(street.anna, "advice", FLOOD)
    await street.town.settle()
    assert asked["excess settled"] == FLOOD - TAPS.size
    assert asked["settled"] <= TAPS.size
    assert asked["table"] <= TAPS.size


async def test_three_who_tap_as_people_do_are_all_answered(street: Street) -> None:
    await street.begin()
    taps = [tap for person in (street.anna, street.boris, street.vera) for tap in street.tap(person, "advice", 4)]
    await street.town.settle()
    assert sorted(query for query, _ in street.ear.answers) == sorted(taps)
    assert not_so_fast(RUSSIAN) not in {text for _, text in street.ear.answers}


async def test_a_flood_of_one_command_is_answered_once(street: Street) -> None:
    for _ in range(50):
        street.write(street.anna, "/play")
    street.write(street.boris, "/play")
    await street.town.settle()
    assert len(street.sent(street.group.id)) == 2, "one answer for each of the two"
    assert not_read(RUSSIAN) not in street.sent(street.anna)


async def test_a_flood_of_tables_opens_one(street: Street) -> None:
    for _ in range(50):
        street.write(street.anna, "/play дурачки")
    await street.town.settle()
    assert len(street.town.watch.tables) == 1


async def test_of_a_flood_of_different_commands_a_few_are_answered(street: Street) -> None:
    for number in range(50):
        street.write(street.anna, f"/rules {number}")
    street.write(street.vera, "/rules дурачки")
    await street.town.settle()
    assert len(street.sent(street.group.id)) == WORDS.size + 1


async def test_of_a_flood_of_slips_the_first_are_taken_and_one_word_tells_of_the_rest(street: Street) -> None:
    await street.begin("письменные вопросы и ответы")
    for number in range(50):
        street.write(street.anna, f"Кто тише {number}", alone=True)
    street.write(street.boris, "Кто громче", alone=True)
    await street.town.settle()
    stored = await street.stored()
    assert f"Кто тише {WORDS.size - 1}" in stored
    assert f"Кто тише {WORDS.size}" not in stored
    assert "Кто громче" in stored
    said = street.sent(street.anna)
    assert len(said) == WORDS.size + 1
    assert said.count(not_read(RUSSIAN)) == 1


async def test_each_of_two_processes_counts_for_itself_and_lets_no_more_pass(street: Street, valkey_url: str) -> None:
    await street.begin()
    async with street.town.another(valkey_url, "boris", throttled=True) as other:
        flood = street.tap(street.anna, "advice", FLOOD)
        for _ in range(50):
            street.write(street.anna, "/play")
        updates = [pending.update for pending in street.world.updates]
        street.world.updates.clear()
        for number in range(0, len(updates), 10):  # as a balancer shares them out
            await (street.town.app, other)[number // 10 % 2].door.admit(updates[number : number + 10])
        await street.town.settle()
    words = [text for _, text in street.ear.answers].count(not_so_fast(RUSSIAN))
    assert 1 <= words <= 2
    assert TAPS.size + 1 <= len(street.ear.answers) <= 2 * (TAPS.size + 1)
    assert {query for query, _ in street.ear.answers} < {*flood}
    assert 1 <= len(street.sent(street.group.id)) <= 2


@pytest.mark.parametrize("limits", [True, False])
def test_people_are_throttled_and_programs_are_not(limits: bool) -> None:
    """A server without Telegram's limits is one for programs."""
    place = _place(Settings(telegram_limits=limits), "1:a", "redis://127.0.0.1")
    assert (place.limits, place.throttled) == (limits, limits)
