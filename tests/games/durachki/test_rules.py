"""The rules of durachki, one test a rule, in the order of docs/rules/durachki.md."""

import pytest

from games.bout import Options, Table
from games.cards import PACK_36, Cards, cards, in_order, without
from games.core import DEALER, Event, Shuffled, State, begin, outcome, play, time_out, view
from games.durachki import GAME, Here
from games.moves import IllegalMove
from games.offers import legal
from games.options import IllegalOption, check_options

# Positions, from what is written of them


def sitting(*hands: str, talon: str = "", turned: str = "", trump: str = "H", takes: int = 0, stake: int = 1) -> Here:
    """Seat 0 is to lead, to the next of those who hold cards. Seats with empty hands are out."""
    held = tuple(in_order(cards(hand)) for hand in hands)
    seats_in = tuple(seat for seat, hand in enumerate(held) if hand)
    table = Table(
        seats=len(hands),
        stake=stake,
        phase="lead",
        dealer=len(hands) - 1,
        trump=trump,
        turned=cards(turned),
        seats_in=seats_in,
        attacker=0,
        defender=seats_in[1],
        takes=takes,
    )
    return State(table, held, (cards(talon), ()))


def after(state: Here, *moves: tuple[int, str]) -> Here:
    for seat, move in moves:
        state = play(GAME, state, seat, GAME.parse(move))
    return state


def may(state: Here, seat: int, verb: str = "") -> set[str]:
    return {move for move in legal(GAME.offers(view(state, seat))) if move.startswith(verb)}


def refused(state: Here, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        after(state, (seat, move))
    return str(refusal.value)


def awaited(state: Here) -> tuple[int, ...]:
    return GAME.turn(state.table)


def hands(state: Here) -> tuple[str, ...]:
    return tuple(" ".join(hand) for hand in state.hands)


def told(state: Here, *names: str) -> list[Event]:
    return [event for event in state.events if event.event in names]


def opened(seats: int, options: Options, *shuffles: Cards) -> tuple[Here, int]:
    """The first position and how many of the shuffles it took."""
    script = list(shuffles)
    state, log = begin(GAME, seats, options, lambda _: script.pop(0))
    return state, sum(isinstance(entry, Shuffled) for entry in log)


def topped(top: str) -> Cards:
    """The pack with these cards on top."""
    return (*cards(top), *without(PACK_36, cards(top)))


# Options


def test_the_stake_is_at_least_one_and_has_no_upper_bound() -> None:
    assert check_options(Options, 2, {"stake": 10**9}) == Options(stake=10**9)
    with pytest.raises(IllegalOption):
        check_options(Options, 2, {"stake": 0})


@pytest.mark.parametrize("name", ["dealer", "fool"])
def test_dealer_and_fool_are_seats_or_nobody(name: str) -> None:
    assert check_options(Options, 3, {name: 2}) == Options(**{name: 2})
    assert check_options(Options, 3, {name: None}) == Options()
    with pytest.raises(IllegalOption):
        check_options(Options, 3, {name: 3})


# Set-up


def test_without_dealer_and_fool_the_highest_card_drawn_deals_and_those_tied_draw_again() -> None:
    state, shuffles = opened(3, Options(), topped("KS 9S KC 7S 8S"), PACK_36)
    assert shuffles == 2
    assert [(each.seat, *each.cards) for each in told(state, "lot")] == [
        (0, "KS"), (1, "9S"), (2, "KC"), (0, "7S"), (2, "8S"),
    ]  # fmt: skip
    assert [each.seat for each in told(state, "dealer", "deals")] == [2, 2]
    assert awaited(state) == (0,)


def test_when_the_pack_gives_out_in_the_lot_the_lowest_of_those_still_tied_deals() -> None:
    four_of_each = " ".join(f"{rank}{suit}" for rank in "6789TJQ" for suit in "SCDH")
    state, _ = opened(5, Options(), topped(f"KS AS AC AD AH {four_of_each}"), PACK_36)
    assert len(told(state, "lot")) == 5 + 7 * 4
    assert state.table.dealer == 1


def test_for_a_dealer_that_is_named_no_lot_is_drawn() -> None:
    state, shuffles = opened(3, Options(dealer=1), PACK_36)
    assert shuffles == 1
    assert not told(state, "lot")
    assert (state.table.dealer, awaited(state)) == (1, (2,))


def test_the_fool_deals_whatever_dealer_says() -> None:
    state, shuffles = opened(3, Options(dealer=2, fool=1))
    assert (state.table.dealer, awaited(state), shuffles) == (1, (1,), 0)


def test_before_the_fool_deals_any_other_may_cut_and_nobody_waits_for_it() -> None:
    state, _ = opened(3, Options(fool=1))
    assert [may(state, seat) for seat in range(3)] == [{"cut"}, {"deal"}, {"cut"}]
    assert awaited(state) == (1,)


def test_who_cuts_is_fool_and_dealer_in_the_fools_place() -> None:
    state = after(opened(3, Options(fool=1))[0], (2, "cut"))
    assert (state.table.dealer, awaited(state)) == (2, (2,))
    assert state.events == (Event("cuts", 2, to=1),)


def test_each_cuts_once_and_the_first_fool_may_cut_too() -> None:
    state = after(opened(3, Options(fool=1))[0], (2, "cut"))
    assert [may(state, seat) for seat in range(3)] == [{"cut"}, {"cut"}, {"deal"}]
    state = after(state, (1, "cut"))
    assert [may(state, seat) for seat in range(3)] == [{"cut"}, {"deal"}, set()]
    assert refused(state, 2, "cut") == "You have cut already: once is enough."
    state = after(state, (0, "cut"))
    assert [may(state, seat) for seat in range(3)] == [{"deal"}, set(), set()]


def test_the_dealer_himself_does_not_cut_and_others_do_not_deal() -> None:
    state, _ = opened(3, Options(fool=1))
    assert refused(state, 1, "cut") == "You are the dealer: deal, or wait for somebody to cut."
    assert refused(state, 0, "deal") == "Wait for the deal: 1 is the dealer."


def test_after_the_word_deal_the_cards_are_shuffled_once_and_nobody_cuts() -> None:
    state = after(opened(3, Options(fool=1))[0], (0, "cut"), (0, "deal"))
    assert awaited(state) == (DEALER,)
    assert not any(may(state, seat) for seat in range(3))
    state = play(GAME, state, DEALER, Shuffled(PACK_36))
    assert awaited(state) == (1,)


def test_without_a_fool_the_cut_is_no_trap() -> None:
    state, _ = opened(3, Options(dealer=1), PACK_36)
    assert not any(may(state, seat, "cut") for seat in range(3))


def test_five_cards_each_one_at_a_time_from_the_dealers_left_and_the_next_is_turned_up_as_trump() -> None:
    state, _ = opened(3, Options(dealer=1), topped("6S 7S 8S 9S TS JS QS KS AS 6C 7C 8C 9C TC JC QD"))
    assert hands(state) == ("7S 7C TS TC KS", "8S 8C JS JC AS", "6S 6C 9S 9C QS")
    assert (state.table.trump, state.table.turned) == ("D", ("QD",))
    assert len(state.down[0]) == 36 - 15 - 1


def test_with_seven_the_talon_is_the_turned_up_card_alone() -> None:
    state, _ = opened(7, Options(dealer=6), PACK_36)
    assert state.table.turned == ("AH",)
    assert view(state, None).down == (0, 0)


# Leading


def test_the_dealers_left_neighbour_leads_to_his_own() -> None:
    state, _ = opened(3, Options(dealer=0), PACK_36)
    assert (state.table.attacker, state.table.defender, awaited(state)) == (1, 2, (1,))


def test_a_three_is_a_pair_and_any_card() -> None:
    assert may(sitting("6S 9S 9C KD", "7S 8S TS"), 0) == {
        "lead 6S", "lead 9S", "lead 9C", "lead KD", "lead 6S 9S 9C", "lead 9S 9C KD",
    }  # fmt: skip


def test_three_of_a_rank_are_a_three_and_three_singles_are_not() -> None:
    assert may(sitting("9S 9C 9D", "7S 8S TS"), 0, "lead 9S 9C") == {"lead 9S 9C 9D"}
    assert refused(sitting("7S 8S 9S", "7C 8C TC"), 0, "lead 7S 8S 9S").startswith("Of three cards two must be")


def test_a_five_is_two_pairs_and_any_card_and_four_of_a_rank_are_two_pairs() -> None:
    fives = {
        "6S 6C 9S 9C KD": True,
        "6S 6C 6D 9S 9C": True,
        "6S 6C 6D 6H KD": True,
        "6S 6C 6D 9S KD": False,
        "6S 6C 7D 9S KD": False,
    }
    for five, fits in fives.items():
        assert (f"lead {five}" in may(sitting(five, "7S 7C 8S 8C TS"), 0)) is fits


@pytest.mark.parametrize(("lead", "count"), [("6S 6C", 2), ("6S 6C 7S 7C", 4), ("6S 6C 7S 7C 8S 8C 9S", 7)])
def test_no_other_number_of_cards_is_led(lead: str, count: int) -> None:
    state = sitting("6S 6C 7S 7C 8S 8C 9S", "6D 7D 8D 9D TD JD QD")
    assert count not in {len(move.split()) - 1 for move in may(state, 0)}
    assert refused(state, 0, f"lead {lead}") == "Lead one card, or three, or five."


@pytest.mark.parametrize(
    ("held", "sizes"), [("7S", {1}), ("7S 8S", {1}), ("7S 8S TS TC", {1, 3}), ("7S 8S TS TC JS", {1, 3, 5})]
)
def test_no_more_is_led_than_the_defender_holds(held: str, sizes: set[int]) -> None:
    state = sitting("6S 6C 9S 9C KD", held)
    assert {len(move.split()) - 1 for move in may(state, 0)} == sizes


def test_who_leads_more_is_told_how_many_the_defender_holds() -> None:
    assert refused(sitting("6S 6C KD", "7S 8S"), 0, "lead 6S 6C KD") == "Lead fewer cards: 1 holds only 2."


def test_a_single_card_may_be_led_though_a_larger_lead_is_at_hand() -> None:
    assert "lead 6S" in may(sitting("6S 6C 9S 9C KD", "7S 7C 8S 8C TS"), 0)


def test_a_lead_may_be_told_in_any_order_and_holds_each_card_once() -> None:
    state = sitting("6S 6C KD", "7S 8S TS")
    assert after(state, (0, "lead KD 6C 6S")) == after(state, (0, "lead 6S 6C KD"))
    assert refused(state, 0, "lead 6S 6S 6C") == "Lead one card, or three, or five."
    assert refused(state, 0, "lead") == "Lead one card, or three, or five."
    assert refused(state, 0, "lead 9S") == "You do not hold 9S."


def test_the_defender_is_the_next_seat_still_in() -> None:
    state = after(sitting("6S 9S", "", "", "7S 8S"), (0, "lead 6S"))
    assert awaited(state) == (3,)
    assert state.events == (Event("leads", 0, to=3, cards=cards("6S")),)


def test_nobody_but_the_leader_leads() -> None:
    state = sitting("6S 9S", "7S 8S", "TS JS")
    assert not may(state, 1)
    assert refused(state, 2, "lead TS") == "It is the turn of 0."
    assert refused(state, 0, "take") == "It is for you to lead: one card, a three or a five."


# Beating


def test_a_plain_card_is_beaten_by_a_higher_one_of_its_suit_or_by_any_trump() -> None:
    state = after(sitting("9S QD", "8S TS AS AC 6H"), (0, "lead 9S"))
    assert may(state, 1) == {"cover 9S:TS", "cover 9S:AS", "cover 9S:6H", "take"}
    assert refused(state, 1, "cover 9S:AC") == "AC does not beat 9S: it takes a higher card of its suit, or a trump."


def test_a_trump_is_beaten_by_a_higher_trump_alone() -> None:
    state = after(sitting("9H QD", "8H TH AS AC"), (0, "lead 9H"))
    assert may(state, 1) == {"cover 9H:TH", "take"}
    assert refused(state, 1, "cover 9H:AS") == "AS does not beat 9H: it takes a higher trump."


def test_the_cards_led_are_beaten_one_at_a_time_in_any_order() -> None:
    state = after(sitting("7S 7D 9C KD", "8S JD TC AC AD"), (0, "lead 7S 7D 9C"))
    one = after(state, (1, "cover 9C:TC"), (1, "cover 7S:8S"))
    other = after(state, (1, "cover 7S:8S"), (1, "cover 9C:TC"))
    assert one.table == other.table
    assert one.table.bout == (("7S", "8S"), ("7D", None), ("9C", "TC"))
    assert may(one, 1) == {"cover 7D:JD", "cover 7D:AD", "take"}


def test_a_card_is_beaten_once_with_a_card_in_hand() -> None:
    state = after(sitting("7S 7D 9C KD", "8S 9S JD TC"), (0, "lead 7S 7D 9C"), (1, "cover 7S:8S"))
    assert refused(state, 1, "cover 7S:9S") == "There is no 7S to be beaten."
    assert refused(state, 1, "cover KD:JD") == "There is no KD to be beaten."
    assert refused(state, 1, "cover 7D:8S") == "You do not hold 8S."


def test_nobody_but_the_defender_beats_or_takes() -> None:
    state = after(sitting("9S QD", "8S TS", "AS AC"), (0, "lead 9S"))
    assert not may(state, 0)
    assert not may(state, 2)
    assert refused(state, 2, "take") == "It is the turn of 1."
    assert refused(state, 1, "lead 8S") == "It is for you to beat the cards led, or to take them."


def test_when_all_are_beaten_the_cards_leave_the_game_and_the_defender_leads() -> None:
    state = after(sitting("9S QD KD", "TS JS AC", "AS AD"), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert hands(state) == ("QD KD", "JS AC", "AS AD")
    assert (state.table.bout, awaited(state), state.table.defender) == ((), (1,), 2)
    assert told(state, "beats") == [Event("beats", 1, cards=cards("9S TS"))]


def test_after_a_bout_beaten_the_attacker_draws_up_to_five_before_the_defender() -> None:
    state = sitting("7S 7D 9C KD AD", "8S JD TC QC", talon="6S 6C 6D 8C", turned="AH")
    state = after(state, (0, "lead 7S 7D 9C"), (1, "cover 7S:8S"), (1, "cover 7D:JD"), (1, "cover 9C:TC"))
    assert hands(state) == ("6S 6C 6D KD AD", "8C QC AH")
    assert [(each.seat, each.amount) for each in told(state, "draws")] == [(0, 3), (1, 2)]


def test_the_turned_up_trump_is_drawn_last_and_then_nothing() -> None:
    state = sitting("7S KD", "8S AD", talon="6S", turned="AH")
    state = after(state, (0, "lead 7S"), (1, "cover 7S:8S"))
    assert hands(state) == ("6S KD AH", "AD")
    assert (state.table.turned, state.down[0]) == ((), ())
    assert told(state, "draws_trump") == [Event("draws_trump", 0, cards=cards("AH"))]
    assert state.table.trump == "H"


def test_who_holds_five_or_more_draws_nothing() -> None:
    state = sitting("6S 7S 8S 9S TS JS QS", "6C 7C 8C 9C TC KS", talon="6D 7D", turned="AH")
    state = after(state, (0, "lead JS"), (1, "cover JS:KS"))
    assert hands(state) == ("6S 7S 8S 9S TS QS", "6C 7C 8C 9C TC")
    assert not told(state, "draws")


# Taking


def test_one_may_take_at_any_point_and_though_one_could_beat() -> None:
    state = after(sitting("7S 7D 9C KD", "8S JD TC AD"), (0, "lead 7S 7D 9C"))
    for move in ("cover 7S:8S", "cover 7D:JD"):
        assert "take" in may(state, 1)
        state = after(state, (1, move))
    assert "take" in may(state, 1)


def test_the_taker_takes_his_covers_too_and_only_the_attacker_draws() -> None:
    state = sitting("7S 7D 9C KD", "8S JD QD", "6S 6C", talon="6D 8D TD QS QC", turned="AH")
    state = after(state, (0, "lead 7S 7D 9C"), (1, "cover 7S:8S"), (1, "take"))
    assert hands(state) == ("6D 8D TD QS KD", "7S 7D 8S 9C JD QD", "6S 6C")
    assert told(state, "takes") == [Event("takes", 1, cards=cards("7S 7D 8S 9C"))]
    assert [(each.seat, each.amount) for each in told(state, "draws")] == [(0, 4)]


def test_a_taker_with_fewer_than_five_does_not_draw() -> None:
    state = after(sitting("7S KD", "8D", talon="6D 8C 9C TD QS", turned="AH"), (0, "lead 7S"), (1, "take"))
    assert hands(state)[1] == "7S 8D"


def test_after_a_take_the_seat_after_the_taker_leads() -> None:
    state = after(sitting("7S KD", "8D QD", "6S 6C"), (0, "lead 7S"), (1, "take"))
    assert (awaited(state), state.table.defender) == ((2,), 0)


def test_when_two_are_left_the_attacker_leads_again_after_a_take() -> None:
    state = after(sitting("7S KD", "", "8D QD"), (0, "lead 7S"), (2, "take"))
    assert (awaited(state), state.table.defender) == ((0,), 2)


# The six of trumps


def test_the_leader_may_swap_the_six_of_trumps_for_the_turned_up_one_and_still_leads() -> None:
    state = sitting("7S 6H", "8S 9S", talon="TS", turned="QH")
    assert "swap" in may(state, 0)
    state = after(state, (0, "swap"))
    assert (hands(state)[0], state.table.turned, awaited(state)) == ("7S QH", ("6H",), (0,))
    assert may(state, 0) == {"lead 7S", "lead QH"}
    assert state.events == (Event("swaps", 0, cards=cards("6H QH")),)


def test_the_defender_may_swap_and_beat_with_the_trump_fetched() -> None:
    state = after(sitting("7S 9H", "8S 6H", talon="TS", turned="QH"), (0, "lead 9H"))
    assert may(state, 1) == {"swap", "take"}
    state = after(state, (1, "swap"))
    assert may(state, 1) == {"cover 9H:QH", "take"}


def test_the_defender_may_swap_between_two_covers() -> None:
    state = after(sitting("7S 7D 9H KD", "8S 8D 6H", talon="TS", turned="QH"), (0, "lead 7S 7D 9H"), (1, "cover 7S:8S"))
    state = after(state, (1, "swap"), (1, "cover 9H:QH"))
    assert state.table.bout == (("7S", "8S"), ("7D", None), ("9H", "QH"))


def test_nobody_swaps_out_of_his_turn() -> None:
    state = sitting("7S 6S", "8S 6H", "9S TS", talon="JS", turned="QH")
    assert not may(state, 1)
    assert refused(state, 1, "swap") == "It is the turn of 0."
    state = after(sitting("7S 6H", "8S 9S", talon="JS", turned="QH"), (0, "lead 7S"))
    assert not may(state, 0)


def test_the_swap_needs_the_six_of_trumps() -> None:
    state = sitting("7H 6S", "8S 9S", talon="TS", turned="QH")
    assert "swap" not in may(state, 0)
    assert refused(state, 0, "swap") == "To fetch the turned-up trump you need 6H."


def test_a_turned_up_six_cannot_be_fetched() -> None:
    assert "swap" not in may(sitting("7H 6S", "8S 9S", talon="TS", turned="6H"), 0)


def test_the_swap_is_possible_while_the_turned_up_trump_is_all_the_talon_and_not_once_it_is_drawn() -> None:
    assert "swap" in may(sitting("7S 6H", "8S 9S", turned="QH"), 0)
    gone = sitting("7S 6H", "8S 9S")
    assert "swap" not in may(gone, 0)
    assert refused(gone, 0, "swap") == "The turned-up trump is no longer there to be fetched."


def test_the_six_swapped_is_drawn_last() -> None:
    state = sitting("7S 6H", "8S 9S", talon="TS", turned="QH")
    state = after(state, (0, "swap"), (0, "lead 7S"), (1, "cover 7S:8S"))
    assert hands(state) == ("6H TS QH", "9S")


# Going out


def test_a_last_card_led_must_still_be_answered() -> None:
    state = after(sitting("9S", "TS JS", "QS KS"), (0, "lead 9S"))
    assert (awaited(state), state.table.seats_in) == ((1,), (0, 1, 2))
    assert may(state, 1) == {"cover 9S:TS", "cover 9S:JS", "take"}


def test_who_has_led_his_last_card_draws_while_there_is_a_talon() -> None:
    state = after(sitting("9S", "TS JS", talon="6S", turned="7H"), (0, "lead 9S"), (1, "take"))
    assert (hands(state)[0], state.table.seats_in) == ("6S 7H", (0, 1))


def test_when_the_talon_is_gone_who_has_no_cards_after_the_bout_is_out() -> None:
    state = after(sitting("9S", "TS JS", "QS KS"), (0, "lead 9S"), (1, "take"))
    assert state.table.seats_in == (1, 2)
    assert told(state, "out") == [Event("out", 0)]
    assert (awaited(state), state.table.defender) == ((2,), 1)


def test_a_defender_who_has_beaten_with_his_last_card_is_out_and_the_next_seat_in_leads() -> None:
    state = after(sitting("9S AD", "TS", "QS KS"), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert state.table.seats_in == (0, 2)
    assert (awaited(state), state.table.defender) == ((2,), 0)


def test_after_a_take_a_seat_that_is_out_is_passed_over() -> None:
    state = after(sitting("9S AD", "TS JS", "", "QS KS"), (0, "lead 9S"), (1, "take"))
    assert (awaited(state), state.table.defender) == ((3,), 0)


# End and payoffs


def test_who_alone_has_two_cards_or_more_is_the_fool_and_pays_the_stake_to_each_other() -> None:
    state = after(sitting("9S", "TS JS", "", stake=3), (0, "lead 9S"), (1, "take"))
    assert outcome(GAME, state) == {"payoffs": (3, -6, 3), "fool": 1}
    assert told(state, "out", "fool") == [Event("out", 0), Event("fool", 1, amount=3)]
    assert (awaited(state), state.table.phase) == ((), "over")


def test_the_attacker_is_the_fool_when_the_defender_gets_rid_of_all() -> None:
    state = after(sitting("9S AD KD", "TS"), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert outcome(GAME, state) == {"payoffs": (-1, 1), "fool": 0}


def test_when_the_last_two_get_rid_of_all_together_nobody_is_the_fool() -> None:
    state = after(sitting("9S", "TS", ""), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert outcome(GAME, state) == {"payoffs": (0, 0, 0), "fool": None}
    assert told(state, "fool", "level") == [Event("level")]


def test_one_card_left_makes_no_fool() -> None:
    state = after(sitting("9S AD", "TS"), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert outcome(GAME, state) == {"payoffs": (0, 0), "fool": None}


def test_thirty_six_takes_in_succession_end_the_game_without_a_fool() -> None:
    state = after(sitting("9S AD KD", "TS JD", takes=34), (0, "lead 9S"), (1, "take"))
    assert (state.table.takes, outcome(GAME, state)) == (35, None)
    state = after(state, (0, "lead AD"), (1, "take"))
    assert outcome(GAME, state) == {"payoffs": (0, 0), "fool": None}
    assert told(state, "endless") == [Event("endless", amount=36)]
    assert awaited(state) == ()


def test_a_bout_beaten_starts_the_count_of_takes_again() -> None:
    state = after(sitting("9S AD 6D", "TS JD KS", takes=35), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert (state.table.takes, outcome(GAME, state)) == (0, None)


def test_a_take_that_leaves_one_with_cards_makes_him_the_fool_though_it_is_the_thirty_sixth() -> None:
    state = after(sitting("9S", "TS JD", takes=35), (0, "lead 9S"), (1, "take"))
    assert outcome(GAME, state) == {"payoffs": (1, -1), "fool": 1}


def test_after_the_end_nobody_moves() -> None:
    state = after(sitting("9S", "TS"), (0, "lead 9S"), (1, "cover 9S:TS"))
    assert not any(may(state, seat) for seat in range(2))
    assert refused(state, 0, "take") == "The game is over."


# Who sees what


def test_a_seat_sees_its_hand_the_bout_the_trump_and_how_many_the_others_hold() -> None:
    state = sitting("7S 7D 9C KD", "8S JD TC", "AS", talon="6D 8D TD", turned="AH")
    state = after(state, (0, "lead 7S 7D 9C"), (1, "cover 7D:JD"))
    seen = view(state, 2)
    assert seen.hand == cards("AS")
    assert seen.table.bout == (("7S", None), ("7D", "JD"), ("9C", None))
    assert (seen.table.turned, seen.sizes, seen.down) == (("AH",), (1, 2, 1), (3, 0))


def test_what_is_drawn_is_told_to_who_drew_it_and_the_number_to_all() -> None:
    state = sitting("7S KD", "8S AD", "AS", talon="6S 6C 6D 9D TD JD QD QS QC", turned="AH")
    state = after(state, (0, "lead 7S"), (1, "cover 7S:8S"))
    drew = [
        Event("drew", 0, cards=cards("6S 6C 6D 9D"), audience=(0,)),
        Event("drew", 1, cards=cards("TD JD QS QD"), audience=(1,)),
    ]
    assert told(state, "drew") == drew
    for seat, heard in ((0, drew[:1]), (1, drew[1:]), (2, []), (None, [])):
        assert [each for each in view(state, seat).events if each.event == "drew"] == heard
        told_to_all = [each for each in view(state, seat).events if each.event == "draws"]
        assert told_to_all == [Event("draws", 0, amount=4), Event("draws", 1, amount=4)]


def test_a_hand_dealt_is_told_to_its_seat_alone() -> None:
    state, _ = opened(2, Options(dealer=1), PACK_36)
    assert [each.seat for each in view(state, 0).events if each.event == "dealt"] == [0]
    assert not [each for each in view(state, None).events if each.event == "dealt"]


def test_what_was_taken_is_afterwards_but_a_number() -> None:
    state = after(sitting("7S KD", "8D QD", "AC"), (0, "lead 7S"), (1, "take"))
    state = after(state, (2, "lead AC"))
    seen = view(state, 0)
    assert "7S" not in str(seen)
    assert seen.sizes[1] == 3


def test_of_the_public_choices_only_those_stand_that_need_no_hand() -> None:
    lead = sitting("7S 6H", "8S 9S", talon="TS", turned="QH")
    cover = after(lead, (0, "lead 7S"))
    cut, _ = opened(2, Options(fool=0))
    public = {
        name: [list(legal(GAME.offers(view(state, seat, public=True)))) for seat in range(2)]
        for name, state in (("lead", lead), ("cover", cover), ("cut", cut))
    }
    assert public == {"lead": [[], []], "cover": [[], ["take"]], "cut": [["deal"], ["cut"]]}


# When time runs out


@pytest.mark.parametrize(
    ("hand", "led"), [("6H 9C 9S KD", "9S"), ("6H 9D 9C KS", "9C"), ("8H 7H AH", "7H"), ("6H AS AD", "AS")]
)
def test_an_absent_leader_leads_the_lowest_plain_card_else_the_lowest_trump(hand: str, led: str) -> None:
    assert _timed_out(sitting(hand, "7S 8S TS")) == (0, f"lead {led}")


def test_an_absent_defender_takes_and_an_absent_dealer_deals() -> None:
    assert _timed_out(after(sitting("9S AD", "TS JS"), (0, "lead 9S"))) == (1, "take")
    assert _timed_out(opened(3, Options(fool=1))[0]) == (1, "deal")


def _timed_out(state: Here) -> tuple[int, str] | None:
    found = time_out(GAME, state, awaited(state)[0])
    return None if found is None else (found[0], str(found[1]))
