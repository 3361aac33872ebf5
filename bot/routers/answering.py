"""What a tap on a table's button is answered, once it is known what became of it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, MaybeInaccessibleMessageUnion, Message

from bot import metrics, sending
from bot.buttons import About, Choose, Play, parse
from bot.language import Language
from bot.routers.desk import Desk
from bot.screens import alerts
from bot.sending.requests import EditKeyboard
from bot.tables import showing
from bot.tables.service import HandledError, NoTableError
from bot.tables.steps import Stale
from games.moves import IllegalMove


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tap: its number, whose it is, the language of their Telegram, and on which message of ours, as far as that is
    known. A message that has no such button is left out, for then somebody has made the button up."""

    query: str
    user: int
    language: str | None
    chat: int | None
    message: int | None
    whisper: int | None = None
    """Of a message that its receiver alone sees: its number, and `message` is 0."""


async def answered(
    desk: Desk, tap: Tapped, table_id: str, outcome: str | IllegalMove | HandledError, speech: Language
) -> None:
    """Answers the tap on a button of that table. Where that has no meaning any more, its message loses all of them."""
    metrics.taps(_became(outcome)).inc()
    match outcome:
        case str():
            await sending.answer(desk.bot, tap.query, outcome)
        case HandledError():
            await sending.answer(desk.bot, tap.query)
        case NoTableError():
            await _strip(desk, tap)
            await sending.answer(desk.bot, tap.query, alerts.table_gone(speech))
        case Stale():
            loaded = await desk.tables.table(table_id)
            if not showing.shows(loaded.document, tap.chat or 0, tap.message or 0):
                await _strip(desk, tap)
            elif not loaded.document.mark:  # it should be up to date, and has a button that it should not
                await desk.tables.store.redraw([table_id], doubt="a tap")
            await sending.answer(desk.bot, tap.query, alerts.moved_on(speech))
        case IllegalMove():
            loaded = await desk.tables.table(table_id)
            text = alerts.refusal(outcome, loaded.table.face(None), speech)
            await sending.answer(desk.bot, tap.query, text, alert=True)


def _became(outcome: str | IllegalMove | HandledError) -> str:
    match outcome:
        case str():
            return "done"
        case HandledError():
            return "repeated"
        case NoTableError():
            return "gone"
        case Stale():
            return "moved_on"
        case IllegalMove():
            return "refused"


async def _strip(desk: Desk, tap: Tapped) -> None:
    """An old message may keep its buttons where they cannot be taken away, or not now: they do nothing, and whoever
    tapped is not to wait for it."""
    if tap.chat and tap.message:
        with suppress(AiogramError):
            await desk.bot(EditKeyboard(chat_id=tap.chat, message_id=tap.message))


ON_SCREENS = frozenset(
    (
        "advice",
        "computer",
        "hand",
        "last",
        "office",
        "options",
        "pace",
        "preside",
        "seats",
        "set",
        "start",
        "undo",
        "vote",
    )
)
"""What only the screens of a table have buttons for, and no message about it."""


async def _strip_twin(desk: Desk, tap: Tapped, table_id: str) -> None:
    """A screen of which nobody knows, since Telegram did not say that it had been sent, has a younger twin: there the
    game goes on."""
    with suppress(NoTableError):
        loaded = await desk.tables.table(table_id)
        if showing.superseded(loaded.document, tap.chat or 0, tap.message or 0):
            await _strip(desk, tap)


Deed = Callable[[Language], Awaitable[str]]


async def answer_with(query: CallbackQuery, desk: Desk, table_id: str, deed: Deed) -> None:
    """Does it, and answers the tap with what came of it."""
    user, message = query.from_user, query.message
    where = (message.chat.id, message.message_id) if message and has_button(message, query.data) else (None, None)
    speech = await desk.speech(user)
    outcome: str | IllegalMove | HandledError
    try:
        outcome = await deed(speech)
    except (IllegalMove, HandledError) as refused:
        outcome = refused
    tap = Tapped(query.id, user.id, user.language_code, *where)
    await answered(desk, tap, table_id, outcome, speech)
    if tap.message and not isinstance(outcome, HandledError) and _is_screen(message):
        await _strip_twin(desk, tap, table_id)


def _is_screen(message: MaybeInaccessibleMessageUnion | None) -> bool:
    keyboard = message.reply_markup if isinstance(message, Message) else None
    keys = [key for row in keyboard.inline_keyboard for key in row] if keyboard else []
    buttons = (parse(key.callback_data) for key in keys if key.callback_data)
    return any(
        isinstance(button, Play | Choose) or (isinstance(button, About) and button.action in ON_SCREENS)
        for button in buttons
    )


def has_button(message: MaybeInaccessibleMessageUnion, data: str | None) -> bool:
    """Whether that is the data of one of its buttons. A client may send any other."""
    keyboard = message.reply_markup if isinstance(message, Message) else None
    return keyboard is not None and any(key.callback_data == data for row in keyboard.inline_keyboard for key in row)
