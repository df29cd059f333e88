"""A world with a model under the test's control."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest_asyncio

from tests.investigations.stage import PatientModel, serving
from tests.memory.world import World, world


@pytest_asyncio.fixture
async def model() -> PatientModel:
    return PatientModel()


@pytest_asyncio.fixture
async def here(sqlite_record: str, tmp_path: Path, model: PatientModel) -> AsyncIterator[World]:
    async with world(sqlite_record, tmp_path, model=model) as one:
        yield one


@pytest_asyncio.fixture
async def served(here: World) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the world's application behind a real socket."""
    async with serving(here.product.app) as http:
        yield http
