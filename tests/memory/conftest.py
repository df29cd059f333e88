"""A world for the tests of memory."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.memory.world import World, world


@pytest_asyncio.fixture
async def here(sqlite_record: str, tmp_path: Path) -> AsyncIterator[World]:
    async with world(sqlite_record, tmp_path) as one:
        yield one


@pytest_asyncio.fixture
async def impatient(sqlite_record: str, tmp_path: Path) -> AsyncIterator[World]:
    """A world that gives memory a second to answer."""
    async with world(sqlite_record, tmp_path, timeout_s=1) as one:
        yield one


@pytest_asyncio.fixture
async def on_each(database_url: str, tmp_path: Path) -> AsyncIterator[World]:
    """A world on SQLite, then one on Postgres."""
    async with world(database_url, tmp_path) as one:
        yield one
