"""Services that keep failing: how often each broke, and whether with something new."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from memoryops.insights.counted import FailingService, Share
from memoryops.insights.distributions import spread
from memoryops.insights.facts import Novelty
from memoryops.insights.history import History
from memoryops.insights.period import Period
from memoryops.insights.selecting import DAY, Has, counted, is_any, is_open, is_sample, novel
from memoryops.insights.sheets import Sheet

SAYS = (
    "Incidents by service, counted by when they were declared. An error is a repeat when the record had seen its "
    "fingerprint before, also before the period. It does not say how much a service is used: one that does more work "
    "has more occasions to fail."
)


def failing_services(history: History, period: Period) -> list[FailingService]:
    """One line a service, the one with the most incidents first."""
    days, summary = _days(history.incidents), history.summary
    lines = [
        _line(name, codes, summary.resolved.get(name, ()), days[name], period) for name, codes in summary.codes.items()
    ]
    return sorted(lines, key=lambda line: (-line.incidents.count, -line.repeats.count, line.service))


def _days(sheet: Sheet) -> Mapping[str, int]:
    declared, service, found = sheet.columns.declared, sheet.columns.service, Counter[int]()
    place = 0
    while place < len(declared):
        following = bisect_left(declared, (declared[place] // DAY + 1) * DAY, place)
        found.update(set(service[place:following]))
        place = following
    return {sheet.services[place]: count for place, count in found.items()}


def _line(
    service: str, codes: Mapping[int, int], resolved: Sequence[float], days: int, period: Period
) -> FailingService:
    def share(of: str, has: Has) -> Share:
        return Share(count=counted(codes, has), rows=period.rows("/insights/rows", of=of, service=service))

    return FailingService(
        service=service,
        incidents=share("incidents", is_any),
        open=share("open", is_open),
        new=share("new", novel(Novelty.new)),
        repeats=share("repeats", novel(Novelty.repeat)),
        unidentified=share("unidentified", novel(Novelty.unidentified)),
        days=days,
        samples=counted(codes, is_sample),
        time_to_resolve=spread(resolved),
    )
