"""Histories for detectors and tables, told in the words of the trade."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.insights.facts import ActionFact, Facts, IncidentFact, Lesson, RunFact, Tried
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.history import AlertName, History
from memoryops.insights.sheets import sheet_of
from memoryops.memory.schemas import MemoryStatus
from tests.harness import START

NOW = START
PERIOD = timedelta(days=90)


def ago(**delta: float) -> datetime:
    """So long before now."""
    return NOW - timedelta(**delta)


def incident(number: int, declared_at: datetime, *, hours: float | None = 1.0, **fields: Any) -> IncidentFact:
    """An incident that was fixed after so many hours; None leaves it open."""
    is_open = hours is None
    resolved_at = None if hours is None else declared_at + timedelta(hours=hours)
    plain = IncidentFact(
        id=f"INC-{number}",
        number=number,
        title="Payments time out",
        service="payment-api",
        severity=Severity.sev2,
        status=Status.investigating if is_open else Status.resolved,
        outcome=None if is_open else Outcome.fixed,
        declared_at=declared_at,
        began_at=declared_at,
        acknowledged_at=None,
        mitigated_at=None,
        resolved_at=resolved_at,
        fingerprint=None,
        same_as=None,
        root=f"INC-{number}",
        lesson=Lesson.not_due if is_open else Lesson.ready,
        sample=False,
    )
    return plain._replace(**fields)


def run(number: int, incident_id: str, at: datetime, memory: MemoryStatus | None, *shown: str) -> RunFact:
    """An investigation and what it got from memory."""
    return RunFact(number, f"INV-{number}", incident_id, at, memory, shown)


def alert(fired: int, *, pk: int = 1, acted_on: int = 0) -> AlertCount:
    """An alert that fired so often, by its primary key; the history of it names it by that."""
    return AlertCount(pk, "payment-api", fired, acted_on, 0, acted_on)


def history(
    *incidents: IncidentFact,
    earlier: dict[str, IncidentFact] | None = None,
    runs: Sequence[RunFact] = (),
    tried: Sequence[Tried] = (),
    left_open: Sequence[ActionFact] = (),
    alerts: Sequence[AlertCount] = (),
    start: datetime = NOW - PERIOD,
) -> History:
    """What happened in the last ninety days."""
    ordered = sorted(incidents, key=lambda one: (one.declared_at, one.number))
    sheet = sheet_of(Facts(incidents=ordered, earlier=earlier or {}, runs=runs))
    names = {one.pk: AlertName("alertmanager", f"f00d-{one.pk}", "HighErrorRate") for one in alerts}
    return History(
        start=start,
        until=NOW,
        incidents=sheet,
        everywhere=sheet,
        tried=tried,
        left_open=left_open,
        alerts=alerts,
        names=names,
    )


def tried(number: int, root: str) -> Tried:
    """A person recorded that the resolution did not help."""
    return Tried(number, root)


def ids(numbers: Sequence[int]) -> list[str]:
    """The incidents of these numbers, as people read them."""
    return [f"INC-{number}" for number in numbers]
