"""What each screen of a table should show: the one place where a State becomes Views for the screens."""

from dataclasses import replace
from typing import Any, NamedTuple

from bot.language import Language
from bot.screens import alerts
from bot.screens.clocks import nudge_screen
from bot.screens.lobby import lobby_screen
from bot.screens.look import TAIL, look
from bot.screens.reconciler import Wanted
from bot.screens.screen import Screen
from bot.screens.seating import away_screen
from bot.screens.shown import Place, Shown
from bot.screens.table import alone_screen, seat_screen, table_screen
from bot.store.store import Document
from bot.tables import clocks
from bot.tables.model import Asked, Table
from bot.tables.paces import rings
from bot.tables.steps import Change, state_of
from games import core
from games.catalogue import GAMES

STEP = 30
"""Seconds to which the time of a deadline is rounded, so that a screen is not drawn anew for a trifle."""


class Unix(NamedTuple):
    """Times in seconds of the Unix clock."""

    epoch: float
    """When the game clock began."""
    now: float


def wanted(table: Table[Any], document: Document, bot: str, unix: Unix, latest: int = 0) -> list[Wanted]:
    """The screens that the table should have. `bot` is the bot's username, `latest` the newest message known in the
    chat.

    A table that was called off keeps its message and takes the hands away.
    """
    speech, until = table.speech, _until(table, unix.epoch)
    group = Wanted(
        "table",
        table.chat,
        lambda: _group(table, speech, until),
        table.thread,
        posting=str(table.posts),
        ring=not table.alone,
        latest=latest,
        trial=table.mute is not None,
    )
    if table.state is None:
        return [replace(group, render=lambda: lobby_screen(table.face(None), speech, bot))]
    drafts = table.drafts if table.alone or not GAMES[table.game].private else {}
    depends = f"{table.count}{table.stage}{until}{table.language}{table.four_colours:d}{drafts or ''}"
    if table.alone:
        large = any(holder.big_cards for holder in table.holders)
        return [replace(group, render=lambda: _alone(table, speech, until), depends=f"{depends}{large:d}")]
    # As a game begins its message should be the last one, not above the rules that somebody has looked up.
    found = [replace(group, depends=depends, far=1 if table.count == 1 else group.far)]
    if table.stage != "play":
        return found
    url = address(document)
    people = [seat for seat, holder in enumerate(table.holders) if holder.user is not None]
    reached = [seat for seat in people if seat not in table.unreached]
    if GAMES[table.game].private:
        awaited = GAMES[table.game].turn(state_of(table).table)  # in the group not all may be shown at once
        found += [_private(table, seat, unix, url) for seat in sorted(reached, key=lambda seat: seat not in awaited)]
    away = [
        seat for seat, holder in enumerate(table.holders) if holder.kept is not None and seat not in table.unreached
    ]
    # Whoever has left does not see what is shown in the group to them alone.
    found += [
        _away(table, seat, unix, url) for seat in away if table.hands == "private" or not table.holders[seat].left
    ]
    found += [_nudge(table, seat, unix, url) for seat in reached if clocks.reminded(table, seat)]
    asked = ((seat, table.holders[seat].asked) for seat in people)
    return [*found, *(_asked(table, seat, hand) for seat, hand in asked if hand and hand.chat == table.chat)]


def _away(table: Table[Any], seat: int, unix: Unix, url: str) -> Wanted:
    """What stands in place of the hand while its person is away."""
    holder = table.holders[seat]
    wanted = Wanted(
        str(seat),
        0,
        lambda: away_screen(table.face(None), seat, holder.speech, url),
        depends=f"away{holder.language}{holder.left}{url}",
        posting=str(table.rung[seat]),
        ring=rings(holder, unix.now),
    )
    return _alone_with(table, holder.kept or 0, wanted)


def _alone_with(table: Table[Any], user: int, wanted: Wanted) -> Wanted:
    """The screen where that person alone sees it: in the private chat, or in the group if hands are shown there."""
    if table.hands == "group":
        return replace(wanted, chat=table.chat, thread=table.thread, receiver=user)
    return replace(wanted, chat=user)


def _private(table: Table[Any], seat: int, unix: Unix, url: str) -> Wanted:
    holder, until = table.holders[seat], _until(table, unix.epoch, seat)
    wanted = Wanted(
        str(seat),
        0,
        lambda: seat_screen_of(table, seat, holder.speech, until, url),
        depends=f"{_hand_depends(table, seat)}{until}{url}",
        posting=str(table.rung[seat]),
        ring=rings(holder, unix.now),
    )
    return _alone_with(table, holder.user or 0, wanted)


def _asked(table: Table[Any], seat: int, hand: Asked) -> Wanted:
    """The hand for which its holder has asked in the group: it is kept up where it stands, and goes with the game."""
    holder = table.holders[seat]
    return Wanted(
        f"asked{seat}",
        hand.chat,
        lambda: seat_screen_of(table, seat, holder.speech),
        depends=_hand_depends(table, seat),
        posting=str(hand.number),
        receiver=holder.user or 0,
        whisper=hand.number,
        digest=hand.digest,
    )


def _hand_depends(table: Table[Any], seat: int) -> str:
    """What that seat's own screen depends on, beside clocks and links."""
    holder = table.holders[seat]
    written = f"{holder.language}{holder.four_colours:d}{holder.big_cards:d}"
    return f"{table.count}{written}{table.mute is None}{table.drafts.get(seat, '')} "


def _nudge(table: Table[Any], seat: int, unix: Unix, url: str) -> Wanted:
    """The reminder of the question that stands there: while it is wanted it is there, and then it goes."""
    holder, until, extensible = table.holders[seat], _until(table, unix.epoch, seat), clocks.may_extend(table, seat)
    wanted = Wanted(
        f"nudge{seat}",
        0,
        lambda: nudge_screen(table.face(seat), until, holder.speech, url, extensible=extensible),
        depends=f"{holder.language}{until}{url}{extensible}",
        posting=str(table.nudged[seat]),
        ring=rings(holder, unix.now),
    )
    return _alone_with(table, holder.user or 0, wanted)


def address(document: Document) -> str:
    """Where the table's message in the group can be linked to; empty where it has no address."""
    return Shown(document.shown).address("table")


def _until(table: Table[Any], epoch: float, seat: int | None = None) -> int | None:
    """When the clock decides for the person in that seat, where it does; without a seat, for the first of all people
    waited for."""
    if table.stage != "play" or table.pace is None or table.mute is not None:
        return None
    dues = [
        due
        for other, (due, holder) in enumerate(zip(table.due, table.holders, strict=False))
        if due is not None and holder.user is not None and seat in (None, other)
    ]
    return round((epoch + min(dues) / 1000) / STEP) * STEP if dues else None


def _group(table: Table[Any], speech: Language, until: int | None) -> Screen:
    state = state_of(table)
    # Nobody presses for the bot in an office.
    pressing = [seat for seat, holder in enumerate(table.holders) if seat < len(table.sitters) or holder.user]
    publics = [core.view(state, seat, public=True) for seat in pressing]
    return table_screen(table.face(None), core.view(state, None), publics, speech, until)


def _alone(table: Table[Any], speech: Language, until: int | None) -> Screen:
    seat = table.seat_of(table.host) or 0
    return alone_screen(table.face(seat), core.view(state_of(table), seat), speech, until)


def seat_screen_of(table: Table[Any], seat: int, speech: Language, until: int | None = None, url: str = "") -> Screen:
    """That seat's own screen, with a link to the table where it has an address. Raises IllegalMove in the lobby."""
    return seat_screen(table.face(seat), core.view(state_of(table), seat), speech, until, url)


def hand(table: Table[Any], seat: int, speech: Language) -> str:
    """That seat's own cards in an alert."""
    return alerts.hand(table.face(seat), core.view(state_of(table), seat), speech)


def advice(table: Table[Any], seat: int, speech: Language) -> str:
    """Counsel for that seat at this moment."""
    return alerts.advice(table.face(seat), core.view(state_of(table), seat), speech)


def toast(change: Change, user: int, speech: Language) -> str:
    """What a step has brought, in a few lines for whoever took it."""
    table = change.table
    seat = table.seat_of(user)
    if table.state is None:
        return ""
    heard = [event for event in change.happened if event.audience is None or seat in event.audience]
    view = core.view(state_of(table), seat)
    return alerts.alert(
        "\n".join([*look(table.game).told(heard, view, speech.names(table.face(seat)), speech)][-TAIL:])
    )


def brought(change: Change, user: int, speech: Language) -> str:
    """What a move has brought, for the eyes of whoever made it alone: what is to be told of it, or else what is the
    mover's own now. The screens may come later."""
    told, table = toast(change, user, speech), change.table
    if told or table.state is None or table.stage != "play":
        return told
    seat = table.seat_of(user)
    return alerts.own(table.face(seat), core.view(state_of(table), seat), speech)


def asking(table: Table[Any], user: int) -> str:
    """What names the private message in which that person is asked: another one for another text to be written."""
    seat = table.seat_of(user)
    return "" if seat is None or table.state is None else str(table.rung[seat])


def asked_before(table: Table[Any], document: Document, user: int, message: int) -> bool:
    """Whether that person had been asked, in private, what is asked now when that private message was sent."""
    seat = table.seat_of(user)
    note = Shown(document.shown).notes.get(str(seat))
    if note is None or note.chat != user:
        return False
    return note.posting == asking(table, user) and 0 < note.message < message


def shows(document: Document, chat: int, message: int) -> bool:
    """Whether that message, which everybody sees in its chat, is a screen of the table with this document."""
    return any(note.place == Place(chat, message) for note in Shown(document.shown).notes.values())


def superseded(document: Document, chat: int, message: int) -> bool:
    """Whether that message, which everybody sees in its chat, is no screen of the table, and one there is younger."""
    places = [note.place for note in Shown(document.shown).notes.values() if note.chat == chat and not note.receiver]
    return Place(chat, message) not in places and any(place.message > message for place in places)


def whispered(document: Document, chat: int, user: int, number: int) -> bool:
    """Whether what that user alone sees in that group under this number is a screen of the table."""
    return any(note.place == Place(chat, number, user) for note in Shown(document.shown).notes.values())
