"""Options of a game: a frozen dataclass whose fields say their bounds, and the one checker of what somebody wants.

An option is a whole number, a seat, a yes or no, a word out of several, or an order of the seats. Bounds that depend on
the number of seats are functions of it. What must hold between options is checked by the dataclass's `__post_init__`,
which raises IllegalOption.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeVar, cast

from games.moves import IllegalMove


class IllegalOption(IllegalMove):
    """An option that is unknown, of another type, or out of bounds."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What an option may be. `low` and `high` count for numbers, `words` for words; `null` allows none at all."""

    kind: Literal["number", "seat", "flag", "word", "seats"]
    low: int = 0
    high: int | Callable[[int], int] | None = None
    words: tuple[str, ...] = ()
    null: bool = False
    chips: bool = False
    """Whether the number is an amount of chips, which a chat may bound."""

    def top(self, seats: int) -> int | None:
        """The highest number allowed at a table of that many seats; None where there is no limit."""
        return self.high(seats) if callable(self.high) else self.high


# These return Any as `dataclasses.field` does: the value of a field's declaration is never used as itself.


def number(default: int, *, low: int = 1, high: int | Callable[[int], int] | None = None) -> Any:
    """An option that is a whole number."""
    return field(default=default, metadata={"bound": Bound("number", low, high)})


def chips(default: int) -> Any:
    """An option that is an amount of chips, one at least."""
    return field(default=default, metadata={"bound": Bound("number", 1, chips=True)})


def seat(default: int | None = None) -> Any:
    """An option that names a seat; where the default is None it may name none."""
    return field(default=default, metadata={"bound": Bound("seat", null=default is None)})


def flag(default: bool) -> Any:
    """An option that is on or off."""
    return field(default=default, metadata={"bound": Bound("flag")})


def word(*words: str) -> Any:
    """An option that is one of these words, the first unless told."""
    return field(default=words[0], metadata={"bound": Bound("word", words=words)})


def seats_in_order() -> Any:
    """An option that is every seat once, in an order that matters, or none."""
    return field(default=None, metadata={"bound": Bound("seats", null=True)})


def bound(option: "Field[Any]") -> Bound:
    """The bound that a field of an options dataclass was given."""
    return cast("Bound", option.metadata["bound"])


O = TypeVar("O")  # noqa: E741  # the options


def check_options(kind: type[O], seats: int, given: Mapping[str, object], offices: int = 0) -> O:
    """The options of that kind with what is given in them. `offices` seats beyond the players' may be named too.

    Raises IllegalOption.
    """
    known = {each.name: bound(each) for each in fields(kind)}  # type: ignore[arg-type]  # options are dataclasses
    for name, value in given.items():
        if name not in known:
            raise IllegalOption("There is no option {name}.", name=name)
        if not _allowed(known[name], value, seats, offices):
            raise IllegalOption("{name} may not be {value}.", name=name, value=repr(value)[:40])
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})


def _allowed(bound: Bound, value: object, seats: int, offices: int) -> bool:
    if value is None:
        return bound.null
    match bound.kind:
        case "number":
            top = bound.top(seats)
            return type(value) is int and value >= bound.low and (top is None or value <= top)
        case "seat":
            return type(value) is int and 0 <= value < seats + offices
        case "flag":
            return type(value) is bool
        case "word":
            return isinstance(value, str) and value in bound.words
        case "seats":
            return (
                isinstance(value, list | tuple)
                and all(type(each) is int for each in value)
                and sorted(value) == list(range(seats))
            )
