"""Every game of the catalogue from /play to its result, at its lowest, usual and highest number of seats.

The people see their own screens and no more, press buttons that they see, and write what they are asked for; at a large
table computers fill the seats. All tables of a game are played at the same time, in four groups of one bot, so that
they might get into each other's way.

A seed governs what the people choose, and nothing else: the bot draws the secret of each shuffle itself and takes none
from outside, and how the groups' moves interleave is the clock's doing. So each run plays other games; what a test
that fails has seen stands in its message.
"""

import asyncio
import random
import re
from dataclasses import dataclass

import pytest

from bot.playground.client import MadeCall, Playground, Seen
from bot.playground.sending import TOO_OLD
from games.catalogue import GAMES
from tests.e2e.declamation import declaim
from tests.e2e.people import Company, play_alone
from tests.e2e.questions import all_write, read_out
from tests.e2e.told import assert_readable, calls_of, told_in
from tests.e2e.words import ENGLISH, RUSSIAN, Words

USUAL = 4
PEOPLE = {"navalka_closed": 1, "svoi_kozyri": 1}
"""Of people who play by chance, so many at a table where they would else play for a long time; three elsewhere."""


@dataclass(frozen=True, slots=True)
class Party:
    """A table to be played at."""

    game: str
    seats: int
    words: Words
    seed: int


def parties(slug: str) -> list[Party]:
    """The tables of a game: at its lowest and usual number of seats, and at its highest in both languages."""
    low, high = GAMES[slug].seats
    usual = max(low, min(USUAL, high - 1))
    kinds = [(low, RUSSIAN), (usual, ENGLISH), (high, RUSSIAN), (high, ENGLISH)]
    if GAMES[slug].parlour:
        kinds.pop()  # without computers the largest table takes thirty people
    return [Party(slug, seats, words, seed) for seed, (seats, words) in enumerate(kinds, 1)]


@pytest.mark.parametrize("slug", GAMES)
async def test_a_game_is_played_from_the_catalogue_to_its_result(pg: Playground, slug: str) -> None:
    async with asyncio.TaskGroup() as groups:
        for party in parties(slug):
            groups.create_task(played(pg, party))


async def played(pg: Playground, party: Party) -> None:
    game = GAMES[party.game]
    people = party.seats if game.parlour else min(party.seats, PEOPLE.get(party.game, 3))
    rng = random.Random(f"{party.game} {party.seed}")
    company = await Company.gather(pg, rng, party.words, people)
    if game.seats[1] == 1:
        result = await alone(company, party.game)
    else:
        lobby = await company.sit_down(await company.open(party.game), party.seats - people)
        await company.begin(await company.agree(lobby, *party.words.short[party.game]))
        result = await to_the_end(company, party.game, rng)
        assert_settled(result.text or "", party.words)
    calls = await calls_of(company)
    assert not [call for call in calls if not call.ok and not expected(call)]
    assert_readable(told_in(company, calls), party.words.code)


async def alone(company: Company, game: str) -> Seen:
    """A game for one: opened and played in private."""
    player, words = company.players[0], company.words
    await player.who.write("bot", "/play")
    await player.who.press(words.games[game], on=await player.who.wait_for("bot", button=words.games[game]))
    await player.who.wait_for("bot", button=words.resign)
    result = await play_alone(player, game)
    assert (result.text or "").startswith(words.games[game])
    return result


async def to_the_end(company: Company, game: str, rng: random.Random) -> Seen:
    """The result. Games for the company want more than buttons: each has its own script."""
    match game:
        case "questions":
            asked = await all_write(company, company.words.question)
            answered = await all_write(company, company.words.answer)
            read = "\n".join(await read_out(company))
            assert all(text in read for text in (*asked.values(), *answered.values()))
            result = await company.result()
            assert result
            return result
        case "declamation":
            return await declaim(company, rng.randint(1, 6), laughter=company.words.code == "en")
        case _:
            return await company.play(game)


def assert_settled(result: str, words: Words) -> None:
    """What is won is lost by others, but for what a lottery leaves to the next one."""
    lines = [line for line in result.split("\n") if not line.startswith(words.house)]
    changes = [int(found[1].replace("−", "-")) for line in lines if (found := re.search(r": ([+−]?\d+)(?:,|$)", line))]
    left = re.search(r": (\d+)\s(?:жетон|chip)", result)
    assert sum(changes) + (int(left[1]) if left else 0) == 0, result


def expected(call: MadeCall) -> bool:
    """Whether Telegram may refuse such a call in the best of games too.

    A tap grows old on a slow machine, and a screen that two steps drew at the same time is sent once more unchanged.
    """
    return call.code == 400 and any(kind in (call.description or "") for kind in (TOO_OLD, "message is not modified"))
