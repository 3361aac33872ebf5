"""How the open navalka looks: as the closed one, without a stock, and with seats that sit out."""

from dataclasses import replace

from bot.language import N_, Language
from bot.screens.look import Face, Kind, Look, Names, Rules, Weighty, Words, event_by_event
from bot.screens.looks import durachki, heaps, navalka_closed
from bot.screens.scene import Scene
from games.cards import Cards
from games.core import Event
from games.navalka_closed import Seen, Table


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The heap, and the suit that is trump."""
    table = seen.table
    shown = navalka_closed.marked(heaps.scene(seen, face, language, whole=False), table, language)
    aside = seen.seat is not None and table.players and seen.seat not in table.players
    return replace(
        shown,
        facts=tuple(language.gettext("trump {suit}", suit=language.suit(s)) for s in table.trumps[:1]),
        holds=language.gettext("You were dealt no trump, and sit this game out.") if aside else "",
    )


def told(event: Event, names: Names, language: Language) -> str | None:
    """What the heap itself does not show."""
    match event.event, event.seat:
        case "trump", _:
            return durachki.told(event, names, language)
        case "sits_out", int(seat):
            return language.gettext("{name} has no trump and sits this game out", name=names[seat])
        case "thrown_in", _:
            return Weighty(language.gettext("Hardly anybody has a trump: the cards are dealt anew"))
        case _:
            return heaps.told(event, names, language)


def label(words: Words, seen: Seen, language: Language) -> str:
    """To take is to take one card: which, the button says."""
    if words == ("take",) and seen.table.heap:
        return language.gettext("Take {card}", card=language.card(seen.table.heap[-1]))
    return heaps.label(words, seen, language)


LOOK: Look[Table, Cards] = Look(
    title=N_("Open pile-up"),
    about=N_(
        "All cards are dealt, and whoever does not beat takes the top card alone; the last one with cards has lost."
    ),
    kind=Kind.BEATING,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "From two to six play, best three or four, and all 36 cards are dealt out. The last one is shown: its "
                "suit is trump, and it belongs to whoever gets it. The dealer’s left neighbour leads first."
            ),
            N_("Whoever was dealt no trump says so and sits this game out."),
            navalka_closed.BEATING[0],
            N_("Whoever cannot beat takes the top card alone; the rest of the heap leaves the game."),
            *navalka_closed.BEATING[1:],
        ),
        ours=(
            navalka_closed.TAKING,
            N_("The first dealer is drawn by lot. If the first to lead sits out, the next one leads."),
            N_("If fewer than two have a trump, the same dealer deals anew."),
            N_(
                "The ending is that of the closed pile-up: after each beat and each take, see who still has "
                "cards; if a last card is beaten by a last card, nobody has lost."
            ),
            N_("Thirty-six takes in a row with which no card left the game end it, and nobody has lost."),
            navalka_closed.TIME_OUT,
        ),
    ),
    options=(durachki.STAKE, durachki.DEALER),
    scene=scene,
    told=event_by_event(told),
    label=label,
    result=navalka_closed.result,
    advice=navalka_closed.advice,
    meanwhile=navalka_closed.meanwhile,
    public=("take",),
    hand=N_("My cards"),
)
