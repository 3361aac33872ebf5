"""How written questions look: counts in the group, never who; the slip in private; what is read, as messages."""

from collections.abc import Iterator, Mapping, Sequence

from bot.language import N_, Language, shortened, strong, visible
from bot.screens.look import (
    Face,
    Kind,
    Look,
    Names,
    OfficeLook,
    OptionLook,
    Rules,
    Words,
    event_by_event,
    held_by,
    looking_on,
)
from bot.screens.scene import Scene
from bot.tables.model import OptionValue
from games.core import Event, Json, View
from games.questions import Hand, Slip, Table

Seen = View[Table, Hand]

ON_THE_DESK = 8
"""How many slips the president reads at a time, before they are read aloud."""

SHORTENED = 180
"""So much of a text the president reads there, in Telegram's units."""

READING = 9
"""How many times as long as a computer player thinks a slip is read."""


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The offices and how many slips there are; the slip in hand, or the president's desk."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=(_offices(table, names, language),),
        counts=_counts(table, language),
        note=_note(seen, names, language),
        asked=_asked(seen, names, language),
    )


def _offices(table: Table, names: Names, language: Language) -> str:
    return language.gettext(
        "president {president}, secretary {secretary}",
        president=names[table.president],
        secretary=names[table.secretary],
    )


def _counts(table: Table, language: Language) -> tuple[str, ...]:
    match table.phase:
        case "questions" | "answers":
            written, most = len(table.writers) - len(table.waiting), len(table.writers)
            return (language.gettext("slips: {n} of {most}", n=written, most=most),)
        case "reading":
            return (language.ngettext("{n} slip left", "{n} slips left", len(table.left)),)
        case _:
            return ()


def _note(seen: Seen, names: Names, language: Language) -> tuple[str, ...]:
    if seen.hand is None:
        return ()
    return (*_slip(seen, names, language), *_desk(seen, names, language))


def _slip(seen: Seen, names: Names, language: Language) -> tuple[str, ...]:
    """What stands on the slip in hand, and what its holder has written on it."""
    slip = seen.hand.slip if seen.hand else None
    if slip is None:
        return ()
    head = language.gettext("On your slip: {name}.", name=strong(names[slip.to]))
    own = slip.question if seen.table.phase == "questions" else slip.answer
    if seen.table.phase == "questions":
        lines = [head, language.gettext("Ask anything: there is no handwriting to betray you.")]
    else:
        lines = [
            head,
            language.gettext("The question: “{text}”", text=visible(slip.question or "")),
            language.gettext("Answer in the name that stands on the slip."),
        ]
    if own is not None:
        lines.append(language.gettext("You have written: “{text}”", text=visible(own)))
    return tuple(lines)


def _desk(seen: Seen, names: Names, language: Language) -> tuple[str, ...]:
    """The next slips, for the president alone, to strike what is unfit."""
    desk = seen.hand.desk if seen.hand else ()
    if not desk:
        return ()
    places = seen.table.left[:ON_THE_DESK]
    lines = (f"{place}. {_shortened(desk[place - 1], names, language)}" for place in places)
    return (language.gettext("Before they are read you may strike what is unfit:"), *lines)


def _shortened(slip: Slip, names: Names, language: Language) -> str:
    question, answer = (shortened(visible(text or ""), SHORTENED) for text in (slip.question, slip.answer))
    if not answer:
        return language.gettext("{name}: “{question}” — silence", name=names[slip.to], question=question)
    return language.gettext("{name}: “{question}” — “{answer}”", name=names[slip.to], question=question, answer=answer)


def _asked(seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    table, seat = seen.table, seen.seat
    match table.phase:
        case "questions" | "answers" if seat is None:
            if table.phase == "questions":
                return language.ngettext(
                    "Write a question to me in private: {n} slip is still blank.",
                    "Write your questions to me in private: {n} slips are still blank.",
                    len(table.waiting),
                )
            return language.ngettext(
                "Write an answer to me in private: {n} slip waits for one.",
                "Write your answers to me in private: {n} slips wait for one.",
                len(table.waiting),
            )
        case "questions" | "answers" if seat in table.waiting:
            return language.gettext("Simply write it here as a message.")
        case "questions" | "answers" if seat in table.writers:
            return language.gettext("Accepted. You may write it anew until the slips are collected.")
        case "questions" | "answers":
            return language.gettext("The others are still writing.")
        case "reading" if seat == table.secretary:
            return language.gettext("Read the next slip aloud, briefly and merrily.")
        case "reading":
            reader = strong(names[table.secretary])
            return language.sentence(language.gettext("{name} reads the slips aloud.", name=reader))
        case _:
            return ""


def told(event: Event, names: Names, language: Language) -> str | None:
    """What the counts do not say. Who wrote when is nobody's business."""
    match event.event:
        case "closed":
            president = names[event.seat or 0]
            return language.sentence(language.gettext("{name} closes: the slips are collected.", name=president))
        case "out":
            return language.gettext("{name} sits this round out.", name=names[event.seat or 0])
        case "collected" if event.text == "questions":
            return language.gettext("The questions are mixed and handed out to be answered.")
        case "collected":
            return language.gettext("The answers are collected and mixed.")
        case "struck":
            return language.gettext("Slip {n} is passed over.", n=event.amount)
        case _:
            return None


def announced(events: Sequence[Event], names: Names, language: Language) -> Iterator[str]:
    """A slip as it is read aloud: name, question, answer."""
    for event, reply in zip(events, (*events[1:], None), strict=False):
        if event.event == "read":
            answer = visible(reply.text or "") if reply and reply.event == "answered" else ""
            said = language.gettext("Answer: {text}", text=answer) if answer else language.gettext("Answer: silence.")
            yield "\n".join(
                (
                    language.gettext("Slip {n}. {name}", n=event.amount, name=strong(names[event.to or 0])),
                    language.gettext("Question: {text}", text=visible(event.text or "")),
                    said,
                )
            )


def label(words: Words, _seen: Seen, language: Language) -> str:
    """The offices' words; what is written has no button."""
    match words:
        case ("strike", place):
            return language.gettext("Strike {n}", n=place)
        case ("close",):
            return language.gettext("Collect the slips")
        case ("read",):
            return language.gettext("Read a slip")
        case _:
            return language.gettext("Write")


def warning(words: Words, seen: Seen, language: Language) -> str:
    """Closing shuts out whoever has not written yet."""
    if words == ("close",) and seen.table.waiting:
        return language.ngettext(
            "{n} player has not written yet. Collect the slips all the same?",
            "{n} players have not written yet. Collect the slips all the same?",
            len(seen.table.waiting),
        )
    return ""


def result(outcome: Mapping[str, Json], _names: Names, language: Language) -> tuple[str, ...]:
    """How much was read; the slips themselves are gone."""
    read = outcome["read"]
    count = len(read) if isinstance(read, Sequence) else 0
    if not count:
        return (language.gettext("Nothing was read this time."),)
    return (
        language.ngettext("{n} slip was read aloud.", "{n} slips were read aloud.", count),
        language.gettext("The slips are burnt: who wrote what, nobody will ever know."),
    )


def advice(seen: Seen, language: Language) -> str:
    """The book's counsel for whoever writes, and for whoever reads; and for whoever closes and strikes."""
    table = seen.table
    if table.phase == "reading" and seen.seat == table.secretary:
        return language.gettext("Read briefly and merrily.")
    if table.phase == "reading":
        return language.gettext("Pass over what could hurt anybody: the evening is to be a merry one.")
    if seen.seat not in table.writers:
        return language.gettext("Give them time: close when nobody writes any more.")
    if seen.hand and seen.hand.slip and seen.hand.slip.to == seen.seat:
        return language.gettext("Your own name has come to you: not a muscle, write as if to another.")
    return language.gettext("Disguise your manner: write as you never write.")


def meanwhile(seen: Seen, language: Language) -> str:
    """For whoever listens, holds an office that is not asked yet, or has not written in time."""
    table = seen.table
    if table.phase == "reading":
        return language.gettext("Keep your countenance, whatever is read: who blushes has written it.")
    if seen.seat in (table.president, table.secretary):
        return language.gettext("Wait until the slips are written: your part comes then.")
    return looking_on(language)


def pause(seen: Seen) -> int:
    """A slip is read at leisure; but first the president reads what lies on the desk, and strikes what is unfit."""
    table = seen.table
    desk = not table.gone and table.president != seen.seat
    return READING * (min(len(table.left), ON_THE_DESK) if desk else 1)


def _length(value: OptionValue, _names: Names, language: Language) -> str:
    return language.ngettext("{n} character", "{n} characters", value) if isinstance(value, int) else ""


LOOK: Look[Table, Hand] = Look(
    title=N_("Written questions and answers"),
    about=N_("Secret questions on slips of paper, answers in another’s name, and all of it is read aloud."),
    kind=Kind.PARLOUR,
    length=N_("15–30 minutes"),
    rules=Rules(
        source=(
            N_(
                "Everybody gets a slip headed with somebody’s name, perhaps their own, and "
                "writes that person a question."
            ),
            N_("The slips are mixed and handed out anew. Now everybody answers, in the name that stands on the slip."),
            N_("They are mixed once more, and the secretary reads them aloud one by one: name, question, answer."),
            N_("Nobody ever learns who wrote what. Disguise your hand, and keep your countenance."),
        ),
        ours=(
            N_(
                "The president may collect the slips before all have written, once three have: "
                "whoever has not is out of this round."
            ),
            N_(
                "The president sees the slips before they are read, without their writers, and "
                "may strike what is unfit."
            ),
            N_(
                "A president or secretary need not play: a moderator may hold the office, or the bot. The table may "
                "elect them too."
            ),
            N_(
                "A missing answer is read as silence. Until the slips are collected you may write anew, or change the "
                "message that you wrote."
            ),
            N_("When it is over the slips are destroyed: what was not read aloud is nowhere any more."),
            N_("From three to thirty play."),
        ),
    ),
    options=(
        OptionLook(
            "president",
            N_("President"),
            (),
            held_by,
            seat=True,
            office=OfficeLook(N_("a moderator presides"), N_("Preside without playing")),
        ),
        OptionLook(
            "secretary",
            N_("Secretary"),
            (),
            held_by,
            seat=True,
            office=OfficeLook(N_("a moderator reads"), N_("Read without playing")),
        ),
        OptionLook("max_length", N_("Length of a text"), (100, 200, 400), _length),
    ),
    scene=scene,
    told=event_by_event(told),
    label=label,
    result=result,
    advice=advice,
    meanwhile=meanwhile,
    public=("read",),
    warning=warning,
    written=visible,
    announced=announced,
    pause=pause,
    chips=False,
    hand=N_("My slip"),
)
