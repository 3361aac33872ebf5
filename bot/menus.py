"""The commands that Telegram offers beside the text field: other ones in private, in groups, and to their moderators.

In Russian to people whose Telegram is Russian, in English to all others; what a chat has chosen is unknown there.
"""

import logging
from typing import TYPE_CHECKING

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.language import N_, Language, language
from bot.sending import kind, wording

if TYPE_CHECKING:
    from aiogram.types import BotCommandScopeUnion

log = logging.getLogger(__name__)

WORDS = {
    "play": N_("Choose a game and open a table"),
    "patience": N_("Lay out a patience"),
    "rules": N_("The rules of every game"),
    "tables": N_("The tables that are open"),
    "next": N_("Be called to the next table"),
    "purse": N_("Who has how many chips"),
    "extend": N_("More time for a turn"),
    "skip": N_("Wait no longer for a turn"),
    "leave": N_("Get up from a table"),
    "remove": N_("Have somebody get up from a table"),
    "stop": N_("Call a table off"),
    "reset_purses": N_("Begin all purses anew"),
    "settings": N_("Language, pace, chips and more"),
    "forget_me": N_("Forget all about me"),
    "help": N_("What I can do"),
}
"""Every command but `/start`, which is Telegram's own."""

PRIVATE = tuple(command for command in WORDS if command not in ("next", "extend", "skip", "remove"))
GROUP = ("play", "rules", "tables", "next", "purse", "extend", "leave", "stop", "settings", "help")
MODERATORS = (*GROUP[:6], "skip", "leave", "remove", "stop", "reset_purses", "settings", "help")

SCOPES: tuple[tuple["BotCommandScopeUnion", tuple[str, ...]], ...] = (
    (BotCommandScopeAllPrivateChats(), PRIVATE),
    (BotCommandScopeAllGroupChats(), GROUP),
    (BotCommandScopeAllChatAdministrators(), MODERATORS),
)


async def offer(bot: Bot) -> None:
    """Tells Telegram the menus. Where it does not take them there are none, or those of before."""
    try:
        for scope, commands in SCOPES:
            await bot.set_my_commands(_menu(commands, language("en")), scope)
            await bot.set_my_commands(_menu(commands, language("ru")), scope, "ru")
    except AiogramError as error:
        log.warning("the menus of commands were not taken: %s (%s)", kind(error).name, wording(error))


def _menu(commands: tuple[str, ...], speech: Language) -> list[BotCommand]:
    return [BotCommand(command=command, description=speech.gettext(WORDS[command])) for command in commands]
