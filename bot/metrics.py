"""What this process counts and measures, for Prometheus, in a registry of its own.

No label tells a person, a chat, a table or a card: each has a small fixed set of values (games, methods of the Bot API,
kinds of errors). What stands in the store is the same for all processes, and is asked for when somebody looks
(`bot/outside.py`).
"""

from functools import cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

TAP_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 60)
CALL_SECONDS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
LAG_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 3, 5, 10, 30, 60, 300)

_TAPS = Counter(
    "parlour_taps",
    "Taps on buttons of tables by what became of them: done, refused, moved_on (an old button), gone (no such table), "
    "repeated (handled before), failed (an error of ours; counted at each attempt)",
    ["outcome"],
    registry=REGISTRY,
)
_MOVES = Counter("parlour_moves", "Moves stored, computer players' too", ["game"], registry=REGISTRY)
CONFLICTS: Final = Counter("parlour_conflicts", "Changes judged anew because somebody was faster", registry=REGISTRY)
_RETRIES = Counter(
    "parlour_retries",
    "Attempts after a failed one: of an entry of the inbox because redis was away or after an error, of a call to "
    "Telegram that was away or asked for patience (flood)",
    ["why"],
    registry=REGISTRY,
)
SET_ASIDE: Final = Counter("parlour_set_aside", "Entries of the inbox given up and set aside", registry=REGISTRY)
THROTTLED: Final = Counter(
    "parlour_throttled", "Taps and messages passed over, since somebody sends more than people do", registry=REGISTRY
)
_REQUESTS = Counter(
    "parlour_telegram_requests",
    "Requests to Telegram by what came of them: ok, flood (429), away (5xx, network, timeout, nonsense), forbidden, "
    "gone, not_modified, migrated, malformed …",
    ["method", "outcome"],
    registry=REGISTRY,
)
_REQUEST_SECONDS = Histogram(
    "parlour_telegram_request_seconds",
    "How long Telegram took to answer, or to fail",
    ["method"],
    buckets=CALL_SECONDS,
    registry=REGISTRY,
)
HELD_BACK: Final = Counter(
    "parlour_held_back", "Screens not sent at once, to stay within Telegram's limits", registry=REGISTRY
)
COMMITTED: Final = Histogram(
    "parlour_update_to_committed_seconds",
    "From an update's being written into the inbox until what it asked of a table was stored, or refused",
    buckets=TAP_SECONDS,
    registry=REGISTRY,
)
DRAW_LAG: Final = Histogram(
    "parlour_draw_lag_seconds",
    "From the oldest change that a table's screens did not show until they showed it",
    buckets=LAG_SECONDS,
    registry=REGISTRY,
)

UP: Final = Gauge("parlour_up", "Whether it can be reached: redis, telegram", ["what"], registry=REGISTRY)
IN_HAND: Final = Gauge("parlour_in_hand", "Entries of the inbox that this process has taken", registry=REGISTRY)
BACKLOG: Final = Gauge("parlour_inbox_entries", "Entries in all inboxes, those in hand too", registry=REGISTRY)
OLDEST: Final = Gauge("parlour_inbox_oldest_seconds", "Age of the oldest of them", registry=REGISTRY)
STALE: Final = Gauge("parlour_stale_tables", "Tables whose screens are to be drawn", registry=REGISTRY)
TABLES: Final = Gauge("parlour_tables_live", "Tables that are not finished", registry=REGISTRY)
ACTIVE: Final = Gauge(
    "parlour_tables_active", "Tables that are not finished and changed within the last hour", registry=REGISTRY
)


@cache
def taps(outcome: str) -> Counter:
    """Taps with this outcome. To find a child by its labels takes longer than to count."""
    return _TAPS.labels(outcome)


@cache
def moves(game: str) -> Counter:
    """Moves of this game."""
    return _MOVES.labels(game)


@cache
def retries(why: str) -> Counter:
    """Repeated attempts for this reason."""
    return _RETRIES.labels(why)


@cache
def requests(method: str, outcome: str) -> Counter:
    """Requests of this method with this outcome."""
    return _REQUESTS.labels(method, outcome)


@cache
def request_seconds(method: str) -> Histogram:
    """How long requests of this method take."""
    return _REQUEST_SECONDS.labels(method)
