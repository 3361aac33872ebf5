"""What the bot has said to a company, from the calls that the playground received: also what is gone."""

import json
import re
from dataclasses import dataclass
from typing import Any

from tests.e2e.people import Company, Player

SPELLED_OUT = re.compile(r"[A-Za-z]{2,}")
"""Words in Latin letters."""

NO_SENTENCE = re.compile(r"/\w+|@\w+|<[^>]*>|UTC|English")
"""What has Latin letters in Russian too: commands, names, HTML, a time zone, and the English language's own name."""


@dataclass(frozen=True, slots=True)
class Told:
    """A text of the bot's: to a group, or to a person in private, in an alert, or in a message for one's eyes only."""

    at: float
    to: int
    text: str
    keys: tuple[tuple[str, str], ...] = ()
    """Its buttons: what stands on them, and what they carry."""

    def __str__(self) -> str:
        return "\n".join((self.text, *(text for text, _ in self.keys)))


async def told(company: Company) -> list[Told]:
    """All that the bot has said to the group and to its people, in order."""
    found = [
        told for chat in (company.group.id, *(who.id for who in company.people)) for told in await _sent(company, chat)
    ]
    for player in company.players:
        found += _answered(player)
    return sorted(found, key=lambda told: told.at)


async def _sent(company: Company, chat: int) -> list[Told]:
    calls = (await company.pg.get("calls", chat=chat))["calls"]
    return [
        Told(
            call["at"],
            int(call["params"].get("receiver_user_id", chat)),
            call["params"].get("text", ""),
            _keys(call["params"]),
        )
        for call in calls
    ]


def _keys(params: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    markup = params.get("reply_markup") or '{"inline_keyboard":[]}'
    rows = json.loads(markup)["inline_keyboard"] if isinstance(markup, str) else markup["inline_keyboard"]
    return tuple((key["text"], key.get("callback_data", "")) for row in rows for key in row)


def _answered(player: Player) -> list[Told]:
    return [Told(answer.at, player.who.id, answer.text) for _, answer in player.taps if answer.text]


def assert_readable(texts: list[Told], code: str) -> None:
    """Everything is said, in that language; the people's own names must be in it too."""
    for one in texts:
        text = str(one)
        assert "{" not in text, text
        assert "}" not in text, text
        if code == "ru":
            assert not SPELLED_OUT.search(NO_SENTENCE.sub("", text)), text
        else:
            assert not re.search("[А-Яа-яЁё]", text.replace("Русский", "")), text
