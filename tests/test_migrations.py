"""Migrations: on both databases they make exactly what the models say; down and up again too."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from memoryops.kit.db import Base
from memoryops.kit.db.engine import async_url
from memoryops.migrations.upgrade import HEAD, configuration
from tests.harness import Product, running, settings_for
from tests.record import DATABASES, migrate

SEARCH_INDEX = re.compile(r"_search(_(data|idx|docsize|config))?$")


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without a schema."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


async def tables(url: str) -> set[str]:
    engine = create_async_engine(url, poolclass=sa.NullPool)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
    await engine.dispose()
    return {name for name in names if not SEARCH_INDEX.search(name)}


async def alembic(url: str, action: str, *revisions: str) -> None:
    """Run one of Alembic's commands, outside this event loop."""
    await asyncio.to_thread(getattr(command, action), configuration(async_url(url)), *revisions)


def test_the_newest_migration_is_the_one_that_start_up_looks_for() -> None:
    assert ScriptDirectory.from_config(configuration(sa.make_url("sqlite://"))).get_heads() == [HEAD]


async def test_the_migrations_make_what_the_models_say(empty_url: str) -> None:
    await migrate(empty_url)
    await alembic(empty_url, "check")
    assert await tables(empty_url) == {*Base.metadata.tables, "alembic_version"}


async def test_down_and_up_again_makes_the_same(empty_url: str) -> None:
    await migrate(empty_url)
    await alembic(empty_url, "downgrade", "base")
    assert await tables(empty_url) == {"alembic_version"}
    await migrate(empty_url)
    await alembic(empty_url, "check")


async def test_every_step_can_be_taken_back_alone(empty_url: str) -> None:
    script = ScriptDirectory.from_config(configuration(sa.make_url("sqlite://")))
    for revision in reversed([step.revision for step in script.walk_revisions()]):
        await alembic(empty_url, "upgrade", revision)
        await alembic(empty_url, "downgrade", "-1")
        await alembic(empty_url, "upgrade", revision)
    await alembic(empty_url, "check")
    assert await tables(empty_url) == {*Base.metadata.tables, "alembic_version"}


async def test_documents_from_before_revisions_were_kept_begin_with_the_one_at_hand(
    empty_url: str, tmp_path: Path
) -> None:
    await migrate(empty_url)
    settings = settings_for(tmp_path, empty_url)
    async with running(settings) as product:
        incident_id = (await product.incidents.declare())["id"]
        await product.incidents.resolve(incident_id)
    await alembic(empty_url, "downgrade", "0002")
    async with running(settings) as product:
        document = (await product.http.get(f"/api/v1/memory/documents/{incident_id}")).json()
    assert [(one["revision"], one["text"]) for one in document["revisions"]] == [(2, document["text"])]
    assert document["revisions"][0]["written_at"] == document["updated_at"]


async def test_a_current_store_is_left_alone(empty_url: str, tmp_path: Path) -> None:
    await migrate(empty_url)
    settings = settings_for(tmp_path, empty_url)
    async with running(settings) as product:
        incident = await product.incidents.declare(title="needle")
    await migrate(empty_url)
    async with running(settings) as product:
        assert await product.incidents.read("INC-101") == incident
        assert await product.incidents.found(q="needle") == ["INC-101"]


async def test_repeats_from_before_rulings_and_groups_are_counted_and_grouped_as_if_declared_now(
    empty_url: str, tmp_path: Path
) -> None:
    await migrate(empty_url)
    settings = settings_for(tmp_path, empty_url)
    async with running(settings) as product:
        for port in (5432, 6379, 6379, 5433):
            await product.incidents.declare(error=f"Cannot connect  to port {port}")
        for incident_id, same_as in (("INC-101", None), ("INC-102", "INC-101"), ("INC-103", "INC-102")):
            await product.incidents.resolve(incident_id, same_as=same_as)
        before = await incidents_of(product)
    await alembic(empty_url, "downgrade", "0003")
    async with running(settings) as product:
        assert await incidents_of(product) == before


async def incidents_of(product: Product) -> list[dict[str, Any]]:
    """All that the record holds of incidents, but whose document stands for whom, which the next change settles."""
    names = Base.metadata.tables["incidents"].columns.keys()
    rows = [dict(zip(names, row, strict=True)) for row in (await product.contents())["incidents"]]
    return [{name: value for name, value in row.items() if name != "confirms"} for row in rows]
