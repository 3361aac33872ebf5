"""The settings of a chat, or of a person in private: a page that tells them all, and one for each topic with the values
to choose from. Pure: made of the chat's document, and turned in one message."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.buttons import General
from bot.language import LANGUAGES, N_, Language, strong, tied
from bot.screens.keys import Key, Row, by_length, dim, in_rows, key, keyboard
from bot.screens.look import Kind, look
from bot.screens.pages import languages
from bot.screens.screen import Screen
from bot.screens.text import html
from bot.tables.choices import AHEAD, FOR_GROUPS, Value, written
from bot.tables.model import Chat
from games.cards import SUITS
from games.catalogue import GAMES

PAGE, CHOICE = "settings", "choose"
"""What the buttons do: turn to a page, and choose."""

AT_ONCE = N_("From now on.")
NEXT_TABLE = N_("From the next table on.")
NEW_PURSES = N_("For purses that begin from now on; /reset_purses begins all of them anew.")


@dataclass(frozen=True, slots=True)
class Setting:
    """What is chosen: what it is called, and when a choice takes effect."""

    title: str
    effect: str = AT_ONCE


@dataclass(frozen=True, slots=True)
class Topic:
    """A page: its name on a button, what its settings mean, and which they are, by the field of the document."""

    title: str
    about: str
    fields: tuple[str, ...]


SETTINGS: Mapping[str, Setting] = {
    "language": Setting(N_("Language")),
    "pace": Setting(N_("Time for a turn"), NEXT_TABLE),
    "tables": Setting(N_("Tables are opened by")),
    "parlour": Setting(N_("Games for the company are begun by")),
    "hands": Setting(N_("Hands"), NEXT_TABLE),
    "absent": Setting(N_("For absent people"), NEXT_TABLE),
    "purse": Setting(N_("A purse begins with"), NEW_PURSES),
    "highest": Setting(N_("Highest stake"), NEXT_TABLE),
    "favourites": Setting(N_("First in the catalogue")),
    "fool_tag": Setting(N_("The fool’s tag")),
    "four_colours": Setting(N_("Four-colour pack")),
    "big_cards": Setting(N_("Big cards")),
    "quiet": Setting(N_("Quiet hours")),
    "utc": Setting(N_("The clock here")),
    "ring": Setting(N_("Ring at your turn")),
}

GROUP: Mapping[str, Topic] = {
    "language": Topic(N_("Language · Язык"), N_("Which language shall I speak here?"), ("language",)),
    "pace": Topic(
        N_("Time for a turn"),
        N_("How long a turn may take; longer where people write. A host may choose another time for one table."),
        ("pace",),
    ),
    "who": Topic(
        N_("Who begins"),
        N_("Who may open tables, and who may begin games for the company, in which people write and recite."),
        ("tables", "parlour"),
    ),
    "hands": Topic(
        N_("Hands"),
        N_(
            "Where people see their cards. In the group they stand in a message that its receiver alone sees: nobody "
            "has to open a chat with me, but for games in which people write. I must be an administrator for that, and "
            "am slower in a big company."
        ),
        ("hands",),
    ),
    "pack": Topic(
        N_("Four-colour pack"),
        N_(
            "Whether each suit has a colour and a figure of its own in what all of you see here: {signs}. What comes "
            "to somebody alone is as that person has chosen in private."
        ),
        ("four_colours",),
    ),
    "absent": Topic(
        N_("Absent people"),
        N_("Who plays for people that are away: a computer, or the rules, with the move of whoever runs out of time."),
        ("absent",),
    ),
    "chips": Topic(
        N_("Chips"),
        N_("What everybody begins with, and the highest stake that a host may agree on. Chips are for play only."),
        ("purse", "highest"),
    ),
    "favourites": Topic(
        N_("Favourites"),
        N_("These games come first at /play, before those that are played most. Press a game to choose it, or not."),
        ("favourites",),
    ),
    "fool": Topic(
        N_("The fool’s tag"),
        N_(
            "Whether the fool of the last game wears the tag “durachok” beside the name. I must be an administrator "
            "who may edit tags; administrators wear none."
        ),
        ("fool_tag",),
    ),
    "quiet": Topic(
        N_("Quiet hours"),
        N_("In these hours I remind nobody that a turn is theirs, and call nobody to a table by a sound."),
        ("quiet", "utc"),
    ),
}
"""The topics of a group in their order."""

PRIVATE: Mapping[str, Topic] = {
    "language": Topic(N_("Language · Язык"), N_("Which language shall I speak with you?"), ("language",)),
    "cards": Topic(
        N_("Cards"),
        N_(
            "In a four-colour pack each suit has a colour and a figure of its own: {signs}. Big cards stand in heavy "
            "type, a suit a line, and there are fewer buttons in a row."
        ),
        ("four_colours", "big_cards"),
    ),
    "ring": Topic(
        N_("Ring"),
        N_(
            "Whether I call you to your turn by a message of its own. Else what I send is silent, and I remind you of "
            "nothing."
        ),
        ("ring",),
    ),
    "quiet": Topic(
        N_("Quiet hours"),
        N_("In these hours my messages to you make no sound, and I remind you of nothing."),
        ("quiet", "utc"),
    ),
}
"""The topics of a person."""

_WORDS: Mapping[tuple[str, Value], str] = {
    ("pace", "brisk"): N_("brisk, 45 seconds"),
    ("pace", "usual"): N_("usual, 2 minutes"),
    ("pace", "slow"): N_("slow, a day"),
    ("pace", "none"): N_("no limit"),
    ("tables", "all"): N_("everybody"),
    ("tables", "moderators"): N_("moderators"),
    ("parlour", "all"): N_("everybody"),
    ("parlour", "moderators"): N_("moderators"),
    ("hands", "private"): N_("in private chats"),
    ("hands", "group"): N_("in the group, each seen by its holder"),
    ("absent", "computer"): N_("a computer plays"),
    ("absent", "moves"): N_("the rules move"),
    ("highest", None): N_("no bound"),
    ("fool_tag", True): N_("yes"),
    ("fool_tag", False): N_("no"),
    ("four_colours", True): N_("yes"),
    ("four_colours", False): N_("no"),
    ("big_cards", True): N_("yes"),
    ("big_cards", False): N_("no"),
    ("ring", True): N_("yes"),
    ("ring", False): N_("no"),
    ("quiet", None): N_("none"),
}


def settings_screen(chat: Chat, language: Language, page: str = "") -> Screen:
    """The page of one topic, or the one that tells of all."""
    topic = _topics(chat).get(page)
    return _overview(chat, language) if topic is None else _page(chat, topic, language)


def page_of(chat: Chat, field: str) -> str:
    """The page on which that field is chosen; empty where there is none."""
    return next((page for page, topic in _topics(chat).items() if field in topic.fields), "")


def changed(chat: Chat, field: str, name: str, language: Language) -> str:
    """What everybody is told when that field of the chat was chosen, by somebody of that name."""
    setting = SETTINGS[field]
    return language.gettext(
        "{name} — settings. {setting}: {value}. {effect}",
        name=name,
        setting=language.gettext(setting.title),
        value=_chosen(chat, field, language),
        effect=language.gettext(setting.effect),
    )


def _topics(chat: Chat) -> Mapping[str, Topic]:
    return PRIVATE if chat.private else GROUP


def _overview(chat: Chat, language: Language) -> Screen:
    topics = _topics(chat)
    fields = [field for topic in topics.values() for field in topic.fields if field != "utc" or chat.quiet]
    lines = [
        strong(language.gettext("Settings")),
        *(f"{language.gettext(SETTINGS[field].title)}: {_chosen(chat, field, language)}" for field in fields),
    ]
    if not chat.private:
        lines.append(language.gettext("Moderators of this chat choose; everybody may look."))
    keys = [key(language.gettext(topic.title), General(PAGE, page)) for page, topic in topics.items()]
    return Screen(html("\n".join(lines)), keyboard(by_length(keys)))


def _page(chat: Chat, topic: Topic, language: Language) -> Screen:
    signs = tied(" ".join(map(Language(language.code, four_colours=True).suit, SUITS)))
    lines = [strong(language.gettext(topic.title)), language.gettext(topic.about, signs=signs)]
    for field in topic.fields:
        setting = SETTINGS[field]
        chosen = f"{language.gettext(setting.title)}: {_chosen(chat, field, language)}."
        lines += ["", chosen, language.gettext(setting.effect)]
    rows: list[Row] = []
    for field in topic.fields:
        if len(topic.fields) > 1:
            rows.append([dim(language.gettext(SETTINGS[field].title))])
        rows += _values(chat, field, language)
    return Screen(html("\n".join(lines)), keyboard([*rows, [key(language.gettext("« Back"), General(PAGE))]]))


def _values(chat: Chat, field: str, language: Language) -> list[Row]:
    if field == "language":
        return [languages(language)]
    if field == "favourites":
        return by_length([*_games(chat, language)])
    values: tuple[Value, ...] = FOR_GROUPS.get(field, (True, False))
    if field == "utc":
        near = AHEAD.index(chat.utc)
        values = tuple(AHEAD[at] for at in range(near - 2, near + 3) if 0 <= at < len(AHEAD))
    keys = [
        _choice(_label(field, value, language), written(field, value), value == getattr(chat, field))
        for value in values
    ]
    return in_rows(keys, len(keys)) if field == "utc" else by_length(keys)


def _games(chat: Chat, language: Language) -> Iterator[Key]:
    """Every game that a group may play, in the catalogue's order."""
    for kind in Kind:
        for slug, game in GAMES.items():
            if look(slug).kind is kind and game.seats[1] > 1:
                taken = slug in chat.favourites
                wish = written("no_favourite" if taken else "favourite", slug)
                yield _choice(language.gettext(look(slug).title), wish, taken)


def _label(field: str, value: Value, language: Language) -> str:
    """A value as its button says it, under the heading that says of what."""
    return str(value) if field in ("purse", "highest") and value else _words(field, value, language)


def _choice(words: str, wish: str, chosen: bool) -> Key:
    return key(f"✓ {words}" if chosen else words, General(CHOICE, wish))


def _chosen(chat: Chat, field: str, language: Language) -> str:
    if field == "language":
        return LANGUAGES[language.code]
    if field == "favourites":
        titles = [language.gettext(look(slug).title) for slug in chat.favourites if slug in GAMES]
        return ", ".join(titles) or language.gettext("what is played most")
    return _words(field, getattr(chat, field), language)


def _words(field: str, value: Value, language: Language) -> str:
    match field, value:
        case ("purse" | "highest", int()):
            return language.chips(value)
        case "quiet", (first, last):
            return f"{first}:00–{last}:00"
        case "utc", int():
            hours, minutes = divmod(abs(value), 60)
            sign = "+" if value >= 0 else "\N{MINUS SIGN}"
            return f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else "")
    return language.gettext(_WORDS[field, value])
