"""What the screens of the English lottery tell of its calls, of the trade and of the prizes."""

import pytest

from bot.language import Language
from bot.screens.look import look
from games.cards import cards
from games.core import Event, view
from tests.screens.sights import EN, RU, shown, sights

NAMES = ("Анна", "Борис", "Вера", "Фока", "Яна")


def told(*events: Event, speech: Language = RU) -> tuple[str, ...]:
    seen = view(next(sights("english_lottery", 5, 1)).session.state, None)
    return tuple(look("english_lottery").told(events, seen, NAMES, speech))


def called(card: str, seat: int | None = None) -> Event:
    return Event("called", seat, cards=cards(card))


def test_of_five_calls_by_one_tap_no_ticket_is_passed_over() -> None:
    five = (called("2D", 0), called("QS"), called("6C"), called("KS"), called("JH"))
    assert told(*five) == ("2♦: выбывает билет (Анна)", "Д♠ 6♣ К♠ В♥: ни у кого нет")
    assert told(*five, speech=EN) == ("2♦: out goes the ticket of Анна", "Q♠ 6♣ K♠ J♥: nobody has it")


def test_tickets_that_go_out_together_stand_in_one_line() -> None:
    calls = (called("5D"), called("AC", 3), called("3D", 1), called("7C"), called("TH"))
    assert told(*calls) == ("Выбыли билеты: Т♣ (Фока), 3♦ (Борис)", "7♣ 10♥: ни у кого нет")
    every = tuple(called(card, seat) for seat, card in enumerate(("5D", "AC", "3D", "7C", "TH")))
    assert told(*every) == ("Выбыли билеты: 5♦ (Анна), Т♣ (Борис), 3♦ (Вера), 7♣ (Фока), 10♥ (Яна)",)


def test_what_came_of_one_call_is_one_line() -> None:
    assert told(called("TD")) == ("10♦: ни у кого нет",)
    assert told(called("TD", 4)) == ("10♦: выбывает билет (Яна)",)


def test_calls_of_more_than_one_tap_ago_are_told_no_more() -> None:
    calls = (called("2D", 0), called("QS"), called("6C"), called("KS"), called("JH"), called("7D"))
    assert told(*calls) == ("Д♠ 6♣ К♠ В♥ 7♦: ни у кого нет",)


def test_a_reply_is_spoken_of_in_the_group_alone() -> None:
    trade = [
        sight
        for sight in sights("english_lottery", 5, 2, tickets_each=1)
        if sight.session.state.table.phase == "trade" and not sight.session.state.table.bids
    ]
    assert trade
    for sight in trade:
        assert "ответом" in shown(sight.group(RU))
        for seat in sight.seats:
            own = shown(sight.private(seat, RU))
            assert "ответом" not in own
            assert ("Можно купить чужой билет" in own) == (seat in sight.session.state.table.buyers)


def test_the_last_cards_are_so_called_only_where_there_were_more_and_a_prize_of_nothing_is_empty() -> None:
    groups = [
        shown(sight.group(RU)).replace("\u00a0", " ") for sight in sights("english_lottery", 2, 1, tickets_each=1)
    ]
    heads = [next((line for line in text.splitlines() if line.startswith("Вынут")), "") for text in groups]
    assert heads[3:5] == ["Вынута 1 карта:", "Вынуто 2 карты:"]
    assert {"Вынуто 15 карт:", "Вынуто 16 карт, последние:"} <= {*heads}
    assert "Призы:\nбез приза: 🂠 · 🂠 · 🂠 · 🂠\n2: 🂠" in groups[2]


def test_who_has_bought_a_ticket_is_told_until_cards_are_called() -> None:
    bought = Event("buys", 1, cards=cards("3D"))
    assert told(bought) == ("Борис: ещё билет, 3♦",)
    assert told(bought, called("TD")) == ("10♦: ни у кого нет",)


def test_the_trade_is_told_no_more_when_the_last_five_are_called() -> None:
    last = tuple(called(card) for card in ("JD", "TD", "7D", "AD", "8S"))
    assert told(called("QH"), Event("trade"), Event("done", 4), *last) == ("В♦ 10♦ 7♦ Т♦ 8♠: ни у кого нет",)
    assert told(called("QH"), Event("trade"), last[0]) == (
        "Осталось пять карт. Торг открыт!",
        "Д♥ В♦: ни у кого нет",
    )


def test_the_last_calls_stand_before_the_trade_that_they_open() -> None:
    events = (called("9C", 2), called("QH"), Event("trade"))
    assert told(*events) == ("9♣: выбывает билет (Вера)", "Д♥: ни у кого нет", "Осталось пять карт. Торг открыт!")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event("declines", 4, to=3, cards=cards("8S")), "Яна → Фока: нет, 8♠ за эту цену не уступлю"),
        (Event("withdraws", 4), "Яна берёт цену назад"),
        (Event("done", 4), "Яна больше ничего не покупает"),
    ],
)
def test_an_offer_does_not_vanish_in_silence(event: Event, line: str) -> None:
    assert told(event) == (line,)


def test_a_prize_is_not_taken_for_a_card() -> None:
    last = list(sights("english_lottery", 2, 1))[-1]
    lines = shown(last.group(RU)).splitlines()
    row = " ·\u00a0".join(lines[lines.index("Призы:") + 1 :][:2])
    assert [prize.split(":")[0] for prize in row.split(" ·\u00a0")] == ["3", "6", "9", "14", "20"]
