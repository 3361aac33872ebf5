"""How people play double declamation: parts, a verse, its lines and what the hands do, to its end or to laughter."""

from bot.playground.client import Seen
from games.verses import REPERTORY
from tests.e2e.people import PATIENCE, Company


async def declaim(company: Company, verse: int, *, laughter: bool) -> Seen:
    """The first recites that verse of the repertory, the second lends the hands; the result.

    With laughter all the others see the reciter laugh at the first line, until that is enough.
    """
    words, group = company.words, company.group
    reciter, hands, *audience = company.people
    await reciter.press(words.recite, on=await reciter.wait_for(group, button=words.recite, patience=PATIENCE))
    table = await hands.wait_for(
        group, button=words.lend, match=lambda seen: not seen.button(words.recite), patience=PATIENCE
    )
    await hands.press(words.lend, on=table)
    poem = getattr(REPERTORY[verse - 1], words.code)
    choice = await reciter.wait_for("bot", button=poem.title, patience=PATIENCE)
    await reciter.press(poem.title, on=choice)
    for spoken in poem.lines:
        table = await reciter.wait_for(group, button=words.line, patience=PATIENCE)
        await reciter.press(words.line, on=table)
        table = await hands.wait_for(group, text=spoken, button=words.rest, patience=PATIENCE)
        if laughter:
            break
        gestures = table.button_texts[: table.button_texts.index(words.rest) + 1]
        await hands.press(gestures[-(len(spoken) % len(gestures))], on=table)
    if laughter:
        for person in audience[: max(2, (len(audience) + 1) // 2)]:
            table = await person.wait_for(group, button=words.laughed, patience=PATIENCE)
            await person.press(words.laughed, on=table)
    return await company.host.wait_for(group, button=words.again, patience=PATIENCE)
