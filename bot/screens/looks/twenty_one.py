"""How twenty-one looks: a line a player with stake and open cards, the banker last; stakes and buying in public."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.language import N_, Language, in_lines, strong
from bot.screens.look import Face, Kind, Look, Names, OptionLook, Rules, Words, in_chips, look
from bot.screens.looks import banking
from bot.screens.scene import Pile, Place, Scene, Zone
from bot.tables.model import OptionValue
from games.banking import Spot
from games.cards import Cards
from games.core import Event, View
from games.twenty_one import Table, highest_bid, turn

Seen = View[Table, Cards]

BEST = N_("It cannot be better: say enough.")
"""What is said to a hand at the mark, to its holder alone."""


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The banker and the shoe, then everybody in the order in which they act."""
    table, names = seen.table, language.names(face)
    order = table.order(-1) if table.banker >= 0 else table.places
    return Scene(
        title=language.gettext(look(face.game).title),
        facts=_facts(table, names, language),
        zones=(Zone("stock", (Pile(under=seen.down[0]),)),) if table.phase != "over" else (),
        places=tuple(
            Place(
                seat,
                names[seat],
                cards=banking.lying(seen, seat),
                chips=banking.heaps(table, seat, language),
                staked=banking.staked(table.spots[seat], language),
                marks=_marks(table, table.spots[seat], language),
                turn=seat in turn(table),
            )
            for seat in order
        ),
        hand=(seen.hand,) if seen.hand else None,
        note=_total(seen, language),
        asked=_asked(seen, names, language),
        holds=_asked(seen, names, language) if table.phase in ("bid", "sale") else "",
    )


def _facts(table: Table, names: Names, language: Language) -> tuple[str, ...]:
    facts = []
    if table.banker >= 0 and table.phase != "over":
        facts.append(language.gettext("{name} holds the bank", name=names[table.banker]))
    if table.options.deals:
        under_way = table.phase in ("deal", "punters", "banker")
        now = min(table.deals + (not under_way), table.options.deals)
        facts.append(language.gettext("deal {n} of {most}", n=now, most=table.options.deals))
    elif table.bank:
        facts.append(language.gettext("bank {n} of {most}", n=table.bank, most=table.banks))
    return tuple(facts)


def _marks(table: Table, spot: Spot, language: Language) -> tuple[str, ...]:
    match spot.status:
        case "banks" if table.phase != "over":
            return (language.gettext("bank"),)
        case "out":
            return (language.gettext("sits out"),)
        case "stands":
            return (language.gettext("enough"),)
        case "natural":
            return (language.gettext("natural, paid"),)
        case "dead":
            return (language.gettext("dead"),)
        case _:
            return ()


def _total(seen: Seen, language: Language) -> tuple[str, ...]:
    """What the reader's cards are worth, and what is staked on them."""
    if not seen.hand or seen.seat is None:
        return banking.own_stake(seen, language)
    spot, values = seen.table.spots[seen.seat], seen.table.values
    points, half = divmod(values.total(seen.hand + spot.open), values.point)
    if half and not points:
        said = language.gettext("In your hand: ½ point")
    elif half:
        said = language.gettext("With your open cards: {n}½ points", n=points)
    elif not spot.open:
        said = language.ngettext("In your hand: {n} point", "In your hand: {n} points", points)
    else:
        said = language.ngettext("With your open cards: {n} point", "With your open cards: {n} points", points)
    return (in_lines((said, *(heap.words for heap in banking.staked(spot, language)))),)


def at_mark(seen: Seen) -> bool:
    """Whether the reader's own hand is exactly at the mark."""
    if not seen.hand or seen.seat is None:
        return False
    return seen.table.values.at_mark(seen.hand + seen.table.spots[seen.seat].open)


def _asked(seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    """Who is to do what: to the seat itself, or about it."""
    table = seen.table
    if table.phase == "stakes":
        return _asked_stakes(seen, names, language)
    if table.acting is None:
        return ""
    own, name = seen.seat == table.acting, strong(names[table.acting])
    heir = table.order(-1)[0]
    match table.phase:
        case "bid" if own:
            return language.gettext(
                "The next bank is that of {name}. Bid for it, from {low} to {high}: press a button or write a number. "
                "Or pass.",
                name=strong(names[heir]),
                low=1,
                high=highest_bid(table),
            )
        case "bid" if seen.seat is None:
            return language.gettext(
                "The next bank is that of {heir}. {name} bids for it, from {low} to {high}, by button or in a reply to "
                "me, or passes.",
                heir=strong(names[heir]),
                name=name,
                low=1,
                high=highest_bid(table),
            )
        case "bid":
            return language.gettext(
                "{name} bids for the next bank, that of {heir}, or passes.", name=name, heir=strong(names[heir])
            )
        case "sale" if own:
            return language.gettext("Sell your bank for {chips}, or keep it?", chips=language.chips(table.price))
        case "sale":
            return language.gettext(
                "{name} sells the bank for {chips}, or keeps it.", name=name, chips=language.chips(table.price)
            )
        case _ if own and at_mark(seen):
            return language.gettext(BEST)
        case _ if own:
            return language.gettext("Another card, or enough?")
        case _:
            return language.gettext("{name}: another card, or enough?", name=name)


def _asked_stakes(seen: Seen, names: Names, language: Language) -> str:
    table = seen.table
    if banking.to_stake(table):
        if seen.seat == table.banker and any(spot.stake for spot in table.spots):
            return language.gettext("Deal, or wait for those who are still thinking.")
        return banking.asked_to_stake(seen, table.options.min_stake, table.options.max_stake, names, language)
    if seen.seat == table.banker:
        return language.gettext("The stakes are down: deal.")
    return language.gettext("{name} deals.", name=strong(names[table.banker]))


DRAWN = 8
"""So many of the cards drawn for the first bank are told, the last ones."""

CROWD = 16
"""Of so many hands at a settlement the cards are told; of more only the totals, for a message has an end."""


def told(events: Sequence[Event], seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """What the places do not show."""
    values = seen.table.values
    many = sum(event.event == "shows" for event in events) > CROWD
    late = {event.seat for event in banking.of_this_deal(events) if event.event == "adds_late"}

    def payment(paid: Event, shown: Event | None) -> tuple[str, str]:
        """The hand; and that a bought mark is paid twice, and that a late stake comes back to whoever wins."""
        if shown is None:
            return ": ", ""
        twice = paid.event == "wins" and shown.event == "shows" and values.at_mark(shown.cards)
        back = paid.event == "wins" and paid.seat in late
        said = (language.gettext("twice") if twice else "", language.gettext("the late stake back") if back else "")
        total = banking.total(values, shown.cards)
        hand = f" ({total}): " if many else f": {language.cards(shown.cards)} ({total}), "
        return hand, ", ".join(filter(None, said))

    events = [*_with_ends(events, seen)]
    return banking.told(events, lambda event: _line(event, seen, names, language), payment, names, language)


def _with_ends(events: Sequence[Event], seen: Seen) -> Iterator[Event]:
    """The events with the end of a bank where nothing else tells it: `unstaked` where nobody has staked, and of the
    last bank `bank_over`. Else the next bank, or the bids for it, says enough. A dead hand for which nobody pays is the
    bank's, `banker_dead`."""
    for before, event, after in zip((None, *events), events, (*events[1:], None), strict=False):
        if event.event == "dead" and not (after and (after.event, after.seat) == ("loses", event.seat)):
            yield replace(event, event="banker_dead")
        elif event.event != "bank_over":
            yield event
        elif before and before.event == "sits":
            yield replace(event, event="unstaked")
        elif seen.table.phase == "over" and event is events[-1]:
            yield event


TOLD = {
    *("drawn", "bank", "unstaked", "bank_over", "reshuffled", "banker_natural", "natural", "dead", "shows"),
    "banker_dead",
    *("bids", "sells", "keeps"),
}
"""Events that make a line; what is staked, bought and said lies before everybody's eyes."""


def _line(  # noqa: C901, PLR0911, PLR0912  # one line an event
    event: Event, seen: Seen, names: Names, language: Language
) -> str:
    name = names[event.seat] if event.seat is not None else ""
    if event.event not in TOLD:
        return ""
    cards, chips = language.cards(event.cards), language.chips(event.amount or 0)
    match event.event:
        case "drawn":
            drawn = ("… " if len(event.cards) > DRAWN else "") + language.cards(event.cards[-DRAWN:])
            return language.gettext("The first ace falls to {name}: {cards}", name=name, cards=drawn)
        case "bank" if event.amount != 1:
            return language.gettext("{name} opens bank {n}.", name=name, n=event.amount)
        case "unstaked":
            return language.gettext("Nobody stakes: the bank of {name} is over.", name=name)
        case "bank_over":
            return language.gettext("The last bank is over.")
        case "reshuffled":
            return language.gettext("The shoe has run out and is shuffled anew: this is the bank’s last deal.")
        case "banker_natural":
            return language.gettext(
                "The bank, {name}: {cards}, a natural! Everybody pays three times.", name=name, cards=cards
            )
        case "natural":
            return language.gettext("{name}: {cards}, a natural", name=name, cards=cards)
        case "banker_dead":
            return language.gettext("The bank, {name}: {cards}, a dead hand", name=name, cards=cards)
        case "dead":
            return language.gettext("{name}: {cards}, a dead hand", name=name, cards=cards)
        case "shows" if seen.table.values.at_mark(event.cards):
            total = banking.total(seen.table.values, event.cards)
            return language.gettext(
                "The bank, {name}: {cards} — {total}, it takes twice!", name=name, cards=cards, total=total
            )
        case "shows":
            total = banking.total(seen.table.values, event.cards)
            return language.gettext("The bank, {name}: {cards} — {total}", name=name, cards=cards, total=total)
        case "bids":
            return language.gettext("{name}: {chips} for the next bank", name=name, chips=chips)
        case "sells":
            buyer = names[event.to or 0]
            return language.gettext(
                "The bank is sold: {name} gets {chips}, {buyer} banks.", name=name, chips=chips, buyer=buyer
            )
        case "keeps":
            return language.gettext("{name} keeps the bank.", name=name)
        case _:
            return ""


def label(words: Words, seen: Seen, language: Language) -> str:
    """Stakes name totals, so that pressing twice is never more than meant."""
    match words:
        case ("stake", n):
            return language.gettext("Stake {n}", n=n)
        case ("add", n):
            return _raised(int(n), seen, language)
        case ("add",):
            return language.gettext("Late stake …")
        case ("bid", n):
            return language.gettext("Bid {n}", n=n)
        case (verb, *_):
            return {
                "sit": language.gettext("Sit out"),
                "deal": language.pgettext("button", "Deal"),
                "buy": language.gettext("Another card"),
                "stand": language.gettext("Enough"),
                "pass": language.gettext("Pass"),
                "sell": language.gettext("Sell"),
                "keep": language.gettext("Keep the bank"),
            }[verb]
        case _:
            return ""


def _raised(n: int, seen: Seen, language: Language) -> str:
    if seen.seat is None:
        return language.gettext("Add {n}", n=n)
    spot = seen.table.spots[seen.seat]
    if seen.table.phase == "stakes":
        return language.gettext("Raise to {n}", n=spot.stake + n)
    return language.gettext("Late stake {n}", n=spot.late + n)


def warning(words: Words, seen: Seen, language: Language) -> str:
    """A late stake never wins, and whoever makes one shall know it."""
    if words == ("add",) and seen.table.phase == "punters":
        return language.gettext(
            "A late stake can be lost, but it never wins: if you win, it only comes back. How much?"
        )
    return ""


def advice(seen: Seen, language: Language) -> str:  # noqa: PLR0911  # one line a moment
    """The book's counsel, by what the hand is worth; and about stakes and banks."""
    table = seen.table
    if table.phase == "bid":
        return language.gettext("A bank takes equal totals for a whole shoe: bid what that is worth to you.")
    if table.phase == "sale":
        return language.gettext("A bank takes equal totals for a whole shoe: sell it for a good price only.")
    if table.phase == "stakes" and seen.seat == table.banker:
        return language.gettext("The bank takes equal totals: deal when all have staked who will.")
    if table.phase not in ("punters", "banker") or seen.seat is None or not seen.hand:
        return language.gettext("Stake what you can lose with a smile: the bank takes equal totals.")
    if at_mark(seen):
        return language.gettext(BEST)
    if table.values.total(seen.hand + table.spots[seen.seat].open) <= 17:
        return language.gettext("On seventeen and less one buys.")
    return language.gettext("On so much it is not worth buying: only an ace or a two would help.")


def meanwhile(seen: Seen, language: Language) -> str:
    """For whoever waits: for stakes, for the turn to buy, or for what comes of the hand; or while a bank is sold."""
    return waits(seen, advice(seen, language), language)


def waits(seen: Seen, counsel: str, language: Language) -> str:
    """The same with this counsel for whoever is yet to buy."""
    table = seen.table
    if table.phase in ("bid", "sale"):
        return _bank_for_sale(seen, language)
    buys = seen.seat is not None and table.spots[seen.seat].status in ("in", "banks")
    return banking.meanwhile(seen, counsel, language, buys=buys)


def _bank_for_sale(seen: Seen, language: Language) -> str:
    if seen.seat == seen.table.banker and seen.table.phase == "sale":
        return language.gettext("Your bid is made: wait for the answer.")
    return language.gettext("The next bank is for sale: wait and see who holds it.")


def _deals(value: OptionValue, names: Names, language: Language) -> str:
    return banking.deals(value, names, language) if value else language.gettext("as long as there is a bank")


def _banks(value: OptionValue, _names: Names, language: Language) -> str:
    return language.gettext("one") if value else language.gettext("a full round")


def _sale(value: OptionValue, _names: Names, language: Language) -> str:
    return language.gettext("may be sold") if value else language.gettext("is not sold")


DRAW = N_("Cards are turned up round the table: whoever gets the first ace banks first.")

BANK = (
    N_("A late stake, added on seeing one’s cards, can be lost but never wins: it comes back to whoever wins."),
    N_(
        "The bank holds for the whole shoe of two packs and goes to the right. The old banker may buy the next bank, "
        "and sits down in the seller’s place. The game is over when every place has had its bank."
    ),
    N_(
        "The banker’s left neighbour cuts a card, which goes to the bottom, seen by nobody. Cards that are wanting in "
        "mid-deal are taken of those thrown in, and this deal is the bank’s last."
    ),
)
"""Of the book's rules those on late stakes, on the bank and on its shoe."""

SHOE = (
    N_("No more than twenty-four play, with 104 cards even for two."),
    N_("It is the top card that is cut. What is taken of the cards thrown in is shuffled."),
)
TERMS = (
    N_("A late stake, too, counts towards the highest. A bank is over when all sit a deal out."),
    N_("Highest and lowest stakes, how many deals or banks are played: as agreed."),
    N_(
        "In a sale there is one bid, from one chip to ten times the highest stake, with one answer, and the two change "
        "places for good."
    ),
    N_("When your time runs out you sit out, say enough, pass, or keep the bank; a banker deals."),
)
"""Of our rules those on the cards, and those on what the book leaves open."""


LOOK: Look[Table, Cards] = Look(
    title=N_("Twenty-one"),
    about=N_("A banker against everybody: come near twenty-one, and not over."),
    kind=Kind.BANK,
    length=N_("a deal in 3 minutes, a full round for a whole evening"),
    rules=Rules(
        source=(
            N_(
                "One holds the bank, the others stake against it, each separately. An ace counts "
                "11 or 1, a king, queen "
                "or jack 10, other cards their pips."
            ),
            DRAW,
            N_(
                "Two cards each. From the banker’s right, everybody buys cards, face up, or says "
                "enough. Over 21 the hand "
                "is dead, and the stake is paid at once. The banker buys last."
            ),
            N_(
                "Nearer to 21 than the banker wins the stake, and exactly 21 twice. Equal totals are the bank’s. "
                "A banker with 21 takes twice, a dead one pays everybody still in."
            ),
            N_(
                "An ace with a ten or a picture at the deal is a natural: for a punter’s the stake is paid at once, "
                "singly; a banker’s takes three times every stake."
            ),
            *BANK,
        ),
        ours=(
            *SHOE,
            N_("At 21 a punter buys no more. A dead banker pays a bought 21 twice."),
            N_("A natural that was paid keeps its win, whatever the banker comes to."),
            *TERMS,
        ),
    ),
    options=(
        OptionLook("deals", N_("Length"), (1, 3, 5, 10, 0), _deals),
        OptionLook("banks", N_("Banks"), (1, 0), _banks),
        OptionLook("min_stake", N_("Lowest stake"), (1, 2, 5, 10), in_chips),
        OptionLook("max_stake", N_("Highest stake"), (10, 20, 50, 100), in_chips),
        OptionLook("bank_sale", N_("The next bank"), (True, False), _sale),
        OptionLook("dealer", N_("First banker"), (None,), banking.dealer, seat=True),
    ),
    scene=scene,
    told=told,
    label=label,
    result=banking.result,
    advice=advice,
    meanwhile=meanwhile,
    public=("stake", "sit", "deal", "buy", "stand", "bid", "pass", "sell", "keep"),
    warning=warning,
    hand=N_("My cards"),
)
