"""Wishes that look right and are not: a card that is elsewhere, another's turn, another table, a slip that is none.

Each gets one sentence, or nothing where it is the same wish once more, and changes nothing. `test_odd_input` has what
is odd at first sight: old buttons, broken data, commands out of place.
"""

import re

import pytest

from bot.buttons import Choose, Play, parse
from bot.playground.client import Group, Playground, Someone
from games.cards import PACK_36
from tests.e2e.people import PATIENCE, Company, Player, newcomer
from tests.e2e.questions import all_write, read_out, slip, write
from tests.e2e.test_secrets import cards_in
from tests.e2e.told import Told
from tests.e2e.words import RUSSIAN

DURACHKI = "Дурачки · "


async def to_lead(company: Company) -> tuple[Player, Play]:
    """A game of durachki under way: who is to lead, and one card to be led."""
    await company.begin(await company.sit_down(await company.open("durachki")))
    for player in company.players:
        await player.who.wait_for("bot", text="Ваши карты", patience=PATIENCE)
    while True:
        rev = await company.pg.rev()
        for player in company.players:
            if screen := await player.screen(DURACHKI):
                button = parse(player.moves(screen)[0].callback_data or "")
                assert isinstance(button, Play | Choose)
                verb, card, *_ = button.words.split()
                assert verb == "lead"
                return player, Play(button.table, button.count, f"lead {card}")
        assert await company.pg.wait_news(rev, PATIENCE) > rev, await company.sight()


async def hand_of(player: Player) -> set[str]:
    """What the private screen says that this person holds."""
    seen = await player.who.wait_for("bot", text="Ваши карты", patience=PATIENCE)
    return cards_in(Told(0, player.who.id, (seen.text or "").split("Ваши карты")[1]))


async def sights(company: Company) -> list[tuple[str | None, list[str]]]:
    """All messages of tables in everybody's sight, once what was sent before has been handled.

    First what was written in private, for that is handed on to where the table is.
    """
    for where in ("bot", company.group):
        await handled(company.host, where)
    seen = [one for who in company.people for where in ("bot", company.group) for one in await who.sees(where)]
    return [(one.text, one.button_texts) for one in seen if one.buttons]


async def handled(who: Someone, where: Group | str) -> None:
    """Waits for help that was asked for after everything else in that chat."""
    sent = await who.write(where, "/help")
    await who.wait_for(where, text="/language", match=lambda seen: seen.seq > sent.seq, patience=PATIENCE)


async def test_a_card_that_is_not_held_is_refused_alike_wherever_it_is(friends: Company) -> None:
    player, play = await to_lead(friends)
    hands = {other.name: await hand_of(other) for other in friends.players}
    assert {len(hand) for hand in hands.values()} == {5}
    others = set().union(*(hand for name, hand in hands.items() if name != player.name))
    unseen = set(PACK_36) - others - hands[player.name]
    before = await sights(friends)
    screen = await player.screen(DURACHKI)
    for elsewhere in (min(others), min(unseen), max(unseen)):
        wish = Play(play.table, play.count, f"lead {elsewhere}")
        answer = await player.who.press(on=screen, forge=str(wish))
        assert re.fullmatch(r"Карты \S+ на руках нет\.", answer.text or "")
        assert cards_in(Told(0, 0, answer.text or "")) == {elsewhere}
    assert await sights(friends) == before


async def test_who_plays_out_of_turn_is_told_whose_turn_it_is(friends: Company) -> None:
    player, play = await to_lead(friends)
    before = await sights(friends)
    table = await friends.host.wait_for(friends.group, button=RUSSIAN.hand)
    others = [other for other in friends.players if other != player]
    said = [
        (await other.who.press(on=table, forge=str(Play(play.table, play.count, f"lead {card}")))).text
        for other in others
        for card in await hand_of(other)
    ]
    assert len(said) == 10
    assert set(said) == {f"Сейчас ходит {player.name}."}
    assert await sights(friends) == before


async def test_a_button_of_another_table_is_for_those_who_sit_there(friends: Company, pg: Playground) -> None:
    _, play = await to_lead(friends)
    before = await sights(friends)
    foka = Player(await newcomer(pg, "Фока"), friends.players[0].rng, RUSSIAN)
    await foka.who.start()
    people = (foka, *friends.players[1:])
    dacha = Company(pg, await pg.group("Дача", *(one.who for one in people)), "Дача", people, RUSSIAN)
    here = await dacha.open("durachki")
    for data in (str(play), str(Choose(play.table, play.count, "lead")), f"t{play.table}:hand"):
        assert (await foka.who.press(on=here, forge=data)).text == "Вы не сидите за этим столом."
    assert (await foka.who.press(on=here, forge=f"t{play.table}:sit")).text
    now = await foka.who.wait_for(dacha.group, match=lambda seen: seen.id == here.id)
    assert (now.text, now.buttons) == (here.text, here.buttons)
    assert [one for one in await sights(friends) if one in before] == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("щ" * 4096, "Знаков здесь 4096, а можно не больше 200."),
        ("щ" * 201, "Знаков здесь 201, а можно не больше 200."),
        ("\N{PERSON WITH BALL}" * 201, "Знаков здесь 201, а можно не больше 200."),
    ],
)
async def test_too_long_a_slip_is_not_taken(friends: Company, text: str, said: str) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    await slip(friends.players[1])
    before = await sights(friends)
    assert await write(friends.players[1], text) == said
    assert await sights(friends) == before


async def test_lines_and_spaces_of_a_slip_are_read_as_one_line(friends: Company) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    await all_write(friends, RUSSIAN.question)
    anna = friends.players[0]
    await slip(anna, question=True)
    assert "Принято" in await write(anna, "\N{NO-BREAK SPACE}\n 1. Анна\n/stop <b>@все</b>\n\t")
    for player in friends.players[1:]:
        await write(player, f"Отвечает {player.name}.")
    read = await read_out(friends)
    assert sum("1. Анна /stop <b>@все</b>" in text for text in read) == 1


async def test_what_is_edited_before_a_slip_is_written_is_no_slip(friends: Company) -> None:
    boris = friends.players[1]
    talk = await boris.who.write("bot", "Добрый вечер")
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    await slip(boris)
    before = await sights(friends)
    edited = await boris.who.edit(talk, "Кого вы любите?")
    await boris.who.wait_for(
        "bot",
        text="Исправленных сообщений я не читаю",
        match=lambda seen: seen.reply_to == edited.id,
        patience=PATIENCE,
    )
    assert await sights(friends) == before
    table = await boris.who.wait_for(friends.group, text="листки: ")
    assert "листки: 0 из 3" in (table.text or "")


async def test_a_computer_that_is_asked_for_twice_by_one_tap_comes_once(friends: Company, pg: Playground) -> None:
    lobby = await friends.open("durachki")
    await friends.host.press(RUSSIAN.computer, on=lobby)
    await friends.host.wait_for(friends.group, text="🤖", button=RUSSIAN.begin, patience=PATIENCE)
    before = await sights(friends)
    tap = [update for update in await pg.updates() if "callback_query" in update][-1]
    await pg.deliver_again(tap["update_id"])
    assert await sights(friends) == before


async def test_a_table_that_is_asked_for_by_one_message_is_opened_once(friends: Company, pg: Playground) -> None:
    await friends.host.write(friends.group, "/play durachki")
    await friends.host.wait_for(friends.group, button=RUSSIAN.begin, patience=PATIENCE)
    before = await sights(friends)
    asked = [update for update in await pg.updates() if update.get("message", {}).get("text") == "/play durachki"][-1]
    await pg.deliver_again(asked["update_id"])
    assert await sights(friends) == before


async def test_a_slip_that_is_delivered_twice_is_taken_once(friends: Company, pg: Playground) -> None:
    await friends.begin(await friends.sit_down(await friends.open("questions")))
    anna = friends.players[0]
    await slip(anna)
    await write(anna, "Первая мысль?")
    first = [update for update in await pg.updates() if update.get("message", {}).get("text") == "Первая мысль?"][-1]
    await write(anna, "Вторая мысль?")
    await anna.who.wait_for("bot", text="Вы пишете: «Вторая мысль?»", patience=PATIENCE)
    before = await sights(friends)
    messages = len(await anna.who.sees("bot"))
    await pg.deliver_again(first["update_id"])
    assert await sights(friends) == before, "what is late does not come in the place of what was written after it"
    assert len(await anna.who.sees("bot")) == messages + 2, "only /help and its answer"
