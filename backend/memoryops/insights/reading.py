"""From the record to a period's history: days as they are kept, and from the record itself what changed since."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import partial
from itertools import groupby
from typing import TypeVar

import sqlalchemy as sa

from memoryops.insights.blocks import Blocks
from memoryops.insights.detectors.always_noise import is_noise
from memoryops.insights.firing_sheets import Tally, counted_alerts, tallied, unpacked_firings
from memoryops.insights.history import History
from memoryops.insights.loading import load_facts, load_left_open, load_tried
from memoryops.insights.loading_firings import load_alert_names, load_firings
from memoryops.insights.marking import load_marked
from memoryops.insights.marks import Changed, changed_days
from memoryops.insights.models import FIRINGS, INCIDENTS, InsightDay
from memoryops.insights.period import DAY, Period
from memoryops.insights.sheets import Sheet, joined, sheet_of, unpacked
from memoryops.kit.db import ScopedSession

Kept = TypeVar("Kept")


def read_history(session: ScopedSession, period: Period, now: datetime, blocks: Blocks) -> History:
    """Everything that the period's tables count, of all services, as the record stands."""
    until = min(now, period.end)
    if period.start >= until:
        return History(start=period.start, until=period.start)
    incidents = partial(blocks.made, INCIDENTS, make=_joined)
    everywhere = joined(_parts(session, INCIDENTS, period, incidents, lambda some: sheet_of(load_facts(session, some))))
    firings = partial(blocks.made, FIRINGS, make=_tallied)
    alerts = counted_alerts(
        _parts(session, FIRINGS, period, firings, lambda some: tallied([load_firings(session, some)]))
    )
    return History(
        start=period.start,
        until=until,
        incidents=everywhere,
        everywhere=everywhere,
        tried=load_tried(session, period),
        marked=load_marked(session, period),
        left_open=load_left_open(session, period),
        alerts=alerts,
        names=load_alert_names(session, {alert.pk for alert in alerts if is_noise(alert)}),
    )


def _joined(days: Sequence[bytes]) -> Sheet:
    return joined(map(unpacked, days))


def _tallied(days: Sequence[bytes]) -> Tally:
    return tallied(map(unpacked_firings, days))


def _parts(
    session: ScopedSession,
    what: str,
    period: Period,
    together: Callable[[Sequence[bytes]], Kept],
    load: Callable[[Period], Kept],
) -> Iterable[Kept]:
    """All of the period, oldest first: kept days that lie next to each other, and stretches from the record."""
    # Marks first: a day that is kept anew meanwhile is then newer than its marks, never older.
    changed = changed_days(session, what)
    days = list(whole_days(period))
    kept = dict(_kept(session, what, period, [day for day in days if day.isoformat() not in changed]))
    found: dict[datetime, Kept] = {}
    for is_changed, some in groupby(days, key=lambda day: day.isoformat() in changed):
        if not is_changed:
            block = list(some)
            found[midnight(block[0])] = together([kept[day] for day in block if day in kept])
    found.update((stretch.start, load(stretch)) for stretch in stretches(period, days, changed))
    return [found[start] for start in sorted(found)]


CONTENT: sa.ColumnElement[bytes] = sa.type_coerce(InsightDay.content, sa.LargeBinary)
BETWEEN = sa.and_(
    InsightDay.what == sa.bindparam("what"), InsightDay.day.between(sa.bindparam("first"), sa.bindparam("last"))
)
WITH_SAMPLES = sa.select(InsightDay.day, CONTENT).where(BETWEEN)
WITHOUT_SAMPLES = sa.select(InsightDay.day, sa.func.coalesce(InsightDay.without_samples, InsightDay.content)).where(
    BETWEEN
)


def _kept(session: ScopedSession, what: str, period: Period, days: list[date]) -> Iterator[tuple[date, bytes]]:
    if not days:
        return
    asked = {"what": what, "first": days[0].isoformat(), "last": days[-1].isoformat()}
    wanted = frozenset(days)
    for day, packed in session.execute(WITH_SAMPLES if period.samples else WITHOUT_SAMPLES, asked):
        if (named := date.fromisoformat(day)) in wanted:
            yield named, packed


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


def midnight(day: date) -> datetime:
    """Where the day begins, in UTC."""
    return datetime.combine(day, time(), UTC)
