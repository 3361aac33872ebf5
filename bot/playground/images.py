"""The size of a picture, read from the first bytes of a PNG, JPEG, GIF or WebP file."""

from __future__ import annotations

SIZED_SEGMENTS = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG's start-of-frame markers, which carry height and width."""


def image_size(content: bytes) -> tuple[int, int]:
    """Width and height in pixels; (0, 0) for what is no such picture."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    if content[:6] in {b"GIF87a", b"GIF89a"}:
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    if content[:4] == b"RIFF" and content[8:16] == b"WEBPVP8X":
        return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
    if content[:4] == b"RIFF" and content[8:16] == b"WEBPVP8 ":
        return int.from_bytes(content[26:28], "little") & 0x3FFF, int.from_bytes(content[28:30], "little") & 0x3FFF
    if content[:2] == b"\xff\xd8":
        return _jpeg_size(content)
    return 0, 0


def _jpeg_size(content: bytes) -> tuple[int, int]:
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        if content[place + 1] in SIZED_SEGMENTS:
            return int.from_bytes(content[place + 7 : place + 9]), int.from_bytes(content[place + 5 : place + 7])
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
    return 0, 0
