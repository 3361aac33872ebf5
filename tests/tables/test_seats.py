"""People who leave a table, fall asleep at it, come back, and sit down in the middle: in every phase of every game.

Positions are those of people who play sensibly, one of each kind: of a game's phase, who is waited for, and what the
person who goes is asked. "Leaving" and "Absence" are headings of what users of such bots met; each test says which line
it holds off.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from bot.screens.reconciler import Said
from bot.tables import clocks, lobby, playing, presence, seats
from bot.tables.asides import asides
from bot.tables.legacy import LEFT, carried, left
from bot.tables.model import OptionValue, Sitter, Table, table_type
from bot.tables.steps import Change, Clock, state_of
from games import core
from games.cards import PACK_36, PACK_52, PACK_104
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.offers import sample
from games.players import player
from tests.games.walks import cards_in

NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор")
COMPANY = {"koroli": 4, "questions": 5, "durachki": 3, "declamation": 4}
"""How many people play, where three are not enough to come into every phase."""
SHORT: dict[str, OptionValue] = {"deals": 3, "reigns": 2, "takes": 10, "tickets_each": 2, "max_lines": 3, "lines": 3}
"""Options that keep sessions short."""
OTHERS: dict[str, tuple[dict[str, OptionValue], ...]] = {
    "tartar": ({"exchange": "optional"},),
    "english_lottery": ({"director": 1, "tickets_each": 0, "carry": 5},),
    "questions": ({"president": 1, "secretary": 2},),
    "ochko": ({"buy_order": "banker_last"},),
    "durachki": ({"fool": 1},),
    "english_durachki": ({"fool": 1},),
    "koroli": ({"titles": (2, 0, 3, 1), "reigns": 1},),
    "twenty_one": ({"deals": 0, "banks": 2},),
}
"""Terms beside the usual ones, where another seat holds an office or there is more to decide."""

SESSIONS = 3
"""So many of each game and its terms bring all the positions that there are tests of."""

SENSIBLE = 0.8
"""How many of the moves are those of a computer player, out of all."""

MOST = 1_500
"""Moves after which a session that is short should have ended long ago."""

TOGETHER = tuple(slug for slug, game in GAMES.items() if game.seats[1] > 1)
NOW = Clock(1_000_000)


def begun(slug: str, luck: random.Random, computers: int = 0, **more: OptionValue) -> Table[Any]:
    """A table in play: users 1, 2, 3 … in seats 0, 1, 2 …, then computers."""
    game = GAMES[slug]
    named = set(game.options.__dataclass_fields__)  # type: ignore[attr-defined]  # a dataclass
    agreed = {name: value for name, value in SHORT.items() if name in named} | more
    table = table_type(slug)(id="0aaaaaaa", home="0-a", chat=-1, game=slug, host=1)
    table = lobby.open_table(table, Sitter(user=1, name=NAMES[0]))
    for user in range(2, min(COMPANY.get(slug, 3), game.seats[1]) - computers + 1):
        table = lobby.sit(table, Sitter(user=user, name=NAMES[user - 1]))
    for _ in range(computers):
        table = lobby.add_computer(table, 1)
    return playing.start(table.but(options=agreed), 1, luck.randbytes(32), NOW).table


def words_of(table: Table[Any], seat: int, luck: random.Random) -> str:
    """A sensible move of that seat's; now and then, and where nobody knows which is sensible, any."""
    game, seen = GAMES[table.game], core.view(state_of(table), seat)
    choose = player(table.game) if luck.random() < SENSIBLE else None
    text = str(choose(seen)) if choose else sample(game.offers(seen), luck.randrange)
    assert text is not None
    return text


def moved(table: Table[Any], seat: int, luck: random.Random) -> Change:
    """That person's own move."""
    user = table.holders[seat].user
    assert user is not None
    return playing.play(table, user, words_of(table, seat, luck), table.count, NOW)


def phase(table: Table[Any]) -> str:
    return str(state_of(table).table.phase)


@cache
def walked(slug: str, computers: int = 0) -> tuple[Table[Any], ...]:
    """The tables of some sessions after each move."""
    found: list[Table[Any]] = []
    for number, terms in product(range(SESSIONS), ({}, *OTHERS.get(slug, ()))):
        luck = random.Random(f"{slug}{number}")
        table = begun(slug, luck, computers, **terms)
        while table.stage == "play":
            found.append(table)
            people = presence.awaited(table)
            if people:
                table = moved(table, luck.choice(people), luck).table
            else:
                table = clocks.expire(table, Clock(min(due for due in table.due if due is not None))).table
    return tuple(found)


def positions(slug: str) -> Iterator[tuple[Table[Any], int]]:
    """A table of each kind, and a seat whose person is to go."""
    known = set()
    game = GAMES[slug]
    for table in walked(slug):
        awaited = presence.awaited(table)
        for seat in range(len(table.sitters)):
            verbs = tuple(offer.verb for offer in game.offers(core.view(state_of(table), seat)))
            offices = tuple(getattr(state_of(table).table, name, None) == seat for name in (*game.offices, "banker"))
            kind = (phase(table), seat in awaited, awaited == (seat,), verbs, offices)
            if kind not in known:
                known.add(kind)
                yield table, seat


def whole(table: Table[Any]) -> bool:
    """Whether every card is where it should be, once."""
    state = state_of(table)
    if GAMES[table.game].parlour:
        return True
    held = sorted(cards_in(state.table, state.hands, state.down, copies=False))
    return not held or held in (sorted(PACK_36), sorted(PACK_52), sorted(PACK_104))


def sound(table: Table[Any]) -> None:
    """Nothing is lost, nobody is doubled, and somebody or the clock goes on."""
    people = [holder.user for holder in table.holders if holder.user is not None]
    assert len(people) == len({*people}), "one person sits in two seats"
    assert all(table.names), "a seat without a name"
    assert len({*table.names}) == len(table.names)
    if table.stage != "play":
        return
    assert whole(table)
    game, sizes = GAMES[table.game], [len(hand) for hand in state_of(table).hands]
    waited = game.turn(state_of(table).table)
    assert waited
    if game.midway and any(sizes):
        assert all(sizes[seat] for seat in waited), "who is out stays in the turn order"
    for seat in waited:
        held = presence.held_up(table, seat) if table.holders[seat].user is None else False
        assert table.due[seat] is not None or held, f"{table.game}: nobody and no clock goes on for seat {seat}"
    assert any(table.due)
    assert table.host in presence.people(table)


class Chat:
    """A chat's purses, into which a table pays."""

    def __init__(self, table: Table[Any]) -> None:
        self.purses: dict[int, int] = {}
        self.carry = carried(table).get(LEFT, 0)

    def step(self, change: Change) -> Table[Any]:
        for holder, chips in change.purses.items():
            self.purses[holder] = self.purses.get(holder, 0) + chips
        sound(change.table)
        return change.table

    def total(self) -> int:
        return sum(self.purses.values())


def on(table: Table[Any], chat: Chat, luck: random.Random, most: int = MOST) -> Table[Any]:
    """So many moves, or to the end: of people by themselves, of everybody else by the clock."""
    for _ in range(most):
        if table.stage != "play":
            return table
        people = presence.awaited(table)
        due = [when for seat, when in enumerate(table.due) if when is not None and table.holders[seat].user is None]
        if due and (not people or luck.random() < 0.5):
            table = chat.step(clocks.expire(table, Clock(min(due))))
        else:
            table = chat.step(moved(table, luck.choice(people), luck))
    return table


every_game = pytest.mark.parametrize("slug", TOGETHER)


def test_the_positions_are_of_every_phase_in_which_somebody_decides() -> None:
    asked = {slug: {phase(table) for table, _ in positions(slug)} for slug in TOGETHER}
    beating = {"lead", "beat", "pile"}
    bank = {"stakes", "punters", "banker"}
    assert asked == {
        "durachki": {"cut", "lead", "cover"},
        "english_durachki": {"cut", "lead", "cover"},
        "english_lottery": {"buying", "calls", "trade", "last", "prizes"},
        "svoi_kozyri": {"trump", *beating},
        "navalka_closed": beating,
        "navalka_open": beating,
        "koroli": {"give", "take", "swap", "play"},
        "questions": {"questions", "answers", "reading"},
        "declamation": {"casting", "choosing", "line", "gesture"},
        "tartar": {"deal", "exchange"},
        "twenty_one": {*bank, "bid", "sale"},
        "eleven_and_half": bank,
        "ochko": {"bank", "stakes", "buying"},
        "torgovlya": {"trade", "answer"},
    }


@every_game
def test_who_leaves_in_any_phase_holds_nobody_up(slug: str) -> None:
    """Leaving: "someone leaves in any phase, and it hangs: also when it is the one awaited, or owes a sub-decision, or
    is the reader, president, director"; "the next turn goes to the wrong seat"; "cards are counted twice"."""
    for table, seat in positions(slug):
        luck, chat = random.Random(seat), Chat(table)
        user, others = seat + 1, [holder.user for holder in table.holders if holder.user != seat + 1]
        after = chat.step(seats.leave(table, user, NOW))
        if after.stage == "play":
            assert [holder.user for holder in after.holders] == [*others[:seat], None, *others[seat:]]
            assert (after.holders[seat].kept, after.holders[seat].left) == (user, True)
            after = on(after, chat, luck, 25)
        assert slug == "questions" or after.stage in ("play", "over"), f"called off in {phase(table)}"


@every_game
def test_a_table_that_somebody_leaves_comes_to_its_end(slug: str) -> None:
    """Chips of computers are the house's; all add up to nought, but for what a lottery takes over and leaves."""
    found = [*positions(slug)]
    for table, seat in random.Random(1).sample(found, min(3, len(found))):
        luck, chat = random.Random(seat), Chat(table)
        before = sum(GAMES[slug].payoffs(state_of(table).table))
        after = on(chat.step(seats.leave(table, seat + 1, NOW)), chat, luck)
        assert after.stage in ("over", "off")
        if after.stage == "over":
            assert chat.total() + before == chat.carry
            assert seat + 1 not in chat.purses or after.holders[seat].user is None


@every_game
def test_who_comes_back_finds_the_same_hand_and_name(slug: str) -> None:
    """Leaving: "leave and rejoin gives a fresh hand, or a seat without a name"; nobody sits in two seats."""
    for table, seat in positions(slug):
        gone = seats.leave(table, seat + 1, NOW).table
        if gone.stage != "play" or gone.kept_for(seat + 1) is None:
            continue
        back = seats.sit(gone, Sitter(user=seat + 1, name="Кто-то", language="en"), NOW).table
        sound(back)
        with pytest.raises(IllegalMove, match="to come back"):
            playing.play(gone, seat + 1, "take", gone.count, NOW)
        with pytest.raises(IllegalMove, match="This table is closed"):
            playing.play(playing.call_off(gone).table, seat + 1, "take", gone.count, NOW)
        assert state_of(back) == state_of(gone)
        assert (back.names, back.seat_of(seat + 1), back.kept_for(seat + 1)) == (table.names, seat, None)
        with pytest.raises(IllegalMove, match="already"):
            seats.sit(back, Sitter(user=seat + 1, name="Кто-то"), NOW)
        assert back.due[seat] is None or back.due[seat] == NOW.now + 1000 * (table.pace or 0)


@every_game
def test_what_is_open_is_decided_by_the_rules_while_the_leaver_still_sits_there(slug: str) -> None:
    game = GAMES[slug]
    for table, seat in positions(slug):
        change, state = seats.leave(table, seat + 1, NOW), state_of(table)
        move = game.time_out(core.view(state, seat)) if seat in game.turn(state.table) else None
        made = [entry for entry in change.log if entry.startswith('{"play"')]
        assert made == ([] if move is None else [f'{{"play": [{seat}, "{move}"]}}']), phase(table)


@every_game
def test_when_all_have_left_the_table_is_closed_and_the_deal_returned(slug: str) -> None:
    """A table whose every person is gone keeps its finished deals; a carry goes back to the chat."""
    for table, _ in positions(slug):
        chat, after = Chat(table), table
        people = [holder.user for holder in table.holders if holder.user is not None]
        for user in people:
            change = seats.leave(after, user, NOW)
            after = change.table
            for holder, chips in change.purses.items():
                chat.purses[holder] = chat.purses.get(holder, 0) + chips
            if after.stage != "play":
                break
        if after.stage == "off":
            assert chat.total() == chat.carry
            assert user == people[-1] or slug == "questions"
        else:
            assert after.stage == "over"
        assert not after.due


def late(table: Table[Any], *seats_late: int) -> Change:
    """What the clock does when the time of these seats is up, or of all where none is named."""
    due = tuple(
        NOW.now if until is not None and (not seats_late or seat in seats_late) else None
        for seat, until in enumerate(table.due)
    )
    return clocks.expire(table.but(due=due), NOW)


def missing(table: Table[Any], seat: int, chat: Chat, luck: random.Random) -> Table[Any]:
    """The table when that seat's person has missed the next turn, and everybody else played on until then."""
    for _ in range(200):
        if table.stage != "play" or table.holders[seat].user is None:
            return table
        others = [other for other in presence.awaited(table) if other != seat]
        if seat in presence.awaited(table):
            return chat.step(late(table, seat))
        table = chat.step(moved(table, luck.choice(others), luck)) if others else on(table, chat, luck, 1)
    return table


@every_game
def test_two_missed_turns_in_a_row_seat_the_computer(slug: str) -> None:
    """Absence: "a time-out that passes for ever between two absent seats"."""
    for table, seat in positions(slug):
        if seat not in presence.awaited(table) or presence.move_for(table, seat) is None:
            continue
        chat, luck = Chat(table), random.Random(seat)
        once = missing(table, seat, chat, luck)
        if once.stage != "play":
            continue
        assert (once.holders[seat].user, once.holders[seat].missed) == (seat + 1, 1)
        twice = missing(once, seat, chat, luck)
        if twice.stage == "play":
            asleep = twice.holders[seat]
            assert (asleep.user, asleep.kept, asleep.left, asleep.missed) == (None, seat + 1, False, 0)
            assert twice.rung[seat] == twice.count
        break


@every_game
def test_when_all_are_asleep_the_deal_is_played_out_at_once_as_the_last_one(slug: str) -> None:
    """What people met, clocks: "a time-out that passes for ever between two absent seats". Absence: two absent seats do
    not play each other for ever."""
    for table, _ in positions(slug):
        chat, count, after = Chat(table), 0, table
        while after.stage == "play":
            after = chat.step(late(after))
            count += 1
            assert count < 120, f"{slug} goes on and on without anybody"
        assert after.stage == "over" or slug == "questions"


@every_game
def test_the_rules_move_for_the_absent_where_the_chat_prefers_that(slug: str) -> None:
    for table, seat in [*positions(slug)][:6]:
        chat, luck = Chat(table), random.Random(seat)
        after = chat.step(seats.leave(table.but(absent="moves"), seat + 1, NOW))
        while after.stage == "play" and seat not in GAMES[slug].turn(state_of(after).table):
            after = on(after, chat, luck, 1)
        if after.stage == "play" and after.due[seat] is not None and after.kept_for(seat + 1) == seat:
            assert presence.move_for(after, seat) == core.time_out(GAMES[slug], state_of(after), seat)
            after = on(after, chat, luck, 25)
        assert slug == "questions" or after.stage in ("play", "over")


# Newcomers, and the next deal

OF_MANY_DEALS = ("twenty_one", "eleven_and_half", "ochko", "torgovlya", "koroli", "tartar")
MIDWAY = tuple(slug for slug, game in GAMES.items() if game.midway)
GUEST = Sitter(user=9, name="Ева")


def to_next_deal(table: Table[Any], chat: Chat, luck: random.Random) -> Change:
    """The step in which the next deal begins."""
    for _ in range(MOST):
        people = presence.awaited(table)
        if people:
            change = moved(table, luck.choice(people), luck)
        else:
            change = clocks.expire(table, Clock(min(due for due in table.due if due is not None)))
        if change.table.stage != "play" or presence.new_deal(table, state_of(change.table)):
            return change
        table = chat.step(change)
    raise AssertionError("no deal follows")


@pytest.mark.parametrize("slug", OF_MANY_DEALS)
def test_between_deals_a_newcomer_takes_a_computers_seat(slug: str) -> None:
    luck = random.Random(5)
    table = begun(slug, luck, computers=1)
    chat, computer = Chat(table), len(table.sitters) - 1
    change = seats.sit(table, GUEST, NOW)
    table = chat.step(change)
    assert table.holders[computer].user is None
    assert [sitter.user for sitter in table.waiting] == [9]
    with pytest.raises(IllegalMove, match="more to do"):
        seats.sit(table, GUEST, NOW)
    with pytest.raises(IllegalMove, match="No computer"):
        seats.sit(table, Sitter(user=8, name="Зоя"), NOW)
    paid = GAMES[slug].payoffs(state_of(table).table)
    change = to_next_deal(table, chat, luck)
    assert change.table.stage == "play"
    assert (change.table.holders[computer].user, change.table.waiting) == (9, ())
    assert change.table.names[computer] == "Ева"
    assert [(told.what, told.name) for told in change.seatings] == [("sat", "Ева")]
    chat.step(change)
    won = GAMES[slug].payoffs(state_of(change.table).table)
    assert chat.purses.get(0, 0) == won[computer] - paid[computer]
    assert 9 not in chat.purses


@pytest.mark.parametrize("slug", OF_MANY_DEALS)
def test_with_the_next_deal_a_leavers_seat_is_the_computers_for_good(slug: str) -> None:
    """Who only sleeps keeps theirs. A seat that nobody is in bears a computer's name."""
    luck = random.Random(6)
    table = begun(slug, luck, **({"reigns": 3} if slug == "koroli" else {}))
    chat = Chat(table)
    table = chat.step(seats.leave(table, 2, NOW))
    table = presence.without(table, 2, left=False)
    change = to_next_deal(table, chat, luck)
    after = change.table
    assert after.stage == "play"
    assert (after.holders[1].kept, after.holders[1].left, after.holders[1].name) == (None, False, "Фока")
    assert (after.holders[2].kept, after.holders[2].name) == (3, "Вера")
    sound(after)
    back = seats.sit(after, Sitter(user=3, name="Вера"), NOW).table
    assert back.seat_of(3) == 2
    again = seats.sit(back, Sitter(user=2, name="Борис"), NOW).table
    assert (again.seat_of(2), [sitter.name for sitter in again.waiting]) == (None, ["Борис"])


@pytest.mark.parametrize("slug", OF_MANY_DEALS)
def test_who_waits_for_a_deal_that_does_not_come_is_told_in_plain_words(slug: str) -> None:
    """Leaving: whoever joins gets "a seat without a name", or none, and is not told: nobody knows of some deals before
    their end that they are the last."""
    luck = random.Random(5)
    table = seats.sit(begun(slug, luck, computers=1), GUEST, NOW).table
    last = GAMES[slug].last
    if last is not None:
        table = table.but(state=core.lasting(state_of(table), *last(state_of(table).table)))
    chat = Chat(table)
    while table.stage == "play":
        before, table = table, on(table, chat, luck, 1)
    if table.waiting:
        told = [Said.parse(text) for text in asides(before, table, 0.0)]
        assert [("tg://user?id=9" in one.text, one.chat) for one in told] == [(True, None)]
    else:
        assert table.seat_of(9) is not None
    assert bool(table.waiting) is (last is not None)


@pytest.mark.parametrize("slug", MIDWAY)
def test_in_a_beating_game_a_newcomer_plays_on_with_a_computers_hand_at_once(slug: str) -> None:
    table = begun(slug, random.Random(7), computers=1)
    computer = len(table.sitters) - 1
    change = seats.sit(table, Sitter(user=9, name="Анна"), NOW)
    sound(change.table)
    assert (change.table.seat_of(9), change.table.names[computer]) == (computer, "Анна 2")
    assert state_of(change.table) == state_of(table)
    assert [(told.what, told.other) for told in change.seatings] == [("sat", "Фока")]
    with pytest.raises(IllegalMove, match="Every seat is taken"):
        seats.sit(change.table, Sitter(user=8, name="Зоя"), NOW)


def test_who_sleeps_keeps_the_seat_and_who_has_left_may_lose_it() -> None:
    table = begun("durachki", random.Random(8))
    asleep = presence.without(table, 1, left=False)
    with pytest.raises(IllegalMove, match="No computer"):
        seats.sit(asleep, GUEST, NOW)
    gone = seats.leave(table, 2, NOW).table
    taken = seats.sit(gone, GUEST, NOW).table
    assert (taken.seat_of(9), taken.kept_for(2)) == (1, None)
    with pytest.raises(IllegalMove, match="Every seat"):
        seats.sit(taken, Sitter(user=2, name="Борис"), NOW)


def test_nobody_takes_over_a_seat_that_is_out() -> None:
    """Leaving: "the winner stays in the turn order"."""
    for number in range(20):
        luck = random.Random(number)
        table = begun("durachki", luck, computers=1)
        while table.stage == "play" and state_of(table).hands[2]:
            table = on(table, Chat(table), luck, 1)
        if table.stage == "play":
            break
    assert state_of(table).hands[0]
    assert not state_of(table).hands[2]
    with pytest.raises(IllegalMove, match="No computer"):
        seats.sit(table, GUEST, NOW)


@pytest.mark.parametrize("slug", ["english_lottery", "questions", "declamation"])
def test_a_game_of_one_deal_takes_nobody_in(slug: str) -> None:
    gone = seats.leave(begun(slug, random.Random(10)), 2, NOW).table
    with pytest.raises(IllegalMove, match="nobody takes over in the middle"):
        seats.sit(gone, GUEST, NOW)


def test_with_the_last_deal_nobody_sits_down() -> None:
    table = begun("twenty_one", random.Random(11), computers=1, deals=1)
    with pytest.raises(IllegalMove, match="last deal"):
        seats.sit(table, GUEST, NOW)


# Hosts, removals, slips, and what is stored


def test_the_table_goes_to_the_next_person_and_comes_back_to_nobody() -> None:
    """Stale tables: "nobody but the absent host may end a dead game"."""
    change = seats.leave(begun("durachki", random.Random(12)), 1, NOW)
    assert change.table.host == 2
    assert [told.what for told in change.seatings] == ["left", "hosts"]
    back = seats.sit(change.table, Sitter(user=1, name="Анна"), NOW).table
    assert back.host == 2
    asleep = late(late(begun("durachki", random.Random(12)), 0, 1, 2).table).table
    assert asleep.stage == "over" or asleep.host in presence.people(asleep)


def test_who_is_removed_is_told_by_name_and_does_not_come_back() -> None:
    table = begun("durachki", random.Random(13))
    with pytest.raises(IllegalMove, match="host"):
        seats.remove(table, 3, 2, "Борис", NOW)
    change = seats.remove(table, 3, 1, "Анна", NOW)
    sound(change.table)
    assert [(told.what, told.name, told.other, told.instead) for told in change.seatings] == [
        ("removed", "Вера", "Анна", "computer")
    ]
    assert (change.table.holders[2].kept, change.table.holders[2].name) == (None, "Фока")
    with pytest.raises(IllegalMove, match="removed"):
        seats.sit(change.table, Sitter(user=3, name="Вера"), NOW)
    lobby_table = lobby.sit(lobby.open_table(table.but(stage="lobby"), table.sitters[0]), table.sitters[1])
    removed = seats.remove(lobby_table, 2, None, "Глеб", NOW).table
    assert removed.seat_of(2) is None
    with pytest.raises(IllegalMove, match="removed"):
        seats.sit(removed, table.sitters[1], NOW)


def test_a_move_of_ones_own_shows_that_one_is_awake() -> None:
    """Two turns missed with one played between them are not two in a row."""
    luck = random.Random(14)
    table = begun("koroli", luck)
    chat = Chat(table)
    (seat,) = presence.awaited(table)
    table = missing(table, seat, chat, luck)
    while seat not in presence.awaited(table):
        table = on(table, chat, luck, 1)
    table = chat.step(moved(table, seat, luck))
    table = missing(table, seat, chat, luck)
    assert (table.holders[seat].user, table.holders[seat].missed) == (seat + 1, 1)


def test_a_slip_is_not_waited_for_when_its_writer_has_left() -> None:
    """But while somebody still writes, the president closes for nobody's sake."""
    table = begun("questions", random.Random(15))
    for user in (1, 2, 3):
        table = playing.say(table, user, "О чём вы молчите?", NOW).table
    table = seats.leave(table, 4, NOW).table
    assert table.due[3] is None
    after = playing.say(table, 5, "Который час?", NOW).table
    assert (phase(after), after.due[3]) == ("questions", NOW.now)
    closed = clocks.expire(after, NOW).table
    assert phase(closed) == "answers"
    assert presence.awaited(closed) == (0, 1, 2, 4)


@every_game
def test_a_table_with_somebody_away_is_stored_and_read_again(slug: str) -> None:
    table = seats.leave(begun(slug, random.Random(16)), 2, NOW).table
    text = table.model_dump_json(exclude_defaults=True)
    assert table_type(slug).model_validate_json(text) == table
    assert seats.leave(table, 1, NOW).table.stage in ("play", "off")
    with pytest.raises(IllegalMove, match="not sitting"):
        seats.leave(table, 2, NOW)


def test_chips_are_won_and_lost_by_who_sits_there_when_the_deal_is_settled() -> None:
    luck, table = random.Random(17), begun("twenty_one", random.Random(17))
    while phase(table) != "punters":
        table = on(table, Chat(table), luck, 1)
    chat = Chat(table)
    (seat,) = presence.awaited(table)
    table = presence.without(table, seat, left=True)
    before = GAMES["twenty_one"].payoffs(state_of(table).table)
    change = to_next_deal(table, chat, luck)
    chat.step(change)
    won = GAMES["twenty_one"].payoffs(state_of(change.table).table)
    assert won[seat] != before[seat]
    assert (chat.purses[0], chat.purses.get(seat + 1, 0)) == (won[seat] - before[seat], 0)


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.last])
def test_a_deal_that_is_played_out_is_the_last(slug: str) -> None:
    """The record tells of a game that was meant to be so long from the first."""
    table, last = begun(slug, random.Random(18)), GAMES[slug].last
    assert last
    option, number = last(state_of(table).table)
    for seat in range(1, len(table.sitters)):
        table = presence.without(table, seat, left=False)
    change = seats.leave(table, 1, NOW)
    assert [told.what for told in change.seatings] == ["left", "asleep"]
    assert change.table.stage == "over"
    assert getattr(state_of(change.table).table.options, option) == number < int(str(table.options[option]))
    assert playing.amended(change.table)


def test_a_title_of_somebody_who_has_gone_waits_and_a_computer_wins_none() -> None:
    for number in range(20):
        luck = random.Random(number)
        table = begun("durachki", luck)
        table = on(presence.without(presence.without(table, 1, left=True), 2, left=True), Chat(table), luck)
        outcome = core.outcome(GAMES["durachki"], state_of(table))
        if outcome is not None and outcome["fool"] in (1, 2):
            break
    assert outcome is not None
    assert outcome["fool"] in (1, 2)
    assert left(table, outcome, ["durachki/2", "durachki/1"], 5) == {"durachki/1": None}
