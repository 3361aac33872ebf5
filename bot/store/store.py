"""What the bot asks of Redis, in its own words. Every change is one atomic step of `steps.lua`.

A step is given what its caller had loaded, and does nothing when that is no longer so: the answer then carries what is
true now. Inbox entries are deleted by the step that handles them; an entry that is gone has been handled.
"""

import asyncio
import json
import re
import secrets
import time
from collections.abc import Container, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from redis.exceptions import ResponseError

from bot.store import keys
from bot.store.address import road_to
from bot.store.budget import Manner, windows
from bot.store.calls import Calls, Word
from bot.store.changes import (
    Attendance,
    ChatChange,
    Claimed,
    Commit,
    Committed,
    Conflict,
    Document,
    Done,
    Drawing,
    Entry,
    Gone,
    Lost,
    Newer,
    Pulse,
    Remembered,
)
from bot.store.roads import Road

if TYPE_CHECKING:
    from redis.asyncio import Redis

__all__ = [
    "Attendance",
    "ChatChange",
    "Claimed",
    "Commit",
    "Committed",
    "Conflict",
    "Document",
    "Done",
    "Drawing",
    "Entry",
    "Gone",
    "Lost",
    "Newer",
    "Pulse",
    "Remembered",
    "Store",
]

REMEMBERED = 48 * 3600
"""Seconds for which a handled update is known; Telegram repeats one for 24 hours."""

LEASE_MS = 30_000
"""How long the screens of a table are one drawer's. Longer than a request to Telegram may take."""

AGAIN_MS = 60_000
"""Milliseconds after which a deadline comes again that could not be handled."""

FEW = 4
"""So many tables of a shard are drawn anew without haste, and at once all the same."""

GAP_MS = 5_000
"""If nobody has claimed deadlines for longer than that, the game clock has stood."""

SAT_KEPT = 400 * 24 * 3600
"""Seconds for which it is known at which tables a person sat: no table is kept for longer."""

FORGOTTEN_MS = 3_600_000
"""After so long without a sign, a worker is forgotten."""

HOME_SECONDS = 300.0
"""How long the home of a group is believed without asking."""

OWN_SECONDS = 5.0
"""The same of a person's: it is no more when the person is forgotten, which another process may have done."""

WORKERS = "workers"
"""The group of consumers of every inbox."""


class Store:
    """The database. The `road` to it must decode answers to text."""

    def __init__(self, road: Road, lease_ms: int = LEASE_MS) -> None:
        self.client: Redis = road.client
        """redis-py's own, for what is not a call of ours; for a Cluster its client, which takes the same commands."""
        self._road = road
        self._call = Calls(road)
        self._lease_ms = lease_ms
        self._homes: dict[int, tuple[str, float]] = {}
        source = (Path(__file__).parent / "steps.lua").read_text(encoding="utf-8")
        self._library = f"parlour_{blake2b(source.encode(), digest_size=4).hexdigest()}"
        self._source = source.replace("@LIBRARY@", self._library)

    @classmethod
    def from_url(cls, url: str, lease_ms: int = LEASE_MS) -> Self:
        """A store at an address as REDIS_URL has it."""
        return cls(road_to(url), lease_ms)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._road.close()

    async def ping(self) -> None:
        """Raises where Redis does not answer."""
        await self._call.ping()

    async def pulse(self) -> Pulse:
        """What an operator looks at; two clocks that differ make the oldest entry's age wrong by as much."""
        now = time.time() * 1000
        counts = []
        for shard in keys.SHARDS:
            counts += [
                self._call("XLEN", keys.inbox(shard)),
                self._call("XRANGE", keys.inbox(shard), "-", "+", "COUNT", 1),
                self._call("ZCARD", keys.stale(shard)),
                self._call("ZCARD", keys.tables(shard)),
                self._call("ZCOUNT", keys.tables(shard), f"({now - 3_600_000:.0f}", "+inf"),
            ]
        found = await asyncio.gather(*counts)
        oldest = min((int(entries[0][0].partition("-")[0]) for entries in found[1::5] if entries), default=now)
        return Pulse(
            sum(found[0::5]), max(0.0, now - oldest) / 1000, sum(found[2::5]), sum(found[3::5]), sum(found[4::5])
        )

    # Homes and ids

    async def home_of(self, chat: int) -> str:
        """The home of a chat, made where there is none."""
        home, known = self._homes.get(chat, ("", 0.0))
        if home and time.monotonic() - known < (HOME_SECONDS if chat < 0 else OWN_SECONDS):
            return home
        fresh = f"{secrets.choice(keys.SHARDS)}-{secrets.token_hex(6)}"
        found = await self._call("SET", keys.home(chat), fresh, "NX", "GET")
        return self._know(chat, found or fresh)

    async def move_home(self, old: int, new: int) -> None:
        """A group has another number from now on; the old one leads to the same home."""
        home = await self.home_of(old)
        await self._call("SET", keys.home(new), home)
        self._know(new, home)

    def _know(self, chat: int, home: str) -> str:
        if len(self._homes) >= 50_000:
            self._homes.clear()
        self._homes[chat] = (home, time.monotonic())
        return home

    def new_table_id(self, home: str) -> str:
        """An id in the home's shard that nobody has used or can guess."""
        letters = "0123456789abcdefghijklmnopqrstuvwxyz"
        return keys.shard_of(home) + "".join(secrets.choice(letters) for _ in range(7))

    def new_ticket(self) -> str:
        """What the links of one table carry: 22 signs that nobody can guess."""
        return secrets.token_urlsafe(16)

    # Reading

    async def table(self, table_id: str) -> tuple[str, Document] | None:
        """The game's slug and the document; None where there is no such table, or no more."""
        names = ("game", "document", "version", "shown", "stale", "doubt")
        game, text, version, shown, stale, doubt = await self._call("HMGET", keys.table(table_id), *names)
        if version is None:
            return None
        mark = f"{stale}!{doubt}" if stale and doubt else stale or ""
        return game, Document(text, version, shown or "", mark)

    async def chat(self, home: str) -> Document | None:
        """The chat's document."""
        text, version = await self._call("HMGET", keys.chat(home), "document", "version")
        return None if version is None else Document(text, version)

    async def live_tables(self, home: str) -> tuple[str, ...]:
        """Ids of the chat's tables that are not finished, oldest first."""
        ids = await self._call("ZRANGE", keys.live(home), 0, -1)
        there = await asyncio.gather(*(self._call("EXISTS", keys.table(table_id)) for table_id in ids))
        expired = [table_id for table_id, exists in zip(ids, there, strict=True) if not exists]
        if expired:  # unfinished, such as a lobby: an id is not used again, so they may be forgotten at any time
            await self._call("ZREM", keys.live(home), *expired)
        return tuple(table_id for table_id in ids if table_id not in expired)

    async def log(self, table_id: str) -> list[str]:
        """The table's moves."""
        found: list[str] = await self._call("LRANGE", keys.log(table_id), 0, -1)
        return found

    async def said(self, table_id: str) -> list[str]:
        """The texts to be sent one by one that have not been, in order."""
        found: list[str] = await self._call("LRANGE", keys.said(table_id), 0, -1)
        return found

    async def purses(self, home: str) -> dict[int, int]:
        """Chips by user."""
        return {int(user): int(chips) for user, chips in (await self._hash(keys.purses(home))).items()}

    async def names(self, home: str) -> dict[int, str]:
        """What those are called who have a purse, as far as it was told."""
        return {int(user): name for user, name in (await self._hash(keys.names(home))).items()}

    async def played(self, home: str) -> dict[str, int]:
        """How often the chat has played which game to its end."""
        return {game: int(times) for game, times in (await self._hash(keys.played(home))).items()}

    async def titles(self, home: str) -> dict[str, str]:
        """What the chat remembers from table to table."""
        return await self._hash(keys.titles(home))

    async def _hash(self, key: str) -> dict[str, str]:
        # A pipeline of bare commands answers with a list or a dict, as the protocol has it.
        return _fields(await self._call("HGETALL", key))

    # A person's tables

    async def seats_of(self, user: int) -> frozenset[str]:
        """Tables at which the person sits or sat: an index, to be checked against the tables."""
        return frozenset(await self._call("SMEMBERS", keys.seats(await self.home_of(user))))

    async def note_seat(self, user: int, table_id: str) -> None:
        """Remember that the person sits there."""
        await self._call("SADD", keys.seats(await self.home_of(user)), table_id)

    async def drop_seat(self, user: int, table_id: str) -> None:
        """Forget that the person sat there."""
        await self._call("SREM", keys.seats(await self.home_of(user)), table_id)

    # Who is called to a chat's next table

    async def calls(self, home: str) -> dict[int, str]:
        """Who is to be called when the chat's next table opens, and in which language."""
        return {int(user): code for user, code in (await self._hash(keys.calls(home))).items()}

    async def await_next(self, home: str, user: int, code: str) -> bool:
        """Put the person among those who are called; False: they stood there already."""
        return bool(await self._call("HSET", keys.calls(home), user, code))

    async def await_no_more(self, home: str, user: int) -> bool:
        """Take the person from among those who are called; False: they did not stand there."""
        return bool(await self._call("HDEL", keys.calls(home), user))

    # What is known of a person, and forgetting it

    async def note_trace(self, user: int, home: str, table_id: str = "") -> None:
        """Remember that this chat, and that table, know the person: before they do, so that none is missing."""
        own = await self.home_of(user)
        await self._call("SADD", keys.homes(own), home)
        if table_id:
            now = int(time.time())
            await self._call("ZADD", keys.sat(own), now, table_id)
            await self._call("ZREMRANGEBYSCORE", keys.sat(own), "-inf", now - SAT_KEPT)

    async def traces(self, user: int) -> tuple[frozenset[str], frozenset[str]]:
        """The homes of chats that may know the person, and the ids of tables that may."""
        own = await self.home_of(user)
        homes, sat = await asyncio.gather(
            self._call("SMEMBERS", keys.homes(own)), self._call("ZRANGE", keys.sat(own), 0, -1)
        )
        return frozenset(homes), frozenset(sat) | await self.seats_of(user)

    async def forget_in(self, home: str, user: int) -> None:
        """Take the person's purse, name, titles and call from a chat."""
        names = (keys.purses(home), keys.names(home), keys.titles(home), keys.calls(home))
        await self._step("forget", names, user)

    async def vanish(self, table_id: str, home: str) -> None:
        """Delete a table of that chat, its moves, and what is still to be said at it."""
        shard = keys.shard_of(table_id)
        queues = (keys.deadlines(shard), keys.stale(shard), keys.live(home), keys.tables(shard))
        await self._step("vanish", (keys.table(table_id), keys.log(table_id), keys.said(table_id), *queues), table_id)

    async def shelve_table(self, table_id: str, version: str) -> bool:
        """Put a table aside whose document of that version cannot be read: it is no more, and nothing of it is deleted.

        False: somebody has changed it meanwhile.
        """
        shard, key = keys.shard_of(table_id), keys.table(table_id)
        names = (key, keys.aside(key, version), keys.log(table_id), keys.said(table_id))
        sets = (keys.deadlines(shard), keys.stale(shard), keys.tables(shard))
        return bool(await self._step("shelve", (*names, *sets), version, table_id))

    async def shelve_chat(self, home: str, version: str) -> bool:
        """The same of a chat's document."""
        key = keys.chat(home)
        return bool(await self._step("shelve", (key, keys.aside(key, version)), version, home))

    async def forget_person(self, user: int) -> None:
        """Delete what lies in the person's own home, entries set aside that tell of them, and last the home itself.

        Another process may believe for `OWN_SECONDS` that there is one, and note what nobody will find there.
        """
        own = await self.home_of(user)
        of_home = (keys.chat, keys.purses, keys.names, keys.titles, keys.played, keys.live, keys.seats, keys.calls)
        for shard in keys.SHARDS:
            for entry_id, fields in await self._call("XRANGE", keys.broken(shard), "-", "+"):
                if re.search(rf"(?<!\d){user}(?!\d)", _fields(fields)["payload"]):
                    await self._call("XDEL", keys.broken(shard), entry_id)
        await self._call("DEL", *(key(own) for key in (*of_home, keys.homes, keys.sat)))
        await self._call("DEL", keys.home(user))
        self._homes.pop(user, None)

    # Changing

    async def commit(self, change: Commit) -> Committed | Conflict | Gone:
        """Make the change, all of it, or nothing."""
        shard, version = keys.shard_of(change.home), secrets.token_hex(6)
        tables = [*(change.unfinished or ()), *([change.table] if change.table else [])]
        if {*map(keys.shard_of, tables), *(entry.shard for entry in change.entries)} - {shard}:
            raise ValueError(f"a commit in shard {shard} of table {change.table} reaches into another shard")
        table = change.table or shard  # without a table these are keys under which nothing ever lies
        chat = change.chat
        header: dict[str, Any] = {
            "version": version,
            "log": change.log,
            "drop": change.drop,
            "live": change.live,
            "said": change.said,
            "stale": change.stale,
            "lease_ms": self._lease_ms,
            "purses": change.purses,
            "purse": change.purse,
            "names": change.names,
            "reset": change.reset,
            "purses_loaded": {
                user: "" if chips is None else str(chips) for user, chips in change.remembered.purses.items()
            },
            "titles": {title: holder or "" for title, holder in change.titles.items()},
            "called": change.called,
            "entries": [entry.id for entry in change.entries],
            "writes": change.text is not None,
            "chat": chat is not None,
            "chat_writes": chat is not None and chat.text is not None,
            # What is None is left out, for Lua has no JSON null.
            **_present(
                id=change.table,
                loaded=change.loaded,
                game=change.game,
                deadline=change.deadline,
                expire=change.expire,
                most=change.most,
                holder=change.holder or None,
                played=change.played or None,
                chat_loaded=chat and chat.loaded,
                titles_loaded=change.remembered.titles,
                unfinished=None if change.unfinished is None else [*change.unfinished.values()],
            ),
        }
        answer = await self._step(
            "commit",
            (
                keys.table(table),
                keys.log(table),
                keys.said(table),
                keys.deadlines(shard),
                keys.stale(shard),
                keys.live(change.home),
                keys.purses(change.home),
                keys.names(change.home),
                keys.titles(change.home),
                keys.played(change.home),
                keys.chat(change.home),
                keys.inbox(shard),
                keys.calls(change.home),
                keys.tables(shard),
                *map(keys.table, change.unfinished or ()),
            ),
            json.dumps(header),
            change.text or "",
            (chat and chat.text) or "",
        )
        match answer:
            case ["gone", *ids]:
                gone = tuple(entry for entry in change.entries if entry.id in ids)
                for entry in gone:
                    entry.settled = True
                return Gone(gone)
            case ["conflict", table_row, chat_row]:
                game, document = _table(table_row) if table_row else ("", None)
                return Conflict(game, document, Document(*chat_row) if chat_row else None)
        for entry in change.entries:
            entry.settled = True
        drawing = None
        if len(answer) > 1:
            _, (game, text, *rest), said = answer
            drawing = Drawing(game, Document(change.text or text, *rest), tuple(said))
        if change.text is None and change.table and change.loaded:
            version = change.loaded
        return Committed(version, drawing)

    # Screens

    async def shown(  # noqa: PLR0913  # what there is to be noted
        self, table_id: str, holder: str, mark: str, shown: str, said_done: int = 0, *, doubt: str = ""
    ) -> Done | Newer | Lost:
        """Note what the screens show now that the document with this mark is drawn, and `said_done` texts are sent.

        A mark that is not the newest, such as an empty one, only notes it; with `doubt`, whose it was, that what is
        noted believes no digest from before that.
        """
        names = (keys.table(table_id), keys.said(table_id), keys.stale(keys.shard_of(table_id)))
        match await self._step("shown", names, table_id, holder, mark, shown, said_done, self._lease_ms, doubt):
            case ["done", lag]:
                return Done(lag)
            case ["newer", row, said, lag]:
                return Newer(*_table(row), tuple(said), lag)
        return Lost()

    async def keep(self, table_id: str, holder: str) -> bool:
        """Hold the lease for its full time from now on; False: it has been lost."""
        names = (keys.table(table_id), keys.stale(keys.shard_of(table_id)))
        return bool(await self._step("keep", names, table_id, holder, self._lease_ms))

    async def release(self, table_id: str, holder: str, pause_ms: int) -> bool:
        """Give the lease back with the screens still stale: sweepers wait for so long, a commit may draw at once.

        False: the lease had been lost.
        """
        names = (keys.table(table_id), keys.stale(keys.shard_of(table_id)))
        return bool(await self._step("release", names, table_id, holder, pause_ms))

    async def redraw(self, tables: Iterable[str], doubt: str = "", apart_ms: int = 0) -> None:
        """Have the screens of these tables compared with what they should show; `doubt`: the name of whoever has seen
        that they may not show what was noted of them, so that all are edited.

        `apart_ms`: how much later each is drawn than the one before, after the first few, unless something happens to
        it meanwhile."""
        steps = (
            self._step(
                "redraw",
                (keys.table(table_id), keys.stale(keys.shard_of(table_id))),
                table_id,
                doubt,
                max(0, number - FEW) * apart_ms,
            )
            for number, table_id in enumerate(tables, 1)
        )
        await asyncio.gather(*steps)

    async def with_deadline(self, shard: str) -> list[str]:
        """The shard's tables at which a clock runs, the soonest deadline first."""
        return list(await self._call("ZRANGE", keys.deadlines(shard), 0, -1))

    async def unfinished(self) -> list[str]:
        """All tables that are not finished. Walks through all keys: for a store that serves one person's playground."""
        found: list[str] = []
        for shard in keys.SHARDS:
            cursor: object = "0"
            while True:
                pattern = f"{keys.live(shard)}*"
                cursor, names = await self._call("SCAN", str(cursor), "MATCH", pattern, "COUNT", 1000, at=pattern)
                for name in names:
                    found += await self._call("ZRANGE", name, 0, -1)
                if int(str(cursor)) == 0:
                    break
        return found

    async def claim_stale(
        self, shard: str, holder: str, dead: str = "", but: Container[str] = frozenset()
    ) -> list[str]:
        """Tables whose screens nobody draws, although they are stale: now they are the holder's to draw.

        Leases of holders whose names begin with `dead` count for nothing; tables in `but` are left alone.
        """
        key = keys.stale(shard)
        # Sorted by when their leases end, so those that are free come first.
        found = [one for one in await self._call("ZRANGE", key, 0, -1 if dead else 19) if one not in but]
        steps = (
            self._step("sweep", (keys.table(table_id), key), table_id, holder, self._lease_ms, dead)
            for table_id in found
        )
        return [table_id for table_id, ours in zip(found, await asyncio.gather(*steps), strict=True) if ours]

    # The inbox

    async def append(self, entry: Entry, consumer: str = "") -> list[Entry]:
        """Put an update (the entry's id is ignored) into its inbox unless it has been there.

        With a consumer, the same step may give it one entry to handle, which need not be this one.
        """
        return await self._append(keys.seen(entry.shard, entry.update_id), entry, consumer)

    async def forward(self, entry: Entry, table_id: str) -> None:
        """Pass an update on to a table of another shard, there to be handled once, and settle it here."""
        if entry.kind != "update":
            raise ValueError(f"only updates are passed on, not {entry.kind} of table {entry.table}")
        shard = keys.shard_of(table_id)
        there = Entry(shard, "", "update", entry.update_id, table_id, table_id, entry.payload)
        await self._append(keys.seen(shard, entry.update_id, table_id), there, "")
        await self.settle(entry)

    async def _append(self, seen: str, entry: Entry, consumer: str) -> list[Entry]:
        names = (seen, keys.inbox(entry.shard))
        words = (entry.kind, entry.update_id, entry.table, entry.lane, entry.payload)
        answer = await self._step("append", names, REMEMBERED, consumer, *words)
        return [_entry(entry.shard, *row) for row in answer] if isinstance(answer, list) else []

    async def read(self, shard: str, consumer: str, count: int, block_ms: int) -> list[Entry]:
        """New entries for this consumer, waiting for the first of them. Uses a connection of its own."""
        try:
            words = ("GROUP", WORKERS, consumer, "COUNT", count, "BLOCK", block_ms, "STREAMS", keys.inbox(shard), ">")
            found = await self._call.alone("XREADGROUP", *words, at=keys.inbox(shard))
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            await self.adopt(shard, consumer, 0, 0)  # makes the group
            return []
        streams = found.items() if isinstance(found, dict) else found or ()
        return [_entry(shard, *row) for _, entries in streams for row in entries]

    async def adopt(self, shard: str, consumer: str, idle_ms: int, count: int, *, of: str = "") -> list[Entry]:
        """Entries that were given to somebody at least `idle_ms` ago and not handled; now they are this consumer's.

        `of`: only those that were that consumer's.
        """
        answer = await self._step("adopt", (keys.inbox(shard),), consumer, of, idle_ms, count)
        return [_entry(shard, *row) for row in answer]

    async def hold(self, shard: str, consumer: str, ids: Sequence[str]) -> None:
        """Say of these entries that the consumer is still at them, lest others adopt them."""
        await self._step("hold", (keys.inbox(shard),), consumer, *ids)

    async def leave(self, consumer: str, idle_ms: int, count: int) -> None:
        """Of every inbox, leave what is this consumer's to whoever first adopts what is idle for so long."""
        steps = (self._step("leave", (keys.inbox(shard),), consumer, idle_ms, count) for shard in keys.SHARDS)
        await asyncio.gather(*steps)

    async def begin(self, entry: Entry, consumer: str) -> bool:
        """Count one more beginning of an adopted entry; False: it has been handled already."""
        words = (keys.inbox(entry.shard), WORKERS, consumer, 0, entry.id, "RETRYCOUNT", entry.begun + 1, "JUSTID")
        return bool(await self._call("XCLAIM", *words))

    async def pending(self, entry: Entry) -> bool:
        """Whether it has not been handled by anybody yet."""
        return bool(await self._call("XRANGE", keys.inbox(entry.shard), entry.id, entry.id))

    async def settle(self, entry: Entry) -> None:
        """Delete an entry from its inbox."""
        await self._step("settle", (keys.inbox(entry.shard),), entry.id)
        entry.settled = True

    async def set_aside(self, entry: Entry, error: str) -> bool:
        """Move an entry to where the operator may look at it; False: it has been handled after all.

        A deadline comes again after a while, for a table without one would wait for ever.
        """
        shard = entry.shard
        names = (keys.inbox(shard), keys.broken(shard), keys.deadlines(shard), keys.clock(shard))
        aside = bool(await self._step("set_aside", names, entry.id, error, AGAIN_MS))
        entry.settled = True
        return aside

    async def retire(self, shard: str, idle_ms: int) -> None:
        """Forget consumers that have owed and done nothing for so long."""
        await self._step("retire", (keys.inbox(shard),), idle_ms)

    async def claim_due(self, shard: str, now_ms: int | None = None, limit: int = 100) -> Claimed:
        """Move deadlines that have come into the inbox. `now_ms` replaces the server's clock, for tests."""
        names = (keys.deadlines(shard), keys.inbox(shard), keys.clock(shard))
        now, moved, following, stood = await self._step("due", names, _or_empty(now_ms), GAP_MS, limit)
        return Claimed(now, moved == limit, following, stood=bool(stood))

    # The processes at work

    async def attend(self, name: str, poll_ms: int) -> Attendance:
        """Say that this worker is there. `poll_ms`: for how long it asks Telegram for updates, unless another does; 0:
        not at all."""
        names = (keys.CREW_ALIVE, keys.CREW_POLLER)
        poller, before, flat = await self._step("attend", names, name, poll_ms, FORGOTTEN_MS)
        alive = {who: int(float(beat)) for who, beat in zip(flat[::2], flat[1::2], strict=True)}
        return Attendance(poller, alive, int(float(before or 0)))

    async def dismiss(self, name: str) -> None:
        """That worker is not there any more."""
        await self._step("dismiss", (keys.CREW_ALIVE, keys.CREW_POLLER), name)

    # Telegram's limits

    async def book(self, chat: int, token: str, manner: Manner = Manner.SENT, now_ms: int | None = None) -> int:
        """0: a request to this chat may go now, and counts, under the token; else milliseconds until one may.

        Within any second at most 30 requests go in all and one to a chat, within any minute 20 to a group.
        """
        found = windows(chat, manner)
        names = (keys.send_held(chat), *(key for key, _ in found))
        words = [word for _, window in found for word in window]
        wait: int = await self._step("book", names, _or_empty(now_ms), token, *words)
        return wait

    async def rebook(self, chat: int, token: str, now_ms: int | None = None) -> None:
        """What was booked under the token may have gone as late as now, and counts from now on."""
        found = windows(chat)
        lengths = [window[0] for _, window in found]
        await self._step("rebook", tuple(key for key, _ in found), _or_empty(now_ms), token, *lengths)

    async def hush(self, chat: int, wait_ms: int) -> None:
        """Nothing may go to this chat for so long at least."""
        await self._step("hush", (keys.send_held(chat),), wait_ms)

    async def _step(self, name: str, names: tuple[str, ...], *words: Word) -> Any:
        command = ("FCALL", f"{self._library}_{name}", len(names), *names, *words)
        try:
            return await self._call(*command)
        except ResponseError as error:
            if "unction not found" not in str(error):
                raise
        # A server that has not met this release, was replaced, or has joined a Cluster. It did nothing, so nothing is
        # done twice. A replica learns them from its master.
        await self._call("FUNCTION", "LOAD", "REPLACE", self._source, at=names[0])
        return await self._call(*command)


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _or_empty(number: int | None) -> int | str:
    return "" if number is None else number


def _table(row: list[str]) -> tuple[str, Document]:
    game, *rest = row
    return game, Document(*rest)


def _entry(shard: str, entry_id: str, flat: Any, begun: int = 0) -> Entry:
    fields = _fields(flat)
    kind: Literal["update", "due"] = "due" if fields["kind"] == "due" else "update"
    update_id = int(fields["update_id"])
    return Entry(shard, entry_id, kind, update_id, fields["table"], fields["lane"], fields["payload"], begun)


def _fields(flat: Any) -> dict[str, str]:
    return flat if isinstance(flat, dict) else dict(zip(flat[::2], flat[1::2], strict=True))
