"""The script of chaos over the tables themselves: such people as in `test_whole.py`, without Telegram and Redis.

What decides (`bot.tables`) and what is shown (`bot.screens`) are the bot's own; here a step is made and drawn at once,
so that many more tables come to their ends, in many more ways. Each screen, text and alert that a step brings is held
against what its receiver may know just then; and of some steps all that is hidden is mixed up, of which no screen may
tell. The steps follow each other, so nothing here is of one moment and two tasks: that is for the whole bot.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.language import language
from bot.screens import alerts
from bot.screens.reconciler import Said, Wanted
from bot.screens.screen import Screen
from bot.store.store import Document
from bot.tables import clocks, lobby, playing, presence, seats, showing, silence
from bot.tables.announcing import announcements
from bot.tables.asides import asides
from bot.tables.legacy import carried
from bot.tables.model import Sitter, Table, table_type
from bot.tables.playing import Memory
from bot.tables.steps import Change, Clock, state_of
from games import core
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.offers import sample
from games.players import player
from tests.chaos.watch import Watch
from tests.e2e.told import Told, keys_of
from tests.games.test_blind import mixed
from tests.tables.test_seats import SHORT

CHATS = 60
"""With a table of each of the fifteen games: nine hundred."""

STEPS = 12
"""So much is done at a table before everybody falls silent."""

MOST = 4_000
"""After so many times that the clock decides everything is over."""

PEOPLE = tuple(range(1, 9))
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Зоя")
MIXED = 0.05
"""Of how many steps what is hidden is mixed up."""

NONSENSE = ("take", "lead 7S", "stake 10", "write слово", "gibberish")

Deed = Callable[["Evening", Table[Any], int], Change]


class Evening:
    """A chat with its people and tables."""

    def __init__(self, number: int) -> None:
        self.luck = random.Random(f"evening {number}")
        self.watch = Watch()
        self.watch.names = dict(zip(PEOPLE, NAMES, strict=True))
        self.number = number
        self.chat = -100 - number
        self.now = 1_000_000
        self.purses: Counter[int] = Counter()
        self.done: list[str] = []
        self.asked = ""
        """What the last button carried that somebody has made up."""
        self._shown: dict[tuple[str, str, int, int], str] = {}
        self._texts = 0

    def clock(self) -> Clock:
        return Clock(self.now)

    # Tables

    def open(self, slug: str, place: int) -> None:
        """A table of that game in play, as its host has agreed with whoever sits down."""
        luck, game = self.luck, GAMES[slug]
        table = table_type(slug)(
            id=f"0{self.number:04}{place:03}",
            home=f"0-{self.number}",
            chat=self.chat if game.seats[1] > 1 else 1,
            chat_title="Вечер",
            alone=game.seats[1] == 1,
            game=slug,
            host=1,
            language=luck.choice(("ru", "en")),
            pace=luck.choice((45, 120, 120, 86_400)),
            absent=luck.choice(("computer", "moves")),
            hands="private" if game.parlour else luck.choice(("private", "group")),
        )
        people = luck.sample(PEOPLE, luck.randint(game.seats[0], max(game.seats[0], min(4, game.seats[1]))))
        table = lobby.open_table(table.but(host=people[0]), self.sitter(people[0]))
        for user in people[1:]:
            table = lobby.sit(table, self.sitter(user))
        for office in game.offices:
            table = self._filled(table, office)
        if player(slug) and 1 < len(table.sitters) < game.seats[1] and luck.random() < 0.5:
            table = lobby.add_computer(table, table.host)
        named = set(game.options.__dataclass_fields__)  # type: ignore[attr-defined]  # a dataclass
        agreed = {name: value for name, value in SHORT.items() if name in named}
        table = table.but(options=table.options | agreed)
        memory = Memory(purses=self.purses)
        self.step(table, playing.start(table, table.host, luck.randbytes(32), self.clock(), memory))

    def sitter(self, user: int) -> Sitter:
        return Sitter(user=user, name=NAMES[user - 1], language="ru" if user % 3 else "en")

    def _filled(self, table: Table[Any], office: str) -> Table[Any]:
        """The table with that office filled in some way."""
        way = self.luck.choice(("", "bot", "moderator", "vote"))
        if not way:
            return table
        table = lobby.fill(table, table.host, office, way)
        if way == "moderator":
            sitting = [sitter.user for sitter in table.sitters]
            free = [user for user in PEOPLE if user not in sitting]
            table = lobby.preside(table, self.sitter(self.luck.choice(free)), office)
        elif way == "vote":
            voter, choice = self.luck.choices([sitter.user or 0 for sitter in table.sitters], k=2)
            table = lobby.vote(table, voter, office, choice)
        return table

    def live(self) -> list[Table[Any]]:
        return [table for table in self.watch.tables if table.stage == "play"]

    # What a step brings

    def step(self, before: Table[Any], change: Change) -> None:
        """Keeps the change, and shows everybody what comes of it."""
        table = change.table
        for holder, chips in change.purses.items():
            self.purses[holder] += chips
        self.watch.stored(table)
        self.watch.quiet()
        for text in (*announcements(change, self.purses, "parlour_bot"), *asides(before, table, 0.0), *change.said):
            said = Said.parse(text)
            self.told(table.chat if said.chat is None else said.chat, Screen(said.text, said.keyboard), table)
        wanted = self._wanted(table)
        for each in wanted:
            place = (table.id, each.key, each.chat, each.receiver)
            if not each.depends or self._shown.get(place) != each.depends:
                self._shown[place] = each.depends
                self.told(each.receiver or each.chat, each.render(), table)
        if table.state is not None and self.luck.random() < MIXED:
            self._nobody_notices(table)

    def _wanted(self, table: Table[Any]) -> list[Wanted]:
        unix = showing.Unix(1_700_000_000, 1_700_000_000 + self.now / 1000)
        return showing.wanted(table, Document("", str(table.count)), "parlour_bot", unix)

    def _nobody_notices(self, table: Table[Any]) -> None:
        """Fails where what somebody is shown would be another if what is hidden from them were."""
        state = state_of(table)
        for place, each in enumerate(self._wanted(table)):
            seat = table.seat_of(each.receiver or each.chat)
            other = self._wanted(table.but(state=mixed(state, seat, self.luck)))[place]
            assert each.render() == other.render(), f"{self}: {each.key} of {table}"

    def told(self, to: int, screen: Screen, table: Table[Any]) -> None:
        self.watch.told(Told(0, to, screen.text, keys_of({"reply_markup": screen.keyboard})), table.id)

    def answered(self, user: int, text: str, table: Table[Any]) -> None:
        """An alert for whoever has pressed something."""
        self.watch.told(Told(0, user, text), table.id, self.asked)

    def check(self) -> None:
        assert not self.watch.leaks, f"{self}: {self.watch.leaks[:3]}"
        assert not self.watch.amiss, f"{self}: {self.watch.amiss[:3]}"

    def __str__(self) -> str:
        return f"evening {self.number}, after {self.done[-20:]}"

    # What people do

    def act(self) -> None:
        """Time goes on, and somebody does something, at some table."""
        tables = self.live()
        if not tables:
            return
        self.now += self.luck.choice((0, 500, 2_000, 10_000, 40_000))
        table = self.pass_time(self.luck.choice(tables))
        if table.stage != "play":
            return
        theirs = [user for holder in table.holders if (user := holder.user or holder.kept)]
        user = self.luck.choice(theirs if theirs and self.luck.random() < 0.85 else PEOPLE)
        deed = self.luck.choices([*DEEDS], [*DEEDS.values()])[0]
        self.done.append(f"{user} {deed.__name__} {table.id}")
        speech = language(self.sitter(user).language)
        self.asked = ""
        try:
            change = deed(self, table, user)
        except IllegalMove as refused:
            self.answered(user, alerts.refusal(refused, table.face(None), speech), table)
        else:
            self.step(table, change)
            self.answered(user, showing.brought(change, user, speech), change.table)
        table = self.watch.now(table.id)
        seat = table.seat_of(user)
        if seat is not None and table.stage == "play" and self.luck.random() < 0.2:
            self.answered(user, showing.hand(table, seat, speech), table)
            self.answered(user, showing.advice(table, seat, speech), table)
        self.check()

    def pass_time(self, table: Table[Any]) -> Table[Any]:
        """What the clock does at that table until now."""
        for _ in range(MOST):
            due = clocks.deadline(table)
            if due is None or due > self.now or table.stage != "play":
                return table
            self.step(table, clocks.expire(table, self.clock()))
            table = self.watch.now(table.id)
            if people := clocks.to_call(table, self.clock()):
                free = {user: self.luck.choice((self.now, self.now, None)) for user in people}
                self.step(table, clocks.call(table, self.clock(), free))
                table = self.watch.now(table.id)
        raise AssertionError(f"{self}: the clock does not come to rest at {table}")

    def fall_asleep(self) -> None:
        """Nobody does anything any more, until the last table is closed."""
        for _ in range(MOST):
            ends = [when for table in self.live() if (when := clocks.deadline(table)) is not None]
            if not ends:
                break
            self.now = max(self.now, min(ends))
            for table in self.live():
                self.pass_time(table)
        self.check()
        assert not [table for table in self.live() if not table.alone], f"{self}: {self.live()[:1]}"

    def word(self, user: int) -> str:
        """A text that nobody else ever writes."""
        self._texts += 1
        self.watch.authors[f"слово{self._texts}"] = user
        return f"слово{self._texts}"


def _sensible(table: Table[Any], seat: int, luck: random.Random) -> str:
    """A move of that seat's, sensible or any; none of its own, something that may be one of somebody else's."""
    game, seen = GAMES[table.game], core.view(state_of(table), seat)
    choose = player(table.game) if luck.random() < 0.7 and seat in game.turn(seen.table) else None
    found = str(choose(seen)) if choose else sample(game.offers(seen), luck.randrange, widest=3)
    return found or "take"


def move(evening: Evening, table: Table[Any], user: int) -> Change:
    """Whoever is waited for makes a move; now and then twice."""
    luck = evening.luck
    waited = presence.awaited(table)
    if not waited:
        return Change(table)
    seat = luck.choice(waited)
    user = table.holders[seat].user or 0
    if any(offer.verb in ("write", "recital") for offer in GAMES[table.game].offers(core.view(state_of(table), seat))):
        return say(evening, table, user)
    text = _sensible(table, seat, luck)
    change = playing.play(table, user, text, table.count, evening.clock())
    if luck.random() < 0.05:
        with pytest.raises(IllegalMove):
            playing.play(change.table, user, text, table.count, evening.clock())
    return change


def blunder(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody presses another's button, an old one, or one that there never was."""
    luck = evening.luck
    seat = luck.randrange(len(table.holders))
    text = evening.asked = luck.choice((_sensible(table, seat, luck), *NONSENSE))
    count = table.count - luck.choice((0, 0, 1, 5))
    if luck.random() < 0.5:
        return playing.play(table, user, text, count, evening.clock())
    return playing.choose(table, user, luck.choice((text, text.split()[0], "")), count)


def say(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody writes a text, or an amount."""
    text = evening.luck.choice((evening.word(user), f"{evening.word(user)} / {evening.word(user)}", "3"))
    return playing.say(table, user, text, evening.clock(), public=evening.luck.random() < 0.1)


def choose(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody chooses the first words of a move."""
    seat = table.seat_of(user)
    words = "take" if seat is None else _sensible(table, seat, evening.luck)
    parts = words.split()
    return playing.choose(table, user, " ".join(parts[: evening.luck.randint(0, len(parts))]), table.count)


def leave(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody leaves the table, or the chat."""
    return seats.leave(table, user, evening.clock())


def sit(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody sits down, or comes back."""
    return seats.sit(table, evening.sitter(user), evening.clock())


def remove(evening: Evening, table: Table[Any], user: int) -> Change:
    """The host, a moderator, or somebody who may not, removes a person."""
    by = evening.luck.choice((None, table.host, user))
    return seats.remove(table, evening.luck.choice(PEOPLE), by, "Анна", evening.clock())


def extend(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody takes more time."""
    return clocks.extend(table, user, evening.clock(), moderator=evening.luck.random() < 0.3)


def skip(evening: Evening, table: Table[Any], _user: int) -> Change:
    """A moderator waits no longer."""
    return clocks.skip(table, presence.awaited(table), table.count - evening.luck.choice((0, 0, 3)), evening.clock())


def late(evening: Evening, table: Table[Any], _user: int) -> Change:
    """Nobody does anything until the clock decides."""
    due = clocks.deadline(table)
    evening.now = max(evening.now, due or 0)
    return clocks.expire(table, evening.clock())


def stop(_evening: Evening, table: Table[Any], _user: int) -> Change:
    """The table is called off."""
    return playing.call_off(table)


def last(_evening: Evening, table: Table[Any], user: int) -> Change:
    """The deal that is on is to be the last one."""
    found = GAMES[table.game].last
    return playing.last_deal(table, user, found(state_of(table).table)[1] if found else 1)


def block(evening: Evening, table: Table[Any], user: int) -> Change:
    """Somebody blocks the bot, or opens it again."""
    return playing.missed(table, user) if evening.luck.random() < 0.6 else playing.reached(table, user)


def mute(evening: Evening, table: Table[Any], _user: int) -> Change:
    """The bot may not write there, or may again."""
    if table.mute is not None:
        return silence.speak_again(table, evening.clock())
    return silence.fall_silent(table, evening.clock())


def migrate(evening: Evening, table: Table[Any], _user: int) -> Change:
    """The group becomes a supergroup, or loses its topic, or the right to show hands in it."""
    chat = table.chat if table.alone or table.chat < -(10**12) else table.chat - 10**12
    return Change(table.but(chat=chat, thread=None, hands=evening.luck.choice((table.hands, "private"))))


DEEDS: dict[Deed, float] = {
    move: 60,
    blunder: 6,
    say: 3,
    choose: 5,
    leave: 4,
    sit: 8,
    remove: 1,
    extend: 2,
    skip: 2,
    late: 5,
    stop: 0.3,
    last: 0.5,
    block: 2,
    mute: 1,
    migrate: 1,
}


def evening_of(number: int) -> Evening:
    """All the tables of a chat, when their time has come."""
    evening = Evening(number)
    slugs = [*GAMES]
    evening.luck.shuffle(slugs)
    for place, slug in enumerate(slugs):
        evening.open(slug, place)
        for _ in range(STEPS // 2):
            evening.act()
    for _ in range(len(slugs) * STEPS // 2):
        evening.act()
    evening.fall_asleep()
    return evening


@pytest.mark.parametrize("numbers", [range(first, first + 10) for first in range(0, CHATS, 10)], ids=str)
def test_whatever_people_do_no_table_hangs_and_no_chip_card_or_secret_is_lost(numbers: range) -> None:
    ways: Counter[str] = Counter()
    scanned: Counter[str] = Counter()
    for number in numbers:
        evening = evening_of(number)
        lying = sum(sum(carried(table).values()) for table in evening.live())
        assert sum(evening.purses.values()) + lying == 0, f"{evening}: {evening.purses}"
        ways.update(f"{table.stage}" for table in evening.watch.tables)
        scanned.update(evening.watch.scanned)
    assert ways.total() == len(GAMES) * len(numbers)
    assert min(ways["over"], ways["off"]) > 0
    assert min(scanned["group"], scanned["person"]) > 1_000
