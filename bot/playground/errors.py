"""The refusals of the Bot API: an error code, Telegram's own wording, and what a client needs to go on."""

from __future__ import annotations

from aiogram.types import ResponseParameters


class ApiError(Exception):
    """A call that Telegram refuses: `code` is the HTTP status, `description` the text clients match on."""

    def __init__(self, code: int, description: str, parameters: ResponseParameters | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


def bad_request(text: str) -> ApiError:
    """400 with Telegram's prefix."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """403 with Telegram's prefix."""
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    """409 with Telegram's prefix."""
    return ApiError(409, f"Conflict: {text}")


def too_many(seconds: int) -> ApiError:
    """429: the client has to wait `seconds`, which stand in the text and in the parameters."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", ResponseParameters(retry_after=seconds))


def migrated(chat_id: int) -> ApiError:
    """400: the group has become the supergroup `chat_id`."""
    return ApiError(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        ResponseParameters(migrate_to_chat_id=chat_id),
    )
