"""Every card game of the catalogue from its lobby to its result, by two people or as few as it takes."""

import random
import re

import pytest

from bot.playground.client import Playground
from games.catalogue import GAMES
from tests.e2e.people import Company
from tests.e2e.told import assert_readable, told
from tests.e2e.words import ENGLISH, RUSSIAN, Words

SHORT = {"ru": ("1 сдача", "1 банк", "1 царствование"), "en": ("1 deal", "1 bank", "1 reign")}
"""Terms that make a game of many deals short."""

GAMES_OF_CARDS = [slug for slug, game in GAMES.items() if game.seats[1] > 1 and not game.parlour]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("words", [RUSSIAN, ENGLISH], ids=lambda words: words.code)
@pytest.mark.parametrize("game", GAMES_OF_CARDS)
async def test_game_is_played_from_the_lobby_to_its_result(
    pg: Playground, rng: random.Random, game: str, words: Words
) -> None:
    fewest = GAMES[game].seats[0]
    company = await Company.gather(pg, rng, words, min(fewest, 2))
    lobby = await company.sit_down(await company.open(game), max(0, fewest - 2))
    await company.begin(await company.shortened(lobby, SHORT[words.code]))
    result = (await company.play(game)).text or ""
    changes = [int(found.replace("−", "-")) for found in re.findall(r": ([+−]?\d+)(?:,|$)", result, re.MULTILINE)]
    left = re.search(r": (\d+)\s(?:жетон|chip)", result)  # what a lottery leaves to the next one
    assert sum(changes) + (int(left[1]) if left else 0) == 0, result
    assert_readable(await told(company), words.code)
