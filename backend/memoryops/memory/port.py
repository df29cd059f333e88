"""What MemoryOps asks of a long-term memory: the port, its values and its one failure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class MemoryReason(StrEnum):
    """Why memory could not answer; shown to people and stored with investigations."""

    not_configured = "not_configured"
    starting = "starting"
    unreachable = "unreachable"
    timeout = "timeout"
    unauthorized = "unauthorized"
    payment_required = "payment_required"
    rate_limited = "rate_limited"
    rejected = "rejected"
    server_error = "server_error"
    invalid_response = "invalid_response"
    bank_missing = "bank_missing"
    misconfigured = "misconfigured"
    calibrating = "calibrating"
    needs_model = "needs_model"


class MemoryUnavailable(Exception):
    """Memory could not complete a request; never the same as having found nothing.

    `detail` is a sentence a person may read and never holds a credential.
    `retry_after` is in seconds, when the server named one.
    """

    def __init__(self, reason: MemoryReason, detail: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
        self.retry_after = retry_after


@dataclass(frozen=True)
class Document:
    """What is retained for one incident: complete text for a reader without today's context.

    `document_id` is the incident id. `metadata` always holds `incident_id`,
    `revision` and `content_hash`; all its values are strings.
    """

    document_id: str
    text: str
    tags: tuple[str, ...]
    metadata: Mapping[str, str]
    happened_at: datetime


@dataclass(frozen=True)
class RecallQuery:
    """One recall: the exact text sent and the tags that must all be on a result (`all_strict`).

    `any_of`, where it is given, are further tags, at least one of which must be on it too. `wide` asks for all pieces
    that may matter, which takes the longer the more a bank holds; without it only the best come.
    """

    text: str
    tags: tuple[str, ...]
    any_of: tuple[str, ...] = ()
    wide: bool = True


@dataclass(frozen=True)
class Recalled:
    """One piece of memory as the server returned it.

    `semantic` is the cosine similarity (0..1) or None where the piece was not
    found by meaning; `keyword` is the server's text score or None.
    """

    document_id: str | None
    text: str
    tags: tuple[str, ...]
    metadata: Mapping[str, str]
    semantic: float | None
    keyword: float | None


@dataclass(frozen=True)
class HeldDocument:
    """A document as its bank lists it: all but its text.

    Of that, `text_length` in characters and `text_digest`, as `digest_of` makes it; None where the server does not say.
    """

    document_id: str
    tags: tuple[str, ...]
    metadata: Mapping[str, str]
    pieces: int
    text_length: int | None = field(default=None, kw_only=True)
    text_digest: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class StoredDocument(HeldDocument):
    """A document as memory holds it now, found by its id; its text is empty where the server keeps none."""

    text: str


@dataclass(frozen=True)
class Reflection:
    """An answer drawn from many memories, and the pieces it is based on."""

    text: str
    based_on: tuple[Recalled, ...]


@dataclass(frozen=True)
class MemoryServer:
    """The server behind the port when it last answered: what `status` and `doctor` show."""

    kind: str
    url: str | None
    version: str | None
    log_file: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)


class MemoryStore(Protocol):
    """A memory of documents in banks. Every method raises `MemoryUnavailable` and nothing else."""

    async def check(self) -> MemoryServer:
        """Prove that the server answers and that our key works; return what answered."""

    def describe(self) -> MemoryServer:
        """What is known of the server without asking it."""

    async def retain(self, bank_id: str, document: Document) -> None:
        """Write the document, replacing the one with the same id; the bank is prepared first."""

    async def recall(self, bank_id: str, query: RecallQuery) -> Sequence[Recalled]:
        """Pieces that match the query by meaning or words; `bank_missing` when there is no bank."""

    async def find(self, bank_id: str, document_id: str) -> StoredDocument | None:
        """The document as it is held now, or None when the bank answers that it has none."""

    async def list_documents(self, bank_id: str) -> Sequence[HeldDocument]:
        """All documents in the bank, each once; empty when there is no bank."""

    async def count_documents(self, bank_id: str, tag: str) -> int:
        """How many documents with that tag the bank holds; 0 when there is no bank."""

    async def withdraw(self, bank_id: str, document_id: str) -> None:
        """Remove the document; removing one that is not there succeeds."""

    async def reflect(self, bank_id: str, query: RecallQuery) -> Reflection:
        """An answer across documents; `needs_model` when the server has no language model."""

    async def aclose(self) -> None:
        """Give back connections."""
