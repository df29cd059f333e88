"""Services that keep failing: how often each broke, and whether with something new."""

from collections import Counter
from collections.abc import Mapping, Sequence

from memoryops.insights.counted import FailingService, Share
from memoryops.insights.distributions import spread
from memoryops.insights.facts import Facts, IncidentFact, Novelty
from memoryops.insights.period import Period
from memoryops.insights.selecting import Timed, resolved_by_service

SAYS = (
    "Incidents by service, counted by when they were declared. An error is a repeat when the record had seen its "
    "fingerprint before, also before the period. It does not say how much a service is used: one that does more work "
    "has more occasions to fail."
)


def failing_services(facts: Facts, period: Period) -> list[FailingService]:
    """One line a service, the one with the most incidents first."""
    novelty, resolved = facts.novelties, resolved_by_service(facts)
    lines = [_line(name, rows, resolved.get(name, ()), novelty, period) for name, rows in facts.services.items()]
    return sorted(lines, key=lambda line: (-line.incidents.count, -line.repeats.count, line.service))


def _line(
    service: str,
    rows: Sequence[IncidentFact],
    resolved: Sequence[Timed],
    novelty: Mapping[str, Novelty],
    period: Period,
) -> FailingService:
    kinds = Counter(novelty[row.id] for row in rows)

    def share(of: str, count: int) -> Share:
        return Share(count=count, rows=period.rows("/insights/rows", of=of, service=service))

    return FailingService(
        service=service,
        incidents=share("incidents", len(rows)),
        open=share("open", sum(row.is_open for row in rows)),
        new=share("new", kinds[Novelty.new]),
        repeats=share("repeats", kinds[Novelty.repeat]),
        unidentified=share("unidentified", kinds[Novelty.unidentified]),
        days=len({row.declared_at.date() for row in rows}),
        samples=sum(row.sample for row in rows),
        time_to_resolve=spread([seconds for _, seconds in resolved]),
    )
