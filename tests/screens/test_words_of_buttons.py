"""What people met, display: "a button whose word means two things"; "red and green indistinguishable for some".

On every screen of a game at its usual size, in both languages, played by sensible people.
"""

import re
from collections import defaultdict
from itertools import islice, takewhile

import pytest

from bot.buttons import About, Choose, Play, parse
from bot.language import Language
from bot.screens.screen import Screen
from games.catalogue import GAMES
from tests.screens.sights import EN, RU, Sight, keys, parsed, sights

MOVES = 60
EMPTY = "·"
"""An empty place of a patience that is laid out in buttons: each is where it stands."""

COLOURED = re.compile("[🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜❤💚💙💛🧡💜]")
"""Signs that differ by nothing but their colour."""


def played(slug: str) -> list[Sight]:
    low, high = GAMES[slug].seats
    going = takewhile(lambda sight: sight.session.outcome is None, sights(slug, min(max(3, low), high), 7))
    return [*islice(going, MOVES)]


def screens(sight: Sight, speech: Language) -> list[Screen]:
    """Every screen that people see of it: a game for one person has but one."""
    return [sight.alone(speech)] if len(sight.seats) == 1 else [*sight.all(speech)]


def meaning(data: str) -> str:
    """What a button does, without the card or the amount with which it does it."""
    button = parse(data)
    if isinstance(button, Play | Choose):
        return button.words.split(maxsplit=1)[0] if button.words else "anew"
    return f"about {button.action}" if isinstance(button, About) else "general"


@pytest.mark.parametrize("slug", GAMES)
def test_a_word_on_a_button_means_one_thing(slug: str) -> None:
    """What people met, display: "a button whose word means two things". A card is no word: what is done with it is
    asked above, and said by the button that does it."""
    for speech in (RU, EN):
        means = defaultdict[str, set[str]](set)
        for sight in played(slug):
            for screen in screens(sight, speech):
                for key in (key for row in keys(screen) for key in row if "callback_data" in key):
                    if not any(suit in key["text"] for suit in "♠♣♦♥") and key["text"] != EMPTY:
                        means[key["text"]].add(meaning(key["callback_data"]))
        assert {text: found for text, found in means.items() if len(found) > 1} == {}


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_told_by_a_colour_alone(slug: str) -> None:
    """What people met, display: "red and green indistinguishable for some": of two buttons that do different things the
    words differ, what is chosen has a tick, and no sign is known by its colour only."""
    for sight in played(slug):
        for speech in (RU, EN):
            for screen in screens(sight, speech):
                pressed = [
                    key for row in keys(screen) for key in row if "callback_data" in key and key["text"] != EMPTY
                ]
                does = {key["text"]: key["callback_data"] for key in pressed}
                assert len(does) == len(pressed), f"two buttons alike: {sorted(key['text'] for key in pressed)}"
                assert not COLOURED.search(parsed(screen) + "".join(does))
