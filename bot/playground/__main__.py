"""`python -m bot.playground`: a playground for any bot, until interrupted."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path

from bot.playground.server import LOOPBACK, TOKEN, serve


async def run(options: argparse.Namespace) -> None:
    """Serves until cancelled."""
    async with await serve(options.port, options.state, options.token) as server:
        sys.stdout.write(f"{server.url}\nBot API: TelegramAPIServer.from_base({server.url!r}), token {server.token}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Reads the command line and serves until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m bot.playground", description=__doc__)
    parser.add_argument("--port", type=int, default=8080, help="0 takes any free one")
    parser.add_argument("--host", default=LOOPBACK, help=f"nothing but {LOOPBACK} is accepted")
    parser.add_argument("--state", type=Path, help="a JSON file to go on from and to keep everything in")
    parser.add_argument("--token", default=TOKEN)
    options = parser.parse_args()
    if options.host != LOOPBACK:
        parser.error(f"the playground listens on {LOOPBACK} only")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(options))


main()
