"""The two verbs a person has over a document: forget it, everywhere; retain it, also after it was forgotten."""

from datetime import datetime

from memoryops.incidents import service as incidents
from memoryops.incidents.confirmations import root_of, settle
from memoryops.incidents.learning import written
from memoryops.investigations import erasure
from memoryops.investigations.erasure import Forgetting
from memoryops.kit.db import Session
from memoryops.memory import ledger
from memoryops.memory.states import DocumentState
from memoryops.postmortems import erasure as drafts
from memoryops.workspaces.service import lock_workspace


async def forget(session: Session, document_id: str, *, by: str, at: datetime) -> None:
    """Want the document out of memory and erase it from ledger, past runs and drafts; the record is not touched.

    The newest incident that confirms it has its own document take the place. Raises DocumentNotFoundError.
    """
    await lock_workspace(session)
    incident = await incidents.find(session, document_id, deleted=True, lock=True)
    entry = await ledger.forget(session, document_id, by=by, at=at)
    forgetting = Forgetting(document_id, entry.forgotten_at or at, entry.forgotten_by or by)
    await erasure.erase(session, forgetting)
    await drafts.erase(session, forgetting)
    if incident is not None:
        await settle(session, incident, {root_of(incident)}, cause=f"forgotten by {by}", at=at)


async def retain(session: Session, document_id: str, *, confirmed: bool, by: str, at: datetime) -> None:
    """Make the document due now; with `confirmed` also a forgotten one, written anew from its incident.

    Whose document had taken its place gives it back.
    Raises DocumentNotFoundError, NothingToRetainError, or ForgottenDocumentError where that was not confirmed.
    """
    await lock_workspace(session)
    incident = await incidents.find(session, document_id, deleted=True, lock=True)
    entry = await ledger.get_document(session, document_id)
    leaving = not entry.wanted and entry.state is not DocumentState.failed
    if incident is not None and incident.confirms is not None and leaving:
        message = f"{document_id} confirms {incident.confirms}, whose document stands in memory for both."
        raise ledger.NothingToRetainError(message)
    if incident is None or entry.forgotten_at is None or not confirmed:
        await ledger.retry(session, document_id, by=by, at=at)
        return
    ledger.check_wanted(entry)
    await ledger.retain_again(session, written(incident), by=by, at=at)
    await settle(session, incident, {root_of(incident)}, cause=f"retained again by {by}", at=at)
