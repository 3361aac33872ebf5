"""Nothing that people write is markup: in every text that the bot sends it stands as they wrote it.

All are called so, their chats too, and so is what they write; every game is played by chance. Telegram itself would
refuse a tag that is not closed, so the names here would also have their messages lost.
"""

import logging
import random
import re
from collections import Counter
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.playground import people
from bot.playground.errors import ApiError
from bot.playground.world import World
from bot.routers import opening
from bot.tables.chats import Chats
from games.catalogue import GAMES
from tests.chaos import crowd as crowding
from tests.chaos.crowd import TOGETHER, Crowd
from tests.chaos.telegram import Wire, town
from tests.chaos.watch import Watch

EVIL = "<b>&\"'"
SIGN = "Ѫ"
"""A letter that stands in no sentence of ours: wherever it is, somebody has written what comes next."""
AS_HTML = re.compile(rf"{SIGN}(?!&lt;b&gt;&amp;(?:\"|&quot;)(?:'|&#x27;|&#39;))")
AS_TEXT = re.compile(rf"{SIGN}(?!<b>&\"')")
WAVES, MOST_WAVES = 8, 40
DEEDS = 20


class Reader(Wire):
    """A wire on which every text is read. `found`: how many hold what people wrote, by where they go and how they look;
    `wrong`: those in which it is markup."""

    def __init__(self, world: World, watch: Watch) -> None:
        super().__init__(world, watch)
        self.found: Counter[tuple[str, str]] = Counter()
        self.wrong: list[str] = []

    def _hear(self, params: dict[str, Any]) -> None:
        marked = params.get("parse_mode") == "HTML"
        for field in ("text", "caption", "description"):
            text = str(params.get(field, ""))
            if SIGN in text:
                where = "tap" if "callback_query_id" in params else "group" if int(params["chat_id"]) < 0 else "private"
                self.found[where, "HTML" if marked else "plain"] += 1
            if (AS_HTML if marked else AS_TEXT).search(re.sub(rf"{SIGN}[^{SIGN}\s]{{0,9}}…", "", text)):
                self.wrong.append(text)


class Scribblers(Crowd):
    """People who write nothing else."""

    def _write_word(self, person: int) -> None:
        people.write(self._world, person, self._own(person), f"{SIGN}{EVIL}")

    def ask(self, person: int, command: str) -> None:
        """Somebody asks in a group, unless they are not in it."""
        with suppress(ApiError):
            people.write(self._world, person, self._chat(person), command)

    def begin(self, group: int, slug: str) -> None:
        """A table of that game is opened there, or its people sit down and begin."""
        lobbies = [table for table in self._live("lobby") if table.game == slug and not table.alone]
        if not lobbies and slug in TOGETHER:
            self.open(group, slug)
        for table in lobbies:
            self._gather(table)

    def play_alone(self) -> None:
        """Somebody plays alone, unless they have blocked the bot."""
        with suppress(ApiError):
            self.alone()


async def test_nothing_that_people_write_is_markup_in_any_game(
    redis: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    luck = random.Random(7)
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(opening, "secrets", SimpleNamespace(token_bytes=luck.randbytes))
    monkeypatch.setattr(crowding, "FIRST", (f"{SIGN}{EVIL}",) * 8)
    async with town(valkey_url, monkeypatch, Reader) as here:
        wire = here.wire
        assert isinstance(wire, Reader)
        crowd = Scribblers(here, luck, 2)
        for room in crowd.groups:
            room.title = f"{SIGN}{EVIL}"
            await Chats(here.app.store).change(room.id, parlour="all", pace="brisk")
        await here.settle()
        for wave in range(MOST_WAVES):
            played = {table.game for table in here.watch.tables if table.state is not None}
            if not (missing := [slug for slug in GAMES if slug not in played]) and wave >= WAVES:
                break
            for slug in missing:
                crowd.begin(wave % 2, slug)
            for _ in range(DEEDS):
                crowd.act()
            crowd.play_alone()
            crowd.ask(crowd.people[0], "/tables")
            crowd.ask(crowd.people[1], "/purse")
            await here.pass_time()
            await here.settle()
        assert not wire.wrong, wire.wrong[:3]
        assert not missing
        for place in (("group", "HTML"), ("private", "HTML"), ("tap", "plain")):
            assert wire.found[place] > 5, wire.found
        refused = [record.getMessage() for record in caplog.records if "MALFORMED" in record.getMessage()]
        assert not refused
