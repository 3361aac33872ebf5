"""Every key in Redis, and what lies under it.

`s` is a shard, one hexadecimal digit in braces, so that all keys of a shard share a slot of a Redis Cluster and one
step may change them together. A table's id begins with the digit of its shard, and so does a home. A *home* is what a
chat is called here: Telegram's number of a chat changes when a group migrates, its home does not. A person's private
chat is a chat like any other.

    key                      kind    what
    home:CHAT                string  home of the chat with Telegram's number CHAT; two numbers may lead to one home
    {s}:inbox                stream  updates and deadlines to be handled; an entry is deleted by the step that
                                     handles it, which is what makes it happen once
    {s}:broken               stream  the last entries that could not be handled, with the kind of error; 7 days
    {s}:seen:UPDATE          string  the update has been through the door; 48 h
    {s}:seen:UPDATE:TABLE    string  the update has been passed on to this table from another shard; 48 h
    {s}:deadlines            zset    table id → milliseconds of the game clock
    {s}:clock                hash    `claimed`: when deadlines were last claimed, of the server's clock;
                                     `away`: how long nobody claimed, in all. The game clock is the server's less away
    {s}:stale                zset    tables whose screens are to be drawn → when a sweeper may do so
    {s}:table:TABLE          hash    `game`, `document`, `version`, `shown`; while screens are stale `stale` (version),
                                     `since` and `changed` (the oldest and the newest change they may not show), `doubt`
                                     (a drawing did not end well), `drawer` and `until` (the screen lease)
    {s}:log:TABLE            list    the moves
    {s}:said:TABLE           list    texts to be sent one by one
    {s}:chat:HOME            hash    `document`, `version`
    {s}:table:TABLE:aside:VERSION    the hash of a table whose document nobody can read, for the operator to mend and
                                     rename back; of a chat's likewise
    {s}:purses:HOME          hash    user → chips
    {s}:names:HOME           hash    user → what that person was called when the purse last changed
    {s}:titles:HOME          hash    what outlives a table, as `durachki` → who is the fool
    {s}:played:HOME          hash    game → how often it was played to its end
    {s}:tables               zset    tables that are not finished → when they changed last, by the server's clock
    {s}:live:HOME            zset    tables that are not finished → when they were opened
    {s}:seats:HOME           set     tables at which the person of this private chat sits: an index, not the truth
    {s}:next:HOME            hash    user → the language in which that person is called when a table opens in this chat
    {s}:homes:HOME           set     homes that know the person of this private chat, by a purse, say: an index
    {s}:sat:HOME             zset    tables that know that person → when they began to, by the clock of ours: an index
    {crew}:alive             zset    workers → when each was last there, by the server's clock
    {crew}:poller            string  the worker that asks Telegram for updates; as long as it says so
    {send}:all               zset    requests to Telegram of the last second
    {send}:chat:CHAT         zset    … to one chat
    {send}:group:CHAT        zset    … to one group, of the last minute
    {send}:held:CHAT         string  is there as long as Telegram wants nothing sent to that chat
"""

import re

SHARDS = tuple("0123456789abcdef")

CREW_ALIVE = "{crew}:alive"
CREW_POLLER = "{crew}:poller"

SEND_ALL = "{send}:all"


_NAME = re.compile("[0-9a-f][0-9a-z-]{0,31}")
"""Table ids, homes and shards alone: nothing in them could make another key of theirs, or a pattern."""


def shard_of(name: str) -> str:
    """The shard of a table id or of a home. Raises ValueError for anything else."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"neither a table nor a home: {name!r}")
    return name[0]


def home(chat: int) -> str:
    """Belongs to no shard: it is how the shard is found."""
    return f"home:{chat}"


def inbox(shard: str) -> str:
    """The entries to be handled."""
    return f"{{{shard}}}:inbox"


def broken(shard: str) -> str:
    """The entries set aside."""
    return f"{{{shard}}}:broken"


def seen(shard: str, update_id: int, table_id: str = "") -> str:
    """The mark that keeps a repeated update out."""
    return f"{{{shard}}}:seen:{update_id}" + (f":{table_id}" if table_id else "")


def deadlines(shard: str) -> str:
    """When clocks decide."""
    return f"{{{shard}}}:deadlines"


def clock(shard: str) -> str:
    """What makes the game clock of the server's."""
    return f"{{{shard}}}:clock"


def stale(shard: str) -> str:
    """The tables to be drawn."""
    return f"{{{shard}}}:stale"


def tables(shard: str) -> str:
    """The tables that are not finished."""
    return f"{{{shard}}}:tables"


def table(table_id: str) -> str:
    """A table and how far its screens are."""
    return _of("table", table_id)


def aside(key: str, version: str) -> str:
    """Where a table or a chat lies whose document cannot be read."""
    return f"{key}:aside:{version}"


def log(table_id: str) -> str:
    """A table's moves."""
    return _of("log", table_id)


def said(table_id: str) -> str:
    """A table's texts to be sent one by one."""
    return _of("said", table_id)


def chat(home_id: str) -> str:
    """What a chat has chosen."""
    return _of("chat", home_id)


def purses(home_id: str) -> str:
    """The chips of a chat's people."""
    return _of("purses", home_id)


def names(home_id: str) -> str:
    """What those are called who have a purse."""
    return _of("names", home_id)


def titles(home_id: str) -> str:
    """What a chat remembers from table to table."""
    return _of("titles", home_id)


def played(home_id: str) -> str:
    """How often a chat has played which game."""
    return _of("played", home_id)


def live(home_id: str) -> str:
    """A chat's tables that are not finished."""
    return _of("live", home_id)


def seats(home_id: str) -> str:
    """Where the person of this home sits."""
    return _of("seats", home_id)


def calls(home_id: str) -> str:
    """Who is to be called to the next table of a chat."""
    return _of("next", home_id)


def homes(home_id: str) -> str:
    """The chats that know the person of this home."""
    return _of("homes", home_id)


def sat(home_id: str) -> str:
    """The tables that know the person of this home."""
    return _of("sat", home_id)


def send_chat(chat_id: int) -> str:
    """The requests to one chat."""
    return f"{{send}}:chat:{chat_id}"


def send_group(chat_id: int) -> str:
    """The requests to one group."""
    return f"{{send}}:group:{chat_id}"


def send_held(chat_id: int) -> str:
    """Whether Telegram has asked to wait with that chat."""
    return f"{{send}}:held:{chat_id}"


def _of(kind: str, name: str) -> str:
    return f"{{{shard_of(name)}}}:{kind}:{name}"
