"""What the bot has told to whom, and what it keeps: nobody is shown a card or a writer who may not know them.

Everything that is sent is held against the game as it was, played over from the table's log, one step for each button
that somebody pressed; and twice: against what the engine's views let its receiver know at that time, and, lest those be
wrong themselves, against the cards as they lay: a person may know what has lain in the own hand, and everybody what has
happened openly.
"""

import json
import random
import re
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

import pytest
from redis.asyncio import Redis

from bot.playground.client import Playground
from games import core
from tests.e2e.people import PATIENCE, Company
from tests.e2e.process import BotProcess
from tests.e2e.questions import read_out, slip, write
from tests.e2e.replay import Step, cards_in, cards_of, replayed
from tests.e2e.told import Told, calls_of, told
from tests.e2e.words import RUSSIAN

DURACHKI = frozenset(("trump", "leads", "covers", "swaps", "beats", "takes", "draws_trump"))
TWENTY_ONE = frozenset(("drawn", "natural", "banker_natural", "buys", "dead", "shows"))
"""Events by which cards come to lie open before everybody."""

READ: dict[str, tuple[str, ...]] = {
    "string": ("GET",),
    "hash": ("HGETALL",),
    "list": ("LRANGE", "0", "-1"),
    "set": ("SMEMBERS",),
    "zset": ("ZRANGE", "0", "-1"),
    "stream": ("XRANGE", "-", "+"),
}
"""How everything is read that a key of Redis may hold."""


@pytest.fixture
async def kept(bot: BotProcess) -> AsyncIterator[Redis]:
    """All that the bot keeps."""
    async with Redis.from_url(bot.redis_url, decode_responses=True) as client:
        yield client


def leaks(company: Company, steps: Sequence[Step], openly: frozenset[str], said: Sequence[Told]) -> list[str]:
    """The messages that show or carry a card which their receiver could not know when they were sent."""
    seats: dict[int, int | None] = {company.group.id: None, **{who.id: n for n, who in enumerate(company.people)}}
    times = [step.at for step in steps]
    found = []
    for receiver, seat in seats.items():
        measures = {"not in a view": _seen(steps, seat), "neither open nor in the own hand": _lain(steps, seat, openly)}
        for one in (one for one in said if one.to == receiver):
            for how, known in measures.items():
                if secret := cards_in(one) - known[bisect_right(times, one.at)]:
                    found.append(f"{sorted(secret)}, {how}, to {receiver}: {one}")
    return found


def _seen(steps: Sequence[Step], seat: int | None) -> list[set[str]]:
    """The cards that have been in that seat's views, or a bystander's, before the first step and after each."""
    views = (core.view(step.state, seat) for step in steps)
    return _ever(cards_of(view.table, view.hand, view.events) for view in views)


def _lain(steps: Sequence[Step], seat: int | None, openly: frozenset[str]) -> list[set[str]]:
    """The cards that have lain in that seat's hand, or come openly before everybody."""
    opened = ([event.cards for event in step.state.events if event.event in openly] for step in steps)
    own = (step.state.hands[seat] if seat is not None else () for step in steps)
    return _ever({*hand, *chain.from_iterable(cards)} for hand, cards in zip(own, opened, strict=True))


def _ever(cards: Iterable[set[str]]) -> list[set[str]]:
    return [*accumulate(cards, set.union, initial=set[str]())]


@pytest.mark.parametrize(
    ("game", "terms", "openly"), [("durachki", (), DURACHKI), ("twenty_one", ("3 сдачи",), TWENTY_ONE)]
)
async def test_nobody_is_told_a_card_before_they_may_know_it(
    friends: Company, bot: BotProcess, game: str, terms: Sequence[str], openly: frozenset[str]
) -> None:
    await friends.begin(await friends.agree(await friends.sit_down(await friends.open(game)), *terms))
    async for player in friends.moves(game):
        table = await player.who.wait_for(friends.group, match=lambda seen: bool(seen.buttons))
        if hand := table.button(friends.words.hand):
            await player.press(hand, table)
    steps = await replayed(friends, bot)
    assert steps[-1].state.table.phase == "over"
    said = await told(friends)
    shown = {one.to: sum(len(cards_in(other)) for other in said if other.to == one.to) for one in said}
    assert all(shown[receiver] > 10 for receiver in (friends.group.id, *(who.id for who in friends.people)))
    assert not leaks(friends, steps, openly, said)


async def test_hands_in_the_group_are_seen_by_their_holders_alone_and_the_fool_is_tagged(
    pg: Playground, rng: random.Random, bot: BotProcess
) -> None:
    """Of three who have never opened the bot, as the chat has chosen."""
    made = await Company.gather(pg, rng, RUSSIAN, 3, strangers=3)
    friends = replace(made, players=tuple(replace(player, hands=made.group) for player in made.players))
    await friends.group.set_member("bot", "administrator")
    for topic, value in (("Карты на руках", "в группе, каждому свои"), ("Метка дурачка", "да")):
        await friends.host.write(friends.group, "/settings")
        await friends.host.press(topic, on=await friends.host.wait_for(friends.group, button=topic))
        await friends.host.press(value, on=await friends.host.wait_for(friends.group, button=value))
        await friends.host.wait_for(friends.group, button=f"✓ {value}")
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    result = await friends.play("durachki")
    steps = await replayed(friends, bot)
    said = await told(friends)
    assert {one.to for one in said if "Ваши карты" in one.text} == {who.id for who in friends.people}
    assert {int(call.params["chat_id"]) for call in await calls_of(friends) if "chat_id" in call.params} == {
        friends.group.id
    }
    assert not leaks(friends, steps, DURACHKI, said)
    fools = [who.id for who in friends.people[1:] if f"Дурачок — {who.name}" in (result.text or "")]
    if fools:  # the owner, who is an administrator, wears none
        given = await pg.wait_call("setChatMemberTag", lambda call: int(call.params["user_id"]) in fools)
        assert (given.ok, given.params["tag"]) == (True, "дурачок")


async def test_the_check_finds_what_another_is_told_or_a_button_carries(friends: Company, bot: BotProcess) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    async for player in friends.moves("durachki"):
        if player.has_played:
            break
    steps = await replayed(friends, bot)
    hands = [one for one in await told(friends) if "Ваши карты" in one.text]
    assert {one.to for one in hands} == {who.id for who in friends.people}
    assert not leaks(friends, steps, DURACHKI, hands)
    for one in hands:
        for receiver in {friends.group.id, *(who.id for who in friends.people)} - {one.to}:
            found = leaks(friends, steps, DURACHKI, [Told(one.at, receiver, one.text)])
            assert len(found) == 2, "by either measure"
    carried = [Told(one.at, friends.group.id, "", one.keys) for one in hands]
    assert leaks(friends, steps, DURACHKI, carried)


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of written questions: whose name stands on it, what is asked and answered, and by whom."""

    to: str
    question: str
    asks: str
    answer: str
    answers: str


async def slips_of(company: Company, mark: str) -> dict[str, Slip]:
    """Everybody has written a question and an answer that nobody else ever writes; the slips by either text."""
    await company.begin(await company.sit_down(await company.open("questions")))
    asked, slips = {}, {}
    for number, player in enumerate(company.players):
        screen = (await slip(player)).text or ""
        to = screen.split("На листке: ")[1].split(".")[0]
        asked[question := f"{mark} спрошено {number}?"] = (to, player.name)
        await write(player, question)
    for number, player in enumerate(company.players):
        screen = (await slip(player, question=True)).text or ""
        question = screen.split("Вопрос: «")[1].split("»")[0]
        to, asks = asked[question]
        answer = f"{mark} отвечено {number}."
        slips[question] = slips[answer] = Slip(to, question, asks, answer, player.name)
        await write(player, answer)
    await company.host.wait_for("bot", button="Вычеркнуть 1", patience=PATIENCE)
    return slips


async def test_a_text_is_shown_to_whoever_holds_the_slip_and_then_read_without_its_writer(friends: Company) -> None:
    slips = await slips_of(friends, "Показ")
    names = {who.id: who.name for who in friends.people}
    await read_out(friends)
    read = set()
    for one in await told(friends):
        for text in (text for text in slips if text in str(one)):
            held = slips[text]
            aloud = f"\nВопрос: {held.question}\nОтвет: {held.answer}"
            if one.to == friends.group.id:
                assert re.fullmatch(rf"Листок \d\. <b>{held.to}</b>{re.escape(aloud)}", one.text)
                read.add(text)
            elif "Вычеркнуть" in str(one):
                assert one.to == friends.host.id
                assert re.search(rf"\n\d\. {held.to}: «{re.escape(held.question)}» — «{held.answer}»\n", one.text)
            else:
                shown_to = (held.asks, held.answers) if text == held.question else (held.answers,)
                assert names[one.to] in shown_to, str(one)
                assert f"На листке: <b>{held.to}</b>" in one.text, "and nobody's name but the one on the slip"
                assert text not in read
    assert read == set(slips)


async def test_what_the_bot_keeps_does_not_tell_who_wrote_what(friends: Company, bot: BotProcess, kept: Redis) -> None:
    slips = await slips_of(friends, "Память")
    assert all([await holding(kept, text) for text in slips]), "until it is read it must be somewhere"
    await friends.host.press("Вычеркнуть 1", "bot")
    await friends.host.wait_for(friends.group, text="Листок 1 пропущен.", patience=PATIENCE)
    read = "\n".join(await read_out(friends))
    seats = [who.name for who in friends.people]
    for text, held in slips.items():
        found = await holding(kept, text)
        assert bool(found) == (text in read), "what was struck is nowhere any more"
        for key, value in found.items():
            if ":log:" in key:
                seat, move = json.loads(value)["play"]
                assert move == f"write {text}"
                assert seats[seat] == held.to, "as if everybody had held the slip with their own name on it"
            else:
                document = json.loads(value)
                assert not any(document["state"]["hands"])
                told_of = [event for event in document["story"] if text in str(event)]
                assert [(event["event"], seats[event["to"]]) for event in told_of] == [
                    ("read" if text == held.question else "answered", held.to)
                ]
    log = bot.log.read_text()
    assert not [text for text in slips if text in log or escaped(text) in log]


async def holding(kept: Redis, text: str) -> dict[str, str]:
    """The values in the store that hold a text, by their keys, each item of a list by itself."""
    found = {}
    async for key in kept.scan_iter():
        if (kind := await kept.type(key)) == "none":  # it has gone meanwhile
            continue
        verb, *bounds = READ[str(kind)]
        stored = await kept.execute_command(verb, key, *bounds)  # type: ignore[no-untyped-call]  # redis-py gives it none
        for place, value in enumerate(_flat(stored)):
            if text in value or escaped(text) in value:
                found[f"{key!s}#{place}"] = value
    return found


def _flat(value: object) -> Iterator[str]:
    match value:
        case Mapping():
            yield from _flat(list(value.values()))
        case list() | tuple() | set():
            for item in value:
                yield from _flat(item)
        case _:
            yield str(value)


def escaped(text: str) -> str:
    """As Telegram's JSON has it."""
    return json.dumps(text)[1:-1]
