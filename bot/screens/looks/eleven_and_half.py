"""How eleven and a half looks: like twenty-one, with half points in its totals, and rules and counsel of its own."""

from dataclasses import replace

from bot.language import N_, Language
from bot.screens.look import Look, Rules
from bot.screens.looks import twenty_one
from bot.screens.looks.twenty_one import BANK, DRAW, SHOE, TERMS, Seen
from games.cards import Cards
from games.twenty_one import Table


def advice(seen: Seen, language: Language) -> str:
    """The book's counsel for twenty-one, reckoned for this mark."""
    table = seen.table
    if table.phase not in ("punters", "banker") or seen.seat is None or not seen.hand or twenty_one.at_mark(seen):
        return twenty_one.advice(seen, language)
    total = table.values.total(seen.hand + table.spots[seen.seat].open)
    if table.values.mark - total >= 4 * table.values.point:
        return language.gettext("On seven and a half and less one buys: a picture is only half a point.")
    return language.gettext("On eight and more say enough: only a picture or a small card would help.")


def meanwhile(seen: Seen, language: Language) -> str:
    """As in twenty-one, with this game's counsel for whoever is yet to buy."""
    return twenty_one.waits(seen, advice(seen, language), language)


LOOK: Look[Table, Cards] = replace(
    twenty_one.LOOK,
    title=N_("Eleven and a half"),
    about=N_("Twenty-one from a single card: a picture is half a point, and eleven and a half is the mark."),
    rules=Rules(
        source=(
            N_(
                "As in twenty-one one holds the bank and the others stake against it, each separately. An ace counts "
                "11 or 1, other cards their pips, a king, queen or jack half as much as in twenty-one."
            ),
            DRAW,
            N_(
                "One card each, face down. From the banker’s right, everybody buys cards, face up, or says enough. "
                "Over 11½ the hand is dead, and the stake is paid at once. The banker buys last."
            ),
            N_(
                "Nearer to 11½ than the banker wins the stake, and exactly 11½ twice. Equal totals are the bank’s. "
                "A banker with 11½ takes twice, a dead one pays everybody still in."
            ),
            *BANK,
        ),
        ours=(
            N_(
                "A picture is half a point, as is the custom: half of its ten would be five, and with that eleven and "
                "a half could never be made."
            ),
            *SHOE,
            N_("At 11½ a punter buys no more. A dead banker pays a bought 11½ twice."),
            *TERMS,
        ),
    ),
    advice=advice,
    meanwhile=meanwhile,
)
