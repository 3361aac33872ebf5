"""Many people at many tables, all tapping at once, and what the server's journal tells of how the limits were kept.

Times are seconds by the playground's clock. A message or an edit that is refused with 429 counts for nothing there.
"""

import asyncio
import json
import random
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bot.language import Language
from bot.playground.api import SENDING
from bot.playground.client import Answer, MadeCall, Playground, Seen, SeenButton
from bot.screens import alerts
from bot.screens.screen import Screen
from bot.screens.shown import Shown
from bot.store import keys
from bot.store.store import Document, Store
from tests.e2e.people import PATIENCE, Company, Player
from tests.e2e.words import RUSSIAN

MOVED_ON = alerts.moved_on(Language("ru"))
IN_A_MINUTE = 20
LATE = 3.0
"""Seconds after which the newest state should be on the group's screen, while there is budget."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message or an edit that the server took."""

    at: float
    chat: int
    message: int
    screen: Screen
    table: str
    count: int
    """The newest count of the table in its buttons; -1: it has none."""


@dataclass(frozen=True, slots=True)
class Move:
    """A tap that was accepted."""

    pressed: float
    answered: float
    text: str


@dataclass(slots=True)
class Table:
    """A company at its table."""

    company: Company
    id: str
    since: int
    """Its count when the playing began."""
    taps: list[tuple[SeenButton, Answer]] = field(default_factory=list)


class Journal:
    """What the server was asked, and how it answered."""

    def __init__(self, calls: Sequence[MadeCall]) -> None:
        self.refused = [call for call in calls if call.code == 429]
        self.sent = [_sent(call) for call in calls if SENDING.fullmatch(call.method.lower()) and call.code != 429]
        self.answers = {
            call.params["callback_query_id"]: call for call in calls if call.method == "answerCallbackQuery"
        }

    def most(self, window: float, chat: int | None = None) -> int:
        """The most that were sent within so many seconds, in all or to one chat."""
        times = [sent.at for sent in self.sent if chat in (None, sent.chat)]
        return max((bisect_left(times, at + window) - place for place, at in enumerate(times)), default=0)

    @property
    def chats(self) -> set[int]:
        """Where something was sent."""
        return {sent.chat for sent in self.sent}

    def moves(self, table: Table) -> list[Move]:
        """The accepted ones, in the order in which they were answered."""
        found = []
        for button, answer in table.taps:
            said = self.answers[answer.id]
            refused = answer.alert or answer.text == MOVED_ON
            if (button.callback_data or "").startswith("p") and not refused:
                found.append(Move(answer.at, said.at, answer.text or ""))
        return sorted(found, key=lambda move: move.answered)

    def room(self, chat: int, since: float, until: float) -> float:
        """For how many seconds between these two times one more could have been sent to that group in its minute."""
        times = [sent.at for sent in self.sent if sent.chat == chat]
        if until <= since:
            return 0.0
        edges = sorted({since, until, *(at + later for at in times for later in (0, 60) if since < at + later < until)})
        free = 0.0
        for one, other in pairwise(edges):
            used = bisect_right(times, one) - bisect_right(times, one - 60)
            free += other - one if used < IN_A_MINUTE else 0
        return free

    def lateness(self, table: Table) -> list[tuple[float, float]]:
        """Of each accepted move: how long after the tap the group's screen showed a state not older than it, and for
        how long after the tap was answered it did not although there was budget."""
        chat, late = table.company.group.id, []
        screens = [sent for sent in self.sent if sent.chat == chat and sent.table == table.id and sent.count >= 0]
        for number, move in enumerate(self.moves(table), 1):
            # When the n-th move is answered at least n are stored, each of which has raised the table's count.
            shown = next((sent.at for sent in screens if sent.count >= table.since + number), None)
            if shown is not None:
                shown = max(shown, move.pressed)
                late.append((shown - move.pressed, self.room(chat, move.answered, shown)))
        return late


def _sent(call: MadeCall) -> Sent:
    params = call.params
    keyboard = str(params.get("reply_markup") or "")
    drawn = re.findall(r'"[pc]([0-9a-z]{8}):(\d+):', keyboard)
    result = call.result if isinstance(call.result, dict) else {}
    message = params.get("message_id") or result.get("message_id") or 0
    return Sent(
        call.at,
        int(params["chat_id"]),
        int(message),
        Screen(str(params.get("text", "")), keyboard),
        drawn[0][0] if drawn else "",
        max((int(count) for _, count in drawn), default=-1),
    )


class Evening:
    """Companies that play at once until they are told to stop."""

    def __init__(self, pg: Playground, store: Store, tables: Sequence[Table], since: int) -> None:
        self.pg, self.store, self.tables = pg, store, tables
        self._since = since

    @classmethod
    async def begin(
        cls, pg: Playground, store: Store, rng: random.Random, sizes: Iterable[int], game: str, *terms: str
    ) -> "Evening":
        """As many companies as there are sizes, each of so many people, all of whom have sat down."""
        since = await pg.last_call()
        companies = [await Company.gather(pg, rng, RUSSIAN, size) for size in sizes]
        tables = await asyncio.gather(*(_seated(company, store, game, terms) for company in companies))
        return cls(pg, store, tables, since)

    async def play(self, game: str, seconds: float) -> None:
        """Everybody presses what they see, for so long or to the end of the game."""
        over = asyncio.Event()
        players = [(table, player) for table in self.tables for player in table.company.players]
        playing = [asyncio.create_task(_plays(table, player, game, over)) for table, player in players]
        try:
            await asyncio.wait(playing, timeout=seconds)
        finally:
            over.set()
            await asyncio.gather(*playing)

    async def journal(self) -> Journal:
        """From its beginning until now."""
        return Journal(await self.pg.calls(since=self._since))

    async def document(self, table: Table) -> Document:
        """As it is stored."""
        found = await self.store.table(table.id)
        assert found
        return found[1]


async def _seated(company: Company, store: Store, game: str, terms: Sequence[str]) -> Table:
    lobby = await company.open(game)
    if terms:
        lobby = await company.agree(lobby, *terms)
    await asyncio.gather(*(one.press(company.words.sit, on=lobby, patience=PATIENCE) for one in company.people[1:]))

    def full(seen: Seen) -> bool:
        return company.words.begin in seen.button_texts and all(one.name in (seen.text or "") for one in company.people)

    lobby = await company.host.wait_for(company.group, match=full, patience=PATIENCE)
    table = (lobby.button(company.words.begin) or lobby.buttons[0][0]).callback_data or ""
    await company.begin(lobby)
    document = (await store.table(table[1:9])) or ("", Document("{}", ""))
    return Table(company, table[1:9], json.loads(document[1].text)["count"])


async def _plays(table: Table, player: Player, game: str, over: asyncio.Event) -> None:
    company = table.company
    title = f"{company.words.games[game]} · {company.title}"
    while not over.is_set():
        rev = await company.pg.rev()
        screen = await player.screen(title)
        if screen is not None:
            button = player.choice(screen)
            answer = await player.press(button, screen)
            if answer is not None:
                table.taps.append((button, answer))
        if await company.result():
            return
        await company.pg.wait_news(rev, 1.0, [player.who.id])


@dataclass(frozen=True, slots=True)
class Figures:
    """How well the limits were kept, and how fast all that was."""

    moves: int
    sent: int
    in_a_second: int
    in_a_minute: int
    """To the busiest group."""
    late: tuple[float, float, float]
    """Seconds from the tap until everybody saw it: median, 95th percentile, worst."""
    late_in_budget: float
    """The worst from the answer on, without the time in which the group's minute was used up."""
    answered: tuple[float, float, float]
    """Seconds from the tap to its answer."""


def judged(journal: Journal, tables: Sequence[Table], documents: Sequence[Document]) -> Figures:
    """The figures; an assertion fails where a limit was not kept, a state was late without need, a tap was not told
    what came of it, or a screen is not right in the end."""
    assert journal.refused == []
    groups = [chat for chat in journal.chats if chat < 0]
    figures = Figures(
        sum(len(journal.moves(table)) for table in tables),
        len(journal.sent),
        journal.most(1),
        max(journal.most(60, group) for group in groups),
        _spread([late for table in tables for late, _ in journal.lateness(table)]),
        max(room for table in tables for _, room in journal.lateness(table)),
        _spread([move.answered - move.pressed for table in tables for move in journal.moves(table)]),
    )
    assert figures.in_a_second <= 30
    assert figures.in_a_minute <= IN_A_MINUTE
    assert max(journal.most(1, chat) for chat in journal.chats) == 1
    for table, document in zip(tables, documents, strict=True):
        moves = journal.moves(table)
        assert all(move.text for move in moves)
        assert len(journal.lateness(table)) == len(moves) > 0
        _right(journal, document)
    assert figures.late_in_budget <= LATE, figures
    return figures


def _spread(found: Sequence[float]) -> tuple[float, float, float]:
    ranked = sorted(found)
    return tuple(round(ranked[int(part * (len(ranked) - 1))], 2) for part in (0.5, 0.95, 1))  # type: ignore[return-value]


def _right(journal: Journal, document: Document) -> None:
    """Every screen of the table shows what was drawn last, and that is the newest state."""
    assert document.mark == ""
    shown = {(sent.chat, sent.message): sent.screen for sent in journal.sent}
    for note in Shown(document.shown).notes.values():
        assert shown[note.chat, note.message].digest == note.digest


async def idle(store: Store) -> bool:
    """Whether nothing is left in the inboxes and on stale screens."""
    entries = [await store.client.xlen(keys.inbox(shard)) for shard in keys.SHARDS]
    stale = [await store.client.zcard(keys.stale(shard)) for shard in keys.SHARDS]
    return not sum(entries) + sum(stale)
