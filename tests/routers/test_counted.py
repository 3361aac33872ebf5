"""What the bot did is counted, each thing once, under labels that have few values and tell nothing of anybody."""

import logging
import re
from typing import Any

import pytest
from prometheus_client import generate_latest
from redis.asyncio import Redis

from bot import metrics
from bot.app import App
from bot.inbox.door import table_of
from bot.logs import AsJson, Told
from bot.playground.client import Group, Playground, Seen, Someone
from bot.sending import Kind
from bot.store import keys
from games.catalogue import GAMES

OUTCOMES = {"done", "refused", "moved_on", "gone", "repeated", "failed"}
LABELS = {
    "outcome": OUTCOMES | {"ok"} | {kind.name.lower() for kind in Kind},
    "game": {*GAMES},
    "why": {"redis", "error", "flood", "away"},
    "what": {"redis", "telegram"},
}
METHOD = re.compile(r"(get|set|send|edit|answer|delete)[A-Z][A-Za-z]+")


class Counted:
    """How much each number has grown since."""

    def __init__(self) -> None:
        self._before = self._now()

    @staticmethod
    def _now() -> dict[str, float]:
        return {
            " ".join([sample.name, *sample.labels.values()]): sample.value
            for family in metrics.REGISTRY.collect()
            for sample in family.samples
        }

    def __getitem__(self, name: str) -> float:
        return self._now().get(name, 0.0) - self._before.get(name, 0.0)


@pytest.fixture
async def table(pg: Playground, people: list[Someone], group: Group) -> Seen:
    """A lobby of дурачки, with Anna as its host."""
    await people[0].write(group, "/play дурачки")
    return await people[0].wait_for(group, button="Сесть")


async def test_a_tap_is_counted_by_what_became_of_it(
    app: App, people: list[Someone], group: Group, table: Seen
) -> None:
    await app.reconciler.drain()
    counted = Counted()
    await people[1].press("Сесть", group)
    assert (counted["parlour_taps_total done"], counted["parlour_telegram_requests_total answerCallbackQuery ok"]) == (
        1,
        1,
    )
    await people[1].press("Начать", group)  # only the host may
    assert counted["parlour_taps_total refused"] == 1
    await app.reconciler.drain()
    assert counted["parlour_update_to_committed_seconds_count"] == 1
    assert counted["parlour_telegram_requests_total editMessageText ok"] == 1
    assert counted["parlour_telegram_request_seconds_count editMessageText"] == 1
    assert counted["parlour_draw_lag_seconds_count"] == 1
    assert counted["parlour_draw_lag_seconds_sum"] < 10


async def test_a_tap_on_a_table_that_is_gone_and_an_error_of_ours(
    app: App, people: list[Someone], group: Group, table: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted()
    data = table.buttons[0][0].callback_data or ""
    found = table_of({"data": data})
    assert found
    gone = data.replace(found, f"{found[0]}zzzzzzz")
    await people[1].press("Сесть", group, on=table, forge=gone)
    assert counted["parlour_taps_total gone"] == 1

    async def broken(*_: Any) -> None:
        raise ValueError("the seven of spades")

    monkeypatch.setattr(app.store, "commit", broken)
    await people[1].press("Сесть", group)
    assert counted["parlour_taps_total failed"] == 1


async def test_moves_are_counted_by_their_game_and_conflicts_beside_them(
    app: App, people: list[Someone], redis: Redis
) -> None:
    counted = Counted()
    await people[0].write("bot", "/patience")
    board = await people[0].wait_for("bot", button="Сдаюсь")
    move = next(button for row in board.buttons for button in row if (button.callback_data or "").startswith("p"))
    await app.reconciler.drain()
    await redis.hset(keys.table(table_of({"data": move.callback_data}) or ""), "version", "another worker's")
    await people[0].press(move.text, on=board, data=move.callback_data)
    assert (counted["parlour_moves_total debutantes"], counted["parlour_conflicts_total"]) == (1, 1)


async def test_no_label_grows_without_bounds_or_tells_of_anybody(
    app: App, pg: Playground, people: list[Someone], group: Group, table: Seen
) -> None:
    await pg.fault("retry_after", method="answerCallbackQuery", seconds=0)
    await people[1].press("Сесть", group)
    await people[2].press("Сесть", group)
    await people[0].press("Начать", group)
    await people[0].wait_for("bot", text="Дурачки")
    for family in metrics.REGISTRY.collect():
        for sample in family.samples:
            for label, value in sample.labels.items():
                if label == "method":
                    assert METHOD.fullmatch(value), sample
                elif label != "le":
                    assert value in LABELS[label], sample
    told = generate_latest(metrics.REGISTRY).decode()
    number = re.compile(
        rf"(?<!\d)({'|'.join(str(abs(some)) for some in (group.id, *(person.id for person in people)))})(?!\d)"
    )
    labels = re.findall(r"\{[^}]*\}", told)
    assert not [label for label in labels if number.search(label)]
    assert not [name for name in ("Анна", "Борис", "♠", "♥", "♦") if name in told]


async def test_a_line_of_the_log_tells_table_seat_update_game_and_verb_and_no_card(
    app: App, people: list[Someone], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await people[0].write("bot", "/patience")
    board = await people[0].wait_for("bot", button="Сдаюсь")
    move = next(button for row in board.buttons for button in row if (button.callback_data or "").startswith("p"))
    data = f"{move.callback_data} 7S"

    async def broken(*_: Any) -> None:
        raise ValueError(data)

    caplog.handler.addFilter(Told())
    caplog.handler.setFormatter(AsJson())
    monkeypatch.setattr(app.store, "commit", broken)
    await people[0].press(on=board, forge=data)
    line = next(record for record in caplog.records if record.levelno == logging.ERROR)
    update = next(one for one in reversed(await people[0].pg.updates()) if "callback_query" in one)
    assert line.__dict__["about"] == {
        "consumer": "worker",
        "kind": "update",
        "table": table_of({"data": data}),
        "update": update["update_id"],
        "game": "debutantes",
        "seat": 0,
        "verb": (move.callback_data or "").split(":")[2],
    }
    assert "7S" not in AsJson().format(line)
