"""Documents as they are stored, read: older ones are migrated, newer ones refused, broken ones known as such."""

import json
from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeVar, get_args

from pydantic import BaseModel, ValidationError

Migration = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON of a document into that of the next version."""

VERSION: Final = "schema_version"

M = TypeVar("M", bound="Versioned")


class UnreadableError(ValueError):
    """A document that this release cannot read. Quotes nothing of it."""


class NewerDocumentError(UnreadableError):
    """A document of a later release: it is for that to read."""


class BrokenDocumentError(UnreadableError):
    """What nobody can read."""


class Versioned(BaseModel):
    """A document with a version. One that does not say is of the first, for ever, since defaults are not stored.

    A later version has a field `schema_version: Literal[2]` without a default, and one migration more.
    """

    MIGRATIONS: ClassVar[tuple[Migration, ...]] = ()
    """The first makes version 2 of version 1, and so on."""


def read(model: type[M], text: str) -> M:
    """The document in that text. Raises UnreadableError; documents are never guessed at."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        return _migrated(model, text, error)


def _migrated(model: type[M], text: str, refused: ValidationError) -> M:
    """What could not be read as it is: perhaps it is older."""
    newest = version_of(model)
    version, document = 0, None
    try:
        document = json.loads(text)
        version = document.get(VERSION, 1)
    except (ValueError, AttributeError):
        pass
    if type(version) is not int or version < 1 or not isinstance(document, dict):
        raise BrokenDocumentError("it is no document") from None
    if version > newest:
        raise NewerDocumentError(f"it is of version {version}, and this release knows {newest}") from None
    if version == newest:
        # Fields that nobody here knows: a later release may have more of them, with defaults, and the same version.
        if all(error["type"] == "extra_forbidden" for error in refused.errors(include_input=False)):
            raise NewerDocumentError("it has fields that this release does not know") from None
        raise BrokenDocumentError(f"it is of version {version}, and not what that should be") from None
    try:
        for migration in model.MIGRATIONS[version - 1 :]:
            document = migration(document)
        return model.model_validate_json(json.dumps({**document, VERSION: newest}))
    except (ValueError, TypeError, LookupError, AttributeError):
        raise BrokenDocumentError(f"it is of version {version}, and cannot be made one of {newest}") from None


def version_of(model: type[Versioned]) -> int:
    """The version that documents have which this release writes."""
    (version,) = get_args(model.model_fields[VERSION].annotation)
    return int(version)
