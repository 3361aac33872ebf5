"""What a log may say of an error: of which kind it is and where it arose, but none of its words, for these may quote a
card or a slip."""

import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = 3


def told(error: BaseException) -> str:
    """Its kind, and the last places in our own code that it came through; of a missing module its name too."""
    frames = [
        (Path(frame.filename).resolve(), frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
    ]
    ours = [f"{path.relative_to(ROOT)}:{line}" for path, line in frames if _is_ours(path)]
    kind = f"{type(error).__name__} of {error.name}" if isinstance(error, ImportError) else type(error).__name__
    return " ".join((kind, *(["at", " > ".join(ours[-PLACES:])] if ours else [])))


def _is_ours(path: Path) -> bool:
    return path.is_relative_to(ROOT / "bot") or path.is_relative_to(ROOT / "games")
