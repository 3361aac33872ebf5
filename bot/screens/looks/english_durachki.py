"""How English durachki look: as durachki do, with passes and what is paid for three pairs."""

from dataclasses import replace

from bot.language import N_, Language, strong
from bot.screens.look import Face, Kind, Look, Names, Rules, Weighty, Words
from bot.screens.looks import durachki
from bot.screens.scene import Scene
from games.cards import PACK_36, Cards
from games.core import Event, View
from games.english_durachki import FULL, PAIRS, Table, freely, offers, singly

Seen = View[Table, Cards]


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The table of durachki; whoever is to lead is told what may be led this time."""
    shown = durachki.scene(seen, face, language, stock=_stock(seen.table))
    if seen.table.phase != "lead" or seen.seat != seen.table.attacker:
        return shown
    return replace(shown, asked=_asked(seen, language.names(face)[seen.table.defender], language))


def _stock(table: Table) -> bool:
    """Whether any cards were left when all had theirs."""
    return table.seats * FULL < len(PACK_36)


def _asked(seen: Seen, name: str, language: Language) -> str:
    if singly(seen.table):
        return language.gettext("All have passed: lead one card, to {name}.", name=strong(name))
    if freely(seen.table) and not _pairs(seen):
        return language.gettext("Your lead, to {name}: one card.", name=strong(name))
    if freely(seen.table):
        return language.gettext("Your lead, to {name}: pairs, or one card.", name=strong(name))
    if any(offer.verb == "pass" for offer in offers(seen)):
        return language.gettext("You have no pair that you could lead: pass.")
    return language.gettext("Your lead, to {name}: one pair or more.", name=strong(name))


def _pairs(seen: Seen) -> bool:
    """Whether there is a pair to lead, and the defender holds as many cards."""
    ranks = [card[0] for card in seen.hand or ()]
    return seen.sizes[seen.table.defender] >= 2 and len({*ranks}) < len(ranks)


def told(event: Event, names: Names, language: Language) -> str | None:
    """What the bout itself does not show."""
    match event.event, event.seat, event.to:
        case "passes", int(seat), _:
            return language.gettext("{name}: no pair, pass", name=names[seat])
        case "pays", int(seat), int(to):
            said = language.gettext(
                "Three pairs not covered! {name}: −{n}, {whom}: +{n}", name=names[seat], whom=names[to], n=event.amount
            )
            return Weighty(said)
        case _:
            return durachki.told(event, names, language)


def label(words: Words, seen: Seen, language: Language) -> str:
    """The cards say most."""
    return language.pgettext("lead", "Pass") if words == ("pass",) else durachki.label(words, seen, language)


def advice(seen: Seen, language: Language) -> str:  # noqa: PLR0911  # one counsel a moment
    """The book's counsel, by what was led or may be, and how thick the talon is."""
    table, left = seen.table, seen.down[0] + len(seen.table.turned)
    if table.phase == "cut":
        return durachki.cap(seen, language)
    if table.phase != "cover":
        if any(offer.verb == "pass" for offer in offers(seen)):
            return language.gettext("Without a pair there is nothing to choose: pass, and wait for a better card.")
        return language.gettext(
            "Three pairs at once are worth leading whole. Else lead low pairs, and keep your trumps for later."
        )
    if len(table.bout) == PAIRS[-1]:
        return language.gettext("To take three pairs costs a stake: cover them all if you can at all.")
    if left > 3:
        return language.gettext(
            "While the stock is thick, take without fear rather than beat with a high card, "
            "above all with one of a pair."
        )
    if not _stock(table):
        return language.gettext("There is no stock to draw from: get rid of your cards at any price.")
    return language.gettext("The stock is nearly gone: get rid of your cards at any price.")


LOOK: Look[Table, Cards] = Look(
    title=N_("English little fools"),
    about=N_("Little fools led in pairs: whoever has none says pass, and three pairs at once may cost a stake."),
    kind=Kind.BEATING,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "As in little fools, but six cards to each, and one draws up to six. The turned-up card shows trump; "
                "with six players it is the dealer’s last card, and there is no stock."
            ),
            N_("The dealer’s left neighbour leads first."),
            N_(
                "Lead to your left neighbour one, two or three pairs (two cards of one rank each, and four of a rank "
                "are two pairs), but no more cards than your neighbour holds. Whoever has no such pair says pass, "
                "and the next one may lead; who has one may not pass."
            ),
            N_(
                "They are covered card by card: with a higher one of the suit, or with a trump on a plain card. "
                "All covered: these cards leave the game, both draw up to six, and the defender leads next. "
                "Cannot or will not: the defender takes everything and draws nothing, the leader draws, "
                "and the next neighbour leads."
            ),
            N_("Three pairs that are not all covered cost the taker the sum agreed for the game."),
            N_("The six of trumps fetches the turned-up trump while it lies there."),
            N_(
                "When the stock is gone, whoever has no cards after a bout is out; a last card led must still be "
                "covered or taken. The last one with two cards or more is the durachok, pays the stake to everybody "
                "and deals next time; whoever cuts then takes over the title."
            ),
        ),
        ours=(
            N_("No more than six play."),
            durachki.LOT,
            N_("When everybody has passed in turn, the next one leads a single card."),
            N_("After a take the leader may lead a single card, with or without a pair, and does not pass."),
            N_(
                "Three pairs are any three led at once. The sum is one stake, paid at once to the leader, and the game "
                "goes on to its durachok."
            ),
            N_("The leader draws first, then the defender."),
            N_("The six of trumps is exchanged on your own turn only: to lead or to cover."),
            N_("Covers laid before a take are taken too."),
            N_("Thirty-six takes in a row end the game without a durachok."),
            N_(
                "When your time runs out, your lowest pair is led, or a single card if you may, else you pass; "
                "what was led to you is taken; a dealer deals."
            ),
        ),
    ),
    options=durachki.LOOK.options,
    scene=scene,
    told=durachki.drawn_once(told),
    label=label,
    result=durachki.result,
    advice=advice,
    meanwhile=durachki.meanwhile,
    next_time=durachki.NEXT_TIME,
    public=("deal", "cut", "take"),
    hand=durachki.LOOK.hand,
)
