"""Which rows a number counts. The number and its list use the same function, so they cannot differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar
from zoneinfo import ZoneInfo

from memoryops.insights.counted import Measure
from memoryops.insights.facts import Facts, IncidentFact, RunFact
from memoryops.memory.schemas import MemoryStatus

Timed = tuple[IncidentFact, float]


class Novelty(StrEnum):
    """Whether the record had seen an error before; without an error text nobody can tell."""

    new = "new"
    repeat = "repeat"
    unidentified = "unidentified"


def novelties(facts: Facts) -> dict[str, Novelty]:
    """By incident: the first with its fingerprint is new, every later one a repeat."""
    seen = set(facts.earlier)
    found: dict[str, Novelty] = {}
    for incident in _everywhere(facts):
        if incident.fingerprint is None:
            found[incident.id] = Novelty.unidentified
        else:
            found[incident.id] = Novelty.repeat if incident.fingerprint in seen else Novelty.new
            seen.add(incident.fingerprint)
    return found


def novel(facts: Facts, novelty: Novelty) -> list[IncidentFact]:
    """The incidents that are of that novelty."""
    found = novelties(facts)
    return [one for one in facts.incidents if found[one.id] is novelty]


def _everywhere(facts: Facts) -> Sequence[IncidentFact]:
    """The incidents with their kin, oldest first."""
    if not facts.kin:
        return facts.incidents
    return sorted([*facts.incidents, *facts.kin], key=lambda one: (one.declared_at, one.number))


def by_service(incidents: Iterable[IncidentFact]) -> dict[str, list[IncidentFact]]:
    """The incidents of each service, in their order."""
    found: dict[str, list[IncidentFact]] = {}
    for incident in incidents:
        found.setdefault(incident.service, []).append(incident)
    return found


def chains(facts: Facts) -> Iterator[list[IncidentFact]]:
    """The incidents of each fingerprint, oldest first, led by the last one before the period where there is one."""
    found: dict[str, list[IncidentFact]] = {}
    for incident in _everywhere(facts):
        if incident.fingerprint is not None:
            found.setdefault(incident.fingerprint, []).append(incident)
    for fingerprint, chain in found.items():
        first = facts.earlier.get(fingerprint)
        yield [first, *chain] if first else chain


def taken(measure: Measure, incident: IncidentFact) -> float | None:
    """Seconds from the declaration to that step, None where it was not taken; never below zero."""
    ends: Mapping[Measure, datetime | None] = {
        Measure.acknowledge: incident.acknowledged_at,
        Measure.mitigate: incident.mitigated_at,
        Measure.resolve: incident.resolved_at,
    }
    end = ends[measure]
    return None if end is None else max(0.0, (end - incident.declared_at).total_seconds())


def timed(measure: Measure, incidents: Iterable[IncidentFact]) -> list[Timed]:
    """The incidents that took that step, with the seconds from the declaration."""
    return [(one, value) for one in incidents if (value := taken(measure, one)) is not None]


def untimed(measure: Measure, incidents: Iterable[IncidentFact]) -> list[IncidentFact]:
    """The incidents that did not take that step."""
    return [one for one in incidents if taken(measure, one) is None]


def between(rows: Iterable[Timed], at_least: float | None, below: float | None) -> list[Timed]:
    """Those whose seconds lie in a bin."""
    return [row for row in rows if row[1] >= (at_least or 0.0) and (below is None or row[1] < below)]


class Dated(Protocol):
    """Something that was declared at some time."""

    @property
    def declared_at(self) -> datetime: ...


AnyDated = TypeVar("AnyDated", bound=Dated)


def by_hour(incidents: Iterable[AnyDated], zone: ZoneInfo) -> dict[tuple[int, int], list[AnyDated]]:
    """The incidents by weekday (1 is Monday) and hour in which they were declared, by the clock of the zone."""
    found: dict[tuple[int, int], list[AnyDated]] = {}
    for incident in incidents:
        local = incident.declared_at.astimezone(zone)
        found.setdefault((local.isoweekday(), local.hour), []).append(incident)
    return found


def recalled(facts: Facts, status: MemoryStatus | None) -> list[RunFact]:
    """The investigations that got this from memory; None are those that have not heard from it."""
    return [run for run in facts.runs if run.memory is status]


def shown_before_the_end(facts: Facts) -> dict[str, frozenset[str]]:
    """By incident, the ids of the evidence that its investigations showed before it was resolved."""
    ended = {one.id: one.resolved_at for one in facts.incidents}
    found: dict[str, set[str]] = {}
    for run in facts.runs:
        end = ended.get(run.incident_id)
        if run.incident_id in ended and (end is None or run.started_at <= end):
            found.setdefault(run.incident_id, set()).update(run.shown)
    return {name: frozenset(shown) for name, shown in found.items()}


def by_evidence(facts: Facts) -> tuple[list[Timed], list[Timed]]:
    """The resolved incidents that were shown evidence before they ended, and those that were investigated without.

    Those that nobody investigated before the end are in neither.
    """
    shown = shown_before_the_end(facts)
    resolved = [row for row in timed(Measure.resolve, facts.incidents) if row[0].id in shown]
    return [row for row in resolved if shown[row[0].id]], [row for row in resolved if not shown[row[0].id]]


def ids(incidents: Sequence[IncidentFact]) -> list[str]:
    """Their ids, newest first."""
    return [one.id for one in reversed(incidents)]
