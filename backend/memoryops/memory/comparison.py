"""Whether memory still holds what the ledger believes: a server can lose its data, or be another one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.memory.health import HealthWatch
from memoryops.memory.ledger import is_leased, move
from memoryops.memory.models import LedgerDocument
from memoryops.memory.port import MemoryStore
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id

S = DocumentState

COMPARE_EVERY = timedelta(minutes=3)
TRY_AGAIN_AFTER = timedelta(seconds=2)

LOST = "memory no longer holds it"
LEFT_BEHIND = "memory holds it, and should not"


@dataclass(frozen=True)
class Seen:
    """An entry as it was before memory was asked; one that changed since says nothing of the answer."""

    pk: int
    workspace_id: str
    document_id: str
    updated_at: datetime
    state: DocumentState
    retained: bool


class Comparison:
    """Compares ids alone: what is lost is queued again, what should be gone is withdrawn, the rest is not ours."""

    def __init__(self, database: Database, memory: MemoryStore, health: HealthWatch, clock: Clock) -> None:
        self._database = database
        self._memory = memory
        self._health = health
        self._clock = clock
        self._next: datetime | None = None
        self._succeeded = False

    def is_due(self) -> bool:
        """Whether memory may have lost something, or some minutes have passed; after a failure, in two seconds."""
        if self._next is None:
            return True
        return self._clock.now() >= self._next or (self._succeeded and not self._health.is_compared)

    async def run(self) -> None:
        """Compare every workspace's bank with the ledger; raises MemoryUnavailable and leaves the rest undone."""
        losses, self._succeeded = self._health.losses, False
        self._next = self._clock.now() + TRY_AGAIN_AFTER
        believed = await self._believed()
        for workspace_id in sorted({one.workspace_id for one in believed}):
            held = frozenset(await self._memory.list_documents(bank_id(workspace_id)))
            wrong = [one for one in believed if one.workspace_id == workspace_id and _is_wrong(one, held)]
            await self._correct(wrong)
        self._health.compared(losses)
        self._next, self._succeeded = self._clock.now() + COMPARE_EVERY, True

    async def _believed(self) -> Sequence[Seen]:
        async with self._database.reading(EVERY_WORKSPACE) as session:
            rows = await session.execute(
                sa.select(
                    LedgerDocument.pk,
                    LedgerDocument.workspace_id,
                    LedgerDocument.document_id,
                    LedgerDocument.updated_at,
                    LedgerDocument.state,
                    LedgerDocument.retained_revision.is_not(None),
                )
            )
            return [Seen(*row) for row in rows]

    async def _correct(self, wrong: Iterable[Seen]) -> None:
        seen = {one.pk: one for one in wrong}
        if not seen:
            return
        now = self._clock.now()
        async with self._database.writing(EVERY_WORKSPACE) as session:
            for pk, one in seen.items():
                entry = await session.scalar(sa.select(LedgerDocument).where(LedgerDocument.pk == pk).with_for_update())
                if entry is not None and entry.updated_at == one.updated_at and not is_leased(entry, now):
                    _correct(session, entry, now)


def _is_wrong(one: Seen, held: frozenset[str]) -> bool:
    if one.document_id in held:
        return one.state is S.withdrawn
    return one.retained


def _correct(session: Session, entry: LedgerDocument, now: datetime) -> None:
    if entry.state is S.withdrawn:
        entry.attempts = 0
        move(session, entry, S.withdrawing, cause=LEFT_BEHIND, at=now, reason=entry.withdrawn_for)
        return
    entry.retained_revision = entry.ready_revision = entry.ready_at = entry.probe_trace = None
    if entry.belongs and entry.state is not S.retaining:
        entry.attempts = 0
        move(session, entry, S.queued, cause=LOST, at=now)
