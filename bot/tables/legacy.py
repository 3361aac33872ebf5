"""What a chat remembers from one session of a game to the next: the fool of дурачки, who deals; the chips that a
lottery leaves.

A title is remembered by person, not by seat. It waits while its holder does not sit at the table, and the lot decides
meanwhile; it ends when a session that the holder sat in ends otherwise. A computer player holds none. Chips that were
left lie in the chat's purse `LEFT`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

from bot.tables.model import OptionValue, Table
from games.catalogue import GAMES
from games.core import Json
from games.options import bound

LEFT: Final = -1
"""The holder of what a session leaves to the next one, among the purses of a chat."""


def inherited(table: Table[Any], titles: Mapping[str, str], purses: Mapping[int, int]) -> dict[str, OptionValue]:
    """The options with which the table begins for the sake of what is remembered, unless its host has set just that.

    Kings of the last reign give way to a dealer whom the host has named; a fool does not get off so.
    """
    legacy = GAMES[table.game].legacy
    if legacy is None:
        return {}
    kind = _kind(table.game, legacy.option)
    if kind == "number":  # there are no other chips than those, whatever a host may have set
        return {legacy.option: max(0, purses.get(LEFT, 0))}
    decisive = (legacy.option, "dealer") if kind == "seats" else (legacy.option,)
    if any(table.options.get(name) is not None for name in decisive):
        return {}
    held = sorted((int(since), _holders(title, table.game)) for title, since in titles.items())
    for _, holders in reversed(held):
        seats = tuple(seat for user in holders if (seat := table.seat_of(user)) is not None)
        if seats and len(seats) == len(holders):
            return {legacy.option: seats[0] if kind == "seat" else seats}
    return {}


def left(table: Table[Any], outcome: Mapping[str, Json], titles: Iterable[str], now: int) -> dict[str, str | None]:
    """How the chat's titles change by this outcome: those of people who sat there end, and the new one begins."""
    legacy = GAMES[table.game].legacy
    if legacy is None or _kind(table.game, legacy.option) == "number":
        return {}
    people = {sitter.user for sitter in table.sitters}
    held = {title: _holders(title, table.game) for title in titles}
    ended = dict.fromkeys(title for title, holders in held.items() if holders and people >= set(holders))
    heirs = remembered(table, outcome)
    if not heirs:
        return dict(ended)
    users = (str(table.sitters[seat].user) for seat in heirs)
    return {**ended, f"{table.game}/{','.join(users)}": str(now)}


def remembered(table: Table[Any], outcome: Mapping[str, Json]) -> tuple[int, ...]:
    """The seats, as the title names them, whose people the chat remembers by this outcome: none if one of them is a
    computer's."""
    legacy = GAMES[table.game].legacy
    if legacy is None or _kind(table.game, legacy.option) == "number":
        return ()
    found: Any = outcome[legacy.key]
    seats = () if found is None else (found,) if isinstance(found, int) else tuple(found[-1])
    return seats if all(table.sitters[seat].user is not None for seat in seats) else ()


def fool(titles: Mapping[str, str]) -> int | None:
    """Who is the fool of the chat's last game that makes one."""
    held = [(int(since), title) for title, since in titles.items() if _fools(title.partition("/")[0])]
    holders = _holders(max(held)[1], max(held)[1].partition("/")[0]) if held else ()
    return holders[0] if holders else None


def _fools(game: str) -> bool:
    legacy = GAMES[game].legacy if game in GAMES else None
    return legacy is not None and legacy.key == "fool"


def carried(table: Table[Any]) -> dict[int, int]:
    """The chips that a table in play has from the last session, as a change of the purse in which they are left."""
    legacy = GAMES[table.game].legacy
    return _chips(table.options[legacy.option]) if legacy and _kind(table.game, legacy.option) == "number" else {}


def left_over(table: Table[Any], outcome: Mapping[str, Json]) -> dict[int, int]:
    """The chips that this outcome leaves to the next session, as a change of that purse."""
    legacy = GAMES[table.game].legacy
    return _chips(outcome[legacy.key]) if legacy and _kind(table.game, legacy.option) == "number" else {}


def _chips(amount: object) -> dict[int, int]:
    return {LEFT: amount} if isinstance(amount, int) and amount else {}


def _kind(game: str, option: str) -> str:
    kind: Any = GAMES[game].options
    return next(bound(each).kind for each in fields(kind) if each.name == option)


def _holders(title: str, game: str) -> tuple[int, ...]:
    slug, _, users = title.partition("/")
    return tuple(map(int, users.split(","))) if slug == game and users else ()
