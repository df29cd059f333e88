"""Histories for detectors and tables, told in the words of the trade."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.insights.facts import AlertFact, Facts, IncidentFact, Lesson, RunFact, Tried
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


def alert(fired: int, *, acted_on: int = 0, **fields: Any) -> AlertFact:
    """An alert that fired so often."""
    plain = AlertFact(
        alert_id="ALR-1",
        source="alertmanager",
        fingerprint="f00d",
        title="HighErrorRate",
        service="payment-api",
        fired=fired,
        acknowledged=acted_on,
        attached=0,
        acted_on=acted_on,
        last_fired_at=NOW,
    )
    return replace(plain, **fields)


def facts(*incidents: IncidentFact, **fields: Any) -> Facts:
    """The facts of the last ninety days."""
    plain = Facts(start=NOW - PERIOD, until=NOW, incidents=sorted(incidents, key=lambda one: one.declared_at))
    return replace(plain, **fields)


def tried(incident_id: str, root: str) -> Tried:
    """A person recorded that the resolution did not help."""
    return Tried(incident_id, root, root)
