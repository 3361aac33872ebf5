"""What a seat may do: verbs with slots, and every question that is asked about them.

A game lists its offers from a View, lazily; whether a move is legal, the whole list, the next words of a keyboard and a
random move are all derived here, so they cannot disagree.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from games.cards import Card, in_order


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of these."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """An amount from `low` to `high`, both included (`high` None: no upper bound)."""

    low: int
    high: int | None

    def __contains__(self, amount: int) -> bool:
        return self.low <= amount and (self.high is None or amount <= self.high)

    def __str__(self) -> str:
        return f"{self.low}..{'' if self.high is None else self.high}"


@dataclass(frozen=True, slots=True)
class Text:
    """Free text of at most `limit` characters, and such as `fits`."""

    limit: int
    fits: Callable[[str], bool] = bool

    def admits(self, text: str) -> bool:
        """Whether this text may be written."""
        return 0 < len(text) <= self.limit and self.fits(text)


@dataclass(frozen=True, slots=True)
class Pick:
    """A set of cards out of `pool` (no two equal): as many as one of `sizes`, and such as the rules want.

    `reaches(chosen, rest, size)` says whether `chosen` can be filled up to a legal set of `size` cards out of `rest`.
    It must be exact: then a walk over growing sets never meets a dead end.
    """

    pool: tuple[Card, ...]
    sizes: tuple[int, ...]
    reaches: Callable[[tuple[Card, ...], tuple[Card, ...], int], bool]

    def admits(self, chosen: tuple[str, ...]) -> bool:
        """Whether these words, in any order, are a legal set."""
        picked = tuple(card for card in self.pool if card in chosen)
        return len(picked) == len(chosen) in self.sizes and self.reaches(picked, (), len(picked))

    def after(self, chosen: tuple[str, ...]) -> tuple[Card, ...]:
        """The cards that may join `chosen`, in whatever order it was picked, on the way to a legal set.

        None where something else than cards of the pool is chosen, or one twice.
        """
        picked = tuple(Card(word) for word in chosen if word in self.pool)
        if len(set(picked)) != len(chosen):
            return ()
        rest = tuple(card for card in in_order(self.pool) if card not in picked)
        return tuple(
            card
            for card in rest
            if any(
                size > len(picked)
                and self.reaches((*picked, card), tuple(other for other in rest if other != card), size)
                for size in self.sizes
            )
        )

    def wanting(self, chosen: tuple[str, ...]) -> int:
        """How many cards more make the smallest legal set with `chosen`: 0 where it is one, or is on no way to one."""
        picked = tuple(card for card in self.pool if card in chosen)
        rest = tuple(card for card in self.pool if card not in chosen)
        sizes = (size for size in self.sizes if size >= len(picked) and self.reaches(picked, rest, size))
        return min(sizes, default=len(picked)) - len(picked)

    def sets(self) -> Iterator[tuple[Card, ...]]:
        """Every legal set once, in canonical order, lazily: there may be tens of thousands."""
        pool = in_order(self.pool)

        def grow(chosen: tuple[Card, ...], start: int, size: int) -> Iterator[tuple[Card, ...]]:
            if not self.reaches(chosen, pool[start:], size):
                return
            if len(chosen) == size:
                yield chosen
                return
            for place in range(start, len(pool)):
                yield from grow((*chosen, pool[place]), place + 1, size)

        for size in self.sizes:
            yield from grow((), 0, size)


Slot = Choice | Range | Text | Pick


@dataclass(frozen=True, slots=True)
class Offer:
    """A verb and what may follow it, slot after slot. `Text` and `Pick` take all that is left, so they stand last."""

    verb: str
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Ahead:
    """What may follow a path of words: the next words, an amount, a text; `done` where the path is a move already, and
    where it is none for want of cards, `wanting` so many of them."""

    words: tuple[str, ...] = ()
    amount: Range | None = None
    text: Text | None = None
    done: bool = False
    wanting: int = 0


def admits(offers: Iterable[Offer], words: tuple[str, ...]) -> bool:
    """Whether one of the offers allows the move of these words."""
    return any(words[:1] == (offer.verb,) and _fills(offer.slots, words[1:]) for offer in offers)


def _fills(slots: tuple[Slot, ...], words: tuple[str, ...]) -> bool:
    for place, slot in enumerate(slots):
        if isinstance(slot, Pick):
            return slot.admits(words[place:])
        if place >= len(words) or not _takes(slot, words[place]):
            return False
    return len(words) == len(slots)


def _takes(slot: Choice | Range | Text, word: str) -> bool:
    match slot:
        case Choice(words):
            return word in words
        case Range():
            # As a move is printed: no sign, no leading zero, no other alphabet's digits.
            return word.isascii() and word.isdecimal() and (word[0] != "0" or word == "0") and int(word) in slot
        case Text():
            return slot.admits(word)


def ahead(offers: Iterable[Offer], path: tuple[str, ...] = ()) -> Ahead:
    """What may follow this path, over all the offers. The empty path is followed by verbs.

    The cards of a `Pick` may stand in the path in any order; `Move.parse` puts them right.
    """
    words: dict[str, None] = {}
    amount: Range | None = None
    text: Text | None = None
    done = False
    wanting = 0
    for offer in offers:
        if not path:
            words[offer.verb] = None
        elif path[0] == offer.verb and (found := _open(offer.slots, path[1:])) is not None:
            slots, rest = found
            match slots[:1]:
                case (Pick() as pick,):
                    words |= dict.fromkeys(pick.after(rest))
                    done |= pick.admits(rest)
                    wanting = pick.wanting(rest)
                case (Choice() as choice,):
                    words |= dict.fromkeys(choice.words)
                case (Range() as span,):
                    amount = span
                case (Text() as free,):
                    text = free
                case _:
                    done = True
    return Ahead(tuple(words), amount, text, done, wanting)


def _open(slots: tuple[Slot, ...], words: tuple[str, ...]) -> tuple[tuple[Slot, ...], tuple[str, ...]] | None:
    """The slots that these words leave open, and the words a `Pick` has so far; None where they do not fit."""
    for place, slot in enumerate(slots):
        if isinstance(slot, Pick) or place == len(words):
            return slots[place:], words[place:]
        if not _takes(slot, words[place]):
            return None
    return ((), ()) if len(words) == len(slots) else None


def legal(offers: Iterable[Offer]) -> Iterator[str]:
    """Every move the offers allow, once: an amount as its range, free text as `…`."""
    for offer in offers:
        yield from _listed(offer.verb, offer.slots)


def _listed(start: str, slots: tuple[Slot, ...]) -> Iterator[str]:
    match slots[:1]:
        case (Choice(words),):
            for word in words:
                yield from _listed(f"{start} {word}", slots[1:])
        case (Range() as span,):
            yield from _listed(f"{start} {span}", slots[1:])
        case (Text(),):
            yield f"{start} …"
        case (Pick() as pick,):
            for chosen in pick.sets():
                yield " ".join((start, *chosen))
        case _:
            yield start


def sample(offers: Iterable[Offer], below: Callable[[int], int], *, widest: int = 20) -> str | None:
    """Some move that the offers allow, as text to be parsed; None where there is none.

    `below(n)` gives a number from 0 to n-1. Of an amount's range the lowest `widest` are taken; free text is a letter.
    """
    found = tuple(offers)
    path: tuple[str, ...] = ()
    while found:
        step = ahead(found, path)
        ways: list[str | None] = [*step.words, *([None] if step.done else [])]
        if step.amount:
            low = step.amount.low
            ways += [str(n) for n in range(low, low + widest) if n in step.amount]
        if step.text:
            ways += [letter for letter in "abcdefgh" if step.text.admits(letter)]
        way = ways[below(len(ways))]
        if way is None:
            break
        path = (*path, way)
        if step.text:
            break
    return " ".join(path) or None
