"""The repertory for declaiming: comic verses in the old manner, the project's own, each in Russian and in English.

A verse has as many lines in one language as in the other, so a line's number means the same in both. They are not
translations of each other word by word.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Poem:
    """A title, and the lines."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verse:
    """A verse in each language."""

    ru: Poem
    en: Poem


def _poem(text: str) -> Poem:
    title, *lines = (line.strip() for line in text.strip().splitlines())
    return Poem(title, tuple(lines))


REPERTORY: Final = (
    Verse(
        _poem("""
            Ода комару
            Умолкни, лира! Прочь, литавры!
            Несётся в бой комар младой:
            Его не манят злато, лавры,
            Он жаждет крови — хоть чужой.
            Он сел на лоб соседки нашей,
            Он пил, как пьют богатыри,
            И пал, поверженный, за кашей,
            От ложки, в первый час зари.
        """),
        _poem("""
            Ode to a Gnat
            Be still, my lyre! Ye trumpets, cease!
            A youthful gnat goes forth to war.
            He asks not gold, nor rank, nor peace:
            He asks for blood, and then for more.
            He lit upon our neighbour’s brow,
            He drank as ancient heroes did,
            And fell — I see him falling now —
            Beneath a well-aimed teapot lid.
        """),
    ),
    Verse(
        _poem("""
            Прощание с пирогом
            Прощай, пирог! Ты был прекрасен:
            Румян, с капустой, в три перста.
            Союз наш краток был и ясен:
            Тебя я видел — и уста
            Сомкнулись… Полно! Слёзы, лейтесь!
            Друзья, осталась корка. Смейтесь.
        """),
        _poem("""
            Farewell to a Pie
            Farewell, O pie! Thy crust was gold,
            Thy cabbage steamed, three fingers deep.
            Our love, alas, did not grow old:
            I saw thee, and I could not keep
            My lips apart. O friends, be dumb!
            Weep not: there still remains a crumb.
        """),
    ),
    Verse(
        _poem("""
            Гусар под липой
            Гусар, усы свои лаская,
            Стоял под липой у окна:
            «О выйди, Дуня дорогая!
            Взошла роскошная луна!»
            Окно раскрылось. Млеет воин…
            Но льётся сверху щей горшок:
            «Поужинай и будь спокоен!
            Она уж замужем, дружок!»
        """),
        _poem("""
            The Hussar under the Lime
            A bold hussar with waxed moustaches
            Stood sighing at a window pane:
            “Come out, my love! My heart’s in ashes,
            The moon has risen once again!”
            The window creaked. His pulse beat quicker.
            Down came of cabbage soup a pot.
            “Sup well!” said, by a candle’s flicker,
            Her aunt. “She’s married, sir. You’re not.”
        """),
    ),
    Verse(
        _poem("""
            Страшная клятва
            Клянусь луной, клянусь мечом отцов,
            Клянусь брадою прадедов суровых,
            Что не коснусь я больше огурцов —
            Опричь солёных, свежих и готовых!
        """),
        _poem("""
            A Terrible Oath
            By moon and sword, and all my fathers slain,
            By every beard that made a kingdom quake,
            No cucumber shall touch these lips again
            (Except the salted ones, for supper’s sake).
        """),
    ),
    Verse(
        _poem("""
            Крушение на пруду
            По тёмному пруду, под вечер глухой,
            Плывёт на корыте герой молодой.
            Бушует пучина, ей нету конца:
            Четыре аршина, считая с крыльца.
            «Прощай, моя печка, прощай, мой халат!
            Уж волны корыту под борт норовят!»
            И хладная бездна разверзлась под ним,
            И он погрузился, велик и незрим…
            По пояс. И вышел, и выжал кафтан,
            И гусю сказал: «Я видал океан!»
            Гусь мудро подумал, поправил крыло
            И молвил: «Тебя далеко занесло».
        """),
        _poem("""
            Shipwreck on the Pond
            One dark stormy evening, alone on the pond,
            A youth in a washtub set out for beyond.
            Unbounded the ocean, its terrors untold:
            Four yards to the doorstep, and dreadfully cold.
            “Farewell, O my stove and my dressing-gown dear!
            The billows are rising, the end must be near!”
            The chasm gaped open, the washtub went down,
            And under he vanished, the bravest to drown…
            As far as his waist. So he wrung out his coat
            And said to a goose: “I have perished afloat!”
            The goose thought it over, adjusted a wing,
            And said: “You went far. What a wonderful thing.”
        """),
    ),
    Verse(
        _poem("""
            Дядино завещание
            Мой дядя, чуя смерть и холод,
            Созвал родню и молвил так:
            «Делите всё! Я был немолод,
            Но был, признаться, не дурак.
            Племянник, вот тебе подкова,
            Кума, тебе — пустой сундук…
            А мне подайте щей — и снова
            Я полежу. Мне легче вдруг!»
        """),
        _poem("""
            The Uncle’s Will
            My uncle, feeling death draw near,
            Called all his kinsfolk to his bed:
            “Divide my goods! I leave you here
            No fool’s estate, for all that’s said.
            The horseshoe, nephew, falls to you;
            You, cousin, have the chest (it’s bare).
            To me, some soup. No, make it two:
            I’m better. Who has moved my chair?”
        """),
    ),
)
"""The verses, in the order in which they are numbered, from 1."""
