"""Who may know what, and whether anybody is told more.

A `Watch` is given every table as it is stored and everything that the bot says. What is said to somebody may name the
cards, and quote the texts, that one of the tables which it can be about lets them know: with the hand of the seat in
which they sit *now*, for whoever has left it knows no more than a bystander, and a computer's hand is nobody's.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.buttons import General, parse
from bot.language import LANGUAGES, Language
from bot.playground.people import buttons_of
from bot.playground.records import Room
from bot.screens.pages import rules_page
from bot.tables.model import Table
from games import core
from games.catalogue import GAMES
from tests.e2e.replay import NOTED, cards_in
from tests.e2e.told import Told
from tests.tables.test_seats import whole

WORD = re.compile(r"слово\d+")
"""What people write, each text once and one person alone."""

PAGES = frozenset(rules_page(slug, Language(code)).text for slug in GAMES for code in LANGUAGES)
"""Pages on which cards stand as examples."""


@dataclass(slots=True, eq=False)
class Version:
    """A table as it was stored, and what each of its seats may know of it, once it was asked."""

    table: Table[Any]
    _known: dict[int | None, frozenset[str]] = field(default_factory=dict)

    def known(self, to: int) -> frozenset[str]:
        """The cards, as in `7S`, and texts that may be shown to that user, or to everybody in that group."""
        seat = self.table.seat_of(to) if to > 0 else None
        if seat is None and self.table.alone:
            seat = self.table.kept_for(to)  # who has left one's own table with the computer, sees how it stood
        if seat not in self._known:
            self._known[seat] = frozenset(seen(self.table, seat))
        return self._known[seat]

    def concerns(self, to: int) -> bool:
        """Whether that user has to do with it, or it stands in that chat."""
        table = self.table
        return to == table.chat or any(to in (one.user, one.kept) for one in (*table.holders, *table.waiting))


def seen(table: Table[Any], seat: int | None) -> set[str]:
    """The cards and texts that this seat may see at the table, a bystander where it is None."""
    if table.state is None:
        return set()
    view = core.view(table.state, seat)
    story = [event for event in table.story if event.audience is None or seat in event.audience]
    chosen = [words for other, words in table.drafts.items() if other == seat or not GAMES[table.game].private]
    text = repr((view.table, view.hand, view.events, story, chosen))
    return {*NOTED.findall(text), *WORD.findall(text)}


class Watch:
    """What has been stored since it was quiet the last time, and what was said too much."""

    def __init__(self) -> None:
        self.versions: dict[str, list[Version]] = {}
        self.authors: dict[str, int] = {}
        """Who has written each text."""
        self.names: dict[int, str] = {}
        """What each user is called at every table."""
        self.leaks: list[str] = []
        self.amiss: list[str] = []
        """What is wrong with tables as they were stored."""
        self.begun: dict[str, dict[int, int]] = {}
        """What was in each person's purse at first, by the home of the chat."""
        self.scanned: Counter[str] = Counter()
        """How many messages were looked at, and how many of them had something to hide, by kind of receiver."""

    def stored(self, table: Table[Any]) -> Version:
        """The table is so from now on."""
        people = [one.user for one in (*table.holders, *table.waiting) if one.user is not None]
        names = [one.name for one in table.sitters]
        if len(people) != len({*people}) or len(names) != len({*names}) or not all(names):
            self.amiss.append(f"somebody sits there twice, or without a name: {table}")
        # Not each time, for it takes long, and a card that is lost stays lost.
        if table.state is not None and (table.count % 4 == 0 or table.stage != "play") and not whole(table):
            self.amiss.append(f"its cards make no pack: {table}")
        version = Version(table)
        self.versions.setdefault(table.id, []).append(version)
        return version

    def dropped(self, version: Version) -> None:
        """It was not stored after all."""
        self.versions[version.table.id].remove(version)

    def paid(self, home: str, users: Iterable[int], purse: int, *, anew: bool) -> None:
        """Something comes into the purses of these users, in which there was `purse` if there never was anything; or
        that is in all of them `anew`."""
        begun = self.begun.setdefault(home, {})
        for user in users:
            if user > 0:
                begun.setdefault(user, purse)
        if anew:
            begun.update(dict.fromkeys(begun, purse))

    def quiet(self) -> None:
        """All that was stored is drawn and said: what is said from now on is of tables as they are now."""
        for versions in self.versions.values():
            del versions[:-1]

    def now(self, table_id: str) -> Table[Any]:
        """The table as it was stored last."""
        return self.versions[table_id][-1].table

    def shown(self, person: int, room: Room) -> None:
        """Looks through what stands in that person's private chat."""
        for post in room.posts:
            if not post.deleted and post.message.from_user and post.message.from_user.is_bot:
                keys = tuple((key.text, key.callback_data or "") for key in buttons_of(post.message))
                self.told(Told(0, person, post.message.text or "", keys))

    @property
    def tables(self) -> list[Table[Any]]:
        """All of them, as they were stored last, in the order in which they were opened."""
        return [versions[-1].table for versions in self.versions.values()]

    def told(self, one: Told, about: str = "", asked: str = "") -> None:
        """Somebody is told this; of the table `about` where that is known, as of an answer to a tap on its button, in
        which they have `asked` this."""
        self.scanned["all"] += 1
        if one.text in PAGES:
            return
        text = str(one)
        secret = cards_in(one) | {*WORD.findall(text), *(word for _, data in one.keys for word in WORD.findall(data))}
        secret -= {word for word in secret if self.authors.get(word) == one.to} | {*NOTED.findall(asked)}
        if not secret:
            return
        self.scanned["group" if one.to < 0 else "person"] += 1
        if not any(secret <= version.known(one.to) for version in self._meant(one, about)):
            self.leaks.append(f"{sorted(secret)} to {one.to}: {one}")
        for line in text.split("\n"):
            for word in WORD.findall(line):
                self._betrayed(word, line, one)

    def _betrayed(self, word: str, line: str, one: Told) -> None:
        """Notes where a text and its writer's name stand in one line, but for who stands on the slip."""
        author = self.authors.get(word, 0)
        name = self.names.get(author, "\n")
        if author != one.to and name in line and name not in self._headings(word):
            self.leaks.append(f"{word} is of {name}, to {one.to}: {one}")

    def _headings(self, word: str) -> set[str]:
        """The names that stand on slips with that text."""
        found = set[str]()
        for version in [one for versions in self.versions.values() for one in versions]:
            state = version.table.state
            if state is None or version.table.game != "questions":
                continue
            slips = [slip for hand in state.hands for slip in (hand.slip, *hand.desk) if slip]
            for slip in (*slips, *state.table.read):
                if word in f"{slip.question} {slip.answer}":
                    found.add(version.table.names[slip.to])
        return found

    def _meant(self, one: Told, about: str) -> list[Version]:
        """The versions of tables of which it can be."""
        named = {about} if about else {table for _, data in one.keys if (table := table_of(data)) in self.versions}
        if named:
            return [version for table in named for version in self.versions.get(table, ())]
        return [version for versions in self.versions.values() for version in versions if version.concerns(one.to)]


def table_of(data: str) -> str:
    """The table whose button carries that; empty where it is none's."""
    button = parse(data)
    return "" if button is None or isinstance(button, General) else button.table
