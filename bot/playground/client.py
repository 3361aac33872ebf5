"""The script interface in Python, for tests that play as people: write, press, see, wait.

    async with Playground.at(server.url) as pg:
        anna = await pg.person("Анна")
        group = await pg.group("Друзья", anna)
        await anna.write(group, "/play")
        await anna.press("Сесть", group)
        seen = await anna.wait_for(text="За столом", chat=group)

Nothing here sleeps: waiting is a long poll for the server's next change. What does not happen in time raises
`AssertionError` with what the person saw instead.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from aiohttp import ClientSession, ClientTimeout
from pydantic import BaseModel, Field, field_validator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Fields = Mapping[str, Any] | Sequence[tuple[str, str]]  # what stands after the question mark of an address

PATIENCE = 10.0


class RefusedError(Exception):
    """The playground refused a wish; the text says why."""


class SeenButton(BaseModel):
    """An inline button; `disabled` is an object, if an empty one, where it does nothing."""

    text: str
    callback_data: str | None = None
    url: str | None = None
    style: str | None = None
    disabled: dict[str, Any] | None = None

    @field_validator("text")
    @classmethod
    def _as_read(cls, text: str) -> str:
        """Nobody sees that a space is a hard one."""
        return text.replace("\u00a0", " ")


class Seen(BaseModel):
    """A message as one person sees it."""

    id: int
    ephemeral_id: int | None
    chat: int
    seq: int
    rev: int
    edited: int | None
    sender: dict[str, Any]
    text: str | None
    html: str | None
    entities: list[dict[str, Any]]
    buttons: list[list[SeenButton]]
    photo: str | None
    document: dict[str, Any] | None
    thread: int | None
    reply_to: int | None
    service: dict[str, Any]

    @field_validator("text")
    @classmethod
    def _as_read(cls, text: str | None) -> str | None:
        """Nobody sees that a space is a hard one."""
        return text and text.replace("\u00a0", " ")

    @property
    def button_texts(self) -> list[str]:
        """The buttons in reading order."""
        return [button.text for row in self.buttons for button in row]

    def button(self, text: str) -> SeenButton | None:
        """The button of this very text."""
        return next((button for row in self.buttons for button in row if button.text == text), None)


class Answer(BaseModel):
    """How the bot answered a tap; `url` is set too where the button was a link, and then nothing else."""

    id: str = ""
    answered: bool = False
    text: str | None = None
    alert: bool = False
    url: str | None = None
    at: float = 0.0
    """When it was pressed, by the server's clock."""
    rev: int = 0
    """The revision to wait from for what the tap brings about."""


class MadeCall(BaseModel):
    """A method call the playground received."""

    seq: int
    at: float
    method: str
    params: dict[str, Any]
    ok: bool
    code: int
    description: str | None
    result: Any = None


class View(BaseModel):
    """All that one person has before their eyes."""

    rev: int
    person: dict[str, Any]
    bot: dict[str, Any]
    chats: list[dict[str, Any]]
    messages: dict[int, list[Seen]]
    answers: list[dict[str, Any]] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Group:
    """A chat of several people."""

    pg: Playground
    id: int

    async def set_member(self, who: Someone | str, status: str, **fields: Any) -> None:
        """Makes a person, or `"bot"`, what `status` says: member, administrator, restricted, left, kicked."""
        person = who.id if isinstance(who, Someone) else who
        await self.pg.post(f"chats/{self.id}/members", person=person, status=status, **fields)

    async def migrate(self) -> Group:
        """Makes it a supergroup and returns that."""
        return Group(self.pg, int((await self.pg.post(f"chats/{self.id}/migrate"))["id"]))

    async def topic(self, name: str) -> int:
        """Opens a forum topic; returns its thread id."""
        return int((await self.pg.post(f"chats/{self.id}/topics", name=name))["thread"])


Where = Group | int | str | None
"""A group, a chat's id, `"bot"` for one's private chat with the bot; None for anywhere."""


def _chat(where: Where) -> int | str | None:
    return where.id if isinstance(where, Group) else where


@dataclass(frozen=True, slots=True)
class Someone:
    """A person of the playground."""

    pg: Playground
    id: int
    name: str

    async def _do(self, deed: str, **body: Any) -> dict[str, Any]:
        sent = {key: value for key, value in body.items() if value is not None}
        return dict(await self.pg.post(f"people/{self.id}/{deed}", **sent))

    async def write(self, where: Where, text: str, **fields: Any) -> Seen:
        """Sends `text`; fields are `reply_to`, `reply_to_ephemeral`, `thread`, `as_channel`."""
        return Seen.model_validate(await self._do("write", chat=_chat(where), text=text, **fields))

    async def start(self, payload: str = "") -> Seen:
        """Presses Start in the private chat, as through a deep link if there is a payload."""
        return Seen.model_validate(await self._do("start", payload=payload))

    async def edit(self, seen: Seen, text: str) -> Seen:
        """Rewrites a message of one's own."""
        return Seen.model_validate(await self._do("edit", chat=seen.chat, message=seen.id, text=text))

    async def delete(self, seen: Seen) -> None:
        """Removes a message from the chat, also the bot's."""
        await self._do("delete", chat=seen.chat, message=seen.id)

    async def block(self, *, blocked: bool = True) -> None:
        """Blocks the bot, or unblocks it."""
        await self.pg.request("PATCH", f"people/{self.id}", {"blocked": blocked})

    async def press(  # noqa: PLR0913 - the ways to name a button
        self,
        button: str | None = None,
        where: Where = None,
        *,
        on: Seen | None = None,
        data: str | None = None,
        forge: str | None = None,
        patience: float = PATIENCE,
    ) -> Answer:
        """Presses a button by its exact text (or `data`), on the newest message that has it or `on` that one.

        Waits for the bot's answer for `patience` seconds (0: not at all) and raises `AssertionError` if none comes.
        """
        named: dict[str, Any] = {"chat": _chat(where)}
        if on is not None:
            named = {"chat": on.chat, "ephemeral": on.ephemeral_id, "message": None if on.ephemeral_id else on.id}
        pressed = await self._do("press", button=button, data=data, forge=forge, **named)
        if "query" not in pressed:
            return Answer.model_validate(pressed)
        if patience <= 0:
            return Answer(id=pressed["query"], rev=pressed["rev"])
        try:
            shown = await self.pg.get(f"answers/{pressed['query']}", timeout=patience)
        except RefusedError as error:
            raise AssertionError(f"{self.name}: the tap on {button or data or forge!r} is lost: {error}") from None
        assert shown["answered"], f"{self.name}: the tap on {button or data or forge!r} was not answered"  # noqa: S101
        return Answer.model_validate(shown | {"rev": pressed["rev"]})

    async def view(self, where: Where = None) -> View:
        """Everything at once: chats, messages, alerts."""
        chat = _chat(where)
        return View.model_validate(
            await self.pg.get(f"people/{self.id}/sees", **({} if chat is None else {"chat": chat}))
        )

    async def sees(self, where: Where = None) -> list[Seen]:
        """The messages in sight in one chat (or all), oldest first."""
        view = await self.view(where)
        return sorted((seen for chat in view.messages.values() for seen in chat), key=lambda seen: seen.seq)

    async def wait_for(  # noqa: PLR0913 - each narrows what is awaited
        self,
        where: Where = None,
        *,
        text: str | re.Pattern[str] | None = None,
        button: str | None = None,
        gone: bool = False,
        since: int = 0,
        match: Callable[[Seen], bool] | None = None,
        patience: float = PATIENCE,
    ) -> Seen:
        """The newest message in sight that contains `text`, has `button`, satisfies `match`, changed after `since`.

        With `gone` waits until there is no such message, and returns the newest of all.
        """

        def fits(seen: Seen) -> bool:
            return (
                seen.rev > since
                and (
                    text is None
                    or re.search(text if isinstance(text, re.Pattern) else re.escape(text), seen.text or "") is not None
                )
                and (button is None or button in seen.button_texts)
                and (match is None or match(seen))
            )

        deadline = time.monotonic() + patience
        while True:
            view = await self.view(where)
            seen = sorted((seen for chat in view.messages.values() for seen in chat), key=lambda seen: -seen.seq)
            found = [one for one in seen if fits(one)]
            if gone and not found and seen:
                return seen[0]
            if found and not gone:
                return found[0]
            left = deadline - time.monotonic()
            if left <= 0:
                shown = "\n---\n".join(f"{one.text}\n{one.button_texts}" for one in seen[:6])
                wanted = ", ".join(str(part) for part in (text, button) if part is not None)
                raise AssertionError(f"{self.name} waits in vain for {wanted!r}; newest first:\n{shown}")
            await self.pg.wait_news(view.rev, left, [*view.messages] if where is not None else ())


class Playground:
    """A playground's script interface."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self._session = session
        self.url = url.rstrip("/")

    @classmethod
    def at(cls, url: str) -> Playground:
        """A client with a session of its own; close it."""
        return cls(ClientSession(timeout=ClientTimeout(total=90)), url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the session."""
        await self._session.close()

    async def request(self, verb: str, path: str, body: object = None, query: Fields = ()) -> Any:
        """Any call under `/play/`; raises `RefusedError`."""
        async with self._session.request(verb, f"{self.url}/play/{path}", json=body, params=query) as response:
            answer = await response.json()
            if response.status >= 400:
                raise RefusedError(answer["error"])
            return answer

    async def get(self, path: str, /, **query: Any) -> Any:
        """Reads something under `/play/`."""
        return await self.request("GET", path, query=query)

    async def post(self, path: str, /, **body: Any) -> Any:
        """Does something under `/play/`."""
        return await self.request("POST", path, body)

    async def person(self, name: str, **fields: Any) -> Someone:
        """The first person of this name, or a new one with `fields` (`username`, `language`, `is_bot`)."""
        known = {person["name"]: person["id"] for person in reversed(await self.get("people"))}
        number = known.get(name) or (await self.post("people", name=name, **fields))["id"]
        return Someone(self, int(number), name)

    async def group(self, title: str, *people: Someone, **fields: Any) -> Group:
        """A new group owned by the first of `people`; fields are `kind`, `forum`, `bot`."""
        made = await self.post("chats", title=title, people=[person.id for person in people], **fields)
        return Group(self, int(made["id"]))

    async def wait_news(self, since: int, seconds: float = PATIENCE, chats: Sequence[int] = ()) -> int:
        """The revision, once it is above `since` or after `seconds`; with `chats`, once one of them has news."""
        query = [("since", str(since)), ("timeout", str(seconds)), *(("chat", str(chat)) for chat in chats)]
        return int((await self.request("GET", "changes", query=query))["rev"])

    async def rev(self) -> int:
        """The revision now."""
        return await self.wait_news(-1, 0)

    async def calls(self, method: str | None = None, *, since: int = 0) -> list[MadeCall]:
        """The bot's method calls so far, polls left out."""
        query = {"since": since} if method is None else {"since": since, "method": method}
        return [MadeCall.model_validate(call) for call in (await self.get("calls", **query))["calls"]]

    async def last_call(self) -> int:
        """The number of the bot's last method call, 0 before the first."""
        return int((await self.get("calls", since=2**62))["last"])

    async def wait_call(
        self, method: str, match: Callable[[MadeCall], bool] = lambda _: True, *, patience: float = PATIENCE
    ) -> MadeCall:
        """The first call of a method that satisfies `match`."""
        deadline = time.monotonic() + patience
        while True:
            rev = await self.rev()
            found = [call for call in await self.calls(method) if match(call)]
            if found:
                return found[0]
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"the bot did not call {method} as awaited")
            await self.wait_news(rev, left)

    async def fault(self, kind: str, **fields: Any) -> None:
        """Switches a fault on.

        Fields are `method`, `chat`, `times` (None: for good), `seconds`, `code`, `description`.
        """
        await self.post("faults", kind=kind, **fields)

    async def clear_faults(self) -> None:
        """Switches all faults off."""
        await self.request("DELETE", "faults")

    async def settings(self, **fields: Any) -> dict[str, Any]:
        """Changes `limits`, `privacy` or `query_life`; returns all settings."""
        return dict(await self.request("PATCH", "settings", fields))

    async def advance(self, seconds: float) -> None:
        """Puts the server's clock forward."""
        await self.post("clock", advance=seconds)

    async def updates(self) -> list[dict[str, Any]]:
        """Every update so far, with whether the bot confirmed it."""
        return list(await self.get("updates"))

    async def wait_update(self, kind: str, *, patience: float = PATIENCE) -> dict[str, Any]:
        """The content of the newest update of a kind, once there is one; for tests that are the bot themselves."""
        deadline = time.monotonic() + patience
        while True:
            rev = await self.rev()
            found = [update[kind] for update in await self.updates() if kind in update]
            if found:
                return dict(found[-1])
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"no {kind} came")
            await self.wait_news(rev, left)

    async def deliver_again(self, update_id: int | None = None) -> int:
        """Delivers an update (the last, if None) a second time; returns its id."""
        return int((await self.post("updates/again", update=update_id))["update"])
