"""The page, in a real browser: one person sits as several, sees what each may see, and presses buttons."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from aiogram.types import EphemeralMessageParameters, InlineKeyboardButton, InlineKeyboardMarkup
from playwright.async_api import async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from aiogram import Bot
    from playwright.async_api import Page

    from bot.playground import Server
    from bot.playground.client import Group, Playground, Someone

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture
async def page(server: Server, group: Group) -> AsyncIterator[Page]:
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine")
    async with async_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        opened = await browser.new_page(viewport={"width": 1000, "height": 700})
        complaints: list[str] = []
        opened.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        await opened.goto(server.url)
        yield opened
        await browser.close()
        assert complaints == []


async def test_messages_are_shown_and_buttons_pressed(
    page: Page, bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    key = InlineKeyboardButton(text="Мои карты", callback_data="hand")
    deep = InlineKeyboardButton(text="Открыть", url="https://t.me/playground_bot?start=join_7")
    await bot.send_message(
        group.id,
        "<b>Стол</b> &lt;script&gt;",
        parse_mode="HTML",
        reply_markup=InlineKeyboardMarkup(inline_keyboard=[[key], [deep]]),
    )
    await expect(page.locator("#messages b", has_text="Стол")).to_be_visible()
    await expect(page.locator("#messages .text")).to_have_text("Стол <script>")
    await page.get_by_role("button", name="Мои карты").click()
    tap = (await pg.wait_update("callback_query"))["id"]
    await bot.answer_callback_query(tap, "Сейчас ходит Борис", show_alert=True)
    await expect(page.locator("#alert")).to_contain_text("Сейчас ходит Борис")
    await page.get_by_role("button", name="OK").click()
    secret = EphemeralMessageParameters(receiver_user_id=anna.id, callback_query_id=tap)
    await bot.send_message(group.id, "6♠ 7♠", ephemeral_message_parameters=secret)
    await expect(page.locator(".secret")).to_contain_text("6♠ 7♠")
    await page.get_by_role("radio", name="Борис").click()
    await expect(page.get_by_role("button", name="Мои карты")).to_be_visible()
    await expect(page.locator(".secret")).to_have_count(0)
    await page.get_by_role("button", name="Открыть").click()
    await page.get_by_role("button", name="Старт").click()
    await expect(page.locator(".mine .text")).to_have_text("/start")
    await page.get_by_placeholder("Сообщение").fill("привет")
    await page.keyboard.press("Enter")
    await expect(page.locator(".mine").last).to_contain_text("привет")
    heard = [update["message"]["text"] for update in await pg.updates() if "text" in update.get("message", {})]
    assert heard == ["/start join_7", "привет"]


async def test_whoever_sits_down_sees_a_chat_of_their_own(page: Page, pg: Playground, boris: Someone) -> None:
    await pg.group("Один Борис", boris)
    await page.get_by_role("radio", name="Борис").click()
    await page.get_by_role("button", name="Один Борис").click()
    await expect(page.locator("#head-title b")).to_have_text("Один Борис")
    await page.get_by_role("radio", name="Анна").click()
    await expect(page.locator("#head-title b")).to_have_text("Друзья")
    await expect(page.get_by_role("button", name="Один Борис")).to_have_count(0)


async def test_one_toast_is_shown_at_a_time_and_only_to_whom_it_was_said(
    page: Page, bot: Bot, pg: Playground, group: Group
) -> None:
    keys = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="Совет", callback_data="advice")]])
    await bot.send_message(group.id, "Стол", reply_markup=keys)
    for advice in ("Берегите козыри", "Ходите с мелкой"):
        await page.get_by_role("button", name="Совет").click()
        await expect(page.locator(".waiting")).to_be_visible()
        await bot.answer_callback_query((await pg.wait_update("callback_query"))["id"], advice)
        await expect(page.locator(".waiting")).to_have_count(0)
        await expect(page.locator(".toast")).to_have_text([advice])
    await page.get_by_role("radio", name="Борис").click()
    await expect(page.locator(".toast")).to_have_count(0)


async def test_a_name_is_never_markup(page: Page, pg: Playground) -> None:
    await pg.person("<img src=x onerror=alert(1)>")
    await expect(page.get_by_role("radio", name="<img src=x")).to_be_visible()
    assert await page.locator("img").count() == 0


async def test_the_page_fits_a_phone_and_speaks_english(page: Page, group: Group, anna: Someone) -> None:
    said = await anna.write(group, "слово " * 200)
    await anna.write(group, "да", reply_to=said.id)
    await page.set_viewport_size({"width": 360, "height": 700})
    await page.reload()
    await page.get_by_role("button", name="EN").click()
    await page.get_by_role("button", name="Друзья").click()
    await expect(page.get_by_placeholder("Message")).to_be_visible()
    await expect(page.locator(".message")).to_have_count(3)
    for inner in ("documentElement", "querySelector('#messages')"):
        assert await page.evaluate(f"document.{inner}.scrollWidth - document.{inner}.clientWidth") == 0
    await expect(page.locator(".message").last).to_be_in_viewport()
    for width, height in ((360, 400), (700, 360), (330, 640)):  # a keyboard opens, the phone is turned, and turned back
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(".message").last).to_be_in_viewport(ratio=1)
    await page.get_by_role("radio", name="Борис").click()
    await expect(page.locator(".mine")).to_have_count(0)
