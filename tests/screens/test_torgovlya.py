"""What the screens of torgovlya tell, and to whom; how many taps a trade takes."""

from typing import Any

import pytest

from bot.screens.alerts import hand
from bot.screens.look import look
from bot.screens.screen import Screen
from bot.tables.lobby import all_options
from games.cards import PACK_52
from games.core import view
from games.options import check_options
from games.record import Opening, begin
from games.torgovlya import GAME, Options
from tests.games.banking import topped
from tests.games.torgovlya.sitting import PLAIN, hands
from tests.screens.sights import EN, RU, Sight, keys, lobby, pressable, shown


def played(top: str, *moves: str, seats: int = 3, **options: Any) -> Sight:
    """The table after these moves of the deals that begin with these cards. Anna, seat 0, banks first."""
    agreed = check_options(Options, seats, {"dealer": 0, **options})
    session = begin(Opening(GAME, seats, agreed, shuffles=(topped(PACK_52, iter([top])),) * 2))
    story = session.state.events
    for each in moves:
        seat, move = each.split(" ", 1)
        session = session.play(int(seat), move)
        story += session.state.events
    table = lobby("torgovlya", seats).but(options=all_options(agreed), count=len(moves) + 1, state=session.state)
    stage = "play" if session.outcome is None else "over"
    return Sight(session, table.but(story=story, stage=stage))


def read(screen: Screen) -> str:
    """The screen with plain spaces."""
    return shown(screen).replace("\u00a0", " ")


def buttons(sight: Sight, seat: int, draft: str = "") -> list[str]:
    """What stands on the buttons of that seat's private message that are moves or lead to some."""
    rows = keys(sight.private(seat, RU, draft))
    return [key["text"] for row in rows for key in row if key.get("callback_data", "")[:1] in ("c", "p")]


def test_buttons_say_what_the_players_of_the_book_say() -> None:
    sight = played(hands("2S 7C JD", "3C 8D QH", "4D 9D KD"))
    assert buttons(sight, 2) == ["На деньги", "На мену", "Открыть"]
    assert "На деньги или на мену?" in read(sight.private(2, RU))


@pytest.mark.parametrize("verb", ["buy", "barter"])
def test_a_trade_takes_two_taps(verb: str) -> None:
    """The word, then the card."""
    sight = played(hands(*PLAIN))
    assert f"ca1b2c3d4:1:{verb}" in pressable(sight.private(2, RU))
    chosen = pressable(sight.private(2, RU, verb))
    assert [f"pa1b2c3d4:1:{verb} {card}" for card in ("4D", "9H", "KS")] == chosen[:3]
    assert buttons(sight, 2, verb) == ["4♦", "9♥", "К♠", "« Назад"]


def test_an_answer_takes_one_tap() -> None:
    sight = played(hands(*PLAIN), "2 barter 9H")
    assert pressable(sight.private(1, RU))[:3] == [f"pa1b2c3d4:2:give {card}" for card in ("3C", "8D", "QH")]


def test_the_word_chosen_is_followed_by_what_it_costs() -> None:
    sight = played(hands(*PLAIN))
    assert "За новую — жетон банкиру." in read(sight.private(2, RU, "buy"))
    asked = read(sight.private(2, RU, "barter"))
    assert "Какую карту предложите?" in asked
    assert "На деньги или на мену?" not in asked
    banks = played(hands(*PLAIN, then="5H 6S"), "2 buy 4D", "1 buy 3C")
    assert "новая — даром" in read(banks.private(0, RU, "buy"))


def test_to_open_is_offered_out_of_turn_to_its_holder_alone() -> None:
    sight = played(hands("7S 7C 7D", "3C 8D QH", "4D 9H KS"))
    assert buttons(sight, 0) == ["Открыть"]
    assert "У вас трикон. Можно открыть." in read(sight.private(0, RU))
    assert buttons(sight, 1) == []
    waiting = played(hands("7S 7C 7D", "3C 8D QH", "4D 9H KS"), "2 barter 9H")
    assert buttons(waiting, 0) == ["Открыть"]


def test_no_button_of_the_group_is_for_a_hand() -> None:
    plain = played(hands(*PLAIN))
    rich = played(hands("7S 7C 7D", "3C 8C QC", "4D 5D 6D"))
    assert look("torgovlya").public == ()
    assert plain.group(RU) == rich.group(RU)


def test_an_offered_card_stands_in_its_owners_hand_and_note() -> None:
    sight = played(hands(*PLAIN), "2 barter 9H")
    mine, theirs = read(sight.private(2, RU)), read(sight.private(1, RU))
    assert "Ваши карты: 4♦ 9♥ К♠" in mine
    assert "На мену: 9♥ → Борис" in mine
    assert "Вера предлагает вам карту. Какую дадите взамен?" in theirs
    assert "9♥" not in theirs
    assert "9♥" not in read(sight.group(RU))


def test_ones_own_trades_are_remembered_beside_the_hand() -> None:
    sight = played(hands(*PLAIN, then="5H"), "2 barter 9H", "1 give 3C", "1 buy 9H")
    assert "Ушло: 3♣ → Вера, 9♥ → под колоду" in read(sight.private(1, RU))
    assert "Ушло" not in read(sight.private(0, RU))
    assert hand(sight.table.face(1), view(sight.session.state, 1), EN).endswith("9♥ → under the pack")


def test_the_trade_is_told_in_full_to_those_who_trade_only() -> None:
    sight = played(hands(*PLAIN, then="5H"), "2 buy 9H", "1 barter 8D", "0 give 2S")
    assert "\nВера: на деньги · Борис ⇄ Анна\n" in read(sight.group(RU))
    assert "Вера: на деньги\nАнна ⇄ Борис: 2♠ → 8♦" in read(sight.private(0, RU))


def test_a_show_tells_all_hands_and_outlasts_the_trades_that_follow() -> None:
    top = hands("2S 7C JD", "3C 8C QC", "4D 9H KS")
    sight = played(top, "1 show", "1 barter 4D", "0 give 3C", "0 barter 4D", "2 give 2S", ante=2)
    lines = read(sight.group(RU)).splitlines()
    opened = lines.index("Борис открывает.")
    assert lines[opened + 1 : opened + 5] == [
        "Вера: 4♦ 9♥ К♠",
        "Борис: 3♣ 8♣ Д♣ (поэн, 21 очко)",
        "Анна: 2♠ 7♣ В♦",
        "Кон берёт Борис: 6 жетонов, один из них — банку.",
    ]


def test_a_banker_who_wins_gives_no_chip_away() -> None:
    sight = played(hands("2S 7S JS", "3C 8D QH", "4D 9H KD"), "0 show")
    assert "Кон берёт Анна: 3 жетона.\n" in read(sight.group(RU))


def test_what_lies_in_the_pot_is_spent_and_comes_back_with_it() -> None:
    sight = played(hands(*PLAIN), "2 buy 4D", ante=5)
    assert "на кону 15 жетонов" in read(sight.group(RU))
    assert "Вера  (−6)" in read(sight.group(RU))
    assert "Анна  (−4)  банк" in read(sight.group(RU))


def test_a_deal_that_nobody_wins_and_a_pot_that_is_shared_are_told() -> None:
    trades = ("2 buy 4D", "1 buy 3C", "0 buy 2S")
    assert "Никто не открывает. На кону остаётся 3 жетона." in read(played(hands(*PLAIN), *trades, circles=1).group(RU))
    assert "Кон делится поровну: каждому 1 жетон." in read(played(hands(*PLAIN), *trades, circles=1, deals=1).group(RU))


def test_the_result_counts_pots() -> None:
    names = ("Анна", "Борис", "Вера")
    said = look("torgovlya").result({"winners": (1, None, 1, 0)}, names, RU)
    assert said == ("Взято конов: Борис — 2 ·\u00a0Анна — 1",)
    assert look("torgovlya").result({"winners": (None,)}, names, RU) == ("Кон не достался никому.",)


@pytest.mark.parametrize(
    ("held", "counsel"),
    [
        ("4D 9D KD", "Открывайте не мешкая"),
        ("4D 9D KS", "Держите две ♦"),
        ("4D 9H KS", "На мену — даром"),
    ],
)
def test_counsel_goes_by_the_hand(held: str, counsel: str) -> None:
    sight = played(hands("2S 7C JD", "3C 8D QH", held))
    assert counsel in look("torgovlya").advice(view(sight.session.state, 2), RU)
