"""Patterns across incidents: memory's answer with verified grounds, and what the record shows by counting."""

import time

import sqlalchemy as sa

from memoryops.evidence.query import clean_query
from memoryops.evidence.recall import Evidence, Recaller
from memoryops.evidence.schemas import RecallTrace, RecordPattern, ReflectResponse
from memoryops.evidence.verify import Subject
from memoryops.incidents.models import Incident
from memoryops.kit.db import Session
from memoryops.memory.documents import workspace_tag
from memoryops.memory.port import MemoryReason, MemoryUnavailable, RecallQuery, Reflection
from memoryops.memory.schemas import MemoryStatus
from memoryops.workspaces.service import bank_id

PATTERNS = 5

IDS_OF_A_PATTERN = 20
"""The newest incidents of a pattern that are named; its count is of all."""


async def reflect(recaller: Recaller, question: str) -> ReflectResponse:
    """Memory's answer to a question across incidents, or why there is none; patterns of the record beside it."""
    query = RecallQuery(clean_query(question), (workspace_tag(recaller.workspace_id),))
    started = time.perf_counter()
    async with recaller.database.reading(recaller.workspace_id) as session:
        patterns = await count_patterns(session)
    try:
        if not query.text:
            raise MemoryUnavailable(MemoryReason.rejected, "The question holds no words.")
        async with recaller.whole():
            reflection = await recaller.memory.reflect(bank_id(recaller.workspace_id), query)
    except MemoryUnavailable as error:
        return _answer(recaller, query, started, patterns, error=error)
    return await _grounded(recaller, query, started, patterns, reflection)


async def _grounded(
    recaller: Recaller, query: RecallQuery, started: float, patterns: list[RecordPattern], reflection: Reflection
) -> ReflectResponse:
    """The answer, only where some memory behind it survives verification."""
    subject = Subject(recaller.workspace_id, query.text)
    verified = await recaller.verify(reflection.based_on, subject)
    trace = _trace(recaller, query, started, None)
    trace = trace.model_copy(
        update={"recalled": verified.recalled, "kept": len(verified.kept), "excluded": list(verified.excluded)}
    )
    evidence = Evidence(MemoryStatus.ok if verified.kept else MemoryStatus.empty, trace, verified.kept)
    return ReflectResponse(
        memory_status=evidence.status,
        memory=trace,
        answer=reflection.text if verified.kept else None,
        based_on=list(verified.kept),
        from_record=patterns,
    )


def _answer(
    recaller: Recaller,
    query: RecallQuery,
    started: float,
    patterns: list[RecordPattern],
    *,
    error: MemoryUnavailable,
) -> ReflectResponse:
    return ReflectResponse(
        memory_status=MemoryStatus.unavailable,
        memory=_trace(recaller, query, started, error),
        answer=None,
        based_on=[],
        from_record=patterns,
    )


def _trace(recaller: Recaller, query: RecallQuery, started: float, error: MemoryUnavailable | None) -> RecallTrace:
    return RecallTrace(
        reason=error.reason if error else None,
        detail=error.detail if error else None,
        bank_id=bank_id(recaller.workspace_id),
        query=query.text,
        tags=list(query.tags),
        latency_ms=round((time.perf_counter() - started) * 1000),
        recalled=0,
        kept=0,
        excluded=[],
        threshold=recaller.threshold,
    )


async def count_patterns(session: Session) -> list[RecordPattern]:
    """What keeps happening, by counting rows: errors that repeat and services that break most."""
    alive = Incident.deleted_at.is_(None)
    count = sa.func.count()
    repeats = await session.execute(
        sa.select(Incident.fingerprint, count)
        .where(alive, Incident.fingerprint.is_not(None))
        .group_by(Incident.fingerprint)
        .having(count > 1)
        .order_by(count.desc(), Incident.fingerprint)
        .limit(PATTERNS)
    )
    services = await session.execute(
        sa.select(Incident.service, count)
        .where(alive)
        .group_by(Incident.service)
        .having(count > 1)
        .order_by(count.desc(), Incident.service)
        .limit(PATTERNS)
    )
    patterns = []
    for value, times in repeats.all():
        ids, title = await _behind(session, Incident.fingerprint == value)
        patterns.append(
            RecordPattern(statement=f"The same error was seen {times} times: {title}", count=times, incident_ids=ids)
        )
    for service, times in services.all():
        ids, _ = await _behind(session, Incident.service == service)
        patterns.append(RecordPattern(statement=f"{service} had {times} incidents", count=times, incident_ids=ids))
    return patterns


async def _behind(session: Session, condition: sa.ColumnElement[bool]) -> tuple[list[str], str]:
    rows = await session.execute(
        sa.select(Incident.id, Incident.title)
        .where(Incident.deleted_at.is_(None), condition)
        .order_by(Incident.number.desc())
        .limit(IDS_OF_A_PATTERN)
    )
    found = rows.all()
    return [incident_id for incident_id, _ in found], found[0][1] if found else ""
