"""Coming and going at a table: what everybody is told of it, what somebody sees who is away, and who may be asked."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.buttons import About
from bot.language import N_, Language, dotted, strong
from bot.screens.keys import MOST, Row, key, keyboard, link
from bot.screens.look import Face, look
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.tables import presence
from bot.tables.presence import Seating
from games.catalogue import GAMES
from games.core import View

_WORDS = {
    "left": N_("{name} gets up."),
    "removed": N_("{other} removes from the table: {name}."),
    "slept": N_("{name}: two turns missed."),
    "sat": N_("{name} sits down, {other} gets up."),
    "waits": N_("{name} sits down with the next deal, if there is one."),
    "hosts": N_("{name} keeps the table now."),
    "deserted": N_("Everybody has gone, the table is closed."),
    "asleep": N_("Everybody is asleep: what was begun is played out, and the table is closed."),
}

_INSTEAD = {
    "computer": N_("A computer plays there now."),
    "rules": N_("I see to that seat now."),
    "bot": N_("I take the office over."),
}


def told(seatings: Iterable[Seating], face: Face, language: Language) -> str:
    """What everybody is told of who came and went, as Telegram's HTML; empty where nothing is to be said."""
    return html("\n".join(filter(None, (_line(seating, face, language) for seating in seatings))))


def _line(seating: Seating, face: Face, language: Language) -> str:
    name, other = (language.somebody(name) for name in (seating.name, seating.other))
    sentences = [language.gettext(_WORDS[seating.what], name=name, other=other)]
    if seating.instead:
        sentences.append(language.gettext(_INSTEAD[seating.instead]))
    if seating.what == "deserted" and look(face.game).chips:
        sentences.append(language.gettext("What was settled stands, the deal on it counts for nothing."))
    return " ".join(sentences)


def may_sit(face: Face, seen: View[Any, Any]) -> bool:
    """Whether somebody may sit down in the middle of this game, or come back; `seen` is for everybody."""
    kept = any(holder.kept is not None for holder in face.holders)
    return kept or presence.free_now(face, seen) is not None or presence.free_later(face, seen) > 0


def coming(face: Face, language: Language) -> tuple[str, ...]:
    """Who sits down with the next deal."""
    names = [strong(language.somebody(sitter.name)) for sitter in face.waiting]
    return (language.gettext("With the next deal: {names}.", names=language.listed(names)),) if names else ()


def away_screen(face: Face, seat: int, language: Language, url: str = "") -> Screen:
    """What somebody sees in private who is away from a seat that is kept; `url` leads to the table's message."""
    title, chat = language.gettext(look(face.game).title), language.somebody(face.chat_title)
    lines = (
        dotted((strong(title), *([chat] if face.chat_title else ()))),
        language.gettext("A computer plays for you.")
        if presence.computer(face, seat)
        else language.gettext("I see to your seat."),
        _until(face, seat, language),
    )
    rows: list[Row] = [[key(language.gettext("Back to my seat"), About(face.id, "sit"), "primary")]]
    if url:
        rows.append([link(language.gettext("To the table"), url)])
    return Screen(html("\n".join(lines)), keyboard(rows))


def _until(face: Face, seat: int, language: Language) -> str:
    game = GAMES[face.game]
    if face.holders[seat].left and (game.last or game.deal):
        return language.gettext("Until the next deal the seat and its cards are yours.")
    if face.holders[seat].left and game.midway:
        return language.gettext("Until somebody else sits down there the seat and its cards are yours.")
    return language.gettext("While the game lasts the seat and its cards are yours.")


def leave_screen(faces: Sequence[Face], language: Language) -> Screen:
    """Asks from which table somebody gets up. Of very many, the last ones."""
    rows = [[key(_named(face, language), About(face.id, "leave"))] for face in faces[-MOST:]]
    return Screen(html(language.gettext("From which table do you get up?")), keyboard(rows))


def remove_screen(faces: Sequence[Face], language: Language) -> Screen:
    """Asks a moderator or the host who is to be removed from these tables."""
    rows: list[Row] = []
    for face in faces:
        names = language.names(face)
        for seat, holder in enumerate(face.holders):
            user = holder.user or holder.kept
            if user is not None:
                title = language.gettext(look(face.game).title)
                rows.append([key(f"{names[seat]} · {title}", About(face.id, "remove", str(user)))])
    return Screen(html(language.gettext("Who is to get up?")), keyboard(rows[:MOST]))


def _named(face: Face, language: Language) -> str:
    title = language.gettext(look(face.game).title)
    return f"{title} · {language.somebody(face.chat_title)}" if face.chat_title else title


def got_up(face: Face, language: Language) -> str:
    """Said to whoever has left a table."""
    return language.gettext("You have got up from “{title}”.", title=language.gettext(look(face.game).title))


def sits_nowhere(language: Language) -> str:
    """Somebody wants to leave who sits at no table."""
    return language.gettext("You are not sitting at any table here. /play opens one.")


def nobody_to_remove(language: Language) -> str:
    """There is no table here, or nobody at it who could be removed."""
    return language.gettext("Nobody is sitting at a table here.")


def not_there(language: Language) -> str:
    """Somebody is to be removed who does not sit at a table here."""
    return language.gettext("That person does not sit at a table here.")


def waits(language: Language) -> str:
    """Said to whoever will sit down with the next deal."""
    return language.gettext("You sit down with the next deal, if there is one.")


def for_members(language: Language) -> str:
    """Somebody would sit down at a table of a chat in which they are not."""
    return language.gettext("Only members of the chat sit down at its tables: join it first.")


def open_me(language: Language) -> str:
    """Somebody would take over a hand whom the bot may not write to."""
    return language.gettext("I may not write to you yet: open me, press Start, then sit down.")
