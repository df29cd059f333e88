"""One alert with its history, and an incident's alerts in short."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.alerts import schemas
from memoryops.alerts.listing import COLUMNS, item
from memoryops.alerts.models import Alert, AlertOccurrence, AlertTelling
from memoryops.alerts.order.rules import WHY
from memoryops.alerts.routing.deciding import Routed
from memoryops.alerts.routing.models import AlertIncident
from memoryops.incidents.models import Incident
from memoryops.kit.db import Session, UtcDateTime
from memoryops.kit.errors import NotFoundError

SHOWN = 50
TOP = 10
TREND = timedelta(hours=1)
BUCKETS = 12


class AlertNotFoundError(NotFoundError):
    """No alert with that id exists in this workspace."""


async def load(session: Session, alert_id: str, *, lock: bool = False) -> Alert:
    """The alert; raises AlertNotFoundError."""
    number = alert_id.removeprefix("ALR-")
    known = number.isascii() and number.isdecimal() and len(number) < 10 and alert_id != number
    wanted = sa.select(Alert).where(Alert.pk == int(number)) if known else None
    alert = None if wanted is None else await session.scalar(wanted.with_for_update() if lock else wanted)
    if alert is None:
        raise AlertNotFoundError(f"There is no alert {alert_id[:40]!r} in this workspace.")
    return alert


async def view(session: Session, alert: Alert) -> schemas.AlertView:
    """The alert with its newest occurrences and what told of it last."""
    row = (await session.execute(sa.select(*COLUMNS).where(Alert.pk == alert.pk))).one()
    occurrences = await session.scalars(
        sa.select(AlertOccurrence)
        .where(AlertOccurrence.alert_pk == alert.pk)
        .order_by(AlertOccurrence.began_at.desc())
        .limit(SHOWN)
    )
    tellings = await session.scalars(
        sa.select(AlertTelling).where(AlertTelling.alert_pk == alert.pk).order_by(AlertTelling.pk.desc()).limit(SHOWN)
    )
    return schemas.AlertView(
        **_parsed(item(row)),
        error=alert.error,
        description=alert.description,
        history=[_occurrence(one) for one in occurrences],
        tellings=[_telling(one) for one in tellings],
    )


def _parsed(plain: Mapping[str, Any]) -> dict[str, Any]:
    return schemas.AlertItem.model_validate(plain).model_dump()


def _occurrence(row: AlertOccurrence) -> schemas.OccurrenceView:
    return schemas.OccurrenceView(
        began_at=row.began_at,
        ended_at=row.ended_at,
        acknowledged_at=row.acknowledged_at,
        fired=row.fired,
        open=row.open,
        received_at=row.received_at,
        incident_id=row.incident_id,
        routing=schemas.Routing(
            decision=row.decision or Routed.recorded.value, rule=row.rule or "", reason=row.reason or ""
        ),
    )


def _telling(row: AlertTelling) -> schemas.Telling:
    return schemas.Telling(
        delivery_id=f"DLV-{row.delivery_pk}", status=row.status, rule=row.rule, why=WHY.get(row.rule, ""), at=row.at
    )


async def summarise(session: Session, incident: Incident, at: datetime) -> schemas.IncidentAlerts:
    """The incident's alerts in short; one pass over its occurrences, by their index."""
    mine = AlertOccurrence.incident_pk == incident.pk
    began = AlertOccurrence.began_at
    moments = (sa.func.min(began, type_=UtcDateTime()), sa.func.max(began, type_=UtcDateTime()))
    counts = sa.select(
        sa.func.count(),
        sa.func.count(sa.distinct(AlertOccurrence.alert_pk)),
        sa.func.sum(sa.case((AlertOccurrence.open, 1), else_=0)),
        *moments,
    )
    occurrences, alerts, firing, first, last = (await session.execute(counts.where(mine))).one()
    seen = await session.scalar(sa.select(AlertIncident).where(AlertIncident.incident_pk == incident.pk))
    return schemas.IncidentAlerts(
        incident_id=incident.id,
        status=incident.status,
        occurrences=occurrences,
        alerts=alerts,
        firing=firing or 0,
        first_began_at=first,
        last_began_at=last,
        declared_from_alert=seen is not None and seen.declared_at is not None,
        started_from=await _started_from(session, mine),
        recurrence_of=None if seen is None else seen.recurrence_of,
        top=await _top(session, mine),
        trend=await _trend(session, mine, at),
    )


async def _started_from(session: Session, mine: sa.ColumnElement[bool]) -> str | None:
    """The alert from which the incident was declared; None where a person declared it without one."""
    first = sa.select(AlertOccurrence.alert_pk).where(mine, AlertOccurrence.decision == Routed.declared.value)
    pk = await session.scalar(first.order_by(AlertOccurrence.pk).limit(1))
    return None if pk is None else f"ALR-{pk}"


async def _top(session: Session, mine: sa.ColumnElement[bool]) -> list[schemas.RecurringAlert]:
    counted = (
        sa.select(
            AlertOccurrence.alert_pk,
            sa.func.count().label("times"),
            sa.func.max(AlertOccurrence.began_at, type_=UtcDateTime()).label("last"),
        )
        .where(mine)
        .group_by(AlertOccurrence.alert_pk)
        .order_by(sa.desc("times"), sa.desc("last"))
        .limit(TOP)
    )
    found = {row.alert_pk: row for row in await session.execute(counted)}
    alerts = {row.pk: row for row in await session.scalars(sa.select(Alert).where(Alert.pk.in_(found)))}
    return [
        schemas.RecurringAlert(
            id=alerts[pk].id,
            title=alerts[pk].title,
            source=alerts[pk].source,
            fingerprint=alerts[pk].fingerprint,
            status=alerts[pk].status,
            severity=alerts[pk].severity,
            occurrences=row.times,
            last_began_at=row.last,
        )
        for pk, row in found.items()
    ]


async def _trend(session: Session, mine: sa.ColumnElement[bool], at: datetime) -> list[schemas.TrendBucket]:
    """How many occurrences began in each five minutes of the last hour, oldest first."""
    width = TREND / BUCKETS
    first = at - TREND
    rows = await session.scalars(
        sa.select(AlertOccurrence.began_at).where(
            mine, AlertOccurrence.began_at > first, AlertOccurrence.began_at <= at
        )
    )
    counts = [0] * BUCKETS
    for began in rows:
        counts[min(BUCKETS - 1, int((began - first) / width))] += 1
    return [schemas.TrendBucket(at=first + index * width, count=count) for index, count in enumerate(counts)]
