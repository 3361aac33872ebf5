"""What the tests of screens share: sessions as tables that people sit at, and screens as plain text."""

import html
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import islice
from typing import Any

from bot.language import Language, language
from bot.screens.screen import Screen
from bot.screens.table import alone_screen, seat_screen, table_screen
from bot.tables.lobby import all_options
from bot.tables.model import Sitter, Table
from bot.tables.steps import remembered
from games.catalogue import GAMES
from games.core import view
from games.options import check_options
from games.record import Opening, Session
from games.simulation import simulate
from tests.games.walks import wander

RU, EN = language("ru"), language("en")
PEOPLE = ("Анна", "Борис", "Вера", "Фока")


@dataclass(frozen=True)
class Sight:
    """A session with people at it, as they see it."""

    session: Session
    table: Table[Any]

    @property
    def seats(self) -> range:
        """The players' seats."""
        return range(self.session.opening.seats)

    def group(self, speech: Language) -> Screen:
        """The group's message."""
        state = self.session.state
        publics = [view(state, seat, public=True) for seat in range(len(state.hands))]
        return table_screen(self.table.face(None), view(state, None), publics, speech)

    def private(self, seat: int, speech: Language, draft: str = "") -> Screen:
        """A seat's private message, when it has chosen these words."""
        table = self.table.but(drafts={seat: draft} if draft else {})
        return seat_screen(table.face(seat), view(self.session.state, seat), speech)

    def alone(self, speech: Language, draft: str = "") -> Screen:
        """The one message of a table in a private chat."""
        table = self.table.but(drafts={0: draft} if draft else {}, alone=True, chat_title="")
        return alone_screen(table.face(0), view(self.session.state, 0), speech)

    def all(self, speech: Language) -> Iterator[Screen]:
        """Every screen there is of it."""
        yield self.group(speech)
        for seat in self.seats:
            yield self.private(seat, speech)
        yield self.alone(speech)


def lobby(slug: str, seats: int, code: str = "ru", names: tuple[str, ...] = PEOPLE) -> Table[Any]:
    """A table in its lobby."""
    sitters = tuple(
        Sitter(user=seat + 1, name=names[seat] if seat < len(names) else f"Гость {seat}") for seat in range(seats)
    )
    return Table(
        id="a1b2c3d4", home="a1", chat=-100, chat_title="Семья", game=slug, host=1, language=code, sitters=sitters
    )


def sights(slug: str, seats: int, seed: int, *, random_from: int | None = None, **options: Any) -> Iterator[Sight]:
    """The table at the start and after each move: of sensible players, and from some move on of any that is legal."""
    luck = random.Random(seed)
    opening = Opening(GAMES[slug], seats, check_options(GAMES[slug].options, seats, options))
    sessions: Iterator[Session] = simulate(opening, luck)
    if random_from is not None:
        *_, last = islice(sessions, random_from + 1)
        sessions = wander(last, luck.randrange)
    table = lobby(slug, seats).but(options=all_options(opening.options))
    story: tuple[Any, ...] = ()
    for count, session in enumerate(sessions, 1):
        story = remembered(story, session.state.events)
        stage = "play" if session.outcome is None else "over"
        yield Sight(session, table.but(count=count, state=session.state, story=story, stage=stage))


def keys(screen: Screen) -> list[list[dict[str, Any]]]:
    """The rows of buttons."""
    if not screen.keyboard:
        return []
    rows: list[list[dict[str, Any]]] = json.loads(screen.keyboard)["inline_keyboard"]
    return rows


def pressable(screen: Screen) -> list[str]:
    """The callback data of every button that can be pressed."""
    return [key["callback_data"] for row in keys(screen) for key in row if "callback_data" in key]


def shown(screen: Screen) -> str:
    """The screen as a person sees it, a button in brackets, one that does nothing in round ones."""
    text = html.unescape(re.sub(r"</?(?:b|code)>", "", screen.text))
    rows = (
        " ".join(f"({key['text']})" if "disabled" in key else f"[{key['text']}]" for key in row) for row in keys(screen)
    )
    return "\n".join((text, *rows))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  # the parser's signature
        assert tag in ("b", "code", "tg-time", "a"), f"a tag that Telegram does not know: {tag}"
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(screen: Screen) -> str:
    """The text after Telegram has parsed it. Fails where the HTML is not sound."""
    tags = _Tags()
    tags.feed(screen.text)
    tags.close()
    assert not tags.open
    return tags.text
