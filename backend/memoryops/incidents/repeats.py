"""Repeats: the same fingerprint again, counted by the record alone."""

import sqlalchemy as sa

from memoryops.incidents.fingerprint import Fingerprint
from memoryops.incidents.lifecycle import Outcome, Status
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import Repeat, VerifiedResolution
from memoryops.kit.db import Session

LISTED = 20


async def find_repeat(session: Session, identity: Fingerprint | None, *, current: Incident | None) -> Repeat | None:
    """Earlier incidents with this fingerprint, or None when the error is new.

    `current` is the incident asked about, if it is declared already; it counts as an occurrence,
    and only incidents before it are earlier.
    """
    if identity is None:
        return None
    same = sa.select(Incident).where(Incident.fingerprint == identity.value, Incident.deleted_at.is_(None))
    earlier = same if current is None else same.where(Incident.number < current.number)
    rows = list(await session.scalars(earlier.order_by(Incident.number.desc())))
    if not rows:
        return None
    seen = [row.started_at or row.declared_at for row in rows]
    if current is not None:
        seen.append(current.started_at or current.declared_at)
    return Repeat(
        fingerprint=identity.value,
        fingerprint_input=identity.normalised,
        occurrences=len(seen),
        first_seen_at=min(seen),
        last_seen_at=max(seen),
        last_incident_id=rows[0].id,
        incident_ids=[row.id for row in rows[:LISTED]],
        verified_resolution=next(filter(None, map(_verified_resolution, rows)), None),
    )


def _verified_resolution(incident: Incident) -> VerifiedResolution | None:
    if incident.status is not Status.resolved or incident.outcome in (None, Outcome.false_alarm):
        return None
    return VerifiedResolution(
        incident_id=incident.id,
        outcome=incident.outcome,
        root_cause=incident.root_cause or "",
        resolution=incident.resolution or "",
        resolved_at=incident.resolved_at or incident.declared_at,
        resolved_by=incident.resolved_by or "",
        sample=incident.sample,
    )
