"""From the record to facts: the few queries that insights make, each bounded by the period.

Those that every count makes are built once: building one, and its key among those that were compiled, takes longer than
what it reads.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from memoryops.followups.models import ActionItem
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Severity, Status
from memoryops.incidents.models import LEDGER_JOIN, DidNotHelp, Incident
from memoryops.insights.decoding import as_stored, moment, words
from memoryops.insights.facts import ActionFact, Facts, IncidentFact, Lesson, RunFact, Tried
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


START, END = sa.bindparam("start", type_=UtcDateTime()), sa.bindparam("end", type_=UtcDateTime())
SAMPLES = sa.bindparam("samples", type_=sa.Boolean())
DECLARED = sa.and_(
    Incident.deleted_at.is_(None),
    Incident.declared_at >= START,
    Incident.declared_at < END,
    sa.or_(SAMPLES, Incident.sample.is_(False)),
)
"""The condition: an incident that is there and was declared in the period of any service; see `_asked`."""

CHOSEN = Incident.number.in_(sa.bindparam("numbers", expanding=True, type_=sa.Integer()))


def _asked(period: Period) -> dict[str, Any]:
    """What `DECLARED` needs to know."""
    return {"start": period.start, "end": period.end, "samples": period.samples}


def load_facts(session: ScopedSession, stretch: Period) -> Facts:
    """What has to be known of the incidents of that stretch of time."""
    return Facts(
        incidents=sorted(_incidents(session, THOSE_DECLARED, _asked(stretch)), key=_place),
        earlier=_earlier(session, stretch),
        runs=_runs(session, RUNS_OF_DECLARED, _asked(stretch)),
    )


def _place(one: IncidentFact) -> tuple[datetime, int]:
    return one.declared_at, one.number


def load_incidents(session: ScopedSession, numbers: Collection[int]) -> dict[int, IncidentFact]:
    """The incidents of these numbers that are there, by their numbers."""
    found: dict[int, IncidentFact] = {}
    for some in parts(sorted(numbers)):
        found.update((one.number, one) for one in _incidents(session, THOSE_CHOSEN, {"numbers": some}))
    return found


def load_samples(session: ScopedSession, numbers: Collection[int]) -> set[int]:
    """Those of the numbers that are samples, the deleted ones too."""
    found: set[int] = set()
    for some in parts(sorted(numbers)):
        found.update(session.scalars(SAMPLES_CHOSEN, {"numbers": some}))
    return found


AT_ONCE = 5_000


def parts(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    """The keys, as many at once as a statement may name."""
    return (keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE))


def declared_in(period: Period) -> list[sa.ColumnElement[bool]]:
    """The condition: an incident that is there and was declared in the period."""
    where = [Incident.deleted_at.is_(None), Incident.declared_at >= period.start, Incident.declared_at < period.end]
    if period.services:
        where.append(Incident.service.in_(period.services))
    if not period.samples:
        where.append(Incident.sample.is_(False))
    return where


INCIDENTS = sa.select(*as_stored(COLUMNS)).outerjoin(LedgerDocument, LEDGER_JOIN)
THOSE_DECLARED = INCIDENTS.where(DECLARED)
THOSE_CHOSEN = INCIDENTS.where(CHOSEN, Incident.deleted_at.is_(None))
THOSE_SHOWN = INCIDENTS.where(CHOSEN)
SAMPLES_CHOSEN = sa.select(Incident.number).where(CHOSEN, Incident.sample.is_(True))


def _incidents(session: ScopedSession, those: sa.Select[Any], asked: Mapping[str, Any]) -> list[IncidentFact]:
    return [_incident(row) for row in session.execute(those, asked)]


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


def _last_before() -> sa.Select[Any]:
    named = sa.select(Incident.fingerprint).where(DECLARED, Incident.fingerprint.is_not(None)).distinct().subquery()
    before = aliased(Incident)
    there = (
        sa.select(before.pk)
        .where(
            before.fingerprint == named.c.fingerprint,
            before.declared_at < START,
            before.deleted_at.is_(None),
            sa.or_(SAMPLES, before.sample.is_(False)),
        )
        .order_by(before.declared_at.desc(), before.number.desc())
        .limit(1)
    )
    occurred = there.where(sa.or_(before.outcome.is_(None), before.outcome != Outcome.false_alarm))
    last = sa.func.coalesce(occurred.scalar_subquery(), there.scalar_subquery())
    rows = sa.select(*as_stored(COLUMNS)).select_from(named).join(Incident, Incident.pk == last)
    return rows.outerjoin(LedgerDocument, LEDGER_JOIN)


LAST_BEFORE = _last_before()
"""For each fingerprint of the period, the last occurrence of it before, else the last false alarm."""


def _earlier(session: ScopedSession, period: Period) -> dict[str, IncidentFact]:
    return {str(one.fingerprint): one for one in _incidents(session, LAST_BEFORE, _asked(period))}


RUNS = sa.select(
    *as_stored(
        (
            Investigation.pk,
            Investigation.id,
            Investigation.incident_id,
            Investigation.started_at,
            Investigation.memory_status,
        )
    ),
    sa.cast(Investigation.shown, sa.Text),
).join(Incident, Incident.pk == Investigation.incident_pk)
RUNS_OF_DECLARED = RUNS.where(DECLARED)
RUNS_OF_CHOSEN = RUNS.where(CHOSEN)


def _runs(session: ScopedSession, those: sa.Select[Any], asked: Mapping[str, Any]) -> list[RunFact]:
    rows: Iterable[Any] = session.execute(those, asked)
    return [
        RunFact._make((pk, id_, incident_id, moment(started), MEMORY[memory], _ids(shown)))
        for pk, id_, incident_id, started, memory, shown in rows
    ]


def _ids(stored: str) -> tuple[str, ...]:
    """Most have shown nothing, and thousands of empty lists need not be parsed."""
    return () if stored == "[]" else tuple(json.loads(stored))


def _every_tried() -> sa.Select[int, int, str, str]:
    other = aliased(Incident)
    root = sa.func.coalesce(other.resolution_root, DidNotHelp.tried)
    return (
        sa.select(DidNotHelp.pk, Incident.number, DidNotHelp.tried, root)
        .join(Incident, Incident.pk == DidNotHelp.incident_pk)
        .outerjoin(other, other.id == DidNotHelp.tried)
        .where(DECLARED, Incident.pk.in_(sa.bindparam("pks", expanding=True, type_=sa.Integer())))
        .where(sa.or_(SAMPLES, other.sample.is_not(True)))
    )


TRYING = sa.select(DidNotHelp.incident_pk).distinct()
TRIED = _every_tried()


def load_tried(session: ScopedSession, period: Period) -> list[Tried]:
    """What people recorded, with incidents of the period, as resolutions that did not help."""
    # Few incidents have any: read these, not all of the period.
    pks = session.scalars(TRYING).all()
    asked = _asked(period)
    rows = [row for some in parts(pks) for row in session.execute(TRIED, {**asked, "pks": some})]
    told = sorted((number, pk, tried, root) for pk, number, tried, root in rows)
    shown = _shown(session, {number for number, *_ in told})
    return [
        Tried(number, root, not shown.get(f"INC-{number}", frozenset()).isdisjoint({tried, root}))
        for number, _, tried, root in told
    ]


def _shown(session: ScopedSession, numbers: Collection[int]) -> Mapping[str, frozenset[str]]:
    """By incident, the evidence that its investigations showed before the end."""
    found: dict[str, frozenset[str]] = {}
    for some in parts(sorted(numbers)):
        asked = {"numbers": some}
        facts = Facts(incidents=_incidents(session, THOSE_SHOWN, asked), runs=_runs(session, RUNS_OF_CHOSEN, asked))
        found.update(facts.shown)
    return found


LEFT_OPEN = (
    sa.select(
        ActionItem.id,
        Incident.number,
        Incident.fingerprint,
        Incident.sample,
        ActionItem.created_at,
        ActionItem.closed_at,
    )
    .join(Incident, Incident.pk == ActionItem.incident_pk)
    .where(
        ActionItem.deleted_at.is_(None),
        ActionItem.created_at < END,
        sa.or_(ActionItem.closed_at.is_(None), ActionItem.closed_at > START),
        Incident.deleted_at.is_(None),
        Incident.fingerprint.is_not(None),
        sa.or_(SAMPLES, Incident.sample.is_(False)),
    )
    .order_by(ActionItem.number)
)


def load_left_open(session: ScopedSession, period: Period) -> list[ActionFact]:
    """Action items that were open in the period, of incidents with an identity."""
    return [ActionFact._make(row) for row in session.execute(LEFT_OPEN, _asked(period))]
