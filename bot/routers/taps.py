"""Taps on buttons. What a button carries is a wish; who pressed it decides what becomes of it."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from aiogram import F, Router
from aiogram.types import CallbackQuery, Message

from bot import sending
from bot.buttons import About, General, parse
from bot.language import Language
from bot.logs import note
from bot.routers.answering import answer_with, has_button
from bot.routers.desk import Desk, person_of
from bot.routers.opening import begin, once_more, open_table
from bot.screens import alerts
from bot.screens.asking import taken_for
from bot.screens.pages import rules_page, rules_screen
from bot.screens.screen import Screen
from bot.store.store import Entry
from bot.tables import clocks, lobby, playing, showing, tastes
from bot.tables.model import Asked, Table
from bot.tables.paces import PACES, paces
from bot.tables.playing import Memory
from bot.tables.purses import paid
from bot.tables.service import HandledError, Loaded
from bot.tables.steps import Change, Clock, own_seat
from games.catalogue import GAMES
from games.moves import IllegalMove

router = Router(name="taps")


@router.callback_query(F.func(lambda query: parse(query.data or "") is None))
async def unknown(query: CallbackQuery, desk: Desk) -> None:
    """A button of an older make, or callback data that somebody has made up."""
    await sending.answer(desk.bot, query.id, alerts.unknown_button(await desk.speech(query.from_user)), alert=True)


@router.callback_query(F.data[0] == "t")
async def about(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """Something about a table that is not a move."""
    button = parse(query.data or "")
    if not isinstance(button, About):
        return
    tap = _ABOUT.get(button.action)
    if tap is None:
        await sending.answer(desk.bot, query.id, alerts.unknown_button(await desk.speech(query.from_user)), alert=True)
        return
    note(verb=button.action)

    pages = list[Screen]()

    async def deed(speech: Language) -> str:
        return await tap(_Tap(query, desk, entry, button, speech, on_page=pages.append))

    await answer_with(query, desk, button.table, deed)
    if isinstance(query.message, Message):
        for page in pages:  # it may have to wait, which the answer cannot
            await desk.show(query.message, page)


@router.callback_query(F.data[0] == "g")
async def general(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """The catalogue, the rules."""
    button, user, message = parse(query.data or ""), query.from_user, query.message
    speech = await desk.speech(user)
    if not isinstance(button, General) or not isinstance(message, Message):
        await sending.answer(desk.bot, query.id, alerts.unknown_button(speech), alert=True)
        return
    match button.action, button.argument:
        case "catalogue", _:
            await sending.answer(desk.bot, query.id)
            here = await desk.speech_in(message.chat, user)
            await desk.show(message, await desk.catalogue(message.chat, here))
        case "new", slug if slug in GAMES:
            text = await open_table(desk, message, user, slug, entry) or ""
            await sending.answer(desk.bot, query.id, text, alert=bool(text))
        case "rules", slug if (not slug or slug in GAMES) and has_button(message, query.data):
            await sending.answer(desk.bot, query.id)
            here = await desk.speech_in(message.chat, user)
            await desk.turn(message, rules_page(slug, here) if slug else rules_screen(here))
        case _:
            await sending.answer(desk.bot, query.id, alerts.unknown_button(speech), alert=True)


class _Tap:
    """A tap on a button about a table, while it is handled."""

    def __init__(  # noqa: PLR0913  # all that there is to know of it
        self,
        query: CallbackQuery,
        desk: Desk,
        entry: Entry,
        button: About,
        speech: Language,
        *,
        on_page: Callable[[Screen], None],
    ) -> None:
        self.query, self.desk, self.entry, self.button, self.speech = query, desk, entry, button, speech
        self.on_page = on_page
        """To be called with what is to be sent into the chat once the tap is answered."""
        self.user = query.from_user

    async def wish(self, of: Callable[[Table[Any]], Table[Any]]) -> str:
        """What a person wants of the table, with nothing to be said where it is done."""
        await self.desk.tables.act(self.button.table, lambda table, _: Change(of(table)), self.entry)
        return ""

    async def loaded(self) -> Loaded:
        return await self.desk.tables.table(self.button.table)

    async def seat(self) -> tuple[Loaded, int]:
        """The table in play and the person's seat at it. Raises IllegalMove where there is none."""
        loaded = await self.loaded()
        return loaded, own_seat(loaded.table, self.user.id)


async def _computer(tap: _Tap) -> str:
    return await tap.wish(lambda table: lobby.add_computer(table, tap.user.id))


async def _panel(tap: _Tap) -> str:
    return await tap.wish(lambda table: lobby.show(table, tap.user.id, tap.button.action))


async def _set(tap: _Tap) -> str:
    name, _, text = tap.button.argument.partition("=")
    try:
        value = json.loads(text)
    except ValueError:
        return alerts.unknown_button(tap.speech)
    return await tap.wish(lambda table: lobby.set_option(table, tap.user.id, name, value))


async def _office(tap: _Tap) -> str:
    office, _, way = tap.button.argument.partition("=")
    return await tap.wish(lambda table: lobby.fill(table, tap.user.id, office, way))


async def _preside(tap: _Tap) -> str:
    """A moderator takes an office without playing."""
    if not await tap.desk.moderates((await tap.loaded()).table.chat, tap.user.id):
        return alerts.only_moderators(tap.speech)
    moderator = await tap.desk.sitter(tap.user)
    return await tap.wish(lambda table: lobby.preside(table, moderator, tap.button.argument))


async def _vote(tap: _Tap) -> str:
    office, _, choice = tap.button.argument.partition("=")
    if not (choice.isascii() and choice.isdecimal()):
        return alerts.unknown_button(tap.speech)
    return await tap.wish(lambda table: lobby.vote(table, tap.user.id, office, int(choice)))


async def _pace(tap: _Tap) -> str:
    chosen = next((pace for pace in PACES if pace == tap.button.argument), None)
    if chosen is None:
        return alerts.unknown_button(tap.speech)

    def wish(table: Table[Any]) -> Table[Any]:
        return lobby.set_pace(table, tap.user.id, paces(table.game).get(chosen))

    return await tap.wish(wish)


async def _start(tap: _Tap) -> str:
    """Deals, if everybody who will be dealt cards can be written to."""
    table, _ = lobby.ready((await tap.loaded()).table, tap.user.id)
    people = {holder.user for holder in table.holders if holder.user is not None}
    hidden = GAMES[table.game].private and not table.alone
    hands: Literal["private", "group"] = "private"
    if hidden and table.hands == "group" and await tap.desk.whispers_in(table.chat):
        hands = "group"
    missed = await tap.desk.unreached(people) if hidden and hands == "private" else set()

    def wish(table: Table[Any], _: Clock, memory: Memory) -> Change:
        seats = tuple(seat for seat, holder in enumerate(table.holders) if holder.user in missed)
        if seats:
            return Change(table.but(unreached=seats))
        return begin(tap.desk, table.but(hands=hands), tap.user, memory)

    table = (await tap.desk.tables.begin(table.id, wish, tap.entry)).table
    if not table.unreached:
        return ""
    names = tap.speech.names(table.face(None))
    return alerts.alert(alerts.unreached([names[seat] for seat in table.unreached], tap.speech))


async def _word(tap: _Tap) -> str:
    """What was written before the bot asked for which table it was: it stands in the message that is replied to."""
    asked, count = tap.query.message, tap.button.argument
    if not isinstance(asked, Message) or not (count.isascii() and count.isdecimal()):
        return alerts.unknown_button(tap.speech)
    written = asked.reply_to_message
    writer = None if written is None else person_of(written)
    if written is None or written.text is None or writer is None or writer.id != tap.user.id:
        return alerts.write_anew(tap.speech)
    text = written.text

    def wish(table: Table[Any], clock: Clock) -> Change:
        playing.asked(table, tap.user.id, int(count))
        return playing.say(table, tap.user.id, text, clock)

    change = await tap.desk.tables.act(tap.button.table, wish, tap.entry)
    await tap.desk.turn(asked, taken_for(change.table.face(None), tap.speech))
    return showing.toast(change, tap.user.id, tap.speech)


async def _hand(tap: _Tap) -> str:
    """One's own screen where only oneself sees it: as an ephemeral message, which is the table's from then on, else in
    the answer to the tap."""
    loaded, seat = await tap.seat()
    screen = showing.seat_screen_of(loaded.table, seat, loaded.table.holders[seat].speech)
    whisper = await tap.desk.whispers.whisper(tap.desk.bot, tap.query, screen)
    if whisper is None:
        return showing.hand(loaded.table, seat, tap.speech)
    hand = Asked(whisper.chat, whisper.message, screen.digest)
    try:
        return await tap.wish(lambda table: tastes.asked(table, tap.user.id, hand))
    except (IllegalMove, HandledError):
        await tap.desk.whispers.withdraw(tap.desk.bot, whisper)
        raise


async def _advice(tap: _Tap) -> str:
    loaded, seat = await tap.seat()
    return showing.advice(loaded.table, seat, tap.speech)


async def _rules(tap: _Tap) -> str:
    tap.on_page(rules_page((await tap.loaded()).table.game, tap.speech))
    return ""


async def _again(tap: _Tap) -> str:
    if isinstance(tap.query.message, Message):
        return await once_more(tap.desk, tap.query.message, tap.user, tap.button.table, tap.entry)
    return ""


async def _stop(tap: _Tap) -> str:
    table, message = (await tap.loaded()).table, tap.query.message
    dead = clocks.dead(table, tap.desk.tables.clock(table.id)) and await tap.desk.belongs(
        table.chat, tap.user.id, outside=message is None or message.chat.id != table.chat
    )
    if not dead and table.host != tap.user.id and not await tap.desk.moderates(table.chat, tap.user.id):
        return alerts.only_for_host(tap.speech)
    closed = await tap.desk.tables.act(tap.button.table, lambda table, _: playing.call_off(table), tap.entry)
    name = tap.speech.somebody(tap.user.full_name)
    return alerts.stopped(name, closed.table.game, tap.speech, paid=paid(closed.table))


async def _last(tap: _Tap) -> str:
    if not (tap.button.argument.isascii() and tap.button.argument.isdecimal()):
        return alerts.unknown_button(tap.speech)
    deals = int(tap.button.argument)

    def wish(table: Table[Any], _: Clock) -> Change:
        return playing.last_deal(table, tap.user.id, deals)

    table = (await tap.desk.tables.act(tap.button.table, wish, tap.entry)).table
    return alerts.last_deal(table.game, tap.speech, last=playing.amended(table))


async def _undo(tap: _Tap) -> str:
    await tap.desk.tables.undo(tap.button.table, tap.user.id, tap.entry)
    return ""


_ABOUT: dict[str, Callable[[_Tap], Awaitable[str]]] = {
    "computer": _computer,
    "options": _panel,
    "seats": _panel,
    "set": _set,
    "office": _office,
    "preside": _preside,
    "vote": _vote,
    "pace": _pace,
    "start": _start,
    "word": _word,
    "hand": _hand,
    "advice": _advice,
    "rules": _rules,
    "again": _again,
    "stop": _stop,
    "last": _last,
    "undo": _undo,
}
