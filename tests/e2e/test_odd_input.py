"""What people should not have done: each gets one clear sentence, and nothing is changed by it."""

import asyncio

import pytest

from bot.playground.client import Playground, Seen, Someone
from tests.e2e.people import PATIENCE, Company, Player, newcomer
from tests.e2e.words import RUSSIAN

MOVED_ON = "Стол уже ушёл вперёд, вот он."
UNKNOWN_BUTTON = "Эта кнопка мне больше не знакома. Напишите /play, чтобы начать заново."
NOT_SITTING = "Вы не сидите за этим столом."
NOTHING_ASKED = "Сейчас здесь ничего писать не нужно."


async def reply_to(who: Someone, sent: Seen) -> str:
    """What the bot replies to that message."""
    reply = await who.wait_for(
        sent.chat, match=lambda seen: seen.reply_to == sent.id and seen.sender["id"] != who.id, patience=PATIENCE
    )
    return reply.text or ""


async def leader(company: Company) -> tuple[Player, Seen]:
    """A game of durachki under way, and who is to move first."""
    await company.begin(await company.sit_down(await company.open("durachki")))
    while True:
        rev = await company.pg.rev()
        for player in company.players:
            if screen := await player.screen("Дурачки · "):
                return player, screen
        assert await company.pg.wait_news(rev, PATIENCE) > rev


async def table_of(company: Company) -> Seen:
    return await company.host.wait_for(company.group, button=RUSSIAN.hand, patience=PATIENCE)


async def told_nothing_new(company: Company, before: Seen) -> None:
    """The table stands as it stood, also after what was sent meanwhile has been handled."""
    sent = await company.host.write(company.group, "/help")
    await company.host.wait_for(
        company.group, text="/language", match=lambda seen: seen.seq > sent.seq, patience=PATIENCE
    )
    now = await company.host.wait_for(company.group, match=lambda seen: seen.id == before.id)
    assert (now.text, now.buttons) == (before.text, before.buttons)


async def test_a_stale_button_says_that_the_table_has_moved_on(friends: Company) -> None:
    player, screen = await leader(friends)
    old = player.moves(screen)
    while True:
        await player.turn("Дурачки · ")
        now = await player.screen("Дурачки · ")
        if now is None or (now.text or "").count("Ваш ход") == 0:
            break
    table = await table_of(friends)
    answer = await player.who.press(on=screen, forge=old[0].callback_data or "")
    assert answer.text == MOVED_ON
    await told_nothing_new(friends, table)


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


async def test_a_foreign_tap_is_refused(friends: Company) -> None:
    player, screen = await leader(friends)
    table = await table_of(friends)
    stranger = await newcomer(friends.pg, "Фока")
    await friends.group.set_member(stranger, "member")
    assert (await stranger.press(RUSSIAN.hand, on=table)).text == NOT_SITTING
    other = next(one for one in friends.players if one != player)
    own = player.moves(screen)[0].callback_data or ""
    foreign = await other.who.press(on=table, forge=own)
    assert foreign.text
    assert not any(card in foreign.text for card in "♠♣♦♥")
    await told_nothing_new(friends, table)
    unmoved = await player.screen("Дурачки · ")
    assert unmoved
    assert unmoved.rev == screen.rev


@pytest.mark.parametrize(
    "data",
    [
        *("", "x", "p", "buy_chips:100", "g:new:whist", "g:language:tlh", "g:nothing", "g:rules:ochko"),
        *("ы" * 32, "g:rules"),
        *("t00000000:hand", "p00000000:1:lead 7S", "p{id}:1:", "p{id}:999999999:lead AS", "p{id}:1:lead 7S 7S 7S"),
        *("p{id}:1:give all", "c{id}:1:cover", "t{id}:set:stake=1000", "t{id}:set:seed=1", "t{id}:nothing"),
        *("t{id}:pace:7", "t{id}:undo", "t{id}:start"),
    ],
)
async def test_a_forged_button_gets_one_sentence(friends: Company, data: str) -> None:
    await leader(friends)
    table = await table_of(friends)
    hand = table.button(RUSSIAN.hand)
    assert hand
    number = (hand.callback_data or "")[1:9]
    answer = await friends.host.press(on=table, forge=data.replace("{id}", number) or " ")
    assert answer.text
    assert answer.text.rstrip()[-1] in ".?!"
    await told_nothing_new(friends, table)


@pytest.mark.parametrize("command", ["/play@playground_bot", "/PLAY", "/play@Playground_Bot durachki"])
async def test_a_command_may_name_the_bot(friends: Company, command: str) -> None:
    await friends.host.write(friends.group, command)
    await friends.host.wait_for(friends.group, text="Дурачки", patience=PATIENCE)


async def test_a_command_for_another_bot_is_none_of_ours(friends: Company) -> None:
    await friends.group.set_member("bot", "administrator")
    for text in ("/play@another_bot", "/start@another_bot", "/roll", "Всем привет!", "play"):
        await friends.host.write(friends.group, text)
    before = len(await friends.host.sees(friends.group))
    sent = await friends.host.write(friends.group, "/help")
    await friends.host.wait_for(
        friends.group, text="/language", match=lambda seen: seen.seq > sent.seq, patience=PATIENCE
    )
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
        ("private", "/start t00000000", ""),
        ("private", "/play " + "д" * 3000, "Такой игры нет. Все игры покажет /play."),
    ],
)
async def test_words_out_of_place_get_one_sentence(friends: Company, where: str, text: str, said: str) -> None:
    sent = await friends.host.write(friends.group if where == "group" else "bot", text)
    if said:
        assert await reply_to(friends.host, sent) == said
    else:
        await friends.host.wait_for("bot", text="Добрый вечер", match=lambda seen: seen.seq > sent.seq)


async def test_an_edited_command_does_nothing(friends: Company) -> None:
    lobby = await friends.open("durachki")
    sent = await friends.people[1].write(friends.group, "/help")
    await friends.host.wait_for(
        friends.group, text="/language", match=lambda seen: seen.seq > sent.seq, patience=PATIENCE
    )
    await friends.people[1].edit(sent, "/stop")
    await told_nothing_new(friends, lobby)


async def test_who_speaks_for_the_group_is_asked_to_speak_for_oneself(friends: Company) -> None:
    await friends.group.set_member(friends.host, "creator", anonymous=True)
    sent = await friends.host.write(friends.group, "/play durachki")
    assert (await reply_to(friends.host, sent)).startswith("Мне не видно, кто вы")


async def test_what_telegram_delivers_twice_is_done_once(friends: Company, pg: Playground) -> None:
    lobby = await friends.open("durachki")
    before = await friends.host.sees(friends.group)
    opened = [update for update in await pg.updates() if "callback_query" in update][-1]
    await pg.deliver_again(opened["update_id"])
    await told_nothing_new(friends, lobby)
    assert len(await friends.host.sees(friends.group)) == len(before) + 2, "only /help and its answer"


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
