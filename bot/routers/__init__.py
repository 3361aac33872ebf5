"""aiogram routers: thin, one function a wish of a person."""

from aiogram import Dispatcher

from bot.routers import comings, commands, taps, words
from bot.routers.desk import Desk


def dispatcher(desk: Desk) -> Dispatcher:
    """The dispatcher with every router, in the order in which they are asked."""
    made = Dispatcher(desk=desk, disable_fsm=True)
    made.include_routers(comings.router, commands.router, taps.router, words.router)
    return made
