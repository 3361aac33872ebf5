"""What stands in the messages of a table: the sketches' order, what happened, the last line, and the end."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.buttons import About, Choose, General
from bot.screens.alerts import advice, alert, hand
from bot.screens.lobby import lobby_screen, option_argument
from bot.screens.look import Weighty, lately, look
from bot.screens.pages import stop_screen
from bot.screens.results import announcements, result_screen
from bot.screens.screen import Screen
from bot.screens.table import seat_screen, table_screen
from bot.screens.text import LONGEST
from bot.tables.lobby import add_computer
from games.cards import PACK_36, cards
from games.catalogue import GAMES
from games.core import Event, Json, view
from tests.games.walks import AnyState
from tests.screens.sights import EN, PEOPLE, RU, Sight, keys, lobby, parsed, pressable, shown, sights

# The lobby


def test_a_lobby_has_buttons_whose_words_stand_whole_on_a_telephone() -> None:
    screen = lobby_screen(lobby("durachki", 2).face(None), RU, "parlour_bot")
    assert [[key["text"] for key in row] for row in keys(screen)] == [
        ["Сесть", "Встать"],
        ["+\u00a0Компьютер"],
        ["Правила", "Условия", "Начать"],
    ]


def test_a_full_table_and_a_parlour_game_seat_no_computer() -> None:
    for table in (lobby("durachki", 7), lobby("questions", 3)):
        assert not [data for data in pressable(lobby_screen(table.face(None), RU, "bot")) if data.endswith(":computer")]


def test_computer_players_have_their_sign() -> None:
    table = lobby("durachki", 2)
    sitters = (table.sitters[0], table.sitters[1].model_copy(update={"user": None}))
    assert "Анна, 🤖\u00a0Борис" in lobby_screen(table.but(sitters=sitters).face(None), RU, "bot").text


def test_who_cannot_be_written_to_is_asked_with_a_link() -> None:
    ticket = "zT9_-" + "a" * 17
    screen = lobby_screen(lobby("durachki", 3).but(unreached=(1,), ticket=ticket).face(None), RU, "parlour_bot")
    assert "<b>Борис</b>: пока не могу вам писать." in screen.text
    assert f"https://t.me/parlour_bot?start=ta1b2c3d4{ticket}" in [
        key.get("url") for row in keys(screen) for key in row
    ]


def test_how_many_are_wanted_is_said_until_they_sit() -> None:
    assert "Нужен ещё 1 игрок." in lobby_screen(lobby("durachki", 1).face(None), RU, "bot").text
    assert "Нуж" not in lobby_screen(lobby("durachki", 2).face(None), RU, "bot").text


def test_the_panel_ticks_what_is_agreed_and_sets_the_rest() -> None:
    table = lobby("twenty_one", 2).but(panel="options", options={"deals": 3, "bank_sale": False})
    screen = lobby_screen(table.face(None), EN, "bot")
    texts = {key["text"]: key.get("callback_data") for row in keys(screen) for key in row}
    assert texts["✓\u00a03 deals"] == str(About("a1b2c3d4", "set", "deals=3"))
    assert texts["may be sold"] == str(About("a1b2c3d4", "set", "bank_sale=true"))
    assert texts["✓\u00a0is not sold"] == str(About("a1b2c3d4", "set", "bank_sale=false"))
    assert texts["✓\u00a0usual · 2 minutes".replace(" m", "\u00a0m")] == str(About("a1b2c3d4", "pace", "usual"))
    assert texts["brisk · 45 seconds".replace(" s", "\u00a0s")] == str(About("a1b2c3d4", "pace", "brisk"))
    assert texts["slow · 1 day".replace(" d", "\u00a0d")] == str(About("a1b2c3d4", "pace", "slow"))
    assert texts["no clock"] == str(About("a1b2c3d4", "pace", "none"))
    assert option_argument("dealer", None) == "dealer=null"


def test_of_more_tables_than_there_is_room_for_buttons_the_last_ones_can_be_called_off() -> None:
    faces = [lobby("durachki", 1).but(id=f"a{number:07}").face(None) for number in range(150)]
    pressed = pressable(stop_screen(faces, RU))
    assert len(pressed) == 100
    assert pressed[-1] == str(About("a0000149", "stop"))


# In play


def start(slug: str, seats: int, **options: Any) -> Sight:
    return next(sights(slug, seats, 1, **options))


def test_the_last_line_says_who_in_bold_and_until_when() -> None:
    sight = start("durachki", 3, dealer=0)
    face, seen = sight.table.face(None), view(sight.session.state, None)
    screen = table_screen(face, seen, [], RU, until=1_800_000_000)
    last = screen.text.splitlines()[-1]
    assert last == '<b>Борис</b> ходит. До <tg-time unix="1800000000" format="t">08:00 UTC</tg-time>.'


def test_where_people_have_days_the_day_is_told_too() -> None:
    sight = start("durachki", 3, dealer=0)
    face, seen = sight.table.but(pace=86_400).face(None), view(sight.session.state, None)
    last = table_screen(face, seen, [], RU, until=1_800_000_000).text.splitlines()[-1]
    assert last.endswith('До <tg-time unix="1800000000" format="dt">15.01, 08:00 UTC</tg-time>.')


def test_only_who_is_waited_for_has_a_clock_in_private() -> None:
    sight = start("durachki", 3, dealer=0)
    for seat in sight.seats:
        seen = view(sight.session.state, seat)
        screen = seat_screen(sight.table.face(seat), seen, RU, until=1_800_000_000)
        assert ("tg-time" in screen.text) == (seat == 1)


def test_the_way_to_the_table_is_shown_where_there_is_one() -> None:
    sight = start("durachki", 3, dealer=0)
    seen = view(sight.session.state, 0)
    screen = seat_screen(sight.table.face(0), seen, RU, table_url="https://t.me/c/1/2")
    assert keys(screen)[-1][-1] == {"text": "К столу", "url": "https://t.me/c/1/2"}


def test_a_hand_names_its_table() -> None:
    sight = start("durachki", 2)
    assert shown(sight.private(0, RU)).startswith("Дурачки ·\u00a0Семья\n")


def test_what_is_chosen_so_far_can_be_played_or_taken_back() -> None:
    sight = start("durachki", 2, dealer=1)
    state = sight.session.state
    held = cards("7S 7D 9C KC 6H")
    state = replace(state, hands=(held, state.hands[1]), table=replace(state.table, trump="H"))
    sight = Sight(replace(sight.session, state=state), sight.table.but(state=state))
    assert _back(sight.private(0, RU, "lead 7S")) == str(Choose("a1b2c3d4", 1, ""))
    assert _back(sight.private(0, RU, "lead 7S 9C")) == str(Choose("a1b2c3d4", 1, "lead 7S"))
    lines = shown(sight.private(0, RU, "lead 7S")).splitlines()
    assert "Выбрано: 7♠" in lines
    assert lines[-4:] == ["(✓\u00a07♠) [7♦] [9♣] [К♣] [6♥]", "[Ходить 7♠]", "[« Назад]", "[Совет]"]
    lines = shown(sight.private(0, RU, "lead 7S 9C")).splitlines()
    assert "Выбрано: 7♠ 9♣, нужна ещё 1 карта" in lines
    assert lines[-3:] == ["(✓\u00a07♠) [7♦] (✓\u00a09♣) (К♣) (6♥)", "[« Назад]", "[Совет]"]


def _back(screen: Screen) -> object:
    return next(key["callback_data"] for row in keys(screen) for key in row if key["text"] == "« Назад")


def test_a_settlement_is_told_whole() -> None:
    seen = view(start("twenty_one", 3, dealer=0).session.state, None)
    events = (
        Event("dead", 2, cards=cards("KS 8D 5C")),
        Event("loses", 2, amount=5),
        Event("stands", 0),
        Event("shows", 0, cards=cards("KS 9D")),
        Event("shows", 1, cards=cards("KD QD AH")),
        Event("wins", 1, amount=10),
        Event("shows", 3, cards=cards("KD 2D")),
        Event("loses", 3, amount=1),
    )
    told = tuple(look("twenty_one").told(events, seen, ("Анна", "Борис", "Вера", "Фока"), RU))
    assert told == (
        "Вера: К♠ 8♦ 5♣ — мёртвая рука, −5",
        "Банк, Анна: К♠ 9♦ — 19",
        "Борис: К♦ Д♦ Т♥ (21), +10, вдвойне\nФока: К♦ 2♦ (12), −1",
    )


def test_what_matters_is_told_with_what_follows_it_but_not_for_ever() -> None:
    out, *taken = (Event("out", 1), *(Event("takes", seat % 3, cards=cards("7S 8S 9S")) for seat in range(6)))
    seen = view(start("durachki", 4, dealer=0).session.state, None)

    def told(*events: Event) -> tuple[str, ...]:
        return lately(tuple(look("durachki").told(events, seen, ("Anna", "Boris", "Vera", "Foka"), EN)))

    three = tuple(f"{name}: +3\u00a0cards" for name in ("Anna", "Boris", "Vera"))
    assert told(*taken[:3]) == three
    assert told(out, *taken[:3]) == ("Boris is out of cards", *three[1:])
    assert told(out, *taken[:5]) == ("Boris is out of cards", *three[:2])
    assert told(out, *taken) == three
    assert told(*[out] * 3, taken[0]) == ("Boris is out of cards", "Boris is out of cards", three[0])


def test_cards_taken_are_counted_as_cards() -> None:
    names = ("Анна", "Вера", "Фока")
    seen = view(start("svoi_kozyri", 3, dealer=0).session.state, None)
    for slug, count, russian, english in (
        ("durachki", 1, "Вера: +1\u00a0карта", "Вера: +1\u00a0card"),
        ("english_durachki", 4, "Вера: +4\u00a0карты", "Вера: +4\u00a0cards"),
        ("svoi_kozyri", 7, "Вера: +7\u00a0карт, вся куча", "Вера: +7\u00a0cards, the whole heap"),
        ("navalka_closed", 21, "Вера: +21\u00a0карта, вся куча", "Вера: +21\u00a0cards, the whole heap"),
    ):
        takes = Event("takes", 1, cards=PACK_36[:count])
        assert [*look(slug).told((takes,), seen, names, RU)] == [russian]
        assert [*look(slug).told((takes,), seen, names, EN)] == [english]


def test_where_no_stock_was_left_none_is_spoken_of() -> None:
    for seats, gone in ((6, False), (5, True)):
        screens = [parsed(sight.group(EN)) for sight in sights("english_durachki", seats, 2, dealer=0)]
        heads = [" ".join(screen.replace("\N{NO-BREAK SPACE}", " ").splitlines()[:2]) for screen in screens]
        assert all(re.search("(?:· )?trump .*[♠♣♦♥]", head) for head in heads)
        assert any("the stock is gone" in head for head in heads) == gone
        assert any("in the stock" in head for head in heads) == gone


def test_who_has_written_is_a_count_and_no_name() -> None:
    """What people met, clocks: "who has not acted shown as a count (names leak tempo)"."""
    for sight in sights("questions", 3, 2):
        if sight.session.state.table.phase in ("questions", "answers"):
            text = sight.group(RU).text.replace("председатель Анна, секретарь Анна\n", "")
            assert not [name for name in ("Анна", "Борис", "Вера") if name in text]


def test_a_table_that_is_over_has_no_buttons() -> None:
    sight = start("durachki", 2)
    over = Sight(sight.session, sight.table.but(stage="off"))
    for screen in over.all(RU):
        assert not screen.keyboard
        assert "Стол закрыт." in screen.text


# Messages of their own


def test_a_result_names_winners_first_and_offers_what_comes_next() -> None:
    face = lobby("durachki", 3).face(None)
    screen = result_screen(face, {"payoffs": (1, -2, 1), "fool": 1}, RU, {1: 101, 2: -2, 3: 101})
    assert parsed(screen).splitlines() == [
        "Дурачки",
        "Дурачок — Борис.",
        "В следующий раз сдаёт Борис, если сядет за стол.",
        "Анна: +1, в кошельке 101",
        "Вера: +1, в кошельке 101",
        "Борис: −2, долг 2",
    ]
    assert pressable(screen) == [str(About("a1b2c3d4", "again")), str(General("catalogue"))]


@pytest.mark.parametrize("slug", ["durachki", "english_durachki", "svoi_kozyri"])
def test_a_deal_is_promised_of_a_person_only_for_a_computers_loss_is_not_remembered(slug: str) -> None:
    table = add_computer(lobby(slug, 2), 1)
    kept = table.but(sitters=(table.sitters[0], table.sitters[1].model_copy(update={"user": None, "kept": 2})))
    for face, loser, promised in ((table, 1, True), (table, 2, False), (kept, 1, False)):
        outcome: dict[str, Json] = {"payoffs": (), "fool": loser, "winner": 0, "loser": loser}
        for speech, promise in ((RU, "В следующий раз сдаёт "), (EN, "deals next time, if at the table.")):
            assert (promise in result_screen(face.face(None), outcome, speech).text) == promised
    undecided = result_screen(table.face(None), {"payoffs": (), "fool": None, "winner": None, "loser": None}, EN)
    assert "next time" not in undecided.text


LOTS = ("durachki", "english_durachki", "svoi_kozyri", "navalka_closed", "navalka_open", "koroli")


@pytest.mark.parametrize("slug", LOTS)
def test_on_whom_a_lot_falls_is_not_pushed_out_at_once(slug: str) -> None:
    """Where nothing else on the table says who deals; who holds a bank stands in the head."""
    for sight in sights(slug, GAMES[slug].seats[0], 3):
        seen = view(sight.session.state, None)
        said = [*look(slug).told(sight.table.face(None).story, seen, PEOPLE, EN)]
        if fallen := [line for line in said if "The lot falls on" in line]:
            assert isinstance(fallen[0], Weighty)
            return
    pytest.fail("no lot was drawn")


def test_computers_win_and_lose_from_one_purse() -> None:
    table = lobby("durachki", 1)
    for _ in range(2):
        table = add_computer(table, 1)
    screen = result_screen(table.face(None), {"payoffs": (1, 1, -2), "fool": 2}, RU, {1: 103, 0: -3})
    assert parsed(screen).splitlines()[2:] == [
        "Анна: +1, в кошельке 103",
        "Фока: +1",
        "Демьян: −2",
        "Кошелёк компьютеров: долг 3",
    ]


def test_a_slip_is_read_with_name_question_and_answer() -> None:
    face = lobby("questions", 3).face(None)
    read = Event("read", 0, 2, amount=1, text="Что <вы> любите?")
    said = announcements(face, (read, Event("answered", to=2, text="Чай & сахар")), RU)
    assert said == ("Листок 1. <b>Вера</b>\nВопрос: Что &lt;вы&gt; любите?\nОтвет: Чай &amp; сахар",)
    (silent,) = announcements(face, (read, Event("silent", to=2)), RU)
    assert silent.endswith("Ответ: молчание.")


@pytest.mark.parametrize("letter", ["а ", "а"])
def test_a_text_too_long_for_one_message_goes_into_several(letter: str) -> None:
    face = lobby("questions", 3).face(None)
    text = letter * 5000
    said = announcements(face, (Event("read", 0, 2, amount=1, text=text), Event("answered", to=2, text=text)), RU)
    assert all(len(parsed(Screen(part))) <= LONGEST for part in said)
    assert "".join("".join(said).split()).count("а") >= 10000


def test_alerts_are_short() -> None:
    assert len(alert("а" * 500)) == 200


def test_a_hand_fits_an_alert() -> None:
    sight = start("durachki", 2)
    state = sight.session.state
    assert hand(sight.table.face(0), view(state, 0), RU).replace(" ·\u00a0", " ").split() == [
        RU.card(card) for card in (*_plain(state), *_trumps(state))
    ]


def _plain(state: AnyState) -> list[str]:
    return [card for card in state.hands[0] if card[1] != state.table.trump]


def _trumps(state: AnyState) -> list[str]:
    return [card for card in state.hands[0] if card[1] == state.table.trump]


def test_whoever_has_cut_is_not_taken_for_the_fool_of_the_last_game() -> None:
    sight = start("durachki", 3, fool=0)
    cut = Sight(sight.session.play(1, "cut"), sight.table)
    for who, dealer in ((sight, 0), (cut, 1)):
        last = parsed(who.private(dealer, RU)).splitlines()[-1]
        assert last == "Колпак дурачка на вас: сдавайте. Или подождите, вдруг кто снимет колоду."


@pytest.mark.parametrize("slug", ["durachki", "english_durachki"])
def test_where_everybody_has_cut_nobody_waits_for_one_who_may(slug: str) -> None:
    sight = start(slug, 3, fool=0)
    session = sight.session.play(1, "cut").play(0, "cut").play(2, "cut")
    cut = Sight(session, sight.table)
    assert parsed(cut.private(2, RU)).splitlines()[-1] == "Колпак дурачка на вас: сдавайте."
    assert parsed(cut.private(2, EN)).splitlines()[-1] == "The durachok’s cap is yours: deal."
    assert advice(cut.table.face(2), view(session.state, 2), EN).startswith("Deal: everybody has cut")


def test_tartar_tells_of_one_deal_only() -> None:
    for sight in sights("tartar", 3, 4, dealer=0):
        lines = parsed(sight.group(RU)).splitlines()
        stepped = [line for line in lines if line.startswith("Младшая карта")]
        assert len(stepped) <= 1
        for line in stepped:
            names = line.partition(": ")[2].split(", ")
            assert len({*names}) == len(names)
