"""What the store is asked to change, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Document:
    """A document as stored. `version` is a random token that every commit renews."""

    text: str
    version: str
    shown: str = ""
    """Of a table: what its screens show, as the reconciler wrote it down."""
    mark: str = ""
    """Of a table: empty when its screens are up to date; else give it back to `Store.shown` after drawing."""

    @property
    def doubt(self) -> bool:
        """Whether a drawing did not end well, so that digests in `shown` say nothing about what is on the screens."""
        return "!" in self.mark


@dataclass(eq=False, slots=True)
class Entry:
    """One entry of an inbox: an update, or the deadline of a table that has come."""

    shard: str
    id: str
    kind: Literal["update", "due"]
    update_id: int
    """0 for a deadline."""
    table: str
    """The table it is about, where that is known; empty otherwise."""
    lane: str
    """Entries of one lane are handled in order and one at a time."""
    payload: str
    """The update's JSON; empty for a deadline."""
    begun: int = 0
    """Of an adopted entry: how often its handling was begun and did not end."""
    excess: bool = False
    """Whether whoever sent it sends too much: it is settled, and nothing else."""
    settled: bool = False
    """Whether it is known to have left the inbox."""

    @property
    def came(self) -> float:
        """When it was put in, in seconds of the server's Unix clock."""
        return int(self.id.partition("-")[0]) / 1000


@dataclass(frozen=True, slots=True)
class ChatChange:
    """The chat's document must still have the version `loaded` (None: there is none); `text` replaces it."""

    loaded: str | None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a change was judged by of what its chat remembers, and what must still be so."""

    titles: Mapping[str, str] | None = None
    """All titles of the chat. None: whatever they are."""
    purses: Mapping[int, int | None] = field(default_factory=dict)
    """Some of its purses. None: there has never been anything in that one."""


@dataclass(frozen=True, slots=True)
class Commit:
    """All that one step changes; everything in it is of one shard, that of `home`."""

    home: str
    table: str | None = None
    loaded: str | None = None
    """The version on which the change is based; None: there must be no such table."""
    game: str = ""
    text: str | None = None
    """The new document. None: the table stays as it is, and only must still have the version `loaded`."""
    log: tuple[str, ...] = ()
    drop: int = 0
    """How many entries leave the end of the log before `log` is added."""
    deadline: int | None = None
    """Milliseconds of the game clock. None: no deadline, or the one it has if there is no `text`."""
    live: bool = True
    """Whether the table counts among those of its chat that are not finished."""
    expire: int | None = None
    """Seconds after which table, log and texts vanish; None: never."""
    said: tuple[str, ...] = ()
    """Texts to be sent one by one, after those that wait already."""
    stale: bool = False
    """Whether screens have to be drawn."""
    holder: str = ""
    """If stale, take the lease of the screens under this name if it is free. A name serves for one drawing only."""
    purses: Mapping[int, int] = field(default_factory=dict)
    """What users win or lose."""
    purse: int = 0
    """What a person's purse holds in which there has never been anything."""
    names: Mapping[int, str] = field(default_factory=dict)
    """What users are called, to be kept beside their purses."""
    reset: bool = False
    """Whether all people's purses hold `purse` again, and nobody else's anything, before anything is won."""
    remembered: Remembered = Remembered()
    unfinished: Mapping[str, str] | None = None
    """Versions of the chat's tables that are not finished: these must be all, and as loaded. None: whatever they are.
    """
    most: int | None = None
    """Of a new table: so many that are not finished its chat may have, with this one."""
    titles: Mapping[str, str | None] = field(default_factory=dict)
    played: str = ""
    """The game that this plays to its end."""
    called: tuple[int, ...] = ()
    """Who is called to this table: they must still wait for the chat's next one, and wait no more."""
    chat: ChatChange | None = None
    entries: tuple[Entry, ...] = ()
    """What has been handled by this."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a drawer needs: the newest document, and the texts to send one by one, in order."""

    game: str
    document: Document
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Committed:
    """It is stored. With a drawing, the lease of the screens is the holder's."""

    version: str
    drawing: Drawing | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was changed, since something is not as it was loaded. Of a table and a chat that the change names, the
    documents as they are."""

    game: str
    table: Document | None
    chat: Document | None


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing was changed, since these entries have been handled already."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """The screens are up to date, and the lease is given back."""

    lag: int | None = field(default=None, compare=False)
    """For how many milliseconds they had not been."""


@dataclass(frozen=True, slots=True)
class Newer(Drawing):
    """There is something newer to be drawn, or a text still to be sent; the lease goes on."""

    lag: int | None = field(default=None, compare=False)
    """For how many milliseconds something had not been on the screens that is there now."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The lease was somebody else's, or the table is no more: draw nothing."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """What waits in the store, and how much there is: of all shards together."""

    entries: int
    """In the inboxes, those too that somebody is at."""
    oldest: float
    """Seconds since the oldest of them came, by our own clock; 0.0 where there is none."""
    stale: int
    """Tables whose screens are to be drawn."""
    tables: int
    """Tables that are not finished."""
    active: int
    """Of these, those that changed within the last hour."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """After claiming deadlines: the game clock, whether more are due, and when the next one will be."""

    now: int
    more: bool
    next: int | None
    stood: bool = False
    """Whether the game clock had stood since the claim before, so that every deadline is later than it was."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """The processes at work, by the names of their workers."""

    poller: str
    """Who asks Telegram for updates; empty: nobody."""
    alive: Mapping[str, int]
    """When each was last there, by the server's clock."""
    before: int
    """When whoever has said so now was there before; 0: never."""
