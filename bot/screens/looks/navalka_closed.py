"""How the closed navalka looks: the heap, the trump under the stock, and who is out."""

from collections.abc import Mapping
from dataclasses import replace

from bot.language import N_, Language, strong
from bot.screens.look import Face, Kind, Look, Names, OptionLook, Rules, looking_on, watching
from bot.screens.looks import durachki, heaps
from bot.screens.scene import Pile, Place, Scene, Zone
from games.beating import first_in
from games.cards import Cards, suit
from games.core import Json
from games.navalka_closed import Seen, Table


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The heap and the stock."""
    shown = marked(heaps.scene(seen, face, language), seen.table, language)
    return replace(shown, zones=(*_stock(seen, language), *shown.zones))


def marked(shown: Scene, table: Table, language: Language) -> Scene:
    """The same scene with who is out, who sits out and who has lost."""
    return replace(shown, places=tuple(_place(place, table, language) for place in shown.places))


def _place(place: Place, table: Table, language: Language) -> Place:
    if place.seat == table.loser:
        return replace(place, marks=(language.gettext("has lost"),))
    if not table.seats_in or place.seat in table.seats_in:
        return place
    out = language.gettext("out") if place.seat in table.players else language.gettext("sits out")
    return replace(place, count=None, marks=(out,))


def _stock(seen: Seen, language: Language) -> tuple[Zone, ...]:
    table = seen.table
    if not table.trumps:
        return ()
    sign = "" if table.turned else language.suit(table.trumps[0])
    title = language.gettext("trump {suit}", suit=sign).strip()
    return (Zone("stock", (Pile(table.turned, under=seen.down[0]),), title=title),)


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """Who has lost."""
    loser = outcome["loser"]
    if isinstance(loser, int):
        return (language.gettext("{loser} has lost: all the others are out.", loser=strong(names[loser])),)
    return (language.gettext("Nobody has lost this time."),)


def advice(seen: Seen, language: Language) -> str:
    """The book's counsel, by the phase, by what beats, and by how many cards the next has."""
    table, hand = seen.table, seen.hand or ()
    if table.phase == "beat":
        fit = heaps.beating(seen)
        if not fit:
            return heaps.nothing_beats(language)
        if any(suit(card) != table.trumps[0] for card in fit):
            return language.gettext(
                "Beat in suit, with the lowest that does it: trumps and high cards serve you later."
            )
        if len(fit) > 1 and sum(suit(card) == table.trumps[0] for card in hand) > 2:
            return language.gettext("You have trumps enough: beat with them, and keep the highest.")
        return language.gettext("Beat with trumps only when you have many of them.")
    others = [seat for seat in table.seats_in if seat != table.player]
    if others and seen.sizes[first_in((table.player + 1) % table.seats, others)] < 3:
        return language.gettext(
            "Your neighbour is nearly out: do not let that happen. Lay a card that cannot be beaten, but never a trump "
            "on one or two cards with a trump among them."
        )
    return language.gettext(
        "If the next one lacks a suit, lay it and drain the trumps. Gather one suit, or its top cards, for later."
    )


def meanwhile(seen: Seen, language: Language) -> str:
    """For whoever waits, has no cards any more, or was dealt no trump."""
    return watching(seen, language) if seen.seat in seen.table.seats_in else looking_on(language)


BEATING = (
    N_(
        "Each next one beats the top card of the heap, with a higher one of its suit or with a trump, and piles "
        "another card on it, which the next must beat in turn."
    ),
    N_(
        "Whoever beats with a last card piles nothing: the heap leaves the game, and the next one leads. "
        "Whoever has no cards is out; a last card led or piled must still be beaten or taken."
    ),
    N_("The last one with cards has lost, and pays the stake to each of the others."),
)
"""Rules of both navalkas."""

TAKING = N_("One may take although one could beat. After a take the next one leads.")
"""Of our rules one on both navalkas."""

TIME_OUT = N_(
    "When your time runs out, your lowest plain card is laid, or your lowest trump if you have no other; "
    "what is to be beaten is taken."
)


LOOK: Look[Table, Cards] = Look(
    title=N_("Closed pile-up"),
    about=N_("Beat the top of the heap and pile another card on it; the last one with cards has lost."),
    kind=Kind.BEATING,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "From two to six play with 36 cards, five to each, best three or four. The last card of the pack shows "
                "trump; it lies under the stock and is drawn last. The dealer’s left neighbour leads first."
            ),
            BEATING[0],
            N_(
                "While the stock lasts one draws, however many cards one holds: one card after a lead, "
                "two after beating and piling."
            ),
            N_("Whoever cannot beat takes the whole heap into hand and draws nothing."),
            *BEATING[1:],
        ),
        ours=(
            TAKING,
            N_("The trump is shown to all. The first dealer is drawn by lot."),
            N_(
                "After each beat and each take, see who still has cards. Whoever has just beaten and is the only one "
                "left with cards piles nothing more and has lost; if a last card is beaten by a last card, nobody has."
            ),
            N_("When the heap has been taken very often, as agreed, the game ends and nobody has lost."),
            TIME_OUT,
        ),
    ),
    options=(
        durachki.STAKE,
        durachki.DEALER,
        OptionLook("takes", N_("Undecided"), (50, 100, 200), heaps.takes),
    ),
    scene=scene,
    told=durachki.drawn_once(heaps.told),
    label=heaps.label,
    result=result,
    advice=advice,
    meanwhile=meanwhile,
    public=("take",),
    hand=N_("My cards"),
)
