"""A sitting of twenty-one told in full, in a file to be read; `pytest --renew` writes it anew."""

from collections.abc import Callable, Iterator
from pathlib import Path

from games.core import Event
from games.referee import told
from tests.games.twenty_one.sitting import Sitting, running_out, shoe, sit_down

FIRST = (
    "0 stake 10",
    "3 stake 4",
    "2 stake 20",
    "3 add 2",
    "1 deal",
    "0 add 5",
    "0 buy",
    "2 buy",
    "2 stand",
    "1 buy",
    "1 stand",
)
SHORT = ("2 sit", "0 stake 10", "1 deal", "0 buy", "0 buy", "0 stand", "1 stand")
SALE = ("1 bid 30", "0 sell")
LAST = ("0 stake 8", "3 stake 8", "1 deal")


def story() -> Iterator[str]:
    """Seat 1 draws the bank, holds it for two deals, buys the next one, and ends it with a natural."""
    sitting = sit_down(
        "KS AD",
        shoe("TS 6S", "AS KH", "TH 2H", "9C 8C", then="KD 9D 2D"),
        "TD 5C 6C",
        shoe("TS 8S", "AS KH", "QD AH"),
        dealer=None,
        deals=3,
    )
    yield from lines("the bank is drawn", sitting, sitting.told)
    yield from moves(sitting, FIRST)
    running_out(sitting, "7S 7H 3S")
    yield "— all but 7S 7H 3S of the shoe is used up —"
    yield from moves(sitting, SHORT)
    yield from moves(sitting, SALE)
    yield from moves(sitting, LAST)
    yield f"payoffs {' '.join(map(str, sitting.payoffs))}"


def moves(sitting: Sitting, texts: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        yield from lines(text, sitting.play(text), sitting.state.events)


def lines(title: str, sitting: Sitting, events: tuple[Event, ...] | list[Event]) -> Iterator[str]:
    yield title
    for event in events:
        said = {name: " ".join(value) if isinstance(value, tuple) else value for name, value in told(event).items()}
        words = ", ".join(f"{name} {value}" for name, value in said.items() if name != "event")
        yield f"    {event.event}: {words}" + (f" (heard by {event.audience[0]})" if event.audience else "")
    for seat in range(4):
        if may := sitting.legal(seat):
            yield f"  {seat} {'must' if seat in sitting.waits_for else 'may'}: {' | '.join(may)}"


def test_a_sitting_is_played_so(golden: Callable[[Path, str], None]) -> None:
    golden(Path(__file__).parent / "play_through.txt", "\n".join(story()) + "\n")
