"""No screen betrays what its reader may not know: mix up all that is hidden, and not a letter changes."""

import random
from dataclasses import replace

import pytest

from games.catalogue import GAMES
from tests.games.test_blind import mixed
from tests.screens.sights import RU, Sight, sights

TABLES = [(slug, seats) for slug, game in GAMES.items() for seats in sorted({game.seats[0], min(5, game.seats[1])})]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@pytest.mark.parametrize("start", [0, 6, 25])
def test_hidden_cards_and_texts_do_not_show(slug: str, seats: int, start: int) -> None:
    luck = random.Random(start)
    for number, sight in enumerate(sights(slug, seats, start, random_from=start)):
        group = sight.group(RU)
        for _ in range(2):
            state = mixed(sight.session.state, None, luck)
            other = Sight(replace(sight.session, state=state), sight.table.but(state=state))
            assert other.group(RU) == group
        seat = luck.choice(sight.seats)
        state = mixed(sight.session.state, seat, luck)
        other = Sight(replace(sight.session, state=state), sight.table.but(state=state))
        assert other.private(seat, RU) == sight.private(seat, RU)
        if number > 25:
            break


def test_the_tail_of_the_group_tells_nothing_that_one_seat_alone_heard() -> None:
    for sight in sights("durachki", 3, 8, random_from=0):
        assert RU.gettext("From the stock to you: {cards}", cards="").strip() not in sight.group(RU).text
