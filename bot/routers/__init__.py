"""aiogram routers: thin, one function a wish of a person."""

from functools import cache

from aiogram import Dispatcher

from bot.routers import clocks, comings, commands, forgetting, purses, seats, settings, several, taps, words


@cache  # a router can be included only once
def dispatcher() -> Dispatcher:
    """The dispatcher with every router, in the order in which they are asked. Feed it with `desk` and `entry`."""
    made = Dispatcher(disable_fsm=True)
    made.include_routers(
        comings.router,
        purses.router,
        clocks.router,
        seats.router,
        settings.router,
        several.router,
        forgetting.router,
        commands.router,
        taps.router,
        words.router,
    )
    return made
