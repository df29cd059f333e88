"""Which rows a number counts. The number and its list use the same function, so they cannot differ."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Protocol, TypeVar
from zoneinfo import ZoneInfo

from memoryops.insights.counted import Measure
from memoryops.insights.facts import Facts, IncidentFact, Novelty, RunFact
from memoryops.memory.schemas import MemoryStatus

Timed = tuple[IncidentFact, float]


def novel(facts: Facts, novelty: Novelty) -> list[IncidentFact]:
    """The incidents that are of that novelty."""
    return [one for one in facts.incidents if facts.novelties[one.id] is novelty]


END: Mapping[Measure, Callable[[IncidentFact], datetime | None]] = {
    Measure.acknowledge: attrgetter("acknowledged_at"),
    Measure.mitigate: attrgetter("mitigated_at"),
    Measure.resolve: attrgetter("resolved_at"),
}


def timed(measure: Measure, facts: Facts) -> Sequence[Timed]:
    """The incidents that took that step, with the seconds from the declaration, never below zero."""
    if measure not in facts.timed:
        end = END[measure]
        ended = ((one, end(one)) for one in facts.incidents)
        facts.timed[measure] = [
            (one, max(0.0, (at - one.declared_at).total_seconds())) for one, at in ended if at is not None
        ]
    return facts.timed[measure]


def resolved_by_service(facts: Facts) -> Mapping[str, Sequence[Timed]]:
    """The incidents of each service that were resolved, with the seconds from the declaration, oldest first."""
    found: dict[str, list[Timed]] = {}
    for row in timed(Measure.resolve, facts):
        found.setdefault(row[0].service, []).append(row)
    return found


def untimed(measure: Measure, incidents: Iterable[IncidentFact]) -> list[IncidentFact]:
    """The incidents that did not take that step (yet)."""
    end = END[measure]
    return [one for one in incidents if end(one) is None]


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


def by_evidence(facts: Facts) -> tuple[list[Timed], list[Timed]]:
    """The resolved incidents that were shown evidence before they ended, and those that were investigated without.

    Those that nobody investigated before the end are in neither.
    """
    shown = facts.shown
    resolved = [row for row in timed(Measure.resolve, facts) if row[0].id in shown]
    return [row for row in resolved if shown[row[0].id]], [row for row in resolved if not shown[row[0].id]]


def ids(incidents: Sequence[IncidentFact]) -> list[str]:
    """Their ids, newest first."""
    return [one.id for one in reversed(incidents)]
