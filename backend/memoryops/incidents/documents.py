"""Documents as seen from the incidents that they are of: another of the group may take a document's place."""

from memoryops.incidents.confirmations import replaced_by
from memoryops.incidents.models import Incident
from memoryops.incidents.schemas import IncidentDocument
from memoryops.incidents.service import find
from memoryops.incidents.words import Words
from memoryops.kit.db import Session
from memoryops.memory.reading import read_document


async def view_document(session: Session, document_id: str) -> IncidentDocument:
    """The document as it was written, and whose would take its place; raises DocumentNotFoundError."""
    await session.flush()
    document = await read_document(session, document_id)
    incident = await find(session, document_id, deleted=True)
    replacement = None if incident is None else await replaced_by(session, incident)
    same = replacement is not None and incident is not None and await _says_the_same(session, incident, replacement)
    return IncidentDocument(**dict(document), replaced_by=replacement, replaced_by_same_words=same)


async def _says_the_same(session: Session, incident: Incident, other_id: str) -> bool:
    other = await find(session, other_id)
    return other is not None and Words.of(other) == Words.of(incident)
