"""How people write slips and read them out, as tests of written questions do."""

import re

from bot.playground.client import Seen
from tests.e2e.people import PATIENCE, Company, Player

ON_THE_SLIP = {"ru": "На листке: ", "en": "On your slip: "}
THE_QUESTION = {"ru": "Вопрос: «", "en": "The question: “"}
SLIP = {"ru": "Листок", "en": "Slip"}


async def slip(player: Player, *, question: bool = False) -> Seen:
    """The private message that asks for a text: at first a question to somebody, and then an answer to one."""
    code = player.words.code
    return await player.who.wait_for(
        "bot",
        text=ON_THE_SLIP[code],
        match=lambda seen: (THE_QUESTION[code] in (seen.text or "")) is question,
        patience=PATIENCE,
    )


async def write(player: Player, text: str) -> str:
    """Writes it to the bot; what the bot replies."""
    sent = await player.who.write("bot", text)
    return (await player.who.wait_for("bot", match=lambda seen: seen.reply_to == sent.id, patience=PATIENCE)).text or ""


async def all_write(company: Company, what: str) -> dict[str, str]:
    """Everybody writes a text that nobody else writes; the texts by their writers."""
    texts = {player.name: f"{what} {player.name[:2] * 3}" for player in company.players}
    for player in company.players:
        await slip(player, question=what != company.words.question)
        await write(player, texts[player.name])
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
            text=re.compile(rf"^{SLIP[words.code]} \d+\. "),
            match=lambda seen, last=last: seen.seq > last,  # type: ignore[misc]  # mypy takes a default for an argument
            patience=PATIENCE,
        )
        last = said.seq
        read.append(said.text or "")
