"""What people write that is no command: slips and amounts, in private simply so, in a group as a reply to the table."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from aiogram import F, Router
from aiogram.types import Message, User

from bot.routers.desk import Desk, person_of
from bot.screens import alerts
from bot.screens.asking import which_table
from bot.store.store import Entry
from bot.tables import playing, showing
from bot.tables.model import Table
from bot.tables.service import HandledError, Loaded
from bot.tables.steps import Change, Clock
from games.catalogue import GAMES
from games.moves import IllegalMove

router = Router(name="words")

SENT = ("voice", "video", "video_note", "sticker", "animation")
"""Kinds of messages that may stand for a move, as Telegram calls them."""


@router.message(F.chat.type == "private", F.text)
async def in_private(message: Message, desk: Desk, entry: Entry) -> None:
    """A text for the table that waits for one: the one whose message it replies to, else the only one."""
    user = person_of(message)
    if user is None:
        return
    if entry.table:
        await _say(message, desk, entry.table, entry)
        return
    seats = await desk.tables.seats(user.id)
    waiting = [loaded for loaded in seats if _waits(loaded, user)]
    if not waiting and _is_number(message):
        waiting = [loaded for loaded in seats if _takes_amount(loaded, user)]
    replied = message.reply_to_message
    if replied and (meant := [one for one in waiting if showing.shows(one.document, user.id, replied.message_id)]):
        waiting = meant
    speech = await desk.speech(user)
    match waiting:
        case []:
            await desk.say(message, alerts.words_not_taken(speech))
        case [loaded] if loaded.table.id[0] == entry.shard:
            await _say(message, desk, loaded.table.id, entry)
        case [loaded]:
            await desk.tables.store.forward(entry, loaded.table.id)
        case _:
            await _ask(message, desk, waiting)


def _is_number(message: Message) -> bool:
    return (message.text or "").strip().isdecimal()


def _waits(loaded: Loaded, user: User, *, text: bool = False) -> bool:
    """Whether the table waits for something written: an amount, or a `text` alone."""
    seat = loaded.table.seat_of(user.id)
    wanted = None if seat is None else playing.awaits(loaded.table, seat)
    return wanted is not None and (wanted[1] is None or not text)


def _takes_amount(loaded: Loaded, user: User) -> bool:
    """Whether the person may name an amount at the table, be it by a button."""
    seat = loaded.table.seat_of(user.id)
    return seat is not None and playing.names_amount(loaded.table, seat)


@router.message(F.chat.type.in_({"group", "supergroup"}), F.text, F.reply_to_message)
async def in_group(message: Message, desk: Desk, entry: Entry) -> None:
    """An amount, as a reply to the message of a table that waits for one; other talk is none of our business."""
    user, replied = person_of(message), message.reply_to_message
    if user is None or replied is None:
        return
    number = _is_number(message)
    home = await desk.tables.store.home_of(message.chat.id)
    for loaded in await desk.tables.live(home):
        meant = _waits(loaded, user) or (number and loaded.table.seat_of(user.id) is not None)
        if meant and showing.shows(loaded.document, message.chat.id, replied.message_id):
            await _say(message, desk, loaded.table.id, entry)
            return


@router.message(F.chat.type.in_({"group", "supergroup"}), F.reply_to_message, F.content_type.in_(SENT))
async def sent(message: Message, desk: Desk, entry: Entry) -> None:
    """A voice for a line, a sticker for a gesture, as a reply to the table; where none is asked for it is mere talk."""
    user, replied = person_of(message), message.reply_to_message
    if user is None or replied is None:
        return
    home, kind = await desk.tables.store.home_of(message.chat.id), str(message.content_type)
    for loaded in await desk.tables.live(home):
        seated = loaded.table.seat_of(user.id) is not None
        if seated and showing.shows(loaded.document, message.chat.id, replied.message_id):
            with suppress(IllegalMove, HandledError):
                await desk.tables.act(
                    loaded.table.id, lambda table, clock: playing.send(table, user.id, kind, clock), entry
                )
            return


async def _say(
    message: Message, desk: Desk, table_id: str, entry: Entry, *, instead_of: Table[Any] | None = None
) -> None:
    """Takes what was written for that table. Where it is written `instead_of` something, it must be what that table,
    as it stood when this was judged, asked for."""
    user = cast("User", message.from_user)
    speech = await desk.speech(user)
    text = message.text or ""
    public = message.chat.type != "private"

    def wish(table: Table[Any], clock: Clock) -> Change:
        if instead_of is not None and showing.asking(table, user.id) != showing.asking(instead_of, user.id):
            raise IllegalMove("It is too late to change this: it has been taken up.")
        return playing.say(table, user.id, text, clock, public=public)

    try:
        change = await desk.tables.act(table_id, wish, entry)
    except HandledError:
        return
    except IllegalMove as refused:
        loaded = await desk.tables.table(table_id)
        said = alerts.refusal(refused, loaded.table.face(None), speech)
        await desk.say(message, said if instead_of is None else alerts.unchanged(said, speech))
        return
    told = showing.toast(change, user.id, speech) or (alerts.taken(speech) if GAMES[change.table.game].parlour else "")
    if told and not public:
        await desk.say(message, told if instead_of is None else alerts.rewritten(speech))


async def _ask(message: Message, desk: Desk, waiting: Sequence[Loaded]) -> None:
    """Asks for which of several tables it is. The text is kept nowhere: it stands in the message that is replied to."""
    speech = await desk.speech(cast("User", message.from_user))
    await desk.ask(message, which_table([one.table.face(None) for one in waiting], speech))


@router.edited_message(F.chat.type == "private", F.text)
async def edited(message: Message, desk: Desk, entry: Entry) -> None:
    """A slip is rewritten by changing the message that it was written in. Which message that was is noted nowhere: it
    counts if it was sent after the person was asked what is asked now."""
    user = person_of(message)
    if user is None:
        return
    seats = await desk.tables.seats(user.id)
    waiting = [loaded for loaded in seats if _waits(loaded, user, text=True)]
    replied = message.reply_to_message
    if entry.table:
        waiting = [one for one in waiting if one.table.id == entry.table]
    elif replied and (meant := [one for one in waiting if showing.shows(one.document, user.id, replied.message_id)]):
        waiting = meant
    answering = [one for one in waiting if showing.asked_before(one.table, one.document, user.id, message.message_id)]
    speech = await desk.speech(user)
    match answering:
        case [] if waiting:
            await desk.say(message, alerts.written_before(speech))
        case [] if any(GAMES[one.table.game].parlour and one.table.stage == "play" for one in seats):
            await desk.say(message, alerts.too_late_to_change(speech))
        case []:
            pass  # they change what they have told the bot, and nobody asked for it
        case [loaded] if loaded.table.id[0] == entry.shard:
            await _say(message, desk, loaded.table.id, entry, instead_of=loaded.table)
        case [loaded]:
            await desk.tables.store.forward(entry, loaded.table.id)
        case _:
            await _ask(message, desk, answering)


@router.message(F.chat.type == "private")
async def anything_else(message: Message, desk: Desk) -> None:
    """A picture, a voice, a sticker: nothing asks for such."""
    if (user := person_of(message)) is not None:
        await desk.say(message, alerts.words_not_taken(await desk.speech(user)))
