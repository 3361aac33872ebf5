"""How Tartar looks: a line a marker, with the way that it has gone, and its card when all are opened."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from bot.language import N_, Language, apart, in_lines, strong
from bot.screens.look import (
    Face,
    Kind,
    Look,
    Names,
    OptionLook,
    Rules,
    Weighty,
    Words,
    in_chips,
    looking_on,
    undealt_by,
    watching,
)
from bot.screens.looks import banking
from bot.screens.scene import Place, Scene, Track
from bot.tables.model import OptionValue
from games.cards import Card, rank
from games.core import Event, Json, View
from games.tartar import Hand, Table, coming, gave_away, turn

Seen = View[Table, Hand]

LOW = 5
"""The rank of a seven: such a card and any below are better exchanged."""


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """Everybody's marker; face-down cards so long as they are not opened."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=_facts(table, language),
        counts=(language.gettext("deal {n}", n=table.deals),) if table.deals else (),
        places=tuple(
            Place(
                seat,
                names[seat],
                cards=(None,) * seen.sizes[seat] + table.open[seat],
                track=Track(lines, table.options.lines),
                marks=() if seat in table.seats_in else (language.gettext("in the circle"),),
                turn=seat in turn(table),
            )
            for seat, lines in enumerate(table.at)
        ),
        hand=(seen.hand.card,) if seen.hand and seen.hand.card else None,
        note=_remembered(seen, names, language),
        asked=_asked(seen, names, language),
        holds=undealt_by(names[table.dealer], language) if table.phase == "deal" and not table.deals else "",
    )


def _facts(table: Table, language: Language) -> tuple[str, ...]:
    pool = table.options.stake * len(table.at)
    return (language.gettext("at stake: {chips}", chips=language.chips(pool)),)


def _remembered(seen: Seen, names: Names, language: Language) -> tuple[str, ...]:
    """What the reader alone knows of this deal beside the card in hand: which it was dealt, and where others went."""
    if seen.hand is None or seen.seat is None:
        return ()
    given = [note.split(":") for note in seen.hand.gave]
    dealt = given[0][1] if given else "".join(seen.table.open[seen.seat])
    said = [language.gettext("Dealt to you: {card}", card=language.card(dealt))] if dealt else []
    if given:
        gone = (f"{language.card(card)} → {names[int(seat)]}" for seat, card in given)
        said.append(language.gettext("You gave away: {cards}", cards=", ".join(gone)))
    return tuple(filter(None, (in_lines(said),)))


def _asked(seen: Seen, names: Names, language: Language) -> str:
    """Who deals, or whose turn it is to exchange."""
    table, own = seen.table, seen.seat in turn(seen.table)
    match table.phase:
        case "deal" if own:
            return language.gettext("It is for you to deal.")
        case "deal":
            return language.gettext("{name} deals.", name=strong(names[table.dealer]))
        case "exchange" if own:
            return language.gettext("Exchange your card with the next player, or keep it?")
        case "exchange":
            return language.gettext("{name}: exchange, or keep?", name=strong(names[table.asked]))
        case _:
            return ""


def told(events: Sequence[Event], seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """A line for each kind of thing that befell some in this deal, with all whom it befell, the latest kind last.

    What everybody chose makes one line together; a duty done makes none."""
    begun = max((place for place, event in enumerate(events) if event.event == "deals"), default=0)
    free = seen.table.options.exchange == "optional"
    lines: dict[str, list[Event]] = {}
    for event in events[begun:]:
        if event.event in TOLD or (free and event.event in CHOSEN):
            kind = _kind(event)
            lines[kind] = [*lines.pop(kind, []), event]
    for kind, group in lines.items():
        line = _line(kind, group, names, language)
        yield Weighty(line) if kind in WEIGHTY else line


TOLD = {"dealer", "king", "steps", "void", "out", "wins"}
CHOSEN = {"swaps", "keeps"}
"""Events that make a line, and those that do where they were a choice."""

WEIGHTY = {"king", "void", "out", "wins"}

CHOICES = 6
"""So many choices, the latest ones, are told."""


def _kind(event: Event) -> str:
    """Events of one kind make one line."""
    if event.event == "steps":
        return "lowest" if event.amount == 1 else "ace"
    return "chosen" if event.event in CHOSEN else event.event


def _line(kind: str, group: Sequence[Event], names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a kind
    who = ", ".join(names[event.seat or 0] for event in group)
    match kind:
        case "dealer":
            return language.gettext("The lot falls on {name} to deal first.", name=who)
        case "king":
            kings = (f"{apart(names[event.seat or 0])} {language.cards(event.cards)}" for event in group)
            return language.gettext("A king stays: {names}", names=", ".join(kings))
        case "chosen":
            alike = groupby(group[-CHOICES:], key=lambda event: event.event)
            return in_lines(_chosen(each, list(some), names, language) for each, some in alike)
        case "lowest":
            return language.gettext("Lowest card, one line down: {names}", names=who)
        case "ace":
            return language.gettext("Ace, two lines down: {names}", names=who)
        case "void":
            return language.gettext("All would be in the circle at once: nobody steps, and it is dealt anew.")
        case "out":
            return language.gettext("Into the circle: {names}", names=who)
        case _:
            chips = language.chips(group[0].amount or 0)
            return language.gettext("{name} alone is above the circle: {chips}!", name=who, chips=chips)


def _chosen(choice: str, group: Sequence[Event], names: Names, language: Language) -> str:
    if choice == "keeps":
        return language.gettext("No exchange: {names}", names=", ".join(names[event.seat or 0] for event in group))
    return ", ".join(f"{names[event.seat or 0]} ⇄ {names[event.to or 0]}" for event in group)


def label(words: Words, _seen: Seen, language: Language) -> str:
    """Three words."""
    return {
        "deal": language.pgettext("button", "Deal"),
        "swap": language.pgettext("button", "Exchange"),
        "keep": language.gettext("Keep the card"),
    }[words[0]]


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """Who is left."""
    winner = outcome["winner"]
    assert isinstance(winner, int)  # noqa: S101  # a seat
    return (language.gettext("The last above the circle: {name}.", name=strong(names[winner])),)


def advice(seen: Seen, language: Language) -> str:
    """Where one may choose, by the card; elsewhere there is nothing to be done."""
    if seen.table.phase != "exchange" or not seen.hand:
        return _luck(seen, language)
    held, back = seen.hand.card[0], coming(seen)
    if back and _worth(back) > _worth(held):
        return language.gettext(
            "The exchange would bring you {card}, which is better: exchange.", card=language.card(back)
        )
    if back:
        return language.gettext("The exchange would bring you {card}: keep your own.", card=language.card(back))
    if held[0] != "A" and any(0 <= _worth(card) < _worth(held) for card in gave_away(seen).values()):
        return language.gettext("You gave away a lower card than yours: keep it, for it is not the lowest.")
    if _poor(held):
        return language.gettext("With an ace or a low card one exchanges: hardly anything worse can come.")
    return language.gettext("With a middling card or a better one it is wiser to keep it.")


def _luck(seen: Seen, language: Language) -> str:
    """Counsel while there is nothing to be done but to deal, and for whoever waits for that."""
    if seen.table.options.exchange == "optional":
        return language.gettext("When you are asked, exchange an ace or a low card, and keep a middling one or better.")
    return language.gettext("Here one can only hope for kings, and part with a low card as if it were a good one.")


def meanwhile(seen: Seen, language: Language) -> str:
    """For whoever waits for the deal or for others to choose, or has a marker in the circle."""
    if seen.seat not in seen.table.seats_in:
        return looking_on(language)
    return watching(seen, language) if seen.table.phase == "exchange" else _luck(seen, language)


def _worth(card: Card) -> int:
    """The higher the better; aces are the worst."""
    return -1 if card[0] == "A" else rank(card)


def _poor(card: Card) -> bool:
    return card[0] == "A" or rank(card) <= LOW


def _lines(value: OptionValue, _names: Names, language: Language) -> str:
    return language.ngettext("{n} line", "{n} lines", value) if isinstance(value, int) else ""


def _exchange(value: OptionValue, _names: Names, language: Language) -> str:
    return language.gettext("compulsory") if value == "obligatory" else language.gettext("optional")


LOOK: Look[Table, Hand] = Look(
    title=N_("Tartar"),
    about=N_("Markers walk down the chalk lines to the infernal circle; the last one above it takes all."),
    kind=Kind.LOTTERY,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_("Everybody puts a marker with a stake on the first of the lines that lead down to the infernal circle."),
            N_(
                "A card each, face down. In turn from the dealer’s left, everybody exchanges cards with the next "
                "player, unseen."
            ),
            N_("Whoever has a king says so, neither gives nor takes, and is passed by in the exchange."),
            N_("Then all cards are opened. The lowest goes one line down, and every ace two."),
            N_("A marker that comes to the circle is lost with its stake. The last one above it takes all the stakes."),
        ),
        ours=(
            N_("No more than twenty play. The last one, the dealer, exchanges with the first."),
            N_("Equal lowest cards go down together. Aces stand apart: they are not the lowest, they are worse."),
            N_("If a round would bring everybody left to the circle, it does not count and is dealt anew."),
            N_("After each round the next player still above the circle deals."),
            N_("By agreement the exchange is free, as in Cuckoo: one may keep the card, but not refuse another’s."),
            N_("When your time runs out you deal, or keep your card."),
        ),
    ),
    options=(
        OptionLook("lines", N_("Depth"), (3, 5, 7, 9), _lines),
        OptionLook("exchange", N_("The exchange"), ("obligatory", "optional"), _exchange),
        OptionLook("stake", N_("Stake"), (1, 2, 5, 10), in_chips),
        OptionLook("dealer", N_("First dealer"), (None,), banking.dealer, seat=True),
    ),
    scene=scene,
    told=told,
    label=label,
    result=result,
    advice=advice,
    meanwhile=meanwhile,
    public=("deal", "swap", "keep"),
    hand=N_("My card"),
)
