"""The ledger's tables: which documents memory should hold, and how it came to hold them."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.kit.db import Base, WorkspaceOwned
from memoryops.memory.states import DocumentState


class LedgerDocument(WorkspaceOwned, Base):
    """One document: what should be in memory (`wanted`, `revision`, `content_hash`, text) and what is.

    `wanted` is what the record wants and follows it always; `forgotten_at` is a person's veto beside it.

    `revision` and `content_hash` are of the newest text; `retained_revision` and
    `ready_revision` are of what memory was last known to hold and was proved to recall.
    """

    __tablename__ = "memory_documents"
    __table_args__ = (
        sa.UniqueConstraint("workspace_id", "document_id"),
        sa.Index("ix_memory_documents_due", "state", "next_attempt_at"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[str] = mapped_column(sa.String(64))
    wanted: Mapped[bool]
    state: Mapped[DocumentState]
    reason: Mapped[str | None] = mapped_column(sa.String(64))
    detail: Mapped[str | None] = mapped_column(sa.Text)
    revision: Mapped[int]
    content_hash: Mapped[str] = mapped_column(sa.String(80))
    text: Mapped[str] = mapped_column(sa.Text)
    probe: Mapped[str] = mapped_column(sa.Text)
    tags: Mapped[list[Any]]
    document_metadata: Mapped[dict[str, Any]]
    happened_at: Mapped[datetime]
    retained_revision: Mapped[int | None]
    ready_revision: Mapped[int | None]
    attempts: Mapped[int]
    next_attempt_at: Mapped[datetime | None]
    retained_at: Mapped[datetime | None]
    ready_at: Mapped[datetime | None]
    updated_at: Mapped[datetime]
    lease_owner: Mapped[str | None] = mapped_column(sa.String(64))
    lease_until: Mapped[datetime | None]
    withdrawn_for: Mapped[str | None] = mapped_column(sa.String(32))
    forgotten_at: Mapped[datetime | None]
    forgotten_by: Mapped[str | None] = mapped_column(sa.Text)
    probe_trace: Mapped[dict[str, Any] | None]

    @property
    def belongs(self) -> bool:
        """Whether memory should hold it: the record wants it, and nobody had it forgotten."""
        return self.wanted and self.forgotten_at is None


BELONGS = sa.and_(LedgerDocument.wanted, LedgerDocument.forgotten_at.is_(None))
"""`LedgerDocument.belongs` in a query."""


class LedgerTransition(WorkspaceOwned, Base):
    """One step of a document from state to state, with its cause."""

    __tablename__ = "memory_transitions"

    pk: Mapped[int] = mapped_column(primary_key=True)
    document_pk: Mapped[int] = mapped_column(sa.ForeignKey("memory_documents.pk"), index=True)
    from_state: Mapped[DocumentState]
    to_state: Mapped[DocumentState]
    revision: Mapped[int]
    cause: Mapped[str] = mapped_column(sa.Text)
    attempt: Mapped[int]
    at: Mapped[datetime]


class DocumentRevision(WorkspaceOwned, Base):
    """One revision of a document as it was written; its `text` is None once the document was forgotten."""

    __tablename__ = "memory_document_revisions"

    pk: Mapped[int] = mapped_column(primary_key=True)
    document_pk: Mapped[int] = mapped_column(sa.ForeignKey("memory_documents.pk"), index=True)
    revision: Mapped[int]
    content_hash: Mapped[str] = mapped_column(sa.String(80))
    text: Mapped[str | None] = mapped_column(sa.Text)
    tags: Mapped[list[Any]]
    document_metadata: Mapped[dict[str, Any]] = mapped_column("metadata")
    cause: Mapped[str] = mapped_column(sa.Text)
    written_at: Mapped[datetime]


class Audit(WorkspaceOwned, Base):
    """One comparison of the ledger with a bank, as it came out; `differences` are plain values."""

    __tablename__ = "memory_audits"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    pk: Mapped[int] = mapped_column(primary_key=True)
    bank_id: Mapped[str] = mapped_column(sa.String(128))
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime]
    asked_by: Mapped[str] = mapped_column(sa.Text)
    expected: Mapped[int]
    held: Mapped[int]
    pending: Mapped[int]
    clean: Mapped[bool]
    differences: Mapped[list[Any]]
