"""From the record to facts: the few queries that insights make, each bounded by the period."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Status
from memoryops.incidents.models import LEDGER_JOIN, DidNotHelp, Incident
from memoryops.insights.facts import AlertFact, Facts, IncidentFact, Lesson, Part, RunFact, Tried
from memoryops.insights.period import Period
from memoryops.investigations.models import Investigation
from memoryops.kit.db import ScopedSession, UtcDateTime
from memoryops.memory.models import LedgerDocument
from memoryops.memory.states import DocumentState

COLUMNS = (
    Incident.id,
    Incident.number,
    Incident.title,
    Incident.service,
    Incident.severity,
    Incident.status,
    Incident.outcome,
    Incident.declared_at,
    Incident.started_at,
    Incident.acknowledged_at,
    Incident.mitigated_at,
    Incident.resolved_at,
    Incident.fingerprint,
    Incident.same_as,
    Incident.resolution_root,
    Incident.sample,
    Incident.confirms,
    LedgerDocument.state,
    LedgerDocument.forgotten_at,
)

LESSONS: Mapping[DocumentState | None, Lesson] = {
    None: Lesson.none,
    DocumentState.none: Lesson.none,
    DocumentState.queued: Lesson.waiting,
    DocumentState.retaining: Lesson.waiting,
    DocumentState.retained: Lesson.waiting,
    DocumentState.ready: Lesson.ready,
    DocumentState.failed: Lesson.failed,
    DocumentState.withdrawing: Lesson.none,
    DocumentState.withdrawn: Lesson.none,
}
"""What a document's state comes to for the lesson of a resolved incident."""


def load_facts(session: ScopedSession, period: Period, now: datetime, parts: Collection[Part] = tuple(Part)) -> Facts:
    """What the period's tables count; only these parts beside the incidents."""
    until = min(now, period.end)
    if period.start >= until:
        return Facts(start=period.start, until=period.start)
    return Facts(
        start=period.start,
        until=until,
        incidents=_incidents(session, declared_in(period)),
        kin=_kin(session, period),
        earlier=_earlier(session, period) if Part.earlier in parts else {},
        runs=_runs(session, period) if Part.runs in parts else [],
        tried=_tried(session, period) if Part.tried in parts else [],
        alerts=_alerts(session, period) if Part.alerts in parts else [],
    )


def declared_in(period: Period) -> list[sa.ColumnElement[bool]]:
    """The condition: an incident that is there and was declared in the period."""
    where = [Incident.deleted_at.is_(None), Incident.declared_at >= period.start, Incident.declared_at < period.end]
    if period.services:
        where.append(Incident.service.in_(period.services))
    if not period.samples:
        where.append(Incident.sample.is_(False))
    return where


def _incidents(session: ScopedSession, where: Sequence[sa.ColumnElement[bool]]) -> list[IncidentFact]:
    rows = sa.select(*COLUMNS).outerjoin(LedgerDocument, LEDGER_JOIN).where(*where)
    rows = rows.order_by(Incident.declared_at, Incident.number)
    return [_incident(row) for row in session.execute(rows)]


def _incident(row: Any) -> IncidentFact:
    *told, started, acknowledged, mitigated, resolved, fingerprint, same_as, root, sample, confirms, state, forgot = row
    status, outcome, declared_at = told[-3:]
    learnt = lesson(status, outcome, state, forgotten=forgot is not None, confirms=confirms is not None)
    began_at = started or declared_at
    times = (began_at, acknowledged, mitigated, resolved)
    return IncidentFact._make((*told, *times, fingerprint, same_as, root or told[0], learnt, sample))


def lesson(
    status: Status, outcome: Outcome | None, state: DocumentState | None, *, forgotten: bool, confirms: bool
) -> Lesson:
    """Where the lesson of an incident in that state stands."""
    if status is not Status.resolved or outcome not in REMEMBERED_OUTCOMES:
        return Lesson.not_due
    if forgotten:
        return Lesson.forgotten
    found = LESSONS[state]
    return Lesson.confirming if confirms and found is Lesson.none else found


def _fingerprints(period: Period) -> sa.Select[Any]:
    return sa.select(Incident.fingerprint).where(*declared_in(period), Incident.fingerprint.is_not(None)).distinct()


def _kin(session: ScopedSession, period: Period) -> list[IncidentFact]:
    """Where only some services are counted, what counts as the same errors elsewhere: people can merge them."""
    if not period.services:
        return []
    everywhere = declared_in(replace(period, services=()))
    other = Incident.service.not_in(period.services)
    return _incidents(session, [*everywhere, other, Incident.fingerprint.in_(_fingerprints(period))])


def _earlier(session: ScopedSession, period: Period) -> dict[str, IncidentFact]:
    """For each fingerprint of the period, the last incident that had it before."""
    named = _fingerprints(period).subquery()
    before = aliased(Incident)
    last = (
        sa.select(before.pk)
        .where(
            before.fingerprint == named.c.fingerprint,
            before.declared_at < period.start,
            before.deleted_at.is_(None),
            sa.true() if period.samples else before.sample.is_(False),
        )
        .order_by(before.declared_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    found = _incidents(session, [Incident.pk.in_(sa.select(last).select_from(named))])
    return {str(one.fingerprint): one for one in found}


def _runs(session: ScopedSession, period: Period) -> list[RunFact]:
    rows = session.execute(
        sa.select(
            Investigation.pk,
            Investigation.id,
            Investigation.incident_id,
            Investigation.started_at,
            Investigation.memory_status,
            sa.cast(Investigation.shown, sa.Text),
        )
        .join(Incident, Incident.pk == Investigation.incident_pk)
        .where(*declared_in(period))
        .order_by(Investigation.pk)
    )
    return [
        # Most have shown nothing, and thousands of empty lists need not be parsed.
        RunFact(pk, id_, incident, started, memory, () if shown == "[]" else tuple(json.loads(shown)))
        for pk, id_, incident, started, memory, shown in rows
    ]


def _tried(session: ScopedSession, period: Period) -> list[Tried]:
    other = aliased(Incident)
    rows = session.execute(
        sa.select(Incident.id, DidNotHelp.tried, sa.func.coalesce(other.resolution_root, DidNotHelp.tried))
        .join(Incident, Incident.pk == DidNotHelp.incident_pk)
        .outerjoin(other, sa.and_(other.workspace_id == DidNotHelp.workspace_id, other.id == DidNotHelp.tried))
        .where(*declared_in(period))
        .order_by(Incident.number, DidNotHelp.pk)
    )
    return [Tried(*row) for row in rows]


def fired_in(period: Period) -> list[sa.ColumnElement[bool]]:
    """The condition: a firing that began in the period."""
    began = AlertOccurrence.began_at
    where = [began >= period.start, began < period.end, AlertOccurrence.fired.is_(True)]
    if period.services:
        where.append(AlertOccurrence.service.in_(period.services))
    return where


UNCONFIRMED = sa.or_(
    Incident.status == Status.triage, Incident.outcome == Outcome.false_alarm, Incident.deleted_at.is_not(None)
)
"""Incidents that nobody confirmed, or that turned out to be none."""


def acknowledged() -> sa.ColumnElement[bool]:
    """Whether somebody acknowledged the firing at its source or acted on it here."""
    return sa.or_(AlertOccurrence.acknowledged_at.is_not(None), AlertOccurrence.acted_on_at.is_not(None))


def attached() -> sa.ColumnElement[bool]:
    """Whether the firing belongs to an incident that a person confirmed."""
    unconfirmed = sa.select(Incident.pk).where(UNCONFIRMED)
    return sa.and_(AlertOccurrence.incident_pk.is_not(None), AlertOccurrence.incident_pk.not_in(unconfirmed))


def _alerts(session: ScopedSession, period: Period) -> list[AlertFact]:
    noticed, joined = acknowledged(), attached()
    sums = (
        sa.select(
            AlertOccurrence.alert_pk,
            AlertOccurrence.service,
            sa.func.count(),
            _many(noticed),
            _many(joined),
            _many(sa.and_(noticed, joined)),
            sa.func.max(AlertOccurrence.began_at, type_=UtcDateTime()),
        )
        .where(*fired_in(period))
        .group_by(AlertOccurrence.alert_pk, AlertOccurrence.service)
    )
    counted = session.execute(sums).all()
    names = _names(session, {row.alert_pk for row in counted})
    return [
        AlertFact(f"ALR-{pk}", *names[pk], service, fired, by_hand, in_incidents, by_hand + in_incidents - both, last)
        for pk, service, fired, by_hand, in_incidents, both, last in counted
    ]


def _many(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.count(sa.case((condition, 1)))


ALERTS_AT_ONCE = 10_000


def _names(session: ScopedSession, pks: Collection[int]) -> dict[int, tuple[str, str, str]]:
    """Source, fingerprint and title of the alerts, by pk."""
    ordered, found = sorted(pks), {}
    for start in range(0, len(ordered), ALERTS_AT_ONCE):
        some = Alert.pk.in_(ordered[start : start + ALERTS_AT_ONCE])
        rows = session.execute(sa.select(Alert.pk, Alert.source, Alert.fingerprint, Alert.title).where(some))
        found.update({pk: (source, fingerprint, title) for pk, source, fingerprint, title in rows})
    return found
