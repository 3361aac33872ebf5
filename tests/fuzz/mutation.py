"""What may become of an update on its way from a liar: fields missing, of other types, huge, nested, turned around."""

import copy
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]
Place = tuple[Any, Any]
"""A list or an object, and where in it something lies."""

LARGE = 500
"""Nothing of more parts is made still larger."""

DEEP = (3, 50, 150, 190, 210, 300, 900, 930, 950, 970, 5000)
"""How often something may lie within something, or how many digits a number has."""

NUMBERS = (0, 1, -1, True, 2**31, -(2**31), 2**52, -(2**52), 2**53 + 1, 2**63, -(2**63), 2**64, 10**30, 10**400)
ODD: tuple[Any, ...] = (
    None,
    False,
    1.5,
    1e308,
    float("inf"),
    float("nan"),
    "",
    [],
    {},
    [[]],
    [None],
    {"id": None},
    {"": ""},
)
TEXTS = (
    *("\ud83d", "\udc00\ud800", "\x00", "\x02\x06700\x07", "\u202e", "\u2028", "ы" * 64, "W" * 5000, "🂡" * 2100, " "),
    *(
        "<b>&\"'",
        "</b><script>",
        "{name}",
        "%s%n",
        "../../{0}:table:*",
        "a1234567\r\nFLUSHALL\r\n",
        "{a}:table:a1234567",
    ),
    *("/start", "/start ta1234567", "/start t" + "0" * 60, "/play ы", "/play@nobody", "/stop@", "/", "/\x00", "⁵", "٣"),
    *("-1", "00", "1e9", "9" * 5000, "0x10", "١٢", "NaN", "null", "[" * 40, "ru-RU-ы", "kicked", "creator", "left"),
)
DATA = (
    *(
        "",
        "t",
        "p",
        "c",
        "g:",
        "g",
        "x",
        "\x00",
        "пa1234567:1:бита",
        "ы" * 33,
        "t" * 65,
        "g:new:",
        "g:new:ы",
        "g:rules:ы",
    ),
    *(
        "g:after:ochko:",
        "g:instead:ochko:zzz",
        "g:beside:",
        "g:beside:ochko:\n",
        "g:after:durachki:a1234567:1",
        "g:page",
    ),
    *(
        "g:catalogue:x",
        "g:choice:",
        "g:choice:pace=",
        'g:choice:pace="brisk',
        "g:choice:utc=1e999",
        "g:choice:quiet=[22,7]",
    ),
    *(
        "g:language:ы",
        "g:language:",
        "g:forget",
        "g:no_call",
        "g:purses_anew:0-0:0:0",
        "g:purses_anew:::",
        "g:settings:ы",
    ),
    *("g:purses_anew:0-000000000000:99999999999999999999:1", "g:new:durachki", "g:beside:ochko", "g:rules:durachki"),
)
"""What a button may carry that nobody has drawn."""

ARGUMENTS = (
    *("sit", "leave", "computer", "options", "seats", "start", "hand", "advice", "rules", "again", "extend", "undo"),
    *(
        "fetch",
        "post",
        "stop",
        "stop:x",
        "last",
        "last:1",
        "last:" + "9" * 40,
        "last:٣",
        "skip:1:0",
        "skip:99999:3",
        "skip::",
    ),
    *("skip:1:" + ",".join("0123456789"), "skip:٣:٣", "set", "set:", "set:deals=", "set:deals=1", "set:deals=null"),
    *(
        "set:deals=[1]",
        "set:deals={}",
        "set:deals=NaN",
        "set:deals=1e999",
        "set:deals=-1",
        "set:deals=true",
        "set:deals=1.5",
    ),
    *(
        'set:deals="1"',
        "set:seed=1",
        "set:=1",
        "set:president=2",
        "set:president=-1",
        "set:suit=[[[[]]]]",
        "set:bank=" + "9" * 30,
    ),
    *(
        "office:president=vote",
        "office:president=bot",
        "office:director=moderator",
        "office:=",
        "office:x=y",
        "preside",
    ),
    *("preside:president", "preside:x", "vote:president=1001", "vote:president=", "vote:=1", "vote:president=٣"),
    *("pace:brisk", "pace:", "pace:none", "word", "word:1", "word:-1", "word:" + "9" * 40, "remove", "remove:1001"),
    *("remove:-1", "remove:" + "9" * 40, "nothing", "sit:1", "ы"),
)
"""What a button about a table may carry."""

WORDS = (
    *(
        "",
        " ",
        "take",
        "take 1",
        "lead 7S",
        "lead 7S 7S",
        "lead AS KS QS",
        "lead 1S",
        "cover 7S:8S",
        "cover :",
        "give",
        "show",
    ),
    *(
        "stake 10",
        "stake -1",
        "stake 00",
        "stake " + "9" * 40,
        "bank 1",
        "draw",
        "draw; draw",
        "; ",
        "pass; " * 9,
        "write ы",
    ),
    *("write " + "w" * 30, "recital x", "close", "strike 1", "read", "cut", "cut 1", "buy", "ы", "\n", "lead\x007S"),
)
"""Moves, and what is none."""


def forged(luck: random.Random, tables: Sequence[tuple[str, int]]) -> str:
    """What no button carries, of one of these tables, named with their counts."""
    table, count = luck.choice(tables) if tables and luck.random() < 0.9 else ("a1234567", 1)
    if luck.random() < 0.1:
        table = luck.choice((table[:-1], table + "a", table.upper(), table[:7] + "ы", "g" + table[1:], table + "\n"))
    count = luck.choice((count, count, count, 0, count - 1, count + 1, 999_999_999, 10**12, -1))
    match luck.randrange(4):
        case 0:
            return f"p{table}:{count}:{luck.choice(WORDS)}"
        case 1:
            return f"c{table}:{count}:{luck.choice(WORDS)}"
        case 2:
            return f"t{table}:{luck.choice(ARGUMENTS)}"
        case _:
            return luck.choice(
                (*DATA, f"g:after:ochko:{table}", f"g:instead:ochko:{table}", f"t{table}", f"p{table}::")
            )


def places(value: Any) -> Iterator[Place]:
    """Everything that lies anywhere within it."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        for key in list(found) if isinstance(found, dict) else range(len(found)):
            yield found, key
            if isinstance(found[key], (dict, list)):
                waiting.append(found[key])


def mutated(luck: random.Random, update: Json, others: Sequence[Json], tables: Sequence[tuple[str, int]]) -> Json:
    """The update with one thing or several things about it changed. `others`: updates from which something may come."""
    made = copy.deepcopy(update)
    for _ in range(luck.choice((1, 1, 1, 2, 3, 6))):
        if within := [*places(made)]:
            luck.choice(MUTATIONS)(luck, made, *luck.choice(within), others, tables)
    return made


def written(update: Json) -> str:
    """The update as JSON. What no program of ours could write is made here: very deep values, and very long numbers."""

    def deep(found: re.Match[str]) -> str:
        times, kind = int(found[1]), found[2]
        start, end = {"[": ("[", "]"), "{": ('{"message":', "}"), "9": ("9", "")}[kind]
        return start * times + "0" + end * times

    return re.sub('"@@(\\d+)([\\[{9])@@"', deep, json.dumps(update))


def _drop(_luck: random.Random, _made: Json, found: Any, key: Any, *_: object) -> None:
    del found[key]


def _another_type(luck: random.Random, _made: Json, found: Any, key: Any, *_: object) -> None:
    found[key] = copy.deepcopy(luck.choice((*NUMBERS, *ODD, *TEXTS)))


def _another_number(luck: random.Random, made: Json, *_: object) -> None:
    numbers = [(found, key) for found, key in places(made) if type(found[key]) is int]
    if numbers:
        found, key = luck.choice(numbers)
        ways = (
            -found[key],
            found[key] + 1,
            found[key] - 1,
            found[key] * 10**12,
            str(found[key]),
            float(found[key] % 2**52),
        )
        found[key] = luck.choice((*ways, luck.choice(NUMBERS)))


def _another_text(luck: random.Random, made: Json, *_: object) -> None:
    texts = [(found, key) for found, key in places(made) if isinstance(found[key], str)]
    if texts:
        found, key = luck.choice(texts)
        text, odd = found[key], luck.choice(TEXTS)
        place = luck.randrange(len(text) + 1)
        found[key] = luck.choice((odd, text + odd, text[:place] + odd + text[place:], text[:place], text * 3))


def _another_button(
    luck: random.Random, made: Json, _found: Any, _key: Any, _others: object, tables: Sequence[tuple[str, int]]
) -> None:
    body = made.get("callback_query")
    if isinstance(body, dict):
        body["data"] = forged(luck, tables)


def _deeper(luck: random.Random, _made: Json, found: Any, key: Any, *_: object) -> None:
    found[key] = f"@@{luck.choice(DEEP)}{luck.choice('[{9')}@@"


def _itself(luck: random.Random, made: Json, found: Any, key: Any, *_: object) -> None:
    within = [*places(made)]
    messages = [each[name] for each, name in within if name in ("message", "reply_to_message")]
    if messages and len(within) < LARGE:
        inner = copy.deepcopy(luck.choice(messages))
        for _step in range(luck.choice((1, 3, 40))):
            if isinstance(inner, dict):
                inner = {**copy.copy(inner), "reply_to_message": inner}
        found[key] = inner


def _from_another(luck: random.Random, _made: Json, found: Any, key: Any, others: Sequence[Json], *_: object) -> None:
    if others:
        other = luck.choice(others)
        twins = [each[name] for each, name in places(other) if name == key] or [
            each[name] for each, name in places(other)
        ]
        if twins:
            found[key] = copy.deepcopy(luck.choice(twins))


def _more(luck: random.Random, _made: Json, found: Any, key: Any, *_: object) -> None:
    if isinstance(found, dict):
        found[luck.choice(FIELDS)] = copy.deepcopy(luck.choice((found[key], *NUMBERS, *ODD, *TEXTS)))
    else:
        found.extend([copy.deepcopy(found[key])] * luck.choice((1, 3, 60)))


def _renamed(luck: random.Random, _made: Json, found: Any, key: Any, *_: object) -> None:
    if isinstance(found, dict):
        found[luck.choice(FIELDS)] = found.pop(key)


MUTATIONS: tuple[Callable[..., None], ...] = (
    *(_drop, _another_type, _another_type, _another_number, _another_text, _another_text, _another_button),
    *(_another_button, _deeper, _itself, _from_another, _from_another, _more, _renamed),
)

FIELDS = (
    *(
        "message",
        "edited_message",
        "callback_query",
        "chat",
        "from",
        "id",
        "text",
        "data",
        "date",
        "message_id",
        "type",
    ),
    *(
        "reply_to_message",
        "reply_markup",
        "inline_keyboard",
        "callback_data",
        "sender_chat",
        "entities",
        "is_topic_message",
    ),
    *("message_thread_id", "left_chat_member", "new_chat_members", "ephemeral_message_id", "language_code", "is_bot"),
    *(
        "forum_topic_created",
        "sticker",
        "voice",
        "document",
        "photo",
        "caption",
        "game_short_name",
        "inline_message_id",
    ),
    *(
        "new_chat_member",
        "old_chat_member",
        "status",
        "user",
        "via_bot",
        "quote",
        "external_reply",
        "poll",
        "ы",
        "",
        "\ud83d",
    ),
)
