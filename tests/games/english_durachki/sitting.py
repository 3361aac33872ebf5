"""What the tests of English durachki share: positions from what is written of them, and moves as text."""

import pytest

from games.cards import Cards, cards, in_order
from games.core import Event, State, play, view
from games.english_durachki import GAME, Here, Table
from games.moves import IllegalMove
from games.offers import legal


def sitting(
    *hands: str,
    talon: str = "",
    turned: str = "",
    takes: int = 0,
    passes: int = 0,
    stake: int = 1,
) -> Here:
    """Seat 0 is to lead, to the next of those who hold cards; hearts are trumps. Seats with empty hands are out."""
    held = tuple(in_order(cards(hand)) for hand in hands)
    seats_in = tuple(seat for seat, hand in enumerate(held) if hand)
    table = Table(
        seats=len(hands),
        stake=stake,
        phase="lead",
        dealer=len(hands) - 1,
        trump="H",
        turned=cards(turned),
        seats_in=seats_in,
        attacker=0,
        defender=seats_in[1],
        takes=takes,
        passes=passes,
        paid=(0,) * len(hands),
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


def topped(pack: Cards, top: str) -> Cards:
    """The pack with these cards on top."""
    first = cards(top)
    return (*first, *(card for card in pack if card not in first))
