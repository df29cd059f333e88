"""Recalled pieces held against the record: what it says of them, and what it has beside them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from memoryops.evidence.opinions import load_voices, with_feedback
from memoryops.evidence.verify import (
    ALTERED,
    RecordFacts,
    Subject,
    Verified,
    with_track_records,
    without_altered,
)
from memoryops.evidence.written import find_altered
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident
from memoryops.incidents.track_records import load_fared
from memoryops.kit.db import Session
from memoryops.memory.models import BELONGS, LedgerDocument
from memoryops.memory.port import Recalled

WRITTEN = ("title", "error", "symptoms", "root_cause", "resolution", "ineffective_actions", "postmortem")
STATED = ("id", "service", "environment", "severity", "outcome", "status", "sample", "fingerprint")
TIMES = ("declared_at", "started_at", "resolved_at", "deleted_at")
FACTS = tuple(getattr(Incident, name) for name in (*WRITTEN, *STATED, *TIMES))
"""Columns and not whole rows: a recall reads a hundred of them."""

Judge = Callable[[Sequence[Recalled], Mapping[str, RecordFacts], Subject, float, float], Verified]
"""Which pieces survive: `verify` for a recall, `verify_grounds` for what an answer is based on."""


async def hold_against_record(
    session: Session, results: Sequence[Recalled], subject: Subject, likeness: tuple[float, float], judge: Judge
) -> tuple[Verified, Collection[tuple[str, str]]]:
    """What survives, with what the record has beside it, and the pieces that memory does not hold as written.

    `likeness` is the least cosine of a strong match and the spread of cosines. It awaits the session alone.
    """
    records = await load_records(session, {item.document_id for item in results if item.document_id})
    verified = judge(results, records, subject, *likeness)
    if not verified.kept:
        return verified, ()
    faults = await find_altered(session, verified.kept, results)
    fared = await load_fared(session, [item.incident_id for item in verified.kept])
    voices = await load_voices(session, [item.document_id for item in verified.kept])
    altered = [(one.document_id, one.memory_text) for one in verified.kept if faults.get(one.document_id) in ALTERED]
    counted = with_track_records(without_altered(verified, faults), {name: one.record for name, one in fared.items()})
    return with_feedback(counted, voices, fared), altered


async def load_records(session: Session, incident_ids: Collection[str]) -> Mapping[str, RecordFacts]:
    """What the record and the ledger say of these incidents, by id; unknown ids are missing."""
    rows = await session.execute(
        sa.select(*FACTS, BELONGS.label("wanted"), LedgerDocument.content_hash)
        .outerjoin(
            LedgerDocument,
            sa.and_(LedgerDocument.workspace_id == Incident.workspace_id, LedgerDocument.document_id == Incident.id),
        )
        .where(Incident.id.in_(incident_ids))
    )
    return {row.id: _facts(row) for row in rows}


def _facts(row: Any) -> RecordFacts:
    return RecordFacts(
        incident_id=row.id,
        title=row.title,
        service=row.service,
        environment=row.environment,
        severity=row.severity,
        outcome=row.outcome,
        started_at=row.started_at or row.declared_at,
        resolved_at=row.resolved_at if row.status is Status.resolved else None,
        root_cause=row.root_cause,
        resolution=row.resolution,
        ineffective_actions=row.ineffective_actions,
        sample=row.sample,
        deleted=row.deleted_at is not None,
        fingerprint=row.fingerprint,
        wanted=bool(row.wanted),
        content_hash=row.content_hash,
        text="\n".join(filter(None, (getattr(row, name) for name in WRITTEN))),
    )
