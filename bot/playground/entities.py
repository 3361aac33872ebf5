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

from bot.playground.errors import ApiError, bad_request

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
    reader = _Reader(person)
    place = 0
    while place < len(source):
        if source[place] != "<":
            end = source.find("<", place)
            end = len(source) if end < 0 else end
            reader.read(REFERENCE.sub(lambda found: html.unescape(found.group()), source[place:end]))
            place = end
            continue
        at = len(source[:place].encode())
        tag = TAG.match(source, place)
        if tag is None:
            raise _complaint(f"Unclosed start tag at byte offset {at}")
        if tag[1]:
            reader.close(tag[2].lower(), at)
        else:
            reader.open(tag[2].lower(), tag[3], at)
        place = tag.end()
    return reader.finish()


class _Reader:
    """What a reading of HTML has gathered so far."""

    def __init__(self, person: Callable[[int], User | None]) -> None:
        self.person = person
        self.text = ""
        self.size = 0
        self.stack: list[_Open] = []
        self.entities: list[MessageEntity] = []

    def read(self, piece: str) -> None:
        self.text += piece
        self.size += utf16(piece)

    def open(self, name: str, rest: str, at: int) -> None:
        if name not in TAGS:
            raise _complaint(f'Unsupported start tag "{name}" at byte offset {at}')
        found = ATTRIBUTE.findall(rest.strip())
        attributes = {key.lower(): html.unescape(value.strip("\"'")) for key, value in found}
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise _complaint(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
        if name == "tg-time" and not attributes.get("unix", "").isdigit():
            raise _complaint(f'Tag "tg-time" must have attribute "unix" at byte offset {at}')
        self.stack.append(_Open(name, self.size, attributes))

    def close(self, name: str, at: int) -> None:
        if not self.stack:
            raise _complaint(f"Unexpected end tag at byte offset {at}")
        opened = self.stack.pop()
        if name and name != opened.tag:
            raise _complaint(f'Unmatched end tag at byte offset {at}, expected "</{opened.tag}>", found "</{name}>"')
        length = self.size - opened.offset
        if length:
            entity = MessageEntity(type=TAGS[opened.tag], offset=opened.offset, length=length)
            if self._detail(entity, opened):
                self.entities.append(entity)

    def _detail(self, entity: MessageEntity, opened: _Open) -> bool:
        """Fills in what the tag's attributes say; False if the tag then means nothing."""
        attributes = opened.attributes
        match opened.tag:
            case "a":
                return self._link(entity, attributes.get("href"))
            case "blockquote" if "expandable" in attributes:
                entity.type = "expandable_blockquote"
            case "tg-emoji":
                entity.custom_emoji_id = attributes.get("emoji-id", "")
            case "tg-time":
                entity.unix_time, entity.date_time_format = int(attributes["unix"]), attributes.get("format")
            case "code":
                entity.language = attributes.get("class", "").removeprefix("language-") or None
            case "pre" if self.entities:
                inner = self.entities[-1]
                if inner.language and (inner.offset, inner.length) == (entity.offset, entity.length):
                    entity.language = self.entities.pop().language
            case _:
                pass
        return True

    def _link(self, entity: MessageEntity, href: str | None) -> bool:
        url = href or cut(self.text, entity.offset, entity.length)
        mentioned = re.fullmatch(r"tg://user\?id=(\d+)", url)
        entity.user = self.person(int(mentioned[1])) if mentioned else None
        if entity.user is not None:
            entity.type = "text_mention"
        else:
            entity.url = url if "://" in url else f"http://{url}"
        return entity.user is not None or (mentioned is None and "." in url)

    def finish(self) -> tuple[str, list[MessageEntity]]:
        if self.stack:
            raise _complaint(f'Can\'t find end tag corresponding to start tag "{self.stack[-1].tag}"')
        for entity in self.entities:
            if entity.type == "code":
                entity.language = None
        return self.text, sorted(self.entities, key=lambda entity: (entity.offset, -entity.length))


def _complaint(text: str) -> ApiError:
    return bad_request(f"can't parse entities: {text}")


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
