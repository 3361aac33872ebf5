"""The private message that reminds somebody of a question; it goes when the question is answered."""

from bot.language import Language, safe_name
from bot.screens.keys import keyboard, link
from bot.screens.look import Face, look
from bot.screens.screen import Screen
from bot.screens.table import clock, more_time
from bot.screens.text import html


def nudge_screen(face: Face, until: int | None, language: Language, table_url: str, *, extensible: bool) -> Screen:
    """Whose turn it is, where, until when (in seconds of the Unix clock), and the way to the table where it has an
    address; with a button for more time where that may be taken."""
    title, chat = language.gettext(look(face.game).title), safe_name(face.chat_title)
    if chat:
        text = language.gettext("Your turn at the table “{title}” in “{chat}”.", title=title, chat=chat)
    else:
        text = language.gettext("Your turn at the table “{title}”.", title=title)
    row = [link(language.gettext("To the table"), table_url)] if table_url else []
    if extensible:
        row.append(more_time(face, language))
    return Screen(html(text) + clock(face, until, language), keyboard([row]))
