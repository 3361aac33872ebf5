"""Messages that call somebody: to a chat's next table, to a game that had to wait, to a bot that is kept silent."""

from collections.abc import Sequence

from bot.buttons import General
from bot.language import Language, dotted, mention, safe_name, strong
from bot.screens.keys import by_length, key, keyboard, link
from bot.screens.look import Face, look
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.tables.model import Queued


def whereabouts(face: Face, language: Language) -> str:
    """Which table it is to somebody who is elsewhere: its game, and the chat in which it stands."""
    title, chat = language.gettext(look(face.game).title), safe_name(face.chat_title)
    return dotted((strong(title), *([chat] if chat else ())))


def next_table(face: Face, language: Language) -> str:
    """The chat's next table, for which somebody has asked to be called, is open. In Telegram's HTML."""
    called = language.gettext("You asked to be called: a table is open. Sit down before it begins.")
    return html(f"{whereabouts(face, language)}\n{called}")


def table_is_free(queue: Sequence[Queued], language: Language) -> Screen:
    """A table has ended after which these people wanted to play something else."""
    titles = {one.game: language.gettext(look(one.game).title) for one in queue}
    people = [f"{mention(language.somebody(one.name), one.user)}: {titles[one.game]}" for one in queue]
    keys = [key(title, General("new", slug)) for slug, title in titles.items()]
    lines = (language.gettext("The table has ended, you may open yours:"), *people)
    return Screen(html("\n".join(lines)), keyboard(by_length(keys)))


def not_seated(people: Sequence[tuple[str, int]], language: Language) -> str:
    """A game has ended before these people, by name and user, sat down in it. In Telegram's HTML."""
    names = language.listed([mention(name, user) for name, user in people])
    told = language.gettext("{names}: no other deal has followed. Sit down when it is played once more.", names=names)
    return html(told)


def standing_still(face: Face, language: Language) -> str:
    """The bot may not write in the table's chat any more. In Telegram's HTML."""
    told = language.gettext(
        "I may not write there any more, so the table and its clock stand still. Ask a moderator to let me back: "
        "it goes on by itself. After a day it is called off."
    )
    return html(f"{whereabouts(face, language)}\n{told}")


def told_here(face: Face, language: Language) -> str:
    """What follows was to be said in the table's chat, where the bot may not write any more. In Telegram's HTML."""
    told = language.gettext("I may not write there any more, so it is told here:")
    return html(f"{whereabouts(face, language)}\n{told}")


def waited_in_vain(face: Face, language: Language) -> str:
    """The bot was not let write in the table's chat for a day. In Telegram's HTML."""
    told = language.gettext("For a day I could not write there: the table was called off. What was settled stands.")
    return html(f"{whereabouts(face, language)}\n{told}")


def unreachable(people: Sequence[tuple[str, int]], address: str, language: Language) -> Screen:
    """People, by name and user, to whom the bot cannot write any more in mid-game; `address` opens a chat with it."""
    names = language.listed([mention(name, user) for name, user in people])
    text = language.gettext(
        "I cannot write to: {names}. Open me and press Start; until then “My cards” here shows the hand.", names=names
    )
    return Screen(html(text), keyboard([[link(language.gettext("Open a chat with me"), address)]]))


def returned_screen(faces: Sequence[Face], language: Language) -> Screen:
    """The first thing a group reads that has taken the bot in again, where these tables are open still."""
    titles = [language.gettext(look(face.game).title) for face in faces]
    text = language.ngettext(
        "Here I am again. {n} table has waited, and goes on: {tables}.",
        "Here I am again. {n} tables have waited, and go on: {tables}.",
        len(titles),
        tables=language.listed(titles),
    )
    return Screen(html(text))
