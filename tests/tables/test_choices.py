"""What a chat may choose: every choice is stored, read back, and nothing else is taken."""

from dataclasses import fields

import pytest

from bot.screens.look import in_chips, look
from bot.screens.settings import GROUP, PRIVATE, SETTINGS
from bot.tables.choices import FOR_GROUPS, FOR_PEOPLE, MOST_FAVOURITES, NoChoiceError, chosen, written
from bot.tables.lobby import as_agreed, open_table, set_option
from bot.tables.model import Chat, Sitter, Table
from games.catalogue import GAMES
from games.options import IllegalOption, bound

GROUP_CHAT = Chat(id="0-me", chat=-1)
PERSON = Chat(id="0-me", chat=1, private=True)


def table(game: str, **fields: object) -> Table[None]:
    return Table[None].model_validate({"id": "0aaaaaaa", "home": "0-me", "chat": -1, "host": 1, "game": game, **fields})


@pytest.mark.parametrize(
    ("chat", "name", "value"),
    [
        *((GROUP_CHAT, name, value) for name, values in FOR_GROUPS.items() for value in values),
        *((PERSON, name, value) for name, values in FOR_PEOPLE.items() for value in values),
    ],
)
def test_a_choice_is_as_it_was_made_when_it_is_read_again(chat: Chat, name: str, value: object) -> None:
    field, after = chosen(chat, written(name, value))  # type: ignore[arg-type]  # of the choices' own values
    assert field == name
    read = Chat.model_validate_json(after.model_dump_json(exclude_defaults=True))
    assert read == after
    assert getattr(read, name) == value


@pytest.mark.parametrize(
    "words",
    [
        *("", "pace", "pace=", 'pace="hasty"', "pace=1", "purse=7", "purse=true", "fool_tag=1", "reachable=true"),
        *("utc=7", "quiet=[22,8]", 'favourite="whist"', "favourite=[]", 'language="tlh"', "id=null", "ring=true"),
    ],
)
def test_what_is_no_choice_of_a_groups_is_refused(words: str) -> None:
    with pytest.raises(NoChoiceError):
        chosen(GROUP_CHAT, words)


@pytest.mark.parametrize("words", ['pace="slow"', 'parlour="all"', "purse=1000", "fool_tag=true", 'favourite="ochko"'])
def test_a_person_does_not_choose_what_is_a_groups(words: str) -> None:
    with pytest.raises(NoChoiceError):
        chosen(PERSON, words)


def test_favourites_stand_in_the_order_in_which_they_were_chosen_and_the_oldest_gives_way() -> None:
    chat = GROUP_CHAT
    slugs = [slug for slug, game in GAMES.items() if game.seats[1] > 1][: MOST_FAVOURITES + 1]
    for slug in slugs:
        chat = chosen(chat, written("favourite", slug))[1]
    assert chat.favourites == tuple(slugs[1:])
    assert chosen(chat, written("favourite", slugs[1]))[1].favourites == (*slugs[2:], slugs[1])
    assert chosen(chat, written("no_favourite", slugs[2]))[1].favourites == (slugs[1], *slugs[3:])


def test_a_game_that_there_is_no_more_is_no_favourite() -> None:
    chat = GROUP_CHAT.model_copy(update={"favourites": ("whist", "ochko")})
    assert chosen(chat, written("favourite", "tartar"))[1].favourites == ("ochko", "tartar")


def test_a_document_of_before_there_were_settings_is_read() -> None:
    read = Chat.model_validate_json('{"id":"0-me","chat":-5,"title":"Семья","language":"ru","resets":2}')
    assert (read.pace, read.parlour, read.purse, read.highest, read.quiet_hours) == (
        "usual",
        "moderators",
        100,
        None,
        None,
    )


def test_every_setting_has_a_page_and_words() -> None:
    assert {field for topic in GROUP.values() for field in topic.fields} == {*FOR_GROUPS, "language", "favourites"}
    assert {field for topic in PRIVATE.values() for field in topic.fields} == {*FOR_PEOPLE, "language"}
    assert {*SETTINGS} == {*FOR_GROUPS, *FOR_PEOPLE, "language", "favourites"}


@pytest.mark.parametrize("slug", GAMES)
def test_an_option_is_told_in_chips_where_the_rules_say_that_it_is_an_amount_of_them(slug: str) -> None:
    amounts = {each.name for each in fields(GAMES[slug].options) if bound(each).chips}  # type: ignore[arg-type]
    assert {option.name for option in look(slug).options if option.words is in_chips} == amounts


@pytest.mark.parametrize("slug", GAMES)
def test_no_stake_is_above_the_highest_that_the_chat_allows(slug: str) -> None:
    amounts = {each.name: each.default for each in fields(GAMES[slug].options) if bound(each).chips}  # type: ignore[arg-type]
    opened = open_table(table(slug, highest=5), Sitter(user=1, name="Анна"))
    for name, usual in amounts.items():
        assert opened.options.get(name, usual) <= 5  # type: ignore[operator]
        assert set_option(opened, 1, name, 5).options[name] == 5
        with pytest.raises(IllegalOption):
            set_option(opened, 1, name, 6)
    if amounts:
        dear = table(slug, options=dict.fromkeys(amounts, 50))
        assert {as_agreed(opened, dear).options[name] for name in amounts} == {5}


def test_where_a_chat_has_no_bound_the_games_own_defaults_hold() -> None:
    assert open_table(table("ochko"), Sitter(user=1, name="Анна")).options == {}
