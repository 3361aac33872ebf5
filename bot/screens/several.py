"""Where there is more than one table: a list of them, and what may be done instead of opening another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.buttons import About, General
from bot.language import Language, dotted, safe_name, strong
from bot.screens.keys import Key, Row, key, keyboard, link
from bot.screens.look import Face, look
from bot.screens.screen import Screen
from bot.screens.text import html

NAMED = 30
"""So many tables are listed, the newest."""

OFFERED = 3
"""So many tables may be waited for, or called off, by a button each: the newest."""


Standing = Literal["", "called", "away"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A table, and how its reader comes to it."""

    face: Face
    address: str = ""
    """Where its message can be linked to."""
    way: Literal["", "post", "fetch"] = ""
    """Without an address: what its button asks for, the table sent anew or one's own screen."""
    standing: Standing = ""
    """Whether the reader is waited for there, or away from a seat that is kept."""


def tables_screen(spots: Sequence[Spot], language: Language, *, here: bool) -> Screen:
    """The tables of a chat (`here`), or those at which the reader sits in any."""
    if not spots:
        nothing = language.gettext("No table is open here. /play opens one.")
        return Screen(html(nothing if here else language.gettext("You sit at no table. /play in a group opens one.")))
    lines = [strong(language.gettext("The tables here") if here else language.gettext("Your tables"))]
    rows: list[Row] = []
    for number, spot in enumerate(spots[-NAMED:], 1):
        lines.append(f"{number}. {_line(spot, language, here=here)}")
        if way := _way(spot, f"{number}. {_title(spot.face, language)}"):
            rows.append([way])
    if (more := len(spots) - NAMED) > 0:
        lines.append(language.ngettext("… and {n} more table", "… and {n} more tables", more))
    return Screen(html("\n".join(lines)), keyboard(rows))


def _title(face: Face, language: Language) -> str:
    return language.gettext(look(face.game).title)


def _line(spot: Spot, language: Language, *, here: bool) -> str:
    parts = [_title(spot.face, language)]
    if here:
        parts.append(people(spot.face, language))
    elif chat := safe_name(spot.face.chat_title):
        parts.append(chat)
    if spot.face.stage == "lobby":
        parts.append(language.gettext("not begun yet"))
    elif spot.standing == "called":
        parts.append(language.gettext("your turn"))
    elif spot.standing == "away":
        parts.append(language.gettext("your seat is kept"))
    return dotted(parts)


def people(face: Face, language: Language) -> str:
    """Who sits at a table."""
    return ", ".join(language.names(face)[: len(face.sitters)])


def _way(spot: Spot, text: str) -> Key | None:
    if spot.address:
        return link(text, spot.address)
    return key(text, About(spot.face.id, spot.way)) if spot.way else None


def beside_screen(slug: str, spots: Sequence[Spot], language: Language) -> Screen:
    """Somebody wants to open a table of a game where these tables are open already, in the same chat and topic."""
    wanted = language.gettext(look(slug).title)
    lines = [language.gettext("Others are playing here already:")]
    rows: list[Row] = [[key(language.gettext("Play beside them: {game}", game=wanted), General("beside", slug))]]
    for number, spot in enumerate(spots[-OFFERED:], 1):
        face, title = spot.face, f"{number}. {_title(spot.face, language)}"
        lines.append(f"{number}. {_line(spot, language, here=True)}")
        row = [
            key(language.gettext("After {table}", table=title), General("after", f"{slug}:{face.id}")),
            key(language.gettext("Call off {table}", table=title), General("instead", f"{slug}:{face.id}")),
        ]
        rows += [[link(language.gettext("To table {table}", table=title), spot.address)]] if spot.address else []
        rows += [[each] for each in row]
    lines.append(
        language.gettext(
            "One may play beside them, or wait until they have finished: then I call. Their host or a moderator may "
            "call their table off."
        )
    )
    return Screen(html("\n".join(lines)), keyboard(rows))


def full(most: int, language: Language) -> str:
    """There are as many tables in the chat as may be."""
    return language.ngettext(
        "{n} table is open here already: play it to its end, or call it off with /stop, and then open another.",
        "{n} tables are open here already: play one to its end, or call it off with /stop, and then open another.",
        most,
    )


def queued(face: Face, language: Language) -> str:
    """Somebody is called when that table has ended."""
    return language.gettext("I shall call you here when “{table}” has ended.", table=_title(face, language))


def awaiting(person: str, address: str, language: Language, *, reached: bool) -> Screen:
    """The person, by name, is called when the chat's next table opens; `address` opens a private chat with the bot."""
    lines = [language.gettext("{name}: I shall call you by private message when the next table opens.", name=person)]
    rows: list[Row] = [[key(language.gettext("Do not call me"), General("no_call"))]]
    if not reached:
        lines.append(language.gettext("But I cannot write to you yet: open me by the button below and press Start."))
        rows.insert(0, [link(language.gettext("Open a chat with me"), address)])
    return Screen(html("\n".join(lines)), keyboard(rows))


def awaiting_no_more(language: Language, *, was: bool) -> str:
    """Whoever tapped is not called to the next table; whether they were to be."""
    return language.gettext("I shall not call you.") if was else language.gettext("You are not to be called.")
