"""What the looks of the banking games share: who is asked for a stake, what lies before a seat, how it is settled."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from bot.language import N_, Language, in_lines, strong
from bot.screens.look import Names, watching
from bot.screens.scene import Chips
from bot.tables.model import OptionValue
from games.banking import BankTable, Spot, Values
from games.cards import Card, Cards
from games.core import Event, Json, View

B = TypeVar("B", bound=BankTable)

PAID = ("dead", "natural")
"""Of a seat whose hand was paid for at once."""

PAYMENTS = {"wins": 1, "loses": -1, "quits": 0}
"""Events of a settlement, and which way the chips go."""

SHOWN = ("shows", "natural", "dead")
"""Events that show a seat's cards, after which comes what is paid for them."""

STAKING = ("stakes", "adds", "sits", "passes", "covered", "deals")
"""Events before the cards of a deal are on the table."""


def total(values: Values, cards: Cards) -> str:
    """What the cards are worth: `21`; in a game of half points also `7½`, and `½`."""
    points, half = divmod(values.total(cards), values.point)
    return f"{points or ''}½" if half else str(points)


def lying(seen: View[B, Cards], seat: int) -> tuple[Card | None, ...]:
    """The cards before a seat, the hidden ones face down."""
    return (None,) * seen.sizes[seat] + seen.table.spots[seat].open


def heaps(table: BankTable, seat: int, language: Language) -> tuple[Chips, ...]:
    """The chips before a seat: what it has staked, and what it has won so far, with what was paid in this deal."""
    won = table.won[seat] + table.dues[seat]
    return (*staked(table.spots[seat], language), *((Chips(won, f"({language.balance(won)})"),) if won else ()))


def staked(spot: Spot, language: Language) -> tuple[Chips, ...]:
    """The stake, and what was added to it on seeing the cards, so long as they are not paid for."""
    heaps: list[Chips] = []
    if spot.status in PAID:
        return ()
    if spot.stake:
        heaps.append(Chips(spot.stake, language.gettext("stake {n}", n=spot.stake)))
    if spot.late:
        heaps.append(Chips(spot.late, language.gettext("late {n}", n=spot.late)))
    return tuple(heaps)


def own_stake(seen: View[B, Cards], language: Language) -> tuple[str, ...]:
    """What the reader has staked, while the cards are yet to come."""
    spot = Spot() if seen.seat is None else seen.table.spots[seen.seat]
    return (language.gettext("Your stake: {n}", n=spot.stake),) if spot.status == "in" else ()


def meanwhile(seen: View[B, Cards], advice: str, language: Language, *, buys: bool) -> str:
    """Counsel for whoever waits: `advice` on the own hand so long as it is yet to be played (`buys`)."""
    if seen.hand and buys:
        return advice
    status = "out" if seen.seat is None else seen.table.spots[seen.seat].status
    match status:
        case "out":
            return language.gettext("You sit this deal out: watch how the others fare.")
        case "banks":
            return language.gettext("The bank is yours: wait for the others.")
        case "in" if not seen.hand:
            return language.gettext("Your stake is laid: wait for the cards.")
        case "asked":
            return watching(seen, language)
        case _:
            return language.gettext("Your hand is played: what comes of it is seen when the bank opens its own.")


def to_stake(table: BankTable) -> tuple[int, ...]:
    """The seats that have neither staked nor declined to."""
    return tuple(seat for seat, spot in enumerate(table.spots) if spot.status == "asked")


def asked_to_stake(seen: View[B, Cards], low: int, high: int, names: Names, language: Language) -> str:
    """Who stakes how much, where somebody is yet to do it."""
    waiting = to_stake(seen.table)
    if seen.seat in waiting:
        if low == high:
            return language.gettext("Your stake: {n}, or none.", n=low)
        return language.gettext(
            "Your stake, from {low} to {high}: press a button or write a number.", low=low, high=high
        )
    if len(waiting) == 1:
        if low == high:
            return language.gettext("{name} stakes {n}, or nothing.", name=strong(names[waiting[0]]), n=low)
        if seen.seat is None:
            said = N_("{name} stakes, from {low} to {high}, by button or in a reply to me.")
        else:
            said = N_("{name} stakes, from {low} to {high}.")
        return language.gettext(said, name=strong(names[waiting[0]]), low=low, high=high)
    return _asked_of_several(len(waiting), low, high, language, openly=seen.seat is None)


def _asked_of_several(waiting: int, low: int, high: int, language: Language, *, openly: bool) -> str:
    """The same where so many are yet to stake: to the group (`openly`), whose messages are replies, or to another."""
    if low == high:
        return language.ngettext(
            "Who stakes {amount}? {n} player is still thinking.",
            "Who stakes {amount}? {n} players are still thinking.",
            waiting,
            amount=low,
        )
    if not openly:
        return language.ngettext(
            "Stakes are from {low} to {high}: {n} player is still thinking.",
            "Stakes are from {low} to {high}: {n} players are still thinking.",
            waiting,
            low=low,
            high=high,
        )
    return language.ngettext(
        "Place your stakes, from {low} to {high}, by button or in a reply to me: {n} player is still thinking.",
        "Place your stakes, from {low} to {high}, by button or in a reply to me: {n} players are still thinking.",
        waiting,
        low=low,
        high=high,
    )


Payment = Callable[[Event, Event | None], tuple[str, str]]
"""Of a payment, and of the event before it where that has shown the same seat's cards: what stands between the name and
the chips, `: 9♥ Q♠ (19), `, and what after them, such as why they are double."""


def told(
    events: Sequence[Event], line: Callable[[Event], str], payment: Payment, names: Names, language: Language
) -> Iterator[str]:
    """A line an event, as `line` words it; the payments of a settlement in one line, each after the hand it is for.

    What is paid at once stands in the line of the hand that is shown for it. When cards are dealt the deal before is
    told no more.
    """
    events = _whole(of_this_deal(events))
    settled: list[str] = []
    said = ""
    for before, event, after in zip((None, *events), events, (*events[1:], None), strict=False):
        if event.event in PAYMENTS:
            shown = before if before and before.event in SHOWN and before.seat == event.seat else None
            hand, why = payment(event, shown)
            chips = language.balance((event.amount or 0) * PAYMENTS[event.event])
            words = language.gettext("quits") if event.event == "quits" else ", ".join(filter(None, (chips, why)))
            if shown and shown.event != "shows":
                said = f"{said}, {words}"
                continue
            settled.append(f"{names[event.seat or 0]}{hand}{words}")
        elif not (event.event == "shows" and after and after.seat == event.seat and after.event in PAYMENTS):
            yield from filter(None, (said, in_lines(settled)))
            settled, said = [], line(event)
    yield from filter(None, (said, in_lines(settled)))


def of_this_deal(events: Sequence[Event]) -> Sequence[Event]:
    """What has happened since the stakes of the last deal whose cards were dealt."""
    first = max((place for place, event in enumerate(events) if event.event == "deals"), default=0)
    while first and events[first - 1].event in STAKING:
        first -= 1
    return events[first:]


def _whole(events: Sequence[Event]) -> Sequence[Event]:
    """Without the end of a settlement whose beginning is forgotten: by itself it would be taken for another."""
    first = 0
    while first < len(events) and _pays(events[first : first + 2]):
        first += 1
    return events[first:]


def _pays(events: Sequence[Event]) -> bool:
    """Whether the first of these is a payment, or shows the hand that the second one pays."""
    first, *then = events
    return first.event in PAYMENTS or (
        first.event == "shows" and any(event.event in PAYMENTS and event.seat == first.seat for event in then)
    )


def result(_outcome: Mapping[str, Json], _names: Names, _language: Language) -> tuple[str, ...]:
    """The chips say it all."""
    return ()


# Options


def dealer(value: OptionValue, names: Names, language: Language) -> str:
    """Who banks first."""
    return names[value] if isinstance(value, int) and value < len(names) else language.gettext("by lot")


def deals(value: OptionValue, _names: Names, language: Language) -> str:
    """How many deals are played."""
    if isinstance(value, int) and value:
        return language.ngettext("{n} deal", "{n} deals", value)
    return language.gettext("a full round of banks")
