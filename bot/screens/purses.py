"""Purses: what everybody in a chat has, and the question whether all are to begin anew."""

from collections.abc import Iterator, Mapping

from bot.buttons import General
from bot.language import Language, safe_name, shown_name, strong, unlike
from bot.screens.keys import key, keyboard
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.tables.legacy import LEFT

ANEW, KEPT = "purses_anew", "purses_kept"
"""The answers to the question, as buttons name them."""

MOST = 40
"""How many people are named: with the longest names and purses the message still holds the rest."""


def holding(chips: int, language: Language) -> str:
    """What is in a purse: `134`, or `долг 12`."""
    return str(chips) if chips >= 0 else language.gettext("a debt of {n}", n=-chips)


def house(chips: int, language: Language) -> str:
    """What the computer players of a chat have between them."""
    return language.gettext("The computers’ purse: {n}", n=holding(chips, language))


def purses_screen(
    purses: Mapping[int, int], names: Mapping[int, str], asker: int | None, begun: int, language: Language
) -> Screen:
    """Everybody's purse in a group, the richest first; of very many the richest, and the asker's own.

    `purses` are chips by user, as the store has them; `begun` is with what everybody begins.
    """
    lines = (
        strong(language.gettext("Purses")),
        *_people(purses, names, asker, language),
        *_common(purses, begun, language),
    )
    return Screen(html("\n".join(lines)))


def own_purse_screen(purses: Mapping[int, int], person: int, begun: int, language: Language) -> Screen:
    """A person's purse in their private chat, where nobody else has one but the computers."""
    own = language.gettext("Your purse: {n}", n=holding(purses.get(person, begun), language))
    return Screen(html("\n".join((strong(own), *_common(purses, begun, language)))))


def _people(
    purses: Mapping[int, int], names: Mapping[int, str], asker: int | None, language: Language
) -> Iterator[str]:
    everybody = sorted((user for user in purses if user > 0), key=lambda user: (-purses[user], names.get(user, "")))
    called: list[str] = []

    def line(user: int) -> str:
        called.append(unlike(shown_name(names.get(user, "")) or language.name("", len(called)), called))
        words = f"{safe_name(called[-1])}: {holding(purses[user], language)}"
        return strong(words) if user == asker else words

    yield from map(line, everybody[:MOST])
    own = [user for user in everybody[MOST:] if user == asker]
    if (more := len(everybody) - MOST - len(own)) > 0:
        yield language.ngettext("… and {n} more person", "… and {n} more people", more)
    yield from map(line, own)


def _common(purses: Mapping[int, int], begun: int, language: Language) -> Iterator[str]:
    """What is nobody's own."""
    if 0 in purses:
        yield house(purses[0], language)
    if left := purses.get(LEFT):
        yield language.gettext("Left in the directorate for the next lottery: {chips}.", chips=language.chips(left))
    yield language.gettext(
        "Everybody begins with {chips}. They are for play only, and a purse may hold a debt.",
        chips=language.chips(begun),
    )


def reset_screen(home: str, resets: int, asker: int, begun: int, language: Language) -> Screen:
    """Asks whether all purses of that chat are to begin anew, of which there have been `resets`; `asker` is 0 for
    somebody who spoke in the chat's name."""
    question = f"{home}:{resets}:{asker}"
    text = language.gettext(
        "Shall all purses here begin anew? Everybody will have {chips} again; debts, the computers’ purse and what is "
        "left of a lottery are forgotten.",
        chips=language.chips(begun),
    )
    keys = (
        key(language.gettext("Begin anew"), General(ANEW, question), "danger"),
        key(language.gettext("Leave them be"), General(KEPT, question)),
    )
    return Screen(html(text), keyboard([[each] for each in keys]))


def begun_anew(begun: int, language: Language) -> str:
    """All purses have been reset."""
    return language.gettext("A clean slate: everybody has {chips} again.", chips=language.chips(begun))


def left_alone(language: Language) -> str:
    """They are not to be reset after all."""
    return language.gettext("The purses stay as they are.")
