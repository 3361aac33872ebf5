"""The Bot API over HTTP: reading a request in any of its encodings, faults and limits, the call, the answer.

Every call is one of: refused at the door (wrong token, unknown method), struck by a fault, or served by `METHODS`. All
but the first stand in the world's journal with their parameters as received.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from typing import TYPE_CHECKING, Any, get_args

from aiogram.methods import GetUpdates
from aiohttp import ClientError, ClientSession, ClientTimeout, web
from pydantic import BaseModel, ValidationError

from bot.playground import chats, editing, sending  # noqa: F401 - they fill METHODS
from bot.playground.errors import ApiError, bad_request, conflict, too_many
from bot.playground.methods import METHODS, Asked, Upload
from bot.playground.world import World, dump

if TYPE_CHECKING:
    from aiogram.methods.base import TelegramMethod

    from bot.playground.records import Fault, Hook, Pending

SENDING = re.compile(r"(send(?!chataction)|edit)\w+")
WINDOWS = (("chat", 1, 1.0), ("group", 20, 60.0), ("all", 30, 1.0))
"""Telegram's limits: how many messages and edits in how many seconds, for what."""


class Limits:
    """Telegram's rate limits as sliding windows; a refused call counts for nothing."""

    def __init__(self) -> None:
        self._sent: dict[tuple[str, int], list[float]] = {}

    def take(self, world: World, chat_id: int) -> None:
        """Books one message or edit, or raises 429 with the seconds until it would pass."""
        now = world.now()
        room = world.rooms.get(chat_id)
        booked = []
        wait = 0.0
        for name, count, seconds in WINDOWS:
            if name == "group" and (room is None or room.kind == "private"):
                continue
            window = self._sent.setdefault((name, 0 if name == "all" else chat_id), [])
            window[:] = [at for at in window if at > now - seconds]
            if len(window) >= count:
                wait = max(wait, window[-count] + seconds - now)
            booked.append(window)
        if wait > 0:
            raise too_many(max(1, math.ceil(wait)))
        for window in booked:
            window.append(now)


def _structured(model: type[TelegramMethod[Any]], field: str) -> bool:
    """Whether a parameter is a list or an object, which forms carry as JSON text."""

    def inside(annotation: object) -> bool:
        parts = get_args(annotation)
        if annotation in {list, dict} or (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
            return True
        origin = getattr(annotation, "__origin__", None)
        return origin in {list, dict} or any(inside(part) for part in parts)

    info = model.model_fields.get(field)
    return info is not None and inside(info.annotation)


async def _read(request: web.Request) -> tuple[dict[str, Any], dict[str, Upload]]:
    params: dict[str, Any] = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        try:
            body = await request.json()
        except ValueError:
            raise bad_request("can't parse JSON object") from None
        if not isinstance(body, dict):
            raise bad_request("can't parse JSON object")
        params |= body
    elif request.content_type == "multipart/form-data" or request.can_read_body:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                uploads[name] = Upload(value.filename, value.content_type, value.file.read())
                params.setdefault(name, f"attach://{name}")
            else:
                params[name] = value
    return params, uploads


def _validated(model: type[TelegramMethod[Any]], params: dict[str, Any]) -> TelegramMethod[Any]:
    values = dict(params)
    for name, value in params.items():
        if isinstance(value, str) and value[:1] in {"[", "{"} and _structured(model, name):
            try:
                values[name] = json.loads(value)
            except ValueError:
                raise bad_request(f"can't parse {name} JSON object") from None
        elif name == "chat_id" and isinstance(value, int):
            values[name] = str(value)
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "missing" and len(first["loc"]) == 1:
            raise bad_request("message text is empty" if field == "text" else f"{field} is empty") from None
        if field == "reply_markup":
            raise bad_request("object expected as reply markup") from None
        raise bad_request(f"can't parse {field}: {first['msg']}") from None


def _chat_of(params: dict[str, Any]) -> int | None:
    try:
        return int(params["chat_id"])
    except (KeyError, ValueError, TypeError):
        return None


class BotApi:
    """Serves the methods of one world's bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.limits = Limits()
        self._poll = 0

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answers `/bot<token>/<method>`."""
        if request.match_info["token"] != self.world.token:
            return _refusal(ApiError(401, "Unauthorized"))
        name = request.match_info["method"]
        try:
            params, uploads = await _read(request)
        except ApiError as error:
            return _refusal(error)
        fault = self._fault(name, _chat_of(params))
        try:
            if fault is not None:
                await self._strike(fault, request)
            result = await self.answer(name, params, uploads)
        except ApiError as error:
            if name.lower() != "getupdates":
                self.world.record(name, params, error)
            return _refusal(error)
        if fault is not None and fault.kind == "drop_after":
            _drop(request)
        if fault is not None and fault.kind == "drop_within":
            return await _half(request, json.dumps({"ok": True, "result": result}).encode())
        if fault is not None and fault.kind == "garbage":
            return web.Response(text="<html><body>502 Bad Gateway</body></html>", content_type="text/html")
        return web.json_response({"ok": True, "result": result})

    async def answer(self, name: str, params: dict[str, Any], uploads: dict[str, Upload]) -> Any:
        """The JSON result of one call, which goes into the journal; raises `ApiError`."""
        if name.lower() == "getupdates":
            return await self.get_updates(_validated(GetUpdates, params))
        found = METHODS.get(name.lower())
        if found is None:
            raise ApiError(404, "Not Found: method not found")
        model, serve = found
        valid = _validated(model, params)
        chat_id = _chat_of(params)
        if self.world.settings.limits and chat_id is not None and SENDING.fullmatch(name.lower()):
            self.limits.take(self.world, chat_id)
        result = dump(serve(Asked(self.world, uploads), valid))
        self.world.record(model.__api_method__, params, None, result)
        return result

    # -- faults --

    def _fault(self, method: str, chat_id: int | None) -> Fault | None:
        for fault in self.world.faults:
            if fault.strikes(method, chat_id):
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    async def _strike(self, fault: Fault, request: web.Request) -> None:
        match fault.kind:
            case "latency":
                await asyncio.sleep(fault.seconds)
            case "retry_after":
                raise too_many(math.ceil(fault.seconds))
            case "error":
                raise ApiError(fault.code, fault.description)
            case "drop_before":
                _drop(request)
                raise ApiError(500, "connection dropped")
            case "drop_within" | "drop_after" | "garbage":
                pass

    # -- polling --

    async def get_updates(self, request: TelegramMethod[Any]) -> list[dict[str, Any]]:
        """Waits for updates at or after the offset; a second poll ends the first, a webhook forbids any."""
        assert isinstance(request, GetUpdates)  # noqa: S101 - validated just before, by this very model
        world = self.world
        if world.hook is not None:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        if request.allowed_updates is not None:
            world.allowed = request.allowed_updates
        self._poll += 1
        mine = self._poll
        world.changed()
        offset = request.offset or 0
        waiting = world.pending()
        if offset < 0:
            offset = waiting[offset:][0].id if waiting else 0
        for pending in waiting:
            if pending.id < offset and (pending.sent or not pending.again):
                pending.confirmed = True
        limit = min(max(request.limit or 100, 1), 100)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + min(request.timeout or 0, 50)
        while not world.closed:
            ready = world.pending()[:limit]
            left = deadline - loop.time()
            if ready or left <= 0:
                for pending in ready:
                    pending.sent = True
                return [pending.update for pending in ready]
            await world.wait_news(world.rev, left)
            if mine != self._poll:
                raise conflict(
                    "terminated by other getUpdates request; make sure that only one bot instance is running"
                )
        return []


def _drop(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


async def _half(request: web.Request, body: bytes) -> web.StreamResponse:
    """An answer of which the second half never comes."""
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(body))})
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    _drop(request)
    return response


def _refusal(error: ApiError) -> web.Response:
    body: dict[str, Any] = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters is not None:
        body["parameters"] = error.parameters.model_dump(exclude_none=True)
    return web.json_response(body, status=error.code)


class Webhook:
    """Delivers updates to the address the bot has set, again and again until it answers 2xx."""

    def __init__(self, api: BotApi) -> None:
        self.api = api
        self.world = api.world

    async def run(self) -> None:
        """Runs until cancelled; does nothing while no webhook is set."""
        async with ClientSession(timeout=ClientTimeout(total=30)) as session:
            pause = 0.1
            while not self.world.closed:
                since = self.world.rev
                hook = self.world.hook
                ready = self.world.pending()[: hook.connections] if hook else []
                if hook is None or not ready:
                    await self.world.wait_news(since, 60)
                    continue
                delivered = await asyncio.gather(*(self._deliver(session, hook, pending) for pending in ready))
                pause = 0.1 if all(delivered) else min(pause * 2, 5)
                if not all(delivered):
                    await asyncio.sleep(pause)

    async def _deliver(self, session: ClientSession, hook: Hook, pending: Pending) -> bool:
        headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
        try:
            async with session.post(hook.url, json=pending.update, headers=headers, allow_redirects=False) as response:
                if not response.ok:
                    raise ClientError(f"Wrong response from the webhook: {response.status} {response.reason}")
                pending.confirmed = True
                hook.error = None
                await self._obey(await response.read())
        except (ClientError, TimeoutError) as error:
            hook.error, hook.error_at = str(error) or type(error).__name__, self.world.now()
            return False
        finally:
            self.world.changed()
        return True

    async def _obey(self, body: bytes) -> None:
        """Makes the call that a bot may put into its answer to a webhook; its result is told to nobody."""
        try:
            params = json.loads(body)
            name = params.pop("method")
        except (ValueError, AttributeError, KeyError, TypeError):
            return
        try:
            await self.api.answer(name, params, {})
        except ApiError as error:
            self.world.record(name, params, error)
