"""`python -m bot run` as often as tests like, without importing all of it each time: a process that has done so forks.

An order is a line of JSON, `[environment, log]`. The answers are lines too: `born PID`, and `dead PID STATUS` with the
status as in `subprocess`.
"""

import json
import os
import random
import select

import bot.__main__ as whole


def main() -> None:
    """Until nothing is ordered any more."""
    living: set[int] = set()
    ordered = os.fdopen(0, "rb", buffering=0)
    while True:
        while living and (dead := os.waitpid(-1, os.WNOHANG))[0]:
            living.discard(dead[0])
            _tell(f"dead {dead[0]} {os.waitstatus_to_exitcode(dead[1])}")
        if not select.select([ordered], [], [], 0.02)[0]:
            continue
        line = ordered.readline()
        if not line:
            return
        environment, log = json.loads(line)
        pid = os.fork()
        if not pid:
            _be_born(environment, log)
        living.add(pid)
        _tell(f"born {pid}")


def _tell(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def _be_born(environment: dict[str, str], log: str) -> None:
    os.environ.update(environment)
    random.seed()
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os._exit(whole.main(["run"]))


if __name__ == "__main__":
    main()
