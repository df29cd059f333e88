"""Makes memory match the ledger: one leased document at a time, each step a short transaction around a network call.

Several processes can share the work. A lease outlives the longest call it covers, and its holder writes nothing
once the lease is not its own, so steps on one document neither overlap nor arrive out of order.
"""

import asyncio
import logging
import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.kit.clock import Clock
from memoryops.kit.db import EVERY_WORKSPACE, Database, Session
from memoryops.kit.waiting import Pulse
from memoryops.memory.documents import incident_tag, workspace_tag
from memoryops.memory.health import HealthWatch
from memoryops.memory.ledger import DUE_STATES, FORGOTTEN, move
from memoryops.memory.models import LedgerDocument
from memoryops.memory.port import (
    Document,
    MemoryReason,
    MemoryStore,
    MemoryUnavailable,
    Recalled,
    RecallQuery,
    StoredDocument,
)
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id

S = DocumentState
R = MemoryReason
log = logging.getLogger(__name__)

LEASE = timedelta(seconds=90)
"""Longer than a look-up (5 s), a retain (60 s) and a probe (5 s) one after the other."""

POLL_S = 0.5
BACKOFF_FIRST_S = 1.0
BACKOFF_CAP_S = 30.0
RETRY_AFTER_CAP_S = 600.0
PROBE_BACKOFF_CAP_S = 300.0

WAIT_FOR_A_PERSON = frozenset({R.unauthorized, R.payment_required, R.rejected, R.misconfigured, R.not_configured})
"""Trying again by ourselves would give the same answer."""


@dataclass(frozen=True)
class Task:
    """One document as it was when its lease was taken."""

    pk: int
    workspace_id: str
    lease: str
    wanted: bool
    state: DocumentState
    attempt: int
    document: Document
    content_hash: str
    revision: int
    probe: str
    withdrawn_for: str | None

    @property
    def bank(self) -> str:
        return bank_id(self.workspace_id)


@dataclass(frozen=True)
class Settled:
    """What came of a task: the state to move to and the values to keep."""

    state: DocumentState
    cause: str
    reason: str | None = None
    detail: str | None = None
    retry_in_s: float | None = None
    values: Mapping[str, Any] | None = None


def backoff_s(attempt: int, *, cap: float = BACKOFF_CAP_S, spread: float | None = None) -> float:
    """Seconds until the next attempt: doubling from one second, capped, and spread by up to a quarter."""
    jitter = random.uniform(0.75, 1.25) if spread is None else spread
    doubled: float = BACKOFF_FIRST_S * 2 ** min(attempt - 1, 16)
    return min(doubled, cap) * jitter


class Reconciler:
    """Works off the ledger while memory answers; `threshold` is the least cosine that proves a probe."""

    def __init__(
        self,
        database: Database,
        memory: MemoryStore,
        health: HealthWatch,
        clock: Clock,
        pulse: Pulse,
        *,
        threshold: float,
    ) -> None:
        self._database = database
        self._memory = memory
        self._health = health
        self._clock = clock
        self._pulse = pulse
        self._threshold = threshold

    async def run(self) -> None:
        """Work for ever; an unexpected failure is logged and never ends the work."""
        while True:
            try:
                if self._health.changed.is_set() and self._health.current.is_ready:
                    self._health.changed.clear()
                    await self.hurry()
                worked = self._health.current.is_ready and await self.work_once()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("A step of the reconciler failed; it goes on")
                worked = False
            if not worked:
                await asyncio.sleep(POLL_S)

    async def hurry(self) -> None:
        """Memory is back: make what only waited for it due now."""
        transient = [reason.value for reason in R if reason not in WAIT_FOR_A_PERSON]
        async with self._database.writing(EVERY_WORKSPACE) as session:
            await session.execute(
                sa.update(LedgerDocument)
                .where(LedgerDocument.state == S.failed, LedgerDocument.reason.in_(transient))
                .values(next_attempt_at=self._clock.now())
            )

    async def work_once(self) -> bool:
        """Take one due document a step further; False when nothing is due."""
        task = await self._claim()
        if task is None:
            return False
        settled = await self._attempt(task)
        await self._settle(task, settled)
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

    async def _attempt(self, task: Task) -> Settled:
        try:
            if not task.wanted:
                return await self._withdraw(task)
            await self._retain(task)
            return await self._probe(task)
        except MemoryUnavailable as error:
            self._health.observe(error)
            return _failed(task, error)

    async def _retain(self, task: Task) -> None:
        if task.attempt > 1 or task.state is S.retained:
            # A timeout or a crash leaves it open what arrived, and a late one can overwrite a newer: look first.
            stored = await self._find(task)
            if stored is not None and stored.metadata.get("content_hash") == task.content_hash:
                return
        await self._memory.retain(task.bank, task.document)

    async def _find(self, task: Task) -> StoredDocument | None:
        try:
            return await self._memory.find(task.bank, task.document.document_id)
        except MemoryUnavailable as error:
            if error.reason is R.bank_missing:
                return None
            raise

    async def _probe(self, task: Task) -> Settled:
        tags = (workspace_tag(task.workspace_id), incident_tag(task.document.document_id))
        query = RecallQuery(task.probe, tags)
        results = await self._memory.recall(task.bank, query)
        trace = _probe_trace(task, query, results, self._threshold)
        now = self._clock.now()
        values: dict[str, Any] = {"retained_revision": task.revision, "probe_trace": trace}
        if task.state is not S.retained:
            values["retained_at"] = now
        if trace["proved"]:
            values |= {"ready_revision": task.revision, "ready_at": now}
            return Settled(S.ready, "recalled by its own symptoms", values=values)
        return Settled(
            S.retained,
            "memory holds it, and a recall did not bring it back yet",
            reason="not_recalled",
            retry_in_s=backoff_s(task.attempt, cap=PROBE_BACKOFF_CAP_S),
            values=values,
        )

    async def _withdraw(self, task: Task) -> Settled:
        await self._memory.withdraw(task.bank, task.document.document_id)
        if await self._find(task) is not None:
            return Settled(S.withdrawing, "memory still holds it", retry_in_s=backoff_s(task.attempt))
        values: dict[str, Any] = {"retained_revision": None, "ready_revision": None, "ready_at": None}
        if task.withdrawn_for == FORGOTTEN:
            values |= {"text": "", "probe": ""}
        return Settled(S.withdrawn, "memory no longer holds it", reason=task.withdrawn_for, values=values)

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
            for name, value in (settled.values or {}).items():
                setattr(entry, name, value)
            entry.lease_owner = entry.lease_until = None
            _move_on(session, entry, task, settled, now)


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
        move(session, entry, S.queued if entry.wanted else S.withdrawing, cause="next try", at=now, reason=entry.reason)
    entry.attempts += 1
    entry.lease_owner, entry.lease_until = uuid.uuid4().hex, now + LEASE
    if entry.wanted and entry.state is S.queued:
        move(session, entry, S.retaining, cause=f"attempt {entry.attempts}", at=now, reason=entry.reason)
    return Task(
        pk=entry.pk,
        workspace_id=entry.workspace_id,
        lease=entry.lease_owner,
        wanted=entry.wanted,
        state=entry.state,
        attempt=entry.attempts,
        document=Document(entry.document_id, entry.text, tuple(entry.tags), entry.document_metadata, entry.happened_at),
        content_hash=entry.content_hash,
        revision=entry.revision,
        probe=entry.probe,
        withdrawn_for=entry.withdrawn_for,
    )


def _move_on(session: Session, entry: LedgerDocument, task: Task, settled: Settled, now: datetime) -> None:
    """Move the entry to where the task left it, or onwards where people changed their mind meanwhile."""
    if entry.state is S.retaining and settled.state is S.ready:
        move(session, entry, S.retained, cause="memory accepted it", at=now)
    if entry.wanted and (not task.wanted or entry.content_hash != task.content_hash):
        move(session, entry, S.queued, cause="changed while it was under way", at=now)
    elif not entry.wanted and task.wanted:
        cause = "withdrawn while it was under way"
        move(session, entry, S.withdrawing, cause=cause, at=now, reason=entry.withdrawn_for)
    else:
        later = None if settled.retry_in_s is None else now + timedelta(seconds=settled.retry_in_s)
        move(
            session,
            entry,
            settled.state,
            cause=settled.cause,
            at=now,
            reason=settled.reason,
            detail=settled.detail,
            next_attempt_at=later,
        )


def _failed(task: Task, error: MemoryUnavailable) -> Settled:
    if error.reason in WAIT_FOR_A_PERSON:
        retry = None
    elif error.retry_after is not None:
        retry = min(max(error.retry_after, BACKOFF_FIRST_S), RETRY_AFTER_CAP_S)
    else:
        retry = backoff_s(task.attempt)
    return Settled(S.failed, error.detail, reason=error.reason.value, detail=error.detail, retry_in_s=retry)


def _probe_trace(task: Task, query: RecallQuery, results: Any, threshold: float) -> dict[str, Any]:
    mine = [item for item in results if _is_this(item, task)]
    best = max((item.semantic or 0.0 for item in mine), default=0.0)
    return {
        "query": query.text,
        "tags": list(query.tags),
        "returned": len(results),
        "of_this_revision": len(mine),
        "similarity": round(best, 4),
        "threshold": threshold,
        "proved": best >= threshold,
    }


def _is_this(item: Recalled, task: Task) -> bool:
    return (
        item.document_id == task.document.document_id
        and item.metadata.get("content_hash") == task.content_hash
        and item.metadata.get("revision") == task.document.metadata.get("revision")
    )
