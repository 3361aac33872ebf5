"""The referee: one JSON object a line in, one out, by which any program can play any game (docs/referee.md).

An answer never fails: whatever a line holds, the answer says what is wrong, and the session stays as it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import IO, Any, Final

from games.core import Event, view
from games.moves import IllegalMove
from games.offers import legal
from games.record import Malformed, Session, begin, dumps, loads, opening, plain, turn_of

LONGEST_LINE: Final = 2**24
"""Bytes of a request that are read; what follows them in the same line is passed over."""


@dataclass(slots=True)
class Referee:
    """One session at a time, replaced by the next `new`."""

    session: Session | None = None

    def answer(self, line: str | bytes) -> str:
        """The answer to that line, as a line without its end."""
        try:
            session, said = self._asked(loads(line))
            answer = dumps({"ok": True, **said})
        except (Malformed, IllegalMove) as error:
            return dumps({"ok": False, "error": str(error)})
        except RecursionError:
            return dumps({"ok": False, "error": "This is nested too deep."})
        self.session = session  # not before its answer stands
        return answer

    def _asked(self, request: object) -> tuple[Session, dict[str, object]]:
        match request:
            case {"new": new, **rest} if not rest:
                session = begin(opening(new))
                return session, position(session)
            case {"play": play, **rest} if not rest:
                session = self._running().play(*turn_of(play))
                return session, position(session)
            case {"view": seat, **rest} if not rest:
                session = self._running()
                return session, {"view": seen(session, seat)}
        raise Malformed("Ask for one thing: new, play or view.")

    def _running(self) -> Session:
        if self.session is None:
            raise Malformed("Start a session first, with new.")
        return self.session


def position(session: Session) -> dict[str, object]:
    """What the answer to `new` and `play` says: who is waited for, what is legal, what has just happened."""
    game, state = session.opening.game, session.state
    moves = {seat: sorted(legal(game.offers(view(state, seat)))) for seat in range(len(state.hands))}
    return {
        "over": session.outcome is not None,
        "turn": game.turn(state.table),
        "legal": {seat: found for seat, found in moves.items() if found},
        "events": [told(event) for event in view(state, None).events],
        "outcome": session.outcome,
    }


def seen(session: Session, seat: object) -> dict[str, object]:
    """What that seat may see (None: a bystander), in JSON's types. Raises Malformed where there is no such seat."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(session.state.hands)):
        raise Malformed("There is no such seat.")
    found: Any = view(session.state, seat)
    return {
        **{each.name: plain(getattr(found, each.name)) for each in fields(found)},
        "events": [told(event) for event in found.events],
    }


def told(event: Event) -> dict[str, object]:
    """What an event says, without what it says nothing about and without who else heard it."""
    said = {each.name: getattr(event, each.name) for each in fields(event) if each.name != "audience"}
    return {name: value for name, value in said.items() if value is not None and value != ()}


def serve(requests: IO[bytes], answers: IO[str]) -> None:
    """Answers every line until they end."""
    referee = Referee()
    for line in _lines(requests):
        print(referee.answer(line), file=answers, flush=True)


def _lines(requests: IO[bytes]) -> Iterator[bytes]:
    """The lines; of one that no request is as long as, only the beginning, so that memory stays bounded."""
    while line := requests.readline(LONGEST_LINE):
        yield line
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = requests.readline(LONGEST_LINE)
