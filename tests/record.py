"""The record store of a test, on SQLite and on Postgres, and the product around it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
import pytest_asyncio
import sqlalchemy as sa

from memoryops.adapters.hindsight_postgres import EmbeddedPostgres
from memoryops.kit.clock import ManualClock
from memoryops.kit.db import Database
from memoryops.migrations.upgrade import upgrade
from tests.harness import Incidents, Product, running, settings_for
from tests.postgres import run_sql

DATABASES = ("sqlite", "postgres")


async def migrate(url: str) -> None:
    database = Database(url)
    await upgrade(database)
    await database.aclose()


EMPTY_RECORD = """
CREATE FUNCTION empty_record() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    part text;
    filled boolean;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR part IN SELECT quote_ident(tablename) FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || part || ')' INTO filled;
        IF filled THEN EXECUTE 'DELETE FROM ' || part; END IF;
    END LOOP;
    PERFORM setval(quote_ident(sequencename)::regclass, 1, false) FROM pg_sequences WHERE schemaname = 'public';
END $$
"""
"""Most tests fill few tables, and to truncate all of them takes longer than most tests."""


async def on_postgres(url: str, statement: str) -> None:
    """Run one statement; a connection of the driver's own is made in a third of the time of an engine's."""
    connection = await asyncpg.connect(sa.make_url(url).set(drivername="postgresql").render_as_string(False))
    await connection.execute(statement)
    await connection.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest schema and nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("record") / "migrated.db"
    await migrate(f"sqlite:///{path}")
    return path


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_postgres(postgres_server: EmbeddedPostgres) -> AsyncIterator[str]:
    """The URL of a Postgres database with the newest schema, shared by one test after the other."""
    name = f"record_{uuid4().hex}"
    await run_sql(postgres_server, f"CREATE DATABASE {name}")
    url = postgres_server.url(name, "postgresql+asyncpg")
    await migrate(url)
    await on_postgres(url, EMPTY_RECORD)
    yield url
    await run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_record(migrated_sqlite: Path, tmp_path: Path) -> str:
    """The URL of an empty SQLite record store."""
    path = tmp_path / "memoryops.db"
    shutil.copyfile(migrated_sqlite, path)
    return f"sqlite+aiosqlite:///{path}"


@pytest_asyncio.fixture
async def postgres_record(migrated_postgres: str) -> str:
    """The URL of an empty Postgres record store."""
    await on_postgres(migrated_postgres, "SELECT empty_record()")
    return migrated_postgres


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty record store; the test runs once on each kind."""
    url: str = request.getfixturevalue(f"{request.param}_record")
    return url


@pytest_asyncio.fixture
async def product(database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The product on an empty record store; memory does not answer."""
    async with running(settings_for(tmp_path, database_url)) as product:
        yield product


@pytest_asyncio.fixture
async def postgres_product(postgres_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The product on Postgres alone, for what only Postgres does."""
    async with running(settings_for(tmp_path, postgres_record)) as product:
        yield product


@pytest_asyncio.fixture
async def sqlite_product(sqlite_record: str, tmp_path: Path) -> AsyncIterator[Product]:
    """The product on SQLite alone, for what does not depend on the database."""
    async with running(settings_for(tmp_path, sqlite_record)) as product:
        yield product


@pytest.fixture
def incidents(product: Product) -> Incidents:
    return product.incidents


@pytest.fixture
def http(product: Product) -> httpx.AsyncClient:
    return product.http


@pytest.fixture
def clock(product: Product) -> ManualClock:
    return product.clock
