"""A table in whose chat the bot may not write: its clock stands, nobody moves, and it does not stand for ever."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.screens.reconciler import Said
from bot.tables import clocks, lobby, playing, seats
from bot.tables.legacy import LEFT
from bot.tables.model import Mute, Sitter, Table, table_type
from bot.tables.playing import NOTHING, Memory
from bot.tables.silence import AGAIN, LONGEST, fall_silent, returned, speak_again, unsaid
from bot.tables.steps import Clock, Stale, state_of
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.offers import sample

NOW = Clock(1_000_000)
HOUR = 3_600_000
TOGETHER = [slug for slug, game in GAMES.items() if game.seats[1] > 1]


def at(ms: int) -> Clock:
    """So many milliseconds later."""
    return replace(NOW, now=NOW.now + ms)


def started(game: str, memory: Memory = NOTHING) -> Table[Any]:
    table = table_type(game)(id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1)
    table = lobby.open_table(table, Sitter(user=1, name="Анна"))
    low, high = GAMES[game].seats
    for user in range(2, min(low + 1, high) + 1):
        table = lobby.sit(table, Sitter(user=user, name=f"Гость {user}"))
    return playing.start(table, 1, bytes(32), NOW, memory).table


@pytest.mark.parametrize("game", TOGETHER)
def test_the_clock_stands_and_then_everybody_has_the_time_they_had(game: str) -> None:
    """What people met, clocks: "a clock that keeps running … while Telegram refuses the bot's messages"."""
    table = started(game)
    silent = fall_silent(table, at(5_000)).table
    assert clocks.deadline(silent) == NOW.now + 5_000 + AGAIN
    for ms in (6_000, 5_000 + AGAIN - 1):
        assert clocks.expire(silent, at(ms)).table == silent
    assert clocks.to_call(silent, at(5_000 + AGAIN)) == ()
    tried = clocks.expire(silent, at(5_000 + AGAIN)).table
    assert (tried.state, tried.due) == (table.state, table.due)
    spoken = speak_again(tried, at(5_000 + 2 * AGAIN)).table
    assert spoken == table.but(
        due=tuple(due and due + 2 * AGAIN for due in table.due),
        nudges=tuple(nudge and nudge + 2 * AGAIN for nudge in table.nudges),
    )


@pytest.mark.parametrize("game", TOGETHER)
def test_nobody_moves_where_others_cannot_see_it_and_anybody_may_leave(game: str) -> None:
    """What people met, display: "refusals without an answer"."""
    table = started(game)
    silent, luck = fall_silent(table, NOW).table, random.Random(game)
    seat = GAMES[game].turn(state_of(table).table)[0]
    user = table.holders[seat].user
    assert user is not None
    move = sample(GAMES[game].offers(core.view(state_of(table), seat)), luck.randrange)
    assert move is not None
    refused = pytest.raises(IllegalMove, match="I may not write in the group")
    with refused:
        playing.play(silent, user, move, silent.count, NOW)
    with refused:
        playing.choose(silent, user, "", silent.count)
    with refused:
        playing.say(silent, user, "5", NOW)
    with refused:
        playing.send(silent, user, "voice", NOW)
    left = seats.leave(silent, user, NOW).table
    assert left.seat_of(user) is None
    assert left.stage != "play" or left.mute == silent.mute


@pytest.mark.parametrize("game", TOGETHER)
@pytest.mark.parametrize("absent", ["computer", "moves"])
def test_whoever_leaves_meanwhile_is_not_waited_for_longer_than_others(game: str, absent: str) -> None:
    """What people met, leaving: "someone leaves … and it hangs": what is to be done in that seat was due so much later
    as the bot had been away before."""
    table = started(game).but(absent=absent)
    for seat in range(len(table.sitters)):
        silent = fall_silent(table, at(5_000)).table
        left = seats.leave(silent, seat + 1, at(20 * HOUR)).table
        if left.stage != "play":
            continue
        back = speak_again(left, at(21 * HOUR)).table
        dues = [due for due in back.due if due is not None]
        assert dues
        assert max(dues) <= NOW.now + 21 * HOUR + 120_000
        assert min(dues) >= NOW.now + 21 * HOUR


@pytest.mark.parametrize("game", TOGETHER)
def test_after_a_day_it_is_called_off_and_nothing_is_lost(game: str) -> None:
    """What people met, stale tables: "nobody but the absent host may end a dead game"."""
    silent = fall_silent(started(game), NOW).table
    change = clocks.expire(silent, at(LONGEST + AGAIN))
    assert change.table.stage == "off"
    assert not any(change.purses.values())
    assert clocks.deadline(change.table) is None


def test_what_the_last_lottery_left_goes_back() -> None:
    table = started("english_lottery", Memory(purses={LEFT: 7}))
    change = clocks.expire(fall_silent(table, NOW).table, at(LONGEST + AGAIN))
    assert change.purses == {LEFT: 7}


def test_a_table_falls_silent_once_and_never_in_a_lobby_or_a_private_chat() -> None:
    table = started("durachki")
    for nothing in (
        fall_silent(table, NOW).table,
        table.but(alone=True),
        table.but(stage="lobby"),
        table.but(stage="off"),
    ):
        with pytest.raises(IllegalMove):
            fall_silent(nothing, at(1))
    with pytest.raises(Stale):
        speak_again(table, NOW)


def test_who_has_taken_the_bot_in_again_sees_the_table_anew() -> None:
    table = started("durachki")
    back = returned(fall_silent(table, NOW).table, at(7)).table
    assert (back.mute, back.posts) == (None, table.posts + 1)
    assert returned(table, at(7)).table == table.but(posts=table.posts + 1)


def test_what_could_not_be_said_is_said_in_order_and_once_when_the_bot_may_write_again() -> None:
    """What people met, Telegram: "the last, decisive message dropped": a slip is read aloud once, and then no more."""
    table = started("questions")
    one = unsaid(table, at(1), "one", 0.0).table
    mute = Mute(since=NOW.now + 1, again=NOW.now + 1 + AGAIN, unsaid=("one",))
    assert one == fall_silent(table, at(1)).table.but(mute=mute)
    two = unsaid(one, at(2), "two", 0.0).table
    with pytest.raises(Stale):
        unsaid(two, at(3), "one", 0.0)
    back = speak_again(two, at(4))
    assert (back.said, back.table.mute) == (("one", "two"), None)
    assert returned(two, at(4)).said == ("one", "two")
    with pytest.raises(IllegalMove):
        unsaid(table.but(stage="lobby"), at(1), "one", 0.0)


def test_what_could_not_be_said_of_a_table_that_is_over_is_told_to_whoever_played_to_the_end() -> None:
    """What people met, Telegram: "the last, decisive message dropped": whoever slept is told too, who has left is not;
    and in quiet hours it makes no sound."""
    table = started("torgovlya")
    asleep, gone, wakeful, resting = (sitter.model_copy() for sitter in table.sitters)
    table = table.but(
        stage="over",
        sitters=(
            asleep.model_copy(update={"user": None, "kept": 1}),
            gone.model_copy(update={"user": None, "kept": 2, "left": True}),
            wakeful,
            resting.model_copy(update={"quiet": (0, 0, 0)}),
        ),
    )
    change = unsaid(table, at(1), str(Said("the result", after=True)), 1_000_000.0)
    told = [Said.parse(text) for text in change.said]
    assert [(one.chat, one.quiet) for one in told if one.text == "the result"] == [(1, False), (3, False), (4, True)]
    assert change.table == table
