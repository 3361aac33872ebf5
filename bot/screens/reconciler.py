"""Makes Telegram show what is true: compares the screens that a table should have with those it has, and sends the
difference, always of the newest state.

Who holds a table's screen lease draws it: whoever committed, with the state in hand, or a sweeper that found it stale.
Nobody sleeps with a lease. Where a chat's limits are used up, or Telegram asks for patience or is away, what can be
drawn is drawn, the lease is given back with a pause, and a sweeper comes when the pause is over, to draw what is
newest then: thirty moves in a second become a few edits, and the last one shows the end.

What cannot be promised: a crash, or an answer that never comes, between sending a *new* message and noting its number
leaves that message behind and sends another one; so does a text of those said one by one. Edits repeat harmlessly.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramMigrateToChat

from bot import faults, metrics
from bot.ending import end
from bot.logs import about
from bot.screens.keys import keyboard, link
from bot.screens.screen import Screen
from bot.screens.shown import Note, Place, Shown
from bot.sending.errors import Kind, kind, waiting, wording
from bot.sending.requests import (
    Answer,
    AtOnce,
    EditKeyboard,
    EditText,
    EditWhisper,
    SendText,
    Withdraw,
    WithdrawWhisper,
)
from bot.sending.whispering import Whispering
from bot.store import keys
from bot.store.calls import AWAY
from bot.store.documents import BrokenDocumentError
from bot.store.store import Done, Drawing, Lost, Newer, Store

TIMEOUT: Final = 5
"""Seconds for one call. Up to five follow each other between two steps that lengthen the lease, which is 30 seconds."""

SWEEP: Final = 1.0
"""Seconds between two looks for stale tables."""

SHORTEST_PAUSE: Final = 0.05
"""Seconds between two looks in any case: every chat that is full for a moment asks for another."""

LONGEST_PAUSE: Final = 30.0
"""Seconds before another attempt when Telegram was away several times."""

STORE_PAUSE: Final = 0.5
"""Seconds before another attempt when Redis was away."""

FAR: Final = 25
"""After so many later messages a screen that changes is posted anew, unless sooner is asked for."""

AT_ONCE: Final = 64
"""Tables drawn at the same time by one process."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A screen that a table should have."""

    key: str
    """`table`, the number of a seat, or that of one that is reminded, `nudge2`, or has asked for its hand, `asked2`."""
    chat: int
    render: Callable[[], Screen]
    thread: int | None = None
    depends: str = ""
    """What the screen depends on, in short: while that is the same, nothing is rendered. Empty: unsaid."""
    posting: str = ""
    """When this changes, the screen is posted as a new message, and the old one loses its buttons."""
    ring: bool = False
    """Whether a new message makes a sound."""
    latest: int = 0
    """The newest message known in the chat, if its messages are numbered by themselves (supergroups); 0: unknown."""
    far: int = FAR
    """After so many later messages it is posted anew when it changes."""
    receiver: int = 0
    """Who alone sees it in that group; 0: everybody there."""
    trial: bool = False
    """Whether the bot may not have been allowed to write there: it tries at each drawing, and success is told."""
    whisper: int = 0
    """The number of a message to the receiver that was sent in answer to a tap. It shows this screen so long as it is
    there: no other is sent in its place. 0: it is for the reconciler to send one."""
    digest: str = ""
    """Of the screen that the whisper was sent with."""


class Tables(Protocol):
    """What the reconciler asks about tables, and tells."""

    def wanted(self, table_id: str, drawing: Drawing) -> Sequence[Wanted]:
        """The screens that the table in this document should have; what is said one by one goes to the first's chat.

        A screen that is shown but not wanted any more goes, in private; a group's loses its buttons.
        """
        ...

    async def unreachable(self, table_id: str, wanted: Wanted, unsaid: str = "") -> None:
        """The bot may not write there, and what was to be said there is `unsaid`, as it waited in the store. Told at
        every attempt: must change nothing where it is known already."""
        ...

    async def broken(self, table_id: str) -> None:
        """Its document cannot be read."""
        ...

    async def written(self, table_id: str) -> None:
        """What was on trial is shown: the bot may write in the table's chat."""
        ...

    async def topic_gone(self, table_id: str, thread: int) -> None:
        """The table's topic is closed or deleted, or there are none any more: what is sent goes to General."""
        ...

    async def migrated(self, old: int, new: int) -> None:
        """The group has another number now."""
        ...


@dataclass(frozen=True, slots=True)
class Said:
    """A message of its own, sent once and never changed; those of a table are sent in order."""

    text: str
    keyboard: str = ""
    chat: int | None = None
    """None: where the table is."""
    thread: int | None = None
    after: bool = False
    """Whether it waits until the table's screen is drawn, whatever keeps others; else all the screens wait for it."""
    link: str = ""
    """What the button says that leads to the table's message, where that has an address."""
    quiet: bool = False
    """Whether it makes no sound."""
    fleeting: bool = False
    """Whether it is of no use any more where it cannot be said at once."""

    def __str__(self) -> str:
        return json.dumps({name: getattr(self, name) for name in self.__slots__ if getattr(self, name)})

    @classmethod
    def parse(cls, text: str) -> "Said":
        """As it was written down in the store."""
        return cls(**json.loads(text))


class Reconciler:
    """Draws tables. `run` it beside the workers, hand `draw` what a commit returned, `drain` it before the end."""

    def __init__(self, bot: Bot, store: Store, tables: Tables, at_once: int = AT_ONCE, name: str = "worker") -> None:
        """`name` is the process's: leases under it that are found at the start are its own of before."""
        self.whispering = Whispering(bot)
        self._bot = bot
        self._store = store
        self._tables = tables
        self._name = name
        # What errors have taught: where groups are now.
        self._moved: dict[int, int] = {}
        self._failures = 0
        self._back_at = 0.0
        self._room = asyncio.Semaphore(at_once)
        self._drawing: dict[asyncio.Task[None], str] = {}
        self._astray = False
        self._sweep_at = 0.0
        self._sooner = asyncio.Event()

    def draw(self, table_id: str, holder: str, drawing: Drawing) -> None:
        """Starts drawing a table whose screen lease is the holder's."""
        with about(table=table_id, game=drawing.game):
            self._start(table_id, self._draw(table_id, holder, drawing))

    async def sweep(self, *, first: bool = False) -> None:
        """Starts drawing what is stale and nobody's; at the first time, also what this process was drawing when it
        ended, or lost sight of the store, the last time."""
        await self._sweep(self._name if first else "")

    async def inherit(self, name: str) -> None:
        """Starts drawing what a process was drawing that is no more. Raises redis-py's errors."""
        await self._sweep(name)

    def astray(self) -> None:
        """An answer of the store was lost, and with it perhaps the lease of a table: the next sweep takes back what is
        this process's and not being drawn."""
        self._astray = True

    async def _sweep(self, gone: str) -> None:
        holder = f"{self._name}/{secrets.token_hex(8)}"
        dead, drawn = gone and f"{gone}/", set(self._drawing.values())
        claims = (self._store.claim_stale(shard, holder, dead, but=drawn) for shard in keys.SHARDS)
        for claimed in await asyncio.gather(*claims):
            for table_id in claimed:
                with about(table=table_id):
                    self._start(table_id, self._load_and_draw(table_id, holder))

    async def run(self) -> None:
        """Sweeps every second, and when a pause of our own is over, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            self._sweep_at = loop.time() + SWEEP
            try:
                await self.sweep(first=self._astray)
                self._astray = False
            except AWAY as error:
                log.warning("stale screens are out of reach: %s", type(error).__name__)
                self._astray = True
            soonest = loop.time() + SHORTEST_PAUSE
            while (left := max(self._sweep_at, soonest) - loop.time()) > 0:
                self._sooner.clear()
                try:
                    async with asyncio.timeout(left):
                        await self._sooner.wait()
                except TimeoutError:
                    break

    async def drain(self, patience: float = 20.0) -> None:
        """Waits for what is being drawn; after so many seconds the rest is left to another process's sweeper."""
        if self._drawing:
            _, late = await asyncio.wait(self._drawing, timeout=patience)
            await end(late)

    def _start(self, table_id: str, deed: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(deed)
        self._drawing[task] = table_id
        task.add_done_callback(lambda done: self._ended(table_id, done))

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        del self._drawing[task]
        if not task.cancelled() and (error := task.exception()):
            # A sweeper draws with no digest believed, at the latest when the lease runs out.
            if isinstance(error, AWAY):
                log.warning("drawing table %s waits for Redis: %s", table_id, type(error).__name__)
                self._astray = True
            else:
                log.error("drawing table %s failed: %s", table_id, faults.told(error))

    async def _load_and_draw(self, table_id: str, holder: str) -> None:
        found = await self._store.table(table_id)
        if found is not None:
            try:
                await self._draw(table_id, holder, Drawing(*found, tuple(await self._store.said(table_id))))
            except BrokenDocumentError:
                await self._tables.broken(table_id)

    async def _draw(self, table_id: str, holder: str, drawing: Drawing) -> None:
        queued = self._room.locked()
        async with self._room:
            if queued and not await self._store.keep(table_id, holder):
                return
            while True:
                document = drawing.document
                shown = Shown(document.shown, doubt=document.doubt)
                said, wait = await self._show(table_id, drawing, shown)
                outcome = await self._noted(table_id, holder, document.mark, str(shown), said, ended=not (said or wait))
                if not isinstance(outcome, Lost) and outcome.lag is not None:
                    metrics.DRAW_LAG.observe(outcome.lag / 1000)
                match outcome:
                    case Done():
                        return
                    case Lost():
                        await self._withdraw(shown.messages() - Shown(document.shown).messages() - shown.adopted)
                        return
                # A pause is taken only when there is nothing newer, for that may concern chats that need not wait.
                if wait and outcome.document.mark == document.mark:
                    await self._store.release(table_id, holder, int(wait * 1000) + 1)
                    self._remind(wait)
                    return
                drawing = outcome

    async def _noted(  # noqa: PLR0913  # what there is to be noted
        self, table_id: str, holder: str, mark: str, shown: str, said: int, *, ended: bool
    ) -> Done | Newer | Lost:
        """What the store says to what was shown: it must hear of messages that were sent, so this waits for Redis.

        Where the drawing has not ended it goes on from there: a doubt is about what was believed before, and would have
        all of it edited again and again, for not everything may be in one go.
        """
        while True:
            try:
                if ended:
                    return await self._store.shown(table_id, holder, mark, shown, said)
                return await self._store.shown(table_id, holder, "", shown, said, doubt=mark.partition("!")[2])
            except AWAY as error:
                log.warning("what table %s shows waits for Redis: %s", table_id, type(error).__name__)
                await asyncio.sleep(STORE_PAUSE)

    def _remind(self, wait: float) -> None:
        self._sweep_at = min(self._sweep_at, asyncio.get_running_loop().time() + wait + 0.005)
        self._sooner.set()

    async def _show(self, table_id: str, drawing: Drawing, shown: Shown) -> tuple[int, float]:
        """Sends what differs and notes it: how many texts are done with, and seconds to wait with the rest."""
        screens = self._tables.wanted(table_id, drawing)
        if not screens and drawing.said:
            return len(drawing.said), 0.0  # there is nowhere to say it
        said = Said.parse(drawing.said[0]) if drawing.said else None
        waits = [0.0]
        if said and not said.after:
            waits.append(await self._say(table_id, said, screens[0], shown))
            if not any(waits):
                return 1, 0.0
        for key in shown.notes.keys() - {screen.key for screen in screens}:
            shown.retire(key)
        brought = (
            self._keep_up(screen, shown) if screen.whisper else self._bring(table_id, screen, shown)
            for screen in screens
        )
        drawn = await self._all(table_id, [*brought])
        waits += drawn
        waits += await self._all(table_id, [self._take_away(place, shown) for place in shown.old])
        if said and said.after and not drawn[0]:
            wait = await self._say(table_id, said, screens[0], shown)
            return (0, wait) if wait else (1, 0.0)
        return 0, min(filter(None, waits), default=0.0)

    async def _all(self, table_id: str, deeds: Sequence[Coroutine[Any, Any, float]]) -> list[float]:
        """What each says to wait. One that fails in an unforeseen way keeps no other back, and is tried again."""
        waits = []
        for done in await asyncio.gather(*deeds, return_exceptions=True):
            if isinstance(done, AWAY):
                log.warning("a screen of table %s waits for Redis: %s", table_id, type(done).__name__)
                waits.append(STORE_PAUSE)
            elif isinstance(done, Exception):
                log.error("a screen of table %s cannot be drawn: %s", table_id, faults.told(done))
                waits.append(LONGEST_PAUSE)
            elif isinstance(done, BaseException):
                raise done
            else:
                waits.append(done)
        return waits

    async def _bring(self, table_id: str, wanted: Wanted, shown: Shown) -> float:
        """Makes one message show its screen. The seconds to wait where that cannot be now, else 0."""
        chat = self._moved.get(wanted.chat, wanted.chat)
        note = shown.notes.get(wanted.key, Note(chat, receiver=wanted.receiver))
        here = (note.chat, note.posting, note.receiver) == (chat, wanted.posting, wanted.receiver)
        if here and note.digest and wanted.depends and note.depends == wanted.depends and not wanted.trial:
            return 0.0
        screen = wanted.render()
        new = Note(chat, note.message, screen.digest, wanted.posting, wanted.depends, wanted.receiver)
        if here and note.digest == screen.digest and not wanted.trial:
            shown.notes[wanted.key] = new
            return 0.0
        far = wanted.latest - note.message >= wanted.far
        try:
            if here and note.message and not far:
                if await self._edit(note.place, screen):
                    shown.notes[wanted.key] = new
                    if wanted.trial:
                        await self._tables.written(table_id)
                    return 0.0
                # Forgotten before anything new is sent: that may have to wait, and must not begin with this edit again.
                shown.notes.pop(wanted.key)
            if wanted.receiver and not await self.whispering.understood(chat, wanted.receiver):
                await self._tables.unreachable(table_id, wanted)
                return 0.0
            chat, message = await self._send(table_id, wanted, self._moved.get(chat, chat), screen)
        except AiogramError as error:
            return await self._failed(table_id, wanted, error, new, shown)
        shown.retire(wanted.key)
        shown.notes[wanted.key] = new._replace(chat=chat, message=message)
        if wanted.trial:
            await self._tables.written(table_id)
        return 0.0

    async def _keep_up(self, wanted: Wanted, shown: Shown) -> float:
        """Makes a message that was sent in answer to a tap show its screen; one that is gone, or cannot be changed, is
        let be for ever. The seconds to wait where it cannot be now, else 0."""
        note = shown.notes.get(wanted.key)
        if note is None or note.posting != wanted.posting:
            note = Note(wanted.chat, wanted.whisper, wanted.digest, wanted.posting, receiver=wanted.receiver)
            shown.adopt(wanted.key, note)
        if not note.message or (note.digest and note.depends == wanted.depends):
            return 0.0
        screen, there = wanted.render(), True
        if note.digest != screen.digest:
            try:
                there = await self._edit(note.place, screen)
            except AiogramError as error:
                match kind(error):
                    case Kind.FLOOD:
                        return waiting(error)
                    case Kind.AWAY:
                        shown.doubted(wanted.key)
                        return self._pause()
                    case _:
                        there = False
        message = note.message if there else 0
        shown.notes[wanted.key] = note._replace(message=message, digest=screen.digest, depends=wanted.depends)
        return 0.0

    async def _failed(self, table_id: str, wanted: Wanted, error: AiogramError, new: Note, shown: Shown) -> float:
        """What to do about a screen that could not be shown: seconds to wait, or 0 to let it be."""
        match kind(error):
            case Kind.FLOOD:
                return waiting(error)
            case Kind.AWAY:
                shown.doubted(wanted.key)
                return self._pause()
            case Kind.FORBIDDEN:
                shown.doubted(wanted.key)
                await self._tables.unreachable(table_id, wanted)
            case meant:
                log.error("screen %s of table %s: %s (%s)", wanted.key, table_id, meant.name, wording(error))
                shown.notes[wanted.key] = new  # it would be refused again, until it changes
        return 0.0

    async def _send(self, table_id: str, wanted: Wanted, chat: int, screen: Screen) -> tuple[int, int]:
        """Sends a new message, if need be to where the group is now, or without a topic that is no more.

        Its chat and number. Raises aiogram's errors; what they teach is remembered, for the next attempt.
        """
        call = SendText(
            chat_id=chat,
            receiver_user_id=wanted.receiver or None,
            message_thread_id=wanted.thread,
            text=screen.text,
            disable_notification=None if wanted.ring else True,
            reply_markup=screen.keyboard,
        )
        try:
            sent = await self._call(call)
        except TelegramMigrateToChat as error:
            await self._follow(error)
            call = call.model_copy(update={"chat_id": error.migrate_to_chat_id, "message_thread_id": None})
            sent = await self._call(call)
        except AiogramError as error:
            if kind(error) is not Kind.THREAD_GONE or wanted.thread is None:
                raise
            await self._tables.topic_gone(table_id, wanted.thread)
            call = call.model_copy(update={"message_thread_id": None})
            sent = await self._call(call)
        return call.chat_id, sent.ephemeral_message_id or sent.message_id

    async def _edit(self, place: Place, screen: Screen) -> bool:
        """Whether the message shows the screen now; False: it is not there any more. Raises aiogram's other errors."""
        chat, message, receiver = place
        text, buttons = screen.text, screen.keyboard
        try:
            if receiver:
                whisper = EditWhisper(
                    chat_id=chat,
                    receiver_user_id=receiver,
                    ephemeral_message_id=message,
                    text=text,
                    reply_markup=buttons,
                )
                await self._call(whisper)
            else:
                await self._call(EditText(chat_id=chat, message_id=message, text=text, reply_markup=buttons))
        except TelegramMigrateToChat as error:
            await self._follow(error)
            return False
        except AiogramError as error:
            if kind(error) is Kind.NOT_MODIFIED:
                return True
            if kind(error) is Kind.GONE:
                return False
            raise
        return True

    async def _follow(self, error: TelegramMigrateToChat) -> None:
        if isinstance(error.method, AtOnce):
            self._moved[error.method.chat_id] = error.migrate_to_chat_id
            await self._tables.migrated(error.method.chat_id, error.migrate_to_chat_id)

    async def _call(self, call: AtOnce[Answer]) -> Answer:
        answer = await self._bot(call, request_timeout=TIMEOUT)
        self._failures = 0
        return answer

    async def _say(self, table_id: str, said: Said, where: Wanted, shown: Shown) -> float:
        """Sends a text. The seconds to wait where that cannot be now; 0 where it is sent, or never can be."""
        chat, thread = (where.chat, where.thread) if said.chat is None else (said.chat, said.thread)
        place = Wanted(where.key, chat, where.render, thread, ring=not said.quiet)
        url = shown.address("table") if said.link else ""
        buttons = keyboard([[link(said.link, url)]]) if url else said.keyboard
        try:
            await self._send(table_id, place, self._moved.get(chat, chat), Screen(said.text, buttons))
        except AiogramError as error:
            match kind(error):
                case Kind.FLOOD:
                    return waiting(error)
                case Kind.AWAY:
                    return self._pause()
                case Kind.FORBIDDEN:
                    lost = said.fleeting or said.chat is not None
                    await self._tables.unreachable(table_id, place, "" if lost else str(said))
                case meant:
                    log.error("a text said at table %s: %s (%s)", table_id, meant.name, wording(error))
        return 0.0

    async def _take_away(self, place: Place, shown: Shown) -> float:
        """Deletes an old message in private, for an old hand misleads; a group's, and one too old to be deleted, loses
        its buttons. The seconds to wait where that cannot be now, else 0."""
        try:
            whole = place.receiver or place.chat > 0
            if not (whole and await self._deleted(place)) and not place.receiver:
                await self._call(EditKeyboard(chat_id=place.chat, message_id=place.message))
        except AiogramError as error:
            match kind(error):
                case Kind.FLOOD:
                    return waiting(error)
                case Kind.AWAY:
                    return self._pause()
        shown.old.remove(place)
        return 0.0

    async def _deleted(self, place: Place) -> bool:
        """Whether it is gone; False: Telegram does not let us. Raises aiogram's other errors."""
        chat, message, receiver = place
        try:
            if receiver:
                return await self._call(
                    WithdrawWhisper(chat_id=chat, receiver_user_id=receiver, ephemeral_message_id=message)
                )
            return await self._call(Withdraw(chat_id=chat, message_id=message))
        except AiogramError as error:
            if kind(error) is Kind.GONE:
                return False
            raise

    async def _withdraw(self, messages: set[Place]) -> None:
        """Deletes messages that nobody will know of, since the lease was lost before they were noted."""
        for place in messages:
            try:
                await self._deleted(place)
            except AiogramError as error:
                log.warning("a message too many stays: %s", kind(error).name)

    def _pause(self) -> float:
        """Seconds to wait after Telegram was away once more: longer each time."""
        now = asyncio.get_running_loop().time()
        if now >= self._back_at:  # what fails meanwhile is the same outage, seen by another call
            self._back_at = now + min(LONGEST_PAUSE, 2.0 ** min(self._failures, 10))
            self._failures += 1
        return self._back_at - now
