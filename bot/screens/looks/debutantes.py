"""How the debutantes look: eight rows by their top cards, the turned card, the reserve as it lies, four by five."""

from collections.abc import Mapping, Sequence

from bot.buttons import About, Choose, Play
from bot.language import N_, Language, strong
from bot.screens.keys import Key, Row, by_length, dim, key
from bot.screens.look import Face, Kind, Look, Names, Rules, Words, event_by_event
from bot.screens.scene import Pile, Scene, Zone
from games.cards import SUITS, Cards
from games.catalogue import GAMES
from games.core import Event, Json, View
from games.debutantes import PLACES, Down, Place, Table, Up
from games.debutantes_lost import stuck
from games.offers import ahead
from games.players.debutantes import choose

Seen = View[Table, Cards]

COLUMNS = 5


def scene(seen: Seen, _face: Face, language: Language) -> Scene:
    """The rows, the turned card, the reserve and the stock."""
    table = seen.table
    zones = (
        Zone("stock", (Pile(under=sum(seen.down)),)),
        _rows(table.up, language.gettext("From the ace up:"), language),
        _rows(table.down, language.gettext("From the king down:"), language),
        Zone("grid", tuple(map(Pile, table.places)), language.gettext("The reserve, top cards first:"), COLUMNS),
        *((Zone("row", (Pile(table.turned),), language.gettext("Turned:")),) if table.turned else ()),
    )
    return Scene(
        title=language.gettext(LOOK.title),
        facts=(language.gettext("{n} of {most} in the rows", n=table.placed, most=104),),
        zones=zones,
        note=_lost(table, language),
        asked=_asked(table, language),
    )


def _lost(table: Table, language: Language) -> tuple[str, ...]:
    """That it cannot be won any more, and why, where that is certain."""
    found = stuck(table) if table.phase == "play" else ()
    if not found:
        return ()
    way, card = found[0].way, language.card(found[0].card)
    if way == "up":
        said = language.gettext("This cannot be won any more: {card} will never come free to go up.", card=card)
    else:
        said = language.gettext("This cannot be won any more: {card} will never come free to go down.", card=card)
    return (said,)


def _rows(rows: tuple[Cards, ...], title: str, language: Language) -> Zone:
    return Zone(
        "heaps",
        tuple(Pile(row, label=language.suit(suit)) for suit, row in zip(SUITS, rows, strict=True)),
        title=title,
    )


def _asked(table: Table, language: Language) -> str:
    if table.phase != "play":
        return ""
    if table.turned:
        return language.gettext("Where does {card} go?", card=strong(language.cards(table.turned)))
    return language.gettext("The stock is used up: take cards from the reserve to the rows.")


def told(event: Event, _names: Names, language: Language) -> str | None:
    """The last card that moved, and the end."""
    card = language.cards(event.cards)
    match event.event:
        case "up":
            return language.gettext("{card} goes up its row.", card=card)
        case "down":
            return language.gettext("{card} goes down its row.", card=card)
        case "placed":
            return language.gettext("{card} waits in the reserve.", card=card)
        case _:
            return None


def label(words: Words, seen: Seen, language: Language) -> str:
    """An arrow is a row; a card before it comes from the reserve."""
    arrow = {"up": "↑", "down": "↓"}
    match words:
        case (("up" | "down") as way,):
            return language.gettext("To the row {arrow}", arrow=arrow[way])
        case (("up" | "down") as way, place):
            return f"{_top(int(place), seen.table.places, language)} {arrow[way]}"
        case ("place", place):
            return language.gettext("Place {n}", n=place)
        case _:
            return language.gettext("I give up")


def _top(place: int, places: Sequence[Cards], language: Language) -> str:
    """The top card of a place; where another has the same, with the one beneath it or else with the place's number."""
    pile = places[place - 1]
    twins = [other for other in places if other[-1:] == pile[-1:]]
    card = language.card(pile[-1])
    if len(twins) == 1:
        return card
    if [other[-2:] for other in twins].count(pile[-2:]) == 1:
        return "/".join(map(language.card, reversed(pile[-2:])))
    return f"{card} ({place})"


def warning(words: Words, _seen: Seen, language: Language) -> str:
    """Giving up is asked twice."""
    return language.gettext("Give this patience up? It cannot be taken back.") if words == ("resign",) else ""


def layout(seen: Seen, face: Face, language: Language) -> list[Row]:
    """The turned card's rows, what the reserve offers, and the reserve itself, where the turned card is laid down."""
    offers = tuple(GAMES[face.game].offers(seen))

    def play(words: Words) -> Key:
        return key(label(words, seen, language), Play(face.id, face.count, " ".join(words)))

    ways = [(way, ahead(offers, (way,))) for way in ("up", "down")]
    turned = [play((way,)) if step.done else dim(label((way,), seen, language)) for way, step in ways]
    freed = [play((way, place)) for way, step in ways for place in step.words]
    room = ahead(offers, ("place",)).words
    places = [_place(number, room, seen, face, language) for number in range(1, PLACES + 1)]
    return [
        turned if seen.table.turned else [],
        *by_length(freed),
        *(places[start : start + COLUMNS] for start in range(0, PLACES, COLUMNS)),
        *by_length(
            [
                *([key(language.gettext("Take a move back"), About(face.id, "undo"))] if _moved(seen.table) else []),
                key(language.gettext(LOOK.counsel), About(face.id, "advice")),
                key(label(("resign",), seen, language), Choose(face.id, face.count, "resign")),
            ]
        ),
    ]


def _moved(table: Table) -> bool:
    """Whether there is a move to take back: each lays a card down."""
    return bool(table.placed or any(table.places))


def _place(number: int, room: tuple[str, ...], seen: Seen, face: Face, language: Language) -> Key:
    """A place by its top card; empty ones show a dot, and a full one does nothing."""
    pile = seen.table.places[number - 1]
    text = language.card(pile[-1]) if pile else "·"
    return key(text, Play(face.id, face.count, f"place {number}")) if str(number) in room else dim(text)


def result(outcome: Mapping[str, Json], _names: Names, language: Language) -> tuple[str, ...]:
    """Won, or how far it came."""
    if outcome["won"]:
        return (language.gettext("The patience has come out: every debutante is married!"),)
    placed = outcome["placed"]
    n = placed if isinstance(placed, int) else 0
    return (
        language.ngettext(
            "It did not come out: {n} card of 104 found its row.",
            "It did not come out: {n} cards of 104 found their rows.",
            n,
        ),
    )


def advice(seen: Seen, language: Language) -> str:
    """What the computer player would do here, by the buttons; or that there is nothing more to be done."""
    if lost := _lost(seen.table, language):
        return " ".join((*lost, language.gettext("Take moves back, or give it up.")))
    move = choose(seen)
    if isinstance(move, Up | Down):
        moved = seen.table.turned if move.place is None else seen.table.places[move.place - 1]
        card, button = language.card(moved[-1]), label(move.words(), seen, language)
        return language.gettext("I would move {card}: “{button}”.", card=card, button=button)
    if not isinstance(move, Place):
        raise ValueError("the computer player never gives up")
    card, under = language.cards(seen.table.turned), seen.table.places[move.place - 1][-1:]
    if not under:
        return language.gettext("I would lay {card} on an empty place: “·”.", card=card)
    row, column = divmod(move.place - 1, COLUMNS)
    return language.gettext(
        "I would lay {card} on {under}, which lies in row {row} of the reserve, place {column}.",
        card=card,
        under=language.cards(under),
        row=row + 1,
        column=column + 1,
    )


LOOK: Look[Table, Cards] = Look(
    title=N_("Debutantes"),
    about=N_("A patience with two packs: eight rows, and a reserve of twenty places where cards wait for their turn."),
    kind=Kind.PATIENCE,
    length=N_("20–40 minutes, and it waits for days"),
    rules=Rules(
        source=(
            N_(
                "Two packs, 104 cards. For each suit there are two rows: one begun by an ace and built up to the king, "
                "one begun by a king and built down to the ace."
            ),
            N_(
                "Cards are turned one by one. A card goes to its row when it is the next one there, "
                "or waits in the reserve, which has twenty places."
            ),
            N_("The top card of a place may go to a row at any time. Nothing else moves, and there is no second deal."),
            N_("It has come out when all the cards are in the rows."),
            N_("The book’s counsel: do not lay on a card one that must follow it in the same row."),
        ),
        ours=(
            N_("A place holds two cards at most. Any card may cover any other, also while other places are empty."),
            N_("A card that fits a row may still be laid aside."),
            N_(
                "The second ace of a suit ends its row from the king down, and the second king its row from the ace up."
            ),
            N_(
                "The patience is lost when no card can move any more. Taking moves back and hints are the bot’s own "
                "courtesy."
            ),
            N_("When it is certain before that it cannot come out, the bot says so and leaves the rest to you."),
        ),
    ),
    options=(),
    scene=scene,
    told=event_by_event(told),
    label=label,
    result=result,
    advice=advice,
    warning=warning,
    counsel=N_("Hint"),
    chips=False,
    layout=layout,
)
