"""What a seat is told in private of the card it was dealt and of those it gave away; what all are told long."""

from bot.screens.alerts import advice
from bot.tables.lobby import all_options
from games.cards import PACK_52, Cards, cards, without
from games.catalogue import GAMES
from games.core import Event, view
from games.options import check_options
from games.record import Opening, begin
from tests.screens.sights import EN, RU, Sight, lobby, parsed

GAME = GAMES["tartar"]


def dealt(*tops: str, moves: tuple[str, ...] = (), exchange: str = "obligatory", lines: int = 5) -> Sight:
    """Four at the table, after Anna, seat 0, has dealt the first of these to Boris, Vera, Foka, herself, and moves."""
    options = check_options(GAME.options, 4, {"dealer": 0, "exchange": exchange, "lines": lines})
    session = begin(Opening(GAME, 4, options, tuple(map(_pack, tops))))
    story: tuple[Event, ...] = session.state.events
    for move in ("0 deal", *moves):
        seat, words = move.split(" ")
        session = session.play(int(seat), words)
        story += session.state.events
    return Sight(session, lobby("tartar", 4).but(stage="play", options=all_options(options), story=story))


def _pack(top: str) -> Cards:
    return cards(top) + without(PACK_52, cards(top))


def private(sight: Sight, seat: int) -> list[str]:
    return parsed(sight.private(seat, RU)).replace("\N{NO-BREAK SPACE}", " ").splitlines()


def group(sight: Sight) -> list[str]:
    return parsed(sight.group(RU)).replace("\N{NO-BREAK SPACE}", " ").splitlines()


def advised(sight: Sight, seat: int) -> str:
    return advice(sight.table.face(seat), view(sight.session.state, seat), EN)


def test_each_seat_is_told_alone_what_it_was_dealt_and_gave_away() -> None:
    """Boris gives his five to Vera, she gives it to Foka, he to Anna, and she gives it back to Boris."""
    sight = dealt("5S 6S 7S 8S")
    said = {
        0: ["Вам сдали: 8♠", "Отдано: 8♠ → Фока, 5♠ → Борис"],
        1: ["Вам сдали: 5♠", "Отдано: 5♠ → Вера, 6♠ → Анна"],
        2: ["Вам сдали: 6♠", "Отдано: 6♠ → Борис, 5♠ → Фока"],
        3: ["Вам сдали: 7♠", "Отдано: 7♠ → Вера, 5♠ → Анна"],
    }
    for seat, lines in said.items():
        assert [line for line in private(sight, seat) if line.startswith(("Вам сдали", "Отдано"))] == lines
    assert "Отдано" not in parsed(sight.group(RU))


def test_who_could_give_nothing_away_is_told_what_was_dealt() -> None:
    assert "Вам сдали: К♠" in private(dealt("5S KS 7S 8S"), 2)


def test_it_is_told_until_the_next_deal() -> None:
    after = dealt("5S 6S 7S 8S", "9S TS JS QS", moves=("1 deal",))
    assert "Вам сдали: Д♠\nОтдано: Д♠ → Анна, 9♠ → Вера" in "\n".join(private(after, 1))
    assert "Вам сдали: 5♠" not in parsed(after.private(1, RU))


def test_a_card_in_hand_needs_no_telling() -> None:
    sight = dealt("5S 6S 7S 8S", exchange="optional")
    assert "Ваша карта: 5♠" in private(sight, 1)
    assert "Вам сдали" not in parsed(sight.private(1, RU))


def test_a_king_announced_and_a_marker_lost_are_told_with_what_follows_them() -> None:
    """Boris keeps, which passes by Vera's king; everybody else chooses too, and two go down. Then a marker is lost."""
    sight = dealt("AS KS 7S 9S", moves=("1 keep", "3 swap", "0 keep"), exchange="optional", lines=3)
    assert group(sight)[6:9] == [
        "Королей не меняют: Вера К♠",
        "Туз, на две черты вниз: Борис",
        "Младшая карта, на черту вниз: Анна",
    ]
    moves = ("1 keep", "3 keep", "0 keep", "1 deal", "3 keep", "0 keep", "1 keep")
    sight = dealt("AS KS 7S 9S", "KD 7D 9D 2D", moves=moves, exchange="optional", lines=3)
    assert group(sight)[6:9] == [
        "Королей не меняют: Вера К♦",
        "Младшая карта, на черту вниз: Борис",
        "В преисподний круг: Борис",
    ]
    assert advised(sight, 1) == "The game goes on without you: look on in peace."


def test_counsel_fits_the_seat() -> None:
    choosing = dealt("AS 6S 7S 9S", exchange="optional")
    assert advised(choosing, 1).startswith("With an ace or a low card one exchanges")
    assert {advised(choosing, seat) for seat in (0, 2, 3)} == {
        "It is not your turn: watch the others, for what they do tells what they hold."
    }


def test_counsel_knows_what_an_exchange_would_bring_back() -> None:
    """Of two without a king the second exchanges with the first, which holds what it was given."""
    for hands, brings in (
        ("9S KS KD 4S", "The exchange would bring you 9♠, which is better: exchange."),
        ("4S KS KD 9S", "The exchange would bring you 4♠: keep your own."),
        ("AS KS KD 4S", "The exchange would bring you A♠: keep your own."),
        ("4S KS KD AS", "The exchange would bring you 4♠, which is better: exchange."),
    ):
        first, *kings, last = hands.split()
        assert advised(dealt(" ".join((last, *kings, first)), moves=("1 swap",), exchange="optional"), 0) == brings
    past_kings = dealt("KS 4S KD 9S", moves=("2 swap",), exchange="optional")
    assert advised(past_kings, 0) == "The exchange would bring you 9♠, which is better: exchange."


def test_counsel_remembers_a_lower_card_that_was_given_away() -> None:
    """Boris gives Vera his four for her two: she, who has the four, need not be the lowest."""
    assert advised(dealt("4S 2H 7S 8S", moves=("1 swap",), exchange="optional"), 2) == (
        "You gave away a lower card than yours: keep it, for it is not the lowest."
    )
    assert advised(dealt("AS 2H 7S 8S", moves=("1 swap",), exchange="optional"), 2).startswith("With an ace")
    assert advised(dealt("2S 4H 7S 8S", moves=("1 swap",), exchange="optional"), 2).startswith("With an ace or a low")


def test_whoever_waits_for_a_deal_hears_of_the_exchange_that_was_agreed() -> None:
    for exchange, said in (("optional", "When you are asked, exchange"), ("obligatory", "Here one can only hope")):
        moves = ("1 keep", "2 keep", "3 keep", "0 keep") if exchange == "optional" else ()
        sight = dealt("5S 6S 7S 8S", moves=moves, exchange=exchange)
        assert {advised(sight, seat).startswith(said) for seat in range(4)} == {True}
