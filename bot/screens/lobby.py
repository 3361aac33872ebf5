"""A table before its game: who sits, what is agreed, and the panel on which it is agreed."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from bot.buttons import About, invitation
from bot.language import N_, Language, computer, dotted, strong
from bot.screens import offices
from bot.screens.keys import Row, by_length, dim, key, keyboard, link
from bot.screens.look import Face, OptionLook, look
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.tables.model import OptionValue
from bot.tables.paces import Pace, clocked, paces
from games.catalogue import GAMES
from games.options import bound
from games.players import player

PACE_WORDS: Mapping[Pace, str] = {
    "brisk": N_("brisk"),
    "usual": N_("usual"),
    "slow": N_("slow"),
    "none": N_("no clock"),
}


OLD = "ru"
"""The language in which the games got their names."""


def lobby_screen(face: Face, language: Language, bot: str) -> Screen:
    """The table's message before the game, or after it was called off in the lobby. `bot` is the bot's username."""
    if face.stage == "off":
        return _closed(face, language)
    if face.panel == "options":
        return Screen(_agreed(face, language), keyboard(_panel(face, language)))
    return Screen(_text(face, language), keyboard(_buttons(face, language, bot)))


def _closed(face: Face, language: Language) -> Screen:
    title = strong(language.gettext(look(face.game).title))
    if not face.lapsed:
        return Screen(html(f"{title}\n" + language.gettext("The table was called off.")))
    words = language.gettext("Nobody has begun for a day, so the table is closed.")
    return Screen(
        html(f"{title}\n{words}"), keyboard([[key(language.gettext("Open it anew"), About(face.id, "again"))]])
    )


def titled(slug: str, language: Language) -> str:
    """What the game is called where it is presented: before a translated name stands the one it has had of old."""
    title = look(slug).title
    return " — ".join(dict.fromkeys((Language(OLD).gettext(title), language.gettext(title))))


def players(slug: str, language: Language) -> str:
    """`2–7 игроков`, `4 игрока`, `для одного`."""
    low, high = GAMES[slug].seats
    if high == 1:
        return language.gettext("for one")
    if low == high:
        return language.ngettext("{n} player", "{n} players", high)
    return language.ngettext("{low}–{n} player", "{low}–{n} players", high, low=low)


def roster(face: Face, language: Language) -> tuple[str, ...]:
    """The names by seat, computer players with their sign."""
    names = language.names(face)
    return tuple(
        computer(name) if sitter.user is None else name for sitter, name in zip(face.sitters, names, strict=False)
    )


def value_of(face: Face, name: str) -> OptionValue:
    """What is agreed for that option, the game's own default unless somebody chose."""
    if name in face.options:
        return face.options[name]
    kind: Any = GAMES[face.game].options
    values: dict[str, Any] = {each.name: each.default for each in fields(kind)}
    value: OptionValue = values[name]
    return value


def option_argument(name: str, value: OptionValue) -> str:
    """What a button's `set` carries: the option's name and its value in JSON, `stake=2`, `bank_sale=false`."""
    return f"{name}={json.dumps(value)}"


def _text(face: Face, language: Language) -> str:
    looks = look(face.game)
    sitting = roster(face, language)
    lines = [
        dotted((strong(titled(face.game, language)), players(face.game, language))),
        language.gettext(looks.about),
        language.gettext("At the table: {names}", names=", ".join(sitting) or language.gettext("nobody so far")),
        dotted((*_terms(face, language), *_pace(face, language))),
    ]
    names = language.names(face)
    missed = [strong(names[seat]) for seat in face.unreached if seat < len(names)]
    if missed:
        lines.append(
            language.gettext(
                "I may not write to {names} yet. Open me with the button below and press Start.",
                names=language.listed(missed),
            )
        )
    wanted = GAMES[face.game].seats[0] - len(face.sitters)
    if wanted > 0:
        lines.append(language.ngettext("{n} more player is wanted.", "{n} more players are wanted.", wanted))
    return html("\n".join(filter(None, lines)))


def _terms(face: Face, language: Language) -> tuple[str, ...]:
    """The options that say something by themselves: those of a number, a flag, or an office."""
    names = language.names(face)
    return tuple(
        f"{language.gettext(option.title)}: "
        f"{offices.in_words(face, option, language) or option.words(value_of(face, option.name), names, language)}"
        for option in look(face.game).options
    )


def _pace(face: Face, language: Language) -> tuple[str, ...]:
    """How long a turn may take; a patience waits."""
    if not clocked(face.game):
        return ()
    if face.pace is None:
        return (language.gettext("no limit of time"),)
    return (language.gettext("{time} a turn", time=language.duration(face.pace)),)


def _time(pace: int | None, language: Language) -> str:
    return language.gettext("no limit") if pace is None else language.duration(pace)


def pace_named(pace: Pace, game: str, language: Language) -> str:
    """What a pace is called, with the time that it means in that game."""
    seconds = paces(game)[pace]
    word = language.gettext(PACE_WORDS[pace])
    return word if seconds is None else f"{word} · {language.duration(seconds)}"


def _buttons(face: Face, language: Language, bot: str) -> list[Row]:
    game, table = GAMES[face.game], face.id
    seats: Row = []
    if not face.alone:
        seats += [
            key(language.gettext("Sit down"), About(table, "sit")),
            key(language.gettext("Get up"), About(table, "leave")),
        ]
    if player(game.slug) and len(face.sitters) < game.seats[1]:
        seats.append(key(language.gettext("+ Computer"), About(table, "computer")))
    terms: Row = [
        key(language.gettext("Rules"), About(table, "rules")),
        *([key(language.gettext("Terms"), About(table, "options"))] if _chooses(face) else []),
        key(language.gettext("Begin"), About(table, "start"), "primary"),
    ]
    rows = [*by_length(seats), *offices.calls(face, language), terms]
    if face.unreached:
        rows.append([link(language.gettext("Open a chat with me"), invitation(bot, table, face.ticket))])
    return rows


def _agreed(face: Face, language: Language) -> str:
    lines = (
        dotted((strong(titled(face.game, language)), language.gettext("the terms"))),
        *_terms(face, language),
        *((f"{language.gettext('Time for a turn')}: {_time(face.pace, language)}",) if _pace(face, language) else ()),
        language.gettext("The host chooses: press what you like."),
    )
    return html("\n".join(lines))


def _chooses(face: Face) -> bool:
    """Whether there is anything to agree on."""
    return bool(look(face.game).options) or clocked(face.game)


def _panel(face: Face, language: Language) -> list[Row]:
    """A heading and a row of values for each option, then the pace, then the way back."""
    rows: list[Row] = []
    names = language.names(face)
    for option in look(face.game).options:
        chosen = None if option.name in face.offices else value_of(face, option.name)
        keys = [
            key(
                _ticked(option.words(value, names, language), value == chosen),
                About(face.id, "set", option_argument(option.name, value)),
            )
            for value in _values(face, option)
        ]
        keys += offices.ways(face, option, language)
        rows += [[dim(language.gettext(option.title))], *by_length(keys)]
    if clocked(face.game):
        keys = [
            key(_ticked(pace_named(pace, face.game, language), seconds == face.pace), About(face.id, "pace", pace))
            for pace, seconds in paces(face.game).items()
        ]
        rows += [[dim(language.gettext("Time for a turn"))], *by_length(keys)]
    return [*rows, [key(language.gettext("« Back"), About(face.id, "seats"))]]


def _values(face: Face, option: OptionLook) -> tuple[OptionValue, ...]:
    people = tuple(range(len(face.sitters))) if option.seat else ()
    return (*_allowed(face, option), *people)


def _allowed(face: Face, option: OptionLook) -> tuple[OptionValue, ...]:
    """The presets, of amounts of chips those that the chat allows, and the highest where it forbids some."""
    highest, kind = face.highest, fields(GAMES[face.game].options)  # type: ignore[arg-type]  # options are dataclasses
    if highest is None or not any(each.name == option.name and bound(each).chips for each in kind):
        return option.presets
    low = tuple(preset for preset in option.presets if isinstance(preset, int) and preset < highest)
    return option.presets if low == option.presets else (*low, highest)


def _ticked(words: str, chosen: bool) -> str:
    return f"✓ {words}" if chosen else words
