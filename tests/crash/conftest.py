"""One nursery for all tests of this folder that run in one process."""

from collections.abc import AsyncIterator

import pytest

from tests.crash.scene import Nursery, nursing


@pytest.fixture(scope="session")
async def nursery() -> AsyncIterator[Nursery]:
    async with nursing() as made:
        yield made
