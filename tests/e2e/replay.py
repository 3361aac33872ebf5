"""A table that people have played at, played over from its log: what lay where, and when they pressed."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.buttons import Play, parse
from bot.store.store import Store
from bot.tables.steps import entry_of
from games import core
from games.cards import PACK_52
from games.catalogue import GAMES
from games.core import DEALER, Shuffled, State
from games.options import check_options
from tests.e2e.people import Company
from tests.e2e.process import BotProcess
from tests.e2e.told import Told

RANKS = {"10": "T", "В": "J", "Д": "Q", "К": "K", "Т": "A"}
SUITS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
WRITTEN = re.compile("(10|[2-9ВДКТJQKA])([♠♣♦♥])")
NOTED = re.compile(r"\b([2-9TJQKA][SCDH])\b")


@dataclass(frozen=True, slots=True)
class Step:
    """The game after a step, and when the button was pressed that led there."""

    at: float
    state: State[Any, Any, Any]


async def replayed(company: Company, bot: BotProcess) -> list[Step]:
    """The steps of the table at which this company has played last, where people had all the seats."""
    taps = [(answer.at, parse(tap.callback_data or "")) for player in company.players for tap, answer in player.taps]
    moves = sorted(((at, button) for at, button in taps if isinstance(button, Play)), key=lambda move: move[0])
    table_id = moves[-1][1].table
    store = Store.from_url(bot.redis_url)
    try:
        document = await store.table(table_id)
        opened, *log = await store.log(table_id)
    finally:
        await store.close()
    assert document
    return _steps(document[0], opened, [entry_of(text) for text in log], [at for at, _ in moves])


def _steps(slug: str, opened: str, entries: Sequence[Any], presses: list[float]) -> list[Step]:
    game, agreed = GAMES[slug], json.loads(opened)["new"]
    state = game.start(agreed["seats"], check_options(game.options, agreed["seats"], agreed["options"]))
    steps, at = [], 0.0
    for entry in entries:
        if isinstance(entry, Shuffled):
            state = core.play(game, state, DEALER, entry)
        else:
            at = presses.pop(0)
            state = core.play(game, state, entry.seat, game.parse(entry.move))
        steps.append(Step(at, state))
    return steps


def cards_of(*parts: object) -> set[str]:
    """The cards that lie in these parts of a game."""
    return set(NOTED.findall(repr(parts)))


def cards_in(one: Told) -> set[str]:
    """The cards that a message shows, and those that its buttons carry."""
    shown = {RANKS.get(rank, rank) + SUITS[suit] for rank, suit in WRITTEN.findall(str(one))}
    return shown | {card for _, data in one.keys for card in NOTED.findall(data) if card in PACK_52}
