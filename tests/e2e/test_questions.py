"""Written questions and answers: opened by an administrator, written in private, read aloud in the group."""

import re

from bot.playground.client import Playground
from tests.e2e.people import PATIENCE, Company
from tests.e2e.questions import all_write, read_out, slip, write


async def test_a_round_is_written_and_read_aloud(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    await all_write(friends, friends.words.question)
    await all_write(friends, friends.words.answer)
    read = await read_out(friends)
    assert [text.split(".")[0] for text in read] == ["Листок 1", "Листок 2", "Листок 3"]
    assert {re.split("[.\n]", text)[1].strip() for text in read} == {player.name for player in friends.players}


async def test_a_slip_may_be_rewritten_until_they_are_collected(friends: Company, pg: Playground) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    anna = friends.players[0]
    await slip(anna)
    assert "Принято" in await write(anna, "Первая мысль?")
    assert "Принято" in await write(anna, "Вторая мысль?")
    for player in friends.players[1:]:
        await write(player, f"Спрашивает {player.name}?")
    await all_write(friends, friends.words.answer)
    read = "\n".join(await read_out(friends))
    assert "Вторая мысль?" in read
    assert "Первая мысль?" not in read


async def test_what_the_president_strikes_is_not_read(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    asked = await all_write(friends, friends.words.question)
    await all_write(friends, friends.words.answer)
    desk = await friends.host.wait_for("bot", button="Вычеркнуть 2", patience=PATIENCE)
    unfit = next(text for text in asked.values() if text in (desk.text or "").split("\n2. ")[1].split("\n")[0])
    await friends.host.press("Вычеркнуть 2", on=desk)
    await friends.players[0].changed(desk)
    read = await read_out(friends)
    assert len(read) == 2
    assert unfit not in "\n".join(read)


async def test_a_slip_that_is_written_in_the_group_is_not_taken(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    boris = friends.players[1]
    await slip(boris)
    table = await boris.who.wait_for(friends.group, text="листки: 0 из 3")
    sent = await boris.who.write(friends.group, "Кого вы любите?", reply_to=table.id)
    reply = await boris.who.wait_for(friends.group, match=lambda seen: seen.reply_to == sent.id and seen.id != sent.id)
    assert reply.text == "Здесь это прочтут все: напишите мне лично."
    assert (await boris.who.wait_for(friends.group, text="листки:")).rev == table.rev


async def test_a_slip_is_rewritten_by_changing_its_message(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    boris = friends.players[1]
    await slip(boris)
    sent = await boris.who.write("bot", "Кого вы любите?")
    await boris.who.wait_for("bot", text="Принято")
    await boris.who.edit(sent, "Кого вы не любите?")
    await boris.who.wait_for("bot", text="Листок исправлен.")
    for player in (friends.players[0], friends.players[2]):
        await write(player, f"Спрашивает {player.name}?")
    await all_write(friends, friends.words.answer)
    read = "\n".join(await read_out(friends))
    assert "Кого вы не любите?" in read
    assert "Кого вы любите?" not in read


async def test_only_a_moderator_opens_a_round(friends: Company) -> None:
    boris = friends.people[1]
    await boris.write(friends.group, "/play questions")
    refused = await boris.wait_for(friends.group, text="модератор", match=lambda seen: seen.reply_to is not None)
    assert not refused.buttons
