"""The calls that draw screens: only the fields we use, the keyboard as JSON text made once, the answer's id alone.

aiogram's own models would validate each button again and read the whole message back, which costs more than the move.
"""

from typing import ClassVar, TypeVar

from aiogram.methods import Response, TelegramMethod
from pydantic import BaseModel

Answer = TypeVar("Answer")

NO_PREVIEW = '{"is_disabled":true}'


class Sent(BaseModel):
    """What we keep of a message that Telegram gives back."""

    message_id: int
    ephemeral_message_id: int | None = None
    """Of a message that one person alone sees: its number, and `message_id` is 0."""


# aiogram asks for these types at every answer, and pydantic forgets a type that nobody holds: to make one takes 3 ms.
_HELD = (Response[Sent], Response[bool])


class AtOnce(TelegramMethod[Answer]):
    """A call that is made now or not at all: where it must wait, `TooSoonError` is raised, and its maker calls later
    with what is newest then. Nothing repeats it either."""

    chat_id: int


class SendText(AtOnce[Sent]):
    """Sends HTML with an inline keyboard (JSON, or empty)."""

    __returning__: ClassVar[type] = Sent
    __api_method__: ClassVar[str] = "sendMessage"

    message_thread_id: int | None = None
    text: str
    parse_mode: str = "HTML"
    link_preview_options: str = NO_PREVIEW
    disable_notification: bool | None = None
    receiver_user_id: int | None = None
    """Who alone sees it, in a group. Only for a server that knows of such messages (`Whispering`)."""
    callback_query_id: str | None = None
    """The tap that such a message answers."""
    reply_markup: str = ""


class EditText(AtOnce[Sent]):
    """Gives a message of ours other HTML and another keyboard; an empty one takes the old one away."""

    __returning__: ClassVar[type] = Sent
    __api_method__: ClassVar[str] = "editMessageText"

    message_id: int
    text: str
    parse_mode: str = "HTML"
    link_preview_options: str = NO_PREVIEW
    reply_markup: str = ""


class EditKeyboard(AtOnce[Sent]):
    """Gives a message of ours another keyboard and leaves the rest; an empty one takes the old one away."""

    __returning__: ClassVar[type] = Sent
    __api_method__: ClassVar[str] = "editMessageReplyMarkup"

    message_id: int
    reply_markup: str = ""


class Withdraw(AtOnce[bool]):
    """Deletes a message of ours."""

    __returning__: ClassVar[type] = bool
    __api_method__: ClassVar[str] = "deleteMessage"

    message_id: int


class EditWhisper(AtOnce[bool]):
    """Gives a message of ours that one person alone sees other HTML and another keyboard."""

    __returning__: ClassVar[type] = bool
    __api_method__: ClassVar[str] = "editEphemeralMessageText"

    receiver_user_id: int
    ephemeral_message_id: int
    text: str
    parse_mode: str = "HTML"
    link_preview_options: str = NO_PREVIEW
    reply_markup: str = ""


class WithdrawWhisper(AtOnce[bool]):
    """Deletes a message of ours that one person alone sees."""

    __returning__: ClassVar[type] = bool
    __api_method__: ClassVar[str] = "deleteEphemeralMessage"

    receiver_user_id: int
    ephemeral_message_id: int
