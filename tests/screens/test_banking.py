"""What the screens of the banking games say: totals with halves, accounts in one line, and nothing of who is over."""

from typing import Any

import pytest

from bot.language import Language
from bot.screens.alerts import advice, hand
from bot.screens.look import look
from bot.screens.results import result_screen
from bot.tables.lobby import all_options
from bot.tables.steps import remembered
from games.cards import PACK_104, cards, without
from games.catalogue import GAMES
from games.core import Event, view
from games.options import check_options
from games.record import Opening, begin
from tests.games.banking import dealt
from tests.screens.sights import EN, RU, Sight, lobby, shown

NAMES = ("Анна", "Борис", "Вера", "Фока")


def played(slug: str, seats: int, top: str, *moves: str, **options: Any) -> Sight:
    """The table after these moves of the deal that begins with these cards. Anna banks first."""
    game, first = GAMES[slug], cards(top)
    shuffle = first + without(PACK_104, first)
    agreed = check_options(game.options, seats, {"dealer": 0, **options})
    session = begin(Opening(game, seats, agreed, shuffles=(shuffle,) * 2))
    story = session.state.events
    for each in moves:
        seat, move = each.split(" ", 1)
        session = session.play(int(seat), move)
        story = remembered(story, session.state.events)
    table = lobby(slug, seats).but(options=all_options(agreed), count=len(moves) + 1, state=session.state)
    return Sight(session, table.but(story=story, stage="play"))


def noted(sight: Sight, seat: int, speech: Language) -> str:
    return hand(sight.table.face(seat), view(sight.session.state, seat), speech).splitlines()[-1]


def test_a_stake_is_told_to_whoever_made_it_before_the_cards_come() -> None:
    sight = played("eleven_and_half", 2, "2C 7S 9C", "1 stake 5")
    assert noted(sight, 1, RU) == "Ваша ставка: 5"
    assert noted(sight, 1, EN) == "Your stake: 5"
    assert noted(sight, 0, RU) == "На руках пока пусто."


@pytest.mark.parametrize("slug", ["twenty_one", "eleven_and_half", "ochko"])
def test_replies_are_spoken_of_in_the_group_alone_and_stakes_asked_of_no_banker(slug: str) -> None:
    bank = ("0 bank 20",) if slug == "ochko" else ()
    nothing, some = (played(slug, 4, "2C 7S 9C", *bank, *moves) for moves in ((), ("1 stake 5",)))
    assert "ответом мне" in shown(some.group(RU))
    for sight in (nothing, some):
        for seat in sight.seats:
            assert "ответом мне" not in shown(sight.private(seat, RU))
            assert "Делайте ставки" not in shown(sight.private(seat, RU))
        assert "ответом мне" not in shown(sight.alone(RU))
    assert "ждём ещё 3 игроков." in shown(nothing.alone(RU))
    assert "Сдавайте или подождите тех, кто ещё думает." in shown(some.private(0, RU))
    assert "ждём ещё 2 игроков." in shown(some.private(1, RU)) or slug == "ochko"


# Eleven and a half


@pytest.mark.parametrize(
    ("bought", "russian", "english"),
    [
        ("KS", "7½ очка", "7½ points"),
        ("KS QS", "8 очков", "8 points"),
        ("3S JS", "10½ очка", "10½ points"),
        ("4S JS", "11½ очка", "11½ points"),
    ],
)
def test_half_points_are_written_as_in_the_rules(bought: str, russian: str, english: str) -> None:
    buys = ["1 buy"] * len(bought.split())
    sight = played("eleven_and_half", 2, f"2C 7S 9C {bought}", "1 stake 5", "0 deal", *buys)
    assert f"\nВсего у вас {russian} ·\u00a0ставка 5" in shown(sight.private(1, RU))
    assert f"\nWith your open cards: {english}\nstake 5" in shown(sight.private(1, EN))


def test_a_lone_figure_is_half_a_point() -> None:
    sight = played("eleven_and_half", 2, "2C KS 9C", "1 stake 5", "0 deal")
    assert noted(sight, 1, RU) == "На руках ½ очка ·\u00a0ставка 5"
    assert noted(sight, 1, EN) == "In your hand: ½ point ·\u00a0stake 5", "it lies face down"


def test_a_settlement_tells_totals_with_their_halves() -> None:
    moves = ("2 stake 5", "1 stake 5", "0 deal", "2 stand", "1 buy", "1 stand", "0 buy", "0 stand")
    sight = played("eleven_and_half", 3, "2C 7S 8S 7C KS QC", *moves)
    lines = shown(sight.group(RU)).splitlines()
    told = lines.index("Банк, Анна: 7♣ Д♣ — 7½")
    assert lines[told + 1 : told + 3] == ["Вера: 7♠ (7), −5", "Борис: 8♠ К♠ (8½), +5"]
    assert "The bank, Anna: 7♣ Q♣ — 7½" in shown(sight.group(EN)).replace("Анна", "Anna").splitlines()
    assert "Вера: 7♠ (7), −5\nБорис: 8♠ K♠ (8½), +5" in shown(sight.group(EN))


def test_its_counsel_is_for_its_own_mark() -> None:
    for bought, russian in (("KS", "На семи с половиной и меньше"), ("KS QS", "На восьми и больше")):
        buys = ["1 buy"] * len(bought.split())
        sight = played("eleven_and_half", 2, f"2C 7S 9C {bought}", "1 stake 5", "0 deal", *buys)
        assert advice(sight.table.face(1), view(sight.session.state, 1), RU).startswith(russian)


@pytest.mark.parametrize(
    ("slug", "cards", "bought"), [("twenty_one", "2C 5S 9S 6S 9C", "TD"), ("eleven_and_half", "2C 7S 9C", "4S JS")]
)
def test_whoever_is_at_the_mark_is_told_that_nothing_is_better(slug: str, cards: str, bought: str) -> None:
    """Asked “another card?” nobody knows that there is but one answer; to others it is asked as of any hand."""
    buys = ["1 buy"] * len(bought.split())
    sight = played(slug, 2, f"{cards} {bought}", "1 stake 5", "0 deal", *buys)
    own = view(sight.session.state, 1)
    assert "Лучше не бывает: скажите «довольно»." in shown(sight.private(1, RU))
    assert advice(sight.table.face(1), own, RU) == "Лучше не бывает: скажите «довольно»."
    assert "ещё карту или довольно?" in shown(sight.group(RU))


# Ochko

DEAL = dealt("TS 8S", "TD 8D", "TC 6C")
STAKED = ("0 bank 20", "1 stake 10", "2 stake 5")


@pytest.mark.parametrize("speech", [RU, EN])
@pytest.mark.parametrize("then", [(), ("0 stand",), ("0 stand", "1 buy"), ("0 stand", "1 buy", "1 stand")])
def test_no_screen_of_others_tells_that_a_hand_is_over(then: tuple[str, ...], speech: Language) -> None:
    """The banker buys a five, for 21, or a king, for 26: nobody else sees, hears or is advised anything else."""
    fine, over = (played("ochko", 3, f"{DEAL} {card} 2D", *STAKED, "0 buy", *then) for card in ("5S", "KS"))
    assert fine.group(speech) == over.group(speech)
    for seat in (1, 2):
        assert fine.private(seat, speech) == over.private(seat, speech)
        assert noted(fine, seat, speech) == noted(over, seat, speech)
        assert len({advice(one.table.face(seat), view(one.session.state, seat), speech) for one in (fine, over)}) == 1
        heard = [
            [event for event in one.session.state.events if event.audience is None or seat in event.audience]
            for one in (fine, over)
        ]
        assert heard[0] == heard[1]


def test_its_holder_alone_is_told_and_bidden_to_keep_his_countenance() -> None:
    sight = played("ochko", 3, f"{DEAL} KS", *STAKED, "0 buy")
    assert noted(sight, 0, RU).startswith("На руках 26 очков — перебор. Не подавайте виду")
    assert "перебор" in shown(sight.private(0, RU))
    for screen in (sight.group(RU), sight.private(1, RU), sight.private(2, RU)):
        assert "перебор" not in shown(screen)
        assert "26" not in shown(screen)


def test_a_hand_that_is_over_has_the_buttons_of_any_other() -> None:
    over, fine = (played("ochko", 3, f"{DEAL} {card} 2D", *STAKED, "0 buy") for card in ("KS", "2S"))
    assert over.private(0, RU).keyboard == fine.private(0, RU).keyboard
    assert over.group(RU).keyboard == fine.group(RU).keyboard


def test_the_card_just_bought_is_told_to_its_buyer_until_something_else_happens() -> None:
    bought = played("ochko", 3, f"{DEAL} 2S 3S", *STAKED, "0 buy", "0 buy")
    assert [line for line in shown(bought.private(0, RU)).splitlines() if "Прикуп:" in line] == ["Прикуп: 3♠"]
    for screen in (bought.group(RU), bought.private(1, RU)):
        assert "Прикуп:" not in shown(screen)
    stood = played("ochko", 3, f"{DEAL} 2S 3S", *STAKED, "0 buy", "0 buy", "0 stand")
    assert "Прикуп:" not in shown(stood.private(0, RU))


def test_everybody_sees_how_many_each_has_bought_and_who_has_done() -> None:
    sight = played("ochko", 3, f"{DEAL} 2S 3S", *STAKED, "0 buy", "0 buy", "0 stand")
    assert shown(sight.group(RU)).splitlines()[2:5] == [
        "▸ Борис  ставка 10  🂠🂠",
        "Вера  ставка 5  🂠🂠",
        "Анна  🂠🂠🂠🂠  банк  прикуп 2  довольно",
    ]


def test_its_settlement_opens_every_hand_with_its_total() -> None:
    told = tuple(
        look("ochko").told(
            (
                Event("shows", 0, cards=cards("TC 6C KS")),
                Event("shows", 1, cards=cards("TS 8S")),
                Event("wins", 1, amount=20),
                Event("shows", 2, cards=cards("TD 8D KD")),
                Event("quits", 2),
            ),
            view(played("ochko", 3, DEAL).session.state, None),
            NAMES,
            RU,
        )
    )
    assert told == (
        "Банк, Анна: 10♣ 6♣ К♠ — 26, перебор! Платит вдвойне.",
        "Борис: 10♠ 8♠ (18), +20\nВера: 10♦ 8♦ К♦ (28), квиты",
    )


SETTLEMENT = (
    Event("stands", 2),
    Event("shows", 0, cards=cards("TC 6C")),
    Event("shows", 1, cards=cards("TS 8S")),
    Event("wins", 1, amount=10),
    Event("shows", 2, cards=cards("TD 8D 7D")),
    Event("loses", 2, amount=5),
    Event("bank", 1, amount=2),
)


@pytest.mark.parametrize("slug", ["ochko", "twenty_one"])
@pytest.mark.parametrize("forgotten", range(len(SETTLEMENT)))
def test_a_settlement_is_told_whole_or_not_at_all(slug: str, forgotten: int) -> None:
    seen = view(played(slug, 3, DEAL).session.state, None)
    lines = tuple(look(slug).told(SETTLEMENT[forgotten:], seen, NAMES, RU))
    settled = [line for line in lines if "Борис" in line and "Вера" in line]
    assert len(settled) == (1 if forgotten < 2 else 0)
    assert not any(line.startswith(("Борис: ", "Вера")) for line in lines if line not in settled)


def test_the_deal_before_is_told_until_cards_are_dealt() -> None:
    settled = (*STAKED, "0 stand", "1 stand", "2 stand")
    then = ("1 bank 20", "2 stake 5")
    told = "\nБанк, Анна: 10♣ 6♣ — 16\nБорис: 10♠ 8♠ (18), +10\nВера: 10♦ 8♦ (18), +5\n"
    for moves in (settled, settled + then[:1], settled + then):
        assert told in shown(played("ochko", 3, DEAL, *moves).group(RU))
    dealt_anew = shown(played("ochko", 3, DEAL, *settled, *then, "0 pass").group(RU))
    assert "Вера  ставка 5  (+5)  🂠🂠" in dealt_anew
    assert "Борис: 10♠ 8♠" not in dealt_anew
    assert "10♣ 6♣" not in dealt_anew


def test_21_in_hand_of_the_deal_before_is_not_told_of_this_one() -> None:
    first = dealt("AS KS", "TD 8D", "TC 6C")
    moves = ("0 bank 20", "1 stake 20", "1 bank 10", "2 stake 9", "0 stake 1")
    before, after = (shown(played("ochko", 3, first, *some).group(RU)) for some in (moves[:2], moves))
    assert "\nБорис: Т♠ 10♣ — двадцать одно с раздачи, +40, вдвойне\n" in before
    assert "\nБанк покрыт сполна.\nВера: Т♠ К♠ — двадцать одно с раздачи, +18, вдвойне\n" in after
    assert "Борис: Т♠" not in after


def test_that_a_bank_is_covered_is_told_until_the_next_one() -> None:
    moves = ("0 bank 15", "1 stake 10", "2 stake 5", "0 stand", "1 stand", "2 stand", "1 bank 20")
    told = [shown(played("ochko", 3, DEAL, *moves[:count]).group(RU)) for count in range(3, 8)]
    assert ["Банк покрыт сполна." in text for text in told] == [True, True, True, False, False]


def test_a_settlement_of_twenty_is_told_while_the_next_stake() -> None:
    top = "2S 3S 4S 5S 6S 7S 8S 9S TS JS 2D 3D 4D 5D 6D 7D 8D 9D TD JD 2H 3H 4H 5H 6H 7H 8H 9H TH JH 2C 3C 4C 5C 6C 7C"
    stakes = [f"{seat} stake 5" for seat in range(1, 20)]
    stands = [f"{seat} stand" for seat in range(20)]
    sight = played(
        "ochko", 20, f"{top} 8C 9C TC JC", "0 bank 500", *stakes, *stands, "1 bank 50", "2 stake 1", "3 pass"
    )
    lines = shown(sight.group(RU)).splitlines()
    assert "Банк, Анна: В♦ В♣ — 20" in lines
    settled = lines[lines.index("Банк, Анна: В♦ В♣ — 20") + 1 :]
    assert sum(line.count("), ") for line in settled) == 19


def test_21_in_hand_is_told_with_what_it_brings() -> None:
    sight = played("ochko", 3, dealt("AS KS", "TD 8D", "TC 6C"), *STAKED, deals=1)
    assert "Борис: Т♠ К♠ — двадцать одно с раздачи, +20, вдвойне" in shown(sight.group(RU)).splitlines()
    taken = played("ochko", 3, dealt("AS KS", "TD 8D", "TC AC"), *STAKED)
    lines = shown(taken.group(RU)).splitlines()
    assert "Банк, Анна: 10♣ Т♣ — двадцать одно с раздачи! Все ставки — банку." in lines
    assert "Борис: −10 ·\u00a0Вера: −5" in lines


def test_the_bank_and_what_it_still_covers_stand_in_the_head() -> None:
    sight = played("ochko", 3, DEAL, "0 bank 20", "1 stake 12")
    head = shown(sight.group(RU)).splitlines()[:3]
    assert [line.replace("\u00a0", " ") for line in head] == [
        "Очко · банк держит Анна",
        "в банке 20 · сдача 1 из 3",
        "не покрыто 8",
    ]
    assert "Сдавайте или подождите тех, кто ещё думает." in shown(sight.private(0, RU))


def test_where_one_amount_is_left_to_stake_it_is_named() -> None:
    sight = played("ochko", 3, DEAL, "0 bank 20", "1 stake 19")
    assert "Вера ставит 1 или пропускает." in shown(sight.group(RU))
    assert "Ставите 1 или пропускаете?" in shown(sight.private(2, RU))


@pytest.mark.parametrize("slug", ["ochko", "eleven_and_half"])
def test_a_result_is_chips_and_nothing_else(slug: str) -> None:
    screen = result_screen(lobby(slug, 2).face(None), {"payoffs": (-5, 5)}, RU)
    assert shown(screen).splitlines()[1:3] == ["Борис: +5", "Анна: −5"]


# A bank for sale, and the stakes that a banker weighs


def sale(*moves: str) -> Sight:
    """The first bank of three players is over, for all have sat out, and Anna may buy the next, Vera's."""
    return played("twenty_one", 3, "2S 3S", "1 sit", "2 sit", *moves, deals=0)


def test_whoever_waits_while_a_bank_is_sold_is_told_of_it() -> None:
    bidding, sold = sale(), sale("0 bid 7")
    assert "Вера" not in shown(bidding.private(1, RU)).splitlines()[0]
    for sight, seat, said, counsel in (
        (bidding, 1, "Анна bids for the next bank, that of Вера, or passes.", "The next bank is for sale: wait"),
        (sold, 0, "Вера sells the bank for 7\u00a0chips, or keeps it.", "Your bid is made: wait for the answer."),
        (sold, 1, "Вера sells the bank for 7\u00a0chips, or keeps it.", "The next bank is for sale"),
    ):
        assert said in shown(sight.private(seat, EN)).splitlines()
        assert "No cards are dealt" not in shown(sight.private(seat, EN))
        assert advice(sight.table.face(seat), view(sight.session.state, seat), EN).startswith(counsel)


@pytest.mark.parametrize("slug", ["twenty_one", "eleven_and_half"])
def test_a_banker_who_weighs_a_card_sees_the_stakes(slug: str) -> None:
    moves = ("2 stake 50", "1 stake 5", "0 deal", "2 stand", "1 stand")
    sight = played(slug, 3, "2C 7S 8S 2D 7D 8D", *moves)
    roster = shown(sight.private(0, RU)).replace("\u00a0", " ").splitlines()
    for staked in ("Вера ставка 50 ", "Борис ставка 5 "):
        assert [line for line in roster if line.startswith(staked)]


def test_a_bid_is_asked_for_with_its_bounds_and_how_it_is_made() -> None:
    sight = sale()
    own, group = shown(sight.private(0, EN)), shown(sight.group(EN))
    assert (
        "The next bank is that of Вера. Bid for it, from 1 to 1000: press a button or write a number. Or pass." in own
    )
    assert (
        "The next bank is that of Вера. Анна bids for it, from 1 to 1000, by button or in a reply to me, or passes."
        in group
    )
    assert "ответом мне" in shown(sight.group(RU))
    assert "ответом мне" not in shown(sight.private(1, RU))


def test_a_bank_of_ochko_is_asked_for_with_its_bounds() -> None:
    sight = played("ochko", 3, DEAL, max_bank=50)
    assert "Банк объявляет Анна: от 1 до 50, кнопкой или ответом мне." in shown(sight.group(RU))


def test_the_price_of_a_bank_is_in_the_balances_as_soon_as_it_is_paid() -> None:
    lines = lines_of(sale("0 bid 7", "2 sell"))
    assert "Анна  (−7)  банк" in lines
    assert "▸ Вера  (+7)" in lines


# Twenty-one

TWO = ("2 stake 5", "1 stake 10", "0 deal")


def lines_of(sight: Sight, speech: Language = RU) -> list[str]:
    return shown(sight.group(speech)).splitlines()


def test_a_settlement_opens_the_cards_and_tells_what_is_double_and_what_comes_back() -> None:
    """Vera buys 21 exactly; Boris has added 3 late and wins."""
    sight = played(
        "twenty_one", 3, "2H TS TD TC 6S 9D 8C 5H", *TWO, "2 buy", "2 stand", "1 add 3", "1 stand", "0 stand"
    )
    lines = lines_of(sight)
    told = lines.index("Банк, Анна: 10♣ 8♣ — 18")
    assert lines[told + 1 : told + 3] == [
        "Вера: 10♠ 6♠ 5♥ (21), +10, вдвойне",
        "Борис: 10♦ 9♦ (19), +10, ставка вдогонку вернулась",
    ]
    assert any("+10, the late stake back" in line for line in lines_of(sight, EN))


def test_a_bank_of_21_says_that_it_takes_twice() -> None:
    sight = played(
        "twenty_one", 3, "2H TS TD TC 9S 9D 6C 5H", *TWO, "2 stand", "1 add 3", "1 stand", "0 buy", "0 stand"
    )
    lines = lines_of(sight)
    told = lines.index("Банк, Анна: 10♣ 6♣ 5♥ — 21, берёт вдвойне!")
    assert lines[told + 1 : told + 3] == ["Вера: 10♠ 9♠ (19), −10", "Борис: 10♦ 9♦ (19), −23"]


def test_a_dead_hand_is_paid_for_before_everybodys_eyes() -> None:
    sight = played("twenty_one", 3, "2H TS TD TC 6S 9D 8C KH", *TWO, "2 buy")
    lines = lines_of(sight)
    assert "Вера  (−5)  мёртвая рука" in lines
    assert "Анна  (+5)  🂠🂠  банк" in lines
    assert "Вера: 10♠ 6♠ К♥ — мёртвая рука, −5" in lines
    assert "Борис  ставка 10  🂠🂠" in "\n".join(lines)


def test_a_natural_that_was_paid_stakes_nothing_any_more() -> None:
    lines = lines_of(played("twenty_one", 3, "2H TS TD TC AS 9D 8C KH", *TWO))
    assert [line for line in lines if line.startswith("Вера  ")] == ["Вера  (+5)  10♠ Т♠  21 с раздачи, уплачено"]


def test_a_dead_bank_has_the_heading_of_any_bank() -> None:
    moves = (*TWO, "2 stand", "1 stand", "0 buy")
    sight = played("twenty_one", 3, "2H TS TD TC 6S 9D 8C KH", *moves)
    assert "Банк, Анна: 10♣ 8♣ К♥ — мёртвая рука" in lines_of(sight)
    assert "The bank, Анна: 10♣ 8♣ K♥, a dead hand" in lines_of(sight, EN)


def test_the_cards_drawn_for_the_first_bank_are_told_to_the_ace() -> None:
    seen = view(played("twenty_one", 3, "2H").session.state, None)
    few, many = cards("7C 9D AH"), cards("2S 3S 4S 5S 6S 7S 8S 9S AH")
    said = [*look("twenty_one").told((Event("drawn", 2, cards=few),), seen, NAMES, RU)]
    assert said == ["Первый туз: Вера (7♣ 9♦ Т♥)"]
    said = [*look("twenty_one").told((Event("drawn", 2, cards=many),), seen, NAMES, RU)]
    assert said == ["Первый туз: Вера (… 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ Т♥)"]


def test_a_name_that_ends_in_a_number_does_not_run_into_the_cards() -> None:
    seen = view(played("twenty_one", 2, "2H").session.state, None)
    shows = (Event("shows", seat, cards=cards(held)) for seat, held in enumerate(("TC 8C", "9H AS")))
    settled = (*shows, Event("wins", 1, amount=5))
    assert [*look("twenty_one").told(settled, seen, ("Анна", "Фока 14"), RU)][-1] == "Фока 14: 9♥ Т♠ (20), +5"


def test_a_bank_that_ends_because_all_sit_out_says_so() -> None:
    sight = played("twenty_one", 3, "2S", "1 sit", "2 sit")
    assert "Анна: никто не ставит, банк окончен." in lines_of(sight)
    assert "Nobody stakes: the bank of Анна is over." in lines_of(sight, EN)
    last = played("twenty_one", 3, "2S", "1 sit", "2 sit", banks=1)
    assert "Анна: никто не ставит, банк окончен." in lines_of(last)


def test_a_bank_that_hands_over_after_a_deal_is_told_by_the_next_one() -> None:
    events = (*SETTLEMENT[1:-1], Event("bank_over", 0))
    over, on = (
        view(played("twenty_one", 3, "2S", *moves, banks=1).session.state, None) for moves in (("1 sit", "2 sit"), ())
    )
    assert [*look("twenty_one").told(events, over, NAMES, RU)][-1] == "Последний банк окончен."
    assert "банк окончен" not in "".join(look("twenty_one").told((*events, Event("bank", 1, amount=2)), on, NAMES, RU))


def test_ochko_says_that_a_bank_that_is_over_pays_twice() -> None:
    settled = (*STAKED, "0 buy", "0 stand", "1 stand", "2 stand")
    lines = lines_of(played("ochko", 3, f"{DEAL} KS", *settled))
    assert "Банк, Анна: 10♣ 6♣ К♠ — 26, перебор! Платит вдвойне." in lines
