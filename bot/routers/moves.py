"""Moves, and the words of one, are by far the most frequent taps: they are read straight from Telegram's JSON, which
saves aiogram's models and dispatcher, and those that wait for one table at the same time are made together.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any

from bot.buttons import Choose, Play, parse
from bot.language import Language
from bot.logs import note
from bot.routers.answering import Tapped, answered
from bot.routers.desk import Desk
from bot.store.store import Entry
from bot.tables import playing, showing
from bot.tables.model import Table
from bot.tables.service import HandledError
from bot.tables.steps import Change, Clock
from bot.updates import is_id, raw
from games.catalogue import GAMES
from games.moves import IllegalMove


@dataclass(frozen=True, slots=True)
class Pressed:
    """A tap on a button that plays or chooses words."""

    tapped: Tapped
    button: Play | Choose
    entry: Entry

    def wish(self, table: Table[Any], clock: Clock) -> Change:
        """What the person wishes. Raises IllegalMove."""
        user, button = self.tapped.user, self.button
        note(seat=_fact(table.seat_of(user)), verb=_verb(table.game, button.words))
        if isinstance(button, Play):
            return playing.play(table, user, button.words, button.count, clock)
        return playing.choose(table, user, button.words, button.count)


def _fact(seat: int | None) -> int | str:
    return "" if seat is None else seat


def _verb(game: str, words: str) -> str:
    """The verb that a button begins with; nothing where it is made up, for it might be anything."""
    verb = words.partition(" ")[0]
    return verb if any(move.verb == verb for move in GAMES[game].moves) else ""


def pressed(entry: Entry) -> Pressed | None:
    """What this entry is, if it is such a tap."""
    if not entry.table or not entry.payload:
        return None
    try:
        update = raw(entry.payload)
    except ValueError:
        return None
    match update:
        case {"callback_query": {"id": str(query), "data": str(data), "from": {"id": user, **person}} as tap}:
            button = parse(data)
            if isinstance(button, Play | Choose) and is_id(user):
                return Pressed(Tapped(query, user, _code(person), *_where(tap)), button, entry)
    return None


def _code(person: Mapping[Any, object]) -> str | None:
    code = person.get("language_code")
    return code if isinstance(code, str) else None


def _where(tap: Mapping[str, Any]) -> tuple[int | None, int | None, int | None]:
    match tap:
        case {
            "data": data,
            "message": {
                "chat": {"id": chat},
                "message_id": message,
                "reply_markup": {"inline_keyboard": [*rows]},
                **more,
            },
        } if is_id(chat) and is_id(message) and any(_carries(row, data) for row in rows):
            whisper = more.get("ephemeral_message_id")
            return chat, message, whisper if is_id(whisper) else None
    return None, None, None


def _carries(row: object, data: object) -> bool:
    """Whether a button of that row carries that data."""
    return isinstance(row, list) and any(isinstance(key, dict) and key.get("callback_data") == data for key in row)


async def move(desk: Desk, tap: Pressed) -> None:
    """Makes one, and answers the tap."""
    outcome: Change | IllegalMove | HandledError
    try:
        outcome = await desk.tables.act(tap.button.table, tap.wish, tap.entry)
    except (IllegalMove, HandledError) as refused:
        outcome = refused
    await _answer(desk, tap, outcome)


async def moves(desk: Desk, entries: Sequence[Entry]) -> None:
    """Makes the first of these, as far as they are such taps, in order and in one step, and answers each.

    Raises HandledError, and answers none, where one of them has been handled before; NoTableError.
    """
    taps = [tap for tap in takewhile(bool, map(pressed, entries)) if tap]
    if len(taps) > 1:
        wishes, settled = [tap.wish for tap in taps], [tap.entry for tap in taps]
        outcomes = await desk.tables.act_together(taps[0].button.table, wishes, settled)
        await asyncio.gather(*map(partial(_answer, desk), taps, outcomes))


async def _answer(desk: Desk, tap: Pressed, outcome: Change | IllegalMove | HandledError) -> None:
    speech = await desk.speech_of(tap.tapped.user, tap.tapped.language)
    told = _told(tap, outcome, speech) if isinstance(outcome, Change) else outcome
    await answered(desk, tap.tapped, tap.button.table, told, speech)
    if tap.tapped.whisper:
        await _renew(desk, tap)


def _told(tap: Pressed, change: Change, speech: Language) -> str:
    """Of words that are merely chosen nothing is told: the next ones are."""
    told = showing.brought if isinstance(tap.button, Play) else showing.toast
    return told(change, tap.tapped.user, speech)


async def _renew(desk: Desk, tap: Pressed) -> None:
    """The hand that was shown in the group to its holder alone is as it is now."""
    tapped, loaded = tap.tapped, await desk.tables.table(tap.button.table)
    table, seat = loaded.table, loaded.table.seat_of(tapped.user)
    if tapped.chat and tapped.whisper and seat is not None and table.state is not None:
        if showing.whispered(loaded.document, tapped.chat, tapped.user, tapped.whisper):
            return  # it is drawn like every other screen
        screen = showing.seat_screen_of(table, seat, table.holders[seat].speech)
        await desk.whispers.renew(desk.bot, tapped.chat, tapped.user, tapped.whisper, screen)
