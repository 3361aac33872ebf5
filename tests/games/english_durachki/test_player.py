"""The computer player leads its pairs by the old advice, and is better for it than a player of chance."""

import random
from collections.abc import Callable, Sequence

import pytest

from games import fair
from games.bout import Options
from games.cards import Card, Cards
from games.core import State, begin, step, view
from games.english_durachki import GAME, Act, Here, Seen, Table
from games.offers import sample
from games.players.english_durachki import choose
from tests.games.english_durachki.sitting import after, awaited, sitting

TALON = "6D 8D 9D TD JD QD KD"


def chosen(state: Here) -> str:
    (seat,) = awaited(state)
    return str(choose(view(state, seat)))


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("6S 6C 7S 7C QD 8H", "lead 6S 6C 7S 7C"),  # small pairs together
        ("6S 6C QS QC AD 8H", "lead 6S 6C"),  # a good pair waits
        ("QS QC KS KC AD 8H", "lead QS QC"),  # of good pairs one
        ("QS QC KS KC AS AC", "lead QS QC KS KC AS AC"),  # but three whole
        ("6S 7C 8D 9S TC QH", "pass"),
    ],
)
def test_it_leads_low_pairs_and_three_pairs_whole(hand: str, led: str) -> None:
    assert chosen(sitting(hand, "6H 7H 9H TH JH KH", talon=TALON, turned="AH")) == led


def test_after_a_take_one_low_card_goes_rather_than_a_good_pair() -> None:
    assert chosen(sitting("8S QS QC KD", "7H 9H TH JH", "6H AS", talon=TALON, turned="AH", takes=1)) == "lead 8S"


def test_a_ring_of_takes_it_breaks_with_a_single_card() -> None:
    assert chosen(sitting("6S 6C 7S 7C", "7H 9H TH JH", "8H AS", takes=6)) == "lead 6S"


def test_after_a_full_circle_of_passes_it_leads_its_lowest_card() -> None:
    assert chosen(sitting("9S 6H KC", "7H 9H", passes=2)) == "lead 9S"


def test_it_spares_its_trumps_while_the_talon_is_thick_unless_three_pairs_are_to_be_beaten() -> None:
    pair = sitting("7S 7C 9D", "8H 9H TH JH", talon=TALON, turned="AH")
    assert chosen(after(pair, (0, "lead 7S 7C"))) == "take"
    three = sitting("7S 7C 8S 8C 9S 9C KD", "QH 7H 8H 9H TH JH", talon=TALON, turned="AH")
    assert chosen(after(three, (0, "lead 7S 7C 8S 8C 9S 9C"))).startswith("cover")


def of_chance(seen: Seen) -> Act:
    luck = random.Random(str(seen))  # equal views get equal moves
    return GAME.parse(sample(GAME.offers(seen), luck.randrange) or "")


def last(players: Sequence[Callable[[Seen], Act]], number: int) -> State[Table, Cards, Card]:
    """How the game of that number ends."""

    def shuffle(pack: Cards) -> Cards:
        return fair.shuffle(b"english", number, pack)

    state, _ = begin(GAME, len(players), Options(dealer=number % len(players)), shuffle)
    while seats := GAME.turn(state.table):
        (seat,) = seats
        state, _ = step(GAME, state, seat, players[seat](view(state, seat)), shuffle)
    return state


def test_against_a_player_of_chance_it_is_the_fool_in_one_game_of_ten_at_most() -> None:
    fools = [last((choose, of_chance), number).table.fool for number in range(100)]
    assert fools.count(0) <= 10
    assert fools.count(1) >= 80


@pytest.mark.parametrize("seats", range(2, 7))
def test_among_themselves_they_come_to_an_end_that_is_hardly_ever_a_ring_of_takes(seats: int) -> None:
    ends = [{event.event for event in last([choose] * seats, number).events} for number in range(20)]
    assert sum("endless" in end for end in ends) <= 1
