"""Repeats: the same fingerprint again, counted by the record alone."""

from collections.abc import Sequence

import sqlalchemy as sa

from memoryops.incidents.identity import Identity
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Outcome, Status
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import Repeat, RepeatResolution, VerifiedResolution
from memoryops.incidents.track_records import GROUP, Ending, Resolved, load_resolved
from memoryops.kit.db import Session, UtcDateTime

LISTED = 20
RESOLUTIONS = 5
LOOKED_AT = 200
"""Resolutions are compared among those of so many of the newest resolved incidents with the fingerprint."""

SEEN_AT = sa.func.coalesce(Incident.started_at, Incident.declared_at)
COUNTED = (sa.func.count(), sa.func.min(SEEN_AT, type_=UtcDateTime()), sa.func.max(SEEN_AT, type_=UtcDateTime()))


async def find_repeat(session: Session, identity: Identity | None, *, current: Incident | None) -> Repeat | None:
    """Earlier incidents with this fingerprint, or None when the error is new.

    `current` is the incident asked about, if it is declared already; it counts as an occurrence,
    and only incidents before it are earlier.
    """
    if identity is None:
        return None
    earlier = [Incident.fingerprint == identity.value, Incident.deleted_at.is_(None)]
    if current is not None:
        earlier.append(Incident.number < current.number)
    count, first, last = (await session.execute(sa.select(*COUNTED).where(*earlier))).one()
    if count == 0:
        return None
    newest = sa.select(Incident.id).where(*earlier).order_by(Incident.number.desc()).limit(LISTED)
    ids = list(await session.scalars(newest))
    now = [current.started_at or current.declared_at] if current is not None else []
    best = await _resolutions(session, earlier, current)
    return Repeat(
        fingerprint=identity.value,
        fingerprint_input=identity.normalised,
        occurrences=count + len(now),
        first_seen_at=min([first, *now]),
        last_seen_at=max([last, *now]),
        last_incident_id=ids[0],
        incident_ids=ids,
        verified_resolution=_verified_resolution(best[0][0]) if best else None,
        resolutions=[_resolution(incident, resolved) for incident, resolved in best],
    )


def best_first(resolutions: Sequence[Resolved]) -> list[Resolved]:
    """Those that failed more often than they helped come last; else the most often confirmed first, then the newest."""
    return sorted(resolutions, key=lambda one: (one.doubted, -one.helped, -one.endings[0].number))


def shown(resolved: Resolved, *, besides: str | None) -> Ending | None:
    """The incident that stands for a resolution: its root, else the newest; never the one that is asked about."""
    others = [ending for ending in resolved.endings if ending.id != besides]
    return next((ending for ending in others if ending.id == resolved.root), others[0] if others else None)


async def _resolutions(
    session: Session, earlier: Sequence[sa.ColumnElement[bool]], current: Incident | None
) -> list[tuple[Incident, Resolved]]:
    """The ways in which earlier incidents ended, best first, each with the incident that stands for it."""
    ended = [*earlier, Incident.status == Status.resolved, Incident.outcome.in_(REMEMBERED_OUTCOMES)]
    newest = sa.select(GROUP).where(*ended).order_by(Incident.number.desc()).limit(LOOKED_AT)
    resolutions = (await load_resolved(session, set(await session.scalars(newest)))).values()
    besides = None if current is None else current.id
    standing = [
        (ending.id, resolved)
        for resolved in best_first([one for one in resolutions if one.endings])
        if (ending := shown(resolved, besides=besides)) is not None
    ][:RESOLUTIONS]
    rows = await session.scalars(sa.select(Incident).where(Incident.id.in_([name for name, _ in standing])))
    incidents = {row.id: row for row in rows}
    return [(incidents[name], resolved) for name, resolved in standing]


def _resolution(incident: Incident, resolved: Resolved) -> RepeatResolution:
    verified = _verified_resolution(incident)
    return RepeatResolution(
        incident_id=incident.id,
        outcome=verified.outcome,
        resolution=verified.resolution,
        resolved_at=verified.resolved_at,
        sample=incident.sample,
        fixed=resolved.count(Outcome.fixed),
        mitigated=resolved.count(Outcome.mitigated),
        did_not_help=resolved.did_not_help,
        median_time_to_fix_s=resolved.median_time_to_fix_s,
    )


def _verified_resolution(incident: Incident) -> VerifiedResolution:
    return VerifiedResolution(
        incident_id=incident.id,
        outcome=incident.outcome or Outcome.fixed,
        root_cause=incident.root_cause or "",
        resolution=incident.resolution or "",
        resolved_at=incident.resolved_at or incident.declared_at,
        resolved_by=incident.resolved_by or "",
        sample=incident.sample,
    )
