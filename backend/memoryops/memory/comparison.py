"""Whether memory still holds what the ledger believes: a server can lose its data, change it, or be another one."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa

from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.memory.audit import Difference, DifferenceKind, Entry, Findings, compare
from memoryops.memory.auditing import read_entries
from memoryops.memory.health import HealthWatch
from memoryops.memory.ledger import is_leased, move
from memoryops.memory.models import LedgerDocument
from memoryops.memory.port import MemoryStore, MemoryUnavailable
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id

S = DocumentState
K = DifferenceKind
log = logging.getLogger(__name__)

COMPARE_EVERY = timedelta(minutes=3)
TRY_AGAIN_AFTER = timedelta(seconds=2)

MENDED_AT_MOST = 3
"""Times that one process sends one content again because memory holds another; then it is left for an audit to show."""

LEFT_BEHIND = "memory holds it, and should not"
OTHER_TEXT = "memory holds another text of it"
CAUSES = {
    K.missing: "memory no longer holds it",
    K.stale: "memory holds another revision of it",
    K.wrong_tags: "memory holds it with other tags",
}


class Comparison:
    """Mends what differs: what is lost or changed is queued again, what should be gone is withdrawn.

    Documents that are not ours are left alone.
    """

    def __init__(self, database: Database, memory: MemoryStore, health: HealthWatch, clock: Clock) -> None:
        self._database = database
        self._memory = memory
        self._health = health
        self._clock = clock
        self._next: datetime | None = None
        self._succeeded = False
        self._mended: Counter[tuple[int, str, DifferenceKind]] = Counter()

    def is_due(self) -> bool:
        """Whether memory may have lost something, or some minutes have passed; after a failure, in two seconds."""
        if self._next is None:
            return True
        return self._clock.now() >= self._next or (self._succeeded and not self._health.is_compared)

    async def run(self) -> None:
        """Compare every workspace's bank with the ledger; raises MemoryUnavailable and leaves the rest undone."""
        losses, doubts, self._succeeded = self._health.losses, self._health.doubts, False
        mended = False
        self._next = self._clock.now() + TRY_AGAIN_AFTER
        async with self._database.reading(EVERY_WORKSPACE) as session:
            entries = await read_entries(session)
        for workspace_id in sorted({entry.workspace_id for entry in entries}):
            bank = bank_id(workspace_id)
            held = await self._memory.list_documents(bank)
            findings = compare([entry for entry in entries if entry.workspace_id == workspace_id], held)
            wrong = self._worth_mending(findings)
            mended = mended or bool(wrong)
            await self._mend(wrong)
            await self._remove_strays(bank, findings.differences)
        self._health.compared(losses, doubts, mended=mended)
        self._next, self._succeeded = self._clock.now() + COMPARE_EVERY, True

    def _worth_mending(self, findings: Findings) -> list[tuple[Entry, Difference]]:
        """Entries with what is wrong with them; what people have to do first, or mending does not cure, is left."""
        chosen = [(one.entry, one) for one in findings.differences if one.entry and self._may_mend(one.entry, one)]
        return chosen + [(one.entry, one) for one in findings.explained if one.entry and _is_lost(one.entry, one)]

    def _may_mend(self, entry: Entry, difference: Difference) -> bool:
        if _is_lost(entry, difference):
            return True
        if difference.kind is K.extra:
            return entry.state is S.withdrawn
        return entry.state is not S.failed and self._mended[_mending(entry, difference)] < MENDED_AT_MOST

    async def _mend(self, wrong: Sequence[tuple[Entry, Difference]]) -> None:
        if not wrong:
            return
        now = self._clock.now()
        async with self._database.writing(EVERY_WORKSPACE) as session:
            for seen, difference in wrong:
                entry = await session.scalar(
                    sa.select(LedgerDocument).where(LedgerDocument.pk == seen.pk).with_for_update()
                )
                if entry is not None and entry.updated_at == seen.updated_at and not is_leased(entry, now):
                    _mend(session, entry, difference, now)
                    self._mended[_mending(seen, difference)] += 1

    async def _remove_strays(self, bank: str, differences: Iterable[Difference]) -> None:
        """Withdraw documents that say they are of an incident of ours and have another id; nobody else's."""
        for one in differences:
            if one.claims is not None:
                log.warning("A document %r that says it is of %s is withdrawn", one.document_id, one.claims)
                try:
                    await self._memory.withdraw(bank, one.document_id)
                except MemoryUnavailable as error:
                    log.warning("It could not be withdrawn: %s", error)


def _is_lost(entry: Entry, difference: Difference) -> bool:
    return difference.kind is K.missing and entry.retained_revision is not None


def _mending(entry: Entry, difference: Difference) -> tuple[int, str, DifferenceKind]:
    return entry.pk, entry.content_hash, difference.kind


def _mend(session: Session, entry: LedgerDocument, difference: Difference, now: datetime) -> None:
    if difference.kind is K.extra:
        entry.attempts = 0
        move(session, entry, S.withdrawing, cause=LEFT_BEHIND, at=now, reason=entry.withdrawn_for)
        return
    entry.ready_revision = entry.ready_at = entry.probe_trace = None
    entry.retained_revision = difference.held_revision
    if entry.belongs and entry.state is not S.retaining:
        entry.attempts = 0
        is_this_revision = difference.kind is K.stale and difference.held_revision == entry.revision
        move(session, entry, S.queued, cause=OTHER_TEXT if is_this_revision else CAUSES[difference.kind], at=now)
