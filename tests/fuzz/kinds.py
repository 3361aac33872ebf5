"""Updates of every kind that Telegram knows, whether the bot asks for it or not."""

import random
from typing import Any

from aiogram.types import Update

from tests.fuzz.mutation import TEXTS, Json

KINDS = tuple(name for name in Update.model_fields if name != "update_id")


def of_any_kind(luck: random.Random, person: Json, chat: Json) -> Json:
    """One of any kind by that person in that chat, as far as such an update has a person and a chat."""
    kind = luck.choice(KINDS)
    return {kind: _body(luck, kind, person, chat)}


def message(luck: random.Random, person: Json, chat: Json, text: str) -> Json:
    """A message of that person's."""
    return {"message_id": luck.randrange(1, 500), "date": 1_760_000_000, "chat": chat, "from": person, "text": text}


def tap(luck: random.Random, person: Json, chat: Json, data: str) -> Json:
    """A tap on a message of the bot's in that chat that has a button which carries that."""
    bot = {"id": 7000000001, "is_bot": True, "first_name": "Bot"}
    keyboard = {"inline_keyboard": [[{"text": "·", "callback_data": data}]]}
    post = {**message(luck, bot, chat, "Дурачки"), "reply_markup": keyboard}
    return {"id": str(luck.randrange(10**12)), "from": person, "message": post, "chat_instance": "1", "data": data}


def _body(luck: random.Random, kind: str, person: Json, chat: Json) -> Any:  # noqa: PLR0911  # one a family of kinds
    date, text = 1_760_000_000, luck.choice(TEXTS)
    match kind:
        case "callback_query":
            return tap(luck, person, chat, text)
        case "my_chat_member" | "chat_member":
            # Of somebody whom nobody has met: else half of all tables would be without people soon.
            other = {"id": 8_000_000 + luck.randrange(9), "is_bot": False, "first_name": "Никто"}
            before, after = luck.choices(("member", "left", "kicked", "administrator"), k=2)
            members = [{"status": status, "user": other, "until_date": 0} for status in (before, after)]
            return {
                "chat": chat,
                "from": person,
                "date": date,
                "old_chat_member": members[0],
                "new_chat_member": members[1],
            }
        case "poll":
            return {"id": "1", "question": text, "options": [], "total_voter_count": 0, "is_closed": True}
        case "poll_answer":
            return {"poll_id": "1", "user": person, "option_ids": [0], "option_persistent_ids": ["1"]}
        case "inline_query":
            return {"id": "1", "from": person, "query": text, "offset": ""}
        case "chosen_inline_result":
            return {"result_id": "1", "from": person, "query": text}
        case "message_reaction":
            return {"chat": chat, "message_id": 1, "user": person, "date": date, "old_reaction": [], "new_reaction": []}
        case "chat_join_request":
            return {"chat": chat, "from": person, "user_chat_id": person["id"], "date": date}
        case "shipping_query" | "pre_checkout_query":
            return {"id": "1", "from": person, "currency": "XTR", "total_amount": 1, "invoice_payload": text}
        case _:
            return message(luck, person, chat, text)
