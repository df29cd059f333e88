"""Bringing documents up to today's writer, from the record alone: what a rebuilt memory is filled from."""

from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.confirmations import root_of, settle
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import LEDGER_JOIN, Incident
from memoryops.kit.db import Session
from memoryops.memory.models import LedgerDocument
from memoryops.workspaces.service import lock_workspace

REWRITTEN = "rewritten from the record"


async def rewrite_documents(session: Session, *, after: int, limit: int, at: datetime) -> int | None:
    """Have the documents of the next `limit` resolved incidents say what today's writer makes of the record.

    Returns the incident's `pk` to go on after, None when there are no more. What would say the same is not sent
    again; forgotten documents are left as they are.
    """
    await lock_workspace(session)
    query = (
        sa.select(Incident)
        .outerjoin(LedgerDocument, LEDGER_JOIN)
        .where(
            Incident.pk > after,
            Incident.status == Status.resolved,
            Incident.deleted_at.is_(None),
            LedgerDocument.forgotten_at.is_(None),
        )
        .order_by(Incident.pk)
        .limit(limit)
        .with_for_update(of=Incident)
    )
    incidents = list(await session.scalars(query))
    for incident in incidents:
        await settle(session, incident, {root_of(incident)}, cause=REWRITTEN, at=at)
    return incidents[-1].pk if len(incidents) == limit else None
