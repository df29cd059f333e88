"""The list of alerts: the last that fired first, filtered, searched, paged by key."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
import sqlalchemy as sa

from memoryops.alerts.intake.tokens import number_in
from memoryops.alerts.models import Alert, AlertOccurrence, AlertTelling
from memoryops.alerts.routing.deciding import UNKNOWN_SEVERITY
from memoryops.alerts.values import AlertStatus
from memoryops.incidents.models import Incident
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import ScopedSession
from memoryops.kit.db.search import text_matches
from memoryops.kit.schemas import rfc3339

ID_QUERY = re.compile(r"^\s*alr-?(\d{1,9})\s*$", re.IGNORECASE)
SEARCHED = (Alert.title, Alert.service, Alert.fingerprint, Alert.error)

PLAIN = (
    Alert.source,
    Alert.title,
    Alert.status,
    Alert.severity,
    Alert.severity_raw,
    Alert.service,
    Alert.environment,
    Alert.version,
    Alert.fingerprint,
    Alert.labels,
    Alert.links,
    Alert.occurrences,
    Alert.duplicates,
    Alert.incident_id,
    Alert.notes,
)
"""Columns that stand in an item under their own names."""

MOMENTS = (
    Alert.starts_at,
    Alert.ends_at,
    Alert.acknowledged_at,
    Alert.first_received_at,
    Alert.last_received_at,
)
NAMES = tuple(column.key for column in PLAIN)
MOMENT_NAMES = tuple(column.key for column in MOMENTS)
REST = (
    Alert.pk,
    Alert.last_delivery_pk,
    Alert.integration_pk,
    Alert.decision,
    Alert.rule,
    Alert.reason,
    Alert.current_pk,
)
COLUMNS = (*PLAIN, *MOMENTS, *REST)


@dataclass(frozen=True)
class AlertQuery:
    """What a list is about; its repr ties a cursor to it. A severity of None is one that is not known."""

    sources: tuple[str, ...] = ()
    statuses: tuple[AlertStatus, ...] = ()
    services: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    incident: str | None = None
    delivery: str | None = None
    q: str | None = None


def list_alerts(session: ScopedSession, query: AlertQuery, *, limit: int, cursor: str | None, count: bool) -> bytes:
    """One page as JSON; raises InvalidCursorError."""
    where = _conditions(session, query)
    # Few alerts are an incident's or a delivery's: they are found first and sorted then.
    key = Alert.current_pk + 0 if query.incident or query.delivery else Alert.current_pk
    wanted = sa.select(*COLUMNS).where(*where).order_by(key.desc())
    if cursor is not None:
        wanted = wanted.where(Alert.current_pk < decode_cursor(cursor, repr(query)))
    rows = list(session.execute(wanted.limit(limit + 1)))
    next_cursor = encode_cursor(rows[limit - 1][-1], repr(query)) if len(rows) > limit else None
    total = session.scalar(sa.select(sa.func.count()).select_from(Alert).where(*where)) if count else None
    items = [item(row, query.delivery) for row in rows[:limit]]
    return orjson.dumps({"items": items, "next_cursor": next_cursor, "total": total})


def item(row: Any, delivery: str | None = None) -> dict[str, Any]:
    """One row of `COLUMNS` as the plain values of an `AlertItem`; by place, since a list reads many."""
    told: dict[str, Any] = dict(zip(NAMES, row, strict=False))
    moments = row[len(NAMES) : len(NAMES) + len(MOMENT_NAMES)]
    told.update({name: _moment(value) for name, value in zip(MOMENT_NAMES, moments, strict=True)})
    pk, delivery_pk, integration_pk, decision, rule, reason, _ = row[len(NAMES) + len(MOMENT_NAMES) :]
    return {
        "id": f"ALR-{pk}",
        "delivery_id": delivery or f"DLV-{delivery_pk}",
        "integration_id": f"INT-{integration_pk}",
        **told,
        "routing": {"decision": decision, "rule": rule, "reason": reason},
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else rfc3339(moment)


def _conditions(session: ScopedSession, query: AlertQuery) -> list[sa.ColumnElement[bool]]:
    where: list[sa.ColumnElement[bool]] = [Alert.current_pk.is_not(None)]
    if query.sources:
        where.append(Alert.source.in_(query.sources))
    if query.statuses:
        where.append(Alert.status.in_(query.statuses))
    if query.services:
        where.append(Alert.service.in_(query.services))
    if query.severities:
        known = [severity for severity in query.severities if severity != UNKNOWN_SEVERITY]
        unknown = Alert.severity.is_(None) if UNKNOWN_SEVERITY in query.severities else sa.false()
        where.append(sa.or_(Alert.severity.in_(known), unknown))
    if query.incident is not None:
        where.append(Alert.pk.in_(_of_incident(query.incident)))
    if query.delivery is not None:
        told = AlertTelling.delivery_pk == number_in(query.delivery, "DLV")
        where.append(Alert.pk.in_(sa.select(AlertTelling.alert_pk).where(told)))
    if query.q is not None and query.q.strip():
        where.append(_search(session, query.q))
    return where


def _of_incident(incident_id: str) -> sa.Select[int]:
    """The alerts that occurred in the incident, also those that went on to another one."""
    return (
        sa.select(AlertOccurrence.alert_pk)
        .join(Incident, Incident.pk == AlertOccurrence.incident_pk)
        .where(Incident.id == incident_id)
    )


def _search(session: ScopedSession, q: str) -> sa.ColumnElement[bool]:
    by_id = ID_QUERY.match(q)
    if by_id:
        return Alert.pk == int(by_id[1])
    return text_matches(session.get_bind().dialect.name, Alert.pk, SEARCHED, q)
