"""The dashboard's numbers, all counted in the record."""

from typing import Any

import sqlalchemy as sa

from memoryops.incidents.lifecycle import UNRESOLVED_STATUSES, Severity, Status
from memoryops.incidents.models import LEDGER_JOIN, Incident
from memoryops.incidents.schemas import IncidentSummary
from memoryops.incidents.views import SUMMARY_COLUMNS, summary
from memoryops.insights.schemas import Overview, ServiceCount, SeverityCount
from memoryops.kit.db import Session
from memoryops.memory.models import LedgerDocument

OPEN_SHOWN = 50
RECENT_SHOWN = 8
SERVICES_SHOWN = 12

ALIVE = Incident.deleted_at.is_(None)
UNRESOLVED = sa.and_(ALIVE, Incident.status.in_(UNRESOLVED_STATUSES))


async def read_overview(session: Session) -> Overview:
    """What is open, what was resolved lately, and where it breaks."""
    severities = await _by_severity(session)
    total, samples = (
        await session.execute(
            sa.select(sa.func.count(), sa.func.count(sa.case((Incident.sample, 1)))).select_from(Incident).where(ALIVE)
        )
    ).one()
    return Overview(
        open=await _summaries(session, UNRESOLVED, (Incident.severity, Incident.declared_at), OPEN_SHOWN),
        open_total=sum(item.count for item in severities),
        by_severity=severities,
        recent_resolutions=await _summaries(
            session, sa.and_(ALIVE, Incident.status == Status.resolved), (Incident.resolved_at.desc(),), RECENT_SHOWN
        ),
        services=await _services(session),
        total=total,
        samples=samples,
    )


async def _summaries(
    session: Session, where: sa.ColumnElement[bool], order: tuple[Any, ...], limit: int
) -> list[IncidentSummary]:
    rows = await session.execute(
        sa.select(*SUMMARY_COLUMNS).outerjoin(LedgerDocument, LEDGER_JOIN).where(where).order_by(*order).limit(limit)
    )
    return [IncidentSummary.model_validate(summary(row)) for row in rows]


async def _by_severity(session: Session) -> list[SeverityCount]:
    rows = await session.execute(
        sa.select(Incident.severity, sa.func.count()).where(UNRESOLVED).group_by(Incident.severity)
    )
    counts: dict[Severity, int] = dict(rows.all())
    return [SeverityCount(severity=severity, count=counts.get(severity, 0)) for severity in Severity]


async def _services(session: Session) -> list[ServiceCount]:
    opened = sa.func.count(sa.case((Incident.status != Status.resolved, 1)))
    rows = await session.execute(
        sa.select(Incident.service, opened, sa.func.count())
        .where(ALIVE)
        .group_by(Incident.service)
        .order_by(opened.desc(), sa.func.count().desc(), Incident.service)
        .limit(SERVICES_SHOWN)
    )
    return [ServiceCount(service=name, open=now, total=total) for name, now, total in rows]
