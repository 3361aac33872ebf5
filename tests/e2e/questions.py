"""How people play written questions: they write slips and read them out."""

import asyncio
import re

from bot.playground.client import Seen
from tests.e2e.people import PATIENCE, Company, Player


async def slip(player: Player, *, question: bool = False) -> Seen:
    """The private message that asks for a text: at first a question to somebody, and then an answer to one."""
    words = player.words
    return await player.who.wait_for(
        "bot",
        text=words.on_the_slip,
        match=lambda seen: (words.the_question in (seen.text or "")) is question,
        patience=PATIENCE,
    )


async def write(player: Player, text: str) -> str:
    """Writes it to the bot; what the bot replies."""
    sent = await player.who.write("bot", text)
    return (await player.who.wait_for("bot", match=lambda seen: seen.reply_to == sent.id, patience=PATIENCE)).text or ""


async def all_write(company: Company, what: str) -> dict[str, str]:
    """Everybody writes at the same time what nobody else writes; the texts by their writers."""
    texts = {player.name: f"{what} {player.name[::-1]}" for player in company.players}

    async def one_writes(player: Player) -> None:
        await slip(player, question=what != company.words.question)
        await write(player, texts[player.name])

    await asyncio.gather(*map(one_writes, company.players))
    return texts


async def read_out(company: Company) -> list[str]:
    """The secretary reads everything, by the button in the group; what was read, in order."""
    words, last, read = company.words, 0, list[str]()
    while True:
        table = await company.host.wait_for(
            company.group,
            match=lambda seen: bool(seen.button(words.read) or seen.button(words.again)),
            patience=PATIENCE,
        )
        if table.button(words.again):
            return read
        await company.host.press(words.read, on=table)
        said = await company.host.wait_for(
            company.group,
            text=re.compile(rf"^{words.slip} \d+\. "),
            match=lambda seen, last=last: seen.seq > last,  # type: ignore[misc]  # mypy takes a default for an argument
            patience=PATIENCE,
        )
        last = said.seq
        read.append(said.text or "")
