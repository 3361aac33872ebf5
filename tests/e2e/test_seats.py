"""Somebody leaves the chat in the middle of a game and comes back, with the bot killed between."""

from dataclasses import replace

from tests.e2e.people import PATIENCE, Company
from tests.e2e.process import BotProcess

BACK = "Вернуться за стол"


async def some_moves(company: Company, count: int) -> None:
    """So many moves of these people."""
    async for _ in company.moves("durachki"):
        count -= 1
        if not count:
            return


async def test_who_leaves_the_chat_in_mid_game_comes_back_and_the_game_is_played_to_its_end(
    friends: Company, bot: BotProcess
) -> None:
    await friends.begin(await friends.sit_down(await friends.open("durachki")))
    await some_moves(friends, 4)
    _, boris, vera = friends.people
    await friends.group.set_member(boris, "left", by=boris.id)
    await bot.kill()
    await bot.start()
    await vera.wait_for(friends.group, text="Борис встаёт из-за стола", patience=PATIENCE)
    away = await boris.wait_for("bot", button=BACK, patience=PATIENCE)
    assert "Ваши карты" not in (away.text or "")
    others = replace(friends, players=(friends.players[0], friends.players[2]))
    await some_moves(others, 2)
    assert await friends.result() is None
    await friends.group.set_member(boris, "member", by=boris.id)
    await boris.press(BACK, on=away)
    await boris.wait_for("bot", text="Ваши карты", patience=PATIENCE)
    result = await friends.play("durachki")
    assert "🤖" not in (result.text or "")
    assert f"{boris.name}: " in (result.text or "")
