"""What a log says of an error helps to find it, and tells nothing that somebody may not know."""

import re
from collections.abc import Callable
from importlib import import_module

import pytest

from bot import faults
from bot.buttons import Play
from games.options import check_options


def raised(deed: Callable[[], object]) -> Exception:
    try:
        deed()
    except Exception as error:  # noqa: BLE001  # whatever it is
        return error
    raise AssertionError("nothing was raised")


def test_an_error_is_told_with_its_places_and_without_its_words() -> None:
    told = faults.told(raised(lambda: str(Play("a1234567", 1, "lead 7S " * 20))))
    assert re.fullmatch(r"ValueError at bot/buttons\.py:\d+ > bot/buttons\.py:\d+", told)


def test_places_are_those_of_our_own_code() -> None:
    told = faults.told(raised(lambda: check_options(int, 2, {})))
    assert re.fullmatch(r"TypeError at games/options\.py:\d+", told)


def test_a_missing_module_is_named() -> None:
    error = raised(lambda: import_module("games.players.whist"))
    assert faults.told(error) == "ModuleNotFoundError of games.players.whist"


def test_an_error_that_nobody_raised_is_told_by_its_kind() -> None:
    assert faults.told(KeyError("7S")) == "KeyError"


@pytest.mark.parametrize("quoted", ["7S", "тайна"])
def test_what_caused_an_error_is_not_told(quoted: str) -> None:
    error = RuntimeError(quoted)
    error.__cause__ = ValueError(quoted)
    assert quoted not in faults.told(error)
