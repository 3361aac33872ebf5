"""What people write that is no command: slips and amounts, in private simply so, in a group as a reply to the table."""

from contextlib import suppress

from aiogram import F, Router
from aiogram.types import Message, User

from bot.routers.desk import Desk, person_of
from bot.screens import alerts
from bot.store.store import Entry
from bot.tables import playing, showing
from bot.tables.service import HandledError, Loaded
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
        await _say(message, desk, user, entry.table, entry)
        return
    waiting = [loaded for loaded in await desk.tables.seats(user.id) if _waits(loaded, user)]
    replied = message.reply_to_message
    if replied and (meant := [one for one in waiting if showing.shows(one.document, user.id, replied.message_id)]):
        waiting = meant
    speech = await desk.speech(user)
    match waiting:
        case []:
            await desk.say(message, alerts.words_not_taken(speech))
        case [loaded] if loaded.table.id[0] == entry.shard:
            await _say(message, desk, user, loaded.table.id, entry)
        case [loaded]:
            await desk.tables.store.forward(entry, loaded.table.id)
        case _:
            await desk.say(message, alerts.which_table([one.table.face(None) for one in waiting], speech))


def _waits(loaded: Loaded, user: User) -> bool:
    seat = loaded.table.seat_of(user.id)
    return seat is not None and playing.awaits(loaded.table, seat) is not None


@router.message(F.chat.type.in_({"group", "supergroup"}), F.text, F.reply_to_message)
async def in_group(message: Message, desk: Desk, entry: Entry) -> None:
    """An amount, as a reply to the message of a table that waits for one; other talk is none of our business."""
    user, replied = person_of(message), message.reply_to_message
    if user is None or replied is None:
        return
    number = (message.text or "").strip().isdecimal()
    home = await desk.tables.store.home_of(message.chat.id)
    for loaded in await desk.tables.live(home):
        meant = _waits(loaded, user) or (number and loaded.table.seat_of(user.id) is not None)
        if meant and showing.shows(loaded.document, message.chat.id, replied.message_id):
            await _say(message, desk, user, loaded.table.id, entry)
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


async def _say(message: Message, desk: Desk, user: User, table_id: str, entry: Entry) -> None:
    speech = await desk.speech(user)
    text = message.text or ""
    public = message.chat.type != "private"
    try:
        change = await desk.tables.act(
            table_id, lambda table, clock: playing.say(table, user.id, text, clock, public=public), entry
        )
    except HandledError:
        return
    except IllegalMove as refused:
        loaded = await desk.tables.table(table_id)
        await desk.say(message, alerts.refusal(refused, loaded.table.face(None), speech))
        return
    told = showing.toast(change, user.id, speech) or (alerts.taken(speech) if GAMES[change.table.game].parlour else "")
    if told and not public:
        await desk.say(message, told)


@router.edited_message(F.chat.type == "private", F.text)
async def edited(message: Message, desk: Desk) -> None:
    """A changed message does not count: a slip is rewritten by sending it anew."""
    user = person_of(message)
    if user is not None and any(_waits(loaded, user) for loaded in await desk.tables.seats(user.id)):
        await desk.say(message, alerts.edited(await desk.speech(user)))


@router.message(F.chat.type == "private")
async def anything_else(message: Message, desk: Desk) -> None:
    """A picture, a voice, a sticker: nothing asks for such."""
    if (user := person_of(message)) is not None:
        await desk.say(message, alerts.words_not_taken(await desk.speech(user)))
