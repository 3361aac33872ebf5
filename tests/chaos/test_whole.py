"""The script of chaos: whatever people do, at many tables at once, no table hangs, no card or chip is lost, and nobody
is told what they may not know.

Two towns, each with a bot at work and people in groups who do by chance whatever people do (`crowd.py`), and then fall
silent. Everything goes the whole way: through the door, by the inbox, the routers, a real Redis and the reconciler into
a Telegram as strict as the playground. What chance decides is the same at each run; in which order the tasks of the bot
get their turn is not, so that a failure may need some runs to be seen again.

A thousand tables would take minutes so: these are about a hundred, and those of `test_tables.py` make up the rest.
"""

import logging
import random
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.routers import opening
from bot.tables import presence
from bot.tables.chats import Chats
from bot.tables.legacy import carried
from bot.tables.model import Table
from bot.tables.paces import DAY
from bot.tables.steps import PATIENCE
from tests.chaos.crowd import TOGETHER, Crowd
from tests.chaos.telegram import Town, town

GROUPS = 5
WAVES = 30
"""So often a few seconds pass."""

DEEDS = 50
"""What is done meanwhile."""

SLOWEST = 120
"""Seconds a decision, at the slowest tables of whose sleeping people the end is waited for."""

SILENCE = 400
"""After so many times those few seconds they have fallen asleep there, one after the other."""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_people_do_nothing_hangs_is_lost_or_betrayed(
    seed: int, redis: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    luck = random.Random(seed)
    monkeypatch.setattr(opening, "secrets", SimpleNamespace(token_bytes=luck.randbytes))
    caplog.set_level(logging.ERROR)
    async with town(valkey_url, monkeypatch) as here:
        crowd = Crowd(here, luck, GROUPS)
        await here.settle()
        await _choose(here, crowd, luck)
        to_open = [(group, slug) for group in range(GROUPS) for slug in luck.sample(TOGETHER, 9)]
        luck.shuffle(to_open)
        for wave in range(WAVES):
            for _ in range(-(-len(to_open) // max(1, WAVES // 2 - wave))):
                crowd.open(*to_open.pop())
            for _ in range(DEEDS):
                crowd.act()
            await here.pass_time()
            await here.settle()
            _check(here, crowd, caplog)
        crowd.let_the_bot_in()
        await here.settle()
        await _nothing_hangs(here, crowd)
        for _ in range(SILENCE):
            await here.pass_time()
            await here.settle()
            _check(here, crowd, caplog)
            awake = [table for table in here.watch.tables if table.stage == "play" and (table.pace or DAY) <= SLOWEST]
            if not awake:
                break
        await _nothing_hangs(here, crowd)
        assert not awake, f"seed {seed}: after everybody is asleep these are not over: {awake[:3]}"
        await _purses_add_up(here, seed)
        _is_shown_only_what_may_be(here, crowd)
        assert len(here.watch.tables) >= 9 * GROUPS
        assert {table.stage for table in here.watch.tables} == {"lobby", "play", "over", "off"}
        assert min(here.watch.scanned["group"], here.watch.scanned["person"]) > 50


async def _choose(here: Town, crowd: Crowd, luck: random.Random) -> None:
    """Each group has chosen something else."""
    chats = Chats(here.app.store)
    for group in crowd.groups:
        await chats.change(
            group.id,
            pace=luck.choice(("brisk", "brisk", "brisk", "none")),
            absent=luck.choice(("computer", "moves")),
            hands=luck.choice(("private", "group")),
            parlour="all",
        )


def _check(here: Town, crowd: Crowd, caplog: pytest.LogCaptureFixture) -> None:
    lately = "\n".join(crowd.done[-2 * DEEDS :])
    assert not here.watch.leaks, f"{here.watch.leaks[:3]} after\n{lately}"
    assert not here.watch.amiss, f"{here.watch.amiss[:3]} after\n{lately}"
    unanswered = [tap for tap in here.world.queries.values() if not tap.answered]
    assert not unanswered, f"{here.wire.pressed[unanswered[0].id]} of {unanswered[0].person} is not answered"
    wrong = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not wrong, f"{wrong[:3]} after\n{lately}"


async def _nothing_hangs(here: Town, crowd: Crowd) -> None:
    """Every table is over, or waits for a person who is there, or for people to come; or the clock goes on with it
    soon."""
    for table in here.watch.tables:
        match table.stage:
            case "play":
                waited = [table.holders[seat].user for seat in presence.awaited(table)]
                present = [user for user in waited if user is not None and _there(here, table, user)]
                soon = any(due is not None and due <= here.clock.ms + PATIENCE for due in table.due)
                assert table.mute is None, f"{table.game}: it stands still: {table}"
                assert waited or soon, f"{table.game}: nobody is waited for: {table}"
                assert present == waited, f"{table.game}: whoever is waited for has left the chat: {table}"
            case "lobby":
                assert _there(here, table, table.host), f"{table.game}: its host has left the chat: {table}"


def _there(here: Town, table: Table[Any], user: int) -> bool:
    return table.alone or here.world.is_inside(here.world.rooms[table.chat], user)


async def _purses_add_up(here: Town, seed: int) -> None:
    """Chips are won from somebody, and those of a lottery lie on its table or wait for the next one."""
    for home in sorted({table.home for table in here.watch.tables}):
        purses = await here.app.store.purses(home)
        tables = [table for table in here.watch.tables if table.home == home and table.stage == "play"]
        begun = here.watch.begun.get(home, {})
        lying = sum(sum(carried(table).values()) for table in tables)
        assert begun.keys() == {user for user in purses if user > 0}
        assert sum(purses.values()) - sum(begun.values()) + lying == 0, (
            f"seed {seed}: {home} has {purses}, and on tables {lying}"
        )


def _is_shown_only_what_may_be(here: Town, crowd: Crowd) -> None:
    """What stands in the private chats, where the bot could take things away."""
    for person in crowd.people:
        if person not in crowd.blocked:
            here.watch.shown(person, here.world.private_room(here.world.people[person]))
    assert not here.watch.leaks
