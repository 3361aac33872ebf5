"""What a world is made of, as it is kept in a file: people, chats, messages, taps, updates, calls, files, faults."""

from __future__ import annotations

from typing import Any, Literal

from aiogram.types import Message, User
from pydantic import BaseModel, Field

GROUP_ANONYMOUS = User(id=1087968824, is_bot=True, first_name="Group", username="GroupAnonymousBot")
CHANNEL_IDENTITY = User(id=136817688, is_bot=True, first_name="Channel", username="Channel_Bot")
UNASKED = {"chat_member", "message_reaction", "message_reaction_count"}
"""Kinds of updates that a bot gets only if its `allowed_updates` names them."""
INSIDE = {"creator", "administrator", "member", "restricted"}
ADMINS = {"creator", "administrator"}

Kind = Literal["private", "group", "supergroup"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]


class Person(BaseModel):
    """Somebody with a Telegram account."""

    user: User
    started: bool = False
    """Whether the private chat with the bot was opened by Start."""
    blocked: bool = False
    deactivated: bool = False


class Member(BaseModel):
    """What somebody is in a group, now or at last."""

    status: Status
    anonymous: bool = False
    tag: str | None = None


class Topic(BaseModel):
    """A topic of a forum; General is none."""

    name: str
    closed: bool = False


class Post(BaseModel):
    """A message in a chat and who may see it."""

    message: Message
    seq: int
    """Orders posts over all chats by when they appeared."""
    rev: int
    """The world's revision at which the post appeared or last changed."""
    receiver: int | None = None
    """The only person who sees it, if it is ephemeral."""
    replaces: int | None = None
    """Id of the message in whose place its receiver sees it."""
    deleted: bool = False


class Room(BaseModel):
    """A chat: private (its id is the person's), group, or supergroup."""

    id: int
    kind: Kind
    title: str = ""
    forum: bool = False
    members: dict[int, Member] = Field(default_factory=dict)
    topics: dict[int, Topic] = Field(default_factory=dict)
    posts: list[Post] = Field(default_factory=list)
    last_id: int = 0
    last_ephemeral_id: int = 0
    rev: int = 0
    """The world's revision at which a message here appeared, changed or went, the last time."""
    pinned: list[int] = Field(default_factory=list)
    read: dict[int, int] = Field(default_factory=dict)
    """Per person the highest `seq` seen."""
    migrated_to: int | None = None
    migrated_from: int | None = None


class Query(BaseModel):
    """A tap on an inline button, and how the bot answered it."""

    id: str
    person: int
    chat: int
    message_id: int
    ephemeral_id: int | None = None
    at: float
    answered: bool = False
    text: str | None = None
    alert: bool = False
    url: str | None = None
    rev: int = 0
    """The revision at which it was answered."""


class Call(BaseModel):
    """One method call of the bot, as received and as answered."""

    seq: int
    at: float
    method: str
    params: dict[str, Any]
    ok: bool
    code: int = 200
    description: str | None = None
    result: Any = None


class Pending(BaseModel):
    """An update on its way to the bot."""

    update: dict[str, Any]
    confirmed: bool = False
    again: bool = False
    """A second delivery of an update; it goes out once whatever offset the bot names."""
    sent: bool = False

    @property
    def id(self) -> int:
        """The update's id, which a second delivery shares."""
        return int(self.update["update_id"])


class Stored(BaseModel):
    """An uploaded file; its bytes are in `World.contents` under its id."""

    id: str
    name: str
    mime: str
    size: int
    width: int = 0
    height: int = 0


class Hook(BaseModel):
    """Where updates are delivered to, and what went wrong there last."""

    url: str
    secret: str | None = None
    connections: int = 40
    error: str | None = None
    error_at: float | None = None


class Settings(BaseModel):
    """What scripts may change of the server's ways."""

    limits: bool = False
    """Whether Telegram's rate limits hold: a second per chat, 20 a minute in a group, 30 a second in all."""
    privacy: bool = True
    """Whether the bot, where it is no administrator, hears only commands, replies to it and service messages."""
    query_life: float = 15
    """Seconds in which a tap may be answered."""


class Fault(BaseModel):
    """Something that goes wrong with the next calls that match."""

    kind: Literal["retry_after", "error", "drop_before", "drop_within", "drop_after", "latency", "garbage"]
    method: str | None = None
    """The one method it strikes, whatever its case; None: all but getUpdates."""
    chat: int | None = None
    times: int | None = 1
    """How many calls it still strikes; None: until switched off."""
    seconds: float = 1
    """What to wait: in `retry_after` the client, in `latency` the server."""
    code: int = 500
    description: str = "Internal Server Error"

    def strikes(self, method: str, chat: int | None) -> bool:
        """Whether a call of `method` to `chat` meets it."""
        if self.method is None and method.lower() == "getupdates":
            return False
        named = self.method is None or self.method.lower() == method.lower()
        return named and (self.chat is None or self.chat == chat) and self.times != 0
