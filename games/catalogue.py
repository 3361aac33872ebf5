"""Every game there is, in the order in which they are listed: one line a game."""

from games import (
    debutantes,
    declamation,
    durachki,
    eleven_and_half,
    english_durachki,
    english_lottery,
    koroli,
    navalka_closed,
    navalka_open,
    ochko,
    questions,
    svoi_kozyri,
    tartar,
    torgovlya,
    twenty_one,
)
from games.core import AnyGame

_ALL: tuple[AnyGame, ...] = (
    debutantes.GAME,
    durachki.GAME,
    english_durachki.GAME,
    english_lottery.GAME,
    svoi_kozyri.GAME,
    navalka_closed.GAME,
    navalka_open.GAME,
    koroli.GAME,
    questions.GAME,
    declamation.GAME,
    tartar.GAME,
    twenty_one.GAME,
    eleven_and_half.GAME,
    ochko.GAME,
    torgovlya.GAME,
)

GAMES: dict[str, AnyGame] = {game.slug: game for game in _ALL}
