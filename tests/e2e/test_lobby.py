"""Before the game: sitting down, getting up, the terms, people whom the bot cannot write to, and calling off."""

import random

import pytest

from bot.playground.client import Playground, Seen
from bot.screens.reconciler import FAR
from tests.e2e.people import PATIENCE, Company, Player
from tests.e2e.words import RUSSIAN


async def lobby_of(company: Company, text: str) -> Seen:
    """The lobby, once it says so."""
    return await company.host.wait_for(company.group, text=text, button=RUSSIAN.begin, patience=PATIENCE)


async def test_people_sit_down_and_get_up(friends: Company) -> None:
    lobby = await friends.open("durachki")
    assert "За столом: Анна\n" in (lobby.text or "")
    _, boris, vera = friends.people
    await boris.press(RUSSIAN.sit, on=lobby)
    await lobby_of(friends, "За столом: Анна, Борис\n")
    await vera.press(RUSSIAN.sit, on=lobby)
    await lobby_of(friends, "За столом: Анна, Борис, Вера\n")
    await boris.press(RUSSIAN.leave, on=lobby)
    await lobby_of(friends, "За столом: Анна, Вера\n")


async def test_the_next_in_order_becomes_host_when_the_host_gets_up(friends: Company) -> None:
    lobby = await friends.sit_down(await friends.open("durachki"))
    anna, boris, vera = friends.people
    await anna.press(RUSSIAN.leave, on=lobby)
    await lobby_of(friends, "За столом: Борис, Вера\n")
    refused = await vera.press(RUSSIAN.begin, on=lobby)
    assert refused.text == "Это решает хозяин стола: Борис."
    await boris.press(RUSSIAN.begin, on=lobby)
    await vera.wait_for("bot", text="Ваши карты", patience=PATIENCE)


async def test_a_table_that_everybody_leaves_is_closed(friends: Company) -> None:
    lobby = await friends.open("durachki")
    await friends.host.press(RUSSIAN.leave, on=lobby)
    await friends.host.wait_for(
        friends.group, text="Стол закрыт", match=lambda seen: seen.id == lobby.id and not seen.buttons
    )


async def test_computers_fill_the_seats(friends: Company) -> None:
    lobby = await friends.open("durachki")
    for _ in range(6):
        before = lobby
        await friends.host.press(RUSSIAN.computer, on=lobby)
        lobby = await friends.host.wait_for(
            friends.group,
            button=RUSSIAN.begin,
            match=lambda seen, before=before: seen.rev > before.rev,  # type: ignore[misc]
        )
    assert (lobby.text or "").count("🤖") == 6
    assert lobby.button(RUSSIAN.computer) is None
    await friends.people[1].press(RUSSIAN.sit, on=lobby)
    lobby = await lobby_of(friends, "Борис")
    assert (lobby.text or "").count("🤖") == 5, "a person takes a computer's seat"


async def test_too_few_cannot_begin(friends: Company) -> None:
    lobby = await friends.open("durachki")
    refused = await friends.host.press(RUSSIAN.begin, on=lobby)
    assert refused.alert
    assert refused.text == "За столом мало народу: не хватает 1."
    assert (await friends.host.wait_for(friends.group, button=RUSSIAN.begin)).rev == lobby.rev


async def test_only_the_host_changes_the_terms(friends: Company) -> None:
    lobby = await friends.sit_down(await friends.open("twenty_one"))
    refused = await friends.people[1].press(RUSSIAN.terms, on=lobby)
    assert refused.text == "Это решает хозяин стола: Анна."
    lobby = await friends.agree(lobby, "5 сдач", "быстро · 45 секунд")
    assert "5 сдач" in (lobby.text or "")
    assert "на ход 45 секунд" in (lobby.text or "")


async def test_a_stranger_presses_start_before_the_deal(pg: Playground, rng: random.Random) -> None:
    company = await Company.gather(pg, rng, RUSSIAN, 3, strangers=1)
    vera = company.people[2]
    lobby = await company.sit_down(await company.open("durachki"))
    refused = await company.host.press(RUSSIAN.begin, on=lobby)
    assert refused.text
    assert "Вера" in refused.text
    asked = await vera.wait_for(company.group, button=RUSSIAN.open_chat, text="Вера", patience=PATIENCE)
    await vera.press(RUSSIAN.open_chat, on=asked)
    await vera.wait_for("bot", text="Дурачки")
    lobby = await company.host.wait_for(
        company.group, match=lambda seen: seen.id == asked.id and not seen.button(RUSSIAN.open_chat), patience=PATIENCE
    )
    await company.begin(lobby)
    await vera.wait_for("bot", text="Ваши карты", patience=PATIENCE)
    await company.play("durachki")


async def test_whoever_blocks_the_bot_in_mid_game_plays_on_in_the_group(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    boris, group = friends.players[1], friends.group
    await boris.who.wait_for("bot", text="Ваши карты", patience=PATIENCE)
    await boris.who.block()
    whispers = 0
    while whispers < 6:
        rev = await friends.pg.rev()
        moved = [await player.turn("Дурачки", group) for player in (friends.players[0], friends.players[2])]
        table = await boris.who.wait_for(
            group, match=lambda seen: bool(seen.button(RUSSIAN.hand) or seen.button(RUSSIAN.again)), patience=PATIENCE
        )
        if table.button(RUSSIAN.again):
            break
        if f"{boris.name} ходит" in (table.text or "") or f"{boris.name} кроет" in (table.text or ""):
            await _whispered_turn(boris, table)
            whispers += 1
        elif not any(moved):
            await friends.pg.wait_news(rev, PATIENCE, friends.chats)
    assert whispers
    await friends.host.wait_for(group, text="Некому доставить карты: Борис", patience=PATIENCE)


async def _whispered_turn(player: Player, table: Seen) -> None:
    """Looks at the own hand in the group, where nobody else sees it, and presses one of its buttons."""
    before = {seen.ephemeral_id for seen in await player.who.sees(table.chat)}
    await player.who.press(RUSSIAN.hand, on=table)
    whispered = await player.who.wait_for(
        table.chat, text="Ваши карты", match=lambda seen: seen.ephemeral_id not in before, patience=PATIENCE
    )
    assert await player.press(player.choice(whispered), whispered)


@pytest.mark.parametrize("who", ["host", "admin"])
async def test_stop_is_for_host_and_moderators(friends: Company, who: str) -> None:
    boris, vera = friends.people[1:]
    await friends.group.set_member(vera, "administrator")
    await boris.write(friends.group, "/play durachki")
    lobby = await boris.wait_for(friends.group, text="За столом: Борис", button=RUSSIAN.begin, patience=PATIENCE)
    stopper = boris if who == "host" else vera
    await stopper.write(friends.group, "/stop")
    await stopper.wait_for(friends.group, text=f"{stopper.name} закрывает стол", patience=PATIENCE)
    closed = await stopper.wait_for(friends.group, match=lambda seen: seen.id == lobby.id and not seen.buttons)
    assert "Стол закрыт" in (closed.text or "")
    late = await vera.press(forge=f"{_data(lobby)}", on=closed)
    assert late.text == "Этот стол закрыт."


def _data(lobby: Seen) -> str:
    button = lobby.button(RUSSIAN.sit)
    assert button
    return button.callback_data or ""


async def test_others_cannot_stop_a_table(friends: Company) -> None:
    lobby = await friends.open("durachki")
    vera = friends.people[2]
    sent = await vera.write(friends.group, "/stop")
    refused = await vera.wait_for(friends.group, match=lambda seen: seen.reply_to == sent.id)
    assert refused.text == "Это может только хозяин стола или модератор."
    await vera.press(RUSSIAN.sit, on=lobby)
    await lobby_of(friends, "За столом: Анна, Вера\n")


async def test_stop_takes_the_hands_away(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    boris = friends.people[1]
    hand = await boris.wait_for("bot", text="Ваши карты", patience=PATIENCE)
    await friends.host.write(friends.group, "/stop")
    await friends.host.wait_for(friends.group, text="Анна закрывает стол", patience=PATIENCE)
    await friends.players[1].changed(hand)
    assert not any("Ваши карты" in (seen.text or "") for seen in await boris.sees("bot"))


async def test_the_same_game_is_played_once_more(friends: Company) -> None:
    lobby = await friends.agree(await friends.sit_down(await friends.open("twenty_one")), "1 сдача")
    await friends.begin(lobby)
    result = await friends.play("twenty_one")
    boris, vera = friends.people[1:]
    await boris.press(RUSSIAN.again, on=result)
    lobby = await lobby_of(friends, "За столом: Борис\n")
    assert "1 сдача" in (lobby.text or ""), "on the same terms"
    await vera.press(RUSSIAN.again, on=result)
    await lobby_of(friends, "За столом: Борис, Вера\n")


async def in_supergroup(friends: Company, pg: Playground) -> Company:
    """The same people where messages are numbered by themselves."""
    group = await pg.group("Клуб", *friends.people, kind="supergroup")
    return Company(pg, group, "Клуб", friends.players, RUSSIAN)


async def test_a_game_begins_below_the_rules_that_somebody_has_looked_up(friends: Company, pg: Playground) -> None:
    club = await in_supergroup(friends, pg)
    lobby = await club.sit_down(await club.open("durachki"))
    await club.host.press("Правила", on=lobby)
    rules = await club.host.wait_for(club.group, match=lambda seen: seen.id > lobby.id, patience=PATIENCE)
    await club.begin(lobby)
    table = await club.host.wait_for(club.group, button=RUSSIAN.hand, patience=PATIENCE)
    assert table.id > rules.id
    await club.host.wait_for(club.group, match=lambda seen: seen.id == lobby.id and not seen.buttons)


async def test_a_table_that_has_scrolled_far_up_comes_down_with_the_next_move(friends: Company, pg: Playground) -> None:
    club = await in_supergroup(friends, pg)
    table = await club.begin(await club.sit_down(await club.open("durachki")))
    for number in range(FAR):
        await club.host.write(club.group, f"Разговор {number}")
    await club.host.write(club.group, "/help")
    helped = await club.host.wait_for(club.group, text="Что я умею", patience=PATIENCE)
    async for player in club.moves("durachki"):
        if player.has_played:
            break
    moved = await club.host.wait_for(
        club.group, text="Дурачки", button=RUSSIAN.hand, since=helped.rev, patience=PATIENCE
    )
    assert moved.id > helped.id > table.id
    await club.host.wait_for(club.group, match=lambda seen: seen.id == table.id and not seen.buttons)
