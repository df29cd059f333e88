"""Trying many documents again at once; of a forgotten one only its failed withdrawal, never the document."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.memory.ledger import FORGOTTEN, ForgottenDocumentError, NothingToRetainError, retry
from memoryops.memory.models import LedgerDocument
from memoryops.memory.schemas import RETRIED_AT_MOST as MOST
from memoryops.memory.schemas import RefusedRetry, RetainMany, Retried
from memoryops.memory.states import DocumentState

NOT_FOUND, OTHER_STATE, NOTHING_TO_RETAIN = "not_found", "other_state", "nothing_to_retain"


async def retry_many(session: Session, chosen: RetainMany, *, by: str, at: datetime) -> Retried:
    """Make the chosen documents due now, at most `MOST` of them; who is refused is named with the reason."""
    entries = await _chosen(session, chosen)
    known = {entry.document_id for entry in entries}
    retried: list[str] = []
    refused = [RefusedRetry(id=one, reason=NOT_FOUND) for one in chosen.ids or () if one not in known]
    for entry in entries[:MOST]:
        reason = await _retry(session, entry, chosen, by=by, at=at)
        if reason is None:
            retried.append(entry.document_id)
        else:
            refused.append(RefusedRetry(id=entry.document_id, reason=reason))
    return Retried(retried=retried, refused=refused, more=len(entries) > MOST)


async def _retry(session: Session, entry: LedgerDocument, chosen: RetainMany, *, by: str, at: datetime) -> str | None:
    """Try the document again; why not, where it is refused."""
    if chosen.states is not None and entry.state not in chosen.states:
        return OTHER_STATE
    try:
        await retry(session, entry.document_id, by=by, at=at)
    except ForgottenDocumentError:
        return FORGOTTEN
    except NothingToRetainError:
        return NOTHING_TO_RETAIN
    return None


async def _chosen(session: Session, chosen: RetainMany) -> Sequence[LedgerDocument]:
    query = sa.select(LedgerDocument).order_by(LedgerDocument.updated_at, LedgerDocument.pk).limit(MOST + 1)
    if chosen.ids is not None:
        query = query.where(LedgerDocument.document_id.in_(chosen.ids))
    else:
        query = query.where(LedgerDocument.state.in_(chosen.states or ()))
    return list(await session.scalars(query))


async def retry_failed(session: Session, *, by: str, at: datetime) -> Sequence[str]:
    """Make due what failed, some at a time; the ids, none when nothing is left to try."""
    return (await retry_many(session, RetainMany(ids=None, states=[DocumentState.failed]), by=by, at=at)).retried
