"""Every game there is, in the order in which they are listed: one line a game."""

from games.core import AnyGame

_ALL: tuple[AnyGame, ...] = ()

GAMES: dict[str, AnyGame] = {game.slug: game for game in _ALL}
