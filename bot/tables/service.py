"""From a wish to what is stored: load the table, let a pure function decide, commit, and decide anew if somebody was
faster. Nothing is told to anybody before it is stored.
"""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import chain
from typing import Any

from bot import metrics
from bot.logs import note
from bot.screens.reconciler import Wanted
from bot.store.documents import BrokenDocumentError, NewerDocumentError, read
from bot.store.store import Commit, Committed, Conflict, Document, Drawing, Entry, Gone, Remembered, Store
from bot.tables import asides, hours, playing, silence
from bot.tables.announcing import announcements
from bot.tables.asides import Called
from bot.tables.clocks import deadline as deadline_of
from bot.tables.legacy import LEFT, left
from bot.tables.model import PURSE, Table, table_type
from bot.tables.playing import Memory
from bot.tables.showing import Unix, wanted
from bot.tables.steps import PLAYED, Change, Clock, Stale, state_of
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove

log = logging.getLogger(__name__)

Wish = Callable[[Table[Any], Clock], Change]
"""What somebody wants of a table: it decides, and raises IllegalMove where that cannot be."""

Judging = Callable[["Loaded"], Awaitable["Judged"]]
"""A wish that reads more of the store than the table."""

Draw = Callable[[str, str, Drawing], None]
"""Called with a table, the holder of the lease of its screens, and what is to be drawn."""

CACHED = 4096
TRIES = 50
MOST = 20
"""So many tables may be open in a chat."""
KEPT = 30 * 24 * 3600
"""Seconds for which a finished table and its log are kept."""
ANYTHING = Remembered()
"""Of a change that holds whatever its chat remembers."""
PATIENCE_KEPT = 365 * 24 * 3600
"""A patience waits for a year."""


class NoTableError(IllegalMove):
    """There is no such table, or no more."""

    def __init__(self) -> None:
        super().__init__("This table is no more.")


class FullError(Exception):
    """As many tables are open in the chat as may be."""


class HandledError(Exception):
    """The update has been handled already: whoever handled it has told the person."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table and the stored document it was read from."""

    table: Table[Any]
    document: Document


@dataclass(frozen=True, slots=True)
class Judged:
    """What is to be changed, and what of the chat's memory must still be as it was when that was judged."""

    change: Change
    remembered: Remembered = ANYTHING
    purses: Mapping[int, int] = field(default_factory=dict)
    """What a result tells: what is in the purses of those who sit there when it is stored, by user; the house's is 0.
    """


class Tables:
    """The tables. Any number of these may serve one store."""

    def __init__(
        self, store: Store, bot: str, now: Callable[[str], int], thinking: int = 900, name: str = "worker"
    ) -> None:
        """`bot` is the bot's username; `now` the game clock of a table's shard in milliseconds; `thinking` how long
        computer players think; `name` the process's, under which it takes leases of screens.
        `on_drawing`, `on_deadline` and `on_title` (with the chat whose titles changed) are called with what a commit
        has brought."""
        self.store = store
        self.on_drawing: Draw | None = None
        self.on_deadline: Callable[[str, int], None] | None = None
        self.on_title: Callable[[int], None] | None = None
        self._bot = bot
        self._now = now
        self._thinking = thinking
        self._name = name
        self._cache: OrderedDict[str, Loaded] = OrderedDict()
        self._latest: dict[int, int] = {}

    async def open(self, change: Change, entry: Entry | None = None) -> bool:
        """Stores a new table, and calls those who wait for their chat's next one; False where there is one of that id
        already. Raises HandledError where the entry has opened one before, FullError where the chat has too many."""
        for _ in range(TRIES):
            home = change.table.home
            waiting = {} if change.table.alone else await self.store.calls(home)
            hushed = await hours.hushed(self.store, home, waiting)
            called = {user: Called(code, user in hushed) for user, code in waiting.items()}
            try:
                return await self._commit([change], None, _some(entry), waiting=called) is None
            except NoTableError:  # another table has called them, or there are too many
                if len(await self.store.live_tables(home)) >= MOST:
                    raise FullError from None
        raise TimeoutError(f"the calls of {change.table.home} changed {TRIES} times in the middle of an opening")

    async def table(self, table_id: str) -> Loaded:
        """The table as it stands now. Raises NoTableError."""
        found = await self.store.table(table_id)
        if found is None:
            raise NoTableError
        return await self._loaded(table_id, *found)

    async def live(self, home: str) -> list[Loaded]:
        """The chat's tables that are not finished, oldest first."""
        return await self._all(await self.store.live_tables(home))

    async def seats(self, user: int, *, away: bool = False) -> list[Loaded]:
        """The tables in play or in their lobby at which that person sits; with `away` those too at which a seat is kept
        for them."""
        ids = await self.store.seats_of(user)
        unfinished = [one for one in await self._all(sorted(ids)) if one.table.stage in ("lobby", "play")]
        # At one of those the person may be sitting down just now, although it does not say so yet.
        for gone in ids - {one.table.id for one in unfinished}:
            await self.store.drop_seat(user, gone)
        tables = [one for one in unfinished if one.table.seat_of(user) is not None]
        return [*tables, *(one for one in unfinished if away and one.table.kept_for(user) is not None)]

    async def _all(self, ids: Sequence[str]) -> list[Loaded]:
        found = list[Loaded]()
        for table_id in ids:
            with suppress(NoTableError):
                found.append(await self.table(table_id))
        return found

    async def act(self, table_id: str, wish: Wish, entry: Entry | None = None) -> Change:
        """Makes the wish come true, once, and settles the entry with it.

        Raises IllegalMove, judged by the newest table, and settles the entry then too; HandledError where it has been
        handled before.
        """
        (outcome,) = await self.act_together(table_id, [wish], _some(entry))
        if isinstance(outcome, IllegalMove):
            raise outcome
        return outcome

    async def act_together(
        self, table_id: str, wishes: Sequence[Wish], entries: Sequence[Entry]
    ) -> list[Change | IllegalMove]:
        """Makes the wishes come true, one after the other and stored in one step, and settles the entries with them.

        What became of each. Raises NoTableError, and HandledError where one of the entries has been handled before.
        """
        loaded = self._cache.get(table_id) or await self.table(table_id)
        for _ in range(TRIES):
            table, outcomes = loaded.table, list[Change | IllegalMove]()
            note(table=table_id, game=table.game)
            for wish in wishes:
                outcome = _judged(wish, table, self.clock(table_id))
                if isinstance(outcome, Change):
                    table = outcome.table
                outcomes.append(outcome)
            changes = [each for each in outcomes if isinstance(each, Change)]
            if changes:
                newer = await self._commit(changes, loaded, entries)
            else:
                newer = await self._settle(loaded, entries)
            if newer is None:
                return outcomes
            loaded = newer
        raise TimeoutError(f"table {table_id} changed {TRIES} times in the middle of a wish")

    async def undo(self, table_id: str, user: int, entry: Entry | None = None) -> Change:
        """Takes the last move of a patience back."""

        async def judged(loaded: Loaded) -> Judged:
            return Judged(playing.undo(loaded.table, user, await self.store.log(table_id)))

        return await self._act_anew(table_id, judged, entry)

    async def begin(
        self, table_id: str, wish: Callable[[Table[Any], Clock, Memory], Change], entry: Entry | None = None
    ) -> Change:
        """Makes the wish come true, which begins the game as the chat remembers its former tables."""

        async def judged(loaded: Loaded) -> Judged:
            memory = await self.memory(loaded.table.home)
            change = wish(loaded.table, self.clock(table_id), memory)
            if GAMES[loaded.table.game].legacy is None:
                return Judged(change)
            return Judged(change, Remembered(memory.titles, {LEFT: memory.purses.get(LEFT)}))

        return await self._act_anew(table_id, judged, entry)

    async def _act_anew(self, table_id: str, judging: Judging, entry: Entry | None) -> Change:
        """Makes a wish come true that reads more than the table: all of it anew at every try, for it must fit."""
        for _ in range(TRIES):
            loaded = await self.table(table_id)
            try:
                judged = await judging(loaded)
            except IllegalMove:
                if await self._settle(loaded, _some(entry)) is None:
                    raise
                continue
            if await self._commit([judged.change], loaded, _some(entry), judged.remembered) is None:
                return judged.change
        raise TimeoutError(f"table {table_id} changed {TRIES} times in the middle of a wish")

    def drop(self, table_id: str) -> None:
        """The table is no more."""
        self._cache.pop(table_id, None)

    def heard(self, chat: int, message: int) -> None:
        """A message has come, or was sent, in a supergroup, whose messages are numbered by themselves: tables may have
        scrolled away."""
        if len(self._latest) >= CACHED:
            self._latest.clear()
        self._latest[chat] = max(message, self._latest.get(chat, 0))

    # What the reconciler asks and tells

    def wanted(self, table_id: str, drawing: Drawing) -> list[Wanted]:
        """The screens that the table in this document should have."""
        table = self._read(table_id, drawing.game, drawing.document).table
        now = time.time()
        unix = Unix(now - self._now(table_id[0]) / 1000, now)
        return wanted(table, drawing.document, self._bot, unix, self._latest.get(table.chat, 0))

    async def unreachable(self, table_id: str, missed: Wanted, unsaid: str = "") -> None:
        """The bot may not write there: of a person that is noted, and told the group once; where it is the group, the
        table stands still, which is told to its people once, and what could not be said is kept for them. Where it is
        somebody's alone in the group, hands go into private chats from now on."""
        with suppress(IllegalMove):
            if missed.receiver:
                await self.act(table_id, playing.in_private)
            elif missed.chat > 0:
                await self.act(table_id, lambda table, _: playing.missed(table, missed.chat))
            elif unsaid:
                await self.act(table_id, partial(silence.unsaid, text=unsaid, at=time.time()))
            else:
                await self.act(table_id, silence.fall_silent)

    async def broken(self, table_id: str) -> None:
        """Its document cannot be read: it is put aside."""
        with suppress(NoTableError):
            await self.table(table_id)

    async def written(self, table_id: str) -> None:
        """The bot may write in the table's chat again."""
        with suppress(IllegalMove):
            await self.act(table_id, silence.speak_again)

    async def topic_gone(self, table_id: str, thread: int) -> None:
        """The table's topic is no more: it goes on in General."""

        def moved(table: Table[Any], _: Clock) -> Change:
            if table.thread != thread:
                raise Stale
            return Change(table.but(thread=None))

        with suppress(IllegalMove):
            await self.act(table_id, moved)

    async def migrated(self, old: int, new: int) -> None:
        """A group has another number now. May be told more than once."""
        await self.store.move_home(old, new)
        for loaded in await self.live(await self.store.home_of(new)):
            await self.act(loaded.table.id, partial(_moved, chat=new))

    async def memory(self, home: str) -> Memory:
        """What that chat remembers of its former tables."""
        titles, purses = await asyncio.gather(self.store.titles(home), self.store.purses(home))
        return Memory(titles, purses)

    async def begun(self, home: str) -> int:
        """What is in a person's purse there in which there has never been anything, as the chat has chosen."""
        chat = await hours.chosen(self.store, home)
        return PURSE if chat is None else chat.purse

    def clock(self, table_id: str) -> Clock:
        """The game clock of that table."""
        return Clock(self._now(table_id[0]), self._thinking)

    async def _ended(self, loaded: Loaded, change: Change) -> Judged:
        """The change that ends a table, with what the chat is to remember of it, and its log as it may stay."""
        judged = await self._paid(change)
        return replace(judged, change=await self._published(loaded, judged.change))

    async def _paid(self, change: Change) -> Judged:
        """The change that ends a table with the titles that it leaves, and the purses after it."""
        table, game = change.table, GAMES[change.table.game]
        outcome = core.outcome(game, state_of(table)) if table.stage == "over" else None
        if outcome is None or game.parlour:
            return Judged(change)
        memory = await self.memory(table.home)
        before = {user: memory.purses.get(user) for user in {sitter.user or 0 for sitter in table.sitters}}
        titles = None
        if game.legacy:
            titles = memory.titles
            change = replace(change, titles=left(table, outcome, titles, self.clock(table.id).now))
        begun = await self.begun(table.home)
        after = {
            user: (begun * (user > 0) if held is None else held) + change.purses.get(user, 0)
            for user, held in before.items()
        }
        return Judged(change, Remembered(titles, before), after)

    async def _published(self, loaded: Loaded, change: Change) -> Change:
        table = change.table
        game = GAMES[table.game]
        if game.publish is None and not playing.amended(table):
            return change
        before = await self.store.log(loaded.table.id)
        kept = before[: len(before) - change.forget]
        rewritten = playing.published(table, [*kept, *change.log])
        return replace(change, log=tuple(rewritten), forget=len(before))

    async def _settle(self, loaded: Loaded, entries: Sequence[Entry]) -> Loaded | None:
        """Settles refused entries, if the table is still the one that they were judged by; else the newer table."""
        table = loaded.table
        commit = Commit(
            home=table.home,
            table=table.id,
            loaded=loaded.document.version,
            game=table.game,
            live=table.stage in ("lobby", "play"),
            deadline=deadline_of(table),  # claiming a deadline takes it away, and this entry may be one that came early
            entries=within(entries, table.home),
        )
        return await self._newer(table.id, await self.store.commit(commit), entries)

    async def _commit(
        self,
        changes: Sequence[Change],
        loaded: Loaded | None,
        entries: Sequence[Entry],
        remembered: Remembered = ANYTHING,
        waiting: Mapping[int, Called] | None = None,
    ) -> Loaded | None:
        """Stores what changed and has its screens drawn; where somebody was faster: the newer table. `waiting` are
        those who are called to a new one."""
        judged = Judged(reduce(Change.then, changes), remembered)
        table = judged.change.table
        if loaded and loaded.table.stage == "play" and table.stage != "play":
            judged = await self._ended(loaded, judged.change)
        if loaded is None or any(entry.kind == "update" for entry in entries):
            table = table.but(touched=self._now(table.id[0]))
        change = judged.change
        for sitter in table.holders:
            # Before the table itself: the index may name too many tables, but none may be missing in it.
            if sitter.user is not None and (loaded is None or loaded.table.seat_of(sitter.user) is None):
                await self.store.note_seat(sitter.user, table.id)
        known = asides.knows(table) - (asides.knows(loaded.table) if loaded else set())
        await asyncio.gather(*(self.store.note_trace(user, table.home, table.id) for user in known))
        before = loaded.table if loaded else None
        quiet = bool(table.queue or table.waiting) and await hours.quiet(self.store, table.home)
        said = (
            *chain.from_iterable(announcements(each, judged.purses, self._bot) for each in changes),
            *asides.asides(before, table, time.time(), hushed=quiet),
            *asides.summons(table, waiting or {}),
            *change.said,
        )
        holder = f"{self._name}/{secrets.token_hex(8)}"
        text = table.model_dump_json(exclude_defaults=True)
        deadline = deadline_of(table)
        result = await self.store.commit(
            Commit(
                home=table.home,
                table=table.id,
                loaded=loaded.document.version if loaded else None,
                game=table.game,
                text=text,
                log=change.log,
                drop=change.forget,
                deadline=deadline,
                live=table.stage in ("lobby", "play"),
                expire=_kept(table),
                said=said,
                stale=True,
                holder=holder if self.on_drawing else "",
                purses=change.purses,
                purse=await self.begun(table.home) if change.purses else 0,
                names=_named(table, change.purses),
                remembered=judged.remembered,
                titles=change.titles,
                called=tuple(waiting or ()),
                most=MOST if loaded is None else None,
                played=table.game if table.stage == "over" and loaded and loaded.table.stage == "play" else "",
                entries=within(entries, table.home),
            )
        )
        newer = await self._newer(table.id, result, entries)
        if isinstance(result, Committed):
            if made := sum(text.startswith(PLAYED) for each in changes for text in each.log):
                metrics.moves(table.game).inc(made)
            document = Document(text, result.version)
            self._keep(table.id, Loaded(table, document))
            if deadline is not None and self.on_deadline:
                self.on_deadline(table.id[0], deadline)
            if change.titles and self.on_title:
                self.on_title(table.chat)
            if result.drawing and self.on_drawing:
                self.on_drawing(table.id, holder, result.drawing)
        return newer

    async def _newer(
        self, table_id: str, result: Committed | Conflict | Gone, entries: Sequence[Entry]
    ) -> Loaded | None:
        match result:
            case Gone():
                raise HandledError
            case Committed():
                for entry in entries:
                    if entry.kind == "update":
                        metrics.COMMITTED.observe(max(0.0, time.time() - entry.came))
            case Conflict(game, document, _):
                metrics.CONFLICTS.inc()
                if document is None:
                    self._cache.pop(table_id, None)
                    raise NoTableError
                return await self._loaded(table_id, game, document)
        return None

    async def _loaded(self, table_id: str, game: str, document: Document) -> Loaded:
        """The table in that document. Raises NewerDocumentError; NoTableError where nobody can read it, after putting
        it aside."""
        try:
            return self._read(table_id, game, document)
        except NewerDocumentError as error:
            log.critical("table %s is left to a later release: %s", table_id, error)
            raise
        except BrokenDocumentError as error:
            self.drop(table_id)
            if await self.store.shelve_table(table_id, document.version):
                log.critical("table %s cannot be read and is put aside: %s", table_id, error)
            raise NoTableError from None

    def _read(self, table_id: str, game: str, document: Document) -> Loaded:
        known = self._cache.get(table_id)
        if known and known.document.version == document.version:
            return Loaded(known.table, document)
        if game not in GAMES:
            raise NewerDocumentError("its game is not known to this release")
        return self._keep(table_id, Loaded(read(table_type(game), document.text), document))

    def _keep(self, table_id: str, loaded: Loaded) -> Loaded:
        self._cache[table_id] = loaded
        self._cache.move_to_end(table_id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return loaded


def _judged(wish: Wish, table: Table[Any], clock: Clock) -> Change | IllegalMove:
    try:
        return wish(table, clock)
    except IllegalMove as refused:
        return refused


def _moved(table: Table[Any], clock: Clock, chat: int) -> Change:
    """The table in a supergroup that its group has become, where nothing keeps the bot from writing."""
    change = Change(table) if table.mute is None else silence.speak_again(table, clock)
    return change.then(Change(change.table.but(chat=chat, thread=None)))


def _named(table: Table[Any], users: Container[int]) -> dict[int, str]:
    """What those of these users are called who sit there, or did until just now."""
    people = ((sitter.user or sitter.kept, sitter.name) for sitter in table.sitters)
    return {user: name for user, name in people if user is not None and user in users}


def _some(entry: Entry | None) -> tuple[Entry, ...]:
    return () if entry is None else (entry,)


def within(entries: Iterable[Entry], home: str) -> tuple[Entry, ...]:
    """Those of the entries that a step in the shard of that home can settle. Another may be that of a chat whose home
    is elsewhere by now, for it has become a supergroup, or of a private one from which a table of a group is left: the
    worker settles it, and after a crash in between it is done once more."""
    return tuple(entry for entry in entries if entry.shard == home[0])


def _kept(table: Table[Any]) -> int | None:
    if table.stage in ("lobby", "play"):
        return PATIENCE_KEPT if table.alone else None
    return KEPT
