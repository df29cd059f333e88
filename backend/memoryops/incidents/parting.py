"""Confirmations that do not follow an incident into another resolution: who confirmed the earlier one keeps it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.incidents import groups
from memoryops.incidents.confirmations import load_group, member_of, root_of
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline import record
from memoryops.incidents.words import Words
from memoryops.kit.db import Session

ON_TIMELINES = 50
"""A parting stands on the timelines of so many of the newest whose confirmation it changed, and names as many."""


@dataclass(frozen=True)
class Parted:
    """The roots of the groups that a parting changed, and whom each incident says to be the same as from now on."""

    roots: frozenset[str]
    moved: Mapping[str, str | None]


NOBODY = Parted(frozenset(), {})


def still_confirmed(before: Words, after: Words, confirming: Words) -> bool:
    """Whether confirmations follow an incident to its new words; `confirming` are those of whoever stands in for it.

    Without whole words it says no other resolution; what they come back to is then compared with the substitute's.
    """
    return not after.complete or after == (before if before.complete else confirming)


async def part(session: Session, incident: Incident, before: Words) -> Parted:
    """Where the incident says another resolution than before, part those who confirmed the earlier one from it.

    They stay with what the incident said to be the same as, else with whoever of them stands in, as their new root.
    The claims of its new resolution are made after this.
    """
    after = Words.of(incident)
    if not after.complete or after == before:
        return NOBODY
    rows = await load_group(session, root_of(incident))
    below = groups.below({row.id: row.same_as for row in rows}, incident.id) - {incident.id}
    if not below:
        return NOBODY
    heir = groups.heir([member_of(row) for row in rows if row.id in below])
    standing = (await session.scalars(sa.select(Incident).where(Incident.id == heir))).one()
    if still_confirmed(before, after, Words.of(standing)):
        return NOBODY
    direct = [row.id for row in rows if row.same_as == incident.id]
    if incident.same_as is not None:
        await _point(session, direct, incident.same_as)
        return Parted(frozenset({root_of(incident)}), dict.fromkeys(direct, incident.same_as))
    others = [name for name in direct if name != heir]
    await _point(session, others, heir)
    await _point(session, [heir], None)
    await session.execute(sa.update(Incident).where(Incident.id.in_(below)).values(resolution_root=heir))
    await session.execute(sa.update(Incident).where(Incident.id == heir).values(resolution_root=None))
    return Parted(frozenset({root_of(incident), heir}), {**dict.fromkeys(others, heir), heir: None})


async def tell(session: Session, incident: Incident, parted: Parted, *, actor: str, at: datetime) -> None:
    """On the timelines of the incident and of the newest of those that no longer confirm it."""
    if not parted.moved:
        return
    newest = sa.select(Incident).where(Incident.id.in_(parted.moved), Incident.deleted_at.is_(None))
    told = (await session.scalars(newest.order_by(Incident.number.desc()).limit(ON_TIMELINES))).all()
    for other in told:
        confirmed = parted.moved[other.id]
        stays = f"confirms {confirmed} from now on" if confirmed else "its earlier resolution is kept here"
        text = f"{incident.id} was resolved in another way: {stays}"
        record(session, other, "confirmations_parted", actor=actor, at=at, text=text, changes={"same_as": confirmed})
    text = f"Resolved in another way: no longer confirmed by {len(parted.moved)} that confirmed the earlier resolution"
    changes = {"no_longer_confirmed_by": [other.id for other in told]}
    record(session, incident, "confirmations_parted", actor=actor, at=at, text=text, changes=changes)


async def _point(session: Session, names: Sequence[str], confirmed: str | None) -> None:
    changed: dict[str, Any] = {"same_as": confirmed, "revision": Incident.revision + 1}
    await session.execute(sa.update(Incident).where(Incident.id.in_(names)).values(changed))
