"""Double declamation: everybody reads the repertory in the own language, and a text of one's own as it was sent."""

import pytest

from bot.screens.look import look
from games.catalogue import GAMES
from games.options import check_options
from games.record import Opening, begin
from games.verses import REPERTORY
from tests.screens.sights import EN, RU, Sight, lobby, shown


def performed(*moves: str) -> Sight:
    """Seat 0 recites, seat 1 lends the hands, seat 2 watches; the table after these moves."""
    game = GAMES["declamation"]
    session = begin(Opening(game, 3, check_options(game.options, 3, {})))
    story = session.state.events
    for move in ("0 recite", "1 hands", *moves):
        seat, words = move.split(" ", 1)
        session = session.play(int(seat), words)
        story += session.state.events
    return Sight(session, lobby("declamation", 3).but(state=session.state, story=story, stage="play", count=9))


@pytest.mark.parametrize("number", range(1, len(REPERTORY) + 1))
def test_a_verse_is_read_in_the_readers_language(number: int) -> None:
    sight = performed(f"0 verse {number}", "0 line")
    verse = REPERTORY[number - 1]
    for speech, poem, other in ((RU, verse.ru, verse.en), (EN, verse.en, verse.ru)):
        group, own = shown(sight.group(speech)), shown(sight.private(0, speech))
        assert poem.title in group
        assert f"— {poem.lines[0]}" in group
        assert poem.lines[1] not in group
        assert f"— {poem.lines[1]}" in own
        assert other.lines[0] not in own


def test_titles_are_on_the_buttons_from_which_the_reciter_chooses() -> None:
    choosing = performed()
    for verse in REPERTORY:
        assert f"[{verse.ru.title}]" in shown(choosing.private(0, RU))
        assert f"[{verse.en.title}]" in shown(choosing.private(0, EN))
        assert verse.ru.title not in shown(choosing.group(RU))


def test_a_message_of_several_lines_becomes_a_text_with_strokes() -> None:
    assert look("declamation").written("Розы красны,\n\n  пироги круглы \r\nда") == "Розы красны, / пироги круглы / да"


def test_whoever_has_seen_a_smile_is_counted_until_it_is_enough() -> None:
    game = GAMES["declamation"]
    session = begin(Opening(game, 6, check_options(game.options, 6, {})))
    counted = []
    for move in ("0 recite", "1 hands", "0 verse 1", "2 laughed", "3 laughed"):
        seat, words = move.split(" ", 1)
        session = session.play(int(seat), words)
        sight = Sight(session, lobby("declamation", 6).but(state=session.state, stage="play", count=9))
        counted.append([shown(sight.group(speech)).replace("\u00a0", " ") for speech in (RU, EN)])
    assert "смех заметил 1, нужно 2\n" in counted[3][0]
    assert "1 has seen a smile, 2 are needed\n" in counted[3][1]
    assert "нужно 2" not in counted[4][0]


def test_verses_have_a_printers_quotes_and_apostrophes() -> None:
    texts = [text for verse in REPERTORY for poem in (verse.ru, verse.en) for text in (poem.title, *poem.lines)]
    assert not [text for text in texts if "'" in text or '"' in text]


def test_a_text_of_ones_own_is_safe_to_show() -> None:
    said = performed("0 recital <b>one</b> \u202e / two", "0 line")
    assert "— &lt;b&gt;one&lt;/b&gt;" in said.group(RU).text
    assert "\u202e" not in said.group(RU).text
