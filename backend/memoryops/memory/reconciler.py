"""Makes memory match the ledger: one leased document at a time, each step a short transaction around a network call.

Several processes can share the work. A lease is renewed while its work goes on, the work is stopped when the lease is
lost, and its holder writes nothing from then on: steps on one document neither overlap nor arrive out of order.
"""

import asyncio
import logging
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.kit.leases import LEASE, LeaseLost, hold
from memoryops.kit.waiting import Pulse
from memoryops.memory.attempts import WAIT_FOR_THE_SERVER, Settled, Task, backoff_s, failed, gone, probed
from memoryops.memory.comparison import Comparison
from memoryops.memory.health import HealthWatch
from memoryops.memory.ledger import DUE_STATES, erase, move
from memoryops.memory.models import LedgerDocument
from memoryops.memory.port import Document, MemoryReason, MemoryStore, MemoryUnavailable, Recalled, StoredDocument
from memoryops.memory.states import DocumentState

S = DocumentState
log = logging.getLogger(__name__)

POLL_S = 0.5

CHANGED = "changed while it was under way"
TAKEN_BACK = "withdrawn while it was under way"


class Reconciler:
    """Works off the ledger while memory answers and is calibrated."""

    def __init__(
        self,
        database: Database,
        memory: MemoryStore,
        health: HealthWatch,
        clock: Clock,
        pulse: Pulse,
    ) -> None:
        self._database = database
        self._memory = memory
        self._health = health
        self._clock = clock
        self._pulse = pulse
        self._comparison = Comparison(database, memory, health, clock)

    async def run(self) -> None:
        """Work for ever; an unexpected failure is logged and never ends the work."""
        while True:
            try:
                worked = await self.step()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("A step of the reconciler failed; it goes on")
                worked = False
            if not worked:
                await asyncio.sleep(POLL_S)

    async def step(self) -> bool:
        """One turn: compare when that is owed, then one document; False when there is nothing to do."""
        if not self._health.answers:
            return False
        if self._comparison.is_due() and not await self.compare():
            return False
        if not self._health.is_calibrated:
            return False
        if self._health.recovered.is_set():
            self._health.recovered.clear()
            await self.hurry()
        return await self.work_once()

    async def compare(self) -> bool:
        """Compare memory with the ledger now; False when memory did not answer."""
        try:
            await self._comparison.run()
        except MemoryUnavailable as error:
            self._health.observe(error)
            return False
        return True

    async def hurry(self) -> None:
        """Memory is back: make what only waited for it due now."""
        async with self._database.writing(EVERY_WORKSPACE) as session:
            await session.execute(
                sa.update(LedgerDocument)
                .where(
                    LedgerDocument.state == S.failed,
                    LedgerDocument.reason.in_([reason.value for reason in WAIT_FOR_THE_SERVER]),
                )
                .values(next_attempt_at=self._clock.now())
            )

    async def work_once(self) -> bool:
        """Take one due document a step further; False when nothing is due."""
        task = await self._claim()
        if task is None:
            return False
        try:
            await self._settle(task, await hold(self._attempt(task), lambda: self._renew(task)))
        except LeaseLost:
            log.warning("The lease on %s was lost; another process goes on", task.document.document_id)
        self._pulse.beat()
        return True

    async def _claim(self) -> Task | None:
        now = self._clock.now()
        async with self._database.reading(EVERY_WORKSPACE) as session:
            if await session.scalar(_due(now).with_only_columns(LedgerDocument.pk)) is None:
                return None
        async with self._database.writing(EVERY_WORKSPACE) as session:
            entry: LedgerDocument | None = await session.scalar(_due(now).with_for_update(skip_locked=True))
            return None if entry is None else _lease(session, entry, now)

    async def _renew(self, task: Task) -> bool:
        now = self._clock.now()
        async with self._database.writing(EVERY_WORKSPACE) as session:
            renewed = await session.scalar(
                sa.update(LedgerDocument)
                .where(
                    LedgerDocument.pk == task.pk,
                    LedgerDocument.lease_owner == task.lease,
                    LedgerDocument.lease_until > now,
                )
                .values(lease_until=now + LEASE)
                .returning(LedgerDocument.pk)
                .execution_options(synchronize_session=False)
            )
            return renewed is not None

    async def _attempt(self, task: Task) -> Settled:
        done: dict[str, Any] = {}
        try:
            if not task.wanted:
                return await self._withdraw(task)
            await self._retain(task)
            done = self._retained(task)
            return await self._probe(task, done)
        except MemoryUnavailable as error:
            self._health.observe(error)
            return failed(task, error, done)

    async def _retain(self, task: Task) -> None:
        if task.attempt > 1 or task.state is S.retained:
            # A timeout or a crash leaves it open what arrived, and a late one can overwrite a newer: look first.
            stored = await self._find(task)
            if stored is not None and task.is_held_whole_by(stored):
                return
        await self._memory.retain(task.bank, task.document)

    def _retained(self, task: Task) -> dict[str, Any]:
        values: dict[str, Any] = {"retained_revision": task.revision}
        return values if task.state is S.retained else {**values, "retained_at": self._clock.now()}

    async def _probe(self, task: Task, done: dict[str, Any]) -> Settled:
        settled = probed(task, await self._memory.recall(task.bank, task.query), self._health.calibration.threshold)
        proof = {"ready_revision": task.revision, "ready_at": self._clock.now()} if settled.state is S.ready else {}
        return replace(settled, values={**done, **settled.values, **proof})

    async def _withdraw(self, task: Task) -> Settled:
        try:
            await self._memory.withdraw(task.bank, task.document.document_id)
        except MemoryUnavailable as error:
            if error.reason is not MemoryReason.bank_missing:
                raise
            self._health.observe(error)
        if await self._find(task) is not None:
            return Settled(S.withdrawing, "memory still holds it", retry_in_s=backoff_s(task.attempt))
        return gone(task, await self._recall_what_should_be_gone(task), self._clock.now())

    async def _find(self, task: Task) -> StoredDocument | None:
        """What memory holds under the document's id; a bank that is not there holds nothing."""
        try:
            return await self._memory.find(task.bank, task.document.document_id)
        except MemoryUnavailable as error:
            if error.reason is not MemoryReason.bank_missing:
                raise
            self._health.observe(error)
            return None

    async def _recall_what_should_be_gone(self, task: Task) -> Sequence[Recalled]:
        try:
            return await self._memory.recall(task.bank, task.query)
        except MemoryUnavailable as error:
            if error.reason is not MemoryReason.bank_missing:
                raise
            self._health.observe(error)
            return ()

    async def _settle(self, task: Task, settled: Settled) -> None:
        now = self._clock.now()
        async with self._database.writing(EVERY_WORKSPACE) as session:
            entry = await session.scalar(
                sa.select(LedgerDocument)
                .where(LedgerDocument.pk == task.pk, LedgerDocument.lease_owner == task.lease)
                .with_for_update()
            )
            if entry is None or entry.lease_until is None or entry.lease_until <= now:
                return
            for name, value in settled.values.items():
                setattr(entry, name, value)
            entry.lease_owner = entry.lease_until = None
            _move_on(session, entry, task, settled, now)
            if entry.forgotten_at is not None:
                await erase(session, entry)  # also of what a task brought along that began before


def _due(now: datetime) -> sa.Select[LedgerDocument]:
    return (
        sa.select(LedgerDocument)
        .where(
            LedgerDocument.state.in_((*DUE_STATES, S.failed)),
            LedgerDocument.next_attempt_at <= now,
            sa.or_(LedgerDocument.lease_until.is_(None), LedgerDocument.lease_until <= now),
        )
        .order_by(LedgerDocument.next_attempt_at, LedgerDocument.pk)
        .limit(1)
    )


def _lease(session: Session, entry: LedgerDocument, now: datetime) -> Task:
    if entry.state is S.failed:
        target = S.queued if entry.belongs else S.withdrawing
        move(session, entry, target, cause="next try", at=now, reason=entry.reason)
    _turn_round(session, entry, now)
    entry.attempts += 1
    entry.lease_owner, entry.lease_until = uuid.uuid4().hex, now + LEASE
    if entry.belongs and entry.state is S.queued:
        move(session, entry, S.retaining, cause=f"attempt {entry.attempts}", at=now, reason=entry.reason)
    return Task(
        pk=entry.pk,
        workspace_id=entry.workspace_id,
        lease=entry.lease_owner,
        wanted=entry.belongs,
        state=entry.state,
        attempt=entry.attempts,
        document=Document(entry.document_id, entry.text, tuple(entry.tags), entry.document_metadata, entry.happened_at),
        content_hash=entry.content_hash,
        revision=entry.revision,
        probe=entry.probe or f"Incident {entry.document_id}",  # what was forgotten before has no words left
    )


def _turn_round(session: Session, entry: LedgerDocument, now: datetime) -> None:
    """Follow people who changed their mind while a process was at it that did not live to move the entry."""
    if entry.belongs and entry.state is S.withdrawing:
        move(session, entry, S.queued, cause=CHANGED, at=now)
    elif not entry.belongs and entry.state in (S.queued, S.retaining, S.retained):
        move(session, entry, S.withdrawing, cause=TAKEN_BACK, at=now, reason=entry.withdrawn_for)


def _move_on(session: Session, entry: LedgerDocument, task: Task, settled: Settled, now: datetime) -> None:
    """Move the entry to where the task left it, or onwards where people changed their mind meanwhile."""
    if entry.state is S.retaining and settled.state is S.ready:
        move(session, entry, S.retained, cause="memory accepted it", at=now)
    if entry.belongs and not (task.wanted and task.is_held_by(entry.document_metadata)):
        move(session, entry, S.queued, cause=CHANGED, at=now)
    elif not entry.belongs and task.wanted:
        move(session, entry, S.withdrawing, cause=TAKEN_BACK, at=now, reason=entry.withdrawn_for)
    else:
        _follow(session, entry, settled, now)


def _follow(session: Session, entry: LedgerDocument, settled: Settled, now: datetime) -> None:
    later = None if settled.retry_in_s is None else now + timedelta(seconds=settled.retry_in_s)
    reason = settled.reason
    if settled.state in (S.withdrawing, S.withdrawn):
        reason = entry.withdrawn_for
    move(
        session,
        entry,
        settled.state,
        cause=settled.cause,
        at=now,
        reason=reason,
        detail=settled.detail,
        next_attempt_at=later,
    )
