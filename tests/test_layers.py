"""The architecture, as what each room may import. What only the type checker reads counts too."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

WORLD = {
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "threading", "signal"),
    *("datetime", "time", "random", "secrets", "uuid"),
    *("http", "io", "logging", "os", "pathlib", "select", "shutil", "socket", "ssl", "sys", "tempfile", "urllib"),
}
"""What brings a clock, chance, a file or a wire into a program."""

EDGES = {
    "games/__main__.py": {"pathlib", "random", "sys", "time"},  # the command line
    "games/record.py": {"secrets"},  # a session opened without a seed
    "games/simulation.py": {"random"},  # luck is an argument, and this its type
}
"""The files of the games that touch some of it, and no other file does."""


def sources(folder: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*.py"))


def imports(source: str) -> Iterator[str]:
    """Dotted names of all that a file imports: `games.core.State` for `from games.core import State`."""
    package = Path(source).parent.parts
    for node in ast.walk(ast.parse((ROOT / source).read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join((*start, *(node.module or "").split(".")))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def within(name: str, module: str) -> bool:
    return f"{name}.".startswith(f"{module}.")


@pytest.mark.parametrize("source", sources("games"))
def test_games_stand_on_the_standard_library_alone(source: str) -> None:
    assert {name.partition(".")[0] for name in imports(source)} <= {*sys.stdlib_module_names, "games"}


@pytest.mark.parametrize("source", sources("games"))
def test_games_know_no_clock_no_chance_and_no_world(source: str) -> None:
    assert {name.partition(".")[0] for name in imports(source)} & WORLD <= EDGES.get(source, set())


@pytest.mark.parametrize("source", sources("bot/routers") + sources("bot/screens"))
def test_routers_and_screens_see_a_view_never_a_state(source: str) -> None:
    tree = ast.parse((ROOT / source).read_bytes())
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "State" not in named | {name.rpartition(".")[2] for name in imports(source)}


@pytest.mark.parametrize("source", sources("bot/playground"))
def test_the_playground_knows_nothing_of_the_bot_it_serves(source: str) -> None:
    known = ("bot.playground", "bot.settings")
    assert not [n for n in imports(source) if within(n, "bot") and not any(within(n, own) for own in known)]
    assert not [name for name in imports(source) if within(name, "games")]


FILES = re.compile(r"get_?file|download|file_id|file_path|zipfile|tarfile|gzip|zlib", re.IGNORECASE)


@pytest.mark.parametrize("source", [each for each in sources("bot") if not each.startswith("bot/playground/")])
def test_no_file_that_people_send_is_read(source: str) -> None:
    """Only of which kind a message is counts, as a voice may stand for a line."""
    assert not FILES.findall((ROOT / source).read_text())


def test_each_room_is_looked_at() -> None:
    for room in ("games", "bot/screens", "bot/playground"):
        assert sources(room), f"no sources in {room}: was it renamed?"
