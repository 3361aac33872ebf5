"""What the clock does where nobody moves. From a table to a `Change`, and nothing else happens."""

from typing import Any

from bot.tables.model import Table
from bot.tables.playing import call_off
from bot.tables.presence import move_for
from bot.tables.steps import Change, Clock, advance
from games.moves import IllegalMove


def expire(table: Table[Any], clock: Clock) -> Change:
    """What the clock does for every seat whose time is up: computer players move, absent people get the move that the
    rules name; where there is none the table is called off. Where nobody's time is up the table stays as it is."""
    if table.stage != "play":
        raise IllegalMove("This table is closed.")
    done = Change(table)
    for seat in [seat for seat, due in enumerate(table.due) if due is not None and due <= clock.now]:
        table = done.table
        due = table.due[seat] if seat < len(table.due) else None
        if due is None or due > clock.now:
            continue  # what the clock did for a seat before has answered for this one
        answer = move_for(table, seat)
        if answer is None:
            return done.then(call_off(table))
        done = done.then(advance(table, *answer, clock))
    return done
