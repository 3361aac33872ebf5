"""What the answer to a tap or a message says, in one sentence: refusals, and where things are found.

An alert is plain text of at most 200 characters, so every one of these passes through `alert`.
"""

from collections.abc import Sequence

from bot.language import Language, in_lines, loose, plain, shortened, units
from bot.screens.look import Face, look
from bot.screens.text import own_text
from games.catalogue import GAMES
from games.core import View
from games.moves import IllegalMove

LONGEST = 200
"""Telegram's limit on the answer to a tap."""


def alert(text: str) -> str:
    """The text as an answer to a tap can show it."""
    return shortened(plain(text), LONGEST)


def refusal(refused: IllegalMove, face: Face, language: Language) -> str:
    """Why a wish at this table was refused."""
    return alert(language.refusal(refused, language.names(face)))


def advice(face: Face, view: View[object, Sequence[object]], language: Language) -> str:
    """Counsel for this seat at this moment: for a move, if it may make one."""
    looks = look(face.game)
    asked = any(True for _ in GAMES[face.game].offers(view))
    return alert((looks.advice if asked else looks.meanwhile)(view, language))


def hand(face: Face, view: View[object, Sequence[object]], language: Language) -> str:
    """One's own cards, where nothing better than an alert can show them."""
    scene = look(face.game).scene(view, face, language)
    held = in_lines(language.cards(group) for group in scene.hand or ())
    text = "\n".join(part for part in (held, *scene.note) if part) or language.gettext("You hold nothing yet.")
    return alert(text if units(text) <= LONGEST else loose(text))


def own(face: Face, view: View[object, Sequence[object]], language: Language) -> str:
    """How it stands with this seat, where nothing else is told of its move."""
    return alert(own_text(look(face.game).scene(view, face, language), view.seat, language))


def moved_on(language: Language) -> str:
    """The button was drawn before the table changed."""
    return language.gettext("The table has moved on; here it is.")


def last_deal(slug: str, language: Language, *, last: bool) -> str:
    """Whether the deal that is on is the last one now."""
    return language.gettext(look(slug).last_said if last else "Play on")


def unknown_button(language: Language) -> str:
    """The button is none of ours, or of an older make."""
    return language.gettext("I do not know this button any more. Send /play to begin anew.")


def table_gone(language: Language) -> str:
    """The table is over, called off, or long forgotten."""
    return language.gettext("This table is no more. Send /play to open another.")


def only_in_groups(language: Language) -> str:
    """A command that wants company was sent in private."""
    return language.gettext("This wants company: send it in a group where I am a member.")


def only_in_private(language: Language) -> str:
    """A command for one was sent in a group."""
    return language.gettext("This is for two of us: send it to me in private.")


def only_for_moderators(language: Language) -> str:
    """A parlour game is begun by an administrator of the chat."""
    return language.gettext("A game for the company is begun by a moderator of this chat.")


def only_moderators(language: Language) -> str:
    """Something that is an administrator's."""
    return language.gettext("Only a moderator of this chat may do this.")


def only_for_asker(language: Language) -> str:
    """Somebody else was asked whether it is meant."""
    return language.gettext("This is for whoever asked.")


def answered(language: Language) -> str:
    """The question under which the button stands is settled."""
    return language.gettext("This question has been answered.")


def reckoned(face: Face, language: Language) -> str:
    """For the sake of that table purses may not begin anew."""
    title = language.gettext(look(face.game).title)
    return language.gettext(
        "Not now: “{title}” is being played on the old score. Play it to its end or call it off with /stop, then ask "
        "again.",
        title=title,
    )


def only_for_host(language: Language) -> str:
    """Stopping a table is for its host or a moderator."""
    return language.gettext("Only the host of the table or a moderator may do this.")


def no_administrator(language: Language) -> str:
    """Something that Telegram lets an administrator do was chosen where the bot is none."""
    return language.gettext("For this I must be an administrator of the chat: make me one, then choose again.")


def no_robots(language: Language) -> str:
    """A robot wants to sit down."""
    return language.gettext("Robots do not sit down here: computers are called by the button.")


def tables_for_moderators(language: Language) -> str:
    """Somebody else opens a table in a chat where that is the moderators'."""
    return language.gettext("Tables are opened by the moderators of this chat: ask one of them.")


def anonymous(language: Language) -> str:
    """Someone speaks for the group, or as a channel, and cannot be told from others."""
    return language.gettext("I cannot tell who you are: please write as yourself, not in the name of the chat.")


def unknown_command(language: Language) -> str:
    """Nothing of ours is called so."""
    return language.gettext("I do not know this command. /help tells what I can do.")


def unknown_game(language: Language) -> str:
    """There is no such game in the catalogue."""
    return language.gettext("There is no such game. /play shows them all.")


def nothing_to_stop(language: Language) -> str:
    """There is no table in this chat."""
    return language.gettext("There is no table here to be stopped.")


def stopped(name: str, slug: str, language: Language, *, paid: bool) -> str:
    """Somebody has called a table of that game off; whether deals that it has paid are in purses already."""
    if not look(slug).chips:
        return language.gettext("{name} calls the table off.", name=name)
    if paid:
        return language.gettext(
            "{name} calls the table off. What was settled stands, the deal on it counts for nothing.", name=name
        )
    return language.gettext("{name} calls the table off. Nobody owes anything.", name=name)


def unreached(names: Sequence[str], language: Language) -> str:
    """People who cannot be dealt cards, because the bot may not write to them yet."""
    return language.gettext(
        "Not yet: I cannot write to everybody. By the button below, open me and press Start: {names}.",
        names=language.listed(names),
    )


def welcome_to_table(face: Face, language: Language) -> str:
    """Somebody came by the table's link and can be written to now."""
    title = language.gettext(look(face.game).title)
    return language.gettext("Now I can write to you. Your cards of “{title}” will come here.", title=title)


def words_not_taken(language: Language) -> str:
    """Somebody wrote, but nothing is asked that is answered by writing."""
    return language.gettext("Nobody is asked for a word here now.")


def taken(language: Language) -> str:
    """A slip has been written."""
    return language.gettext("Accepted. You may write it anew until the slips are collected.")


def rewritten(language: Language) -> str:
    """A slip has been written anew, by a change of its message."""
    return language.gettext("Your slip reads so now. You may change it again until the slips are collected.")


def unchanged(refused: str, language: Language) -> str:
    """A changed message is refused, and what was written before stands."""
    return language.gettext("{refused} Nothing is changed.", refused=refused)


def written_before(language: Language) -> str:
    """A changed message is not known to be later than the question that is asked now."""
    return language.gettext("That message may be older than what you are asked now: please write it as a new one.")


def too_late_to_change(language: Language) -> str:
    """What was written in that message has been collected."""
    return language.gettext("It is too late to change this: it has been taken up.")


def write_anew(language: Language) -> str:
    """The message is gone whose text was to be taken."""
    return language.gettext("Your message is no longer there: please write it once more.")


def language_chosen(language: Language) -> str:
    """The chat speaks this language from now on."""
    return language.gettext("From now on I speak English here.")


def out_of_order(language: Language) -> str:
    """Something of ours failed; nothing was lost."""
    return language.gettext("Something went wrong on my side; your game is safe. Please try again.")


def one_moment(language: Language) -> str:
    """It takes longer than usual, and will be done."""
    return language.gettext("One moment…")


def not_so_fast(language: Language) -> str:
    """Somebody taps faster than people do: some taps were passed over."""
    return language.gettext("Not so fast, please: I cannot keep up with you.")


def not_read(language: Language) -> str:
    """Somebody writes faster than people do: this message, and perhaps more, was passed over."""
    return language.gettext("Not so fast, please! I have not read this: send it once more in a little while.")
