"""Double declamation in a group: parts, a verse, lines and gestures, and who has won."""

import random

import pytest

from bot.playground.client import Playground
from games.verses import REPERTORY
from tests.e2e.people import PATIENCE, Company
from tests.e2e.told import assert_readable, told
from tests.e2e.words import ENGLISH, RUSSIAN, Words

SAID = {
    "ru": ("Я читаю", "Я даю руки", "Прочесть строку", "Руки покоятся", "Чтец смеётся!"),
    "en": ("I recite", "I lend the hands", "Speak a line", "Hands at rest", "The reciter laughed!"),
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("words", [RUSSIAN, ENGLISH], ids=lambda words: words.code)
@pytest.mark.parametrize("laughter", [False, True])
async def test_a_verse_is_declaimed_to_its_end_or_to_laughter(
    pg: Playground, rng: random.Random, words: Words, laughter: bool
) -> None:
    company = await Company.gather(pg, rng, words, 4)
    reciter, hands, *audience = company.people
    recite, lend, line, rest, laughed = SAID[words.code]
    await company.begin(await company.sit_down(await company.open("declamation")))
    await reciter.press(recite, on=await reciter.wait_for(company.group, button=recite, patience=PATIENCE))
    table = await hands.wait_for(
        company.group, button=lend, match=lambda seen: not seen.button(recite), patience=PATIENCE
    )
    await hands.press(lend, on=table)
    poem = getattr(REPERTORY[3], words.code)
    choice = await reciter.wait_for("bot", button=poem.title, patience=PATIENCE)
    await reciter.press(poem.title, on=choice)
    for spoken in poem.lines:
        table = await reciter.wait_for(company.group, button=line, patience=PATIENCE)
        await reciter.press(line, on=table)
        table = await hands.wait_for(company.group, text=spoken, button=rest, patience=PATIENCE)
        if laughter:
            break
        await hands.press(rest, on=table)
    if laughter:
        for person in audience:
            table = await person.wait_for(company.group, button=laughed, patience=PATIENCE)
            await person.press(laughed, on=table)
    result = await company.host.wait_for(company.group, button=words.again, patience=PATIENCE)
    assert (hands.name if laughter else reciter.name) in (result.text or "")
    assert_readable(await told(company), words.code)
