"""What people should not have done: each gets one clear sentence, or nothing where it is the same wish once more, and
nothing is changed by it.

Old and made-up buttons, cards that are elsewhere, another's turn, another table, commands and words out of place, what
is edited, and what Telegram delivers twice.
"""

import asyncio
import re

import pytest

from bot.buttons import Choose, Play, parse
from bot.playground.client import Group, Playground, Seen, Someone
from games.cards import PACK_36
from tests.e2e.people import PATIENCE, Company, Player, newcomer
from tests.e2e.questions import all_write, read_out, slip, write
from tests.e2e.replay import cards_in
from tests.e2e.told import Told
from tests.e2e.words import RUSSIAN

DURACHKI = "Дурачки · "
MOVED_ON = "Стол уже ушёл вперёд, вот он."
NOT_SITTING = "Вы не сидите за этим столом."
NOTHING_ASKED = "Сейчас здесь ничего писать не нужно."


async def to_lead(company: Company) -> tuple[Player, Seen, Play]:
    """A game of durachki under way: who is to lead, on which screen, and one card to be led."""
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
                return player, screen, Play(button.table, button.count, f"lead {card}")
        assert await company.pg.wait_news(rev, PATIENCE, company.chats) > rev, await company.sight()


async def table_of(company: Company) -> Seen:
    """The group's message of the game under way."""
    return await company.host.wait_for(company.group, button=RUSSIAN.hand, patience=PATIENCE)


async def reply_to(who: Someone, sent: Seen) -> str:
    """What the bot replies to that message."""
    reply = await who.wait_for(
        sent.chat, match=lambda seen: seen.reply_to == sent.id and seen.sender["id"] != who.id, patience=PATIENCE
    )
    return reply.text or ""


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
    await who.wait_for(where, text="/settings", match=lambda seen: seen.seq > sent.seq, patience=PATIENCE)


# Buttons


async def test_a_stale_button_says_that_the_table_has_moved_on(friends: Company) -> None:
    player, screen, _ = await to_lead(friends)
    old = player.moves(screen)
    while True:
        await player.turn(DURACHKI)
        now = await player.screen(DURACHKI)
        if now is None or (now.text or "").count("Ваш ход") == 0:
            break
    before = await sights(friends)
    answer = await player.who.press(on=screen, forge=old[0].callback_data or "")
    assert answer.text == MOVED_ON
    assert await sights(friends) == before


async def test_a_double_tap_plays_once(friends: Company) -> None:
    lobby = await friends.agree(await friends.sit_down(await friends.open("twenty_one")), "1 сдача")
    await friends.begin(lobby)
    table = await friends.host.wait_for(friends.group, button="Ставка 5", patience=PATIENCE)
    punter = next(player for player in friends.players if f"банк держит {player.name}" not in (table.text or ""))
    taps = [await punter.who.press("Ставка 5", on=table, patience=0) for _ in range(3)]
    shown = [await friends.pg.get(f"answers/{tap.id}", timeout=PATIENCE) for tap in taps]
    assert all(answer["answered"] for answer in shown)
    assert [answer["text"] for answer in shown[1:]] == [MOVED_ON, MOVED_ON]
    await friends.host.wait_for(
        friends.group, match=lambda seen: (seen.text or "").count("ставка 5") == 1, patience=PATIENCE
    )


async def test_many_press_at_once_and_each_is_answered(friends: Company) -> None:
    lobby = await friends.open("durachki")
    people = [await newcomer(friends.pg, f"Гость {number}") for number in range(9)]
    for person in people:
        await friends.group.set_member(person, "member")
    answers = await asyncio.gather(*(person.press(RUSSIAN.sit, on=lobby) for person in people))
    assert sum(answer.text == "Все места заняты." for answer in answers) == 3
    lobby = await friends.host.wait_for(
        friends.group, button=RUSSIAN.begin, match=lambda seen: (seen.text or "").count("Гость") == 6, patience=PATIENCE
    )


async def test_a_foreign_tap_is_refused(friends: Company) -> None:
    player, screen, _ = await to_lead(friends)
    before = await sights(friends)
    table = await table_of(friends)
    stranger = await newcomer(friends.pg, "Фока")
    await friends.group.set_member(stranger, "member")
    assert (await stranger.press(RUSSIAN.hand, on=table)).text == NOT_SITTING
    other = next(one for one in friends.players if one != player)
    own = player.moves(screen)[0].callback_data or ""
    foreign = await other.who.press(on=table, forge=own)
    assert foreign.text
    assert not any(card in foreign.text for card in "♠♣♦♥")
    assert await sights(friends) == before


FORGED = (
    *("", "x", "p", "buy_chips:100", "g:new:whist", "g:language:tlh", "g:nothing", "ы" * 32),
    *("t00000000:hand", "p00000000:1:lead 7S", "p{id}:1:", "p{id}:999999999:lead AS", "p{id}:1:lead 7S 7S 7S"),
    *("p{id}:1:give all", "c{id}:1:cover", "t{id}:set:stake=1000", "t{id}:set:seed=1", "t{id}:nothing"),
    *("t{id}:pace:7", "t{id}:undo", "t{id}:start"),
)


async def test_a_forged_button_gets_one_sentence(friends: Company) -> None:
    """What people met, display: "refusals without an answer"."""
    _, _, play = await to_lead(friends)
    table = await table_of(friends)
    before = await sights(friends)
    for data in FORGED:
        answer = await friends.host.press(on=table, forge=data.replace("{id}", play.table) or " ")
        assert answer.text, data
        assert answer.text.rstrip()[-1] in ".?!", data
        assert await sights(friends) == before, data


async def test_a_card_that_is_not_held_is_refused_alike_wherever_it_is(friends: Company) -> None:
    player, screen, play = await to_lead(friends)
    hands = {other.name: await hand_of(other) for other in friends.players}
    assert {len(hand) for hand in hands.values()} == {5}
    others = set().union(*(hand for name, hand in hands.items() if name != player.name))
    unseen = set(PACK_36) - others - hands[player.name]
    before = await sights(friends)
    for elsewhere in (min(others), min(unseen), max(unseen)):
        wish = Play(play.table, play.count, f"lead {elsewhere}")
        answer = await player.who.press(on=screen, forge=str(wish))
        assert re.fullmatch(r"Карты \S+ на руках нет\.", answer.text or "")
        assert cards_in(Told(0, 0, answer.text or "")) == {elsewhere}
    assert await sights(friends) == before


async def test_who_plays_out_of_turn_is_told_whose_turn_it_is(friends: Company) -> None:
    player, _, play = await to_lead(friends)
    before = await sights(friends)
    table = await table_of(friends)
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
    _, _, play = await to_lead(friends)
    before = await sights(friends)
    foka = Player(await newcomer(pg, "Фока"), friends.players[0].rng, RUSSIAN)
    await foka.who.start()
    people = (foka, *friends.players[1:])
    dacha = Company(pg, await pg.group("Дача", *(one.who for one in people)), "Дача", people, RUSSIAN)
    here = await dacha.open("durachki")
    for data in (str(play), str(Choose(play.table, play.count, "lead")), f"t{play.table}:hand"):
        assert (await foka.who.press(on=here, forge=data)).text == NOT_SITTING
    assert (await foka.who.press(on=here, forge=f"t{play.table}:sit")).text
    now = await foka.who.wait_for(dacha.group, match=lambda seen: seen.id == here.id)
    assert (now.text, now.buttons) == (here.text, here.buttons)
    assert [one for one in await sights(friends) if one in before] == before


# Commands and words


@pytest.mark.parametrize("command", ["/play@playground_bot", "/PLAY", "/play@Playground_Bot durachki"])
async def test_a_command_may_name_the_bot(friends: Company, command: str) -> None:
    await friends.host.write(friends.group, command)
    await friends.host.wait_for(friends.group, text="Дурачки", patience=PATIENCE)


async def test_a_command_for_another_bot_is_none_of_ours(friends: Company) -> None:
    await friends.group.set_member("bot", "administrator")
    for text in ("/play@another_bot", "/start@another_bot", "/roll", "Всем привет!", "play"):
        await friends.host.write(friends.group, text)
    before = len(await friends.host.sees(friends.group))
    await handled(friends.host, friends.group)
    news = (await friends.host.sees(friends.group))[before:]
    assert len(news) == 2, [seen.text for seen in news]


@pytest.mark.parametrize(
    ("where", "text", "said"),
    [
        ("group", "/patience", "Это для нас двоих: напишите мне лично."),
        ("group", "/play debutantes", "Это для нас двоих: напишите мне лично."),
        ("private", "/play questions", "Для этого нужно общество: напишите в группе, где есть я."),
        ("private", "/roll", "Такой команды я не знаю. Что я умею, скажет /help."),
        ("private", "/", "Такой команды я не знаю. Что я умею, скажет /help."),
        ("private", "/play whist", "Такой игры нет. Все игры покажет /play."),
        ("group", "/rules whist", "Такой игры нет. Все игры покажет /play."),
        ("group", "/stop", "Закрывать нечего: стола здесь нет."),
        ("private", "/stop", "Закрывать нечего: стола здесь нет."),
        ("private", "Добрый вечер", NOTHING_ASKED),
        ("private", "7" * 4096, NOTHING_ASKED),
        ("private", "\N{ZERO WIDTH SPACE}", NOTHING_ASKED),
        ("private", "/start t00000000", "Этого стола больше нет. Новый откроет /play."),
        ("private", "/start t0", ""),
        ("private", "/play " + "д" * 3000, "Такой игры нет. Все игры покажет /play."),
    ],
)
async def test_words_out_of_place_get_one_sentence(friends: Company, where: str, text: str, said: str) -> None:
    sent = await friends.host.write(friends.group if where == "group" else "bot", text)
    if said:
        assert await reply_to(friends.host, sent) == said
    else:
        await friends.host.wait_for("bot", text="Добрый вечер", match=lambda seen: seen.seq > sent.seq)


async def test_a_channel_is_asked_to_speak_for_oneself(friends: Company) -> None:
    sent = await friends.host.write(friends.group, "/play durachki", as_channel="Вести")
    assert (await reply_to(friends.host, sent)).startswith("Мне не видно, кто вы")


async def test_a_name_is_only_a_name(friends: Company) -> None:
    odd = await newcomer(friends.pg, "<b>{n}</b>\n/stop @admin &amp; \u202eevil")
    await odd.start()
    await friends.group.set_member(odd, "member")
    lobby = await friends.open("durachki")
    await odd.press(RUSSIAN.sit, on=lobby)
    lobby = await friends.host.wait_for(friends.group, button=RUSSIAN.begin, text="{n}", patience=PATIENCE)
    assert "\n/stop" not in (lobby.text or "")
    assert "\u202e" not in (lobby.text or "")
    await friends.begin(lobby)
    await odd.wait_for("bot", text="Ваши карты", patience=PATIENCE)


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
        text="Это сообщение, похоже, старше нынешнего вопроса: напишите новое.",
        match=lambda seen: seen.reply_to == edited.id,
        patience=PATIENCE,
    )
    assert await sights(friends) == before
    table = await boris.who.wait_for(friends.group, text="листки: ")
    assert "листки: 0 из 3" in (table.text or "")


async def test_an_edited_command_does_nothing(friends: Company) -> None:
    await friends.open("durachki")
    sent = await friends.people[1].write(friends.group, "/help")
    await friends.host.wait_for(
        friends.group, text="/settings", match=lambda seen: seen.seq > sent.seq, patience=PATIENCE
    )
    before = await sights(friends)
    await friends.people[1].edit(sent, "/stop")
    assert await sights(friends) == before


# What Telegram delivers twice


async def test_a_button_that_is_delivered_twice_is_pressed_once(friends: Company, pg: Playground) -> None:
    lobby = await friends.open("durachki")
    opened = [update for update in await pg.updates() if "callback_query" in update][-1]
    await friends.host.press(RUSSIAN.computer, on=lobby)
    await friends.host.wait_for(friends.group, text="🤖", button=RUSSIAN.begin, patience=PATIENCE)
    computer = [update for update in await pg.updates() if "callback_query" in update][-1]
    for tap in (opened, computer):
        before, messages = await sights(friends), len(await friends.host.sees(friends.group))
        await pg.deliver_again(tap["update_id"])
        assert await sights(friends) == before
        assert len(await friends.host.sees(friends.group)) == messages + 2, "only /help and its answer"


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
