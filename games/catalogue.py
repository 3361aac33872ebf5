"""Every game there is, in the order in which they are listed: one line a game."""

from games import debutantes, durachki, english_durachki, questions, twenty_one
from games.core import AnyGame

_ALL: tuple[AnyGame, ...] = (debutantes.GAME, durachki.GAME, english_durachki.GAME, questions.GAME, twenty_one.GAME)

GAMES: dict[str, AnyGame] = {game.slug: game for game in _ALL}
