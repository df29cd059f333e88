"""A record and a bank of their own, filled with a corpus through the product's own writer, and removed afterwards."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, runtime_checkable

from memoryops.evaluation.files import CorpusRecord, digest
from memoryops.incidents.learning import learning
from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.incidents.models import Incident
from memoryops.kit.db import Database
from memoryops.memory import ledger
from memoryops.memory.documents import WrittenDocument, write_document
from memoryops.memory.port import MemoryStore
from memoryops.migrations.upgrade import upgrade
from memoryops.workspaces.models import FIRST_INCIDENT_NUMBER, Workspace
from memoryops.workspaces.service import bank_id

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
NOT_RECORDED = "Not recorded."
"""Stands in the record, never in the document, for the cause or resolution that a corpus leaves open."""

AT_ONCE = 4
Step = Callable[[], None]


@runtime_checkable
class RemovesBanks(Protocol):
    """A memory that can remove a whole bank."""

    async def remove_bank(self, bank_id: str) -> None: ...


@dataclass(frozen=True)
class EvaluationBank:
    """The corpus as it was written: documents in order, and which record each incident id stands for."""

    workspace_id: str
    documents: tuple[WrittenDocument, ...]
    record_ids: Mapping[str, str]

    @property
    def bank_id(self) -> str:
        return bank_id(self.workspace_id)


@asynccontextmanager
async def temporary_record() -> AsyncIterator[Database]:
    """An empty record store in a temporary folder."""
    with TemporaryDirectory(prefix="memoryops-evaluation-") as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'record.db'}")
        try:
            await upgrade(database)
            yield database
        finally:
            await database.aclose()


async def write_record(database: Database, corpus: Sequence[CorpusRecord]) -> EvaluationBank:
    """Put the corpus into the record as resolved incidents that memory should hold."""
    workspace_id = f"evaluation-{digest([_content_hash(number, record) for number, record in enumerate(corpus, 1)])}"
    incidents = [resolved_incident(workspace_id, number, record) for number, record in enumerate(corpus, 1)]
    written = [write(incident) for incident in incidents]
    async with database.writing(workspace_id) as session:
        session.add(Workspace(id=workspace_id, name="Evaluation", next_incident_number=1, created_at=BEGAN))
        await session.flush()
        session.add_all(incidents)
        await session.flush()
        for document in written:
            await ledger.remember(session, document, cause="evaluation", at=BEGAN)
    record_ids = {incident.id: record.id for incident, record in zip(incidents, corpus, strict=True)}
    return EvaluationBank(workspace_id, tuple(written), record_ids)


def resolved_incident(workspace_id: str, number: int, record: CorpusRecord) -> Incident:
    """The record as an incident that was resolved."""
    return Incident(
        workspace_id=workspace_id,
        number=FIRST_INCIDENT_NUMBER + number,
        id=f"INC-{FIRST_INCIDENT_NUMBER + number}",
        title=record.name,
        service=record.service or record.company or "unknown",
        severity=Severity.sev3,
        status=Status.resolved,
        symptoms=record.symptoms or None,
        declared_by="evaluation",
        declared_at=BEGAN,
        started_at=BEGAN,
        resolved_at=BEGAN + timedelta(hours=1),
        root_cause=record.cause or NOT_RECORDED,
        resolution=record.resolution or NOT_RECORDED,
        postmortem=record.remainder,
        outcome=Outcome.fixed,
        resolved_by="evaluation",
        sample=False,
        revision=1,
    )


def write(incident: Incident) -> WrittenDocument:
    """The document of the incident, as the product writes it, without what the corpus leaves open."""
    taught = learning(incident)
    return write_document(replace(taught, root_cause=_told(taught.root_cause), resolution=_told(taught.resolution)))


async def fill(memory: MemoryStore, bank: EvaluationBank, step: Step) -> None:
    """Retain what the bank does not hold yet, some at a time, with a `step` for each; raises MemoryUnavailable."""
    held = {one.document_id for one in await memory.list_documents(bank.bank_id)}
    gate = asyncio.Semaphore(AT_ONCE)

    async def retain(written: WrittenDocument) -> None:
        async with gate:
            if written.document.document_id not in held:
                await memory.retain(bank.bank_id, written.document)
            step()

    async with asyncio.TaskGroup() as group:
        for written in bank.documents:
            group.create_task(retain(written))


async def remove(memory: MemoryStore, bank: EvaluationBank) -> None:
    """Remove the bank, or where the memory cannot do that, all that is in it."""
    if isinstance(memory, RemovesBanks):
        await memory.remove_bank(bank.bank_id)
        return
    for held in await memory.list_documents(bank.bank_id):
        await memory.withdraw(bank.bank_id, held.document_id)


def _content_hash(number: int, record: CorpusRecord) -> str:
    """Differs when the record or the writer does, so that no other text is taken for what a bank holds."""
    return write(resolved_incident("evaluation", number, record)).content_hash


def _told(text: str) -> str:
    return "" if text == NOT_RECORDED else text
