"""What every router needs at hand: the tables, the chats, who is who, and how to say something."""

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramBadRequest, TelegramMigrateToChat
from aiogram.methods import SendMessage
from aiogram.types import Chat, InlineKeyboardMarkup, Message, User

from bot.language import Language, language
from bot.routers.rights import Rights
from bot.routers.tags import Tags
from bot.routers.whispers import Whispers
from bot.screens.pages import catalogue_screen
from bot.screens.screen import Screen
from bot.sending import Kind, harmless, kind, wording
from bot.tables import notices
from bot.tables.chats import Chats
from bot.tables.model import Sitter
from bot.tables.playing import reached
from bot.tables.service import Tables
from games.moves import IllegalMove

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Desk:
    """One a process. `username` is the bot's, for links that lead to it."""

    bot: Bot
    username: str
    tables: Tables
    chats: Chats
    rights: Rights
    tags: Tags
    whispers: Whispers

    async def speech(self, user: User) -> Language:
        """How a person is written to: in the chosen language, else that of their Telegram."""
        return await self.speech_of(user.id, user.language_code)

    async def speech_of(self, user: int, code: str | None) -> Language:
        """How a person is written to whose Telegram speaks the language with that code."""
        chosen = await self.chats.of(user)
        return language(chosen.language or code, four_colours=chosen.four_colours)

    async def speech_in(self, chat: Chat, user: User | None = None) -> Language:
        """How a chat is written to: in the chosen language, else that of whoever speaks there."""
        chosen = await self.chats.of(chat.id)
        code = chosen.language or (user.language_code if user else None)
        return language(code, four_colours=chosen.four_colours)

    async def sitter(self, user: User) -> Sitter:
        """That person, as one who sits at a table."""
        chosen = await self.chats.of(user.id)
        return Sitter(
            user=user.id,
            name=user.full_name,
            language=(await self.speech(user)).code,
            four_colours=chosen.four_colours,
            big_cards=chosen.big_cards,
            ring=chosen.ring,
            quiet=chosen.quiet_hours,
        )

    async def catalogue(self, chat: Chat, speech: Language) -> Screen:
        """The games for that chat, its favourites first."""
        chosen = await self.chats.newest(chat.id)
        return catalogue_screen(
            speech,
            await self.tables.store.played(chosen.id),
            chosen.favourites,
            private=chat.type == "private",
            open_to_all=chosen.parlour == "all",
        )

    async def moderates(self, chat: int, user: int) -> bool:
        """Whether the person is an administrator of that group, or that private chat is the person's."""
        if chat > 0:
            return chat == user
        standing = await self.rights.standing(chat, user)
        return standing is not None and standing.moderates

    async def belongs(self, chat: int, user: int, *, outside: bool) -> bool:
        """Whether the person is a member of that group, or that private chat is the person's. Where Telegram does not
        tell, whoever speaks in the group is one, and whoever speaks from `outside` is none."""
        if chat > 0:
            return chat == user
        standing = await self.rights.standing(chat, user)
        return not outside if standing is None else standing.inside

    async def signature(self, chat: Chat, user: User) -> str:
        """In whose name the person does something in that chat: an anonymous administrator in the chat's."""
        if chat.type != "private":
            standing = await self.rights.standing(chat.id, user.id)
            if standing is not None and standing.anonymous:
                return chat.title or ""
        return user.full_name

    async def moderated(self, message: Message) -> bool:
        """Whether it is from an administrator of its group, or from the person whose private chat it is in."""
        if message.sender_chat is not None:
            return message.sender_chat.id == message.chat.id  # an anonymous administrator speaks in the group's name
        return message.from_user is not None and await self.moderates(message.chat.id, message.from_user.id)

    async def whispers_in(self, chat: int) -> bool:
        """Whether hands can be shown in that group to their holders alone, at any time."""
        try:
            return await self.rights.administers(chat) and await self.whispers.server.understood(chat, self.bot.id)
        except AiogramError as error:
            if kind(error) in (Kind.AWAY, Kind.FLOOD):
                raise
            return False

    async def unreached(self, users: Collection[int]) -> set[int]:
        """Those of them to whom the bot may not write."""
        return {user for user in users if not await self._reaches(user)}

    async def _reaches(self, user: int) -> bool:
        if (await self.chats.newest(user)).reachable:
            return True
        try:
            await self.bot.send_chat_action(user, "typing")
        except AiogramError as error:
            if kind(error) is Kind.FORBIDDEN or isinstance(error, TelegramBadRequest):
                return False
            raise
        await self.chats.change(user, reachable=True)
        return True

    async def met(self, user: int) -> None:
        """The bot may write to the person from now on, also at the tables where it could not: what is theirs there is
        sent to them anew."""
        await self.chats.change(user, reachable=True)
        for loaded in await self.tables.seats(user, away=True):
            table = loaded.table
            if {table.seat_of(user), table.kept_for(user)} & {*table.unreached}:
                with suppress(IllegalMove):  # they have got up, or the table has ended, meanwhile
                    await self.tables.act(table.id, lambda table, _: reached(table, user))

    async def greeted(self, message: Message) -> None:
        """Whoever writes to the bot in private can be written to, although nothing else may have told of it."""
        if message.chat.type == "private":
            await self.met(message.chat.id)

    async def move(self, old: int, new: int) -> None:
        """A group has another number now: its home, and the tables that are not finished, go there."""
        await self.tables.migrated(old, new)
        await self.chats.change(new, chat=new)

    async def show(self, message: Message, screen: Screen) -> None:
        """Sends a page into the chat, and the topic, of that message."""
        await self.send(message.chat.id, thread_of(message), screen)

    async def announce(self, chat: int, update: int | None = None) -> None:
        """Tells a chat what was chosen for it and is not told yet: by that update, or by any. What cannot be said there
        now waits until somebody looks at the settings, opens a table, or lets the bot write there again."""
        for untold in (await self.chats.newest(chat)).untold:
            if update in (None, untold.update):
                if not await self.send(chat, untold.thread, Screen(untold.text), quietly=True, surely=True):
                    return
                await self.told(chat, untold.update)

    async def told(self, chat: int, update: int) -> None:
        """The chat has been told what was chosen for it by that update."""
        await self.chats.alter(chat, partial(notices.told, update=update))

    async def send(
        self, chat: int, thread: int | None, screen: Screen, *, quietly: bool = False, surely: bool = False
    ) -> bool:
        """Sends a page into a chat, or a topic of it; False: the bot may not write there."""
        keyboard = InlineKeyboardMarkup.model_validate_json(screen.keyboard) if screen.keyboard else None
        call = SendMessage(
            chat_id=chat,
            text=screen.text,
            message_thread_id=thread,
            parse_mode="HTML",
            reply_markup=keyboard,
            disable_notification=quietly or None,
        )
        return await self._tell(call, surely=surely)

    async def turn(self, message: Message, screen: Screen) -> None:
        """Turns a page of ours to another, or sends that where the page is gone. Where nobody may be told, nobody is.
        Raises aiogram's errors that pass by themselves."""
        keyboard = InlineKeyboardMarkup.model_validate_json(screen.keyboard) if screen.keyboard else None
        try:
            await message.edit_text(screen.text, parse_mode="HTML", reply_markup=keyboard)
        except AiogramError as error:
            match kind(error):
                case Kind.NOT_MODIFIED:
                    pass
                case Kind.GONE:
                    await self.show(message, screen)
                case Kind.AWAY | Kind.FLOOD:
                    raise
                case meant:
                    log.warning("a page was not turned: %s (%s)", meant.name, wording(error))

    async def ask(self, message: Message, screen: Screen) -> None:
        """Answers that message with a page."""
        keyboard = InlineKeyboardMarkup.model_validate_json(screen.keyboard) if screen.keyboard else None
        replied = message.as_reply_parameters(allow_sending_without_reply=True)
        await self._tell(
            message.answer(screen.text, parse_mode="HTML", reply_parameters=replied, reply_markup=keyboard)
        )

    async def say(self, message: Message, text: str) -> None:
        """Answers that message, which may have been deleted meanwhile, with a sentence of plain text."""
        replied = message.as_reply_parameters(allow_sending_without_reply=True)
        await self._tell(message.answer(text, parse_mode=None, reply_parameters=replied))

    def heard(self, message: Message) -> None:
        """A message stands in a chat, and tables there higher up than before."""
        if message.chat.type == "supergroup":
            self.tables.heard(message.chat.id, message.message_id)

    async def _tell(self, call: SendMessage, *, surely: bool = False) -> bool:
        """Where nobody may be told, nobody is; False: since the bot may not write there. Raises aiogram's errors that
        pass by themselves, so that it is said later: where it may have been said already only if that is harmless, or
        if it is to be said `surely`, be it twice. Whoever is not answered asks again."""
        try:
            self.heard(await self.bot(call))
        except TelegramMigrateToChat as error:
            if isinstance(call.chat_id, int):
                await self.move(call.chat_id, error.migrate_to_chat_id)
            moved = {"chat_id": error.migrate_to_chat_id, "message_thread_id": None, "reply_parameters": None}
            return await self._tell(call.model_copy(update=moved), surely=surely)
        except AiogramError as error:
            if kind(error) is Kind.FLOOD or (kind(error) is Kind.AWAY and (surely or harmless(call, error))):
                raise
            if kind(error) is Kind.THREAD_GONE and call.message_thread_id is not None:
                return await self._tell(call.model_copy(update={"message_thread_id": None}), surely=surely)
            log.warning("something was not said: %s (%s)", kind(error).name, wording(error))
            return kind(error) is not Kind.FORBIDDEN
        return True


def thread_of(message: Message) -> int | None:
    """The topic of a forum; None in its General topic and everywhere else."""
    return message.message_thread_id if message.is_topic_message else None


def stands_at(thread: int | None, message: Message) -> bool:
    """Whether a table of that topic stands where the message does. Where there are no topics all do, also those that
    were opened in one."""
    return thread == thread_of(message) or not message.chat.is_forum


def person_of(message: Message) -> User | None:
    """Who wrote it; None for somebody who speaks for the group or as a channel, and for robots."""
    if message.sender_chat is not None or message.from_user is None or message.from_user.is_bot:
        return None
    return message.from_user
