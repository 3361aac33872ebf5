"""The rules of English durachki, one test a rule, in the order of docs/rules/english_durachki.md.

What they share with durachki is tested there; here stands what differs, and that the rest holds here too.
"""

from itertools import combinations

import pytest

from games.bout import Lead, Options
from games.cards import PACK_36, Cards, cards, in_order
from games.core import Event, Shuffled, begin, outcome, time_out, view
from games.english_durachki import GAME, Here
from games.offers import legal
from games.options import IllegalOption, check_options
from tests.games.english_durachki.sitting import after, awaited, hands, may, refused, sitting, told, topped

SIX_SEATS = (
    "6S 6C 7C QS 6H KC 7S 6D 7D KS 7H AC 8S 9C 8C AS 8H AD 9S 9D 8D TD TH KH TS QC 9H JD JH AH JS QD TC KD JC QH"
)


def opened(seats: int, options: Options, *shuffles: Cards) -> tuple[Here, int]:
    """The first position and how many of the shuffles it took."""
    script = list(shuffles)
    state, log = begin(GAME, seats, options, lambda _: script.pop(0))
    return state, sum(isinstance(entry, Shuffled) for entry in log)


# Options and set-up


def test_two_to_six_may_play() -> None:
    assert GAME.seats == (2, 6)


def test_options_are_those_of_durachki() -> None:
    assert check_options(Options, 3, {"stake": 7, "dealer": 2, "fool": 0}) == Options(dealer=2, stake=7, fool=0)
    for bad in ({"stake": 0}, {"dealer": 3}, {"fool": -1}):
        with pytest.raises(IllegalOption):
            check_options(Options, 3, bad)


def test_the_lot_makes_the_first_dealer() -> None:
    state, shuffles = opened(2, Options(), topped(PACK_36, "7S AS"), PACK_36)
    assert (state.table.dealer, awaited(state), shuffles) == (1, (0,), 2)


def test_the_fool_deals_and_the_cut_is_a_trap() -> None:
    state, _ = opened(3, Options(fool=1))
    assert [may(state, seat) for seat in range(3)] == [{"cut"}, {"deal"}, {"cut"}]
    state = after(state, (2, "cut"))
    assert (state.table.dealer, may(state, 2)) == (2, {"deal"})


def test_six_cards_each_and_the_next_is_turned_up_under_the_talon() -> None:
    top = "6S 7S 6C 7C 6D 7D 8S 9S 8C 9C 8D 9D QH"
    state, _ = opened(2, Options(dealer=1), topped(PACK_36, top))
    assert hands(state) == ("6S 6C 6D 8S 8C 8D", "7S 7C 7D 9S 9C 9D")
    assert (state.table.trump, state.table.turned, len(state.down[0])) == ("H", ("QH",), 36 - 13)
    assert told(state, "trump") == [Event("trump", cards=cards("QH"))]


def test_with_six_seats_all_are_dealt_and_the_dealers_last_card_shows_trump_and_stays_his() -> None:
    state, _ = opened(6, Options(dealer=5), cards(SIX_SEATS))
    assert (state.table.trump, state.table.turned, state.down) == ("H", (), ((), ()))
    assert "QH" in state.hands[5]
    assert told(state, "trump") == [Event("trump", 5, cards=cards("QH"))]
    assert all(len(hand) == 6 for hand in state.hands)


def test_with_six_seats_there_is_no_swap() -> None:
    state = after(opened(6, Options(dealer=5), cards(SIX_SEATS))[0], (0, "pass"), (1, "lead 6C 6D"))
    assert "6H" in state.hands[4]
    assert not any(may(state, seat, "swap") for seat in range(6))
    assert refused(sitting("7S 6H", "8S 9S"), 0, "swap") == "The turned-up trump is no longer there to be fetched."


# Leading pairs


def test_one_two_or_three_pairs_are_led_and_nothing_else() -> None:
    state = sitting("6S 6C 7S 7C 8S 8C 9S", "6D 7D 8D 9D TD JD")
    assert may(state, 0) == {
        "lead 6S 6C", "lead 7S 7C", "lead 8S 8C",
        "lead 6S 6C 7S 7C", "lead 6S 6C 8S 8C", "lead 7S 7C 8S 8C",
        "lead 6S 6C 7S 7C 8S 8C",
    }  # fmt: skip
    for lead in ("9S", "6S 6C 9S", "6S 7S", "6S 6C 7S 8S", "6S 6S"):
        assert refused(state, 0, f"lead {lead}") == "Lead one, two or three pairs: two cards of a rank each."


def test_four_of_a_rank_are_two_pairs_and_three_are_one() -> None:
    state = sitting("6S 6C 6D 6H", "7S 8S 9S TS")
    assert "lead 6S 6C 6D 6H" in may(state, 0)
    assert may(sitting("6S 6C 6D 7S", "8S 9S TS JS"), 0) == {"lead 6S 6C", "lead 6S 6D", "lead 6C 6D"}


def pairs_led(chosen: Cards, held: int, sizes: tuple[int, ...]) -> bool:
    """The rule said again: so many cards, no more than the defender's, and of each rank an even number."""
    ranks = [card[0] for card in chosen]
    even = all(ranks.count(rank) % 2 == 0 for rank in ranks) or len(chosen) == 1
    return len(chosen) in sizes and len(chosen) <= held and even


@pytest.mark.parametrize("hand", ["6S 6C 6D 6H 7S 7C 8D KD", "6S 6C 7S 7C 8S 8C 9S 9C", "6S 7C 8D 9H TS"])
@pytest.mark.parametrize("held", [1, 2, 3, 4, 5, 6, 9])
@pytest.mark.parametrize(("takes", "passes", "sizes"), [(0, 0, (2, 4, 6)), (1, 0, (1, 2, 4, 6)), (0, 2, (1,))])
def test_every_lead_there_is_and_no_other_is_listed(
    hand: str, held: int, takes: int, passes: int, sizes: tuple[int, ...]
) -> None:
    rest = " ".join([card for card in PACK_36 if card not in cards(hand)][:held])
    state = sitting(hand, rest, takes=takes, passes=passes)
    every = (chosen for size in range(1, 8) for chosen in combinations(in_order(cards(hand)), size))
    right = {str(Lead(chosen)) for chosen in every if pairs_led(chosen, held, sizes)}
    assert may(state, 0) == (right or {"pass"})


@pytest.mark.parametrize(
    ("held", "most"), [("7S 8S", 2), ("7S 8S TS", 2), ("7S 8S TS JS", 4), ("7S 8S TS JS QS KS", 6)]
)
def test_no_more_is_led_than_the_defender_holds(held: str, most: int) -> None:
    state = sitting("6S 6C 9S 9C KC KD", held)
    assert max(len(move.split()) - 1 for move in may(state, 0)) == most


def test_who_leads_more_is_told_how_many_the_defender_holds() -> None:
    assert refused(sitting("6S 6C 9S 9C", "7S 8S"), 0, "lead 6S 6C 9S 9C") == "Lead fewer cards: 1 holds only 2."
    assert refused(sitting("6S 6C 9S 9C", "7S 8S"), 0, "lead 7D 7C") == "You do not hold 7C."


# Passing


def test_who_has_no_pair_passes_and_the_next_leads_to_the_seat_after_it() -> None:
    state = sitting("6S 7S", "8S 8C 9D", "TS JS")
    assert may(state, 0) == {"pass"}
    assert refused(state, 0, "lead 6S") == "You have no pair that you could lead: pass."
    state = after(state, (0, "pass"))
    assert (awaited(state), state.table.defender, state.events) == ((1,), 2, (Event("passes", 0),))
    assert may(state, 1) == {"lead 8S 8C"}


def test_who_has_a_pair_may_not_pass() -> None:
    state = sitting("6S 6C 9D", "8S 9S")
    assert "pass" not in may(state, 0)
    assert refused(state, 0, "pass") == "You have a pair to lead: who has one does not pass."


def test_a_pair_that_the_next_cannot_be_led_is_none() -> None:
    state = sitting("6S 6C 9D", "8S", "TS TC")
    assert may(state, 0) == {"pass"}
    assert awaited(after(state, (0, "pass"))) == (1,)


def test_a_pass_goes_to_the_next_seat_still_in() -> None:
    state = after(sitting("6S 7S", "", "8S 8C", "", "9S 9C"), (0, "pass"))
    assert (awaited(state), state.table.defender) == ((2,), 4)


def test_six_trumps_hold_no_pair() -> None:
    assert may(sitting("6H 7H 8H 9H TH JH", "6S 6C 7S 7C 8S 8C"), 0) == {"pass"}


def test_only_whoever_is_to_lead_passes() -> None:
    state = sitting("6S 6C", "8S 9S", "TS JS")
    assert refused(state, 1, "pass") == "It is the turn of 0."
    led = after(state, (0, "lead 6S 6C"))
    assert refused(led, 1, "pass") == "It is for you to beat the cards led, or to take them."


def test_after_a_full_circle_of_passes_one_card_is_led_and_nobody_passes() -> None:
    state = after(sitting("6S 7S", "8S 9C", "TS JS"), (0, "pass"), (1, "pass"), (2, "pass"))
    assert (awaited(state), state.table.defender) == ((0,), 1)
    assert may(state, 0) == {"lead 6S", "lead 7S"}
    assert refused(state, 0, "pass") == "You need not pass: lead one card."
    assert refused(state, 0, "lead 6S 7S") == "All have passed: lead one card."


def test_the_circle_is_of_those_still_in() -> None:
    state = after(sitting("6S 7S", "", "TS JS"), (0, "pass"), (2, "pass"))
    assert may(state, 0) == {"lead 6S", "lead 7S"}


def test_after_a_full_circle_one_card_is_led_though_a_swap_gave_a_pair() -> None:
    state = sitting("6H QC", "8S 9C", talon="7D", turned="QH", passes=2)
    state = after(state, (0, "swap"))
    assert hands(state)[0] == "QC QH"
    assert may(state, 0) == {"lead QC", "lead QH"}
    assert refused(state, 0, "lead QC QH") == "All have passed: lead one card."


def test_a_swap_that_gives_a_pair_before_that_ends_the_passing() -> None:
    state = sitting("6H QC", "8S 9C", talon="7D", turned="QH")
    assert may(state, 0) == {"pass", "swap"}
    assert may(after(state, (0, "swap")), 0) == {"lead QC QH"}


def test_a_lead_begins_a_new_count_of_passes() -> None:
    state = after(sitting("6S KD", "8S 9C 9D", passes=2), (0, "lead 6S"), (1, "cover 6S:8S"))
    assert (awaited(state), state.table.passes) == ((1,), 0)
    state = after(sitting("6S KD", "8S 9C JD", passes=2), (0, "lead 6S"), (1, "cover 6S:8S"))
    assert may(state, 1) == {"pass"}


# After a take


def test_after_a_take_one_card_may_be_led_beside_pairs_and_nobody_passes() -> None:
    state = after(sitting("7S 7C", "6D 9D", "TS TC JD", "QD KD"), (0, "lead 7S 7C"), (1, "take"))
    assert awaited(state) == (2,)
    assert may(state, 2) == {"lead TS", "lead TC", "lead JD", "lead TS TC"}
    assert refused(state, 2, "pass") == "You need not pass: lead one card."
    assert refused(state, 2, "lead TS JD") == "Lead one card, or one, two or three pairs."


def test_after_a_take_who_has_no_pair_leads_one_card() -> None:
    state = after(sitting("7S 7C", "6D 9D", "TS JD", "QD KD"), (0, "lead 7S 7C"), (1, "take"))
    assert may(state, 2) == {"lead TS", "lead JD"}


def test_a_bout_beaten_ends_that_freedom() -> None:
    state = sitting("7S KD", "8S TS JD", "QD KC", takes=3)
    state = after(state, (0, "lead 7S"), (1, "cover 7S:8S"))
    assert (state.table.takes, may(state, 1)) == (0, {"pass"})


# Beating, taking, drawing: as in durachki


def test_pairs_are_beaten_card_by_card_and_the_defender_leads_next() -> None:
    state = after(sitting("9S 9H KD KC", "TS TH JS JC", "AS AD"), (0, "lead 9S 9H"))
    assert may(state, 1) == {"cover 9S:TS", "cover 9S:TH", "cover 9S:JS", "cover 9H:TH", "take"}
    state = after(state, (1, "cover 9H:TH"), (1, "cover 9S:JS"))
    assert hands(state) == ("KC KD", "TS JC", "AS AD")
    assert awaited(state) == (1,)


def test_one_draws_up_to_six_the_attacker_before_the_defender() -> None:
    state = sitting("7S 7C 9D KD AD", "8S 8C TC QC", talon="6S 6C 6D 9C", turned="AH")
    state = after(state, (0, "lead 7S 7C"), (1, "cover 7S:8S"), (1, "cover 7C:8C"))
    assert hands(state) == ("6S 6C 6D 9D KD AD", "9C TC QC AH")
    assert [(each.seat, each.amount) for each in told(state, "draws")] == [(0, 3), (1, 2)]


def test_after_a_take_only_the_attacker_draws_and_the_seat_after_the_taker_leads() -> None:
    state = sitting("7S 7C 9D", "8S JD", "6S 6C", talon="6D 8D TD QS QC", turned="AH")
    state = after(state, (0, "lead 7S 7C"), (1, "cover 7S:8S"), (1, "take"))
    assert hands(state) == ("6D 8D 9D TD QS QC", "7S 7C 8S JD", "6S 6C")
    assert awaited(state) == (2,)


def test_whoever_is_on_turn_may_swap_the_six_of_trumps() -> None:
    state = sitting("7S 6H", "8S 9S", talon="TS", turned="QH")
    state = after(state, (0, "swap"))
    assert (hands(state)[0], state.table.turned, awaited(state)) == ("7S QH", ("6H",), (0,))


def test_seats_go_out_between_bouts_once_the_talon_is_gone() -> None:
    state = after(sitting("7S 7C", "8S 8C JS", "QS QD"), (0, "lead 7S 7C"))
    assert state.table.seats_in == (0, 1, 2)
    state = after(state, (1, "cover 7S:8S"), (1, "cover 7C:8C"))
    assert (state.table.seats_in, told(state, "out")) == ((1, 2), [Event("out", 0)])


# Three pairs


THREE = ("6S 6C 7S 7C 8S 8C KD", "9S 9C TS TC JS JC QD", "AS AC AD")


def test_three_pairs_taken_are_paid_to_the_attacker_there_and_then() -> None:
    state = after(sitting(*THREE, stake=5), (0, "lead 6S 6C 7S 7C 8S 8C"), (1, "take"))
    assert state.table.paid == (5, -5, 0)
    assert told(state, "pays") == [Event("pays", 1, to=0, amount=5)]
    assert (awaited(state), outcome(GAME, state)) == ((2,), None)


def test_they_are_paid_though_some_were_covered() -> None:
    state = after(sitting(*THREE), (0, "lead 6S 6C 7S 7C 8S 8C"), (1, "cover 6S:9S"), (1, "cover 8C:TC"), (1, "take"))
    assert state.table.paid == (1, -1, 0)


def test_three_pairs_beaten_cost_nothing() -> None:
    state = after(sitting(*THREE), (0, "lead 6S 6C 7S 7C 8S 8C"))
    for pair in ("6S:9S", "6C:9C", "7S:TS", "7C:TC", "8S:JS", "8C:JC"):
        state = after(state, (1, f"cover {pair}"))
    assert (state.table.paid, told(state, "pays")) == ((0, 0, 0), [])


def test_no_purse_changes_before_the_deal_is_over() -> None:
    """Whoever calls the table off in mid-deal gives back what was paid for three pairs."""
    state = after(sitting(*THREE[:2], stake=2), (0, "lead 6S 6C 7S 7C 8S 8C"), (1, "take"))
    assert GAME.payoffs(state.table) == (0, 0)


def test_two_pairs_taken_cost_nothing() -> None:
    state = after(sitting(*THREE), (0, "lead 6S 6C 7S 7C"), (1, "take"))
    assert (state.table.paid, told(state, "pays")) == ((0, 0, 0), [])


def test_what_is_paid_for_three_pairs_adds_up_with_what_the_fool_pays() -> None:
    state = after(sitting(*THREE[:2], stake=2), (0, "lead 6S 6C 7S 7C 8S 8C"), (1, "take"))
    assert state.table.paid == (2, -2)
    state = after(state, (0, "lead KD"), (1, "take"))
    assert outcome(GAME, state) == {"payoffs": (4, -4), "fool": 1}


def test_the_game_goes_on_between_the_same_two_after_such_a_take() -> None:
    state = after(sitting(*THREE[:2]), (0, "lead 6S 6C 7S 7C 8S 8C"), (1, "take"))
    assert awaited(state) == (0,)
    assert len(state.hands[1]) == 13


# End and payoffs


def test_the_last_with_two_cards_or_more_is_the_fool_and_pays_each_other_seat() -> None:
    state = after(
        sitting("7S 7C", "8S 8C JS QD", "", stake=3), (0, "lead 7S 7C"), (1, "cover 7S:8S"), (1, "cover 7C:8C")
    )
    assert outcome(GAME, state) == {"payoffs": (3, -6, 3), "fool": 1}
    assert awaited(state) == ()
    assert refused(state, 1, "pass") == "The game is over."


def test_when_the_last_two_go_out_together_nobody_is_the_fool() -> None:
    state = after(sitting("7S 7C", "8S 8C"), (0, "lead 7S 7C"), (1, "cover 7S:8S"), (1, "cover 7C:8C"))
    assert outcome(GAME, state) == {"payoffs": (0, 0), "fool": None}


def test_thirty_six_takes_in_succession_end_the_game_without_a_fool() -> None:
    state = after(sitting("7S 9C", "8C 9D", takes=35), (0, "lead 7S"), (1, "take"))
    assert outcome(GAME, state) == {"payoffs": (0, 0), "fool": None}
    assert told(state, "endless") == [Event("endless", amount=36)]


def test_a_pass_is_no_take_and_breaks_no_ring_of_them() -> None:
    state = after(sitting("7S 9C", "8C 9D"), (0, "pass"), (1, "pass"), (0, "lead 7S"), (1, "take"))
    assert state.table.takes == 1


# Who sees what


def test_of_the_public_choices_only_those_stand_that_need_no_hand() -> None:
    lead = sitting("7S 9C", "8S 8C", talon="TS", turned="QH")
    assert list(legal(GAME.offers(view(lead, 0, public=True)))) == []
    cover = after(sitting("7S 7C", "8S 8C"), (0, "lead 7S 7C"))
    assert list(legal(GAME.offers(view(cover, 1, public=True)))) == ["take"]


# When time runs out


@pytest.mark.parametrize(
    ("hand", "takes", "passes", "move"),
    [
        ("6S 7S 7C 7H 9D 9C", 0, 0, "lead 7S 7C"),  # the lowest plain pair
        ("6S 6H 9D 9C", 0, 0, "lead 9C 9D"),  # though a pair with a trump is lower
        ("6S 7S 7H KD", 0, 0, "lead 7S 7H"),  # else the lowest pair
        ("8S 7S 6H KD", 0, 0, "pass"),
        ("8S 7S 6H KD", 1, 0, "lead 7S"),  # the lowest plain card
        ("6H 7H", 1, 0, "lead 6H"),  # the lowest trump
        ("6S 7S 7C 9D 9C", 1, 0, "lead 7S 7C"),
        ("6H 8S 8C", 0, 2, "lead 8S"),  # all have passed: no pair is legal
    ],
)
def test_an_absent_leader_leads_a_low_pair_a_low_card_or_passes(hand: str, takes: int, passes: int, move: str) -> None:
    assert _timed_out(sitting(hand, "TS JS QS KS", takes=takes, passes=passes)) == (0, move)


def test_an_absent_leader_passes_where_the_next_holds_one_card() -> None:
    assert _timed_out(sitting("6S 6C 7D", "TS", "AS")) == (0, "pass")


def test_an_absent_defender_takes_and_an_absent_dealer_deals() -> None:
    assert _timed_out(after(sitting("9S 9C", "TS JS"), (0, "lead 9S 9C"))) == (1, "take")
    assert _timed_out(opened(3, Options(fool=1))[0]) == (1, "deal")


def _timed_out(state: Here) -> tuple[int, str] | None:
    found = time_out(GAME, state, awaited(state)[0])
    return None if found is None else (found[0], str(found[1]))
