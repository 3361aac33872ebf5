"""What a chat is yet to be told of what was chosen for it: stored in the step that makes the choice, and gone when it
is told. Pure: a Chat with something else noted is a new one.
"""

from typing import Final

from bot.tables.model import Chat, Untold

MOST: Final = 10
"""So much at most waits to be told to a chat, the newest."""


def noted(chat: Chat, update: int, text: str, thread: int | None) -> Chat:
    """The chat that is to be told so, in Telegram's HTML and in that topic, of what this update has chosen."""
    return chat.model_copy(update={"untold": (*chat.untold, Untold(update=update, text=text, thread=thread))[-MOST:]})


def told(chat: Chat, update: int) -> Chat:
    """The chat that has been told of what that update has chosen."""
    return chat.model_copy(update={"untold": tuple(one for one in chat.untold if one.update != update)})
