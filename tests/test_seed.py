"""Loading the samples from a terminal: the same world twice, nothing of others touched, and an honest wait."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from memoryops.adapters.hindsight import HindsightMemory
from memoryops.kit.db import Base, Database
from memoryops.runtime import build_runtime
from memoryops.samples.catalogue import catalogue
from memoryops.seeding import run
from memoryops.settings import Settings
from tests.fakes.hindsight_server import refuses
from tests.fakes.remembering_hindsight import RememberingHindsight, remembering_hindsight
from tests.harness import closed_port, running, settings_for

IDS = [f"INC-{number}" for number in range(101, 117)]
MOVING = {"events", "memory_transitions"}


async def everything(record: str) -> dict[str, list[Any]]:
    """Every row of the record, by table."""
    database = Database(record)
    async with database._readers.connect() as connection:
        tables = [table for table in Base.metadata.sorted_tables if table.name not in MOVING]
        rows = {table.name: list(await connection.execute(sa.select(table))) for table in tables}
    await database.aclose()
    return rows


def settings_on(fake: RememberingHindsight | None, folder: Path, record: str) -> Settings:
    url = fake.url if fake else f"http://127.0.0.1:{closed_port()}"
    return settings_for(folder, record, HINDSIGHT_API_URL=url)


def test_the_samples_are_inc_101_to_inc_116() -> None:
    assert [sample.incident_id for sample in catalogue()] == IDS


async def test_seeding_twice_gives_the_same_world(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remembering_hindsight() as fake:
        settings = settings_on(fake, tmp_path, sqlite_record)
        assert await run(settings) == 0
        assert "Memory is ready with all 16 samples." in capsys.readouterr().out
        first, held = await everything(sqlite_record), dict(fake.held)
        assert await run(settings) == 0
        assert await everything(sqlite_record) == first
        assert fake.held == held
        assert sorted(held) == IDS
        assert len(fake.calls("retain")) == 16


async def test_samples_that_were_removed_come_back(sqlite_record: str, tmp_path: Path) -> None:
    async with remembering_hindsight() as fake:
        settings = settings_on(fake, tmp_path, sqlite_record)
        assert await run(settings) == 0
        async with running(settings) as product:
            assert (await product.http.delete("/api/v1/samples")).json() == {"removed": 16}
        assert await run(settings) == 0
        assert sorted(fake.held) == IDS


async def test_an_incident_of_somebody_elses_is_left_alone(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remembering_hindsight() as fake:
        settings = settings_on(fake, tmp_path, sqlite_record)
        async with running(settings) as product:
            assert (await product.incidents.declare())["id"] == "INC-101"
        before = await everything(sqlite_record)
        assert await run(settings) == 1
        assert "INC-101" in capsys.readouterr().out
        assert await everything(sqlite_record) == before
        assert fake.calls("retain") == []


async def test_incidents_of_ones_own_stand_beside_the_samples(sqlite_record: str, tmp_path: Path) -> None:
    async with remembering_hindsight() as fake:
        settings = settings_on(fake, tmp_path, sqlite_record)
        assert await run(settings) == 0
        async with running(settings) as product:
            own = await product.incidents.declare()
            assert own["id"] == "INC-117"
            assert own["sample"] is False
        assert await run(settings) == 0
        assert sorted(fake.held) == IDS


async def test_a_memory_that_is_down_is_named_and_the_record_is_complete(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_on(None, tmp_path, sqlite_record)
    assert await run(settings, patience_s=1) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "0 of 16 samples are ready: memory is unavailable (unreachable)" in said
    assert "The record is complete" in said
    async with running(settings) as product:
        assert await product.incidents.total() == 16


@pytest.mark.parametrize(("status", "reason"), [(401, "unauthorized"), (403, "unauthorized")])
async def test_nobody_waits_for_a_memory_that_needs_a_person(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], status: int, reason: str
) -> None:
    async with remembering_hindsight() as fake:
        fake.answers("list_banks", refuses(status))
        async with asyncio.timeout(60):
            assert await run(settings_on(fake, tmp_path, sqlite_record), patience_s=600) == 1
    assert reason in capsys.readouterr().out


async def test_nobody_waits_for_documents_that_need_a_person(
    sqlite_record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with remembering_hindsight() as fake:
        fake.answers("retain", refuses(422))
        async with asyncio.timeout(60):
            assert await run(settings_on(fake, tmp_path, sqlite_record), patience_s=600) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "16 wait for a person" in said
    assert "rejected" in said


async def test_what_was_not_ready_is_finished_by_the_next_run(sqlite_record: str, tmp_path: Path) -> None:
    assert await run(settings_on(None, tmp_path, sqlite_record), patience_s=1) == 1
    async with remembering_hindsight() as fake:
        assert await run(settings_on(fake, tmp_path, sqlite_record)) == 0
        assert sorted(fake.held) == IDS


async def test_a_first_start_loads_the_samples_unless_told_not_to(sqlite_record: str, tmp_path: Path) -> None:
    async with remembering_hindsight() as fake:
        seeded = settings_for(tmp_path, sqlite_record, HINDSIGHT_API_URL=fake.url, MEMORYOPS_SEED=True)
        runtime = build_runtime(seeded)
        assert isinstance(runtime.memory, HindsightMemory)
        await runtime.start()
        await runtime.aclose()
        async with running(settings_on(fake, tmp_path, sqlite_record)) as product:
            samples = await product.incidents.everything()
    assert [item["id"] for item in samples] == IDS[::-1]
    assert all(item["sample"] for item in samples)
