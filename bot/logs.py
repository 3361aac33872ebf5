"""What is being done just now, kept in one context variable, and the lines of the log that tell it.

    with about(table="a1234567", update=5):     # the handling of one entry of the inbox
        note(game="durachki", seat=2)           # as it becomes known
        log.error("…")                          # the line has table, update, game and seat

What may be told: `consumer`, `update`, `kind`, `table`, `game`, `seat`, `verb`, and how many entries were taken
`together`. Never an argument of a move, for that is a card or what somebody wrote.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

from bot.secrecy import hidden

Fact = str | int

_about: Final[ContextVar[dict[str, Fact] | None]] = ContextVar("about", default=None)


@contextmanager
def about(**facts: Fact) -> Iterator[None]:
    """All lines from here to the end, and those of the tasks begun meanwhile, tell this, and what was told before."""
    token = _about.set({**(_about.get() or {}), **facts})
    try:
        yield
    finally:
        _about.reset(token)


def note(**facts: Fact) -> None:
    """What has become known of what is being done; outside of `about` nobody asks."""
    told = _about.get()
    if told is not None:
        told.update(facts)


class Told(logging.Filter):
    """Gives each record what is being done when it is made, as `record.about`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """True: every record passes."""
        record.about = {name: fact for name, fact in (_about.get() or {}).items() if fact != ""}
        return True


class AsJson(logging.Formatter):
    """A record as one line of JSON; of an exception only its kind, for its words may tell cards."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "says": hidden(_said(record)),
            **getattr(record, "about", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=False)


def _said(record: logging.LogRecord) -> str:
    """What the record says. Of an error that nobody awaits asyncio quotes the words, from its second line on."""
    said = record.getMessage()
    return said.partition("\n")[0] if record.name == "asyncio" else said


def begin(level: str) -> None:
    """From now on the process logs what is at least of that level."""
    handler = logging.StreamHandler()
    handler.addFilter(Told())
    handler.setFormatter(AsJson())
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("aiogram.event").setLevel(logging.WARNING)  # a line for every update says nothing
