"""How the English lottery looks: the last cards called, the five prizes, everybody's live tickets, all in public."""

from collections.abc import Iterator, Mapping, Sequence

from bot.language import N_, Language, in_lines, strong
from bot.screens.look import Face, Kind, Look, Names, OfficeLook, OptionLook, Rules, Words, held_by, in_chips
from bot.screens.scene import Pile, Place, Scene, Zone
from bot.tables.model import OptionValue
from games.core import Event, Json, View
from games.english_lottery import Bid, Hand, Table, turn

Seen = View[Table, Hand]

SHOWN = 15
"""So many of the cards called are shown, the last ones."""

READING = 3
"""How many times as long as a computer player thinks it is looked for a ticket."""

FIVE = 5
"""Of so many cards called, as many as one tap draws, it is told what came of them."""


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The calls and the prizes, then everybody with tickets and offers."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=(
            language.gettext("director: {name}", name=names[table.options.director]),
            language.gettext("pool: {chips}", chips=language.chips(table.pool)),
        ),
        zones=_zones(table, language),
        places=tuple(
            Place(
                seat,
                names[seat],
                cards=tickets,
                marks=_marks(table, seat, language),
                turn=seat in turn(table) and table.phase in ("buying", "trade"),
            )
            for seat, tickets in enumerate(table.tickets)
        ),
        asked=_asked(seen, names, language),
    )


def _zones(table: Table, language: Language) -> tuple[Zone, ...]:
    zones = []
    if table.called:
        if len(table.called) > SHOWN:
            title = language.ngettext("{n} card called, the last:", "{n} cards called, the last:", len(table.called))
        else:
            title = language.ngettext("{n} card called:", "{n} cards called:", len(table.called))
        zones.append(Zone("grid", tuple(Pile((card,)) for card in table.called[-SHOWN:]), title, columns=5))
    if table.phase != "buying":
        opened = (*table.opened, *[None] * (len(table.prizes) - len(table.opened)))
        nothing = language.gettext("no prize:")
        labels = [f"{chips}:" if chips else "" if place else nothing for place, chips in enumerate(table.prizes)]
        piles = (Pile((card,), label=label) for card, label in zip(opened, labels, strict=True))
        zones.append(Zone("row", tuple(piles), language.gettext("Prizes:")))
    return tuple(zones)


def _marks(table: Table, seat: int, language: Language) -> tuple[str, ...]:
    bids = [bid for bid in table.bids if bid.seat == seat]
    offered = tuple(
        language.gettext("offers {n} for {card}", n=bid.amount, card=language.card(bid.card)) for bid in bids
    )
    return offered if table.tickets[seat] else (language.gettext("no ticket"), *offered)


def _asked(seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    table, director = seen.table, strong(names[seen.table.options.director])
    own = seen.seat == table.options.director
    match table.phase:
        case "buying":
            return language.ngettext(
                "{n} ticket is left over. Who buys it for {chips}? Thinking: {who}.",
                "{n} tickets are left over. One more each for {chips}? Thinking: {who}.",
                seen.down[2],
                chips=language.chips(table.options.price),
                who=", ".join(names[seat] for seat in table.asked),
            )
        case "trade" if seen.seat is not None and table.bids_to(seen.seat):
            return language.gettext("Your ticket is wanted: sell it, or decline.")
        case "trade" if seen.seat is not None and seen.seat in table.buyers:
            return language.gettext(
                "You may buy a ticket: press it, then a price, or write the price. Awaited: {who}.",
                who=", ".join(strong(names[seat]) for seat in turn(table)),
            )
        case "trade" if seen.seat is not None:
            return language.gettext(
                "Whoever has no ticket may buy one. Awaited: {who}.",
                who=", ".join(strong(names[seat]) for seat in turn(table)),
            )
        case "trade":
            return language.gettext(
                "Whoever has no ticket may buy one: press a ticket, then a price, or write the price in a reply. "
                "Awaited: {who}.",
                who=", ".join(strong(names[seat]) for seat in turn(table)),
            )
        case "prizes" if own:
            return language.gettext("Open the prizes, the smallest first.")
        case "prizes":
            return language.sentence(language.gettext("{name} opens the prizes.", name=director))
        case "over":
            return ""
        case _ if own:
            return language.gettext("Call the next card.")
        case _:
            return language.sentence(language.gettext("{name} calls the cards.", name=director))


def told(events: Sequence[Event], _seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """What came of the last cards called and of each offer since; the prizes, which end the game, in one line."""
    calls = [place for place, event in enumerate(events) if event.event == "called"][-FIVE:]
    prizes: list[str] = []
    for place, event in enumerate(events):
        if calls and place < calls[0]:
            continue
        if event.event == "called":
            if place == calls[-1]:
                yield from _calls([events[call] for call in calls], names, language)
        elif line := _line(event, names, language):
            if event.event == "prize":
                prizes.append(line)
            else:
                yield line
    yield from filter(None, (in_lines(prizes),))


def _calls(calls: Sequence[Event], names: Names, language: Language) -> Iterator[str]:
    """The tickets that are out, and which cards called after them nobody has."""
    out = [place for place, event in enumerate(calls) if event.seat is not None]
    tickets = [(language.cards(calls[place].cards), names[calls[place].seat or 0]) for place in out]
    if len(tickets) == 1:
        yield language.gettext("{card}: out goes the ticket of {name}", card=tickets[0][0], name=tickets[0][1])
    elif tickets:
        yield language.gettext(
            "Tickets out: {tickets}", tickets=", ".join(f"{card} ({name})" for card, name in tickets)
        )
    if missed := [card for event in calls[out[-1] + 1 if out else 0 :] for card in event.cards]:
        yield language.gettext("{card}: nobody has it", card=language.cards(missed))


def _line(event: Event, names: Names, language: Language) -> str | None:  # noqa: C901, PLR0911  # one line an event
    name = names[event.seat] if event.seat is not None else ""
    to = names[event.to] if event.to is not None else ""
    card, chips = language.cards(event.cards), language.chips(event.amount or 0)
    match event.event:
        case "buys":
            return language.gettext("{name}: one more ticket, {card}", name=name, card=card)
        case "trade":
            return language.gettext("Five cards are left. Tickets may be bought and sold!")
        case "offers":
            return language.gettext(
                "{name}: {chips} for {card} ({holder})", name=name, chips=chips, card=card, holder=to
            )
        case "sells":
            return language.gettext(
                "Sold for {chips}: {card}, {name} → {buyer}", name=name, chips=chips, card=card, buyer=to
            )
        case "declines":
            return language.gettext(
                "{name} → {buyer}: no, {card} is not for sale at this price", name=name, buyer=to, card=card
            )
        case "withdraws":
            return language.gettext("{name} withdraws the offer", name=name)
        case "done":
            return language.gettext("{name} buys nothing more", name=name)
        case "closed":
            return language.gettext("{name} closes the trade.", name=name)
        case "prize" if not event.amount:
            return language.gettext("{card}: an empty prize", card=card)
        case "prize" if name:
            return language.gettext("{card}: {name} wins {chips}!", card=card, name=name, chips=chips)
        case "prize":
            return language.gettext("{card}: nobody has it, {chips} stay", card=card, chips=chips)
        case _:
            return None


def label(words: Words, seen: Seen, language: Language) -> str:  # noqa: PLR0911  # one line a kind of move
    """What is to be drawn, bought or sold."""
    match words:
        case ("call", _, *_):
            return language.gettext("Draw five")
        case ("offer", card):
            return language.gettext("Buy {card}", card=language.card(card))
        case ("offer", card, n):
            return language.gettext("{card} for {n}", card=language.card(card), n=n)
        case ("accept" | "decline" as verb, card, seat):
            return _answer(verb, _bid(seen.table, int(seat)), seen.table, language)
        case ("accept", card):
            return language.gettext("Sell {card}", card=language.card(card))
        case ("decline", card):
            return language.gettext("Decline: {card}", card=language.card(card))
        case (verb, *_):
            return {
                "buy": language.gettext("One more ticket"),
                "pass": language.gettext("No more"),
                "call": language.gettext("Draw a card"),
                "withdraw": language.gettext("Withdraw my offer"),
                "done": language.gettext("I buy nothing"),
                "close": language.gettext("Close the trade"),
                "open": language.gettext("Open a prize"),
                "offer": language.gettext("Buy a ticket"),
                "accept": language.gettext("Sell"),
                "decline": language.gettext("Decline"),
            }[verb]
        case _:
            return ""


def _bid(table: Table, seat: int) -> Bid:
    return next(bid for bid in table.bids if bid.seat == seat)


def _answer(verb: str, bid: Bid, table: Table, language: Language) -> str:
    """Yes or no to an offer. Of equal ones for one ticket each says which it is, in the order of the table."""
    equal = [other for other in table.bids if (other.card, other.amount) == (bid.card, bid.amount)]
    number = f" ({equal.index(bid) + 1})" if len(equal) > 1 else ""
    card, n = language.card(bid.card), bid.amount
    if verb == "accept":
        return language.gettext("Sell {card} for {n}", card=card, n=n) + number
    return language.gettext("Decline {n} for {card}", card=card, n=n) + number


def pause(seen: Seen) -> int:
    """A card is called when all have looked whether theirs went out with the last one."""
    return READING if seen.table.phase in ("calls", "last", "prizes") else 1


def result(outcome: Mapping[str, Json], _names: Names, language: Language) -> tuple[str, ...]:
    """What nobody has won."""
    carry = outcome["carry"]
    if not isinstance(carry, int) or not carry:
        return ()
    return (language.gettext("Left in the directorate for the next lottery: {chips}.", chips=language.chips(carry)),)


def advice(seen: Seen, language: Language) -> str:
    """What a ticket is worth while tickets are traded; elsewhere it is all luck."""
    table = seen.table
    if table.phase != "trade":
        return language.gettext("It is all luck here: watch your tickets, and do not tear up any before its time.")
    worth = table.pool // 10
    return language.gettext(
        "Ten cards are left, five of them prizes: a ticket is worth about {chips}.", chips=language.chips(worth)
    )


def _each(value: OptionValue, _names: Names, language: Language) -> str:
    if isinstance(value, int) and value:
        return language.ngettext("{n} ticket each", "{n} tickets each", value)
    return language.gettext("the whole pack")


LOOK: Look[Table, Hand] = Look(
    title=N_("English lottery"),
    about=N_("Cards are called, tickets go out one by one, and the last five win; a losing one may be sold in time."),
    kind=Kind.LOTTERY,
    length=N_("15–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "Two packs: the cards of one are the tickets, which are dealt out, paid for, and lie open. Of those "
                "left over everybody may buy one."
            ),
            N_(
                "From the other five cards are laid in a row, face down: the prizes. The pool is divided into fifteen "
                "parts as equal as may be: one for the first prize, two for the second, and so on to five."
            ),
            N_("The director, whom the company elects, calls the rest card by card. The equal ticket is out."),
            N_(
                "When five are left to be called, whoever has lost all tickets may buy one of another’s, as they agree."
            ),
            N_("Then the last five are called, the prizes are opened, and the equal tickets win them."),
        ),
        ours=(
            N_("Tickets are dealt evenly, or as many as agreed. The larger parts of the pool go to the higher prizes."),
            N_(
                "One open offer at a time, from 1 to 999 chips, at most twenty a player. A ticket that is sold takes "
                "the offers for it along."
            ),
            N_("The trade is over when nobody without a ticket buys any more, or when the director closes it."),
            N_(
                "A prize whose ticket nobody has stays in the directorate: the chat’s next lottery adds it to its pool."
            ),
            N_(
                "The director need not play: it may be a moderator, or the bot. Then tickets are dealt from the first "
                "player on."
            ),
            N_("No more than twenty-six play."),
            N_("When your time runs out you buy nothing and decline what is offered; a director calls and opens."),
        ),
    ),
    options=(
        OptionLook("price", N_("Price of a ticket"), (1, 2, 5, 10), in_chips),
        OptionLook("tickets_each", N_("Tickets"), (0, 1, 2), _each),
        OptionLook(
            "director",
            N_("Director"),
            (),
            held_by,
            seat=True,
            office=OfficeLook(N_("a moderator directs"), N_("Direct without playing")),
        ),
    ),
    scene=scene,
    told=told,
    label=label,
    result=result,
    advice=advice,
    meanwhile=advice,
    public=("call", "open", "buy", "pass", "offer", "accept", "decline", "withdraw", "done", "close"),
    pause=pause,
    five="call",
    amounts=(1, 2, 3, 5, 10, 20, 50),
)
