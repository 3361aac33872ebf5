"""People who open or block the bot, and groups that change their number."""

from aiogram import F, Router
from aiogram.types import ChatMemberUpdated, Message

from bot.routers.desk import Desk

router = Router(name="comings")


@router.my_chat_member(F.chat.type == "private")
async def opened_or_blocked(update: ChatMemberUpdated, desk: Desk) -> None:
    """Whether the person can be written to from now on."""
    await desk.chats.change(update.chat.id, reachable=update.new_chat_member.status != "kicked")


@router.message(F.migrate_to_chat_id)
async def migrated(message: Message, desk: Desk) -> None:
    """The group has become a supergroup: its tables go on there."""
    if message.migrate_to_chat_id is not None:
        await desk.move(message.chat.id, message.migrate_to_chat_id)
