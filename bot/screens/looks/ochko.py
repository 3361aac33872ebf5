"""How ochko looks: a line a player with stake and cards, all face down, the banker last; stakes and buying in public.

What a hand is worth is told to its holder alone, in a note beside it, and nothing that others see depends on it.
"""

from collections.abc import Iterator, Sequence

from bot.language import N_, Language, in_lines, strong
from bot.screens.look import Face, Kind, Look, Names, OptionLook, Rules, Words, in_chips
from bot.screens.looks import banking
from bot.screens.scene import Place, Scene
from bot.tables.model import OptionValue
from games.cards import Cards
from games.core import Event, View
from games.ochko import DEALT, Table, turn

Seen = View[Table, Cards]


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The banker and the bank, then everybody round the table, the banker last."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=_facts(table, names, language),
        counts=(language.gettext("{n} not covered", n=table.uncovered),) if table.phase == "stakes" else (),
        places=tuple(
            Place(
                seat,
                names[seat],
                cards=banking.lying(seen, seat),
                chips=banking.heaps(table, seat, language),
                staked=banking.staked(table.spots[seat], language),
                marks=_marks(seen, seat, language),
                turn=seat in turn(table),
            )
            for seat in table.order(1)
        ),
        hand=(seen.hand,) if seen.hand else None,
        note=_worth(seen, language),
        asked=_asked(seen, names, language),
    )


def _facts(table: Table, names: Names, language: Language) -> tuple[str, ...]:
    facts = []
    if table.phase != "over":
        facts.append(language.gettext("{name} holds the bank", name=names[table.banker]))
    if table.bank:
        facts.append(language.gettext("{n} in the bank", n=table.bank))
    facts.append(language.gettext("deal {n} of {most}", n=table.deals, most=table.options.deals or len(table.places)))
    return tuple(facts)


def _marks(seen: Seen, seat: int, language: Language) -> tuple[str, ...]:
    table = seen.table
    marks = []
    match table.spots[seat].status:
        case "banks" if table.phase != "over":
            marks.append(language.gettext("bank"))
        case "out":
            marks.append(language.gettext("sits out"))
        case "natural":
            marks.append(language.gettext("natural, paid"))
    if (bought := seen.sizes[seat] - DEALT) > 0:
        marks.append(language.gettext("bought {n}", n=bought))
    if seat in table.done:
        marks.append(language.gettext("enough"))
    return tuple(marks)


def _worth(seen: Seen, language: Language) -> tuple[str, ...]:
    """What the reader's cards are worth, and what is staked on them."""
    if not seen.hand or seen.seat is None:
        return banking.own_stake(seen, language)
    table, points = seen.table, seen.table.values.total(seen.hand)
    if table.values.over(seen.hand):
        said = language.ngettext(
            "{n} point, over the mark. Keep your countenance: nobody sees it before the hands are opened.",
            "{n} points, over the mark. Keep your countenance: nobody sees it before the hands are opened.",
            points,
        )
    else:
        said = language.ngettext("In your hand: {n} point", "In your hand: {n} points", points)
    return (in_lines((said, *(heap.words for heap in banking.staked(table.spots[seen.seat], language)))),)


def _asked(seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    """Who is to do what: to the seat itself, or about it."""
    table = seen.table
    match table.phase:
        case "bank" if seen.seat == table.banker:
            return language.gettext(
                "Your bank, from {low} to {high}: press a button or write a number.",
                low=1,
                high=table.options.max_bank,
            )
        case "bank":
            if seen.seat is None:
                said = N_("{name} declares a bank, from {low} to {high}, by button or in a reply to me.")
            else:
                said = N_("{name} declares a bank, from {low} to {high}.")
            return language.gettext(said, name=strong(names[table.banker]), low=1, high=table.options.max_bank)
        case "stakes" if seen.seat == table.banker and table.uncovered < table.bank:
            return language.gettext("Deal, or wait for those who are still thinking.")
        case "stakes":
            return banking.asked_to_stake(seen, 1, table.uncovered, names, language)
        case "buying" if seen.seat == table.acting:
            return language.gettext("Another card, or enough?")
        case "buying" if table.acting is not None:
            return language.gettext("{name}: another card, or enough?", name=strong(names[table.acting]))
        case _:
            return ""


def told(events: Sequence[Event], seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """What the places do not show: hands that are opened, what comes of them, and to its buyer the card just bought."""
    values = seen.table.values

    def payment(_: Event, shown: Event | None) -> tuple[str, str]:
        """The hand; and that twenty-one in hand is paid twice."""
        if shown is None:
            return ": ", ""
        hand = f": {language.cards(shown.cards)} ({banking.total(values, shown.cards)}), "
        return hand, language.gettext("twice") if shown.event == "natural" else ""

    return banking.told(
        [event for place, event in enumerate(events) if not _past(event, events[place + 1 :])],
        lambda event: _line(event, seen, names, language),
        payment,
        names,
        language,
    )


def _past(event: Event, later: Sequence[Event]) -> bool:
    """Whether it is told no more: a card just bought, when anything else has happened; a covered bank, at the next."""
    since = {event.event for event in later}
    match event.event:
        case "bought":
            return not since <= {"stops"}
        case "covered":
            return "bank" in since
        case _:
            return False


def _line(event: Event, seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line an event
    name = names[event.seat] if event.seat is not None else ""
    cards = language.cards(event.cards)
    match event.event:
        case "dealer":
            return language.gettext("The lot falls on {name} to bank first.", name=name)
        case "skipped":
            return language.gettext("{name}: nobody stakes, the deal is gone", name=name)
        case "covered":
            return language.gettext("The bank is covered in full.")
        case "banker_natural":
            return language.gettext(
                "The bank, {name}: {cards}, twenty-one in hand! All stakes are the bank’s.", name=name, cards=cards
            )
        case "natural":
            return language.gettext("{name}: {cards}, twenty-one in hand", name=name, cards=cards)
        case "bought":
            return language.gettext("You buy {card}", card=cards)
        case "stops":
            return language.gettext("{name}: three cards bought, no more", name=name)
        case "shows" if seen.table.values.over(event.cards):
            total = banking.total(seen.table.values, event.cards)
            return language.gettext(
                "The bank, {name}: {cards} — {total}, over! It pays twice.", name=name, cards=cards, total=total
            )
        case "shows":
            total = banking.total(seen.table.values, event.cards)
            return language.gettext("The bank, {name}: {cards} — {total}", name=name, cards=cards, total=total)
        case _:
            return ""


def label(words: Words, _seen: Seen, language: Language) -> str:
    """The amount, or the word said at the table."""
    match words:
        case ("bank", n):
            return language.gettext("Bank {n}", n=n)
        case ("stake", n):
            return language.gettext("Stake {n}", n=n)
        case (verb, *_):
            return {
                "pass": language.gettext("Pass"),
                "deal": language.pgettext("button", "Deal"),
                "buy": language.gettext("Another card"),
                "stand": language.gettext("Enough"),
            }[verb]
        case _:
            return ""


def advice(seen: Seen, language: Language) -> str:  # noqa: PLR0911  # one line a counsel
    """Counsel by what the hand is worth; the banker is more careful, for he pays double."""
    table = seen.table
    banks = seen.seat == table.banker
    if table.phase != "buying" or not seen.hand:
        if banks and table.phase == "stakes":
            return language.gettext("The more of the bank is staked on, the more you win or lose: deal when you like.")
        if banks:
            return language.gettext("Declare what you can lose twice over: a banker who is over pays double.")
        return language.gettext("Stake what you can lose with a smile. Equal totals give it back.")
    if table.values.over(seen.hand):
        return language.gettext(
            "You are over: say enough as if nothing were the matter. The other side may be over too."
        )
    if table.values.total(seen.hand) < 15:
        return language.gettext("On so little one buys.")
    if table.values.total(seen.hand) == 15 and not banks:
        return language.gettext("On fifteen a punter still buys.")
    if banks:
        return language.gettext("A banker stands on fifteen and more: being over costs double.")
    return language.gettext("On sixteen and more say enough, and hope that the bank is over.")


def meanwhile(seen: Seen, language: Language) -> str:
    """For whoever waits: for a bank, for stakes, for the turn to buy, or for the hands to be opened."""
    return banking.meanwhile(seen, advice(seen, language), language, buys=seen.seat not in seen.table.done)


def _buy_order(value: OptionValue, _names: Names, language: Language) -> str:
    return language.gettext("buys first") if value == "banker_first" else language.gettext("buys last")


LOOK: Look[Table, Cards] = Look(
    title=N_("Ochko"),
    about=N_("Twenty-one with cards bought face down: who is over, nobody knows before all hands are opened."),
    kind=Kind.BANK,
    length=N_("a deal in 3 minutes, a full round in half an hour"),
    rules=Rules(
        source=(
            N_(
                "The banker declares a bank, and the others stake against it, not more than it holds. "
                "An ace counts 11 or 1, a king, queen or jack 10, other cards their pips."
            ),
            N_(
                "Two cards each, from two fresh packs. The banker looks first: with 21 in hand the bank is shown and "
                "takes every stake. Else a punter with 21 in hand shows it and is paid twice the stake at once."
            ),
            N_("Then all buy up to three cards each, the banker first, and so on to the left."),
            N_(
                "Hands are opened. Higher than the banker wins the stake, lower loses it, equal gets it back. "
                "A punter over 21 loses."
            ),
            N_("A banker over 21 pays twice, but is quits with those who are over too."),
            N_("The next deal is the left neighbour’s, until everybody has had one."),
        ),
        ours=(
            N_(
                "Bought cards stay face down, and nobody tells of being over: "
                "else a bank bought dead would leave the punters nothing to decide."
            ),
            N_(
                "The bank bounds all stakes together. When they cover it, who has none is out; so it is, too, when the "
                "banker deals without waiting, as is allowed once a stake is down. If all pass, the deal is gone."
            ),
            N_("The banker pays all that is owed, even beyond the bank. The banker’s ace, too, may count eleven."),
            N_(
                "The third bought card ends the turn. When somebody has shown 21 the rest still buy, "
                "unless no punter is left."
            ),
            N_("It may be agreed that the banker buys last. The highest bank is agreed too."),
            N_("The first banker is found by lot: the highest card of a pack. No more than twenty play."),
            N_("When your time runs out you pass or say enough; a banker declares 10, and deals."),
        ),
    ),
    options=(
        OptionLook("deals", N_("Length"), (1, 3, 5, 10, 0), banking.deals),
        OptionLook("max_bank", N_("Highest bank"), (50, 100, 200, 500), in_chips),
        OptionLook("buy_order", N_("The banker"), ("banker_first", "banker_last"), _buy_order),
        OptionLook("dealer", N_("First banker"), (None,), banking.dealer, seat=True),
    ),
    scene=scene,
    told=told,
    label=label,
    result=banking.result,
    advice=advice,
    meanwhile=meanwhile,
    public=("bank", "stake", "pass", "deal", "buy", "stand"),
    hand=N_("My cards"),
)
