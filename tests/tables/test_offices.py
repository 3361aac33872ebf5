"""President, secretary, director: a player, the bot, a moderator who does not play, or whom the table elects."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bot.language import Language
from bot.screens.lobby import lobby_screen
from bot.store.store import Document
from bot.tables import clocks, lobby, offices, playing, seats, showing, steps
from bot.tables.announcing import announcements
from bot.tables.model import Sitter, Table, table_type
from bot.tables.steps import Change, Clock, state_of
from games import core, record
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.record import dumps

SEED = bytes(32)
NOW = Clock(1_000_000)
RU = Language("ru")

ANNA, BORIS, VERA, GLEB = (
    Sitter(user=user, name=name) for user, name in enumerate(("Анна", "Борис", "Вера", "Глеб"), 1)
)
KLIM = Sitter(user=9, name="Клим")


def opened(game: str = "questions", *others: Sitter, **more: Any) -> Table[Any]:
    """A lobby of Anna's, the host, with these others."""
    table = table_type(game)(id="0aaaaaaa", home="0-a", chat=-1, game=game, host=1, **more)
    table = lobby.open_table(table, ANNA)
    for sitter in others:
        table = lobby.sit(table, sitter)
    return table


def three(game: str = "questions") -> Table[Any]:
    return opened(game, BORIS, VERA)


def by(way: str, *named: str, game: str = "questions") -> Table[Any]:
    """Three at a table, and these offices to be filled so."""
    table = three(game)
    for office in named or GAMES[game].offices:
        table = lobby.fill(table, 1, office, way)
    return table


def begun(table: Table[Any]) -> Table[Any]:
    return playing.start(table, table.host, SEED, NOW).table


def wrote(table: Table[Any], *users: int, text: str = "Слово от {}") -> Table[Any]:
    for user in users:
        table = playing.say(table, user, text.format(user), NOW).table
    return table


def reading(table: Table[Any]) -> Table[Any]:
    """That round when both of all three's texts are written."""
    return wrote(wrote(begun(table), 1, 2, 3), 1, 2, 3, text="Ответ от {}")


def pressing(table: Table[Any]) -> str:
    """The group's message and its buttons."""
    screen = showing.wanted(table, Document("", ""), "bot", showing.Unix(0, 0))[0].render()
    return spaced(screen.text + screen.keyboard)


def spaced(text: str) -> str:
    """The text without hard spaces."""
    return text.replace("\u00a0", " ")


def panel(table: Table[Any]) -> str:
    return spaced(lobby_screen(table.but(panel="options").face(None), RU, "bot").keyboard)


def front(table: Table[Any]) -> str:
    screen = lobby_screen(table.face(None), RU, "bot")
    return spaced(screen.text + screen.keyboard)


def due(table: Table[Any], seat: int) -> int:
    """Milliseconds that the seat has."""
    until = table.due[seat]
    assert until is not None
    return until - NOW.now


def expired(table: Table[Any]) -> Change:
    """What the clock does when the next thing is due."""
    when = min(until for until in table.due if until is not None)
    return clocks.expire(table, Clock(when))


def to_the_end(table: Table[Any]) -> Iterator[Change]:
    while table.stage == "play":
        change = expired(table)
        table = change.table
        yield change


# In the lobby


def test_each_office_offers_every_player_the_bot_a_moderator_and_a_vote() -> None:
    keys = [key["text"] for row in json.loads(panel(three()))["inline_keyboard"] for key in row]
    assert keys[:8] == [
        "Председатель",
        "✓ Анна",
        "Борис",
        "Вера",
        "🤖 бот",
        "ведёт модератор",
        "голосованием",
        "Секретарь",
    ]
    director = [key["text"] for row in json.loads(panel(three("english_lottery")))["inline_keyboard"] for key in row]
    assert director[director.index("Директор") :][1:7] == [
        "✓ Анна",
        "Борис",
        "Вера",
        "🤖 бот",
        "ведёт модератор",
        "голосованием",
    ]


def test_what_is_chosen_is_ticked_and_told() -> None:
    assert "✓ 🤖 бот" in panel(by("bot", "secretary"))
    assert "Секретарь: 🤖 бот" in front(by("bot", "secretary"))
    assert "✓ Анна" not in panel(by("bot"))
    named = lobby.set_option(by("bot"), 1, "secretary", 2)
    assert ("Председатель: 🤖 бот" in front(named), "Секретарь: Вера" in front(named)) == (True, True)


def test_only_the_host_chooses_how_and_only_what_there_is() -> None:
    with pytest.raises(IllegalMove, match="host"):
        lobby.fill(three(), 2, "president", "bot")
    for office, way in (("director", "bot"), ("president", "lot"), ("max_length", "bot")):
        with pytest.raises(IllegalMove, match="may not be"):
            lobby.fill(three(), 1, office, way)


def test_against_computers_alone_the_bot_may_direct_but_nobody_votes_or_comes() -> None:
    table = opened("english_lottery", alone=True)
    assert lobby.fill(table, 1, "director", "bot").offices["director"].way == "bot"
    assert "голосованием" not in panel(table)
    for way in ("vote", "moderator"):
        with pytest.raises(IllegalMove, match="may not be"):
            lobby.fill(table, 1, "director", way)


def test_a_moderator_takes_an_office_without_playing() -> None:
    table = by("moderator")
    assert "Вести, не играя" in front(table)
    assert "Читать, не играя" in front(table)
    table = lobby.preside(lobby.preside(table, KLIM, "president"), KLIM, "secretary")
    assert (table.names, [officer.name for officer in table.officers]) == (("Анна", "Борис", "Вера"), ["Клим"])
    assert "не играя" not in front(table)
    assert "Председатель: Клим" in front(table)
    with pytest.raises(IllegalMove, match="has taken"):
        lobby.preside(table, GLEB, "president")
    with pytest.raises(IllegalMove, match="another way"):
        lobby.preside(three(), KLIM, "president")


def test_a_moderator_who_sits_gets_up_to_preside_and_stays_host() -> None:
    table = lobby.preside(by("moderator", "president"), ANNA, "president")
    assert (table.names, table.host, table.seat_of(1)) == (("Борис", "Вера"), 1, 2)
    assert lobby.set_option(table, 1, "secretary", 1).options["secretary"] == 1
    with pytest.raises(IllegalMove, match="This is for the host: 2"):
        lobby.set_option(table, 2, "secretary", 1)
    back = lobby.sit(table, ANNA)
    assert (back.names, back.officers) == (("Анна", "Борис", "Вера"), ())
    assert "Вести, не играя" in front(back)


def test_what_is_agreed_of_a_seat_goes_with_who_sits_there_when_somebody_gets_up_to_preside() -> None:
    table = lobby.set_option(by("moderator", "president"), 1, "secretary", 2)
    assert lobby.preside(table, ANNA, "president").options["secretary"] == 1


def test_alone_in_a_lobby_one_may_preside_and_wait_for_the_others() -> None:
    table = lobby.preside(lobby.fill(opened(), 1, "president", "moderator"), ANNA, "president")
    assert (table.stage, table.sitters) == ("lobby", ())
    assert "За столом: пока никого" in front(table)
    assert lobby.leave(table, 1).stage == "off"
    later = lobby.sit(lobby.sit(table, BORIS), VERA)
    gone = lobby.leave(later, 1)
    assert (gone.host, gone.officers) == (2, ())


def test_the_host_does_not_change_when_another_leaves() -> None:
    table = lobby.preside(by("moderator", "president"), ANNA, "president")
    assert lobby.leave(table, 2).host == 1


def test_twins_are_told_apart_in_offices_too() -> None:
    table = lobby.preside(by("moderator", "president"), Sitter(user=9, name="Вера"), "president")
    assert [holder.name for holder in table.holders] == ["Анна", "Борис", "Вера", "Вера 2"]


def test_to_choose_otherwise_takes_the_office_away() -> None:
    table = lobby.preside(by("moderator"), KLIM, "president")
    assert lobby.fill(table, 1, "president", "bot").officers == ()
    assert lobby.set_option(table, 1, "president", 1).officers == ()
    both = lobby.preside(table, KLIM, "secretary")
    assert lobby.fill(both, 1, "president", "bot").officers == both.officers


def test_a_game_does_not_begin_while_an_office_waits_for_a_moderator() -> None:
    with pytest.raises(IllegalMove, match="No moderator has come yet"):
        begun(by("moderator", "president"))
    with pytest.raises(IllegalMove, match="This is for the host"):
        lobby.ready(by("moderator", "president"), 2)


def test_the_next_table_fills_its_offices_in_the_same_way_with_nobody_in_them() -> None:
    before = lobby.preside(by("moderator", "president"), KLIM, "president")
    before = begun(lobby.vote(lobby.fill(before, 1, "secretary", "vote"), 2, "secretary", 3))
    after = lobby.as_agreed(opened(), before)
    assert {name: office.way for name, office in after.offices.items()} == {
        "president": "moderator",
        "secretary": "vote",
    }
    assert (after.officers, after.options.get("president")) == ((), None)
    assert offices.votes(after, "secretary") == (0,)


# The vote


def votes(table: Table[Any], *cast: tuple[int, int]) -> Table[Any]:
    for user, choice in cast:
        table = lobby.vote(table, user, "president", choice)
    return table


def test_each_has_one_vote_and_may_change_it_and_all_see_the_count() -> None:
    table = votes(by("vote", "president"), (1, 3), (2, 3), (3, 2))
    assert offices.votes(table, "president") == (0, 1, 2)
    assert "Вера · 2" in front(table)
    assert offices.votes(votes(table, (1, 2)), "president") == (0, 2, 1)
    assert begun(table).options["president"] == 2


def test_of_equal_votes_and_of_none_who_sits_first_is_elected() -> None:
    assert begun(by("vote", "president")).options["president"] == 0
    assert begun(votes(by("vote", "president"), (1, 3), (2, 2))).options["president"] == 1


def test_votes_count_while_both_sit_there() -> None:
    table = votes(by("vote", "president"), (1, 3), (2, 3), (3, 2))
    assert offices.votes(lobby.leave(table, 3), "president") == (0, 0)
    assert offices.votes(lobby.leave(table, 1), "president") == (1, 1)


def test_only_those_vote_and_are_elected_who_sit_there() -> None:
    with pytest.raises(IllegalMove, match="sit down first"):
        votes(by("vote", "president"), (9, 1))
    with pytest.raises(IllegalMove, match="has got up"):
        votes(by("vote", "president"), (1, 9))
    with pytest.raises(IllegalMove, match="another way"):
        votes(three(), (1, 2))


def test_a_computer_gets_no_votes_and_is_not_elected_before_a_person() -> None:
    table = lobby.add_computer(lobby.fill(opened("english_lottery"), 1, "director", "vote"), 1)
    table = lobby.leave(lobby.sit(table, BORIS), 1)
    assert begun(table).options["director"] == table.seat_of(2)


# In play


def test_one_who_presides_does_what_the_president_does_and_writes_nothing() -> None:
    table = begun(lobby.preside(by("moderator", "president"), KLIM, "president"))
    assert (table.options["president"], table.seat_of(9), len(state_of(table).hands)) == (3, 3, 4)
    with pytest.raises(IllegalMove, match="Nobody is asked"):
        playing.say(table, 9, "Мой вопрос", NOW)
    table = wrote(wrote(table, 1, 2, 3), 1, 2)
    table = playing.play(table, 9, "close", table.count, NOW).table
    assert state_of(table).table.phase == "reading"
    table = playing.play(table, 9, "strike 1", table.count, NOW).table
    assert state_of(table).table.gone == (1,)


def test_an_officer_has_a_private_screen_and_the_bot_has_none() -> None:
    def shown_to(table: Table[Any]) -> dict[str, int]:
        return {each.key: each.chat for each in showing.wanted(table, Document("", ""), "bot", showing.Unix(0, 0))}

    klim = reading(lobby.preside(by("moderator", "president"), KLIM, "president"))
    assert shown_to(klim) == {"table": -1, "0": 1, "1": 2, "2": 3, "3": 9}
    assert "Вычеркнуть 1" in showing.seat_screen_of(klim, 3, RU).keyboard
    assert shown_to(reading(by("bot"))) == {"table": -1, "0": 1, "1": 2, "2": 3}


def test_president_and_secretary_may_be_a_moderator_and_the_bot() -> None:
    table = lobby.fill(lobby.preside(by("moderator", "president"), KLIM, "president"), 1, "secretary", "bot")
    table = reading(table)
    assert (table.options["president"], table.options["secretary"], len(table.holders)) == (3, 4, 5)
    assert "председатель Клим, секретарь бот" in pressing(table)
    assert "Прочесть" not in pressing(table), "nobody presses for the bot"


def test_the_bot_reads_one_slip_at_a_time_so_that_people_can_follow() -> None:
    table = reading(by("bot"))
    assert due(table, 3) == 9 * NOW.thinking
    changes = list(to_the_end(table))
    said = [text for change in changes for text in announcements(change, {}, "bot")]
    assert [json.loads(text)["text"].split(".")[0] for text in said[:3]] == ["Листок 1", "Листок 2", "Листок 3"]
    assert changes[-1].table.stage == "over"


def test_before_the_bot_reads_the_president_has_time_for_all_that_lies_on_the_desk() -> None:
    table = reading(by("bot", "secretary"))
    assert due(table, 3) == 3 * 9 * NOW.thinking
    after = expired(table).table
    assert due(after, 3) - due(table, 3) == 9 * NOW.thinking


def test_the_bot_presides_by_closing_when_time_is_up_or_else_calling_off() -> None:
    """Two would know each other's questions."""
    table = wrote(begun(lobby.sit(by("bot"), GLEB)), 1, 2, 3)
    closed = expired(table)
    assert state_of(closed.table).table.phase == "answers"
    assert [event.event for event in closed.happened][:2] == ["closed", "out"]
    assert expired(wrote(begun(by("bot")), 1, 2)).table.stage == "off"


def test_the_bot_does_not_close_while_anybody_there_still_writes() -> None:
    table = wrote(begun(lobby.sit(by("bot"), GLEB)), 1, 2, 3)
    assert due(table, 3) == 120_000
    assert table.due[4] is None
    assert clocks.expire(table, Clock(NOW.now + 119_999)).table is table


def test_a_slip_is_not_waited_for_when_its_writer_has_left() -> None:
    """Field notes: an author obvious because too few answered: fewer than three questions are never read."""
    table = wrote(begun(lobby.sit(by("bot"), GLEB)), 1, 2, 3)
    left = seats.leave(table, 4, NOW).table
    assert due(left, 3) <= NOW.thinking
    assert state_of(expired(left).table).table.phase == "answers"
    two = seats.leave(wrote(begun(by("bot")), 1, 2), 3, NOW).table
    while two.stage == "play":
        two = expired(two).table
    assert two.stage == "off"


def test_the_bot_directs_a_lottery_card_by_card() -> None:
    table = begun(by("bot", game="english_lottery"))
    assert (table.options["director"], len(table.holders)) == (3, 4)
    for user in (1, 2, 3):
        if state_of(table).table.phase == "buying":
            table = playing.play(table, user, "pass", table.count, NOW).table
    assert due(table, 3) == 3 * NOW.thinking
    assert "Вынуть карту" not in pressing(table)
    assert "бот" in pressing(table)
    changes = list(to_the_end(table))
    assert changes[-1].table.stage == "over"
    paid = changes[-1].purses
    assert sum(paid.values()) == 0
    assert set(paid) <= {1, 2, 3, -1}


def test_a_moderator_directs_a_lottery_without_a_ticket() -> None:
    table = begun(lobby.preside(by("moderator", game="english_lottery"), KLIM, "director"))
    for user in (1, 2, 3):
        if state_of(table).table.phase == "buying":
            table = playing.play(table, user, "pass", table.count, NOW).table
    assert "Вынуть карту" in pressing(table)
    table = playing.play(table, 9, "call", table.count, NOW).table
    assert len(state_of(table).table.called) == 1
    with pytest.raises(IllegalMove, match="Wait for the director: 3"):
        playing.play(table, 1, "call", table.count, NOW)


@pytest.mark.parametrize("game", ["questions", "english_lottery"])
def test_an_officer_who_leaves_gives_the_office_to_the_bot(game: str) -> None:
    """Field notes: somebody leaves in any phase and is the reader, president, director: it goes on."""
    table = by("moderator", game=game)
    for office in GAMES[game].offices:
        table = lobby.preside(table, KLIM, office)
    table = begun(table)
    for user in (1, 2, 3):
        table = _on(table, user)
    steps_taken = 0
    while table.stage == "play":
        left = seats.leave(table, 9, NOW).table
        if left.stage == "play":  # else it was the last thing that was awaited, and the rules did it
            assert (left.holders[3].user, left.host) == (None, 1)
            assert "Клим" not in pressing(left)
            *_, last = to_the_end(left)
            assert last.table.stage == "over" or state_of(table).table.phase == "questions"
        table = (
            _on(table, 9) if state_of(table).table.phase in ("calls", "last", "prizes", "reading") else _others(table)
        )
        steps_taken += 1
    assert steps_taken > (50 if game == "english_lottery" else 8)


def _on(table: Table[Any], user: int) -> Table[Any]:
    """The table after some move of that person, if there is one to be made."""
    for move in ("pass", "call", "open", "read"):
        try:
            return playing.play(table, user, move, table.count, NOW).table
        except IllegalMove:
            continue
    return table


def _others(table: Table[Any]) -> Table[Any]:
    if state_of(table).table.phase == "trade":
        return playing.play(table, 9, "close", table.count, NOW).table
    return wrote(table, *[user for user in (1, 2, 3) if user - 1 in state_of(table).table.waiting][:1])


def test_an_officer_who_sleeps_two_turns_gives_the_office_to_the_bot_and_may_take_it_back() -> None:
    table = reading(lobby.preside(by("moderator", "secretary"), KLIM, "secretary"))
    table = expired(table).table
    assert (table.holders[3].user, table.holders[3].missed) == (9, 1)
    slept = expired(table)
    table = slept.table
    assert (table.holders[3].user, table.holders[3].kept) == (None, 9)
    said = [json.loads(text)["text"] for text in announcements(slept, {}, "bot")]
    assert said[-1] == "Клим: пропущено два хода. Должность беру на себя."
    back = seats.sit(table, KLIM, NOW).table
    assert back.seat_of(9) == 3
    assert playing.play(back, 9, "read", back.count, NOW).table.stage == "over"


def test_a_host_who_presides_stays_host_when_somebody_leaves() -> None:
    table = begun(lobby.preside(lobby.sit(by("moderator", "president"), GLEB), ANNA, "president"))
    assert seats.leave(table, 2, NOW).table.host == 1


# Records and secrets


def finished(table: Table[Any]) -> tuple[Table[Any], list[str]]:
    """That round played to its end by the clock after all have written, and its log as it is stored then."""
    change = playing.start(table, table.host, SEED, NOW)
    for user in (1, 2, 3, 1, 2, 3):
        change = change.then(playing.say(change.table, user, f"Слово от {user}", NOW))
    while change.table.stage == "play":
        change = change.then(expired(change.table))
    return change.table, list(playing.published(change.table, change.log))


def test_a_round_with_offices_from_outside_is_replayed_from_its_log_and_names_no_author() -> None:
    table, log = finished(lobby.fill(lobby.preside(by("moderator"), KLIM, "president"), 1, "secretary", "bot"))
    entries = [json.loads(text) for text in log]
    new = {**entries[0]["new"], "rules": 1, "shuffles": [entry["shuffled"] for entry in entries if "shuffled" in entry]}
    session = record.begin(record.opening(new, recorded=True))
    for entry in entries:
        if "play" in entry:
            session = session.play(*entry["play"])
    assert dumps(session.outcome) == dumps(core.outcome(GAMES["questions"], state_of(table)))
    slips = {slip.to: slip for slip in state_of(table).table.read}
    wrote_by = [entry["play"] for entry in entries if "play" in entry and entry["play"][1].startswith("write")]
    assert len(wrote_by) == 6
    for seat, move in wrote_by:
        assert move.removeprefix("write ") in (slips[seat].question, slips[seat].answer)


def test_no_message_betrays_an_author(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds in which the same texts stand on the same slips, written by other people, look the same to everybody
    but the writer while it is written, and from then on to all; so do the table and its log in the store at the end."""
    one, other = (
        _round(monkeypatch, first, second) for first, second in (((0, 1, 2), (0, 1, 2)), ((1, 2, 0), (2, 0, 1)))
    )
    assert one == other
    assert any("Вопрос на листке 2" in text for text in one)


def _round(monkeypatch: pytest.MonkeyPatch, first: tuple[int, ...], second: tuple[int, ...]) -> list[str]:
    """All that is shown to others than the writers, and stored when nothing can be written any more."""
    scripted = iter((first, second, (2, 0, 1)))
    for module in (steps, playing):
        monkeypatch.setattr(module, "shuffles", lambda _: lambda _: next(scripted))
    table = lobby.fill(lobby.preside(by("moderator"), KLIM, "president"), 1, "secretary", "bot")
    change = playing.start(table, 1, SEED, NOW)
    seen = _seen(change)
    for what, headings in (("Вопрос", first), ("Ответ", second)):
        for seat, to in enumerate(headings):
            step = playing.say(change.table, seat + 1, f"{what} на листке {to}", NOW)
            change = change.then(step)
            seen += _seen(step)
    while change.table.stage == "play":
        step = expired(change.table)
        change = change.then(step)
        seen += [*_seen(step), *(showing.seat_screen_of(step.table, seat, RU).text for seat in range(3))]
        seen.append(dumps(step.table.face(None).model_dump(mode="json")) + repr(state_of(step.table)))
    log = list(playing.published(change.table, change.log))
    return [*seen, change.table.model_dump_json(), *log]


def _seen(change: Change) -> list[str]:
    """The group's message, what is said one by one, the president's message, and what a bystander is told."""
    table = change.table
    return [
        pressing(table),
        *announcements(change, {}, "bot"),
        showing.seat_screen_of(table, 3, RU).text,
        showing.toast(change, 9, RU),
        showing.hand(table, 3, RU),
        showing.advice(table, 3, RU),
    ]
