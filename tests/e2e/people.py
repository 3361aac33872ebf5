"""People who play: they see their own screens, press buttons that they see, and write what they are asked for.

A `Company` is a group with the bot and its people. Chance decides which of the buttons in sight somebody presses, so a
game goes another way in every test, and the same way at every run.
"""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from bot.playground.client import Answer, Group, Playground, RefusedError, Seen, SeenButton, Someone
from games.catalogue import GAMES
from tests.e2e.words import Words

PATIENCE = 20.0
"""Seconds to wait for a screen, on a machine that does other things too."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person who plays by chance."""

    who: Someone
    rng: random.Random
    words: Words
    taps: list[tuple[SeenButton, Answer]] = field(default_factory=list)
    """What this person has pressed, and how the bot answered, oldest first."""
    hands: Group | str = "bot"
    """Where the own cards are shown."""
    heard: bool = True
    """Whether every tap is answered: a bot that is killed may have made the move and not said so."""

    @property
    def name(self) -> str:
        return self.who.name

    @property
    def has_played(self) -> bool:
        """Whether this person has made a move; words of one that are merely chosen, nobody else sees."""
        return any((button.callback_data or "").startswith("p") for button, _ in self.taps)

    def moves(self, seen: Seen) -> list[SeenButton]:
        """The buttons of a private message that go on with the game."""
        buttons = [button for row in seen.buttons for button in row]
        return [
            button
            for button in buttons
            if button.disabled is None and button.url is None and button.text not in (*self.words.idle, *self._others)
        ]

    @property
    def _others(self) -> tuple[str, ...]:
        """Buttons of lobbies, pages and results."""
        words = self.words
        return (words.sit, words.leave, words.computer, words.terms, words.begin, words.again, words.another)

    async def screen(self, title: str) -> Seen | None:
        """The newest message of one's own with a move on it, of the table whose screens carry the title."""
        for seen in reversed(await self.who.sees(self.hands)):
            head = " · ".join((seen.text or "").split("\n")[:2])
            if title in head and self.moves(seen):
                return seen
        return None

    def choice(self, seen: Seen) -> SeenButton:
        """A button by chance: rarely to take cards, for that makes games long."""
        moves = self.moves(seen)
        weights = [0.1 if button.text == self.words.take else 1.0 for button in moves]
        return self.rng.choices(moves, weights)[0]

    async def turn(self, title: str, group: Group | None = None) -> bool:
        """Presses something, if there is anything to press, and waits until the screen has changed; else False.

        With a group, now and then the button of the same words there.
        """
        screen = await self.screen(title)
        if screen is None:
            return False
        button, where = self.choice(screen), screen
        if group is not None and self.rng.random() < 0.3:
            game = title.partition(" · ")[0]
            for seen in reversed(await self.who.sees(group)):
                same = seen.button(button.text)
                if same and not seen.ephemeral_id and (seen.text or "").startswith(game):
                    button, where = same, seen
                    break
        if await self.press(button, where):
            await self.changed(screen)
        return True

    async def common_turn(self, title: str, group: Group) -> bool:
        """The same at a table where all is public: some button under it that is not refused to this person."""
        seen = next(
            (seen for seen in reversed(await self.who.sees(group)) if (seen.text or "").startswith(title)), None
        )
        moves = self.moves(seen) if seen else []
        for button in self.rng.sample(moves, len(moves)):
            assert seen
            answer = await self.press(button, seen)
            if answer and not answer.alert:
                if not (button.callback_data or "").startswith("c"):  # what may follow may be shown already
                    await self.changed(seen)
                return True
        return False

    async def press(self, button: SeenButton, seen: Seen) -> Answer | None:
        """Presses it; None where it went away under the finger."""
        try:
            answer = await self.who.press(on=seen, button=button.text, data=button.callback_data, patience=PATIENCE)
        except RefusedError:
            return None
        except AssertionError:
            if self.heard:
                raise
            return None
        self.taps.append((button, answer))
        return answer

    async def changed(self, screen: Seen) -> Seen | None:
        """The message once it is another than this; None where it is gone."""
        number = (screen.id, screen.ephemeral_id)
        while True:
            view = await self.who.view(screen.chat)
            now = next((seen for seen in view.messages[screen.chat] if (seen.id, seen.ephemeral_id) == number), None)
            if now is None or now.rev != screen.rev:
                return now
            news = await self.who.pg.wait_news(view.rev, PATIENCE, [screen.chat])
            assert news > view.rev, f"{self.name} waits in vain for a change of:\n{screen.text}\n{screen.button_texts}"


@dataclass(slots=True)
class Company:
    """People in a group with the bot. The first is its owner, and the host of its tables."""

    pg: Playground
    group: Group
    title: str
    """The group's name."""
    players: tuple[Player, ...]
    words: Words
    since: int = 0
    """The number of the bot's last call before they met."""
    ended: Seen | None = None
    """The result of the game before the one that was begun last."""

    @classmethod
    async def gather(
        cls, pg: Playground, rng: random.Random, words: Words, count: int, *, strangers: int = 0
    ) -> "Company":
        """So many people in a new group; all but the last few have opened the bot."""
        since = await pg.last_call()
        people = [await newcomer(pg, name, words.code) for name in words.names[:count]]
        for person in people[: count - strangers]:
            await person.start()
            await person.wait_for("bot", match=lambda seen: bool(seen.buttons), patience=PATIENCE)
        title = {"ru": "Вечер", "en": "Evening"}[words.code]
        group = await pg.group(title, *people)
        await people[0].wait_for(group, match=lambda seen: bool(seen.buttons), patience=PATIENCE)  # it greets
        return cls(pg, group, title, tuple(Player(person, rng, words) for person in people), words, since)

    @property
    def host(self) -> Someone:
        return self.players[0].who

    @property
    def people(self) -> tuple[Someone, ...]:
        return tuple(player.who for player in self.players)

    @property
    def chats(self) -> tuple[int, ...]:
        """The group, and everybody's private chat with the bot."""
        return (self.group.id, *(who.id for who in self.people))

    async def open(self, game: str) -> Seen:
        """The host opens a table from the catalogue; its lobby."""
        await self.host.write(self.group, "/play")
        title = self.words.games[game]
        catalogue = await self.host.wait_for(self.group, button=title, patience=PATIENCE)
        await self.host.press(title, on=catalogue)
        return await self.host.wait_for(self.group, text=title, button=self.words.begin, patience=PATIENCE)

    async def sit_down(self, lobby: Seen, computers: int = 0) -> Seen:
        """Everybody else takes a seat, then the computers."""
        for person in self.people[1:]:
            await person.press(self.words.sit, on=lobby)
            lobby = await self.host.wait_for(self.group, text=person.name, button=self.words.begin, patience=PATIENCE)
        for _ in range(computers):
            before = lobby.rev
            await self.host.press(self.words.computer, on=lobby)
            lobby = await self.host.wait_for(
                self.group, text="🤖", button=self.words.begin, since=before, patience=PATIENCE
            )
        return lobby

    async def agree(self, lobby: Seen, *terms: str) -> Seen:
        """The host turns to the terms, presses these, and comes back."""
        await self.host.press(self.words.terms, on=lobby)
        panel = await self.host.wait_for(self.group, button=self.words.back, patience=PATIENCE)
        for term in terms:
            await self.host.press(term, on=panel)
            panel = await self.host.wait_for(self.group, button=f"✓ {term}", patience=PATIENCE)
        await self.host.press(self.words.back, on=panel)
        return await self.host.wait_for(self.group, button=self.words.begin, patience=PATIENCE)

    async def begin(self, lobby: Seen) -> Seen:
        """The host begins; the table in play."""
        self.ended = await self.result()
        await self.host.press(self.words.begin, on=lobby)
        return await self.host.wait_for(
            self.group, match=lambda seen: self.words.begin not in seen.button_texts, since=lobby.rev, patience=PATIENCE
        )

    async def result(self) -> Seen | None:
        """The message that tells the result of the game that was begun last, if it is there."""
        before = self.ended.seq if self.ended else 0
        seen = await self.host.sees(self.group)
        return next((one for one in reversed(seen) if one.button(self.words.again) and one.seq > before), None)

    async def moves(self, game: str) -> AsyncIterator[Player]:
        """Whoever has something to press presses it, and is told of after it, until the result is there."""
        name = self.words.games[game]
        title = f"{name} · {self.title}"
        while True:
            rev = await self.pg.rev()
            moved = False
            for player in self.players:
                turn = player.turn(title, self.group) if GAMES[game].private else player.common_turn(name, self.group)
                if await turn:
                    moved = True
                    yield player
            if not moved:
                if await self.result():
                    return
                assert await self.pg.wait_news(rev, PATIENCE, self.chats) > rev, (
                    f"nobody can move:\n{await self.sight()}"
                )

    async def play(self, game: str) -> Seen:
        """The result, after everybody has played to it."""
        async for _ in self.moves(game):
            pass
        result = await self.result()
        assert result
        return result

    async def sight(self) -> str:
        """What everybody has before their eyes, for a test that fails."""
        sights = {
            f"{player.name}, {where}": (await player.who.sees(chat))[-2:]
            for player in self.players
            for where, chat in (("group", self.group), ("private", "bot"))
        }
        return "\n".join(
            f"--- {where}\n{seen.text}\n{seen.button_texts}" for where, some in sights.items() for seen in some
        )


async def play_alone(player: Player, game: str) -> Seen:
    """The result in a private chat, after pressing on until it is there."""
    title, words, pg = player.words.games[game], player.words, player.who.pg
    chats = (player.who.id,)
    while True:
        rev = await pg.rev()
        if await player.turn(title):
            continue
        for seen in reversed(await player.who.sees("bot")):
            if seen.button(words.again):
                return seen
        assert await pg.wait_news(rev, PATIENCE, chats) > rev, (await player.who.sees("bot"))[-1]


async def newcomer(pg: Playground, name: str, language: str = "ru") -> Someone:
    """A person whom nobody has met."""
    made = await pg.post("people", name=name, language=language)
    return Someone(pg, int(made["id"]), name)
