"""A table in play: whose button counts, what the clock does, what is remembered."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import clocks, lobby, playing, steps
from bot.tables.model import OptionValue, Sitter, Table, table_type
from bot.tables.steps import Change, Clock, Stale, remembered, state_of
from games import core
from games.cards import cards
from games.catalogue import GAMES
from games.core import Event
from games.moves import IllegalMove

SEED = bytes(32)
NOW = Clock(1_000_000)


def started(game: str = "durachki", people: int = 3, computers: int = 0, **more: Any) -> Table[Any]:
    """A table in play: users 1, 2, 3 … in seats 0, 1, 2 …, then computers; seat 0 deals."""
    dealer: dict[str, OptionValue] = {"dealer": 0} if hasattr(GAMES[game].options, "dealer") else {}
    table = table_type(game)(id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1, options=dealer, **more)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    for user in range(2, people + 1):
        table = lobby.sit(table, Sitter(user=user, name=f"Гость {user}"))
    for _ in range(computers):
        table = lobby.add_computer(table, 1)
    return playing.start(table, 1, SEED, NOW).table


def lead(table: Table[Any], user: int, count: int | None = None) -> Change:
    seat = table.seat_of(user)
    assert seat is not None
    card = state_of(table).hands[seat][0]
    return playing.play(table, user, f"lead {card}", table.count if count is None else count, NOW)


def test_the_log_begins_with_what_replays_it() -> None:
    table = lobby.sit(
        lobby.open_table(
            table_type("durachki")(id="0aaaaaaa", home="0-a", chat=-1, game="durachki", host=1, options={"dealer": 0}),
            Sitter(user=1, name="Анна"),
        ),
        Sitter(user=2, name="Борис"),
    )
    change = playing.start(table, 1, SEED, NOW)
    new, shuffle = map(json.loads, change.log)
    state = state_of(change.table)
    assert new == {"new": {"game": "durachki", "seats": 2, "options": {"dealer": 0, "stake": 1, "fool": None}}}
    assert sorted(shuffle["shuffled"]) == sorted(
        [*state.hands[0], *state.hands[1], *state.down[0], *state.table.turned]
    )


def test_a_move_counts_for_who_pressed_whatever_the_button_says() -> None:
    table = started()
    with pytest.raises(IllegalMove, match="turn of"):
        lead(table, 3)
    assert state_of(lead(table, 2).table).table.phase == "cover"


def test_a_stranger_plays_nothing() -> None:
    with pytest.raises(IllegalMove, match="not sitting"):
        playing.play(started(), 99, "take", 1, NOW)


def test_a_double_tap_plays_once() -> None:
    table = started()
    drawn = table.count
    after = lead(table, 2).table
    with pytest.raises(Stale):
        playing.play(after, 2, f"lead {state_of(after).hands[1][0]}", drawn, NOW)


def test_a_button_counts_so_long_as_its_question_stands() -> None:
    """Two punters stake from screens drawn at one moment, and the second is not refused as stale."""
    table = started("twenty_one")
    drawn = table.count
    table = playing.play(table, 2, "stake 5", drawn, NOW).table
    assert playing.play(table, 3, "stake 5", drawn, NOW).table.count == drawn + 2


def test_words_of_a_move_are_chosen_one_by_one_and_forgotten_when_it_is_made() -> None:
    table = started()
    card = state_of(table).hands[1][0]
    chosen = playing.choose(table, 2, f"lead {card}", table.count).table
    assert (chosen.drafts, chosen.count) == ({1: f"lead {card}"}, table.count)
    assert playing.choose(chosen, 2, "", table.count).table.drafts == {}
    assert lead(chosen, 2).table.drafts == {}
    with pytest.raises(Stale):
        playing.choose(table, 2, "lead AS AH AD AC 6S", table.count)


def test_a_typed_number_completes_the_amount_that_is_asked_for() -> None:
    table = started("twenty_one")
    (event,) = playing.say(table, 2, " 7 ", NOW).happened
    assert (event.event, event.seat, event.amount) == ("stakes", 1, 7)
    for text in ("семь", "-7", "7.5", "²", "9" * 40):
        with pytest.raises(IllegalMove, match="whole number"):
            playing.say(table, 2, text, NOW)
    with pytest.raises(IllegalMove, match="asked for a word"):
        playing.say(started(), 2, "7", NOW)


def test_a_number_that_nobody_asked_for_adds_nothing() -> None:
    table = started("twenty_one")
    table = playing.say(table, 2, "5", NOW).table
    with pytest.raises(IllegalMove, match="is pressed, not written: its buttons stand under your cards"):
        playing.say(table, 2, "10", NOW)
    with pytest.raises(IllegalMove, match="is pressed, not written: its buttons stand under “My cards”"):
        playing.say(table, 2, "10", NOW, public=True)
    chosen = playing.choose(table, 2, "add", table.count).table
    assert playing.say(chosen, 2, "10", NOW).table.count == table.count + 1


def test_a_late_stake_is_not_made_by_a_number_alone() -> None:
    """It can only be lost, which has to be said before: by choosing to add."""
    table = started("twenty_one")
    for user, text in ((2, "stake 5"), (3, "sit"), (1, "deal")):
        table = playing.play(table, user, text, table.count, NOW).table
    assert state_of(table).table.phase == "punters"
    with pytest.raises(IllegalMove, match="is pressed, not written"):
        playing.say(table, 2, "7", NOW)
    chosen = playing.choose(table, 2, "add", table.count).table
    assert playing.say(chosen, 2, "7", NOW).table.count == table.count + 1


def test_anothers_move_does_not_move_ones_clock() -> None:
    table = started("twenty_one")
    due = table.due[2]
    later = Clock(NOW.now + 50_000)
    assert playing.play(table, 2, "stake 5", table.count, later).table.due[2] == due


def test_nothing_happens_before_the_time_is_up() -> None:
    table = started()
    assert clocks.expire(table, replace(NOW, now=NOW.now + 119_999)) == Change(table)


def test_the_clock_makes_the_move_that_the_rules_name() -> None:
    table = started()
    after = clocks.expire(table, replace(NOW, now=NOW.now + 120_000)).table
    assert state_of(after).table.phase == "cover"
    assert len(state_of(after).table.bout) == 1


def test_a_computer_player_moves_when_it_has_thought() -> None:
    table = started(people=1, computers=1)
    assert table.due == (None, NOW.now + NOW.thinking)
    assert clocks.expire(table, NOW) == Change(table)
    change = clocks.expire(table, replace(NOW, now=NOW.now + NOW.thinking))
    assert change.table.count == table.count + 1
    assert {event.seat for event in change.happened} == {1}


def test_a_slow_table_has_no_clock() -> None:
    assert started(pace=None).due == (None, None, None)


def test_a_game_of_computers_pays_from_one_house_and_chips_add_up() -> None:
    table, now, paid = started(people=1, computers=2), NOW.now, {}
    purses: dict[int, int] = {}
    while table.stage == "play":
        now += 1_000_000
        table = table.but(sitters=tuple(each.model_copy(update={"missed": 0}) for each in table.sitters))
        change = clocks.expire(table, Clock(now))
        table = change.table
        for holder, chips in change.purses.items():
            purses[holder] = purses.get(holder, 0) + chips
    paid = dict(zip((1, 0, 0), core.outcome(GAMES["durachki"], state_of(table))["payoffs"], strict=True))  # type: ignore[index,arg-type]
    assert sum(purses.values()) == 0
    assert purses.get(1, 0) == paid[1]
    assert table.stage == "over"
    assert not table.due


def test_a_closed_table_is_not_played_on() -> None:
    table = playing.call_off(started()).table
    assert table.stage == "off"
    with pytest.raises(IllegalMove, match="closed"):
        playing.play(table, 2, "take", table.count, NOW)
    with pytest.raises(IllegalMove, match="closed"):
        playing.call_off(table)
    with pytest.raises(IllegalMove, match="closed"):
        clocks.expire(table, NOW)


def test_a_move_of_patience_is_taken_back() -> None:
    table = lobby.open_table(
        table_type("debutantes")(id="0aaaaaaa", home="0-a", chat=1, game="debutantes", host=1, alone=True, pace=None),
        Sitter(user=1, name="Анна"),
    )
    change = playing.start(table, 1, SEED, NOW)
    first, log = change.table, list(change.log)
    with pytest.raises(IllegalMove, match="no move"):
        playing.undo(first, 1, log)
    change = playing.play(first, 1, "place 1", first.count, NOW)
    back = playing.undo(change.table, 1, [*log, *change.log])
    assert back.forget == 1
    assert state_of(back.table) == replace(state_of(first), events=())
    assert back.table.undone
    assert playing.play(back.table, 1, "place 2", back.table.count, NOW).table.count > back.table.count


def test_in_company_no_move_is_taken_back() -> None:
    table = started()
    change = lead(table, 2)
    with pytest.raises(IllegalMove, match="no move"):
        playing.undo(change.table, 2, ["{}", *change.log])


def test_a_document_is_read_back_as_it_was_written() -> None:
    table = lead(started(), 2).table
    text = table.model_dump_json(exclude_defaults=True)
    assert table_type("durachki").model_validate_json(text) == table


def test_a_document_of_another_version_is_refused() -> None:
    document = {**json.loads(started().model_dump_json(exclude_defaults=True)), "schema_version": 2}
    with pytest.raises(ValueError, match="schema_version"):
        table_type("durachki").model_validate_json(json.dumps(document))


def test_a_face_holds_nothing_hidden() -> None:
    table = playing.choose(started(), 2, "lead", started().count).table
    others = table.face(0)
    assert (others.state, others.seed, others.drafts) == (None, "", {})
    assert all(event.audience is None or 0 in event.audience for event in others.story)
    assert table.face(1).drafts == {1: "lead"}


def written(*users: int) -> tuple[Table[Any], list[str]]:
    """Written questions by three, of whom these have written; the log so far."""
    table = lobby.open_table(
        table_type("questions")(id="0aaaaaaa", home="0-a", chat=-1, game="questions", host=1),
        Sitter(user=1, name="Анна"),
    )
    for user, name in ((2, "Борис"), (3, "Вера")):
        table = lobby.sit(table, Sitter(user=user, name=name))
    change = playing.start(table, 1, SEED, NOW)
    for user in users:
        change = change.then(playing.say(change.table, user, f"тайна {user}", NOW))
    return change.table, list(change.log)


def test_whoever_has_written_is_called_to_what_is_to_be_written_next_by_a_message_below() -> None:
    """But not while others still write, nor to what needs no writing."""
    assert written(1, 2)[0].rung == (0, 0, 0)
    answering = written(1, 2, 3)[0]
    assert answering.rung == (answering.count,) * 3
    assert written(1, 2, 3, 1, 2, 3)[0].rung == answering.rung


def test_when_a_parlour_game_ends_nothing_is_kept_that_tells_who_wrote_what() -> None:
    table, log = written(1, 2, 3, 1, 2, 3)
    assert not any(event.audience for event in table.story), "who held which slip is forgotten before that"
    while table.stage == "play":
        change = playing.play(table, 1, "read", table.count, NOW)
        table, log = change.table, [*log, *change.log]
    assert (table.seed, [event for event in table.story if event.audience]) == ("", [])
    assert table.story


def test_of_a_parlour_game_called_off_no_slip_is_kept() -> None:
    table, log = written(1, 2)
    off = playing.call_off(table).table
    assert "тайна" not in off.model_dump_json()
    assert (off.state, off.seed) == (None, "")
    assert playing.published(off, log) == log[:1]


def test_a_patience_that_was_given_up_or_called_off_is_not_taken_back_to_life() -> None:
    table = lobby.open_table(
        table_type("debutantes")(id="0aaaaaaa", home="0-a", chat=1, game="debutantes", host=1, alone=True, pace=None),
        Sitter(user=1, name="Анна"),
    )
    change = playing.start(table, 1, SEED, NOW)
    change = change.then(playing.play(change.table, 1, "place 1", change.table.count, NOW))
    given_up = playing.play(change.table, 1, "resign", change.table.count, NOW).table
    for closed in (given_up, playing.call_off(change.table).table):
        with pytest.raises(IllegalMove, match="closed"):
            playing.undo(closed, 1, change.log)


@pytest.mark.parametrize("path", ["lead XX", "lead 7S 7S", "cover x", "lead \x00", "take take", "stake 5"])
def test_words_that_no_keyboard_offers_are_not_chosen(path: str) -> None:
    table = started()
    with pytest.raises(Stale):
        playing.choose(table, 2, path, table.count)


@pytest.mark.parametrize("amount", ["005", "٥", "+5", "5" * 40])
def test_an_amount_is_chosen_as_it_is_written_in_a_move(amount: str) -> None:
    table = started("twenty_one")
    with pytest.raises(Stale):
        playing.choose(table, 2, f"stake {amount}", table.count)


def test_a_text_is_written_and_not_chosen() -> None:
    table, _ = written()
    assert playing.choose(table, 1, "write", table.count).table.drafts == {0: "write"}
    with pytest.raises(Stale):
        playing.choose(table, 1, "write " + "я" * 20, table.count)


# Games in which nobody has anything to hide, and many small moves


def test_one_tap_plays_several_moves_so_far_as_they_are_offered() -> None:
    table = started("english_lottery", people=2)
    five = playing.play(table, 1, "call; call; call; call; call", table.count, NOW)
    assert len(state_of(five.table).table.called) == 5
    assert [json.loads(entry) for entry in five.log] == [{"play": [0, "call"]}] * 5
    table = five.table
    while state_of(table).table.phase == "calls":
        table = playing.play(table, 1, "call; call; call; call; call", table.count, NOW).table
    after = state_of(table).table
    assert len(after.called) == {"trade": 42, "last": 45}[after.phase]


def test_a_double_tap_on_five_plays_five() -> None:
    table = started("english_lottery", people=2)
    after = playing.play(table, 1, "call; call; call; call; call", table.count, NOW).table
    with pytest.raises(Stale):
        playing.play(after, 1, "call; call; call; call; call", table.count, NOW)


def in_trade() -> Table[Any]:
    """A lottery of user 1 and three computers; only the last of them has a ticket, and the trade has just begun."""
    table = started("english_lottery", people=2, computers=2)
    state = state_of(table)
    tickets = ((), (), (), state.table.tickets[3][:1])
    lying = replace(state.table, phase="trade", tickets=tickets, asked=(0, 1, 2), offered=(0,) * 4)
    return table.but(state=replace(state, table=lying), asked_at=(table.count,) * 4, due=(None,) * 4)


def test_what_is_chosen_under_a_table_without_secrets_is_seen_by_all() -> None:
    table = in_trade()
    card = state_of(table).table.tickets[3][0]
    chosen = playing.choose(table, 1, f"offer {card}", table.count).table
    assert chosen.face(None).drafts == {0: f"offer {card}"}
    assert playing.awaits(chosen, 0) is not None
    said = playing.say(chosen, 1, "25", NOW, public=True).table
    assert [(bid.seat, bid.card, bid.amount) for bid in state_of(said).table.bids] == [(0, card, 25)]
    assert said.drafts == {}


def test_a_price_before_its_ticket_is_answered_with_what_comes_first() -> None:
    with pytest.raises(IllegalMove, match=r"First press what the amount is for, then write it\."):
        playing.say(in_trade(), 1, "25", NOW, public=True)
    with pytest.raises(IllegalMove, match=r"Nobody is asked for a word here now\."):
        playing.say(started("english_lottery", people=2), 1, "25", NOW, public=True)


def test_a_step_is_remembered_whole_and_the_last_forty_eight_events_with_it() -> None:
    calls = tuple(Event("called", cards=cards("6S"), amount=number) for number in range(60))
    assert remembered((), calls) == calls
    assert remembered(calls, calls[:1]) == (*calls[13:], calls[0])


@pytest.mark.parametrize("path", ["offer", "offer 2S"])
def test_why_one_may_not_begin_what_others_may_is_said_by_the_rules(path: str) -> None:
    table = in_trade()
    state = state_of(table)
    lying = replace(state.table, tickets=(cards("3S"), (), (), cards("2S")), asked=(1, 2))
    table = table.but(state=replace(state, table=lying))
    with pytest.raises(IllegalMove, match=r"^You have a ticket of your own, 3S: only those without one buy\."):
        playing.choose(table, 1, path, table.count)


def test_what_nobody_may_begin_stands_on_an_old_button() -> None:
    table = in_trade()
    with pytest.raises(Stale):
        playing.choose(table, 1, "accept 2S", table.count)


def test_a_computer_gives_people_time_to_answer_its_offer() -> None:
    table = in_trade().but(due=(None, None, NOW.now, None))
    offered = clocks.expire(table, NOW).table
    (bid,) = state_of(offered).table.bids
    assert bid.seat == 2
    assert offered.due[2] == NOW.now + steps.PATIENCE
    assert offered.due[3] == NOW.now + NOW.thinking


def performing() -> Table[Any]:
    """Double declamation: user 1 recites a text of his own, sent with line breaks, and user 2 lends the hands."""
    table = started("declamation", people=4)
    for user, move in ((1, "recite"), (2, "hands")):
        table = playing.play(table, user, move, table.count, NOW).table
    return playing.say(table, 1, "раз\nдва", NOW).table


def test_a_text_is_taken_as_its_game_writes_it() -> None:
    assert state_of(performing()).hands[0] == ("раз", "два")


def test_a_voice_stands_for_a_line_and_a_sticker_for_a_gesture() -> None:
    table = playing.send(performing(), 1, "voice", NOW).table
    assert state_of(table).table.spoken == ("раз",)
    table = playing.send(table, 2, "sticker", NOW).table
    table = playing.send(table, 1, "video_note", NOW).table
    change = playing.send(table, 2, "video_note", NOW)
    assert [json.loads(entry) for entry in change.log] == [{"play": [1, "gesture conduct"]}]


@pytest.mark.parametrize(("user", "kind"), [(2, "voice"), (1, "sticker"), (3, "voice"), (1, "photo"), (9, "voice")])
def test_messages_that_nobody_is_asked_for_make_no_move(user: int, kind: str) -> None:
    with pytest.raises(IllegalMove):
        playing.send(performing(), user, kind, NOW)


def test_the_host_ends_a_game_of_many_deals_with_the_one_that_is_on() -> None:
    table = started("twenty_one", people=2)
    with pytest.raises(IllegalMove, match="for the host"):
        playing.last_deal(table, 2, 1)
    short = playing.last_deal(table, 1, 1).table
    assert (state_of(short).table.options.deals, short.options["deals"]) == (1, 0)
    assert short.asked_at == table.asked_at
    log = [json.dumps({"new": {"game": "twenty_one", "seats": 2, "options": table.options}})]
    for user, move in ((2, "stake 5"), (1, "deal"), (2, "stand"), (1, "stand")):
        if short.stage == "play":
            change = playing.play(short, user, move, short.count, NOW)
            short, log = change.table, [*log, *change.log]
    assert short.stage == "over"
    assert json.loads(playing.published(short, log)[0])["new"]["options"] == {**table.options, "deals": 1}


def test_whoever_decides_twice_that_a_deal_is_the_last_has_decided_once() -> None:
    table = started("twenty_one")
    once = playing.last_deal(table, 1, 1).table
    assert playing.last_deal(once, 1, 1) == Change(once)
    again = playing.last_deal(once, 1, 0).table
    assert state_of(again) == state_of(table)


def test_a_deal_that_is_past_is_not_made_the_last() -> None:
    with pytest.raises(Stale):
        playing.last_deal(started("twenty_one"), 1, 2)


def test_a_game_of_one_deal_is_not_cut_short() -> None:
    with pytest.raises(Stale):
        playing.last_deal(started("durachki"), 1, 1)
