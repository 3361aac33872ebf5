"""Sitting down, getting up, being removed: by command, by button, and by leaving the chat."""

from contextlib import suppress
from typing import Any

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, ChatMemberUpdated, Message

from bot.buttons import About, parse
from bot.language import Language
from bot.routers.answering import answer_with
from bot.routers.desk import Desk, person_of, stands_at
from bot.screens import alerts
from bot.screens import seating as words
from bot.store.store import Entry
from bot.tables import playing, seats
from bot.tables.model import Table
from bot.tables.service import HandledError, Wish
from games.catalogue import GAMES
from games.moves import IllegalMove

router = Router(name="seats")


# Leaving the chat


@router.chat_member()
async def changed(update: ChatMemberUpdated, desk: Desk) -> None:
    """Somebody has left a group or was removed from it; a bot hears of it where it is an administrator."""
    member = update.new_chat_member
    if member.status in ("left", "kicked") or not getattr(member, "is_member", True):
        await _gone(desk, update.chat.id, member.user.id)


@router.message(F.left_chat_member)
async def left(message: Message, desk: Desk) -> None:
    """The same, as the group reads it."""
    if message.left_chat_member is not None and not message.left_chat_member.is_bot:
        await _gone(desk, message.chat.id, message.left_chat_member.id)


async def gone_meanwhile(desk: Desk, chat: int) -> None:
    """People who have left the group while the bot was not there to hear of it."""
    tables = [one.table for one in await desk.tables.live(await desk.tables.store.home_of(chat))]
    people = {
        one for table in tables for sitter in (*table.holders, *table.waiting) for one in (sitter.user, sitter.kept)
    }
    for user in sorted(filter(None, people)):
        standing = await desk.rights.standing(chat, user)
        if standing is not None and not standing.inside:
            await _gone(desk, chat, user)


async def _gone(desk: Desk, chat: int, user: int) -> None:
    for loaded in await desk.tables.live(await desk.tables.store.home_of(chat)):
        if seats.here(loaded.table, user):
            with suppress(IllegalMove):
                await desk.tables.act(loaded.table.id, _leaving(user))


def _leaving(user: int) -> Wish:
    return lambda table, clock: seats.leave(table, user, clock)


async def blocked(desk: Desk, user: int) -> None:
    """The person has blocked the bot: no reason to get up, for turns go on in the group; whom they keep waiting is told
    of it. Two missed turns seat others."""
    for loaded in await desk.tables.seats(user):
        if not loaded.table.alone and loaded.table.stage == "play":
            with suppress(IllegalMove):
                await desk.tables.act(loaded.table.id, lambda table, _: playing.missed(table, user))


# Commands


@router.message(Command("leave", ignore_case=True))
async def leave(message: Message, desk: Desk, entry: Entry) -> None:
    """The person gets up from the table here, or from the one that they choose of several; a patience waits. Whoever
    speaks in the group's name is not known to the bot before they press a button."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    tables = [table for table in await _tables(message, desk) if GAMES[table.game].seats[1] > 1]
    if user is not None:
        tables = [table for table in tables if seats.here(table, user.id)]
    if not tables:
        await desk.say(message, words.sits_nowhere(speech))
    elif user is None or len(tables) > 1:
        await desk.show(message, words.leave_screen([table.face(None) for table in tables], speech))
    else:
        with suppress(IllegalMove, HandledError):
            await desk.tables.act(tables[0].id, _leaving(user.id), entry)
        await desk.say(message, words.got_up(tables[0].face(None), speech))


@router.message(Command("remove", ignore_case=True))
async def remove(message: Message, desk: Desk, entry: Entry) -> None:
    """The host of a table, or a moderator, has somebody get up: whom the message replies to, else whom they choose."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    moderates = await desk.moderated(message)
    tables = await _tables(message, desk)
    mine = [table for table in tables if moderates or (user is not None and table.host == user.id)]
    target = _replied(message)
    if message.chat.type == "private":
        await desk.say(message, alerts.only_in_groups(speech))
    elif not tables:
        await desk.say(message, words.nobody_to_remove(speech))
    elif not mine:
        await desk.say(message, alerts.only_for_host(speech))
    elif target is None:
        await desk.show(message, words.remove_screen([table.face(None) for table in mine], speech))
    elif not (seated := [table for table in mine if seats.here(table, target)]):
        await desk.say(message, words.not_there(speech))
    else:
        signed = user.full_name if user else message.chat.title or ""
        by = None if moderates or user is None else user.id
        for table in seated:
            with suppress(IllegalMove, HandledError):
                await desk.tables.act(table.id, _removing(target, by, signed), entry)


def _removing(target: int, by: int | None, signed: str) -> Wish:
    return lambda table, clock: seats.remove(table, target, by, signed, clock)


def _replied(message: Message) -> int | None:
    """Whose message it answers. In a topic every message answers the one that opened it."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created:
        return None
    person = person_of(replied)
    return None if person is None else person.id


async def _tables(message: Message, desk: Desk) -> list[Table[Any]]:
    """The tables that stand where the message does; in private those at which the person sits anywhere."""
    here = [one.table for one in await desk.tables.live(await desk.tables.store.home_of(message.chat.id))]
    if message.chat.type != "private":
        return [table for table in here if stands_at(table.thread, message)]
    elsewhere = [one.table for one in await desk.tables.seats(message.chat.id)]
    return [*here, *(table for table in elsewhere if table.id not in {one.id for one in here})]


# Buttons


@router.callback_query(F.data.func(lambda data: _about(data) is not None))
async def pressed(query: CallbackQuery, desk: Desk, entry: Entry) -> None:
    """Sitting down, coming back, getting up; or somebody is to be removed."""
    button = _about(query.data)
    if button is None:
        return

    async def deed(speech: Language) -> str:
        table = (await desk.tables.table(button.table)).table
        match button.action:
            case "sit":
                return await _sit(query, desk, entry, table, speech)
            case "leave":
                await desk.tables.act(table.id, _leaving(query.from_user.id), entry)
                return ""
            case _:
                return await _remove(query, desk, entry, button, speech)

    await answer_with(query, desk, button.table, deed)


def _about(data: str | None) -> About | None:
    button = parse(data or "")
    return button if isinstance(button, About) and button.action in ("sit", "leave", "remove") else None


async def _sit(query: CallbackQuery, desk: Desk, entry: Entry, table: Table[Any], speech: Language) -> str:
    """The person sits down, if they are in the chat; who takes over a hand must be within the bot's reach."""
    user, kept = query.from_user.id, table.kept_for(query.from_user.id)
    if query.from_user.is_bot:
        return alerts.no_robots(speech)
    standing = None if table.chat > 0 else await desk.rights.standing(table.chat, user)
    outside = query.message is None or query.message.chat.id != table.chat
    if standing is None and table.chat < 0 and kept is not None:
        outside = False  # who sat there was a member, and Telegram does not tell us whether they are not any more
    if not (standing.inside if standing else await desk.belongs(table.chat, user, outside=outside)):
        return words.for_members(speech)
    hidden = table.stage == "play" and GAMES[table.game].private and table.hands == "private"
    if hidden and kept is None and table.seat_of(user) is None and await desk.unreached({user}):
        return words.open_me(speech)
    sitter = await desk.sitter(query.from_user)
    table = (await desk.tables.act(table.id, lambda table, clock: seats.sit(table, sitter, clock), entry)).table
    return "" if table.seat_of(user) is not None else words.waits(speech)


async def _remove(query: CallbackQuery, desk: Desk, entry: Entry, button: About, speech: Language) -> str:
    if not (button.argument.isascii() and button.argument.isdecimal()):
        return alerts.unknown_button(speech)
    table, target, user = (await desk.tables.table(button.table)).table, int(button.argument), query.from_user
    moderates = await desk.moderates(table.chat, user.id)
    if not moderates and table.host != user.id:
        return alerts.only_for_host(speech)
    by = None if moderates else user.id
    signed = user.full_name if query.message is None else await desk.signature(query.message.chat, user)
    await desk.tables.act(table.id, _removing(target, by, signed), entry)
    return ""
