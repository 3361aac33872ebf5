"""A document is read as it was meant, or not at all."""

import json
from typing import Any, Literal

import pytest

from bot.store.documents import BrokenDocumentError, NewerDocumentError, Versioned, read, version_of


def named(document: dict[str, Any]) -> dict[str, Any]:
    """The second version has two names instead of one."""
    first, _, last = document.pop("name").partition(" ")
    return {**document, "first": first, "last": last}


def counted(document: dict[str, Any]) -> dict[str, Any]:
    """The third counts chips in ones, not in tens."""
    return {**document, "chips": 10 * document["chips"]}


class Person(Versioned, extra="forbid", frozen=True):
    MIGRATIONS = (named, counted)

    schema_version: Literal[3]
    first: str
    last: str
    chips: int = 0
    taste: str = ""


BORIS = Person(schema_version=3, first="Борис", last="Петров", chips=70)


@pytest.mark.parametrize(
    "older",
    [
        {"name": "Борис Петров", "chips": 7},
        {"schema_version": 1, "name": "Борис Петров", "chips": 7},
        {"schema_version": 2, "first": "Борис", "last": "Петров", "chips": 7},
    ],
)
def test_an_older_document_is_migrated_version_by_version(older: dict[str, Any]) -> None:
    assert version_of(Person) == 3
    assert read(Person, json.dumps(older)) == BORIS


def test_a_document_of_this_version_is_read_as_it_was_written() -> None:
    text = BORIS.model_dump_json(exclude_defaults=True)
    assert json.loads(text)["schema_version"] == 3
    assert read(Person, text) == BORIS


def test_a_newer_document_is_refused_by_name() -> None:
    newer = {"schema_version": 4, "first": "Борис", "last": "Петров", "чипы": 70}
    with pytest.raises(NewerDocumentError, match=r"^it is of version 4, and this release knows 3$"):
        read(Person, json.dumps(newer))


def test_a_document_with_more_fields_is_of_a_later_release() -> None:
    with pytest.raises(NewerDocumentError, match=r"^it has fields that this release does not know$"):
        read(Person, json.dumps({**BORIS.model_dump(), "hat": "red"}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Борис",
        '{"schema_version":3,"first":"Борис',
        "[]",
        "null",
        "7",
        '{"schema_version":"3"}',
        '{"schema_version":true,"name":"Борис Петров","chips":7}',
        '{"schema_version":0}',
        '{"schema_version":3,"first":"Борис"}',
        '{"schema_version":3,"first":"Борис","last":5}',
        '{"schema_version":3,"first":"Борис","hat":"red"}',
        '{"name":"Борис Петров"}',
        '{"name":7,"chips":7}',
        '{"schema_version":2,"first":"Борис","chips":7}',
    ],
)
def test_what_is_broken_is_told_without_a_word_of_it(text: str) -> None:
    with pytest.raises(BrokenDocumentError) as told:
        read(Person, text)
    assert "Борис" not in str(told.value)
    assert told.value.__cause__ is None
    assert told.value.__suppress_context__
