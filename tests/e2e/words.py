"""What stands on the buttons that tests press, in both languages, as a person reads it."""

from dataclasses import dataclass

from bot.language import Language
from bot.screens.look import look
from games.catalogue import GAMES

LENGTHS = ("deals", "reigns", "takes", "circles", "lines")
"""Options that say how long a game is."""


def titles(code: str) -> dict[str, str]:
    """What each game is called, by its slug."""
    return {slug: Language(code).gettext(look(slug).title) for slug in GAMES}


def shortest(code: str) -> dict[str, tuple[str, ...]]:
    """What stands on the buttons for the terms that make a game as short as may be, by its slug."""
    return {
        slug: tuple(
            option.words(option.presets[0], (), Language(code))
            for option in look(slug).options
            if option.name in LENGTHS
        )
        for slug in GAMES
    }


@dataclass(frozen=True, slots=True)
class Words:
    """Words of one language; `names` are thirty people who speak it."""

    code: str
    names: tuple[str, ...]
    games: dict[str, str]
    short: dict[str, tuple[str, ...]]
    sit: str
    leave: str
    computer: str
    terms: str
    begin: str
    back: str
    again: str
    another: str
    advice: str
    hint: str
    hand: str
    take: str
    undo: str
    resign: str
    more_time: str
    read: str
    question: str
    answer: str
    collect: str
    deals: str
    open_chat: str
    over: str
    slip: str
    on_the_slip: str
    the_question: str
    recite: str
    lend: str
    line: str
    rest: str
    laughed: str
    house: str

    @property
    def idle(self) -> frozenset[str]:
        """Buttons under a hand that are no move, or undo one."""
        return frozenset((self.advice, self.hint, self.back, self.undo, self.resign, self.more_time))


RUSSIAN = Words(
    code="ru",
    names=(
        *("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Зинаида", "Иван", "Кира"),
        *("Лев", "Мария", "Никита", "Ольга", "Пётр", "Раиса", "Сергей", "Тамара", "Ульяна", "Фёдор"),
        *("Харитон", "Цезарь", "Элина", "Юрий", "Яна", "Арсений", "Белла", "Вадим", "Галина", "Денис"),
    ),
    games=titles("ru"),
    short=shortest("ru"),
    sit="Сесть",
    leave="Встать",
    computer="+ Компьютер",
    terms="Условия",
    begin="Начать",
    back="« Назад",
    again="Ещё раз",
    another="Другая игра",
    advice="Совет",
    hint="Подсказка",
    hand="Мои карты",
    take="Принять",
    undo="Взять ход назад",
    resign="Сдаюсь",
    more_time="Дайте подумать",
    read="Прочесть листок",
    question="вопрос",
    answer="ответ",
    collect="Собрать листки",
    deals="сдача",
    open_chat="Открыть переписку со мной",
    over="Игра окончена.",
    slip="Листок",
    on_the_slip="На листке: ",
    the_question="Вопрос: «",
    recite="Я читаю",
    lend="Я даю руки",
    line="Прочесть строку",
    rest="Руки покоятся",
    laughed="Чтец смеётся!",
    house="Кошелёк компьютеров",
)

ENGLISH = Words(
    code="en",
    names=(
        *("Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Jane", "Zinaida", "Ivan", "Kira"),
        *("Leo", "Maria", "Nikita", "Olga", "Peter", "Raisa", "Serge", "Tamara", "Ulyana", "Theodore"),
        *("Chariton", "Caesar", "Elina", "George", "Yana", "Arsenius", "Bella", "Vadim", "Galina", "Denis"),
    ),
    games=titles("en"),
    short=shortest("en"),
    sit="Sit down",
    leave="Get up",
    computer="+ Computer",
    terms="Terms",
    begin="Begin",
    back="« Back",
    again="Once more",
    another="Another game",
    advice="Advice",
    hint="Hint",
    hand="My cards",
    take="Take",
    undo="Take a move back",
    resign="I give up",
    more_time="More time",
    read="Read a slip",
    question="ask",
    answer="reply",
    collect="Collect the slips",
    deals="deal",
    open_chat="Open a chat with me",
    over="The game is over.",
    slip="Slip",
    on_the_slip="On your slip: ",
    the_question="The question: “",
    recite="I recite",
    lend="I lend the hands",
    line="Speak a line",
    rest="Hands at rest",
    laughed="The reciter laughed!",
    house="The computers’ purse",
)
