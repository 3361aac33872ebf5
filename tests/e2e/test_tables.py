"""Several tables at once, and amounts by button and by writing."""

import random
import re

import pytest

from bot.playground.client import Playground, Seen, Someone
from tests.e2e.people import PATIENCE, Company, Player
from tests.e2e.words import RUSSIAN


async def company_at(pg: Playground, title: str, people: tuple[Player, ...]) -> Company:
    """The same people in another group."""
    group = await pg.group(title, *(player.who for player in people))
    return Company(pg, group, title, people, RUSSIAN)


async def screen_of(who: Someone, title: str) -> Seen:
    """That table's private message."""
    return await who.wait_for("bot", text=re.compile(rf"^{title}"), patience=PATIENCE)


async def test_every_private_screen_names_its_table_and_acts_on_it_alone(friends: Company, pg: Playground) -> None:
    dacha = await company_at(pg, "Дача", friends.players)
    for company in (friends, dacha):
        await company.begin(await company.sit_down(await company.open("durachki")))
    for who in friends.people:
        await screen_of(who, "Дурачки · Вечер")
        await screen_of(who, "Дурачки · Дача")
    for _ in range(8):
        before = {who.id: await screen_of(who, "Дурачки · Вечер") for who in friends.people}
        moved = [player for player in friends.players if await player.turn("Дурачки · Дача")]
        assert moved
        assert {who.id: await screen_of(who, "Дурачки · Вечер") for who in friends.people} == before


async def test_several_games_of_one_person_go_on_to_their_ends(friends: Company, pg: Playground) -> None:
    dacha = await company_at(pg, "Дача", friends.players)
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    await dacha.begin(await dacha.agree(await dacha.sit_down(await dacha.open("twenty_one")), "1 сдача"))
    anna = friends.players[0]
    await anna.who.write("bot", "/patience")
    await anna.who.wait_for("bot", button=RUSSIAN.resign, patience=PATIENCE)
    one, other = friends.moves("durachki"), dacha.moves("twenty_one")
    running = [one, other]
    while running:
        running = [moves for moves in running if await anext(moves, None)]
        await anna.turn("Девушки на выданье")
    results = [await friends.result(), await dacha.result()]
    assert [(seen.text or "").split("\n")[0] for seen in results if seen] == ["Дурачки", "Двадцать один"]


async def staking(company: Company) -> list[Player]:
    """A deal of twenty-one; those who are asked for their stakes."""
    await company.begin(await company.agree(await company.sit_down(await company.open("twenty_one")), "1 сдача"))
    table = await company.host.wait_for(company.group, button="Ставка 5", patience=PATIENCE)
    punters = [player for player in company.players if f"банк держит {player.name}" not in (table.text or "")]
    for player in punters:
        await player.who.wait_for("bot", text=f"· {company.title}", button="Ставка 5", patience=PATIENCE)
    return punters


async def test_an_amount_is_pressed_in_private_and_in_the_group(friends: Company) -> None:
    first, second = await staking(friends)
    await first.who.press("Ставка 5", "bot")
    await friends.host.wait_for(friends.group, text=re.compile(rf"{first.name}.*ставка 5"), patience=PATIENCE)
    await second.who.press("Ставка 10", friends.group)
    await friends.host.wait_for(friends.group, text=re.compile(rf"{second.name}.*ставка 10"), patience=PATIENCE)


async def test_an_amount_is_written_in_private(friends: Company) -> None:
    first, second = await staking(friends)
    await first.who.write("bot", "37")
    await friends.host.wait_for(friends.group, text=re.compile(rf"{first.name}.*ставка 37"), patience=PATIENCE)
    for wrong in ("тысяча", "1000", "-5", "0", "5.5", "٥"):
        sent = await second.who.write("bot", wrong)
        reply = await second.who.wait_for("bot", match=lambda seen, sent=sent: seen.reply_to == sent.id)  # type: ignore[misc]
        assert "от 1 до 100" in (reply.text or "")
        assert "Ставка 5" in (await second.who.wait_for("bot", text="Двадцать один")).button_texts
    await second.who.write("bot", "100")
    await friends.host.wait_for(friends.group, text=re.compile(rf"{second.name}.*ставка 100"), patience=PATIENCE)


async def test_an_amount_is_written_as_a_reply_in_the_group(friends: Company) -> None:
    first, second = await staking(friends)
    table = await friends.host.wait_for(friends.group, button=RUSSIAN.hand)
    await first.who.write(friends.group, "12", reply_to=table.id)
    await friends.host.wait_for(friends.group, text=re.compile(rf"{first.name}.*ставка 12"), patience=PATIENCE)
    sent = await second.who.write(friends.group, "много", reply_to=table.id)
    reply = await second.who.wait_for(friends.group, match=lambda seen: seen.reply_to == sent.id)
    assert "от 1 до 100" in (reply.text or "")
    banker = next(player for player in friends.players if player not in (first, second))
    sent = await banker.who.write(friends.group, "12", reply_to=table.id)
    reply = await banker.who.wait_for(friends.group, match=lambda seen: seen.reply_to == sent.id)
    assert reply.text == "Сейчас здесь ничего писать не нужно."


async def test_all_stake_at_the_same_time(pg: Playground, rng: random.Random) -> None:
    company = await Company.gather(pg, rng, RUSSIAN, 5)
    punters = await staking(company)
    assert len(punters) == 4
    table = await company.host.wait_for(company.group, button="Ставка 5")
    queries = [await player.who.press("Ставка 5", on=table, patience=0) for player in punters]
    for query in queries:
        shown = await pg.get(f"answers/{query.id}", timeout=PATIENCE)
        assert shown["answered"]
        assert not shown["alert"], "nobody's tap is in another's way"
    await company.host.wait_for(
        company.group, match=lambda seen: (seen.text or "").count("ставка 5") == 4, patience=PATIENCE
    )


@pytest.mark.parametrize("text", ["7", "семь"])
async def test_what_several_tables_wait_for_is_told_by_a_reply(friends: Company, pg: Playground, text: str) -> None:
    dacha = await company_at(pg, "Дача", friends.players)
    here, there = await staking(friends), await staking(dacha)
    both = next(player for player in here if player in there)
    sent = await both.who.write("bot", text)
    asked = await both.who.wait_for("bot", match=lambda seen: seen.reply_to == sent.id)
    assert "нескольк" in (asked.text or "").lower()
    screen = await screen_of(both.who, "Двадцать один · Дача")
    await both.who.write("bot", "7", reply_to=screen.id)
    await dacha.host.wait_for(dacha.group, text=re.compile(rf"{both.name}.*ставка 7"), patience=PATIENCE)
    table = await friends.host.wait_for(friends.group, button=RUSSIAN.hand)
    assert not re.search(rf"{both.name}.*ставка", table.text or "")


async def test_the_host_ends_a_game_of_many_deals_with_the_one_that_is_on(friends: Company) -> None:
    await friends.begin(await friends.agree(await friends.sit_down(await friends.open("twenty_one")), "5 сдач"))
    host, guest = friends.people[:2]
    table = await host.wait_for(friends.group, text="сдача 1 из 5", button="Сделать сдачу последней", patience=PATIENCE)
    answer = await guest.press("Сделать сдачу последней", on=table, patience=PATIENCE)
    assert "хозяин стола" in (answer.text or "").lower()
    for _ in range(2):  # a double tap decides once
        assert (
            await host.press("Сделать сдачу последней", on=table, patience=PATIENCE)
        ).text == "Эта сдача — последняя."
    table = await host.wait_for(friends.group, text="сдача 1 из 1", button="Играем дальше", patience=PATIENCE)
    await host.press("Играем дальше", on=table, patience=PATIENCE)
    table = await host.wait_for(friends.group, text="сдача 1 из 5", button="Сделать сдачу последней", patience=PATIENCE)
    await host.press("Сделать сдачу последней", on=table, patience=PATIENCE)
    async for _ in friends.moves("twenty_one"):
        seen = await host.sees(friends.group)
        assert not any("сдача 2" in (one.text or "") for one in seen)
