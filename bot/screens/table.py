"""A table in play, as screens: the group's message, a seat's private one, and both in one where one plays alone.

Pure: the same views and language give the same screen, so that two can be told apart by their digests.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.buttons import About
from bot.language import Language, safe_name
from bot.screens.keyboard import Walk, table_keys
from bot.screens.keys import Key, Row, by_length, key, keyboard, link
from bot.screens.look import AnyLook, Face, lately, look
from bot.screens.scene import Scene
from bot.screens.screen import Screen
from bot.screens.seating import coming, may_sit
from bot.screens.text import hand_text, quiet_text, table_text, whole_text
from games.catalogue import GAMES
from games.core import View

LONG_PACE = 12 * 3600
"""Seconds a decision from which on the day is told with the hour."""

AnyView = View[Any, Any]


def table_screen(
    face: Face, view: AnyView, publics: Sequence[AnyView], language: Language, until: int | None = None
) -> Screen:
    """The group's message: `face` and `view` are a bystander's, `publics` one public view a seat.

    `until` is when the clock decides for whoever is waited for, in seconds of the Unix clock.
    """
    looks = look(face.game)
    scene = shown(looks, face, view, language)
    if face.stage != "play":
        return Screen(table_text(replace(scene, asked=_closed(face, language)), language))
    rows = table_keys(looks, face, view, publics, language)
    if length := _length(face, view, language):
        rows[-1:] = by_length([*rows[-1], length]) if looks.hand else [*rows[-1:], [length]]
    more = [more_time(face, language)] if until is not None else []
    if may_sit(face, view):
        more.append(key(language.gettext("Sit down"), About(face.id, "sit")))
    scene = replace(scene, told=(*scene.told, *coming(face, language)))
    rows.append(more)
    return Screen(table_text(scene, language) + clock(face, until, language), keyboard(rows))


def seat_screen(face: Face, view: AnyView, language: Language, until: int | None = None, table_url: str = "") -> Screen:
    """The private message of the view's seat; `table_url` leads to the group's message where it can be linked to."""
    looks = look(face.game)
    chat = safe_name(face.chat_title)
    if face.stage != "play":
        scene = shown(looks, face, view, language)
        return Screen(hand_text(replace(scene, hand=None, asked=_closed(face, language)), language, chat))
    if face.mute is not None:
        asked = language.gettext("The table stands still: I may not write in the group.")
        scene = replace(shown(looks, face, view, language), asked=asked)
        return Screen(hand_text(scene, language, chat), keyboard([_foot(face, language, table_url)]))
    waited = view.seat in GAMES[face.game].turn(view.table)
    if not any(True for _ in GAMES[face.game].offers(view)):
        text = quiet_text(_laid(_quiet(looks, face, view, language), view), view.seat, language, chat)
        return Screen(text, keyboard([_foot(face, language, table_url)]))
    scene = shown(looks, face, view, language)
    walk = Walk(looks, face, view, language, scene)
    text = hand_text(_laid(noted(scene, walk), view), language, chat) + clock(face, until if waited else None, language)
    return Screen(text, keyboard([*walk.rows(), _foot(face, language, table_url)]))


def alone_screen(face: Face, view: AnyView, language: Language, until: int | None = None) -> Screen:
    """Table and hand in one message, for a table in a private chat."""
    looks = look(face.game)
    scene = shown(looks, face, view, language)
    if face.stage != "play":
        return Screen(whole_text(replace(scene, asked=_closed(face, language)), language))
    walk = Walk(looks, face, view, language, scene)
    if looks.layout and not walk.path:
        rows = looks.layout(view, face, language)
    else:
        length = _length(face, view, language)
        rows = [*walk.rows(), [*_foot(face, language, ""), *([length] if length else [])]]
    return Screen(whole_text(_laid(noted(scene, walk), view), language) + clock(face, until, language), keyboard(rows))


def shown(looks: AnyLook, face: Face, view: AnyView, language: Language) -> Scene:
    """The scene with what happened lately."""
    said = tuple(looks.told(face.story, view, language.names(face), language))
    return replace(_seen(looks, face, view, language), told=lately(said))


def _seen(looks: AnyLook, face: Face, view: AnyView, language: Language) -> Scene:
    """The scene as its reader wishes it."""
    scene: Scene = looks.scene(view, face, language)
    return replace(scene, large=view.seat is not None and face.holders[view.seat].big_cards)


def _laid(scene: Scene, view: AnyView) -> Scene:
    """The scene with the cards that lie open before its reader as a hand, where there is no other to be shown large."""
    if not scene.large or scene.hand:
        return scene
    own = tuple(card for place in scene.places if place.seat == view.seat for card in place.cards if card)
    return replace(scene, hand=(own,) if own else scene.hand)


def noted(scene: Scene, walk: Walk) -> Scene:
    """The scene with what its reader has chosen so far."""
    return replace(scene, note=(*scene.note, *walk.note()), asked=walk.question() or scene.asked)


def clock(face: Face, until: int | None, language: Language) -> str:
    """The end of the last line: until when. Telegram shows it in the reader's own time."""
    if until is None:
        return ""
    shown, utc = ("dt", "%d.%m, %H:%M UTC") if (face.pace or 0) >= LONG_PACE else ("t", "%H:%M UTC")
    written = datetime.fromtimestamp(until, UTC).strftime(utc)
    return " " + language.gettext("Until {time}.", time=f'<tg-time unix="{until}" format="{shown}">{written}</tg-time>')


def more_time(face: Face, language: Language) -> Key:
    """The button by which whoever is waited for takes as much time again."""
    return key(language.gettext("More time"), About(face.id, "extend"))


def _quiet(looks: AnyLook, face: Face, view: AnyView, language: Language) -> Scene:
    """The scene for whoever can do nothing now, which says why: whose turn it is would have to be told at each move."""
    scene = _seen(looks, face, view, language)
    opened = any(place.cards for place in scene.places if place.seat == view.seat)
    if scene.holds:
        asked = scene.holds
    elif scene.places and not opened and not any(view.sizes):
        asked = language.gettext("No cards are dealt yet: the others are choosing.")
    elif scene.hand or scene.note or opened or not scene.places:
        asked = language.gettext("It is for the others now." if GAMES[face.game].parlour else "The others are playing.")
    else:
        asked = language.gettext("You hold no cards: the others are playing.")
    return replace(scene, hand=scene.hand or None, asked=asked)


def _foot(face: Face, language: Language, table_url: str) -> Row:
    advice = key(language.gettext(look(face.game).counsel), About(face.id, "advice"))
    return [advice, link(language.gettext("To the table"), table_url)] if table_url else [advice]


def _length(face: Face, view: AnyView, language: Language) -> Key | None:
    """The host's button by which the deal that is on becomes the last, or is not to be; None where it is the last as
    was agreed."""
    last = GAMES[face.game].last
    if last is None:
        return None
    option, shortest = last(view.table)
    agreed = face.options[option]
    if shortest == agreed:
        return None
    if getattr(view.table.options, option) == shortest:
        return key(language.gettext("Play on"), About(face.id, "last", str(agreed)))
    return key(language.gettext(look(face.game).last), About(face.id, "last", str(shortest)))


def _closed(face: Face, language: Language) -> str:
    return language.gettext("The game is over." if face.stage == "over" else "The table was called off.")
