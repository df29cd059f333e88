"""What insights count, as frozen values: everything that judges or sums sees these and no session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Severity, Status
from memoryops.memory.schemas import MemoryStatus


class Lesson(StrEnum):
    """Where the lesson of an incident stands; `not_due` teaches nothing (unresolved, or a false alarm)."""

    ready = "ready"
    waiting = "waiting"
    failed = "failed"
    confirming = "confirming"
    forgotten = "forgotten"
    none = "none"
    not_due = "not_due"


@dataclass(frozen=True, slots=True)
class IncidentFact:
    """One incident as insights see it. `root` names the resolution it ended by, its own id where it has its own."""

    id: str
    number: int
    title: str
    service: str
    severity: Severity
    status: Status
    outcome: Outcome | None
    declared_at: datetime
    began_at: datetime
    acknowledged_at: datetime | None
    mitigated_at: datetime | None
    resolved_at: datetime | None
    fingerprint: str | None
    same_as: str | None
    root: str
    lesson: Lesson
    sample: bool

    @property
    def is_open(self) -> bool:
        """Whether it is not resolved."""
        return self.status is not Status.resolved

    @property
    def ended_by_a_fix(self) -> bool:
        """Whether something was done that ended it; a recovery by itself and a false alarm are no fix."""
        return self.status is Status.resolved and self.outcome in (Outcome.fixed, Outcome.mitigated)

    @property
    def teaches(self) -> bool:
        """Whether its resolution is one that memory is to hold."""
        return self.status is Status.resolved and self.outcome in REMEMBERED_OUTCOMES


@dataclass(frozen=True, slots=True)
class RunFact:
    """One investigation; `memory` is None while it has not heard from memory. `shown` are the ids of its evidence."""

    pk: int
    id: str
    incident_id: str
    started_at: datetime
    memory: MemoryStatus | None
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A person recorded with one incident that the resolution of another, `tried`, did not help; `root` names it."""

    incident_id: str
    tried: str
    root: str


@dataclass(frozen=True, slots=True)
class AlertFact:
    """One alert of one service in the period: how often it fired.

    Of these were acknowledged, attached to a confirmed incident, either (`acted_on`) so many.
    """

    alert_id: str
    source: str
    fingerprint: str
    title: str
    service: str | None
    fired: int
    acknowledged: int
    attached: int
    acted_on: int
    last_fired_at: datetime

    @property
    def ignored(self) -> int:
        """Firings on which nobody acted."""
        return self.fired - self.acted_on


@dataclass(frozen=True)
class Facts:
    """Everything of one period, `start` to `until`, which is its end or now, whichever is first.

    `incidents` are oldest first. `kin` are those of other services in the period that count as the same errors, where
    only some services are counted. `earlier` holds, for each fingerprint that the record knew before, the last
    incident before the period.
    """

    start: datetime
    until: datetime
    incidents: Sequence[IncidentFact] = ()
    kin: Sequence[IncidentFact] = ()
    earlier: Mapping[str, IncidentFact] = field(default_factory=dict)
    runs: Sequence[RunFact] = ()
    tried: Sequence[Tried] = ()
    alerts: Sequence[AlertFact] = ()
