"""Recalled pieces against the texts that were written: a memory can be changed behind our back, under our metadata."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from memoryops.evidence.schemas import HistoricalIncident
from memoryops.kit.db import Session
from memoryops.memory.documents import stands_in
from memoryops.memory.models import BELONGS, DocumentRevision, LedgerDocument
from memoryops.memory.port import Recalled


async def find_altered(
    session: Session, kept: Sequence[HistoricalIncident], results: Sequence[Recalled]
) -> Mapping[str, str]:
    """Why evidence is not what was written to memory, by document: `altered`, `unknown_revision` or `withdrawn` since.

    Its piece must stand in the text of the revision that it says it is of.
    """
    said = {(one.document_id, one.text): one.metadata.get("content_hash") for one in results}
    hashes = {item.document_id: said.get((item.document_id, item.memory_text)) for item in kept}
    texts = await _load_texts(session, hashes)
    faults = {
        item.document_id: _fault(item.memory_text, texts.get(item.document_id), hashes[item.document_id])
        for item in kept
    }
    return {name: fault for name, fault in faults.items() if fault is not None}


def _fault(piece: str, texts: Mapping[str, str] | None, content_hash: str | None) -> str | None:
    if texts is None:
        return "withdrawn"
    text = texts.get(content_hash or "")
    if text is None:
        return "unknown_revision"
    return None if stands_in(piece, text) else "altered"


async def _load_texts(session: Session, hashes: Mapping[str, str | None]) -> Mapping[str, Mapping[str, str]]:
    """The texts of these documents by content hash: the newest, and of older ones those that are asked for."""
    asked = sorted({one for one in hashes.values() if one is not None})
    rows = await session.execute(
        sa.select(
            LedgerDocument.document_id,
            LedgerDocument.content_hash,
            LedgerDocument.text,
            DocumentRevision.content_hash.label("older_hash"),
            DocumentRevision.text.label("older_text"),
        )
        .outerjoin(
            DocumentRevision,
            sa.and_(DocumentRevision.document_pk == LedgerDocument.pk, DocumentRevision.content_hash.in_(asked)),
        )
        .where(LedgerDocument.document_id.in_(hashes), BELONGS)
    )
    texts: dict[str, dict[str, str]] = {}
    for row in rows:
        known = texts.setdefault(row.document_id, {row.content_hash: row.text})
        if row.older_text is not None:
            known.setdefault(row.older_hash, row.older_text)
    return texts
