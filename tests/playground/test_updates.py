"""Updates reach the bot as Telegram delivers them: offsets, privacy mode, ephemeral messages, webhooks, restarts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest, TelegramConflictError
from aiogram.types import (
    BotCommand,
    CallbackQuery,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
)
from aiohttp import ClientSession, web

from bot.playground import TOKEN, serve
from bot.playground.client import Playground

if TYPE_CHECKING:
    from pathlib import Path

    from bot.playground import Server
    from bot.playground.client import Group, Someone


def keyboard(text: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text=text, callback_data=text)]])


async def test_an_offset_confirms_what_lies_before_it(bot: Bot, anna: Someone) -> None:
    for word in ("one", "two", "three"):
        await anna.start(word)
    updates = await bot.get_updates()
    assert [update.message.text for update in updates if update.message] == ["/start one", "/start two", "/start three"]
    assert await bot.get_updates(limit=1) == updates[:1]
    assert await bot.get_updates(offset=updates[1].update_id) == updates[1:]
    assert await bot.get_updates(offset=-1) == updates[2:]
    assert await bot.get_updates(offset=updates[2].update_id + 1) == []


async def test_a_poll_waits_and_a_second_poll_ends_it(bot: Bot, anna: Someone) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=20))
    await anna.pg.wait_news(await anna.pg.rev() - 1)
    second = asyncio.create_task(bot.get_updates(timeout=20))
    done, _ = await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
    with pytest.raises(TelegramConflictError, match="terminated by other getUpdates request"):
        await done.pop()
    await anna.start()
    left = second if first.done() else first
    assert len(await left) == 1


async def test_privacy_mode_leaves_commands_replies_and_services(
    bot: Bot, pg: Playground, group: Group, anna: Someone, boris: Someone
) -> None:
    sent = await bot.send_message(group.id, "?")
    before = len(await pg.updates())
    await anna.write(group, "просто слова")
    await anna.write(group, "/play@another_bot")
    heard = ["/play", "/play@playground_bot", "ответ"]
    await anna.write(group, heard[0])
    await anna.write(group, heard[1])
    await anna.write(group, heard[2], reply_to=sent.message_id)
    await group.set_member(boris, "left")
    texts = [update["message"].get("text") for update in (await pg.updates())[before:]]
    assert texts == [*heard, None]
    await group.set_member("bot", "administrator")
    await anna.write(group, "слова")
    assert (await pg.updates())[-1]["message"]["text"] == "слова"


async def test_an_anonymous_administrator_writes_as_the_group_and_taps_as_a_person(
    bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    await group.set_member(anna, "creator", anonymous=True)
    await anna.write(group, "/play")
    heard = (await pg.updates())[-1]["message"]
    assert (heard["from"]["username"], heard["sender_chat"]["id"]) == ("GroupAnonymousBot", group.id)
    await bot.send_message(group.id, "?", reply_markup=keyboard("я"))
    await anna.press("я", patience=0)
    assert (await pg.updates())[-1]["callback_query"]["from"]["id"] == anna.id


async def test_an_ephemeral_message_is_seen_by_its_receiver_alone(
    bot: Bot, group: Group, anna: Someone, boris: Someone
) -> None:
    await bot.send_message(group.id, "?", reply_markup=keyboard("карты"))
    tap = await anna.press("карты", patience=0)
    to_anna = EphemeralMessageParameters(receiver_user_id=anna.id, callback_query_id=tap.id)
    sent = await bot.send_message(group.id, "6♠ 7♠", ephemeral_message_parameters=to_anna, reply_markup=keyboard("6♠"))
    assert (sent.message_id, sent.ephemeral_message_id, sent.receiver_user and sent.receiver_user.id) == (0, 1, anna.id)
    assert (await anna.wait_for(group, text="6♠ 7♠")).ephemeral_id == 1
    assert "6♠ 7♠" not in str(await boris.view())
    with pytest.raises(Exception, match="no button"):
        await boris.press("6♠", patience=0)
    place: dict[str, Any] = {"chat_id": group.id, "receiver_user_id": anna.id, "ephemeral_message_id": 1}
    assert await bot.edit_ephemeral_message_text(text="7♠", **place)
    with pytest.raises(TelegramBadRequest, match="not modified"):
        await bot.edit_ephemeral_message_text(text="7♠", **place)
    await anna.wait_for(group, text="7♠")
    assert await bot.delete_ephemeral_message(**place)
    assert "7♠" not in str((await anna.view(group)).messages)
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await bot.edit_ephemeral_message_text(text="8♠", **place)


async def test_an_ephemeral_message_needs_a_fresh_tap_of_its_receiver_or_an_administrator(
    bot: Bot, pg: Playground, group: Group, anna: Someone, boris: Someone
) -> None:
    await bot.send_message(group.id, "?", reply_markup=keyboard("карты"))
    tap = await anna.press("карты", patience=0)

    async def send(receiver: Someone, query: str | None) -> Message:
        wanted = EphemeralMessageParameters(receiver_user_id=receiver.id, callback_query_id=query)
        return await bot.send_message(group.id, "x", ephemeral_message_parameters=wanted)

    with pytest.raises(TelegramBadRequest, match="query is too old"):
        await send(boris, tap.id)
    with pytest.raises(TelegramBadRequest, match="not enough rights to send ephemeral messages"):
        await send(anna, None)
    await pg.advance(16)
    with pytest.raises(TelegramBadRequest, match="query is too old"):
        await send(anna, tap.id)
    await group.set_member("bot", "administrator")
    assert (await send(boris, None)).ephemeral_message_id == 1


async def test_an_ephemeral_command_is_seen_by_its_writer_and_the_bot(
    bot: Bot, pg: Playground, group: Group, anna: Someone, boris: Someone
) -> None:
    await bot.set_my_commands([BotCommand(command="hand", description="Рука", is_ephemeral=True)])
    said = await anna.write(group, "/hand")
    assert (said.id, said.ephemeral_id) == (0, 1)
    assert "/hand" not in str((await boris.view()).messages)
    update = (await bot.get_updates())[-1]
    assert update.message is not None
    answer = await update.message.as_(bot).answer(
        "6♠",
        ephemeral_message_parameters=update.message.as_ephemeral_message_parameters(),
        reply_parameters=update.message.as_reply_parameters(),
    )
    assert answer.receiver_user is not None


async def test_a_forged_tap_and_a_tap_on_what_is_deleted_reach_the_bot(
    bot: Bot, pg: Playground, group: Group, anna: Someone
) -> None:
    sent = await bot.send_message(group.id, "?", reply_markup=keyboard("да"))
    seen = await anna.wait_for(group, button="да")
    await anna.press(on=seen, forge="чужое", patience=0)
    assert (await pg.updates())[-1]["callback_query"]["data"] == "чужое"
    await bot.delete_message(group.id, sent.message_id)
    await anna.press("да", on=seen, patience=0)
    assert (await pg.updates())[-1]["callback_query"]["message"] == {
        "chat": {"id": group.id, "type": "group", "title": "Друзья"},
        "message_id": sent.message_id,
        "date": 0,
    }


async def test_an_update_can_come_twice(bot: Bot, pg: Playground, anna: Someone) -> None:
    await anna.start()
    first = await bot.get_updates()
    assert await bot.get_updates(offset=first[0].update_id + 1) == []
    await pg.deliver_again()
    assert await bot.get_updates(offset=first[0].update_id + 1) == first
    assert await bot.get_updates(offset=first[0].update_id + 1) == []


async def test_a_webhook_gets_updates_with_its_secret_until_it_answers_well(bot: Bot, anna: Someone) -> None:
    got: list[tuple[str | None, Any]] = []
    answers = [500, 200]
    arrived = asyncio.Event()

    async def receive(request: web.Request) -> web.Response:
        got.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), await request.json()))
        status = answers.pop(0)
        if not answers:
            arrived.set()
            return web.json_response({"method": "sendMessage", "chat_id": anna.id, "text": "из вебхука"})
        return web.Response(status=status)

    app = web.Application()
    app.router.add_post("/hook", receive)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        await bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token="s3cret")  # noqa: S106 - a test's own
        with pytest.raises(TelegramConflictError, match="can't use getUpdates method while webhook is active"):
            await bot.get_updates()
        await anna.start("hi")
        await asyncio.wait_for(arrived.wait(), 10)
        await anna.wait_for("bot", text="из вебхука")
    finally:
        await runner.cleanup()
    assert [secret for secret, _ in got] == ["s3cret", "s3cret"]
    assert got[0][1] == got[1][1]
    assert (await bot.get_webhook_info()).pending_update_count == 0
    with pytest.raises(TelegramBadRequest, match="loopback addresses only"):
        await bot.set_webhook("https://example.org/hook")


async def test_an_echo_bot_of_aiogram_works_from_end_to_end(bot: Bot, group: Group, anna: Someone) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message(lambda message: message.text)
    async def echo(message: Message) -> None:
        await message.answer(f"эхо: {message.text}", reply_markup=keyboard("ещё"))

    @dispatcher.callback_query()
    async def more(query: CallbackQuery) -> None:
        await query.answer("вот", show_alert=True)
        assert isinstance(query.message, Message)
        await query.message.edit_text("ещё раз")

    polling = asyncio.create_task(dispatcher.start_polling(bot, handle_signals=False, close_bot_session=False))
    try:
        await anna.write(group, "/play")
        await anna.wait_for(group, text="эхо: /play", button="ещё")
        answer = await anna.press("ещё")
        assert (answer.text, answer.alert) == ("вот", True)
        await anna.wait_for(group, text="ещё раз", since=answer.rev)
        await anna.start("слово".encode().hex())
        assert (await anna.wait_for("bot", text="эхо: /start")).sender["is_bot"]
    finally:
        await dispatcher.stop_polling()
        await polling


async def test_a_playground_goes_on_where_it_was_left(tmp_path: Path) -> None:
    state = tmp_path / "play.json"
    async with await serve(0, state) as server, Playground.at(server.url) as pg:
        anna = await pg.person("Анна")
        (group,) = [chat["id"] for chat in await pg.get("chats") if chat["title"] == "Друзья"]
        await anna.write(group, "/play")
        session = AiohttpSession(api=TelegramAPIServer.from_base(server.url))
        async with Bot(server.token, session=session) as bot:
            await bot.send_message(group, "<b>стол</b>", parse_mode="HTML", reply_markup=keyboard("Сесть"))
    async with await serve(0, state) as server, Playground.at(server.url) as pg:
        session = AiohttpSession(api=TelegramAPIServer.from_base(server.url))
        async with Bot(server.token, session=session) as bot:
            waiting = await bot.get_updates()
            assert [update.message.text for update in waiting if update.message and update.message.text] == ["/play"]
        anna = await pg.person("Анна")
        seen = await anna.wait_for(group, button="Сесть")
        assert seen.html == "<b>стол</b>"
        await anna.press("Сесть", patience=0)


async def test_it_listens_on_this_machine_only(server: Server) -> None:
    for host in ("0.0.0.0", "::", "", "localhost", "192.168.0.1"):  # noqa: S104 - what must be refused
        with pytest.raises(ValueError, match=r"127\.0\.0\.1 only"):
            await serve(0, host=host)
    (address,) = server._runner.addresses
    assert address[0] == "127.0.0.1"


EVERYTHING = ("/", "/page/app.js", "/play/people", "/play/events", f"/bot{TOKEN}/getMe", f"/file/bot{TOKEN}/a/b")


@pytest.mark.parametrize("path", EVERYTHING)
@pytest.mark.parametrize("verb", ["GET", "POST", "OPTIONS"])
async def test_only_this_machine_and_its_own_page_are_served(server: Server, verb: str, path: str) -> None:
    """A page elsewhere can send requests here: under a name that resolves to the loopback, or to the loopback itself,
    from a script, a form or a picture."""
    here = f"127.0.0.1:{server.port}"
    foreign = [
        *({"Host": name} for name in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "[")),
        *({"Host": name} for name in ("", "192.168.0.1", "2130706433", "localhost.", "evil@127.0.0.1.example")),
        *({"Origin": name} for name in ("https://evil.example", "null", "", "file://", f"https://{here}", "http://[")),
        *({"Origin": name} for name in ("http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:3000")),
        {"Host": "localhost:80", "Origin": f"http://{here}"},
        *({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site", "elsewhere", "")),
        {"Origin": f"http://{here}", "Sec-Fetch-Site": "cross-site"},
    ]
    async with ClientSession() as session:
        for headers in foreign:
            async with session.request(verb, f"{server.url}{path}", headers=headers) as response:
                assert response.status == 403, headers
                assert "Access-Control-Allow-Origin" not in response.headers


async def test_its_own_page_and_programs_are_served(server: Server) -> None:
    here = f"127.0.0.1:{server.port}"
    own: list[dict[str, str]] = [
        {},
        {"Host": "localhost:1"},
        {"Host": "[::1]:80"},
        {"Origin": f"http://{here}", "Sec-Fetch-Site": "same-origin"},
        {"Host": f"LocalHost:{server.port}", "Origin": f"http://localhost:{server.port}"},
        {"Sec-Fetch-Site": "none"},
    ]
    async with ClientSession() as session:
        for headers in own:
            async with session.get(f"{server.url}/play/people", headers=headers) as response:
                assert response.status == 200, headers
                assert "Access-Control-Allow-Origin" not in response.headers
