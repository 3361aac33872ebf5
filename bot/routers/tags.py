"""The tag that the fool of a chat's last game wears beside the name, where the chat has chosen so.

What is stored decides, and what Telegram shows follows it: who should wear the tag is read from the chat's titles, who
does from its document. A tag that could not be given now is given when the title passes the next time.
"""

import asyncio
import logging
from contextlib import suppress

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import SendMessage

from bot import faults
from bot.ending import end
from bot.language import Language, language
from bot.routers.rights import Rights
from bot.sending import Kind, kind, wording
from bot.tables.chats import Chats, stored
from bot.tables.legacy import fool

log = logging.getLogger(__name__)


class Tags:
    """One a process."""

    def __init__(self, bot: Bot, chats: Chats, rights: Rights) -> None:
        self._bot = bot
        self._chats = chats
        self._rights = rights
        self._following: set[asyncio.Task[None]] = set()

    def passed(self, chat: int) -> None:
        """A title of that chat may have passed: the tag follows, while others go on."""
        task = asyncio.create_task(self._follow_quietly(chat))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def drain(self) -> None:
        """Ends what is not done yet."""
        await end(self._following)

    async def _follow_quietly(self, chat: int) -> None:
        try:
            await self.follow(chat)
        except Exception as error:  # noqa: BLE001  # nobody waits for it
            log.warning("a tag did not follow its title: %s", faults.told(error))

    async def follow(self, chat: int) -> None:
        """Takes the tag from whoever is no fool any more, and gives it to whoever is. Where the bot may not, that is
        told, and chosen no more. Raises aiogram's errors that pass by themselves."""
        chosen = await self._chats.newest(chat)
        if chosen.private or not (chosen.fool_tag or chosen.tagged):
            return
        wanted = fool(await self._chats.store.titles(chosen.id)) if chosen.fool_tag else None
        if wanted is not None and not await self._may_wear(chat, wanted):
            wanted = None
        if wanted == chosen.tagged:
            return
        speech = language(chosen.language)
        await self._take(chat, chosen.tagged)
        try:
            if wanted is not None:
                await self._bot.set_chat_member_tag(chat, wanted, speech.gettext("durachok"))
        except AiogramError as error:
            if kind(error) in (Kind.AWAY, Kind.FLOOD):
                raise
            log.warning("a tag was not given: %s (%s)", kind(error).name, wording(error))
            await self._give_up(chat, speech)  # told before it is stored: nobody would tell it later
            await self._chats.change(chat, fool_tag=False, tagged=None)
        else:
            await self._chats.change(chat, tagged=wanted)

    async def forget(self, user: int) -> None:
        """Takes the tag from that person, wherever they wear it, and does not remember who did."""
        store = self._chats.store
        homes, _ = await store.traces(user)
        for home in homes:
            found = await stored(store, home)
            if found and (chosen := found[1]).tagged == user:
                await self._take(chosen.chat, user)
                await self._chats.change(chosen.chat, tagged=None)

    async def _take(self, chat: int, user: int | None) -> None:
        if user is not None:
            with suppress(AiogramError):  # who has left, or risen, wears none
                await self._bot.set_chat_member_tag(chat, user, None)

    async def _may_wear(self, chat: int, user: int) -> bool:
        """Whether they are in the chat and no administrator: those have titles of their own."""
        standing = await self._rights.standing(chat, user)
        return standing is not None and standing.inside and not standing.moderates

    async def _give_up(self, chat: int, speech: Language) -> None:
        text = speech.gettext(
            "I may not give the fool’s tag here: that takes an administrator who may edit tags. I let it be; choose it "
            "again in /settings."
        )
        with suppress(AiogramError):
            await self._bot(SendMessage(chat_id=chat, text=text))
