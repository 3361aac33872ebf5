"""Every language says everything, with the same fields, and declines nobody's name."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message

from hatch_build import bring_in_step, catalogues, template

CATALOGUES = {path.parts[-3]: catalogue for path, catalogue in catalogues()}

NAMES = {"name", "names", "who", "whom", "player", "banker", "host", "winner", "loser", "seat", "seats"}
"""Fields that hold what people call themselves: it is never declined, and nothing agrees with it."""

NAME = rf"(?:<[^>]+>|[«\"'])*\{{(?:{'|'.join(sorted(NAMES))})(?:_\w+)?\}}(?:</[^>]+>|[»\"'])*"

GOVERNED = re.compile(
    r"\b(?:без|в|во|вместо|для|до|за|из|из-за|к|ко|кроме|между|на|над|о|об|от|перед|по|под|после|при|про|против|ради|с|со|у|через)"
    rf"\s+{NAME}",
    re.IGNORECASE,
)
AGREEING = re.compile(
    rf"{NAME}[\s,—–-]*(?:(?:не|уже|ещё|всё|теперь|снова|тоже|сам|сама)\s+)*"
    r"(?:\w+(?:ал|ял|ел|ил|ыл|ул|ёл|ол|ла|лся|лась)|взял|сел|лёг|нёс|вёз|мог|помог|"
    r"рад|рада|готов|готова|должен|должна|доволен|довольна|согласен|согласна|свободен|свободна|занят|занята|"
    r"первый|первая|последний|последняя|один|одна)\b",
    re.IGNORECASE,
)
STRAIGHT = re.compile(r"[\"'](?![^<>]*>)")
"""A typewriter's quote or apostrophe, outside an HTML tag."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return template()


@pytest.fixture(params=sorted(CATALOGUES))
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return CATALOGUES[request.param]


def test_there_is_russian_beside_english() -> None:
    assert "ru" in CATALOGUES


def test_everything_is_said_in_every_plural_form(catalogue: Catalog, sources: Catalog) -> None:
    silent = []
    for message in messages(sources):
        said = catalogue.get(message.id, message.context)
        wanted = catalogue.num_plurals if message.pluralizable else 1
        if said is None or said.fuzzy or len([form for form in forms(said.string) if form]) != wanted:
            silent.append((message.id, message.context))
    assert not silent, "run `make messages`, then translate these"


def test_nothing_is_said_that_nobody_asks_for(catalogue: Catalog, sources: Catalog) -> None:
    assert not [m.id for m in messages(catalogue) if sources.get(m.id, m.context) is None], "run `make messages`"


def test_each_form_has_the_fields_of_its_sentence(catalogue: Catalog) -> None:
    for message in messages(catalogue):
        wanted = fields(forms(message.id)[-1])
        for form in filter(None, forms(message.string)):
            assert fields(form) == wanted, (message.id, form)


def test_english_forms_have_the_same_fields(sources: Catalog) -> None:
    for message in messages(sources):
        assert len({frozenset(fields(form)) for form in forms(message.id)}) == 1, message.id


def test_quotes_and_apostrophes_are_a_printers(catalogue: Catalog, sources: Catalog) -> None:
    said = [form for message in messages(sources) for form in forms(message.id)]
    said += [form for message in messages(catalogue) for form in forms(message.string)]
    assert not [form for form in said if STRAIGHT.search(form)], "write ’ “ ” in English, «ёлочки» in Russian"


@pytest.mark.parametrize("form", ["the dealer's left", 'say "enough"', "<b>the bank's</b>", 'a "<b>word</b>"'])
def test_the_test_of_quotes_sees(form: str) -> None:
    assert STRAIGHT.search(form)


@pytest.mark.parametrize("form", ["the dealer’s left", "“enough”", '<a href="{link}">{title}</a>', "5 < 7"])
def test_the_test_of_quotes_lets_pass(form: str) -> None:
    assert not STRAIGHT.search(form)


def test_no_name_is_declined_or_agreed_with() -> None:
    wrong = [
        form
        for message in messages(CATALOGUES["ru"])
        for form in forms(message.string)
        if GOVERNED.search(form) or AGREEING.search(form)
    ]
    assert not wrong, "put the name in the nominative and the verb in the present"


@pytest.mark.parametrize(
    "form",
    [
        "Купить 7♠ у {name}",
        "Карта для <b>{banker}</b>",
        "Спросите о «{name}»",
        "{name} принял карты",
        "{name} — уже сходила",
        "<b>{who_led}</b> не взял",
        "{name} доволен",
    ],
)
def test_the_test_of_names_sees(form: str) -> None:
    assert GOVERNED.search(form) or AGREEING.search(form)


@pytest.mark.parametrize(
    "form",
    ["Сейчас ходит {name}", "{name}: прибыло {n}", "{name} кроет", "Банк держит {banker}", "Ход: {name}. Стол готов"],
)
def test_the_test_of_names_lets_pass(form: str) -> None:
    assert not GOVERNED.search(form)
    assert not AGREEING.search(form)


@pytest.mark.parametrize(
    "text",
    ['gettext(f"Hello {name}")', 'IllegalMove("No " + card)', 'pgettext("x", "a" f"{b}")', 'ngettext(one, "{n}", n)'],
)
def test_a_text_that_cannot_be_collected_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "game.py").write_text(f"raise {text}\n")
    with pytest.raises(ValueError, match=r"game\.py:1"):
        template(tmp_path)


def test_texts_are_collected_with_plurals_and_contexts(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "bot" / "words.py").write_text(
        """
        _("Sit" if free else "Watch")
        language.gettext("Until {time}", time=f"<b>{time}</b>")
        language.gettext(marked_elsewhere)
        language.gettext("{some} and {last}", some=", ".join(words), last=word)
        language.ngettext("{n} card", "{n} cards", n)
        N_("{n} day", "{n} days")
        N_("Deal")
        language.pgettext("button", "Take")
        """.replace("        ", "")
    )
    (tmp_path / "games" / "game.py").write_text('raise IllegalMove("There are only {n}.", n=3)\n')
    found = template(tmp_path)
    assert [(forms(message.id), message.context) for message in messages(found)] == [
        (("Sit",), None),
        (("Watch",), None),
        (("Until {time}",), None),
        (("{some} and {last}",), None),
        (("{n} card", "{n} cards"), None),
        (("{n} day", "{n} days"), None),
        (("Deal",), None),
        (("Take",), "button"),
        (("There are only {n}.",), None),
    ]


def test_what_is_to_be_translated_yet_is_listed_with_its_place(tmp_path: Path) -> None:
    for folder in ("bot/locales/ru/LC_MESSAGES", "games"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "bot/words.py").write_text('_("Sit")\n_("Stand")\n\nN_("{n} day", "{n} days")\n')
    (tmp_path / "games/game.py").write_text('raise IllegalMove("Wait.")\n')
    file = tmp_path / "bot/locales/ru/LC_MESSAGES/bot.po"
    file.write_text('msgid "Sit"\nmsgstr "Сесть"\n\nmsgid "Gone"\nmsgstr "Нет"\n', encoding="utf-8")
    assert list(bring_in_step(tmp_path)) == [
        "ru: bot/words.py:2  Stand",
        "ru: bot/words.py:4  {n} day",
        "ru: games/game.py:1  Wait.",
    ]
    (_, kept), *_ = catalogues(tmp_path)
    assert {forms(message.id)[0]: forms(message.string)[0] for message in messages(kept)} == {
        "Sit": "Сесть",
        "Stand": "",
        "{n} day": "",
        "Wait.": "",
    }
