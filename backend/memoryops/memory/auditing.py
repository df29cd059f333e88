"""Running an audit: the ledger before and after, the bank's listing between them, and the outcome kept."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.kit.clock import Clock
from memoryops.kit.db import Database, Session
from memoryops.memory.audit import Entry, Findings, compare, seen_twice
from memoryops.memory.documents import as_kept, digest_of
from memoryops.memory.health import HealthWatch
from memoryops.memory.models import BELONGS, Audit, LedgerDocument
from memoryops.memory.port import MemoryStore, MemoryUnavailable
from memoryops.memory.schemas import MemoryAudit, MemoryDifference
from memoryops.workspaces.service import bank_id

KEPT = 50
"""Audits that are kept of a workspace, the newest ones."""


class Auditor:
    """Compares a workspace's ledger with its bank, and keeps what came out."""

    def __init__(self, database: Database, memory: MemoryStore, health: HealthWatch, clock: Clock) -> None:
        self._database = database
        self._memory = memory
        self._health = health
        self._clock = clock

    async def run(self, workspace_id: str, *, asked_by: str) -> MemoryAudit:
        """Audit now and keep the outcome; raises MemoryUnavailable where memory could not be asked."""
        started = self._clock.now()
        findings = await self._look(workspace_id)
        audit = self._outcome(findings, bank_id(workspace_id), started, asked_by)
        async with self._database.writing(workspace_id) as session:
            session.add(audit)
            await session.flush()
            oldest = sa.select(Audit.pk).order_by(Audit.pk.desc()).offset(KEPT - 1).limit(1).scalar_subquery()
            await session.execute(
                sa.delete(Audit).where(Audit.pk < oldest).execution_options(synchronize_session=False)
            )
        self._doubt(workspace_id, findings)
        return audit_view(audit)

    def _doubt(self, workspace_id: str, findings: Findings) -> None:
        """Have memory compared, and so mended, before it is believed again; what is nobody's of ours is no reason."""
        ours = [one for one in findings.differences if one.entry is not None or one.claims is not None]
        if ours:
            self._health.mistrust((workspace_id, *((one.document_id, one.kind, one.held_revision) for one in ours)))

    async def _look(self, workspace_id: str) -> Findings:
        async with self._database.reading(workspace_id) as session:
            before = await read_entries(session)
        try:
            held = await self._memory.list_documents(bank_id(workspace_id))
        except MemoryUnavailable as error:
            self._health.observe(error)
            raise
        async with self._database.reading(workspace_id) as session:
            after = await read_entries(session)
        return compare(seen_twice(before, after), held)

    def _outcome(self, findings: Findings, bank: str, started: datetime, asked_by: str) -> Audit:
        return Audit(
            bank_id=bank,
            started_at=started,
            finished_at=self._clock.now(),
            asked_by=asked_by,
            expected=findings.expected,
            held=findings.held,
            pending=findings.pending,
            clean=findings.is_clean,
            differences=[
                MemoryDifference(
                    document_id=one.document_id,
                    kind=one.kind,
                    detail=one.detail,
                    state=one.entry.state if one.entry else None,
                    expected_revision=one.entry.revision if one.entry and one.entry.belongs else None,
                    held_revision=one.held_revision,
                ).model_dump(mode="json")
                for one in findings.differences
            ],
        )


async def last_audit(session: Session) -> MemoryAudit | None:
    """The workspace's newest audit, None before its first."""
    audit: Audit | None = await session.scalar(sa.select(Audit).order_by(Audit.pk.desc()).limit(1))
    return None if audit is None else audit_view(audit)


ENTRY_COLUMNS = (
    LedgerDocument.pk,
    LedgerDocument.workspace_id,
    LedgerDocument.document_id,
    LedgerDocument.updated_at,
    LedgerDocument.state,
    BELONGS.label("belongs"),
    LedgerDocument.next_attempt_at.is_not(None).label("will_be_tried"),
    LedgerDocument.revision,
    LedgerDocument.content_hash,
    LedgerDocument.tags,
    LedgerDocument.text,
    LedgerDocument.retained_revision,
)


async def read_entries(session: Session) -> Sequence[Entry]:
    """The ledger as an audit needs it: of the session's workspace, or of all."""
    rows = await session.stream(sa.select(*ENTRY_COLUMNS).order_by(LedgerDocument.pk).execution_options(yield_per=500))
    return [_entry(**row) async for row in rows.mappings()]


def _entry(*, text: str, tags: Iterable[str], **values: Any) -> Entry:
    """An entry without its text: all of them together would be large."""
    return Entry(**values, tags=tuple(tags), text_length=len(as_kept(text)), text_digest=digest_of(text))


def audit_view(audit: Audit) -> MemoryAudit:
    """The audit as it looks from outside."""
    return MemoryAudit(
        id=audit.pk,
        started_at=audit.started_at,
        finished_at=audit.finished_at,
        asked_by=audit.asked_by,
        bank_id=audit.bank_id,
        expected=audit.expected,
        held=audit.held,
        pending=audit.pending,
        clean=audit.clean,
        differences=[MemoryDifference.model_validate(one) for one in audit.differences],
    )
