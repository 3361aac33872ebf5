"""Runs uv, the installer: `python3 bootstrap.py pip install …`, on a machine that has nothing but Python and pip.

The first run fetches uv into .tools, which works also where the system's Python forbids `pip install` or has no venv.
uv does not read pip's settings, so what pip is told of package indexes is passed on, unless uv is told itself.
"""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

UV_VERSION = "0.13.9"
TOOLS = Path(__file__).resolve().parent / ".tools"
UV = TOOLS / "bin" / "uv"

PASSED_ON = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "cert": "SSL_CERT_FILE",
}


def check_python() -> None:
    """End with a sentence where this Python cannot do; older ones must still be able to read this file."""
    if sys.version_info < (3, 11):  # noqa: UP036  # the very Pythons that the project does not run on
        version = ".".join(map(str, sys.version_info[:3]))
        sys.exit(f"Python 3.11 or newer is needed, this is {version}. Name another: make PYTHON=python3.12 …")
    if importlib.util.find_spec("pip") is None:
        sys.exit(f"{sys.executable} has no pip. Install it (Debian and Ubuntu: apt install python3-pip) and try again.")


def fetch_uv() -> None:
    """Put uv of the version that the project pins into .tools, unless it is there."""
    stamp = TOOLS / f"uv-{UV_VERSION}.stamp"
    if stamp.exists():
        return
    print("Fetching the installer …", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
    where = ["--root-user-action=ignore", "--target", str(TOOLS)]
    if subprocess.run([*pip, *where, f"uv=={UV_VERSION}"], check=False).returncode:
        sys.exit("pip could not fetch uv: is there a way to a package index?")
    stamp.touch()


def passed_on(listing: str) -> "dict[str, str]":
    """What `pip config list` says of indexes, in uv's variables."""
    told: dict[str, str] = {}
    for line in listing.splitlines():
        key, _, value = line.partition("=")  # `:env:.index-url='…'`, and after it `global.index-url='…'`
        variable = PASSED_ON.get(key.rpartition(".")[2])
        if variable:
            separator = "," if variable == "UV_FIND_LINKS" else " "
            told.setdefault(variable, separator.join(str(ast.literal_eval(value)).split()))
    return told


def environment() -> "dict[str, str]":
    """The environment for uv: this one, with what pip knows of indexes. Those are one set, as for pip."""
    pip = [sys.executable, "-m", "pip", "config", "list"]
    listing = subprocess.run(pip, check=False, capture_output=True, text=True).stdout
    always = {"UV_PYTHON_DOWNLOADS": "never", "UV_INDEX_STRATEGY": "unsafe-best-match"}
    return {**always, **passed_on(listing), **os.environ}


if __name__ == "__main__":
    check_python()
    fetch_uv()
    sys.exit(subprocess.run([UV, *sys.argv[1:]], check=False, env=environment()).returncode)
