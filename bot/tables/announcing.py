"""What is said of a change in messages of their own, which are read one by one: slips, and the result."""

from collections.abc import Mapping

from bot.buttons import invitation
from bot.screens import calls
from bot.screens.reconciler import Said
from bot.screens.results import announcements as words_of
from bot.screens.results import result_screen
from bot.screens.screen import Screen
from bot.screens.seating import told
from bot.tables.steps import Change, state_of
from games import core
from games.catalogue import GAMES


def announcements(change: Change, purses: Mapping[int, int], bot: str) -> tuple[str, ...]:
    """The messages that this change makes, in order, each as the text that waits in the store to be sent. `purses` is
    what those who sit there have afterwards, by user, where it is known; the house's is 0. `bot` is the bot's
    username."""
    table = change.table
    speech, face = table.speech, table.face(None)
    heard = [event for event in change.happened if event.audience is None]
    screens = [Screen(text) for text in words_of(face, heard, speech)]
    if change.missed:
        names = speech.names(face)
        people = [(names[seat], holder.user) for seat in change.missed if (holder := table.holders[seat]).user]
        screens.append(calls.unreachable(people, invitation(bot, table.id, table.ticket), speech))
    if seating := told(change.seatings, face, speech):
        screens.append(Screen(seating))
    if table.stage == "over" and change.log:  # this step ended it; what is changed later says nothing again
        outcome = core.outcome(GAMES[table.game], state_of(table))
        if outcome is not None:
            screens.append(result_screen(face, outcome, speech, purses))
    return tuple(str(Said(screen.text, screen.keyboard, after=True)) for screen in screens)
