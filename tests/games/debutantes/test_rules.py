"""Debutantes, rule by rule, in the order of docs/rules/debutantes.md."""

from dataclasses import replace
from functools import partial

import pytest

from games import fair
from games.cards import PACK_104, Card, Cards, cards, without
from games.core import DEALER, Event, Shuffled, State, begin, outcome, play, time_out, view
from games.debutantes import GAME, Hand, Options, Table
from games.moves import IllegalMove
from games.offers import legal
from games.players.debutantes import choose

At = State[Table, Hand, Card]

SPADES_UP = tuple(Card(rank + "S") for rank in "A23456789TJQK")
NO_ROWS: tuple[Cards, ...] = ((),) * 4


def lying(
    turned: str = "",
    *,
    places: dict[int, str] | None = None,
    up: str = "",
    down: str = "",
    stock: str | None = None,
) -> At:
    """A patience in play: rows of spades, places by number; under the turned card the stock, if None all the rest."""
    laid = {number: cards(text) for number, text in (places or {}).items()}
    table = Table(
        phase="play",
        turned=cards(turned),
        up=(cards(up), *NO_ROWS[1:]),
        down=(cards(down), *NO_ROWS[1:]),
        places=tuple(laid.get(number, ()) for number in range(1, 21)),
    )
    seen = (*table.turned, *table.up[0], *table.down[0], *(card for place in table.places for card in place))
    return State(table, ((),), (without(PACK_104, seen) if stock is None else cards(stock),))


def after(state: At, *moves: str) -> At:
    for move in moves:
        state = play(GAME, state, 0, GAME.parse(move))
    return state


def moves(state: At) -> set[str]:
    return set(legal(GAME.offers(view(state, 0))))


def refused(state: At, move: str) -> str:
    with pytest.raises(IllegalMove) as found:
        after(state, move)
    return str(found.value)


FULL = dict.fromkeys(range(1, 21), "9H 9H")


# Set-up


def test_one_shuffle_of_both_packs_and_its_first_card_is_turned() -> None:
    state = GAME.start(1, Options())
    assert (GAME.turn(state.table), state.down) == ((DEALER,), (PACK_104,))
    state = play(GAME, state, DEALER, Shuffled(PACK_104[::-1]))
    assert (state.table.turned, state.down) == (cards("AH"), (PACK_104[-2::-1],))
    assert state.events == (Event("turned", cards=cards("AH")),)
    assert GAME.turn(state.table) == (0,)


# Rows


def test_upward_row_begins_with_the_ace_and_rises_to_the_king() -> None:
    for built, card in enumerate(SPADES_UP):
        state = lying(card, up=" ".join(SPADES_UP[:built]), stock="2C")
        assert "up" in moves(state)
        assert after(state, "up").table.up[0] == SPADES_UP[: built + 1]


def test_downward_row_begins_with_the_king_and_falls_to_the_ace() -> None:
    for built, card in enumerate(SPADES_UP[::-1]):
        state = lying(card, down=" ".join(SPADES_UP[::-1][:built]), stock="2C")
        assert "down" in moves(state)
        assert after(state, "down").table.down[0] == SPADES_UP[::-1][: built + 1]


def test_row_takes_its_next_card_only() -> None:
    state = lying("3S", up="AS")
    assert "up" not in moves(state)
    assert refused(state, "up") == "3S does not fit: that row needs 2S first."


def test_row_takes_its_own_suit_only() -> None:
    assert refused(lying("2C", up="AS"), "up") == "2C does not fit: that row needs AC first."


def test_card_that_fits_both_rows_goes_where_the_player_says() -> None:
    state = lying("7S", up="AS 2S 3S 4S 5S 6S", down="KS QS JS TS 9S 8S", stock="2C")
    assert {"up", "down"} <= moves(state)
    assert after(state, "up").table.up[0][-1] == "7S"
    assert after(state, "down").table.down[0][-1] == "7S"


def test_second_ace_waits_for_the_end_of_the_downward_row() -> None:
    state = lying("AS", up="AS")
    assert not {"up", "down"} & moves(state)
    state = lying("AS", up="AS", down="KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", stock="2C")
    assert after(state, "down").table.down[0][-1] == "AS"


def test_second_king_waits_for_the_end_of_the_upward_row() -> None:
    state = lying("KS", down="KS")
    assert not {"up", "down"} & moves(state)
    state = lying("KS", down="KS", up=" ".join(SPADES_UP[:-1]), stock="2C")
    assert after(state, "up").table.up[0] == SPADES_UP


def test_complete_row_takes_nothing_more() -> None:
    state = lying("AS", up=" ".join(SPADES_UP))
    assert refused(state, "up") == "The row for AS is complete."


def test_fitting_card_may_be_placed_all_the_same() -> None:
    assert after(lying("AS"), "place 4").table.places[3] == cards("AS")


# Reserve


def test_there_are_twenty_places() -> None:
    assert {move for move in moves(lying("5S")) if move != "resign"} == {f"place {n}" for n in range(1, 21)}
    for number in (0, 21):
        assert refused(lying("5S"), f"place {number}") == f"There is no place {number}: the places are 1 to 20."


def test_place_holds_two_cards_the_second_over_the_first() -> None:
    state = after(lying("5S", places={7: "9H"}), "place 7")
    assert state.table.places[6] == cards("9H 5S")
    assert "place 7" not in moves(state)
    assert refused(state, "place 7") == "Place 7 holds two cards already: choose another."


def test_place_may_be_covered_while_others_are_empty_and_by_any_card() -> None:
    for card in ("2S", "KH", "9H", "8D"):
        assert "place 7" in moves(lying(card, places={7: "9H"}))


def test_top_card_goes_to_its_row_and_the_turned_one_stays() -> None:
    state = after(lying("9C", places={3: "9H AS"}, stock="2C"), "up 3")
    assert (state.table.places[2], state.table.up[0], state.table.turned) == (cards("9H"), cards("AS"), cards("9C"))
    assert state.events == (Event("up", 0, cards=cards("AS"), amount=3),)


def test_covered_card_does_not_move() -> None:
    state = lying("9C", places={3: "AS 9H"})
    assert "up 3" not in moves(state)
    assert refused(state, "up 3") == "9H does not fit: that row needs AH first."


def test_empty_place_has_nothing_to_give() -> None:
    assert refused(lying("9C"), "up 3") == "Place 3 is empty."
    assert refused(lying("9C"), "down 0") == "There is no place 0: the places are 1 to 20."


def test_freed_place_takes_a_card_again() -> None:
    state = lying("9C", places={**FULL, 3: "9H AS"}, stock="2C")
    assert "place 3" not in moves(state)
    assert "place 3" in moves(after(state, "up 3"))


# Stock


def test_next_card_is_turned_as_soon_as_the_turned_one_has_gone() -> None:
    state = after(lying("9C", stock="KD 2H"), "place 1")
    assert (state.table.turned, state.down) == (cards("KD"), (cards("2H"),))
    assert [event.event for event in state.events] == ["placed", "turned"]


def test_when_the_stock_is_used_up_only_the_reserve_is_played() -> None:
    state = after(lying("9C", places={2: "AS", 3: "2S"}, stock=""), "place 1")
    assert moves(state) == {"up 2", "resign"}
    assert refused(state, "place 4") == "No card is turned: take cards from the places to the rows."
    assert refused(state, "up") == "No card is turned: name a place."


# End


def test_won_when_all_are_in_the_rows() -> None:
    up = tuple(tuple(Card(card[0] + suit) for card in SPADES_UP) for suit in "SCDH")
    *down, hearts = (row[::-1] for row in up)
    table = Table("play", cards("AH"), up, (*down, hearts[:-1]))
    state = after(State(table, ((),), ((),)), "down")
    assert outcome(GAME, state) == {"payoffs": (0,), "won": True, "placed": 104}
    assert state.events[-1] == Event("won", 0)
    assert (GAME.turn(state.table), moves(state)) == ((), set())
    assert refused(state, "resign") == "This patience is over."


def test_lost_at_once_when_the_turned_card_has_nowhere_to_go() -> None:
    """The forty-first card, turned by the move that fills the last place."""
    state = after(lying("9C", places={**FULL, 20: "9H"}, stock="8C 7C"), "place 20")
    assert outcome(GAME, state) == {"payoffs": (0,), "won": False, "placed": 0}
    assert state.events[-1] == Event("lost", 0, amount=0)


def test_not_lost_while_a_top_fits() -> None:
    state = after(lying("9C", places={**FULL, 19: "9H AS", 20: "9H"}, stock="8C 7C"), "place 20")
    assert moves(state) == {"up 19", "resign"}


def test_not_lost_while_the_turned_card_fits() -> None:
    state = after(lying("9C", places={**FULL, 20: "9H"}, stock="KC 7C"), "place 20")
    assert moves(state) == {"down", "resign"}


def test_lost_at_once_when_the_stock_is_used_up_and_no_top_fits() -> None:
    state = after(lying("6S", places={1: "7S"}, up="AS", stock=""), "place 1")
    assert outcome(GAME, state) == {"payoffs": (0,), "won": False, "placed": 1}


def test_resigning_loses() -> None:
    state = after(lying("9C", up="AS 2S"), "resign")
    assert outcome(GAME, state) == {"payoffs": (0,), "won": False, "placed": 2}
    assert [event.event for event in state.events] == ["resigned", "lost"]


# Who sees what, time


def test_resigning_loses_even_with_one_card_to_go() -> None:
    """All but one card in the rows is no victory; whoever gives up then has lost."""
    state = lying("AS", up=" ".join(SPADES_UP), down=" ".join(SPADES_UP[:0:-1]), stock="")
    rest = tuple(tuple(Card(rank + suit) for rank in "A23456789TJQK") for suit in "CDH")
    table = replace(state.table, up=(*state.table.up[:1], *rest), down=(*state.table.down[:1], *rest))
    state = replace(state, table=table)
    assert outcome(GAME, after(state, "resign")) == {"payoffs": (0,), "won": False, "placed": 103}
    assert outcome(GAME, after(state, "down")) == {"payoffs": (0,), "won": True, "placed": 104}


def test_it_is_for_one_and_nothing_is_hidden_in_a_hand() -> None:
    assert GAME.seats == (1, 1)
    assert not GAME.private


def test_everybody_sees_all_but_the_order_of_the_stock() -> None:
    state = lying("9C", places={1: "7S"})
    assert view(state, None).table == state.table
    assert view(state, None).down == (102,)


def test_patience_waits() -> None:
    assert time_out(GAME, lying("9C"), 0) is None


def test_one_move_may_bring_the_same_words_with_another_meaning() -> None:
    """`up` twice is two cards: a second tap on the same button must not play the second."""
    first = lying("AS", stock="2S 9C")
    assert GAME.moment(view(first, 0)) != GAME.moment(view(after(first, "up"), 0))


# Computer player


def test_player_follows_the_advice() -> None:
    """The five does not go on the six, which comes before it downwards, nor on the four, which does so upwards."""
    places = dict.fromkeys(range(1, 19), "9H") | {19: "6S", 20: "4S"}
    state = lying("5S", places=places, down="KS", stock="2C")
    assert str(choose(view(state, 0))) == "place 1"


def test_player_plays_whatever_fits() -> None:
    assert str(choose(view(lying("9C", places={5: "AS"}), 0))) == "up 5"
    assert str(choose(view(lying("KS"), 0))) == "down"


def test_player_wins_one_deal_in_six_at_least() -> None:
    won = 0
    for number in range(60):
        state, _ = begin(GAME, 1, Options(), partial(fair.shuffle, bytes((number,)), 0))
        while state.table.phase == "play":
            state = play(GAME, state, 0, choose(view(state, 0)))
        won += state.table.phase == "won"
    assert won >= 10
