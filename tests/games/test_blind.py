"""What a seat cannot know changes nothing for it: not its view, not its moves, not what it is told when one is refused.

Three ways to look. Everything hidden is mixed up at once, and the seat is asked again. Two cards that a seat never sees
in some stretch of play change places wherever they lie, the stretch is played again, and the seat must notice nothing:
so nothing that happens may betray a hidden card. And of a card that lies in a hand no event may tell anybody else.

What none of them sees: for the rest a card that an event without an audience names counts as shown to all. One that
goes face down out of play, or lies there, may be told so, and only the rule tests of its game and whoever reads its
play-through can find that wrong.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import core
from games.cards import PACK_52, cards
from games.core import AnyGame, Entry, Event, Played, Shuffled, State, view
from games.moves import IllegalMove
from games.record import Opening, Session, dumps
from games.referee import seen
from tests.games.walks import TABLES, AnyState, Walk, around, bounded, cards_in, leaves, listed, spelt, walks

V = TypeVar("V")

PAIRS = 8
"""So many pairs of hidden cards change places, one of each in somebody's hand where there are hands."""

TELLING = frozenset(("searches",))
"""Events that by their rule tell something of hidden cards: a hand is searched where there is no trump in it."""

TURNED_UP = frozenset(("trump",))
"""Events that by their rule name a card in a hand: the one turned up at the deal is its dealer's, or its owner's."""

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


def known(session: Session, seat: int | None) -> str:
    """All that the seat is told, as bytes: its view, its moves, and what is said against some that are none."""
    if seat is None:
        return dumps(seen(session, None))
    lines = listed(session, seat)
    said = {text: refusal(session, seat, text) for line in lines[:10] for text in (*spelt(line), *around(line))}
    return dumps([seen(session, seat), lines, said])


def refusal(session: Session, seat: int, text: str) -> str | None:
    """What is said against that move before anything is done; None where nothing is."""
    game = session.opening.game
    try:
        core.check(game, view(session.state, seat), game.parse(text))
    except IllegalMove as refused:
        return str(refused)
    return None


def changed(value: V, change: Callable[[object], object]) -> V:
    """The same record with each text and number in it changed so."""
    found: object
    if is_dataclass(value) and not isinstance(value, type):
        found = replace(value, **{each.name: changed(getattr(value, each.name), change) for each in fields(value)})
    elif isinstance(value, tuple):
        found = tuple(changed(each, change) for each in value)
    else:
        found = change(value)
    return found  # type: ignore[return-value]  # a change keeps the type of every part


def mixed(state: AnyState, knowing: int | None, luck: random.Random) -> AnyState:
    """The state with all that this seat cannot see in another order: cards among cards, texts among texts."""
    hidden = tuple(hand for seat, hand in enumerate(state.hands) if seat != knowing)
    kinds: dict[object, list[object]] = {}
    for leaf in leaves((hidden, state.down)):
        kinds.setdefault(_kind(leaf), []).append(leaf)
    for found in kinds.values():
        luck.shuffle(found)

    def other(leaf: object) -> object:
        return kinds[_kind(leaf)].pop()

    hands = tuple(hand if seat == knowing else changed(hand, other) for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, down=changed(state.down, other))


def _kind(leaf: object) -> object:
    return "card" if leaf in PACK_52 else type(leaf)


@every_table
def test_what_is_hidden_does_not_show(game: AnyGame, seats: int) -> None:
    @bounded(game)
    @given(walks(game, seats), st.data())
    def holds(walk: Walk, data: st.DataObject) -> None:
        session = walk.sessions[-1]
        luck = random.Random(data.draw(st.integers(0, 999)))
        seat = data.draw(st.sampled_from(range(len(session.state.hands))))
        for one in (None, seat):
            other = replace(session, state=mixed(session.state, one, luck))
            assert known(other, one) == known(session, one)
        blind = replace(session, state=mixed(session.state, None, luck))
        assert listed(blind, seat, public=True) == listed(session, seat, public=True)

    holds()


@every_table
def test_nothing_that_happens_betrays_a_hidden_card(game: AnyGame, seats: int) -> None:
    @bounded(game)
    @given(walks(game, seats), st.data())
    def holds(walk: Walk, data: st.DataObject) -> None:
        _no_event_tells_of_a_hand(walk)
        luck = random.Random(data.draw(st.integers(0, 999)))
        first = walk.sessions[0].state
        for seat in (None, data.draw(st.sampled_from(range(len(first.hands))))):
            shown = {card for session in walk.sessions for card in cards_in(view(session.state, seat))}
            unseen = {*cards_in(first)} - shown
            held = unseen & {*cards_in(tuple(hand for other, hand in enumerate(first.hands) if other != seat))}
            pairs = [(one, other) for one in sorted(held or unseen) for other in sorted(unseen - {one})]
            for one, other in luck.sample(pairs, min(PAIRS, len(pairs))):
                _notices_nothing(walk, seat, one, other)

    holds()


def _no_event_tells_of_a_hand(walk: Walk) -> None:
    opening, log = walk.sessions[-1].opening, walk.sessions[-1].log
    told = [leak for before, after in pairwise(each_move(opening, log)) for leak in told_of_hands(before, after)]
    assert not told, f"{told[0]}: give it an audience, or name the event in TURNED_UP where everybody sees that card"


def each_move(opening: Opening, log: Sequence[Entry[str | int]]) -> Iterator[AnyState]:
    """The states that a session went through, with those between a player's move and what chance did after it."""
    game = opening.game
    state: AnyState = game.start(opening.seats, opening.options)
    yield state
    for entry in log:
        match entry:
            case Played(seat, move):
                state = core.play(game, state, seat, game.parse(move))
            case Shuffled():
                state = core.play(game, state, core.DEALER, entry)
        yield state


def told_of_hands(before: AnyState, after: AnyState) -> Iterator[str]:
    """What events tell of cards that were not face up and lie in hands now, where others hear it than those who hold
    them or did, or are said to. Of two equal cards both must lie in hands."""
    open_now = {*cards_in(before.table, after.table)}
    held, all_there_are = (
        Counter(cards_in(*places, copies=False)) for places in (after.hands, (after.hands, after.down))
    )
    for event in after.events:
        hearers = {None} if event.audience is None else {*event.audience}
        for card in {*event.cards} - open_now:
            holders = {
                seat for state in (before, after) for seat, hand in enumerate(state.hands) if card in cards_in(hand)
            } | {event.seat, event.to} - {None}
            if held[card] and held[card] == all_there_are[card] and hearers - holders and event.event not in TURNED_UP:
                yield f"`{event.event}` tells {'all' if event.audience is None else hearers} of {card} in a hand"


@pytest.mark.parametrize(
    ("event", "leaks"),
    [
        (Event("dealt", 0, cards=cards("7S")), ["`dealt` tells all of 7S in a hand"]),
        (Event("dealt", 0, cards=cards("7S"), audience=(0, 1)), ["`dealt` tells {0, 1} of 7S in a hand"]),
        (Event("dealt", 0, cards=cards("7S"), audience=(0,)), []),
        (Event("gave", 1, to=0, cards=cards("7S"), audience=(0, 1)), []),
        (Event("buys", 0, cards=cards("8S")), []),
        (Event("leads", 0, cards=cards("9S")), []),
        (Event("throws", 0, cards=cards("TS")), []),
        (Event("trump", 0, cards=cards("7S")), []),
    ],
)
def test_an_event_that_tells_of_a_hand_is_found(event: Event, leaks: list[str]) -> None:
    """Eight was bought face up; nine and ten were in the hand: one lies on the table now, the other face down."""
    before: AnyState = State(cards("8S"), (cards("9S TS"), ()), (cards("7S"),))
    after: AnyState = State(cards("9S"), (cards("7S 8S"), ()), (cards("TS"),), (event,))
    assert list(told_of_hands(before, after)) == leaks


def _notices_nothing(walk: Walk, seat: int | None, one: str, other: str) -> None:
    """Plays the walk again with two cards exchanged, so far as that is legal and neither comes to light."""
    swap = {one: other, other: one}
    game, first = walk.sessions[0].opening.game, walk.sessions[0]
    state = changed(first.state, lambda leaf: swap.get(leaf, leaf) if isinstance(leaf, str) else leaf)
    for before, after in pairwise(walk.sessions):
        entries = after.log[len(before.log) :]
        (played,) = (entry for entry in entries if isinstance(entry, Played))
        chance = [entry for entry in entries if isinstance(entry, Shuffled)]
        move = re.sub("|".join(swap), lambda found: swap[found[0]], played.move)
        try:
            state, _ = core.step(game, state, played.seat, game.parse(move), _shuffles(chance, swap))
        except IllegalMove:
            assert played.seat != seat, "the seat may do something else than before"
            return
        if {one, other} & {*cards_in(view(state, seat))} or _telling(state) != _telling(after.state):
            return
        again = replace(after, state=state)
        assert dumps(seen(again, seat)) == dumps(seen(after, seat)), f"{one} or {other} shows for {seat}: {move}"


def _telling(state: AnyState) -> list[str]:
    return [event.event for event in state.events if event.event in TELLING]


def _shuffles(chance: list[Shuffled[str | int]], swap: dict[str, str]) -> core.Shuffle[str | int]:
    """The shuffles that were, with the two cards exchanged where the pile to be shuffled has them so. Where the cards
    have ended a deal that went on before, one shuffle more leaves its pile as it is."""
    arranged = iter(chance)

    def shuffle(pile: tuple[str | int, ...]) -> tuple[str | int, ...]:
        was = next(arranged, Shuffled(pile)).items
        swapped = tuple(swap.get(str(item), item) for item in was)
        return was if Counter(was) == Counter(pile) else swapped

    return shuffle
