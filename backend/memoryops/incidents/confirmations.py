"""Confirmations: who says to be the same as whom, and the one document in memory that follows from it.

Whatever changes a member of a group settles the whole group in the same transaction, under the workspace's lock.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.incidents import groups
from memoryops.incidents.groups import Member, Standing
from memoryops.incidents.learning import written
from memoryops.incidents.models import LEDGER_JOIN, Incident
from memoryops.kit.db import Session
from memoryops.memory import ledger
from memoryops.memory.models import BELONGS, LedgerDocument
from memoryops.workspaces.service import lock_workspace

MEMBER = (
    Incident.id,
    Incident.number,
    Incident.status,
    Incident.outcome,
    Incident.deleted_at,
    Incident.same_as,
    Incident.confirms,
    LedgerDocument.wanted,
    LedgerDocument.forgotten_at,
)


def root_of(incident: Incident) -> str:
    """The id of the incident that its group is named after."""
    return incident.resolution_root or incident.id


def member_of(row: Any) -> Member:
    """A row of `MEMBER` as the group's decisions take it."""
    absent = groups.absence(row.status, row.outcome, row.deleted_at)
    stands = bool(row.wanted) and row.confirms is None
    return Member(row.id, row.number, absent, row.forgotten_at is not None, stands)


async def load_group(session: Session, root: str) -> Sequence[Any]:
    """The members of a group as rows of `MEMBER`, hidden ones included."""
    is_root = sa.and_(Incident.id == root, Incident.resolution_root.is_(None))
    rows = sa.select(*MEMBER).outerjoin(LedgerDocument, LEDGER_JOIN)
    found = await session.execute(rows.where(sa.or_(is_root, Incident.resolution_root == root)).order_by(Incident.pk))
    return found.all()


async def follow(session: Session, incident: Incident, confirmed: Incident | None) -> set[str]:
    """Record that the incident is the same as another, or as none; returns the roots whose groups that changed.

    The caller has made sure that `confirmed` does not lead to the incident.
    """
    before = root_of(incident)
    followers = groups.below({row.id: row.same_as for row in await load_group(session, before)}, incident.id)
    after = incident.id if confirmed is None else root_of(confirmed)
    incident.same_as = None if confirmed is None else confirmed.id
    incident.resolution_root = None if confirmed is None else after
    await session.flush()
    if confirmed is not None:
        # Whoever joins a group stands behind the member that stands there, until the group is settled.
        incident.confirms = confirmed.id
    others = followers - {incident.id}
    if others:
        moved = (
            {"resolution_root": after} if confirmed is None else {"resolution_root": after, "confirms": confirmed.id}
        )
        await session.execute(sa.update(Incident).where(Incident.id.in_(others)).values(moved))
    return {before, after}


async def settle(session: Session, incident: Incident, roots: Collection[str], *, cause: str, at: datetime) -> None:
    """Make the ledger want one document for each of these groups, where any member may be remembered.

    `incident` is what changed: its document is written anew; others are only where they take a place or give it up.
    """
    await lock_workspace(session)
    await session.flush()
    for root in sorted(roots):
        await _settle(session, root, changed=incident.id, cause=cause, at=at)


async def settle_unsettled(session: Session, *, at: datetime) -> int:
    """Settle the groups that have more than one document, as those from before there was one for all; says how many."""
    followers = sa.select(Incident.resolution_root).join(LedgerDocument, LEDGER_JOIN)
    standing = sa.and_(Incident.resolution_root.is_not(None), Incident.confirms.is_(None), BELONGS)
    unsettled = []
    for root in sorted({root for root in await session.scalars(followers.where(standing)) if root is not None}):
        members = [member_of(row) for row in await load_group(session, root)]
        if sum(member.eligible and member.stands for member in members) > 1:
            unsettled.append(root)
    if unsettled:
        await lock_workspace(session)
    for root in unsettled:
        await _settle(session, root, changed=None, cause="one document for one resolution", at=at)
    return len(unsettled)


async def replaced_by(session: Session, incident: Incident) -> str | None:
    """The incident whose document stands for this one's group when its own does not."""
    root = root_of(incident)
    members = [member_of(row) for row in await load_group(session, root)]
    return groups.replacement(root, members, incident.id)


async def _settle(session: Session, root: str, *, changed: str | None, cause: str, at: datetime) -> None:
    rows = await load_group(session, root)
    standings = groups.settle(root, [member_of(row) for row in rows])
    for row in rows:
        own = row.id == changed
        told = cause if own or changed is None else f"{changed} {cause}"
        await _apply(session, row, standings[row.id], renew=own, cause=told, at=at)


async def _apply(session: Session, row: Any, standing: Standing, *, renew: bool, cause: str, at: datetime) -> None:
    if row.confirms != standing.confirms:
        await session.execute(sa.update(Incident).where(Incident.id == row.id).values(confirms=standing.confirms))
    if standing.wanted and (renew or not row.wanted):
        member = (await session.scalars(sa.select(Incident).where(Incident.id == row.id))).one()
        await ledger.remember(session, written(member), cause=cause, at=at)
    elif row.wanted and not standing.wanted:
        await ledger.withdraw(session, row.id, cause=cause, reason=standing.reason or "", at=at)
