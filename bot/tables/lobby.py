"""A table before its game: who sits, what is agreed. Each function is a wish of somebody, from a table to a table.

Raises IllegalMove with a sentence for whoever wished what cannot be.
"""

from collections.abc import Iterable, Sequence
from dataclasses import Field, asdict, fields
from typing import Any, cast, get_args

from bot.language import language, shown_name, unlike
from bot.tables.model import Office, OptionValue, Sitter, Table, Way
from bot.tables.offices import appointed, filled, moderator_of, released
from bot.tables.paces import clocked
from games.catalogue import GAMES
from games.moves import IllegalMove
from games.options import IllegalOption, bound, check_options
from games.players import player

COMPUTERS = {
    "ru": ("Фока", "Демьян", "Трифон", "Акулина", "Евсей", "Фетинья", "Лукерья", "Пахом"),
    "en": ("Foka", "Demian", "Trifon", "Akulina", "Evsei", "Fetinia", "Lukeria", "Pakhom"),
}
"""What the computer players of a table are called in its language, in the order in which they sit down."""


HIGHEST = 1_000_000
"""No number that is agreed may be higher: then whatever is won and lost in a lifetime can be counted exactly."""


def open_table(table: Table[Any], host: Sitter) -> Table[Any]:
    """The table with its host in the first seat; alone against the computer where the game wants company."""
    table = bounded(table).but(sitters=(named(host, table, ()),))
    while table.alone and len(table.sitters) < GAMES[table.game].seats[0]:
        table = add_computer(table, table.host)
    return table


def sit(table: Table[Any], sitter: Sitter) -> Table[Any]:
    """Takes the next seat, or a computer player's where all are taken."""
    _in_lobby(table)
    if sitter.user is not None:
        if any(other.user == sitter.user for other in table.sitters):
            raise IllegalMove("You are sitting at this table already.")
        table = released(table, sitter.user)
    sitters = table.sitters
    if len(sitters) >= GAMES[table.game].seats[1]:
        computer = next((seat for seat, other in enumerate(sitters) if other.user is None), None)
        if computer is None:
            raise IllegalMove("Every seat is taken.")
        sitters = sitters[:computer] + sitters[computer + 1 :]
    newcomer = named(sitter, table, (*sitters, *table.officers))
    # A host who has held an office meanwhile comes back to the first seat, which leads in every rule that names seat 0.
    return _seated(table, (newcomer, *sitters) if sitter.user == table.host else (*sitters, newcomer))


def named(sitter: Sitter, table: Table[Any], others: Iterable[Sitter]) -> Sitter:
    """The sitter under the name that everybody at the table sees: unlike those of the others there, and of the bot,
    which may hold an office."""
    others, speech = tuple(others), language(table.language)
    name = shown_name(sitter.name) or speech.name("", len(others))
    taken = [*(other.name for other in others), speech.gettext("the bot")]
    return sitter.model_copy(update={"name": unlike(name, taken)})


def _seated(table: Table[Any], sitters: tuple[Sitter, ...]) -> Table[Any]:
    """The table with these sitters. What was agreed of somebody's seat goes with them, or is void when they leave."""
    missed = {table.holders[seat].user for seat in table.unreached if seat < len(table.holders)} - {None}
    agreed = dict(table.options)
    for option in _options(table):
        seat = agreed.get(option.name)
        if bound(option).kind == "seat" and isinstance(seat, int):
            del agreed[option.name]
            there = table.sitters[seat] if seat < len(table.sitters) else None
            place = next((place for place, sitter in enumerate(sitters) if sitter == there), None)
            if place is not None:
                agreed[option.name] = place
    after = table.but(sitters=sitters, options=agreed)
    return after.but(unreached=tuple(seat for seat, holder in enumerate(after.holders) if holder.user in missed))


def as_agreed(table: Table[Any], before: Table[Any]) -> Table[Any]:
    """The table on the terms of another of the same game, but for those that name a seat or a person, for others sit
    there now, and for what the chat remembers itself."""
    kinds = {option.name: bound(option).kind for option in _options(table)}
    legacy = GAMES[table.game].legacy
    kept = {name for name, kind in kinds.items() if kind not in ("seat", "seats")} - {legacy and legacy.option}
    agreed = {name: value for name, value in before.options.items() if name in kept}
    offices = {name: Office(way=office.way) for name, office in before.offices.items()}
    return bounded(table.but(options=agreed, offices=offices, pace=before.pace if clocked(table.game) else None))


def bounded(table: Table[Any]) -> Table[Any]:
    """The table with no amount of chips above what its chat allows, the game's own defaults included."""
    if table.highest is None:
        return table
    agreed = {name: table.options.get(name, usual) for name, usual in _amounts(table).items()}
    return table.but(
        options={**table.options, **{name: table.highest for name in agreed if agreed[name] > table.highest}}
    )


def _amounts(table: Table[Any]) -> dict[str, Any]:
    """The options that are amounts of chips, and what they are where nobody chooses."""
    return {option.name: option.default for option in _options(table) if bound(option).chips}


def with_computers(table: Table[Any], before: Table[Any]) -> Table[Any]:
    """The table with as many computer players as another of the same game had, not counting seats kept for people."""
    wanted = sum(sitter.user is None and sitter.kept is None for sitter in before.sitters)
    while sum(sitter.user is None for sitter in table.sitters) < wanted:
        if len(table.sitters) >= GAMES[table.game].seats[1]:
            break
        table = add_computer(table, table.host)
    return table


def leave(table: Table[Any], user: int) -> Table[Any]:
    """Gives the seat up, or the offices held without one. When it is the host, the next person in order becomes host;
    with the last person the table is called off."""
    _in_lobby(table)
    if table.seat_of(user) is None:
        raise IllegalMove("You are not sitting at this table.")
    sitters = tuple(sitter for sitter in table.sitters if sitter.user != user)
    table = released(table, user)
    people = [holder.user for holder in (*sitters, *table.officers) if holder.user is not None]
    if not people:
        return table.but(sitters=sitters, stage="off")
    # The first seat is the host's: it leads in every rule that names seat 0.
    first = sorted(sitters, key=lambda sitter: sitter.user is None)
    host = table.host if table.host in people else people[0]
    return _seated(table, tuple(first)).but(host=host, unreached=())


def add_computer(table: Table[Any], user: int) -> Table[Any]:
    """Seats a computer player at the wish of somebody who sits there, unless only people can play the game."""
    _in_lobby(table)
    if table.seat_of(user) is None:
        raise IllegalMove("You are not sitting at this table.")
    game = GAMES[table.game]
    if player(game.slug) is None:
        raise IllegalMove("This game is for people: a computer has no wit.")
    if len(table.sitters) >= game.seats[1]:
        raise IllegalMove("Every seat is taken.")
    return sit(table, computer(table, table.sitters))


def computer(table: Table[Any], others: Sequence[Sitter]) -> Sitter:
    """A computer player, under a name unlike those of the others at the table."""
    taken = {sitter.name for sitter in others}
    names = COMPUTERS.get(table.language, COMPUTERS["en"])
    name = next((name for name in names if name not in taken), names[0])
    return named(Sitter(user=None, name=name), table, others)


def set_option(table: Table[Any], user: int, name: str, value: OptionValue) -> Table[Any]:
    """Changes one option of the game; the host's right. The rules may know no bound, but purses do."""
    _in_lobby(table)
    only_host(table, user)
    if isinstance(value, int) and value > HIGHEST:
        raise IllegalOption("{name} may not be {value}.", name=name, value=str(value)[:40])
    if name in _amounts(table) and table.highest is not None and isinstance(value, int) and value > table.highest:
        raise IllegalOption(
            "In this chat no stake is above {n}: its moderators chose so in /settings.", n=table.highest
        )
    agreed = {**table.options, name: value}
    check_options(GAMES[table.game].options, most_seats(table), agreed)
    return (filled(table, name, None) if name in table.offices else table).but(options=agreed)


def fill(table: Table[Any], user: int, office: str, way: str) -> Table[Any]:
    """Has an office filled in another way than by naming a player; the host's right. Among computers alone there is
    nobody to come or to vote."""
    _in_lobby(table)
    only_host(table, user)
    if office not in GAMES[table.game].offices or way not in get_args(Way) or (table.alone and way != "bot"):
        raise IllegalOption("{name} may not be {value}.", name=office[:40], value=way[:40])
    if office in table.offices and table.offices[office].way == way:
        return table
    return filled(table, office, Office(way=cast("Way", way)))


def preside(table: Table[Any], moderator: Sitter, office: str) -> Table[Any]:
    """Takes an office that waits for a moderator, who does not play then: gets up, but stays the host if it is one."""
    _in_lobby(table)
    found = table.offices.get(office)
    if found is None or found.way != "moderator":
        raise IllegalMove("This office is filled in another way now.")
    held = moderator_of(table, office)
    if held is not None and held.user != moderator.user:
        raise IllegalMove("{seat} has taken this office.", seat=table.holders.index(held))
    taken = table.but(offices={**table.offices, office: found.model_copy(update={"user": moderator.user})})
    if moderator.user in (officer.user for officer in table.officers):
        return taken
    sitters = tuple(sitter for sitter in table.sitters if sitter.user != moderator.user)
    seated = _seated(taken, sitters)
    officer = named(moderator, table, (*sitters, *table.officers))
    return seated.but(officers=(*seated.officers, officer))


def vote(table: Table[Any], user: int, office: str, choice: int) -> Table[Any]:
    """Wants a player in an office that is put to the vote, in place of whomever that person wanted before."""
    _in_lobby(table)
    found = table.offices.get(office)
    if found is None or found.way != "vote":
        raise IllegalMove("This office is filled in another way now.")
    people = {sitter.user for sitter in table.sitters}
    if user not in people:
        raise IllegalMove("Only those vote who sit at the table: sit down first.")
    if choice not in people:
        raise IllegalMove("Whoever you chose has got up. Choose another.")
    counted = found.model_copy(update={"votes": {**found.votes, user: choice}})
    return table.but(offices={**table.offices, office: counted})


def set_pace(table: Table[Any], user: int, pace: int | None) -> Table[Any]:
    """Changes how many seconds a decision may take, None without a clock; the host's right."""
    _in_lobby(table)
    only_host(table, user)
    return table.but(pace=pace)


def show(table: Table[Any], user: int, panel: str) -> Table[Any]:
    """Turns the lobby to its options, or back to its seats; the host's right."""
    _in_lobby(table)
    only_host(table, user)
    return table.but(panel="options" if panel == "options" else "seats")


def most_seats(table: Table[Any]) -> int:
    """How many seats options are checked against before the table is full: as many as it may yet have."""
    return GAMES[table.game].seats[1] if table.stage == "lobby" else len(table.sitters)


def ready(table: Table[Any], user: int) -> tuple[Table[Any], object]:
    """The table with its offices filled, and its checked options, where it may start and that person may start it."""
    _in_lobby(table)
    only_host(table, user)
    game = GAMES[table.game]
    fewest, count = game.seats[0], len(table.sitters)
    if count < fewest:
        raise IllegalMove("Too few are sitting: {n} more, please.", n=fewest - count)
    table = appointed(table)
    return table, check_options(game.options, count, table.options, offices=len(table.officers))


def _options(table: Table[Any]) -> tuple["Field[Any]", ...]:
    return fields(GAMES[table.game].options)  # type: ignore[arg-type]  # options are dataclasses


def all_options(options: object) -> dict[str, OptionValue]:
    """Checked options as a record holds them."""
    return asdict(options)  # type: ignore[call-overload, no-any-return]  # options are frozen dataclasses


def _in_lobby(table: Table[Any]) -> None:
    if table.stage != "lobby":
        raise IllegalMove("The game has begun already." if table.stage == "play" else "This table is closed.")


def only_host(table: Table[Any], user: int) -> None:
    """Raises IllegalMove for anybody else."""
    if table.host != user:
        seat = table.seat_of(table.host)
        if seat is None:
            raise IllegalMove("This is for the host of the table.")
        raise IllegalMove("This is for the host: {seat}.", seat=seat)
