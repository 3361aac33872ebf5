"""A language to speak in: sentences with their plurals, and how cards, chips, names and refusals are written in it.

Everything here is plain text, never HTML: what is to stand out is marked by `strong`, and whoever makes HTML of a text
escapes it as a whole (`bot.screens.text.html`). Sentences are written in English in the code and found by it in the
catalogues under `locales/`. Names of people are never declined and nothing agrees with them, for nobody knows their
gender: «Борис кроет», «Сейчас ходит Анна».
"""

import gettext as catalogues
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from games.cards import PACK_52, SUITS, Card, order, suit
from games.moves import IllegalMove

if TYPE_CHECKING:
    from bot.tables.model import Table

LANGUAGES = {"ru": "Русский", "en": "English"}
"""Every language there is, as it calls itself."""

_RANKS = {"ru": dict(zip("TJQKA", ("10", "В", "Д", "К", "Т"), strict=True)), "en": {"T": "10"}}
_SUITS = {
    False: {"S": "♠", "C": "♣", "D": "♦", "H": "♥"},
    True: {"S": "♠\ufe0f", "C": "🍀", "D": "🔷", "H": "❤\ufe0f"},
}
"""The signs of the suits by whether the pack has four colours. Those of such a pack are emoji of unlike outlines, each
lighter or darker than the others, since not everybody tells red from green; two units of UTF-16 each."""
_HARD_SPACE = "\u00a0"
_WORD_JOINER = "\u2060"
_TIES = {False: "", True: _WORD_JOINER}
"""What holds a rank and the sign of its suit in one line: a telephone may break before an emoji."""
_CARDS = {
    (code, four): {card: ranks.get(card[0], card[0]) + _TIES[four] + signs[card[1]] for card in PACK_52}
    for code, ranks in _RANKS.items()
    for four, signs in _SUITS.items()
}
_BACK = "🂠"
_STRONG = ("\x02", "\x03")
"""Control characters, which `visible` leaves in no name and no text of a person's."""
_MARKS = {ord(mark): None for mark in (*_STRONG, "\x08")}

_NEAR_RUSSIAN = ("ru", "be", "uk", "kk", "ky", "uz", "tg", "hy", "az", "ka")
"""Languages in whose countries more people read Russian than English."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u180e")
"""Letters and signs that show nothing."""

_JOINER = "\u200d"

_ALIKE = str.maketrans("АВЕЅІЈКМНОРСТУХаеѕіјорсухһ", "ABESIJKMHOPCTYXaesijopcyxh")
"""Cyrillic letters that look like Latin ones."""

LONGEST_NAME = 24

LONGEST_FACT = 24
"""So many signs surely stand in one line of a telephone."""

LINE = 34
"""So many signs of usual width stand in one line of a narrow telephone."""

DOT = f" ·{_HARD_SPACE}"
"""Between facts of one line: no line ends in it, nor, made by `in_lines`, begins with it."""


def N_(message: str) -> str:  # noqa: N802  # gettext's word for a text that is translated later
    """The same text, marked as one to be translated where it is shown."""
    return message


def strong(text: str) -> str:
    """The text marked to stand out."""
    return f"{_STRONG[0]}{text}{_STRONG[1]}"


def computer(name: str) -> str:
    """The name with the sign of whoever the bot plays for, which is never left behind at the end of a line."""
    return f"🤖{_HARD_SPACE}{name}"


def mention(name: str, user: int) -> str:
    """The name marked to call that user: where it is sent in a new message, Telegram tells them."""
    return f"\x06{user}\x07{name}\x08"


def plain(text: str) -> str:
    """The text without what marks it: for buttons, alerts, pictures."""
    unmarked = text.translate(_MARKS)
    return re.sub("\x06\\d+\x07", "", unmarked) if "\x06" in unmarked else unmarked


class Language:
    """One language, and the pack whose signs it writes cards with. Equal by these two, cheap to make, holds nothing
    that changes."""

    __slots__ = ("_texts", "code", "four_colours")

    def __init__(self, code: str, *, four_colours: bool = False) -> None:
        self.code = code
        self.four_colours = four_colours
        self._texts = _catalogue(code)

    def gettext(self, message: str, **fields: object) -> str:
        """The sentence in this language, its braces filled."""
        return _unbroken(self._texts.gettext(message) if message else "").format(**fields)

    def ngettext(self, one: str, many: str, n: int, **fields: object) -> str:
        """The sentence in the form that the number wants; `{n}` is the number."""
        return _unbroken(self._texts.ngettext(one, many, abs(n))).format(n=n, **fields)

    def pgettext(self, context: str, message: str, **fields: object) -> str:
        """The sentence as it is said in that context, where one English word serves two."""
        return _unbroken(self._texts.pgettext(context, message)).format(**fields)

    # Cards

    def card(self, card: Card | str | None) -> str:
        """`10♦`, `В♣` in Russian and `J♣` in English, `10🔷` of a pack of four colours; None is a card's back."""
        return _BACK if card is None else _CARDS[self.code, self.four_colours][Card(card)]

    def cards(self, cards: Iterable[Card | str | None]) -> str:
        """Cards in a row; backs stand close together."""
        return (
            " ".join(map(self.card, cards))
            .replace(f"{_BACK} {_BACK}", _BACK * 2)
            .replace(f"{_BACK} {_BACK}", _BACK * 2)
        )

    def suit(self, suit: str) -> str:
        """The sign of a suit."""
        return _SUITS[self.four_colours][suit]

    # Numbers

    def chips(self, n: int) -> str:
        """`3 жетона`."""
        return tied(self.ngettext("{n} chip", "{n} chips", n))

    def more_cards(self, n: int) -> str:
        """`+3 карты`: so many are taken into a hand."""
        return tied(self.ngettext("+{n} card", "+{n} cards", n))

    def balance(self, n: int) -> str:
        """`+3`, `−1`, `0`, with a proper minus."""
        return f"+{n}" if n > 0 else str(n).replace("-", "\N{MINUS SIGN}")

    def duration(self, seconds: int) -> str:
        """`2 минуты`, `1 час`, `1 день`."""
        for length, count in ((86400, self._days), (3600, self._hours), (60, self._minutes)):
            if seconds >= length and seconds % length == 0:
                return tied(count(seconds // length))
        return tied(self.ngettext("{n} second", "{n} seconds", seconds))

    def _days(self, n: int) -> str:
        return self.ngettext("{n} day", "{n} days", n)

    def _hours(self, n: int) -> str:
        return self.ngettext("{n} hour", "{n} hours", n)

    def _minutes(self, n: int) -> str:
        return self.ngettext("{n} minute", "{n} minutes", n)

    # People

    def name(self, name: str, seat: int) -> str:
        """A person's name, safe beside any text: one line of visible signs, shortened, its direction kept to itself."""
        return safe_name(name) or self.gettext("Player {n}", n=seat + 1)

    def somebody(self, name: str) -> str:
        """The name, safe beside any text, of somebody who may sit at no table."""
        return safe_name(name) or self.gettext("Somebody")

    def names(self, table: "Table[None]") -> tuple[str, ...]:
        """The names by seat, those of officers after the players'; an office without a person is the bot's, and a seat
        that is kept for somebody bears a sign."""
        players = tuple(
            self.name(sitter.name, seat) if sitter.kept is None else computer(self.name(sitter.name, seat))
            for seat, sitter in enumerate(table.sitters)
        )
        officers = (
            self.gettext("the bot") if officer.user is None else self.name(officer.name, seat)
            for seat, officer in enumerate(table.officers, len(players))
        )
        return (*players, *officers)

    def sentence(self, text: str) -> str:
        """The sentence with a capital letter, should it begin with the bot, which is no name."""
        bot = self.gettext("the bot")
        for start in (f"{bot} ", strong(bot)):
            if text.startswith(start):
                return start.replace(bot, bot[0].upper() + bot[1:]) + text[len(start) :]
        return text

    def listed(self, words: Sequence[str]) -> str:
        """`Анна, Борис и Вера`."""
        if len(words) < 2:
            return "".join(words)
        return self.gettext("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])

    def refusal(self, refused: IllegalMove, names: Sequence[str]) -> str:
        """What an IllegalMove says, its arguments written as their names tell: card…, cards…, suit…, seat…, n…."""
        return self.gettext(refused.reason, **{key: self._shown(key, value, names) for key, value in _items(refused)})

    def _shown(self, key: str, value: object, names: Sequence[str]) -> str:
        match value:
            case str() if key.startswith("card") and key[4:5] in ("", "_"):
                return self.card(value)
            case tuple() if key.startswith("cards"):
                return self.cards(value)
            case str() if key.startswith("suit"):
                return self.suit(value)
            case int() if key.startswith("seat"):
                return names[value] if 0 <= value < len(names) else self.gettext("Player {n}", n=value + 1)
            case _:
                return visible(str(value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Language) and (other.code, other.four_colours) == (self.code, self.four_colours)

    def __hash__(self) -> int:
        return hash((self.code, self.four_colours))

    def __repr__(self) -> str:
        return f"Language({self.code!r}, four_colours={self.four_colours})"


@cache
def language(code: str | None, *, four_colours: bool = False) -> Language:
    """The language with this code of Telegram's (`ru`, `en-GB`), else the one its speakers are likelier to read, with
    cards of four colours or of two.

    Where nothing is known it is Russian.
    """
    short = (code or "ru").replace("_", "-").split("-")[0].lower()
    known = "ru" if short in _NEAR_RUSSIAN else short if short in LANGUAGES else "en"
    return Language(known, four_colours=four_colours)


def sorted_hand(hand: Iterable[Card], trump: str = "") -> tuple[tuple[Card, ...], ...]:
    """A hand as it is held: by rank and suit, the trumps in a group of their own at the end; no group is empty."""
    held = sorted(hand, key=order)
    groups = (
        tuple(card for card in held if suit(card) != trump),
        tuple(card for card in held if suit(card) == trump),
    )
    return tuple(group for group in groups if group)


def by_suit(hand: Iterable[Iterable[Card]]) -> tuple[tuple[Card, ...], ...]:
    """A hand that is held in groups, suit by suit within each of them; nothing is empty."""
    lines = (tuple(card for card in group if suit(card) == sign) for group in map(tuple, hand) for sign in SUITS)
    return tuple(line for line in lines if line)


def visible(text: str) -> str:
    """The text on one line, without signs that show nothing, turn the direction, or pile up over a letter."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind.startswith("Z") or sign in "\t\n\r":
            kept.append(" ")
        elif kind in ("Mn", "Me"):
            marks += 1
            if marks <= 2:
                kept.append(sign)
            continue
        elif sign not in _BLANK and (kind[0] != "C" or (sign == _JOINER and kept and _pictured(kept[-1]))):
            kept.append(sign)
        marks = 0
    shown = " ".join("".join(kept).split())
    return shown if any(unicodedata.category(sign)[0] in "LNPS" for sign in shown) else ""


def units(text: str) -> int:
    """How long Telegram finds the text: in units of UTF-16, of which an emoji has two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def loose(text: str) -> str:
    """The text without the signs that show nothing and hold a card or a range together."""
    return text.replace(_WORD_JOINER, "")


def width(text: str) -> int:
    """How many signs' room the text takes: an emoji that of two, what holds a line together none."""
    return units(loose(text))


def fitting(text: str, most: int) -> int:
    """How many signs from the start of the text make no more than so many units: whole words and cards, unless the
    last word is longer than a name may be."""
    end = min(len(text), most)
    while units(text[:end]) > most:
        end -= max(1, (units(text[:end]) - most) // 2)
    if end == len(text) or text[end].isspace():
        return end
    return max((place for place in range(max(end - LONGEST_NAME, 1), end) if text[place].isspace()), default=end)


def shortened(text: str, most: int) -> str:
    """The text in at most so many units; where it was longer it ends in `…`."""
    if units(text) <= most:
        return text
    return text[: fitting(text, most - 1)].rstrip(" \n\u00a0·,") + "…"


def apart(name: str) -> str:
    """The name before a number or a card: a twin's, which ends with a number, must not run into it."""
    return f"{name}:" if name[-1:].isdigit() else name


@lru_cache(maxsize=4096)
def safe_name(name: str) -> str:
    """What a person or a chat is called, safe beside any text: as it is shown, its direction kept to itself. Empty
    where the name shows nothing."""
    shown = shown_name(name)
    if any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in shown):
        shown = f"\N{FIRST STRONG ISOLATE}{shown}\N{POP DIRECTIONAL ISOLATE}"
    return shown


def shown_name(name: str, most: int = LONGEST_NAME) -> str:
    """The name as it is shown, in at most so many signs; empty where it shows nothing."""
    shown = visible(name)
    return shown if len(shown) <= most else shown[: most - 1].rstrip(f"{_JOINER} ") + "…"


def unlike(name: str, others: Iterable[str]) -> str:
    """The name as it is shown, numbered where one of the others looks the same: `Анна 2`. Raises ValueError where the
    name shows nothing."""
    shown, taken = shown_name(name), set(map(_likeness, others))
    if not shown:
        raise ValueError("a name that shows nothing")
    numbered = (f"{shown_name(shown, LONGEST_NAME - 1 - len(str(n)))} {n}" for n in range(2, len(taken) + 3))
    return next(twin for twin in (shown, *numbered) if _likeness(twin) not in taken)


def _likeness(name: str) -> str:
    """What two names have in common that look the same, be it in letters of two alphabets."""
    plainest = unicodedata.normalize("NFKC", shown_name(name)).translate(_ALIKE)
    return "".join(sign for sign in plainest if unicodedata.category(sign) != "Mn")


def _pictured(sign: str) -> bool:
    """Whether a joiner after this sign may make one emoji of several; anywhere else it shows nothing."""
    return unicodedata.category(sign) in ("So", "Sk", "Mn")


def _items(refused: IllegalMove) -> Iterable[tuple[str, object]]:
    return refused.arguments.items()


def _unbroken(text: str) -> str:
    """The sentence with its ranges, `2–7`, held together in one line: a telephone breaks after a dash."""
    return text.replace("–", f"–{_WORD_JOINER}")


def tied(text: str) -> str:
    """The text held together in one line."""
    return text.replace(" ", _HARD_SPACE)


def in_lines(words: Iterable[str], before: str = "") -> str:
    """`Фока: +5 · Вера: −5`: in one line, or in as many as a telephone needs, broken where a dot would stand. What
    stands `before` them has a line of its own where one is not enough."""
    lines: list[str] = []
    for each in words:
        if lines and _fits(longer := lines[-1] + DOT + each):
            lines[-1] = longer
        else:
            lines.append(each)
    if before and len(lines) == 1 and _fits(f"{before} {lines[0]}"):
        return f"{before} {lines[0]}"
    return "\n".join(filter(None, (before, *lines)))


def _fits(line: str) -> bool:
    """Whether a telephone shows it in one line; heavy type is a sixth wider."""
    heavy = sum(map(len, re.findall("\x02(.*?)\x03", line))) if "\x02" in line else 0
    return width(plain(line)) + heavy // 6 <= LINE


def dotted(facts: Iterable[str], before: str = "") -> str:
    """`Дурачки · козырь ♥ · в колоде 14`: so, and no line breaks within a fact that is not longer than it."""
    return in_lines((tied(fact) if len(fact) <= LONGEST_FACT else fact for fact in facts), before)


@cache
def _catalogue(code: str) -> catalogues.NullTranslations:
    """English needs none. A catalogue that was not compiled is an error, not a silent fall into English."""
    if code == "en":
        return catalogues.NullTranslations()
    return catalogues.translation("bot", Path(__file__).parent / "locales", [code])
