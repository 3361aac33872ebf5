"""Who may do what at a table of every game: what a game is about changes nothing of it.

What people met, Telegram: "anonymous admins (the command comes from the group, the button press from the person);
channel identities; …; banned people and robots joining by a shared start link". The words that each of them reads are
held by `test_membership.py`; here it is that nothing they do comes to anything, before a game and in the middle of it.
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from bot.app import App
from bot.buttons import About, Play
from bot.playground.client import Group, Playground, Seen, Someone
from games.catalogue import GAMES
from games.players import player

BEGIN, SIT, OPEN, CHOOSE = "Начать", "Сесть", "Открыть стол", "Выбрать игру"
TOGETHER = [slug for slug, game in GAMES.items() if game.seats[1] > 1]
ALONE = [slug for slug, game in GAMES.items() if game.seats[1] == 1]


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Анна", "Борис", "Вера", "Глеб", "Дарья")


@dataclass
class Scene:
    """A group and a table of it. Anna is the owner, Boris an anonymous administrator and host, Vera and Gleb sit too;
    Darya was banned from the group, and R2 is a robot in it."""

    app: App
    group: Group
    people: list[Someone]
    robot: Someone
    table: str = ""

    async def document(self) -> dict[str, Any]:
        found = await self.app.store.table(self.table)
        assert found
        read: dict[str, Any] = json.loads(found[1].text)
        return read

    async def open_tables(self) -> int:
        return len(await self.app.store.live_tables(await self.app.store.home_of(self.group.id)))

    async def settled(self, who: Someone) -> None:
        """All that was written in the group has been handled."""
        sent = await who.write(self.group, "/help")
        await who.wait_for(self.group, text="Что я умею", match=lambda seen: seen.seq > sent.seq)

    async def refused(self, who: Someone, on: Seen, *wishes: object) -> None:
        """Each of these buttons, which that person makes up, is answered with a sentence and changes nothing."""
        before = await self.document()
        for wish in wishes:
            answer = await who.press(on.button_texts[0], on=on, forge=str(wish))
            assert answer.text, f"{who.name} is not answered at {wish}"
        assert await self.document() == before


@pytest.fixture
async def scene(app: App, pg: Playground, people: list[Someone]) -> Scene:
    *members, darya = people
    group = await pg.group("Семья", *members, kind="supergroup")
    robot = await pg.person("R2", is_bot=True)
    await group.set_member(robot, "member")
    await group.set_member(darya, "member")
    await group.set_member(darya, "kicked")
    await group.set_member(members[1], "administrator", anonymous=True)
    return Scene(app, group, people, robot)


async def outsiders(scene: Scene, group: Seen, private: Seen, *wishes: object) -> None:
    """Somebody who was banned, in private and by the table's link, and a robot in the group."""
    darya = scene.people[4]
    await scene.refused(darya, private, *wishes)
    await scene.refused(scene.robot, group, *wishes)
    before = await scene.document()
    sent = await darya.start(f"t{scene.table}{before['ticket']}")
    await darya.wait_for("bot", text="садятся только те, кто в нём состоит", match=lambda seen: seen.seq > sent.seq)
    assert await scene.document() == before


@pytest.mark.parametrize("slug", TOGETHER)
async def test_nobody_does_at_a_table_what_is_not_theirs_to_do(scene: Scene, slug: str) -> None:
    """What people met, Telegram: "anonymous admins", "channel identities", "banned people and robots joining"; display:
    "refusals without an answer"."""
    anna, boris, vera, gleb, darya = scene.people
    group, game = scene.group, GAMES[slug]
    private = await darya.wait_for("bot", button=CHOOSE)

    # A channel opens nothing; an anonymous administrator does, by a button, under the own name.
    await anna.write(group, f"/play {slug}", as_channel="Вести")
    await anna.wait_for(group, text="Мне не видно, кто вы")
    assert await scene.open_tables() == 0
    await boris.write(group, f"/play {slug}")
    await boris.press(OPEN, on=await boris.wait_for(group, button=OPEN))
    lobby = await anna.wait_for(group, button=BEGIN)
    scene.table = next((key.callback_data or "")[1:9] for row in lobby.buttons for key in row)
    assert (await scene.document())["host"] == boris.id

    # Nobody from outside sits down, and members do not do what is the host's.
    await vera.press(SIT, on=lobby)
    sit = About(scene.table, "sit")
    await outsiders(scene, lobby, private, sit)
    await scene.refused(vera, lobby, About(scene.table, "start"), About(scene.table, "stop"))
    await gleb.press(SIT, on=lobby)
    if player(slug) is None:
        await anna.press(SIT, on=lobby)
    while len((await scene.document())["sitters"]) < game.seats[0]:
        await boris.press("+ Компьютер", on=lobby)
    await boris.press(BEGIN, on=lobby)
    assert (await scene.document())["stage"] == "play"

    # In the middle nobody plays, takes over, skips, removes or calls off for others.
    shown = await vera.wait_for(group, match=lambda seen: bool(seen.buttons) and scene.table in str(seen.buttons))
    read = await scene.document()
    count = read["count"]
    await outsiders(scene, shown, private, sit, Play(scene.table, count, "take"), About(scene.table, "hand"))
    await scene.refused(
        vera,
        shown,
        About(scene.table, "stop"),
        About(scene.table, "skip", f"{count}:0"),
        About(scene.table, "remove", str(boris.id)),
    )
    for command in ("/stop", "/skip", "/remove"):
        await vera.write(group, command)
        await anna.write(group, command, as_channel="Вести")
    await scene.settled(vera)
    assert await scene.document() == read

    # An anonymous administrator who is not even at the table calls it off in the chat's name.
    await group.set_member(anna, "creator", anonymous=True)
    await anna.write(group, "/stop")
    told = await vera.wait_for(group, text="закрыва")
    assert (told.text or "").startswith("Семья")
    assert "Анна" not in (told.text or "")
    assert (await scene.document())["stage"] == "off"


@pytest.mark.parametrize("slug", ALONE)
async def test_a_patience_is_its_players_alone(scene: Scene, slug: str) -> None:
    """What people met, Telegram: "banned people and robots joining by a shared start link": here there is no link, and
    whoever makes one up finds nothing."""
    anna, boris = scene.people[:2]
    await boris.write(scene.group, f"/play {slug}")
    await scene.settled(boris)
    assert await scene.open_tables() == 0
    await anna.write("bot", f"/play {slug}")
    board = await anna.wait_for("bot", button="Сдаюсь")
    scene.table = next(
        found[1:9] for row in board.buttons for key in row if (found := key.callback_data or "")[9:10] == ":"
    )
    before = await scene.document()
    sent = await boris.start(f"t{scene.table}{before['ticket']}")
    await boris.wait_for("bot", text="Этого стола больше нет", match=lambda seen: seen.seq > sent.seq)
    await scene.refused(
        boris,
        await boris.wait_for("bot", button=CHOOSE),
        About(scene.table, "sit"),
        About(scene.table, "stop"),
        About(scene.table, "undo"),
        Play(scene.table, before["count"], "resign"),
    )
