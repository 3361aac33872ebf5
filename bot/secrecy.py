"""What stands in no log and in no error that is printed: the token, the webhook's secret, passwords.

Libraries quote addresses in their errors, and Telegram's addresses hold the token. So every line goes through `hidden`
before it is written, whatever it was made of.
"""

import json
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, unquote

SIGN: Final = "…"
"""What stands in place of a secret."""

SHORTEST: Final = 4
"""A secret of fewer letters would be found in every other word, and protects nothing."""

_TOKEN = re.compile(r"(?<!\d)\d{4,}(?::|%3A)[A-Za-z0-9_-]{12,}")
_WHO = re.compile(r"(?<=://)[^/?#@\s\"'<>]+(?=@)")
_PASSWORD = re.compile(r"(?<=password=)[^&#\s\"']+")

_kept: set[str] = set()


def keep(*secrets: str | None) -> None:
    """From now on none of these stands in what is `hidden`; of an address it is the passwords in it."""
    for secret in filter(None, secrets):
        for part in _parts(secret):
            _kept.update(form for form in _forms(part) if len(form) >= SHORTEST)


def hidden(text: str) -> str:
    """The text without secrets: those that were kept, and whatever looks like a token or who asks in an address."""
    for secret in sorted(_kept, key=len, reverse=True):
        text = text.replace(secret, SIGN)
    for pattern in (_TOKEN, _WHO, _PASSWORD):
        text = pattern.sub(SIGN, text)
    return text


def _parts(secret: str) -> Iterable[str]:
    if "://" not in secret:
        return (secret,)
    return [*(who.rpartition(":")[2] for who in _WHO.findall(secret)), *_PASSWORD.findall(secret)]


def _forms(secret: str) -> Iterable[str]:
    """How one and the same secret may be written in a line."""
    for plain in (secret, unquote(secret)):
        yield from (plain, quote(plain), quote(plain, safe=""), repr(plain)[1:-1], repr(plain.encode())[2:-1])
        yield from (json.dumps(plain)[1:-1], json.dumps(plain, ensure_ascii=False)[1:-1])
