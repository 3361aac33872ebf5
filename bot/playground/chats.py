"""The Bot API's methods about chats, files, the bot itself and its webhook: small questions with small answers."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiogram import methods as m
from aiogram.types import (
    AcceptedGiftTypes,
    BotCommand,
    BotDescription,
    BotName,
    BotShortDescription,
    ChatFullInfo,
    ChatPermissions,
    File,
    User,
    WebhookInfo,
)

from bot.playground.errors import bad_request
from bot.playground.methods import Asked, serves
from bot.playground.people import member_type, set_member
from bot.playground.records import ADMINS, Hook

if TYPE_CHECKING:
    from aiogram.types import ResultChatMemberUnion

FILE_LIMIT = 20 << 20
TAG = 16
"""Signs in a member's tag."""
SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


@serves(m.GetMe)
def _get_me(asked: Asked, _: m.GetMe) -> User:
    return asked.world.bot.model_copy(update={"can_read_all_group_messages": not asked.world.settings.privacy})


@serves(m.LogOut)
def _log_out(_asked: Asked, _: m.LogOut) -> bool:
    return True


@serves(m.Close)
def _close(_asked: Asked, _: m.Close) -> bool:
    return True


@serves(m.GetChat)
def _get_chat(asked: Asked, request: m.GetChat) -> ChatFullInfo:
    world = asked.world
    room = world.room_for_bot(request.chat_id, write=False)
    chat = world.chat(room).model_dump(exclude_none=True)
    pinned = world.find_post(room, room.pinned[-1]) if room.pinned else None
    gifts = {name: False for name, info in AcceptedGiftTypes.model_fields.items() if info.is_required()}
    return ChatFullInfo.model_validate(
        {
            **chat,
            "accent_color_id": abs(room.id) % 7,
            "max_reaction_count": 11,
            "accepted_gift_types": gifts,
            "permissions": None if room.kind == "private" else ChatPermissions(can_send_messages=True),
            "pinned_message": pinned.message if pinned else None,
        }
    )


@serves(m.GetChatMember)
def _get_chat_member(asked: Asked, request: m.GetChatMember) -> ResultChatMemberUnion:
    return member_type(asked.world, asked.world.room_for_bot(request.chat_id, write=False), request.user_id)


@serves(m.GetChatAdministrators)
def _get_chat_administrators(asked: Asked, request: m.GetChatAdministrators) -> list[ResultChatMemberUnion]:
    world = asked.world
    room = world.room_for_bot(request.chat_id, write=False)
    if room.kind == "private":
        raise bad_request("there are no administrators in the private chat")
    return [
        member_type(world, room, user_id)
        for user_id, member in room.members.items()
        if member.status in ADMINS and (user_id == world.bot_id or not world.people[user_id].user.is_bot)
    ]


@serves(m.GetChatMemberCount)
def _get_chat_member_count(asked: Asked, request: m.GetChatMemberCount) -> int:
    room = asked.world.room_for_bot(request.chat_id, write=False)
    return sum(asked.world.is_inside(room, user_id) for user_id in room.members)


@serves(m.LeaveChat)
def _leave_chat(asked: Asked, request: m.LeaveChat) -> bool:
    world = asked.world
    room = world.room_for_bot(request.chat_id)
    if room.kind == "private":
        raise bad_request("chat not found")
    set_member(world, room, world.bot_id, "left", by=world.bot_id)
    return True


@serves(m.SetChatMemberTag)
def _set_chat_member_tag(asked: Asked, request: m.SetChatMemberTag) -> bool:
    world = asked.world
    room = world.room_for_bot(request.chat_id)
    if not world.is_admin(room, world.bot_id):
        raise bad_request("not enough rights to change the member's tag")
    tag = request.tag or None
    if tag is not None and (len(tag) > TAG or any(unicodedata.category(sign) == "So" for sign in tag)):
        raise bad_request("TAG_INVALID")
    if not world.is_inside(room, request.user_id):
        raise bad_request("user not found")
    if world.is_admin(room, request.user_id):
        raise bad_request("USER_IS_ADMIN")
    room.members[request.user_id].tag = tag
    world.changed()
    return True


@serves(m.GetFile)
def _get_file(asked: Asked, request: m.GetFile) -> File:
    stored = asked.world.files.get(request.file_id)
    if stored is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    if stored.size > FILE_LIMIT:
        raise bad_request("file is too big")
    folder = "photos" if stored.width else "documents"
    return File(
        file_id=stored.id,
        file_unique_id=stored.id[-16:],
        file_size=stored.size,
        file_path=f"{folder}/{stored.id}",
    )


# -- the bot itself --


def _scope(request: m.SetMyCommands | m.GetMyCommands | m.DeleteMyCommands) -> str:
    scope = request.scope.model_dump_json(exclude_none=True) if request.scope else '{"type":"default"}'
    return f"{request.language_code or ''}{scope}"


@serves(m.SetMyCommands)
def _set_my_commands(asked: Asked, request: m.SetMyCommands) -> bool:
    if len(request.commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in request.commands:
        if not re.fullmatch(r"/?[a-z0-9_]{1,32}", command.command):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(command.description) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    asked.world.commands[_scope(request)] = request.commands
    asked.world.changed()
    return True


@serves(m.GetMyCommands)
def _get_my_commands(asked: Asked, request: m.GetMyCommands) -> list[BotCommand]:
    return asked.world.commands.get(_scope(request), [])


@serves(m.DeleteMyCommands)
def _delete_my_commands(asked: Asked, request: m.DeleteMyCommands) -> bool:
    asked.world.commands.pop(_scope(request), None)
    return True


def _describe(asked: Asked, kind: str, language: str | None, text: str | None, limit: int) -> bool:
    if len(text or "") > limit:
        raise bad_request(f"{kind} is too long")
    asked.world.about[f"{kind}:{language or ''}"] = text or ""
    return True


def _described(asked: Asked, kind: str, language: str | None) -> str:
    about = asked.world.about
    return about.get(f"{kind}:{language or ''}", about.get(f"{kind}:", ""))


@serves(m.SetMyDescription)
def _set_my_description(asked: Asked, request: m.SetMyDescription) -> bool:
    return _describe(asked, "description", request.language_code, request.description, 512)


@serves(m.GetMyDescription)
def _get_my_description(asked: Asked, request: m.GetMyDescription) -> BotDescription:
    return BotDescription(description=_described(asked, "description", request.language_code))


@serves(m.SetMyShortDescription)
def _set_my_short_description(asked: Asked, request: m.SetMyShortDescription) -> bool:
    return _describe(asked, "short description", request.language_code, request.short_description, 120)


@serves(m.GetMyShortDescription)
def _get_my_short_description(asked: Asked, request: m.GetMyShortDescription) -> BotShortDescription:
    return BotShortDescription(short_description=_described(asked, "short description", request.language_code))


@serves(m.SetMyName)
def _set_my_name(asked: Asked, request: m.SetMyName) -> bool:
    if request.name and not request.language_code:
        asked.world.bot = asked.world.bot.model_copy(update={"first_name": request.name})
        asked.world.changed()
    return _describe(asked, "name", request.language_code, request.name, 64)


@serves(m.GetMyName)
def _get_my_name(asked: Asked, request: m.GetMyName) -> BotName:
    return BotName(name=_described(asked, "name", request.language_code) or asked.world.bot.first_name)


# -- webhook --


@serves(m.SetWebhook)
def _set_webhook(asked: Asked, request: m.SetWebhook) -> bool:
    """Only loopback addresses are accepted, and of these also plain HTTP, which Telegram itself refuses."""
    world = asked.world
    _drop_pending(asked, drop=request.drop_pending_updates)
    if not request.url:
        world.hook = None
        world.changed()
        return True
    if not _is_loopback(urlsplit(request.url).hostname):
        raise bad_request("bad webhook: the playground delivers to loopback addresses only")
    if request.secret_token is not None and not SECRET.fullmatch(request.secret_token):
        raise bad_request("secret token contains unallowed characters")
    if request.allowed_updates is not None:
        world.allowed = request.allowed_updates
    world.hook = Hook(url=request.url, secret=request.secret_token, connections=request.max_connections or 40)
    world.changed()
    return True


def _is_loopback(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def _drop_pending(asked: Asked, *, drop: bool | None) -> None:
    if drop:
        for pending in asked.world.updates:
            pending.confirmed = True


@serves(m.DeleteWebhook)
def _delete_webhook(asked: Asked, request: m.DeleteWebhook) -> bool:
    _drop_pending(asked, drop=request.drop_pending_updates)
    asked.world.hook = None
    asked.world.changed()
    return True


@serves(m.GetWebhookInfo)
def _get_webhook_info(asked: Asked, _: m.GetWebhookInfo) -> WebhookInfo:
    world = asked.world
    hook = world.hook
    fields: dict[str, Any] = {
        "url": hook.url if hook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.pending()),
        "max_connections": hook.connections if hook else None,
        "allowed_updates": world.allowed,
        "last_error_message": hook.error if hook else None,
        "last_error_date": int(hook.error_at) if hook and hook.error_at else None,
    }
    return WebhookInfo.model_validate(fields)
