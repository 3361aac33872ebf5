"""The choice of a language: the page on which it was made shows it."""

from bot.app import App
from bot.playground.client import Playground


async def test_the_page_of_a_choice_turns_to_the_language_chosen(pg: Playground, app: App) -> None:
    anna = await pg.person("Анна")
    await anna.start()
    greeting = await anna.wait_for("bot", text="Добрый вечер!", button="English")
    answer = await anna.press("English", on=greeting)
    assert answer.text == "From now on I speak English here."
    turned = await anna.wait_for("bot", text="Good evening!", button="✓ English")
    assert turned.id == greeting.id
    assert turned.button("Choose a game")
    await anna.write("bot", "/settings")
    await anna.press("Language · Язык", on=await anna.wait_for("bot", button="Language · Язык"))
    page = await anna.wait_for("bot", text="Which language", button="Русский")
    await anna.press("Русский", on=page)
    turned = await anna.wait_for("bot", text="На каком языке", button="✓ Русский")
    assert turned.id == page.id


async def test_whoever_may_not_choose_leaves_the_page_as_it_is(pg: Playground, app: App) -> None:
    anna, boris = [await pg.person(name) for name in ("Анна", "Борис")]
    group = await pg.group("Друзья", anna, boris)
    await boris.write(group, "/settings")
    await boris.press("Язык · Language", on=await boris.wait_for(group, button="Язык · Language"))
    page = await boris.wait_for(group, text="На каком языке", button="English")
    answer = await boris.press("English", on=page)
    assert answer.alert
    assert "модератор" in (answer.text or "")
    assert (await boris.wait_for(group, button="English")).rev == page.rev
