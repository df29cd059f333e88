"""What is connected, since when, and why not: one row a dependency."""

from datetime import datetime

from memoryops.analysis.port import LanguageModel
from memoryops.insights.schemas import Dependency, SystemStatus
from memoryops.kit.db import Database
from memoryops.memory.health import MemoryHealth

RECORD_LABELS = {"sqlite": "Record store (SQLite)", "postgresql": "Record store (Postgres)"}


async def read_status(
    database: Database, health: MemoryHealth, model: LanguageModel, *, version: str, started_at: datetime
) -> SystemStatus:
    """The state of every dependency; it never fails, whatever is down."""
    record = await _record(database, started_at)
    return SystemStatus(
        version=version, started_at=started_at, dependencies=[record, memory_status(health), model_status(model)]
    )


async def _record(database: Database, started_at: datetime) -> Dependency:
    detail: str | None = None
    try:
        await database.ping()
    except Exception as error:
        detail = f"It does not answer ({type(error).__name__})."
    return Dependency(
        name="record",
        label=RECORD_LABELS.get(database.url.get_backend_name(), "Record store"),
        status="ready" if detail is None else "unavailable",
        reason=None if detail is None else "unreachable",
        detail=detail,
        advice=None if detail is None else "Check that the database runs and that the data folder can be written.",
        since=started_at if detail is None else None,
        facts={},
    )


def memory_status(health: MemoryHealth) -> Dependency:
    """Memory as its watch last saw it."""
    server = health.server
    known = {"url": server.url, "version": server.version, "log": server.log_file, **server.facts}
    return Dependency(
        name="memory",
        label=f"Memory (Hindsight, {server.kind})",
        status="ready" if health.is_ready else "unavailable",
        reason=health.reason,
        detail=health.detail,
        advice=health.advice,
        since=health.since,
        facts={name: value for name, value in known.items() if value},
    )


def model_status(model: LanguageModel) -> Dependency:
    """The model as configured; it is asked only when an analysis is made, so nothing is claimed of its health."""
    configured = model.name is not None
    known = {"model": model.name, "endpoint": model.endpoint}
    return Dependency(
        name="model",
        label="Language model",
        status="configured" if configured else "not_configured",
        reason=None if configured else "not_configured",
        detail=None if configured else "Analyses are the labelled heuristic.",
        advice=None if configured else "Set GROQ_API_KEY, or MEMORYOPS_MODEL_URL for any OpenAI-compatible endpoint.",
        since=None,
        facts={name: value for name, value in known.items() if value},
    )
