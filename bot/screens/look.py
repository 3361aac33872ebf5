"""How a game looks: a frozen record of words and functions beside its rules, found by the game's slug.

Words are English message ids marked by `N_`, translated where they are shown. The functions are pure; they see a View
and the face of a table, never a State.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, Generic, TypeVar

from bot.language import N_, Language, strong
from bot.screens.keys import Row
from bot.screens.scene import Scene
from bot.tables.model import OptionValue, Table
from games.catalogue import GAMES
from games.core import Event, Json, View

T = TypeVar("T")
H = TypeVar("H", bound=Sized)

Face = Table[None]
"""A table as a screen may know it."""

Words = tuple[str, ...]
"""The words of a move, or of the beginning of one."""

Names = Sequence[str]
"""Names by seat, ready to be shown."""


class Kind(Enum):
    """Under which heading the catalogue lists a game, in the order of the headings: each is one line here."""

    BEATING = N_("Beating and tricks")
    BANK = N_("Bank")
    LOTTERY = N_("Lottery and lot")
    PARLOUR = N_("For the company")
    PATIENCE = N_("Patience")


@dataclass(frozen=True, slots=True)
class OfficeLook:
    """What is said of a moderator who holds the office without playing, and on the button that takes it so."""

    held: str
    take: str


@dataclass(frozen=True, slots=True)
class OptionLook:
    """An option of the game as the lobby offers it: its name, values to choose from, and each value in words.

    An option that names a seat offers the people at the table beside its `presets`, and where it is an `office` other
    ways of filling it.
    """

    name: str
    title: str
    presets: tuple[OptionValue, ...]
    words: Callable[[OptionValue, Names, Language], str]
    seat: bool = False
    office: OfficeLook | None = None


def held_by(value: OptionValue, names: Names, language: Language) -> str:
    """An office in words: the name of the player who holds it."""
    return names[value] if isinstance(value, int) and value < len(names) else language.gettext("nobody yet")


def in_chips(value: OptionValue, _names: Names, language: Language) -> str:
    """An amount of chips in words."""
    return language.chips(value) if isinstance(value, int) else ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules page says, in paragraphs: the old book's rules, and then ours."""

    source: tuple[str, ...]
    ours: tuple[str, ...]


def no_warning(_words: Words, _view: Any, _language: Language) -> str:
    """This move needs no second tap."""
    return ""


def at_once(_view: Any) -> int:
    """Nothing lies there that must be read first."""
    return 1


def watching(_view: Any, language: Language) -> str:
    """Counsel for whoever waits for others to play."""
    return language.gettext("It is not your turn: watch the others, for what they do tells what they hold.")


def undealt(language: Language) -> str:
    """Counsel for whoever waits for cards."""
    return language.gettext("The cards are not dealt yet: there is nothing to choose before.")


def undealt_by(name: str, language: Language) -> str:
    """For whoever waits for cards that one alone has to deal: who that is. It is told to all, and changes seldom."""
    return language.gettext("No cards are dealt yet: {name} deals.", name=strong(name))


def looking_on(language: Language) -> str:
    """Counsel for whoever has no part in what is still played."""
    return language.gettext("The game goes on without you: look on in peace.")


TAIL = 3
"""How many lines of what happened are shown."""

NEAR = 2 * TAIL
"""A weighty line is shown so long as it is one of so many last ones."""


class Weighty(str):
    """A line of what happened that others do not push out at once: somebody is out, has won a title, has to pay."""

    __slots__ = ()


def lately(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines to be shown, in order: the latest, and before others those weighty ones that are near."""
    near = lines[-NEAR:]
    places = range(len(near))
    ranked = sorted(places, key=lambda place: (place == places[-1], isinstance(near[place], Weighty), place))
    return tuple(near[place] for place in sorted(ranked[-TAIL:]))


def event_by_event(
    line: Callable[[Event, Names, Language], str | None],
) -> Callable[[Sequence[Event], Any, Names, Language], Iterator[str]]:
    """A `told` that makes at most one line of each event: it words no more of them than may be shown."""

    def told(events: Sequence[Event], _view: Any, names: Names, language: Language) -> Iterator[str]:
        latest = filter(None, (line(event, names, language) for event in reversed(events)))
        return reversed([*islice(latest, NEAR)])

    return told


def nothing_announced(_events: Sequence[Event], _names: Names, _language: Language) -> Iterator[str]:
    """No message of its own."""
    return iter(())


@dataclass(frozen=True, slots=True)
class Look(Generic[T, H]):
    """A game's looks. Functions stand in the order in which a table needs them."""

    title: str
    about: str
    """One sentence for the catalogue."""
    kind: Kind
    length: str
    """How long it usually takes."""
    rules: Rules
    options: tuple[OptionLook, ...]
    scene: Callable[[View[T, H], Face, Language], Scene]
    """What the view shows, without `told`."""
    told: Callable[[Sequence[Event], View[T, H], Names, Language], Iterator[str]]
    """Lines about what happened, oldest first, for `lately` to choose from; what goes without saying makes none. Who
    hears an event alone hears its public twin too (`dealt` and `deals`): one of the two says nothing to that reader."""
    label: Callable[[Words, View[T, H], Language], str]
    """What a button says that plays these words, or goes on with them."""
    result: Callable[[Mapping[str, Json], Names, Language], tuple[str, ...]]
    """What is said of the outcome before the chips."""
    advice: Callable[[View[T, H], Language], str]
    """Counsel for a seat that may do something now, at most 200 characters."""
    meanwhile: Callable[[View[T, H], Language], str] = watching
    """Counsel for a seat that may do nothing now: that waits, or is out."""
    next_time: str = ""
    """What a result promises of the person (`name`) whom the chat remembers by it; a computer is never remembered."""
    counsel: str = N_("Advice")
    """What the button says on which there is counsel."""
    public: tuple[str, ...] = ()
    """The verbs whose buttons may stand under the table for all to see, in their order there."""
    written: Callable[[str], str] = str
    """A text that somebody has sent, as the words of the move that asks for it: as it will be shown, for so it is
    measured. Empty where nothing of it can be seen."""
    sent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Moves that a message of that kind (`voice`, `sticker`, as Telegram calls it) may stand for; the first offered."""
    five: str = ""
    """The verb that the impatient may play five times by one tap; its button is labelled by that verb five times."""
    amounts: tuple[int, ...] = ()
    """Amounts to choose from, where round ones of the whole range would not serve."""
    warning: Callable[[Words, View[T, H], Language], str] = no_warning
    """What a second tap must be told before this move is made; empty where one tap is enough."""
    announced: Callable[[Sequence[Event], Names, Language], Iterator[str]] = nothing_announced
    """Messages of their own that these events make, in order, as plain text."""
    pause: Callable[[View[T, H]], int] = at_once
    """How many times as long as a computer player thinks people are given to read, before the move is made of a seat
    without a person."""
    last: str = N_("Make this deal the last")
    """What the host's button says that makes the deal that is on the last one."""
    last_said: str = N_("This deal is the last.")
    """What is answered to whoever has pressed it."""
    chips: bool = True
    """Whether chips change hands; where they do not, a result says nothing of them."""
    hand: str = ""
    """What the button says that shows one's own; empty where nobody has anything to hide."""
    layout: Callable[[View[T, H], Face, Language], list[Row]] | None = None
    """The whole keyboard of a table in a private chat, where it is laid out in a way of its own."""


AnyLook = Look[Any, Any]
"""Some look, where nothing depends on which."""


@cache
def look(slug: str) -> AnyLook:
    """The look of the game with this slug. Raises KeyError for a game that there is not."""
    found: AnyLook = import_module(f"bot.screens.looks.{GAMES[slug].slug}").LOOK
    return found
