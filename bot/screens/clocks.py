"""What is said of clocks: the private reminder of a question, more time for it, and a turn that is skipped."""

import re
from collections.abc import Collection, Sequence

from bot.buttons import About
from bot.language import Language, safe_name
from bot.screens.keys import MOST, key, keyboard, link
from bot.screens.look import Face, look
from bot.screens.screen import Screen
from bot.screens.table import clock, more_time
from bot.screens.text import html


def nudge_screen(face: Face, until: int | None, language: Language, table_url: str, *, extensible: bool) -> Screen:
    """Whose turn it is, where, until when (in seconds of the Unix clock), and the way to the table where it has an
    address; with a button for more time where that may be taken. It goes when the question is answered."""
    title, chat = language.gettext(look(face.game).title), safe_name(face.chat_title)
    if chat:
        text = language.gettext("Your turn at the table “{title}” in “{chat}”.", title=title, chat=chat)
    else:
        text = language.gettext("Your turn at the table “{title}”.", title=title)
    row = [link(language.gettext("To the table"), table_url)] if table_url else []
    if extensible:
        row.append(more_time(face, language))
    return Screen(html(text) + clock(face, until, language), keyboard([row]))


def skip_screen(tables: Sequence[tuple[Face, Collection[int]]], language: Language) -> Screen:
    """Asks a moderator at which table not to wait any longer for those seats. Who that is is not told: of secret moves,
    such as slips, nobody is to know who is slow. Each button skips only what is asked there now."""
    keys = [
        key(
            language.gettext("Skip: {title}", title=language.gettext(look(face.game).title)),
            About(face.id, "skip", skip_argument(face.count, seats)),
        )
        for face, seats in tables[-MOST:]
    ]
    text = language.gettext("Wait no longer? For those who are waited for the move is made that the rules name.")
    return Screen(html(text), keyboard([[each] for each in keys]))


def skip_argument(count: int, seats: Collection[int]) -> str:
    """What a button's `skip` carries: when it was drawn, and who was waited for then, `41:5` for the seats 0 and 2."""
    return f"{count}:{sum(1 << seat for seat in seats):x}"


def skip_argued(argument: str) -> tuple[int, tuple[int, ...]] | None:
    """The count and the seats that such a button carries; None where it is none of ours."""
    found = re.fullmatch("([0-9]{1,9}):([0-9a-f]{1,6})", argument)
    if found is None:
        return None
    bits = int(found[2], 16)
    return int(found[1]), tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def extend_screen(faces: Sequence[Face], language: Language) -> Screen:
    """Asks at which of several tables more time is wanted."""
    keys = [key(language.gettext(look(face.game).title), About(face.id, "extend")) for face in faces[-MOST:]]
    return Screen(html(language.gettext("At which table is more time wanted?")), keyboard([[each] for each in keys]))


def skipped(name: str, language: Language) -> str:
    """A moderator waits no longer."""
    return language.gettext("{name} waits no longer: a turn is skipped.", name=name)


def extended(name: str, pace: int, language: Language, *, everybody: bool) -> str:
    """Somebody has taken more time, or given it to everybody who is waited for; who that is is not told."""
    time = language.duration(pace)
    if everybody:
        return language.gettext("{name}: {time} more for everybody who is waited for.", name=name, time=time)
    return language.gettext("{name}: {time} more.", name=name, time=time)


def added(pace: int, language: Language) -> str:
    """The answer to whoever has pressed for more time."""
    return language.gettext("More time: {time}.", time=language.duration(pace))


def no_table(language: Language) -> str:
    """There is no game here in which anybody is waited for."""
    return language.gettext("No game is on here. /play opens a table.")
