"""The catalogues of texts: compiled whenever the project is built, brought in step with the sources by `make messages`.

English needs no catalogue: its sentences are the ids. Every other language is one file,
`bot/locales/LANGUAGE/LC_MESSAGES/bot.po`; an empty one is enough to begin with.
"""

from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent

KEYWORDS: dict[str, Any] = {
    "_": (1,),
    "N_": {1: (1,), 2: (1, 2)},
    "gettext": (1,),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "IllegalMove": (1,),
}
"""The calls whose texts are collected, and which of their arguments: text, plural, and context (c)."""


def template(root: Path = ROOT) -> Catalog:
    """Every text of the sources, untranslated; raises ValueError where one cannot be read, as in an f-string."""
    catalogue = Catalog(project="parlour-table", fuzzy=False)
    with redirect_stderr(StringIO()) as complaints:
        for package in ("bot", "games"):
            for _, _, message, comments, context in extract_from_dir(root / package, keywords=KEYWORDS):
                catalogue.add(message, auto_comments=comments, context=context)
    if complaints.getvalue():
        raise ValueError(complaints.getvalue())
    return catalogue


def catalogues(root: Path = ROOT) -> Iterator[tuple[Path, Catalog]]:
    """Each language's file with what it says."""
    for path in sorted(root.glob("bot/locales/*/LC_MESSAGES/bot.po")):
        with path.open("rb") as source:
            yield path, read_po(source, locale=path.parts[-3], abort_invalid=True)


def bring_in_step(root: Path = ROOT) -> None:
    """Give every catalogue the ids of the sources: new ones empty, and none that is used no more."""
    current = template(root)
    for path, catalogue in catalogues(root):
        catalogue.update(current, no_fuzzy_matching=True, update_creation_date=False)
        with path.open("wb") as target:
            write_po(target, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)


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
    bring_in_step()
    compile_catalogues()
