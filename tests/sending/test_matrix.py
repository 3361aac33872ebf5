"""Every fault of Telegram's, while each kind of thing is on its way.

The newest state is shown in the end; texts said one by one keep their order, and come twice only where Telegram had
taken one and did not say so; whoever tapped is told once, and nothing that is not so; clocks stand while Telegram is
away and go on when it refuses.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiogram import Bot

from bot import sending
from bot.inbox.clock import Clock
from bot.playground import TOKEN, Server
from bot.playground.client import Group, Playground, Someone
from bot.screens import reconciler as drawing
from bot.screens.reconciler import Said
from bot.sending import Budget, Hearing, Kind, Unlimited, session
from bot.store import keys
from bot.store.store import GAP_MS, Store
from tests.screens.test_reconciler import TABLE, Desk
from tests.sending.conftest import Sleeper

LONGEST = 0.5
"""Seconds that a call may take to which Telegram does not answer in time."""


@dataclass(frozen=True)
class Fault:
    """What goes wrong once, and what that is to us."""

    name: str
    kind: str
    meant: Kind
    done: bool = False
    """Whether Telegram does what it is asked, although it does not say so."""
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def passes(self) -> bool:
        """Whether it is tried again without a reason of its own."""
        return self.meant in (Kind.FLOOD, Kind.AWAY)


def refused(name: str, code: int, description: str, meant: Kind) -> Fault:
    return Fault(name, "error", meant, fields={"code": code, "description": description})


def bad(text: str, meant: Kind) -> Fault:
    return refused(text.replace(" ", "-").replace("'", ""), 400, f"Bad Request: {text}", meant)


PASSING = (
    Fault("flood", "retry_after", Kind.FLOOD, fields={"seconds": 7}),
    Fault("flood-everywhere", "retry_after", Kind.FLOOD, fields={"seconds": 7, "method": None, "chat": None}),
    bad("SLOWMODE_WAIT_7", Kind.FLOOD),
    refused("internal-error", 500, "Internal Server Error", Kind.AWAY),
    refused("bad-gateway", 502, "Bad Gateway", Kind.AWAY),
    Fault("reset-before", "drop_before", Kind.AWAY),
    Fault("reset-within-the-answer", "drop_within", Kind.AWAY, done=True),
    Fault("reset-after", "drop_after", Kind.AWAY, done=True),
    Fault("nonsense", "garbage", Kind.AWAY, done=True),
    Fault("too-late", "latency", Kind.AWAY, done=True, fields={"seconds": 2 * LONGEST}),
)
REFUSALS = (
    refused("forbidden", 403, "Forbidden: bot was blocked by the user", Kind.FORBIDDEN),
    bad("not enough rights to send text messages to the chat", Kind.FORBIDDEN),
    bad("chat not found", Kind.FORBIDDEN),
    bad("message is too long", Kind.MALFORMED),
    bad("can't parse entities", Kind.MALFORMED),
    bad("the moon is in the wrong house", Kind.UNKNOWN),
)
OF_EDITS = (
    bad("message to edit not found", Kind.GONE),
    bad("message can't be edited", Kind.GONE),
)
OF_SENDS = (bad("message thread not found", Kind.THREAD_GONE),)
OF_TAPS = (
    bad("query is too old and response timeout expired or query ID is invalid", Kind.OLD_QUERY),
    bad("QUERY_ID_INVALID", Kind.OLD_QUERY),
)


class Hours:
    """A clock that goes by hand."""

    def __init__(self) -> None:
        self.ms = 10_000_000

    def __call__(self) -> int:
        return self.ms

    def seconds(self) -> float:
        return self.ms / 1000


class Cross(Desk):
    """A table at a Telegram with which something goes wrong once, and the clock of its game."""

    patch: pytest.MonkeyPatch

    def __init__(self, server: Server, store: Store, pg: Playground, anna: Someone, group: Group) -> None:
        self.patience = Hours()
        """Of whoever waits until something may be sent."""
        self.hearing = Hearing()
        budget = Budget(Unlimited(), self.patience.seconds)
        bot = Bot(TOKEN, session=session(server.url, budget, self.hearing, Sleeper()))
        super().__init__(store, bot, pg, anna, group)
        self.time = Hours()
        self.clock = Clock(store, ms=self.time, shards=TABLE[:1], heard=self.hearing.heard)

    async def strike(self, fault: Fault, method: str, chat: int | None = None) -> None:
        """The next call of that method to that chat goes wrong."""
        if fault.kind == "latency":
            self.patch.setattr(drawing, "TIMEOUT", LONGEST)
            self.patch.setattr(sending, "TAP_TIMEOUT", LONGEST)
        await self.pg.fault(fault.kind, **{"method": method, "chat": chat, **fault.fields})

    async def ten_seconds(self) -> None:
        """They pass, and the bot goes on with the clocks of games as far as it may."""
        for _ in range(2):
            self.time.ms += GAP_MS
            await self.clock.claim()

    async def later(self) -> None:
        """Whatever the table waits for is over, and it is drawn until all is shown and said."""
        for _ in range(8):
            if not await self.mark():
                return
            self.patience.ms += 60_000
            await self.store.client.zadd(keys.stale(TABLE[0]), {TABLE: 0})
            await self.sweep()
        raise AssertionError("the table does not come to rest")

    async def carried_out(self, method: str, count: int) -> list[str]:
        """The texts of so many calls that Telegram has carried out: one that was given up too, which may be late."""
        while True:
            rev = await self.pg.rev()
            texts = [str(call.params.get("text")) for call in await self.pg.calls(method) if call.ok]
            if len(texts) >= count:
                return texts
            await self.pg.wait_news(rev)


@pytest.fixture
async def cross(server: Server, store: Store, pg: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cross]:
    anna = await pg.person("Анна")
    await anna.start()
    made = Cross(server, store, pg, anna, await pg.group("Друзья", anna))
    made.patch = monkeypatch
    await made.clock.claim()
    yield made
    await made.reconciler.drain()
    await (await made.bot.session.create_session()).close()  # type: ignore[attr-defined]  # aiogram's own waits a while


def cells(faults: tuple[Fault, ...], *ways: str) -> list[Any]:
    return [pytest.param(way, fault, id=f"{way}-{fault.name}") for way in ways for fault in faults]


@pytest.mark.parametrize(
    ("way", "fault"),
    [
        *cells(PASSING + REFUSALS + OF_EDITS, "table-edited", "hand-edited"),
        *cells(PASSING + REFUSALS + OF_SENDS, "table-sent", "hand-sent"),
    ],
)
async def test_the_newest_state_is_shown_in_the_end(cross: Cross, way: str, fault: Fault) -> None:
    screen, _, deed = way.partition("-")
    one, other = (cross.screen, cross.private) if screen == "table" else (cross.private, cross.screen)
    chat, key = (cross.group.id, "table") if screen == "table" else (cross.anna.id, "0")
    method = "sendMessage" if deed == "sent" else "editMessageText"
    await cross.show(*([] if deed == "sent" else [one("раз")]), other("прочее"))
    before, calls = cross.clock.now(TABLE[0]), len([call for call in await cross.pg.calls(method) if call.ok])

    await cross.strike(fault, method, chat)
    await cross.show(one("два"), other("прочее"))
    assert cross.hearing.heard() is (fault.meant is not Kind.AWAY)
    assert ((key, chat) in cross.tables.unreached) is (fault.meant is Kind.FORBIDDEN)
    await cross.ten_seconds()
    if fault.done:
        assert (await cross.carried_out(method, calls + 1))[calls:] == ["два"]
    if not fault.passes:
        await cross.show(one("три"), other("прочее"))
    await cross.later()

    newest = "два" if fault.passes else "три"
    twins = 1 if fault.done and deed == "sent" else 0
    left = ["раз"] if fault.meant is Kind.GONE else []  # where Telegram says that it is not there, and it is
    shown = await (cross.texts() if screen == "table" else cross.private_texts())
    assert shown == [*left, *["два"] * twins, newest]
    assert await (cross.private_texts() if screen == "table" else cross.texts()) == ["прочее"]
    await cross.clock.claim()
    assert cross.clock.now(TABLE[0]) - before == (0 if fault.meant is Kind.AWAY else 2 * GAP_MS)


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in PASSING])
async def test_a_state_that_is_as_it_was_before_the_fault_is_shown_too(cross: Cross, fault: Fault) -> None:
    """Taking a move back: what stood there before it is not what stands there now."""
    await cross.show(cross.screen("раз"))
    await cross.strike(fault, "editMessageText", cross.group.id)
    await cross.show(cross.screen("два"))
    if fault.done:
        await cross.carried_out("editMessageText", 1)
    await cross.show(cross.screen("раз"))
    await cross.later()
    assert await cross.texts() == ["раз"]


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in PASSING + REFUSALS + OF_SENDS])
async def test_texts_keep_their_order_and_come_twice_only_where_telegram_has_kept_one_back(
    cross: Cross, fault: Fault
) -> None:
    await cross.show(cross.screen("стол"))
    await cross.strike(fault, "sendMessage", cross.group.id)
    await cross.show(cross.screen("стол"), said=[str(Said(text)) for text in ("раз", "два", "три")])
    if fault.done:
        assert (await cross.carried_out("sendMessage", 2))[1:2] == ["раз"]
    await cross.later()
    first = 2 if fault.done else 1 if fault.passes else 0
    assert await cross.texts() == ["стол", *["раз"] * first, "два", "три"]
    assert await cross.store.said(TABLE) == []
    assert (cross.tables.unreached == [("table", cross.group.id)]) is (fault.meant is Kind.FORBIDDEN)


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in PASSING + REFUSALS + OF_TAPS])
@pytest.mark.parametrize("alert", [False, True], ids=["toast", "alert"])
async def test_whoever_taps_is_told_once_or_not_at_all(cross: Cross, fault: Fault, *, alert: bool) -> None:
    await cross.show(cross.screen("стол"))
    tap = await cross.anna.press("Сесть", cross.group, patience=0)
    await cross.strike(fault, "answerCallbackQuery")
    took = await sending.answer(cross.bot, tap.id, "Взято", alert=alert)
    if fault.done:
        await cross.carried_out("answerCallbackQuery", 1)
    seen = next(one for one in (await cross.anna.view()).answers if one["id"] == tap.id)
    told = "Взято" if fault.passes else None
    assert (seen["text"], seen["alert"]) == (told, alert and fault.passes)
    assert not took or told
    assert await cross.texts() == ["стол"]
    assert cross.hearing.heard()
