"""The door to the Bot API's methods, and what the contents of messages have to satisfy.

`METHODS` maps lower-case names to aiogram's request model and the function that serves it; `sending`, `editing` and
`chats` fill it. A function gives the value Telegram would answer, or raises `ApiError` with Telegram's wording and
changes nothing. Where that wording is not public (ephemeral messages refused) the text is ours. `getUpdates` alone is
served elsewhere, because it waits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from aiogram.methods.base import TelegramMethod
from aiogram.types import (
    Document,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MessageEntity,
    PhotoSize,
)

from bot.playground.entities import formatted, utf16
from bot.playground.errors import ApiError, bad_request
from bot.playground.images import image_size
from bot.playground.records import Stored
from bot.playground.world import World, new_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

TEXT, CAPTION, ALERT, DATA = 4096, 1024, 200, 64
BUTTONS, BUTTONS_IN_ROW = 100, 8
PHOTO_BYTES, FILE_BYTES = 10 << 20, 50 << 20


class Upload(NamedTuple):
    """A file that came with the request, under the field name that `attach://` cites."""

    name: str
    mime: str
    content: bytes


class Asked:
    """One request: the world it is made in and the files that came with it."""

    def __init__(self, world: World, uploads: Mapping[str, Upload]) -> None:
        self.world = world
        self.uploads = uploads


Request = TypeVar("Request", bound=TelegramMethod[Any])
METHODS: dict[str, tuple[type[TelegramMethod[Any]], Callable[[Asked, Any], Any]]] = {}


def serves(model: type[Request]) -> Callable[[Callable[[Asked, Request], Any]], Callable[[Asked, Request], Any]]:
    """Registers a function as what answers the method that `model` describes."""

    def register(serve: Callable[[Asked, Request], Any]) -> Callable[[Asked, Request], Any]:
        METHODS[model.__api_method__.lower()] = (model, serve)
        return serve

    return register


def check_keyboard(markup: object) -> InlineKeyboardMarkup | None:
    """The inline keyboard, if `markup` is one with buttons, as strict as Telegram about them."""
    if not isinstance(markup, InlineKeyboardMarkup):
        return None
    rows = [row for row in markup.inline_keyboard if row]
    if sum(map(len, rows)) > BUTTONS or any(len(row) > BUTTONS_IN_ROW for row in rows):
        raise bad_request("reply markup is too long")
    for row in rows:
        for button in row:
            _check_button(button)
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def _check_button(button: InlineKeyboardButton) -> None:
    if not button.text.strip():
        raise bad_request("can't parse inline keyboard button: Text can't be empty")
    kinds = {
        name: value
        for name, value in button.model_dump(exclude_none=True).items()
        if name not in {"text", "style", "icon_custom_emoji_id"}
    }
    if len(kinds) != 1:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if button.style not in {None, "primary", "success", "danger"}:
        raise bad_request("can't parse inline keyboard button: Invalid button style")
    if button.callback_data is not None and not 1 <= len(button.callback_data.encode()) <= DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if button.url is not None and not re.match(r"(https?://|tg://)?[^\s/]+\.?[^\s]*$", button.url):
        raise bad_request(f"inline keyboard button URL '{button.url}' is invalid: Wrong HTTP URL")


def read_text(
    asked: Asked, text: str | None, parse_mode: object, entities: Sequence[MessageEntity] | None
) -> dict[str, Any]:
    """A message's text as fields of `Message`; it must not be empty."""
    plain, found = formatted(text or "", parse_mode, entities, asked.world.user)
    if not plain:
        raise bad_request("message text is empty")
    if utf16(plain) > TEXT:
        raise bad_request("message is too long")
    return {"text": plain, "entities": found or None}


def read_caption(
    asked: Asked, caption: str | None, parse_mode: object, entities: Sequence[MessageEntity] | None
) -> dict[str, Any]:
    """A caption as fields of `Message`; it may be empty."""
    plain, found = formatted(caption or "", parse_mode, entities, asked.world.user)
    if utf16(plain) > CAPTION:
        raise bad_request("message caption is too long")
    return {"caption": plain or None, "caption_entities": found or None}


def store(asked: Asked, source: object, *, photo: bool) -> Stored:
    """The file that a request means: uploaded with it, or known by its id."""
    if not isinstance(source, str):
        raise bad_request("there is no photo in the request" if photo else "there is no document in the request")
    world = asked.world
    upload = asked.uploads.get(source.removeprefix("attach://"))
    if upload is None:
        known = world.files.get(source)
        if known is None or (photo and not known.width):
            raise bad_request("wrong file identifier/HTTP URL specified")
        return known
    if not upload.content:
        raise bad_request("file must be non-empty")
    if len(upload.content) > (PHOTO_BYTES if photo else FILE_BYTES):
        raise ApiError(413, "Request Entity Too Large")
    width, height = image_size(upload.content) if photo else (0, 0)
    if photo and not (width and width + height <= 10_000 and max(width, height) <= 20 * min(width, height)):
        raise bad_request("PHOTO_INVALID_DIMENSIONS" if width else "IMAGE_PROCESS_FAILED")
    stored = Stored(
        id=("AgAC" if photo else "BQAC") + new_key(),
        name=upload.name,
        mime=upload.mime,
        size=len(upload.content),
        width=width,
        height=height,
    )
    world.files[stored.id] = stored
    world.contents[stored.id] = upload.content
    return stored


def media_fields(stored: Stored, *, photo: bool) -> dict[str, Any]:
    """A file as fields of `Message`, as a photo or a document."""
    unique = stored.id[-16:]
    if photo:
        size = PhotoSize(
            file_id=stored.id,
            file_unique_id=unique,
            width=stored.width,
            height=stored.height,
            file_size=stored.size,
        )
        return {"photo": [size], "document": None}
    document = Document(
        file_id=stored.id,
        file_unique_id=unique,
        file_name=stored.name,
        mime_type=stored.mime,
        file_size=stored.size,
    )
    return {"document": document, "photo": None}
