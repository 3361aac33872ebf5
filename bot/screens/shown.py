"""What Telegram shows of a table, as far as we know: one note a message, kept as JSON beside the table's document."""

import json
from typing import NamedTuple


class Place(NamedTuple):
    """Where a message of ours stands."""

    chat: int
    message: int
    receiver: int = 0


class Note(NamedTuple):
    """One message of ours."""

    chat: int
    message: int = 0
    """0: there is none, because it could not be sent."""
    digest: str = ""
    """Of the screen that it shows; empty: not known."""
    posting: str = ""
    depends: str = ""
    receiver: int = 0
    """Who alone sees it in that group, where `message` is then a number of such messages; 0: everybody there."""

    @property
    def place(self) -> "Place":
        """Where it stands."""
        return Place(self.chat, self.message, self.receiver)


class Shown:
    """The messages of a table by key, and old ones that are still to be taken away, or their buttons."""

    def __init__(self, text: str, *, doubt: bool = False) -> None:
        """With `doubt` no digest is believed: the messages are there, but may show anything."""
        read = json.loads(text) if text else {}
        self.old: list[Place] = [Place(*fields) for fields in read.pop("old", ())]
        self.notes: dict[str, Note] = {key: Note(*fields) for key, fields in read.items()}
        if doubt:
            self.notes = {key: note._replace(digest="") for key, note in self.notes.items()}
        self.adopted: set[Place] = set()
        """Messages that others have sent, and that came under a key since this was read."""

    def __str__(self) -> str:
        return json.dumps({**self.notes, **({"old": self.old} if self.old else {})}, separators=(",", ":"))

    def messages(self) -> set[Place]:
        """Where every message stands."""
        return {note.place for note in self.notes.values() if note.message} | set(self.old)

    def address(self, key: str) -> str:
        """Where the message under this key can be linked to: supergroups have such addresses, other chats do not."""
        note = self.notes.get(key)
        number = str(note.chat) if note and note.message else ""
        return f"https://t.me/c/{number[4:]}/{note.message}" if note and number.startswith("-100") else ""

    def adopt(self, key: str, note: Note) -> None:
        """A message that somebody else has sent is the table's from now on, under this key."""
        self.retire(key)
        self.notes[key] = note
        self.adopted.add(note.place)

    def doubted(self, key: str) -> None:
        """It is not known any more what the message under this key shows."""
        if note := self.notes.get(key):
            self.notes[key] = note._replace(digest="")

    def retire(self, key: str) -> None:
        """The message under this key is the table's no more."""
        if (note := self.notes.pop(key, None)) and note.message:
            self.old.append(note.place)
