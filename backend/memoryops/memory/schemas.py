"""How memory's states look from outside."""

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from memoryops.kit.schemas import Input, Line, Output, Time
from memoryops.memory.audit import DifferenceKind
from memoryops.memory.calibration import CalibrationSource
from memoryops.memory.port import MemoryReason
from memoryops.memory.states import DocumentState


class MemoryStatus(StrEnum):
    """What a recall came to; an error is never `empty`."""

    ok = "ok"
    empty = "empty"
    unavailable = "unavailable"


class Forgotten(Output):
    """When and by whom a document was forgotten."""

    at: Time
    by: str


class DocumentMemory(Output):
    """Whether and how an incident is remembered. `confirms` names the document it confirms, if any."""

    state: DocumentState
    reason: str | None
    attempts: int
    next_attempt_at: Time | None
    retained_at: Time | None
    ready_at: Time | None
    confirms: str | None


class LedgerEntry(Output):
    """One document of the ledger; `revision` is wanted, `ready_revision` was proved to be recalled."""

    id: str
    incident_id: str
    state: DocumentState
    reason: str | None
    detail: str | None
    revision: int
    retained_revision: int | None
    ready_revision: int | None
    content_hash: str
    attempts: int
    next_attempt_at: Time | None
    retained_at: Time | None
    ready_at: Time | None
    updated_at: Time
    forgotten_at: Time | None
    forgotten_by: str | None


class LedgerStep(Output):
    """One step of a document from state to state."""

    from_state: DocumentState
    to_state: DocumentState
    revision: int
    cause: str
    attempt: int
    at: Time


class LedgerRevision(Output):
    """One revision of a document as it was written; `text` is null once it was forgotten and erased."""

    revision: int
    content_hash: str
    written_at: Time
    cause: str
    text: str | None


class AbsenceProof(Output):
    """How memory was found to have let go: no document under the id, and a recall that brought back nothing of it.

    `query` is null for a forgotten document, whose words are erased here too.
    """

    at: Time
    query: str | None
    tags: list[str]
    found_by_id: bool
    returned: int
    of_this_document: int


class LedgerDocumentView(LedgerEntry):
    """One document as it was written, with its revisions, its steps and the trace of the last probe."""

    text: str
    tags: list[str]
    metadata: dict[str, str]
    bank_id: str
    probe: str
    probe_trace: dict[str, Any] | None
    absence: AbsenceProof | None
    steps: list[LedgerStep]
    revisions: list[LedgerRevision]


RETRIED_AT_MOST = 500
"""Documents that one call tries again: it is one write transaction, and others wait for it."""


class RetainMany(Input):
    """Which documents to try again: those named, or all in some states; with both, the named ones in those states."""

    ids: list[Annotated[Line, Field(max_length=64)]] | None = Field(None, min_length=1, max_length=RETRIED_AT_MOST)
    states: list[DocumentState] | None = Field(None, min_length=1, max_length=len(DocumentState))

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if self.ids is None and self.states is None:
            raise ValueError("ids or states must say which documents are meant")
        return self


class RefusedRetry(Output):
    """A document that was not tried again: `not_found`, `other_state`, `forgotten` or `nothing_to_retain`."""

    id: str
    reason: str


class Retried(Output):
    """What a call for many documents did; `more` says that another call would find others to try."""

    retried: list[str]
    refused: list[RefusedRetry]
    more: bool


class MemoryHealthView(Output):
    """Whether memory answers, since when, and what to do when it does not.

    `threshold` is the least similarity of a strong match, `embedding` the model whose similarity it is, and
    `calibrated` where it comes from; all three are null until that is known.
    """

    status: str
    reason: MemoryReason | None
    detail: str | None
    advice: str | None
    since: Time
    checked_at: Time | None
    kind: str
    url: str | None
    version: str | None
    log_file: str | None
    bank_id: str
    threshold: float | None
    embedding: str | None
    calibrated: CalibrationSource | None
    documents: dict[DocumentState, int]


class MemoryDifference(Output):
    """One document that memory holds otherwise than the ledger says."""

    document_id: str
    kind: DifferenceKind
    detail: str
    state: DocumentState | None
    expected_revision: int | None
    held_revision: int | None


class MemoryAudit(Output):
    """One comparison of the ledger with the bank; `pending` documents are on their way and no difference."""

    id: int
    started_at: Time
    finished_at: Time
    asked_by: str
    bank_id: str
    expected: int
    held: int
    pending: int
    clean: bool
    differences: list[MemoryDifference]


class LastAudit(Output):
    """The newest audit, null before the first."""

    last: MemoryAudit | None
