"""What people do in Telegram: open the bot, write, press buttons, come and go; and the updates the bot gets of it.

Wishes that Telegram's own client would not let a person utter (writing in a chat one is not in, pressing a button that
is not there) raise `ApiError`, so that a script notices.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiogram.types import (
    CallbackQuery,
    Chat,
    ChatMemberAdministrator,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUpdated,
    ForumTopicCreated,
    InaccessibleMessage,
    InlineKeyboardButton,
    Message,
    User,
)

from bot.playground.entities import find_entities
from bot.playground.errors import bad_request, forbidden, migrated
from bot.playground.records import (
    CHANNEL_IDENTITY,
    GROUP_ANONYMOUS,
    INSIDE,
    Kind,
    Member,
    Person,
    Post,
    Query,
    Room,
    Status,
    Topic,
)
from bot.playground.world import KEPT_QUERIES, LONGEST_WAIT, World, new_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aiogram.types import ResultChatMemberUnion

DEEP_LINK = re.compile(r"(?:https?://)?t\.me/(\w+)(?:\?start=([\w-]*))?|tg://resolve\?domain=(\w+)(?:&start=([\w-]*))?")
PAYLOAD = re.compile(r"[A-Za-z0-9_-]{0,64}")


def add_person(world: World, name: str, **profile: str | bool | None) -> Person:
    """A new person, who has not met the bot; `profile` is more of `User`, such as `username` or `is_bot`."""
    fields = {"is_bot": False, "language_code": "ru", **profile}
    user = User.model_validate({"id": max([1000, *world.people]) + 1, "first_name": name, **fields})
    person = Person(user=user)
    world.people[user.id] = person
    world.changed()
    return person


def add_room(  # noqa: PLR0913 - a group has this many sides from its start
    world: World, kind: Kind, title: str, people: Iterable[int], *, forum: bool = False, bot: Status | None = "member"
) -> Room:
    """A new group; the first of `people` is its creator. The bot is told that it was added."""
    number = max([100, *(abs(room.id) % 10**9 for room in world.rooms.values() if room.kind != "private")]) + 1
    room = Room(id=-(10**12) - number if kind == "supergroup" else -number, kind=kind, title=title, forum=forum)
    world.rooms[room.id] = room
    for place, person_id in enumerate(people):
        _known(world, person_id)
        room.members[person_id] = Member(status="member" if place else "creator")
    if bot in INSIDE:
        set_member(world, room, world.bot_id, bot, by=next(iter(room.members), world.bot_id))
    world.changed()
    return room


def _known(world: World, person_id: int) -> Person:
    person = world.people.get(person_id)
    if person is None:
        raise bad_request(f"no person {person_id}")
    return person


def member_type(world: World, room: Room, user_id: int) -> ResultChatMemberUnion:
    """How the Bot API words that a user belongs to a chat, or does not."""
    user = world.user(user_id)
    if user is None:
        raise bad_request("user not found")
    member = room.members.get(user_id, Member(status="left"))
    rights = dict.fromkeys(
        (
            "can_manage_chat",
            "can_delete_messages",
            "can_manage_video_chats",
            "can_restrict_members",
            "can_change_info",
            "can_invite_users",
            "can_pin_messages",
        ),
        True,
    )
    match member.status:
        case "creator":
            return ChatMemberOwner(user=user, is_anonymous=member.anonymous)
        case "administrator":
            return ChatMemberAdministrator.model_validate(
                {
                    "user": user,
                    "can_be_edited": False,
                    "is_anonymous": member.anonymous,
                    "can_promote_members": False,
                    "can_post_stories": False,
                    "can_edit_stories": False,
                    "can_delete_stories": False,
                    "can_send_welcome_messages": False,
                    **rights,
                }
            )
        case "member":
            return ChatMemberMember(user=user, tag=member.tag)
        case "restricted":
            silent: dict[str, Any] = {
                name: False
                for name, info in ChatMemberRestricted.model_fields.items()
                if info.is_required() and name.startswith("can_")
            }
            return ChatMemberRestricted.model_validate({"user": user, "is_member": True, "until_date": 0, **silent})
        case "left":
            return ChatMemberLeft(user=user)
        case "kicked":
            return ChatMemberBanned.model_validate({"user": user, "until_date": 0})


def set_member(  # noqa: PLR0913 - who, where, what, and by whom
    world: World,
    room: Room,
    user_id: int,
    status: Status,
    *,
    by: int,
    anonymous: bool = False,
) -> None:
    """Changes what a user is in a group; the bot hears of it as Telegram would tell it, and the chat sees it."""
    if room.kind == "private":
        raise bad_request("a private chat has no members to change")
    before = member_type(world, room, user_id)
    was_inside = world.is_inside(room, user_id)
    bot_was_inside = world.is_inside(room, world.bot_id)
    room.members[user_id] = Member(status=status, anonymous=anonymous)
    actor = world.user(by) or world.bot
    about_bot = user_id == world.bot_id
    if about_bot or world.is_admin(room, world.bot_id):
        event = ChatMemberUpdated(
            chat=world.chat(room),
            from_user=actor,
            date=world.date(),
            old_chat_member=before,
            new_chat_member=member_type(world, room, user_id),
        )
        world.push("my_chat_member" if about_bot else "chat_member", event)
    user = world.user(user_id)
    is_inside = status in INSIDE
    if is_inside == was_inside or user is None:
        world.changed()
        return
    fields: dict[str, Any] = {"new_chat_members": [user]} if is_inside else {"left_chat_member": user}
    post = service(world, room, actor, **fields)
    if by != world.bot_id and (bot_was_inside if not about_bot else is_inside):
        world.push("message", post.message)


def service(world: World, room: Room, actor: User, **fields: Any) -> Post:
    """A line such as "Anna joined" in the chat."""
    message = Message(
        message_id=world.next_id(room), date=world.date(), chat=world.chat(room), from_user=actor, **fields
    )
    return world.add_post(room, message)


def start(world: World, person_id: int, payload: str = "") -> Post:
    """Presses Start in the private chat, also after having blocked the bot."""
    person = _known(world, person_id)
    if not PAYLOAD.fullmatch(payload):
        raise bad_request("a start parameter is up to 64 letters, digits, _ and -")
    set_blocked(world, person_id, blocked=False)
    return write(world, person_id, world.private_room(person), f"/start {payload}".strip())


def set_blocked(world: World, person_id: int, *, blocked: bool) -> None:
    """Blocks or unblocks the bot on a person's side, and tells it."""
    person = _known(world, person_id)
    if person.blocked == blocked:
        return
    person.blocked = blocked
    room = world.private_room(person)
    states: dict[bool, ResultChatMemberUnion] = {
        False: ChatMemberMember(user=world.bot),
        True: ChatMemberBanned.model_validate({"user": world.bot, "until_date": 0}),
    }
    event = ChatMemberUpdated(
        chat=world.chat(room),
        from_user=person.user,
        date=world.date(),
        old_chat_member=states[not blocked],
        new_chat_member=states[blocked],
    )
    world.push("my_chat_member", event)
    world.changed()


@dataclass(frozen=True, slots=True)
class Manner:
    """How something is said: in answer to what, in which topic, as which channel (by its title)."""

    reply_to: int | None = None
    reply_to_ephemeral: int | None = None
    thread: int | None = None
    as_channel: str | None = None


PLAINLY = Manner()


def write(world: World, person_id: int, room: Room, text: str, manner: Manner = PLAINLY) -> Post:
    """Sends a text as a person; the bot gets it unless its privacy mode hides it."""
    person = _known(world, person_id)
    member = _speaking(person, room)
    text = text.strip()
    if not text:
        raise bad_request("message text is empty")
    fields = _thread_fields(world, room, manner) | _identity(world, room, person, member, manner)
    answers = manner.reply_to_ephemeral
    if answers is not None and not world.find_ephemeral(room, person_id, answers):
        raise bad_request("message to be replied not found")
    secret = answers is not None or _is_ephemeral_command(world, room, text)
    if secret:
        room.last_ephemeral_id += 1
        fields["ephemeral_message_id"] = room.last_ephemeral_id
    message = Message(
        message_id=0 if secret else world.next_id(room),
        date=world.date(),
        chat=world.chat(room),
        text=text,
        entities=find_entities(text) or None,
        **fields,
    )
    post = world.add_post(room, message, receiver=person_id if secret else None)
    room.read[person_id] = post.seq
    if hears(world, room, message):
        world.push("message", message)
    return post


def _speaking(person: Person, room: Room) -> Member:
    """The writer's membership, if they may write there."""
    who = person.user.id
    member = room.members.get(who)
    if member is None or member.status not in INSIDE:
        raise forbidden(f"person {who} is not in chat {room.id}")
    if member.status == "restricted":
        raise forbidden(f"person {who} may not write in chat {room.id}")
    if room.migrated_to is not None:
        raise migrated(room.migrated_to)
    if room.kind == "private":
        if person.blocked:
            raise forbidden("the person has blocked the bot; only Start unblocks it")
        person.started = True
    return member


def _identity(world: World, room: Room, person: Person, member: Member, manner: Manner) -> dict[str, Any]:
    if member.anonymous:
        return {"from_user": GROUP_ANONYMOUS, "sender_chat": world.chat(room)}
    if manner.as_channel is not None:
        channel = Chat(id=-1009999999999, type="channel", title=manner.as_channel)
        return {"from_user": CHANNEL_IDENTITY, "sender_chat": channel}
    return {"from_user": person.user}


def _is_ephemeral_command(world: World, room: Room, text: str) -> bool:
    command = re.match(r"/(\w+)", text)
    return (
        room.kind != "private"
        and command is not None
        and any(
            known.is_ephemeral and known.command == command[1] for menu in world.commands.values() for known in menu
        )
    )


def _thread_fields(world: World, room: Room, manner: Manner) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    thread, reply_to = manner.thread, manner.reply_to
    if reply_to is not None:
        answered = world.find_post(room, reply_to)
        if answered is None:
            raise bad_request("message to be replied not found")
        fields["reply_to_message"] = answered.message.model_copy(update={"reply_to_message": None})
        if room.forum:
            thread = thread or answered.message.message_thread_id
        elif room.kind == "supergroup":
            # Telegram gives replies outside forums a thread id too, which names no topic.
            fields["message_thread_id"] = answered.message.message_thread_id or reply_to
    if thread is not None:
        if thread not in room.topics:
            raise bad_request("message thread not found")
        fields |= {"message_thread_id": thread, "is_topic_message": True}
    return fields


def hears(world: World, room: Room, message: Message) -> bool:
    """Whether the bot gets a message: privacy mode leaves it commands and replies to its own messages."""
    if not world.is_inside(room, world.bot_id):
        return False
    if room.kind == "private" or world.is_admin(room, world.bot_id) or not world.settings.privacy:
        return True
    answered = message.reply_to_message
    if message.ephemeral_message_id or (answered and answered.from_user and answered.from_user.id == world.bot_id):
        return True
    command = re.match(r"/\w+(?:@(\w+))?", message.text or "")
    return (
        command is not None and (command[1] or world.bot.username or "").lower() == (world.bot.username or "").lower()
    )


def edit(world: World, person_id: int, room: Room, message_id: int, text: str) -> Post:
    """Rewrites one's own message."""
    post = world.find_post(room, message_id)
    if post is None or post.message.from_user is None or post.message.from_user.id != person_id:
        raise bad_request("message to edit not found")
    changed = post.message.model_copy(
        update={"text": text.strip(), "entities": find_entities(text.strip()) or None, "edit_date": int(world.now())}
    )
    world.change_post(post, changed)
    if hears(world, room, changed):
        world.push("edited_message", changed)
    return post


def delete(world: World, room: Room, message_id: int) -> None:
    """Removes a message from the chat; the bot is not told."""
    post = world.find_post(room, message_id)
    if post is None:
        raise bad_request("message to delete not found")
    world.delete_post(post)


def buttons_of(message: Message) -> list[InlineKeyboardButton]:
    """A message's inline buttons in reading order."""
    return [button for row in message.reply_markup.inline_keyboard for button in row] if message.reply_markup else []


def as_read(text: str) -> str:
    """The words on a button: nobody sees that a space is a hard one, or one more at the end."""
    return text.replace("\u00a0", " ").strip()


def find_button(
    world: World, person_id: int, rooms: list[Room], *, text: str | None, data: str | None
) -> tuple[Room, Post, InlineKeyboardButton]:
    """The button a person means: on the newest message in sight that has one of this text or data."""
    sights = [(post.seq, room, post) for room in rooms for post in world.visible_posts(room, person_id)]
    shown: list[str] = []
    for _, room, post in sorted(sights, key=lambda sight: -sight[0]):
        for button in buttons_of(post.message):
            if (text is None or as_read(button.text) == as_read(text)) and data in {None, button.callback_data}:
                return room, post, button
            shown.append(button.text)
    raise bad_request(f"no button {text or data!r} in sight; there are {shown[:40]}")


def press(world: World, person_id: int, room: Room, post: Post, data: str) -> Query:
    """Presses a callback button; `data` may be anything, as a forged client's."""
    person = _known(world, person_id)
    if not world.is_inside(room, person_id):
        raise forbidden(f"person {person_id} is not in chat {room.id}")
    _forget_taps(world)
    query = Query(
        id=new_key(),
        person=person_id,
        chat=room.id,
        message_id=post.message.message_id,
        ephemeral_id=post.message.ephemeral_message_id,
        at=world.now(),
    )
    world.queries[query.id] = query
    message: Message | InaccessibleMessage = _with_what_it_answers_now(world, room, post.message)
    if post.deleted:
        message = InaccessibleMessage(chat=post.message.chat, message_id=post.message.message_id)
    world.push(
        "callback_query",
        CallbackQuery(
            id=query.id, from_user=person.user, chat_instance=str(-room.id * 7919), message=message, data=data
        ),
    )
    world.changed()
    return query


def _with_what_it_answers_now(world: World, room: Room, message: Message) -> Message:
    """The message, naming the one it replies to as that stands now, or none where it is deleted."""
    if message.reply_to_message is None:
        return message
    answered = world.find_post(room, message.reply_to_message.message_id)
    now = answered.message.model_copy(update={"reply_to_message": None}) if answered else None
    return message.model_copy(update={"reply_to_message": now})


def _forget_taps(world: World) -> None:
    """Drops the oldest beyond those that are kept, but none that somebody may still wait for, however many press."""
    for old in [*world.queries.values()][:-KEPT_QUERIES]:
        if world.now() - old.at <= LONGEST_WAIT:
            break
        del world.queries[old.id]


def add_topic(world: World, room: Room, name: str, by: int) -> int:
    """Opens a topic in a forum; its id is the id of the line that announces it."""
    if not room.forum:
        raise bad_request("the chat is not a forum")
    thread = world.coming_id(room)
    post = service(
        world,
        room,
        world.user(by) or world.bot,
        message_thread_id=thread,
        is_topic_message=True,
        forum_topic_created=ForumTopicCreated(name=name, icon_color=7322096),
    )
    room.topics[thread] = Topic(name=name)
    world.push("message", post.message)
    world.changed()
    return thread


def migrate(world: World, room: Room, by: int) -> Room:
    """Makes a group a supergroup: another chat id, with service messages on both sides."""
    if room.kind != "group" or room.migrated_to is not None:
        raise bad_request("only a group can become a supergroup")
    heir = Room(
        id=-(10**12) + room.id,
        kind="supergroup",
        title=room.title,
        members=room.members.copy(),
        migrated_from=room.id,
        read=room.read.copy(),
    )
    world.rooms[heir.id] = heir
    actor = world.user(by) or world.bot
    leaving = service(world, room, actor, migrate_to_chat_id=heir.id)
    room.migrated_to = heir.id
    arriving = service(world, heir, actor, migrate_from_chat_id=room.id)
    if world.is_inside(heir, world.bot_id):
        world.push("message", leaving.message)
        world.push("message", arriving.message)
    world.changed()
    return heir
