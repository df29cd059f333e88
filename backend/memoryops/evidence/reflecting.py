"""Patterns across incidents: memory's answer with verified grounds, and what the record shows by counting."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import sqlalchemy as sa

from memoryops.analysis.mentions import incident_mentions, numbers, ticket_mentions
from memoryops.evidence.query import clean_query
from memoryops.evidence.recall import Evidence, NothingAsWritten, Recaller, distrust, elapsed_ms
from memoryops.evidence.schemas import HistoricalIncident, RecordPattern, ReflectResponse
from memoryops.evidence.verify import Subject, Verified, verify_grounds
from memoryops.incidents.models import Incident
from memoryops.kit.counting import counted, times
from memoryops.kit.db import Session
from memoryops.memory.documents import workspace_tag
from memoryops.memory.port import MemoryUnavailable, Recalled, RecallQuery
from memoryops.workspaces.service import bank_id

PATTERNS = 5

IDS_OF_A_PATTERN = 20
"""The newest incidents of a pattern that are named; its count is of all."""


async def reflect(recaller: Recaller, question: str) -> ReflectResponse:
    """Memory's answer to a question across incidents, or why there is none; patterns of the record beside it.

    Memory is asked for the pieces nearest to the question too, since what an answer is based on comes without scores.
    """
    query = RecallQuery(clean_query(question), (workspace_tag(recaller.workspace_id),))
    async with recaller.database.reading(recaller.workspace_id) as session:
        patterns = await count_patterns(session)
    started = time.perf_counter()
    try:
        nearest = await recaller.ask(query)
        # Its failures are the model's or of this request; what they say of memory, the recall has said before.
        reflection = await recaller.memory.reflect(bank_id(recaller.workspace_id), query)
        latency = elapsed_ms(started)
        based_on = scored(reflection.based_on, nearest)
        verified = await recaller.verify(based_on, Subject(recaller.workspace_id, query.text), verify_grounds)
        evidence = await recaller.conclude(query, latency, verified, _distrust(verified))
    except MemoryUnavailable as error:
        evidence = await recaller.without_results(query, error, elapsed_ms(started))
        return _response(evidence, None, (), patterns)
    answer = reflection.text if evidence.matches and reflection.text.strip() else None
    unsupported = unsupported_ids(answer or "", evidence.matches, question)
    return _response(evidence, answer, unsupported, patterns)


def _distrust(verified: Verified) -> MemoryUnavailable | None:
    """Why the answer is not shown: what it says cannot be told from what an altered memory made it say."""
    return NothingAsWritten() if verified.altered else distrust(verified)


def scored(based_on: Sequence[Recalled], nearest: Sequence[Recalled]) -> list[Recalled]:
    """The pieces behind an answer with the scores that a recall of the question gave them, or their document."""
    pieces = {(piece.document_id, piece.text): piece for piece in nearest}
    best: dict[str | None, float] = {}
    for piece in nearest:
        best[piece.document_id] = max(best.get(piece.document_id, 0.0), piece.semantic or 0.0)
    return [
        pieces.get((piece.document_id, piece.text)) or replace(piece, semantic=best.get(piece.document_id))
        for piece in based_on
    ]


def unsupported_ids(answer: str, based_on: Sequence[HistoricalIncident], question: str) -> tuple[str, ...]:
    """The incident ids and tracker references in the answer that were given to nobody who wrote it."""
    given = [question, *(text for item in based_on for text in _texts(item))]
    grounds = {item.incident_id.removeprefix("INC-") for item in based_on}
    incidents = {
        f"INC-{mention.number}" if mention.number else mention.text
        for mention in incident_mentions(answer, known_numbers=numbers(given))
        if mention.number not in grounds
    }
    known = {mention.text for text in given for mention in ticket_mentions(text)}
    tickets = {mention.text for mention in ticket_mentions(answer) if mention.text not in known}
    return (*sorted(incidents), *sorted(tickets))


def _texts(item: HistoricalIncident) -> Iterator[str]:
    yield from (item.title, item.root_cause, item.resolution, item.ineffective_actions or "", item.memory_text)


def _response(
    evidence: Evidence, answer: str | None, unsupported: Sequence[str], patterns: list[RecordPattern]
) -> ReflectResponse:
    return ReflectResponse(
        memory_status=evidence.status,
        memory=evidence.trace,
        answer=answer,
        unsupported_ids=list(unsupported),
        based_on=list(evidence.matches),
        from_record=patterns,
    )


async def count_patterns(session: Session) -> list[RecordPattern]:
    """What keeps happening, by counting rows: errors that repeat and services that break most."""
    alive = Incident.deleted_at.is_(None)
    count = sa.func.count()
    repeats = await session.execute(
        sa.select(Incident.fingerprint, count)
        .where(alive, Incident.fingerprint.is_not(None))
        .group_by(Incident.fingerprint)
        .having(count > 1)
        .order_by(count.desc(), Incident.fingerprint)
        .limit(PATTERNS)
    )
    services = await session.execute(
        sa.select(Incident.service, count)
        .where(alive)
        .group_by(Incident.service)
        .having(count > 1)
        .order_by(count.desc(), Incident.service)
        .limit(PATTERNS)
    )
    patterns = []
    for value, seen in repeats.all():
        ids, title = await _behind(session, Incident.fingerprint == value)
        patterns.append(
            RecordPattern(statement=f"The same error was seen {times(seen)}: {title}", count=seen, incident_ids=ids)
        )
    for service, had in services.all():
        ids, _ = await _behind(session, Incident.service == service)
        patterns.append(
            RecordPattern(statement=f"{service} had {counted(had, 'incident')}", count=had, incident_ids=ids)
        )
    return patterns


async def _behind(session: Session, condition: sa.ColumnElement[bool]) -> tuple[list[str], str]:
    rows = await session.execute(
        sa.select(Incident.id, Incident.title)
        .where(Incident.deleted_at.is_(None), condition)
        .order_by(Incident.number.desc())
        .limit(IDS_OF_A_PATTERN)
    )
    found = rows.all()
    return [incident_id for incident_id, _ in found], found[0][1] if found else ""
