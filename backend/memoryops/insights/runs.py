"""The investigations that a number counted, newest first."""

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.models import Incident
from memoryops.insights.counted import CountedRow
from memoryops.insights.loading import declared_in
from memoryops.insights.period import Period
from memoryops.insights.rows import Of, RowsQuery
from memoryops.investigations.models import Investigation
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import ScopedSession
from memoryops.kit.schemas import Page
from memoryops.memory.schemas import MemoryStatus

RUNS: Mapping[Of, MemoryStatus | None] = {
    Of.recall_ok: MemoryStatus.ok,
    Of.recall_empty: MemoryStatus.empty,
    Of.recall_unavailable: MemoryStatus.unavailable,
    Of.recall_unfinished: None,
}
"""What the investigations got from memory; None have not heard from it."""


def list_runs(
    session: ScopedSession, period: Period, query: RowsQuery, *, total: int, limit: int, cursor: str | None
) -> Page[CountedRow]:
    """One page of them; raises InvalidCursorError."""
    status, asked = RUNS[query.of], repr((period, query))
    got = Investigation.memory_status
    where = [*declared_in(period), got.is_(None) if status is None else got == status]
    if cursor is not None:
        where.append(Investigation.pk < decode_cursor(cursor, asked))
    found = (
        sa.select(Investigation.pk, Investigation.id, Investigation.started_at, Incident)
        .join(Incident, Incident.pk == Investigation.incident_pk)
        .where(*where)
        .order_by(Investigation.pk.desc())
        .limit(limit + 1)
    )
    rows = session.execute(found).all()
    return Page[CountedRow](
        items=[_row(id_, started_at, incident) for _, id_, started_at, incident in rows[:limit]],
        next_cursor=encode_cursor(rows[limit - 1].pk, asked) if len(rows) > limit else None,
        total=total,
    )


def _row(run_id: str, started_at: datetime, incident: Incident) -> CountedRow:
    return CountedRow(
        id=run_id,
        incident_id=incident.id,
        title=incident.title,
        service=incident.service,
        severity=incident.severity,
        status=incident.status,
        at=started_at,
        value_s=None,
        sample=incident.sample,
    )
