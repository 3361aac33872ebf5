"""Somebody thinks for long: reminded once though the bot is killed, given more time, and passed over at last."""

from redis.asyncio import Redis

from bot.store import keys
from tests.e2e.people import PATIENCE, Company
from tests.e2e.process import BotProcess
from tests.e2e.words import RUSSIAN

REMINDER = "Ваш ход за столом «Дурачки» (Вечер)."


async def passes(seconds: int, bot: BotProcess) -> None:
    """That much time of the game clock."""
    async with Redis.from_url(bot.redis_url) as client:
        for shard in keys.SHARDS:
            await client.hincrby(keys.clock(shard), "away", -seconds * 1000)


async def test_whoever_thinks_for_long_is_reminded_once_and_passed_over_at_last(
    bot: BotProcess, friends: Company
) -> None:
    """“A clock that keeps running through a restart”; “a nudge by direct message”; “`/extend`”."""
    table = await friends.begin(await friends.sit_down(await friends.open("durachki")))
    (thinking,) = [who for who in friends.people if f"{who.name} ходит" in (table.text or "")]
    await passes(61, bot)
    reminder = await thinking.wait_for("bot", text=REMINDER, patience=PATIENCE)
    await bot.kill()
    await bot.start()
    await thinking.press(RUSSIAN.more_time, on=reminder, patience=PATIENCE)
    # Where the bot was away for long the reminder may tell the later time first.
    await thinking.wait_for(
        "bot", text=REMINDER, match=lambda seen: RUSSIAN.more_time not in seen.button_texts, patience=PATIENCE
    )
    reminders = [
        seen for player in friends.people for seen in await player.sees("bot") if REMINDER in (seen.text or "")
    ]
    assert [seen.id for seen in reminders] == [reminder.id]
    table = await friends.host.wait_for(friends.group, button=RUSSIAN.hand, patience=PATIENCE)
    await passes(180, bot)
    await friends.host.wait_for(friends.group, button=RUSSIAN.hand, since=table.rev, patience=PATIENCE)
    await thinking.wait_for("bot", text=REMINDER, gone=True, patience=PATIENCE)
