"""Computer players: one file a game, named like the game's own, with `choose(view)` and, where a seat may be waited for
although it would rather wait itself, `waits(view)`.

A player sees a View, never a State, and returns a move that is offered to the view's seat. It keeps no memory between
moves, and equal views get equal moves.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from games.core import View
from games.moves import Move

Player = Callable[[View[Any, Any]], Move]


@cache
def player(slug: str) -> Player | None:
    """The `choose` of that game's computer player; None for a game that only people can play."""
    module = f"{__name__}.{slug}"
    return cast("Player", import_module(module).choose) if find_spec(module) else None


def waits(slug: str, seen: View[Any, Any]) -> bool:
    """Whether that computer player, although it is waited for, would give others time to answer it before it moves."""
    found: Callable[[View[Any, Any]], bool] | None = getattr(import_module(f"{__name__}.{slug}"), "waits", None)
    return found is not None and found(seen)
