"""What somebody is in a group, as Telegram says: remembered for a while where the bot hears of every change, and asked
anew each time where it does not.

Telegram tells a bot who comes, goes and rises only where that bot is an administrator itself; and only there does it
promise an answer about others. Another process may have heard what this one has not, so nothing is believed for long.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramMigrateToChat
from aiogram.types import ChatMemberUpdated, ResultChatMemberUnion

from bot.sending import Kind, kind

BELIEVED = 60.0
"""Seconds for which what Telegram said of somebody is believed, where the bot hears of changes."""

REMEMBERED = 4096
"""Of so many people it is known what they are."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody is in a group."""

    inside: bool
    """Whether they are in it now; nobody who was banned is."""
    moderates: bool = False
    """Whether they are its owner or an administrator."""
    anonymous: bool = False
    """Whether they speak there in the group's name, which is to be kept to."""


class Rights:
    """One a process. `now` is in seconds and only goes forward."""

    def __init__(self, bot: Bot, now: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._now = now
        self._known: OrderedDict[tuple[int, int], tuple[float, Standing]] = OrderedDict()

    async def standing(self, chat: int, user: int) -> Standing | None:
        """What that user is in that group; None: Telegram tells us nothing. Raises aiogram's errors that pass by
        themselves."""
        if known := self._remembered(chat, user):
            return known
        found = await self._asked(chat, user)
        if found is not None and user != self._bot.id and await self.administers(chat):
            self._remember(chat, user, found)
        return found

    async def administers(self, chat: int) -> bool:
        """Whether the bot is an administrator there, and hears of every change. Of its own it always hears."""
        own = self._remembered(chat, self._bot.id)
        if own is None:
            own = await self._asked(chat, self._bot.id) or Standing(inside=False)
            self._remember(chat, self._bot.id, own)
        return own.moderates

    def heard(self, update: ChatMemberUpdated) -> None:
        """Somebody, or the bot, is something else in a group now. What was known of others before the bot came or rose
        may not be so any more."""
        if update.new_chat_member.user.id == self._bot.id:
            for known in [known for known in self._known if known[0] == update.chat.id]:
                del self._known[known]
        self._remember(update.chat.id, update.new_chat_member.user.id, _standing(update.new_chat_member))

    def _remembered(self, chat: int, user: int) -> Standing | None:
        since, found = self._known.get((chat, user), (0.0, None))
        return found if self._now() - since < BELIEVED else None

    def _remember(self, chat: int, user: int, found: Standing) -> None:
        self._known[chat, user] = (self._now(), found)
        self._known.move_to_end((chat, user))
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def _asked(self, chat: int, user: int) -> Standing | None:
        try:
            return _standing(await self._bot.get_chat_member(chat, user))
        except TelegramMigrateToChat as error:
            return await self._asked(error.migrate_to_chat_id, user)
        except AiogramError as error:
            if kind(error) in (Kind.AWAY, Kind.FLOOD):
                raise
            return None


def _standing(member: ResultChatMemberUnion) -> Standing:
    rules = member.status in ("creator", "administrator")
    inside = rules or member.status == "member" or bool(getattr(member, "is_member", False))
    return Standing(inside, rules, bool(getattr(member, "is_anonymous", False)))
