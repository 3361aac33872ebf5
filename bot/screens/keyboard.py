"""The buttons of a table: choosing a move is walking a path of words, and a keyboard offers the next ones.

Everything is derived from the offers of a View, so buttons and rules cannot disagree. A button plays its words where
they make a move and nothing can follow; else it chooses them, and the next keyboard shows what may follow.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, product, takewhile
from typing import TYPE_CHECKING, Any

from bot.buttons import AND, About, Choose, Play
from bot.language import Language, by_suit, plain
from bot.screens.keys import MOST, Key, Row, by_length, dim, in_rows, key
from bot.screens.look import AnyLook, Face, Words
from bot.screens.scene import Scene
from games.catalogue import GAMES
from games.core import View
from games.offers import Ahead, Choice, Offer, Range, ahead

if TYPE_CHECKING:
    from games.cards import Card

CARDS_WIDE = 6
BIG_CARDS_WIDE = 4
"""So many cards stand in a row where they are shown large, all of one suit."""
BIG_ROOM = 24
"""So many signs stand in a row of buttons that are easy to hit."""
AMOUNTS = 6
FIVE = 5

NEAR = 5
"""So many times as high as the amount before may the highest be that stands beside it: a leap farther is written."""

AnyView = View[Any, Any]


def amounts(span: Range, most: int = AMOUNTS) -> tuple[int, ...]:
    """A few round amounts of a range: its lowest, then 1, 2, 5, 10, 20, 50 …, and its highest where that is near."""
    if span.high is not None and span.high - span.low < most:
        return tuple(range(span.low, span.high + 1))
    ladder = (step * 10**power for power in range(9) for step in (1, 2, 5))
    within = [amount for amount in ladder if amount > span.low and (span.high is None or amount < span.high)]
    steps = (span.low, *within[: most - 2])
    if span.high is not None and span.high <= NEAR * steps[-1]:
        return (*steps, span.high)
    return (*steps, *within[most - 2 : most - 1])


def table_keys(look: AnyLook, face: Face, seen: AnyView, publics: Sequence[AnyView], language: Language) -> list[Row]:
    """The buttons for all to see: the public choices of whoever has one, and a way to one's own cards."""
    moves = dict(chain.from_iterable(_public(look, face, view) for view in publics))
    keys: list[Key] = []
    for words in sorted(moves, key=lambda words: look.public.index(words[0])):
        button = _play(face, words) if moves[words] else Choose(face.id, face.count, " ".join(words))
        keys.append(key(plain(look.label(words, seen, language)), button))
        keys += _five(look, face, seen, words, language)
    rows = by_length(keys[: MOST - 2])
    if look.hand:
        rows.append([key(language.gettext(look.hand), About(face.id, "hand"))])
    return rows


def _public(look: AnyLook, face: Face, view: AnyView) -> Iterator[tuple[Words, bool]]:
    """The moves that may stand in the group, from a view without its hand, and whether each is one already."""
    draft = tuple(face.drafts.get(-1 if view.seat is None else view.seat, "").split())
    for offer in GAMES[face.game].offers(view):
        if offer.verb in look.public:
            yield from _spelled(look, offer, draft)


def _spelled(look: AnyLook, offer: Offer, draft: Words) -> Iterator[tuple[Words, bool]]:
    """What an offer's buttons play. Where other words stand before an amount, these are chosen first."""
    choices = list(takewhile(lambda slot: isinstance(slot, Choice), offer.slots))
    starts = [(offer.verb, *words) for words in product(*(slot.words for slot in choices if isinstance(slot, Choice)))]
    match offer.slots[len(choices) :]:
        case ():
            yield from ((words, True) for words in starts)
        case (Range() as span,):
            if choices:
                yield from ((words, False) for words in starts)
            for words in starts if not choices else {draft} & {*starts}:
                yield from (((*words, str(amount)), True) for amount in _amounts(look, span))


def _amounts(look: AnyLook, span: Range) -> tuple[int, ...]:
    return tuple(amount for amount in look.amounts if amount in span) or amounts(span)


def _five(look: AnyLook, face: Face, seen: AnyView, words: Words, language: Language) -> list[Key]:
    """The button by which the impatient make this move five times, where there may be one."""
    if words != (look.five,):
        return []
    return [key(plain(look.label(words * FIVE, seen, language)), _play(face, (AND.join(words * FIVE),)))]


def _asked_amount(span: Range, language: Language) -> str:
    if span.high is None:
        return language.gettext("From {low} up: press a button or write a number.", low=span.low)
    return language.gettext("From {low} to {high}: press a button or write a number.", low=span.low, high=span.high)


def _play(face: Face, words: Words) -> Play:
    return Play(face.id, face.count, " ".join(words))


class Walk:
    """One seat's way through its offers, while its screen is made: everything it may do, one step at a time.

    `path` are the words it has chosen so far; `hand` its cards as they are sorted.
    """

    def __init__(self, look: AnyLook, face: Face, view: AnyView, language: Language, scene: Scene) -> None:
        self.look, self.face, self.view, self.language = look, face, view, language
        self.offers = tuple(GAMES[face.game].offers(view))
        self.large = scene.large
        groups = scene.hand or ()
        self.lines: tuple[tuple[Card, ...], ...] = by_suit(groups) if self.large else (tuple(chain(*groups)),)
        self.hand: tuple[Card, ...] = tuple(chain(*self.lines))
        self._known: dict[Words, Ahead] = {}
        draft = tuple(face.drafts.get(view.seat, "").split()) if view.seat is not None else ()
        step = self.ahead(draft)
        self.path: Words = draft if step.words or step.amount or step.text or step.done else ()

    def ahead(self, path: Words) -> Ahead:
        """What may follow these words."""
        if path not in self._known:
            self._known[path] = ahead(self.offers, path)
        return self._known[path]

    def question(self) -> str:
        """What the second tap is asked for, in place of what the first was; empty where there is nothing to say."""
        return self.look.warning(self.path, self.view, self.language) if self.path else ""

    def note(self) -> tuple[str, ...]:
        """What is told beside the buttons: what is chosen so far and how many cards it wants, how much it may be."""
        if not self.path or self.question():
            return ()
        step = self.ahead(self.path)
        if chosen := [word for word in self.path[1:] if word in self.hand]:
            cards = self.language.cards(chosen)
            if not step.wanting:
                return (self.language.gettext("Chosen: {cards}", cards=cards),)
            said = self.language.ngettext(
                "Chosen: {cards}, and {n} more card is wanted",
                "Chosen: {cards}, and {n} more cards are wanted",
                step.wanting,
                cards=cards,
            )
            return (said,)
        return (_asked_amount(step.amount, self.language),) if step.amount else ()

    def rows(self) -> list[Row]:
        """The buttons for this step."""
        return self._onward() if self.path else self._start()

    def _start(self) -> list[Row]:
        """Cards first, then the choices that need no card. Where two verbs want cards, one chooses the verb first."""
        verbs = self.ahead(()).words
        steps = {verb: self.ahead((verb,)) for verb in verbs}
        carded = [verb for verb in verbs if self._cards(steps[verb])]
        rows: list[Row] = []
        if len(carded) == 1:
            rows += self._hand((carded[0],), steps[carded[0]])
        singles: list[Key] = [self._chosen((verb,)) for verb in carded] if len(carded) > 1 else []
        for verb in verbs:
            step = steps[verb]
            if verb in carded:
                continue
            if step.done:
                singles.append(self._button((verb,)))
                singles += _five(self.look, self.face, self.view, (verb,), self.language)
            rows += self._listed((verb,), step)
            if step.amount and self.look.warning((verb,), self.view, self.language):
                singles.append(self._chosen((verb,)))
            elif step.amount:
                rows += self._priced((verb,), step.amount)
        return [*rows, *self._in_rows(singles)]

    def _onward(self) -> list[Row]:
        """What may follow the words chosen, the move itself where they are one, and the way back."""
        step = self.ahead(self.path)
        rows = self._hand(self.path, step) if self._cards(step) else self._listed(self.path, step)
        if step.amount:
            rows += self._priced(self.path, step.amount)
        if step.done:
            grave = self.look.warning(self.path, self.view, self.language)
            rows.append([key(self._label(self.path), _play(self.face, self.path), "danger" if grave else "primary")])
        back = self.path[:-1] if len(self.path) > 2 else ()
        return [*rows, [key(self.language.gettext("« Back"), Choose(self.face.id, self.face.count, " ".join(back)))]]

    def _label(self, words: Words) -> str:
        return plain(self.look.label(words, self.view, self.language))

    def _button(self, words: Words, text: str = "") -> Key:
        """Plays the words where nothing can follow and no warning is due; else chooses them."""
        step = self.ahead(words)
        more = step.words or step.amount or step.text
        if step.done and not more and not self.look.warning(words, self.view, self.language):
            return key(text or self._label(words), _play(self.face, words))
        return self._chosen(words, text)

    def _chosen(self, words: Words, text: str = "") -> Key:
        return key(text or self._label(words), Choose(self.face.id, self.face.count, " ".join(words)))

    def _cards(self, step: Ahead) -> dict[str, str]:
        """The card of one's own that each next word plays, empty where they are not such. `7S:8S` plays the second."""
        own = {word.split(":")[-1]: word for word in step.words}
        return own if step.words and len(own) == len(step.words) and set(own) <= set(self.hand) else {}

    def _hand(self, path: Words, step: Ahead) -> list[Row]:
        """The whole hand: what may follow, what is chosen, and dimmed what may not be played now."""
        own = self._cards(step)

        def shown(card: "Card") -> Key:
            text = self.language.card(card)
            if card in own:
                return self._button((*path, own[card]), text)
            return dim(f"✓ {text}" if card in path else text)

        widest = BIG_CARDS_WIDE if self.large else CARDS_WIDE
        return [row for line in self.lines for row in in_rows([*map(shown, line)], widest)]

    def _listed(self, path: Words, step: Ahead) -> list[Row]:
        return self._in_rows([self._button((*path, word)) for word in step.words])

    def _priced(self, path: Words, span: Range) -> list[Row]:
        return self._in_rows([self._button((*path, str(amount))) for amount in _amounts(self.look, span)])

    def _in_rows(self, keys: Sequence[Key]) -> list[Row]:
        return by_length(keys, BIG_ROOM) if self.large else by_length(keys)
