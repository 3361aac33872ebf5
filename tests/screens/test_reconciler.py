"""Telegram shows what is true in the end, whatever goes wrong on the way."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiogram import Bot
from redis.asyncio import Redis

from bot.playground import TOKEN, Server
from bot.playground.client import Group, MadeCall, Playground, Seen, Someone
from bot.screens.reconciler import FAR, Reconciler, Said, Wanted
from bot.screens.screen import Screen
from bot.sending import Budget, Unlimited, session
from bot.store import keys
from bot.store.store import Commit, Committed, Drawing, Store

TABLE = "a1234567"
KEYBOARD = '{"inline_keyboard":[[{"text":"Сесть","callback_data":"ta1234567:sit"}]]}'


@dataclass
class Notebook:
    """Tables whose document is the list of what is wanted of each screen."""

    rendered: list[str] = field(default_factory=list)
    unreached: list[tuple[str, int]] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    topics_gone: list[int] = field(default_factory=list)
    moves: list[tuple[int, int]] = field(default_factory=list)

    def wanted(self, _table_id: str, drawing: Drawing) -> Sequence[Wanted]:
        return [self._one(**screen) for screen in json.loads(drawing.document.text)]

    def _one(self, *, text: str, buttons: bool = True, **fields: Any) -> Wanted:
        def render() -> Screen:
            self.rendered.append(text)
            if text == "broken":
                raise RuntimeError("the seven of spades")
            return Screen(text, KEYBOARD if buttons else "")

        return Wanted(render=render, **fields)

    async def unreachable(self, _table_id: str, wanted: Wanted, _unsaid: str = "") -> None:
        self.unreached.append((wanted.key, wanted.chat))

    async def broken(self, table_id: str) -> None:
        raise AssertionError(f"table {table_id} can be read")

    async def written(self, table_id: str) -> None:
        self.heard.append(table_id)

    async def topic_gone(self, _table_id: str, thread: int) -> None:
        self.topics_gone.append(thread)

    async def migrated(self, old: int, new: int) -> None:
        self.moves.append((old, new))


class Desk:
    """One table, its reconciler, and who looks on."""

    def __init__(self, store: Store, bot: Bot, pg: Playground, anna: Someone, group: Group) -> None:
        self.store, self.bot, self.pg, self.anna, self.group = store, bot, pg, anna, group
        self.tables = Notebook()
        self.reconciler = Reconciler(bot, store, self.tables)
        self.version: str | None = None
        self.drawn = 0

    def screen(self, text: str, **fields: Any) -> dict[str, Any]:
        return {"key": "table", "chat": self.group.id, "text": text, **fields}

    def private(self, text: str, **fields: Any) -> dict[str, Any]:
        return {"key": "0", "chat": self.anna.id, "text": text, **fields}

    async def change(self, *screens: dict[str, Any], said: Sequence[str] = ()) -> Drawing | None:
        """Commits what is wanted now; the drawing, if the lease is ours, named after how many were before."""
        self.drawn += 1
        commit = Commit(
            "a-home",
            TABLE,
            self.version,
            "durachki",
            json.dumps(screens),
            said=tuple(said),
            stale=True,
            holder=f"holder {self.drawn}",
        )
        answer = await self.store.commit(commit)
        assert isinstance(answer, Committed)
        self.version = answer.version
        return answer.drawing

    async def begin(self, *screens: dict[str, Any], said: Sequence[str] = ()) -> None:
        """Commits and starts drawing, as a worker does."""
        drawing = await self.change(*screens, said=said)
        if drawing:
            self.reconciler.draw(TABLE, f"holder {self.drawn}", drawing)

    async def show(self, *screens: dict[str, Any], said: Sequence[str] = ()) -> None:
        await self.begin(*screens, said=said)
        await self.reconciler.drain()

    @asynccontextmanager
    async def swept(self) -> AsyncIterator[None]:
        """With a sweeper running; goes on until there is nothing left to be drawn."""
        runner = asyncio.create_task(self.reconciler.run())
        yield
        async with asyncio.timeout(10):
            while await self.mark():  # noqa: ASYNC110  # nothing tells when the last mark goes
                await asyncio.sleep(0.01)
        runner.cancel()
        await asyncio.wait([runner])
        await self.reconciler.drain()

    async def sweep(self) -> None:
        await self.reconciler.sweep()
        await self.reconciler.drain()

    async def mark(self) -> str:
        found = await self.store.table(TABLE)
        assert found
        return found[1].mark

    async def seen(self) -> list[Seen]:
        """The bot's messages in the group."""
        return [one for one in await self.anna.sees(self.group) if one.sender["is_bot"] and not one.service]

    async def texts(self) -> list[str | None]:
        return [one.text for one in await self.seen()]

    async def private_texts(self) -> list[str | None]:
        return [one.text for one in await self.anna.sees("bot") if one.sender["is_bot"]]

    async def calls(self) -> list[str]:
        return [call.method for call in await self.made()]

    async def made(self) -> list[MadeCall]:
        return await self.pg.calls()


async def desk_at(server: Server, store: Store, pg: Playground, budget: Budget) -> AsyncIterator[Desk]:
    bot = Bot(TOKEN, session=session(server.url, budget))
    anna = await pg.person("Анна")
    await anna.start()
    desk = Desk(store, bot, pg, anna, await pg.group("Друзья", anna))
    yield desk
    await desk.reconciler.drain()
    await (await bot.session.create_session()).close()  # type: ignore[attr-defined]  # aiogram's own waits a while


@pytest.fixture
async def desk(server: Server, store: Store, pg: Playground) -> AsyncIterator[Desk]:
    """A table where the limits do not matter."""
    async for made in desk_at(server, store, pg, Budget(Unlimited())):
        yield made


@pytest.fixture
async def busy(server: Server, store: Store, pg: Playground) -> AsyncIterator[Desk]:
    """A table where both sides keep Telegram's limits."""
    await pg.settings(limits=True)
    async for made in desk_at(server, store, pg, Budget(store)):
        yield made


@pytest.fixture
async def hurried(redis: Redis, valkey_url: str) -> AsyncIterator[Store]:
    """A store whose leases are over as soon as they are given."""
    made = Store.from_url(valkey_url, lease_ms=0)
    yield made
    await made.close()


async def test_a_new_table_is_sent_a_changed_one_is_edited_and_the_same_one_let_be(desk: Desk) -> None:
    await desk.show(desk.screen("<b>раз</b>"), desk.private("рука"))
    await desk.show(desk.screen("два"), desk.private("рука"))
    await desk.show(desk.screen("два"), desk.private("рука"))
    assert await desk.texts() == ["два"]
    assert await desk.private_texts() == ["рука"]
    assert sorted(await desk.calls()) == ["editMessageText", "sendMessage", "sendMessage"]
    assert [one.button_texts for one in await desk.seen()] == [["Сесть"]]
    assert await desk.mark() == ""


async def test_links_get_no_preview_and_only_what_may_ring_does(desk: Desk) -> None:
    await desk.show(desk.screen("тихо"), desk.private("звонко", ring=True))
    calls = {call.params["text"]: call.params for call in await desk.made()}
    assert calls["тихо"]["disable_notification"] == "true"
    assert "disable_notification" not in calls["звонко"]
    assert json.loads(calls["тихо"]["link_preview_options"]) == {"is_disabled": True}


async def test_what_a_screen_depends_on_unchanged_nothing_is_rendered(desk: Desk) -> None:
    await desk.show(desk.screen("раз", depends="7"))
    await desk.show(desk.screen("два", depends="7"))
    await desk.show(desk.screen("три", depends="8"))
    assert desk.tables.rendered == ["раз", "три"]


async def test_another_posting_is_a_new_message_and_the_old_one_loses_its_buttons(desk: Desk) -> None:
    await desk.show(desk.screen("первая сдача", posting="1"))
    await desk.show(desk.screen("вторая сдача", posting="2"))
    assert [(one.text, one.button_texts) for one in await desk.seen()] == [
        ("первая сдача", []),
        ("вторая сдача", ["Сесть"]),
    ]
    assert await desk.mark() == ""


async def test_a_screen_far_up_is_posted_anew_when_it_changes_and_only_then(desk: Desk) -> None:
    await desk.show(desk.screen("раз"))
    first = (await desk.seen())[0].id
    await desk.show(desk.screen("раз", latest=first + FAR))
    await desk.show(desk.screen("два", latest=first + FAR - 1))
    assert await desk.texts() == ["два"]
    await desk.show(desk.screen("три", latest=first + FAR))
    assert [(one.text, one.button_texts) for one in await desk.seen()] == [("два", []), ("три", ["Сесть"])]


async def test_a_screen_may_be_wanted_as_the_last_message(desk: Desk) -> None:
    await desk.show(desk.screen("раз"))
    first = (await desk.seen())[0].id
    await desk.show(desk.screen("два", latest=first, far=1))
    assert await desk.texts() == ["два"]
    await desk.show(desk.screen("три", latest=first + 1, far=1))
    assert [(one.text, one.button_texts) for one in await desk.seen()] == [("два", []), ("три", ["Сесть"])]


async def test_an_old_message_in_private_is_taken_away(desk: Desk) -> None:
    await desk.show(desk.screen("стол"), desk.private("рука"))
    await desk.show(desk.screen("стол"), desk.private("рука снова", posting="1"))
    assert await desk.private_texts() == ["рука снова"]
    await desk.show(desk.screen("стол"))
    assert await desk.private_texts() == []
    assert await desk.texts() == ["стол"]


async def test_an_old_message_that_may_not_be_deleted_loses_its_buttons(desk: Desk) -> None:
    await desk.show(desk.screen("стол"), desk.private("рука"))
    await desk.pg.fault("error", method="deleteMessage", code=400, description="Bad Request: message can't be deleted")
    await desk.show(desk.screen("стол"))
    assert [one.button_texts for one in await desk.anna.sees("bot") if one.sender["is_bot"]] == [[]]
    await desk.show(desk.screen("дальше"))
    assert (await desk.calls()).count("editMessageReplyMarkup") == 1


async def test_a_message_that_was_deleted_is_sent_again(desk: Desk) -> None:
    """What people met, Telegram: "message to edit not found"."""
    await desk.show(desk.screen("раз"))
    await desk.anna.delete((await desk.seen())[0])
    await desk.show(desk.screen("два"))
    await desk.show(desk.screen("три"))
    assert await desk.texts() == ["три"]
    assert await desk.calls() == ["sendMessage", "editMessageText", "sendMessage", "editMessageText"]


async def test_not_modified_is_as_good_as_done(desk: Desk) -> None:
    """What people met, Telegram: "not modified shown to users as a failure"."""
    await desk.show(desk.screen("раз"))
    await desk.pg.fault("drop_after", method="editMessageText")
    await desk.show(desk.screen("два"))
    assert await desk.mark() != ""
    await desk.show(desk.screen("два"))
    assert (await desk.made())[-1].description is not None
    assert "not modified" in str((await desk.made())[-1].description)
    assert (await desk.texts(), await desk.mark()) == (["два"], "")


async def test_who_blocked_the_bot_keeps_nobody_else_from_seeing(desk: Desk) -> None:
    await desk.anna.block()
    await desk.show(desk.private("рука"), desk.screen("стол"))
    assert (await desk.texts(), await desk.mark()) == (["стол"], "")
    assert desk.tables.unreached == [("0", desk.anna.id)]
    await desk.anna.block(blocked=False)
    await desk.show(desk.private("рука"), desk.screen("стол"))
    assert await desk.private_texts() == ["рука"]


async def test_a_group_that_became_a_supergroup_is_followed(desk: Desk) -> None:
    await desk.show(desk.screen("раз"))
    heir = await desk.group.migrate()
    await desk.show(desk.screen("два"), said=[str(Said("слово"))])
    await desk.show(desk.screen("три"))
    assert [one.text for one in await desk.anna.sees(heir) if one.chat == heir.id and one.text] == ["слово", "три"]
    assert desk.tables.moves == [(desk.group.id, heir.id)]
    desk.group = heir
    await desk.show(desk.screen("четыре"))
    assert [one.text for one in await desk.anna.sees(heir) if one.chat == heir.id and one.text] == ["слово", "четыре"]
    assert await desk.mark() == ""


async def test_a_topic_that_is_gone_does_not_take_the_table_with_it(desk: Desk) -> None:
    await desk.show(desk.screen("стол", thread=99))
    assert (await desk.texts(), await desk.mark()) == (["стол"], "")
    assert desk.tables.topics_gone == [99]


async def test_what_is_on_trial_is_tried_at_each_drawing_and_success_is_told(desk: Desk) -> None:
    await desk.show(desk.screen("стол", depends="1"))
    assert desk.tables.heard == []
    no_rights = {"code": 400, "description": "Bad Request: not enough rights to send text messages to the chat"}
    for method in ("editMessageText", "sendMessage"):
        await desk.pg.fault("error", method=method, chat=desk.group.id, times=None, **no_rights)
    await desk.show(desk.screen("стол", depends="1", trial=True))
    assert (desk.tables.heard, desk.tables.unreached) == ([], [("table", desk.group.id)])
    await desk.pg.clear_faults()
    await desk.show(desk.screen("стол", depends="1", trial=True))
    assert desk.tables.heard == [TABLE]


async def test_a_text_may_have_a_button_that_leads_to_the_table_where_that_has_an_address(
    desk: Desk, pg: Playground
) -> None:
    said = str(Said("вас зовут", chat=desk.anna.id, after=True, link="К столу"))
    await desk.show(desk.screen("стол"), said=[said])
    heir = await desk.group.migrate()
    await desk.show(desk.screen("стол", chat=heir.id), said=[said])
    table = next(one for one in await desk.anna.sees(heir) if one.chat == heir.id and one.text == "стол")
    called = [one for one in await desk.anna.sees("bot") if one.text == "вас зовут"]
    assert [[key.url for row in one.buttons for key in row] for one in called] == [
        [],
        [f"https://t.me/c/{str(heir.id)[4:]}/{table.id}"],
    ]


async def test_a_screen_that_telegram_refuses_is_logged_and_let_be_until_it_changes(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    await desk.show(desk.screen("<семёрка"), desk.private("рука"))
    assert (await desk.private_texts(), await desk.mark()) == (["рука"], "")
    assert "MALFORMED" in caplog.text
    assert "семёрка" not in caplog.text
    await desk.show(desk.screen("<семёрка"), desk.private("рука"))
    assert (await desk.calls()).count("sendMessage") == 2
    await desk.show(desk.screen("стол"), desk.private("рука"))
    assert await desk.texts() == ["стол"]


async def test_a_screen_that_cannot_be_drawn_keeps_no_other_back_and_tells_no_card(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    await desk.show(desk.screen("broken"), desk.private("рука"))
    assert await desk.private_texts() == ["рука"]
    assert "RuntimeError" in caplog.text
    assert "spades" not in caplog.text
    assert await desk.mark() != ""  # so a sweeper tries again
    await desk.show(desk.screen("стол"), desk.private("рука"))
    assert (await desk.texts(), await desk.private_texts(), await desk.mark()) == (["стол"], ["рука"], "")


async def test_texts_are_said_in_order_before_the_screens_or_after_them(desk: Desk) -> None:
    await desk.show(
        desk.screen("стол"), said=[str(Said("раз")), str(Said("два", KEYBOARD)), str(Said("итог", after=True))]
    )
    assert [(one.text, one.button_texts) for one in await desk.seen()] == [
        ("раз", []),
        ("два", ["Сесть"]),
        ("стол", ["Сесть"]),
        ("итог", []),
    ]
    assert (await desk.store.said(TABLE), await desk.mark()) == ([], "")


async def test_a_screen_in_private_that_cannot_be_drawn_keeps_nothing_from_being_said(desk: Desk) -> None:
    said = [str(Said(text, after=True)) for text in ("раз", "два")]
    await desk.show(desk.screen("стол"), desk.private("broken"), said=said)
    assert await desk.texts() == ["стол", "раз", "два"]
    assert await desk.store.said(TABLE) == []
    assert await desk.mark()


async def test_a_text_goes_where_it_says(desk: Desk) -> None:
    await desk.show(desk.screen("стол"), said=[str(Said("тайна", chat=desk.anna.id))])
    assert (await desk.private_texts(), await desk.texts()) == (["тайна"], ["стол"])


async def test_a_text_that_cannot_be_said_does_not_silence_those_behind_it(desk: Desk) -> None:
    await desk.anna.block()
    await desk.show(desk.screen("стол"), said=[str(Said("тайна", chat=desk.anna.id)), str(Said("слово"))])
    assert (await desk.texts(), await desk.mark()) == (["слово", "стол"], "")


@pytest.mark.parametrize("fault", ["retry_after", "error", "drop_before", "garbage"])
async def test_where_one_chat_has_to_wait_the_others_are_drawn_and_a_sweeper_draws_the_newest(
    desk: Desk, fault: str
) -> None:
    await desk.show(desk.screen("раз"), desk.private("рука"))
    await desk.pg.fault(fault, chat=desk.group.id, seconds=1)
    await desk.show(desk.screen("два"), desk.private("карты"))
    assert await desk.private_texts() == ["карты"]
    assert await desk.mark() != ""
    async with desk.swept():
        await desk.anna.wait_for(desk.group, text="два")
    assert (await desk.texts(), await desk.mark()) == (["два"], "")


async def test_a_text_is_not_said_twice_when_telegram_wants_patience(desk: Desk) -> None:
    """What people met, Telegram: "retry_after ignored"."""
    await desk.pg.fault("retry_after", seconds=1)
    await desk.show(desk.screen("стол"), said=[str(Said("раз")), str(Said("два"))])
    async with desk.swept():
        await desk.anna.wait_for(desk.group, text="стол")
    assert await desk.texts() == ["раз", "два", "стол"]


async def test_thirty_moves_in_a_moment_are_few_edits_and_the_last_one_is_seen(busy: Desk) -> None:
    """What people met, Telegram: "rate limits met by many small edits, then minutes of silence"; "the last, decisive
    message dropped"."""
    async with busy.swept():
        for number in range(30):
            await busy.begin(busy.screen(f"ход {number}"), busy.private(f"рука {number}"))
        await busy.anna.wait_for(busy.group, text="ход 29")
        await busy.anna.wait_for("bot", text="рука 29")
    assert (await busy.texts(), await busy.mark()) == (["ход 29"], "")
    calls = await busy.made()
    assert all(call.ok for call in calls)
    assert 4 <= len(calls) <= 10


async def test_what_is_doubted_is_edited_once_though_not_all_of_it_at_once(busy: Desk) -> None:
    await busy.show(busy.screen("стол"), busy.private("рука"))
    before = await busy.pg.last_call()
    await busy.store.redraw([TABLE], doubt="a tap")
    await busy.store.hush(busy.group.id, 2500)
    async with busy.swept():
        pass
    edited = [int(call.params["chat_id"]) for call in await busy.pg.calls("editMessageText", since=before)]
    assert edited == [busy.anna.id, busy.group.id]


async def test_where_hands_are_shown_in_a_busy_group_the_table_comes_before_them(busy: Desk) -> None:
    await busy.group.set_member("bot", "administrator")

    def hands(move: str) -> list[dict[str, Any]]:
        return [busy.screen(f"рука {seat} {move}", key=str(seat), receiver=busy.anna.id) for seat in range(3)]

    async with busy.swept():
        await busy.begin(busy.screen("стол 1"), *hands("1"))
        await busy.anna.wait_for(busy.group, text="рука 0 1")
        await busy.begin(busy.screen("стол 2"), *hands("2"))
        await busy.anna.wait_for(busy.group, text="рука 2 2")
    told = [(call.params["text"], call.ok) for call in await busy.made() if "text" in call.params]
    shown = ["стол 1", "рука 0 1", "стол 2", "рука 0 2", "рука 1 2", "рука 2 2"]
    assert told == [(text, True) for text in shown]


async def test_a_message_deleted_in_a_busy_chat_is_sent_as_soon_as_it_may(busy: Desk) -> None:
    await busy.show(busy.screen("раз"))
    await busy.anna.delete((await busy.seen())[0])
    async with busy.swept():
        await busy.begin(busy.screen("два"))
        await busy.anna.wait_for(busy.group, text="два")
    assert (await busy.texts(), await busy.mark()) == (["два"], "")


async def test_a_drawing_that_nobody_began_is_begun_by_a_sweeper(desk: Desk, hurried: Store) -> None:
    """The committer dies before it draws; its lease has to run out."""
    desk.store = hurried
    await desk.change(desk.screen("раз"))
    await desk.sweep()
    assert (await desk.texts(), await desk.mark()) == (["раз"], "")


async def test_who_lost_the_lease_is_drawn_over_and_takes_its_new_message_back(desk: Desk, hurried: Store) -> None:
    desk.store = hurried
    late = await desk.change(desk.screen("поздно"))
    assert late
    await desk.change(desk.screen("вовремя"))
    await desk.sweep()
    desk.reconciler.draw(TABLE, "holder 1", late)
    await desk.reconciler.drain()
    assert await desk.texts() == ["вовремя"]
    assert "!" in await desk.mark()
    await desk.sweep()
    assert (await desk.texts(), await desk.mark()) == (["вовремя"], "")


async def test_who_lost_the_lease_does_not_take_back_what_was_sent_in_answer_to_a_tap(
    desk: Desk, hurried: Store
) -> None:
    await desk.group.set_member("bot", "administrator")
    sent = await desk.bot.send_message(desk.group.id, "рука", receiver_user_id=desk.anna.id)
    number = sent.ephemeral_message_id
    kept = {"key": "asked0", "posting": str(number), "receiver": desk.anna.id, "whisper": number}
    desk.store = hurried
    late = await desk.change(desk.screen("поздно"), desk.screen("старая рука", **kept))
    assert late
    await desk.change(desk.screen("вовремя"), desk.screen("новая рука", **kept))
    await desk.sweep()
    desk.reconciler.draw(TABLE, "holder 1", late)
    await desk.reconciler.drain()
    await desk.sweep()
    assert sorted(filter(None, await desk.texts())) == ["вовремя", "новая рука"]
    await desk.show(desk.screen("вовремя"))
    assert await desk.texts() == ["вовремя"]


async def test_a_late_edit_of_who_lost_the_lease_is_drawn_over(desk: Desk, hurried: Store) -> None:
    await desk.show(desk.screen("раз"))
    desk.store = hurried
    late = await desk.change(desk.screen("поздно"))
    assert late
    await desk.change(desk.screen("вовремя"))
    await desk.sweep()
    desk.reconciler.draw(TABLE, f"holder {desk.drawn - 1}", late)
    await desk.reconciler.drain()
    assert await desk.texts() == ["поздно"]
    await desk.sweep()
    assert (await desk.texts(), await desk.mark()) == (["вовремя"], "")


async def test_who_waited_too_long_for_its_turn_to_draw_leaves_the_table_to_whoever_has_it_now(
    desk: Desk, hurried: Store
) -> None:
    desk.store = hurried
    desk.reconciler = Reconciler(desk.bot, hurried, desk.tables, at_once=1)
    late = await desk.change(desk.screen("поздно"))
    other = Commit("a-home", "a7654321", text="[]", game="durachki", stale=True, holder="anna", said=("{}",))
    answer = await hurried.commit(other)
    assert late
    assert isinstance(answer, Committed)
    assert answer.drawing
    assert await hurried.claim_stale("a", "boris") == [TABLE, "a7654321"]
    desk.reconciler.draw("a7654321", "boris", answer.drawing)
    desk.reconciler.draw(TABLE, "holder 1", late)
    await desk.reconciler.drain()
    assert desk.tables.rendered == []
    assert await hurried.said("a7654321") == []


async def test_two_workers_and_a_moody_telegram_end_with_what_is_true(desk: Desk) -> None:
    chance = random.Random(7)
    await desk.show(desk.screen("ход"), desk.private("рука"))
    other = Reconciler(desk.bot, desk.store, desk.tables)
    for kind in ("drop_after", "error", "garbage", "drop_before"):
        await desk.pg.fault(kind, method="editMessageText", times=1)
        await desk.pg.fault("latency", method="editMessageText", seconds=0.02, times=3)
    async with desk.swept():
        rival = asyncio.create_task(other.run())
        for number in range(60):
            drawing = await desk.change(desk.screen(f"ход {number}"), desk.private(f"рука {number // 2}"))
            if drawing:
                chance.choice((desk.reconciler, other)).draw(TABLE, f"holder {desk.drawn}", drawing)
    rival.cancel()
    await asyncio.wait([rival])
    await other.drain()
    assert (await desk.texts(), await desk.private_texts(), await desk.mark()) == (["ход 59"], ["рука 29"], "")


async def test_what_a_process_was_drawing_when_it_ended_is_drawn_at_its_next_start(desk: Desk) -> None:
    """What people met, restart: "a second table message on boot". Nobody else is kept from it: the lease of thirty
    seconds was its own."""
    assert await desk.change(desk.screen("до конца"))  # leased, and never drawn
    await desk.sweep()
    assert await desk.mark()
    reborn = Reconciler(desk.bot, desk.store, desk.tables, name="holder")
    await desk.store.client.hset(keys.table(TABLE), "drawer", "holder/1")
    await reborn.sweep(first=True)
    await reborn.drain()
    assert (await desk.texts(), await desk.mark()) == (["до конца"], "")
