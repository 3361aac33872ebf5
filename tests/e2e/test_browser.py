"""A hand of twenty-one on the page itself, by one person who sits as three and uses only what is in sight."""

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from bot.playground.client import Playground

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES = ("Аглая", "Богдан", "Варвара")
EVENING = "Вечер у Аглаи"
CARDS = re.compile(r"Ваши карты: \S+ \S+")

expect.set_options(timeout=20_000)


@pytest.fixture
async def page(pg: Playground, playground_url: str) -> AsyncIterator[Page]:
    """The page, with three people who have a group with the bot; nobody has opened it in private."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine")
    await pg.group(EVENING, *[await pg.person(name) for name in NAMES])
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        opened = await browser.new_page(viewport={"width": 1000, "height": 800})
        complaints: list[str] = []
        opened.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        await opened.goto(playground_url)
        yield opened
        await browser.close()
        # The page asks for the chat that was open, and who does not sit in it is refused: Chromium notes that.
        assert [text for text in complaints if "Failed to load resource" not in text] == []


class Sitting:
    """What one does on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def sit(self, name: str, chat: str = EVENING) -> None:
        """Sits as that person, with that chat open."""
        await self.page.locator("#seats").get_by_text(name, exact=True).click()
        await self.page.locator("#chats > *", has=self.page.get_by_text(chat, exact=True)).first.click()
        await expect(self.page.locator("#head-title b")).to_have_text(chat)

    def button(self, text: str) -> Locator:
        """The newest button that says so."""
        return self.page.locator("#messages button", has_text=re.compile(f"^{re.escape(text)}")).last

    async def press(self, text: str) -> None:
        await self.button(text).click()

    @property
    def newest(self) -> Locator:
        """The newest message of the open chat."""
        return self.page.locator("#messages .text").last

    async def say(self, text: str) -> None:
        await self.page.locator("#words").fill(text)
        await self.page.locator("#send").click()


async def dealt(at: Sitting) -> str:
    """From the catalogue to the deal, with everybody asked to open the bot on the way; the banker's name."""
    await at.sit(NAMES[0])
    await at.say("/play")
    await at.press("Двадцать один")
    await at.press("Условия")
    await at.press("1 сдача")
    await expect(at.button("✓ 1 сдача")).to_be_visible()
    await at.press("« Назад")
    for name in NAMES[1:]:
        await at.sit(name)
        await at.press("Сесть")
        await expect(at.newest).to_contain_text(name)
    await at.sit(NAMES[0])
    await at.press("Начать")
    for name in NAMES:
        await at.sit(name)
        await at.press("Открыть переписку со мной")
        await at.page.locator("#start").click()
        await expect(at.newest).to_contain_text("Теперь я могу вам писать")
    await at.sit(NAMES[0])
    await at.press("Начать")
    await expect(at.newest).to_contain_text("банк держит")
    (banker,) = re.findall(r"банк держит (\w+) ·", await at.newest.inner_text())
    for name in NAMES:
        if name != banker:
            await at.sit(name)
            await at.press("Ставка 5")
            await expect(at.newest).to_contain_text(re.compile(rf"{name}\s+ставка 5"))
    await at.sit(banker)
    await at.press("Сдавать")
    return str(banker)


async def hands(at: Sitting) -> dict[str, str]:
    """The two cards that each person sees in private, where the deal has not ended already; and that only they do."""
    found, sights = {}, {}
    for name in NAMES:
        await at.sit(name, "Бот")
        sights[name] = await at.page.locator("#messages").inner_text()
        if cards := CARDS.findall(sights[name]):
            found[name] = cards[-1]
    await at.sit(NAMES[0])
    assert "Ваши карты" not in await at.page.locator("#messages").inner_text()
    for name, cards in found.items():
        assert all(cards not in sights[other] or found.get(other) == cards for other in NAMES if other != name)
    return found


async def test_a_hand_of_twenty_one_is_played_on_the_page(page: Page, tmp_path: Path) -> None:
    at = Sitting(page)
    banker = await dealt(at)
    await hands(at)
    await page.screenshot(path=tmp_path / "dealt.png")
    asked = re.compile(r"([^\s:]+): ещё карту")
    for _ in NAMES:
        await at.sit(banker)
        await expect(page.locator("#messages")).to_contain_text(re.compile(f"{asked.pattern}|Игра окончена"))
        if who := asked.search(await page.locator("#messages").inner_text()):
            await at.sit(who[1])
            await at.press("Довольно")
            await expect(page.locator("#messages")).not_to_contain_text(f"{who[1]}: ещё карту")
    await expect(at.button("Ещё раз")).to_be_visible()
    await page.screenshot(path=tmp_path / "result.png")
    result = await at.newest.inner_text()
    assert all(name in result for name in NAMES)
