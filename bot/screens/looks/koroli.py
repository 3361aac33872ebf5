"""How koroli look: the trick in the middle, and round it the titles and how many tricks each has taken.

Who sits where goes by title in later reigns. Cards are played and exchanged in private; to leave the trump is public.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.language import N_, Language, apart, strong
from bot.screens.look import Face, Kind, Look, Names, OptionLook, Rules, Weighty, Words, watching
from bot.screens.looks import banking, durachki
from bot.screens.scene import Pile, Place, Scene, Zone
from bot.tables.model import OptionValue
from games.cards import Card, in_order, suit
from games.core import Event, Json
from games.koroli import TRUMP_LEADS, Hand, Seen, Table, playable, turn
from games.tricks import of_suit

_TITLES = (N_("king"), N_("prince"), N_("soldier"), N_("peasant"))


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The trick, and everybody's title and tricks; what a seat has taken and not yet paid for is among its cards."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=_facts(table, language),
        zones=_zones(table, names, language),
        places=tuple(
            Place(seat, names[seat], marks=_marks(table, seat, language), turn=seat in turn(table))
            for seat in table.order
        ),
        hand=None if seen.hand is None or seen.seat in _aside(table) else _sorted(seen.hand, table.trump),
        note=_note(seen, face.story, names, language),
        asked=_asked(seen, names, language),
    )


def _facts(table: Table, language: Language) -> tuple[str, ...]:
    if not table.trump:
        return ()
    facts = []
    if table.options.reigns > 1:
        facts.append(language.gettext("reign {n} of {all}", n=len(table.past) + 1, all=table.options.reigns))
    card = language.card(table.turned_rank + table.trump)
    if table.turned:
        facts.append(language.gettext("trump {card}, on the table", card=card))
    else:
        facts.append(language.gettext("trump {suit}", suit=card))
    title = language.gettext(_TITLES[len(table.titles)])
    facts.append(language.ngettext("{title}: {n} trick", "{title}: {n} tricks", table.needed, title=title))
    return tuple(facts)


def _zones(table: Table, names: Names, language: Language) -> tuple[Zone, ...]:
    zones = []
    if table.tied:
        said = language.gettext(
            "Equal: {names}. The first of them to take a trick is the {title}.",
            names=language.listed([names[seat] for seat in table.tied]),
            title=language.gettext(_TITLES[len(table.titles)]),
        )
        zones.append(Zone("bout", (), title=said))
    if table.trick:
        played = zip(table.at_trick, table.trick, strict=False)
        piles = tuple(Pile((card,), label=apart(names[seat])) for seat, card in played)
        zones.append(Zone("row", piles, title=language.gettext("The trick:")))
    return tuple(zones)


def _marks(table: Table, seat: int, language: Language) -> tuple[str, ...]:
    """The title of the last reign, and in this one a new title, or so many tricks of those that earn the next."""
    old = (f"({language.gettext(_TITLES[table.ranks.index(seat)])})",) if table.ranks else ()
    if seat in table.titles:
        return (*old, f"→ {language.gettext(_TITLES[table.titles.index(seat)])}")
    return old if table.phase == "over" else (*old, f"{table.tricks[seat]}/{table.needed}")


def _aside(table: Table) -> tuple[int, ...]:
    """The seats that hold no cards now and wait for none: those with a title, at the end all."""
    return table.order if table.phase == "over" else table.titles


def _note(seen: Seen, story: Sequence[Event], names: Names, language: Language) -> tuple[str, ...]:
    table, seat = seen.table, seen.seat
    if seat is None or table.phase == "over":
        return ()
    if seat in table.titles:
        title = language.gettext(_TITLES[table.titles.index(seat)])
        return (language.gettext("You are the {title}, and rest until the end of the reign.", title=title),)
    return _exchanged(story, seat, names, language)


def _sorted(hand: Hand, trump: str) -> tuple[tuple[Card, ...], ...]:
    """A hand by suits, as it is held to follow them, the trumps at the end."""
    held = in_order(hand.cards + hand.taken)
    groups = (of_suit(held, each) for each in "SDCH".replace(trump, "") + trump)
    return tuple(group for group in groups if group)


def _exchanged(story: Sequence[Event], seat: int, names: Names, language: Language) -> tuple[str, ...]:
    """What the seat, as the peasant, has lost and been given, from the deal until a trick is taken."""
    lines: list[str] = []
    taken = ""
    for event in story:
        if event.event in ("deals", "takes"):
            lines.clear()
        if event.to != seat or event.seat is None:
            continue
        name, card = names[event.seat], language.cards(event.cards)
        if event.event == "took":
            taken = card
            lines.append(language.gettext("{name} takes your {card}.", name=name, card=card))
        elif event.event == "gave":
            said = language.gettext(
                "{name} takes your {card} and gives you {given}.", name=name, card=taken, given=card
            )
            lines[-1:] = [said]
    return tuple(lines)


def _asked(seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    table = seen.table
    if table.phase not in ("play", "give", "take", "swap"):
        return ""
    if seen.seat == table.player and seen.hand is not None:
        return _own(table, seen.hand, language)
    name = strong(names[table.player])
    match table.phase:
        case "give":
            return language.gettext("{name} gives the peasant a card in return.", name=name)
        case "take":
            return language.gettext("{name} chooses a card of the peasant’s.", name=name)
        case "swap":
            return language.gettext("{name} has the trump turned up for a card, or leaves it.", name=name)
        case _ if table.trick:
            return language.gettext("{name} plays a card.", name=name)
        case _:
            return language.gettext("{name} leads.", name=name)


def _own(table: Table, hand: Hand, language: Language) -> str:  # noqa: PLR0911  # one line a question
    match table.phase:
        case "give":
            return language.gettext(
                "You have {card} from the peasant: give any other card in return.", card=language.cards(hand.taken)
            )
        case "take":
            return language.gettext("The peasant has no trump left: take any card.")
        case "swap":
            return language.gettext(
                "{card} is turned up: have it for any card of yours, or leave it.", card=language.cards(table.turned)
            )
    fit = playable(table, hand.cards)
    if not table.trick:
        if table.leads < TRUMP_LEADS and suit(fit[0]) == table.trump:
            return language.gettext("Your lead, and it must be a trump.")
        return language.gettext("Your lead.")
    led = suit(table.trick[0])
    if suit(fit[0]) == led:
        return language.gettext("Your turn: follow {suit}.", suit=language.suit(led))
    return language.gettext("You have no {suit}: play anything.", suit=language.suit(led))


def told(events: Sequence[Event], seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """What the table itself does not show; titles won by one trick make one line, weighty until the next deal."""
    dealt = max((place for place, event in enumerate(events) if event.event == "deals"), default=-1)
    titles: list[str] = []
    for place, event in enumerate(events):
        if event.event == "title" and event.seat is not None:
            title = language.gettext(_TITLES[event.amount or 0])
            titles.append(language.gettext("{name} is the {title}", name=names[event.seat], title=title))
            continue
        if titles and event.event != "reign":
            won = ", ".join(titles) + "!"
            yield Weighty(won) if place > dealt else won
            titles = []
        if line := _told(event, seen.seat, names, language):
            yield line
    if titles:
        yield Weighty(", ".join(titles) + "!")


def _told(event: Event, seat: int | None, names: Names, language: Language) -> str | None:  # noqa: PLR0911  # one line an event
    name, own = names[event.seat] if event.seat is not None else "", seat is not None and seat == event.seat
    card = language.cards(event.cards)
    match event.event:
        case "dealer":
            return durachki.told(event, names, language)
        case "trump" if name:
            return language.gettext("{name} turns up the trump: {card}", name=name, card=card)
        case "trump":
            return language.gettext("The trump turned up: {card}", card=card)
        case "exchanges" if seat is None or seat not in (event.seat, event.to):
            return language.gettext("{name} takes the peasant’s highest trump", name=name)
        case "searches" if not own:
            return language.gettext("{name} goes through the peasant’s cards: there is no trump left", name=name)
        case "swaps":
            return language.gettext("{name} has the trump {card} for a card", name=name, card=card)
        case "keeps":
            return language.gettext("{name} leaves the trump on the table", name=name)
        case "takes":
            return language.gettext("{name} takes the trick: {cards}", name=name, cards=card)
        case _:
            return None


def label(words: Words, _seen: Seen, language: Language) -> str:
    """A card says what it does where it is tapped."""
    match words:
        case ("take", card):
            return language.pgettext("from the peasant", "Take {card}", card=language.card(card))
        case ("keep",):
            return language.gettext("Leave the trump")
        case (_, card):
            return language.card(card)
        case _:
            return ""


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """The titles of each reign."""
    past: Any = outcome["titles"]
    lines = [_ladder(titles, names, language) for titles in past]
    if len(lines) == 1:
        return (language.gettext("Titles: {titles}.", titles=lines[0]),)
    return tuple(language.gettext("Reign {n}: {titles}.", n=n, titles=line) for n, line in enumerate(lines, 1))


def _ladder(titles: Sequence[int], names: Names, language: Language) -> str:
    held = zip(_TITLES, titles, strict=True)
    return ", ".join(f"{language.gettext(title)} — {strong(names[seat])}" for title, seat in held)


def advice(seen: Seen, language: Language) -> str:  # noqa: PLR0911  # one counsel a moment
    """The book's counsel for a prince in the king's place; else what serves in any game of tricks."""
    table = seen.table
    match table.phase:
        case "give":
            return language.gettext("Give your lowest plain card, and rather the only one of its suit.")
        case "take":
            return language.gettext("Take the highest: an ace is a trick as often as not.")
        case "swap":
            return language.gettext("The lowest trump is worth more than a small plain card: have it.")
    if table.trick:
        return _following(language)
    if table.leads < TRUMP_LEADS and seen.hand and of_suit(seen.hand.cards, table.trump):
        if table.king_out and seen.seat == table.ranks[1]:
            return language.gettext("A prince in the king’s place leads trumps the first two times.")
        return language.gettext("The first two leads are trumps: a high one takes the trick and draws the others’ out.")
    return language.gettext("Lead your aces before the others run out of their suits and trump them.")


def _following(language: Language) -> str:
    return language.gettext(
        "Take the trick with the lowest card that is likely to; where you cannot, be rid of your lowest one."
    )


def meanwhile(seen: Seen, language: Language) -> str:
    """Of the trick that is to come, for whoever has not played to it yet; a title is a rest."""
    table = seen.table
    if seen.seat in table.titles:
        return language.gettext("Your title is won: rest until the end of the reign.")
    if table.trick and seen.seat in table.at_trick[: len(table.trick)]:
        return watching(seen, language)
    return _following(language)


def _reigns(value: OptionValue, _names: Names, language: Language) -> str:
    return language.ngettext("{n} reign", "{n} reigns", value) if isinstance(value, int) else ""


def _dealer(value: OptionValue, names: Names, language: Language) -> str:
    """Where the host names nobody the titles that the chat remembers decide, or else the lot."""
    return language.gettext("by titles or by lot") if value is None else banking.dealer(value, names, language)


LOOK: Look[Table, Hand] = Look(
    title=N_("Kings"),
    about=N_("Tricks make the king, the prince, the soldier and the peasant, and the next reign goes by their titles."),
    kind=Kind.BEATING,
    length=N_("30–60 minutes"),
    rules=Rules(
        source=(
            N_(
                "Four play with 36 cards, nine to each. Whoever draws the highest card deals; the last card dealt "
                "shows trump."
            ),
            N_(
                "Follow the suit that was led. The highest of the suit led takes the trick. The dealer’s left "
                "neighbour leads, then whoever took the trick; the first two leads are trumps, if one has any."
            ),
            N_(
                "The deal goes to the left, and tricks add up from one to the next. The first to have ten is king, "
                "lays the hand aside and stands out; then nine make the prince, eight the soldier, and the last is "
                "the peasant."
            ),
            N_(
                "The next reign goes by these titles: the peasant deals, the king first. Then the king takes the "
                "peasant’s highest trump and gives another card for it, and the prince does the same. Where there is "
                "no trump, any card is taken."
            ),
            N_(
                "All leads are the king’s, whoever takes the trick, and with the king out those of the highest title "
                "left. The first to have nine tricks is the new king."
            ),
            N_(
                "When the king is out, nobody takes from the peasant, who may have the trump turned up for any "
                "other card."
            ),
        ),
        ours=(
            N_("Whoever cannot follow plays anything. A trump takes a plain trick."),
            N_(
                "When a title is won, whoever has enough for the next one has it at once, first who has most; of equal "
                "ones, who first takes another trick. Nobody joins them meanwhile."
            ),
            N_("Nine cards each however many are in; the others stay face down. All counts of a later reign are nine."),
            N_("The first two leads are trumps in every deal. One may not give back the card one took."),
            N_(
                "With the king in, the last card dealt shows trump and stays in its hand; with the king out it is the "
                "next one, on the table."
            ),
            N_(
                "So many reigns are played as agreed, for the titles alone. If the same four people play again, they "
                "begin with their last titles."
            ),
            N_(
                "When your time runs out, your lowest plain card is played or given, or your lowest trump; the highest "
                "is taken; the trump stays on the table."
            ),
        ),
    ),
    options=(
        OptionLook("reigns", N_("Length"), (1, 2, 3, 5), _reigns),
        OptionLook("dealer", N_("First dealer"), (None,), _dealer, seat=True),
    ),
    scene=scene,
    told=told,
    label=label,
    result=result,
    advice=advice,
    meanwhile=meanwhile,
    public=("keep",),
    last=N_("Make this reign the last"),
    last_said=N_("This reign is the last."),
    chips=False,
    hand=N_("My cards"),
)
