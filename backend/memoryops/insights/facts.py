"""What insights know of single incidents, as frozen values: whatever judges sees these and no session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from memoryops.evidence.ordering import Verdict
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Severity, Status
from memoryops.memory.schemas import MemoryStatus

NOTHING: frozenset[str] = frozenset()


class Novelty(StrEnum):
    """Whether the record had seen an error before; without an error text nobody can tell."""

    new = "new"
    repeat = "repeat"
    unidentified = "unidentified"


class Lesson(StrEnum):
    """Where the lesson of an incident stands; `not_due` teaches nothing (unresolved, or a false alarm)."""

    ready = "ready"
    waiting = "waiting"
    failed = "failed"
    confirming = "confirming"
    forgotten = "forgotten"
    none = "none"
    not_due = "not_due"


class IncidentFact(NamedTuple):
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


class FixFact(NamedTuple):
    """How an incident ended, and when: for a line that says how long its fix held."""

    outcome: Outcome
    ended_at: datetime
    sample: bool


class RunFact(NamedTuple):
    """One investigation; `memory` is None while it has not heard from memory. `shown` are the ids of its evidence."""

    pk: int
    id: str
    incident_id: str
    started_at: datetime
    memory: MemoryStatus | None
    shown: tuple[str, ...]


class Tried(NamedTuple):
    """A person recorded with one incident that the resolution of another, `root`, did not help.

    `shown`: its investigations had shown that evidence before it was resolved.
    """

    number: int
    root: str
    shown: bool = False


class Marked(NamedTuple):
    """A piece of evidence that the people of incident `number` marked so, and when it was last.

    `document` is the number of the incident whose resolution was the evidence.
    """

    number: int
    document: int
    verdict: Verdict
    at: datetime


class ActionFact(NamedTuple):
    """An action item of an incident, open from `created_at` until `closed_at`, which is None while it is open.

    `number`, `fingerprint` and `sample` are the incident's.
    """

    id: str
    number: int
    fingerprint: str
    sample: bool
    created_at: datetime
    closed_at: datetime | None

    def is_open_at(self, moment: datetime) -> bool:
        """Whether it was there and not closed yet."""
        return self.created_at < moment and (self.closed_at is None or self.closed_at > moment)


@dataclass(frozen=True)
class Facts:
    """The incidents of one stretch of time, oldest first, with what has to be known to judge each of them.

    `earlier` holds, for each fingerprint that the record knew before, the last incident before, one that was no false
    alarm where there is one. `runs` are the investigations of these incidents.
    """

    incidents: Sequence[IncidentFact] = ()
    earlier: Mapping[str, IncidentFact] = field(default_factory=dict)
    runs: Sequence[RunFact] = ()

    @cached_property
    def chains(self) -> Sequence[Sequence[IncidentFact]]:
        """The incidents of each fingerprint, oldest first, led by the one from before where there is one."""
        found: dict[str, list[IncidentFact]] = {}
        for incident in self.incidents:
            fingerprint = incident.fingerprint
            if fingerprint is not None:
                found.setdefault(fingerprint, []).append(incident)
        earlier = self.earlier
        return [[earlier[name], *chain] if name in earlier else chain for name, chain in found.items()]

    @cached_property
    def novelties(self) -> Mapping[str, Novelty]:
        """By incident: the first with its fingerprint is new, every later one a repeat."""
        seen = set(self.earlier)
        found: dict[str, Novelty] = {}
        for incident in self.incidents:
            if incident.fingerprint is None:
                found[incident.id] = Novelty.unidentified
            else:
                found[incident.id] = Novelty.repeat if incident.fingerprint in seen else Novelty.new
                seen.add(incident.fingerprint)
        return found

    @cached_property
    def runs_of(self) -> Mapping[str, Sequence[RunFact]]:
        """The investigations of each incident."""
        found: dict[str, list[RunFact]] = {}
        for run in self.runs:
            found.setdefault(run.incident_id, []).append(run)
        return found

    @cached_property
    def shown(self) -> Mapping[str, frozenset[str]]:
        """By incident, the ids of the evidence that its investigations showed before it was resolved.

        Those that were not investigated before the end are missing.
        """
        ended = {one.id: one.resolved_at for one in self.incidents}
        found: dict[str, frozenset[str]] = {}
        for _, _, incident_id, started_at, _, shown in self.runs:
            end = ended.get(incident_id)
            if incident_id in ended and (end is None or started_at <= end):
                found[incident_id] = found.get(incident_id, NOTHING).union(shown)
        return found
