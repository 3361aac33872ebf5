"""Pages that belong to no table in play: the catalogue, help, the rules, the choice of a language."""

from collections.abc import Mapping, Sequence

from bot.buttons import About, General
from bot.language import LANGUAGES, Language, dotted, strong
from bot.screens.keys import MOST, Row, by_length, key, keyboard, link
from bot.screens.lobby import players, titled
from bot.screens.look import AnyLook, Face, Kind, look
from bot.screens.screen import Screen
from bot.screens.text import html
from games.catalogue import GAMES

FAVOURITES = 3
"""So many games of a chat come first in its catalogue."""


def catalogue_screen(
    language: Language,
    played: Mapping[str, int],
    chosen: Sequence[str] = (),
    *,
    private: bool = False,
    open_to_all: bool = False,
) -> Screen:
    """Every game with a sentence about it, those first that were `chosen`, then those `played` most often. In a private
    chat parlour games are left out: they want company; `open_to_all`: whether anybody may begin them."""
    lines = [strong(language.gettext("What shall we play?"))]
    offered = [slug for slug, game in GAMES.items() if not (private and game.parlour)]
    first = [slug for slug in chosen if slug in offered]
    often = [slug for slug in offered if played.get(slug) and slug not in first]
    often = sorted(often, key=lambda slug: -played[slug])[:FAVOURITES]
    if first:
        lines.append(language.gettext("Favourites here: {games}.", games=language.listed(_titles(first, language))))
    if often:
        lines.append(language.gettext("Most often here: {games}.", games=language.listed(_titles(often, language))))
    favourites = first + often
    keys = [
        key(title, General("new", slug)) for slug, title in zip(favourites, _titles(favourites, language), strict=True)
    ]
    for kind in Kind:
        found = [slug for slug in offered if look(slug).kind is kind]
        if found:
            lines += ["", _heading(kind, language, open_to_all=open_to_all)]
        for slug in found:
            title = language.gettext(look(slug).title)
            lines += [_head(slug, language), language.gettext(look(slug).about)]
            if slug not in favourites:
                keys.append(key(title, General("new", slug)))
    lines += ["", language.gettext("Rules in full: /rules. Chips are for play only.")]
    return Screen(html("\n".join(lines)), keyboard(by_length(keys)))


def _titles(slugs: Sequence[str], language: Language) -> list[str]:
    return [language.gettext(look(slug).title) for slug in slugs]


def _heading(kind: Kind, language: Language, *, open_to_all: bool) -> str:
    if kind is Kind.PARLOUR and not open_to_all:
        return strong(language.gettext("For the company (a moderator begins)"))
    return strong(language.gettext(kind.value))


def start_screen(language: Language, bot: str) -> Screen:
    """The first thing a person reads in private."""
    lines = (
        language.gettext("Good evening! I keep a table for old Russian card and parlour games."),
        language.gettext(
            "Add me to a group and send /play there. Your cards come to you here, where nobody else sees them."
        ),
        language.gettext("Alone? Send /play here to play against the computer, or /patience to lay out a patience."),
    )
    rows: list[Row] = [
        [key(language.gettext("Choose a game"), General("catalogue"), "primary")],
        [link(language.gettext("Add me to a group"), f"https://t.me/{bot}?startgroup=play")],
        languages(language),
    ]
    return Screen(html("\n".join(lines)), keyboard(rows))


def greeting_screen(language: Language) -> Screen:
    """The first thing a group reads."""
    lines = (
        language.gettext("Good evening! I keep a table for old Russian card and parlour games."),
        language.gettext(
            "Choose a game, and whoever likes sits down. Hands are dealt in private, where only you look."
        ),
    )
    return Screen(
        html("\n".join(lines)), keyboard([[key(language.gettext("Choose a game"), General("catalogue"), "primary")]])
    )


def help_screen(language: Language) -> Screen:
    """Every command, and what to do where something does not work."""
    lines = (
        strong(language.gettext("What I can do")),
        language.gettext("/play: choose a game and open a table"),
        language.gettext("/patience: a patience for one; it waits for you for days"),
        language.gettext("/rules: the rules of every game"),
        language.gettext("/purse: what everybody has; in private, what you have"),
        language.gettext("/tables: which tables are open; in private, where you sit"),
        language.gettext("/next: I call you when the next table opens here"),
        language.gettext("/extend: more time for your turn, or from a moderator for all who are waited for"),
        language.gettext("/skip: wait no longer for a turn (a moderator)"),
        language.gettext("/leave: get up from a table; the seat is kept for you for a while"),
        language.gettext("/remove: have somebody get up, in reply to them (the host or a moderator)"),
        language.gettext("/stop: call a table off (its host, a moderator, or anybody if nothing happens for a day)"),
        language.gettext("/reset_purses: all purses begin anew (a moderator)"),
        language.gettext("/settings: the language and all else that is chosen here (a moderator)"),
        language.gettext("/forget_me: I forget all about you (in private; asked twice)"),
        "",
        language.gettext(
            "Buttons under the table are for everybody; your own cards are in our private chat, or under “My cards”."
        ),
        language.gettext(
            "An amount may be pressed or written: in a group as a reply to my message, in private simply so."
        ),
        language.gettext("If I cannot write to you, open me and press Start."),
        language.gettext("Chips are for play only: they are never bought, sold or cashed."),
    )
    return Screen(html("\n".join(lines)))


def yourself_screen(slug: str, language: Language) -> Screen:
    """Somebody who speaks in the name of the chat opens a table of that game: whoever presses sits down there."""
    title = language.gettext(look(slug).title)
    text = language.gettext(
        "“{title}”: you speak in the name of the chat. Press, and the table is yours, under your own name.", title=title
    )
    return Screen(html(text), keyboard([[key(language.gettext("Open the table"), General("new", slug), "primary")]]))


def invitation_screen(face: Face, language: Language) -> Screen:
    """Somebody has come by the link of a table that has not ended, and may sit down at it, if there is a seat."""
    title, chat = language.gettext(look(face.game).title), language.name(face.chat_title, 0)
    text = language.gettext("“{title}” in “{chat}”: sit down, and your cards come here.", title=title, chat=chat)
    return Screen(html(text), keyboard([[key(language.gettext("Sit down"), About(face.id, "sit"), "primary")]]))


def rules_screen(language: Language) -> Screen:
    """The list of games whose rules may be read."""
    keys = [
        key(language.gettext(look(slug).title), General("rules", slug))
        for kind in Kind
        for slug in GAMES
        if look(slug).kind is kind
    ]
    return Screen(html(strong(language.gettext("Rules of which game?"))), keyboard(by_length(keys)))


def rules_page(slug: str, language: Language) -> Screen:
    """One game's rules, the old book's apart from ours."""
    looks = look(slug)
    text = html("\n".join(_rules(slug, looks, language)))
    return Screen(text, keyboard([[key(language.gettext("« All games"), General("rules"))]]))


def _head(slug: str, language: Language) -> str:
    length = language.gettext(look(slug).length)
    return dotted((strong(titled(slug, language)), players(slug, language), length))


def _rules(slug: str, looks: AnyLook, language: Language) -> list[str]:
    return [
        _head(slug, language),
        "",
        strong(language.gettext("By the old book")),
        *(language.gettext(paragraph) for paragraph in looks.rules.source),
        "",
        strong(language.gettext("Our additions")),
        *(f"· {language.gettext(paragraph)}" for paragraph in looks.rules.ours),
    ]


def stop_screen(faces: Sequence[Face], language: Language) -> Screen:
    """Asks which table is to be called off, or whether it is: a tap that was not meant costs a game.

    Of very many tables, the last ones.
    """
    keys = [
        key(
            language.gettext("Call off: {title}", title=language.gettext(look(face.game).title)), About(face.id, "stop")
        )
        for face in faces[-MOST:]
    ]
    return Screen(html(language.gettext("Which table is to be called off?")), keyboard([[each] for each in keys]))


def languages(language: Language) -> Row:
    """The languages to choose from."""
    return [
        key(f"✓ {name}" if code == language.code else name, General("language", code))
        for code, name in LANGUAGES.items()
    ]
