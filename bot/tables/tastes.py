"""How people, and chats, wish to be shown a table that is open already. Pure: from a table to a table."""

from typing import Any

from bot.tables.model import Asked, Chat, Sitter, Table
from bot.tables.steps import Stale


def follow(table: Table[Any], chosen: Chat) -> Table[Any]:
    """The table as its chat, or somebody who sits there, has chosen by now to be written to and called."""
    shown: dict[str, Any] = {"four_colours": chosen.four_colours}
    if chosen.language is not None:
        shown["language"] = chosen.language
    table = table.but(**shown) if table.home == chosen.id else table
    if not chosen.private:
        return table
    return _with(table, chosen.chat, **shown, big_cards=chosen.big_cards, ring=chosen.ring, quiet=chosen.quiet_hours)


def asked(table: Table[Any], user: int, hand: Asked) -> Table[Any]:
    """The table when that person has asked for the own hand in the group. Raises Stale where the game is over meanwhile
    or the person does not sit there any more."""
    if table.stage != "play" or table.seat_of(user) is None:
        raise Stale
    return _with(table, user, asked=hand)


def _with(table: Table[Any], user: int, **changes: Any) -> Table[Any]:
    """The table with something else about that person, also where a seat is merely kept for them."""

    def changed(holder: Sitter) -> Sitter:
        return holder.model_copy(update=changes) if user in (holder.user, holder.kept) else holder

    return table.but(sitters=tuple(map(changed, table.sitters)), officers=tuple(map(changed, table.officers)))
