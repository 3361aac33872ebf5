"""What is written is measured as it will be shown: after it is normalised, and after what shows nothing has gone."""

from typing import Any

import pytest

from bot.buttons import Play, parse
from bot.language import visible
from bot.tables import lobby, playing
from bot.tables.model import Sitter, Table, table_type
from bot.tables.steps import Clock, state_of
from games import core
from games.catalogue import GAMES
from games.declamation import LINE
from games.moves import IllegalMove

NOW = Clock(1_000_000)
MOST = 100
GROWS = "\u0958"
"""A letter that is two when it is normalised."""
SHRINKS = "и\u0306"
"""Two that are one."""
UNSEEN = ("\u200b", "\u2800", "\u3164 \u00ad", "\u202e\u2066", "\x02\x03", "\u0300", " \n\t")


def questions() -> Table[Any]:
    return _started("questions", {"max_length": MOST})


def _started(slug: str, options: dict[str, Any]) -> Table[Any]:
    table = table_type(slug)(id="0aaaaaaa", home="0-a", chat=-1, game=slug, host=1, options=options)
    for user, name in ((1, "Анна"), (2, "Борис"), (3, "Вера")):
        table = lobby.sit(table, Sitter(user=user, name=name))
    return playing.start(table, 1, bytes(32), NOW).table


def slip(table: Table[Any], user: int = 1) -> str:
    seat = table.seat_of(user)
    assert seat is not None
    return str(state_of(table).hands[seat].slip.question)


@pytest.mark.parametrize(
    "text", ["ы" * MOST, SHRINKS * MOST, "  " + "ы" * MOST + "\u200b" * 400, "ы\u200b" * MOST, GROWS * (MOST // 2)]
)
def test_what_fits_as_it_is_shown_is_taken(text: str) -> None:
    written = slip(playing.say(questions(), 1, text, NOW).table)
    assert written == visible(text)
    assert len(written) == MOST


@pytest.mark.parametrize("text", ["ы" * (MOST + 1), GROWS * (MOST // 2 + 1), SHRINKS * (MOST + 1), "ы" * 4096])
def test_what_is_too_long_as_it_is_shown_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match=f"write at most {MOST}"):
        playing.say(questions(), 1, text, NOW)


@pytest.mark.parametrize("text", UNSEEN)
def test_what_shows_nothing_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="Nothing of that can be seen"):
        playing.say(questions(), 1, text, NOW)


def test_the_lines_of_a_verse_are_measured_so_too() -> None:
    table, game = _started("declamation", {}), GAMES["declamation"]
    while not (reciting := [seat for seat in range(3) if playing.awaits(table, seat)]):
        (seat, *_) = game.turn(state_of(table).table)
        part = next(iter(game.offers(core.view(state_of(table), seat))))
        table = playing.play(table, seat + 1, part.verb, table.count, NOW).table
    (reciter,) = reciting
    with pytest.raises(IllegalMove, match="at most"):
        playing.say(table, reciter + 1, GROWS * (LINE // 2 + 1), NOW)
    said = playing.say(table, reciter + 1, "Мороз и солнце;\u200b\n\u2800\nдень\u202e чудесный!", NOW).table
    assert state_of(said).hands[reciter] == ("Мороз и солнце;", "день чудесный!")


def test_what_a_made_up_button_carries_is_taken_as_it_will_be_shown_too() -> None:
    table = questions()
    button = parse(str(Play(table.id, table.count, "write ы\u200b\u202eы")))
    assert isinstance(button, Play)
    assert slip(playing.play(table, 1, button.words, table.count, NOW).table) == "ыы"
    for text in UNSEEN:
        with pytest.raises(IllegalMove):
            playing.play(table, 1, f"write {text}", table.count, NOW)
