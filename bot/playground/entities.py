"""Texts as Telegram reads them: HTML into plain text and entities, and what it finds in plain text by itself.

Offsets and lengths are UTF-16 code units, offsets in error texts are UTF-8 bytes, both as in Telegram. Only the HTML
parse mode is known here; any other is refused as unsupported.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiogram.types import MessageEntity, User

from bot.playground.errors import bad_request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
TAG = re.compile(r"<(/?)([^\s>/]*)([^>]*)>")
ATTRIBUTE = re.compile(r"""\s*([^\s=>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")
FOUND = (
    ("url", re.compile(r"https?://[^\s<>]+")),
    ("bot_command", re.compile(r"(?<![\w/<>])/[a-zA-Z0-9_]{1,32}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/])")),
    ("mention", re.compile(r"(?<!\w)@[a-zA-Z][a-zA-Z0-9_]{3,31}\b")),
)
OPAQUE = {"code", "pre", "text_link", "url"}


def utf16(text: str) -> int:
    """The length of `text` in UTF-16 code units, the unit of every limit and offset."""
    return len(text.encode("utf-16-le")) // 2


@dataclass
class _Open:
    tag: str
    offset: int
    attributes: dict[str, str] = field(default_factory=dict)


def parse_html(source: str, person: Callable[[int], User | None]) -> tuple[str, list[MessageEntity]]:
    """Plain text and entities of an HTML `source`; `person` finds who a `tg://user?id=` link means.

    Raises `ApiError` with the parser's complaint for unknown, unclosed or crossed tags.
    """
    text: list[str] = []
    size = 0
    stack: list[_Open] = []
    entities: list[MessageEntity] = []
    place = 0
    while place < len(source):
        if source[place] != "<":
            end = source.find("<", place)
            end = len(source) if end < 0 else end
            piece = REFERENCE.sub(lambda found: html.unescape(found.group()), source[place:end])
            text.append(piece)
            size += utf16(piece)
            place = end
            continue
        at = len(source[:place].encode())
        tag = TAG.match(source, place)
        if tag is None:
            raise _complaint(f"Unclosed start tag at byte offset {at}")
        closing, name, rest = tag[1], tag[2].lower(), tag[3]
        if closing:
            if not stack:
                raise _complaint(f"Unexpected end tag at byte offset {at}")
            opened = stack.pop()
            if name and name != opened.tag:
                raise _complaint(
                    f'Unmatched end tag at byte offset {at}, expected "</{opened.tag}>", found "</{name}>"'
                )
            _close(opened, size, "".join(text), entities, person)
        else:
            if name not in TAGS:
                raise _complaint(f'Unsupported start tag "{name}" at byte offset {at}')
            attributes = {key.lower(): value.strip("\"'") for key, value in ATTRIBUTE.findall(rest.strip())}
            if name == "span" and attributes.get("class") != "tg-spoiler":
                raise _complaint(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
            stack.append(_Open(name, size, {key: html.unescape(value) for key, value in attributes.items()}))
        place = tag.end()
    if stack:
        raise _complaint(f'Can\'t find end tag corresponding to start tag "{stack[-1].tag}"')
    for entity in entities:
        if entity.type == "code":
            entity.language = None
    return "".join(text), sorted(entities, key=lambda entity: (entity.offset, -entity.length))


def _complaint(text: str) -> Exception:
    return bad_request(f"can't parse entities: {text}")


def _close(
    opened: _Open,
    size: int,
    text: str,
    entities: list[MessageEntity],
    person: Callable[[int], User | None],
) -> None:
    length = size - opened.offset
    if not length:
        return
    kind = TAGS[opened.tag]
    entity = MessageEntity(type=kind, offset=opened.offset, length=length)
    attributes = opened.attributes
    match opened.tag:
        case "a":
            url = attributes.get("href") or cut(text, opened.offset, length)
            mentioned = re.fullmatch(r"tg://user\?id=(\d+)", url)
            user = person(int(mentioned[1])) if mentioned else None
            if user:
                entity.type, entity.user = "text_mention", user
            elif mentioned or "." not in url:
                return
            else:
                entity.url = url if "://" in url else f"http://{url}"
        case "blockquote" if "expandable" in attributes:
            entity.type = "expandable_blockquote"
        case "tg-emoji":
            entity.custom_emoji_id = attributes.get("emoji-id", "")
        case "tg-time":
            if not attributes.get("unix", "").isdigit():
                raise _complaint('Tag "tg-time" must have attribute "unix"')
            entity.unix_time, entity.date_time_format = int(attributes["unix"]), attributes.get("format")
        case "pre" if entities and entities[-1].type == "code" and entities[-1].language:
            inner = entities[-1]
            if (inner.offset, inner.length) == (entity.offset, entity.length):
                entities.pop()
                entity.language = inner.language
        case "code":
            entity.language = attributes.get("class", "").removeprefix("language-") or None
        case _:
            pass
    entities.append(entity)


def cut(text: str, offset: int, length: int) -> str:
    """The part of `text` that an entity covers."""
    units = text.encode("utf-16-le")
    return units[2 * offset : 2 * (offset + length)].decode("utf-16-le")


def find_entities(text: str, known: Sequence[MessageEntity] = ()) -> list[MessageEntity]:
    """`known` and the links, commands and mentions that Telegram finds in plain text beside them."""
    taken = [(entity.offset, entity.offset + entity.length) for entity in known if entity.type in OPAQUE]
    found = list(known)
    for kind, pattern in FOUND:
        for match in pattern.finditer(text):
            start = utf16(text[: match.start()])
            end = start + utf16(match.group())
            if all(end <= left or right <= start for left, right in taken):
                found.append(MessageEntity(type=kind, offset=start, length=end - start))
                taken.append((start, end))
    return sorted(found, key=lambda entity: (entity.offset, -entity.length))


def formatted(
    text: str,
    parse_mode: object,
    given: Sequence[MessageEntity] | None,
    person: Callable[[int], User | None],
) -> tuple[str, list[MessageEntity]]:
    """What Telegram stores of a text: parsed, trimmed, with the entities it finds itself. May be empty."""
    entities = list(given or ())
    if isinstance(parse_mode, str) and parse_mode:
        if parse_mode.lower() != "html":
            raise bad_request("unsupported parse_mode")
        text, entities = parse_html(text, person)
    size = utf16(text)
    if any(entity.offset < 0 or entity.length < 1 or entity.offset + entity.length > size for entity in entities):
        raise bad_request("entity beginning or end is out of bounds")
    start = size - utf16(text.lstrip())
    text = text.strip()
    kept = []
    for entity in entities:
        left = max(entity.offset - start, 0)
        right = min(entity.offset + entity.length - start, utf16(text))
        if right > left:
            kept.append(entity.model_copy(update={"offset": left, "length": right - left}))
    return text, find_entities(text, kept)
