"""One recall, from the words that are sent to verified evidence, with the trace that lets people check it."""

import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import sqlalchemy as sa

from memoryops.evidence.ranges import batches
from memoryops.evidence.record import Judge, hold_against_record
from memoryops.evidence.schemas import HistoricalIncident, RecallTrace
from memoryops.evidence.verify import (
    Subject,
    Verified,
    left_out,
    verify,
)
from memoryops.kit.db import Database, Session
from memoryops.memory.documents import workspace_tag
from memoryops.memory.health import HealthWatch, MemoryNotCompared
from memoryops.memory.models import BELONGS, LedgerDocument
from memoryops.memory.port import MemoryReason, MemoryStore, MemoryUnavailable, Recalled, RecallQuery
from memoryops.memory.schemas import MemoryStatus
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id

MANY_DOCUMENTS = 1_500
"""From so many on, asking for 300 pieces makes the server search without its index (docs/recall.md)."""

HELD = sa.and_(
    BELONGS,
    LedgerDocument.state.in_((DocumentState.retained, DocumentState.ready)),
    LedgerDocument.retained_revision.is_not(None),
)
"""What memory holds by the ledger; without that which work is under way at."""

LOST = sa.and_(
    BELONGS,
    LedgerDocument.retained_at.is_not(None),
    LedgerDocument.retained_revision.is_(None),
    LedgerDocument.next_attempt_at.is_not(None),
)
"""What memory held, does not hold any more, and is sent again without a person."""


@dataclass(frozen=True)
class Evidence:
    """What memory came to, and how: one of three states, never a mixture."""

    status: MemoryStatus
    trace: RecallTrace
    matches: tuple[HistoricalIncident, ...]


class NothingOfOurs(MemoryUnavailable):
    """All that matched is not of this record, so it is not said that nothing of the record matches."""

    def __init__(self) -> None:
        super().__init__(MemoryReason.invalid_response, "What memory returned does not belong to this record.")


class NothingAsWritten(MemoryUnavailable):
    """What matched is of this record, and is not what was written to memory."""

    def __init__(self) -> None:
        detail = "What memory returned was changed in memory: it is not what was written there. It is being mended."
        super().__init__(MemoryReason.invalid_response, detail)


class MemoryBeingFilled(MemoryUnavailable):
    """Memory lost documents, and what it lost is still on its way back."""

    def __init__(self, lost: int) -> None:
        lacks = "a document" if lost == 1 else f"{lost} documents"
        detail = f"Memory lost {lacks} that the record knows; what it lost is being retained again."
        super().__init__(MemoryReason.starting, detail)


def distrust(verified: Verified) -> MemoryUnavailable | None:
    """Why it may not be said that nothing matches; None where it may, or something does."""
    if verified.kept or not (verified.foreign or verified.altered):
        return None
    return NothingAsWritten() if verified.altered else NothingOfOurs()


@dataclass(frozen=True)
class Recaller:
    """Recalls for one workspace; from `many_documents` on it asks for the best pieces alone."""

    memory: MemoryStore
    health: HealthWatch
    database: Database
    workspace_id: str
    many_documents: int = MANY_DOCUMENTS

    @property
    def threshold(self) -> float | None:
        """The least cosine of a strong match; None while that is not known."""
        return self.health.calibration.threshold if self.health.is_calibrated else None

    async def recall(self, subject: Subject, extra_tags: Sequence[str] = ()) -> Evidence:
        """Ask memory once and verify what comes back; failures are a status, not an exception."""
        query = RecallQuery(subject.query, (workspace_tag(self.workspace_id), *extra_tags))
        started = time.perf_counter()
        try:
            results = await self.ask(query, subject.only)
            latency = elapsed_ms(started)
            verified = await self.verify(results, subject)
            return await self.conclude(query, latency, verified, distrust(verified))
        except MemoryUnavailable as error:
            return await self.without_results(query, error, elapsed_ms(started))

    async def conclude(
        self, query: RecallQuery, latency: int, verified: Verified, distrusted: MemoryUnavailable | None
    ) -> Evidence:
        """What was verified as one of the three states; raises MemoryUnavailable where memory may hold too little."""
        if distrusted is not None:
            return Evidence(MemoryStatus.unavailable, self.trace(query, latency, verified, distrusted), ())
        if not verified.kept:
            await self.check_that_nothing_is_lost()
        status = MemoryStatus.ok if verified.kept else MemoryStatus.empty
        return Evidence(status, self.trace(query, latency, verified), verified.kept)

    async def check_that_nothing_is_lost(self) -> None:
        """Raise before `empty` is said of a memory that holds less than it should.

        MemoryBeingFilled while what a comparison missed is not back, MemoryNotCompared where memory holds fewer
        documents than the ledger believes. A number that a comparison found nothing behind is taken as it is.
        """
        if lost := await self._count(LOST):
            raise MemoryBeingFilled(lost)
        believed = await self._count(HELD)
        if not believed:
            return
        async with self.whole():
            held = await self.memory.count_documents(bank_id(self.workspace_id), workspace_tag(self.workspace_id))
            if held < min(believed, await self._count(HELD)):
                self.health.mistrust((self.workspace_id, "fewer documents", held, believed))

    async def verify(self, results: Sequence[Recalled], subject: Subject, judge: Judge = verify) -> Verified:
        """Hold recalled pieces against the record; raises MemoryUnavailable while nothing says how alike is alike."""
        calibration = self.health.calibration
        likeness = (calibration.threshold, calibration.spread)
        verified, faults = await self.database.look(
            self.workspace_id, lambda session: hold_against_record(session, results, subject, likeness, judge)
        )
        for document_id, text in faults:
            self.health.mistrust((self.workspace_id, "altered", document_id, hash(text)))
        return verified

    @asynccontextmanager
    async def whole(self) -> AsyncIterator[None]:
        """Ask memory inside; raises MemoryNotCompared at the end when it may have lost what it held."""
        compared = self.health.is_compared
        _ = self.health.calibration
        try:
            yield
        except MemoryUnavailable as error:
            if error.reason is not MemoryReason.bank_missing or await self._anything_retained():
                self.health.observe(error)
            raise
        if not (compared and self.health.is_compared):
            raise MemoryNotCompared()

    async def ask(self, query: RecallQuery, only: Collection[str] | None = None) -> Sequence[Recalled]:
        """What memory returns, of these documents alone where they are named; raises MemoryUnavailable."""
        if not query.text:
            raise MemoryUnavailable(MemoryReason.rejected, "There are no words in it that memory could be asked for.")
        wide = await self._is_small()
        async with self.whole():
            return [
                piece
                for tags in batches(only)
                for piece in await self.memory.recall(
                    bank_id(self.workspace_id), RecallQuery(query.text, query.tags, tuple(tags), wide)
                )
            ]

    async def without_results(self, query: RecallQuery, error: MemoryUnavailable, latency: int) -> Evidence:
        """What a failure comes to: a bank that is missing, and was never needed, holds nothing."""
        if error.reason is MemoryReason.bank_missing and not await self._anything_retained():
            trace = self.trace(query, latency, Verified((), (), 0))
            return Evidence(MemoryStatus.empty, trace, ())
        trace = self.trace(query, latency, Verified((), (), 0), error)
        return Evidence(MemoryStatus.unavailable, trace, ())

    async def _is_small(self) -> bool:
        """Whether so few documents belong into memory that asking for many pieces takes no longer."""
        belonging = sa.select(LedgerDocument.pk).where(BELONGS).limit(self.many_documents).subquery()
        count = sa.select(sa.func.count()).select_from(belonging)
        found = await self.database.read(self.workspace_id, lambda session: session.scalar(count))
        return (found or 0) < self.many_documents

    async def _count(self, which: sa.ColumnElement[bool]) -> int:
        async with self.database.reading(self.workspace_id) as session:
            return await session.scalar(sa.select(sa.func.count(LedgerDocument.pk)).where(which)) or 0

    async def _anything_retained(self) -> bool:
        async with self.database.reading(self.workspace_id) as session:
            retained = sa.select(LedgerDocument.pk).where(LedgerDocument.retained_at.is_not(None)).limit(1)
            return await session.scalar(retained) is not None

    def trace(
        self, query: RecallQuery, latency: int, verified: Verified, error: MemoryUnavailable | None = None
    ) -> RecallTrace:
        """What was sent and what became of the answer; `latency` in milliseconds."""
        return RecallTrace(
            reason=error.reason if error else None,
            detail=error.detail if error else None,
            bank_id=bank_id(self.workspace_id),
            query=query.text,
            tags=list(query.tags),
            latency_ms=latency,
            recalled=verified.recalled,
            kept=len(verified.kept),
            excluded=list(verified.excluded),
            threshold=self.threshold,
        )


async def leave_out_forgotten(session: Session, evidence: Evidence) -> Evidence:
    """The evidence but what was forgotten since memory was asked; nothing of it is forgotten before the session ends.

    Postgres is told so by the lock; whoever forgets writes the ledger first.
    """
    found = [item.document_id for item in evidence.matches]
    if not found:
        return evidence
    entries = await session.execute(
        sa.select(LedgerDocument.document_id, LedgerDocument.forgotten_at)
        .where(LedgerDocument.document_id.in_(found))
        .order_by(LedgerDocument.pk)
        .with_for_update(read=True)
    )
    return leave_out(evidence, {name for name, forgotten_at in entries if forgotten_at is not None})


def leave_out(evidence: Evidence, document_ids: Collection[str]) -> Evidence:
    """The same recall without these documents; without a strong match, nothing else stays either."""
    kept, excluded = left_out(evidence.matches, dict.fromkeys(document_ids, "withdrawn"))
    if not excluded:
        return evidence
    trace = evidence.trace.model_copy(
        update={"kept": len(kept), "excluded": [*evidence.trace.excluded, *excluded]},
    )
    return Evidence(MemoryStatus.ok if kept else MemoryStatus.empty, trace, kept)


def elapsed_ms(started: float) -> int:
    """Milliseconds since `started`, a reading of `time.perf_counter`."""
    return round((time.perf_counter() - started) * 1000)
