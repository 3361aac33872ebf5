"""A table before its game: who sits, what is agreed. Each function is a wish of somebody, from a table to a table.

Raises IllegalMove with a sentence for whoever wished what cannot be.
"""

from collections.abc import Iterable, Sequence
from dataclasses import Field, asdict, fields
from typing import Any

from bot.language import language, shown_name, unlike
from bot.tables.model import OptionValue, Sitter, Table
from games.catalogue import GAMES
from games.core import AnyGame
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
    table = table.but(sitters=(named(host, table, ()),))
    while table.alone and len(table.sitters) < GAMES[table.game].seats[0]:
        table = add_computer(table, table.host)
    return table


def sit(table: Table[Any], sitter: Sitter) -> Table[Any]:
    """Takes the next seat, or a computer player's where all are taken."""
    _in_lobby(table)
    if sitter.user is not None and table.seat_of(sitter.user) is not None:
        raise IllegalMove("You are sitting at this table already.")
    sitters = table.sitters
    if len(sitters) >= GAMES[table.game].seats[1]:
        computer = next((seat for seat, other in enumerate(sitters) if other.user is None), None)
        if computer is None:
            raise IllegalMove("Every seat is taken.")
        sitters = sitters[:computer] + sitters[computer + 1 :]
    return _seated(table, (*sitters, named(sitter, table, sitters)))


def named(sitter: Sitter, table: Table[Any], others: Iterable[Sitter]) -> Sitter:
    """The sitter under the name that everybody at the table sees: unlike those of the others there, and of the bot,
    which may hold an office."""
    others, speech = tuple(others), language(table.language)
    name = shown_name(sitter.name) or speech.name("", len(others))
    taken = [*(other.name for other in others), speech.gettext("the bot")]
    return sitter.model_copy(update={"name": unlike(name, taken)})


def _seated(table: Table[Any], sitters: tuple[Sitter, ...]) -> Table[Any]:
    """The table with these sitters. What was agreed of somebody's seat goes with them, or is void when they leave."""
    agreed = dict(table.options)
    for option in _options(table):
        seat = agreed.get(option.name)
        if bound(option).kind == "seat" and isinstance(seat, int):
            del agreed[option.name]
            there = table.sitters[seat] if seat < len(table.sitters) else None
            place = next((place for place, sitter in enumerate(sitters) if sitter == there), None)
            if place is not None:
                agreed[option.name] = place
    return table.but(sitters=sitters, options=agreed)


def as_agreed(table: Table[Any], before: Table[Any]) -> Table[Any]:
    """The table on the terms of another of the same game, but for those that name a seat, for others sit there now,
    and for what the chat remembers itself."""
    kinds = {option.name: bound(option).kind for option in _options(table)}
    legacy = GAMES[table.game].legacy
    kept = {name for name, kind in kinds.items() if kind not in ("seat", "seats")} - {legacy and legacy.option}
    agreed = {name: value for name, value in before.options.items() if name in kept}
    return table.but(options=agreed, pace=before.pace)


def leave(table: Table[Any], user: int) -> Table[Any]:
    """Gives the seat up; the next person in order becomes the host. With the last person the table is called off."""
    _in_lobby(table)
    if table.seat_of(user) is None:
        raise IllegalMove("You are not sitting at this table.")
    sitters = tuple(sitter for sitter in table.sitters if sitter.user != user)
    people = [sitter.user for sitter in sitters if sitter.user is not None]
    if not people:
        return table.but(sitters=sitters, stage="off")
    # The first seat is the host's: it leads in every rule that names seat 0.
    first = sorted(sitters, key=lambda sitter: sitter.user is None)
    return _seated(table, tuple(first)).but(host=people[0], unreached=())


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
    agreed = {**table.options, name: value}
    check_options(GAMES[table.game].options, most_seats(table), agreed)
    return table.but(options=agreed)


def set_pace(table: Table[Any], user: int, pace: int | None) -> Table[Any]:
    """Changes how many seconds a decision may take, None without a clock; the host's right."""
    _in_lobby(table)
    only_host(table, user)
    return table.but(pace=pace)


def speak(table: Table[Any], chat: int, language: str) -> Table[Any]:
    """The table in the language that its chat, or the private chat of somebody who sits there, has chosen."""
    sitters = tuple(
        sitter.model_copy(update={"language": language}) if sitter.user == chat else sitter for sitter in table.sitters
    )
    return table.but(sitters=sitters, language=language if table.chat == chat else table.language)


def show(table: Table[Any], user: int, panel: str) -> Table[Any]:
    """Turns the lobby to its options, or back to its seats; the host's right."""
    _in_lobby(table)
    only_host(table, user)
    return table.but(panel="options" if panel == "options" else "seats")


def most_seats(table: Table[Any]) -> int:
    """How many seats options are checked against before the table is full: as many as it may yet have."""
    return GAMES[table.game].seats[1] if table.stage == "lobby" else len(table.sitters)


def ready(table: Table[Any], user: int) -> tuple[AnyGame, object]:
    """The game and its checked options, where the table may start now and that person may start it."""
    _in_lobby(table)
    only_host(table, user)
    game = GAMES[table.game]
    fewest, count = game.seats[0], len(table.sitters)
    if count < fewest:
        raise IllegalMove("Too few are sitting: {n} more, please.", n=fewest - count)
    return game, check_options(game.options, count, table.options)


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
        raise IllegalMove("This is for the host: {seat}.", seat=table.seat_of(table.host) or 0)
