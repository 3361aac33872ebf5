"""What lies on a table and who sits round it, said once by each game for texts, pictures and alternative texts.

Cards stay cards here, so that a picture can draw them; words stand beside them in the reader's language, as plain text
in which `bot.language.strong` may mark what stands out.
"""

from dataclasses import dataclass
from typing import Literal

from games.cards import Card

Kind = Literal["bout", "row", "grid", "heaps", "heap", "stock"]
"""How the piles of a zone lie: pairs of a card and what beats it; side by side; in rows and columns; side by side, each
squared up so that its top card alone matters; one alone, in which everybody may look beneath the top card; or one stock
to be drawn from."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie on each other, the first one lowest; None is a card face down.

    `under` more lie face down beneath them. A pile may be empty: then it is a place where cards may lie.
    """

    cards: tuple[Card | None, ...] = ()
    under: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table, with the piles on it."""

    kind: Kind
    piles: tuple[Pile, ...]
    title: str = ""
    columns: int = 0
    """Of a grid: how many piles stand side by side."""


@dataclass(frozen=True, slots=True)
class Chips:
    """A heap of chips before a seat, and the words that say what it is."""

    amount: int
    words: str


@dataclass(frozen=True, slots=True)
class Track:
    """The lines that a marker walks: it has passed `at` of `lines`, beyond the last of which is the circle."""

    at: int
    lines: int


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at the table and what lies before him."""

    seat: int
    name: str
    cards: tuple[Card | None, ...] = ()
    """Open cards, and None for each that is seen face down."""
    count: int | None = None
    """How many cards are held where only their number is told."""
    chips: tuple[Chips, ...] = ()
    staked: tuple[Chips, ...] = ()
    """Those of `chips` that are at stake in this deal."""
    track: Track | None = None
    marks: tuple[str, ...] = ()
    """Short words on how it stands with this seat: `dead`, `enough`."""
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is shown of a table to one reader, in the order in which it is read."""

    title: str
    facts: tuple[str, ...] = ()
    """What holds for a while, a deal as a rule: the trump, who has the bank."""
    counts: tuple[str, ...] = ()
    """What every move may change: how many are waited for, how far it has come."""
    zones: tuple[Zone, ...] = ()
    places: tuple[Place, ...] = ()
    hand: tuple[tuple[Card, ...], ...] | None = None
    """The reader's own cards in groups, as they are sorted; None where the reader has none to see."""
    large: bool = False
    """Whether the reader wishes these shown large."""
    note: tuple[str, ...] = ()
    """What only this reader is told: the slip in hand, what is chosen so far."""
    told: tuple[str, ...] = ()
    """What happened lately, the latest last."""
    asked: str = ""
    """Who is to do what."""
    holds: str = ""
    """For whoever can do nothing now: what is going on, where it is anything else than play with the cards."""
