"""The bot's command line.

    python -m bot play     the bot with a store of its own: on a local Telegram's page, or with BOT_TOKEN on Telegram
    python -m bot run      the bot on the Redis of REDIS_URL, by polling, or by webhook where WEBHOOK_URL is set

Settings come from the environment; README.md lists them.
"""

import asyncio
import platform
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, nullcontext

from aiogram.exceptions import AiogramError, TelegramUnauthorizedError
from redis.exceptions import RedisError

from bot import logs, playground
from bot.app import Place, running
from bot.faults import told
from bot.inbox.door import ALLOWED_UPDATES
from bot.inbox.polling import poll
from bot.outside import HOOK_PATH, serving
from bot.secrecy import hidden, keep
from bot.settings import Settings, read_settings
from bot.store.embedded import EmbeddedError, embedded_valkey


def main(arguments: list[str]) -> int:
    """Does what the command line says; the exit status."""
    match arguments:
        case ["play"]:
            return _ended(play)
        case ["run"]:
            return _ended(run)
    print((__doc__ or "").strip(), file=sys.stderr)
    return 2


def _ended(command: Callable[[Settings], Awaitable[None]]) -> int:
    settings = read_settings()
    keep(*settings.secrets)
    logs.begin(settings.log_level)
    try:
        asyncio.run(_until_stopped(command(settings)))
    except EmbeddedError as error:
        print(error, file=sys.stderr)
    except playground.TakenError:
        print(f"Somebody plays in {settings.data_dir} already: name another folder in DATA_DIR.", file=sys.stderr)
    except TelegramUnauthorizedError:
        print("Telegram does not know this BOT_TOKEN. Ask BotFather for the right one.", file=sys.stderr)
    except AiogramError as error:
        print(
            f"Telegram is out of reach ({type(error).__name__}). Check TELEGRAM_API_URL and the network.",
            file=sys.stderr,
        )
    except RedisError as error:
        print(f"Redis is out of reach ({type(error).__name__}). Check REDIS_URL.", file=sys.stderr)
    except OSError as error:
        print(hidden(f"{error.strerror or error}. Perhaps another program uses PORT {settings.port}."), file=sys.stderr)
    except Exception as error:  # noqa: BLE001  # a traceback would quote what must not be told
        print(f"The bot has stopped: {told(error)}.", file=sys.stderr)
    else:
        return 0
    return 1


async def _until_stopped(command: Awaitable[None]) -> None:
    """Runs the command until it ends or the process is told to stop by Ctrl+C or SIGTERM."""
    task = asyncio.ensure_future(command)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return


async def play(settings: Settings) -> None:
    """The bot with nothing beside it: an embedded store, and without a token a local Telegram with a page."""
    redis_url = settings.redis_url and settings.redis_url.get_secret_value()
    with nullcontext(redis_url) if redis_url else embedded_valkey(settings.data_dir) as url:
        async with AsyncExitStack() as stack:
            if settings.bot_token:
                place, address = _place(settings, settings.bot_token.get_secret_value(), url), "Telegram"
            else:
                server = await playground.serve(settings.port, settings.data_dir / "playground.json")
                await stack.enter_async_context(server)
                place = Place(server.token, server.url, url, settings.thinking_ms, limits=False)
                address = server.url
            app = await stack.enter_async_context(running(place))
            if not settings.bot_token:  # a playground that was killed has forgotten what came last
                await app.store.redraw(await app.store.unfinished(), doubt="the playground")
            print(f"The tables are open: {address}  (@{app.me.username}; Ctrl+C closes them)", flush=True)
            await app.bot.delete_webhook()
            await app.crew.in_turn(lambda: poll(app.bot, app.door))


def _place(settings: Settings, token: str, redis_url: str) -> Place:
    """Telegram's, for a process that has a name or is told from others on this machine by its port."""
    return Place(
        token,
        settings.telegram_api_url,
        redis_url,
        settings.thinking_ms,
        settings.telegram_limits,
        throttled=settings.telegram_limits,
        consumer=settings.worker_name or f"{platform.node()}:{settings.port}",
    )


async def run(settings: Settings) -> None:
    """The bot in production."""
    if settings.bot_token is None or settings.redis_url is None:
        raise SystemExit("python -m bot run needs BOT_TOKEN and REDIS_URL. Without them: python -m bot play.")
    place = _place(settings, settings.bot_token.get_secret_value(), settings.redis_url.get_secret_value())
    secret = settings.webhook_secret.get_secret_value() if settings.webhook_secret else None
    async with running(place) as app, serving(app, settings.port, secret):
        if settings.webhook_url and secret:
            await app.bot.set_webhook(
                settings.webhook_url.rstrip("/") + HOOK_PATH,
                secret_token=secret,
                allowed_updates=list(ALLOWED_UPDATES),
            )
            await asyncio.Event().wait()
        else:
            await app.bot.delete_webhook()
            await app.crew.in_turn(lambda: poll(app.bot, app.door))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
