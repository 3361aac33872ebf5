"""The bot is killed at every step that it takes on the way of a wish, from Telegram's wire to Telegram's wire. When it
is started again, everything becomes as though it had not been killed: the same state, done once, and the same screens.

What README says cannot be promised is allowed, and nothing else: a new message that was sent and not yet noted may
stand there twice, and a tap or a word may be left without an answer.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.crash.scene import Nursery, Picture, Scene, opened

GROUP = "Друзья"

Deed = Callable[[Scene], Awaitable[None]]


@pytest.fixture
async def scene(nursery: Nursery, valkey_url: str, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(nursery, valkey_url, tmp_path, luck=False) as made:
        yield made
        assert made.complaints() == []


def says(name: str, text: str, where: str = "") -> Deed:
    return lambda scene: scene.say(name, text, where)


def taps(name: str, text: str, where: str = "") -> Deed:
    return lambda scene: scene.tap(name, text, where)


async def leads(scene: Scene) -> None:
    """Whoever is to lead presses the first card."""
    name = next(name for name in ("Анна", "Борис") if "Ваш ход" in scene.reads(name))
    await scene.tap(name, scene.offered(name)[0])


async def time_runs_out(scene: Scene) -> None:
    await scene.pass_time(130)


def opens(game: str, *others: str) -> tuple[Deed, ...]:
    """Anna opens a table, and others sit down."""
    starts = (says(name, "/start") for name in ("Анна", "Борис", *others[1:]))
    sit = (taps(name, "Сесть", GROUP) for name in others)
    return *starts, says("Анна", "/play", GROUP), taps("Анна", game, GROUP), *sit


def begins(game: str, *terms: str, others: Sequence[str] = ("Борис",)) -> tuple[Deed, ...]:
    agreed = ("Условия", *terms, "« Назад") if terms else ()
    return *opens(game, *others), *(taps("Анна", term, GROUP) for term in (*agreed, "Начать"))


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that becomes of a table, and the steps without which it was not tried at all."""

    before: tuple[Deed, ...]
    deed: Deed
    takes: frozenset[str]
    reply: str = ""
    """With what a word is answered: something that is said once and drawn nowhere."""


IN = frozenset({"getUpdates", "append"})
TOLD = frozenset({"answerCallbackQuery"})
STORED = frozenset({"commit"})
DRAWN = frozenset({"editMessageText", "shown"})
SENT = frozenset({"sendMessage", "shown"})

BANK = (*begins("Двадцать один", "1 сдача"), taps("Анна", "Ставка 1"), taps("Борис", "Сдавать"))

WISHES = {
    "a table opens": Wish(opens("Дурачки")[:-1], taps("Анна", "Дурачки", GROUP), IN | STORED | TOLD | SENT),
    "somebody sits down": Wish(opens("Дурачки"), taps("Борис", "Сесть", GROUP), IN | STORED | TOLD | DRAWN),
    "a game begins": Wish(begins("Дурачки")[:-1], taps("Анна", "Начать", GROUP), IN | STORED | TOLD | DRAWN | SENT),
    "a move": Wish(begins("Дурачки"), leads, IN | STORED | TOLD | DRAWN),
    "words of a move": Wish(BANK, taps("Анна", "Ставка вдогонку…"), IN | STORED | TOLD | DRAWN),
    "a settlement": Wish(
        (*BANK, taps("Анна", "Довольно")), taps("Борис", "Довольно"), IN | STORED | TOLD | SENT | {"deleteMessage"}
    ),
    "a deadline": Wish(begins("Дурачки"), time_runs_out, frozenset({"due", "read"}) | STORED | DRAWN),
    "a slip": Wish(
        begins("Письменные вопросы и ответы", others=("Борис", "Вера")),
        says("Анна", "Кто тише всех?"),
        IN | STORED | DRAWN | {"sendMessage"},
        reply="Принято",
    ),
    "a leave": Wish(begins("Дурачки"), says("Борис", "/leave", GROUP), IN | STORED | DRAWN | SENT, reply="Вы встали"),
}


@pytest.mark.timeout(180)
@pytest.mark.parametrize("wish", WISHES.values(), ids=WISHES)
async def test_a_bot_that_is_killed_at_any_step_leaves_nothing_undone_and_nothing_done_twice(
    scene: Scene, wish: Wish
) -> None:
    await _live_through(scene, *wish.before)
    begun = await scene.remember()
    way, wanted = await _live_through(scene, wish.deed), await scene.picture()
    assert {step.split()[1] for step in way} >= wish.takes, way
    died = []
    for at, fatal in enumerate(way):
        if fatal.startswith("before") and at and way[at - 1].startswith("after"):
            continue  # between the two nothing leaves the process or comes in
        await scene.recall(begun)
        life = await scene.bear(fatal)
        await wish.deed(scene)
        await scene.settled(life)
        died += [fatal] * life.dead.is_set()
        await scene.kill(life)
        await _live_through(scene)
        _is_the_same(wanted, await scene.picture(), way[: at + 1], wish.reply)
    assert len(died) >= len(way) // 3, f"it was killed only {died}"


async def _live_through(scene: Scene, *deeds: Deed) -> list[str]:
    """A bot is born, and dies when these deeds are done; the steps that the last one took."""
    life, taken = await scene.bear(), 0
    await scene.settled()
    for deed in deeds:
        taken = len(scene.steps())
        await deed(scene)
        await scene.settled()
    steps = scene.steps()[taken:]
    await scene.kill(life)
    return steps


def _is_the_same(wanted: Picture, found: Picture, way: Sequence[str], reply: str) -> None:
    assert found.stored == wanted.stored, f"after a kill at {way[-1]}"
    lacking, more = wanted.sights - found.sights, found.sights - wanted.sights
    assert all(reply and reply in text for _, text, _ in lacking), (
        f"after a kill at {way[-1]} these lack: {lacking}, and these are too many: {more}"
    )
    noted = max((at for at, step in enumerate(way) if step.startswith("after shown")), default=0)
    sent = sum(step.startswith("before sendMessage") for step in way[noted:])
    assert more.total() <= sent, f"after a kill at {way[-1]} these are too many: {more}"
    assert more.keys() <= wanted.sights.keys(), f"after a kill at {way[-1]} no twins: {more.keys()}"
    assert not found.answers - wanted.answers, f"after a kill at {way[-1]} a tap was answered otherwise"
