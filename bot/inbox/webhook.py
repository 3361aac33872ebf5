"""The webhook: Telegram brings an update and is answered 200 once that is through the door.

Any other answer makes it bring the update again, so 503 is right where Redis is away. The application's
`client_max_size` bounds the body: aiohttp answers 413 to a longer one.
"""

import hmac
import json
from collections.abc import Awaitable, Callable

from aiohttp import web
from redis.exceptions import RedisError

from bot.inbox.door import Door

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the name of a header


def receiver(door: Door, secret: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The handler to be routed: 401 without the secret, 400 for what is no update. Raises ValueError where there is no
    secret: then anybody could come in."""
    if not secret:
        raise ValueError("a webhook without a secret")
    expected = secret.encode()

    async def receive(request: web.Request) -> web.Response:
        # As bytes: a comparison of texts refuses letters that are not ASCII by an exception.
        given = request.headers.get(SECRET_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, expected):
            raise web.HTTPUnauthorized
        try:
            update = json.loads(await request.read())
            if not isinstance(update, dict):
                raise web.HTTPBadRequest
            await door.admit([update])
        except (ValueError, RecursionError):
            raise web.HTTPBadRequest from None
        except RedisError:
            raise web.HTTPServiceUnavailable from None
        return web.Response()

    return receive
