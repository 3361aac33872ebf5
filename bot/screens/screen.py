"""What a message of ours shows: text and keyboard, ready for the wire, and the digest that tells two apart."""

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Screen:
    """Text is Telegram's HTML, at most 4096 characters after parsing. `keyboard` is the JSON of an inline keyboard, or
    empty: it is made once, and sent and compared as it stands."""

    text: str
    keyboard: str = ""
    digest: str = field(init=False, default="", compare=False)

    def __post_init__(self) -> None:
        made = hashlib.blake2b(f"{self.text}\0{self.keyboard}".encode(), digest_size=9).hexdigest()
        object.__setattr__(self, "digest", made)
