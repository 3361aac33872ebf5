"""The bot killed in mid-game, ended by its operator, started twice or with a token: tables go on where they were."""

import asyncio
import random
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import serve
from bot.playground.client import Playground
from tests.e2e.people import PATIENCE, Company, Player, newcomer, play_alone
from tests.e2e.process import BotProcess, first_line, run_python
from tests.e2e.questions import all_write, read_out, slip, write
from tests.e2e.words import RUSSIAN


async def killed_under_a_tap(bot: BotProcess, player: Player, title: str) -> None:
    """The player presses a button, and before anybody answers the bot is killed and started anew."""
    screen = await player.screen(title)
    assert screen
    button = player.choice(screen)
    await player.who.press(button.text, on=screen, data=button.callback_data, patience=0)
    await bot.kill()
    await bot.start()


@pytest.mark.parametrize(("game", "terms"), [("durachki", ()), ("twenty_one", ("3 сдачи",))])
async def test_a_game_of_cards_goes_on_after_kill_9(
    bot: BotProcess, friends: Company, game: str, terms: tuple[str, ...]
) -> None:
    """What people met, restart: "games lost"."""
    await friends.begin(await friends.agree(await friends.sit_down(await friends.open(game)), *terms))
    title = f"{RUSSIAN.games[game]} · {friends.title}"
    moves = 0
    async for _ in friends.moves(game):
        moves += 1
        waiting = [player for player in friends.players if await player.screen(title)]
        if moves >= 3 and waiting:
            break
    await killed_under_a_tap(bot, waiting[0], title)
    result = await friends.play(game)
    assert all(player.name in (result.text or "") for player in friends.players)


async def test_a_round_of_questions_goes_on_after_kill_9(bot: BotProcess, friends: Company) -> None:
    """What people met, restart: "submitted texts thrown away"."""
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    anna, boris, vera = friends.players
    await slip(anna)
    await write(anna, "Кто здесь самый тихий?")
    await boris.who.write("bot", "Кто здесь самый смелый?")
    await bot.kill()
    await bot.start()
    await write(vera, "Кто здесь самый добрый?")
    await all_write(friends, RUSSIAN.answer)
    table = await friends.host.wait_for(friends.group, button=RUSSIAN.read, patience=PATIENCE)
    await friends.host.press(RUSSIAN.read, on=table, patience=0)
    await bot.kill()
    await bot.start()
    await friends.host.wait_for(friends.group, text="Листок 1.", patience=PATIENCE)
    await read_out(friends)
    read = [seen.text or "" for seen in await friends.host.sees(friends.group) if "Листок " in (seen.text or "")]
    assert [text.split(".")[0] for text in read] == ["Листок 1", "Листок 2", "Листок 3"]
    assert all(any(f"самый {what}" in text for text in read) for what in ("тихий", "смелый", "добрый"))


async def test_a_patience_goes_on_after_kill_9(bot: BotProcess, pg: Playground, rng: random.Random) -> None:
    """What people met, restart: "games lost"."""
    player = Player(await newcomer(pg, "Анна"), rng, RUSSIAN)
    await player.who.write("bot", "/patience")
    await player.who.wait_for("bot", button=RUSSIAN.resign, patience=PATIENCE)
    for _ in range(5):
        await player.turn("Девушки на выданье")
    await killed_under_a_tap(bot, player, "Девушки на выданье")
    result = await play_alone(player, "debutantes")
    assert (result.text or "").startswith("Девушки на выданье\n")


async def test_a_move_that_was_made_before_the_end_is_drawn_after_it(bot: BotProcess, friends: Company) -> None:
    """Telegram does not answer; the operator ends the bot all the same, and it has ten seconds."""
    lobby = await friends.open("durachki")
    await friends.pg.fault("latency", seconds=30, method="editMessageText")
    await friends.people[1].press(RUSSIAN.sit, on=lobby)
    assert await bot.end(10) == 0
    await friends.pg.clear_faults()
    await bot.start()
    await friends.host.wait_for(friends.group, text="За столом: Анна, Борис\n", patience=40)


async def test_what_was_sent_while_the_bot_was_away_is_done_when_it_is_back(bot: BotProcess, friends: Company) -> None:
    lobby = await friends.open("durachki")
    assert await bot.end() == 0
    await friends.people[1].press(RUSSIAN.sit, on=lobby, patience=0)
    await friends.people[2].press(RUSSIAN.sit, on=lobby, patience=0)
    await bot.start()
    await friends.host.wait_for(friends.group, text="За столом: Анна, Борис, Вера\n", patience=PATIENCE)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Playing:
    """`python -m bot play` in a folder, started and ended as often as a test likes."""

    def __init__(self, folder: Path, port: int = 0, **environment: str) -> None:
        folder.mkdir(exist_ok=True)
        self.port = port or free_port()
        self.log = folder / "play.log"
        self.messages = folder / "playground.json"
        self._environment = {"DATA_DIR": str(folder), "PORT": str(self.port), "THINKING_MS": "0", **environment}
        self._processes: list[Process] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> Process:
        self._processes.append(await run_python("bot", "play", log=self.log, environment=self._environment))
        return self._processes[-1]

    async def end(self) -> None:
        """Whatever the test has left running."""
        for process in self._processes:
            if process.returncode is None:
                process.terminate()
                await process.wait()


@pytest.fixture
async def playing(tmp_path: Path) -> AsyncIterator[Playing]:
    made = Playing(tmp_path)
    yield made
    await made.end()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_play_goes_on_where_it_was_in_its_folder(
    playing: Playing, rng: random.Random, how: signal.Signals
) -> None:
    process = await playing.start()
    assert playing.url in await first_line(process)
    async with Playground.at(playing.url) as pg:
        player = Player(await pg.person("Анна"), rng, RUSSIAN)
        await player.who.write("bot", "/patience")
        for _ in range(4):
            await player.who.wait_for("bot", button=RUSSIAN.resign, patience=PATIENCE)
            await player.turn("Девушки на выданье")
        left = await player.who.wait_for("bot", button=RUSSIAN.resign)
        process.send_signal(how)
        async with asyncio.timeout(10):
            assert await process.wait() == (0 if how == signal.SIGTERM else -how)
        process = await playing.start()
        assert await first_line(process)
        sent = await player.who.write("bot", "/patience")
        found = await player.who.wait_for(
            "bot", button=RUSSIAN.resign, match=lambda seen: seen.seq > sent.seq, patience=PATIENCE
        )
        assert found.text == left.text


async def test_what_a_killed_playground_has_forgotten_is_shown_again(playing: Playing, rng: random.Random) -> None:
    """It writes its messages down a moment later than the bot notes what they show."""
    process = await playing.start()
    assert await first_line(process)
    async with Playground.at(playing.url) as pg:
        player = Player(await pg.person("Анна"), rng, RUSSIAN)
        await player.who.write("bot", "/patience")
        await player.who.wait_for("bot", button=RUSSIAN.resign, patience=PATIENCE)
        process.terminate()
        await process.wait()
        remembered = playing.messages.read_bytes()
        process = await playing.start()
        assert await first_line(process)
        before = await player.who.wait_for("bot", button=RUSSIAN.resign, patience=PATIENCE)
        await player.turn("Девушки на выданье")
        after = await player.who.wait_for("bot", button=RUSSIAN.resign)
        assert after.text != before.text
        process.kill()
        await process.wait()
        playing.messages.write_bytes(remembered)
        process = await playing.start()
        assert await first_line(process)
        await player.who.wait_for("bot", match=lambda seen: seen.text == after.text, patience=PATIENCE)


async def test_a_second_play_says_what_the_first_one_has(playing: Playing, tmp_path: Path) -> None:
    first = await playing.start()
    assert await first_line(first)
    elsewhere = Playing(tmp_path / "elsewhere", playing.port)
    for second, said in ((elsewhere, f"uses PORT {playing.port}."), (playing, "name another folder in DATA_DIR.")):
        process = await second.start()
        assert await process.wait() == 1
        assert second.log.read_text().splitlines()[-1].endswith(said)
    async with Playground.at(playing.url) as pg:
        anna = await pg.person("Анна")
        await anna.start()
        await anna.wait_for("bot", text="Добрый вечер", patience=PATIENCE)
    first.terminate()
    assert await first.wait() == 0


async def test_with_a_token_play_serves_the_telegram_that_knows_it(tmp_path: Path) -> None:
    async with await serve(0) as telegram, Playground.at(telegram.url) as pg:
        playing = Playing(tmp_path, BOT_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.url)
        process = await playing.start()
        assert "Telegram" in await first_line(process)
        anna = await pg.person("Анна")
        await anna.start()
        await anna.wait_for("bot", text="Добрый вечер", patience=PATIENCE)
        process.terminate()
        assert await process.wait() == 0
        assert not playing.messages.exists()
