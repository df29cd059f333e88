"""From the record to facts: the few queries that insights make, each bounded by the period."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.followups.models import ActionItem
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Severity, Status
from memoryops.incidents.models import LEDGER_JOIN, DidNotHelp, Incident
from memoryops.insights.decoding import as_stored, moment, words
from memoryops.insights.facts import ActionFact, AlertFact, Facts, IncidentFact, Lesson, Part, RunFact, Tried
from memoryops.insights.period import Period
from memoryops.investigations.models import Investigation
from memoryops.kit.db import ScopedSession, UtcDateTime
from memoryops.memory.models import LedgerDocument
from memoryops.memory.schemas import MemoryStatus
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
    """What the period's tables count, but for the alerts; only these parts beside the incidents."""
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
        left_open=_left_open(session, period) if Part.left_open in parts else [],
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
    rows = sa.select(*as_stored(COLUMNS)).outerjoin(LedgerDocument, LEDGER_JOIN).where(*where)
    rows = rows.order_by(Incident.declared_at, Incident.number)
    return [_incident(row) for row in session.execute(rows)]


SEVERITIES, STATUSES, OUTCOMES = words(Severity), words(Status), words(Outcome)
STATES, MEMORY = words(DocumentState), words(MemoryStatus)


def _incident(row: Any) -> IncidentFact:
    id_, number, title, service, severity, status, outcome, declared, started, *times = row[:12]
    fingerprint, same_as, root, sample, confirms, state, forgot = row[12:]
    status, outcome, declared_at = STATUSES[status], OUTCOMES[outcome], moment(declared)
    learnt = lesson(status, outcome, STATES[state], forgotten=forgot is not None, confirms=confirms is not None)
    told = (id_, number, title, service, SEVERITIES[severity], status, outcome, declared_at)
    reached = [moment(time) for time in times]
    began = moment(started) or declared_at
    return IncidentFact._make((*told, began, *reached, fingerprint, same_as, root or id_, learnt, bool(sample)))


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
    rows = sa.select(*as_stored(COLUMNS)).select_from(named).join(Incident, Incident.pk == last)
    found = [_incident(row) for row in session.execute(rows.outerjoin(LedgerDocument, LEDGER_JOIN))]
    return {str(one.fingerprint): one for one in found}


def _runs(session: ScopedSession, period: Period) -> list[RunFact]:
    shown = sa.cast(Investigation.shown, sa.Text)
    columns = as_stored(
        (
            Investigation.pk,
            Investigation.id,
            Investigation.incident_id,
            Investigation.started_at,
            Investigation.memory_status,
        )
    )
    wanted = sa.select(*columns, shown).join(Incident, Incident.pk == Investigation.incident_pk)
    rows: Iterable[Any] = session.execute(wanted.where(*declared_in(period)))
    return [
        RunFact._make((pk, id_, incident_id, moment(started), MEMORY[memory], _ids(shown)))
        for pk, id_, incident_id, started, memory, shown in rows
    ]


def _ids(stored: str) -> tuple[str, ...]:
    """Most have shown nothing, and thousands of empty lists need not be parsed."""
    return () if stored == "[]" else tuple(json.loads(stored))


def _tried(session: ScopedSession, period: Period) -> list[Tried]:
    other = aliased(Incident)
    root = sa.func.coalesce(other.resolution_root, DidNotHelp.tried)
    rows = session.execute(
        sa.select(Incident.number, DidNotHelp.pk, Incident.id, DidNotHelp.tried, root)
        .join(Incident, Incident.pk == DidNotHelp.incident_pk)
        .outerjoin(other, other.id == DidNotHelp.tried)
        .where(*declared_in(period))
    )
    return [Tried(*row[2:]) for row in sorted(rows, key=lambda row: row[:2])]


def _left_open(session: ScopedSession, period: Period) -> list[ActionFact]:
    """Action items that were open in the period, of incidents that count as an error of the period."""
    left: list[sa.ColumnElement[bool]] = [
        ActionItem.deleted_at.is_(None),
        ActionItem.created_at < period.end,
        sa.or_(ActionItem.closed_at.is_(None), ActionItem.closed_at > period.start),
    ]
    of_errors: list[sa.ColumnElement[bool]] = [
        Incident.deleted_at.is_(None),
        Incident.fingerprint.in_(_fingerprints(period)),
    ]
    if not period.samples:
        of_errors.append(Incident.sample.is_(False))
    columns = (ActionItem.id, ActionItem.created_at, ActionItem.closed_at)
    joined = sa.select(Incident.id, *columns).join(Incident, Incident.pk == ActionItem.incident_pk)
    items = session.execute(joined.where(*left, *of_errors).order_by(ActionItem.number)).all()
    if not items:
        return []
    with_items = sa.select(ActionItem.incident_pk).where(*left)
    incidents = {one.id: one for one in _incidents(session, [*of_errors, Incident.pk.in_(with_items)])}
    return [ActionFact(id_, incidents[incident], created, closed) for incident, id_, created, closed in items]


def fired_in(period: Period) -> list[sa.ColumnElement[bool]]:
    """The condition: a firing that began in the period."""
    began = AlertOccurrence.began_at
    where = [began >= period.start, began < period.end, AlertOccurrence.fired.is_(True)]
    if period.services:
        where.append(AlertOccurrence.service.in_(period.services))
    return where


Unconfirmed = aliased(Incident)
UNCONFIRMED = sa.and_(
    Unconfirmed.pk == AlertOccurrence.incident_pk,
    sa.or_(
        Unconfirmed.status == Status.triage,
        Unconfirmed.outcome == Outcome.false_alarm,
        Unconfirmed.deleted_at.is_not(None),
    ),
)
"""The incident of a firing where nobody confirmed it, or where it turned out to be none: an outer join."""


def acknowledged() -> sa.ColumnElement[bool]:
    """Whether somebody acknowledged the firing at its source or acted on it here."""
    return sa.or_(AlertOccurrence.acknowledged_at.is_not(None), AlertOccurrence.acted_on_at.is_not(None))


def attached() -> sa.ColumnElement[bool]:
    """Whether the firing belongs to an incident that a person confirmed; needs the outer join `UNCONFIRMED`."""
    return sa.and_(AlertOccurrence.incident_pk.is_not(None), Unconfirmed.pk.is_(None))


def load_alerts(session: ScopedSession, period: Period) -> list[AlertFact]:
    """How often each alert fired in the period, and how often somebody acted."""
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
        .outerjoin(Unconfirmed, UNCONFIRMED)
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
