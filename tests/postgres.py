"""A real PostgreSQL for tests: started once, a database of its own for each test that asks."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from memoryops.adapters.hindsight_postgres import SETTINGS, EmbeddedPostgres

CHECKOUT = Path(__file__).resolve().parents[1]
INSTALLATION = CHECKOUT / ".setup" / "hindsight" / "postgres"
# What a test writes need not outlive a power cut.
FORGETFUL = {**SETTINGS, "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@pytest.fixture(scope="session")
def reachable_folder() -> Iterator[Path]:
    """A folder for the whole run that an unprivileged user can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="memoryops-tests-", dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres_server(reachable_folder: Path) -> AsyncIterator[EmbeddedPostgres]:
    """One server for the whole run."""
    server = EmbeddedPostgres(INSTALLATION, reachable_folder, reachable_folder / "postgres.log", settings=FORGETFUL)
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture
async def postgres_url(postgres_server: EmbeddedPostgres) -> AsyncIterator[str]:
    """The URL of an empty database for SQLAlchemy's asyncpg driver, dropped after the test."""
    name = f"test_{uuid4().hex}"
    await run_sql(postgres_server, f"CREATE DATABASE {name}")
    yield postgres_server.url(name, "postgresql+asyncpg")
    await run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


async def run_sql(server: EmbeddedPostgres, statement: str) -> None:
    """Run one statement outside a transaction."""
    engine = create_async_engine(server.url(scheme="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()
