"""How svoi kozyri look: the heap, and everybody's trump suit beside the name. Suits are chosen in public."""

from collections.abc import Mapping
from dataclasses import replace

from bot.language import N_, Language, strong
from bot.screens.look import (
    Face,
    Kind,
    Look,
    Names,
    OptionLook,
    Rules,
    Words,
    event_by_event,
    undealt,
    watching,
)
from bot.screens.looks import banking, durachki, heaps
from bot.screens.scene import Scene, Zone
from bot.tables.model import OptionValue
from games.beating import first_in
from games.cards import Card, Cards
from games.core import Event, Json
from games.heap import turn
from games.svoi_kozyri import Seen, Table


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The heap, with the trumps of each."""
    shown, table = heaps.scene(seen, face, language), seen.table
    places = tuple(
        replace(place, marks=(language.suit(trump),) if trump else (), turn=place.seat in turn(table))
        for place, trump in zip(shown.places, table.trumps, strict=True)
    )
    if table.phase != "trump":
        return replace(shown, places=places)
    names = language.names(face)
    return replace(
        shown, zones=_dealer(table, face, names, language), places=places, asked=_choosing(seen, names, language)
    )


def _dealer(table: Table, face: Face, names: Names, language: Language) -> tuple[Zone, ...]:
    """Who deals and why, where it is for a former game's sake, which need not be the chat's last one; of a lot it is
    told what came of it."""
    if "dealer" not in face.inherited:
        return ()
    said = language.gettext("{name} deals, having lost the last game they played.", name=names[table.dealer])
    return (Zone("bout", (), title=said),)


def _choosing(seen: Seen, names: Names, language: Language) -> str:
    awaited = turn(seen.table)
    if seen.seat in awaited:
        return language.gettext("Choose a trump suit of your own.")
    waiting = language.listed([strong(names[seat]) for seat in awaited])
    return language.gettext("Everybody chooses a trump suit. Still to choose: {names}.", names=waiting)


def told(event: Event, names: Names, language: Language) -> str | None:
    """What the heap and the marks beside the names do not show."""
    if event.event == "chooses" and event.seat is not None and event.text:
        return language.gettext("{name}: trumps {suit}", name=names[event.seat], suit=language.suit(event.text))
    if event.event == "wins" and event.seat is not None:
        return language.gettext("{name} wins!", name=names[event.seat])
    return heaps.told(event, names, language)


def label(words: Words, seen: Seen, language: Language) -> str:
    """A suit by its sign, a card by itself."""
    match words:
        case ("trump", sign):
            return language.suit(sign)
        case _:
            return heaps.label(words, seen, language)


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """Who has won, and who pays and why."""
    winner, loser = outcome["winner"], outcome["loser"]
    if isinstance(winner, int) and isinstance(loser, int):
        said = N_("{winner} wins. {loser} has lost, with most cards in hand.")
        return (language.gettext(said, winner=strong(names[winner]), loser=strong(names[loser])),)
    return (language.gettext("The heap was taken too often: nobody has won."),)


def advice(seen: Seen, language: Language) -> str:
    """The book's counsel, by the phase and by whether the next one's high trumps are in hand."""
    table, hand = seen.table, seen.hand or ()
    if table.phase == "trump":
        return language.gettext("No card is seen yet: any suit is as good as another.")
    if table.phase == "beat" and not heaps.beating(seen):
        return heaps.nothing_beats(language)
    if table.phase == "beat":
        return language.gettext(
            "Draw out the other’s trumps and high cards before you must take a heap; "
            "the lowest card that beats is enough."
        )
    others = [seat for seat in table.seats_in if seat != table.player]
    facing = table.trumps[first_in((table.player + 1) % table.seats, others)] if others else ""
    if len(table.heap) > 4 and _repelling(hand, table.heap, facing):
        return language.gettext(
            "The heap is large: pile an ace or a king of the next one’s trumps, which cannot be beaten."
        )
    return language.gettext(
        "Lay the suit of which you hold many, for the next may have none, or very few; "
        "and save up high trumps of the next."
    )


def meanwhile(seen: Seen, language: Language) -> str:
    """For whoever has chosen a suit, and for whoever waits for others to lay cards."""
    return undealt(language) if seen.table.phase == "trump" else watching(seen, language)


def _repelling(hand: Cards, heap: Cards, trump: str) -> bool:
    """Whether the hand has a card that the owner of these trumps cannot beat: the ace, or the king over the ace."""
    ace, king = Card(f"A{trump}"), Card(f"K{trump}")
    return ace in hand or (king in hand and ace in heap)


def _dealer_agreed(value: OptionValue, names: Names, language: Language) -> str:
    """Where the host names nobody the loser deals whom the chat remembers, or else the lot decides."""
    return language.gettext("the loser, or by lot") if value is None else banking.dealer(value, names, language)


LOOK: Look[Table, Cards] = Look(
    title=N_("Own trumps"),
    about=N_("Everybody has a trump suit of their own. Whoever is first without cards has won."),
    kind=Kind.BEATING,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "Four play at most, for everybody chooses a trump suit of their own, not yet taken. "
                "Then all 36 cards are dealt out."
            ),
            N_("The dealer’s left neighbour leads a card. It is the beginning of a heap."),
            N_(
                "Each next one beats the top card of the heap, with a higher one of its suit or with a trump of their "
                "own, and piles another card on it, which the next must beat in turn. A card of one’s own trumps is "
                "beaten by a higher one of them only."
            ),
            N_("Whoever cannot beat takes the whole heap into hand."),
            N_("Whoever has laid their last card, by a lead, a beat or a pile, has won, and the game is over at once."),
            N_("The loser deals the next game."),
        ),
        ours=(
            durachki.LOT,
            N_("One may take although one could beat. After a take the next one leads."),
            N_(
                "Whoever holds most cards at the end has lost (of several the first to the left of the winner) and "
                "pays the stake to the winner. The heap counts for nobody."
            ),
            N_("When the heap has been taken very often, as agreed, the game ends undecided."),
            N_(
                "When your time runs out, a free suit is chosen for you, your lowest plain card is laid, "
                "or your lowest trump if you have no other, or the heap is taken."
            ),
        ),
    ),
    options=(
        durachki.STAKE,
        OptionLook("dealer", N_("First dealer"), (None,), _dealer_agreed, seat=True),
        OptionLook("takes", N_("Undecided"), (50, 100, 200), heaps.takes),
    ),
    scene=scene,
    told=event_by_event(told),
    label=label,
    result=result,
    advice=advice,
    meanwhile=meanwhile,
    next_time=durachki.NEXT_TIME,
    public=("trump", "take"),
    hand=N_("My cards"),
)
