"""All tables of one period, counted together, so that they agree with each other."""

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import BaseModel

from memoryops.insights.counted import FailingService, Measure, MemoryAtWork, PeriodView, Share, Spread, TimeTaken
from memoryops.insights.detectors.detector import Insight
from memoryops.insights.failing import failing_services
from memoryops.insights.findings import detect
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.history import History
from memoryops.insights.memory_at_work import memory_at_work
from memoryops.insights.noise import noise_sums, noisiest
from memoryops.insights.period import Period
from memoryops.insights.repeating import Repeating, repeating_errors
from memoryops.insights.selecting import counted, open_learning
from memoryops.insights.taking import times_taken


@dataclass(frozen=True)
class Firings:
    """How often alerts of one service fired, and how often nobody acted."""

    fired: int
    ignored: int


ANSWERS_KEPT = 64
SMALL = 1_000
"""So many incidents and alerts are counted within the time that nobody notices; measured in docs/benchmarks.md."""


@dataclass(frozen=True)
class Figures:
    """Every table of one period; of those with a line for each error, alert or finding, what a line is made from."""

    period: Period
    counted_at: datetime
    history: History
    services: Sequence[FailingService]
    errors: Sequence[Repeating]
    times: Sequence[TimeTaken]
    alerts: Sequence[AlertCount]
    noise: Mapping[str, Share]
    memory: MemoryAtWork
    findings: Sequence[Insight]
    time_to_resolve: Spread
    open_learnings: Mapping[str, int]
    firings: Mapping[str | None, Firings]
    answers: dict[Hashable, bytes] = field(default_factory=dict)

    async def answer(self, asked: Hashable, make: Callable[[], Awaitable[BaseModel]]) -> bytes:
        """What `make` gives as JSON, made once: the page asks for the same again and again."""
        if asked not in self.answers:
            if len(self.answers) >= ANSWERS_KEPT:
                self.answers.clear()
            self.answers[asked] = (await make()).model_dump_json().encode()
        return self.answers[asked]


@dataclass(frozen=True)
class Reading:
    """One reading of a period's history, and what was counted from it for the services that were asked for."""

    history: History
    read_at: datetime
    histories: dict[tuple[str, ...], History] = field(default_factory=dict)
    counted: dict[tuple[str, ...], Figures] = field(default_factory=dict)

    @property
    def is_long(self) -> bool:
        """Whether reading it anew takes longer than nobody notices."""
        return len(self.history.everywhere) + len(self.history.alerts) > SMALL

    def of(self, services: tuple[str, ...]) -> History:
        """The history of these services."""
        if services not in self.histories:
            self.histories[services] = self.history.of(services)
        return self.histories[services]

    def figures(self, period: Period) -> Figures:
        """Every table of the period's services."""
        if period.services not in self.counted:
            self.counted[period.services] = count_figures(self.of(period.services), period, self.read_at)
        return self.counted[period.services]


def count_figures(history: History, period: Period, counted_at: datetime) -> Figures:
    """Every table of the period, from its history as read at that moment."""
    taken = times_taken(history, period)
    return Figures(
        period=period,
        counted_at=counted_at,
        history=history,
        services=failing_services(history, period),
        errors=repeating_errors(history),
        times=taken,
        alerts=noisiest(history.alerts),
        noise=noise_sums(history.alerts, period),
        memory=memory_at_work(history, period, view_of(period), counted_at),
        findings=detect(history),
        time_to_resolve=next(one.spread for one in taken if one.measure is Measure.resolve),
        open_learnings={name: counted(codes, open_learning) for name, codes in history.summary.codes.items()},
        firings=noise_by_service(history.alerts),
    )


def noise_by_service(alerts: Sequence[AlertCount]) -> Mapping[str | None, Firings]:
    """The firings of each service's alerts; None are those of no known service."""
    fired, ignored = Counter[str | None](), Counter[str | None]()
    for alert in alerts:
        fired[alert.service] += alert.fired
        ignored[alert.service] += alert.ignored
    return {service: Firings(count, ignored[service]) for service, count in fired.items()}


def view_of(period: Period) -> PeriodView:
    """The period as it is shown."""
    return PeriodView(start=period.start, end=period.end, services=list(period.services), samples=period.samples)
