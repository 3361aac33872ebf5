"""What the lobby says of a game's offices, and the buttons by which they are filled."""

from collections.abc import Iterator

from bot.buttons import About
from bot.language import Language, computer
from bot.screens.keys import Key, Row, by_length, dim, key
from bot.screens.look import Face, OfficeLook, OptionLook, look
from bot.tables.model import Way
from bot.tables.offices import moderator_of, votes


def in_words(face: Face, option: OptionLook, language: Language) -> str | None:
    """How that office is filled; None where it is a player's whom the host has named, or the game."""
    filled = face.offices.get(option.name)
    if filled is None or option.office is None:
        return None
    held = moderator_of(face, option.name)
    if held is not None:
        return language.names(face)[face.holders.index(held)]
    return _way(filled.way, option.office, language)


def _way(way: Way, office: OfficeLook, language: Language) -> str:
    match way:
        case "bot":
            return computer(language.gettext("the bot"))
        case "moderator":
            return language.gettext(office.held)
        case "vote":
            return language.gettext("by vote")


def ways(face: Face, option: OptionLook, language: Language) -> Iterator[Key]:
    """The host's buttons for filling an office otherwise than by naming a player."""
    chosen = face.offices[option.name].way if option.name in face.offices else None
    possible: tuple[Way, ...] = ("bot",) if face.alone else ("bot", "moderator", "vote")
    if option.office is None:
        return
    for way in possible:
        words = _way(way, option.office, language)
        yield key(f"✓ {words}" if way == chosen else words, About(face.id, "office", f"{option.name}={way}"))


def calls(face: Face, language: Language) -> list[Row]:
    """The buttons by which a moderator takes an office without playing, and those who play vote."""
    rows: list[Row] = []
    for option in look(face.game).options:
        filled, office = face.offices.get(option.name), option.office
        if filled is None or office is None:
            continue
        if filled.way == "moderator" and moderator_of(face, option.name) is None:
            rows.append([key(language.gettext(office.take), About(face.id, "preside", option.name))])
        if filled.way == "vote":
            heading = f"{language.gettext(option.title)}: {_way('vote', office, language)}"
            rows += [[dim(heading)], *_vote(face, option, language)]
    return rows


def _vote(face: Face, option: OptionLook, language: Language) -> list[Row]:
    names, counted = language.names(face), votes(face, option.name)
    return by_length(
        [
            key(f"{names[seat]} · {counted[seat]}", About(face.id, "vote", f"{option.name}={sitter.user}"))
            for seat, sitter in enumerate(face.sitters)
            if sitter.user is not None
        ]
    )
