"""Which days changed since they were kept: what triggers marked, and what looks back at it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import itemgetter

import sqlalchemy as sa

from memoryops.incidents.lifecycle import Outcome
from memoryops.incidents.models import Incident
from memoryops.insights.models import INCIDENTS, InsightMark
from memoryops.kit.db import ScopedSession, UtcDateTime

FOLLOWED = 500
"""Beyond so many changed incidents, everything after the first of them counts as changed."""


@dataclass(frozen=True)
class Changed:
    """Days that changed: those named, and all from `since` on where there is one."""

    days: frozenset[str]
    since: str | None = None

    def __contains__(self, day: str) -> bool:
        return day in self.days or (self.since is not None and day >= self.since)


NAMED = sa.select(InsightMark.day).where(InsightMark.what == sa.bindparam("what")).distinct()
LOOKED_AT = (
    sa.select(InsightMark.fingerprint, InsightMark.at)
    .where(InsightMark.what == INCIDENTS, InsightMark.fingerprint.is_not(None), InsightMark.at.is_not(None))
    .distinct()
    .limit(FOLLOWED + 1)
)


def changed_days(session: ScopedSession, what: str) -> Changed:
    """The days whose kept numbers are not what the record says any more."""
    named = frozenset(session.scalars(NAMED, {"what": what}))
    if what != INCIDENTS or not named:
        return Changed(named)
    marks = session.execute(LOOKED_AT).all()
    if len(marks) > FOLLOWED:
        return Changed(named, since=min(named))
    since: dict[str, list[datetime]] = {}
    for error, at in marks:
        if error is not None and at is not None:
            since.setdefault(error, []).append(at)
    followed = [_following(session, error, moments) for error, moments in since.items()]
    return Changed(named.union(*followed))


OCCURRED = sa.or_(Incident.outcome.is_(None), Incident.outcome != Outcome.false_alarm)
AFTER = (
    sa.select(
        Incident.declared_at,
        sa.and_(Incident.deleted_at.is_(None), Incident.sample.is_(False), OCCURRED).label("plain"),
    )
    .where(
        Incident.fingerprint == sa.bindparam("error", type_=sa.String()),
        Incident.declared_at > sa.bindparam("first", type_=UtcDateTime()),
    )
    .order_by(Incident.declared_at)
)


def _following(session: ScopedSession, fingerprint: str, changed: Sequence[datetime]) -> set[str]:
    """The days of the incidents that look back at those of that error, declared at these moments."""
    after = [(at, bool(plain)) for at, plain in session.execute(AFTER, {"error": fingerprint, "first": min(changed)})]
    return {at.astimezone(UTC).date().isoformat() for moment in changed for at in looking_back(after, moment)}


def looking_back(after: Sequence[tuple[datetime, bool]], moment: datetime) -> Iterator[datetime]:
    """Of moments in their order, each with whether it is a plain occurrence: those later, up to the next plain one."""
    last: datetime | None = None
    for at, plain in after[bisect_right(after, moment, key=itemgetter(0)) :]:
        if last is not None and at > last:
            return
        yield at
        last = at if plain else last
