"""How durachki looks: the bout in the middle, numbers of cards round it, covers and leads in private.

What does not ask what may be led serves its English cousin too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.language import N_, Language, sorted_hand, strong
from bot.screens.look import (
    Face,
    Kind,
    Look,
    Names,
    OptionLook,
    Rules,
    Weighty,
    Words,
    event_by_event,
    in_chips,
    look,
    looking_on,
    undealt,
    undealt_by,
    watching,
)
from bot.screens.scene import Pile, Place, Scene, Zone
from bot.tables.model import OptionValue
from games.bout import Seen, T, Table
from games.cards import Cards
from games.core import Event, Json


def scene(seen: Seen[T], face: Face, language: Language, *, stock: bool = True) -> Scene:
    """The bout, the trump and the talon, and how many cards everybody holds. `stock`: whether the deal left any."""
    table, names = seen.table, language.names(face)
    trump = (language.gettext("trump {suit}", suit=language.suit(table.trump)),) if table.trump else ()
    return Scene(
        title=language.gettext(look(face.game).title),
        facts=() if stock else trump,
        zones=(*(_stock(seen, language) if stock else ()), *_bout(table, names)),
        places=tuple(
            Place(
                seat,
                name,
                count=seen.sizes[seat] if seat in table.seats_in else None,
                marks=_marks(table, seat, language),
                turn=seat in _awaited(table),
            )
            for seat, name in enumerate(names[: table.seats])
        ),
        hand=None if seen.hand is None or not table.trump else sorted_hand(seen.hand, table.trump),
        asked=_asked(seen, names, language),
        holds=undealt_by(names[table.dealer], language) if table.phase == "cut" else "",
    )


def _stock(seen: Seen[T], language: Language) -> tuple[Zone, ...]:
    """The turned-up trump lies under the talon; when it is gone its suit is still to be told."""
    table = seen.table
    if not table.trump:
        return ()
    sign = "" if table.turned else language.suit(table.trump)
    title = language.gettext("trump {suit}", suit=sign).strip()
    return (Zone("stock", (Pile(table.turned, under=seen.down[0]),), title=title),)


def _bout(table: Table, names: Names) -> tuple[Zone, ...]:
    if table.phase not in ("lead", "cover"):
        return ()
    title = f"{names[table.attacker]} → {names[table.defender]}"
    piles = tuple(Pile((attack,) if cover is None else (attack, cover)) for attack, cover in table.bout)
    return (Zone("bout", piles, title=title + ":" if piles else title),)


def _marks(table: Table, seat: int, language: Language) -> tuple[str, ...]:
    if seat == table.fool:
        return (language.gettext("the durachok"),)
    if table.trump and seat not in table.seats_in:
        return (language.gettext("out"),)
    return ()


def _awaited(table: Table) -> tuple[int, ...]:
    return {"cut": (table.dealer,), "lead": (table.attacker,), "cover": (table.defender,)}.get(table.phase, ())


def _asked(seen: Seen[T], names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    table, seat = seen.table, seen.seat
    match table.phase:
        case "cut" if seat == table.dealer and _may_cut(table):
            return language.gettext("The durachok’s cap is yours: deal. Or wait, somebody may cut.")
        case "cut" if seat == table.dealer:
            return language.gettext("The durachok’s cap is yours: deal.")
        case "cut" if seat is not None and seat not in table.cutters:
            return language.gettext(
                "{name} deals. Who cuts takes the durachok’s cap.", name=strong(names[table.dealer])
            )
        case "cut":
            return language.gettext("{name} deals.", name=strong(names[table.dealer]))
        case "lead" if seat == table.attacker:
            return language.gettext("Your lead, to {name}.", name=strong(names[table.defender]))
        case "lead":
            return language.gettext("{name} leads.", name=strong(names[table.attacker]))
        case "cover" if seat == table.defender:
            return language.gettext("Cover what was led, or take it.")
        case "cover":
            return language.gettext("{name} covers or takes.", name=strong(names[table.defender]))
        case _:
            return ""


def _may_cut(table: Table) -> bool:
    """Whether anybody is left who may cut the pack of whoever deals now."""
    return any(seat != table.dealer and seat not in table.cutters for seat in range(table.seats))


def told(event: Event, names: Names, language: Language) -> str | None:  # noqa: C901, PLR0911  # one line an event
    """What the bout itself does not show."""
    name = names[event.seat] if event.seat is not None else ""
    match event.event:
        case "dealer":
            return Weighty(language.gettext("The lot falls on {name} to deal.", name=name))
        case "trump" if event.seat is not None:
            said = language.gettext("{name} is dealt the trump {card}", name=name, card=language.cards(event.cards))
            return Weighty(said)
        case "cuts":
            return Weighty(language.gettext("{name} cuts, and wears the durachok’s cap!", name=name))
        case "swaps":
            laid, fetched = event.cards
            return language.gettext(
                "{name}: {card} for the trump {trump}",
                name=name,
                card=language.card(laid),
                trump=language.card(fetched),
            )
        case "beats":
            return language.gettext("{name}: all covered", name=name)
        case "takes":
            return f"{name}: {language.more_cards(len(event.cards))}"
        case "drew":
            return language.gettext("From the stock to you: {cards}", cards=language.cards(event.cards))
        case "draws_trump":
            return language.gettext("{name} draws the trump {card}", name=name, card=language.cards(event.cards))
        case "out":
            return Weighty(language.gettext("{name} is out of cards", name=name))
        case "level":
            return language.gettext("Nobody is left with cards")
        case "endless":
            return language.gettext("{n} takes and no end in sight", n=event.amount)
        case _:
            return None


def drawn_once(
    line: Callable[[Event, Names, Language], str | None],
) -> Callable[[Sequence[Event], Any, Names, Language], Iterator[str]]:
    """A `told` of a line an event, but of the trump drawn none for whoever has heard of it among the own cards."""
    by_event = event_by_event(line)

    def told(events: Sequence[Event], view: Any, names: Names, language: Language) -> Iterator[str]:
        twins = zip((None, *events), events, strict=False)
        once = [event for own, event in twins if not (event.event == "draws_trump" and own and own.event == "drew")]
        return by_event(once, view, names, language)

    return told


def label(words: Words, _seen: Seen[T], language: Language) -> str:
    """The cards say most: a lead names them all, a cover what lies on what."""
    match words:
        case ("lead", *cards):
            return language.gettext("Lead {cards}", cards=language.cards(cards))
        case ("cover", pair):
            attack, card = pair.split(":")
            return language.gettext("{card} on {under}", card=language.card(card), under=language.card(attack))
        case ("take",):
            return language.gettext("Take")
        case ("swap",):
            return language.gettext("Fetch the trump")
        case ("cut",):
            return language.gettext("Cut")
        case _:
            return language.pgettext("button", "Deal")


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """Who is the fool."""
    fool = outcome["fool"]
    if isinstance(fool, int):
        return (language.gettext("The durachok is {name}.", name=strong(names[fool])),)
    return (language.gettext("Nobody is the durachok this time."),)


def cap(seen: Seen[T], language: Language) -> str:
    """Counsel while the durachok's cap may still change heads."""
    if seen.seat == seen.table.dealer and not _may_cut(seen.table):
        return language.gettext("Deal: everybody has cut, so nobody can take the cap from you any more.")
    if seen.seat == seen.table.dealer:
        return language.gettext("Take your time with the deal: somebody may forget the cap, and cut.")
    return language.gettext("Leave the pack alone: whoever cuts for the durachok is the durachok.")


def meanwhile(seen: Seen[T], language: Language) -> str:
    """For whoever waits, or has no cards any more."""
    if not seen.table.trump:
        return undealt(language)
    return watching(seen, language) if seen.seat in seen.table.seats_in else looking_on(language)


def advice(seen: Seen[Table], language: Language) -> str:
    """The book's counsel, by how thick the talon is and what is to be done."""
    table, left = seen.table, seen.down[0] + len(seen.table.turned)
    held = len(seen.hand or ())
    if table.phase == "cut":
        return cap(seen, language)
    if table.phase == "cover":
        if left > 3:
            return language.gettext(
                "While the stock is thick, take without fear rather than beat with a high card, "
                "above all with one of a pair."
            )
        return language.gettext("The stock is nearly gone: get rid of your cards at any price.")
    if held > 7:
        return language.gettext("A fat hand gets thinner by threes and fives: lead them.")
    if not left and len(table.seats_in) == 2:
        return language.gettext(
            "Two are left: lead a three or a five with one card in it that cannot be beaten, "
            "and the other is the durachok."
        )
    return language.gettext("Rather lead one low card than a three of good suits, and keep your trumps for later.")


def _dealer(value: OptionValue, names: Names, language: Language) -> str:
    return names[value] if isinstance(value, int) and value < len(names) else language.gettext("by lot")


LOT = N_("Where nobody has lost yet, or whoever did is away or a computer, the dealer is drawn by lot.")
NEXT_TIME = N_("{name} deals next time, if at the table.")
"""What comes of a loss that the chat remembers."""

STAKE = OptionLook("stake", N_("Stake"), (1, 2, 5, 10), in_chips)
DEALER = OptionLook("dealer", N_("First dealer"), (None,), _dealer, seat=True)
"""Of the games of this kind in which no fool is remembered."""

LOOK: Look[Table, Cards] = Look(
    title=N_("Little fools"),
    about=N_("Thirty-six cards, and whoever is left with some of them is the durachok, the fool."),
    kind=Kind.BEATING,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "From two to seven play with 36 cards, five to each. The next card is turned up: its suit is trump, "
                "and it lies under the stock and is drawn last."
            ),
            N_("The dealer’s left neighbour leads first."),
            N_(
                "Lead to your left neighbour: one card, a three (two of one rank and any third) or a five "
                "(two pairs and any fifth), but no more than your neighbour holds."
            ),
            N_(
                "They are covered card by card: with a higher one of the suit, or with a trump on a plain card. "
                "All covered: these cards leave the game, both draw up to five, and the defender leads next. "
                "Cannot or will not: the defender takes everything and draws nothing, the leader draws, "
                "and the next neighbour leads."
            ),
            N_("The six of trumps fetches the turned-up trump while it lies there."),
            N_(
                "When the stock is gone, whoever has no cards after a bout is out; a last card led must still be "
                "covered or taken. The last one with two cards or more is the durachok, pays the stake to everybody "
                "and deals next time; whoever cuts then takes over the title."
            ),
        ),
        ours=(
            LOT,
            N_("The leader draws first, then the defender."),
            N_("The six of trumps is exchanged on your own turn only: to lead or to cover."),
            N_("Covers laid before a take are taken too."),
            N_("You may lead less than you could: one card from a pair, say."),
            N_("Thirty-six takes in a row end the game without a durachok."),
            N_(
                "When your time runs out, your lowest plain card is led, or your lowest trump if you have no other; "
                "what was led to you is taken; a dealer deals."
            ),
        ),
    ),
    options=(
        STAKE,
        replace(DEALER, title=N_("First dealer, if there is no fool")),
    ),
    scene=scene,
    told=drawn_once(told),
    label=label,
    result=result,
    advice=advice,
    meanwhile=meanwhile,
    next_time=NEXT_TIME,
    public=("deal", "cut", "take"),
    hand=N_("My cards"),
)
