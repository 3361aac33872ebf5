"""Одиннадцать с половиной (eleven and a half): twenty-one with another mark, and one card dealt to each instead of two.

Kings, queens and jacks are worth half a point, an ace eleven or one, other cards their pips. One card alone never comes
to the mark, so there are no naturals. Everything else, the events too, is twenty-one's. From the same old Russian
parlour book.

Totals are counted in halves: the mark is 23 of them.
"""

from dataclasses import replace
from functools import partial

from games import twenty_one
from games.banking import Values
from games.cards import Card, Cards
from games.core import Game

GAME: Game[twenty_one.Table, Cards, Card, twenty_one.Act] = replace(
    twenty_one.GAME,
    slug="eleven_and_half",
    start=partial(twenty_one.start, values=Values(mark=23, figure=1, point=2), each=1),
)
