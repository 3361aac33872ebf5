"""The whole bot under a flood of lies: at the webhook's door, through the worker and the dispatcher, on a real Redis.

People play as in the script of chaos. Of what they do Telegram tells the bot as ever; and beside each of these updates
come mutations of it, and updates of every kind that nobody has meant. Afterwards nothing may have gone wrong in the
log, and whatever is stored must have come about by legal moves.
"""

import asyncio
import json
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Container, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from aiohttp import web
from redis.asyncio import Redis

from bot.inbox.webhook import SECRET_HEADER, receiver
from bot.playground import people
from bot.store import keys
from bot.store.store import Commit, Committed, Conflict, Gone
from bot.tables.legacy import carried
from bot.tables.model import Table, table_type
from bot.tables.steps import entry_of
from games import core
from games.catalogue import GAMES
from games.core import DEALER, Shuffled
from games.options import check_options
from tests.chaos.crowd import TOGETHER, Crowd
from tests.chaos.telegram import Town, Watched, Wire, town
from tests.fuzz.kinds import message, of_any_kind, tap
from tests.fuzz.mutation import TEXTS, Json, forged, mutated, written

SECRET = "fuzz"  # noqa: S105  # nobody else comes to this door
GROUPS = 3
DEEDS = 12
"""What people do in a round."""

BROUGHT = 9
"""How often an update is brought for which there is no room just now."""

LIES = 8
"""So many mutations come beside each thing that people do."""

SHOWN = 1500
"""So much of an update is shown where it has done harm."""


class Deaf(Wire):
    """A wire on which nobody listens for what is betrayed: in lies, cards are named that nobody was shown."""

    def _hear(self, params: dict[str, Any]) -> None:
        """Nothing is looked for."""


class Kept(Watched):
    """A store that also tells the watch whose purse is forgotten: others have won or lost then what nobody has lost or
    won any more."""

    forgotten: Counter[str]
    """What was in forgotten purses beyond what they began with, by home."""

    async def commit(self, change: Commit) -> Committed | Conflict | Gone:
        """As of any store."""
        done = await super().commit(change)
        if change.reset and isinstance(done, Committed):
            del self.forgotten[change.home]
        return done

    async def forget_in(self, home: str, user: int) -> None:
        """As of any store."""
        held = (await self.purses(home)).get(user)
        await super().forget_in(home, user)
        begun = self.watch.begun.get(home, {}).pop(user, 0)
        if held is not None:
            self.forgotten[home] += held - begun

    async def forget_person(self, user: int) -> None:
        """As of any store."""
        own = await self.home_of(user)
        self.watch.begun.pop(own, None)
        del self.forgotten[own]
        await super().forget_person(user)


class Folk(Crowd):
    """People who look for tables only where there are such chats and people: lies may have made up others."""

    def _live(self, stage: str = "") -> list[Table[Any]]:
        return [table for table in super()._live(stage) if self._real(table)]

    def _real(self, table: Table[Any]) -> bool:
        known = all(one.user is None or one.user in self._world.people for one in table.holders)
        return known and table.chat in self._world.rooms


class Errors(logging.Handler):
    """Keeps what is logged as an error, with the number of the update that it is about."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class _Post:
    """A request to the webhook, as far as its handler looks at one."""

    def __init__(self, body: bytes) -> None:
        self.headers = {SECRET_HEADER: SECRET}
        self._body = body

    async def read(self) -> bytes:
        return self._body


@dataclass
class House:
    """A town that is lied to. `sent` is what was sent lately, by its number."""

    town: Town
    luck: random.Random
    crowd: Crowd
    strangers: list[int]
    errors: Errors
    sent: dict[int, Json] = field(default_factory=dict)
    answered: Counter[int] = field(default_factory=Counter)
    count: int = 0
    _number: int = 10**9
    _replayed: dict[str, str] = field(default_factory=dict)

    # What is sent

    async def post(self, updates: Sequence[Json]) -> None:
        """Brings these updates to the webhook."""
        receive = receiver(self.town.app.door, SECRET)

        async def one(update: Json) -> None:
            request = cast("web.Request", _Post(written(update).encode()))
            for _ in range(BROUGHT):
                try:
                    status = (await receive(request)).status
                except web.HTTPException as refused:
                    status = refused.status
                if status != 503:  # else Redis did not answer in time, and Telegram would bring it again
                    break
            assert status in (200, 400), f"{status} of {json.dumps(update)[:SHOWN]}"
            self.answered[status] += 1

        for start in range(0, len(updates), 16):
            await asyncio.gather(*map(one, updates[start : start + 16]))
        self.count += len(updates)

    def numbered(self, update: Json) -> Json:
        """The update under a number of its own, unless a mutation has given it another already."""
        self._number += 1
        made = {"update_id": self._number, **update} if update.get("update_id") is None else update
        if isinstance(made["update_id"], int):
            self.sent[int(made["update_id"])] = made
        return made

    def tables(self) -> list[tuple[str, int]]:
        """The tables that there are, those that are over among them, with their counts."""
        return [(table.id, table.count) for table in self.town.watch.tables[-40:]]

    def deeds(self) -> list[Json]:
        """What Telegram has to tell of what people have done."""
        for _ in range(DEEDS):
            self.crowd.act()
        if self.luck.random() < 0.3:
            self.crowd.open(self.luck.randrange(GROUPS), self.luck.choice(TOGETHER))
        told = [pending.update for pending in self.town.world.updates]
        self.town.world.updates.clear()
        return told

    def lies(self, true: Sequence[Json], others: Sequence[Json]) -> list[Json]:
        """What nobody has done."""
        luck, made = self.luck, list[Json]()
        for update in true:
            for _ in range(LIES):
                lie = mutated(luck, update, others, self.tables())
                if luck.random() < 0.98 and lie.get("update_id") == update["update_id"]:
                    del lie["update_id"]
                made.append(self.numbered(lie))
            person, chat = self.person(luck.choice(self.crowd.people)), self.chat(luck.choice(self.crowd.groups).id)
            other = of_any_kind(luck, person, luck.choice((chat, self.chat(person["id"]))))
            made.append(self.numbered(luck.choice((other, mutated(luck, other, others, self.tables())))))
            made.append(self.numbered({"callback_query": tap(luck, person, chat, forged(luck, self.tables()))}))
        return made

    def person(self, user: int) -> Json:
        """Somebody, as updates name them."""
        return json.loads(self.town.world.people[user].user.model_dump_json(exclude_none=True))  # type: ignore[no-any-return]

    def chat(self, chat: int) -> Json:
        """A chat, as updates name it."""
        world = self.town.world
        room = world.rooms[chat] if chat < 0 else world.private_room(world.people[chat])
        return json.loads(world.chat(room).model_dump_json(exclude_none=True))  # type: ignore[no-any-return]

    def from_strangers(self, count: int) -> list[Json]:
        """What people send who are in no group and sit at no table: taps on what they see of groups, with data that
        they make up, and all sorts of things in private."""
        luck, made = self.luck, list[Json]()
        for _ in range(count):
            user = luck.choice(self.strangers)
            person, own = self.person(user), self.chat(user)
            match luck.randrange(4):
                case 0:
                    lie: Json = {"callback_query": tap(luck, person, self._told(own), forged(luck, self.tables()))}
                case 1:
                    lie = {"callback_query": tap(luck, person, own, forged(luck, self.tables()))}
                case 2:
                    table, _count = luck.choice([*self.tables(), ("a1234567", 0)])
                    words = luck.choice(
                        (*TEXTS, f"/start t{table}", f"/start {table}", "/tables", "/purse", "/stop", "5")
                    )
                    lie = {luck.choice(("message", "edited_message")): message(luck, person, own, words)}
                case _:
                    lie = of_any_kind(luck, person, own)
            made.append(self.numbered(lie))
        return made

    def _told(self, otherwise: Json) -> Json:
        """A group of which Telegram tells the bot who is in it: in others whoever presses counts as a member."""
        world = self.town.world
        told = [room for room in self.crowd.groups if world.is_admin(room, world.bot_id)]
        return self.chat(self.luck.choice(told).id) if told else otherwise

    # What must be so

    async def settle(self) -> None:
        """Waits until everything is done and drawn, and forgets what was sent."""
        await self.town.settle()
        await self.check()
        self.sent.clear()

    async def check(self) -> None:
        """Nothing has gone wrong, and all that is stored has come about by legal moves."""
        assert not self.errors.records, self._blamed(self.errors.records[0])
        store = self.town.app.store
        for shard in keys.SHARDS:
            assert not await store.client.xlen(keys.broken(shard)), f"an entry of shard {shard} was set aside"
        assert not self.town.watch.amiss, self.town.watch.amiss[:2]
        for table in self.town.watch.tables:
            await self._explained(table)
        await self._purses_add_up()

    def _blamed(self, record: logging.LogRecord) -> str:
        about = self.sent.get(getattr(record, "update", 0) or 0)
        text = json.dumps(about, ensure_ascii=True)
        return f"{record.getMessage()} ({getattr(record, 'table', '')})\nof {text[:SHOWN]}"

    async def _explained(self, table: Table[Any]) -> None:
        """The state of the table is what its log comes to."""
        found = await self.town.app.store.table(table.id)
        if found is None or self._replayed.get(table.id) == found[1].version:
            return
        stored = table_type(found[0]).model_validate_json(found[1].text)
        self._replayed[table.id] = found[1].version
        log = await self.town.app.store.log(table.id)
        game = GAMES[stored.game]
        if stored.stage == "lobby":
            assert not log
            assert stored.state is None
        elif stored.state is not None and (stored.stage == "play" or game.publish is None):
            state, shuffles = replay(log, stored)
            assert replace(state, events=()) == stored.state, f"{stored.game}: its log does not explain it: {stored}"
            assert shuffles == stored.shuffles

    async def _purses_add_up(self) -> None:
        watch = self.town.watch
        for home in sorted({table.home for table in watch.tables}):
            purses = await self.town.app.store.purses(home)
            begun = watch.begun.get(home, {})
            playing = [table for table in watch.tables if table.home == home and table.stage == "play"]
            lying = sum(sum(carried(table).values()) for table in playing)
            assert begun.keys() == {user for user in purses if user > 0}
            gone = self.town.app.store.forgotten[home] if isinstance(self.town.app.store, Kept) else 0
            assert sum(purses.values()) - sum(begun.values()) + lying + gone == 0, (
                f"{home} has {purses}, on tables {lying}, forgotten {gone}"
            )

    async def others(self) -> dict[str, Any]:
        """All that is stored but for what is on its way, what screens show, and what is the strangers' own."""
        client: Redis = self.town.app.store.client
        own = {await self.town.app.store.home_of(user) for user in self.strangers}
        own |= {table.id for table in self.town.watch.tables if table.home in own}
        found: dict[str, Any] = {}
        async for key in client.scan_iter(count=1000):
            kind = key.split(":")[1] if key.startswith("{") and not key.startswith("{send}") else ""
            if kind and kind not in PASSING and key.rsplit(":", 1)[1] not in own:
                found[key] = await _value(client, key, own)
        return {key: value for key, value in found.items() if value}


DRAWN = ("shown", "stale", "doubt", "drawer", "until", "version")
PASSING = ("inbox", "seen", "clock", "stale", "broken")


async def _value(client: Redis, key: str, own: Container[str]) -> Any:
    match await client.type(key):
        case "hash":
            held = await client.hgetall(key)
            return {name: held[name] for name in held if name not in DRAWN}
        case "list":
            return await client.lrange(key, 0, -1)
        case "zset":
            return [member for member in await client.zrange(key, 0, -1) if member not in own]
        case "set":
            return sorted(await client.smembers(key))
        case _:
            return await client.get(key)


def _differences(before: Json, after: Json, changed: Sequence[str]) -> str:
    told = []
    for key in changed[:5]:
        old, new = str(before.get(key)), str(after.get(key))
        at = next((place for place, pair in enumerate(zip(old, new, strict=False)) if len({*pair}) > 1), 0)
        told.append(f"{key}: {old[max(at - 80, 0) : at + 80]} → {new[max(at - 80, 0) : at + 80]}")
    return "\n".join(told)


def replay(log: Sequence[str], table: Table[Any]) -> tuple[Any, int]:
    """The state to which the log comes, and how many shuffles stand in it."""
    game, opened = GAMES[table.game], json.loads(log[0])["new"]
    seats, agreed = opened["seats"], opened["options"]
    state = game.start(seats, check_options(game.options, seats, agreed, offices=len(game.offices)))
    if game.last is not None and table.state is not None:
        option, _ = game.last(table.state.table)
        state = core.lasting(state, option, getattr(table.state.table.options, option))
    entries = [entry_of(text) for text in log[1:]]
    for entry in entries:
        if isinstance(entry, Shuffled):
            state = core.play(game, state, DEALER, entry)
        else:
            state = core.play(game, state, entry.seat, game.parse(entry.move))
    return state, sum(isinstance(entry, Shuffled) for entry in entries)


@asynccontextmanager
async def house(seed: int, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A town with its people, and with some who belong to no group."""
    luck, errors = random.Random(seed), Errors()
    monkeypatch.setattr(Kept, "forgotten", Counter(), raising=False)
    monkeypatch.setattr("tests.chaos.telegram.Watched", Kept)
    logging.getLogger().addHandler(errors)
    try:
        async with town(redis_url, monkeypatch, Deaf) as made:
            crowd = Folk(made, luck, GROUPS)
            strangers = [people.add_person(made.world, f"Чужой {number}").user.id for number in range(3)]
            for stranger in strangers:
                people.start(made.world, stranger)
            await made.settle()
            yield House(made, luck, crowd, strangers, errors)
    finally:
        logging.getLogger().removeHandler(errors)


async def lied_to(seed: int, updates: int, redis: Redis, url: str, monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Sends so many updates, or a few more, to a town of its own; what the webhook has answered."""
    await redis.flushall()
    with monkeypatch.context() as patched:
        async with house(seed, url, patched) as here:
            recent: list[Json] = []
            while here.count < updates:
                true = here.deeds()
                recent = [*recent, *true][-60:]
                batch = [*true, *here.lies(true, recent)]
                here.luck.shuffle(batch)
                for update in batch:
                    here.numbered(update)
                await here.post(batch)
                await here.town.pass_time()
                await here.settle()
                before = await here.others()
                await here.post(here.from_strangers(30))
                await here.settle()
                after = await here.others()
                changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
                assert not changed, f"seed {seed}: strangers have changed {_differences(before, after, changed)}"
            return here.answered
