"""What Telegram sends, read with care: what is no update of Telegram's is told from one before anybody acts on it."""

import json
import logging
from typing import Any, Final, NoReturn, TypeGuard

from aiogram import Bot
from aiogram.types import Update
from pydantic import ValidationError

log = logging.getLogger(__name__)

MOST: Final = 2**52
"""Telegram's numbers of people and chats have fewer bits than that; beyond it Lua's are not exact."""

SUPERGROUPS: Final = -(10**12)
"""Telegram's numbers of supergroups, and of channels, are below that; those of groups are between that and 0."""


def is_id(value: object) -> TypeGuard[int]:
    """Whether that may be the number of a person or a chat."""
    return type(value) is int and -MOST < value < MOST


def becomes(group: int, supergroup: int) -> bool:
    """Whether these are the numbers of a group and of a supergroup, so that the one may have become the other."""
    return SUPERGROUPS < group < 0 and -MOST < supergroup < SUPERGROUPS


def raw(text: str) -> Any:
    """The JSON of an update. Raises ValueError where it is none, or has numbers that Telegram never sends."""
    try:
        return json.loads(text, parse_int=_number, parse_constant=_none)
    except RecursionError:
        raise ValueError("nested too deep") from None


def update_of(text: str, update_id: int, bot: Bot) -> Update | None:
    """The update as aiogram knows it; None where Telegram would not send it so, which the log is told. To try again or
    to keep it would be of no use: there is nothing in it that could be answered."""
    try:
        raw(text)
        return Update.model_validate_json(text, context={"bot": bot})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        wrong = f"{first['type']} at {'.'.join(str(part)[:32] for part in first['loc'][:8]) or 'its beginning'}"
    except ValueError as error:
        wrong = type(error).__name__
    log.warning("an update is none: %s", wrong, extra={"update": update_id})
    return None


def _number(digits: str) -> int:
    if len(digits) > 16 + digits.startswith("-"):
        raise ValueError("a number is too long")
    return int(digits)


def _none(name: str) -> NoReturn:
    raise ValueError(f"there is no {name}")
