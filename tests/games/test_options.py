"""Options of every kind, within their bounds and out of them."""

from dataclasses import dataclass

import pytest

from games import options
from games.options import IllegalOption, check_options


@dataclass(frozen=True, slots=True)
class Wanted:
    deals: int = options.number(3, low=0, high=5)
    stake: int = options.number(1)
    share: int = options.number(1, low=0, high=lambda seats: 12 // seats)
    dealer: int | None = options.seat()
    president: int = options.seat(0)
    sale: bool = options.flag(True)
    length: str = options.word("deal", "bank", "round")
    titles: tuple[int, ...] | None = options.seats_in_order()

    def __post_init__(self) -> None:
        if self.stake > 90 and not self.sale:
            raise IllegalOption("Too dear.")


GOOD: list[tuple[str, object]] = [
    ("deals", 0), ("deals", 5), ("stake", 1), ("stake", 10**30), ("share", 0), ("share", 3), ("dealer", None),
    ("dealer", 3), ("president", 3), ("sale", False), ("length", "round"), ("titles", None), ("titles", [3, 1, 0, 2]),
]  # fmt: skip

BAD: list[tuple[str, object]] = [
    ("deals", -1), ("deals", 6), ("deals", None), ("deals", 1.0), ("deals", "1"), ("deals", True), ("stake", 0),
    ("share", 4), ("dealer", 4), ("dealer", -1), ("dealer", False), ("dealer", "0"), ("president", None),
    ("president", [0]), ("sale", 1), ("sale", 0), ("sale", None), ("sale", "true"), ("length", "hour"),
    ("length", None), ("length", 0), ("length", ["deal"]), ("titles", [0, 1, 2]), ("titles", [0, 1, 2, 2]),
    ("titles", [0, 1, 2, 3, 4]),
    ("titles", [True, 0, 2, 3]), ("titles", [0, 1, 2, "3"]), ("titles", [0, 1, 2, None]),
    ("titles", {}), ("titles", 0),
    ("colour", "red"), ("", 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_value_within_bounds_is_taken(name: str, value: object) -> None:
    found = getattr(check_options(Wanted, 4, {name: value}), name)
    assert found == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(("name", "value"), BAD)
def test_any_other_value_is_refused_and_named(name: str, value: object) -> None:
    with pytest.raises(IllegalOption) as found:
        check_options(Wanted, 4, {name: value})
    assert name in str(found.value)


def test_what_is_not_given_has_its_default() -> None:
    assert check_options(Wanted, 4, {"stake": 7}) == Wanted(stake=7)


def test_bounds_may_depend_on_the_number_of_seats() -> None:
    assert check_options(Wanted, 2, {"share": 6}).share == 6
    with pytest.raises(IllegalOption):
        check_options(Wanted, 3, {"share": 6})


def test_offices_from_outside_have_seat_numbers_after_the_players() -> None:
    assert check_options(Wanted, 4, {"president": 5}, offices=2).president == 5
    with pytest.raises(IllegalOption):
        check_options(Wanted, 4, {"president": 6}, offices=2)


def test_what_must_hold_between_options_is_checked_too() -> None:
    with pytest.raises(IllegalOption, match="Too dear"):
        check_options(Wanted, 4, {"stake": 91, "sale": False})
