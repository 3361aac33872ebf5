"""The playground's HTTP server: one loopback port for the Bot API, the script interface and the page.

It listens on 127.0.0.1 and nowhere else, answers only requests whose Host names the loopback (a name that resolves to
it would let a foreign page in), and refuses what another page than its own sends: by the Origin, and where a browser
sends none, as for a picture, by Sec-Fetch-Site.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from aiohttp import web
from pydantic import ValidationError

from bot.playground import people, scripts
from bot.playground.api import BotApi, Webhook
from bot.playground.errors import ApiError
from bot.playground.world import World, new_world

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler

TOKEN = "7000000001:playground-token-for-loopback-only"  # noqa: S105 - opens nothing but this server
LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = {"127.0.0.1", "localhost", "::1"}
OWN_SITES = ("same-origin", "none")
"""Where a browser says that a request comes from: our page, or a person who typed the address. Programs do not say."""
PAGE = Path(__file__).parent / "page"
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
BODY_LIMIT = 60 << 20
SAVE_SECONDS = 0.5
LOST = 1000
"""More updates, and messages of a chat, than there can be between two saves."""

log = logging.getLogger(__name__)


@web.middleware
async def loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses requests for any host but this machine, and those of every page but our own."""
    hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
    if len(hosts) != 1 or _host_of(f"//{hosts[0]}") not in LOOPBACK_NAMES:
        raise web.HTTPForbidden(text="the playground answers this machine only")
    foreign = any(origin.lower() != f"http://{hosts[0]}".lower() for origin in origins)
    if foreign or request.headers.get("Sec-Fetch-Site", "none") not in OWN_SITES:
        raise web.HTTPForbidden(text="the playground obeys its own page only")
    return await handler(request)


def _host_of(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


@web.middleware
async def errors_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Words what goes wrong under `/play/` as `{"error": text}`."""
    if not request.path.startswith("/play/"):
        return await handler(request)
    try:
        return await handler(request)
    except ApiError as error:
        return web.json_response({"error": error.description}, status=error.code)
    except (ValidationError, ValueError) as error:
        return web.json_response({"error": str(error)}, status=400)
    except web.HTTPException as error:
        return web.json_response({"error": error.text}, status=error.status)


class TakenError(Exception):
    """Another playground keeps its world in this file."""


class Store:
    """Keeps a world in a JSON file, and its uploads in a folder beside it. Raises TakenError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path.with_name(f"{path.name}.files")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = path.with_name(f"{path.name}.lock").open("ab")
        try:
            import fcntl  # noqa: PLC0415  # Windows has none
        except ImportError:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise TakenError from None

    def close(self) -> None:
        """Leaves the file to others."""
        self._lock.close()

    def load(self, token: str) -> World | None:
        """The world kept here, or None if there is none; raises `ValueError` for a file that is no such thing."""
        if not self.path.exists():
            return None
        world = World.model_validate_json(self.path.read_bytes())
        world.token = token
        # What came after the last save of a killed process had numbers too, which the bot may remember.
        world.last_update += LOST
        world.lowest_id = max([world.lowest_id, *(room.last_id for room in world.rooms.values())]) + LOST
        world.contents = {
            name: (self.folder / name).read_bytes() for name in world.files if (self.folder / name).exists()
        }
        return world

    def save(self, world: World) -> None:
        """Writes the file anew and puts it in place at once, so that it is never half written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, content in world.contents.items():
            if not (self.folder / name).exists():
                (self.folder / name).write_bytes(content)
        draft = self.path.with_name(f"{self.path.name}.new")
        draft.write_text(world.model_dump_json(by_alias=True, exclude_none=True), encoding="utf-8")
        draft.replace(self.path)

    async def keep(self, world: World) -> None:
        """Saves whenever the world has changed, until cancelled; a burst of changes is one write."""
        rev = world.rev
        while not world.closed:
            now = await world.wait_news(rev, 60)
            if now > rev:
                rev = now
                self.save(world)
                await asyncio.sleep(SAVE_SECONDS)


class Server:
    """A running playground. Use it as a context manager, or `close` it."""

    def __init__(self, world: World, store: Store | None) -> None:
        self.world = world
        self.api = BotApi(world)
        self._store = store
        self._runner = web.AppRunner(self._app(), shutdown_timeout=1, access_log=None)
        self._tasks: list[asyncio.Task[None]] = []
        self.port = 0

    @property
    def url(self) -> str:
        """The address of all it serves."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def token(self) -> str:
        """The one token it knows."""
        return self.world.token

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[loopback_only, errors_as_json], client_max_size=BODY_LIMIT)
        app[scripts.WORLD] = self.world
        for path in ("/bot{token}/{method}", "/bot{token}/test/{method}"):
            app.router.add_route("GET", path, self.api.serve)
            app.router.add_route("POST", path, self.api.serve)
        app.router.add_get("/file/bot{token}/{folder}/{file}", self._download)
        app.router.add_get("/", self._page)
        app.router.add_static("/page", PAGE)
        app.add_routes(scripts.routes())
        return app

    async def _page(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(
            PAGE / "index.html", headers={"Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
        )

    async def _download(self, request: web.Request) -> web.Response:
        stored = self.world.files.get(request.match_info["file"])
        if request.match_info["token"] != self.token or stored is None:
            return web.json_response({"ok": False, "error_code": 404, "description": "Not Found"}, status=404)
        return web.Response(body=self.world.contents[stored.id], content_type=stored.mime)

    async def open(self, port: int) -> Self:
        """Starts listening, on any free port if `port` is 0."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self._tasks.append(asyncio.create_task(Webhook(self.api).run()))
        if self._store is not None:
            self._tasks.append(asyncio.create_task(self._store.keep(self.world)))
        return self

    async def close(self) -> None:
        """Ends every wait, stops listening and saves."""
        self.world.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._runner.cleanup()
        if self._store is not None:
            self._store.save(self.world)
            self._store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def friends(world: World) -> None:
    """Anna, Boris and Vera, and a group of theirs with the bot in it."""
    ids = [people.add_person(world, name).user.id for name in ("Анна", "Борис", "Вера")]
    people.add_room(world, "group", "Друзья", ids)


async def serve(
    port: int = 8080,
    state_file: Path | None = None,
    token: str = TOKEN,
    *,
    host: str = LOOPBACK,
    with_friends: bool = True,
) -> Server:
    """Starts a playground on 127.0.0.1 (`port` 0: any free one); raises `ValueError` for any other `host`.

    With `state_file` it goes on where it was left; raises TakenError while another one does. A new one has three
    people and a group, unless `with_friends` is False.
    """
    if host != LOOPBACK:
        raise ValueError(f"the playground listens on {LOOPBACK} only, not on {host}")
    store = Store(state_file) if state_file is not None else None
    world = store.load(token) if store else None
    if world is None:
        world = new_world(token)
        if with_friends:
            friends(world)
    return await Server(world, store).open(port)
