"""Where insights come from: kept figures while the record stands still, else counted from it."""

import asyncio
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import sqlalchemy as sa

from memoryops.alerts.models import AlertTelling
from memoryops.insights.blocks import Blocks
from memoryops.insights.counted import CountedRow, NoisyAlert, RepeatingError
from memoryops.insights.detectors.detector import Insight
from memoryops.insights.figures import Figures, Reading
from memoryops.insights.findings import finding
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.firings import firings_counted, list_firings
from memoryops.insights.found import Finding
from memoryops.insights.keeping import Keeper
from memoryops.insights.loading_firings import load_alert_names, load_last_fired
from memoryops.insights.loading_lines import load_fixes, load_titles
from memoryops.insights.marking import MARKS, list_marked
from memoryops.insights.memory_at_work import recalls
from memoryops.insights.noise import noisy_alert
from memoryops.insights.period import Period
from memoryops.insights.reading import read_history
from memoryops.insights.repeating import Repeating, newest_holds, repeating_error
from memoryops.insights.rows import FIRINGS, RowsQuery, chosen, page_of
from memoryops.insights.runs import RUNS, list_runs
from memoryops.insights.selecting import marked_so
from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, ScopedSession
from memoryops.kit.events import Event
from memoryops.kit.schemas import Page

Stamp = tuple[int | None, int | None]


@dataclass(frozen=True)
class Insights:
    """Figures of one workspace, and the lines and rows of what they counted."""

    database: Database
    workspace_id: str
    clock: Clock
    keeper: Keeper[Reading]
    blocks: Blocks

    async def figures(self, period: Period) -> Figures:
        """Every table of that period."""
        reading = await self._reading(period)
        with collecting_later():
            return await asyncio.to_thread(reading.figures, period)

    async def errors(self, figures: Figures, some: Sequence[Repeating]) -> list[RepeatingError]:
        """The lines of these errors."""
        return await self.database.read_beside(self.workspace_id, partial(error_lines, figures=figures, some=some))

    async def alerts(self, figures: Figures, some: Sequence[AlertCount]) -> list[NoisyAlert]:
        """The lines of these alerts."""
        return await self.database.read_beside(self.workspace_id, partial(alert_lines, figures=figures, some=some))

    async def findings(self, figures: Figures, some: Sequence[Insight]) -> list[Finding]:
        """These findings, put in words."""
        return await self.database.read_beside(self.workspace_id, partial(finding_lines, figures=figures, some=some))

    async def rows(self, period: Period, query: RowsQuery, *, limit: int, cursor: str | None) -> Page[CountedRow]:
        """One page of the rows that a number counts, newest first; raises InvalidCursorError."""
        reading = await self._reading(period)
        history = await asyncio.to_thread(reading.of, period.services)
        if query.of in FIRINGS:
            total = firings_counted(history.alerts, query)
            work = partial(list_firings, period=period, query=query, total=total, limit=limit, cursor=cursor)
        elif query.of in RUNS:
            total = recalls(history)[RUNS[query.of]]
            work = partial(list_runs, period=period, query=query, total=total, limit=limit, cursor=cursor)
        elif query.of in MARKS:
            marked = marked_so(history, MARKS[query.of])
            work = partial(list_marked, marked=marked, query=repr((period, query)), limit=limit, cursor=cursor)
        else:
            rows = await asyncio.to_thread(chosen, history, query)
            work = partial(page_of, rows=rows, query=repr((period, query)), limit=limit, cursor=cursor)
        return await self.database.read_beside(self.workspace_id, work)

    async def _reading(self, period: Period) -> Reading:
        """The period of all services; narrowing it takes no reading."""
        everywhere = replace(period, services=())
        stamp = await self.database.read(self.workspace_id, read_stamp)
        asked = (self.workspace_id, everywhere)
        return (await self.keeper.get(asked, stamp, partial(self._read, everywhere))).value

    async def _read(self, period: Period) -> Reading:
        now = self.clock.now()
        read = partial(read_history, period=period, now=now, blocks=self.blocks)
        with collecting_later():
            return Reading(await self.database.read_beside(self.workspace_id, read), now)


@contextmanager
def collecting_later() -> Iterator[None]:
    """No search for garbage meanwhile: thousands of values, in no circles, would start it time and again."""
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


def error_lines(session: ScopedSession, figures: Figures, some: Sequence[Repeating]) -> list[RepeatingError]:
    """The lines of these errors, with what the record says now of the incidents that they name."""
    history = figures.history
    number_of = history.incidents.columns.number.__getitem__
    holds = [newest_holds(one.error, history) for one in some]
    fixes = load_fixes(session, {hold.fix for held in holds for hold in held})
    titles = load_titles(session, {number_of(one.within[-1]) for one in some})
    return [
        repeating_error(one, held, history, fixes, titles.get(number_of(one.within[-1]), ""), figures.period)
        for one, held in zip(some, holds, strict=True)
    ]


def alert_lines(session: ScopedSession, figures: Figures, some: Sequence[AlertCount]) -> list[NoisyAlert]:
    """The lines of these alerts."""
    pks = {alert.pk for alert in some}
    names = load_alert_names(session, pks)
    last = load_last_fired(session, figures.period, {(alert.pk, alert.service) for alert in some})
    return [
        noisy_alert(alert, names[alert.pk], last.get((alert.pk, alert.service), figures.period.start), figures.period)
        for alert in some
    ]


def finding_lines(session: ScopedSession, figures: Figures, some: Sequence[Insight]) -> list[Finding]:
    """These findings in words, with the titles of the incidents that they quote."""
    titles = load_titles(session, {insight.quotes for insight in some if insight.quotes is not None})
    samples = figures.history.samples
    return [finding(one, titles.get(one.quotes or 0, ""), samples, figures.period) for one in some]
