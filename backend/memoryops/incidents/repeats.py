"""Repeats: the same fingerprint again, counted by the record alone."""

from collections.abc import Sequence

import sqlalchemy as sa

from memoryops.incidents.fingerprint import Fingerprint
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Status
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import Repeat, VerifiedResolution
from memoryops.kit.db import Session, UtcDateTime

LISTED = 20
SEEN_AT = sa.func.coalesce(Incident.started_at, Incident.declared_at)
COUNTED = (sa.func.count(), sa.func.min(SEEN_AT, type_=UtcDateTime()), sa.func.max(SEEN_AT, type_=UtcDateTime()))


async def find_repeat(session: Session, identity: Fingerprint | None, *, current: Incident | None) -> Repeat | None:
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
    return Repeat(
        fingerprint=identity.value,
        fingerprint_input=identity.normalised,
        occurrences=count + len(now),
        first_seen_at=min([first, *now]),
        last_seen_at=max([last, *now]),
        last_incident_id=ids[0],
        incident_ids=ids,
        verified_resolution=await _verified_resolution(session, earlier),
    )


async def _verified_resolution(
    session: Session, earlier: Sequence[sa.ColumnElement[bool]]
) -> VerifiedResolution | None:
    resolved = sa.select(Incident).where(
        *earlier, Incident.status == Status.resolved, Incident.outcome.in_(REMEMBERED_OUTCOMES)
    )
    incident = await session.scalar(resolved.order_by(Incident.number.desc()).limit(1))
    if incident is None or incident.outcome is None:
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
