"""Every game from /play to its result, by people who press what they see."""

import random
import re

import pytest

from bot.playground.client import Playground
from tests.e2e.people import PATIENCE, Company, Player, newcomer, play_alone
from tests.e2e.told import assert_readable, told
from tests.e2e.words import ENGLISH, RUSSIAN, Words


@pytest.mark.parametrize(
    ("words", "people", "computers"), [(RUSSIAN, 2, 0), (RUSSIAN, 3, 0), (RUSSIAN, 3, 4), (ENGLISH, 3, 0)]
)
async def test_durachki_is_played_to_its_fool(
    pg: Playground, rng: random.Random, words: Words, people: int, computers: int
) -> None:
    company = await Company.gather(pg, rng, words, people)
    await company.begin(await company.sit_down(await company.open("durachki"), computers))
    result = (await company.play("durachki")).text or ""
    changes = [int(found.replace("−", "-")) for found in re.findall(r": ([+−]\d+)(?:,|$)", result, re.MULTILINE)]
    assert len(changes) in (0, people + computers)
    assert sum(changes) == 0
    assert_readable(await told(company), words.code)
    before = await pg.rev()
    await company.host.write(company.group, "/play")
    catalogue = await company.host.wait_for(company.group, button=words.games["ochko"], since=before, patience=PATIENCE)
    assert catalogue.button_texts[0] == words.games["durachki"], "what is played here comes first"


@pytest.mark.parametrize(
    ("words", "people", "deals"),
    [(RUSSIAN, 2, "3 сдачи"), (RUSSIAN, 5, "1 сдача"), (RUSSIAN, 3, "3 сдачи"), (ENGLISH, 3, "1 deal")],
)
async def test_twenty_one_is_played_through_the_deals_that_were_agreed(
    pg: Playground, rng: random.Random, words: Words, people: int, deals: str
) -> None:
    company = await Company.gather(pg, rng, words, people)
    lobby = await company.agree(await company.sit_down(await company.open("twenty_one")), deals)
    assert deals in (lobby.text or "")
    await company.begin(lobby)
    result = (await company.play("twenty_one")).text or ""
    assert all(f"{player.name}: " in result for player in company.players) or "Nobody" in result or "Никто" in result
    assert_readable(await told(company), words.code)


@pytest.mark.parametrize(
    ("game", "words", "terms"),
    [("durachki", RUSSIAN, ()), ("twenty_one", RUSSIAN, ("1 сдача",)), ("durachki", ENGLISH, ())],
)
async def test_one_plays_alone_against_the_computer(
    pg: Playground, rng: random.Random, game: str, words: Words, terms: tuple[str, ...]
) -> None:
    anna = await newcomer(pg, words.names[0], words.code)
    await anna.start()
    player = Player(anna, rng, words)
    await anna.write("bot", "/play")
    await anna.wait_for("bot", button=words.games[game])
    await anna.press(words.games[game], "bot")
    lobby = await anna.wait_for("bot", text="🤖", button=words.begin, patience=PATIENCE)
    for term in terms:
        await anna.press(words.terms, on=lobby)
        await anna.wait_for("bot", button=term)
        await anna.press(term, on=lobby)
        await anna.wait_for("bot", button=f"✓ {term}")
        await anna.press(words.back, on=lobby)
        await anna.wait_for("bot", button=words.begin)
    await anna.press(words.begin, on=lobby)
    await play_alone(player, game)
