"""What is seen by whoever can do nothing now: the own place, and nothing that others' moves change."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.language import dotted, strong
from games.cards import cards
from games.catalogue import GAMES
from games.core import view
from tests.screens.sights import EN, RU, Sight, parsed, sights

WAITING = [slug for slug, game in GAMES.items() if game.private and slug not in ("tartar", "declamation")]
"""Games in which one waits for others' moves: in tartar a move may be a whole deal, a declamation keeps all busy."""


SITS_OUT = "Козырей вам не сдали: эту игру вы пропускаете."


def lines(sight: Sight, seat: int) -> list[str]:
    return parsed(sight.private(seat, RU)).replace("\u00a0", " ").splitlines()


def quiet(sight: Sight, seat: int) -> bool:
    seen = view(sight.session.state, seat)
    return sight.session.outcome is None and not any(True for _ in GAMES[sight.table.game].offers(seen))


def quiet_moments(slug: str, seats: int, seed: int, **options: Any) -> Iterator[tuple[Sight, int]]:
    for sight in sights(slug, seats, seed, **options):
        yield from ((sight, seat) for seat in sight.seats if quiet(sight, seat))


def start(slug: str, seats: int, **options: Any) -> Sight:
    return next(sights(slug, seats, 1, **options))


def test_who_is_out_of_the_game_is_told_so() -> None:
    sight = start("durachki", 3, dealer=0)
    state = sight.session.state
    table = replace(state.table, trump="H", turned=cards("6H"), seats_in=(0, 1))
    state = replace(state, hands=(*state.hands[:2], ()), table=table)
    out = Sight(replace(sight.session, state=state), sight.table.but(state=state))
    assert lines(out, 2) == [
        "Дурачки · Семья",
        "козырь 6♥",
        "Вера (без карт)",
        "Карт у вас нет: пока ходят другие.",
    ]


def test_who_waits_for_the_deal_is_told_so() -> None:
    sight = start("ochko", 3, dealer=0)
    assert lines(sight, 1) == [
        "Очко · Семья",
        "банк держит Анна · сдача 1 из 3",
        "Карты ещё не розданы: пока решают другие.",
    ]


@pytest.mark.parametrize("slug", ["tartar", "durachki"])
def test_who_waits_for_the_first_deal_is_told_who_deals(slug: str) -> None:
    """Boris deals at both: at durachki as the fool, whose pack Anna has cut in vain."""
    sight = start(slug, 3, dealer=1)
    if slug == "durachki":
        state = sight.session.state
        state = replace(state, table=replace(state.table, phase="cut", dealer=1, cutters=(0,), trump=""))
        sight = Sight(replace(sight.session, state=replace(state, hands=((),) * 3)), sight.table)
    assert lines(sight, 0)[-1] == "Карты ещё не розданы: сдаёт Борис."


def test_who_sits_a_deal_out_is_told_so() -> None:
    told = [lines(sight, seat) for sight, seat in quiet_moments("navalka_open", 4, 12)]
    assert ["Навалка открытая · Семья", "козырь ♣", "Вера (мимо)", SITS_OUT] in told


def test_who_has_said_enough_sees_stake_and_open_cards() -> None:
    told = [lines(sight, seat) for sight, seat in quiet_moments("twenty_one", 6, 12, deals=2)]
    assert [
        "Двадцать один · Семья",
        "банк держит Фока · сдача 1 из 2",
        "Анна  ставка 5  6♦  довольно",
        "Ваши карты: Т♦ 4♠",
        "Всего у вас 21 очко · ставка 5",
        "Пока ходят другие.",
    ] in told


@pytest.mark.parametrize("slug", WAITING)
def test_others_moves_are_seldom_brought_to_whoever_can_do_nothing(slug: str) -> None:
    low, high = GAMES[slug].seats
    before: dict[int, tuple[object, str]] = {}
    moments = edits = 0
    for sight in sights(slug, max(low, min(5, high)), 12):
        for seat in sight.seats:
            held, text = view(sight.session.state, seat).hand, sight.private(seat, RU).text
            if seat in before and quiet(sight, seat) and before[seat][0] == held:
                moments += 1
                edits += before[seat][1] != text
            before.pop(seat, None)
            if quiet(sight, seat):
                before[seat] = held, text
    assert moments
    assert edits <= moments / 3


def test_who_has_come_to_the_circle_in_tartar_is_left_in_peace() -> None:
    told = {
        "\n".join(lines(sight, seat))
        for sight, seat in quiet_moments("tartar", 5, 12)
        if seat not in sight.session.state.table.seats_in
    }
    assert "Тартар · Семья\nна кону 5 жетонов\nФока  ·····◉  в круге\nКарты ещё не розданы: пока решают другие." in told
    assert len(told) <= 2 * 5


def test_heads_and_rosters_break_between_facts_only() -> None:
    assert dotted(("козырь В♥", "в колоде 26")) == "козырь\u00a0В♥ ·\u00a0в\u00a0колоде\u00a026"
    long = "председатель Анастасия, секретарь Константин"
    assert dotted(("письма", long)) == f"письма\n{long}", "a fact longer than a line may break"
    assert dotted(("Анна 7♠", "Борис 9♠"), "Взятка:") == "Взятка: Анна\u00a07♠ ·\u00a0Борис\u00a09♠"
    assert "\n3" in dotted((strong("Двойная декламация"), "3–30 игроков")), "heavy type is wider"
    four = ("Анна 7♠", "Борис 9♠", "Вера 10♠", "Фока Т♠")
    assert dotted(four, "Взятка:").replace("\u00a0", " ") == "Взятка:\nАнна 7♠ · Борис 9♠ · Вера 10♠\nФока Т♠"
    for speech in (RU, EN):
        head, *_, heap, roster, _ = parsed(start("durachki", 3, dealer=0).group(speech)).splitlines()
        assert heap.endswith("Вера")
        for line in (head, roster):
            assert line.count(" ") == line.count("·") > 0
            assert all(fact.startswith("·\u00a0") for fact in line.split(" ")[1:]), "no line ends in a dot"


def test_words_beside_a_name_stand_in_brackets() -> None:
    sight = start("torgovlya", 3, dealer=0)
    first = GAMES["torgovlya"].turn(sight.session.state.table)[0]
    assert "Вера · Борис · Анна (банк)" in lines(sight, first)
