"""Days are kept again after they changed: beside the requests, a few at a time."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

import sqlalchemy as sa

from memoryops.insights.firing_sheets import packed_firings
from memoryops.insights.loading import load_facts
from memoryops.insights.loading_firings import load_firings
from memoryops.insights.marks import changed_days
from memoryops.insights.models import FIRINGS, INCIDENTS, InsightDay, InsightMark
from memoryops.insights.period import DAY, Period
from memoryops.insights.reading import midnight, whole_days
from memoryops.insights.sheets import EMPTY, packed, sheets_of
from memoryops.kit.db import EVERY_WORKSPACE, Database, ScopedSession, Session

DAYS_AT_ONCE = 4
"""So many days are kept anew in one transaction, which holds up other writers for some 20 ms."""

EVERY_S = 10.0
RESTS_S = 0.05
TURNS = 0x696E7364
"""Key of the turns that folding processes take; any number that nothing else takes turns at."""

MARKS_AT_ONCE = 5_000

Content = tuple[bytes, bytes | None]
Count = Callable[[ScopedSession, Period], Mapping[str, Content]]


async def keep_folded(database: Database) -> None:
    """Keep days anew soon after they changed, for as long as the process lives."""
    while True:
        workspaces = await database.read(EVERY_WORKSPACE, marked_workspaces)
        more = [await fold(database, workspace_id) for workspace_id in workspaces]
        await asyncio.sleep(RESTS_S if any(more) else EVERY_S)


def marked_workspaces(session: ScopedSession) -> Sequence[str]:
    """The workspaces of which days changed."""
    return session.scalars(sa.select(InsightMark.workspace_id).distinct()).all()


async def fold(database: Database, workspace_id: str) -> bool:
    """Keep some of the workspace's changed days anew; whether there are more of them."""
    return await database.write(workspace_id, _fold, survives_power_cut=False)


async def _fold(session: Session) -> bool:
    await session.take_turns(TURNS)
    return await session.in_one_hop(lambda own: fold_days(own, DAYS_AT_ONCE))


def fold_days(session: ScopedSession, most: int) -> bool:
    """Keep that many changed days anew; whether there may be more. Newest first: they are asked for most."""
    spread_marks(session)
    for what, count in ((INCIDENTS, _incidents_of), (FIRINGS, _firings_of)):
        marked = sa.select(InsightMark.day).where(InsightMark.what == what).distinct()
        days = session.scalars(marked.order_by(InsightMark.day.desc()).limit(most)).all()
        if days:
            _keep(session, what, days, count)
            return True
    return False


def spread_marks(session: ScopedSession) -> None:
    """Mark by themselves the days that were reached through others, so that each can be kept on its own."""
    following = sa.select(InsightMark.pk).where(InsightMark.what == INCIDENTS, InsightMark.fingerprint.is_not(None))
    pks = session.scalars(following).all()
    if not pks:
        return
    changed = changed_days(session, INCIDENTS)
    days = set(changed.days)
    if changed.since is not None:
        kept = sa.select(InsightDay.day).where(InsightDay.what == INCIDENTS, InsightDay.day >= changed.since)
        days.update(session.scalars(kept))
    session.add_all(InsightMark(what=INCIDENTS, day=day) for day in sorted(days))
    session.flush()
    for some in _parts(pks):
        session.execute(sa.update(InsightMark).where(InsightMark.pk.in_(some)).values(fingerprint=None))


def _parts(pks: Sequence[int]) -> Iterator[Sequence[int]]:
    return (pks[start : start + MARKS_AT_ONCE] for start in range(0, len(pks), MARKS_AT_ONCE))


def _keep(session: ScopedSession, what: str, days: Sequence[str], count: Count) -> None:
    """Keep these days as the record says now, and take away their marks that were there before."""
    marked = sa.select(InsightMark.pk).where(InsightMark.what == what, InsightMark.day.in_(days))
    marks = session.scalars(marked).all()
    kept = sa.select(InsightDay).where(InsightDay.what == what, InsightDay.day.in_(days))
    known = {row.day: row for row in session.scalars(kept)}
    for stretch in _together(days):
        for day, (content, without_samples) in count(session, stretch).items():
            row = known.get(day) or InsightDay(what=what, day=day)
            row.content, row.without_samples = content, without_samples
            session.add(row)
    session.flush()
    for some in _parts(marks):
        session.execute(sa.delete(InsightMark).where(InsightMark.pk.in_(some)))


def _together(days: Sequence[str]) -> Iterator[Period]:
    """The days as stretches of time without gaps."""
    dates = sorted(map(date.fromisoformat, days))
    for _, some in groupby(enumerate(dates), key=lambda one: one[1] - one[0] * DAY):
        together = [day for _, day in some]
        yield Period(midnight(together[0]), midnight(together[-1]) + DAY)


def _incidents_of(session: ScopedSession, stretch: Period) -> Mapping[str, Content]:
    """The days as they are kept, and where samples make a difference, without them."""
    facts = load_facts(session, stretch)
    whole = sheets_of(facts)
    if not any(one.sample for one in (*facts.incidents, *facts.earlier.values())):
        return {str(day): (packed(whole.get(day, EMPTY)), None) for day in whole_days(stretch)}
    plain = sheets_of(load_facts(session, replace(stretch, samples=False)))
    return {str(day): (packed(whole.get(day, EMPTY)), packed(plain.get(day, EMPTY))) for day in whole_days(stretch)}


def _firings_of(session: ScopedSession, stretch: Period) -> Mapping[str, Content]:
    days = {str(day): replace(stretch, start=midnight(day), end=midnight(day) + DAY) for day in whole_days(stretch)}
    return {name: (packed_firings(load_firings(session, day)), None) for name, day in days.items()}
