"""A question of the bot's own about something that a person wrote: for which of several tables it is."""

from collections.abc import Sequence

from bot.buttons import About
from bot.language import Language, plain
from bot.screens import alerts
from bot.screens.keys import key, keyboard
from bot.screens.look import Face, look
from bot.screens.screen import Screen
from bot.screens.text import html
from games.catalogue import GAMES


def which_table(faces: Sequence[Face], language: Language) -> Screen:
    """A button a table. It carries no word of what was written: that stands in the message to which this is a reply."""
    rows = [[key(_called(face, language), About(face.id, "word", str(face.count)))] for face in faces]
    return Screen(
        html(language.gettext("Several tables wait for a word of yours. Which one is this for?")), keyboard(rows)
    )


def taken_for(face: Face, language: Language) -> Screen:
    """What the question becomes when it is answered."""
    title = _called(face, language)
    said = alerts.taken(language) if GAMES[face.game].parlour else language.gettext("Taken.")
    return Screen(html(f"{title}. {said}"))


def _called(face: Face, language: Language) -> str:
    """The game, and where it is played."""
    title = language.gettext(look(face.game).title)
    return plain(f"{title} · {language.name(face.chat_title, 0)}" if face.chat_title else title)
