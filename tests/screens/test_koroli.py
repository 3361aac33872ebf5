"""What stands on the screens of koroli beside the tricks: the exchange with the peasant, a search, and a tie."""

from dataclasses import replace
from typing import Any

import pytest

from bot.screens.alerts import advice, hand, stopped
from bot.screens.look import lately, look
from bot.screens.results import result_screen
from bot.tables.lobby import all_options
from games.cards import cards
from games.catalogue import GAMES
from games.core import Event, view
from games.options import check_options
from games.record import Opening, begin
from tests.games.koroli.sitting import pack, playing
from tests.screens.sights import PEOPLE, RU, Sight, lobby, pressable, shown

GAME = GAMES["koroli"]
HANDS = (
    "6S 7S 8S AS 6H 7H TH JH QH",
    "9S TS JS 6C 7C 8C 9C 8H KH",
    "QS KS TC JC QC KC 6D 7D AH",
    "8D 9D TD JD QD KD AC AD 9H",
)
"""The peasant's only trump is the 9H that is turned up."""


def after(*moves: tuple[int, str]) -> Sight:
    """A game that starts from titles in the order of the seats, after these moves."""
    options = check_options(GAME.options, 4, {"titles": (0, 1, 2, 3)})
    session = begin(Opening(GAME, 4, options, (pack(*HANDS),)))
    story = session.state.events
    for seat, move in moves:
        session = session.play(seat, move)
        story += session.state.events
    table = lobby("koroli", 4).but(stage="play", count=1, options=all_options(options), story=story)
    return Sight(session, table)


def test_the_peasant_is_told_what_is_taken_and_given_though_others_move() -> None:
    given = after((0, "give 6S"))
    assert "Анна забирает у вас 9♥ и даёт 6♠." in shown(given.private(3, RU))
    taken = after((0, "give 6S"), (1, "take AD"))
    assert "Борис забирает у вас Т♦.\n" in shown(taken.private(3, RU))
    done = after((0, "give 6S"), (1, "take AD"), (1, "give 6C"))
    assert "Борис забирает у вас Т♦ и даёт 6♣." in shown(done.private(3, RU))
    played = after(*((0, "give 6S"), (1, "take AD"), (1, "give 6C")), *((0, "play QH"), (1, "play KH"), (2, "play AH")))
    assert "Анна забирает у вас 9♥ и даёт 6♠.\nБорис забирает у вас Т♦ и даёт 6♣." in shown(played.private(3, RU))


def test_others_see_that_cards_change_hands_and_not_which() -> None:
    given = after((0, "give 6S"))
    for screen in (given.group(RU), given.private(2, RU)):
        assert "6♠" not in shown(screen)
    assert "Анна берёт у мужика старший козырь\nБорис перебирает карты мужика: козырей там нет" in given.group(RU).text


def test_who_searches_chooses_of_the_peasants_cards_in_private() -> None:
    given = after((0, "give 6S"))
    assert {data.split(":")[2] for data in pressable(given.private(1, RU)) if data.startswith("p")} == {
        f"take {card}" for card in given.session.state.hands[3].cards
    }
    assert not [data for data in pressable(given.group(RU)) if "take" in data]


def test_who_searches_takes_what_he_chooses() -> None:
    sight = after((0, "give 6S"))
    assert "[Взять Т♦]" in shown(sight.private(1, RU))


def test_that_a_trump_was_turned_up_stays_true_when_it_is_played() -> None:
    sight = after()
    assert "Фока вскрывает козырь: 9♥" in shown(sight.group(RU))
    assert "на руках" not in shown(sight.group(RU))
    told = look("koroli").told((Event("trump", cards=cards("9H")),), view(sight.session.state, 0), PEOPLE, RU)
    assert [*told] == ["Вскрыт козырь: 9♥"]


def here(held: str = "", seat: int = 0, **table: Any) -> Sight:
    """A later reign in which that seat holds this hand and all others hold nothing."""
    still = after()
    hands = [held if other == seat else "" for other in range(4)]
    state: Any = playing(*hands, ranks=(0, 1, 2, 3), **table).state
    return Sight(replace(still.session, state=state), still.table.but(story=()))


def test_whoever_has_a_title_is_told_that_he_rests() -> None:
    sight = here("9S AD", 1, leader=1, titles=(0,))
    said = shown(sight.private(0, RU))
    assert "Вы — король и отдыхаете до конца царствования." in said
    assert "Ваши карты" not in said
    assert hand(sight.table.face(0), view(sight.session.state, 0), RU).startswith("Вы — король")


@pytest.mark.parametrize(
    ("sight", "seat", "counsel"),
    [
        (after(), 0, "Отдайте младшую простую карту"),
        (after(), 3, "Берите взятку наименьшей картой"),
        (here("9H AD", 1, leader=1, titles=(0,), leads=0), 1, "Принцу на месте короля"),
        (here("9H AD", 2, leader=2, titles=(0, 1), leads=1), 2, "Первые два хода — козырные"),
        (here("9H AD", leads=0), 0, "Первые два хода — козырные"),
        (here("9S AD", leads=0), 0, "Ходите с тузов"),
        (here("9H AD"), 0, "Ходите с тузов"),
        (here("9S AD", 1, leader=1, titles=(0,)), 0, "Титул ваш"),
    ],
    ids=[
        "gives",
        "is taken from",
        "prince leads",
        "soldier leads",
        "king leads",
        "has no trump",
        "third lead",
        "rests",
    ],
)
def test_counsel_goes_by_who_asks(sight: Sight, seat: int, counsel: str) -> None:
    assert counsel in advice(sight.table.face(seat), view(sight.session.state, seat), RU)


def test_a_title_is_told_over_the_tricks_that_follow_until_the_next_deal() -> None:
    title, *tricks = (Event("title", 2, amount=0), *(Event("takes", seat, cards=cards("6S")) for seat in range(4)))
    seen = view(after().session.state, 0)

    def told(*events: Event) -> tuple[str, ...]:
        return lately(tuple(look("koroli").told(events, seen, PEOPLE, RU)))

    assert told(title, *tricks)[0] == "Вера — король!"
    assert "Вера — король!" not in told(title, Event("deals", 1, amount=9), *tricks)


def test_a_tie_is_told_as_long_as_it_lasts() -> None:
    state: Any = playing("", "AS 7D", "QS 8D", "JS 9D", leader=1, titles=(0,), tied=(1, 3), tricks=(10, 9, 2, 9)).state
    still = after()
    tied = Sight(replace(still.session, state=state), still.table.but(story=()))
    assert "Поровну взяток: Борис и Фока. Кто из них первым возьмёт ещё одну, тот принц." in tied.group(RU).text


def test_a_game_for_titles_says_nothing_of_chips() -> None:
    table = lobby("koroli", 4)
    said = shown(result_screen(table.face(None), {"payoffs": (0, 0, 0, 0), "titles": ((2, 0, 1, 3),)}, RU))
    assert "Титулы: король — Вера, принц — Анна, солдат — Борис, мужик — Фока" in said
    assert "должен" not in said
    assert stopped("Анна", "koroli", RU, paid=False) == "Анна закрывает стол."
    assert stopped("Анна", "durachki", RU, paid=False) == "Анна закрывает стол. Никто никому не должен."
