"""What comes after a game, games of several deals, and games alone against the computer."""

import random

import pytest

from bot.playground.client import Playground
from tests.e2e.people import PATIENCE, Company, Player, newcomer, play_alone
from tests.e2e.told import told
from tests.e2e.words import ENGLISH, RUSSIAN, Words


async def test_what_is_played_here_comes_first_in_the_catalogue(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    await friends.play("durachki")
    before = await friends.pg.rev()
    await friends.host.write(friends.group, "/play")
    catalogue = await friends.host.wait_for(friends.group, button="Очко", since=before, patience=PATIENCE)
    assert catalogue.button_texts[0] == "Дурачки"


async def test_as_many_deals_are_played_as_were_agreed(friends: Company) -> None:
    lobby = await friends.agree(await friends.sit_down(await friends.open("twenty_one")), "3 сдачи")
    assert "3 сдачи" in (lobby.text or "")
    await friends.begin(lobby)
    result = (await friends.play("twenty_one")).text or ""
    assert all(f"{player.name}: " in result for player in friends.players) or "Никто" in result
    texts = [one.text.replace("\N{NO-BREAK SPACE}", " ") for one in await told(friends)]
    assert any("Двадцать один" in text and "сдача 3 из 3" in text for text in texts)


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
