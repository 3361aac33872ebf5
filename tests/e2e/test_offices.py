"""Those who preside, read and direct without playing: a moderator, and the bot itself."""

import random
import re
from dataclasses import replace
from itertools import product

import pytest

from bot.language import Language
from bot.playground.client import Playground, Seen
from tests.e2e.people import PATIENCE, Company
from tests.e2e.questions import slip, write
from tests.e2e.told import Told, told
from tests.e2e.words import ENGLISH, RUSSIAN, Words


async def fill(company: Company, lobby: Seen, **ways: str) -> Seen:
    """The host has each of these offices filled so, by the panel of terms; the lobby."""
    await company.host.press(company.words.terms, on=lobby)
    for office, way in ways.items():
        await tick(company, f"t{_table(lobby)}:office:{office}={way}")
    panel = await company.host.wait_for(company.group, button=company.words.back, patience=PATIENCE)
    await company.host.press(company.words.back, on=panel)
    return await company.host.wait_for(company.group, button=company.words.begin, patience=PATIENCE)


async def tick(company: Company, data: str) -> None:
    """The host presses the button on the panel that carries this, and sees it ticked."""
    panel = await company.host.wait_for(company.group, button=company.words.back, patience=PATIENCE)
    await company.host.press(on=panel, data=data)

    def ticked(seen: Seen) -> bool:
        return any(key.callback_data == data and key.text.startswith("✓") for row in seen.buttons for key in row)

    await company.host.wait_for(company.group, match=ticked, patience=PATIENCE)


def _table(lobby: Seen) -> str:
    return next(key.callback_data[1:9] for row in lobby.buttons for key in row if key.callback_data)


@pytest.mark.parametrize("words", [RUSSIAN, ENGLISH], ids=lambda words: words.code)
async def test_five_people_write_a_moderator_presides_and_the_bot_reads(
    pg: Playground, rng: random.Random, words: Words
) -> None:
    said = Language(words.code).gettext
    company = await Company.gather(pg, rng, words, 6)
    lobby = await fill(company, await company.open("questions"), president="moderator", secretary="bot")
    lobby = await company.sit_down(lobby)
    await company.host.press(said("Preside without playing"), on=lobby)
    lobby = await company.host.wait_for(company.group, text=re.compile(rf"{said('President')}:\s{company.host.name}"))
    await company.begin(lobby)

    writers = replace(company, players=company.players[1:])
    quiet = await company.host.wait_for("bot", text=said("It is for the others now."), patience=PATIENCE)
    assert words.on_the_slip not in (quiet.text or "")
    texts = {}
    for what, question in ((words.question, True), (words.answer, False)):
        for player in writers.players:
            await slip(player, question=not question)
            texts[f"{what} {player.name[::-1]}"] = player.who.id
            await write(player, f"{what} {player.name[::-1]}")

    result = await company.host.wait_for(company.group, button=words.again, patience=PATIENCE)
    read = [
        seen.text or ""
        for seen in await company.host.sees(company.group)
        if re.match(rf"{words.slip} \d\. ", seen.text or "")
    ]
    assert [text.split(".")[0] for text in read] == [f"{words.slip} {n}" for n in range(1, 6)]
    assert {re.split("[.\n]", text)[1].strip() for text in read} == {player.name for player in writers.players}
    assert all(any(text in slip_ for slip_ in read) for text in texts)
    assert result.text
    everything = await told(company)
    assert not betrayals(company, texts, everything, asked=words.question)
    leak = next(text for text in texts if text.startswith(words.answer))
    for receiver in (company.group.id, *(who.id for who in writers.people if who.id != texts[leak])):
        assert betrayals(company, texts, [Told(0, receiver, leak)], asked=words.question), "the check finds it"


@pytest.mark.parametrize("people", [2, 3])
async def test_the_bot_directs_a_lottery_to_its_end(pg: Playground, rng: random.Random, people: int) -> None:
    company = await Company.gather(pg, rng, RUSSIAN, people)
    lobby = await fill(company, await company.open("english_lottery"), director="bot")
    await company.begin(await company.sit_down(lobby))
    declined = ("Мне хватит", "Не покупаю")
    while True:
        seen = await company.host.wait_for(
            company.group, match=lambda seen: any(map(seen.button, (*declined, RUSSIAN.again))), patience=PATIENCE
        )
        if seen.button(RUSSIAN.again):
            break
        for button, player in product(filter(None, map(seen.button, declined)), company.players):
            await player.press(button, seen)
        await company.players[0].changed(seen)
    won = [
        int(n.replace("\N{MINUS SIGN}", "-")) for n in re.findall(r"(?m)^\w+: ([+\N{MINUS SIGN}]?\d+)", seen.text or "")
    ]
    left = re.search(r"В дирекции .*?(\d+)", seen.text or "")
    assert len(won) == people or (not won and "Никто никому не должен." in (seen.text or ""))
    assert sum(won) == -int(left[1] if left else 0)
    everything = await told(company)
    keys = {key for one in everything for key, _ in one.keys}
    assert not keys & {"Вынуть карту", "Вынуть пять", "Открыть приз"}, "nobody presses for the bot"
    assert any(re.search(r"директор:\sбот", one.text) for one in everything)


def betrayals(company: Company, writers: dict[str, int], said: list[Told], asked: str) -> list[str]:
    """The messages in which a text stands that neither is read aloud there, nor was written by their receiver, nor is
    the question that the receiver has to answer, nor lies on the president's desk."""
    names = {who.id: who.name for who in company.people}
    found = []
    for one in said:
        for text, writer in writers.items():
            if text not in str(one):
                continue
            aloud = one.to == company.group.id and re.match(rf"{company.words.slip} \d", one.text)
            own, desk = one.to == writer, one.to == company.host.id
            answering = text.startswith(asked) and company.words.the_question + text in one.text
            if not (aloud or own or desk or answering):
                found.append(f"to {names.get(one.to, 'the group')}: {one}")
    return found
