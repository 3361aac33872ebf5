"""The documents that Redis holds: a table, and a chat. Immutable: a change makes a new one that shares the rest.

A table's document carries the state of its game, so its type is `Table[State[…]]`; screens get the same record without
the state (`Table.face`), and Views beside it.
"""

from functools import cache
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict

from bot.language import Language, language
from bot.store.documents import Versioned
from games.catalogue import GAMES
from games.core import Event, State

S = TypeVar("S")

Way = Literal["bot", "moderator", "vote"]

OptionValue = int | str | bool | tuple[int, ...] | None

PURSE = 100
"""Chips in a purse in which there has never been anything, unless its chat has chosen another number."""


Quiet = tuple[int, int, int]
"""Hours in which nothing makes a sound: from which to which, and how many minutes the clock there is ahead of UTC."""


class Asked(NamedTuple):
    """A message in a group that one person alone sees, and in which they have asked for their hand."""

    chat: int
    number: int
    digest: str
    """Of the screen that it was sent with."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, strict=False, extra="forbid")


class _Stored(_Document, Versioned):
    """What lies in the store by itself."""


class Sitter(_Document):
    """Who sits in a seat: a person, by Telegram's id of a user, or a computer player (`user` None)."""

    user: int | None
    name: str
    """As shown, unescaped, unlike every other name at the table."""
    language: str = "ru"
    missed: int = 0
    """Turns in a row that the clock has played for this person."""
    ring: bool = True
    """Whether this person's turn is rung by a message of its own."""
    quiet: Quiet | None = None
    """When no message to this person makes a sound."""
    four_colours: bool = False
    """Whether this person is shown a pack of four colours."""
    big_cards: bool = False
    """Whether this person is shown the own hand large."""
    asked: Asked | None = None
    """The hand for which this person has asked in the group last."""
    kept: int | None = None
    """Of a computer's seat: the person for whom it is kept, under whose name it plays, and who may take it back."""
    left: bool = False
    """Whether that person has left, rather than fallen asleep: then the seat is kept until the next deal only."""

    @property
    def speech(self) -> Language:
        """How this person is written to."""
        return language(self.language, four_colours=self.four_colours)


class Office(_Document):
    """How an office of the game is to be filled, where the host has not given it to somebody's seat."""

    way: Way
    """By the bot; by a moderator who does not play; or by whom those who play elect."""
    user: int | None = None
    """The moderator who has taken it, one of the table's officers."""
    votes: dict[int, int] = {}
    """Whom each user wants; it counts while both of them sit at the table."""


class Queued(_Document):
    """Somebody who wants to play another game when a table has ended."""

    user: int
    name: str
    """As the person is called in Telegram."""
    game: str


class Mute(_Document):
    """That the bot may not write in the table's chat: the table stands still."""

    since: int
    """When its clocks stopped."""
    again: int
    """When the next attempt is made."""
    unsaid: tuple[str, ...] = ()
    """What is to be said there as soon as the bot may, in order, as it waited in the store."""


class Table(_Stored, Generic[S]):
    """A table from its lobby to its end. Times are milliseconds of the game clock, which stands while we are away."""

    schema_version: Literal[1] = 1
    id: str
    home: str
    """The home of its chat in the store; it stays when the chat's number changes."""
    chat: int
    thread: int | None = None
    chat_title: str = ""
    alone: bool = False
    """Whether it stands in a private chat: then table and hand are one message."""
    language: str = "ru"
    four_colours: bool = False
    """Whether its message shows a pack of four colours."""
    game: str
    ticket: str = ""
    """What its links carry beside the id: 128 bits of chance. Empty: no link leads to it."""
    options: dict[str, OptionValue] = {}
    inherited: tuple[str, ...] = ()
    """The options that are so because the chat remembers its former tables, and not by its host's wish."""
    host: int
    """The user who opened it; the first seat is the host's."""
    sitters: tuple[Sitter, ...] = ()
    officers: tuple[Sitter, ...] = ()
    """Who holds an office without playing, with the seat numbers after the players'; `user` None: the bot itself."""
    offices: dict[str, Office] = {}
    """Of the game's offices, by option, those that no seat was given. As the game begins they get seat numbers too."""
    stage: Literal["lobby", "play", "over", "off"] = "lobby"
    """`over`: played to its end; `off`: called off."""
    panel: Literal["seats", "options"] = "seats"
    """Which side of the lobby is shown."""
    unreached: tuple[int, ...] = ()
    """Seats whose people the bot may not write to, when it was last tried to start."""
    pace: int | None = 120
    """Seconds a decision; None: no clock."""
    absent: Literal["computer", "moves"] = "computer"
    """Who plays for people that are away: a computer player, or the rules with the move of somebody out of time."""
    hands: Literal["private", "group"] = "private"
    """Where hands are shown: in private chats, or in the group as messages that only their receiver sees."""
    highest: int | None = None
    """No option of the game that is an amount of chips may be higher."""
    waiting: tuple[Sitter, ...] = ()
    """People who take the seats of computer players when the next deal begins, in this order."""
    barred: tuple[int, ...] = ()
    """People whom the host or a moderator has removed from this table."""

    count: int = 0
    """How many moves and chance's steps were made: what buttons carry and `asked_at` compares."""
    state: S | None = None
    asked_at: tuple[int, ...] = ()
    """A seat's `count` when its question last changed, or it last moved."""
    acted: tuple[int, ...] = ()
    """When each seat last moved, or the game began."""
    rung: tuple[int, ...] = ()
    """A seat's `count` when it was last called to its turn by a message of its own."""
    due: tuple[int | None, ...] = ()
    """When the clock decides for a seat."""
    nudges: tuple[int | None, ...] = ()
    """When the person in a seat is reminded by a private message of the question that stands."""
    nudged: tuple[int, ...] = ()
    """The `asked_at` of the question of which a seat was reminded last."""
    extended: tuple[int, ...] = ()
    """The `asked_at` of the question for which a person took more time."""
    touched: int = 0
    """When a person last did anything here."""
    lapsed: bool = False
    """Of a table called off in its lobby: because nobody began."""
    drafts: dict[int, str] = {}
    """The words of a move that a seat has chosen so far."""
    story: tuple[Event, ...] = ()
    """What happened lately, oldest first, of several steps."""
    seed: str = ""
    """Hex. Secret until the end; shuffles are drawn from it."""
    shuffles: int = 0
    undone: bool = False
    """Whether a move was taken back."""
    next: str = ""
    """The table at which the same game is played once more."""
    posts: int = 0
    """How often somebody has asked for this table to be shown anew at the end of its chat."""
    queue: tuple[Queued, ...] = ()
    """Who is called when this table has ended, in this order."""
    mute: Mute | None = None

    @property
    def speech(self) -> Language:
        """How everybody at the table is written to."""
        return language(self.language, four_colours=self.four_colours)

    @property
    def holders(self) -> tuple[Sitter, ...]:
        """Whoever has a hand, by seat: the players, then the officers."""
        return (*self.sitters, *self.officers)

    def seat_of(self, user: int) -> int | None:
        """The seat in which that person sits, or the number after the players' of one who holds an office instead."""
        return next((seat for seat, holder in enumerate(self.holders) if holder.user == user), None)

    def seated(self, seat: int, holder: Sitter) -> Self:
        """The same table with another in that seat, or office."""
        holders = (*self.holders[:seat], holder, *self.holders[seat + 1 :])
        return self.but(sitters=holders[: len(self.sitters)], officers=holders[len(self.sitters) :])

    def kept_for(self, user: int) -> int | None:
        """The seat that is kept for that person, who is away."""
        return next((seat for seat, holder in enumerate(self.holders) if holder.kept == user), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, unescaped."""
        return tuple(sitter.name for sitter in self.sitters)

    def face(self, seat: int | None) -> "Table[None]":
        """The table as a screen may know it: no state, no seed, and of story and drafts only what that seat may know
        (None: everybody). Where nobody has anything to hide, everybody sees what is being chosen."""
        told = tuple(event for event in self.story if event.audience is None or seat in event.audience)
        drafts = {one: draft for one, draft in self.drafts.items() if one == seat or not GAMES[self.game].private}
        return cast("Table[None]", self.but(state=None, seed="", story=told, drafts=drafts))

    def but(self, **changes: Any) -> Self:
        """The same table with these fields changed."""
        return self.model_copy(update=changes)


class Untold(_Document):
    """What a chat is yet to be told: that something was chosen for it."""

    update: int
    """The update by which it was chosen."""
    text: str
    """In Telegram's HTML."""
    thread: int | None = None


class Chat(_Stored):
    """What a chat, or a person's private chat, has chosen; the truth about its tables is in their own documents."""

    schema_version: Literal[1] = 1
    id: str
    chat: int
    title: str = ""
    private: bool = False
    language: str | None = None
    """Chosen language; None: the bot guesses."""
    four_colours: bool = False
    """Whether cards are shown in a pack of four colours."""
    pace: Literal["brisk", "usual", "slow", "none"] = "usual"
    """How long a decision may take at tables that are opened from now on."""
    absent: Literal["computer", "moves"] = "computer"
    """Whether a computer plays for absent people, or the rules' time-out move is made each time."""
    tables: Literal["moderators", "all"] = "all"
    """Who may open tables of ordinary games."""
    parlour: Literal["moderators", "all"] = "moderators"
    """Who may open tables of games for the company."""
    hands: Literal["private", "group"] = "private"
    """Whether hands come into private chats, or into the group as messages that only their receiver sees."""
    purse: int = PURSE
    """Chips in a purse in which there has never been anything."""
    highest: int | None = None
    """The highest stake that may be agreed on, in chips; None: the games' own."""
    favourites: tuple[str, ...] = ()
    """Games that stand first in the catalogue, in this order."""
    fool_tag: bool = False
    """Whether the fool of the last game wears that word as a tag beside the name."""
    tagged: int | None = None
    """Who wears it now, as far as is known."""
    quiet: tuple[int, int] | None = None
    """From which hour to which, by the clock of `utc`, nobody is called by a message."""
    utc: int = 180
    """Minutes by which the clock there is ahead of UTC."""
    ring: bool = True
    """Of a person: whether a turn is rung by a message of its own."""
    big_cards: bool = False
    """Of a person: whether the own hand is shown large."""
    untold: tuple[Untold, ...] = ()
    """What was stored with what was chosen, and leaves when it is told, oldest first."""
    resets: int = 0
    """How often all purses have begun anew."""
    reachable: bool = False
    """Of a private chat: whether the person has opened it and not blocked the bot since."""

    @property
    def quiet_hours(self) -> Quiet | None:
        """When nobody is called."""
        return self.quiet and (*self.quiet, self.utc)


@cache
def table_type(game: str) -> type[Table[Any]]:
    """The type of the documents of that game's tables."""
    found = GAMES[game]
    return Table[State[found.table, found.hand, Any]]  # type: ignore[name-defined]  # known only when the program runs
