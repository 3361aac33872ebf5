"""Compiles the catalogues of texts (bot.po to bot.mo) whenever the project is built or installed for editing."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(locales: Path) -> None:
    """Write a `.mo` beside every `bot.po` under `locales`; raises if a catalogue cannot be parsed."""
    for po in sorted(locales.glob("*/LC_MESSAGES/bot.po")):
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.parts[-3], abort_invalid=True)
        with po.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]  # its argument, the builder's settings, is not used
    """Runs before files are collected, both for a wheel and for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Compile the catalogues in place."""
        compile_catalogues(Path(self.root, "bot", "locales"))


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent / "bot" / "locales")
