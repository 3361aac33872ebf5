"""How torgovlya looks: a line a player with the chips won and spent, in the order of play, the banker last.

All choices are made in private, two taps a trade, for a button in public would tell of the hand that it is for.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.language import N_, Language, in_lines, sorted_hand, strong
from bot.screens.look import Face, Kind, Look, Names, OptionLook, Rules, Words, in_chips
from bot.screens.looks import banking
from bot.screens.scene import Chips, Place, Scene
from bot.tables.model import OptionValue
from games.cards import Cards, suit
from games.core import Event, Json
from games.torgovlya import UNDER, Hand, Seen, Table, kind, points, turn

TRADES = 5
"""So many of the last trades stand in one line."""

GONE = 6
"""So many of the cards that the reader parted with last are told."""


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """Pot and bank, everybody's chips, and to its holder what a hand is worth."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=_facts(table, names, language),
        places=tuple(
            Place(
                seat,
                names[seat],
                chips=_chips(table, seat, language),
                marks=(language.gettext("bank"),) if seat == table.banker and table.phase != "over" else (),
                turn=seat in turn(table),
            )
            for seat in table.order
        ),
        hand=sorted_hand(seen.hand.all) if seen.hand else None,
        note=tuple(_notes(seen, seen.hand, names, language)) if seen.hand else (),
        asked=_asked(seen, names, language),
    )


def _facts(table: Table, names: Names, language: Language) -> tuple[str, ...]:
    deal = language.gettext("deal {n} of {most}", n=table.deals, most=table.most_deals)
    if table.phase == "over":
        return (deal,)
    return (
        language.gettext("{name} holds the bank", name=names[table.banker]),
        language.gettext("in the pot: {chips}", chips=language.chips(table.pot)),
        deal,
        language.gettext("circle {n} of {most}", n=table.circle, most=table.options.circles),
    )


def _chips(table: Table, seat: int, language: Language) -> tuple[Chips, ...]:
    """What the seat has won or spent so far; what it has in the pot is spent."""
    balance = table.won[seat] + table.dues[seat] - table.part
    return (Chips(balance, f"({language.balance(balance)})"),) if balance else ()


def _named(cards: Cards, language: Language) -> str:
    """The combination that they make, `sequence`; empty where they make none."""
    match kind(cards):
        case "tricon":
            return language.gettext("tricon")
        case "sequence":
            return language.gettext("sequence")
        case "poen":
            return language.ngettext("poen, {n} point", "poen, {n} points", points(cards))
        case None:
            return ""


def _notes(seen: Seen, hand: Hand, names: Names, language: Language) -> Iterator[str]:
    """What may be shown, what is offered, and where the cards have gone that the reader parted with in this deal."""
    if named := _named(hand.all, language):
        yield language.gettext("In your hand: {combination}. You may open it.", combination=named)
    if hand.offered:
        right = names[turn(seen.table)[0]]
        yield language.gettext("Offered: {card} → {name}", card=language.cards(hand.offered), name=right)
    if hand.gone:
        gone = ", ".join(_went(word, names, language) for word in hand.gone[-GONE:])
        yield language.gettext("Parted with: {cards}", cards=gone)


def _went(word: str, names: Names, language: Language) -> str:
    where, card = word.split(":")
    to = language.gettext("under the pack") if where == UNDER else names[int(where)]
    return f"{language.card(card)} → {to}"


def _asked(seen: Seen, names: Names, language: Language) -> str:
    """Whose word it is, or who answers whom."""
    table = seen.table
    if table.phase == "over":
        return ""
    awaited, acting = turn(table)[0], names[table.acting]
    match table.phase:
        case "answer" if seen.seat == awaited:
            return language.gettext("{name} offers you a card. Which one do you give for it?", name=strong(acting))
        case "answer":
            return language.gettext("{name} answers the barter.", name=strong(names[awaited]))
        case _ if seen.seat == awaited:
            right = names[table.right(awaited)]
            return language.gettext("For money, or by barter? On your right: {name}.", name=right)
        case _:
            return language.gettext("{name}: for money, or by barter?", name=strong(acting))


# What happened


def told(events: Sequence[Event], _seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """The trades of some seats in one line; a show in two, so that they outlast the trades that follow."""
    trades: list[str] = []
    hands: list[str] = []
    opens = ""
    for event, following in zip(events, (*events[1:], None), strict=False):
        match event.event:
            case "buys" | "swaps":
                trades.append(_trade(event, names, language))
            case "bought" | "swapped":
                trades[-1:] = [_trade(event, names, language)]
            case "shows":
                opens = language.gettext("{name} opens.", name=names[event.seat or 0])
            case "opens":
                hands.append(_opened(event, names, language))
            case _ if line := _line(event, following, names, language):
                yield from filter(None, (in_lines(trades[-TRADES:]), in_lines(hands, opens), line))
                trades, hands, opens = [], [], ""
    if trades:
        yield in_lines(trades[-TRADES:])


def _trade(event: Event, names: Names, language: Language) -> str:
    name = names[event.seat or 0]
    away, came = language.cards(event.cards[:1]), language.cards(event.cards[1:])
    match event.event:
        case "buys":
            return language.gettext("{name}: for money", name=name)
        case "bought":
            return language.gettext("{name}: for money, {card} → {other}", name=name, card=away, other=came)
        case "swaps":
            return f"{name} ⇄ {names[event.to or 0]}"
        case _:
            return f"{name} ⇄ {names[event.to or 0]}: {away} → {came}"


def _opened(event: Event, names: Names, language: Language) -> str:
    named = _named(event.cards, language)
    return f"{names[event.seat or 0]}: {language.cards(event.cards)}" + (f" ({named})" if named else "")


def _line(event: Event, following: Event | None, names: Names, language: Language) -> str:
    name, chips = names[event.seat or 0], language.chips(event.amount or 0)
    match event.event:
        case "dealer":
            return language.gettext("The lot falls on {name} to bank first.", name=name)
        case "wins" if following and following.event == "fee":
            return language.gettext(
                "The pot goes to {name}: {chips}, one of them to the bank.", name=strong(name), chips=chips
            )
        case "wins":
            return language.gettext("The pot goes to {name}: {chips}.", name=strong(name), chips=chips)
        case "undecided":
            return language.gettext("Nobody opens. What stays in the pot: {chips}.", chips=chips)
        case "shared":
            return language.gettext("The pot is shared: {chips} to each.", chips=chips)
        case _:
            return ""


# Buttons, counsel, result


def label(words: Words, _seen: Seen, language: Language) -> str:
    """What the players of the book say; then the card."""
    match words:
        case ("buy",):
            return language.gettext("For money")
        case ("barter",):
            return language.gettext("By barter")
        case ("show",):
            return language.gettext("Open")
        case _:
            return language.cards(words[1:])


def hint(words: Words, seen: Seen, language: Language) -> str:
    """What the second tap does, after the word is said."""
    match words:
        case ("buy",) if seen.seat == seen.table.banker:
            return language.gettext("Which card goes under the pack? The bank is yours, so the new one is free.")
        case ("buy",):
            return language.gettext("Which card goes under the pack? For the new one the banker gets a chip.")
        case ("barter",):
            return language.gettext("Which card do you offer?")
        case _:
            return ""


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """Who has won how many pots; one that nobody has won went on to the next deal, or was shared."""
    winners = outcome["winners"]
    assert isinstance(winners, Sequence)  # noqa: S101  # one a deal
    counted = Counter(names[seat] for seat in winners if isinstance(seat, int))
    if not counted:
        return (language.gettext("Nobody has won a pot."),)
    pots = (f"{name} — {count}" for name, count in counted.most_common())
    return (in_lines(pots, language.gettext("Pots won:")),)


def advice(seen: Seen, language: Language) -> str:
    """By what the hand holds already, and by what a trade costs."""
    hand = seen.hand.all if seen.hand else ()
    if hand and kind(hand):
        return language.gettext("Open it without waiting: who waits gives the others time for something better.")
    suits = Counter(map(suit, hand))
    pairs = [sign for sign, count in suits.items() if count == 2]
    if pairs:
        return language.gettext(
            "Keep your two {suit}: one card in four or five makes a poen of them. Trade the third.",
            suit=language.suit(pairs[0]),
        )
    if seen.seat == seen.table.banker:
        return language.gettext("Collect one suit. The bank is yours: the cards of the pack cost you nothing.")
    return language.gettext("Collect one suit. A neighbour’s card is free; pay for one only where the pot is worth it.")


def _circles(value: OptionValue, _names: Names, language: Language) -> str:
    return language.ngettext("after {n} circle", "after {n} circles", value) if isinstance(value, int) else ""


LOOK: Look[Table, Hand] = Look(
    title=N_("Trade"),
    about=N_(
        "Trade three cards, for money or by barter: make a tricon, a sequence or a poen of them before the others."
    ),
    kind=Kind.BANK,
    length=N_("10–20 minutes"),
    rules=Rules(
        source=(
            N_(
                "From three to ten play with 52 cards. Everybody stakes on the pot and gets three cards. "
                "Deal and turn go to the right, and the banker is the last to act."
            ),
            N_(
                "The aim is a tricon, three cards of one rank; a sequence, three of one suit in a row; "
                "or a poen, any three of one suit."
            ),
            N_(
                "In turn, circle after circle, one trades. For money: your card goes under the pack, its top card is "
                "yours, and the banker gets a chip; the banker pays nothing. By barter: you exchange a card with your "
                "right neighbour."
            ),
            N_(
                "Whoever has a tricon, a sequence or a poen opens it without waiting for the others. The winner takes "
                "the pot and gives the banker a chip of it. Between equal ones the banker is preferred."
            ),
        ),
        ours=(
            N_(
                "A tricon beats a sequence, a sequence a poen. Of two alike the higher cards win, of two poens the "
                "higher sum, then card by card: an ace counts 11, king, queen and jack 10, others their pips. "
                "An ace is always high. After the banker the first to act is preferred."
            ),
            N_(
                "When one opens, all do, and the best hand wins, whosever it is. One may open out of turn, and while "
                "a barter waits, which is then off; nobody has to."
            ),
            N_("Each chooses the card to part with. Nobody refuses a barter, and nobody passes."),
            N_(
                "When nobody has opened in all the circles agreed, the pot stays for the next deal, and after the last "
                "deal it is shared equally. With what the very last trade brings one cannot open any more."
            ),
            N_("The first banker is found by lot: the highest card of a pack. The bank goes to the right."),
            N_("When your time runs out, what you could open is opened; else your lowest card is traded or given."),
        ),
    ),
    options=(
        OptionLook("deals", N_("Length"), (1, 3, 5, 10, 0), banking.deals),
        OptionLook("ante", N_("Stake"), (1, 2, 5, 10), in_chips),
        OptionLook("circles", N_("Undecided"), (3, 5, 10, 20), _circles),
        OptionLook("dealer", N_("First banker"), (None,), banking.dealer, seat=True),
    ),
    scene=scene,
    told=told,
    label=label,
    result=result,
    advice=advice,
    meanwhile=advice,
    warning=hint,
    hand=N_("My cards"),
)
