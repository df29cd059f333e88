"""A fake Hindsight server over real HTTP, and our memory on it."""

from collections.abc import AsyncIterator

import pytest_asyncio

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.adapters.hindsight_connection import Connection
from tests.adapters.asking import BANK, DOCUMENT, KEY
from tests.fakes.hindsight_server import FakeHindsight, fake_hindsight


@pytest_asyncio.fixture
async def server() -> AsyncIterator[FakeHindsight]:
    async with fake_hindsight() as fake:
        yield fake


@pytest_asyncio.fixture
async def memory(server: FakeHindsight) -> AsyncIterator[HindsightMemory]:
    """Memory whose bank is there and prepared."""
    hindsight = HindsightMemory(lambda: Connection(server.url, KEY), recall_timeout=20)
    await hindsight.retain(BANK, DOCUMENT)
    yield hindsight
    await hindsight.aclose()
