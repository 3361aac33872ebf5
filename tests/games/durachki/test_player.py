"""The computer player follows the old advice, and is better for it than a player of chance."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from games import fair
from games.bout import Act, Options, Table
from games.cards import Card, Cards, cards, in_order
from games.core import State, View, begin, step, view
from games.durachki import GAME
from games.offers import sample
from games.players.durachki import choose

Seen = View[Table, Cards]


def seen(hand: str, *, others: tuple[int, ...] = (5,), bout: str = "", talon: int = 0, turned: str = "") -> Seen:
    """Seat 0 leads; with a bout it is to be beaten. Hearts are trumps."""
    seats = 1 + len(others)
    held = in_order(cards(hand))
    table = Table(
        seats=seats,
        stake=1,
        phase="cover" if bout else "lead",
        dealer=0,
        trump="H",
        turned=cards(turned),
        seats_in=tuple(range(seats)),
        attacker=1 if bout else 0,
        defender=0 if bout else 1,
        bout=tuple((card, None) for card in cards(bout)),
    )
    return View(0, table, held, (len(held), *others), (talon,), ())


def chosen(view: Seen) -> str:
    return str(choose(view))


def test_it_deals_and_never_cuts() -> None:
    state, _ = begin(GAME, 3, Options(fool=1), lambda pack: pack)
    assert chosen(view(state, 1)) == "deal"


def test_it_fetches_the_turned_up_trump_first() -> None:
    assert chosen(seen("6H 7S 7C 8D KD", talon=10, turned="QH")) == "swap"
    assert chosen(seen("6H 7S", bout="8D", talon=10, turned="QH")) == "swap"


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("7H 8S 9C KD", "8S"),  # a small plain card, though a trump is lower
        ("7H 9H 9S KD AD", "9S"),  # no pair with a trump in it
        ("9S QC QD KD AD", "9S"),  # no three of good suit
        ("7S 7C 9D KD AD", "7S 7C 9D"),  # a small three
        ("7S 7C 8S 8D TD", "7S 7C 8S 8D TD"),
        ("9S QC QD KC KD AD", "9S QC QD KC KD"),  # but a hand grown fat leads what it has
    ],
)
def test_while_the_talon_is_thick_it_leads_small_plain_cards(hand: str, led: str) -> None:
    assert chosen(seen(hand, talon=10, turned="QH")) == f"lead {led}"


def test_when_two_are_left_it_adds_its_best_card_to_a_three() -> None:
    assert chosen(seen("7S 7C 9D AH")) == "lead 7S 7C AH"


def test_a_ring_of_takes_it_breaks_with_a_single_card() -> None:
    position = seen("7S 7C 9D KD", others=(5, 5))
    assert chosen(replace(position, table=replace(position.table, takes=6))) == "lead 7S"


@pytest.mark.parametrize(("talon", "answer"), [(10, "take"), (2, "cover 9C:8H")])
def test_it_spends_a_trump_only_when_the_talon_is_thin(talon: int, answer: str) -> None:
    assert chosen(seen("8H TS KD", bout="9C", talon=talon, turned="QH")) == answer


def test_it_takes_rather_than_part_with_one_of_two_aces_while_the_talon_is_thick() -> None:
    assert chosen(seen("AC AS TD", bout="KC", talon=10, turned="QH")) == "take"
    assert chosen(seen("AC QS TD", bout="KC", talon=10, turned="QH")) == "cover KC:AC"


def test_it_lays_no_cover_where_not_all_can_be_beaten() -> None:
    assert chosen(seen("8S TD KD", bout="7S 7D AC")) == "take"


def test_it_chooses_covers_together_so_that_all_are_beaten() -> None:
    assert chosen(seen("TS 8S 6H", bout="7S 9S AC")) == "cover 7S:8S"
    assert chosen(seen("8S QS JD 7H", bout="7S 9D TS", talon=10)) == "cover 7S:8S"


def test_a_bout_begun_it_finishes_though_dear_cards_are_left_to_be_laid() -> None:
    position = seen("8H", bout="9C", talon=10, turned="QH")
    begun = replace(position.table, bout=((Card("7S"), Card("8S")), *position.table.bout))
    assert chosen(replace(position, table=begun)) == "cover 9C:8H"


def of_chance(seen: Seen) -> Act:
    luck = random.Random(str(seen))  # equal views get equal moves
    return GAME.parse(sample(GAME.offers(seen), luck.randrange) or "")


def last(players: Sequence[Callable[[Seen], Act]], number: int) -> State[Table, Cards, Card]:
    """How the game of that number ends."""

    def shuffle(pack: Cards) -> Cards:
        return fair.shuffle(b"durachki", number, pack)

    state, _ = begin(GAME, len(players), Options(dealer=number % len(players)), shuffle)
    while awaited := GAME.turn(state.table):
        (seat,) = awaited
        state, _ = step(GAME, state, seat, players[seat](view(state, seat)), shuffle)
    return state


def test_against_a_player_of_chance_it_is_the_fool_in_one_game_of_ten_at_most() -> None:
    fools = [last((choose, of_chance), number).table.fool for number in range(100)]
    assert fools.count(0) <= 10
    assert fools.count(1) >= 80


@pytest.mark.parametrize("seats", range(2, 8))
def test_among_themselves_they_come_to_an_end_that_is_no_ring_of_takes(seats: int) -> None:
    for number in range(10):
        assert "endless" not in {event.event for event in last([choose] * seats, number).events}
