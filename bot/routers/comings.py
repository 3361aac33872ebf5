"""People who open or block the bot, groups that take it in, remove it or silence it, and groups that change their
number."""

from contextlib import suppress

from aiogram import F, Router
from aiogram.types import ChatMemberBanned, ChatMemberLeft, ChatMemberRestricted, ChatMemberUpdated, Message

from bot.routers.desk import Desk
from bot.routers.seats import blocked, gone_meanwhile
from bot.screens.calls import returned_screen
from bot.screens.pages import greeting_screen
from bot.tables.silence import fall_silent, returned
from bot.updates import becomes
from games.moves import IllegalMove

router = Router(name="comings")


@router.my_chat_member(F.chat.type == "private")
async def opened_or_blocked(update: ChatMemberUpdated, desk: Desk) -> None:
    """Whether the person can be written to from now on."""
    if update.new_chat_member.status == "kicked":
        await desk.chats.change(update.chat.id, reachable=False)
        await blocked(desk, update.chat.id)
    else:
        await desk.met(update.chat.id)


@router.my_chat_member(
    F.new_chat_member.status.in_({"member", "administrator"}), F.old_chat_member.status.in_({"left", "kicked"})
)
async def invited(update: ChatMemberUpdated, desk: Desk) -> None:
    """A group has taken the bot in: it says what it is for, or which tables go on that stood still meanwhile, without
    those who have left the group."""
    speech = await desk.speech_in(update.chat, update.from_user)
    tables = [one.table for one in await desk.tables.live(await desk.tables.store.home_of(update.chat.id))]
    faces = [table.face(None) for table in tables]
    await desk.send(update.chat.id, None, returned_screen(faces, speech) if faces else greeting_screen(speech))
    for table in tables:
        with suppress(IllegalMove):
            await desk.tables.act(table.id, returned)
    await desk.announce(update.chat.id)
    await gone_meanwhile(desk, update.chat.id)


@router.my_chat_member()
async def changed(update: ChatMemberUpdated, desk: Desk) -> None:
    """The bot was removed from a group, or may write there no more, or again: tables stand still, or go on."""
    may_write = not isinstance(update.new_chat_member, ChatMemberLeft | ChatMemberBanned)
    if isinstance(update.new_chat_member, ChatMemberRestricted):
        may_write = update.new_chat_member.can_send_messages
    if may_write:
        await desk.announce(update.chat.id)
    for loaded in await desk.tables.live(await desk.tables.store.home_of(update.chat.id)):
        table = loaded.table
        if may_write and table.mute:
            await desk.tables.store.redraw([table.id])
        elif not may_write and table.chat == update.chat.id:  # and not of a group that has another number now
            with suppress(IllegalMove):
                await desk.tables.act(table.id, fall_silent)


@router.message(F.migrate_to_chat_id)
async def migrated(message: Message, desk: Desk) -> None:
    """The group has become a supergroup: its tables go on there."""
    new = message.migrate_to_chat_id
    if new is not None and becomes(message.chat.id, new):
        await desk.move(message.chat.id, new)
