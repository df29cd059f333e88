"""Record stores with a history of incidents and alerts, filled in bulk, the same on SQLite and on Postgres."""

import asyncio
import random
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa

from memoryops.insights.folding import fold
from memoryops.kit.clock import SystemClock
from memoryops.kit.db import Database
from memoryops.runtime import prepare_record

DAYS = 730
"""The history is spread over two years, whatever its size: ten times the incidents are ten times as many a day."""

SERVICES = 40
ALERTS = 2_000
ALERTS_AN_INCIDENT = 10
SEED = 20_261_130
WORKSPACE = "default"

Row = dict[str, Any]
Table = tuple[str, Sequence[str], Iterator[tuple[Any, ...]]]
"""A table's name, its columns, its rows."""


def fill(url: sa.URL, incidents: int, *, until: datetime) -> None:
    """Bring the store at that address to the newest schema and give it that many incidents, ten firings to each."""
    asyncio.run(_prepare(url))
    if url.get_backend_name() == "sqlite":
        _into_sqlite(str(url.database), history(incidents, until=until), 101 + incidents)
    else:
        asyncio.run(_into_postgres(url, history(incidents, until=until), 101 + incidents))
    asyncio.run(_keep_days(url))


def _into_sqlite(path: str, tables: Iterable[Table], next_number: int) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for table, names, rows in tables:
            marks = ", ".join("?" * len(names))
            insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
            connection.executemany(insert, ([_as_text(value) for value in row] for row in rows))
        connection.execute("UPDATE workspaces SET next_incident_number = ?", (next_number,))
    # One large transaction leaves a log as large, through which every read would have to look.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


async def _into_postgres(url: sa.URL, tables: Iterable[Table], next_number: int) -> None:
    connection = await asyncpg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False))
    for table, names, rows in tables:
        await connection.copy_records_to_table(table, records=rows, columns=names)
        await connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'pk'), max(pk)) FROM {table}")
    await connection.execute("UPDATE workspaces SET next_incident_number = $1", next_number)
    await connection.execute("ANALYZE")
    await connection.close()


def _columns(rows: Iterator[Row]) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    first = next(rows)
    return list(first), (tuple(row.values()) for row in chain([first], rows))


def _as_text(value: Any) -> Any:
    """SQLite keeps moments as the text that our type reads."""
    return value.isoformat(" ", "microseconds")[:26] if isinstance(value, datetime) else value


async def _keep_days(url: sa.URL) -> None:
    """Do at once what the product does beside requests after an import."""
    database = Database(url)
    while await fold(database, WORKSPACE):
        pass
    await database.aclose()


async def _prepare(url: sa.URL) -> None:
    database = Database(url)
    await prepare_record(database, SystemClock(), seed=False)
    await database.aclose()


def history(count: int, *, until: datetime) -> Iterator[Table]:
    """Table by table, the rows of a history of that many incidents."""
    yield "incidents", *_columns(_incidents(count, until))
    yield "investigations", *_columns(_investigations(count, until))
    yield "memory_documents", *_columns(_documents(count, until))
    yield "integrations", *_columns(iter([_integration(until)]))
    yield "deliveries", *_columns(iter([_delivery(until)]))
    yield "alerts", *_columns(_alerts(until))
    yield "alert_occurrences", OCCURRENCE, _occurrences(count, until)


def _at(index: int, count: int, until: datetime) -> datetime:
    return until - timedelta(days=DAYS * (count - index) / count)


def _incident(index: int, count: int, until: datetime, chance: random.Random) -> Row:
    declared_at = _at(index, count, until)
    took = timedelta(seconds=chance.lognormvariate(8.5, 1.2))
    is_open = index > count - 20
    error = int(chance.paretovariate(0.6)) % (count // 4)
    return {
        "pk": index + 1,
        "number": 101 + index,
        "id": f"INC-{101 + index}",
        "title": f"Errors of kind {error} rise",
        "service": f"service-{error % SERVICES}",
        "severity": f"sev{chance.randint(1, 4)}",
        "status": "investigating" if is_open else "resolved",
        "error": f"upstream timed out, kind {error}",
        "symptoms": f"Requests queue up since {index % 900} ms",
        "declared_by": "Ada",
        "declared_at": declared_at,
        "acknowledged_at": declared_at + took / 10,
        "mitigated_at": None if is_open or chance.random() < 0.4 else declared_at + took / 2,
        "resolved_at": None if is_open else declared_at + took,
        "outcome": None if is_open else chance.choice(("fixed", "fixed", "mitigated", "self_recovered", "false_alarm")),
        "root_cause": None if is_open else "A leak.",
        "resolution": None if is_open else "Closed it.",
        "resolved_by": None if is_open else "Grace",
        "fingerprint": None if chance.random() < 0.2 else f"v1:{error:064d}",
        "sample": False,
        "revision": 2,
        "workspace_id": WORKSPACE,
    }


def _incidents(count: int, until: datetime) -> Iterator[Row]:
    chance = random.Random(SEED)
    return (_incident(index, count, until, chance) for index in range(count))


def _investigations(count: int, until: datetime) -> Iterator[Row]:
    for index in range(count):
        at = _at(index, count, until) + timedelta(seconds=30)
        status = ("ok", "empty", "ok", "unavailable")[index % 4]
        yield {
            "pk": index + 1,
            "id": f"INV-{index:032x}",
            "incident_pk": index + 1,
            "incident_id": f"INC-{101 + index}",
            "state": "completed",
            "started_by": "Ada",
            "started_at": at,
            "completed_at": at,
            "memory_status": status,
            "shown": f'["INC-{max(101, 101 + index - 40)}"]' if status == "ok" else "[]",
            "trace": "[]",
            "workspace_id": WORKSPACE,
        }


def _documents(count: int, until: datetime) -> Iterator[Row]:
    for index in range(count - 20):
        at = _at(index, count, until)
        yield {
            "pk": index + 1,
            "document_id": f"INC-{101 + index}",
            "wanted": True,
            "state": "failed" if index % 50 == 0 else "ready",
            "revision": 2,
            "content_hash": f"{index:064x}",
            "text": "What happened, why, and what ended it. " * 10,
            "probe": "What ended it?",
            "tags": "[]",
            "document_metadata": "{}",
            "happened_at": at,
            "attempts": 1,
            "updated_at": at,
            "workspace_id": WORKSPACE,
        }


def _integration(at: datetime) -> Row:
    return {
        "pk": 1,
        "source": "alertmanager",
        "name": "Prometheus",
        "signing_secrets": "[]",
        "require_signature": False,
        "created_by": "Ada",
        "created_at": at,
        "workspace_id": WORKSPACE,
    }


def _delivery(at: datetime) -> Row:
    return {
        "pk": 1,
        "integration_pk": 1,
        "source": "alertmanager",
        "authenticated_by": "token",
        "received_at": at,
        "state": "parsed",
        "form": "json",
        "body": "{}",
        "size": 2,
        "redactions": "[]",
        "headers": "{}",
        "alerts_told": 1,
        "attempts": 1,
        "workspace_id": WORKSPACE,
    }


def _alerts(until: datetime) -> Iterator[Row]:
    for index in range(ALERTS):
        yield {
            "pk": index + 1,
            "source": "alertmanager",
            "scope": 0,
            "fingerprint": f"{index:016x}",
            "integration_pk": 1,
            "title": f"HighErrorRate on node {index}",
            "status": "resolved",
            "service": f"service-{index % SERVICES}",
            "labels": "{}",
            "links": "[]",
            "notes": "[]",
            "content_order": "",
            "occurrences": 1,
            "duplicates": 0,
            "received": 1,
            "first_received_at": until - timedelta(days=DAYS),
            "last_received_at": until,
            "last_delivery_pk": 1,
            "decision": "record",
            "rule": "",
            "reason": "",
            "marks": "[]",
            "settled": "{}",
            "workspace_id": WORKSPACE,
        }


OCCURRENCE = (
    "pk", "alert_pk", "source", "service", "severity", "began_at", "ended_at", "acknowledged_at", "fired", "open",
    "received_at", "incident_pk", "incident_id", "workspace_id",
)  # fmt: skip


def _occurrences(incidents: int, until: datetime) -> Iterator[tuple[Any, ...]]:
    """Tuples, since there are a million of them: three in ten belong to an incident, one in ten was acknowledged."""
    count, chance = incidents * ALERTS_AN_INCIDENT, random.Random(SEED).random
    services = [f"service-{number}" for number in range(SERVICES)]
    first, step, lasted = until - timedelta(days=DAYS), timedelta(days=DAYS) / count, timedelta(minutes=5)
    for index in range(count):
        at, alert = first + step * index, int(chance() * ALERTS)
        incident = index // ALERTS_AN_INCIDENT if chance() < 0.3 else None
        yield (
            index + 1,
            alert + 1,
            "alertmanager",
            services[alert % SERVICES],
            "sev3",
            at,
            at + lasted,
            at if chance() < 0.1 else None,
            True,
            False,
            at,
            None if incident is None else incident + 1,
            None if incident is None else f"INC-{101 + incident}",
            WORKSPACE,
        )
