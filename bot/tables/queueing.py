"""Several tables of one chat: who waits for one to end, and how somebody who sits at many finds one again. Each
function is a wish: from a table to a `Change`.

Raises IllegalMove with a sentence for whoever wished what cannot be.
"""

from typing import Any, Final

from bot.tables.model import Queued, Table
from bot.tables.steps import Change, own_seat, state_of
from games.catalogue import GAMES
from games.moves import IllegalMove

MOST: Final = 20
"""So many people may wait for one table."""


def queue(table: Table[Any], queued: Queued) -> Change:
    """Notes that somebody is to be called when the table has ended, each person for one game."""
    if table.stage not in ("lobby", "play"):
        raise IllegalMove("That table has ended. Open yours with /play.")
    others = tuple(one for one in table.queue if one.user != queued.user)
    if len(others) >= MOST:
        raise IllegalMove("Very many are waiting for that table. Play beside it: it disturbs nobody.")
    return Change(table.but(queue=(*others, queued)))


def fetch(table: Table[Any], user: int) -> Change:
    """Has the person's own screen sent anew, at the end of the private chat."""
    seat = own_seat(table, user)
    state_of(table)
    if table.stage != "play" or not GAMES[table.game].private:
        raise IllegalMove("You have nothing of your own at this table: look for it in its chat.")
    rung = tuple(table.count + 1 if other == seat else at for other, at in enumerate(table.rung))
    return Change(table.but(count=table.count + 1, rung=rung))


def post(table: Table[Any]) -> Change:
    """Has the table itself sent anew, at the end of its chat."""
    if table.stage not in ("lobby", "play"):
        raise IllegalMove("This table is closed.")
    return Change(table.but(posts=table.posts + 1))


def called(table: Table[Any], user: int) -> bool:
    """Whether the person is waited for there."""
    seat = table.seat_of(user)
    return table.stage == "play" and seat is not None and seat in GAMES[table.game].turn(state_of(table).table)
