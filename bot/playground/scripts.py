"""The script interface under `/play/`: what a test or the page does as people, and what it sees as they do.

The package's docstring lists it. Bodies and answers are JSON; a wish that cannot be fulfilled answers 4xx with
`{"error": text}`. Each body is one pydantic model here, so an unknown or misspelt field is refused, not ignored.
"""

from __future__ import annotations

import asyncio
import contextlib
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from aiogram.utils.text_decorations import html_decoration
from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field

from bot.playground import people
from bot.playground.errors import bad_request
from bot.playground.records import Fault, Kind, Person, Post, Query, Room, Settings, Status
from bot.playground.world import LONGEST_WAIT, World, dump

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiogram.types import BotCommand

WORLD = web.AppKey("world", World)
KEPT_ANSWERS = 50
"""So many of one's last taps a person has before the eyes."""


class _Wish(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _NewPerson(_Wish):
    name: str
    username: str | None = None
    last_name: str | None = None
    language_code: str | None = Field("ru", alias="language")
    is_bot: bool = False


class _PersonChange(_Wish):
    blocked: bool | None = None
    deactivated: bool | None = None
    name: str | None = None
    language: str | None = None


class _NewChat(_Wish):
    title: str
    kind: Kind = "group"
    people: list[int] = Field(default_factory=list)
    forum: bool = False
    bot: Status | None = "member"


class _ChatChange(_Wish):
    title: str | None = None
    forum: bool | None = None


class _MemberChange(_Wish):
    person: int | Literal["bot"]
    status: Status = "member"
    anonymous: bool = False
    by: int | Literal["bot"] | None = None


class _By(_Wish):
    by: int | None = None


class _NewTopic(_Wish):
    name: str
    by: int | None = None


class _TopicChange(_Wish):
    closed: bool | None = None
    deleted: bool = False


class _Words(_Wish):
    chat: int | Literal["bot"]
    text: str
    reply_to: int | None = None
    reply_to_ephemeral: int | None = None
    thread: int | None = None
    as_channel: str | None = None


class _Start(_Wish):
    payload: str = ""


class _Rewrite(_Wish):
    chat: int | Literal["bot"]
    message: int
    text: str


class _Removal(_Wish):
    chat: int | Literal["bot"]
    message: int


class _Press(_Wish):
    button: str | None = None
    data: str | None = None
    chat: int | Literal["bot"] | None = None
    message: int | None = None
    ephemeral: int | None = None
    forge: str | None = None


class _Reading(_Wish):
    chat: int | Literal["bot"]


class _Again(_Wish):
    update: int | None = None


class _Advance(_Wish):
    advance: float = Field(ge=0)


Body = TypeVar("Body", bound=_Wish)


async def _wish(request: web.Request, model: type[Body]) -> Body:
    return model.model_validate_json(await request.read() or b"{}")


def _the_person(request: web.Request) -> Person:
    person = request.app[WORLD].people.get(int(request.match_info["person"]))
    if person is None:
        raise web.HTTPNotFound(text="no such person")
    return person


def _room_named(world: World, person: Person | None, chat: int | Literal["bot"]) -> Room:
    """A chat by its id; `bot` and the person's own id name the private chat."""
    if person is not None and chat in {"bot", person.user.id}:
        return world.private_room(person)
    room = world.rooms.get(chat) if isinstance(chat, int) else None
    if room is None:
        raise web.HTTPNotFound(text="no such chat")
    return room


def _the_room(request: web.Request) -> Room:
    return _room_named(request.app[WORLD], None, int(request.match_info["chat"]))


# -- what a person sees --


def _show_person(person: Person) -> dict[str, Any]:
    user = person.user
    return {
        "id": user.id,
        "name": user.full_name,
        "username": user.username,
        "is_bot": user.is_bot,
        "language": user.language_code,
        "started": person.started,
        "blocked": person.blocked,
    }


def _show_post(post: Post) -> dict[str, Any]:
    """A message as its reader has it: text, entities, HTML, keyboard, and who sent it."""
    message = post.message
    raw = dump(message)
    text = message.text if message.text is not None else message.caption
    entities = message.entities or message.caption_entities or []
    return {
        "id": message.message_id,
        "ephemeral_id": message.ephemeral_message_id,
        "chat": message.chat.id,
        "seq": post.seq,
        "rev": post.rev,
        "date": raw["date"],
        "edited": message.edit_date,
        "sender": raw.get("sender_chat") or raw.get("from"),
        "text": text,
        "entities": raw.get("entities") or raw.get("caption_entities") or [],
        "html": html_decoration.unparse(text, entities) if text else None,
        "buttons": raw.get("reply_markup", {}).get("inline_keyboard", []),
        "photo": message.photo[-1].file_id if message.photo else None,
        "photo_size": [message.photo[-1].width, message.photo[-1].height] if message.photo else None,
        "document": raw.get("document"),
        "thread": message.message_thread_id if message.is_topic_message else None,
        "reply_to": message.reply_to_message.message_id if message.reply_to_message else None,
        "service": {
            name: raw[name]
            for name in (
                "new_chat_members",
                "left_chat_member",
                "pinned_message",
                "migrate_to_chat_id",
                "migrate_from_chat_id",
                "forum_topic_created",
            )
            if name in raw
        },
    }


def _show_room(world: World, room: Room, person: Person) -> dict[str, Any]:
    """A line of a person's chat list."""
    last = max(world.visible_posts(room, person.user.id), key=lambda post: post.seq, default=None)
    own = room.members.get(person.user.id)
    return {
        "id": room.id,
        "kind": room.kind,
        "title": world.bot.full_name if room.kind == "private" else room.title,
        "forum": room.forum,
        "topics": {thread: topic.model_dump() for thread, topic in room.topics.items()},
        "members": sum(world.is_inside(room, user_id) for user_id in room.members),
        "status": own.status if own else "left",
        "has_bot": world.is_inside(room, world.bot_id),
        "unread": world.unread(room, person.user.id),
        "last": _show_post(last) if last else None,
        "pinned": room.pinned,
        "statuses": {user_id: member.status for user_id, member in room.members.items()},
        "commands": dump(_menu(world, room, person)),
        "migrated_from": room.migrated_from,
    }


def _menu(world: World, room: Room, person: Person) -> list[BotCommand]:
    """The commands Telegram would offer: of the narrowest scope that has some, in the person's language if there."""
    scopes = ["default"]
    if room.kind == "private":
        scopes.insert(0, "all_private_chats")
    else:
        scopes.insert(0, "all_group_chats")
        if world.is_admin(room, person.user.id):
            scopes.insert(0, "all_chat_administrators")
    for scope in scopes:
        for language in (person.user.language_code or "", ""):
            commands = world.commands.get(f'{language}{{"type":"{scope}"}}')
            if commands:
                return commands
    return []


def _show_query(query: Query) -> dict[str, Any]:
    return query.model_dump()


async def _sees(request: web.Request) -> dict[str, Any]:
    """Chats, the messages of the one asked for (or of all), and every alert and toast, as one person has them."""
    world = request.app[WORLD]
    person = _the_person(request)
    wanted = request.query.get("chat")
    limit = int(request.query.get("limit", "200"))
    rooms = world.rooms_of(person.user.id)
    shown = [_room_named(world, person, "bot" if wanted == "bot" else int(wanted))] if wanted else rooms
    for room in shown:
        if not world.is_inside(room, person.user.id):
            raise bad_request(f"person {person.user.id} is not in chat {room.id}")
    return {
        "rev": world.rev,
        "person": _show_person(person),
        "bot": dump(world.bot),
        "chats": [_show_room(world, room, person) for room in rooms],
        "messages": {
            str(room.id): [_show_post(post) for post in [*world.visible_posts(room, person.user.id)][-limit:]]
            for room in shown
        },
        "answers": [_show_query(query) for query in _last_taps(world, person)],
    }


def _last_taps(world: World, person: Person) -> list[Query]:
    own = (query for query in reversed(world.queries.values()) if query.person == person.user.id)
    return [*islice(own, KEPT_ANSWERS)][::-1]


# -- what people do --


async def _add_person(request: web.Request) -> dict[str, Any]:
    return _show_person(people.add_person(request.app[WORLD], **(await _wish(request, _NewPerson)).model_dump()))


async def _list_people(request: web.Request) -> list[dict[str, Any]]:
    world = request.app[WORLD]
    return [
        {**_show_person(person), "unread": sum(world.unread(room, number) for room in world.rooms_of(number))}
        for number, person in world.people.items()
    ]


async def _change_person(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    person = _the_person(request)
    body = await _wish(request, _PersonChange)
    if body.blocked is not None:
        people.set_blocked(world, person.user.id, blocked=body.blocked)
    if body.deactivated is not None:
        person.deactivated = body.deactivated
    update = {"first_name": body.name, "language_code": body.language}
    person.user = person.user.model_copy(update={name: value for name, value in update.items() if value is not None})
    world.changed()
    return _show_person(person)


async def _write(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    person = _the_person(request)
    body = await _wish(request, _Words)
    room = _room_named(world, person, body.chat)
    manner = people.Manner(**body.model_dump(exclude={"chat", "text"}))
    return _show_post(people.write(world, person.user.id, room, body.text, manner))


async def _start(request: web.Request) -> dict[str, Any]:
    person = _the_person(request)
    return _show_post(people.start(request.app[WORLD], person.user.id, (await _wish(request, _Start)).payload))


async def _edit(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    person = _the_person(request)
    body = await _wish(request, _Rewrite)
    room = _room_named(world, person, body.chat)
    return _show_post(people.edit(world, person.user.id, room, body.message, body.text))


async def _delete(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    body = await _wish(request, _Removal)
    people.delete(world, _room_named(world, _the_person(request), body.chat), body.message)
    return {"rev": world.rev}


async def _press(request: web.Request) -> dict[str, Any]:
    """Presses a button: `{"query": id}` for one the bot must answer, `{"url": …}` for a link.

    A link to the bot itself starts it, as tapping Start there would.
    """
    world = request.app[WORLD]
    person = _the_person(request)
    user_id = person.user.id
    body = await _wish(request, _Press)
    rooms = world.rooms_of(user_id) if body.chat is None else [_room_named(world, person, body.chat)]
    if body.message is not None or body.ephemeral is not None:
        room, post = _post_named(rooms, user_id, body)
        if body.forge is not None:
            return {"query": people.press(world, user_id, room, post, body.forge).id, "rev": world.rev}
        for button in people.buttons_of(post.message):
            named = body.button is None or people.as_read(body.button) == people.as_read(button.text)
            if named and body.data in {None, button.callback_data}:
                break
        else:
            raise bad_request(f"no button {body.button or body.data!r} on that message")
    else:
        room, post, button = people.find_button(world, user_id, rooms, text=body.button, data=body.data)
    if button.disabled is not None:
        raise bad_request(f"button {button.text!r} is disabled")
    if button.callback_data is not None:
        data = button.callback_data if body.forge is None else body.forge
        return {"query": people.press(world, user_id, room, post, data).id, "rev": world.rev}
    link = people.DEEP_LINK.fullmatch(button.url or "")
    if link and (link[1] or link[3]) == world.bot.username:
        people.start(world, user_id, link[2] or link[4] or "")
    return {"url": button.url, "rev": world.rev}


def _post_named(rooms: list[Room], user_id: int, body: _Press) -> tuple[Room, Post]:
    for room in rooms:
        for post in reversed(room.posts):
            named = (
                post.message.message_id == body.message
                if body.ephemeral is None
                else post.message.ephemeral_message_id == body.ephemeral and post.receiver == user_id
            )
            if named and post.receiver in {None, user_id}:
                return room, post
    raise bad_request("no such message")


async def _read(request: web.Request) -> dict[str, Any]:
    """Marks a chat as read to its end."""
    world = request.app[WORLD]
    person = _the_person(request)
    room = _room_named(world, person, (await _wish(request, _Reading)).chat)
    last = max((post.seq for post in room.posts), default=0)
    if room.read.get(person.user.id, 0) < last:
        room.read[person.user.id] = last
        world.changed()
    return {"rev": world.rev}


async def _show_answer(request: web.Request) -> dict[str, Any]:
    """A tap, once the bot has answered it or `timeout` seconds have passed."""
    world = request.app[WORLD]
    query = world.queries.get(request.match_info["query"])
    if query is None:
        raise web.HTTPNotFound(text=f"no such tap; the last {len(world.queries)} are remembered")
    loop = asyncio.get_running_loop()
    deadline = loop.time() + min(float(request.query.get("timeout", "0")), LONGEST_WAIT)
    while not query.answered and loop.time() < deadline and not world.closed:
        await world.wait_news(world.rev, deadline - loop.time())
    return _show_query(query)


# -- chats --


async def _add_chat(request: web.Request) -> dict[str, Any]:
    body = await _wish(request, _NewChat)
    room = people.add_room(request.app[WORLD], body.kind, body.title, body.people, forum=body.forum, bot=body.bot)
    return {"id": room.id, "rev": request.app[WORLD].rev}


async def _list_chats(request: web.Request) -> list[dict[str, Any]]:
    return [room.model_dump(mode="json", exclude={"posts"}) for room in request.app[WORLD].rooms.values()]


async def _change_chat(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    room = _the_room(request)
    body = await _wish(request, _ChatChange)
    room.title = body.title or room.title
    if body.forum is not None:
        room.forum = body.forum
    return {"rev": world.changed()}


async def _change_member(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    body = await _wish(request, _MemberChange)
    ids = [world.bot_id if who == "bot" else who for who in (body.person, body.by)]
    user_id, by = ids[0] or 0, ids[1]
    if world.user(user_id) is None:
        raise web.HTTPNotFound(text="no such person")
    people.set_member(
        world,
        _the_room(request),
        user_id,
        body.status,
        by=_doer(world, _the_room(request), user_id) if by is None else by,
        anonymous=body.anonymous,
    )
    return {"rev": world.rev}


def _doer(world: World, room: Room, user_id: int) -> int:
    if user_id != world.bot_id:
        return user_id
    return next((person for person in room.members if person != world.bot_id), world.bot_id)


async def _migrate(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    room = _the_room(request)
    by = (await _wish(request, _By)).by
    return {"id": people.migrate(world, room, by or next(iter(room.members))).id, "rev": world.rev}


async def _add_topic(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    body = await _wish(request, _NewTopic)
    room = _the_room(request)
    return {"thread": people.add_topic(world, room, body.name, body.by or next(iter(room.members))), "rev": world.rev}


async def _change_topic(request: web.Request) -> dict[str, Any]:
    room = _the_room(request)
    body = await _wish(request, _TopicChange)
    thread = int(request.match_info["thread"])
    if thread not in room.topics:
        raise web.HTTPNotFound(text="no such topic")
    if body.deleted:
        del room.topics[thread]
    elif body.closed is not None:
        room.topics[thread].closed = body.closed
    return {"rev": request.app[WORLD].changed()}


# -- the server itself --


async def _changes(request: web.Request) -> dict[str, Any]:
    """Waits for the revision to rise above `since`, or for news in one of the chats, at most `timeout` seconds."""
    since = int(request.query.get("since", "-1"))
    seconds = min(float(request.query.get("timeout", "0")), LONGEST_WAIT)
    world = request.app[WORLD]
    rooms = [_room_named(world, None, int(chat)) for chat in request.query.getall("chat", [])]
    return {"rev": await world.wait_news(since, seconds, rooms)}


async def _events(request: web.Request) -> web.StreamResponse:
    """The revision as server-sent events, one whenever it rises."""
    world = request.app[WORLD]
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
    await response.prepare(request)
    rev = -1
    with contextlib.suppress(ConnectionError):  # the page was closed
        while not world.closed:
            rev = await world.wait_news(rev, 15)
            await response.write(f"data: {rev}\n\n".encode())
    return response


async def _list_calls(request: web.Request) -> dict[str, Any]:
    """The bot's method calls after number `since`, of one `method` or all, to one `chat` or all; and the last one."""
    query, calls = request.query, request.app[WORLD].calls
    since = int(query.get("since", "0"))
    found = [
        call.model_dump(mode="json")
        for call in calls
        if call.seq > since
        and query.get("method", call.method).lower() == call.method.lower()
        and ("chat" not in query or str(call.params.get("chat_id")) == query["chat"])
    ]
    return {"rev": request.app[WORLD].rev, "last": calls[-1].seq if calls else 0, "calls": found}


async def _list_updates(request: web.Request) -> list[dict[str, Any]]:
    return [{"confirmed": pending.confirmed, **pending.update} for pending in request.app[WORLD].updates]


async def _push_update(request: web.Request) -> dict[str, Any]:
    """Queues any JSON object as an update, under the next id."""
    world = request.app[WORLD]
    body = await request.json()
    if not isinstance(body, dict):
        raise bad_request("an update is an object")
    return {"update": world.push_raw(body), "rev": world.rev}


async def _deliver_again(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    return {"update": world.push_again((await _wish(request, _Again)).update), "rev": world.rev}


async def _list_faults(request: web.Request) -> list[dict[str, Any]]:
    return [fault.model_dump() for fault in request.app[WORLD].faults if fault.times != 0]


async def _add_fault(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    world.faults.append(Fault.model_validate_json(await request.read()))
    return {"rev": world.changed()}


async def _clear_faults(request: web.Request) -> dict[str, Any]:
    request.app[WORLD].faults.clear()
    return {"rev": request.app[WORLD].changed()}


async def _show_settings(request: web.Request) -> dict[str, Any]:
    return request.app[WORLD].settings.model_dump()


async def _change_settings(request: web.Request) -> dict[str, Any]:
    world = request.app[WORLD]
    update = await request.json()
    world.settings = Settings.model_validate(world.settings.model_dump() | update)
    world.changed()
    return world.settings.model_dump()


async def _advance(request: web.Request) -> dict[str, Any]:
    """Puts the clock forward: taps grow old, limits let go, dates are later."""
    world = request.app[WORLD]
    world.skew += (await _wish(request, _Advance)).advance
    return {"rev": world.changed(), "now": world.now()}


async def _show_file(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    stored = world.files.get(request.match_info["file"])
    if stored is None:
        raise web.HTTPNotFound(text="no such file")
    return web.Response(
        body=world.contents[stored.id],
        content_type=stored.mime if stored.width else "application/octet-stream",
        headers={"Cache-Control": "max-age=86400", "Content-Security-Policy": "sandbox"},
    )


def _as_json(serve: Callable[[web.Request], Awaitable[Any]]) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def respond(request: web.Request) -> web.StreamResponse:
        return web.json_response(await serve(request))

    return respond


def routes() -> list[web.RouteDef]:
    """Every address under `/play/`."""
    table: list[tuple[str, str, Callable[[web.Request], Awaitable[Any]]]] = [
        ("GET", "/people", _list_people),
        ("POST", "/people", _add_person),
        ("PATCH", r"/people/{person:\d+}", _change_person),
        ("GET", r"/people/{person:\d+}/sees", _sees),
        ("POST", r"/people/{person:\d+}/write", _write),
        ("POST", r"/people/{person:\d+}/start", _start),
        ("POST", r"/people/{person:\d+}/edit", _edit),
        ("POST", r"/people/{person:\d+}/delete", _delete),
        ("POST", r"/people/{person:\d+}/press", _press),
        ("POST", r"/people/{person:\d+}/read", _read),
        ("GET", "/answers/{query}", _show_answer),
        ("GET", "/chats", _list_chats),
        ("POST", "/chats", _add_chat),
        ("PATCH", r"/chats/{chat:-?\d+}", _change_chat),
        ("POST", r"/chats/{chat:-?\d+}/members", _change_member),
        ("POST", r"/chats/{chat:-?\d+}/migrate", _migrate),
        ("POST", r"/chats/{chat:-?\d+}/topics", _add_topic),
        ("PATCH", r"/chats/{chat:-?\d+}/topics/{thread:\d+}", _change_topic),
        ("GET", "/changes", _changes),
        ("GET", "/calls", _list_calls),
        ("GET", "/updates", _list_updates),
        ("POST", "/updates", _push_update),
        ("POST", "/updates/again", _deliver_again),
        ("GET", "/faults", _list_faults),
        ("POST", "/faults", _add_fault),
        ("DELETE", "/faults", _clear_faults),
        ("GET", "/settings", _show_settings),
        ("PATCH", "/settings", _change_settings),
        ("POST", "/clock", _advance),
    ]
    json_routes = [web.route(method, f"/play{path}", _as_json(serve)) for method, path, serve in table]
    return [*json_routes, web.get("/play/events", _events), web.get("/play/files/{file}", _show_file)]
