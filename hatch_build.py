"""The catalogues of texts: compiled whenever the project is built, brought in step with the sources by `make messages`.

English needs no catalogue: its sentences are the ids. Every other language is one file,
`bot/locales/LANGUAGE/LC_MESSAGES/bot.po`; an empty one is enough to begin with.
"""

import ast
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent

CALLS = {
    "_": ("text",),
    "N_": ("text", "plural"),
    "gettext": ("text",),
    "ngettext": ("text", "plural"),
    "pgettext": ("context", "text"),
    "IllegalMove": ("text",),
    "IllegalOption": ("text",),
}
"""The calls whose texts are collected, and what their first arguments are."""


def template(root: Path = ROOT) -> Catalog:
    """Every text of the sources, untranslated; raises ValueError where one is put together, as in an f-string."""
    catalogue = Catalog(project="parlour-table", fuzzy=False)
    for package in ("bot", "games"):
        for source in sorted((root / package).rglob("*.py")):
            for line, text, plural, context in _texts(source):
                where = (source.relative_to(root).as_posix(), line)
                catalogue.add((text, plural) if plural else text, locations=(where,), context=context)
    return catalogue


def _texts(source: Path) -> Iterator[tuple[int, str, str | None, str | None]]:
    """Line, text, plural and context of each call. (Babel's extractor joins the texts of a conditional into one.)"""
    for call in ast.walk(ast.parse(source.read_bytes())):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = {
            part: _choices(argument, source) for part, argument in zip(CALLS.get(name, ()), call.args, strict=False)
        }
        context = next(iter(given.get("context", ())), None)
        for text, plural in zip_longest(given.get("text", ()), given.get("plural", ())):
            if not text:
                raise ValueError(f"{source}:{call.lineno}: a text is missing")
            yield call.lineno, text, plural, context


def _choices(argument: ast.expr, source: Path) -> list[str]:
    """The texts an argument may be; none if it is a variable, whose texts are marked where they are written."""
    match argument:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return _choices(one, source) + _choices(other, source)
        case ast.JoinedStr() | ast.BinOp():
            raise ValueError(f"{source}:{argument.lineno}: a text to translate is one literal, with {{fields}}")
        case _:
            return []


def catalogues(root: Path = ROOT) -> Iterator[tuple[Path, Catalog]]:
    """Each language's file with what it says."""
    for path in sorted(root.glob("bot/locales/*/LC_MESSAGES/bot.po")):
        with path.open("rb") as source:
            yield path, read_po(source, locale=path.parts[-3], abort_invalid=True)


def bring_in_step(root: Path = ROOT) -> Iterator[str]:
    """Give every catalogue the ids of the sources: new ones empty, and none that is used no more.

    Yields what is to be translated yet, a text a line: the language, where it stands in the sources, the id.
    """
    current = template(root)
    for path, catalogue in catalogues(root):
        catalogue.update(current, no_fuzzy_matching=True, update_creation_date=False)
        with path.open("wb") as target:
            write_po(target, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
        for message in sorted(untranslated(catalogue), key=lambda message: message.locations):
            (file, line), *_ = message.locations
            yield f"{catalogue.locale}: {file}:{line}  {_forms(message.id)[0]}"


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """The messages that lack a form."""
    for message in catalogue:
        wanted = catalogue.num_plurals if message.pluralizable else 1
        if message.id and len([form for form in _forms(message.string) if form]) < wanted:
            yield message


def _forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


def compile_catalogues(root: Path = ROOT) -> None:
    """Write a `.mo` beside every `.po`."""
    for path, catalogue in catalogues(root):
        with path.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]  # its argument, the builder's settings, is not used
    """Runs before files are collected, both for a wheel and for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Compile the catalogues in place."""
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    for line in bring_in_step():
        print(line)
    compile_catalogues()
