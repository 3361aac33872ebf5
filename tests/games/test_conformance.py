"""What holds for every game at every number of seats, however it is played.

Nothing here knows a rule: that a rule itself is wrong, only the tests of that game can see.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from pydantic import TypeAdapter

from games import core, record
from games.cards import PACK_36, PACK_52, PACK_104, Card, in_order
from games.core import AnyGame, Played, Shuffled, State, view
from games.moves import IllegalMove
from games.offers import Offer, Pick, ahead
from games.record import Opening, Session, begin
from games.simulation import onward, simulate
from tests.games.walks import TABLES, AnyState, Walk, allows, around, bounded, cards_in, listed, refusal, spelt, walks

MANY = 60
"""Of a longer list of moves only so many are tried, the first ones."""

PACKS: tuple[tuple[str, ...], ...] = (), PACK_36, PACK_52, PACK_104
"""What a state holds, neither more nor less; written questions are played without cards."""

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


@every_table
def test_positions_hold_together(game: AnyGame, seats: int) -> None:
    @bounded(game)
    @given(walks(game, seats))
    def holds(walk: Walk) -> None:
        for session in walk.sessions:
            _chips_and_cards_are_conserved(session)
            _somebody_is_asked_until_it_is_over(session)
            _a_stored_state_is_the_same_state(session)
            _time_out_is_a_legal_move(session)
            _public_buttons_are_for_those_who_may_move(session)

    holds()


def _chips_and_cards_are_conserved(session: Session) -> None:
    game, state = session.opening.game, session.state
    outcome = session.outcome or {}
    carried = getattr(session.opening.options, "carry", 0) - int(str(outcome.get("carry", 0)))
    if session.outcome is not None:
        said = "the payoffs must sum to zero, but for chips that a `carry` brings or takes along"
        assert sum(game.payoffs(state.table)) == carried, said
    assert len(game.payoffs(state.table)) == session.opening.seats, "`payoffs` has a number for each seat"
    if wrong := _amiss(cards_in(state.table, state.hands, state.down, copies=False)):
        pytest.fail(wrong)


def _amiss(found: Sequence[str]) -> str:
    """What is wrong with these cards, beside the pack that is most like them; empty where they are one."""
    packs = filter(None, PACKS) if found else PACKS
    apart = [(Counter(pack) - Counter(found), Counter(found) - Counter(pack)) for pack in packs]
    lacking, added = min(apart, key=lambda pair: (pair[0] + pair[1]).total())
    said = ""
    if lacking:
        said += f"It lacks {' '.join(lacking.elements())}: a card out of play stays in `table` or in `down`. "
    if added:
        said += f"It has {' '.join(added.elements())} over: mark a field that shows what lies elsewhere as `copy`. "
    return said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((), "()"),
        (PACK_36, "()"),
        (PACK_104[::-1], "()"),
        (PACK_36[1:], r"It lacks 6S: \S.*"),
        (PACK_36[:3], rf"It lacks {' '.join(PACK_36[3:])}: \S.*"),
        ((*PACK_52, "QC", "QC"), r"It has QC QC over: \S.*"),
        (("2S", *PACK_52[:-1]), r"It lacks AH: \S.* It has 2S over: \S.*"),
    ],
)
def test_cards_that_do_not_make_a_pack_are_named(found: tuple[str, ...], said: str) -> None:
    assert re.fullmatch(said, _amiss(found))


def _somebody_is_asked_until_it_is_over(session: Session) -> None:
    game, state = session.opening.game, session.state
    turn = game.turn(state.table)
    assert list(turn) == sorted(set(turn)), "`turn` names each seat once, ascending"
    assert bool(turn) is (session.outcome is None), "`turn` names somebody until there is an `outcome`, and nobody then"
    for seat in turn if turn else range(len(state.hands)):
        said = f"seat {seat} is waited for and may do nothing" if turn else f"it is over, and seat {seat} may move"
        assert bool(listed(session, seat)) is bool(turn), said
    for event in state.events:
        said = f"the audience of `{event.event}` are seats"
        assert event.audience is None or set(event.audience) <= set(range(len(state.hands))), said


@cache
def _stored(game: AnyGame) -> "TypeAdapter[AnyState]":
    return TypeAdapter(State[game.table, game.hand, str | int])  # type: ignore[name-defined]  # types known when it runs


def _a_stored_state_is_the_same_state(session: Session) -> None:
    stored = _stored(session.opening.game)
    text = stored.dump_json(session.state)
    again = stored.validate_json(text)
    said = "what is stored must come back equal: `table` and `hand` name the types, tuples and frozen records of them"
    assert again == session.state, said
    assert stored.dump_json(again) == text, said


def _time_out_is_a_legal_move(session: Session) -> None:
    game, state = session.opening.game, session.state
    for awaited in game.turn(state.table):
        if found := core.time_out(game, state, awaited):
            seat, move = found
            said = f"the time-out move of seat {awaited} is `{move}` by seat {seat}, which is refused"
            assert refusal(session, seat, str(move)) is None, said


def _public_buttons_are_for_those_who_may_move(session: Session) -> None:
    """A button that shows no card may be refused for one, but nobody gets buttons who may do nothing at all."""
    for seat in range(len(session.state.hands)):
        public = listed(session, seat, public=True)
        assert not public or listed(session, seat), f"seat {seat} has public buttons {public}, and may do nothing"
        assert all(str(session.opening.game.parse(text)) == text for line in public for text in spelt(line))


@every_table
def test_what_is_listed_is_legal_and_nothing_else(game: AnyGame, seats: int) -> None:
    @bounded(game)
    @given(walks(game, seats))
    def holds(walk: Walk) -> None:
        session = walk.sessions[-1]
        before = record.dumps(session.state)
        told = {
            line
            for each in walk.sessions
            for seat in range(len(each.state.hands))
            for line in listed(each, seat)[:MANY]
        }
        for seat in range(len(session.state.hands)):
            lines = listed(session, seat)
            assert len(lines) == len(set(lines)), "each move is offered once"
            for text in (text for line in lines[:MANY] for text in spelt(line)):
                assert refusal(session, seat, text) is None, f"`{text}` is offered to seat {seat}, and refused"
                assert str(game.parse(text)) == text, f"`{text}` is read as `{game.parse(text)}`"
            tried = sorted({*told, *(text for line in lines for text in around(line))})
            for text in (text for line in tried[:MANY] for text in spelt(line)):
                said = refusal(session, seat, text)
                assert (said is None) is allows(lines, _canonical(game, text)), f"seat {seat}, {text}: {said}"
        assert record.dumps(session.state) == before, "a refused move changes nothing"

    holds()


def _canonical(game: AnyGame, text: str) -> str:
    try:
        return str(game.parse(text))
    except IllegalMove:
        return text


@every_table
def test_keyboard_reaches_exactly_the_legal_moves(game: AnyGame, seats: int) -> None:
    @bounded(game)
    @given(walks(game, seats))
    def holds(walk: Walk) -> None:
        session = walk.sessions[-1]
        for seat in range(len(session.state.hands)):
            lines = listed(session, seat)
            if len(lines) <= MANY:
                reached = sorted(_reached(tuple(game.offers(view(session.state, seat)))))
                assert reached == lines, f"seat {seat} comes to other moves word by word than are listed"

    holds()


def _reached(offers: tuple[Offer, ...]) -> set[str]:
    """What can be said by walking word after word; each set of cards is walked through once, in canonical order."""
    found: set[str] = set()
    paths: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}
    known = set(paths)
    while paths:
        path, said = paths.popitem()
        step = ahead(offers, path)
        assert not path or step.done or step.words or step.amount or step.text, f"{path} leads nowhere"
        if step.done:
            found.add(" ".join(said))
        if step.text:
            found.add(" ".join((*said, "…")))
        ways = [(word, word) for word in step.words]
        if step.amount:
            ways.append((str(step.amount.low), str(step.amount)))
        for word, shown in ways:
            longer = _in_order(offers, (*path, word))
            if longer not in known:
                known.add(longer)
                paths[longer] = _in_order(offers, (*said, shown))
    return found


def _in_order(offers: tuple[Offer, ...], path: tuple[str, ...]) -> tuple[str, ...]:
    for offer in offers:
        start = len(offer.slots)
        if offer.verb == path[0] and start and isinstance(offer.slots[-1], Pick):
            return (*path[:start], *in_order(map(Card, path[start:])))
    return path


@every_table
def test_log_replays_to_an_equal_state(game: AnyGame, seats: int) -> None:
    @bounded(game)
    @given(walks(game, seats))
    def holds(walk: Walk) -> None:
        session = walk.sessions[-1]
        shuffles = tuple(entry.items for entry in session.log if isinstance(entry, Shuffled))
        again = begin(Opening(game, seats, session.opening.options, shuffles))
        for entry in session.log:
            if isinstance(entry, Played):
                again = again.play(entry.seat, entry.move)
        assert (again.state, again.log) == (session.state, session.log), "equal moves and shuffles give equal states"

    holds()


@every_table
def test_sensible_play_ends_and_its_record_verifies(game: AnyGame, seats: int) -> None:
    opening = Opening(game, seats, game.options())
    *_, last = simulate(opening, random.Random(seats))
    assert last.outcome is not None, "sensible players come to an end"
    lines = list(record.written(opening, last.log, last.outcome))
    *_, again = record.read(lines).replay()
    assert again.outcome == last.outcome
    if game.publish is None:
        assert again.state == last.state
    assert list(record.written(again.opening, again.log, last.outcome)) == lines


@every_table
def test_a_session_that_is_cut_short_is_one_that_was_meant_to_be_short(game: AnyGame, seats: int) -> None:
    """In a game of many deals that may be made to end with the one that is on."""
    if game.last is None:
        named = {each.name for each in fields(game.options)}  # type: ignore[arg-type]  # a dataclass
        assert not {"deals", "reigns"} & named, "a game of many deals names by `last` the option that ends it"
        return
    luck = random.Random(seats)
    for moves in (1, 7, 40) if seats < 8 else (20,):
        *_, session = islice(simulate(Opening(game, seats, game.options()), luck), moves)
        if session.outcome is not None:
            continue
        option, value = game.last(session.state.table)
        *_, ended = onward(replace(session, state=core.lasting(session.state, option, value)), luck)
        assert ended.outcome is not None
        assert game.last(ended.state.table)[1] - value in (0, 1)
        short = replace(ended.opening, options=replace(session.opening.options, **{option: value}))  # type: ignore[type-var]  # a dataclass
        again = begin(short)
        for entry in ended.log:
            if isinstance(entry, Played):
                again = again.play(entry.seat, entry.move)
        assert again.state == ended.state
        assert again.outcome == ended.outcome
