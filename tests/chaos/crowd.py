"""People who do by chance whatever people do in chats, sensible and senseless, allowed and not. What no client of
Telegram's lets a person do, they do not.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from bot.buttons import About, Choose, Play
from bot.playground import people
from bot.playground.errors import ApiError
from bot.playground.people import Manner, buttons_of
from bot.playground.records import Kind, Post, Room, Status
from bot.tables import presence
from bot.tables.model import Table
from games import core
from games.catalogue import GAMES
from games.offers import sample
from tests.chaos.telegram import Town
from tests.chaos.watch import table_of

FIRST = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Зоя")
TOGETHER = tuple(slug for slug, game in GAMES.items() if game.seats[1] > 1)
LATELY = 60
"""Of so many messages of a chat people still see the buttons."""

COMMANDS = ("leave", "extend", "skip", "stop", "remove", "tables", "next", "purse", "play", "settings", "reset_purses")
ACTIONS = (
    *("sit", "leave", "computer", "options", "seats", "start", "hand", "advice", "again", "extend", "undo", "fetch"),
    *("set:deals=1", "set:president=2", "office:president=vote", "office:secretary=bot", "office:director=moderator"),
    *("preside:president", "preside:director", "vote:president=1001", "pace:brisk", "last:1", "skip:99999:3", "stop"),
)
"""What buttons about a table carry, whether they are shown or not."""

NONSENSE = ("g:catalogue", "g:nothing:1", "x", "p00000000:1:take")


class Crowd:
    """People in groups, each in two of them, and alone with the bot."""

    def __init__(self, town: Town, luck: random.Random, groups: int) -> None:
        self.luck = luck
        self._town, self._world, self._watch = town, town.world, town.watch
        self.blocked: set[int] = set()
        """Who has ever blocked the bot."""
        self.done: list[str] = []
        """What has been done, for whoever must find out why."""
        self.people = [self._newcomer(number) for number in range(4 * groups)]
        self.groups: list[Room] = []
        for number in range(groups):
            own = [self.people[(4 * number + other) % len(self.people)] for other in range(8 if groups > 1 else 4)]
            status: Status = luck.choice(("member", "administrator"))
            kind: Kind = luck.choice(("group", "supergroup"))
            self.groups.append(people.add_room(self._world, kind, f"Чат {number}", own, bot=status))
        self._mine = {
            person: [number for number, room in enumerate(self.groups) if person in room.members]
            for person in self.people
        }
        self._texts = 0
        self._migrating = [*range(0, groups, 2)]

    def _newcomer(self, number: int) -> int:
        letters = "абвгдежз"
        name = f"{FIRST[number % 8]}-{letters[number // 8 % 8]}{letters[number // 64]}"
        person = people.add_person(self._world, name, language_code=self.luck.choice(("ru", "ru", "en"))).user.id
        self._watch.names[person] = name
        people.start(self._world, person)
        return person

    # What there is to see

    def _seen(self, room: Room, person: int) -> list[Post]:
        """The messages with buttons that the person can still press there, also those that are deleted by now."""
        return [post for post in room.posts[-LATELY:] if post.receiver in (None, person) and post.message.reply_markup]

    def _own(self, person: int) -> Room:
        return self._world.private_room(self._world.people[person])

    def _chat(self, person: int) -> Room:
        """One of the person's groups."""
        return self.groups[self.luck.choice(self._mine[person])]

    def _anywhere(self, person: int) -> Post | None:
        """A message with buttons, in private or in a group."""
        room = self.luck.choice((self._own(person), self._chat(person)))
        found = self._seen(room, person)
        return self.luck.choice(found) if found else None

    def _room_of(self, post: Post) -> Room:
        return self._world.rooms[post.message.chat.id]

    def press(self, person: int, post: Post, data: str) -> None:
        """A tap; `data` may be another than the message's."""
        query = people.press(self._world, person, self._room_of(post), post, data)
        self._town.wire.pressed[query.id] = data
        self.done.append(f"{person} presses {data} in {query.chat}")

    def _live(self, stage: str = "") -> list[Table[Any]]:
        stages = (stage,) if stage else ("lobby", "play")
        return [table for table in self._watch.tables if table.stage in stages]

    # What people do

    def act(self) -> None:
        """One deed of somebody's."""
        deed = self.luck.choices([*DEEDS], [*DEEDS.values()])[0]
        with suppress(ApiError):  # a client does not let them
            deed(self)

    def open(self, group: int, slug: str) -> None:
        """Somebody opens a table of that game there, beside others."""
        room = self.groups[group]
        inside = [person for person in self.people if self._world.is_inside(room, person)]
        person = self.luck.choice(inside)
        posts = self._seen(room, person)
        if posts:
            self.press(person, posts[-1], f"g:beside:{slug}")
        else:
            people.write(self._world, person, room, f"/play {slug}")

    def turn(self) -> None:
        """Somebody who is waited for does something about it; in a lobby somebody sits down, or begins."""
        tables = self._live(self.luck.choice(("play", "play", "play", "lobby")))
        if not tables:
            return
        table = self.luck.choice(tables)
        if table.stage == "lobby":
            self._gather(table)
            return
        awaited = presence.awaited(table)
        if not awaited:
            return
        seat = self.luck.choice(awaited)
        person = table.holders[seat].user or 0
        if any(offer.verb in ("write", "recital") for offer in self._offers(table, seat)) and self.luck.random() < 0.7:
            self._write_word(person)
            return
        for room in (self._own(person), self._room(table)):
            for post in reversed(self._seen(room, person)):
                moves = [data for data in datas(post) if data[0] in "pc" and table_of(data) == table.id]
                if moves and not post.deleted:
                    self.press(person, post, self._sensible(moves))
                    return
        posts = self._seen(self._room(table), person)
        if posts:
            self.press(person, posts[-1], str(About(table.id, "hand")))

    def _sensible(self, moves: Sequence[str]) -> str:
        """Rarely to take cards, for that makes games long; rather a whole move than a word of one."""
        return self.luck.choices(moves, [0.2 if data.endswith(":take") else 1 + (data[0] == "p") for data in moves])[0]

    def _offers(self, table: Table[Any], seat: int) -> Iterable[Any]:
        return GAMES[table.game].offers(core.view(table.state, seat)) if table.state is not None else ()

    def _room(self, table: Table[Any]) -> Room:
        room = self._world.rooms[table.chat]
        return self._world.rooms[room.migrated_to] if room.migrated_to else room

    def _gather(self, table: Table[Any]) -> None:
        room = self._room(table)
        lobbies = [
            post for post in self._seen(room, table.host) if any(map(table.id.__eq__, map(table_of, datas(post))))
        ]
        if not lobbies:
            return
        post, buttons = lobbies[-1], [data for data in datas(lobbies[-1]) if table_of(data) == table.id]
        inside = [one for one in self.people if self._world.is_inside(room, one)]
        if len(table.sitters) < GAMES[table.game].seats[0]:
            for person in self.luck.sample(inside, min(3, len(inside))):
                self.press(person, post, str(About(table.id, "sit")))
        if self.luck.random() < 0.4:
            self.press(self.luck.choice((table.host, *inside)), post, self.luck.choice(buttons))
        else:
            self.press(table.host, post, str(About(table.id, "start")))

    def old(self) -> None:
        """Somebody presses any button that they can still see, once or more."""
        person = self.luck.choice(self.people)
        if post := self._anywhere(person):
            buttons = datas(post)
            if buttons:
                data = self.luck.choice(buttons)
                for _ in range(self.luck.choice((1, 1, 2, 3))):
                    self.press(person, post, data)

    def anothers(self) -> None:
        """Somebody sends what a button of another person's carries."""
        person, other = self.luck.sample(self.people, 2)
        mine, posts = self._anywhere(person), self._seen(self._own(other), other)
        if mine and posts and (buttons := datas(self.luck.choice(posts))):
            self.press(person, mine, self.luck.choice(buttons))

    def invented(self) -> None:
        """Somebody sends what no button carries, or not that of this message."""
        person, tables = self.luck.choice(self.people), self._watch.tables
        post = self._anywhere(person)
        if post is None or not tables:
            return
        table = self.luck.choice(tables)
        self.press(person, post, self._invention(table))

    def _invention(self, table: Table[Any]) -> str:
        count = table.count + self.luck.choice((-3, 0, 0, 0, 5))
        match self.luck.randrange(4):
            case 0 if table.state is not None:
                seat = self.luck.randrange(len(table.holders))
                words = sample(self._offers(table, seat), self.luck.randrange, widest=3) or "take"
                made = str(Play(table.id, max(count, 0), words[:30]))
                return made if len(made.encode()) <= 64 else "p"
            case 1:
                return str(Choose(table.id, max(count, 0), self.luck.choice(("", "lead", "give", "7S", "stake 10 x"))))
            case 2:
                return f"t{table.id}:{self.luck.choice(ACTIONS)}"
            case _:
                return self.luck.choice((*NONSENSE, f"g:instead:ochko:{table.id}"))

    def again(self) -> None:
        """Telegram delivers an update once more."""
        if self._world.updates:
            self._world.updates.append(self.luck.choice(self._world.updates))

    def command(self) -> None:
        """Somebody sends a command, in a group or in private, in answer to somebody or not."""
        person = self.luck.choice(self.people)
        room = self.luck.choice((self._own(person), self._chat(person), self._chat(person)))
        command = self.luck.choices(COMMANDS, [6, 4, 4, 1, 3, 1, 1, 1, 1, 1, 1])[0]
        words = [post for post in room.posts[-LATELY:] if not post.deleted and post.receiver is None]
        reply = self.luck.choice(words).message.message_id if words and command == "remove" else None
        people.write(self._world, person, room, f"/{command}", Manner(reply_to=reply))
        self.done.append(f"{person} writes /{command} in {room.id}")

    def _write_word(self, person: int) -> None:
        """A text that nobody else ever writes."""
        self._texts += 1
        word = f"слово{self._texts}"
        self._watch.authors[word] = person
        text = f"{word} раз / {word} два" if self.luck.random() < 0.3 else word
        people.write(self._world, person, self._own(person), text)
        self.done.append(f"{person} writes {text}")

    def word(self) -> None:
        """Somebody writes something in private."""
        self._write_word(self.luck.choice(self.people))

    def number(self) -> None:
        """Somebody names an amount, in private or in answer to a table."""
        person = self.luck.choice(self.people)
        text = str(self.luck.choice((0, 1, 2, 3, 5, 10, 999)))
        room = self._chat(person)
        if self.luck.random() < 0.5 or not (posts := self._seen(room, person)):
            people.write(self._world, person, self._own(person), text)
        else:
            people.write(self._world, person, room, text, Manner(reply_to=self.luck.choice(posts).message.message_id))

    def rewrite(self) -> None:
        """Somebody changes what they have written in private."""
        person = self.luck.choice(self.people)
        written = [
            post.message
            for post in self._own(person).posts[-LATELY:]
            if post.message.from_user and post.message.from_user.id == person and (post.message.text or "")[:1] != "/"
        ]
        if written:
            self._texts += 1
            word = f"слово{self._texts}"
            self._watch.authors[word] = person
            people.edit(self._world, person, self._own(person), self.luck.choice(written).message_id, word)
            self.done.append(f"{person} rewrites {word}")

    def go(self) -> None:
        """Somebody leaves a group, or is removed from it; or comes back."""
        person = self.luck.choice(self.people)
        room = self._chat(person)
        inside = self._world.is_inside(room, person)
        if room.members[person].status == "creator" or (inside and self.luck.random() < 0.5):
            return
        status: Status = self.luck.choice(("left", "kicked")) if inside else "member"
        owner = next(iter(room.members))
        people.set_member(self._world, room, person, status, by=owner if status == "kicked" else person)
        self.done.append(f"{person} is {status} in {room.id}")

    def rise(self) -> None:
        """Somebody becomes an administrator, perhaps an anonymous one, or is none any more."""
        person = self.luck.choice(self.people)
        room = self._chat(person)
        rising: dict[Status, Status] = {"member": "administrator", "administrator": "member"}
        if status := rising.get(room.members[person].status):
            owner, hidden = next(iter(room.members)), status == "administrator" and self.luck.random() < 0.3
            people.set_member(self._world, room, person, status, by=owner, anonymous=hidden)

    def silence(self) -> None:
        """A group removes the bot, or lets it not write; or has it back."""
        room = self.luck.choice(self.groups)
        inside = room.members[self._world.bot_id].status in ("member", "administrator")
        self._set_bot(room, self.luck.choice(("left", "restricted")) if inside else "member")

    def let_the_bot_in(self) -> None:
        """All groups have it back."""
        for room in self.groups:
            if room.members[self._world.bot_id].status in ("left", "restricted"):
                self._set_bot(room, "member")

    def _set_bot(self, room: Room, status: Status) -> None:
        people.set_member(self._world, room, self._world.bot_id, status, by=next(iter(room.members)))
        self.done.append(f"the bot is {status} in {room.id}")

    def block(self) -> None:
        """Somebody blocks the bot, or opens it again."""
        person = self.luck.choice(self.people)
        if self._world.people[person].blocked:
            people.start(self._world, person)
        else:
            people.set_blocked(self._world, person, blocked=True)
            self.blocked.add(person)
        self.done.append(f"{person} blocked: {self._world.people[person].blocked}")

    def migrate(self) -> None:
        """A group becomes a supergroup."""
        if self._migrating:
            number = self._migrating.pop()
            room = self.groups[number]
            if room.kind == "group":
                self.groups[number] = people.migrate(self._world, room, next(iter(room.members)))
                self.done.append(f"{room.id} becomes {self.groups[number].id}")

    def come(self) -> None:
        """Somebody sits down at a table in play: in the seat kept for them, or in a computer's."""
        tables = self._live("play")
        kept = [(table, one.kept) for table in tables for one in table.holders if one.kept is not None]
        if kept and self.luck.random() < 0.7:
            table, person = self.luck.choice(kept)
        elif tables:
            table = self.luck.choice(tables)
            person = self.luck.choice(self.people)
        else:
            return
        if table.alone or person is None:
            return
        posts = self._seen(self.luck.choice((self._room(table), self._own(person))), person)
        if posts:
            self.press(person, self.luck.choice(posts), str(About(table.id, "sit")))

    def leave(self) -> None:
        """Somebody who plays gets up."""
        tables = self._live("play")
        if tables:
            table = self.luck.choice(tables)
            persons = [one.user for one in table.holders if one.user is not None]
            posts = self._seen(self._room(table), persons[0]) if persons else []
            if posts:
                self.press(self.luck.choice(persons), posts[-1], str(About(table.id, "leave")))

    def alone(self) -> None:
        """Somebody plays alone."""
        person = self.luck.choice(self.people)
        slug = self.luck.choice(tuple(GAMES))
        text = "/patience" if slug not in TOGETHER else f"/play {slug}"
        people.write(self._world, person, self._own(person), text)


def datas(post: Post) -> list[str]:
    """What the buttons of a message carry."""
    return [button.callback_data for button in buttons_of(post.message) if button.callback_data]


DEEDS: dict[Callable[[Crowd], None], float] = {
    Crowd.turn: 60,
    Crowd.old: 8,
    Crowd.anothers: 4,
    Crowd.invented: 6,
    Crowd.again: 2,
    Crowd.command: 5,
    Crowd.word: 1,
    Crowd.number: 2,
    Crowd.rewrite: 2,
    Crowd.go: 2,
    Crowd.rise: 0.5,
    Crowd.silence: 0.3,
    Crowd.block: 1,
    Crowd.migrate: 0.2,
    Crowd.come: 5,
    Crowd.leave: 1.5,
    Crowd.alone: 0.5,
}
"""How often of all that is done it is this, in hundredths or so."""
