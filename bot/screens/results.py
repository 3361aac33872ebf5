"""The end of a table, as a message of its own: who won what, and what may come next."""

from collections.abc import Iterator, Mapping, Sequence

from bot.buttons import About, General
from bot.language import Language, fitting, strong, units
from bot.screens.keys import key, keyboard
from bot.screens.look import Face, look
from bot.screens.purses import holding, house
from bot.screens.screen import Screen
from bot.screens.text import LONGEST, html
from bot.tables.legacy import remembered
from games.core import Event, Json


def result_screen(
    face: Face, outcome: Mapping[str, Json], language: Language, purses: Mapping[int, int] | None = None
) -> Screen:
    """Who won what; `purses` are the chips afterwards by user, the computers' as those of 0, where they are known."""
    looks, names = look(face.game), language.names(face)
    lines = [strong(language.gettext(looks.title)), *looks.result(outcome, names, language)]
    if looks.next_time and (heirs := remembered(face, outcome)):
        lines.append(language.gettext(looks.next_time, name=names[heirs[0]]))
    payoffs = outcome["payoffs"]
    if isinstance(payoffs, list | tuple) and any(payoffs):
        won = {seat: chips for seat, chips in enumerate(payoffs) if isinstance(chips, int)}
        held = purses or {}
        own = [None if sitter.user is None else held.get(sitter.user) for sitter in face.sitters]
        lines += [
            _line(names[seat], won[seat], own[seat], language)
            for seat in sorted(won, key=lambda seat: (-won[seat], seat))
        ]
        if 0 in held:
            lines.append(house(held[0], language))
    elif looks.chips:
        lines.append(language.gettext("Nobody owes anything."))
    again = [
        key(language.gettext("Once more"), About(face.id, "again"), "primary"),
        key(language.gettext("Another game"), General("catalogue")),
    ]
    return Screen(html("\n".join(lines)), keyboard([again]))


def announcements(face: Face, events: Sequence[Event], language: Language) -> tuple[str, ...]:
    """The messages of their own that these events make, in order, as Telegram's HTML within its limit."""
    texts = look(face.game).announced(events, language.names(face), language)
    return tuple(html(part) for text in texts for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    """A text too long for one message in several, broken between words."""
    while units(text) > LONGEST:
        end = fitting(text, LONGEST)
        yield text[:end]
        text = text[end:].lstrip()
    yield text


def _line(name: str, won: int, purse: int | None, language: Language) -> str:
    line = f"{name}: {language.balance(won)}"
    if purse is None:
        return line
    if purse < 0:
        return f"{line}, {holding(purse, language)}"
    return language.gettext("{line}, in the purse {n}", line=line, n=purse)
