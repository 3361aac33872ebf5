"""The fool's tag: whoever is the fool of the last game wears it, and nobody else."""

import pytest
from aiogram.exceptions import AiogramError

from bot.app import App
from bot.playground import Server
from bot.playground.client import Group, Playground, Someone
from bot.routers.rights import Rights
from bot.routers.tags import Tags
from bot.store.store import Commit
from bot.tables.chats import Chats
from bot.tables.model import Chat


@pytest.fixture
async def people(pg: Playground, app: App) -> list[Someone]:
    return [await pg.person(name) for name in ("Анна", "Борис", "Вера")]


@pytest.fixture
async def group(pg: Playground, people: list[Someone]) -> Group:
    """Anna's; the others are simple members."""
    made = await pg.group("Семья", *people)
    await made.set_member("bot", "administrator")
    return made


@pytest.fixture
def tags(app: App) -> Tags:
    return Tags(app.bot, Chats(app.store), Rights(app.bot))


async def titled(app: App, group: Group, *titles: str) -> None:
    """The chat remembers these, the last one latest, and nothing else."""
    home = await app.store.home_of(group.id)
    before = dict.fromkeys(await app.store.titles(home))
    await app.store.commit(Commit(home=home, titles={**before, **{t: str(n) for n, t in enumerate(titles)}}))


def worn(server: Server, group: Group) -> dict[int, str]:
    return {user: member.tag for user, member in server.world.rooms[group.id].members.items() if member.tag}


async def chosen(app: App, group: Group, **fields: object) -> Chat:
    return await Chats(app.store).change(group.id, **fields)


async def test_the_fool_of_the_last_game_wears_the_tag_until_the_title_passes(
    app: App, server: Server, people: list[Someone], group: Group, tags: Tags
) -> None:
    _, boris, vera = people
    await chosen(app, group, fool_tag=True, language="ru")
    await titled(app, group, f"durachki/{boris.id}")
    await tags.follow(group.id)
    assert worn(server, group) == {boris.id: "дурачок"}
    await titled(app, group, f"durachki/{boris.id}", f"koroli/{boris.id},{vera.id}", f"english_durachki/{vera.id}")
    await tags.follow(group.id)
    assert worn(server, group) == {vera.id: "дурачок"}
    await titled(app, group)
    await tags.follow(group.id)
    assert worn(server, group) == {}


async def test_nobody_wears_it_where_that_is_not_chosen_or_not_any_more(
    app: App, server: Server, people: list[Someone], group: Group, tags: Tags
) -> None:
    boris = people[1]
    await titled(app, group, f"durachki/{boris.id}")
    await tags.follow(group.id)
    assert worn(server, group) == {}
    await chosen(app, group, fool_tag=True)
    await tags.follow(group.id)
    assert [*worn(server, group)] == [boris.id]
    await chosen(app, group, fool_tag=False)
    await tags.follow(group.id)
    assert worn(server, group) == {}


async def test_administrators_and_who_has_left_wear_none(
    app: App, server: Server, people: list[Someone], group: Group, tags: Tags
) -> None:
    anna, boris, _ = people
    await chosen(app, group, fool_tag=True)
    for fool in (anna, boris):
        await titled(app, group, f"durachki/{fool.id}")
        await group.set_member(boris, "left")
        await tags.follow(group.id)
        assert worn(server, group) == {}
    assert (await chosen(app, group)).fool_tag


async def test_where_the_bot_may_not_give_it_that_is_told_once(
    app: App, pg: Playground, people: list[Someone], group: Group, tags: Tags
) -> None:
    boris = people[1]
    await chosen(app, group, fool_tag=True, language="ru")
    await titled(app, group, f"durachki/{boris.id}")
    refused = {"code": 400, "description": "Bad Request: not enough rights to change the member's tag", "times": None}
    await pg.fault("error", method="setChatMemberTag", **refused)
    for _ in range(2):
        await tags.follow(group.id)
    told = [seen for seen in await boris.sees(group) if "Метку дурачка" in (seen.text or "")]
    assert len(told) == 1
    assert not (await chosen(app, group)).fool_tag


async def test_a_tag_that_telegram_did_not_take_now_is_given_the_next_time(
    server: Server, pg: Playground, group: Group, tags: Tags, app: App
) -> None:
    boris = await pg.person("Борис")
    await chosen(app, group, fool_tag=True)
    await titled(app, group, f"durachki/{boris.id}")
    await pg.fault("drop_after", method="setChatMemberTag", times=9)
    with pytest.raises(AiogramError):
        await tags.follow(group.id)
    await pg.clear_faults()
    await tags.follow(group.id)
    assert [*worn(server, group)] == [boris.id]
    assert (await chosen(app, group)).tagged == boris.id


async def test_who_is_forgotten_wears_it_no_more(
    app: App, server: Server, people: list[Someone], group: Group, tags: Tags
) -> None:
    boris = people[1]
    await boris.start()
    await boris.write(group, "/play durachki")
    await boris.wait_for(group, button="Начать")
    await chosen(app, group, fool_tag=True)
    await titled(app, group, f"durachki/{boris.id}")
    await tags.follow(group.id)
    assert [*worn(server, group)] == [boris.id]
    await boris.write("bot", "/forget_me")
    asked = await boris.wait_for(
        "bot", match=lambda seen: any("g:forget" in (b.callback_data or "") for r in seen.buttons for b in r)
    )
    await boris.press(asked.button_texts[0], on=asked)
    await boris.wait_for("bot", match=lambda seen: seen.id == asked.id and not seen.buttons)
    assert worn(server, group) == {}
    assert (await Chats(app.store).newest(group.id)).tagged is None
