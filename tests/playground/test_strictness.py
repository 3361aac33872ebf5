"""The Bot API refuses what Telegram refuses, in Telegram's words, to aiogram's own client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError, TelegramMigrateToChat, TelegramRetryAfter
from aiogram.types import (
    BotCommand,
    BufferedInputFile,
    DisabledButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
)
from aiohttp import ClientSession, FormData

if TYPE_CHECKING:
    from aiogram import Bot

    from bot.playground import Server
    from bot.playground.client import Group, Playground, Someone

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082"
)


def keys(*rows: list[dict[str, Any]]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(**key) for key in row] for row in rows])


def key(text: str = "да", data: str = "yes") -> dict[str, Any]:
    return {"text": text, "callback_data": data}


async def test_callback_data_is_64_bytes_at_most(bot: Bot, group: Group) -> None:
    await bot.send_message(group.id, "?", reply_markup=keys([key(data="я" * 32)]))
    with pytest.raises(TelegramBadRequest, match="BUTTON_DATA_INVALID"):
        await bot.send_message(group.id, "?", reply_markup=keys([key(data="я" * 32 + "x")]))


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([[key()] * 9], "reply markup is too long"),
        ([[key()] * 8] * 13, "reply markup is too long"),
        ([[{"text": "ничего"}]], "Text buttons are unallowed in the inline keyboard"),
        ([[{**key(), "url": "https://t.me/x"}]], "Text buttons are unallowed"),
        ([[key(text=" ")]], "Text can't be empty"),
        ([[{**key(), "style": "gold"}]], "Invalid button style"),
    ],
)
async def test_keyboards_have_limits(bot: Bot, group: Group, rows: list[list[dict[str, Any]]], complaint: str) -> None:
    with pytest.raises(TelegramBadRequest, match=complaint):
        await bot.send_message(group.id, "?", reply_markup=keys(*rows))


async def test_a_disabled_button_cannot_be_pressed(bot: Bot, group: Group, anna: Someone) -> None:
    await bot.send_message(group.id, "?", reply_markup=keys([{"text": "нет", "disabled": DisabledButton()}]))
    with pytest.raises(Exception, match="disabled"):
        await anna.press("нет")


async def test_text_is_counted_after_entities_in_utf16(bot: Bot, group: Group) -> None:
    await bot.send_message(group.id, f"<b>{'🂡' * 2048}</b>", parse_mode="HTML")
    with pytest.raises(TelegramBadRequest, match="message is too long"):
        await bot.send_message(group.id, f"{'🂡' * 2048}x")
    with pytest.raises(TelegramBadRequest, match="message text is empty"):
        await bot.send_message(group.id, "<b> </b>", parse_mode="HTML")


async def test_a_caption_is_1024_at_most(bot: Bot, group: Group) -> None:
    photo = BufferedInputFile(PIXEL, "p.png")
    sent = await bot.send_photo(group.id, photo, caption="я" * 1024)
    with pytest.raises(TelegramBadRequest, match="message caption is too long"):
        await bot.edit_message_caption(chat_id=group.id, message_id=sent.message_id, caption="я" * 1025)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<div>x</div>", 'can\'t parse entities: Unsupported start tag "div" at byte offset 0'),
        ("я <b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("я</b>", "Unexpected end tag at byte offset 2"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("2 <3", "Unclosed start tag at byte offset 2"),
    ],
)
async def test_broken_html_is_refused(bot: Bot, group: Group, source: str, complaint: str) -> None:
    with pytest.raises(TelegramBadRequest) as refused:
        await bot.send_message(group.id, source, parse_mode="HTML")
    assert complaint in refused.value.message


async def test_html_becomes_entities(bot: Bot, group: Group, anna: Someone) -> None:
    source = (
        f'🂡 <b>7&lt;8 <i>и</i></b> <a href="tg://user?id={anna.id}">Анна</a> <tg-spoiler>тс</tg-spoiler> '
        '<tg-time unix="1700000000" format="r">тогда</tg-time> <code>x</code> <a href="https://a.b/c">тут</a>'
    )
    sent = await bot.send_message(group.id, source, parse_mode="HTML")
    assert sent.text == "🂡 7<8 и Анна тс тогда x тут"
    found = [(entity.type, entity.offset, entity.length) for entity in sent.entities or []]
    assert found == [
        ("bold", 3, 5),
        ("italic", 7, 1),
        ("text_mention", 9, 4),
        ("spoiler", 14, 2),
        ("date_time", 17, 5),
        ("code", 23, 1),
        ("text_link", 25, 3),
    ]


async def test_an_edit_to_the_same_is_refused(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, "<b>раз</b>", parse_mode="HTML", reply_markup=keys([key()]))
    place: dict[str, Any] = {"chat_id": group.id, "message_id": sent.message_id}
    with pytest.raises(TelegramBadRequest, match="message is not modified: specified new message content and reply"):
        await bot.edit_message_text("<b>раз</b>", parse_mode="HTML", reply_markup=keys([key()]), **place)
    await bot.edit_message_text("раз", **place)
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await bot.edit_message_reply_markup(**place)


async def test_edits_of_what_is_not_there_are_refused(bot: Bot, group: Group, anna: Someone) -> None:
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await bot.edit_message_text("x", chat_id=group.id, message_id=999)
    said = await anna.write(group, "/hi")
    with pytest.raises(TelegramBadRequest, match="message can't be edited"):
        await bot.edit_message_text("x", chat_id=group.id, message_id=said.id)
    sent = await bot.send_photo(group.id, BufferedInputFile(PIXEL, "p.png"))
    with pytest.raises(TelegramBadRequest, match="there is no text in the message to edit"):
        await bot.edit_message_text("x", chat_id=group.id, message_id=sent.message_id)
    await anna.delete(await anna.wait_for(group, match=lambda seen: seen.photo is not None))
    with pytest.raises(TelegramBadRequest, match="message to delete not found"):
        await bot.delete_message(group.id, sent.message_id)
    with pytest.raises(TelegramBadRequest, match="message to be replied not found"):
        await bot.send_message(group.id, "x", reply_parameters=ReplyParameters(message_id=sent.message_id))


async def test_a_tap_is_answered_once_and_in_time(bot: Bot, pg: Playground, group: Group, anna: Someone) -> None:
    await bot.send_message(group.id, "?", reply_markup=keys([key()]))
    first = await anna.press("да", patience=0)
    with pytest.raises(TelegramBadRequest, match="MESSAGE_TOO_LONG"):
        await bot.answer_callback_query(first.id, "я" * 201)
    await bot.answer_callback_query(first.id, "я" * 200, show_alert=True)
    shown = (await anna.view()).answers[-1]
    assert (shown["text"], shown["alert"]) == ("я" * 200, True)
    second = await anna.press("да", patience=0)
    await pg.advance(16)
    for query in (first.id, second.id, "none"):
        with pytest.raises(TelegramBadRequest, match="query is too old and response timeout expired or query ID is"):
            await bot.answer_callback_query(query)


async def test_private_chats_are_unreachable_until_start_and_after_a_block(
    bot: Bot, group: Group, anna: Someone, pg: Playground
) -> None:
    stranger = await pg.person("Чужая")
    with pytest.raises(TelegramBadRequest, match="chat not found"):
        await bot.send_message(stranger.id, "x")
    with pytest.raises(TelegramForbiddenError, match="bot can't initiate conversation with a user"):
        await bot.send_message(anna.id, "x")
    await anna.start("join")
    await bot.send_message(anna.id, "x")
    await anna.block()
    with pytest.raises(TelegramForbiddenError, match="bot was blocked by the user"):
        await bot.send_message(anna.id, "x")
    kinds = [[*update][-1] for update in await pg.updates()]
    assert kinds[-2:] == ["message", "my_chat_member"]


async def test_a_bot_that_is_out_of_a_group_is_told_so(bot: Bot, group: Group) -> None:
    await group.set_member("bot", "restricted")
    with pytest.raises(TelegramBadRequest, match="not enough rights to send text messages to the chat"):
        await bot.send_message(group.id, "x")
    await group.set_member("bot", "kicked")
    with pytest.raises(TelegramForbiddenError, match="bot was kicked from the group chat"):
        await bot.send_message(group.id, "x")
    with pytest.raises(TelegramBadRequest, match="chat not found"):
        await bot.send_message(-5, "x")


async def test_a_migrated_group_names_its_supergroup(bot: Bot, group: Group, pg: Playground, anna: Someone) -> None:
    await bot.send_message(group.id, "раньше")
    heir = await group.migrate()
    with pytest.raises(TelegramMigrateToChat) as moved:
        await bot.send_message(group.id, "x")
    assert moved.value.migrate_to_chat_id == heir.id
    await bot.send_message(heir.id, "теперь")
    assert [seen.text for seen in await anna.sees(heir) if seen.text] == ["раньше", "теперь"]
    services = [update["message"] for update in (await pg.updates())[-2:]]
    assert (services[0]["migrate_to_chat_id"], services[1]["migrate_from_chat_id"]) == (heir.id, group.id)


async def test_topics_have_to_exist_and_be_open(bot: Bot, pg: Playground, anna: Someone) -> None:
    forum = await pg.group("Форум", anna, kind="supergroup", forum=True)
    thread = await forum.topic("Карты")
    sent = await bot.send_message(forum.id, "x", message_thread_id=thread)
    assert (sent.message_thread_id, sent.is_topic_message) == (thread, True)
    for wrong in (1, thread + 50):
        with pytest.raises(TelegramBadRequest, match="message thread not found"):
            await bot.send_message(forum.id, "x", message_thread_id=wrong)
    await pg.request("PATCH", f"chats/{forum.id}/topics/{thread}", {"closed": True})
    with pytest.raises(TelegramBadRequest, match="TOPIC_CLOSED"):
        await bot.send_message(forum.id, "x", message_thread_id=thread)


async def test_a_thread_id_of_a_reply_names_no_topic(bot: Bot, pg: Playground, anna: Someone) -> None:
    room = await pg.group("Большая", anna, kind="supergroup")
    sent = await bot.send_message(room.id, "x")
    await anna.write(room, "ответ", reply_to=sent.message_id)
    heard = (await pg.updates())[-1]["message"]
    assert heard["message_thread_id"] == sent.message_id
    assert "is_topic_message" not in heard
    with pytest.raises(TelegramBadRequest, match="message thread not found"):
        await bot.send_message(room.id, "x", message_thread_id=sent.message_id)


async def test_rate_limits_hold_when_switched_on(bot: Bot, pg: Playground, group: Group, anna: Someone) -> None:
    await anna.start()
    await pg.settings(limits=True)
    sent = await bot.send_message(group.id, "0")
    with pytest.raises(TelegramRetryAfter) as refused:
        await bot.edit_message_text("x", chat_id=group.id, message_id=sent.message_id)
    assert refused.value.retry_after == 1
    await bot.send_message(anna.id, "another chat has its own second")
    for count in range(1, 20):
        await pg.advance(1.1)
        await bot.edit_message_text(str(count), chat_id=group.id, message_id=sent.message_id)
    await pg.advance(1.1)
    with pytest.raises(TelegramRetryAfter) as refused:
        await bot.send_message(group.id, "the twenty-first in a minute")
    assert 30 <= refused.value.retry_after <= 40
    await pg.advance(40)
    await bot.send_message(group.id, "x")


async def test_pictures_are_uploaded_reused_edited_and_downloaded(bot: Bot, group: Group) -> None:
    sent = await bot.send_photo(group.id, BufferedInputFile(PIXEL, "p.png"), caption="<i>вот</i>", parse_mode="HTML")
    assert sent.photo is not None
    assert (sent.photo[-1].width, sent.caption) == (1, "вот")
    again = await bot.send_photo(group.id, sent.photo[-1].file_id)
    assert again.photo == sent.photo
    content = await bot.download(sent.photo[-1].file_id)
    assert content is not None
    assert content.read() == PIXEL
    text = await bot.send_message(group.id, "текст")
    media = InputMediaPhoto(media=BufferedInputFile(PIXEL, "q.png"), caption="стало картинкой")
    changed = await bot.edit_message_media(media, chat_id=group.id, message_id=text.message_id)
    assert not isinstance(changed, bool)
    assert (changed.text, changed.caption) == (None, "стало картинкой")
    with pytest.raises(TelegramBadRequest, match="wrong file identifier/HTTP URL specified"):
        await bot.send_photo(group.id, "nothing")
    with pytest.raises(TelegramBadRequest, match="IMAGE_PROCESS_FAILED"):
        await bot.send_photo(group.id, BufferedInputFile(b"not a picture", "p.png"))


async def test_members_are_told_as_telegram_tells_them(bot: Bot, pg: Playground, group: Group, boris: Someone) -> None:
    await bot.get_updates(allowed_updates=["message", "chat_member"])
    await group.set_member("bot", "administrator")
    await group.set_member(boris, "left")
    assert (await bot.get_chat_member(group.id, boris.id)).status == "left"
    assert [member.status for member in await bot.get_chat_administrators(group.id)] == ["creator", "administrator"]
    assert await bot.get_chat_member_count(group.id) == 2
    assert (await bot.get_chat(group.id)).title == "Друзья"
    told = [[*update][-1] for update in await pg.updates()]
    assert told[-2:] == ["chat_member", "message"]
    with pytest.raises(TelegramBadRequest, match="user not found"):
        await bot.get_chat_member(group.id, 5)


async def test_every_encoding_of_a_request_is_read(server: Server, group: Group) -> None:
    address = f"{server.url}/bot{server.token}/sendMessage"
    form = FormData({"chat_id": str(group.id), "text": "[1]"})
    multipart = FormData(default_to_multipart=True)
    multipart.add_field("chat_id", str(group.id))
    multipart.add_field("text", "[1]")
    async with ClientSession() as session:
        for body in ({"data": form}, {"data": multipart}, {"json": {"chat_id": group.id, "text": "[1]"}}):
            async with session.post(address, **body) as response:
                assert (await response.json())["result"]["text"] == "[1]"
        async with session.get(address, params={"chat_id": group.id, "text": "[1]"}) as response:
            assert (await response.json())["ok"]
        async with session.post(address, data="{", headers={"Content-Type": "application/json"}) as response:
            assert (await response.json())["description"] == "Bad Request: can't parse JSON object"
        async with session.post(f"{server.url}/bot{server.token}/flyToTheMoon") as response:
            assert (response.status, (await response.json())["error_code"]) == (404, 404)
        async with session.post(f"{server.url}/bot1:wrong/getMe") as response:
            assert response.status == 401


async def test_a_bot_that_has_not_named_itself_is_called_alike_in_every_language(bot: Bot) -> None:
    assert not any(sign.isalpha() for sign in (await bot.get_me()).first_name)


async def test_what_a_bot_says_of_itself_is_kept(bot: Bot, anna: Someone) -> None:
    commands = [BotCommand(command="play", description="Играть")]
    await bot.set_my_commands(commands)
    assert [command.model_dump() for command in await bot.get_my_commands()] == [commands[0].model_dump()]
    with pytest.raises(TelegramBadRequest, match="BOT_COMMAND_INVALID"):
        await bot.set_my_commands([BotCommand(command="Играть", description="x")])
    await bot.set_my_name("Стол")
    await bot.set_my_description("Пятнадцать игр")
    assert ((await bot.me()).id, (await bot.get_me()).first_name) == (bot.id, "Стол")
    assert (await bot.get_my_description()).description == "Пятнадцать игр"
    view = await anna.view("bot")
    assert view.chats[0]["title"] == "Стол"
    assert view.chats[0]["commands"][0]["command"] == "play"


async def test_pins_need_an_administrator(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, "x")
    with pytest.raises(TelegramBadRequest, match="not enough rights to manage pinned messages in the chat"):
        await bot.pin_chat_message(group.id, sent.message_id)
    await group.set_member("bot", "administrator")
    assert await bot.pin_chat_message(group.id, sent.message_id)
    pinned = (await bot.get_chat(group.id)).pinned_message
    assert pinned is not None
    assert pinned.message_id == sent.message_id
    assert await bot.unpin_chat_message(group.id, message_id=sent.message_id)


async def test_a_bot_removes_its_own_messages_and_as_administrator_others(
    bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    said = await anna.write(group, "/play")
    with pytest.raises(TelegramBadRequest, match="message can't be deleted"):
        await bot.delete_message(group.id, said.id)
    await group.set_member("bot", "administrator")
    assert await bot.delete_messages(group.id, [said.id])
    old = await bot.send_message(group.id, "x")
    await pg.advance(49 * 3600)
    with pytest.raises(TelegramBadRequest, match="message can't be deleted"):
        await bot.delete_message(group.id, old.message_id)
    assert await bot.leave_chat(group.id)
    with pytest.raises(TelegramForbiddenError, match="bot is not a member of the group chat"):
        await bot.send_message(group.id, "x")
