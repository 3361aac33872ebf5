"""/purse and /reset_purses, as people meet them: who is shown what, and who may begin the score anew."""

import random
import re

import pytest

from bot.playground.client import Playground, Seen, Someone
from tests.e2e.people import PATIENCE, Company, play_alone
from tests.e2e.words import ENGLISH, RUSSIAN

ANEW, KEEP = "Начать заново", "Оставить как есть"
ASKED = "Начать счёт заново?"
FOOT = "Сначала у каждого 100 жетонов. Они только для игры; бывает и долг."


@pytest.fixture
async def pair(pg: Playground, rng: random.Random) -> Company:
    """Two who speak Russian; Anna owns the group."""
    return await Company.gather(pg, rng, RUSSIAN, 2)


async def written(who: Someone, where: object, command: str) -> Seen:
    """What the bot says to the command: the next message of its own."""
    sent = await who.write(where, command)  # type: ignore[arg-type]  # a group, or "bot"
    return await who.wait_for(
        where,  # type: ignore[arg-type]
        match=lambda seen: seen.seq > sent.seq and seen.sender["is_bot"],
        patience=PATIENCE,
    )


async def purses(company: Company, who: Someone | None = None) -> dict[str, str]:
    """What /purse tells in the group, by name."""
    text = (await written(who or company.host, company.group, "/purse")).text or ""
    head, *lines, foot = text.splitlines()
    assert (head, foot) == ("Кошельки", FOOT)
    return dict(line.split(": ") for line in lines)


async def played(company: Company, computers: int = 0) -> Seen:
    """The result of a game after which somebody owes something."""
    while True:
        await company.begin(await company.sit_down(await company.open("durachki"), computers))
        result = await company.play("durachki")
        if "Никто никому не должен" not in (result.text or ""):
            return result


async def asked(who: Someone, company: Company) -> Seen:
    """The question whether the score is to begin anew."""
    question = await written(who, company.group, "/reset_purses")
    assert (question.text or "").startswith(ASKED)
    assert question.button_texts == [ANEW, KEEP]
    return question


def carried(question: Seen, button: str = ANEW) -> str:
    """What the button carries."""
    found = question.button(button)
    assert found
    assert found.callback_data
    return found.callback_data


# /purse


async def test_whoever_asks_has_a_purse(pair: Company) -> None:
    anna, boris = pair.people
    assert await purses(pair) == {"Анна": "100"}
    assert await purses(pair, boris) == {"Борис": "100"}, "what Anna has not played with is not there"
    shown = await written(anna, pair.group, "/purse")
    assert "<b>Анна: 100</b>" in (shown.html or "")


async def test_a_result_and_the_purses_say_the_same(pair: Company) -> None:
    result = await played(pair, computers=1)
    lines = (result.text or "").splitlines()
    told = dict(re.findall(r"^(\S+): [+−]?\d+, (?:в кошельке )?(.+)$", "\n".join(lines), re.MULTILINE))
    assert {*told} == {"Анна", "Борис"}
    (house,) = [line for line in lines if line.startswith("Кошелёк компьютеров: ")]
    found = await purses(pair, pair.people[1])
    assert found == {**told, "Кошелёк компьютеров": house.partition(": ")[2]}
    assert [*found] == [*sorted(told, key=lambda name: (-int(told[name]), name)), "Кошелёк компьютеров"]


async def test_debts_are_told_as_such(pair: Company) -> None:
    lobby = await pair.sit_down(await pair.open("tartar"))
    begin = lobby.button(RUSSIAN.begin)
    assert begin
    table = (begin.callback_data or "").partition(":")[0]
    await pair.host.press(forge=f"{table}:set:stake=150", on=lobby)  # higher than any that is offered
    await pair.begin(lobby)
    result = (await pair.play("tartar")).text or ""
    loser, winner = ("Анна", "Борис") if "Анна: −150, долг 50" in result else ("Борис", "Анна")
    assert f"{winner}: +150, в кошельке 250\n{loser}: −150, долг 50" in result
    assert await purses(pair) == {winner: "250", loser: "долг 50"}


async def test_in_private_one_sees_ones_own_and_the_computers(pair: Company) -> None:
    anna = pair.host
    assert (await written(anna, "bot", "/purse")).text == f"Ваш кошелёк: 100\n{FOOT}"
    await anna.write("bot", "/play tartar")
    lobby = await anna.wait_for("bot", button=RUSSIAN.begin, patience=PATIENCE)
    await anna.press(RUSSIAN.begin, on=lobby)
    result = (await play_alone(pair.players[0], "tartar")).text or ""
    own, computers, foot = ((await written(anna, "bot", "/purse")).text or "").splitlines()
    won = "+1" if "Анна: +1" in result else "−1"
    assert (own, computers, foot) == (
        ("Ваш кошелёк: 101", "Кошелёк компьютеров: долг 1", FOOT)
        if won == "+1"
        else ("Ваш кошелёк: 99", "Кошелёк компьютеров: 1", FOOT)
    )
    assert await purses(pair) == {"Анна": "100"}, "each chat keeps its own"
    question = await written(anna, "bot", "/reset_purses")
    await anna.press(ANEW, on=question)
    await anna.wait_for("bot", text="Счёт начат заново", patience=PATIENCE)
    assert (await written(anna, "bot", "/purse")).text == f"Ваш кошелёк: 100\n{FOOT}"


async def test_purses_in_english(pg: Playground, rng: random.Random) -> None:
    company = await Company.gather(pg, rng, ENGLISH, 2)
    foot = "Everybody begins with 100 chips. They are for play only, and a purse may hold a debt."
    shown = await written(company.host, company.group, "/PURSE")
    assert shown.text == f"Purses\nAnna: 100\n{foot}"
    question = await written(company.host, company.group, "/reset_purses")
    assert question.button_texts == ["Begin anew", "Leave them be"]
    await company.host.press("Begin anew", on=question)
    done = await company.host.wait_for(
        company.group, match=lambda seen: seen.id == question.id and not seen.buttons, patience=PATIENCE
    )
    assert done.text == "A clean slate: everybody has 100 chips again."


# /reset_purses


async def test_no_moderator_no_question(pair: Company) -> None:
    refused = await written(pair.people[1], pair.group, "/reset_purses")
    assert refused.text == "Это может только модератор этого чата."
    assert not refused.buttons


async def test_the_score_begins_anew_once_and_for_whoever_asked(pair: Company) -> None:
    anna, boris = pair.people
    await played(pair, computers=1)
    await pair.group.set_member(boris, "administrator")
    before = await purses(pair)
    question = await asked(anna, pair)
    assert (await boris.press(ANEW, on=question)).text == "Это решает тот, кто спросил."
    assert (await boris.press(KEEP, on=question)).text == "Это решает тот, кто спросил."
    assert await purses(pair) == before

    assert not (await anna.press(ANEW, on=question)).alert
    done = await anna.wait_for(
        pair.group, match=lambda seen: seen.id == question.id and not seen.buttons, patience=PATIENCE
    )
    assert done.text == "Счёт начат заново: у каждого снова 100 жетонов."
    assert await purses(pair) == {"Анна": "100", "Борис": "100"}

    await played(pair)
    after = await purses(pair)
    late = await anna.press(ANEW, on=await asked(anna, pair), forge=carried(question))
    assert (late.text, late.alert) == ("На этот вопрос уже ответили.", True)
    assert await purses(pair) == after != {"Анна": "100", "Борис": "100"}


async def test_two_taps_at_once_count_once(pair: Company) -> None:
    anna = pair.host
    question = await asked(anna, pair)
    pressed = [await anna.press(ANEW, on=question, patience=0) for _ in range(2)]
    answers = [await pair.pg.get(f"answers/{one.id}", timeout=PATIENCE) for one in pressed]
    assert [one["text"] for one in answers] == [None, "На этот вопрос уже ответили."]


async def test_the_purses_are_left_as_they_are(pair: Company) -> None:
    anna = pair.host
    await played(pair)
    before = await purses(pair)
    question = await asked(anna, pair)
    await anna.press(KEEP, on=question)
    left = await anna.wait_for(
        pair.group, match=lambda seen: seen.id == question.id and not seen.buttons, patience=PATIENCE
    )
    assert left.text == "Кошельки остаются как есть."
    assert await purses(pair) == before


async def test_who_moderates_no_more_answers_no_more(pair: Company) -> None:
    boris = pair.people[1]
    await pair.group.set_member(boris, "administrator")
    question = await asked(boris, pair)
    await pair.group.set_member(boris, "member")
    assert (await boris.press(ANEW, on=question)).text == "Это может только модератор этого чата."


async def test_an_anonymous_moderator_asks_and_a_moderator_answers_unnamed(friends: Company) -> None:
    anna, boris, vera = friends.people
    await friends.group.set_member(vera, "administrator", anonymous=True)
    question = await asked(vera, friends)
    assert (await boris.press(ANEW, on=question)).text == "Это может только модератор этого чата."
    await vera.press(ANEW, on=question)
    done = await anna.wait_for(
        friends.group, match=lambda seen: seen.id == question.id and not seen.buttons, patience=PATIENCE
    )
    assert "Вера" not in (done.text or "")
    assert (await written(vera, friends.group, "/purse")).text == f"Кошельки\n{FOOT}", "nobody can tell whose is one's"


async def test_the_question_of_one_chat_is_not_answered_in_another(
    pg: Playground, rng: random.Random, pair: Company
) -> None:
    anna = pair.host
    await played(pair)
    before = await purses(pair)
    question = await asked(anna, pair)
    elsewhere = await pg.group("Другие", anna)
    here = await written(anna, elsewhere, "/reset_purses")
    answer = await anna.press(ANEW, on=here, forge=carried(question))
    assert answer.text == "Эта кнопка мне больше не знакома. Напишите /play, чтобы начать заново."
    for forged in ("g:purses_anew", "g:purses_anew:x:1", "g:purses_anew:x:-1:0", "g:purses_anew:x:0:" + "9" * 30):
        assert (await anna.press(ANEW, on=here, forge=forged)).text == answer.text
    assert await purses(pair) == before


async def test_no_score_begins_anew_in_the_midst_of_one(pair: Company) -> None:
    """The deals that a table has paid would be wiped out, and its result would tell of them all the same."""
    anna = pair.host
    question = await asked(anna, pair)
    lobby = await pair.agree(await pair.sit_down(await pair.open("twenty_one")), "10 сдач")
    await pair.begin(lobby)
    deal, before = "", dict[str, str]()
    async for _ in pair.moves("twenty_one"):
        table = await anna.wait_for(pair.group, text="сдача", patience=PATIENCE)
        now = re.search(r"сдача \d+", table.text or "")
        if now and now[0] != deal:
            deal, before = now[0], await purses(pair)
            if {*before.values()} != {"100"}:
                break
    refusal = (
        "Не сейчас: «Двадцать один» идёт на прежний счёт. Доиграйте или закройте стол (/stop), потом спросите снова."
    )
    assert (await written(anna, pair.group, "/reset_purses")).text == refusal
    assert (await anna.press(ANEW, on=question)).text == refusal
    assert await purses(pair) == before
    await anna.write(pair.group, "/stop")
    stopped = "Анна закрывает стол. Сыгранные сдачи в счёте, а начатая не в счёт."
    await anna.wait_for(pair.group, text=stopped, patience=PATIENCE)
    assert await purses(pair) == before, "deals that were settled stand"
    await anna.press(ANEW, on=question)
    await anna.wait_for(pair.group, text="Счёт начат заново", patience=PATIENCE)
    assert await purses(pair) == {"Анна": "100", "Борис": "100"}
