"""Games played to their end on the page itself, by one person who sits as several and uses only what is in sight."""

import random
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, TimeoutError, async_playwright, expect  # noqa: A004  # Playwright's own

from bot.playground.client import Playground
from bot.playground.world import NAME

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
BOT = NAME
CARD = re.compile(r"(?:10|[2-9ВДКТ])[♠♥♦♣]")
ADVICE, BACK, TAKE = "Совет", "« Назад", "Принять"
HINT, UNDO, RESIGN = "Подсказка", "Взять ход назад", "Сдаюсь"

expect.set_options(timeout=20_000)


@pytest.fixture
async def page(playground_url: str, pg: Playground) -> AsyncIterator[Page]:
    """The page, as it is when it is opened; `pg` has the bot running."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        opened = await browser.new_page(viewport={"width": 1000, "height": 800})
        complaints: list[str] = []
        opened.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        await opened.goto(playground_url)
        yield opened
        await browser.close()
        assert complaints == []


class Sitting:
    """What one does on the page, and sees."""

    def __init__(self, page: Page, game: str, *names: str) -> None:
        self.page, self.game, self.names = page, game, names
        self.evening = f"Вечер: {names[0]}"
        self.messages = page.locator("#messages")
        self.newest = self.messages.locator(".text").last
        title = page.locator(".text", has_text=re.compile(rf"^{game}( ·)? ".replace(" ", r"\s")))
        again = page.get_by_role("button", name="Ещё раз", exact=True)  # stands under a result, which is no board
        self.message = self.messages.locator(".message:not(.secret)", has=title).filter(has_not=again).last
        self.board = self.message.locator(".text")
        """The lobby, then the table; in private the hand."""
        self.keys = self.message.locator(".key:enabled")
        """The buttons under it that can be pressed."""
        self.secret = self.messages.locator(".secret")

    @classmethod
    async def meet(cls, page: Page, pg: Playground, game: str, *names: str) -> "Sitting":
        """New people in a group with the bot; nobody has opened it in private."""
        at = cls(page, game, *names)
        await pg.group(at.evening, *[await pg.person(name) for name in names])
        return at

    async def sit(self, name: str, chat: str = "") -> None:
        """Sits as that person, with that chat open, or else the group, and its messages in sight."""
        await self.page.get_by_role("radio", name=name, exact=True).click()
        await self.page.get_by_role("radio", name=name, exact=True, checked=True).wait_for()
        title = self.page.get_by_text(chat or self.evening, exact=True)
        head = self.page.locator("#head-title").filter(has=title)
        for patience in (5_000, 5_000, 30_000):  # the list may be drawn anew under the finger: then one clicks again
            await self.page.locator("#chats").get_by_role("button").filter(has=title).click()
            with suppress(TimeoutError):
                await head.wait_for(timeout=patience)
                break
        await head.wait_for()
        await self.newest.wait_for()

    def button(self, text: str) -> Locator:
        """The newest button under a message that says so."""
        return self.messages.get_by_role("button", name=text, exact=True).last

    async def press(self, text: str) -> None:
        await self.button(text).click()

    async def say(self, text: str) -> None:
        await self.page.get_by_placeholder("Сообщение").fill(text)
        await self.page.get_by_role("button", name="Отправить").click()

    async def shows(self, text: str | re.Pattern[str]) -> None:
        """Waits until the board does; a pattern's dot stays in its line."""
        await expect(self.board).to_contain_text(text, use_inner_text=True)

    async def changes(self, before: str) -> None:
        """Waits until the board says something else than before, or is gone."""
        await self.messages.locator(".text", has_text=before).first.wait_for(state="detached")

    async def has_changed(self, before: str) -> bool:
        """Whether the board soon says something else than before."""
        with suppress(TimeoutError):
            await self.messages.locator(".text", has_text=before).first.wait_for(state="detached", timeout=10_000)
            return True
        return False

    async def alerted(self, text: str) -> None:
        """Reads the alert, which says so, and closes it."""
        await expect(self.page.get_by_role("dialog")).to_contain_text(text)
        await self.page.get_by_role("button", name="OK").click()

    async def choose(self) -> None:
        """Whoever sits here chooses the game from the catalogue."""
        await self.say("/play")
        await expect(self.newest).to_contain_text("Во что сыграем?")
        await self.press(self.game)

    async def all_sit_down(self) -> None:
        for last, name in enumerate(self.names[1:], start=1):
            await self.sit(name)
            await self.press("Сесть")
            await self.shows(f"За столом: {', '.join(self.names[: last + 1])}")

    async def begin(self) -> None:
        """The host begins, for which everybody has to open the bot first."""
        *most, last = self.names
        await self.sit(self.names[0])
        await self.press("Начать")
        await self.shows(f"{', '.join(most)} и {last}: пока не могу вам писать")
        for name in self.names:
            await self.sit(name)
            await self.press("Открыть переписку со мной")
            await self.page.get_by_role("button", name="Старт", exact=True).click()
            await expect(self.newest).to_contain_text("Теперь я могу вам писать")
            await self.sit(name)
            missed = re.compile(f"{name}.*: пока не могу вам писать")
            await expect(self.board).not_to_contain_text(missed, use_inner_text=True)
        await self.sit(self.names[0])
        await self.press("Начать")
        await expect(self.button("Начать")).to_have_count(0)

    async def result(self, folder: Path) -> str:
        """The message that everybody sees in the group when the game is over; in private it leaves nothing behind."""
        texts = set()
        for name in self.names:
            await self.sit(name, BOT)
            await expect(self.board).to_have_count(0)
            await self.sit(name)
            await self.shows("Игра окончена.")
            await expect(self.button("Ещё раз")).to_be_visible()
            texts.add(await self.messages.locator(".message:not(.secret) .text").last.inner_text())
        await self.page.screenshot(path=folder / "result.png")
        (result,) = texts
        return result

    def won(self, result: str) -> dict[str, int]:
        """What everybody has won by the result; together nothing."""
        lines = re.findall(r"^(\w+): ([+−]?\d+)\b", result, re.M)
        won = {name: int(chips.replace("−", "-")) for name, chips in lines}
        assert set(won) == set(self.names)
        assert sum(won.values()) == 0
        return won


# Twenty-one

BUYING = re.compile(r"(\S+): ещё карту или довольно\?")
POINTS = re.compile(r"(?:Всего у вас|На руках) (\d+)")
SAFE = 11
"""With so many points no card makes a hand dead."""


async def agree_on_one_deal(at: Sitting) -> None:
    await at.shows(f"За столом: {at.names[0]}")
    await at.shows("Сколько играем: пока держится банк")
    await at.shows("Нужен ещё 1 игрок.")
    await at.press("Условия")
    await at.shows("Выбирает хозяин стола")
    await at.press("1 сдача")
    await expect(at.button("✓ 1 сдача")).to_be_visible()
    await at.press(BACK)
    await at.shows("Сколько играем: 1 сдача")


async def stake(at: Sitting, banker: str) -> dict[str, int]:
    """One presses a button in the group, the other writes an amount in private; the stakes."""
    one, other = (name for name in at.names if name != banker)
    await at.sit(one)
    await at.press("Ставка 5")
    await at.shows(f"{one} ставка 5")
    await at.shows(f"{other} ставит, от 1 до 100")
    await at.sit(other, BOT)
    await at.shows("Ваша ставка, от 1 до 100")
    await at.say("7")
    await at.shows("Ваша ставка: 7")
    await at.sit(other)
    await at.shows(f"{other} ставка 7")
    await at.shows(f"{banker} сдаёт.")
    return {one: 5, other: 7}


async def look(at: Sitting) -> None:
    """Whose cards the table shows as backs sees them in private and on asking; nobody else sees them anywhere."""
    table = await at.board.inner_text()
    hidden = [name for name in at.names if re.search(rf"{name} .*🂠🂠", table)]
    public = CARD.findall(table)
    assert len(set(public)) <= 2 * (len(at.names) - len(hidden)), table
    for name in at.names:
        await at.sit(name, BOT)
        own: list[str] = []
        if name in hidden:
            await at.shows("Ваши карты: ")
            own = CARD.findall((await at.board.inner_text()).partition("Ваши карты: ")[2])
            assert len(own) == 2
        private = await at.messages.inner_text()
        await at.sit(name)
        await expect(at.secret).to_have_count(0)
        group = await at.messages.inner_text()
        assert set(CARD.findall(private + group)) <= {*own, *public}, f"{name} sees {private}\n{group}"
        if name in hidden:
            await at.press("Мои карты")
            await expect(at.secret).to_contain_text(f"Ваши карты: {' '.join(own)}")


async def buy(at: Sitting) -> None:
    """Everybody in turn buys in private while that is safe, and then stands by the button in the group."""
    while asked := BUYING.search(table := await at.board.inner_text()):
        name = asked[1]
        await at.sit(name, BOT)
        await at.shows(re.compile(r"Ещё карту или довольно\?|Лучше не бывает"))
        for line in re.findall(rf"^.*\b{name} .*$", table, re.M):
            for bought in CARD.findall(line):  # the private message may be drawn after the group's
                await at.shows(bought)
        points = POINTS.search(await at.board.inner_text())
        assert points
        if int(points[1]) <= SAFE:
            await at.press("Ещё карту")
            await at.sit(name)
        else:
            await at.sit(name)
            await at.press("Довольно")
        if not await at.has_changed(table):
            continue  # the press was lost, or came too late for what it answered
        await at.shows(re.compile(rf"{name} .*(🂠🂠 *{CARD.pattern}|довольно)|Игра окончена\."))


async def test_a_hand_of_twenty_one_is_played_on_the_page(page: Page, pg: Playground, tmp_path: Path) -> None:
    at = await Sitting.meet(page, pg, "Двадцать один", "Аглая", "Богдан", "Варвара")
    await at.sit(at.names[0])
    await at.choose()
    await agree_on_one_deal(at)
    await at.all_sit_down()
    await at.begin()
    await at.shows("сдача 1 из 1")
    await at.shows("в колоде 104")
    await at.shows("ждём ещё 2 игроков")
    banker = re.search(r"банк\sдержит\s(\w+)\s", await at.board.inner_text())
    assert banker
    stakes = await stake(at, banker[1])
    await at.sit(banker[1])
    await at.press("Сдавать")
    await at.shows(re.compile(rf"{BUYING.pattern}|Игра окончена\."))
    if BUYING.search(await at.board.inner_text()):
        await look(at)
        await at.sit(banker[1], BOT)
        await page.screenshot(path=tmp_path / "hand.png")
        await at.sit(banker[1])
        await buy(at)
    else:  # one deal in twenty ends before anybody is asked
        await at.shows("с раздачи")
    won = at.won(await at.result(tmp_path))
    assert all(won[name] and won[name] % chips == 0 for name, chips in stakes.items())


# Durachki

ASKED = re.compile(r"(\S+) (?:ходит|кроет или принимает)\.")
OWN_TURN = re.compile(r"Ваш ход\.|Кройте или принимайте\.")


async def move(at: Sitting, rng: random.Random) -> None:
    """Whoever sits here leads or beats by chance, and takes for want of anything else, until others are to move."""
    await at.shows(OWN_TURN)
    while OWN_TURN.search(hand := "\n".join(await at.board.all_inner_texts())):
        offered = await at.keys.all_inner_texts()
        moves = [text for text in offered if text not in (ADVICE, BACK, TAKE)]
        await at.message.get_by_role("button", name=rng.choice(moves or [TAKE]), exact=True).click()
        await at.has_changed(hand)  # or the press was lost: then one presses again


async def held(at: Sitting) -> list[str]:
    """The cards that whoever sits here sees in hand, and that nobody sees on the table."""
    await at.shows("Ваши карты: ")
    (cards,) = re.findall("Ваши карты: (.*)", await at.board.inner_text())
    return CARD.findall(cards)


async def test_durachki_are_played_on_the_page(page: Page, pg: Playground, tmp_path: Path, rng: random.Random) -> None:
    at = await Sitting.meet(page, pg, "Дурачки", "Гордей", "Домна", "Евсей")
    await at.sit(at.names[0])
    await at.choose()
    await at.all_sit_down()
    await at.begin()
    await at.shows("в колоде 21")
    assert len(CARD.findall(await at.board.inner_text())) == 1, "nothing lies open but the trump"
    hands = []
    for name in at.names:
        await at.sit(name, BOT)
        hands += await held(at)
    assert len(set(hands)) == len(hands) == 15
    await at.sit(at.names[0])
    while asked := ASKED.search(await at.board.inner_text()):
        name = asked[1]
        await at.sit(name, BOT)
        await move(at, rng)
        await at.sit(name)
        await expect(at.board).not_to_contain_text(re.compile(f"{name} (ходит|кроет)"))
    result = await at.result(tmp_path)
    if fool := re.search(r"Дурачок — (\w+)\.", result):
        assert at.won(result) == {name: -2 if name == fool[1] else 1 for name in at.names}
        await at.shows(re.compile(rf"{fool[1]}\s\d+\s—\sдурачок"))
    else:
        assert "Никто никому не должен." in result


# Written questions


async def test_questions_are_written_and_read_out_on_the_page(page: Page, pg: Playground, tmp_path: Path) -> None:
    at = await Sitting.meet(page, pg, "Письменные вопросы и ответы", "Захар", "Ирина", "Кирилл")
    await at.sit(at.names[1])
    await at.choose()
    await at.alerted("открывает модератор")
    await at.sit(at.names[0])
    await at.choose()
    await at.all_sit_down()
    await at.begin()
    slips = await all_write(at, "Вопрос", "Спросите о чём угодно")
    answers = await all_write(at, "Ответ", "Ответьте от лица того")
    await at.sit(at.names[0])
    for number in range(1, 4):
        await at.press("Прочесть листок")
        await expect(at.messages.locator(".text", has_text=f"Листок {number}. ")).to_be_visible()
    result = await at.result(tmp_path)
    read = re.findall(r"Листок \d\. (\w+)\nВопрос: (.*)\nОтвет: (.*)\n", await at.messages.inner_text())
    assert sorted(read) == sorted((name, slips[name], answers[name]) for name in at.names)
    assert "Вслух прочитано 3 листка." in result


async def all_write(at: Sitting, what: str, asked: str) -> dict[str, str]:
    """Everybody is asked and writes a text that nobody else writes; the texts by the names on the slips."""
    texts = {}
    for name in at.names:
        await at.sit(name, BOT)
        await at.shows(asked)
        (slip,) = re.findall(r"На листке: (\w+)\.", await at.board.inner_text())
        texts[slip] = f"{what}, что пишет {name}"
        await at.say(texts[slip])
        reply = at.messages.locator(".bubble", has=at.page.locator(".replied", has_text=texts[slip]))
        await expect(reply).to_contain_text(re.compile("Принято|перемешаны"))
    return texts


# A patience

COUNTS = re.compile(r"в\sрядах\s(\d+)\sиз\s104\s·\s(?:в\sколоде\s(\d+)|колода\sвышла)")


def cards_lie(board: str) -> int:
    """How many cards the board tells of, in the rows, in the reserve, turned up and in the stock."""
    counts = COUNTS.search(board)
    assert counts
    reserve = board.partition("Запас, верхняя карта первой:\n")[2]
    return int(counts[1]) + int(counts[2] or 0) + len(CARD.findall("\n".join(reserve.split("\n")[:5])))


async def test_a_patience_is_laid_out_on_the_page(
    page: Page, pg: Playground, tmp_path: Path, rng: random.Random
) -> None:
    at = await Sitting.meet(page, pg, "Девушки на выданье", "Лидия")
    await at.sit("Лидия")
    await page.locator("#chats bdi").get_by_text(BOT, exact=True).click()
    await page.get_by_role("button", name="Старт", exact=True).click()
    await expect(at.newest).to_contain_text("Добрый вечер!")
    await at.say("/patience")
    await at.shows("в рядах 0 из 104 · в колоде 103")
    while await at.keys.count():
        board = await at.board.inner_text()
        assert cards_lie(board) == 104, board
        offered = await at.keys.all_inner_texts()
        moves = [place for place, text in enumerate(offered) if text not in (HINT, UNDO, RESIGN)]
        rows = [place for place in moves if offered[place][-1] in "↑↓"]
        await at.keys.nth(rng.choice(rows or moves)).click()
        await at.changes(board)
    await at.shows("Игра окончена.")
    await expect(at.button("Ещё раз")).to_be_visible()
    await page.screenshot(path=tmp_path / "result.png")
    counts = COUNTS.search(await at.board.inner_text())
    assert counts
    result = await at.newest.inner_text()
    assert f"в рядах {counts[1]}" in result if counts[1] != "104" else "сошёлся" in result
