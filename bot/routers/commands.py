"""Commands. Each answers usefully wherever it is sent, with one sentence where it does not belong."""

import hmac

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import Message, User

from bot.buttons import invited
from bot.language import LANGUAGES, Language
from bot.routers.desk import Desk, person_of, stands_at
from bot.routers.opening import barred, open_table
from bot.screens import alerts
from bot.screens.look import look
from bot.screens.pages import (
    help_screen,
    invitation_screen,
    rules_page,
    rules_screen,
    start_screen,
    stop_screen,
    yourself_screen,
)
from bot.store.store import Entry
from bot.tables.asides import OPEN
from bot.tables.clocks import dead
from bot.tables.playing import call_off
from bot.tables.purses import paid
from bot.tables.service import NoTableError
from bot.tables.steps import Change
from games.catalogue import GAMES
from games.moves import IllegalMove

router = Router(name="commands")


@router.message(CommandStart(ignore_case=True))
async def start(message: Message, command: CommandObject, desk: Desk) -> None:
    """In private the bot introduces itself; a link leads to its table."""
    user = person_of(message)
    if message.chat.type != "private" or user is None:
        await desk.show(message, help_screen(await desk.speech_in(message.chat, user)))
        return
    speech = await desk.speech(user)
    if link := invited(command.args or ""):
        await _invite(desk, message, user, *link)
    else:
        await desk.show(message, start_screen(speech, desk.username))


async def _invite(desk: Desk, message: Message, user: User, table_id: str, ticket: str) -> None:
    """Somebody has come by the link of a table: who does not sit there may sit down, if they are a member of its chat.
    A wrong ticket is told nothing else than that there is no such table."""
    speech = await desk.speech(user)
    try:
        table = (await desk.tables.table(table_id)).table
    except NoTableError:
        table = None
    if table is None or not table.ticket or not hmac.compare_digest(table.ticket.encode(), ticket.encode()):
        await desk.say(message, alerts.table_gone(speech))
    elif table.stage in OPEN and table.seat_of(user.id) is not None:
        await desk.say(message, alerts.welcome_to_table(table.face(None), speech))
    elif table.alone or table.stage not in OPEN:
        await desk.say(message, alerts.table_gone(speech))
    elif refusal := await barred(desk, table.chat, user, speech, outside=True):
        await desk.say(message, refusal)
    else:
        await desk.show(message, invitation_screen(table.face(None), speech))


@router.message(Command("play", ignore_case=True))
async def play(message: Message, command: CommandObject, desk: Desk, entry: Entry) -> None:
    """The catalogue, or a table of the game that is named."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    if not command.args:
        await desk.show(message, await desk.catalogue(message.chat, speech))
        return
    slug = game_named(command.args)
    if slug is None:
        await desk.say(message, alerts.unknown_game(speech))
    elif user is None and await desk.moderated(message):
        await desk.show(message, yourself_screen(slug, speech))
    elif user is None:
        await desk.say(message, alerts.anonymous(speech))
    elif refusal := await open_table(desk, message, user, slug, entry):
        await desk.say(message, refusal)


SHORTEST = 3
"""So many letters of a game's name at least tell which is meant."""


def game_named(words: str) -> str | None:
    """The slug of the game that is called so in any language, or of the only one in whose name such a word begins; None
    where there is none."""
    wanted = _plain(words)
    names = {
        slug: (_plain(slug), *(_plain(Language(code).gettext(look(slug).title)) for code in LANGUAGES))
        for slug in GAMES
    }
    exact = [slug for slug, called in names.items() if wanted in called]
    alike = [slug for slug, called in names.items() if any(f" {wanted}" in f" {name}" for name in called)]
    return next(iter(exact), alike[0] if len(wanted) >= SHORTEST and len(alike) == 1 else None)


def _plain(words: str) -> str:
    return " ".join(words.replace("_", " ").split()).casefold().replace("ё", "е")


@router.message(Command("patience", ignore_case=True))
async def patience(message: Message, desk: Desk, entry: Entry) -> None:
    """The patience that waits, or a new one."""
    user = person_of(message)
    if message.chat.type != "private" or user is None:
        await desk.say(message, alerts.only_in_private(await desk.speech_in(message.chat, user)))
        return
    for loaded in await desk.tables.live(await desk.tables.store.home_of(message.chat.id)):
        if GAMES[loaded.table.game].seats[1] == 1:
            await desk.tables.act(loaded.table.id, lambda table, _: Change(table.but(posts=table.posts + 1)), entry)
            return
    await open_table(desk, message, user, "debutantes", entry)


@router.message(Command("rules", ignore_case=True))
async def rules(message: Message, command: CommandObject, desk: Desk) -> None:
    """The rules of the game that is named, or the list."""
    speech = await desk.speech_in(message.chat, message.from_user)
    slug = game_named(command.args) if command.args else None
    if command.args and slug is None:
        await desk.say(message, alerts.unknown_game(speech))
    else:
        await desk.show(message, rules_page(slug, speech) if slug else rules_screen(speech))


@router.message(Command("stop", ignore_case=True))
async def stop(message: Message, desk: Desk, entry: Entry) -> None:
    """Calls off the tables of this chat, or of this topic, that the person may call off: a dead one anybody may."""
    user = person_of(message)
    speech = await desk.speech_in(message.chat, user)
    home = await desk.tables.store.home_of(message.chat.id)
    here = [one.table for one in await desk.tables.live(home) if stands_at(one.table.thread, message)]
    if not here:
        await desk.say(message, alerts.nothing_to_stop(speech))
        return
    moderates = await desk.moderated(message)
    mine = [
        table
        for table in here
        if moderates or (user is not None and table.host == user.id) or dead(table, desk.tables.clock(table.id))
    ]
    if not mine:
        await desk.say(message, alerts.only_for_host(speech))
    elif len(mine) > 1 or message.chat.type == "private":
        await desk.show(message, stop_screen([table.face(None) for table in mine], speech))
    else:
        try:
            closed = await desk.tables.act(mine[0].id, lambda table, _: call_off(table), entry)
        except IllegalMove:  # it has ended meanwhile
            await desk.say(message, alerts.nothing_to_stop(speech))
        else:
            await desk.say(
                message, alerts.stopped(_name(message, speech), closed.table.game, speech, paid=paid(closed.table))
            )


def _name(message: Message, speech: Language) -> str:
    who = message.sender_chat.title if message.sender_chat else message.from_user and message.from_user.full_name
    return speech.somebody(who or "")


@router.message(Command("help", ignore_case=True))
async def help_(message: Message, desk: Desk) -> None:
    """What the bot can do."""
    await desk.show(message, help_screen(await desk.speech_in(message.chat, message.from_user)))


@router.message(F.chat.type == "private", F.text.startswith("/"))
async def unknown(message: Message, desk: Desk) -> None:
    """A command that is none of ours. In a group it may be another bot's, so there the bot keeps silent."""
    await desk.say(message, alerts.unknown_command(await desk.speech_in(message.chat, message.from_user)))
