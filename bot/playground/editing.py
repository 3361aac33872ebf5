"""Changing what was sent: edits, removals, pins, and the answers to taps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from aiogram import methods as m
from aiogram.types import InputMediaDocument, InputMediaPhoto, Message

from bot.playground.entities import utf16
from bot.playground.errors import ApiError, bad_request
from bot.playground.methods import ALERT, Asked, check_keyboard, media_fields, read_caption, read_text, serves, store
from bot.playground.people import service
from bot.playground.sending import TOO_OLD

if TYPE_CHECKING:
    from bot.playground.records import Post, Room
    from bot.playground.world import World

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
DELETABLE_SECONDS = 48 * 3600


def own_post(asked: Asked, chat_id: int | str | None, message_id: int | None) -> Post:
    """The bot's message that an edit names."""
    if chat_id is None or not message_id:
        raise bad_request("message identifier is not specified")
    world = asked.world
    room = world.room_for_bot(chat_id)
    post = world.find_post(room, message_id)
    if post is None:
        raise bad_request("message to edit not found")
    if post.message.from_user is None or post.message.from_user.id != world.bot_id:
        raise bad_request("message can't be edited")
    if room.members[world.bot_id].status == "restricted":
        raise bad_request("CHAT_WRITE_FORBIDDEN")
    return post


def secret_post(asked: Asked, chat_id: int | str, receiver: int, ephemeral_id: int) -> Post:
    """The bot's ephemeral message that an edit names."""
    world = asked.world
    post = world.find_ephemeral(world.room_for_bot(chat_id), receiver, ephemeral_id)
    if post is None or post.message.from_user is None or post.message.from_user.id != world.bot_id:
        raise bad_request("message to edit not found")
    return post


def change(asked: Asked, post: Post, content: dict[str, Any], markup: object) -> Message:
    """Gives a message new content and keyboard; none given removes the keyboard."""
    old = post.message
    fields = content | {"reply_markup": check_keyboard(markup)}
    if all(getattr(old, name) == value for name, value in fields.items()):
        raise bad_request(NOT_MODIFIED)
    new = old.model_copy(update=fields | {"edit_date": int(asked.world.now())})
    asked.world.change_post(post, new)
    return new


def change_text(asked: Asked, post: Post, request: m.EditMessageText | m.EditEphemeralMessageText) -> Message:
    """Edits a text message."""
    if request.rich_message is not None:
        raise bad_request("rich messages are unknown to the playground")
    if post.message.text is None:
        raise bad_request("there is no text in the message to edit")
    try:
        content = read_text(asked, request.text, request.parse_mode, request.entities)
    except ApiError as error:
        raise bad_request("MESSAGE_TOO_LONG") if "too long" in error.description else error from None
    return change(asked, post, content, request.reply_markup)


def change_caption(asked: Asked, post: Post, request: m.EditMessageCaption | m.EditEphemeralMessageCaption) -> Message:
    """Edits what stands under a photo or document."""
    if post.message.photo is None and post.message.document is None:
        raise bad_request("there is no caption in the message to edit")
    content = read_caption(asked, request.caption, request.parse_mode, request.caption_entities)
    return change(asked, post, content, request.reply_markup)


def change_media(asked: Asked, post: Post, request: m.EditMessageMedia | m.EditEphemeralMessageMedia) -> Message:
    """Puts another photo or document into a message, or the first into a text."""
    media = request.media
    if not isinstance(media, InputMediaPhoto | InputMediaDocument):
        raise bad_request("the playground shows photos and documents only")
    caption = read_caption(asked, media.caption, media.parse_mode, media.caption_entities)
    photo = isinstance(media, InputMediaPhoto)
    fields = media_fields(store(asked, media.media, photo=photo), photo=photo)
    return change(asked, post, {"text": None, "entities": None} | caption | fields, request.reply_markup)


@serves(m.EditMessageText)
def _edit_message_text(asked: Asked, request: m.EditMessageText) -> Message:
    return change_text(asked, own_post(asked, request.chat_id, request.message_id), request)


@serves(m.EditMessageCaption)
def _edit_message_caption(asked: Asked, request: m.EditMessageCaption) -> Message:
    return change_caption(asked, own_post(asked, request.chat_id, request.message_id), request)


@serves(m.EditMessageMedia)
def _edit_message_media(asked: Asked, request: m.EditMessageMedia) -> Message:
    return change_media(asked, own_post(asked, request.chat_id, request.message_id), request)


@serves(m.EditMessageReplyMarkup)
def _edit_message_reply_markup(asked: Asked, request: m.EditMessageReplyMarkup) -> Message:
    return change(asked, own_post(asked, request.chat_id, request.message_id), {}, request.reply_markup)


@serves(m.EditEphemeralMessageText)
def _edit_ephemeral_text(asked: Asked, request: m.EditEphemeralMessageText) -> bool:
    post = secret_post(asked, request.chat_id, request.receiver_user_id, request.ephemeral_message_id)
    change_text(asked, post, request)
    return True


@serves(m.EditEphemeralMessageCaption)
def _edit_ephemeral_caption(asked: Asked, request: m.EditEphemeralMessageCaption) -> bool:
    post = secret_post(asked, request.chat_id, request.receiver_user_id, request.ephemeral_message_id)
    change_caption(asked, post, request)
    return True


@serves(m.EditEphemeralMessageMedia)
def _edit_ephemeral_media(asked: Asked, request: m.EditEphemeralMessageMedia) -> bool:
    post = secret_post(asked, request.chat_id, request.receiver_user_id, request.ephemeral_message_id)
    change_media(asked, post, request)
    return True


@serves(m.EditEphemeralMessageReplyMarkup)
def _edit_ephemeral_markup(asked: Asked, request: m.EditEphemeralMessageReplyMarkup) -> bool:
    post = secret_post(asked, request.chat_id, request.receiver_user_id, request.ephemeral_message_id)
    change(asked, post, {}, request.reply_markup)
    return True


# -- removing and pinning --


def _remove(world: World, room: Room, post: Post) -> None:
    own = post.message.from_user is not None and post.message.from_user.id == world.bot_id
    age = world.now() - post.message.date.timestamp()
    if age > DELETABLE_SECONDS or not (own or room.kind == "private" or world.is_admin(room, world.bot_id)):
        raise bad_request("message can't be deleted")
    world.delete_post(post)


@serves(m.DeleteMessage)
def _delete_message(asked: Asked, request: m.DeleteMessage) -> bool:
    room = asked.world.room_for_bot(request.chat_id)
    post = asked.world.find_post(room, request.message_id) if request.message_id else None
    if post is None:
        raise bad_request("message to delete not found")
    _remove(asked.world, room, post)
    return True


@serves(m.DeleteMessages)
def _delete_messages(asked: Asked, request: m.DeleteMessages) -> bool:
    if not 1 <= len(request.message_ids) <= 100:
        raise bad_request("there are no message identifiers to delete")
    room = asked.world.room_for_bot(request.chat_id)
    for message_id in request.message_ids:
        post = asked.world.find_post(room, message_id) if message_id else None
        if post is not None:
            _remove(asked.world, room, post)
    return True


@serves(m.DeleteEphemeralMessage)
def _delete_ephemeral_message(asked: Asked, request: m.DeleteEphemeralMessage) -> bool:
    room = asked.world.room_for_bot(request.chat_id)
    post = asked.world.find_ephemeral(room, request.receiver_user_id, request.ephemeral_message_id)
    if post is None:
        raise bad_request("message to delete not found")
    asked.world.delete_post(post)
    return True


def _pinning_room(asked: Asked, chat_id: int | str) -> Room:
    room = asked.world.room_for_bot(chat_id)
    if room.kind != "private" and not asked.world.is_admin(room, asked.world.bot_id):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return room


@serves(m.PinChatMessage)
def _pin_chat_message(asked: Asked, request: m.PinChatMessage) -> bool:
    world = asked.world
    room = _pinning_room(asked, request.chat_id)
    post = world.find_post(room, request.message_id) if request.message_id else None
    if post is None:
        raise bad_request("message to pin not found")
    if request.message_id not in room.pinned:
        room.pinned.append(request.message_id)
        service(world, room, world.bot, pinned_message=post.message.model_copy(update={"reply_to_message": None}))
    return True


@serves(m.UnpinChatMessage)
def _unpin_chat_message(asked: Asked, request: m.UnpinChatMessage) -> bool:
    room = _pinning_room(asked, request.chat_id)
    wanted = request.message_id or (room.pinned[-1] if room.pinned else 0)
    if wanted not in room.pinned:
        raise bad_request("message to unpin not found")
    room.pinned.remove(wanted)
    asked.world.changed()
    return True


@serves(m.UnpinAllChatMessages)
def _unpin_all_chat_messages(asked: Asked, request: m.UnpinAllChatMessages) -> bool:
    _pinning_room(asked, request.chat_id).pinned.clear()
    asked.world.changed()
    return True


@serves(m.SetMessageReaction)
def _set_message_reaction(asked: Asked, request: m.SetMessageReaction) -> bool:
    room = asked.world.room_for_bot(request.chat_id)
    if not request.message_id or asked.world.find_post(room, request.message_id) is None:
        raise bad_request("message to react not found")
    return True


# -- taps --


@serves(m.AnswerCallbackQuery)
def _answer_callback_query(asked: Asked, request: m.AnswerCallbackQuery) -> bool:
    world = asked.world
    query = world.queries.get(request.callback_query_id)
    if query is None or query.answered or world.now() - query.at > world.settings.query_life:
        raise bad_request(TOO_OLD)
    text = request.text or ""
    if utf16(text) > ALERT:
        raise bad_request("MESSAGE_TOO_LONG")
    if request.url is not None and not re.match(rf"(https?://)?t\.me/{world.bot.username}\?start=", request.url):
        raise bad_request("URL_INVALID")
    query.answered, query.text, query.alert = True, text or None, bool(request.show_alert)
    query.url = request.url
    query.rev = world.changed()
    return True
