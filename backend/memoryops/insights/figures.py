"""All tables of one period, counted together, so that they agree with each other."""

import asyncio
import gc
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

import sqlalchemy as sa
from pydantic import BaseModel

from memoryops.alerts.models import AlertTelling
from memoryops.insights.counted import (
    CountedRow,
    FailingService,
    Measure,
    MemoryAtWork,
    PeriodView,
    RepeatingError,
    Share,
    Spread,
    TimeTaken,
)
from memoryops.insights.distributions import spread
from memoryops.insights.facts import AlertFact, Facts, Part
from memoryops.insights.failing import failing_services
from memoryops.insights.findings import detect, finding
from memoryops.insights.firings import list_firings
from memoryops.insights.found import Finding
from memoryops.insights.keeping import Keeper
from memoryops.insights.lines import Lines
from memoryops.insights.loading import load_alerts, load_facts
from memoryops.insights.memory_at_work import memory_at_work, open_learnings
from memoryops.insights.noise import noise_sums, noisiest
from memoryops.insights.period import Period
from memoryops.insights.repeating import repeating_errors
from memoryops.insights.rows import FIRINGS, NEEDED, RowsQuery, counted_rows, page
from memoryops.insights.selecting import timed
from memoryops.insights.taking import times_taken
from memoryops.insights.week import Declared
from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, ScopedSession
from memoryops.kit.events import Event
from memoryops.kit.schemas import Page


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
    """Every table of one period."""

    period: Period
    counted_at: datetime
    services: Sequence[FailingService]
    errors: Sequence[RepeatingError]
    times: Sequence[TimeTaken]
    alerts: Sequence[AlertFact]
    noise: Mapping[str, Share]
    memory: MemoryAtWork
    findings: Sequence[Finding]
    time_to_resolve: Spread
    open_learnings: Mapping[str, int]
    firings: Mapping[str | None, Firings]
    declared: Sequence[Declared]
    answers: dict[Hashable, bytes] = field(default_factory=dict)

    def answer(self, asked: Hashable, make: Callable[[], BaseModel]) -> bytes:
        """What `make` gives as JSON, made once: the page asks for the same again and again."""
        if asked not in self.answers:
            if len(self.answers) >= ANSWERS_KEPT:
                self.answers.clear()
            self.answers[asked] = make().model_dump_json().encode()
        return self.answers[asked]

    @property
    def are_many(self) -> bool:
        """Whether it takes long to count them."""
        return len(self.declared) + len(self.alerts) > SMALL


Stamp = tuple[int | None, int | None]


def count_figures(facts: Facts, period: Period, counted_at: datetime) -> Figures:
    """Every table of the period, from facts read at that moment."""
    ignored = noise_by_service(facts)
    return Figures(
        period=period,
        counted_at=counted_at,
        services=failing_services(facts, period),
        errors=repeating_errors(facts, period),
        times=times_taken(facts, period),
        alerts=noisiest(facts),
        noise=noise_sums(facts, period),
        memory=memory_at_work(facts, period, view_of(period), counted_at),
        findings=Lines(detect(facts), partial(finding, period=period)),
        time_to_resolve=spread([seconds for _, seconds in timed(Measure.resolve, facts)]),
        open_learnings=Counter(one.service for one in open_learnings(facts)),
        firings=ignored,
        declared=[Declared(one.declared_at, one.sample) for one in facts.incidents],
    )


def noise_by_service(facts: Facts) -> Mapping[str | None, Firings]:
    """The firings of each service's alerts; None are those of no known service."""
    found: dict[str | None, Firings] = {}
    for alert in facts.alerts:
        so_far = found.get(alert.service, Firings(0, 0))
        found[alert.service] = Firings(so_far.fired + alert.fired, so_far.ignored + alert.ignored)
    return found


def view_of(period: Period) -> PeriodView:
    """The period as it is shown."""
    return PeriodView(start=period.start, end=period.end, services=list(period.services), samples=period.samples)


@dataclass(frozen=True)
class Insights:
    """Where tables come from: the kept ones while the record stands still, else counted from it."""

    database: Database
    workspace_id: str
    clock: Clock
    keeper: Keeper[Figures]

    async def figures(self, period: Period) -> Figures:
        """Every table of that period."""
        stamp = await self.database.read(self.workspace_id, read_stamp)
        return (await self.keeper.get((self.workspace_id, period), stamp, partial(self._count, period))).value

    async def rows(self, period: Period, query: RowsQuery, *, limit: int, cursor: str | None) -> Page[CountedRow]:
        """One page of the rows that a number counts, as the record stands now."""
        if query.of in FIRINGS:
            firings = partial(list_firings, period=period, query=query, limit=limit, cursor=cursor)
            return await self.database.read(self.workspace_id, firings)
        facts = await self._facts(period, NEEDED.get(query.of, ()))
        rows = await asyncio.to_thread(counted_rows, facts, query)
        return page(rows, repr((period, query)), limit=limit, cursor=cursor)

    async def _facts(self, period: Period, parts: Collection[Part]) -> Facts:
        read = partial(load_facts, period=period, now=self.clock.now(), parts=parts)
        return await self.database.read_beside(self.workspace_id, read)

    async def _count(self, period: Period) -> Figures:
        """Alerts are summed by the database meanwhile, which takes as long as reading all else."""
        now = self.clock.now()
        with collecting_later():
            facts, alerts = await asyncio.gather(
                self._facts(period, tuple(Part)),
                self.database.read_beside(self.workspace_id, partial(load_alerts, period=period)),
            )
            return await asyncio.to_thread(count_figures, replace(facts, alerts=alerts), period, now)


@contextmanager
def collecting_later() -> Iterator[None]:
    """No search for garbage meanwhile: tens of thousands of facts, in no circles, would start it time and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def read_stamp(session: ScopedSession) -> Stamp:
    """What changes with every change that could change a count: the newest event, the newest word of an alert."""
    return session.scalar(sa.select(sa.func.max(Event.id))), session.scalar(sa.select(sa.func.max(AlertTelling.pk)))
