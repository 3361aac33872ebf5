"""The settings as people use them: who may choose, what everybody is told, and what comes of each choice."""

import asyncio
import json
import re

import pytest

from bot.app import App
from bot.buttons import General
from bot.playground import Server
from bot.playground.client import Group, Playground, Seen, Someone
from bot.tables.choices import written
from bot.tables.model import Chat

SETTINGS = "Настройки"


async def stored(app: App, chat: int) -> Chat:
    home = await app.store.home_of(chat)
    document = await app.store.chat(home)
    return Chat(id=home, chat=chat) if document is None else Chat.model_validate_json(document.text)


async def page(who: Someone, where: Group | str, topic: str) -> Seen:
    """A topic's page, from a new menu."""
    await who.write(where, "/settings")
    menu = await who.wait_for(where, text=SETTINGS, button=topic)
    await who.press(topic, on=menu)
    return await who.wait_for(where, match=lambda seen: seen.id == menu.id and "« Назад" in seen.button_texts)


async def choose(who: Someone, where: Group | str, topic: str, value: str) -> Seen:
    """The page on which that was chosen, with its tick."""
    on = await page(who, where, topic)
    await who.press(value, on=on)
    return await who.wait_for(where, button=f"✓ {value}")


@pytest.mark.parametrize(
    ("topic", "value", "told"),
    [
        ("Время на ход", "быстро, 45 секунд", "Время на ход: быстро, 45 секунд. Действует со следующего стола."),
        ("Кто открывает", "модераторы", "Столы открывают: модераторы. Действует сразу."),
        ("Четырёхцветная колода", "да", "Четырёхцветная колода: да. Действует сразу."),
        ("Отсутствующие", "ход по правилам", "За отсутствующих: ход по правилам. Действует со следующего стола."),
        ("Жетоны", "200", "В новом кошельке: 200 жетонов. Для новых кошельков — сразу"),
        ("Любимые игры", "Очко", "Первыми в списке игр: Очко. Действует сразу."),
        ("Тихие часы", "23:00–8:00", "Тихие часы: 23:00–8:00. Действует сразу."),
        ("Язык · Language", "English", "settings. Language: English. From now on."),
    ],
)
async def test_a_choice_is_told_in_the_group_with_who_made_it_and_when_it_takes_effect(
    people: list[Someone], group: Group, topic: str, value: str, told: str
) -> None:
    anna, boris, _ = people
    await choose(anna, group, topic, value)
    heard = await boris.wait_for(group, match=lambda seen: told in (seen.text or "").replace("\u00a0", " "))
    assert (heard.text or "").startswith("Анна — ")


async def told(who: Someone, group: Group) -> int:
    """How often the group was told of another pace."""
    return sum("настройки. Время на ход" in (seen.text or "").replace("\u00a0", " ") for seen in await who.sees(group))


async def test_what_was_chosen_is_told_once_though_the_bot_ended_in_between(
    app: App, pg: Playground, people: list[Someone], group: Group
) -> None:
    """Field notes, restart: "an answer shown as accepted that was never stored", and its contrary: stored, never told.
    Whoever takes the tap up again finds the choice made."""
    anna = people[0]
    on = await page(anna, group, "Время на ход")
    await pg.fault("error", method="sendMessage", chat=group.id, code=502, description="Bad Gateway", times=2)
    await anna.press("быстро, 45 секунд", on=on)
    await anna.wait_for(group, button="✓ быстро, 45 секунд")
    assert await told(anna, group) == 1
    assert (await stored(app, group.id)).untold == ()
    await anna.press("✓ быстро, 45 секунд", on=on)
    assert await told(anna, group) == 1


@pytest.mark.parametrize("later", ["/settings", "/play ochko", "let"])
async def test_what_could_not_be_told_is_told_before_anybody_plays_by_it(
    app: App, pg: Playground, people: list[Someone], group: Group, later: str
) -> None:
    """Field notes, Telegram: "people the bot cannot write to, with nobody told"."""
    anna, boris, _ = people
    on = await page(anna, group, "Время на ход")
    await pg.fault("error", method="sendMessage", chat=group.id, code=403, description="Forbidden: bot was kicked")
    await anna.press("быстро, 45 секунд", on=on)
    assert [untold.thread for untold in (await stored(app, group.id)).untold] == [None]
    assert await told(boris, group) == 0
    if later == "let":
        await group.set_member("bot", "administrator")
    else:
        await boris.write(group, later)
    await boris.wait_for(group, text="настройки. Время на ход")
    assert await told(boris, group) == 1
    async with asyncio.timeout(5):
        while (await stored(app, group.id)).untold:  # noqa: ASYNC110  # nothing tells when it is noted
            await asyncio.sleep(0.01)


async def test_what_is_chosen_already_is_not_told_again(people: list[Someone], group: Group) -> None:
    """Field notes, repeats: a double tap."""
    anna = people[0]
    on = await page(anna, group, "Время на ход")
    for _ in range(2):
        await anna.press("« Назад", on=on, forge=str(General("choose", written("pace", "brisk"))))
    assert await told(anna, group) == 1


async def test_members_look_and_are_told_who_may_choose(app: App, people: list[Someone], group: Group) -> None:
    boris = people[1]
    on = await page(boris, group, "Время на ход")
    answer = await boris.press("не спеша, сутки", on=on)
    assert (answer.text, answer.alert) == ("Это может только модератор этого чата.", True)
    assert (await stored(app, group.id)).pace == "usual"


@pytest.mark.parametrize("words", ["pace=[]", "purse=1000000", 'favourite="whist"', "nothing"])
async def test_a_made_up_choice_changes_nothing(app: App, people: list[Someone], group: Group, words: str) -> None:
    anna = people[0]
    on = await page(anna, group, "Время на ход")
    answer = await anna.press("не спеша, сутки", on=on, forge=str(General("choose", words)))
    assert "Эта кнопка мне больше не знакома" in (answer.text or "")
    assert await stored(app, group.id) == Chat(id=await app.store.home_of(group.id), chat=group.id)


async def test_an_anonymous_administrator_opens_the_menu_and_chooses_in_the_chats_name(
    people: list[Someone], group: Group
) -> None:
    """Field notes, Telegram: anonymous admins (the command comes from the group, the button press from the person)."""
    boris = people[1]
    await group.set_member(boris, "administrator", anonymous=True)
    await choose(boris, group, "Время на ход", "не спеша, сутки")
    heard = await people[2].wait_for(group, text="настройки. Время на ход")
    assert (heard.text or "").startswith("Семья — настройки.")


async def test_settings_stay_when_the_group_becomes_a_supergroup(app: App, people: list[Someone], group: Group) -> None:
    """Field notes, Telegram: supergroup migration losing settings."""
    anna = people[0]
    await choose(anna, group, "Время на ход", "быстро, 45 секунд")
    grown = await group.migrate()
    assert "быстро" in ((await page(anna, grown, "Время на ход")).text or "")


async def test_a_choice_is_told_where_the_group_is_now(
    app: App, server: Server, people: list[Someone], group: Group
) -> None:
    """Field notes, Telegram: supergroup migration (as an error on sending): nothing else has told the bot of it."""
    anna = people[0]
    on = await page(anna, group, "Время на ход")
    allowed, server.world.allowed = server.world.allowed, ["callback_query"]
    heir = await group.migrate()
    server.world.allowed = allowed
    await anna.press("быстро, 45 секунд", on=on)
    await anna.wait_for(heir, text="настройки. Время на ход")
    assert await told(anna, heir) == 1
    assert "быстро" in ((await page(anna, heir, "Время на ход")).text or "")
    assert (await stored(app, heir.id)).untold == ()


async def test_what_needs_an_administrator_is_not_chosen_where_the_bot_is_none(
    app: App, people: list[Someone], group: Group
) -> None:
    anna = people[0]
    for topic, value in (("Карты на руках", "в группе, каждому свои"), ("Метка дурачка", "да")):
        on = await page(anna, group, topic)
        answer = await anna.press(value, on=on)
        assert "администратором" in (answer.text or "")
    assert (await stored(app, group.id)).hands == "private"
    await group.set_member("bot", "administrator")
    await choose(anna, group, "Карты на руках", "в группе, каждому свои")
    assert (await stored(app, group.id)).hands == "group"


# What comes of it


async def test_tables_are_opened_by_moderators_where_that_is_chosen(people: list[Someone], group: Group) -> None:
    anna, boris, _ = people
    await choose(anna, group, "Кто открывает", "модераторы")
    await boris.write(group, "/play durachki")
    await boris.wait_for(group, text="Столы здесь открывают модераторы")
    await anna.write(group, "/play durachki")
    await anna.wait_for(group, button="Начать")


async def test_everybody_begins_a_game_for_the_company_where_that_is_chosen(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    on = await page(anna, group, "Кто открывает")
    await anna.press("все", on=on, data=str(General("choose", written("parlour", "all"))))
    await boris.wait_for(group, text="Игры для общества открывают: все")
    await boris.write(group, "/play questions")
    await boris.wait_for(group, text="Тайные вопросы", button="Начать")
    await boris.write(group, "/play")
    catalogue = await boris.wait_for(group, text="Во что сыграем")
    assert "модератор" not in (catalogue.text or "")


async def test_favourites_come_first_in_the_catalogue(people: list[Someone], group: Group) -> None:
    anna = people[0]
    await choose(anna, group, "Любимые игры", "Тартар")
    await choose(anna, group, "Любимые игры", "Короли")
    await anna.write(group, "/play")
    catalogue = await anna.wait_for(group, text="Любимые игры: Тартар и Короли.")
    assert catalogue.button_texts[:2] == ["Тартар", "Короли"]


async def test_a_purse_that_has_been_empty_begins_as_is_chosen(people: list[Someone], group: Group) -> None:
    anna = people[0]
    await choose(anna, group, "Жетоны", "500")
    await anna.write(group, "/purse")
    purses = await anna.wait_for(group, text="Кошельки")
    assert "Анна: 500" in (purses.text or "")
    await anna.write(group, "/reset_purses")
    await anna.press("Начать заново", on=await anna.wait_for(group, button="Начать заново"))
    assert "500" in ((await anna.wait_for(group, text="у каждого снова")).text or "")


async def test_a_new_table_has_the_chats_pace_and_highest_stake(app: App, people: list[Someone], group: Group) -> None:
    anna = people[0]
    await choose(anna, group, "Время на ход", "быстро, 45 секунд")
    on = await page(anna, group, "Жетоны")
    await anna.press("5", on=on, data=str(General("choose", written("highest", 5))))
    await anna.wait_for(group, text="Высшая ставка: 5 жетонов. Действует со следующего стола.")
    await anna.write(group, "/play ochko")
    lobby = await anna.wait_for(group, text="45 секунд", button="Условия")
    await anna.press("Условия", on=lobby)
    terms = await anna.wait_for(group, button="✓ 5 жетонов")
    assert not terms.button("100 жетонов")
    data = next(key.callback_data for row in terms.buttons for key in row if "max_bank" in (key.callback_data or ""))
    assert data
    answer = await anna.press("✓ 5 жетонов", on=terms, forge=data.replace("=5", "=500"))
    assert "не выше 5" in (answer.text or "")


async def test_a_table_keeps_what_was_chosen_when_it_was_opened(app: App, people: list[Someone], group: Group) -> None:
    anna = people[0]
    for wish, expected in ((None, None), ("ход по правилам", "moves")):
        if wish:
            await choose(anna, group, "Отсутствующие", wish)
        await anna.write(group, "/play durachki")
        lobby = await anna.wait_for(group, button="Начать")
        (table,) = await app.store.live_tables(await app.store.home_of(group.id))
        found = await app.store.table(table)
        assert found
        assert json.loads(found[1].text).get("absent") == expected
        await anna.press("Встать", on=lobby)
        await anna.wait_for(group, button="Начать", gone=True)


async def test_a_persons_ring_and_quiet_hours_go_to_the_tables_where_they_sit(
    app: App, people: list[Someone], group: Group
) -> None:
    anna, boris, _ = people
    await choose(boris, "bot", "Звонок", "нет")
    await anna.write(group, "/play durachki")
    lobby = await anna.wait_for(group, button="Начать")
    await boris.press("Сесть", on=lobby)
    await anna.wait_for(group, text="Борис", button="Начать")
    await choose(boris, "bot", "Тихие часы", "22:00–7:00")
    (table,) = await app.store.live_tables(await app.store.home_of(group.id))
    found = await app.store.table(table)
    assert found
    sitters = json.loads(found[1].text)["sitters"]
    assert [(sitter.get("ring", True), sitter.get("quiet")) for sitter in sitters] == [
        (True, None),
        (False, [22, 7, 180]),
    ]


USUAL, FOUR = re.compile("♠(?!\ufe0f)|[♣♦♥]"), re.compile("♠\ufe0f|🍀|🔷|❤\ufe0f")
"""Signs of the usual pack, and of one of four colours."""


def in_the(pack: re.Pattern[str], other: re.Pattern[str], seen: Seen) -> bool:
    """Whether all the cards of that message are of the one pack, and there are some."""
    words = "\n".join((seen.text or "", *seen.button_texts))
    return bool(pack.search(words)) and not other.search(words)


async def test_four_colours_are_on_an_open_table_at_once_and_each_ones_hand_is_as_they_have_chosen(
    app: App, people: list[Someone], group: Group
) -> None:
    """Field notes, display: "red and green indistinguishable for some"."""
    anna, boris, _ = people
    await anna.write(group, "/play durachki")
    lobby = await anna.wait_for(group, button="Начать")
    await boris.press("Сесть", on=lobby)
    await anna.press("Начать", on=await anna.wait_for(group, text="Борис", button="Начать"))
    board = await anna.wait_for(group, button="Мои карты")
    assert in_the(USUAL, FOUR, board)
    hand = await boris.wait_for("bot", text="Ваши карты")
    await choose(anna, group, "Четырёхцветная колода", "да")
    await anna.wait_for(group, match=lambda seen: seen.id == board.id and in_the(FOUR, USUAL, seen))
    assert in_the(USUAL, FOUR, next(seen for seen in await boris.sees("bot") if seen.id == hand.id))

    on = await page(boris, "bot", "Карты")
    for field in ("four_colours", "big_cards"):
        await boris.press("да", on=on, data=str(General("choose", written(field, True))))
    big = await boris.wait_for(
        "bot", match=lambda seen: seen.id == hand.id and "\n\nВаши карты:\n" in (seen.text or "")
    )
    assert in_the(FOUR, USUAL, big)
    assert in_the(USUAL, FOUR, await anna.wait_for("bot", text="\nВаши карты"))


async def test_a_game_alone_is_in_the_pack_and_the_size_that_its_person_has_chosen(people: list[Someone]) -> None:
    boris = people[1]
    on = await page(boris, "bot", "Карты")
    await boris.press("да", on=on, data=str(General("choose", written("four_colours", True))))
    await boris.write("bot", "/play durachki")
    await boris.press("Начать", on=await boris.wait_for("bot", button="Начать"))
    table = await boris.wait_for("bot", text="Ваши карты")
    assert "\n\n" not in (table.text or "")
    assert in_the(FOUR, USUAL, table)
    await boris.press("да", on=on, data=str(General("choose", written("big_cards", True))))
    await boris.wait_for("bot", text="\n\nВаши карты:\n", match=lambda seen: seen.id == table.id)


async def test_a_persons_choices_are_told_to_nobody(people: list[Someone], group: Group) -> None:
    boris = people[1]
    await choose(boris, "bot", "Звонок", "нет")
    assert not [seen for seen in await people[0].sees(group) if "настройки" in (seen.text or "")]
    assert not [seen for seen in await boris.sees("bot") if "— настройки" in (seen.text or "")]
