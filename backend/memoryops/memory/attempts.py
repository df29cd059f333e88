"""One attempt at one document: what was asked of memory, what came of it, and when to try again. Values only."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memoryops.kit.schemas import rfc3339
from memoryops.memory.audit import is_whole
from memoryops.memory.documents import as_kept, incident_tag, stands_in, workspace_tag
from memoryops.memory.port import Document, MemoryReason, MemoryUnavailable, Recalled, RecallQuery, StoredDocument
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id

S = DocumentState
R = MemoryReason

BACKOFF_FIRST_S = 1.0
BACKOFF_CAP_S = 30.0
RETRY_AFTER_CAP_S = 600.0
PROBE_BACKOFF_CAP_S = 300.0

WAIT_FOR_A_PERSON = frozenset({R.unauthorized, R.payment_required, R.rejected, R.misconfigured, R.not_configured})
"""Trying again by ourselves would give the same answer."""

WAIT_FOR_THE_SERVER = frozenset({R.starting, R.unreachable, R.timeout, R.server_error, R.invalid_response})
"""Over as soon as the server is back; a limited rate is not, it has its own time."""


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

    @property
    def bank(self) -> str:
        return bank_id(self.workspace_id)

    @property
    def query(self) -> RecallQuery:
        """The recall that must bring this document back."""
        tags = (workspace_tag(self.workspace_id), incident_tag(self.document.document_id))
        return RecallQuery(self.probe, tags)

    def is_held_whole_by(self, stored: StoredDocument) -> bool:
        """Whether memory holds this revision with its text, its tags and all its pieces."""
        is_tagged = set(stored.tags) == set(self.document.tags)
        is_its_text = stored.text in ("", as_kept(self.document.text))
        is_held = self.is_held_by(stored.metadata) and is_tagged and is_its_text
        return is_held and is_whole(stored.pieces, len(self.document.text))

    def is_held_by(self, metadata: Mapping[str, str]) -> bool:
        """Whether memory's metadata is of this document at exactly this revision."""
        wanted = self.document.metadata
        return all(metadata.get(name) == wanted.get(name) for name in ("incident_id", "revision", "content_hash"))


@dataclass(frozen=True)
class Settled:
    """What came of a task: the state to move to and the values to keep."""

    state: DocumentState
    cause: str
    reason: str | None = None
    detail: str | None = None
    retry_in_s: float | None = None
    values: Mapping[str, Any] = field(default_factory=dict)


def backoff_s(attempt: int, *, cap: float = BACKOFF_CAP_S, spread: float | None = None) -> float:
    """Seconds until the next attempt: doubling from one second, capped, and spread by up to a quarter."""
    jitter = random.uniform(0.75, 1.25) if spread is None else spread
    doubled: float = BACKOFF_FIRST_S * 2 ** min(attempt - 1, 16)
    return min(doubled, cap) * jitter


def failed(task: Task, error: MemoryUnavailable, values: Mapping[str, Any]) -> Settled:
    """The attempt ended in an error; `values` hold for what had succeeded before it."""
    if error.reason in WAIT_FOR_A_PERSON:
        retry = None
    elif error.retry_after is not None:
        retry = min(max(error.retry_after, BACKOFF_FIRST_S), RETRY_AFTER_CAP_S)
    else:
        retry = backoff_s(task.attempt)
    return Settled(S.failed, error.detail, error.reason.value, error.detail, retry, values)


def probed(task: Task, results: Sequence[Recalled], threshold: float) -> Settled:
    """Ready when meaning brought back this document at this revision; otherwise it stays retained, with the trace."""
    trace = probe_trace(task, results, threshold)
    if trace["proved"]:
        return Settled(S.ready, "recalled by its own symptoms", values={"probe_trace": trace})
    return Settled(
        S.retained,
        "memory holds it, and a recall did not bring it back yet",
        reason="not_recalled",
        retry_in_s=backoff_s(task.attempt, cap=PROBE_BACKOFF_CAP_S),
        values={"probe_trace": trace},
    )


def gone(task: Task, results: Sequence[Recalled], at: datetime) -> Settled:
    """Withdrawn when the recall that brought this document back brings back nothing of it; else tried again.

    It was looked up by its id before, in vain.
    """
    mine = [item for item in results if item.document_id == task.document.document_id]
    proof = {
        "at": rfc3339(at),
        "query": task.query.text,
        "tags": list(task.query.tags),
        "found_by_id": False,
        "returned": len(results),
        "of_this_document": len(mine),
    }
    if mine:
        retry = backoff_s(task.attempt)
        return Settled(S.withdrawing, "memory still recalls it", retry_in_s=retry, values={"probe_trace": proof})
    left = {"retained_revision": None, "ready_revision": None, "ready_at": None, "probe_trace": proof}
    return Settled(S.withdrawn, "memory no longer holds it: neither its id nor a recall finds it", values=left)


def is_proof_of_absence(trace: Mapping[str, Any] | None) -> bool:
    """Whether a stored trace is of a document that was to be gone, not of one that was to come back."""
    return trace is not None and "found_by_id" in trace


def tombstone_of(trace: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What may be kept of a trace once the document is forgotten: that it is gone, without the words asked with."""
    return {**trace, "query": None} if trace is not None and is_proof_of_absence(trace) else None


def probe_trace(task: Task, results: Sequence[Recalled], threshold: float) -> dict[str, Any]:
    """What was asked, what came back, and whether it proves anything."""
    mine = [
        item
        for item in results
        if item.document_id == task.document.document_id
        and task.is_held_by(item.metadata)
        and stands_in(item.text, task.document.text)
    ]
    by_meaning = [item.semantic for item in mine if item.semantic is not None]
    best = max(by_meaning, default=None)
    return {
        "query": task.query.text,
        "tags": list(task.query.tags),
        "returned": len(results),
        "of_this_revision": len(mine),
        "similarity": None if best is None else round(best, 4),
        "threshold": threshold,
        "proved": best is not None and best >= threshold,
    }
