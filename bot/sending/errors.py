"""What went wrong with a call to Telegram, sorted by what is to be done about it.

Telegram words its refusals freely and gives nearly all of them one code, so they are known by their texts: those stand
here, in one table, and nowhere else.
"""

import re
from enum import Enum, auto
from typing import Any, Final

from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramAPIError,
    TelegramEntityTooLarge,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import TelegramMethod


class Kind(Enum):
    """What a refusal means for the one who called."""

    GONE = auto()
    """The message is not there, or not to be edited any more: send it anew."""
    FORBIDDEN = auto()
    """The bot may not write to this chat or person."""
    NOT_MODIFIED = auto()
    """The message shows this already: as good as done."""
    MIGRATED = auto()
    """The group has another number now: `TelegramMigrateToChat.migrate_to_chat_id`."""
    OLD_QUERY = auto()
    """The tap cannot be answered any more."""
    MALFORMED = auto()
    """What was sent cannot be shown (too long, bad markup): a fault of ours, and no use to repeat."""
    THREAD_GONE = auto()
    """The topic is closed or deleted, or the chat has no topics any more."""
    FLOOD = auto()
    """Not now: `waiting` says for how long."""
    AWAY = auto()
    """Telegram was not reached or answered nonsense; whether the deed was done is unknown."""
    UNKNOWN = auto()


FLOOD_PAUSE: Final = 5.0
"""Seconds to wait where Telegram says "too many" but not for how long."""

CLASSES: Final[tuple[tuple[type[AiogramError], Kind], ...]] = (
    (TelegramRetryAfter, Kind.FLOOD),
    (TelegramMigrateToChat, Kind.MIGRATED),
    (TelegramForbiddenError, Kind.FORBIDDEN),
    (TelegramEntityTooLarge, Kind.MALFORMED),  # to aiogram an error of the network, so before those
    (TelegramNetworkError, Kind.AWAY),
    (TelegramServerError, Kind.AWAY),
    (ClientDecodeError, Kind.AWAY),
)

TEXTS: Final[tuple[tuple[str, Kind], ...]] = (
    ("message is not modified", Kind.NOT_MODIFIED),
    ("message to edit not found", Kind.GONE),
    ("message can't be edited", Kind.GONE),
    ("message to delete not found", Kind.GONE),
    ("message can't be deleted", Kind.GONE),
    ("message_id_invalid", Kind.GONE),
    ("message to be replied not found", Kind.GONE),
    ("message to reply not found", Kind.GONE),
    ("there is no text in the message to edit", Kind.GONE),
    ("there is no caption in the message to edit", Kind.GONE),
    ("query is too old", Kind.OLD_QUERY),
    ("query id is invalid", Kind.OLD_QUERY),
    ("query_id_invalid", Kind.OLD_QUERY),
    ("thread not found", Kind.THREAD_GONE),
    ("topic_closed", Kind.THREAD_GONE),
    ("topic_deleted", Kind.THREAD_GONE),
    ("topic_id_invalid", Kind.THREAD_GONE),
    ("chat not found", Kind.FORBIDDEN),
    ("user not found", Kind.FORBIDDEN),
    ("peer_id_invalid", Kind.FORBIDDEN),
    ("not enough rights", Kind.FORBIDDEN),
    ("have no rights to send", Kind.FORBIDDEN),
    ("need administrator rights", Kind.FORBIDDEN),
    ("chat_write_forbidden", Kind.FORBIDDEN),
    ("chat_restricted", Kind.FORBIDDEN),
    ("chat_admin_required", Kind.FORBIDDEN),
    ("chat_send_", Kind.FORBIDDEN),  # CHAT_SEND_PLAIN_FORBIDDEN and its like, one for each sort of message
    ("channel_private", Kind.FORBIDDEN),
    ("group chat was deactivated", Kind.FORBIDDEN),
    ("user_is_blocked", Kind.FORBIDDEN),
    ("user_deactivated", Kind.FORBIDDEN),
    ("too many requests", Kind.FLOOD),
    ("slowmode_wait_", Kind.FLOOD),
    ("too long", Kind.MALFORMED),
    ("too_long", Kind.MALFORMED),
    ("can't parse", Kind.MALFORMED),
    ("message text is empty", Kind.MALFORMED),
    ("text must be non-empty", Kind.MALFORMED),
    ("text buttons are unallowed", Kind.MALFORMED),
    ("object expected as reply markup", Kind.MALFORMED),
    ("button_data_invalid", Kind.MALFORMED),
    ("button_url_invalid", Kind.MALFORMED),
    ("inline keyboard button url", Kind.MALFORMED),
    ("url_invalid", Kind.MALFORMED),
    ("wrong http url", Kind.MALFORMED),
    ("wrong file identifier", Kind.MALFORMED),
    ("file must be non-empty", Kind.MALFORMED),
    ("photo_invalid_dimensions", Kind.MALFORMED),
    ("image_process_failed", Kind.MALFORMED),
)
"""Parts of Telegram's texts in small letters; the first that occurs decides."""


class TooSoonError(TelegramAPIError):
    """A call held back here, before Telegram would refuse it: nothing was sent. `wait` is in seconds."""

    label = "Held back"

    def __init__(self, method: TelegramMethod[Any], wait: float) -> None:
        super().__init__(method, f"not for another {wait:.1f} s")
        self.wait = wait


def kind(error: AiogramError) -> Kind:
    """What this error means."""
    if isinstance(error, TooSoonError):
        return Kind.FLOOD
    for sort, meant in CLASSES:
        if isinstance(error, sort):
            return meant
    said = error.message.casefold() if isinstance(error, TelegramAPIError) else ""
    return next((meant for text, meant in TEXTS if text in said), Kind.UNKNOWN)


def waiting(error: AiogramError) -> float:
    """For how many seconds an error of the kind FLOOD asks to wait."""
    match error:
        case TooSoonError():
            return error.wait
        case TelegramRetryAfter():
            return float(error.retry_after)
        case TelegramAPIError() if slow := re.search(r"slowmode_wait_(\d{1,6})", error.message.casefold()):
            return float(slow[1])
        case _:
            return FLOOD_PAUSE


def wording(error: AiogramError) -> str:
    """Telegram's text for the log, without what it may quote of ours (a card, a name, what somebody wrote)."""
    if isinstance(error, ClientDecodeError):
        return error.message
    said = error.message if isinstance(error, TelegramAPIError) else type(error).__name__
    return re.split(r"\"| '", said, maxsplit=1)[0]
