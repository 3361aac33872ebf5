"""Whoever sends more than people do is put off, told once, and felt by nobody else; whoever plays fast is not."""

import asyncio
import itertools
import json
from collections.abc import Iterable
from typing import Any

import pytest

from bot.inbox.throttle import REMEMBERED, SAME, TAPS, WORDS, Throttle
from bot.inbox.worker import AT_ONCE, EXCESS, IN_HAND, Worker
from bot.store import keys
from bot.store.store import Entry, Store
from tests.inbox.test_worker import emptied

ANNA, BORIS = 7, 8
GROUP = {"id": -100, "type": "supergroup"}
BOT = {"id": 42, "is_bot": True, "first_name": "Бот"}
numbers = itertools.count(1)


def entry(update: object, ms: int = 0, table: str = "") -> Entry:
    text = update if isinstance(update, str) else json.dumps(update, separators=(",", ":"))
    return Entry("a", f"{ms}-0", "update", next(numbers), table, table or "a-home", text)


def tap(user: int, ms: int = 0, table: str = "a1234567") -> Entry:
    query = {"id": "1", "from": {"id": user, "is_bot": False}, "data": f"t{table}:advice"}
    return entry({"update_id": next(numbers), "callback_query": query}, ms, table)


def word(text: str, ms: int = 0, user: int = ANNA, **fields: Any) -> Entry:
    """Somebody writes to the bot in private, or in another chat."""
    body = {"message_id": 1, "from": {"id": user}, "chat": {"id": user, "type": "private"}, "text": text, **fields}
    return entry({"update_id": next(numbers), "message": body}, ms)


@pytest.fixture
def told() -> list[Entry]:
    """What came of whoever was asked for patience."""
    return []


@pytest.fixture
def throttle(told: list[Entry]) -> Throttle:
    return Throttle(told.append)


def passed(throttle: Throttle, entries: Iterable[Entry]) -> list[bool]:
    return [not throttle.too_much(each) for each in entries]


@pytest.mark.parametrize("every", [334, 500, 1000])
def test_who_taps_three_times_a_second_is_never_put_off(throttle: Throttle, told: list[Entry], every: int) -> None:
    assert all(passed(throttle, (tap(ANNA, ms) for ms in range(0, 600_000, every))))
    assert not told


def test_double_taps_and_a_handful_at_once_are_never_too_much(throttle: Throttle, told: list[Entry]) -> None:
    doubles = (tap(ANNA, ms + more) for ms in range(0, 600_000, 1000) for more in (0, 60))
    assert all(passed(throttle, doubles))
    assert all(passed(throttle, (tap(BORIS, ms) for ms in range(0, 60_000, 3000) for _ in range(TAPS.size))))
    assert not told


def test_of_fifty_taps_a_second_a_few_are_heard_and_one_is_answered_with_a_word(
    throttle: Throttle, told: list[Entry]
) -> None:
    flood = [tap(ANNA, ms) for ms in range(0, 10_000, 20)]
    heard = passed(throttle, flood)
    assert heard == [True] * TAPS.size + [False] * (len(flood) - TAPS.size)
    assert told == [flood[TAPS.size]]


def test_whoever_pauses_is_heard_again_and_told_again_only_after_a_while(throttle: Throttle, told: list[Entry]) -> None:
    passed(throttle, (tap(ANNA) for _ in range(20)))
    assert passed(throttle, [tap(ANNA, 340), tap(ANNA, 341)]) == [True, False]
    assert len(told) == 1, "it is the same haste"
    assert passed(throttle, (tap(ANNA, 4000) for _ in range(20))).count(True) == TAPS.size
    assert len(told) == 2


def test_one_persons_haste_is_nobody_elses(throttle: Throttle) -> None:
    passed(throttle, (tap(ANNA) for _ in range(50)))
    assert passed(throttle, [tap(BORIS)]) == [True]
    assert passed(throttle, [word("вопрос")]) == [True], "nor are taps words"


def test_deadlines_and_news_of_who_is_there_are_never_too_much(throttle: Throttle) -> None:
    member = {"chat": GROUP, "from": {"id": ANNA}, "new_chat_member": {"status": "left", "user": {"id": ANNA}}}
    due = Entry("a", "0-0", "due", 0, "a1234567", "a1234567", "")
    left = {"message_id": 1, "chat": GROUP, "from": {"id": ANNA}, "left_chat_member": {"id": ANNA}}
    news = [entry({"update_id": 1, "chat_member": member}), due, entry({"update_id": 1, "message": left})]
    assert all(passed(throttle, news * 50))


def test_the_same_command_is_answered_once_until_it_is_not_sent_for_a_while(throttle: Throttle) -> None:
    flood = (word("/play", ms, chat=GROUP) for ms in range(0, 5000, 20))
    assert passed(throttle, flood).count(True) == 1
    assert passed(throttle, [word("/play", 6000, chat=GROUP)]) == [False]
    assert passed(throttle, [word("/play", 8000 + 20, chat=GROUP)]) == [True]


def test_different_commands_are_answered_as_fast_as_people_send_them(throttle: Throttle) -> None:
    commands = ("/play", "/rules", "/tables", "/purse", "/settings")
    assert all(passed(throttle, (word(text, chat=GROUP) for text in commands)))
    made_up = (word(f"/play {number}", 60_000, chat=GROUP) for number in range(50))
    assert passed(throttle, made_up).count(True) == WORDS.size


def test_in_private_whoever_writes_too_much_is_told_and_in_a_group_nobody_is(
    throttle: Throttle, told: list[Entry]
) -> None:
    slips = [word(f"вопрос {number}") for number in range(50)]
    assert passed(throttle, slips).count(True) == WORDS.size
    assert told == [slips[WORDS.size]]
    passed(throttle, (word(f"/rules {number}", user=BORIS, chat=GROUP) for number in range(50)))
    assert len(told) == 1


def test_what_is_said_in_a_group_and_not_to_a_bot_counts_for_nothing(throttle: Throttle) -> None:
    assert all(passed(throttle, (word("так", chat=GROUP) for _ in range(100))))
    to_anna = {"from": {"id": ANNA, "is_bot": False}}
    assert all(passed(throttle, (word("да", chat=GROUP, reply_to_message=to_anna) for _ in range(100))))
    assert passed(throttle, [word("/play", chat=GROUP)]) == [True]
    amounts = (word("3", user=BORIS, chat=GROUP, reply_to_message={"from": BOT}) for _ in range(100))
    assert passed(throttle, amounts).count(True) == WORDS.size


def test_whoever_speaks_for_a_group_is_another_than_who_does_for_the_next(throttle: Throttle) -> None:
    """Telegram tells of one and the same robot as the sender of all of them."""
    other = {"id": -200, "type": "supergroup"}
    passed(throttle, (word(f"/rules {n}", user=1087968824, chat=GROUP, sender_chat=GROUP) for n in range(20)))
    assert passed(throttle, [word("/play", user=1087968824, chat=other, sender_chat=other)]) == [True]


def test_what_one_shard_has_passed_on_to_another_is_not_counted_again(throttle: Throttle) -> None:
    slips = [word(f"вопрос {number}") for number in range(WORDS.size)]
    assert all(passed(throttle, slips))
    there = [Entry("b", "0-0", "update", one.update_id, "b1234567", "b1234567", one.payload) for one in slips]
    assert all(passed(throttle, there))


def test_a_backlog_counts_by_when_it_came(throttle: Throttle) -> None:
    """After an outage a worker finds at one moment what people have sent within minutes."""
    assert all(passed(throttle, (tap(ANNA, ms) for ms in range(0, 120_000, 500))))


def test_servers_whose_clocks_differ_and_what_was_overtaken_bring_nobody_into_haste(throttle: Throttle) -> None:
    """Tables lie on several servers of a Cluster, and one's clock may be five seconds late, or be put back."""
    times = [10_000 + 500 * number - 5000 * (number % 2) for number in range(200)]
    assert all(passed(throttle, (tap(ANNA, ms) for ms in times)))
    assert passed(throttle, [tap(BORIS, 10**9), tap(BORIS, 0), tap(BORIS, 1000)]) == [True] * 3


def test_no_more_is_remembered_than_a_bound_and_nobody_loses_by_it(throttle: Throttle) -> None:
    for user in range(2 * REMEMBERED):
        assert passed(throttle, [tap(user)]) == [True]
    assert throttle.remembered == REMEMBERED
    assert passed(throttle, (word(f"/play {number}", user=1) for number in range(10_000))).count(True) == WORDS.size
    assert throttle.remembered == REMEMBERED


def test_one_who_floods_all_the_while_is_not_forgotten_for_others(throttle: Throttle, told: list[Entry]) -> None:
    passed(throttle, (tap(ANNA) for _ in range(50)))
    for user in range(100, 100 + 2 * REMEMBERED):
        throttle.too_much(tap(user))
        if not user % 100:
            assert passed(throttle, [tap(ANNA)]) == [False]
    assert len(told) == 1


NONSENSE: tuple[Any, ...] = (
    *("", "{", "[]", "null", "7", "a secret", "[" * 100_000),
    *({}, {"callback_query": None}, {"callback_query": {"from": None}}, {"callback_query": {"from": {"id": "7"}}}),
    *({"callback_query": {"from": {"id": True}}}, {"callback_query": {"from": {"id": 2**60}}}),
    *({"message": []}, {"message": {"chat": 7}}, {"message": {"chat": {"id": -100}}}),
    *({"message": {"chat": GROUP, "text": 7}}, {"message": {"chat": GROUP, "text": "/play", "from": 7}}),
    *({"message": {"chat": GROUP, "text": "/play", "sender_chat": "x"}}, {"message": {"chat": {**GROUP, "type": []}}}),
    '{"update_id":1,"callback_query":{"id":"1","from":{"id":' + "9" * 5000 + ',"is_bot":false}}}',
)


@pytest.mark.parametrize("update", NONSENSE, ids=lambda update: str(update)[:60])
def test_what_no_telegram_sends_is_left_to_whoever_reads_it(
    throttle: Throttle, told: list[Entry], update: object
) -> None:
    assert all(passed(throttle, [entry(update) for _ in range(50)]))
    assert not told


def test_a_tap_is_its_senders_however_its_fields_stand(throttle: Throttle) -> None:
    """Nearly all begin alike, and are read no further."""
    forms = [
        {"update_id": 1, "callback_query": {"from": {"id": ANNA}, "id": "1"}},
        {"callback_query": {"id": "1", "from": {"first_name": '{"id":8,', "id": ANNA}}, "update_id": 1},
        {"update_id": 1, "callback_query": {"id": "1", "from": {"id": ANNA, "is_bot": False}}},
    ]
    passed(throttle, (entry(forms[number % 3]) for number in range(50)))
    assert passed(throttle, [entry(form) for form in forms]) == [False] * 3
    assert passed(throttle, [tap(BORIS)]) == [True]


def test_buckets_are_as_the_readme_has_them() -> None:
    assert [bucket[1:] for bucket in (TAPS, WORDS, SAME)] == [(8, 3.0), (5, 0.5), (1, 0.5)]


# In the inbox


class House:
    """A worker that throttles, on whose handling of some taps nobody's eye is but the test's."""

    def __init__(self, store: Store) -> None:
        self.gate = asyncio.Event()
        """Until it is set, nothing of Anna's ends."""
        self.handled: list[tuple[int, str]] = []
        self.came: asyncio.Queue[int] = asyncio.Queue()
        self.told: list[Entry] = []
        self.worker = Worker(store, "anna", self._handle)
        self.worker.too_much = Throttle(self.told.append).too_much

    async def _handle(self, one: Entry) -> None:
        user = json.loads(one.payload)["callback_query"]["from"]["id"]
        if user == ANNA:
            await self.gate.wait()
        self.handled.append((user, one.table))
        self.came.put_nowait(user)


async def test_at_the_same_table_others_taps_come_after_a_few_of_the_flood_and_before_the_rest(store: Store) -> None:
    house = House(store)
    for _ in range(300):
        await store.append(tap(ANNA))
    await store.append(tap(BORIS))
    house.gate.set()
    house.worker.start()
    await emptied(store)
    await house.worker.stop(1)
    assert house.handled == [(ANNA, "a1234567")] * TAPS.size + [(BORIS, "a1234567")]
    assert len(house.told) == 1


async def test_a_flood_leaves_places_and_room_to_others(store: Store) -> None:
    """Without end at its first taps, it would take all places if it came at many tables, and all room at one."""
    many = [f"a{number:07}" for number in range(2 * AT_ONCE)]
    for tables in (many, [many[0]] * (IN_HAND + 100)):
        house = House(store)
        await asyncio.gather(*(store.append(tap(ANNA, table=table)) for table in tables))
        await store.append(tap(BORIS, table="a7654321"))
        house.worker.start()
        try:
            async with asyncio.timeout(10):
                assert await house.came.get() == BORIS
            assert house.handled == [(BORIS, "a7654321")]
        finally:
            house.gate.set()
            await emptied(store)
            await house.worker.stop(5)
        assert [user for user, _ in house.handled].count(ANNA) == TAPS.size


async def test_what_is_too_much_is_settled_in_few_steps_and_set_aside_never(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[Entry] = []
    house = House(store)
    house.gate.set()
    house.worker.on_late = late.append
    monkeypatch.setattr("bot.inbox.worker.LATE", 0.0)
    for _ in range(100):
        await store.append(tap(ANNA))
    taken: list[Entry] = []
    while given := await store.read("a", "anna", 100, 10):
        taken += given
    for one in taken:
        house.worker.take(one)
    assert [one.excess for one in taken] == [False] * TAPS.size + [True] * (100 - TAPS.size)
    await emptied(store)
    await house.worker.stop(1)
    assert all(one.settled for one in taken)
    assert not [one for one in late if one.excess], "nobody waits for it"
    assert not await store.client.xlen(keys.broken("a"))
    assert EXCESS not in {one.lane for one in taken}


async def test_what_is_too_much_waits_for_redis_as_everything_does(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store)
    house.gate.set()
    await asyncio.gather(*(store.append(tap(ANNA)) for _ in range(20)))
    taken = await store.read("a", "anna", 100, 10)
    settle, failed = store.settle, 0

    async def away(one: Entry) -> None:
        nonlocal failed
        if one.excess and failed < 20:
            failed += 1
            raise ConnectionError
        await settle(one)

    monkeypatch.setattr(store, "settle", away)
    house.worker._pause = 0.001
    for one in taken:
        house.worker.take(one)
    await emptied(store)
    await house.worker.stop(1)
    assert failed
    assert len(house.handled) == TAPS.size
