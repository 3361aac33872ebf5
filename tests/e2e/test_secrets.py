"""What the bot has told to whom, in whole games: nobody is shown a card before it is theirs to know.

Everything that is sent is held against what the rules let its receiver know at that time: the game is played over from
the table's log, one step for each button that somebody pressed, and after each step a seat may know what it has had in
its own view so far, and a group what a bystander has had.
"""

import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from bot.buttons import Play, parse
from bot.store.store import Store
from bot.tables.playing import entry_of
from games import core
from games.cards import PACK_52
from games.catalogue import GAMES
from games.core import DEALER, Shuffled, State, View
from games.options import check_options
from tests.e2e.people import Company
from tests.e2e.process import BotProcess
from tests.e2e.told import Told, told

RANKS = {"10": "T", "В": "J", "Д": "Q", "К": "K", "Т": "A"}
SUITS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
WRITTEN = re.compile("(10|[2-9ВДКТ])([♠♣♦♥])")
CARRIED = re.compile(r"\b([2-9TJQKA][SCDH])\b")


@dataclass(frozen=True, slots=True)
class Step:
    """The game after a step, and when the button was pressed that led there."""

    at: float
    state: State[Any, Any, Any]


@pytest.fixture
async def store(bot: BotProcess) -> AsyncIterator[Store]:
    """The bot's own store, to read the logs of tables that are over."""
    made = Store.from_url(bot.redis_url)
    yield made
    await made.close()


@pytest.mark.parametrize(("game", "terms"), [("durachki", ()), ("twenty_one", ("3 сдачи",))])
async def test_nobody_is_shown_a_card_before_they_may_know_it(
    friends: Company, store: Store, game: str, terms: Sequence[str]
) -> None:
    await friends.begin(await friends.agree(await friends.sit_down(await friends.open(game)), *terms))
    async for player in friends.moves(game):
        table = await player.who.wait_for(friends.group, match=lambda seen: bool(seen.buttons))
        if hand := table.button(friends.words.hand):
            await player.press(hand, table)
    steps = await replayed(friends, store)
    assert steps[-1].state.table.phase == "over"
    said = await told(friends)
    shown = {one.to: sum(len(cards_in(other)) for other in said if other.to == one.to) for one in said}
    assert all(shown[receiver] > 10 for receiver in (friends.group.id, *(who.id for who in friends.people)))
    for one in said:
        assert cards_in(one) <= known(friends, steps, one), f"to {one.to}: {one}"


async def test_the_check_itself_sees_a_hand_that_is_shown_to_another(friends: Company, store: Store) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    await friends.play("durachki")
    steps = await replayed(friends, store)
    first = next(one for one in await told(friends) if "Ваши карты" in one.text)
    others = [who.id for who in friends.people if who.id != first.to]
    for wrong in (*others, friends.group.id):
        assert not cards_in(first) <= known(friends, steps, Told(first.at, wrong, first.text, first.keys))


async def replayed(company: Company, store: Store) -> list[Step]:
    """The steps of the table that was played last in this company."""
    taps = [(answer.at, parse(tap.callback_data or "")) for player in company.players for tap, answer in player.taps]
    moves = sorted(((at, button) for at, button in taps if isinstance(button, Play)), key=lambda move: move[0])
    table_id = moves[-1][1].table
    document = await store.table(table_id)
    assert document
    opened, *log = await store.log(table_id)
    entries = [entry_of(text) for text in log]
    return _steps(document[0], opened, entries, [at for at, _ in moves])


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


def known(company: Company, steps: Sequence[Step], one: Told) -> set[str]:
    """Every card that the receiver may have seen by the time of the message."""
    seats = [who.id for who in company.people]
    seat = seats.index(one.to) if one.to in seats else None
    views = (core.view(step.state, seat) for step in steps if step.at <= one.at)
    return {card for view in views for card in _cards_of(view)}


def _cards_of(view: View[Any, Any]) -> set[str]:
    return set(CARRIED.findall(repr((view.table, view.hand, view.events))))


def cards_in(one: Told) -> set[str]:
    """The cards that a message shows, and those that its buttons carry."""
    shown = {RANKS.get(rank, rank) + SUITS[suit] for rank, suit in WRITTEN.findall(str(one))}
    return shown | {card for _, data in one.keys for card in CARRIED.findall(data) if card in PACK_52}
