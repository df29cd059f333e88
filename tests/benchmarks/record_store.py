"""Record stores of a given size, made by the product's own schema and filled in bulk."""

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryops.kit.clock import SystemClock
from memoryops.kit.db import Database
from memoryops.kit.db.engine import sqlite_url
from memoryops.runtime import prepare_record

CLOSED_HINDSIGHT = "http://127.0.0.1:9"
"""The discard port: nothing answers there, so memory is honestly unavailable."""

INSERT = """INSERT INTO incidents (number, id, title, service, severity, status, environment, version, error, symptoms,
    commander, declared_by, started_at, declared_at, sample, revision, workspace_id)
    VALUES (?, ?, ?, ?, ?, ?, 'production', '2026.11.1', ?, ?, 'Ada', 'Ada', ?, ?, 0, 1, 'default')"""
STATUSES = ("investigating", "identified", "monitoring", "investigating")


def fill(folder: Path, incidents: int) -> Path:
    """A data folder whose record holds that many unresolved incidents."""
    folder.mkdir(parents=True)
    path = folder / "memoryops.db"
    asyncio.run(_prepare(path))
    with sqlite3.connect(path) as connection:
        connection.executemany(INSERT, _rows(incidents))
        connection.execute("UPDATE workspaces SET next_incident_number = ?", (101 + incidents,))
    connection.close()
    return folder


async def _prepare(path: Path) -> None:
    database = Database(sqlite_url(path))
    await prepare_record(database, SystemClock(), seed=False)
    await database.aclose()


def _rows(count: int) -> Iterator[tuple[object, ...]]:
    first = datetime(2026, 1, 1, tzinfo=UTC)
    for index in range(count):
        number = 101 + index
        at = (first + timedelta(minutes=index)).strftime("%Y-%m-%d %H:%M:%S.%f")
        service = f"service-{index % 40}"
        yield (
            number,
            f"INC-{number}",
            f"{service} answers slowly after deploy {index}",
            service,
            f"sev{index % 4 + 1}",
            STATUSES[index % 4],
            f"upstream timed out while reading from {service}",
            f"p99 latency of {service} rose to {index % 900} ms and requests queue up",
            at,
            at,
        )
