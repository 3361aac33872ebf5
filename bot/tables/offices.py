"""Offices of a game (president, secretary, director): who holds them, in the lobby and in play.

An office is a player's, whom the host has named or the game itself; or it is filled in another way (`Office`): by the
bot, by a moderator who does not play, or by the vote of those who do. Who holds one without playing is an officer of
the table, with a seat number after the players'. Nothing here asks who may do it.
"""

from collections import Counter
from typing import Any

from bot.tables.model import Office, Sitter, Table
from games.moves import IllegalMove

BOT = Sitter(user=None, name="")
"""The bot in an office; readers find its name in their own language."""


def moderator_of(table: Table[Any], office: str) -> Sitter | None:
    """The moderator who holds that office without playing."""
    found = table.offices.get(office)
    user = found.user if found and found.way == "moderator" else None
    return next((officer for officer in table.officers if officer.user == user), None) if user is not None else None


def votes(table: Table[Any], office: str) -> tuple[int, ...]:
    """How many want each player in that office: of those who sit at the table now."""
    found = table.offices.get(office, Office(way="vote"))
    people = {sitter.user for sitter in table.sitters}
    cast = Counter(choice for voter, choice in found.votes.items() if voter in people)
    return tuple(0 if sitter.user is None else cast[sitter.user] for sitter in table.sitters)


def elected(table: Table[Any], office: str) -> int:
    """The seat with the most votes; of several, or where nobody has voted, that of the person who sits first."""
    counted = votes(table, office)
    return max(range(len(counted)), key=lambda seat: (counted[seat], table.sitters[seat].user is not None, -seat))


def appointed(table: Table[Any]) -> Table[Any]:
    """The table with every office as an option that names its holder's seat, as the game begins.

    Raises IllegalMove where an office waits for a moderator.
    """
    options, officers, bot = dict(table.options), table.officers, len(table.holders)
    for name, office in table.offices.items():
        match office.way:
            case "bot":
                options[name], officers = bot, (*table.officers, BOT)
            case "vote":
                options[name] = elected(table, name)
            case "moderator":
                holder = moderator_of(table, name)
                if holder is None:
                    raise IllegalMove(
                        "No moderator has come yet: one of them presses the button, or the host chooses otherwise "
                        "under “Terms”."
                    )
                options[name] = table.holders.index(holder)
    return table.but(options=options, officers=officers)


def filled(table: Table[Any], office: str, way: Office | None) -> Table[Any]:
    """The table with that office to be filled so; None: by the seat that the option names. Whoever holds none any more
    is no officer."""
    others = {name: other for name, other in table.offices.items() if name != office}
    offices = {**others, office: way} if way else others
    holding = {other.user for other in offices.values()}
    officers = tuple(officer for officer in table.officers if officer.user in holding)
    return table.but(offices=offices, officers=officers, unreached=())


def released(table: Table[Any], user: int) -> Table[Any]:
    """The table in its lobby with all offices of that person vacant."""
    for name, office in table.offices.items():
        if office.user == user:
            table = filled(table, name, Office(way=office.way))
    return table
