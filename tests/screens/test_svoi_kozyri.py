"""What is counselled in svoi kozyri, how a screen asks, and what it shows of the heap."""

from dataclasses import replace

import pytest

from bot.language import plain
from bot.screens.alerts import advice
from bot.screens.look import look
from bot.tables.lobby import all_options
from games.cards import Cards, cards, in_order
from games.catalogue import GAMES
from games.core import State, view
from games.options import check_options
from games.record import Opening, begin
from games.svoi_kozyri import Table
from tests.screens.sights import EN, RU, Sight, lobby, shown, sights

GAME = GAMES["svoi_kozyri"]
REPEL = "самое время для отвала"


def piling(held: str, heap: str, *, waits: str = "7H") -> Sight:
    """Anna, seat 0, has this hand and is to pile; the trumps of the three are spades, clubs and diamonds."""
    table = Table(3, 1, 100, "pile", 2, ("S", "C", "D"), (0, 1, 2), 0, cards(heap))
    hands: tuple[Cards, ...] = (in_order(cards(held)), cards("6H"), cards(waits))
    session = begin(Opening(GAME, 3, check_options(GAME.options, 3, {"dealer": 2})))
    face = lobby("svoi_kozyri", 3).but(stage="play", options=all_options(session.opening.options))
    return Sight(replace(session, state=State(table, hands, ((), ()))), face)


def counsel(sight: Sight, seat: int) -> str:
    return advice(sight.table.face(seat), view(sight.session.state, seat), RU)


LARGE = "7D 8D 9D TD JD"


@pytest.mark.parametrize("held", ["AC 8S", "AC KC", "QH AC"])
def test_an_ace_of_the_next_ones_trumps_is_for_a_large_heap(held: str) -> None:
    assert REPEL in counsel(piling(held, LARGE), 0)
    assert REPEL not in counsel(piling(held, "7D 8D"), 0)


def test_so_is_a_king_which_no_ace_can_beat_any_more() -> None:
    assert REPEL in counsel(piling("KC 8S", f"AC {LARGE}"), 0)
    assert REPEL not in counsel(piling("KC 8S", LARGE), 0)


def test_nor_are_ones_own_trumps_or_those_of_the_one_after_next() -> None:
    assert REPEL not in counsel(piling("AS AD", LARGE), 0)


def test_who_waits_is_not_told_to_pile() -> None:
    assert REPEL not in counsel(piling("8S", LARGE, waits="AC"), 2)


def test_it_is_said_who_will_have_to_beat() -> None:
    assert "Побито. Теперь навалите карту. Бить будет Борис." in shown(piling("8S", "7D 8D").private(0, RU))


def test_all_may_look_beneath_the_top_card_of_the_heap() -> None:
    few = piling("8S", "7D 8D 9D")
    assert shown(few.group(RU)).splitlines()[1:3] == ["Куча, 3 карты, сверху 9♦", "Под ней: 8♦ 7♦"]
    assert "сверху <b>9♦</b>" in few.group(RU).text
    alone = shown(piling("8S", "7D").group(RU))
    assert alone.splitlines()[1] == "Куча из одной карты: 7♦"
    assert "Под ней" not in alone


def test_of_a_large_heap_the_upper_dozen_is_shown_to_all_and_the_whole_to_whoever_plays() -> None:
    heap = "6S 7S 8S 9S TS JS QS KS AS 6D 7D 8D 9D TD JD"
    twelve, fifteen = (piling("6C", heap[at:]) for at in (9, 0))
    assert "Under it: 10♦ 9♦ 8♦ 7♦ 6♦ A♠ K♠ Q♠ J♠ 10♠ 9♠" in shown(twelve.group(EN)).splitlines()
    lines = shown(fifteen.group(EN)).splitlines()
    assert lines[1:3] == [
        "The heap, 15 cards, on top: J♦",
        "Under it: 10♦ 9♦ 8♦ 7♦ 6♦ A♠ K♠ Q♠ J♠ 10♠ 9♠, and 3 cards more",
    ]
    assert "Under it: 10♦ 9♦ 8♦ 7♦ 6♦ A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠" in shown(fifteen.private(0, EN)).splitlines()


def test_the_loser_who_deals_is_named_until_the_deal() -> None:
    line = "За прошлый проигрыш сдаёт Анна."
    for inherited in ((), ("dealer",)):
        said = [
            line in shown(Sight(sight.session, sight.table.but(inherited=inherited)).group(RU)).splitlines()
            for sight in sights("svoi_kozyri", 3, 4, dealer=0)
        ]
        assert said[:3] == [bool(inherited)] * 3
        assert not any(said[3:])


def test_at_a_full_table_the_lot_is_told_when_everybody_has_chosen() -> None:
    chosen = [sight for sight in sights("svoi_kozyri", 4, 3) if all(sight.session.state.table.trumps)]
    told = [line for line in shown(chosen[0].group(RU)).splitlines() if " козыри " in line or "жребию" in line]
    assert told[0].startswith("По жребию сдаёт ")
    assert len(told) == 3


def test_the_result_says_why_somebody_has_lost() -> None:
    said = look("svoi_kozyri").result({"winner": 0, "loser": 2}, ("Анна", "Борис", "Вера"), RU)
    assert [plain(line) for line in said] == ["Выигрывает Анна, проигрывает Вера: на руках больше всего карт."]


@pytest.mark.parametrize(
    ("heap", "russian", "english"),
    [
        ("7D", "Бейте 7♦ или принимайте её одну.", "Beat 7♦, or take it."),
        ("6D 7D", "Бейте 7♦ или принимайте всю кучу.", "Beat 7♦, or take the whole heap."),
    ],
)
def test_a_single_card_is_no_whole_heap(heap: str, russian: str, english: str) -> None:
    sight = piling("8S", heap)
    table = replace(sight.session.state.table, phase="beat")
    beating = Sight(replace(sight.session, state=replace(sight.session.state, table=table)), sight.table)
    assert english in shown(beating.private(0, EN)).splitlines()
    assert russian in shown(beating.private(0, RU)).splitlines()
