"""Sending messages: into chats and topics, as replies, with pictures, and to one receiver alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiogram import methods as m
from aiogram.types import EphemeralMessageParameters, Message, ReplyParameters

from bot.playground.errors import bad_request
from bot.playground.methods import Asked, check_keyboard, media_fields, read_caption, read_text, serves, store

if TYPE_CHECKING:
    from bot.playground.records import Query, Room
    from bot.playground.world import World

EPHEMERAL_SECONDS = 15
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def send(asked: Asked, request: Any, room: Room, content: dict[str, Any]) -> Message:
    """Posts `content` into a chat as the bot, with the thread, reply, keyboard and receiver that `request` names."""
    world = asked.world
    member = room.members[world.bot_id]
    if member.status == "restricted":
        what = "photos" if content.get("photo") else "documents" if content.get("document") else "text messages"
        raise bad_request(f"not enough rights to send {what} to the chat")
    fields = content | {"reply_markup": check_keyboard(request.reply_markup)}
    fields |= _thread(room, request.message_thread_id)
    fields |= _reply(world, room, request)
    receiver, replaces = _receiver(world, room, request)
    if receiver is not None:
        room.last_ephemeral_id += 1
        fields |= {"ephemeral_message_id": room.last_ephemeral_id, "receiver_user": world.user(receiver)}
    message = Message(
        message_id=world.next_id(room) if receiver is None else 0,
        date=world.date(),
        chat=world.chat(room),
        from_user=world.bot,
        **fields,
    )
    return world.add_post(room, message, receiver, replaces).message


def _thread(room: Room, thread: int | None) -> dict[str, Any]:
    if thread is None:
        return {}
    topic = room.topics.get(thread)
    if topic is None or not room.forum:
        raise bad_request("message thread not found")
    if topic.closed:
        raise bad_request("TOPIC_CLOSED")
    return {"message_thread_id": thread, "is_topic_message": True}


def _reply(world: World, room: Room, request: Any) -> dict[str, Any]:
    wanted: ReplyParameters | None = request.reply_parameters
    if wanted is None and request.reply_to_message_id is not None:
        wanted = ReplyParameters(
            message_id=request.reply_to_message_id,
            allow_sending_without_reply=request.allow_sending_without_reply,
        )
    if wanted is None or wanted.ephemeral_message_id is not None:
        return {}
    post = world.find_post(room, wanted.message_id or 0)
    if post is None or post.message.message_id == 0:
        if wanted.allow_sending_without_reply is True:
            return {}
        raise bad_request("message to be replied not found")
    fields: dict[str, Any] = {"reply_to_message": post.message.model_copy(update={"reply_to_message": None})}
    if room.forum and post.message.is_topic_message and request.message_thread_id is None:
        fields |= {"message_thread_id": post.message.message_thread_id, "is_topic_message": True}
    return fields


def _receiver(world: World, room: Room, request: Any) -> tuple[int | None, int | None]:
    """Who alone gets the message, and which message it stands in for, if it is an ephemeral one that may be sent."""
    wanted: EphemeralMessageParameters | None = request.ephemeral_message_parameters
    if wanted is None and request.receiver_user_id is not None:
        wanted = EphemeralMessageParameters(
            receiver_user_id=request.receiver_user_id, callback_query_id=request.callback_query_id
        )
    if wanted is None:
        return None, None
    receiver = wanted.receiver_user_id
    if room.kind == "private":
        raise bad_request("ephemeral messages can be sent only to group and supergroup chats")
    if not world.is_inside(room, receiver) or receiver == world.bot_id:
        raise bad_request("user not found")
    query = None
    if wanted.callback_query_id is not None:
        query = _fresh_tap(world, room, receiver, wanted.callback_query_id)
    answered = request.reply_parameters.ephemeral_message_id if request.reply_parameters else None
    if answered is not None:
        _check_fresh(world, room, receiver, answered)
    if query is None and answered is None and not world.is_admin(room, world.bot_id):
        raise bad_request("not enough rights to send ephemeral messages to the chat")
    if query is None or not wanted.replace_callback_query_message:
        return receiver, None
    if query.ephemeral_id is not None:
        raise bad_request("ephemeral messages can't be replaced")
    return receiver, query.message_id


def _fresh_tap(world: World, room: Room, receiver: int, query_id: str) -> Query:
    query = world.queries.get(query_id)
    if query is None or (query.person, query.chat) != (receiver, room.id) or world.now() - query.at > EPHEMERAL_SECONDS:
        raise bad_request(TOO_OLD)
    return query


def _check_fresh(world: World, room: Room, sender: int, ephemeral_id: int) -> None:
    post = world.find_ephemeral(room, sender, ephemeral_id)
    if post is None or world.now() - post.message.date.timestamp() > EPHEMERAL_SECONDS:
        raise bad_request("message to be replied not found")


@serves(m.SendMessage)
def _send_message(asked: Asked, request: m.SendMessage) -> Message:
    room = asked.world.room_for_bot(request.chat_id)
    return send(asked, request, room, read_text(asked, request.text, request.parse_mode, request.entities))


@serves(m.SendPhoto)
def _send_photo(asked: Asked, request: m.SendPhoto) -> Message:
    room = asked.world.room_for_bot(request.chat_id)
    caption = read_caption(asked, request.caption, request.parse_mode, request.caption_entities)
    photo = media_fields(store(asked, request.photo, photo=True), photo=True)
    return send(asked, request, room, caption | photo)


@serves(m.SendDocument)
def _send_document(asked: Asked, request: m.SendDocument) -> Message:
    room = asked.world.room_for_bot(request.chat_id)
    caption = read_caption(asked, request.caption, request.parse_mode, request.caption_entities)
    document = media_fields(store(asked, request.document, photo=False), photo=False)
    return send(asked, request, room, caption | document)


@serves(m.SendChatAction)
def _send_chat_action(asked: Asked, request: m.SendChatAction) -> bool:
    room = asked.world.room_for_bot(request.chat_id)
    _thread(room, request.message_thread_id)
    return True
