"""Scenes in words: the group's message, the private one beside it, and both in one. The result is Telegram's HTML."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from bot.language import Language, apart, by_suit, dotted, in_lines, strong, tied, width
from bot.screens.scene import Pile, Place, Scene, Track, Zone
from games.cards import Card

LONGEST = 4096
"""Telegram's limit on a text, in characters after the HTML is parsed."""

BENEATH = 11
"""So many cards beneath the top one of a heap are shown to all: a dozen with it. Who holds cards is shown the whole."""

APART = "   "
"""Between the cards of a hand that is shown large."""

_MENTION = re.compile("\x06(\\d+)\x07(.*?)\x08")


def html(text: str) -> str:
    """The text for a message, whatever anybody wrote into it."""
    marked = escape(text, quote=False)
    for mark, tag in (("\x02", "<b>"), ("\x03", "</b>"), ("\x04", "<code>"), ("\x05", "</code>")):
        marked = marked.replace(mark, tag)
    return _MENTION.sub(r'<a href="tg://user?id=\1">\2</a>', marked) if "\x06" in marked else marked


def table_text(scene: Scene, language: Language) -> str:
    """What all the people at the table see."""
    head = dotted((strong(scene.title), *scene.facts, *scene.counts, *_stocks(scene, language)))
    return _joined(head, *_zones(scene, language, BENEATH), *_places(scene, language), *scene.told, scene.asked)


def hand_text(scene: Scene, language: Language, chat: str) -> str:
    """What one player sees: which table it is, the hand, the table in few lines, and what is to be done."""
    head = _named(scene, chat)
    return _joined(
        head,
        dotted((*scene.facts, *scene.counts, *_stocks(scene, language))),
        *_zones(scene, language),
        _line_of_places(scene, language),
        *scene.told,
        *_hand(scene, language),
        *scene.note,
        scene.asked,
    )


def quiet_text(scene: Scene, seat: int | None, language: Language, chat: str) -> str:
    """What a player sees who can do nothing now: which table it is, what holds there for a while, and what is the
    player's own. What others' moves change is left out, so that they need not be brought there."""
    own = tuple(_open(place) for place in scene.places if place.seat == seat)
    return _joined(
        _named(scene, chat),
        dotted((*scene.facts, *_turned(scene, language))),
        *_places(replace(scene, places=tuple(filter(_stands_out, own))), language),
        *_hand(scene, language),
        *scene.note,
        scene.asked,
    )


def own_text(scene: Scene, seat: int | None, language: Language) -> str:
    """What is a player's own, and what is to be done, where a text has no markup: the place, where more is to be said
    of it than a name, and the hand."""
    own = (_open(place) for place in scene.places if place.seat == seat)
    held = "  ".join(language.cards(group) for group in scene.hand or ())
    lines = (*(_place(place, language) for place in own if _stands_out(place)), held, *scene.note, scene.asked)
    return "\n".join(line for line in lines if line)


def whole_text(scene: Scene, language: Language) -> str:
    """Table and hand in one message."""
    head = dotted((strong(scene.title), *scene.facts, *scene.counts, *_stocks(scene, language)))
    return _joined(
        head,
        *_zones(scene, language),
        *_places(scene, language),
        *scene.told,
        *_hand(scene, language),
        *scene.note,
        scene.asked,
    )


def _named(scene: Scene, chat: str) -> str:
    return dotted((strong(scene.title), *([chat] if chat else ())))


def _joined(*lines: str) -> str:
    return html("\n".join(line for line in lines if line).rstrip("\n"))


def _hand(scene: Scene, language: Language) -> tuple[str, ...]:
    if scene.hand is None:
        return ()
    if scene.large and any(scene.hand):
        return _large(scene.hand, language)
    groups = [language.cards(group) for group in scene.hand if group]
    return (in_lines(groups or ("—",), _held(scene.hand, language)),)


def _held(hand: Sequence[Sequence[Card]], language: Language) -> str:
    """The words before the cards of a hand."""
    one = sum(map(len, hand)) == 1
    return language.gettext("Your card: {cards}" if one else "Your cards: {cards}", cards="").rstrip()


def _large(hand: Sequence[Sequence[Card]], language: Language) -> tuple[str, ...]:
    """A suit a line, in heavy type and wide apart, with air above and below."""
    suits = "\n".join(strong(APART.join(map(language.card, line))) for line in by_suit(hand))
    return (f"\n{_held(hand, language)}", f"{suits}\n")


# Zones


def _zones(scene: Scene, language: Language, beneath: int | None = None) -> tuple[str, ...]:
    return tuple(line for zone in scene.zones if zone.kind != "stock" for line in _zone(zone, language, beneath))


def _stocks(scene: Scene, language: Language) -> tuple[str, ...]:
    """What is to be drawn, in the head of a message: the card turned up with it, and how many are left."""
    stocks = [zone for zone in scene.zones if zone.kind == "stock"]
    return (*_turned(scene, language), *(_left(zone, language) for zone in stocks))


def _turned(scene: Scene, language: Language) -> tuple[str, ...]:
    """The card turned up with each stock, or what is still to be told of it."""
    found = (
        " ".join(filter(None, (zone.title, language.cards(card for pile in zone.piles for card in pile.cards))))
        for zone in scene.zones
        if zone.kind == "stock"
    )
    return tuple(filter(None, found))


def _left(stock: Zone, language: Language) -> str:
    left = sum(pile.under + len(pile.cards) for pile in stock.piles)
    if not left:
        return language.gettext("the stock is gone")
    return language.ngettext("{n} card in the stock", "{n} cards in the stock", left)


def _zone(zone: Zone, language: Language, beneath: int | None) -> tuple[str, ...]:
    title = f"{zone.title} " if zone.title else ""
    match zone.kind:
        case "bout":
            pairs = "   ".join(_beaten(pile, language) for pile in zone.piles)
            return (title + pairs,) if pairs else ((zone.title,) if zone.title else ())
        case "grid":
            cells = [_celled(pile, language) for pile in zone.piles]
            widths = [max(map(width, cells[column :: zone.columns]), default=0) for column in range(zone.columns)]
            rows = (cells[start : start + zone.columns] for start in range(0, len(cells), zone.columns))
            lines = (" ".join(map(_filled, row, widths)).rstrip() for row in rows)
            return (*((zone.title,) if zone.title else ()), *(f"\x04{line}\x05" for line in lines))
        case "heaps":
            return (zone.title, dotted(_top(pile, language) for pile in zone.piles))
        case "heap":
            return tuple(line for pile in zone.piles for line in _heap(title, pile, beneath, language))
        case _:
            return (dotted((_stacked(pile, language) for pile in zone.piles), zone.title),)


def _celled(pile: Pile, language: Language) -> str:
    """A pile in a grid, which has to stand in the width of a telephone: signs as wide as emoji need no stroke."""
    cell = _stacked(pile, language)
    return cell.replace("/", "") if language.four_colours else cell


def _filled(cell: str, most: int) -> str:
    return cell + " " * (most - width(cell))


def _beaten(pile: Pile, language: Language) -> str:
    if len(pile.cards) < 2:
        return tied(f"{language.cards(pile.cards)} …")
    under, over = (language.card(card) for card in (pile.cards[0], pile.cards[-1]))
    return tied(language.pgettext("card", "{under} under {over}", under=under, over=over))


def _stacked(pile: Pile, language: Language) -> str:
    """A pile by its top card, what lies beneath it after a stroke."""
    words = "/".join(language.card(card) for card in reversed(pile.cards)) or "—"
    return tied(f"{pile.label} {words}") if pile.label else words


def _heap(title: str, pile: Pile, beneath: int | None, language: Language) -> Iterator[str]:
    """The top card alone, since it is what matters; under it the others, or so many of them (None: all)."""
    top, *under = reversed(pile.cards)
    yield title + strong(language.card(top))
    shown, more = language.cards(under[:beneath]), len(under) - len(under[:beneath])
    if more:
        yield language.ngettext(
            "Under it: {cards}, and {n} card more", "Under it: {cards}, and {n} cards more", more, cards=shown
        )
    elif shown:
        yield language.gettext("Under it: {cards}", cards=shown)


def _top(pile: Pile, language: Language) -> str:
    return language.card(pile.cards[-1]) if pile.cards else tied(f"{pile.label} —")


# Places


def _places(scene: Scene, language: Language) -> tuple[str, ...]:
    """A line each where there is more to say than a number of cards, else all in one line."""
    if any(place.cards or place.chips or place.track for place in scene.places):
        return tuple(_place(place, language) for place in scene.places)
    return (_line_of_places(scene, language),)


def _open(place: Place) -> Place:
    """The place without the hand, which its holder is shown as it is."""
    return replace(place, cards=tuple(card for card in place.cards if card), count=None)


def _stands_out(place: Place) -> bool:
    """Whether there is more to say of it than a name."""
    return bool(place.cards or place.chips or place.track or place.marks)


def _place(place: Place, language: Language) -> str:
    parts = (
        f"▸ {place.name}" if place.turn else place.name,
        _walked(place.track) if place.track else "",
        *(chips.words for chips in place.chips),
        language.cards(place.cards),
        *place.marks,
    )
    return "  ".join(part for part in parts if part)


def _line_of_places(scene: Scene, language: Language) -> str:
    return dotted(_short(place, language) for place in scene.places)


def _short(place: Place, language: Language) -> str:
    numbered = place.count is not None or (place.cards and not place.track and not place.staked)
    name = apart(place.name) if numbered else place.name
    named = name if place.count is None else f"{name}\N{NO-BREAK SPACE}{place.count}"
    track = _walked(place.track) if place.track else ""
    staked = ", ".join(chips.words for chips in place.staked)
    parts = (named, track, staked, language.cards(place.cards), *_bracketed(place.marks))
    return " ".join(part for part in parts if part)


def _bracketed(marks: Sequence[str]) -> tuple[str, ...]:
    """Words in brackets, for beside a name they would read as one sentence with it; signs as they are."""
    words = ", ".join(mark for mark in marks if mark[0].isalpha())
    return (*((f"({words})",) if words else ()), *(mark for mark in marks if not mark[0].isalpha()))


def _walked(track: Track) -> str:
    """The marker among the lines above the circle, or in it: `··●··○`, `·····◉`."""
    if track.at >= track.lines:
        return "·" * track.lines + "◉"
    return "·" * track.at + "●" + "·" * (track.lines - track.at - 1) + "○"
