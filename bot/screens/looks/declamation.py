"""How double declamation looks: who recites and who lends the hands, the last lines and gestures, the laughter counted.

Words of the repertory are shown in the reader's language; a text of the reciter's own stays as it is.
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.language import N_, Language, strong, visible
from bot.screens.look import Face, Kind, Look, Names, OptionLook, Rules, Words
from bot.screens.scene import Scene
from bot.tables.model import OptionValue
from games.core import Event, Json, View
from games.declamation import BETWEEN, Coming, Table
from games.verses import REPERTORY, Poem

Seen = View[Table, Coming]

COMING = 2
"""So many of the coming lines the reciter sees at a time."""

SIGNS = {
    "cover_eyes": "🙈",
    "threaten": "🫵",
    "bouquet": "💐",
    "embrace": "🤗",
    "conduct": "🎼",
    "pat_head": "🫳",
    "tickle_nose": "🪶",
    "wring_hands": "🤲",
    "point_up": "☝️",
    "bow": "🙇",
    "shake_fist": "✊",
    "offer_sweets": "🍬",
}
"""A sign for each gesture, always the same."""


def scene(seen: Seen, face: Face, language: Language) -> Scene:
    """The parts, how far the verse has come, and for the reciter what comes next."""
    table, names = seen.table, language.names(face)
    return Scene(
        title=language.gettext(LOOK.title),
        facts=_parts(table, names, language),
        counts=_counts(table, language),
        note=_coming(seen, language),
        asked=_asked(seen, names, language),
    )


def _parts(table: Table, names: Names, language: Language) -> tuple[str, ...]:
    facts = []
    if table.reciter >= 0:
        facts.append(language.gettext("reciter {name}", name=names[table.reciter]))
    if table.hands >= 0:
        facts.append(language.gettext("hands {name}", name=names[table.hands]))
    return tuple(facts)


def _counts(table: Table, language: Language) -> tuple[str, ...]:
    counts = []
    if table.lines:
        counts.append(language.gettext("line {n} of {most}", n=len(table.spoken), most=table.lines))
    if table.seen and table.phase != "over":
        counts.append(
            language.ngettext(
                "{n} has seen a smile, {most} are needed",
                "{n} have seen a smile, {most} are needed",
                len(table.seen),
                most=table.enough,
            )
        )
    return tuple(counts)


def poem(number: int, language: Language) -> Poem:
    """That verse of the repertory in the language."""
    verse = REPERTORY[number - 1]
    return verse.ru if language.code == "ru" else verse.en


def _text(table: Table, number: int, text: str, language: Language) -> str:
    """The line with that number, from 1, as its reader shall see it."""
    return poem(table.verse, language).lines[number - 1] if table.verse else visible(text)


def _coming(seen: Seen, language: Language) -> tuple[str, ...]:
    """The next lines, for the reciter alone."""
    first = len(seen.table.spoken) + 1
    coming = [_text(seen.table, first + place, text, language) for place, text in enumerate((seen.hand or ())[:COMING])]
    return (language.gettext("Your next lines:"), *(f"— {line}" for line in coming)) if coming else ()


def _asked(seen: Seen, names: Names, language: Language) -> str:  # noqa: PLR0911  # one line a question
    table, seat = seen.table, seen.seat
    reciter, hands = (strong(names[part]) for part in (table.reciter, table.hands))
    match table.phase:
        case "casting":
            return language.gettext("Who recites, gravely and without a smile? And who lends the hands?")
        case "choosing" if seat == table.reciter:
            return language.gettext(
                "Choose a verse below, or send me one of your own here, each line on a line of its own."
            )
        case "choosing":
            return language.gettext("{name} chooses a verse.", name=reciter)
        case "line" if seat == table.reciter:
            return language.gettext("Speak the next line, and do not laugh. A voice message counts too.")
        case "line":
            return language.gettext("{name} speaks. Whoever sees a smile, says so.", name=reciter)
        case "gesture" if seat == table.hands:
            return language.gettext("Your hands: do something with them. They have no voice.")
        case "gesture":
            return language.gettext("The hands move: {name}.", name=hands)
        case _:
            return ""


def told(events: Sequence[Event], seen: Seen, names: Names, language: Language) -> Iterator[str]:
    """The lines as they are spoken, and what the hands do."""
    return filter(None, (_line(event, seen.table, names, language) for event in events))


def _line(  # noqa: PLR0911  # one line an event
    event: Event, table: Table, names: Names, language: Language
) -> str:
    name = names[event.seat] if event.seat is not None else ""
    match event.event:
        case "verse":
            return language.gettext(
                "{name} recites “{title}”.", name=name, title=poem(event.amount or 1, language).title
            )
        case "recital":
            return language.gettext("{name} recites a verse of their own.", name=name)
        case "line":
            return f"— {_text(table, event.amount or 1, event.text or '', language)}"
        case "gesture":
            return f"{SIGNS[event.text or '']} {_done(event.text or '', language)}"
        case "rests":
            return language.gettext("The hands are at rest.")
        case "laughed":
            return language.gettext("{name} has seen a smile!", name=name)
        case "laughs":
            return language.gettext("{name} is laughing.", name=name)
        case _:
            return ""


def label(words: Words, _seen: Seen, language: Language) -> str:
    """Parts, titles, gestures."""
    match words:
        case ("verse", number):
            return poem(int(number), language).title
        case ("gesture", name):
            return f"{SIGNS[name]} {_gesture(name, language)}"
        case (verb, *_):
            return {
                "recite": language.gettext("I recite"),
                "hands": language.gettext("I lend the hands"),
                "line": language.gettext("Speak a line"),
                "rest": language.gettext("Hands at rest"),
                "laugh": language.gettext("I am laughing"),
                "laughed": language.gettext("The reciter laughed!"),
                "gesture": language.gettext("A gesture"),
                "verse": language.gettext("A verse"),
                "recital": language.gettext("A verse of my own"),
            }[verb]
        case _:
            return ""


def _gesture(name: str, language: Language) -> str:
    return {
        "cover_eyes": language.gettext("cover the eyes"),
        "threaten": language.gettext("threaten"),
        "bouquet": language.gettext("hand flowers"),
        "embrace": language.gettext("embrace"),
        "conduct": language.gettext("conduct"),
        "pat_head": language.gettext("pat the head"),
        "tickle_nose": language.gettext("tickle the nose"),
        "wring_hands": language.gettext("wring the hands"),
        "point_up": language.gettext("point up"),
        "bow": language.gettext("bow"),
        "shake_fist": language.gettext("shake a fist"),
        "offer_sweets": language.gettext("offer sweets"),
    }[name]


def _done(name: str, language: Language) -> str:
    """What the hands are seen doing."""
    return {
        "cover_eyes": language.gettext("The hands cover the reciter’s eyes."),
        "threaten": language.gettext("The hands threaten the company."),
        "bouquet": language.gettext("The hands present a bouquet."),
        "embrace": language.gettext("The hands embrace the reciter tenderly."),
        "conduct": language.gettext("The hands conduct an orchestra."),
        "pat_head": language.gettext("The hands pat the reciter on the head."),
        "tickle_nose": language.gettext("The hands tickle the reciter’s nose."),
        "wring_hands": language.gettext("The hands wring themselves in despair."),
        "point_up": language.gettext("A finger points to heaven."),
        "bow": language.gettext("The hands bow to all sides."),
        "shake_fist": language.gettext("The hands shake a fist at fate."),
        "offer_sweets": language.gettext("The hands treat the reciter to a sweet."),
    }[name]


def written(text: str) -> str:
    """A text in which each line has a line of its own, as the reciter's move; blank ones are only for the eye."""
    return BETWEEN.join(filter(None, map(visible, text.splitlines())))


def result(outcome: Mapping[str, Json], names: Names, language: Language) -> tuple[str, ...]:
    """Who has won, and how far the verse came."""
    winner, lines = outcome["winner"], outcome["lines"]
    assert isinstance(winner, int) and isinstance(lines, int)  # noqa: S101, PT018  # a seat, and a number
    return (
        language.gettext("{name} wins!", name=strong(names[winner])),
        language.ngettext("{n} line was spoken.", "{n} lines were spoken.", lines),
    )


def advice(seen: Seen, language: Language) -> str:
    """The book's counsel for the part."""
    match seen.seat:
        case seen.table.reciter:
            return language.gettext("Look over their heads, speak slowly and gravely, and think of something sad.")
        case seen.table.hands:
            return language.gettext(
                "Shut the reciter’s eyes, threaten, hand presents: do what you can to disturb, and out of time."
            )
        case _ if seen.table.phase in ("line", "gesture"):
            return language.gettext(
                "Keep an eye on the reciter’s mouth: a smile that is seen counts, and must be told."
            )
        case _:
            return language.gettext(
                "One sits, the other stands behind and lends the arms, both under one shawl. A few minutes are enough."
            )


def _most(value: OptionValue, _names: Names, language: Language) -> str:
    return language.ngettext("up to {n} line", "up to {n} lines", value) if isinstance(value, int) else ""


LOOK: Look[Table, Coming] = Look(
    title=N_("Double declamation"),
    about=N_("One recites gravely, another lends the hands and makes fun: whoever recites must not laugh."),
    kind=Kind.PARLOUR,
    length=N_("5 minutes"),
    rules=Rules(
        source=(
            N_("One sits on a chair and recites; another stands behind and lends the arms, both under one shawl."),
            N_("The verse is old or comic, and spoken in all gravity."),
            N_(
                "The hands shut the reciter’s eyes, threaten, hand presents: they do all they can to disturb the "
                "speech and to amuse the company."
            ),
            N_("A few minutes of it are enough."),
        ),
        ours=(
            N_(
                "Line and gesture take turns. The lines are of the bot’s repertory, or your own, each up to 120 "
                "characters."
            ),
            N_(
                "The reciter may speak in a voice or video message, in reply to the table; a sticker, a GIF or a video "
                "message may be the hands’ gesture."
            ),
            N_(
                "The audience watches. The hands win when half of it has seen the reciter laugh (one is enough only "
                "where nobody else watches), or at once when the reciter owns to it."
            ),
            N_("The reciter wins when the hands have answered the last line. From three to thirty play."),
            N_("When your time runs out you get a part, recite the first verse, speak on, or keep your hands at rest."),
        ),
    ),
    options=(OptionLook("max_lines", N_("A verse of one’s own"), (8, 12, 20), _most),),
    scene=scene,
    told=told,
    label=label,
    result=result,
    advice=advice,
    meanwhile=advice,
    public=("recite", "hands", "line", "gesture", "rest", "laugh", "laughed"),
    written=written,
    sent={
        "voice": ("line",),
        "video": ("line",),
        "video_note": ("line", "gesture conduct"),
        "sticker": ("gesture conduct",),
        "animation": ("gesture conduct",),
    },
    chips=False,
    hand=N_("My lines"),
)
