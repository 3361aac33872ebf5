"""Who may take an office, choose how it is filled, and vote, whatever a button carries."""

import re

import pytest

from bot.buttons import About
from bot.playground.client import Group, Playground, Seen, Someone

BEGIN, SIT, TERMS, BACK, PRESIDE = "Начать", "Сесть", "Условия", "« Назад", "Вести, не играя"


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Анна", "Борис", "Вера", "Глеб")


@pytest.fixture
async def lobby(people: list[Someone], group: Group) -> Seen:
    """Anna, Boris and Vera; Gleb looks on."""
    await people[0].write(group, "/play questions")
    lobby = await people[0].wait_for(group, button=BEGIN)
    for other in people[1:3]:
        await other.press(SIT, on=lobby)
    return await people[0].wait_for(group, text="Анна, Борис, Вера", button=BEGIN)


def words(text: str) -> re.Pattern[str]:
    """The text, with whatever spaces it is set."""
    return re.compile(r"\s+".join(map(re.escape, text.split())))


def table_of(lobby: Seen) -> str:
    button = lobby.button(BEGIN)
    assert button
    assert button.callback_data
    return button.callback_data[1:9]


async def filled(host: Someone, group: Group, lobby: Seen, office: str, way: str) -> Seen:
    """The lobby after its host has chosen that on the panel of terms."""
    await host.press(TERMS, on=lobby)
    panel = await host.wait_for(group, button=BACK)
    data = str(About(table_of(lobby), "office", f"{office}={way}"))
    await host.press(on=panel, data=data)
    await host.press(BACK, on=panel)
    return await host.wait_for(group, button=BEGIN)


async def test_a_moderator_who_does_not_sit_takes_an_office(people: list[Someone], group: Group, lobby: Seen) -> None:
    anna, boris, _, gleb = people
    lobby = await filled(anna, group, lobby, "president", "moderator")
    for member in (boris, gleb):
        answer = await member.press(PRESIDE, on=lobby)
        assert answer.text == "Это может только модератор этого чата."
    await group.set_member(gleb, "administrator")
    await gleb.press(PRESIDE, on=lobby)
    taken = await anna.wait_for(group, text=words("Председатель: Глеб"), button=BEGIN)
    assert PRESIDE not in taken.button_texts
    await anna.press(BEGIN, on=taken)
    await gleb.wait_for("bot", text=words("председатель Глеб"))
    await anna.wait_for(group, text=words("председатель Глеб, секретарь Анна"))


async def test_a_moderator_to_whom_the_bot_may_not_write_is_named_before_it_begins(
    pg: Playground, people: list[Someone], group: Group, lobby: Seen
) -> None:
    anna = people[0]
    klim = await pg.person("Клим")
    await group.set_member(klim, "administrator")
    lobby = await filled(anna, group, lobby, "president", "moderator")
    await klim.press(PRESIDE, on=lobby)
    lobby = await anna.wait_for(group, text=words("Председатель: Клим"), button=BEGIN)
    answer = await anna.press(BEGIN, on=lobby)
    assert "Клим" in (answer.text or "")
    await klim.start()
    await anna.press(BEGIN, on=lobby)
    await anna.wait_for(group, text=words("председатель Клим"))


async def test_only_the_host_chooses_how_an_office_is_filled(people: list[Someone], group: Group, lobby: Seen) -> None:
    boris = people[1]
    answer = await boris.press(SIT, on=lobby, forge=str(About(table_of(lobby), "office", "president=bot")))
    assert answer.text == "Это решает хозяин стола: Анна."
    for made_up in ("president", "president=", "president=lot", "nobody=bot", "=", ""):
        answer = await people[0].press(SIT, on=lobby, forge=str(About(table_of(lobby), "office", made_up)))
        assert answer.text, made_up


async def test_those_who_sit_vote_by_pressing_a_name(people: list[Someone], group: Group, lobby: Seen) -> None:
    anna, boris, vera, gleb = people
    lobby = await filled(anna, group, lobby, "president", "vote")
    assert "Вера · 0" in lobby.button_texts
    answer = await gleb.press("Вера · 0", on=lobby)
    assert "сначала сядьте" in (answer.text or "")
    await anna.press("Вера · 0", on=lobby)
    one = await boris.wait_for(group, button="Вера · 1")
    await boris.press("Вера · 1", on=one)
    two = await boris.wait_for(group, button="Вера · 2")
    await boris.press("Борис · 0", on=two)
    changed = await boris.wait_for(group, button="Борис · 1")
    assert "Вера · 1" in changed.button_texts
    await vera.press("Вера · 1", on=changed)
    last = await anna.wait_for(group, button="Вера · 2")
    await anna.press(BEGIN, on=last)
    await anna.wait_for(group, text=words("председатель Вера, секретарь Анна"))


async def test_a_vote_that_somebody_made_up_is_none(people: list[Someone], group: Group, lobby: Seen) -> None:
    anna, boris, *_ = people
    lobby = await filled(anna, group, lobby, "president", "vote")
    for made_up in ("president=", "president=x", f"secretary={anna.id}", "president=1", ""):
        answer = await boris.press(SIT, on=lobby, forge=str(About(table_of(lobby), "vote", made_up)))
        assert answer.text, made_up
    assert "Вера · 0" in (await anna.wait_for(group, button=BEGIN)).button_texts


async def test_one_who_presides_may_get_up_again(people: list[Someone], group: Group, lobby: Seen) -> None:
    anna = people[0]
    lobby = await filled(anna, group, lobby, "president", "moderator")
    await anna.press(PRESIDE, on=lobby)
    presiding = await anna.wait_for(group, text="За столом: Борис, Вера", button=BEGIN)
    await anna.press(SIT, on=presiding)
    back = await anna.wait_for(group, text="За столом: Анна, Борис, Вера", button=BEGIN)
    assert PRESIDE in back.button_texts
