"""Which days changed since they were kept: what triggers marked, and what looks back at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

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
    followed = [_following(session, error, at) for error, at in marks if error is not None and at is not None]
    return Changed(named.union(*followed))


ERROR, AT = sa.bindparam("error", type_=sa.String()), sa.bindparam("at", type_=UtcDateTime())
LAST = sa.bindparam("last", type_=UtcDateTime())
AFTER = sa.and_(Incident.fingerprint == ERROR, Incident.declared_at > AT)
OCCURRED = sa.or_(Incident.outcome.is_(None), Incident.outcome != Outcome.false_alarm)
NEXT = sa.select(sa.func.min(Incident.declared_at, type_=UtcDateTime())).where(
    AFTER, Incident.deleted_at.is_(None), Incident.sample.is_(False), OCCURRED
)
REACHED = sa.select(Incident.declared_at).where(AFTER)
REACHED_UP_TO = REACHED.where(Incident.declared_at <= LAST)


def _following(session: ScopedSession, fingerprint: str, at: datetime) -> Sequence[str]:
    """The days of the incidents that look back at one of that error: up to its next occurrence that is no sample."""
    after = {"error": fingerprint, "at": at}
    last = session.scalar(NEXT, after)
    reached = (
        session.scalars(REACHED, after) if last is None else session.scalars(REACHED_UP_TO, {**after, "last": last})
    )
    return [declared.astimezone(UTC).date().isoformat() for declared in reached]
