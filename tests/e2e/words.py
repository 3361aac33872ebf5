"""What stands on the buttons that tests press, in both languages, as a person reads it."""

from dataclasses import dataclass

from bot.language import Language
from bot.screens.look import look
from games.catalogue import GAMES


def titles(code: str) -> dict[str, str]:
    """What each game is called, by its slug."""
    return {slug: Language(code).gettext(look(slug).title) for slug in GAMES}


@dataclass(frozen=True, slots=True)
class Words:
    """Words of one language; `names` are people who speak it."""

    code: str
    names: tuple[str, ...]
    games: dict[str, str]
    sit: str
    leave: str
    computer: str
    terms: str
    begin: str
    back: str
    again: str
    another: str
    advice: str
    hand: str
    take: str
    undo: str
    resign: str
    read: str
    question: str
    answer: str
    collect: str
    deals: str
    open_chat: str
    over: str

    @property
    def idle(self) -> frozenset[str]:
        """Buttons under a hand that are no move, or undo one."""
        return frozenset((self.advice, self.back, self.undo, self.resign))


RUSSIAN = Words(
    code="ru",
    names=("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна"),
    games=titles("ru"),
    sit="Сесть",
    leave="Встать",
    computer="+ Компьютер",
    terms="Условия",
    begin="Начать",
    back="« Назад",
    again="Ещё раз",
    another="Другая игра",
    advice="Совет",
    hand="Мои карты",
    take="Принять",
    undo="Взять ход назад",
    resign="Сдаюсь",
    read="Прочесть листок",
    question="вопрос",
    answer="ответ",
    collect="Собрать листки",
    deals="сдача",
    open_chat="Открыть переписку со мной",
    over="Игра окончена.",
)

ENGLISH = Words(
    code="en",
    names=("Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Jane"),
    games=titles("en"),
    sit="Sit down",
    leave="Get up",
    computer="+ Computer",
    terms="Terms",
    begin="Begin",
    back="« Back",
    again="Once more",
    another="Another game",
    advice="Advice",
    hand="My cards",
    take="Take",
    undo="Take a move back",
    resign="I give up",
    read="Read a slip",
    question="ask",
    answer="reply",
    collect="Collect the slips",
    deals="deal",
    open_chat="Open a chat with me",
    over="The game is over.",
)
