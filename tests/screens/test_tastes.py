"""Packs of four colours and big cards: what is chosen is on every screen of every game, and nothing else is changed.

What people met: "red and green indistinguishable for some".
"""

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.language import by_suit, language
from bot.screens import alerts
from bot.screens.keyboard import BIG_CARDS_WIDE
from bot.screens.results import announcements
from bot.screens.screen import Screen
from games.cards import PACK_52, SUITS, cards
from games.catalogue import GAMES
from games.core import view
from games.moves import IllegalMove
from tests.screens.sights import Sight, keys, pressable, sights

TWO, FOUR = language("ru"), language("ru", four_colours=True)
USUAL_SIGN = re.compile("♠(?!\ufe0f)|[♣♦♥]")
CARD = re.compile("(?:10|[2-9ВДКТ])\u2060?(?:♠\ufe0f?|[♣♦♥🍀🔷]|❤\ufe0f)")
CARDS = {speech.card(card): card for speech in (TWO, FOUR) for card in PACK_52}
CARDED = [slug for slug, game in GAMES.items() if not game.parlour]


def big(sight: Sight) -> Sight:
    """The same for people who wish big cards."""
    sitters = tuple(sitter.model_copy(update={"big_cards": True}) for sitter in sight.table.sitters)
    return Sight(sight.session, sight.table.but(sitters=sitters))


def words(screen: Screen) -> str:
    """The text, and what stands on the buttons."""
    return "\n".join((screen.text, *(key["text"] for row in keys(screen) for key in row)))


def named(text: str) -> list[str]:
    """The cards of which it tells, in order, as the rules write them."""
    return [CARDS[found] for found in CARD.findall(text)]


def positions(slug: str) -> Iterator[Sight]:
    """A few dozen of a game at its usual table, of sensible players and of any."""
    low, high = GAMES[slug].seats
    for random_from in (None, 4):
        yield from islice(sights(slug, max(low, min(4, high)), 21, random_from=random_from), 1, 140, 7)


@pytest.mark.parametrize("slug", CARDED)
def test_every_card_is_shown_in_the_pack_that_is_chosen_and_all_else_is_the_same(slug: str) -> None:
    shown = 0
    for sight in positions(slug):
        asked = GAMES[slug].turn(sight.session.state.table)[:1]
        drafts = [""]
        for seat in asked:
            choices = [data.partition(":")[2] for data in pressable(sight.private(seat, TWO)) if data[0] == "c"]
            drafts.append(random.Random(1).choice(choices) if choices else "")
        for draft in drafts:
            both = [
                [
                    table.group(speech),
                    table.alone(speech, draft),
                    *(table.private(seat, speech, draft) for seat in asked),
                ]
                for table in (sight, big(sight))
                for speech in (TWO, FOUR)
            ]
            for usual, four in (*zip(*both[:2], strict=True), *zip(*both[2:], strict=True)):
                assert not USUAL_SIGN.search(words(four)), words(four)
                assert named(words(four)) == named(words(usual))
                assert pressable(four) == pressable(usual)
                shown += len(named(words(four)))
        for seat in asked:
            seen, face = view(sight.session.state, seat), sight.table.face(seat)
            for said in (alerts.hand(face, seen, FOUR), alerts.advice(face, seen, FOUR)):
                assert not USUAL_SIGN.search(said)
        for text in announcements(sight.table.face(None), sight.session.state.events, FOUR):
            assert not USUAL_SIGN.search(text)
    assert shown > 50


def test_a_refusal_names_cards_in_the_readers_pack() -> None:
    refused = IllegalMove("{card} does not beat {card_led}: it takes a higher trump.", card="8D", card_led="9C")
    assert (TWO.card("8D") in TWO.refusal(refused, ()), TWO.card("9C") in TWO.refusal(refused, ())) == (True, True)
    said = FOUR.refusal(refused, ())
    assert "8\u2060🔷" in said
    assert "9\u2060🍀" in said
    assert not USUAL_SIGN.search(said)


def test_suits_of_four_colours_differ_by_their_outlines_and_take_the_same_room() -> None:
    signs = [FOUR.suit(suit) for suit in SUITS]
    assert signs == ["♠\ufe0f", "🍀", "🔷", "❤\ufe0f"]
    assert {len(sign.encode("utf-16-le")) for sign in signs} == {4}
    assert [FOUR.card(card) for card in cards("7S TC QD AH")] == [
        "7\u2060♠\ufe0f",
        "10\u2060🍀",
        "Д\u2060🔷",
        "Т\u2060❤\ufe0f",
    ]
    assert FOUR != TWO
    assert {FOUR, TWO} == {language("be", four_colours=True), language("be")}


# Big cards


def test_a_hand_goes_suit_by_suit_within_its_groups() -> None:
    held = (cards("6C 7S TS AD"), cards("6H KH"))
    assert by_suit(held) == (cards("7S TS"), cards("6C"), cards("AD"), cards("6H KH"))
    assert by_suit(((), cards("AH 2S"))) == (cards("2S"), cards("AH"))


@pytest.mark.parametrize("slug", CARDED)
def test_a_big_hand_has_a_line_for_each_suit_and_its_buttons_are_easy_to_hit(slug: str) -> None:
    lines = 0
    for sight in positions(slug):
        if sight.session.outcome is not None:
            continue
        seat = GAMES[slug].turn(sight.session.state.table)[0]
        screen, before = big(sight).private(seat, TWO), sight.private(seat, TWO)
        hand = screen.text.partition("Ваши карты:\n")[2] or screen.text.partition("Ваша карта:\n")[2]
        for line in hand.partition("\n\n")[0].splitlines() if hand else ():
            assert re.fullmatch("<b>.*</b>", line)
            assert len({card[1] for card in named(line)}) == 1
            lines += 1
        assert sorted(pressable(screen)) == sorted(pressable(before))
        for row in keys(screen):
            pressed = [key for key in row if CARD.fullmatch(key["text"])]
            assert len(pressed) <= BIG_CARDS_WIDE
            assert len({CARDS[key["text"]][1] for key in pressed}) <= 1
        assert max(map(len, keys(screen))) <= max(BIG_CARDS_WIDE, *map(len, keys(before)))
    # Only in the patience does nobody hold a hand.
    assert lines or slug == "debutantes"


def test_who_has_not_chosen_big_cards_sees_them_as_before_and_the_group_does_too() -> None:
    *_, sight = islice(sights("durachki", 4, 12), 14)
    first, *others = sight.table.sitters
    mixed = Sight(sight.session, sight.table.but(sitters=(first.model_copy(update={"big_cards": True}), *others)))
    assert mixed.group(TWO) == sight.group(TWO)
    assert mixed.private(1, TWO) == sight.private(1, TWO)
    assert mixed.private(0, TWO) != sight.private(0, TWO)
