"""What the bot has said to a company, from the calls that the playground received: also what is gone."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.playground.client import MadeCall
from tests.e2e.people import Company, Player
from tests.e2e.words import titles

SPELLED_OUT = re.compile(r"[A-Za-z]{2,}")
"""Words in Latin letters."""

NO_SENTENCE = re.compile(r"/\w+|@\w+|<[^>]*>|UTC|English")
"""What has Latin letters in Russian too: commands, names, HTML, a time zone, and the English language's own name."""

OF_OLD = re.compile("|".join(("Русский", *(rf"{title} —".replace(" ", r"\s") for title in titles("ru").values()))))
"""What is Russian in English too: the language's own name, and beside a game's name the one it has had of old."""


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
    return told_in(company, await calls_of(company))


def told_in(company: Company, calls: Iterable[MadeCall]) -> list[Told]:
    """The same, of what is called; and what was answered to the people's taps."""
    found = [
        Told(call.at, int(call.params.get("receiver_user_id", chat)), call.params.get("text", ""), keys_of(call.params))
        for call in calls
        if (chat := _chat(call)) is not None
    ]
    for player in company.players:
        found += _answered(player)
    return sorted(found, key=lambda told: told.at)


async def calls_of(company: Company) -> list[MadeCall]:
    """The bot's calls about the group and its people since they met, and its answers to taps, whosever, in order."""
    calls = await company.pg.calls(since=company.since)
    assert calls[0].seq == company.since + 1, "the playground has forgotten the first of them"
    chats = {None, company.group.id, *(who.id for who in company.people)}
    return [call for call in calls if _chat(call) in chats]


def _chat(call: MadeCall) -> int | None:
    return int(call.params["chat_id"]) if "chat_id" in call.params else None


def keys_of(params: dict[str, Any]) -> tuple[tuple[str, str], ...]:
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
        assert not re.search(r"\b[a-z]+_[a-z_]+\b", text), text
        if code == "ru":
            assert not SPELLED_OUT.search(NO_SENTENCE.sub("", text)), text
        else:
            assert not re.search("[А-Яа-яЁё]", OF_OLD.sub("", text)), text
