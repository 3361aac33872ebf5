"""How games with a heap look: its top card in the middle with what lies under it, numbers of cards round it.

A card is led, beats or is piled in private, by a tap on it; to take is a public choice.
"""

from bot.language import Language, sorted_hand, strong
from bot.screens.look import Face, Names, Words, look
from bot.screens.looks import durachki
from bot.screens.scene import Pile, Place, Scene, Zone
from games.beating import first_in
from games.cards import Card, Cards
from games.core import Event
from games.heap import Seen, T, Table, offers
from games.offers import legal


def scene(seen: Seen[T], face: Face, language: Language, *, whole: bool = True) -> Scene:
    """The heap, and how many cards everybody holds. `whole`: who does not beat takes all of it."""
    table, names = seen.table, language.names(face)
    trump = table.trumps[seen.seat] if seen.seat is not None and table.trumps else ""
    return Scene(
        title=language.gettext(look(face.game).title),
        zones=_heap(table, language),
        places=tuple(
            Place(seat, name, count=seen.sizes[seat] if table.seats_in else None, turn=seat == table.player)
            for seat, name in enumerate(names[: table.seats])
        ),
        hand=None if seen.hand is None or not table.seats_in else sorted_hand(seen.hand, trump),
        asked=_asked(seen, names, language, whole=whole),
    )


def _heap(table: Table, language: Language) -> tuple[Zone, ...]:
    """All of it was laid openly, so everybody may look beneath the top card."""
    if not table.heap:
        return ()
    if len(table.heap) == 1:
        title = language.gettext("The heap, a single card:")
    else:
        title = language.ngettext("The heap, {n} card, on top:", "The heap, {n} cards, on top:", len(table.heap))
    return (Zone("heap", (Pile(table.heap),), title=title),)


def _asked(seen: Seen[T], names: Names, language: Language, *, whole: bool) -> str:  # noqa: PLR0911  # one line a question
    table = seen.table
    if table.phase not in ("lead", "beat", "pile"):
        return ""
    own, name = seen.seat == table.player, strong(names[table.player])
    facing = strong(names[first_in((table.player + 1) % table.seats, [*_others(table)])])
    match table.phase:
        case "lead" if own:
            return language.gettext("Your lead, for {name} to beat.", name=facing)
        case "lead":
            return language.gettext("{name} leads.", name=name)
        case "pile" if own:
            return language.gettext("Beaten. Now pile a card, for {name} to beat.", name=facing)
        case "pile":
            return language.gettext("{name} piles a card.", name=name)
    card = language.card(table.heap[-1])
    more = whole and len(table.heap) > 1
    if own and more:
        return language.gettext("Beat {card}, or take the whole heap.", card=card)
    if own:
        return language.gettext("Beat {card}, or take it.", card=card)
    if more:
        return language.gettext("{name} beats {card}, or takes the whole heap.", name=name, card=card)
    return language.gettext("{name} beats {card}, or takes it.", name=name, card=card)


def _others(table: Table) -> tuple[int, ...]:
    """Who may come next; at the end of a game there may be nobody but whoever is on turn."""
    return tuple(seat for seat in table.seats_in if seat != table.player) or (table.player,)


def told(event: Event, names: Names, language: Language) -> str | None:  # one line an event
    """What the heap itself does not show."""
    name = names[event.seat] if event.seat is not None else ""
    match event.event:
        case "beats":
            return language.gettext("{name} beats: {card}", name=name, card=language.cards(event.cards))
        case "thrown_out":
            return language.ngettext("{n} card leaves the game", "{n} cards leave the game", len(event.cards))
        case "takes" if len(event.cards) > 1:
            cards = language.more_cards(len(event.cards))
            return language.gettext("{name}: {cards}, the whole heap", name=name, cards=cards)
        case "takes":
            return language.gettext("{name} takes {card}", name=name, card=language.cards(event.cards))
        case "dealer" | "drew" | "draws_trump" | "out" | "level" | "endless":
            return durachki.told(event, names, language)
        case _:
            return None


def label(words: Words, _seen: Seen[T], language: Language) -> str:
    """A card says what it does where it is tapped; beside it stands the verb."""
    match words:
        case ("lead", card):
            return language.gettext("Lead {cards}", cards=language.card(card))
        case ("beat", card):
            return language.gettext("Beat: {card}", card=language.card(card))
        case ("pile", card):
            return language.gettext("Pile {card}", card=language.card(card))
        case _:
            return language.gettext("Take")


def beating(seen: Seen[T]) -> Cards:
    """What the reader, who is asked to beat, may beat with."""
    moves = (move.partition(" ") for move in legal(offers(seen)))
    return tuple(Card(card) for verb, _, card in moves if verb == "beat")


def nothing_beats(language: Language) -> str:
    """Counsel for whoever can but take."""
    return language.gettext("Nothing of yours beats it: take.")


def takes(value: object, _names: Names, language: Language) -> str:
    """The option of how many takes end a game that finds no other end."""
    return language.ngettext("after {n} take", "after {n} takes", value) if isinstance(value, int) else ""
