"""From the record to a period's history: days as they are kept, and from the record itself what changed since."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import partial
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

import sqlalchemy as sa

from memoryops.insights.blocks import Blocks
from memoryops.insights.detectors.always_noise import is_noise
from memoryops.insights.firing_sheets import counted_alerts, tallied, unpacked_firings
from memoryops.insights.history import History
from memoryops.insights.loading import load_facts, load_left_open, load_tried
from memoryops.insights.loading_firings import load_alert_names, load_firings
from memoryops.insights.marking import load_marked
from memoryops.insights.marks import Changed, changed_days
from memoryops.insights.models import FIRINGS, INCIDENTS, InsightDay
from memoryops.insights.period import DAY, Period
from memoryops.insights.sheets import Sheet, between, joined, sheet_of, unpacked
from memoryops.insights.summing import Summary, summary_of, summed
from memoryops.kit.db import ScopedSession

Kept = TypeVar("Kept")

BLOCK_DAYS = 28
"""So many kept days are put together once for all periods that they lie in."""


class Part(NamedTuple):
    """Incidents, and what is told of them at once."""

    sheet: Sheet
    summary: Summary


@dataclass(frozen=True)
class Source(Generic[Kept]):
    """One kind of what is counted: kept days put together, a part of one kept day, and a stretch from the record.

    Without `cut`, what the period cuts is read from the record.
    """

    what: str
    together: Callable[[Sequence[bytes]], Kept]
    load: Callable[[Period], Kept]
    cut: Callable[[bytes, Period], Kept] | None = None


def read_history(session: ScopedSession, period: Period, now: datetime, blocks: Blocks) -> History:
    """Everything that the period's tables count, of all services, as the record stands."""
    until = min(now, period.end)
    if period.start >= until:
        return History(start=period.start, until=period.start)
    incidents = Source(
        INCIDENTS,
        together=partial(blocks.made, INCIDENTS, make=lambda days: _part(joined(map(unpacked, days)))),
        load=lambda stretch: _part(sheet_of(load_facts(session, stretch))),
        cut=lambda day, stretch: _part(between(unpacked(day), stretch.start, stretch.end)),
    )
    firings = Source(
        FIRINGS,
        together=partial(blocks.made, FIRINGS, make=lambda days: tallied(map(unpacked_firings, days))),
        load=lambda stretch: tallied([load_firings(session, stretch)]),
    )
    parts = _parts(session, period, incidents)
    everywhere = joined(part.sheet for part in parts)
    alerts = counted_alerts(_parts(session, period, firings))
    return History(
        start=period.start,
        until=until,
        incidents=everywhere,
        everywhere=everywhere,
        told=summed([part.summary for part in parts]),
        tried=load_tried(session, period),
        marked=load_marked(session, period),
        left_open=load_left_open(session, period),
        alerts=alerts,
        names=load_alert_names(session, {alert.pk for alert in alerts if is_noise(alert)}),
    )


def _part(sheet: Sheet) -> Part:
    return Part(sheet, summary_of(sheet))


def _parts(session: ScopedSession, period: Period, source: Source[Kept]) -> list[Kept]:
    """All of the period, oldest first: blocks of kept days, parts of kept days, and stretches from the record."""
    # Marks first: a day that is kept anew meanwhile is then newer than its marks, never older.
    changed = changed_days(session, source.what)
    days = list(whole_days(period))
    kept = _kept(session, source.what, period)
    found: dict[datetime, Kept] = {}
    for block in unchanged_blocks(days, changed):
        found[midnight(block[0])] = source.together([kept[day] for day in block if day in kept])
    for stretch in stretches(period, days, changed):
        day = day_of_part(stretch, changed)
        if source.cut is None or day is None:
            found[stretch.start] = source.load(stretch)
        elif day in kept:
            found[stretch.start] = source.cut(kept[day], stretch)
    return [found[start] for start in sorted(found)]


CONTENT: sa.ColumnElement[bytes] = sa.type_coerce(InsightDay.content, sa.LargeBinary)
BETWEEN = sa.and_(
    InsightDay.what == sa.bindparam("what"), InsightDay.day.between(sa.bindparam("first"), sa.bindparam("last"))
)
WITH_SAMPLES = sa.select(InsightDay.day, CONTENT).where(BETWEEN)
WITHOUT_SAMPLES = sa.select(InsightDay.day, sa.func.coalesce(InsightDay.without_samples, InsightDay.content)).where(
    BETWEEN
)


def _kept(session: ScopedSession, what: str, period: Period) -> dict[date, bytes]:
    """The days that the period touches, those of them that are kept, as they were kept last."""
    asked = {
        "what": what,
        "first": str(period.start.astimezone(UTC).date()),
        "last": str(period.end.astimezone(UTC).date()),
    }
    rows = session.execute(WITH_SAMPLES if period.samples else WITHOUT_SAMPLES, asked)
    return {date.fromisoformat(day): content for day, content in rows}


def whole_days(period: Period) -> Iterator[date]:
    """The days that lie in the period from their beginning to their end."""
    day = period.start.astimezone(UTC).date()
    if midnight(day) < period.start:
        day += DAY
    while midnight(day) + DAY <= period.end:
        yield day
        day += DAY


def stretches(period: Period, days: list[date], changed: Changed) -> Iterator[Period]:
    """What of the period has to be read from the record: days that it cuts, and days that changed."""
    if not days:
        yield period
        return
    first, last = midnight(days[0]), midnight(days[-1]) + DAY
    if period.start < first:
        yield replace(period, end=first)
    for is_changed, some in groupby(days, key=lambda day: day.isoformat() in changed):
        if is_changed:
            together = list(some)
            yield replace(period, start=midnight(together[0]), end=midnight(together[-1]) + DAY)
    if last < period.end:
        yield replace(period, start=last)


def unchanged_blocks(days: Sequence[date], changed: Changed) -> Iterator[list[date]]:
    """The days that did not change, those together that lie next to each other in the same `BLOCK_DAYS`."""
    for (is_changed, _), some in groupby(days, key=lambda day: (str(day) in changed, day.toordinal() // BLOCK_DAYS)):
        if not is_changed:
            yield list(some)


def day_of_part(stretch: Period, changed: Changed) -> date | None:
    """The day that the stretch is a part of, where that day did not change."""
    day = stretch.start.astimezone(UTC).date()
    return day if stretch.end <= midnight(day) + DAY and str(day) not in changed else None


def midnight(day: date) -> datetime:
    """Where the day begins, in UTC."""
    return datetime.combine(day, time(), UTC)
