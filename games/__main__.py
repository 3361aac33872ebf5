"""The games on the command line: `python -m games list | referee | replay | verify | simulate`."""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from games import record
from games.catalogue import GAMES
from games.core import AnyGame, Played, view
from games.moves import IllegalMove
from games.options import bound
from games.record import Malformed, Session
from games.referee import serve, told
from games.simulation import simulate


def main() -> int:
    """Runs one command; its exit status is 1 where something did not hold."""
    args = _arguments()
    try:
        match args.command:
            case "list":
                _list()
            case "referee":
                serve(sys.stdin.buffer, sys.stdout)
            case "replay" | "verify":
                _again(args.file, tell=args.command == "replay")
            case "simulate":
                _simulate(GAMES[args.game], args.seats, args.games, args.seed, args.options)
    except (Malformed, IllegalMove, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="every game, its seats and its options")
    commands.add_parser("referee", help="drive a game by JSON lines on standard input and output")
    commands.add_parser("replay", help="tell the story of a record").add_argument("file", type=Path)
    commands.add_parser("verify", help="play a record again, compare its end").add_argument("file", type=Path)
    sim = commands.add_parser("simulate", help="let the computer players play")
    sim.add_argument("game", choices=GAMES, metavar="SLUG", help="one of: %(choices)s")
    sim.add_argument("--seats", type=int, help="how many play; the fewest unless told")
    sim.add_argument("--games", type=int, default=1, help="how many sessions")
    sim.add_argument("--seed", type=int, default=0, help="equal seeds play equally")
    sim.add_argument("--options", default="{}", help="a JSON object")
    return parser.parse_args()


def _list() -> None:
    for game in GAMES.values():
        fewest, most = game.seats
        seats = f"{fewest} seat" if most == 1 else f"{fewest}..{most} seats"
        print(f"{game.slug}: {seats}, rules {game.rules}")
        for option in fields(game.options):  # type: ignore[arg-type]  # options are dataclasses
            print(f"    {option.name} = {record.dumps(option.default)} ({bound(option).kind})")


def _again(file: Path, *, tell: bool) -> None:
    """Replays the record in that file: tells what everybody heard, or only whether it holds."""
    with file.open("rb") as lines:
        found = record.read(lines)
    if tell:
        seats = "1 seat" if found.opening.seats == 1 else f"{found.opening.seats} seats"
        print(f"{found.opening.game.slug}, {seats}{', with moves taken back' if found.opening.undo else ''}")
    for number, session in enumerate(found.replay()):
        for line in story(number, session) if tell else ():
            print(_printable(line))
    print(f"{len(found.moves)} moves, and the outcome is as recorded: {found.outcome}")


def _printable(text: str) -> str:
    """The text with its control characters spelt out: a record may come from anybody, and a terminal obeys them."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def story(number: int, session: Session) -> Iterator[str]:
    """The lines that tell a session's last step: the move, numbered from 1, and what everybody heard of it."""
    if number:
        last = next(entry for entry in reversed(session.log) if isinstance(entry, Played))
        yield f"{number}. seat {last.seat}: {last.move}"
    for event in view(session.state, None).events:
        said = {name: value for name, value in told(event).items() if name != "event"}
        values = (f"{name} {' '.join(value) if isinstance(value, tuple) else value}" for name, value in said.items())
        yield f"    {event.event}: {', '.join(values)}" if said else f"    {event.event}"


def _simulate(game: AnyGame, seats: int | None, games: int, seed: int, options: str) -> None:
    new = {"game": game.slug, "seats": game.seats[0] if seats is None else seats, "options": record.loads(options)}
    opening = record.opening({**new, "seed": "00"})
    luck = random.Random(seed)  # noqa: S311  # repeatable on purpose; nobody's cards depend on it
    moves: list[int] = []
    chips = [0] * opening.seats
    ends: Counter[str] = Counter()
    began = time.perf_counter()
    for _ in range(games):
        *_, last = simulate(opening, luck)
        outcome = last.outcome or {}
        moves.append(sum(isinstance(entry, Played) for entry in last.log))
        chips = [before + won for before, won in zip(chips, game.payoffs(last.state.table), strict=True)]
        ends.update(f"{name} {value}" for name, value in outcome.items() if isinstance(value, bool | int | None))
    spent = time.perf_counter() - began
    print(f"{game.slug}: {games} games at {opening.seats} seats, seed {seed}")
    print(f"moves a game: {sum(moves) / max(1, games):.1f}, at most {max(moves, default=0)}")
    print(f"moves a second: {sum(moves) / spent:.0f}")
    print(f"chips by seat: {' '.join(map(str, chips))}")
    for end, times in sorted(ends.items()):
        print(f"{end}: {times}")


if __name__ == "__main__":
    sys.exit(main())
