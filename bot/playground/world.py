"""Everything the playground remembers: people, chats, messages, updates, and what the bot asked for.

A `World` is one pydantic document, so that it can be kept in a file and found again. It knows no HTTP. What the bot may
do to it stands in `methods`, what people do in `people`; both change it through the few verbs here, each of which ends
in `changed`, so that whoever waits for news is told.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from aiogram.types import BotCommand, Chat, Message, TelegramObject, User
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from bot.playground.errors import ApiError, bad_request, forbidden, migrated
from bot.playground.records import (
    ADMINS,
    INSIDE,
    UNASKED,
    Call,
    Fault,
    Hook,
    Member,
    Pending,
    Person,
    Post,
    Query,
    Room,
    Settings,
    Stored,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


KEPT_POSTS, KEPT_UPDATES, KEPT_CALLS, KEPT_QUERIES = 2000, 1000, 10_000, 1000
"""How much of the past is remembered: messages a chat, confirmed updates, calls, taps."""

LONGEST_WAIT = 60.0
"""Seconds for which scripts may wait in one request: a tap is remembered at least so long."""


class World(BaseModel):
    """One bot, everybody who could meet it, and what is going on between them."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    token: str
    bot: User
    people: dict[int, Person] = Field(default_factory=dict)
    rooms: dict[int, Room] = Field(default_factory=dict)
    updates: list[Pending] = Field(default_factory=list)
    last_update: int = 100_000
    lowest_id: int = 1
    """No message gets a lower number."""
    allowed: list[str] | None = None
    hook: Hook | None = None
    queries: dict[str, Query] = Field(default_factory=dict)
    files: dict[str, Stored] = Field(default_factory=dict)
    commands: dict[str, list[BotCommand]] = Field(default_factory=dict)
    about: dict[str, str] = Field(default_factory=dict)
    settings: Settings = Field(default_factory=Settings)
    faults: list[Fault] = Field(default_factory=list)
    calls: list[Call] = Field(default_factory=list, exclude=True)
    rev: int = 0
    seq: int = 0
    skew: float = 0
    """Seconds by which scripts have put the clock forward."""
    contents: dict[str, bytes] = Field(default_factory=dict, exclude=True)
    _news: asyncio.Event = PrivateAttr(default_factory=asyncio.Event)
    _closed: bool = PrivateAttr(default=False)

    # -- time and news --

    def now(self) -> float:
        """Unix time as the playground has it."""
        return time.time() + self.skew

    def date(self) -> datetime:
        """The time as a message bears it, whole seconds."""
        return datetime.fromtimestamp(int(self.now()), UTC)

    def changed(self) -> int:
        """Tells everyone who waits, and returns the new revision."""
        self.rev += 1
        self._news.set()
        self._news = asyncio.Event()
        return self.rev

    def close(self) -> None:
        """Ends every wait."""
        self._closed = True
        self._news.set()

    @property
    def closed(self) -> bool:
        """Whether the server is ending."""
        return self._closed

    async def wait_news(self, since: int, seconds: float, rooms: Sequence[Room] = ()) -> int:
        """The revision once it is above `since`, or whatever it is after `seconds`.

        With `rooms`: once something has happened to a message in one of these after `since`.
        """
        deadline = time.monotonic() + seconds
        while not (any(self.newest(room) > since for room in rooms) if rooms else self.rev > since):
            if self._closed:
                break
            left = deadline - time.monotonic()
            if left <= 0:
                break
            try:
                await asyncio.wait_for(self._news.wait(), left)
            except TimeoutError:
                break
        return self.rev

    def newest(self, room: Room) -> int:
        """The revision at which something happened last to a message that stands in this chat."""
        before = self.rooms.get(room.migrated_from) if room.migrated_from is not None else None
        return max(room.rev, self.newest(before) if before else 0)

    # -- who and where --

    @property
    def bot_id(self) -> int:
        """The bot's user id."""
        return self.bot.id

    def user(self, user_id: int) -> User | None:
        """The bot, or a person, by id."""
        if user_id == self.bot_id:
            return self.bot
        person = self.people.get(user_id)
        return person.user if person else None

    def is_inside(self, room: Room, user_id: int) -> bool:
        """Whether somebody is in a chat now."""
        member = room.members.get(user_id)
        return member is not None and member.status in INSIDE

    def is_admin(self, room: Room, user_id: int) -> bool:
        """Whether somebody is an administrator or the owner."""
        member = room.members.get(user_id)
        return member is not None and member.status in ADMINS

    def chat(self, room: Room) -> Chat:
        """A chat as messages name it."""
        if room.kind == "private":
            user = self.people[room.id].user
            return Chat(
                id=room.id,
                type="private",
                first_name=user.first_name,
                last_name=user.last_name,
                username=user.username,
            )
        return Chat(id=room.id, type=room.kind, title=room.title, is_forum=room.forum or None)

    def private_room(self, person: Person) -> Room:
        """The chat of `person` with the bot, which exists on the person's side also before Start."""
        user_id = person.user.id
        members = {user_id: Member(status="member"), self.bot_id: Member(status="member")}
        return self.rooms.setdefault(user_id, Room(id=user_id, kind="private", members=members))

    def meets_bot(self, user_id: int) -> bool:
        """Whether the bot could ever have come across this person."""
        person = self.people.get(user_id)
        return person is not None and (
            person.started or any(user_id in room.members for room in self.rooms.values() if room.kind != "private")
        )

    def room_for_bot(self, chat_id: int | str, *, write: bool = True) -> Room:
        """The chat a method call names; raises what Telegram answers where the bot cannot be (or `write`)."""
        try:
            number = int(chat_id)
        except ValueError:
            raise bad_request("chat not found") from None
        person = self.people.get(number)
        if person is not None:
            if not self.meets_bot(number):
                raise bad_request("chat not found")
            if write:
                self._check_private(person)
            return self.private_room(person)
        room = self.rooms.get(number)
        if room is None or self.bot_id not in room.members:
            raise bad_request("chat not found")
        if room.migrated_to is not None:
            raise migrated(room.migrated_to)
        status = room.members[self.bot_id].status
        if status == "kicked":
            raise forbidden(f"bot was kicked from the {room.kind} chat")
        if status == "left":
            raise forbidden(f"bot is not a member of the {room.kind} chat")
        return room

    def _check_private(self, person: Person) -> None:
        if person.deactivated:
            raise forbidden("user is deactivated")
        if person.blocked:
            raise forbidden("bot was blocked by the user")
        if not person.started:
            raise forbidden("bot can't initiate conversation with a user")

    # -- messages --

    def add_post(self, room: Room, message: Message, receiver: int | None = None, replaces: int | None = None) -> Post:
        """Puts a message into a chat, for all or for one receiver, in whose eyes it may replace another."""
        self.seq += 1
        post = Post(message=message, seq=self.seq, rev=self.changed(), receiver=receiver, replaces=replaces)
        room.posts.append(post)
        room.rev = post.rev
        del room.posts[:-KEPT_POSTS]
        return post

    def coming_id(self, room: Room) -> int:
        """The id that the next message of a chat will get; each chat counts for itself."""
        return max(room.last_id + 1, self.lowest_id)

    def next_id(self, room: Room) -> int:
        """Takes the next message id of a chat."""
        room.last_id = self.coming_id(room)
        return room.last_id

    def find_post(self, room: Room, message_id: int) -> Post | None:
        """A message that is there; ephemeral ones have no such id."""
        return next(
            (post for post in reversed(room.posts) if post.message.message_id == message_id and not post.deleted), None
        )

    def find_ephemeral(self, room: Room, receiver: int, ephemeral_id: int) -> Post | None:
        """The ephemeral message of this id that `receiver` has."""
        return next(
            (
                post
                for post in reversed(room.posts)
                if post.receiver == receiver and post.message.ephemeral_message_id == ephemeral_id and not post.deleted
            ),
            None,
        )

    def change_post(self, post: Post, message: Message) -> None:
        """Gives a post other content."""
        post.message = message
        self._touched(post)

    def delete_post(self, post: Post) -> None:
        """Takes a post from everybody's sight; scripts may still press it, as a stale client might."""
        post.deleted = True
        self._touched(post)

    def _touched(self, post: Post) -> None:
        post.rev = self.rooms[post.message.chat.id].rev = self.changed()

    def visible_posts(self, room: Room, person_id: int) -> Iterator[Post]:
        """What `person_id` sees of a chat, oldest first, with what was before it became a supergroup."""
        if room.migrated_from is not None:
            yield from self.visible_posts(self.rooms[room.migrated_from], person_id)
        hidden = {post.replaces for post in room.posts if post.receiver == person_id and not post.deleted}
        for post in room.posts:
            if post.deleted or post.receiver not in {None, person_id}:
                continue
            if post.receiver is None and post.message.message_id in hidden:
                continue
            yield post

    def rooms_of(self, person_id: int) -> list[Room]:
        """The chats that stand in a person's list."""
        person = self.people[person_id]
        self.private_room(person)
        return [room for room in self.rooms.values() if room.migrated_to is None and self.is_inside(room, person_id)]

    # -- updates --

    def push(self, kind: str, body: TelegramObject) -> int | None:
        """Queues an update for the bot, unless it asked not to get this kind; its id if queued."""
        if kind in UNASKED if not self.allowed else kind not in self.allowed:
            return None
        return self.push_raw({kind: dump(body)})

    def push_raw(self, content: dict[str, Any]) -> int:
        """Queues any content as an update; its id."""
        self.last_update += 1
        self.updates.append(Pending(update={"update_id": self.last_update, **content}))
        if len(self.updates) > 2 * KEPT_UPDATES:
            old, new = self.updates[:-KEPT_UPDATES], self.updates[-KEPT_UPDATES:]
            self.updates = [pending for pending in old if not pending.confirmed] + new
        self.changed()
        return self.last_update

    def push_again(self, update_id: int | None) -> int:
        """Queues an update a second time, under its old id, as Telegram does when it doubts the delivery."""
        known = [pending for pending in self.updates if update_id in {None, pending.id}]
        if not known:
            raise bad_request("update not found")
        self.updates.append(Pending(update=known[-1].update, again=True))
        self.changed()
        return known[-1].id

    def pending(self) -> list[Pending]:
        """The updates the bot has not confirmed, oldest first."""
        return [pending for pending in self.updates if not pending.confirmed]

    # -- the journal --

    def record(self, method: str, params: dict[str, Any], answer: ApiError | None, result: Any = None) -> None:
        """Notes a call of the bot in the journal, with what it was answered."""
        seq = self.calls[-1].seq + 1 if self.calls else 1
        self.calls.append(
            Call(
                seq=seq,
                at=self.now(),
                method=method,
                params=params,
                ok=answer is None,
                code=answer.code if answer else 200,
                description=answer.description if answer else None,
                result=result,
            )
        )
        del self.calls[:-KEPT_CALLS]
        self.changed()

    def unread(self, room: Room, person_id: int) -> int:
        """How many messages of others came since the person last read the chat."""
        seen = room.read.get(person_id, 0)
        senders = Counter(
            post.message.from_user.id if post.message.from_user else 0
            for post in self.visible_posts(room, person_id)
            if post.seq > seen
        )
        return senders.total() - senders[person_id]


def dump(value: object) -> Any:
    """JSON of a result, as Telegram sends it: absent fields are left out."""
    match value:
        case TelegramObject():
            return value.model_dump(mode="json", by_alias=True, exclude_none=True)
        case list():
            return [dump(item) for item in value]
        case _:
            return value


NAME = "🃏"
"""What the bot is called until it names itself: the same in every language of the page."""


def new_world(token: str, username: str = "playground_bot", name: str = NAME) -> World:
    """An empty world with one bot; the digits before the token's colon are the bot's id."""
    bot = User(
        id=int(token.partition(":")[0]),
        is_bot=True,
        first_name=name,
        username=username,
        can_join_groups=True,
        can_read_all_group_messages=False,
        supports_inline_queries=False,
    )
    return World(token=token, bot=bot)


def new_key() -> str:
    """An unguessable text, for ids."""
    return secrets.token_urlsafe(18)
