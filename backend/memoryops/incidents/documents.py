"""Documents as seen from the incidents that they are of: another of the group may take a document's place."""

from memoryops.incidents.confirmations import replaced_by
from memoryops.incidents.schemas import IncidentDocument
from memoryops.incidents.service import find
from memoryops.kit.db import Session
from memoryops.memory.reading import read_document


async def view_document(session: Session, document_id: str) -> IncidentDocument:
    """The document as it was written, and whose would take its place; raises DocumentNotFoundError."""
    await session.flush()
    document = await read_document(session, document_id)
    incident = await find(session, document_id, deleted=True)
    replacement = None if incident is None else await replaced_by(session, incident)
    return IncidentDocument(**dict(document), replaced_by=replacement)
