"""People who open or block the bot, and groups that change their number."""

from aiogram import F, Router
from aiogram.types import ChatMemberUpdated, Message

from bot.routers.desk import Desk
from bot.screens.pages import greeting_screen

router = Router(name="comings")


@router.my_chat_member(F.chat.type == "private")
async def opened_or_blocked(update: ChatMemberUpdated, desk: Desk) -> None:
    """Whether the person can be written to from now on."""
    await desk.chats.change(update.chat.id, reachable=update.new_chat_member.status != "kicked")


@router.my_chat_member(
    F.new_chat_member.status.in_({"member", "administrator"}), F.old_chat_member.status.in_({"left", "kicked"})
)
async def invited(update: ChatMemberUpdated, desk: Desk) -> None:
    """A group has taken the bot in: it says what it is for."""
    await desk.send(update.chat.id, None, greeting_screen(await desk.speech_in(update.chat, update.from_user)))


@router.message(F.migrate_to_chat_id)
async def migrated(message: Message, desk: Desk) -> None:
    """The group has become a supergroup: its tables go on there."""
    if message.migrate_to_chat_id is not None:
        await desk.move(message.chat.id, message.migrate_to_chat_id)
