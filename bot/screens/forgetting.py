"""The question whether somebody is to be forgotten, and what is said when that is done."""

from bot.buttons import General
from bot.language import Language, strong
from bot.screens.keys import key, keyboard
from bot.screens.screen import Screen
from bot.screens.text import html

FORGET, REMEMBER = "forget", "remember"
"""The answers to the question, as buttons name them."""


def question_screen(language: Language) -> Screen:
    """Asks whether it is meant, and tells what will be gone."""
    lines = (
        strong(language.gettext("Shall I forget you?")),
        language.gettext(
            "Gone will be your settings, your purses, titles and names in every chat, your games and patiences here; "
            "at tables in play you get up. In finished games of others you will be called “Guest”."
        ),
        language.gettext("Messages that stand in chats already I cannot rewrite. There is no way back."),
    )
    keys = (
        key(language.gettext("Forget me"), General(FORGET), "danger"),
        key(language.gettext("Do not forget me"), General(REMEMBER)),
    )
    return Screen(html("\n".join(lines)), keyboard([[each] for each in keys]))


def forgotten(language: Language) -> Screen:
    """It is done."""
    return Screen(html(language.gettext("I know nothing of you any more. Write to me, and we meet anew.")))


def remembered(language: Language) -> Screen:
    """It is not to be."""
    return Screen(html(language.gettext("I remember you as before.")))
